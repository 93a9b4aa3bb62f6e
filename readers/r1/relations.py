"""Comparisons and fractions resolved to amounts of their own.

"Mary has 3 more than John" becomes an amount of Mary's whose expression holds
John's; the reference keeps standing for itself, so that it may be used again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.expression import Apply, Constant, Expression, Licence, Operation
from models.outcome import Missing, Refusal
from models.quantity import Role
from models.units import Unit
from readers.r1.bindings import Binder
from readers.r1.casts import recount
from readers.r1.mentions import Mention
from readers.r1.question import load_question_pack
from readers.r1.signs import is_money, money_sign
from readers.r1.shares import Link, Shares, split_total
from readers.r1.terms import Term, TermBuilder
from readers.r1.words import Tag, Word

WHOLE = Constant("fact.whole", Fraction(1))


@dataclass(frozen=True, slots=True)
class Resolved:
    """Terms after resolution; ``hidden`` are idents that only live inside others."""

    terms: tuple[Term, ...]
    hidden: frozenset[str]


@dataclass(slots=True)
class Resolver:
    """Resolves pending terms until nothing changes."""

    builder: TermBuilder
    terms: dict[str, Term]
    hidden: set[str]
    rest: frozenset[str]
    joint: frozenset[str]
    asked: frozenset[str]
    asked_nouns: frozenset[str]
    original: bool

    def resolve(self) -> Resolved | Refusal:
        Binder(self.builder, self.terms, self.hidden, self.asked_nouns).bind()
        pending = {t.ident: m for t, m in zip(self.terms.values(), self.builder.mentions, strict=True) if self._pends(t, m)}
        done: set[str] = set()
        while len(done | (self.hidden & set(pending))) < len(pending):
            step = self._step({k: m for k, m in pending.items() if k not in done and k not in self.hidden}, pending, done)
            if step is None and self._share(pending, done):
                continue
            if step is None:
                return self._refuse([m for k, m in pending.items() if k not in done])
            done.add(step)
        return Resolved(tuple(self.terms.values()), frozenset(self.hidden))

    def _share(self, pending: dict[str, Mention], done: set[str]) -> bool:
        """A stated total of all that is compared: the one unknown under it is solved for."""
        left = {k: m for k, m in pending.items() if k not in done and k not in self.hidden}
        known = [t for t in self.terms.values() if t.whole and t.role is Role.AMOUNT and not t.unit.is_rate and t.ident not in self.hidden]
        if len(known) != 1:
            return False
        links = [self._link(self.terms[k], m, known[0]) for k, m in left.items() if m.comparison]
        others = [t for t in self.terms.values() if t.ident not in left and t not in known and t.ident not in self.hidden and t.role is Role.AMOUNT]
        if len(links) < len(left) or done or any(t.unit == known[0].unit for t in others):
            return False
        cue = self._total_cue(known[0])
        shares = split_total(replace(known[0], licence=cue), links, WHOLE) if cue else None
        if shares is None:
            return False
        for ident, mention in left.items():
            self.terms[ident] = self._shared_term(self.terms[ident], mention, known[0], shares)
            self._claim(mention)
            done.add(ident)
        self._add_root(known[0], shares)
        self.hidden.add(known[0].ident)
        return True

    def _total_cue(self, total: Term) -> Licence | None:
        """The word that makes the amount a total, as a licence."""
        clause = self.builder.clauses[total.clause]
        inside = (c.cue for c in self.builder.cues if c.kind == "total" and clause.first <= c.first < clause.last)
        return next((Licence(c.entry, c.span) for c in inside), None)

    def _link(self, term: Term, mention: Mention, total: Term) -> Link:
        assert mention.comparison is not None
        span, entry = self.builder.words[mention.comparison.words[0]].span, mention.comparison.entry
        kinds = {term.lemma, total.lemma}
        counted = len(kinds) == 2 and not any(self.builder.units.unit_of(k) for k in kinds) and term.role is Role.DIFFERENCE
        amount = recount(term, term.lemma, total.lemma, entry, span) if counted else term
        labels, owners = self._range_labels(mention.comparison.reference, term)
        own = term.people or term.owners
        subject = frozenset({term.lemma}) if not owners and term.lemma and labels else own
        reference = owners or frozenset(labels)
        return Link(term.ident, subject, reference, lambda base: self._comparison(amount, mention, base, False), term.covers)

    def _shared_term(self, term: Term, mention: Mention, total: Term, shares: Shares) -> Term:
        expression = shares.values[term.ident]
        lemma = term.lemma or total.lemma
        counted = replace(total, expression=expression)
        if lemma != total.lemma and self.builder.units.unit_of(total.lemma) is None:
            assert mention.comparison is not None
            counted = recount(counted, total.lemma, lemma, mention.comparison.entry, total.span)
        return replace(
            term, unit=counted.unit, expression=counted.expression, covers=shares.covers | total.covers, derived=True, role=Role.AMOUNT,
            lemma=lemma, labels=term.labels | {lemma}, shared=True,
        )  # fmt: skip

    def _add_root(self, total: Term, shares: Shares) -> None:
        """The reference that nothing is compared to: it becomes a term of its own."""
        lemma = next(iter(sorted(shares.root & self.asked_nouns)), total.lemma)
        root = replace(total, expression=shares.root_value)
        if lemma != total.lemma and self.builder.units.unit_of(total.lemma) is None:
            root = recount(root, total.lemma, lemma, "comparative.multiple", total.span)
        self.terms["root"] = replace(
            root, ident="root", labels=shares.root | {lemma}, owners=shares.root, people=frozenset(o for o in shares.root if self.builder.is_person(o)),
            covers=shares.covers | total.covers, derived=True, whole=False, lemma=lemma, shared=True,
        )  # fmt: skip

    def _pends(self, term: Term, mention: Mention) -> bool:
        return mention.comparison is not None or term.role is Role.FRACTION

    def _refuse(self, left: Sequence[Mention]) -> Refusal:
        spans = tuple(m.numeral.span for m in left)
        return Refusal("reference_unbound", Missing.KNOWLEDGE, "what this compares with or is a part of is not bound", spans)

    def _step(self, left: dict[str, Mention], pending: dict[str, Mention], done: set[str]) -> str | None:
        """Resolve one pending term, directly if possible, else backwards."""
        for backwards in (False, True):
            for ident, mention in left.items():
                known = [t for k, t in self.terms.items() if (k not in pending or k in done) and k not in self.hidden]
                made = self._resolve(self.terms[ident], mention, known, backwards)
                if made is not None:
                    self.terms[ident] = made
                    return ident
        return None

    def _resolve(self, term: Term, mention: Mention, known: Sequence[Term], backwards: bool) -> Term | None:
        if mention.comparison:
            return self._inverse(term, mention, known) if backwards else self._compare(term, mention, known)
        return None if backwards else self._fraction(term, mention, known)

    # comparisons

    def _compare(self, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
        inner = self._inner(mention, known)
        if inner is False:
            return None
        reference = inner or self._reference(term, mention, known)
        if reference is None:
            return None
        if inner:
            self.hidden.add(inner.ident)
        undone = self.original and self._replaces(mention)
        unit = self._compared_unit(term, reference)
        if unit is None:
            return None
        self._claim(mention)
        expression = self._comparison(term, mention, self._counted_as(reference, term, unit, mention), undone)
        return replace(
            term, unit=unit, expression=expression, covers=term.covers | reference.covers, derived=True,
            lemma=term.lemma or reference.lemma, role=Role.AMOUNT, replaces=self._replaces(mention), base=reference.ident,
            labels=term.labels | (frozenset() if term.lemma else {reference.lemma}),
        )  # fmt: skip

    def _replaces(self, mention: Mention) -> bool:
        """A change of one thing ("20 % off", "30 % shorter"): the new value retires the old."""
        assert mention.comparison is not None
        first, last = mention.comparison.reference
        changes = mention.numeral.kind in ("percent", "fraction") and bool(mention.comparison.sign) and first == last
        return changes and self.builder.choices.pick(f"replaces:{mention.index}", [True, False])

    def _inverse(self, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
        """The subject is known, the reference is not: solve the other way."""
        subject = self._known_subject(term, known)
        if subject is None:
            return None
        inner = self._inner_pending(mention)
        last = inner or mention
        assert last.comparison is not None
        labels, owners = self._range_labels(last.comparison.reference, term)
        if not self._asks_for(labels, owners, subject) or any(labels <= t.labels or owners & t.owners for t in known):
            return None
        self._claim(mention)
        expression = self._comparison(term, mention, subject.expression, True)
        covers = term.covers | subject.covers
        if inner:
            self._claim(inner)
            inside = self.terms[f"q{inner.index}"]
            expression, covers = self._comparison(inside, inner, expression, True), covers | inside.covers
            self.hidden.add(inside.ident)
        lemma = self._reference_lemma(labels, term, subject)
        return replace(
            term, unit=subject.unit.rename(subject.lemma, lemma), expression=self._counted(expression, subject, lemma, last),
            covers=covers, derived=True, lemma=lemma, role=Role.AMOUNT, owners=owners or term.owners, labels=labels | owners | {lemma},
            people=frozenset(o for o in owners if self.builder.is_person(o)),
        )  # fmt: skip

    def _known_subject(self, term: Term, known: Sequence[Term]) -> Term | None:
        """The one amount that is stated for the subject of the comparison."""
        found = [
            t for t in known
            if term.owners and term.owners <= t.labels | t.owners and not t.derived and not t.whole
            and t.clause != term.clause and self._compared_unit(term, t) is not None
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def _inner_pending(self, mention: Mention) -> Mention | None:
        """The comparison inside the reference: "5 more than twice ..."."""
        assert mention.comparison is not None
        first, last = mention.comparison.reference
        inside = [m for m in self.builder.mentions if first <= m.first < last and m.comparison]
        return inside[0] if len(inside) == 1 else None

    def _asks_for(self, labels: frozenset[str], owners: frozenset[str], subject: Term) -> bool:
        """A reference worth solving for: somebody else, or another kind of thing."""
        return bool(labels) and not owners & subject.owners and bool(owners or labels & self.asked)

    def _reference_lemma(self, labels: frozenset[str], term: Term, subject: Term) -> str:
        """What the reference counts: a noun of its own that is asked for, else the subject's."""
        own = sorted((labels & self.asked_nouns) - {term.lemma})
        return own[0] if len(own) == 1 and self.builder.units.unit_of(subject.lemma) is None else subject.lemma

    def _counted(self, expression: Expression, subject: Term, lemma: str, mention: Mention) -> Expression:
        """The expression, recounted where the reference is another kind of thing."""
        if lemma == subject.lemma:
            return expression
        assert mention.comparison is not None
        span = self.builder.words[mention.comparison.words[0]].span
        return recount(replace(subject, expression=expression), subject.lemma, lemma, mention.comparison.entry, span).expression

    def _inner(self, mention: Mention, known: Sequence[Term]) -> Term | None | bool:
        """The term of a numeral inside the reference; False if not yet known."""
        assert mention.comparison is not None
        first, last = mention.comparison.reference
        inside = [m for m in self.builder.mentions if first <= m.first < last]
        if not inside:
            return None
        ident = f"q{inside[0].index}"
        return next((t for t in known if t.ident == ident and t.derived), False)

    def _reference(self, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
        assert mention.comparison is not None
        labels, _ = self._range_labels(mention.comparison.reference, term)
        inside = self.builder.words[slice(*mention.comparison.reference)]
        had = self.builder.words[mention.comparison.words[0]].tag is Tag.WH and any(w.lemma == "have" for w in inside)
        if had or any(w.lemma in self.rest for w in inside):
            return self._balance([t for t in known if t.place < term.place])
        options = [t for t in known if self._compared_unit(term, t, labels) is not None and t.ident != term.ident]
        if not labels:
            later = options if self.original and len(options) == 1 else []
            options = [t for t in reversed(options) if t.place < term.place] or later
            options.sort(key=lambda t: t.verb != term.verb)
            return self.builder.choices.pick(f"than:{mention.index}", options[:4]) if options else None
        group = self._joint(labels, term, mention, options)
        if group is not None:
            return group
        possessor = self._possessors(self.builder.words[slice(*mention.comparison.reference)])
        matching = [t for t in options if labels | possessor <= t.labels and not self._shared(labels | possessor, t)]
        matching = matching or [t for t in options if labels <= t.labels and not self._shared(labels, t)]
        matching.sort(key=lambda t: (t.lemma != term.lemma, not labels & t.owners, t.place > term.place, abs(t.place - term.place)))
        return self.builder.choices.pick(f"than:{mention.index}", matching[:4]) if matching else None

    def _shared(self, labels: frozenset[str], term: Term) -> bool:
        """Whether the amount belongs to more people or things than the labels name."""
        return any(labels & group and group - labels for group in (term.people, term.joined))

    def _joint(self, labels: frozenset[str], term: Term, mention: Mention, options: Sequence[Term]) -> Term | None:
        """ "... than Ann and Bob combined": the sum of what each label names."""
        assert mention.comparison is not None
        first, last = mention.comparison.reference
        span = self.builder.words[first:last]
        if not any(w.tag is Tag.CONJUNCTION for w in span):
            return None
        names = [w.lemma for w in span if w.lemma in labels and w.lemma != term.lemma and not all(w.lemma in t.labels for t in options)]
        parts = [[t for t in options if n in t.labels] for n in names]
        if any(len(p) != 1 for p in parts) or len(parts) < 2:
            return None
        terms = [self._recounted(p[0], term, mention) for p in parts]
        if len({t.unit for t in terms}) != 1:
            return None
        joint = next((c.cue for c in self.builder.cues if c.kind == "total" and first - 3 <= c.first < last), None)
        if joint is None:
            return None
        licence = Licence(joint.entry, joint.span)
        total = Apply(Operation.ADD, tuple(t.expression for t in terms), licence)
        return replace(terms[0], expression=total, covers=frozenset().union(*(t.covers for t in terms)), derived=True)

    def _recounted(self, part: Term, term: Term, mention: Mention) -> Term:
        """A summand counted as what is compared: cats and dogs as so many fish."""
        assert mention.comparison is not None
        if not term.lemma or part.lemma == term.lemma or self.builder.units.unit_of(part.lemma) or part.unit.is_rate:
            return part
        span = self.builder.words[mention.comparison.words[0]].span
        return replace(recount(part, part.lemma, term.lemma, mention.comparison.entry, span), lemma=term.lemma)

    def _range_labels(self, span: tuple[int, int], term: Term) -> tuple[frozenset[str], frozenset[str]]:
        """Content labels of a word range, and those of them that are owners."""
        words = self.builder.words[span[0] : span[1]]
        possessors = self._possessors(words)
        words = [w for w in words if w.lemma not in possessors]
        owners = {w.lemma for w in words if w.tag is Tag.NAME}
        clause = self.builder.clauses[term.clause]
        for word in words:
            if word.tag is Tag.PRONOUN and not self._expletive(word):
                owners |= self.builder.antecedent(word, clause)
        nouns = {w.lemma for w in words if w.tag in (Tag.NOUN, Tag.ADJECTIVE) and not self._measure_noun(w)}
        if any(w.tag is Tag.NAME for w in words):
            nouns = {n for n in nouns if not self.builder.lexicon.is_role(n)}
        return frozenset(owners | nouns), frozenset(owners)

    def _possessors(self, words: Sequence[Word]) -> frozenset[str]:
        """Names that only say whose relative is meant: "Katie" in "Katie's daughter"."""
        triples = zip(words, words[1:], words[2:], strict=False)
        return frozenset(w.lemma for w, mark, noun in triples if mark.tag is Tag.POSSESSIVE and self.builder.lexicon.is_role(noun.lemma))

    def _expletive(self, word: Word) -> bool:
        return self.builder.lexicon.pronoun(word.lower) is None

    def _measure_noun(self, word: Word) -> bool:
        return self.builder.comparatives.is_measure_noun(word.lemma) or word.lemma in self.joint

    def _compared_unit(self, term: Term, reference: Term, named: frozenset[str] | None = None) -> Unit | None:
        """The unit of the compared amount, None where the two do not fit."""
        if reference.role is not Role.AMOUNT:
            return None
        if not term.lemma:
            return None if term.many and self.builder.units.unit_of(reference.lemma) else reference.unit
        if term.lemma in reference.unit.numerator:
            return reference.unit
        counted = reference.lemma and self.builder.units.unit_of(reference.lemma) is None
        if named is not None and reference.lemma not in named and reference.lemma != term.lemma:
            return None
        if counted and reference.lemma in reference.unit.numerator and self.builder.units.unit_of(term.lemma) is None:
            return reference.unit.rename(reference.lemma, term.lemma)
        return None

    def _comparison(self, term: Term, mention: Mention, reference: Expression, backwards: bool) -> Expression:
        assert mention.comparison is not None
        comparison = mention.comparison
        span = self.builder.words[comparison.words[0]].span
        licence = Licence(comparison.entry, span)
        own = term.expression
        if comparison.sign and (mention.numeral.kind in ("percent", "fraction") or term.role is Role.FACTOR and term.value < 1):
            op = Operation.ADD if comparison.sign > 0 else Operation.SUBTRACT
            factor: Expression = Apply(op, (WHOLE, own), licence)
            return Apply(Operation.COMPARE_MULTIPLICATIVE, (reference, factor), licence, backwards)
        if comparison.sign > 0 and self.builder.choices.pick(f"times_more:{mention.index}", [False, True]) and term.role is Role.FACTOR:
            factor = Apply(Operation.ADD, (WHOLE, own), licence)
            return Apply(Operation.COMPARE_MULTIPLICATIVE, (reference, factor), licence, backwards)
        if term.role is Role.FACTOR or term.role is Role.FRACTION:
            reverse = backwards != (comparison.sign < 0)
            return Apply(Operation.COMPARE_MULTIPLICATIVE, (reference, own), licence, reverse)
        return Apply(Operation.COMPARE_ADDITIVE, (reference, own), licence, backwards != (comparison.sign < 0))

    def _counted_as(self, reference: Term, term: Term, unit: Unit, mention: Mention) -> Expression:
        """The reference, counted in the unit of what is compared (cats as many as dogs)."""
        if unit == reference.unit:
            return reference.expression
        old, new = reference.lemma, term.lemma
        assert mention.comparison is not None
        span = self.builder.words[mention.comparison.words[0]].span
        return recount(reference, old, new, mention.comparison.entry, span).expression

    def _claim(self, mention: Mention) -> None:
        assert mention.comparison is not None
        self.builder.claimed.update(range(mention.first, mention.comparison.reference[1]))

    # fractions

    def _fraction(self, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
        base = self._base(term, mention, known)
        if base is None:
            return None
        self.builder.claimed.update(range(*mention.base))
        self.builder.claimed.update(range(mention.numeral.first, mention.numeral.last))
        licence = Licence("fraction.of", mention.numeral.span)
        return replace(
            term, unit=base.unit, expression=Apply(Operation.MULTIPLY, (base.expression, term.expression), licence),
            covers=term.covers | base.covers, derived=True, part=True, lemma=base.lemma, role=Role.AMOUNT,
            complement=Apply(Operation.MULTIPLY, (base.expression, Apply(Operation.SUBTRACT, (WHOLE, term.expression), licence)), licence),
        )  # fmt: skip

    def _base(self, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
        """What the fraction is of; None where nothing fits."""
        words = self.builder.words[mention.base[0] : mention.base[1]]
        stated = [t for t in known if mention.base[0] <= t.place < mention.base[1]]
        if stated:
            return stated[0]
        before = [t for t in known if t.place < term.place and t.role is Role.AMOUNT and t.unit.numerator]
        if any(w.tag is Tag.WH for w in words):
            return None
        if any(w.lemma in self.rest for w in words):
            return self._balance(before) or self._other(before)
        known_labels = frozenset().union(*(t.labels for t in known))
        verbs = {w.lemma for w in words if w.tag is Tag.VERB}
        pointing = any("demonstrative" in self.builder.lexicon.function(w.lower) for w in words)
        labels = frozenset(w.lemma for w in words if w.tag in (Tag.NOUN, Tag.NAME) and not (pointing and self._measure_noun(w)))
        labels |= frozenset(w.lemma for w in words if w.tag is Tag.ADJECTIVE and w.lemma in known_labels)
        clause = self.builder.clauses[term.clause]
        for word in words:
            if word.tag is Tag.POSSESSIVE and self.builder.lexicon.pronoun(word.lower):
                owner = self.builder.antecedent(word, clause)
                labels |= owner if any(owner & t.owners for t in before) else frozenset()
        labels |= frozenset(w.lemma for w in words if verbs and w.tag is Tag.ADJECTIVE)
        options = [t for t in reversed(before) if self._named(labels, t) and (not verbs or t.verb in verbs)]
        owned = any(w.tag is Tag.POSSESSIVE and self.builder.lexicon.pronoun(w.lower) for w in words)
        if not options and owned and len(before) == 1 and not before[0].unit.is_rate:
            return before[0]
        if all(t.part for t in options) and labels and not verbs and not pointing:
            later = [t for t in known if t.role is Role.AMOUNT and t.unit.numerator and self._named(labels, t)]
            whole = [t for t in later if not t.part and t.place > term.place and (t.verb != term.verb or t.verb_class in ("be", "possess"))]
            options = whole if len(whole) == 1 else options
        options = [t for t in options if t.polarity >= 0] or options
        if not pointing and not labels and any(t.part for t in options):
            return None
        options = options if pointing else [t for t in options if not t.part] or options
        if any(w.lower == "all" for w in words) and (len(options) > 1 or any(m.comparison for m in self.builder.mentions)):
            return None
        return self.builder.choices.pick(f"base:{mention.index}", options[:4]) if options else None

    def _other(self, before: Sequence[Term]) -> Term | None:
        """ "The other students": what the one part named before leaves."""
        parts = [t for t in before if t.part and t.complement is not None]
        return replace(parts[0], expression=parts[0].complement) if len(parts) == 1 and parts[0].complement else None

    def _named(self, labels: frozenset[str], term: Term) -> bool:
        """Whether every label names the term; "money" names what is in dollars."""
        nouns = load_question_pack().nouns
        money = {n for n in labels if nouns.get(n, ("",))[0] == "money"}
        if money and "dollar" not in term.unit.numerator:
            return False
        return labels - money <= term.labels | set(term.unit.numerator)

    def _balance(self, before: Sequence[Term]) -> Term | None:
        """The running balance of the last amount's unit: states and gains less losses."""
        if not before:
            return None
        unit = before[-1].unit
        same = [t for t in before if t.unit == unit]
        plus = [t for t in same if _direction(t) >= 0]
        minus = [t for t in same if _direction(t) < 0]
        if not plus or not minus:
            return None
        licence = minus[0].licence
        sums = [side[0].expression if len(side) == 1 else Apply(Operation.ADD, tuple(t.expression for t in side), licence) for side in (plus, minus)]
        covers = frozenset().union(*(t.covers for t in same))
        return replace(plus[0], expression=Apply(Operation.SUBTRACT, tuple(sums), licence), covers=covers, derived=True)


def _direction(term: Term) -> int:
    """The sign of an event for whoever it happens to; money moves by its own signs."""
    return money_sign(term) if is_money(term) else term.polarity
