"""Relations of a rate: top = rate * bottom, with conversions, over typed unknowns."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.expression import Constant, Given, Licence
from models.quantity import Quantity, Role
from models.relation import Bond, Operand, Relation, Unknown
from models.span import Span
from models.units import Unit
from readers.rates.facts import Conversion
from readers.rates.records import Measure, Rate

ONE_ENTRY = "rates.article"
FACT = "rates.conversion"
PRODUCT = "rates.product"


@dataclass(slots=True)
class Ledger:
    """Quantities and relations of one reading as they are gathered; local to one call."""

    quantities: list[Quantity] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    unknowns: int = 0

    def given(self, measure: Measure, unit: Unit, role: Role = Role.AMOUNT, owner: str = "") -> Operand:
        """The measure as an operand: a given, or the constant one for an article."""
        if measure.numeral is None:
            return Constant(ONE_ENTRY, measure.value, unit, measure.span)
        ident = f"q{len(self.quantities)}"
        noun = measure.of or measure.noun
        self.quantities.append(Quantity(ident, measure.value, unit, measure.numeral.span, role, noun, owner))
        return Given(ident)

    def unknown(self, name: str, unit: Unit, span: Span, integral: bool = False) -> Unknown:
        """A fresh unknown."""
        self.unknowns += 1
        return Unknown(f"{name}{self.unknowns}", unit, integral, span=span)

    def product(self, result: Operand, operands: tuple[Operand, ...], signs: tuple[int, ...], licence: Licence) -> None:
        """result = product of operand ** sign."""
        self.relations.append(Relation(Bond.PRODUCT, result, operands, signs, licence))

    def total(self, result: Operand, operands: tuple[Operand, ...], signs: tuple[int, ...], licence: Licence) -> None:
        """result = sum of sign * operand."""
        self.relations.append(Relation(Bond.SUM, result, operands, signs, licence))

    def rate(self, rate: Rate, owner: str = "") -> Operand:
        """The rate as one operand of unit top per bottom."""
        unit = Unit.of(rate.top.noun) / Unit.of(rate.bottom.noun)
        if rate.bottom.numeral is None:
            return self.given(rate.top, unit, Role.RATE, owner)
        top = self.given(rate.top, Unit.of(rate.top.noun), owner=owner)
        bottom = self.given(rate.bottom, Unit.of(rate.bottom.noun), owner=owner)
        found = self.unknown("rate", unit, rate.span)
        self.product(found, (top, bottom), (1, -1), Licence(rate.rule, rate.span))
        return found

    def converted(self, operand: Operand, factor: Conversion | None, unit: Unit, span: Span) -> Operand:
        """The operand in another unit, by a fact; itself where there is nothing to convert."""
        return operand if factor is None else self.convert(operand, factor, unit, span)

    def convert(self, operand: Operand, factor: Conversion, unit: Unit, span: Span, integral: bool = False) -> Unknown:
        """The operand in another unit, by a fact."""
        found = self.unknown("converted", unit, span, integral)
        self.product(found, (operand, factor.constant), (1, factor.sign), Licence(FACT, factor.constant.span))
        return found
