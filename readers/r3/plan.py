"""The relations of one rate, whichever of its three amounts is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from models.expression import Licence
from models.outcome import Refusal
from models.relation import Operand, Unknown
from models.units import Unit
from readers.rates.amounts import amount, is_whole, step
from readers.rates.build import Ledger
from readers.rates.records import Demand, Measure, Rate
from readers.rates.sides import Side
from readers.rates.text import Text


@dataclass(frozen=True, slots=True)
class Plan:
    """One rate (stated, or the two amounts that make it), the amount known, what is asked.

    ``known`` is None exactly where the rate itself is asked for.
    """

    rate: Rate
    known: Measure | None
    asked: Side
    demand: Demand


def relate(text: Text, plan: Plan, ledger: Ledger) -> Unknown | Refusal:
    """Writes the relations into ``ledger``; the unknown that is asked for, or ``unit_unconvertible``."""
    if plan.known is None:
        return _rate(text, plan, ledger)
    return amount(text, plan.rate, ledger.rate(plan.rate), plan.known, plan.asked, plan.demand, ledger)


def _rate(text: Text, plan: Plan, ledger: Ledger) -> Unknown | Refusal:
    top, bottom, demand = plan.rate.top, plan.rate.bottom, plan.demand
    upper = demand.unit or (demand.noun if text.measure(demand.noun) else top.noun)
    lower = demand.unit_bottom or demand.bottom or bottom.noun
    parts: list[Operand] = []
    for measure, wanted in ((top, upper), (bottom, lower)):
        factor = step(text, measure.noun, wanted, demand.span)
        if isinstance(factor, Refusal):
            return factor
        operand = ledger.given(measure, Unit.of(measure.noun))
        parts.append(ledger.converted(operand, factor, Unit.of(wanted), measure.span))
    found = ledger.unknown("rate", Unit.of(upper) / Unit.of(lower), demand.span, is_whole(text, upper))
    ledger.product(found, tuple(parts), (1, -1), Licence(plan.rate.rule, plan.rate.span))
    return found
