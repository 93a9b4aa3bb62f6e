"""Rules about nouns, adjectives and names."""

from __future__ import annotations

from readers.r2.records import Shape, Tag
from readers.r2.tag_auxiliary_rules import PLAIN
from readers.r2.tag_marks import ARTICLE, COPULAR, COUNTER, FOCUS, MANY, MEASURED, OF
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    AUXILIARY,
    BASE,
    COORDINATOR,
    DETERMINER,
    EDGE,
    EXPLETIVE,
    FINITE,
    FINITE_VERB,
    GERUND,
    GERUNDIAL,
    JOINT,
    MODAL,
    NAME,
    NOMINAL,
    NOUN,
    NUMBER,
    PARTICIPIAL,
    PARTICIPLE,
    PARTICLE,
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
    TO,
    VERB,
    bits,
)
from readers.r2.tag_stretch import Rule, Stretch

COMPARED = bits(Tag.DETERMINER, Shape.COMPARATIVE)
DETERMINED = DETERMINER | POSSESSIVE


def _determined(s: Stretch, i: int) -> bool:
    return s.sure(i - 1, DETERMINED)


def _described(s: Stretch, i: int) -> bool:
    """Adjectives behind a determiner or a count await their noun: the red walks."""
    if not s.can(i, NOUN) or not s.sure(i - 1, ADJECTIVE):
        return False
    k = i - 1
    while s.sure(k, ADJECTIVE):
        k -= 1
    if s.sure(k, VERB) and s.marked(k, COPULAR):
        return False
    return s.sure(k, DETERMINED | PREPOSITION | COORDINATOR | STOP | VERB) or s.counted(k)


def _counted(s: Stretch, i: int) -> bool:
    """5 walks, the second test; not "the other 3 walk 5 miles"."""
    if s.kinds[i - 1] == "ordinal":
        return s.can(i, SINGULAR) and not s.can(i, PAST)
    if not s.counted(i - 1) or not s.can(i, NOUN | PARTICIPIAL | ADJECTIVE):
        return False
    return s.can(i, PLURAL) or not s.opens(i + 1)


def _awaits_plural(s: Stretch, i: int) -> bool:
    """8 history books: a count of several is followed by a plural, whatever stands between."""
    k = i - 1
    while s.sure(k, SINGULAR | ADJECTIVE | JOINT | COMPARED):
        k -= 1
    several = s.sure(k, DETERMINER) and s.marked(k, MANY)
    return k < i - 1 and (several or (s.counted(k) and s.kinds[k] != "single" and not s.sure(k - 1, JOINT)))


def _counter(s: Stretch, i: int) -> bool:
    """number, amount, total are verbs only before an object: amount to 5."""
    if s.can(s.before(i), TO | MODAL):
        return False
    return s.marked(i, COUNTER) and not s.opens(i + 1) and (not s.can(i + 1, PREPOSITION) or s.marked(i + 1, OF))


def _of_what(s: Stretch, i: int) -> bool:
    """Inside a phrase, what is followed by of is a noun: a bag of flour."""
    return s.marked(i + 1, OF) and s.sure(i - 1, NOUN | ADJECTIVE | NUMBER | DETERMINER | JOINT)


def _modal(s: Stretch, i: int) -> bool:
    """can and will are modals where a verb or a subject follows, unless a phrase is open: a can."""
    if s.marked(i - 1, ARTICLE) or s.counted(i - 1) or s.sure(i - 1, ADJECTIVE | JOINT):
        return False
    ended = s.sure(i + 1, STOP) and s.sure(i - 1, PRONOUN | NAME | PLURAL)
    return ended or s.sure(i + 1, PRONOUN | NAME | DETERMINER | EXPLETIVE) or s.likely(s.after(i), PLAIN)


def _no_modal(s: Stretch, i: int) -> bool:
    """a can of, each can holds."""
    return not s.can(s.after(i), PLAIN | NOMINAL | DETERMINER | ADJECTIVE | NUMBER | EXPLETIVE) and not _modal(s, i)


def _sum_before(s: Stretch, i: int) -> bool:
    """The noun that a measure or a determined sum describes: a 3-day trip, a $20 bill."""
    if s.kinds[i - 1] == "measure":
        return s.can(i, NOUN | ADJECTIVE)
    return s.sure(i - 1, NUMBER) and s.kinds[i - 1] == "money" and s.sure(i - 2, DETERMINED) and s.can(i, NOUN)


def _noun_behind(s: Stretch, i: int) -> bool:
    """The word describes the noun or adjective behind it."""
    if not s.can(i, ADJECTIVE & ~GERUNDIAL):
        return False
    fits = s.weight(i, ADJECTIVE) * 2 >= s.weight(i, NOUN) and (s.finite_before(i) or s.finite_after(i + 1))
    if fits and s.can(i + 1, PLURAL) and s.weight(i + 1, PLURAL) >= s.weight(i + 1, THIRD):
        return True
    single = s.sure(i - 1, DETERMINED) and s.can(i, SINGULAR) and s.sure(i + 1, SINGULAR | BASE)
    if single or (s.sure(i + 1, NOUN | GERUNDIAL | PARTICIPIAL | PARTICIPLE) and s.can(i + 1, NOUN)):
        return True
    return s.sure(i + 1, NOUN | GERUNDIAL | PARTICIPIAL) or (s.sure(i + 1, ADJECTIVE) and s.can(i + 2, NOUN))


def _ends_phrase(s: Stretch, i: int) -> bool:
    """An opened phrase has no other noun: the total is."""
    opened = _determined(s, i) or s.counted(i - 1) or (s.sure(i - 1, ADJECTIVE) and s.sure(i - 2, DETERMINED))
    return opened and s.can(i, NOUN) and not s.can(i + 1, NOUN | ADJECTIVE | JOINT | GERUND | NUMBER | NAME)


def _linked(s: Stretch, i: int) -> bool:
    k = s.before(i)
    return s.sure(k, VERB | AUXILIARY) and s.marked(k, COPULAR)


def _predicate(s: Stretch, i: int) -> bool:
    """is red: an adjective behind a verb of being."""
    linked = _linked(s, i) and s.can(i, ADJECTIVE)
    return linked and not s.can(i + 1, NOUN) and s.weight(i, ADJECTIVE) >= s.weight(i, NOUN)


def _governed(s: Stretch, i: int) -> bool:
    """A verb or preposition needs a noun, and no other follows: of gold."""
    governed = s.sure(i - 1, PREPOSITION) or (s.sure(i - 1, VERB) and not s.marked(i - 1, COPULAR))
    return governed and s.can(i, NOUN) and s.sure(i + 1, STOP | PREPOSITION | COORDINATOR | FINITE | SUBORDINATOR)


def _measures(s: Stretch, i: int) -> bool:
    """5 feet long, 3 years old."""
    if not s.marked(i, MEASURED):
        return False
    return s.sure(i - 1, NUMBER) or (s.sure(i - 1, NOUN) and s.sure(i - 2, NUMBER | DETERMINER))


def _adverb(s: Stretch, i: int) -> bool:
    """Words of focus are adjectives only behind a determiner, others where a noun or copula is near."""
    if not s.can(i, ADVERB):
        return False
    if s.marked(i, FOCUS):
        return not _determined(s, i)
    if s.likely(i + 1, VERB) and not s.likely(i + 1, NOUN | ADJECTIVE):
        return True
    return not (s.can(i + 1, NOUN | NUMBER | ADJECTIVE) or _linked(s, i) or _measures(s, i) or _determined(s, i))


def _adjective(s: Stretch, i: int) -> bool:
    if _determined(s, i):
        return s.likely(i + 1, NOUN | NUMBER | STOP | NAME | ADJECTIVE) and not s.marked(i + 1, MANY)
    if s.marked(i, FOCUS):
        return False
    if _measures(s, i):
        return True
    if _linked(s, i) and not s.can(i + 1, NUMBER | ADJECTIVE | PARTICIPLE | GERUND | DETERMINER):
        return True
    return s.sure(i + 1, NOUN) and s.sure(i - 1, VERB | PREPOSITION | NUMBER | ADJECTIVE | COORDINATOR | EDGE)


def _no_name(s: Stretch, i: int) -> bool:
    """The first word is capitalised anyway: before a name or determiner it is a verb or modal."""
    return s.sure(i + 1, NAME | DETERMINER | PRONOUN) and s.can(i, MODAL | VERB | PREPOSITION | SUBORDINATOR)


def _name(s: Stretch, i: int) -> bool:
    return s.sure(i + 1, POSSESSIVE | FINITE | COORDINATOR) or s.can(i + 1, THIRD | PAST | AUXILIARY | MODAL)


def _home(s: Stretch, i: int) -> bool:
    """A noun of place behind a verb, without determiner, is an adverb: go home."""
    placed = s.sure(i, NOUN | ADVERB) and s.sure(i - 1, VERB | NOUN | PRONOUN | ADVERB)
    return placed and s.weight(i, ADVERB) >= s.weight(i, NOUN) and not s.can(i + 1, NOUN)


def _back(s: Stretch, i: int) -> bool:
    return not s.can(i - 1, DETERMINED | ADJECTIVE | JOINT)


def _place(s: Stretch, i: int) -> bool:
    return s.sure(i, NOUN | ADVERB) and s.sure(i - 1, DETERMINED | PREPOSITION | ADJECTIVE)


RULES = (
    Rule(
        "no verb, modal or link behind a determiner",
        VERB | MODAL | AUXILIARY | PREPOSITION | PARTICLE | SUBORDINATOR | RELATIVE,
        _determined,
    ),
    Rule("adjectives behind a determiner await their noun", VERB | ADVERB, _described),
    Rule("a count is followed by what it counts", FINITE_VERB | GERUND, _counted),
    Rule("a count of several awaits a plural", FINITE_VERB, _awaits_plural, PLURAL),
    Rule("a word of amount without an object", VERB, _counter, NOUN),
    Rule("inside a phrase, before of", VERB, _of_what, NOUN),
    Rule("a modal before its verb or subject", NOUN, _modal, MODAL),
    Rule("no modal without a verb", MODAL, _no_modal, NOUN),
    Rule("a determined sum describes a noun", VERB, _sum_before),
    Rule("an adjective before its noun", NOUN, _noun_behind),
    Rule("an opened phrase ends in a noun", ADJECTIVE | ADVERB, _ends_phrase),
    Rule("an adjective behind a verb of being", NOUN, _predicate),
    Rule("a noun that is governed and followed by none", ADJECTIVE, _governed),
    Rule("an adjective needs its noun or its copula", ADJECTIVE, _adverb),
    Rule("an adverb that a noun or copula makes an adjective", ADVERB, _adjective, ADJECTIVE),
    Rule("a noun behind a verb of motion stands for a place", NOUN, _home),
    Rule("a particle that is a noun behind a determiner only", NOUN | ADJECTIVE, _back, PARTICLE),
    Rule("a place behind a preposition or determiner", ADVERB, _place),
    Rule("no name before a name", NAME, _no_name),
    Rule("a name before its verb or possessive mark", ~NAME, _name),
)
