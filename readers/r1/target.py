"""The unit that answers the question, and the casts that bring terms to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from models.outcome import Missing, Refusal
from models.quantity import Role
from models.span import Span
from models.units import Unit
from readers.lexicon import Lexicon
from readers.packs_numeric import TIME, NumericPacks
from readers.r1.casts import recount
from readers.r1.choices import Choices
from readers.r1.packs import Grammar
from readers.r1.question import MONEY, Demand
from readers.r1.terms import Term

LENGTH, SPEED = "length", "speed"
Found = tuple[Unit, tuple[Term, ...], bool]


@dataclass(frozen=True, slots=True)
class TargetFinder:
    """Finds the target unit among the terms' units; pure."""

    demand: Demand
    lexicon: Lexicon
    units: NumericPacks
    grammar: Grammar
    choices: Choices
    rest: frozenset[str]
    day_parts: Mapping[str, str]
    span: Span

    def find(self, terms: Sequence[Term]) -> Found | Refusal:
        """Target unit, terms cast to it, and whether the asked noun sums kinds."""
        measured = self.demand.dimension or self.demand.unit
        found = self._measured(terms) if measured else self._counted(terms)
        if isinstance(found, Refusal):
            return found
        unit, terms, sums = found
        for noun in self.demand.per:
            below = self._per_base(noun, terms, unit)
            if below and self.dimension((below,)) != TIME:
                unit = unit / Unit.of(below)
        return unit, self._link_rates(terms, unit), sums

    def dimension(self, bases: Sequence[str]) -> str:
        """The measure dimension of a single base, or ""."""
        entry = self.units.unit_of(bases[0]) if len(bases) == 1 else None
        return entry.family if entry else ""

    def _refuse(self, kind: str, detail: str) -> Refusal:
        return Refusal(kind, Missing.KNOWLEDGE, detail, (self.span,))

    def _per_base(self, noun: str, terms: Sequence[Term], unit: Unit) -> str:
        """The base that "each" in the question divides by."""
        bases = [n for t in terms for n in (*t.unit.numerator, *t.unit.denominator) if n not in unit.numerator]
        if not noun:
            counts = [b for b in dict.fromkeys(reversed(bases)) if self.units.unit_of(b) is None]
            return self.choices.pick("question.each", counts[:3]) if counts else ""
        entry = self.units.unit_of(self.day_parts.get(noun, noun))
        if entry:
            return entry.lemma
        if noun in bases:
            return noun
        below = [b for b in bases if self.lexicon.is_a(b, noun)]
        return below[0] if below else noun

    def _measured(self, terms: Sequence[Term]) -> Found | Refusal:
        """A measure answers: by its unit, or by the text's unit of the dimension."""
        if self.demand.unit:
            return Unit.of(self.demand.unit), tuple(terms), False
        if SPEED in self.demand.dimension:
            rates = [t.unit for t in terms if t.unit.is_rate and self.dimension(t.unit.numerator) == LENGTH]
            return (rates[0], tuple(terms), False) if rates else self._refuse("question_unlinked", "no speed is given")
        bases = [n for t in terms for n in t.unit.numerator if self.dimension((n,)) in self.demand.dimension]
        if not bases:
            return self._refuse("question_unlinked", "nothing measured in the text answers this")
        money = self.demand.dimension == (MONEY,)
        ranked = sorted(dict.fromkeys(bases), key=lambda b: (-bases.count(b), self._size(b)))
        base = self.grammar.dollar if money else self.choices.pick("question.unit", ranked)
        return Unit.of(base), tuple(terms), False

    def _size(self, base: str) -> Fraction:
        entry = self.units.unit_of(base)
        return entry.size if entry else Fraction(1)

    def _counted(self, terms: Sequence[Term]) -> Found | Refusal:
        noun = self.demand.noun
        if not noun:
            bases = list(dict.fromkeys(n for t in reversed(terms) for n in t.unit.numerator))
            if not bases:
                return self._unlinked()
            return Unit.of(self.choices.pick("question.elided", bases[:3])), tuple(terms), False
        counted = {n for t in terms for n in t.unit.numerator}
        under = [b for b in sorted(counted) if b != noun and self.lexicon.is_a(b, noun)]
        if noun in counted and under and self._holds_parts(terms, noun, under):
            return self._refuse("part_of_whole", "a whole and its parts are both counted")
        if noun in counted or under:
            return Unit.of(noun), self.cast_all(terms, under, noun), bool(under)
        return self._labelled(terms, noun)

    def _holds_parts(self, terms: Sequence[Term], noun: str, under: Sequence[str]) -> bool:
        """ "30 children: 14 girls and 20 boys": the parts stand with their whole."""
        wholes = [t for t in terms if noun in t.unit.numerator and not t.unit.is_rate and t.role is Role.AMOUNT]
        parts = [t for t in terms if set(under) & set(t.unit.numerator) and not t.unit.is_rate]
        return self.demand.total and any(w.clause == p.clause for w in wholes for p in parts)

    def _labelled(self, terms: Sequence[Term], noun: str) -> Found | Refusal:
        """The asked noun stands beside a count: "5 boxes of cookies", "a third are girls"."""
        labelled = list(
            dict.fromkeys(
                n for t in terms if noun in (t.labels if self.demand.much else t.kindred) for n in t.unit.numerator
            )
        )
        if self.demand.much:
            labelled = [b for b in labelled if self.units.unit_of(b) is not None] or labelled
        if labelled and (self.demand.much or all(self.units.unit_of(b) is None for b in labelled)):
            return Unit.of(self.choices.pick("question.label", labelled)), tuple(terms), False
        if any(noun in t.unit.denominator for t in terms):
            return Unit.of(noun), tuple(terms), False
        if noun in self.rest:
            held = [t.unit for t in terms if t.role is Role.AMOUNT and not t.unit.is_rate and not t.derived]
            if len(set(held)) == 1:
                return held[0], tuple(terms), False
        return self._unlinked()

    def _unlinked(self) -> Refusal:
        return self._refuse("question_unlinked", "what is asked for is not among what the text counts")

    def cast_all(self, terms: Sequence[Term], bases: Sequence[str], noun: str) -> tuple[Term, ...]:
        """Hyponyms of the asked noun count as the noun."""
        entry = self.lexicon.id_of("class", noun)
        for base in bases:
            terms = [recount(t, base, noun, entry, t.span) if base in t.unit.numerator else t for t in terms]
        return tuple(terms)

    def _link_rates(self, terms: Sequence[Term], target: Unit) -> tuple[Term, ...]:
        """A rate per "animal" serves counted dogs."""
        counted = {n for t in terms for n in t.unit.numerator}
        for base in sorted({n for t in terms for n in t.unit.denominator} - counted):
            under = [c for c in sorted(counted) if c not in target.numerator and self.lexicon.is_a(c, base)]
            if under:
                terms = self.cast_all(terms, under, base)
        return tuple(terms)
