"""CMB: two explicit rates over one shared unit, combined by an explicit sum or difference.

The entry grid: two rates with a cue are solved; two without one refuse as
``combine_mode_ambiguous`` and show what either mode would give; one rate with a cue misses
the second (``missing_second_rate``); one without is ``not_combined_rate_shaped`` and
steps aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from models.outcome import Missing, Refusal
from models.quantity import Problem, SetAside
from models.span import Span
from readers.cmb.agents import Pairing, counts_both, one_sided, order, rivals, strangers
from readers.cmb.cues import Combination, Mode, combinations, is_inflow
from readers.cmb.plan import Pair, relate
from readers.cmb.values import outlook
from readers.r2.records import Tag, Word
from readers.rates.accounting import (
    loose_measure,
    measured_sentences,
    one_activity,
    state_asked,
    stray,
    taken_up,
    unread_sentence,
)
from readers.rates.build import Ledger
from readers.rates.coherence import grounded
from readers.rates.demand import read_demand
from readers.rates.measures import find
from readers.rates.problem import problem
from readers.rates.records import Demand, Measure, Rate
from readers.rates.sides import Side, demanded, side_of
from readers.rates.text import LENGTH, MONEY, Text, read_text

READER = "CMB"


@dataclass(frozen=True, slots=True)
class Found:
    """A text with its two rates, whose they are, its other measures, its question, its cues."""

    text: Text
    rates: tuple[Rate, Rate]
    measures: tuple[Measure, ...]
    counts: tuple[Measure, ...]
    demand: Demand
    cues: tuple[Combination, ...]


def read(source: str) -> Problem | Refusal:
    """The problem of a text about two combined rates.

    Refusals: those of the grid, ``rate_quantity_missing``, ``unit_unconvertible``,
    ``extra_quantity``, ``text_unread``, ``verb_unknown``, ``several_activities``,
    ``several_agents``, ``question_ungrounded`` and those of the question.
    """
    text = read_text(source)
    if isinstance(text, Refusal):
        return text
    found = _enter(text)
    if isinstance(found, Refusal):
        return found
    return _fault(found) or _solve(found)


def _enter(text: Text) -> Found | Refusal:
    """The entry grid, but for the cell of two rates without a cue, which must first be sound."""
    rates, measures = find(text)
    demand = read_demand(text)
    cues = combinations(text, rates, None if isinstance(demand, Refusal) else demand)
    spans = tuple(rate.span for rate in rates)
    if len(rates) == 1 and cues:
        return Refusal("missing_second_rate", Missing.KNOWLEDGE, "only one rate to combine", (*spans, cues[0].span))
    if len(rates) != 2 or not _shared(rates[0], rates[1]):
        return Refusal("not_combined_rate_shaped", Missing.SKILL, "not two rates over one unit", spans)
    if isinstance(demand, Refusal):
        return demand
    counts = tuple(m for m in measures if counts_both(text, m) and side_of(text, m, rates[0]) is None)
    free = tuple(m for m in measures if m not in counts and (m.numeral or m.first not in demand.taken))
    return Found(text, (rates[0], rates[1]), free, counts, demand, cues)


def _shared(one: Rate, other: Rate) -> bool:
    tops = (one.top.noun, one.top.of or other.top.of) == (other.top.noun, other.top.of or one.top.of)
    return tops and one.bottom.noun == other.bottom.noun


def _solve(found: Found) -> Problem | Refusal:
    cues = _backed(found)
    modes = {cue.mode for cue in cues}
    pair = _pair(found)
    if isinstance(pair, Refusal):
        return pair
    if len(modes) != 1:
        return _ambiguous(found, pair)
    ledger = Ledger()
    target = relate(found.text, pair, cues[0], ledger)
    if isinstance(target, Refusal):
        return target
    aside = tuple(SetAside(m.numeral.span, "rates.counts_both") for m in found.counts if m.numeral)
    return problem(READER, found.text, ledger, target, found.demand, aside)


def _backed(found: Found) -> tuple[Combination, ...]:
    """The cues that say how amounts combine; of money, only the question says it.

    "Together they work 8 hours" may be 8 hours of each, or of both.
    """
    if found.text.dimension(found.rates[0].top.noun) != MONEY:
        return found.cues
    asking = found.demand.sentence
    return tuple(cue for cue in found.cues if found.text.words[cue.first].sentence == asking)


def _ambiguous(found: Found, pair: Pair) -> Refusal:
    """Both candidates' values, so that a person can choose."""
    shown = []
    for mode in Mode:
        ledger = Ledger()
        cue = Combination(mode, "rates.open", 0, 0, found.demand.span)
        target = relate(found.text, pair, cue, ledger)
        value = None if isinstance(target, Refusal) else outlook(ledger, target)
        shown.append(f"{mode.value}: {'none' if value is None else value}")
    spans = (*(rate.span for rate in found.rates), found.demand.span)
    return Refusal("combine_mode_ambiguous", Missing.AMBIGUITY, "; ".join(shown), spans)


def _pair(found: Found) -> Pair | Refusal:
    """The rates in order, the amount known, the side asked for."""
    rates = _ordered(found)
    asked = demanded(found.text, found.demand, rates[0])
    if asked is None:
        return Refusal(
            "question_unread", Missing.SKILL, "the question asks for no amount of the rates", (found.demand.span,)
        )
    if asked is Side.RATE:
        return _extra(found.measures) if found.measures else Pair(rates, None, asked, found.demand)
    if len(found.measures) != 1:
        return _extra(found.measures) if found.measures else _missing(found.demand.span)
    known = found.measures[0]
    side = side_of(found.text, known, rates[0])
    if side is None or side is asked:
        return _extra(found.measures)
    return Pair(rates, known, asked, found.demand)


def _extra(measures: tuple[Measure, ...]) -> Refusal:
    spans = tuple(measure.span for measure in measures)
    return Refusal("extra_quantity", Missing.SKILL, "more amounts than two rates relate", spans)


def _missing(span: Span) -> Refusal:
    return Refusal("rate_quantity_missing", Missing.KNOWLEDGE, "nothing says how much or how long", (span,))


def _ordered(found: Found) -> tuple[Rate, Rate]:
    """The minuend first: what fills, who is asked about, else the larger."""
    one, other = found.rates
    if any(cue.entry == "rates.outflow" for cue in found.cues):
        return (one, other) if is_inflow(found.text, one) else (other, one)
    pair = rivals(found.text, found.rates)
    turn = order(found.text, pair, found.demand) * found.demand.compared if pair else 0
    if turn == 0:
        turn = 1 if _value(one) >= _value(other) else -1
    return (one, other) if turn > 0 else (other, one)


def _value(rate: Rate) -> Fraction:
    return rate.top.value / rate.bottom.value


def _fault(found: Found) -> Refusal | None:
    """What of the text is not accounted for, or does not belong together."""
    text, demand, rates = found.text, found.demand, found.rates
    pair = rivals(text, rates)
    if pair is None:
        return Refusal("several_agents", Missing.SKILL, "the rates are not of two agents", tuple(r.span for r in rates))
    sentences = measured_sentences(text, rates, found.measures)
    taken = _taken(found)
    return (
        stray(text, taken)
        or loose_measure(text, found.measures)
        or unread_sentence(text, sentences, demand)
        or one_activity(text, None, sentences | {demand.sentence}, taken, _light(found))
        or _of_others(found, pair)
        or grounded(text, (*found.measures, *_parts(rates)), demand)
        or _of_state(found)
    )


def _parts(rates: tuple[Rate, Rate]) -> tuple[Measure, ...]:
    return tuple(part for rate in rates for part in (rate.top, rate.bottom))


def _of_others(found: Found, pair: Pairing) -> Refusal | None:
    parts = frozenset(lemma for part in _parts(found.rates) for lemma in (part.noun, part.of))
    return strangers(found.text, pair, parts) or one_sided(found.text, pair, found.demand)


def _taken(found: Found) -> frozenset[int]:
    """What rates, measures, question, cues, and the words about the two agents took up."""
    text = found.text
    places = set(taken_up(found.rates, (*found.measures, *found.counts), found.demand, text))
    for cue in found.cues:
        places.update(range(cue.first, cue.last))
    for i, word in enumerate(text.words):
        places.update(range(i, max(i, text.phrase(i, text.terms.joint_frame | text.terms.cue_total))))
        if _tells_apart(text, word, found.demand) or _sets_out(found, word):
            places.add(i)
    return frozenset(places)


def _of_state(found: Found) -> Refusal | None:
    asked = demanded(found.text, found.demand, found.rates[0])
    return state_asked(found.text, found.rates[0], asked, found.demand)


def _light(found: Found) -> frozenset[str]:
    """Verbs of setting out and meeting; where one rate fills and one empties, those too."""
    terms = found.text.terms
    flows = any(cue.entry == "rates.outflow" for cue in found.cues)
    return terms.frame_verb | (terms.inflow | terms.outflow if flows else frozenset())


def _sets_out(found: Found, word: Word) -> bool:
    """Two that move "leave" a place; "are left" is what remains."""
    text = found.text
    moving = text.dimension(found.rates[0].top.noun) == LENGTH
    active = word.tag is Tag.VERB and text.tag(word.place - 1) not in (Tag.AUXILIARY, Tag.VERB)
    return moving and active and word.lemma in text.terms.frame_verb


def _tells_apart(text: Text, word: Word, demand: Demand) -> bool:
    """As in "the other pump", "the first pump" (not "the first 2 hours"), "than the other"."""
    which = word.lower in text.terms.which_one
    amount_next = text.tag(word.place + 1) is Tag.NUMBER or bool(text.measure(text.noun(word.place + 1)))
    return (which and not amount_next) or (demand.compared != 0 and word.lower in text.terms.than)
