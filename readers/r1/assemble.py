"""From terms and a demand to the chain problem: target, selection, plan, leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from models.chain import ChainProblem, Family, Form, Kind, Leaf, Target
from models.expression import Constant, Licence
from models.outcome import Missing, Refusal
from models.quantity import Role
from models.span import Span
from models.units import Unit
from readers.packs_numeric import TIME, NumericPacks
from readers.r1.casts import cast_terms, constant_term
from readers.r1.choices import Choices
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.packs import Grammar
from readers.r1.plan import EVERY_FORM, Plan, Planner
from readers.r1.question import AVERAGING, Demand
from readers.r1.selection import Asked, Selector
from readers.r1.target import TargetFinder
from readers.r1.terms import Term
from readers.r1.words import Tag, Word

MAX_TOP = 8
ANY_KIND = frozenset({Kind.STATE, Kind.GAIN, Kind.LOSS})
BACKING = {
    Family.AGGREGATE: ("total",),
    Family.DIFFERENCE: ("left", "more", "less", "than"),
    Family.SHARE: ("each", "share"),
}


@dataclass(frozen=True, slots=True)
class Built:
    """A chain problem with what its question turned out to ask."""

    chain: ChainProblem
    unit: Unit
    aggregation: str


@dataclass(frozen=True, slots=True)
class Assembler:
    """Builds the ChainProblem of one reading; refuses where something is open."""

    words: Sequence[Word]
    cues: Sequence[FoundCue]
    mentions: Sequence[Mention]
    demand: Demand
    asked: Asked
    units: NumericPacks
    grammar: Grammar
    choices: Choices
    finder: TargetFinder
    planner: Planner
    hidden: frozenset[str]
    day_parts: Mapping[str, str]
    span: Span

    def build(self, terms: Sequence[Term]) -> Built | Refusal:
        """The chain problem for the resolved terms; the first refusal on the way."""
        found = self.finder.find(terms)
        if isinstance(found, Refusal):
            return found
        target, terms, sums = found
        frame = self._frame(terms)
        if isinstance(frame, Refusal):
            return frame
        cast = cast_terms([*terms, *frame], target, self.units, self.grammar)
        top = self._select(cast, sums)
        if isinstance(top, Refusal):
            return top
        plan = self.planner.plan(top, target)
        if isinstance(plan, Refusal):
            return plan
        return Built(self._chain(top, plan, target), target, plan.aggregation)

    def _select(self, terms: Sequence[Term], sums: bool) -> list[Term] | Refusal:
        balances = self.planner.balances(terms)
        wholes = any(t.whole for t in terms)
        negated = any(w.tag is Tag.NEGATION for w in self.words[self.demand.first : self.demand.last])
        selector = Selector(
            self.demand, self.asked, self.hidden, self.choices, balances, sums, wholes, negated, self.span
        )
        top = selector.select(terms)
        if isinstance(top, Refusal):
            return top
        if not 0 < len(top) <= MAX_TOP:
            return Refusal(
                "too_many_quantities",
                Missing.SKILL,
                f"{len(top)} quantities, 1 to {MAX_TOP} are searched",
                (self.span,),
            )
        if len(top) == 1 and not top[0].derived:
            return Refusal("single_quantity", Missing.SKILL, "one quantity alone is no derivation", (self.span,))
        return top

    def _chain(self, top: Sequence[Term], plan: Plan, target: Unit) -> ChainProblem:
        leaves = tuple(self._leaf(t, plan.kinds[t.ident]) for t in top)
        if plan.aggregation == "average":
            leaves = (*leaves, self._count_leaf(sum(t.unit == target for t in top)))
        forms, caps = plan.forms, plan.caps
        if self.choices.relaxes("target"):
            forms, caps = EVERY_FORM, caps | {Family.DIFFERENCE: 1}
        if self.choices.relaxes("licences"):
            caps = {
                family: max(caps.get(family, 0), 1) for family in (Family.AGGREGATE, Family.DIFFERENCE, Family.SHARE)
            }
            forms = forms - {Form.LEAF}
        return ChainProblem(leaves, Target(target, ANY_KIND, forms), caps, self._licences(top[0].licence))

    def _leaf(self, term: Term, kind: Kind) -> Leaf:
        return Leaf(term.ident, term.value, term.unit, kind, term.expression, True, term.licence)

    def _count_leaf(self, count: int) -> Leaf:
        """An average divides by how many amounts were summed."""
        cue = next(c.cue for c in self.cues if c.kind in AVERAGING and c.first >= self.demand.first)
        licence = Licence(cue.entry, cue.span)
        share = Constant("fact.count_of_terms", Fraction(1, max(count, 1)), Unit(), cue.span)
        return Leaf("count", share.value, Unit(), Kind.FACTOR, share, True, licence)

    def _frame(self, terms: Sequence[Term]) -> list[Term] | Refusal:
        """The implicit one of a time unit in the question: per week, in a day."""
        found = []
        sentence = self.words[self.demand.first].sentence
        start = next(w.index for w in self.words if w.sentence == sentence)
        tails = {i for m in self.mentions for i in range(m.first, m.last)}
        for i in range(start, self.demand.last - 1):
            if i in tails:
                continue
            article = self.words[i].lower in self.grammar.articles and self.words[i].numeral < 0
            each = self.words[i].lemma in self.grammar.each
            entry = self.units.unit_of(self.day_parts.get(self.words[i + 1].lemma, self.words[i + 1].lower))
            if (article or each) and entry and entry.family == TIME:
                place = self.words[i].span.cover(self.words[i + 1].span)
                if self.demand.compares or not self._needs_frame(terms):
                    return Refusal("frame_unread", Missing.SKILL, "no rate has use for this stretch of time", (place,))
                found.append(constant_term("fact.one", entry.lemma, place, i))
        return found[:1]

    def _needs_frame(self, terms: Sequence[Term]) -> bool:
        """Only a rate over time has use for a stretch of time."""
        return any(self.finder.dimension((n,)) == TIME for t in terms for n in t.unit.denominator) or any(
            t.role is Role.AMOUNT and self.finder.dimension(t.unit.numerator) == TIME for t in terms
        )

    def _licences(self, shared: Licence) -> dict[Family, Licence]:
        """The cue that backs each family: one of the question, else the verb that the amounts share."""
        inside = [c for c in self.cues if c.first >= self.demand.first and c.last <= self.demand.last]
        found = {}
        for family, names in BACKING.items():
            cue = next((c.cue for c in inside if c.kind in names), None)
            found[family] = Licence(cue.entry, cue.span) if cue else shared
        return found
