"""Which terms stand at the top of the chains, and which live only inside others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.outcome import Missing, Refusal
from models.quantity import Role
from models.span import Span
from readers.r1.choices import Choices
from readers.r1.question import Demand
from readers.r1.terms import Term

HOLDING = frozenset({"possess", "be", "contain"})


@dataclass(frozen=True, slots=True)
class Asked:
    """The question's own words: names in it, all content labels, its verb."""

    names: frozenset[str]
    labels: frozenset[str]
    verb: str
    plural: bool
    people: frozenset[str]
    owners: frozenset[str]
    measures: frozenset[str]
    sentence: int


@dataclass(frozen=True, slots=True)
class Selector:
    """Chooses top-level terms under the question; pure."""

    demand: Demand
    asked: Asked
    hidden: frozenset[str]
    choices: Choices
    balances: bool
    sums: bool
    wholes: bool
    negated: bool
    span: Span

    def select(self, terms: Sequence[Term]) -> list[Term] | Refusal:
        """Terms that the chains must use, in text order; a refusal where one has no place in them."""
        visible = self._shares_asked([t for t in terms if t.ident not in self.hidden])
        chosen = [t for t in visible if self._on_top(t, visible)]
        foreign = [t for t in chosen if (self.balances and self._foreign(t)) or self._joins_uninvited(t)]
        if foreign:
            return self._refuse("foreign_owner", "an amount belongs to somebody else", foreign[0])
        stray = self._stray(chosen)
        if stray:
            return self._refuse("unconnected", "nothing ties an amount to what is asked", stray)
        if self.negated and not self.balances:
            return self._complement(chosen)
        return self._part_matched(chosen, visible) or chosen

    def _refuse(self, kind: str, detail: str, term: Term) -> Refusal:
        return Refusal(kind, Missing.SKILL, detail, (term.span, self.span))

    def _on_top(self, term: Term, visible: Sequence[Term]) -> bool:
        """Whether a term counts by itself: nothing holds it, or it stands beside what does."""
        holders = [t for t in visible if t.derived and t.ident != term.ident and term.ident in t.covers]
        return not holders or self._beside(term, holders)

    def _shares_asked(self, visible: list[Term]) -> list[Term]:
        """Of the shares of one total, those that the question names best."""
        shares = [t for t in visible if t.shared]
        if not shares or self.demand.compares:
            return visible
        best = max(self._share_score(t) for t in shares)
        return [t for t in visible if not t.shared or self._share_score(t) == best]

    def _share_score(self, term: Term) -> tuple[int, bool, int]:
        """Modifiers of the asked noun tell shares apart first, then the noun, then any word."""
        return len(self.demand.modifiers & term.kindred), term.lemma == self.demand.noun, self._score(term)

    def _score(self, term: Term) -> int:
        """How many of the question's words the term's labels hold; names weigh double."""
        labels = term.labels | term.owners
        return len(self.asked.labels & labels) + 2 * len(self.asked.names & labels)

    def _beside(self, term: Term, holders: Sequence[Term]) -> bool:
        """Whether a term used inside another also counts by itself."""
        retired = any(h.replaces and h.base == term.ident for h in holders)
        if term.role is not Role.AMOUNT or retired:
            return False
        in_part = any(h.part for h in holders)
        if self.balances:
            return in_part or self._either(term, not self._foreign(term))
        if in_part or term.part:
            return False
        if self.wholes:
            return True
        if self.demand.total or self.demand.compares or self.sums:
            return self._either(term, self._named(term))
        return self._either(term, self._score(term) >= max(self._score(h) for h in holders))

    def _either(self, term: Term, preferred: bool) -> bool:
        """A choice point: the preferred side first."""
        return self.choices.pick(f"beside:{term.ident}", [preferred, not preferred])

    def _named(self, term: Term) -> bool:
        """Whether the question names the term's people, or nobody in particular."""
        anyone = not self.asked.names or not term.people or self.asked.plural
        return anyone or bool(self.asked.names & (term.people | term.recipients))

    def _joins_uninvited(self, term: Term) -> bool:
        """Whether somebody else's amount would join what named people have."""
        named = self.asked.names if self.asked.people or self.demand.total else frozenset()
        if not named or self.asked.plural or term.unit.is_rate or term.derived:
            return False
        if not term.owners and term.verb_class != "be":
            return False
        return not named & (term.owners | term.labels | term.recipients) and term.verb_class in HOLDING

    def _stray(self, chosen: Sequence[Term]) -> Term | None:
        """The first amount that shares no word, directly or through others, with the question."""
        reached = (self.asked.labels - self.asked.measures) | self.asked.names | self.asked.owners
        left, sentences = list(chosen), {-1, self.asked.sentence}
        while True:
            near = [t for t in left if self._tied(t, reached, sentences)]
            if not near and len(left) == len(chosen):
                near = left[:1]
            if not near:
                return left[0] if left else None
            left = [t for t in left if t not in near]
            sentences |= {t.sentence for t in near}
            reached = reached.union(*(self._words_of(t) | t.covers for t in near))

    def _tied(self, term: Term, reached: frozenset[str], sentences: set[int]) -> bool:
        """Whether a term has no owner, stands beside a tied one, or shares a word with it."""
        words = self._words_of(term) | (term.covers if term.derived else frozenset())
        free = not term.owners or not words or self.demand.compares or (self.asked.plural and bool(term.people))
        free = free or (not term.people and term.unit.is_rate and not self._timed(term))
        return free or term.sentence in sentences or bool(words & reached)

    def _timed(self, term: Term) -> bool:
        """A rate over a measure (speed, pay) belongs to somebody; one per thing to that thing."""
        return bool(set(term.unit.denominator) & self.asked.measures)

    def _words_of(self, term: Term) -> frozenset[str]:
        """Labels, owner and counted things, without measures: they tie nothing together."""
        return (
            term.labels | term.owners | term.recipients | {term.lemma, *term.unit.numerator, *term.unit.denominator}
        ) - (self.asked.measures - self.asked.names)

    def _complement(self, chosen: Sequence[Term]) -> list[Term] | Refusal:
        """ "How many are not ...": what the one part leaves of its whole."""
        parts = [t for t in chosen if t.part]
        if len(parts) != 1 or parts[0].complement is None or parts[0].negated:
            return Refusal("negation_unread", Missing.SKILL, "what the negation leaves is not bound", (self.span,))
        part = replace(parts[0], expression=parts[0].complement)
        return [part if t is parts[0] else t for t in chosen]

    def _foreign(self, term: Term) -> bool:
        """Whether the term belongs to somebody whom the question does not name."""
        mine = self.asked.owners & (term.owners | term.recipients)
        if self.asked.people and term.people:
            return not mine
        return bool(self.asked.people and term.owners and term.polarity and not mine)

    def _part_matched(self, chosen: Sequence[Term], visible: Sequence[Term]) -> Refusal | None:
        """A part of a whole answers only a question that names it."""
        if self.balances:
            return None
        bases = {i for t in visible if t.part for i in t.covers}
        for term in [t for t in chosen if t.part]:
            whole = [t for t in visible if t.ident in bases and t.ident in term.covers and t.ident != term.ident]
            own = term.labels.difference(*(w.labels for w in whole)) if whole else term.labels
            named = own & self.asked.labels or (self.asked.verb and self.asked.verb == term.verb and not term.negated)
            if whole and not named:
                return Refusal(
                    "part_unmatched", Missing.SKILL, "the question does not name this part", (term.span, self.span)
                )
        return None
