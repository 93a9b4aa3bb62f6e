"""Amounts that belong together before any search: batches, prices, counts with their rates.

Each binding makes one term out of two and hides the one that is used up, so that
the chains need not guess which count goes with which rate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.expression import Apply, Licence, Operation
from models.quantity import Role
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.scene import Scene
from readers.r1.signs import is_money
from readers.r1.terms import Term

PAIRING = frozenset({"cost", "need", "produce", "perform", "motion", "be"})


@dataclass(frozen=True, slots=True)
class Binder:
    """Binds terms in place: ``terms`` by id, ``hidden`` collects what is used up."""

    scene: Scene
    terms: dict[str, Term]
    hidden: set[str]
    asked_nouns: frozenset[str]

    def bind(self) -> None:
        """Batches, pairs, counts with their rates, then frequencies; each sees what the last one left."""
        self._batches()
        self._pairs()
        self._bind()
        self._frequencies()

    def _batches(self) -> None:
        """ "2 grams for every 30 ml": one rate out of two numerals."""
        for mention in self.scene.mentions:
            below = self.terms.get(f"q{mention.per_count}")
            cue = self._each_after(mention)
            if below is None or cue is None:
                continue
            self.scene.claimed.update(range(cue.first, cue.last))
            self._divide(self.terms[f"q{mention.index}"], below, Licence(cue.cue.entry, cue.cue.span))

    def _each_after(self, mention: Mention) -> FoundCue | None:
        """The distributive cue just after a mention."""
        near = range(mention.last, mention.last + 2)
        return next((c for c in self.scene.cues if c.kind == "each" and c.first in near), None)

    def _bind(self) -> None:
        """ "3 boxes of 8 and 2 boxes of 5": each count goes with its own rate."""
        for rate in list(self.terms.values()):
            count = self.terms.get(f"q{rate.bound}")
            if count is None or count.ident in self.hidden or not rate.unit.is_rate or not self._recurs_anywhere(count):
                continue
            self.hidden.add(count.ident)
            self.terms[rate.ident] = _multiplied(rate, (count, rate))

    def _recurs_anywhere(self, count: Term) -> bool:
        """Whether another amount has the same unit."""
        return any(
            t.unit == count.unit and t.ident != count.ident and t.role is Role.AMOUNT for t in self.terms.values()
        )

    def _pairs(self) -> None:
        """ "2 kg cost $6": two amounts of one clause are a rate where one of them recurs."""
        for number, _clause in enumerate(self.scene.clauses):
            pair = [t for t in self.terms.values() if t.clause == number and t.ident not in self.hidden]
            if len(pair) != 2 or any(t.role is not Role.AMOUNT or t.unit.is_rate for t in pair):
                continue
            if pair[0].unit == pair[1].unit or not (pair[0].verb_class in PAIRING or self._adjoin(*pair)):
                continue
            recurring = [t for t in pair if self._recurs(t) or (t.lemma in self.asked_nouns and self._adjoin(*pair))]
            if len(recurring) == 1:
                over = next(t for t in pair if t is not recurring[0])
                self._divide(over, recurring[0], over.licence)

    def _adjoin(self, first: Term, second: Term) -> bool:
        """ "$2 for one cup", "3 cups for $5": a price beside what it buys."""
        mentions = {f"q{m.index}": m for m in self.scene.mentions}
        one, two = mentions[first.ident], mentions[second.ident]
        return two.preposition != "" and two.first - one.last == 1 and (is_money(first) or is_money(second))

    def _recurs(self, term: Term) -> bool:
        """Whether another clause has an amount of the same unit, or the same measure."""
        others = [t for t in self.terms.values() if t.clause != term.clause and t.role is Role.AMOUNT]
        return any(t.unit == term.unit or self._measures_alike(t, term) for t in others)

    def _measures_alike(self, one: Term, other: Term) -> bool:
        """Minutes and hours measure the same."""
        if one.unit.is_rate or other.unit.is_rate:
            return False
        first, second = (self.scene.units.unit_of(t.lemma) for t in (one, other))
        return first is not None and second is not None and first.family == second.family

    def _divide(self, over: Term, under: Term, licence: Licence) -> None:
        """The rate of two amounts stands for both."""
        self.hidden.add(under.ident)
        expression = Apply(Operation.DIVIDE, (over.expression, under.expression), licence)
        covers = over.covers | under.covers
        self.terms[over.ident] = replace(over, unit=over.unit / under.unit, expression=expression, covers=covers)

    def _frequencies(self) -> None:
        """ "20 minutes 3 times a week": the one amount of the clause happens that often."""
        occasion = self.scene.comparatives.occasion
        for term in list(self.terms.values()):
            if term.lemma != occasion or term.role is not Role.AMOUNT or not term.unit.is_rate:
                continue
            beside = [t for t in self.terms.values() if t.clause == term.clause and t is not term]
            same = [t for t in beside if t.role is Role.AMOUNT]
            if len(same) == 1 and not same[0].unit.is_rate:
                self.hidden.add(term.ident)
                self.terms[same[0].ident] = _multiplied(same[0], (same[0], term))


def _multiplied(kept: Term, factors: tuple[Term, Term]) -> Term:
    """``kept`` with the product of the two, in which one is a rate."""
    one, other = factors
    expression = Apply(Operation.APPLY_RATE, (one.expression, other.expression), Licence("unit.composition"))
    return replace(kept, unit=one.unit * other.unit, expression=expression, covers=one.covers | other.covers)
