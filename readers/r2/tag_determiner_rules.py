"""Rules about words that are determiners or stand alone: each, that box, her, more, all."""

from __future__ import annotations

from readers.r2.records import Shape, Tag
from readers.r2.tag_marks import (
    ARTICLE,
    GIVES,
    MANY,
    OF,
    ONE_ARTICLE,
    PLURAL_DETERMINER,
    PREDETERMINER,
    SINGULAR_DETERMINER,
    THAT,
)
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    AUXILIARY,
    BASE,
    COORDINATOR,
    DETERMINER,
    EDGE,
    FINITE_VERB,
    GERUND,
    GERUNDIAL,
    MODAL,
    NAME,
    NOUN,
    NUMBER,
    PARTICIPIAL,
    PAST,
    PLURAL,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    RELATIVE,
    SINGULAR,
    STOP,
    SUBORDINATOR,
    THIRD,
    VERB,
    bits,
)
from readers.r2.tag_stretch import Rule, Stretch

QUANTIFIER = DETERMINER | PRONOUN
DESCRIBED = NOUN | ADJECTIVE
COMPARED = bits(Tag.DETERMINER, Shape.COMPARATIVE)
GRADED = bits(Tag.ADVERB, Shape.COMPARATIVE, Shape.SUPERLATIVE)
COMPARATIVE = bits(Tag.ADJECTIVE, Shape.COMPARATIVE) | bits(Tag.ADVERB, Shape.COMPARATIVE)


def _noun_next(s: Stretch, i: int) -> bool | None:
    """Whether a noun follows that the word can belong to; None while that is open."""
    j = i + 1
    if _subject_of_past(s, i):
        return False
    if s.sure(i - 1, RELATIVE | PRONOUN | PLURAL) and s.can(j, BASE) and s.opens(j + 1):
        return False
    if s.sure(j, ADVERB) and s.can(j + 1, ADJECTIVE) and s.can(j + 2, DESCRIBED):
        return True
    if not s.can(j, DESCRIBED | NUMBER | NAME):
        return s.can(j, COMPARED) and s.can(i, ~ADVERB & DETERMINER) and not s.can(i, COMPARED)
    if s.sure(i - 1, DETERMINER) and s.can(i, GRADED) and s.can(j, GERUND | ADJECTIVE):
        return False
    if s.sure(j, ADJECTIVE) and s.can(i, ADVERB) and not s.can(j + 1, DESCRIBED | NUMBER):
        return False
    if s.sure(j, DESCRIBED | NUMBER) and not s.can(j, VERB | NAME):
        return True
    return _by_number(s, i, s.readings[j])


def _subject_of_past(s: Stretch, i: int) -> bool:
    """Each cost $5: before a past form and a price, where a sentence begins and has no later verb."""
    alone = s.sure(i - 1, EDGE) and s.can(i, PRONOUN) and s.marked(i, SINGULAR_DETERMINER)
    return alone and s.can(i + 1, PAST) and s.kinds[i + 2] == "money" and not s.finite_after(i + 1)


def _by_number(s: Stretch, i: int, readings: int) -> bool | None:
    """Noun or verb by its number: each box, each costs, both walk, some books."""
    nouns, verbs = readings & NOUN, readings & FINITE_VERB
    if not nouns or readings & (ADJECTIVE | NUMBER | NAME):
        return None
    if s.marked(i, SINGULAR_DETERMINER):
        return bool(nouns & SINGULAR) if verbs != nouns else None
    if s.marked(i, PLURAL_DETERMINER):
        return bool(nouns & PLURAL) or s.can(i + 2, PLURAL)
    return True if nouns & PLURAL and not verbs & ~THIRD else None


def _stands_alone(s: Stretch, i: int) -> bool:
    before_another = s.marked(i, PREDETERMINER) and s.can(i + 1, DETERMINER)
    return not before_another and (_noun_next(s, i) is False or _given(s, i) or s.marked(i + 1, OF))


def _determines(s: Stretch, i: int) -> bool:
    if s.marked(i, THAT) or _given(s, i) or _between(s, i):
        return False
    return (s.marked(i, PREDETERMINER) and s.sure(i + 1, DETERMINER)) or _noun_next(s, i) is True


def _given(s: Stretch, i: int) -> bool:
    """gave her 5 pens: a recipient between the verb of giving and the amount; not "gave her 5 friends a pen"."""
    if not (s.sure(i - 1, VERB) and s.marked(i - 1, GIVES) and s.sure(i + 1, NUMBER)):
        return False
    return s.can(i, PRONOUN) and not s.sure(i + 3, DETERMINER | NUMBER)


def _between(s: Stretch, i: int) -> bool:
    """gives them each 5: between the recipients and the amount."""
    return s.sure(i - 1, PRONOUN | NAME) and s.sure(i + 1, NUMBER) and s.can(i, ADVERB)


def _floats(s: Stretch, i: int) -> bool:
    """Behind an amount or a subject and before no noun: $5 each, they each have, the boys all went."""
    if (
        s.marked(i + 1, OF)
        or not s.sure(i - 1, NUMBER | NOUN | PRONOUN | NAME | RELATIVE)
        or s.can(i, COMPARED | GRADED)
    ):
        return False
    if s.marked(i, SINGULAR_DETERMINER):
        return s.can(i, ADVERB) and (_noun_next(s, i) is False or _between(s, i))
    return s.sure(i - 1, NOUN | PRONOUN) and s.sure(i + 1, VERB | AUXILIARY | MODAL | PREPOSITION)


def _heads(s: Stretch, i: int) -> bool:
    """Where a phrase is due the word is no adverb: each costs, gave each 5, all of."""
    due = STOP | COORDINATOR | SUBORDINATOR | PREPOSITION | VERB | DETERMINER
    return s.marked(i + 1, OF) or (s.sure(i - 1, due) and not _may_grade(s, i))


def _may_grade(s: Stretch, i: int) -> bool:
    return s.can(i + 1, ADJECTIVE | ADVERB | PREPOSITION) and s.can(i, ADVERB) and not s.sure(i + 1, PREPOSITION)


def _grades(s: Stretch, i: int) -> bool:
    """more expensive, much older; not "5 more red pens"."""
    counts = s.counted(i - 1) or (s.sure(i - 1, DETERMINER) and not s.marked(i - 1, ARTICLE))
    graded = COMPARATIVE if s.marked(i, MANY) else ADJECTIVE | ADVERB
    if s.marked(i - 1, ARTICLE) and s.can(i, GRADED) and s.can(i + 1, GERUND):
        return True
    return s.sure(i + 1, graded | GRADED) and not (counts and s.can(i + 2, NOUN)) and not s.sure(i + 1, PARTICIPIAL)


def _grades_nothing(s: Stretch, i: int) -> bool:
    """An amount word is no adverb where it describes nothing."""
    if s.can(i, COMPARED | GRADED) and s.sure(i - 1, NOUN | PRONOUN) and not s.sure(i - 2, NUMBER):
        return False
    loose = s.sure(i - 1, ADJECTIVE | ADVERB | NOUN | PRONOUN | NUMBER | NAME)
    return not loose and not s.can(i + 1, ADJECTIVE | ADVERB)


def _small(s: Stretch, i: int) -> bool:
    """the little boy: an adjective behind a determiner, before its noun."""
    if s.can(i - 1, DETERMINER) and s.sure(i - 1, QUANTIFIER) and not s.marked(i - 1, MANY) and s.sure(i + 1, SINGULAR):
        return True
    return s.sure(i - 1, DETERMINER | POSSESSIVE) and (not s.marked(i - 1, ONE_ARTICLE) or s.sure(i + 1, NOUN))


def _no_adjective(s: Stretch, i: int) -> bool:
    return not _small(s, i) and not s.can(i - 1, ADJECTIVE)


def _amount_before_noun(s: Stretch, i: int) -> bool:
    return s.sure(i + 1, NOUN | PARTICIPIAL | GERUNDIAL) and not s.sure(i - 1, ADJECTIVE)


RULES = (
    Rule("no determiner without a noun", DETERMINER, _stands_alone, QUANTIFIER),
    Rule("a determiner goes with the noun of its number", PRONOUN | ADVERB, _determines, QUANTIFIER),
    Rule("behind its amount or subject a quantifier is an adverb", DETERMINER | PRONOUN, _floats, QUANTIFIER),
    Rule("where a phrase is due a quantifier is no adverb", ADVERB, _heads, QUANTIFIER),
    Rule("an amount word before what it grades", DETERMINER | PRONOUN, _grades, QUANTIFIER),
    Rule("an amount word that grades nothing", ADVERB, _grades_nothing, QUANTIFIER),
    Rule("an amount word before its noun", PRONOUN | ADVERB, _amount_before_noun, QUANTIFIER),
    Rule("little behind a determiner", DETERMINER | PRONOUN | ADVERB, _small, QUANTIFIER),
    Rule("little without one", ADJECTIVE, _no_adjective, QUANTIFIER),
)
