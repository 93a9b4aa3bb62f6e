"""R3: a text about a single rate, read into a problem, or a typed refusal.

``quantity = rate * bottom``, in any direction: the amount, the time (or count), or the
rate itself. Everything else that bears arithmetic refuses, since this reader answers only
where one rate is all that there is.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.outcome import Missing, Refusal
from models.quantity import Problem
from readers.r3.plan import Plan, relate
from readers.rates.accounting import (
    loose_measure,
    measured_sentences,
    merely_held,
    one_activity,
    state_asked,
    stray,
    taken_up,
    unread_sentence,
)
from readers.rates.build import Ledger
from readers.rates.coherence import coherent
from readers.rates.demand import read_demand
from readers.rates.measures import find
from readers.rates.problem import problem
from readers.rates.records import Asking, Demand, Measure, Rate
from readers.rates.sides import Side, demanded, side_of
from readers.rates.text import Text, read_text

READER = "R3"


@dataclass(frozen=True, slots=True)
class Found:
    """A text with its one rate or none, its other measures, and its question."""

    text: Text
    rate: Rate | None
    measures: tuple[Measure, ...]
    demand: Demand


def read(source: str) -> Problem | Refusal:
    """The problem of a text about a single rate.

    Refusals: ``no_single_rate`` (steps aside), ``rate_quantity_missing``,
    ``unit_unconvertible``, ``extra_quantity``, ``text_unread``, ``verb_unknown``,
    ``several_activities``, ``several_agents``, ``question_ungrounded`` and those of the question.
    """
    text = read_text(source)
    if isinstance(text, Refusal):
        return text
    found = _find(text)
    if isinstance(found, Refusal):
        return found
    plan = _plan(found)
    if isinstance(plan, Refusal):
        return plan
    return _fault(found, plan) or _problem(found, plan)


def _problem(found: Found, plan: Plan) -> Problem | Refusal:
    ledger = Ledger()
    target = relate(found.text, plan, ledger)
    return target if isinstance(target, Refusal) else problem(READER, found.text, ledger, target, found.demand)


def _find(text: Text) -> Found | Refusal:
    rates, measures = find(text)
    if len(rates) > 1:
        return Refusal("no_single_rate", Missing.SKILL, "more than one rate", tuple(rate.span for rate in rates))
    demand = read_demand(text)
    if isinstance(demand, Refusal):
        return demand
    if demand.compared:
        return Refusal("no_single_rate", Missing.SKILL, "a comparison is asked for", (demand.span,))
    free = tuple(m for m in measures if m.numeral or m.first not in demand.taken)
    return Found(text, rates[0] if rates else None, free, demand)


def _plan(found: Found) -> Plan | Refusal:
    """Which amount is known, which is asked for."""
    rate, measures = found.rate, found.measures
    if rate is None:
        return _between_amounts(found)
    asked = demanded(found.text, found.demand, rate)
    if asked is Side.RATE and not measures:
        return Plan(rate, None, asked, found.demand)
    if asked in (None, Side.RATE):
        return _open(found, "the question asks for no amount of the rate")
    if not measures:
        return Refusal("rate_quantity_missing", Missing.KNOWLEDGE, "nothing says how much or how long", (rate.span,))
    if len(measures) > 1:
        return _extra(measures)
    return _with_known(found, rate, measures[0], asked)


def _with_known(found: Found, rate: Rate, known: Measure, asked: Side) -> Plan | Refusal:
    side = side_of(found.text, known, rate)
    if side is None:
        return _extra((known,))
    if side is asked:
        return Refusal("rate_quantity_missing", Missing.SKILL, "the amount asked for is given", (known.span,))
    return Plan(rate, known, asked, found.demand)


def _between_amounts(found: Found) -> Plan | Refusal:
    """No rate is stated: the question may ask for that of two amounts."""
    if len(found.measures) != 2 or not (found.demand.bottom or found.demand.asking is Asking.SPEED):
        return Refusal("no_single_rate", Missing.SKILL, "no rate is stated or asked for", (found.demand.span,))
    one, other = found.measures
    for top, bottom in ((one, other), (other, one)):
        rate = Rate(top, bottom, top.first, top.last, top.span.cover(bottom.span), "rates.share")
        if bottom.noun and top.noun and demanded(found.text, found.demand, rate) is Side.RATE:
            return Plan(rate, None, Side.RATE, found.demand)
    return _open(found, "the two amounts make no such rate")


def _open(found: Found, detail: str) -> Refusal:
    return Refusal("question_unread", Missing.SKILL, detail, (found.demand.span,))


def _extra(measures: tuple[Measure, ...]) -> Refusal:
    spans = tuple(measure.span for measure in measures)
    return Refusal("extra_quantity", Missing.SKILL, "more amounts than one rate relates", spans)


def _fault(found: Found, plan: Plan) -> Refusal | None:
    """What of the text is not accounted for, or does not belong together."""
    text, demand = found.text, found.demand
    rates = (found.rate,) if found.rate else ()
    sentences = measured_sentences(text, rates, found.measures)
    taken = taken_up(rates, found.measures, demand, text)
    return (
        stray(text, taken)
        or loose_measure(text, found.measures)
        or unread_sentence(text, sentences, demand)
        or one_activity(text, found.rate, sentences | {demand.sentence}, taken)
        or coherent(text, (plan.rate,), found.measures, demand)
        or state_asked(text, plan.rate, plan.asked, demand)
        or merely_held(text, plan.rate, plan.known, plan.asked)
    )
