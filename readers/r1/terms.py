"""Terms: mentions with unit, owner and polarity, as the relations need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from models.expression import Expression, Given, Licence
from models.quantity import Quantity, Role
from models.span import Span
from models.units import Unit
from readers.lexicon import Lexicon
from readers.packs_numeric import TIME, NumericPacks
from readers.r1.choices import Choices
from readers.r1.clauses import Clause, NounPhrase, noun_phrase
from readers.r1.cues import FoundCue
from readers.r1.mentions import DIMENSIONLESS, Mention
from readers.r1.packs import Comparatives
from readers.r1.words import NOMINAL, Tag, Word


FREQUENCY = "frequency word"


@dataclass(frozen=True, slots=True)
class Term:
    """An amount that the chains may use, with what is known about it.

    ``labels`` are the content lemmas around it, its owner's included;
    ``covers`` the ids of the quantities inside ``expression``; ``polarity`` is
    the sign of its verb, ``soft`` where the verb leaves the sign open.
    """

    ident: str
    value: Fraction
    unit: Unit
    role: Role
    expression: Expression
    covers: frozenset[str]
    lemma: str
    labels: frozenset[str]
    owners: frozenset[str]
    verb: str
    verb_class: str
    polarity: int
    clause: int
    place: int
    licence: Licence
    span: Span
    recipients: frozenset[str] = frozenset()
    derived: bool = False
    part: bool = False
    whole: bool = False
    rest: bool = False
    negated: bool = False
    people: frozenset[str] = frozenset()
    passive: bool = False
    complement: Expression | None = None
    kindred: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    many: bool = False
    bound: int = -1
    replaces: bool = False
    base: str = ""
    shared: bool = False
    sentence: int = -1
    more: bool = False


@dataclass(frozen=True, slots=True)
class TermBuilder:
    """Turns mentions into terms; ``claimed`` collects the words it took up."""

    words: Sequence[Word]
    clauses: Sequence[Clause]
    mentions: Sequence[Mention]
    lexicon: Lexicon
    units: NumericPacks
    comparatives: Comparatives
    choices: Choices
    cues: Sequence[FoundCue]
    asked_from: int
    asked_noun: str
    claimed: set[int]

    def build(self) -> tuple[Term, ...]:
        before = {m.first - 1 for m in self.mentions}
        self.claimed.update(c.first for c in self.cues if c.kind == "again" and c.first in before)
        terms: list[Term] = []
        for mention in self.mentions:
            terms.append(self._term(mention, terms))
        return tuple(terms)

    def _term(self, mention: Mention, before: Sequence[Term]) -> Term:
        clause = self.clauses[mention.clause]
        role = self._role(mention)
        lemma = self._lemma(mention, before, role)
        per = self._per(mention, clause, before, role)
        unit = self._unit(mention, lemma, role, per)
        ident = f"q{mention.index}"
        owners = self.owners(clause, mention.first)
        verb_class, polarity, entry = self._verb(clause, mention)
        if any(m.base[0] <= mention.first < m.base[1] for m in self.mentions):
            verb_class, polarity = "", 0
        span = self.words[clause.verb].span if clause.verb >= 0 else mention.numeral.span
        return Term(
            ident, self._value(mention), unit, role, Given(ident), frozenset({ident}), lemma,
            self._labels(mention, clause, owners, lemma), owners, clause.lemma, verb_class, polarity,
            mention.clause, mention.first, Licence(entry, span), mention.numeral.span, self._recipients(clause, mention),
            whole=self._whole(mention, clause), rest=self._rest(mention, clause), negated=clause.negated,
            kindred=self._kindred(mention, clause), joined=self._joined(mention, clause), many=self._many(mention), more=mention.more,
            bound=self._bound(mention, per), sentence=clause.sentence,
            passive=self._open_passive(clause, ""), people=frozenset(o for o in owners if self.is_person(o)),
        )  # fmt: skip

    def _whole(self, mention: Mention, clause: Clause) -> bool:
        """Whether the text calls the amount a total: "a total of 35", "35 in all"."""
        marked = self._marked("total", mention, clause)
        after = self.words[mention.last : mention.last + 2]
        several = len(after) == 2 and after[0].tag is Tag.CONJUNCTION and after[1].tag is Tag.NUMERAL
        self._marked("average", mention, clause)
        return marked and not several and mention.comparison is None

    def _rest(self, mention: Mention, clause: Clause) -> bool:
        """Whether the text says that this much was left."""
        return self._marked("left", mention, clause)

    def _marked(self, kind: str, mention: Mention, clause: Clause) -> bool:
        first, last = self._segment(mention, clause)
        marks = [c for c in self.cues if c.kind == kind and first <= c.first < last and c.first < self.asked_from]
        marks = [c for c in marks if not self._leaves_object(c)]
        for cue in marks:
            self.claimed.update(range(cue.first, cue.last))
        return bool(marks)

    def _leaves_object(self, cue: FoundCue) -> bool:
        """ "Left it 30 % shorter": a verb with its object, nothing that remains."""
        after = self.words[cue.last] if cue.last < len(self.words) else None
        return self.words[cue.first].tag is Tag.VERB and after is not None and after.tag in (Tag.PRONOUN, Tag.DETERMINER)

    def _value(self, mention: Mention) -> Fraction:
        """The exact value; a percent as a ratio."""
        return mention.numeral.value / 100 if mention.numeral.kind == "percent" else mention.numeral.value

    def _role(self, mention: Mention) -> Role:
        if mention.numeral.kind in DIMENSIONLESS and mention.comparison and not mention.comparison.sign:
            return Role.FACTOR
        if mention.numeral.kind in DIMENSIONLESS and mention.measure in ("", *self.comparatives.ratios):
            if mention.comparison:
                return Role.FACTOR
            return Role.FACTOR if mention.numeral.kind == "multiplier" and not self._has_base(mention) else Role.FRACTION
        return Role.DIFFERENCE if mention.comparison else Role.AMOUNT

    def _has_base(self, mention: Mention) -> bool:
        return mention.base[1] > mention.base[0]

    def _lemma(self, mention: Mention, before: Sequence[Term], role: Role) -> str:
        """The noun counted; where it is elided, that of an earlier amount."""
        if mention.measure and mention.measure not in self.comparatives.ratios:
            return mention.measure
        if mention.numeral.rule == FREQUENCY:
            return self.comparatives.occasion
        if mention.lemma and not (role is Role.FACTOR and self._only_described(mention)):
            return mention.lemma
        if mention.complement and role is Role.AMOUNT:
            return mention.complement
        if role in (Role.FACTOR, Role.FRACTION):
            return ""
        options = list(dict.fromkeys(t.lemma for t in reversed(before) if t.lemma and t.role in (Role.AMOUNT, Role.DIFFERENCE)))
        return self.choices.pick(f"elided:{mention.index}", options[:3]) if options else ""

    def _only_described(self, mention: Mention) -> bool:
        """Whether nothing else counts the noun: "twice as much candy" beside pieces."""
        others = {m.lemma for m in self.mentions if m.index != mention.index}
        if any(w.plural for w in self.words[mention.first : mention.last]):
            return False
        return mention.lemma not in others | {self.asked_noun} and bool(others & {m.lemma for m in self.mentions})

    def _per(self, mention: Mention, clause: Clause, before: Sequence[Term], role: Role) -> tuple[str, ...]:
        if mention.per:
            self._claim_each(mention.first, mention.last)
            timed = all((entry := self.units.unit_of(n)) is not None and entry.family == TIME for n in mention.per)
            return (*mention.per, *self._container(mention)) if timed else mention.per
        if role is not Role.AMOUNT:
            return ()
        if mention.each:
            self._claim_each(mention.first, mention.last)
            options = self._antecedents(mention, clause, before)
            return (self.choices.pick(f"each:{mention.index}", options),) if options else ()
        if mention.per_count >= 0:
            return ()
        container = self._container(mention)
        if container:
            return container
        noun = self._distributed_subject(mention, clause, before) or self._adverbial(mention, clause, before)
        return (noun,) if noun else ()

    def _adverbial(self, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
        """The noun of "each day, ...", "... every week" elsewhere in the clause."""
        reach = self._reach(mention, clause)
        for i in self._nearest_each(mention, clause, reach):
            rate = self.comparatives.rate_words.get(self.words[i].lower, "")
            noun = rate or self._noun_after(i + 1, reach) or self._bare_each(i, mention, clause, before)
            noun = self.comparatives.day_parts.get(noun, noun)
            if noun and noun != mention.lemma:
                self.claimed.add(i)
                return noun
        return ""

    def _bare_each(self, i: int, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
        """ "3 windows, each with 10 tabs": a bare "each" just before the amount."""
        if not 0 < mention.first - i <= 5:
            return ""
        options = self._antecedents(mention, clause, before)
        return self.choices.pick(f"each:{mention.index}", options) if options else ""

    def _reach(self, mention: Mention, clause: Clause) -> int:
        """Where the clause ends, infinitives without amounts of their own included."""
        number = mention.clause + 1
        while number < len(self.clauses) and self.words[self.clauses[number].group[0]].tag is Tag.TO and self.clauses[number].sentence == clause.sentence:
            if any(m.clause == number for m in self.mentions):
                break
            number += 1
        return self.clauses[number - 1].last

    def _nearest_each(self, mention: Mention, clause: Clause, reach: int) -> list[int]:
        """Distributive words of the clause: after the mention first, then fronted ones."""
        words = self.comparatives
        each = [
            i for i in range(clause.first, reach)
            if (words.distributes(self.words[i].lower) or self.words[i].lower in words.rate_words) and not self._in_tail(i, clause)
        ]  # fmt: skip
        return sorted(each, key=lambda i: (i < mention.first, abs(i - mention.first)))

    def _in_tail(self, i: int, clause: Clause) -> bool:
        """Whether the word is the tail of some mention, or inside the subject."""
        subject = clause.subject
        inside = subject is not None and subject.first <= i < subject.last
        return inside or any(m.first <= i < m.last for m in self.mentions)

    def _noun_after(self, i: int, stop: int) -> str:
        while i < stop and (self.words[i].tag in (Tag.ADJECTIVE, Tag.DETERMINER, Tag.NUMERAL) or self.words[i].lower == "of"):
            i += 1
        head = i
        while head + 1 < stop and self.words[head + 1].tag is Tag.NOUN and not self._is_measure(self.words[head].lemma):
            head += 1
        if head >= stop or self.words[head].tag is not Tag.NOUN:
            return ""
        described = head > i and self._is_measure(self.words[head].lemma)
        return " ".join(w.lemma for w in self.words[i : head + 1]) if described else self.words[head].lemma

    def _claim_each(self, first: int, last: int) -> None:
        for i in range(first, last):
            if self.comparatives.distributes(self.words[i].lower):
                self.claimed.add(i)

    def _antecedents(self, mention: Mention, clause: Clause, before: Sequence[Term]) -> list[str]:
        """What a bare "each" may distribute over, nearest first."""
        counted = [t for t in reversed(before) if t.role is Role.AMOUNT and not t.unit.is_rate and not self._is_measure(t.lemma)]
        options = [t.lemma for t in counted if t.lemma and t.lemma != mention.lemma]
        subject = clause.subject
        if subject and subject.plural and self.words[subject.head].tag is Tag.NOUN:
            options.insert(0, subject.lemma)
        return list(dict.fromkeys(options))[:3]

    def _is_measure(self, lemma: str) -> bool:
        return self.units.unit_of(lemma) is not None

    def _distributed_subject(self, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
        """The subject of "each box holds 12", "a ticket costs $5"."""
        subject = clause.subject
        if subject is None or subject.first <= mention.first < subject.last:
            return ""
        if self.comparatives.distributes(subject.determiner) or self._floats(clause):
            self._claim_each(subject.first, max(subject.last, clause.group[1]))
            if self.words[subject.head].tag is Tag.PRONOUN and self.lexicon.pronoun(self.words[subject.head].lower) is None:
                return next(iter(self._antecedents(mention, clause, before)), "")
            return subject.lemma
        generic = subject.determiner in ("a", "an") and self._class(clause) in ("contain", "cost", "need")
        priced = mention.measure == "dollar" and self._class(clause) in ("cost", "be") and subject.plural
        return subject.lemma if generic or priced else ""

    def _floats(self, clause: Clause) -> bool:
        """ "They each have": the distributive word stands before the verb."""
        between = self.words[clause.subject.last : clause.group[1]] if clause.subject else ()
        return any(self.comparatives.distributes(w.lower) for w in between)

    def _container(self, mention: Mention) -> tuple[str, ...]:
        """ "5 boxes of 12 pencils": the box holds 12."""
        outer = next((m for m in self.mentions if m.index < mention.index and m.last <= mention.first and m.last >= mention.first - 2), None)
        before = self.words[mention.first - 1].lower if mention.first else ""
        if outer and outer.lemma and before in ("of", "with", "containing", "holding") and not self._is_measure(outer.lemma):
            return (outer.lemma,)
        return ()

    def _unit(self, mention: Mention, lemma: str, role: Role, per: tuple[str, ...]) -> Unit:
        below = Unit()
        for noun in per:
            if noun == self.comparatives.occasion:
                continue
            entry = self.units.unit_of(noun)
            below = below * Unit.of(entry.lemma if entry else noun)
        if role in (Role.FACTOR, Role.FRACTION):
            return below.inverse()
        if lemma == self.comparatives.occasion:
            return below.inverse()
        return (Unit.of(lemma) if lemma else Unit()) / below

    def _class(self, clause: Clause) -> str:
        entries = self.lexicon.verb_classes(clause.lemma)
        return entries[0].verb_class if entries else ""

    def _verb(self, clause: Clause, mention: Mention) -> tuple[str, int, str]:
        particle = next((w.lower for w in self.words[clause.group[1] : clause.last] if w.tag in (Tag.PREPOSITION, Tag.ADVERB)), "")
        entries = self.lexicon.verb_classes(clause.lemma, particle) or self.lexicon.verb_classes(clause.lemma)
        if not entries:
            return "", 0, "verb.unknown"
        entry = entries[0]
        return entry.verb_class, 0 if self._open_passive(clause, entry.particle) else entry.polarity, entry.id

    def _open_passive(self, clause: Clause, particle: str) -> bool:
        """A passive of getting or giving: who gains is not said."""
        return not particle and self._class(clause) in ("gain", "transfer", "earn") and self._passive(clause)

    def _passive(self, clause: Clause) -> bool:
        """ "were taken": a form of be before a past form."""
        if clause.verb < 1 or self.words[clause.verb].tense != "past":
            return False
        return any("auxiliary_be" in self.lexicon.function(w.lower) for w in self.words[clause.group[0] : clause.verb])

    def owners(self, clause: Clause, at: int) -> frozenset[str]:
        """Labels of the clause's subject, pronouns resolved."""
        return self._resolve(clause.subject, clause) if clause.subject else frozenset()

    def is_person(self, label: str) -> bool:
        """Whether a label names a person: a listed name, or a capitalised unknown word."""
        return self.lexicon.is_name(label) or any(w.lemma == label and w.tag is Tag.NAME for w in self.words)

    def subject_labels(self, span: tuple[int, int], clause: Clause) -> frozenset[str]:
        """Content labels of the subject in a word range, its pronouns resolved."""
        found: frozenset[str] = frozenset()
        at = span[0]
        while at < span[1]:
            phrase = noun_phrase(self.words, at, span[1])
            found |= self._resolve(phrase, clause) if phrase else frozenset()
            at = phrase.last if phrase else at + 1
        return found

    def _resolve(self, phrase: NounPhrase, clause: Clause) -> frozenset[str]:
        head = self.words[phrase.head]
        if head.tag is Tag.PRONOUN:
            return self.antecedent(head, clause)
        inside = self.words[phrase.first : phrase.last]
        labels = frozenset(w.lemma for w in inside if w.tag in NOMINAL or w.tag is Tag.ADJECTIVE)
        if any(w.tag is Tag.NAME for w in inside) or self.lexicon.is_role(self.words[phrase.head].lemma):
            return labels
        if phrase.owner and self.words[phrase.first].tag is Tag.POSSESSIVE:
            return labels | self.antecedent(self.words[phrase.first], clause)
        return labels

    def antecedent(self, pronoun: Word, clause: Clause, other: bool = False) -> frozenset[str]:
        """The nearest earlier subject that the pronoun can stand for; with ``other`` not its own."""
        if "pronoun_indefinite" in self.lexicon.function(pronoun.lower):
            return frozenset({pronoun.lower})
        entry = self.lexicon.pronoun(pronoun.lower)
        gender = ("plural" if entry.number == "plural" else entry.gender) if entry else ""
        found: list[frozenset[str]] = []
        for earlier in reversed([c for c in self.clauses if c.first < pronoun.index]):
            phrase = earlier.subject
            if phrase is None or self.words[phrase.head].tag is Tag.PRONOUN or phrase.last > pronoun.index:
                continue
            if other and clause.subject is not None and phrase.first == clause.subject.first:
                continue
            if self._agrees(phrase, gender):
                found.append(frozenset(w.lemma for w in self.words[phrase.first : phrase.last] if w.tag in (Tag.NAME, Tag.NOUN)))
        options = list(dict.fromkeys(found))[:2]
        return self.choices.pick(f"antecedent:{pronoun.index}", options) if options else frozenset({pronoun.lower})

    def _agrees(self, phrase: NounPhrase, gender: str) -> bool:
        head = self.words[phrase.head]
        own = self.lexicon.gender(head.lower) or self.lexicon.gender(head.lemma)
        if gender in ("female", "male"):
            return own in (gender, "neutral") or (head.tag is Tag.NAME and not own)
        if gender == "plural":
            return phrase.plural
        return True

    def _labels(self, mention: Mention, clause: Clause, owners: frozenset[str], lemma: str) -> frozenset[str]:
        """Content lemmas of the mention's own segment of the clause, and its owners."""
        first, last = self._segment(mention, clause)
        taken = [(m.first, m.last) for m in self.mentions if m.index != mention.index]
        if mention.comparison:
            taken.append(mention.comparison.reference)
        inside = [w for w in self.words[first:last] if w.tag in (Tag.NOUN, Tag.NAME, Tag.ADJECTIVE) or w.tense == "gerund"]
        free = [w.lemma for w in inside if not any(a <= w.index < b for a, b in taken)]
        return frozenset(free) | owners | ({lemma} if lemma else frozenset()) | mention.modifiers

    def _kindred(self, mention: Mention, clause: Clause) -> frozenset[str]:
        """Nouns that name the same things: modifiers, "of" complement, predicate after be."""
        same = mention.complement and not self.lexicon.is_container(mention.lemma)
        found = mention.modifiers | ({mention.complement} if same else frozenset())
        if self._class(clause) != "be":
            return found
        after = self.words[max(clause.group[1], mention.last) : self._segment(mention, clause)[1]]
        return found | {w.lemma for w in after if w.tag in (Tag.NOUN, Tag.ADJECTIVE)}

    def _joined(self, mention: Mention, clause: Clause) -> frozenset[str]:
        """Nouns that share the amount: "$300 on a shirt and shoes"."""
        if any(m.clause == mention.clause and m.index != mention.index for m in self.mentions):
            return frozenset()
        found: set[str] = set()
        for i in range(mention.last, clause.last - 1):
            if self.words[i].tag is Tag.CONJUNCTION:
                sides = [w for w in (*self.words[mention.last : i][-1:], *self.words[i + 1 : i + 4]) if w.tag in (Tag.NOUN, Tag.NAME)]
                found |= {w.lemma for w in sides}
        return frozenset(found | {mention.lemma}) if found else frozenset()

    def _bound(self, mention: Mention, per: tuple[str, ...]) -> int:
        """Index of the count in the same clause that a rate is per, or -1."""
        if mention.per or not (mention.each or self._container(mention)):
            return -1
        same = [m for m in self.mentions if m.clause == mention.clause and m.index < mention.index and m.lemma in per]
        return same[-1].index if same else -1

    def _many(self, mention: Mention) -> bool:
        """Whether a comparison counts ("as many"), rather than measures ("as much")."""
        near = self.words[mention.numeral.last : mention.numeral.last + 3]
        sentence = self.words[mention.first].sentence
        return any(w.lower in self.comparatives.counting for w in near if w.sentence == sentence)

    def _segment(self, mention: Mention, clause: Clause) -> tuple[int, int]:
        """The stretch around a mention up to the next comma, conjunction or mention.

        Where the clause holds one mention, it is the clause.
        """
        others = [m for m in self.mentions if m.clause == mention.clause and m.index != mention.index]
        stop = min(clause.last, self.asked_from) if mention.first < self.asked_from else clause.last
        if not others:
            return clause.first, stop
        first = max([clause.first, *(m.last for m in others if m.first < mention.first)])
        last = min([stop, *(m.first for m in others if m.first > mention.first)])
        cuts = [w.index for w in self.words[first:last] if w.tag is Tag.CONJUNCTION or w.lower in (",", ";")]
        before = [c + 1 for c in cuts if c < mention.first]
        after = [c for c in cuts if c >= mention.last]
        return max([first, *before]), min([last, *after])

    def _recipients(self, clause: Clause, mention: Mention) -> frozenset[str]:
        """Names after the verb: who receives in "gave Mary 5" or "gave 5 to Mary"."""
        after = self.words[clause.group[1] : clause.last]
        named = frozenset(w.lemma for w in after if w.tag is Tag.NAME or (w.tag is Tag.NOUN and bool(self.lexicon.gender(w.lemma))))
        pronouns = [w for w in after if w.tag is Tag.PRONOUN and self.lexicon.pronoun(w.lower)]
        return named.union(*(self.antecedent(w, clause, True) for w in pronouns))


def quantity_of(term: Term, span: Span) -> Quantity:
    """The model's record of the term's own numeral."""
    owner = " ".join(sorted(term.owners))
    per = term.unit.denominator
    role = Role.RATE if per and term.role is Role.AMOUNT else term.role
    return Quantity(term.ident, term.value, term.unit, span, role, term.lemma, owner, per)

