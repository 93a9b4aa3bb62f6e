"""The amount that a pace gives: top = bottom * pace, in either direction and in the unit asked for."""

from __future__ import annotations

from models.expression import Licence
from models.outcome import Missing, Refusal
from models.relation import Operand, Unknown
from models.span import Span
from models.units import Unit
from readers.rates.build import PRODUCT, Ledger
from readers.rates.facts import DAY_HOURS, Conversion, conversion
from readers.rates.records import Asking, Demand, Measure, Rate
from readers.rates.sides import Side
from readers.rates.text import MONEY, Text

DOLLAR = "dollar"
PARTS = "rates.parts"


def amount(
    text: Text, rate: Rate, pace: Operand, known: Measure, asked: Side, demand: Demand, ledger: Ledger
) -> Unknown | Refusal:
    """The unknown amount on side ``asked`` of a pace in the units of ``rate``, or ``unit_unconvertible``."""
    own, other = (rate.bottom, rate.top) if asked is Side.TOP else (rate.top, rate.bottom)
    wanted = unit_of_answer(text, demand, other.noun)
    operand = _known(text, known, own.noun, ledger)
    back = step(text, other.noun, wanted, demand.span)
    if isinstance(operand, Refusal) or isinstance(back, Refusal):
        return operand if isinstance(operand, Refusal) else unconvertible(demand.span)
    whole = is_whole(text, wanted)
    found = ledger.unknown("amount", Unit.of(other.noun), demand.span, whole and back is None)
    ledger.product(found, (operand, pace), (1, 1 if asked is Side.TOP else -1), Licence(PRODUCT, rate.span))
    return found if back is None else ledger.convert(found, back, Unit.of(wanted), demand.span, whole)


def _known(text: Text, known: Measure, unit: str, ledger: Ledger) -> Operand | Refusal:
    """The known amount in a unit; the parts of "2 hours and 30 minutes" are added up."""
    factor = step(text, known.noun, unit, known.span)
    if isinstance(factor, Refusal):
        return factor
    operand = ledger.converted(ledger.given(known, Unit.of(known.noun)), factor, Unit.of(unit), known.span)
    if known.rest is None:
        return operand
    rest = _known(text, known.rest, unit, ledger)
    if isinstance(rest, Refusal):
        return rest
    whole = ledger.unknown("whole", Unit.of(unit), known.span)
    ledger.total(whole, (operand, rest), (1, 1), Licence(PARTS, known.span))
    return whole


def step(text: Text, source: str, target: str, span: Span) -> Conversion | Refusal | None:
    """The conversion between two units, None where they are one, ``unit_unconvertible`` where there is none."""
    if source == target:
        return None
    return conversion(text, source, target, span) or unconvertible(span)


def unit_of_answer(text: Text, demand: Demand, noun: str) -> str:
    """What the question names, else the unit of the rate; money is asked for in its main unit."""
    if demand.unit:
        return demand.unit
    if demand.asking is Asking.MONEY and text.dimension(noun) == MONEY:
        return DOLLAR if text.numeric.fact(noun, DOLLAR) else noun
    named = demand.asking in (Asking.COUNT, Asking.SUBSTANCE) and text.measure(demand.noun)
    return demand.noun if named else noun


def unconvertible(span: Span) -> Refusal:
    """No fact of the pack joins two units."""
    return Refusal("unit_unconvertible", Missing.KNOWLEDGE, "no fact converts between the units", (span,))


def is_whole(text: Text, noun: str) -> bool:
    """Whether only whole ones are an answer: things that are counted, and days and longer times."""
    entry = text.measure(noun)
    return entry is None or (text.is_time(noun) and entry.size >= DAY_HOURS)
