"""Relations: what a text says about its amounts, as equations over typed unknowns.

A *relation* is a sum or a product that holds between amounts: givens of the text,
constants of a pack, and *unknowns*, amounts that the text speaks of without a number. It
has no direction: whichever amount is asked for is solved for. This is what a reader of
clauses hands over instead of operation chains.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.expression import Constant, Given, Licence
from models.span import Span
from models.units import Unit


class Bond(Enum):
    """How the operands of a relation make up its result."""

    SUM = "sum"  # result = sum of sign * operand
    PRODUCT = "product"  # result = product of operand ** sign


@dataclass(frozen=True, slots=True)
class Unknown:
    """An amount without a number: its unit, whether it counts indivisible things, its place.

    ``signed`` allows a value below zero (a balance, a temperature, a difference).
    """

    ident: str
    unit: Unit
    integral: bool = False
    signed: bool = False
    span: Span | None = None


Operand = Given | Constant | Unknown


@dataclass(frozen=True, slots=True)
class Relation:
    """``result`` is the sum or product of ``operands``, each with a sign of +1 or -1.

    ``licence`` names the rule that read it and the place of the clause or words it rests on.

    >>> from fractions import Fraction
    >>> cost, price = Unknown("cost", Unit.of("dollar")), Given("q0")
    >>> relation = Relation(Bond.PRODUCT, cost, (price, Given("q1")), (1, 1), Licence("relation.price"))
    >>> relation.operands[1]
    Given(ident='q1')
    """

    bond: Bond
    result: Operand
    operands: tuple[Operand, ...]
    signs: tuple[int, ...]
    licence: Licence

    @property
    def members(self) -> tuple[Operand, ...]:
        """The result and the operands."""
        return (self.result, *self.operands)

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The unknowns among the members, each once, in order."""
        return tuple({m.ident: m for m in reversed(self.members) if isinstance(m, Unknown)}.values())[::-1]


@dataclass(frozen=True, slots=True)
class RelationalProblem:
    """All relations of one reading and the unknown that is asked for.

    ``required`` are the ids of the givens that a derivation of the target has to use.
    """

    relations: tuple[Relation, ...]
    target: Unknown
    required: frozenset[str] = frozenset()
