"""The relations of two rates combined into one."""

from __future__ import annotations

from dataclasses import dataclass

from models.expression import Licence
from models.outcome import Refusal
from models.relation import Unknown
from models.units import Unit
from readers.cmb.cues import Combination, Mode
from readers.rates.amounts import amount, is_whole
from readers.rates.build import Ledger
from readers.rates.records import Demand, Measure, Rate
from readers.rates.sides import Side
from readers.rates.text import Text


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rates of one unit, the minuend of a difference first, what is known, what is asked.

    ``known`` is None exactly where the combined rate itself is asked for.
    """

    rates: tuple[Rate, Rate]
    known: Measure | None
    asked: Side
    demand: Demand


def relate(text: Text, pair: Pair, cue: Combination, ledger: Ledger) -> Unknown | Refusal:
    """Writes the relations; the unknown that is asked for, or ``unit_unconvertible``."""
    one, other = (ledger.rate(rate) for rate in pair.rates)
    top, bottom = pair.rates[0].top.noun, pair.rates[0].bottom.noun
    whole = pair.known is None and is_whole(text, top)
    pace = ledger.unknown("pace", Unit.of(top) / Unit.of(bottom), cue.span, whole)
    ledger.total(pace, (one, other), (1, 1 if cue.mode is Mode.SUM else -1), Licence(cue.entry, cue.span))
    if pair.known is None:
        return pace
    return amount(text, pair.rates[0], pace, pair.known, pair.asked, pair.demand, ledger)
