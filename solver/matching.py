"""Derivations of two readings over one set of numbers: are they one function, where do they part?

The givens of both readings are renamed to *places*: numbers at one place of the text, of one
value, are one. What is left is to compare two expressions over the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.expression import ADDITIVE, Apply, Expression, Given, Operation, evaluate, walk
from models.quantity import Quantity, Reading
from models.span import Span
from solver.structure import same_function

PROBES = 3
INVERTING = frozenset({Operation.SUBTRACT, Operation.DIVIDE})
SUM, PRODUCT = "+-", "*/"
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Couple:
    """Two derivations over common names; ``places`` holds of each name its place in the text."""

    one: Expression
    other: Expression
    places: Mapping[str, Span]

    def seems_equal(self) -> bool:
        """False where some values of the names tell the two apart; True proves nothing."""
        return all(self._agree(number) for number in range(PROBES))

    def proved_equal(self) -> bool:
        """Whether sympy finds that both are one rational function of the names."""
        return same_function(self.one, self.other, sorted(self.places))

    def _agree(self, number: int) -> bool:
        values = {name: _probe(i, number) for i, name in enumerate(sorted(self.places))}
        try:
            return evaluate(self.one, values) == evaluate(self.other, values)
        except ZeroDivisionError:  # no value here says nothing of the function
            return True


def _probe(index: int, number: int) -> Fraction:
    return Fraction(7 + 11 * index * index + 5 * number * (index + 1), 3 + index + number)


def couple(one: Expression, first: Reading, other: Expression, second: Reading) -> Couple:
    """The two derivations with the givens of both renamed to places; KeyError for a foreign given."""
    mine, theirs, places = common_names(first.quantities, second.quantities)
    return Couple(_renamed(one, mine), _renamed(other, theirs), places)


def common_names(
    first: Sequence[Quantity], second: Sequence[Quantity]
) -> tuple[dict[str, str], dict[str, str], dict[str, Span]]:
    """A name for each given of two readings, by id, and the place of each name.

    Two givens have one name where their places overlap, or another's bridges them, and their
    values are equal.
    """
    names: list[dict[str, str]] = [{}, {}]
    places: dict[str, Span] = {}
    order = [(q, side) for side, quantities in enumerate((first, second)) for q in quantities]
    group, end = -1, -1
    for quantity, side in sorted(order, key=lambda pair: (pair[0].span, pair[1], pair[0].ident)):
        group += quantity.span.start >= end
        end = max(end, quantity.span.end)
        name = f"n{group:03d}={quantity.value}"
        names[side][quantity.ident] = name
        places[name] = places.get(name, quantity.span).cover(quantity.span)
    return names[0], names[1], places


def _renamed(expression: Expression, names: Names) -> Expression:
    match expression:
        case Given(ident):
            return Given(names[ident])
        case Apply(operands=operands):
            return replace(expression, operands=tuple(_renamed(operand, names) for operand in operands))
    return expression


def parting(found: Couple, question: Span, sentences: Sequence[Span]) -> Span:
    """The first sentence whose numbers, else whose words, the two derivations use differently.

    Where none is (they differ by a fact, say), the sentence of the question.
    """
    uses = [sorted(_uses(derivation)) for derivation in (found.one, found.other)]
    for sentence in sentences:
        mine, theirs = ([use for use in side if _within(found.places[use[0]], sentence)] for side in uses)
        if mine != theirs:
            return sentence
    licensed = [_licensed(derivation) for derivation in (found.one, found.other)]
    for sentence in sentences:
        if len({any(_within(span, sentence) for span in spans) for spans in licensed}) > 1:
            return sentence
    return next((sentence for sentence in sentences if _within(question, sentence)), question)


def _within(span: Span, sentence: Span) -> bool:
    return sentence.start <= span.start < sentence.end


def _licensed(derivation: Expression) -> list[Span]:
    spans = (node.licence.span for node in walk(derivation) if isinstance(node, Apply))
    return [span for span in spans if span is not None]


def _uses(expression: Expression, path: str = "") -> Iterator[tuple[str, str]]:
    """Each use of a name, with the sides of sums and products that it stands on, from the top."""
    match expression:
        case Given(ident):
            yield ident, path
        case Apply(operation, operands, _, reverse):
            marks = SUM if operation in ADDITIVE else PRODUCT
            turned = reverse or operation in INVERTING
            for i, operand in enumerate(operands):
                yield from _uses(operand, _onto(path, marks, turned and i > 0))


def _onto(path: str, marks: str, inverse: bool) -> str:
    """The path one step further; nested sums are one sum, nested products one product."""
    if path and path[-1] in marks:
        return path[:-1] + marks[(path[-1] == marks[1]) ^ inverse]
    return path + marks[inverse]
