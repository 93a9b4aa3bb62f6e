"""How a text says that two rates are combined: by sum or by difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from models.span import Span
from readers.r2.records import Tag, Word
from readers.rates.records import Demand, Rate
from readers.rates.text import Text


class Mode(Enum):
    """How two rates make one."""

    SUM = "sum"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class Combination:
    """A cue: its mode, the licence, its words ``first`` to ``last`` (exclusive)."""

    mode: Mode
    entry: str
    first: int
    last: int
    span: Span


def combinations(text: Text, rates: tuple[Rate, ...], demand: Demand | None) -> tuple[Combination, ...]:
    """All cues of the text.

    With verbs opposed, "together" only says that both run; where a comparison is asked for,
    "in all" only says over how long; where there is one rate, a total is no combination.
    """
    opposed = _opposed(text, rates) if len(rates) == 2 else ()
    if opposed:
        return opposed
    compared = tuple(_comparison(text, demand))
    weak = text.terms.cue_total if len(rates) == 2 else frozenset()
    sums = _phrases(text, Mode.SUM, text.terms.cue_sum | weak)
    return compared or (*sums, *_phrases(text, Mode.DIFFERENCE, text.terms.cue_difference))


def _phrases(text: Text, mode: Mode, forms: frozenset[str]) -> Iterator[Combination]:
    place = 0
    while place < len(text.words):
        behind = text.phrase(place, forms)
        if behind > 0:
            yield Combination(mode, f"rates.cue_{mode.value}", place, behind, text.span(place, behind))
        place = max(behind, place + 1)


def _comparison(text: Text, demand: Demand | None) -> Iterator[Combination]:
    """As in "how many more ... than", "how much faster"."""
    if demand is None or not demand.compared:
        return
    if not any(word.lower in text.terms.than for word in text.sentence(demand.sentence)):
        return
    last = max(demand.taken) + 1
    yield Combination(Mode.DIFFERENCE, "rates.compared", min(demand.taken), last, demand.span)


def _opposed(text: Text, rates: tuple[Rate, ...]) -> tuple[Combination, ...]:
    """One rate fills and the other empties: the second, or the first, is taken away."""
    verbs = [verb_of(text, rate) for rate in rates]
    flows = [_flow(text, verb) for verb in verbs]
    if sorted(flows) != [-1, 1]:
        return ()
    verb = verbs[flows.index(-1)]
    assert verb is not None
    return (Combination(Mode.DIFFERENCE, "rates.outflow", verb.place, verb.place + 1, verb.span),)


def _flow(text: Text, verb: Word | None) -> int:
    if verb is None:
        return 0
    return (verb.lemma in text.terms.inflow) - (verb.lemma in text.terms.outflow)


def verb_of(text: Text, rate: Rate) -> Word | None:
    """The nearest verb before the rate in its sentence."""
    for place in range(rate.first - 1, -1, -1):
        if not text.joined(place + 1):
            return None
        if text.tag(place) is Tag.VERB and text.lemma(place) not in text.terms.light_verb:
            return text.words[place]
    return None


def is_inflow(text: Text, rate: Rate) -> bool:
    """Whether the verb of the rate fills."""
    return _flow(text, verb_of(text, rate)) > 0
