"""Fractions and percents of an amount, and the rest that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.expression import Apply, Licence, Operation
from models.quantity import Role
from readers.r1.mentions import Mention
from readers.r1.question import MONEY, load_question_pack
from readers.r1.referents import antecedent
from readers.r1.signs import is_money, money_sign
from readers.r1.terms import Term
from readers.r1.words import Tag, Word
from readers.r1.workbench import WHOLE, Workbench, measure_noun

STATES = frozenset({"be", "possess"})


def fraction(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
    """The part as an amount, with what it leaves as its complement; None while its base is not known."""
    base = _base_of(bench, term, mention, known)
    if base is None:
        return None
    bench.scene.claimed.update(range(*mention.base))
    bench.scene.claimed.update(range(mention.numeral.first, mention.numeral.last))
    licence = Licence("fraction.of", mention.numeral.span)
    left = Apply(Operation.SUBTRACT, (WHOLE, term.expression), licence)
    return replace(
        term,
        unit=base.unit,
        expression=Apply(Operation.MULTIPLY, (base.expression, term.expression), licence),
        covers=term.covers | base.covers,
        derived=True,
        part=True,
        lemma=base.lemma,
        role=Role.AMOUNT,
        complement=Apply(Operation.MULTIPLY, (base.expression, left), licence),
    )


def _base_of(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
    """What the fraction is of; None where nothing fits."""
    words = bench.scene.words[slice(*mention.base)]
    stated = [t for t in known if mention.base[0] <= t.place < mention.base[1]]
    if stated:
        return stated[0]
    if any(w.tag is Tag.WH for w in words):
        return None
    before = [t for t in known if t.place < term.place and _countable(t)]
    if any(w.lemma in bench.rest for w in words):
        return running_balance(before) or _other(before)
    named = _naming(bench, term, words, known, before)
    options = [
        t for t in reversed(before) if _names(bench, named.labels, t) and (not named.verbs or t.verb in named.verbs)
    ]
    if not options and _owned(bench, words) and len(before) == 1 and not before[0].unit.is_rate:
        return before[0]
    options = _fitting(_wholes_too(bench, term, named, known, options), named)
    total = any(w.lower in bench.scene.grammar.all_ for w in words)
    if total and (len(options) > 1 or any(m.comparison for m in bench.scene.mentions)):
        return None
    return bench.scene.choices.pick(f"base:{mention.index}", options[:4]) if options else None


@dataclass(frozen=True, slots=True)
class Naming:
    """What the words of a base say: labels, verbs of a relative clause, whether they only point."""

    labels: frozenset[str]
    verbs: frozenset[str]
    pointing: bool


def _naming(
    bench: Workbench, term: Term, words: Sequence[Word], known: Sequence[Term], before: Sequence[Term]
) -> Naming:
    scene = bench.scene
    verbs = frozenset(w.lemma for w in words if w.tag is Tag.VERB)
    pointing = any("demonstrative" in scene.lexicon.function(w.lower) for w in words)
    nouns = {w.lemma for w in words if w.tag in (Tag.NOUN, Tag.NAME) and not (pointing and measure_noun(bench, w))}
    described = frozenset().union(*(t.labels for t in known))
    adjectives = {w.lemma for w in words if w.tag is Tag.ADJECTIVE and (verbs or w.lemma in described)}
    return Naming(frozenset(nouns | adjectives) | _base_owners(bench, term, words, before), verbs, pointing)


def _base_owners(bench: Workbench, term: Term, words: Sequence[Word], before: Sequence[Term]) -> frozenset[str]:
    """Whoever "her" in "a third of her pens" stands for, if anything is hers."""
    found: frozenset[str] = frozenset()
    for word in words:
        if word.tag is Tag.POSSESSIVE and bench.scene.lexicon.pronoun(word.lower):
            owner = antecedent(bench.scene, word, bench.scene.clauses[term.clause])
            found |= owner if any(owner & t.owners for t in before) else frozenset()
    return found


def _owned(bench: Workbench, words: Sequence[Word]) -> bool:
    return any(w.tag is Tag.POSSESSIVE and bench.scene.lexicon.pronoun(w.lower) for w in words)


def _countable(term: Term) -> bool:
    return term.role is Role.AMOUNT and bool(term.unit.numerator)


def _wholes_too(bench: Workbench, term: Term, named: Naming, known: Sequence[Term], options: list[Term]) -> list[Term]:
    """Where only parts stand before, the one whole that is stated later."""
    if not named.labels or named.verbs or named.pointing or not all(t.part for t in options):
        return options
    later = [
        t for t in known if t.place > term.place and _countable(t) and not t.part and _names(bench, named.labels, t)
    ]
    whole = [t for t in later if t.verb != term.verb or t.verb_class in STATES]
    return whole if len(whole) == 1 else options


def _fitting(options: list[Term], named: Naming) -> list[Term]:
    """Nothing that was lost, and no part of a whole unless the words point at it."""
    options = [t for t in options if t.polarity >= 0] or options
    if named.pointing:
        return options
    if not named.labels and any(t.part for t in options):
        return []
    return [t for t in options if not t.part] or options


def _other(before: Sequence[Term]) -> Term | None:
    """ "The other students": what the one part named before leaves."""
    parts = [t for t in before if t.part and t.complement is not None]
    return replace(parts[0], expression=parts[0].complement) if len(parts) == 1 and parts[0].complement else None


def _names(bench: Workbench, labels: frozenset[str], term: Term) -> bool:
    """Whether every label names the term; "money" names what is in dollars."""
    nouns = load_question_pack().nouns
    money = {n for n in labels if nouns.get(n) == MONEY}
    if money and bench.scene.grammar.dollar not in term.unit.numerator:
        return False
    return labels - money <= term.labels | set(term.unit.numerator)


def running_balance(before: Sequence[Term]) -> Term | None:
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
    sums = [
        side[0].expression if len(side) == 1 else Apply(Operation.ADD, tuple(t.expression for t in side), licence)
        for side in (plus, minus)
    ]
    covers = frozenset().union(*(t.covers for t in same))
    return replace(plus[0], expression=Apply(Operation.SUBTRACT, tuple(sums), licence), covers=covers, derived=True)


def _direction(term: Term) -> int:
    """The sign of an event for whoever it happens to; money moves by its own signs."""
    return money_sign(term) if is_money(term) else term.polarity
