"""Signs, forms and caps: what the aggregation of the question allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.chain import Family, Form, Kind
from models.outcome import Missing, Refusal
from models.quantity import Role
from models.span import Span
from models.units import Unit
from readers.packs_numeric import TIME
from readers.r1.choices import Choices
from readers.r1.packs import Grammar
from readers.r1.question import MONEY, Demand
from readers.r1.sides import sides_of
from readers.r1.signs import is_money, load_money_signs, sign_of
from readers.r1.terms import Term
from readers.r1.words import Word

STATES = frozenset({"possess", "be"})
SPENDING = frozenset({"spend", "cost", "earn"})
NEED = "need"
HOLDING = frozenset({"possess", "be", "contain", "save", ""})
OPEN = frozenset({"perform", "produce", "contain", "share", "cost", "need"})
EVERY_FORM = frozenset(Form)
TRANSFER = "transfer"
LOSING = frozenset({"loss", "consume", "transfer"})
BY_SIGN = {1: Kind.GAIN, -1: Kind.LOSS, 0: Kind.STATE}


class Plan(NamedTuple):
    """The aggregation, the kind of each term, the root forms allowed, and the caps."""

    aggregation: str
    kinds: dict[str, Kind]
    forms: frozenset[Form]
    caps: dict[Family, int]


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans one reading; pure."""

    words: Sequence[Word]
    demand: Demand
    choices: Choices
    grammar: Grammar
    owners: frozenset[str]
    place: frozenset[str]
    question_class: str
    question_polarity: int
    rest_asked: bool
    sharing: bool
    span: Span

    def balances(self, terms: Sequence[Term]) -> bool:
        """Whether the question asks what is there after gains and losses."""
        if self.demand.compares or (self.demand.per and not self.demand.left):
            return False
        if self.rest_asked or self.demand.profit:
            return True
        holding = self.question_class in HOLDING and any(self._sign(t) for t in terms)
        return self.demand.left or (holding and self.demand.dimension != (TIME,))

    def plan(self, terms: Sequence[Term], target: Unit) -> Plan | Refusal:
        """The plan for the top terms under the target unit; a refusal where an aggregation is open."""
        return self._unfit(terms) or self._planned(terms, target)

    def _unfit(self, terms: Sequence[Term]) -> Refusal | None:
        """Why no aggregation may run over these terms, or None."""
        clash = self._clash(terms)
        if clash:
            spans = (clash[0].span, clash[1].span)
            return Refusal("contradictory_amounts", Missing.AMBIGUITY, "two values are given for one amount", spans)
        if self._verb_unmet(terms):
            return self._refuse("question_verb_unmet", "what the question asks never happens in the text")
        goals = [t for t in terms if t.verb_class == NEED and t.more]
        if goals and self.question_class != NEED:
            return Refusal("need_open", Missing.SKILL, "what is needed more is not what is there", (goals[0].span,))
        return None

    def _planned(self, terms: Sequence[Term], target: Unit) -> Plan | Refusal:
        """The aggregation that the question's words ask for."""
        wholes = [t for t in terms if t.whole]
        if wholes and not self.demand.total and self._partitions(terms, wholes):
            return self._remainder(terms, wholes)
        if self.demand.original and len(terms) == 1:
            return self._sum(terms, target)
        if self.rest_asked:
            return self._rest(terms)
        if any(t.rest for t in terms) and not self.demand.left and not self.demand.original:
            return self._change(terms)
        if self.demand.compares:
            return self._difference(terms, target)
        if self.balances(terms):
            return self._balance(terms, target)
        return self._sum(terms, target)

    def _clash(self, terms: Sequence[Term]) -> tuple[Term, Term] | None:
        """Two states of one owner and thing that nothing tells apart."""
        states = [
            t for t in terms if t.verb_class in STATES and t.role is Role.AMOUNT and not t.part and not t.unit.is_rate
        ]
        for i, one in enumerate(states):
            for other in states[i + 1 :]:
                same = one.lemma == other.lemma and one.clause != other.clause and one.owners == other.owners
                if same and one.owners and one.labels == other.labels and not one.shared:
                    return one, other
        return None

    def _verb_unmet(self, terms: Sequence[Term]) -> bool:
        """ "How many did they lose" where nothing is lost."""
        if self.question_class not in LOSING or self.demand.dimension == (MONEY,) or self.demand.left:
            return False
        return not any(t.verb == self.demand.verb or t.verb_class == self.question_class for t in terms)

    def _shareable(self, terms: Sequence[Term]) -> bool:
        """Whether amounts to be divided belong together: one clause, sentence or owner."""
        amounts = [t for t in terms if t.role is Role.AMOUNT and not t.unit.is_rate]
        if self.demand.unit == self.grammar.year:
            return False
        if self.sharing or len(amounts) < 2:
            return True
        first = amounts[0]
        return all(
            t.owners & first.owners
            or self.words[t.place].sentence == self.words[first.place].sentence
            or first.owners & t.labels
            or t.owners & first.labels
            for t in amounts[1:]
        )

    def _sign(self, term: Term) -> int:
        money = self.demand.dimension == (MONEY,) or self.demand.unit == self.grammar.dollar
        return sign_of(term, self.owners, money, self.place - term.labels)

    def _refuse(self, kind: str, detail: str) -> Refusal:
        return Refusal(kind, Missing.SKILL, detail, (self.span,))

    def _rest(self, terms: Sequence[Term]) -> Plan | Refusal:
        """The rest is asked for: the whole less the parts that are told apart."""
        held = [t for t in terms if not t.unit.is_rate and t.role is Role.AMOUNT]
        inside = {i for t in held if t.part for i in t.covers}
        wholes = [t for t in held if t.whole] or [t for t in held if t.ident in inside and not t.part]
        wholes = wholes or [t for t in held if t.value == max(u.value for u in held if u.unit == t.unit)][:1]
        if len(wholes) != 1 or wholes[0].part:
            return self._refuse("rest_unbound", "what the rest is of is not bound")
        kinds = {
            t.ident: Kind.LOSS if t in held and t.unit == wholes[0].unit and t not in wholes else Kind.STATE
            for t in terms
        }
        caps = {Family.SHARE: 1} if self.demand.per else {}
        return Plan("left", self._factors(terms, kinds), frozenset({Form.BALANCE, Form.PRODUCT}), caps)

    def _partitions(self, terms: Sequence[Term], wholes: Sequence[Term]) -> bool:
        """Whether the other amounts are parts of the stated total, not changes of it."""
        return all(self._sign(t) in (0, self._sign(wholes[0])) for t in terms if t not in wholes and not t.unit.is_rate)

    def _change(self, terms: Sequence[Term]) -> Plan | Refusal:
        """Start and remainder are stated, one change is asked: what the others leave open."""
        rests = [t for t in terms if t.rest]
        starts = [t for t in terms if t not in rests and self._sign(t) == 0 and not t.unit.is_rate]
        if len(rests) != 1 or len(starts) != 1 or self.demand.total or self.demand.compares:
            return self._refuse("change_unbound", "which change is asked for is not bound")
        kinds = {t.ident: BY_SIGN[self._sign(t)] for t in terms} | {rests[0].ident: Kind.LOSS}
        caps = {Family.SHARE: 1} if self.demand.per else {}
        return Plan("left", self._factors(terms, kinds), frozenset({Form.BALANCE, Form.PRODUCT}), caps)

    def _remainder(self, terms: Sequence[Term], wholes: Sequence[Term]) -> Plan | Refusal:
        """A stated total: the parts are never added to it, the rest is what they leave."""
        if len(wholes) > 1:
            return self._refuse("several_totals", "more than one amount is called a total")
        unit = wholes[0].unit
        parts = [t for t in terms if t.unit == unit and t not in wholes]
        if not parts and all(t.unit.is_rate or t in wholes for t in terms):
            return self._sum(terms, unit)
        kinds = {t.ident: Kind.STATE if t in wholes or t.unit.is_rate else Kind.LOSS for t in terms}
        caps = {Family.SHARE: 1} if self.demand.per else {}
        return Plan("left", self._factors(terms, kinds), frozenset({Form.BALANCE, Form.PRODUCT}), caps)

    def _balance(self, terms: Sequence[Term], target: Unit) -> Plan | Refusal:
        """Had, got, gave: signs by verb; an open verb after a state takes away."""
        signs = self._signs(terms)
        loose = [t for t in terms if t.part and signs[t.ident] == 0]
        if loose:
            return Refusal("part_open", Missing.SKILL, "whether this part stays or goes is not said", (loose[0].span,))
        if self.demand.original:
            return self._original(terms, signs)
        refusal = self._unpaired(terms, target) or self._foreign_gain(terms, signs)
        if refusal:
            return refusal
        kinds = self._factors(terms, {k: BY_SIGN[s] for k, s in signs.items()})
        if self.choices.relaxes("signs"):
            forms = frozenset({Form.DIFFERENCE, Form.BALANCE})
            return Plan("left", self._unsigned(kinds), forms, {Family.DIFFERENCE: 1})
        states = [t for t in terms if kinds[t.ident] is Kind.STATE]
        caps = {Family.AGGREGATE: int(self.demand.total or (len(states) > 1 and self._alike(states)))}
        return Plan("left", kinds, self._balance_forms(), caps)

    def _signs(self, terms: Sequence[Term]) -> dict[str, int]:
        """The sign of each term by id; where profit is asked, money alone moves it."""
        signs = {t.ident: self._open_sign(t, terms) for t in terms}
        if self.demand.profit:
            signs |= {t.ident: 0 for t in terms if not is_money(t) and self._priced(t, terms)}
        return signs

    def _unpaired(self, terms: Sequence[Term], target: Unit) -> Refusal | None:
        """Two amounts of one unit that is not asked for: what each goes with is open."""
        held = [t.unit for t in terms if t.role is Role.AMOUNT and not t.unit.is_rate and t.unit != target]
        if len(set(held)) < len(held):
            return self._refuse("pairing_open", "which amounts go together is not bound")
        return None

    def _foreign_gain(self, terms: Sequence[Term], signs: dict[str, int]) -> Refusal | None:
        """Somebody else gains, and nothing is lost: the question's owner may have no part in it."""
        if not self.owners or any(s < 0 for s in signs.values()):
            return None
        gains = [t for t in terms if signs[t.ident] > 0 and t.owners]
        strangers = [t for t in gains if not self.owners & (t.owners | t.recipients | t.labels)]
        if not strangers:
            return None
        return Refusal("foreign_owner", Missing.SKILL, "who gains is not who is asked about", (strangers[0].span,))

    def _balance_forms(self) -> frozenset[Form]:
        if self.demand.profit:
            return frozenset({Form.BALANCE, Form.PRODUCT})
        if self.demand.left:
            return frozenset({Form.BALANCE})
        return frozenset({Form.BALANCE, Form.TOTAL, Form.PRODUCT, Form.LEAF})

    def _priced(self, term: Term, terms: Sequence[Term]) -> bool:
        """Whether signed money rates are per this term: its own sign is theirs."""
        return any(is_money(t) and set(t.unit.denominator) & set(term.unit.numerator) and self._sign(t) for t in terms)

    def _unsigned(self, kinds: dict[str, Kind]) -> dict[str, Kind]:
        """Signs that rest on the verb's class alone are opened; those of the first state stay."""
        return {k: Kind.FACTOR if kind is Kind.FACTOR else Kind.STATE for k, kind in kinds.items()}

    def _open_sign(self, term: Term, terms: Sequence[Term]) -> int:
        sign = self._sign(term)
        if sign == 0 and any(t.part and term.ident in t.covers and t is not term for t in terms):
            return 0
        if term.part and sign == 0:
            return -1 if self.demand.left and term.verb_class in OPEN - {""} else 0
        first = min((t.place for t in terms if t.unit == term.unit), default=term.place)
        if self.demand.left and term.verb in load_money_signs().open_verbs and not is_money(term):
            return -1 if term.place > first else 0
        if (
            any(
                t.place == first and t.clause == term.clause and t.verb == term.verb
                for t in terms
                if t.unit == term.unit
            )
            and not sign
        ):
            return 0
        if sign or not self.demand.left or (term.unit.is_rate and not term.owners & self.owners):
            return sign
        return -1 if term.place > first and term.verb_class in OPEN else 0

    def _original(self, terms: Sequence[Term], signs: dict[str, int]) -> Plan | Refusal:
        """What was there at first: the changes are undone from what was left."""
        finals = [t for t in terms if t.rest or (signs[t.ident] == 0 and not t.unit.is_rate)]
        if len(finals) != 1:
            return self._refuse("original_unbound", "what was left at the end is not stated once")
        kinds = {k: BY_SIGN[-s] for k, s in signs.items()} | {finals[0].ident: Kind.STATE}
        return Plan("original", self._factors(terms, kinds), frozenset({Form.BALANCE}), {})

    def _factors(self, terms: Sequence[Term], kinds: dict[str, Kind]) -> dict[str, Kind]:
        """Multipliers and bare frequencies scale whatever they meet."""
        scale = {t.ident for t in terms if t.role in (Role.FACTOR, Role.FRACTION)}
        return {k: Kind.FACTOR if k in scale else kind for k, kind in kinds.items()}

    def _difference(self, terms: Sequence[Term], target: Unit) -> Plan | Refusal:
        """How many more A than B: B's terms are taken from A's."""
        kinds = {t.ident: Kind.STATE for t in terms}
        a, b = sides_of(self.words, self.demand, self.question_class, terms)
        if a and b and any(t.unit == target and t not in a and t not in b for t in terms):
            return self._refuse("foreign_owner", "an amount is on neither side of the comparison")
        if any(len({abs(self._sign(t)) for t in side if t.unit == target}) > 1 for side in (a, b)):
            return self._refuse("sides_change", "a side of the comparison also changes")
        if len({t.verb_class == TRANSFER for t in (*a, *b) if t.unit == target}) > 1:
            return self._refuse("sides_change", "a side of the comparison also changes")
        if a and b:
            kinds.update({t.ident: Kind.LOSS for t in b})
            if not self.choices.relaxes("signs"):
                rated = any(t.unit.is_rate for t in (*a, *b))
                forms = frozenset({Form.BALANCE, Form.PRODUCT} if rated else {Form.BALANCE})
                return Plan("difference", self._factors(terms, kinds), forms, {Family.AGGREGATE: 1})
        elif len([t for t in terms if t.unit == target]) > 2:
            return self._refuse("sides_unbound", "which amounts are compared is not bound")
        kinds = dict.fromkeys(kinds, Kind.STATE)
        return Plan("difference", self._factors(terms, kinds), frozenset({Form.DIFFERENCE}), {Family.DIFFERENCE: 1})

    def _sum(self, terms: Sequence[Term], target: Unit) -> Plan | Refusal:
        """A total, a single amount or a rate: what opposes the question's verb is taken away."""
        if self.demand.average and not self.demand.per:
            kinds = self._factors(terms, {t.ident: Kind.STATE for t in terms})
            return Plan("average", kinds, frozenset({Form.PRODUCT}), {Family.AGGREGATE: 1})
        against = {t.ident for t in terms if self.question_polarity and self._sign(t) == -self.question_polarity}
        counted = not self.demand.unit and not self.demand.dimension
        kinds = {t.ident: Kind.LOSS if t.ident in against and counted else Kind.STATE for t in terms}
        licensed = self._licensed(terms, target)
        caps = {Family.AGGREGATE: int(licensed)}
        if self.demand.per and self._shareable(terms):
            caps[Family.SHARE] = 1
        forms = EVERY_FORM - {Form.DIFFERENCE}
        return Plan("total" if self.demand.total else "single", self._factors(terms, kinds), forms, caps)

    def _licensed(self, terms: Sequence[Term], target: Unit) -> bool:
        """Whether amounts may be summed: a word for it, or one verb and owner throughout."""
        amounts = [t for t in terms if t.role is Role.AMOUNT and not t.unit.is_rate]
        if self.demand.total:
            doubles = [t for t in amounts if t.unit != target and sum(u.unit == t.unit for u in amounts) > 1]
            return self._one_class(amounts) and (not doubles or self._alike(doubles))
        doubled = [t.unit for t in terms if t.unit != target and t.role is Role.AMOUNT]
        if len(set(doubled)) < len(doubled):
            return False
        if target.numerator == (self.grammar.dollar,) and self.question_class in SPENDING:
            return len({self._sign(t) for t in terms if self._sign(t) and is_money(t)}) <= 1
        verbs = {t.verb for t in amounts}
        return self._alike(amounts) and self.demand.verb in verbs | self.grammar.supports

    def _one_class(self, amounts: Sequence[Term]) -> bool:
        """Sums run over one class of verbs: holding, or one kind of event."""
        if any(t.unit.numerator == (self.grammar.dollar,) for t in amounts):
            return True
        classes = {"hold" if t.verb_class in HOLDING - {""} else t.verb_class or t.verb for t in amounts if t.verb}
        return len(classes) <= 1

    def _alike(self, terms: Sequence[Term]) -> bool:
        """One verb, and at most one owner."""
        return len({t.verb for t in terms}) == 1 and len({t.owners for t in terms if t.owners}) <= 1
