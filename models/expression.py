"""Derivations as data: an expression tree over givens, constants and operations.

A leaf is a ``Given`` (a quantity of the text, by id) or a ``Constant`` (a named
fact of a pack). ``Apply`` carries the operation, its operands and the licence:
what in the text, or which composition of units, allows the operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import prod

from models.span import Span
from models.units import Unit


class Operation(Enum):
    """The eight kinds of step. ``reverse`` on Apply picks the inverse direction."""

    ADD = "add"
    SUBTRACT = "subtract"
    TRANSFER = "transfer"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    APPLY_RATE = "apply_rate"
    COMPARE_ADDITIVE = "compare_additive"
    COMPARE_MULTIPLICATIVE = "compare_multiplicative"


ADDITIVE = frozenset({Operation.ADD, Operation.SUBTRACT, Operation.TRANSFER, Operation.COMPARE_ADDITIVE})


@dataclass(frozen=True, slots=True)
class Licence:
    """Why an operation is allowed.

    ``entry`` is the id of the pack entry (``aggregate.altogether``) or
    ``unit.composition``; ``span`` is the place of the cue in the text, None for
    unit composition.
    """

    entry: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A quantity of the text, by its id."""

    ident: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A fact of a pack: ``entry`` is its id, ``span`` the trigger in the text."""

    entry: str
    value: Fraction
    unit: Unit = Unit()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation on operands.

    ADD, MULTIPLY, APPLY_RATE, COMPARE_MULTIPLICATIVE fold over all operands;
    SUBTRACT and DIVIDE take two. TRANSFER and COMPARE_ADDITIVE add the second
    operand to the first, or with ``reverse`` subtract it; COMPARE_MULTIPLICATIVE
    with ``reverse`` divides the first operand by the second.
    """

    operation: Operation
    operands: tuple[Expression, ...]
    licence: Licence
    reverse: bool = False


Expression = Given | Constant | Apply


def evaluate(expression: Expression, values: Mapping[str, Fraction]) -> Fraction:
    """The exact value; ZeroDivisionError where a divisor is zero.

    >>> one = Apply(Operation.ADD, (Given("a"), Given("b")), Licence("x"))
    >>> evaluate(one, {"a": Fraction(1), "b": Fraction(1, 2)})
    Fraction(3, 2)
    """
    match expression:
        case Given(ident):
            return values[ident]
        case Constant(value=value):
            return value
        case Apply(operation, operands, _, reverse):
            return _compute(operation, [evaluate(o, values) for o in operands], reverse)


def _compute(operation: Operation, values: list[Fraction], reverse: bool) -> Fraction:
    if operation in (Operation.SUBTRACT, Operation.DIVIDE):
        reverse = True
    if operation in ADDITIVE:
        return values[0] + (-1 if reverse else 1) * sum(values[1:], Fraction(0))
    rest = prod(values[1:], start=Fraction(1))
    return values[0] / rest if reverse else values[0] * rest


def walk(expression: Expression) -> Iterator[Expression]:
    """Every node, operands before the operation that uses them."""
    if isinstance(expression, Apply):
        for operand in expression.operands:
            yield from walk(operand)
    yield expression


def givens(expression: Expression) -> frozenset[str]:
    """The ids of the quantities that the expression rests on."""
    return frozenset(node.ident for node in walk(expression) if isinstance(node, Given))
