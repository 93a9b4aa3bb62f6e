"""From terms and a demand to the chain problem: leaves, signs, target, caps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.chain import ChainProblem, Family, Form, Kind, Leaf, Target
from models.expression import Licence
from models.outcome import Missing, Refusal
from models.quantity import Role
from models.span import Span
from models.units import Unit
from readers.lexicon import Lexicon
from readers.packs_numeric import NumericPacks
from readers.r1.casts import cast_terms, constant_term, recount
from readers.r1.choices import Choices
from readers.r1.cues import FoundCue
from readers.r1.question import Demand
from readers.r1.terms import Term
from readers.r1.words import Tag, Word

HOLDING = frozenset({"possess", "be", "contain", ""})
EVERY_FORM = frozenset(Form)


class Plan(NamedTuple):
    """What the aggregation allows: kinds per term, target forms, caps."""

    aggregation: str
    kinds: dict[str, Kind]
    forms: frozenset[Form]
    caps: dict[Family, int]


@dataclass(frozen=True, slots=True)
class Assembler:
    """Builds the ChainProblem of one reading; refuses where something is open."""

    words: Sequence[Word]
    cues: Sequence[FoundCue]
    demand: Demand
    lexicon: Lexicon
    units: NumericPacks
    choices: Choices
    owners: frozenset[str]
    hidden: frozenset[str]
    question_class: str
    question_polarity: int

    def build(self, terms: Sequence[Term]) -> tuple[ChainProblem, Unit, str] | Refusal:
        """The chain problem, its target unit and the aggregation."""
        found = self._target(terms)
        if isinstance(found, Refusal):
            return found
        target, terms = found
        terms = self._link_rates(terms, target)
        frame = self._frame()
        cast = cast_terms([*terms, *frame], target, self.units)
        top = self._selected(cast, target)
        if isinstance(top, Refusal):
            return top
        plan = self._plan(top, target)
        leaves = tuple(self._leaf(t, plan.kinds[t.ident]) for t in top)
        if not leaves:
            return self._refuse("no_quantity", "no quantity bears on the question")
        if len(leaves) > 9:
            return self._refuse("too_many_quantities", "more quantities than the search is bounded to")
        goal = Target(target, frozenset({Kind.STATE, Kind.GAIN, Kind.LOSS}), plan.forms)
        return ChainProblem(leaves, goal, self._caps(plan), self._licences()), target, plan.aggregation

    def _refuse(self, kind: str, detail: str, missing: Missing = Missing.SKILL) -> Refusal:
        return Refusal(kind, missing, detail, (self._question_span(),))

    def _question_span(self) -> Span:
        return self.words[self.demand.first].span.cover(self.words[self.demand.last - 1].span)

    # the target's unit

    def _target(self, terms: Sequence[Term]) -> tuple[Unit, tuple[Term, ...]] | Refusal:
        found = self._measured(terms) if (self.demand.dimension or self.demand.unit) else self._counted(terms)
        if isinstance(found, Refusal):
            return found
        unit, terms = found
        for noun in self.demand.per:
            below = self._per_base(noun, terms, unit)
            if below and not self._is_time(below):
                unit = unit / Unit.of(below)
        return unit, terms

    def _is_time(self, base: str) -> bool:
        entry = self.units.unit_of(base)
        return entry is not None and entry.dimension == "time"

    def _per_base(self, noun: str, terms: Sequence[Term], unit: Unit) -> str:
        """The base that "each" in the question divides by."""
        bases = [n for t in terms for n in (*t.unit.numerator, *t.unit.denominator) if n not in unit.numerator]
        if not noun:
            counts = [b for b in dict.fromkeys(reversed(bases)) if self.units.unit_of(b) is None]
            return self.choices.pick("question.each", counts[:3]) if counts else ""
        entry = self.units.unit_of(noun)
        if entry:
            return entry.lemma
        if noun in bases:
            return noun
        below = [b for b in bases if self.lexicon.is_a(b, noun)]
        return below[0] if below else noun

    def _measured(self, terms: Sequence[Term]) -> tuple[Unit, tuple[Term, ...]] | Refusal:
        """A measure answers: by its unit, or by the text's unit of the dimension."""
        if self.demand.unit:
            return Unit.of(self.demand.unit), tuple(terms)
        if "speed" in self.demand.dimension:
            rates = [t.unit for t in terms if t.unit.is_rate and self._dimension(t.unit.numerator) == "length"]
            return (rates[0], tuple(terms)) if rates else self._refuse("question_unlinked", "no speed is given")
        bases = [n for t in terms for n in t.unit.numerator if self._dimension((n,)) in self.demand.dimension]
        if not bases:
            return self._refuse("question_unlinked", "nothing measured in the text answers this", Missing.KNOWLEDGE)
        base = "dollar" if self.demand.dimension == ("money",) else self.choices.pick("question.unit", list(dict.fromkeys(bases)))
        return Unit.of(base), tuple(terms)

    def _dimension(self, bases: Sequence[str]) -> str:
        entry = self.units.unit_of(bases[0]) if len(bases) == 1 else None
        return entry.dimension if entry else ""

    def _counted(self, terms: Sequence[Term]) -> tuple[Unit, tuple[Term, ...]] | Refusal:
        noun = self.demand.noun
        if not noun:
            bases = list(dict.fromkeys(n for t in reversed(terms) for n in t.unit.numerator))
            return (Unit.of(self.choices.pick("question.elided", bases[:3])), tuple(terms)) if bases else self._unlinked()
        counted = {n for t in terms for n in t.unit.numerator}
        below = {n for t in terms for n in t.unit.denominator}
        under = [b for b in sorted(counted) if b != noun and self.lexicon.is_a(b, noun)]
        if noun in counted:
            return Unit.of(noun), self._cast_all(terms, under, noun)
        if under:
            return Unit.of(noun), self._cast_all(terms, under, noun)
        labelled = list(dict.fromkeys(n for t in terms if noun in t.labels for n in t.unit.numerator))
        if labelled and all(self.units.unit_of(b) is None for b in labelled):
            return Unit.of(self.choices.pick("question.label", labelled)), tuple(terms)
        if noun in below:
            return Unit.of(noun), tuple(terms)
        return self._unlinked()

    def _unlinked(self) -> Refusal:
        return self._refuse("question_unlinked", "what is asked for is not among what the text counts", Missing.KNOWLEDGE)

    def _cast_all(self, terms: Sequence[Term], bases: Sequence[str], noun: str) -> tuple[Term, ...]:
        """Hyponyms of the asked noun count as the noun."""
        for base in bases:
            entry = self.lexicon.id_of("class", noun) or "noun_class.same"
            terms = [recount(t, base, noun, entry, t.span) if base in t.unit.numerator else t for t in terms]
        return tuple(terms)

    def _link_rates(self, terms: Sequence[Term], target: Unit) -> tuple[Term, ...]:
        """A rate per "animal" serves counted dogs."""
        counted = {n for t in terms for n in t.unit.numerator}
        for base in sorted({n for t in terms for n in t.unit.denominator} - counted):
            under = [c for c in sorted(counted) if c not in target.numerator and self.lexicon.is_a(c, base)]
            if under:
                terms = self._cast_all(terms, under, base)
        return tuple(terms)

    def _frame(self) -> list[Term]:
        """The implicit one of a time unit in the question: per week, in a day."""
        found = []
        for i in range(self.demand.first, self.demand.last - 1):
            article = self.words[i].lower in ("a", "an", "one") and self.words[i].numeral < 0
            each = self.words[i].lemma in ("each", "every", "per")
            entry = self.units.unit_of(self.words[i + 1].lower)
            if (article or each) and entry and entry.dimension == "time":
                found.append(constant_term("fact.one", entry.lemma, self.words[i].span.cover(self.words[i + 1].span), -1, i))
        return found

    # which terms take part

    def _selected(self, terms: Sequence[Term], target: Unit) -> list[Term] | Refusal:
        """Top-level terms: those inside a derived one only where the question adds them up."""
        inside = {i for t in terms if t.derived for i in t.covers if i != t.ident}
        chosen = []
        for term in terms:
            if term.ident in self.hidden:
                continue
            if term.ident in inside and not self._stands_beside(term, terms, target):
                continue
            if term.derived and self._superseded(term, terms):
                continue
            chosen.append(term)
        return chosen

    def _stands_beside(self, term: Term, terms: Sequence[Term], target: Unit) -> bool:
        """Whether a term used inside another also counts by itself."""
        if term.role is not Role.AMOUNT:
            return False
        holders = [t for t in terms if t.derived and term.ident in t.covers]
        parts = all(t.role is Role.AMOUNT and t.polarity < 0 for t in holders)
        if parts and self._balances():
            return True
        joint = self.demand.total or self.demand.compares
        return self.choices.pick(f"beside:{term.ident}", [joint, not joint]) if joint else False

    def _superseded(self, term: Term, terms: Sequence[Term]) -> bool:
        """A derived term that lives inside a later one and is not asked for by itself."""
        holders = [t for t in terms if t.derived and t.ident != term.ident and term.ident in t.covers]
        return bool(holders) and not (self.demand.total or self.demand.compares or self._balances())

    # signs and aggregation

    def _balances(self) -> bool:
        return self.demand.left or (self.demand.final and self.question_class in HOLDING)

    def _plan(self, terms: Sequence[Term], target: Unit) -> Plan:
        if self.demand.compares:
            return self._difference(terms, target)
        if self._balances() or (self.question_class in HOLDING and self._events(terms)):
            return self._balance(terms)
        return self._sum(terms)

    def _events(self, terms: Sequence[Term]) -> bool:
        return any(self._sign(t) for t in terms)

    def _sign(self, term: Term) -> int:
        """The sign of a term for the question's owner; a transfer depends on the side."""
        if term.verb_class == "transfer" and self.owners:
            if self.owners & term.owners:
                return -1
            if self.owners & term.recipients:
                return 1
        return term.polarity

    def _balance(self, terms: Sequence[Term]) -> Plan:
        """Had, got, gave: signs by verb; an open verb after a state takes away."""
        kinds = {}
        for term in terms:
            sign = self._sign(term)
            if sign == 0 and self.demand.left and self._soft_loss(term, terms):
                sign = self.choices.pick(f"sign:{term.ident}", [-1])
            kinds[term.ident] = {1: Kind.GAIN, -1: Kind.LOSS, 0: Kind.STATE}[sign]
        if self.choices.relaxes("signs"):
            kinds = {k: Kind.STATE for k in kinds}
            return Plan("left", self._factors(terms, kinds), frozenset({Form.DIFFERENCE}), {Family.DIFFERENCE: 1})
        gains = sum(k is Kind.GAIN for k in kinds.values())
        caps = {Family.AGGREGATE: 1 if gains > 1 or not self.demand.left else 0}
        if self.demand.left and not any(k is Kind.LOSS for k in kinds.values()):
            caps[Family.DIFFERENCE] = 1
        forms = frozenset({Form.BALANCE, Form.DIFFERENCE}) if self.demand.left else frozenset({Form.BALANCE, Form.TOTAL, Form.PRODUCT, Form.LEAF})
        return Plan("left", self._factors(terms, kinds), forms, caps)

    def _soft_loss(self, term: Term, terms: Sequence[Term]) -> bool:
        first = min((t.place for t in terms if t.unit == term.unit), default=term.place)
        return term.place > first and term.verb_class in ("perform", "produce", "contain", "share", "cost", "")

    def _factors(self, terms: Sequence[Term], kinds: dict[str, Kind]) -> dict[str, Kind]:
        """Multipliers and bare frequencies scale whatever they meet."""
        scale = {t.ident for t in terms if t.role in (Role.FACTOR, Role.FRACTION)}
        return {k: Kind.FACTOR if k in scale else kind for k, kind in kinds.items()}

    def _difference(self, terms: Sequence[Term], target: Unit) -> Plan:
        """How many more A than B: B's terms are taken from A's."""
        kinds = {t.ident: Kind.STATE for t in terms}
        a, b = self._sides(terms)
        if a and b and not self.choices.relaxes("signs"):
            kinds.update({t.ident: Kind.LOSS for t in b})
            return Plan("difference", self._factors(terms, kinds), frozenset({Form.BALANCE}), {Family.AGGREGATE: 1})
        return Plan("difference", self._factors(terms, kinds), frozenset({Form.DIFFERENCE}), {Family.DIFFERENCE: 1})

    def _sides(self, terms: Sequence[Term]) -> tuple[list[Term], list[Term]]:
        than = frozenset(w.lemma for w in self.words[self.demand.than[0] : self.demand.than[1]] if w.tag in (Tag.NOUN, Tag.NAME))
        if not than:
            return [], []
        b = [t for t in terms if than <= t.labels | t.owners]
        own = self.demand.labels | ({self.demand.noun} if self.demand.noun else set())
        a = [t for t in terms if t not in b and (own & t.labels or not than & t.labels)]
        return (b, a) if self.demand.sign < 0 else (a, b)

    def _sum(self, terms: Sequence[Term]) -> Plan:
        """A total, a single amount or a rate: what opposes the question's verb is taken away."""
        kinds = {}
        for term in terms:
            against = self.question_polarity and self._sign(term) == -self.question_polarity
            kinds[term.ident] = Kind.LOSS if against and term.verb_class != "spend" else Kind.STATE
        licensed = self.demand.total or self._coordinated(terms) or self.choices.relaxes("licences")
        caps = {Family.AGGREGATE: 2 if self.demand.total else int(licensed)}
        if self.demand.per:
            caps[Family.SHARE] = 1
        forms = EVERY_FORM - {Form.DIFFERENCE}
        return Plan("total" if self.demand.total else "single", self._factors(terms, kinds), forms, caps)

    def _coordinated(self, terms: Sequence[Term]) -> bool:
        """Amounts of one verb and owner may be summed without a word for it."""
        amounts = [t for t in terms if t.role is Role.AMOUNT and not t.unit.is_rate]
        return len({(t.verb, t.owners) for t in amounts}) < len(amounts)

    def _caps(self, plan: Plan) -> dict[Family, int]:
        if self.choices.relaxes("licences"):
            return {family: max(plan.caps.get(family, 0), 1) for family in (Family.AGGREGATE, Family.DIFFERENCE, Family.SHARE)}
        return plan.caps

    def _licences(self) -> dict[Family, Licence]:
        """The cue that backs each family: the question's, else the question itself."""
        kinds = {Family.AGGREGATE: ("total",), Family.DIFFERENCE: ("left", "more", "less", "than"), Family.SHARE: ("each", "share")}
        inside = [c for c in self.cues if c.first >= self.demand.first and c.last <= self.demand.last]
        found = {}
        for family, names in kinds.items():
            cue = next((c.cue for c in inside if c.kind in names), None)
            found[family] = Licence(cue.entry, cue.span) if cue else Licence(f"question.{family.value}", self._question_span())
        return found

    def _leaf(self, term: Term, kind: Kind) -> Leaf:
        return Leaf(term.ident, term.value, term.unit, kind, term.expression, True, term.licence)

