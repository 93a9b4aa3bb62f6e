"""What the relations share: the terms on the bench, and how one amount is said by another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.expression import Apply, Constant, Expression, Licence, Operation
from models.quantity import Role
from models.units import Unit
from readers.r1.casts import recount
from readers.r1.comparisons import RATIOS
from readers.r1.mentions import Mention
from readers.r1.referents import antecedent
from readers.r1.scene import Scene
from readers.r1.terms import Term
from readers.r1.words import Tag, Word

WHOLE = Constant("fact.whole", Fraction(1))
CHANGE = "change."  # what the ids of the entries for discounts, raises and the like begin with


@dataclass(frozen=True, slots=True)
class Workbench:
    """The terms by id, replaced as they are resolved; ``hidden`` are ids that live only inside others.

    ``rest`` and ``joint`` are the words for a rest and for a sum, ``asked`` the labels of the
    question, ``asked_nouns`` the nouns that it counts; ``original`` says that it asks for the
    amount before all changes.
    """

    scene: Scene
    terms: dict[str, Term]
    hidden: set[str]
    rest: frozenset[str]
    joint: frozenset[str]
    asked: frozenset[str]
    asked_nouns: frozenset[str]
    original: bool


def compared_unit(bench: Workbench, term: Term, reference: Term, named: frozenset[str] | None = None) -> Unit | None:
    """The unit of the compared amount, None where the two do not fit."""
    if reference.role is not Role.AMOUNT:
        return None
    if not term.lemma:
        return None if term.many and bench.scene.units.unit_of(reference.lemma) else reference.unit
    if term.lemma in reference.unit.numerator:
        return reference.unit
    counted = reference.lemma and bench.scene.units.unit_of(reference.lemma) is None
    if named is not None and reference.lemma not in named and reference.lemma != term.lemma:
        return None
    if counted and reference.lemma in reference.unit.numerator and bench.scene.units.unit_of(term.lemma) is None:
        return reference.unit.rename(reference.lemma, term.lemma)
    return None


def comparison_of(bench: Workbench, term: Term, mention: Mention, reference: Expression, backwards: bool) -> Expression:
    """The compared amount over ``reference``; ``backwards`` makes the reference of the subject."""
    sign = mention.compared.sign
    licence = Licence(mention.compared.entry, bench.scene.words[mention.compared.words[0]].span)
    if _changes_by(bench, term, mention):
        op = Operation.ADD if sign > 0 else Operation.SUBTRACT
        factor = Apply(op, (WHOLE, term.expression), licence)
        return Apply(Operation.COMPARE_MULTIPLICATIVE, (reference, factor), licence, backwards)
    scales = term.role in (Role.FACTOR, Role.FRACTION)
    op = Operation.COMPARE_MULTIPLICATIVE if scales else Operation.COMPARE_ADDITIVE
    return Apply(op, (reference, term.expression), licence, backwards != (sign < 0))


def _changes_by(bench: Workbench, term: Term, mention: Mention) -> bool:
    """ "20 % more": the ratio is added to the whole; for "3 times more" that is a choice."""
    sign = mention.compared.sign
    if sign and (mention.numeral.kind in RATIOS or (term.role is Role.FACTOR and term.value < 1)):
        return True
    added = sign > 0 and bench.scene.choices.pick(f"times_more:{mention.index}", [False, True])
    return added and term.role is Role.FACTOR


def counted_as(bench: Workbench, reference: Term, term: Term, unit: Unit, mention: Mention) -> Expression:
    """The reference, counted in the unit of what is compared (cats as many as dogs)."""
    if unit == reference.unit:
        return reference.expression
    old, new = reference.lemma, term.lemma
    span = bench.scene.words[mention.compared.words[0]].span
    return recount(reference, old, new, mention.compared.entry, span).expression


def recounted(bench: Workbench, part: Term, term: Term, mention: Mention) -> Term:
    """A summand counted as what is compared: cats and dogs as so many fish."""
    if not term.lemma or part.lemma == term.lemma or bench.scene.units.unit_of(part.lemma) or part.unit.is_rate:
        return part
    span = bench.scene.words[mention.compared.words[0]].span
    return replace(recount(part, part.lemma, term.lemma, mention.compared.entry, span), lemma=term.lemma)


def range_labels(bench: Workbench, span: tuple[int, int], term: Term) -> tuple[frozenset[str], frozenset[str]]:
    """Content labels of a word range, and those of them that are owners."""
    words = bench.scene.words[span[0] : span[1]]
    relatives = possessors(bench, words)
    words = [w for w in words if w.lemma not in relatives]
    owners = {w.lemma for w in words if w.tag is Tag.NAME}
    clause = bench.scene.clauses[term.clause]
    for word in words:
        if word.tag is Tag.PRONOUN and not _expletive(bench, word):
            owners |= antecedent(bench.scene, word, clause)
    nouns = {w.lemma for w in words if w.tag in (Tag.NOUN, Tag.ADJECTIVE) and not measure_noun(bench, w)}
    if any(w.tag is Tag.NAME for w in words):
        nouns = {n for n in nouns if not bench.scene.lexicon.is_role(n)}
    return frozenset(owners | nouns), frozenset(owners)


def possessors(bench: Workbench, words: Sequence[Word]) -> frozenset[str]:
    """Names that only say whose relative is meant: "Katie" in "Katie's daughter"."""
    triples = zip(words, words[1:], words[2:], strict=False)
    return frozenset(
        w.lemma for w, mark, noun in triples if mark.tag is Tag.POSSESSIVE and bench.scene.lexicon.is_role(noun.lemma)
    )


def _expletive(bench: Workbench, word: Word) -> bool:
    return bench.scene.lexicon.pronoun(word.lower) is None


def measure_noun(bench: Workbench, word: Word) -> bool:
    """Whether a word only carries a comparison or a sum: "number", "total"."""
    return bench.scene.comparatives.is_measure_noun(word.lemma) or word.lemma in bench.joint


def claim(bench: Workbench, mention: Mention) -> None:
    """Take up all words from the mention to the end of its reference."""
    bench.scene.claimed.update(range(mention.first, mention.compared.reference[1]))


def replaces(bench: Workbench, term: Term, reference: Term, mention: Mention) -> bool:
    """A change of one thing ("20 % off", "30 % shorter"): the new value retires the old."""
    first, last = mention.compared.reference
    changes = mention.numeral.kind in RATIOS and bool(mention.compared.sign) and first == last
    others = term.owners and reference.owners and term.owners != reference.owners
    if others and not mention.compared.entry.startswith(CHANGE):
        return False
    return changes and bench.scene.choices.pick(f"replaces:{mention.index}", [True, False])
