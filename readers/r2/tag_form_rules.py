"""Rules about participles and gerunds: past, participle or adjective; verb, noun or adjective."""

from __future__ import annotations

from readers.r2.records import Shape, Tag
from readers.r2.tag_auxiliary_rules import operator
from readers.r2.tag_marks import BE, GERUND_TAKER, GET, HAVE, OF
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
    GERUND,
    GERUNDIAL,
    NAME,
    NOMINAL,
    NOUN,
    NUMBER,
    PARTICIPIAL,
    PARTICIPLE,
    PARTICLE,
    PAST,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    PUNCTUATION,
    QUESTION,
    RELATIVE,
    STOP,
    SUBORDINATOR,
    TO,
    VERB,
    bits,
)
from readers.r2.tag_stretch import PAD, Rule, Stretch
from readers.r2.tag_verb_rules import contact, last_verb

OBJECT = DETERMINER | NUMBER | PRONOUN | NAME
PAST_AUXILIARY = bits(Tag.AUXILIARY, Shape.PAST)
LOOSE = NOMINAL | NUMBER | PREPOSITION | STOP | COORDINATOR | SUBORDINATOR | VERB
ATTRIBUTIVE = DETERMINER | POSSESSIVE | ADJECTIVE | PREPOSITION | NUMBER


def _attributive(s: Stretch, i: int) -> bool:
    """5 baked cookies, the used cars: before a noun, inside of a phrase."""
    if not s.can(i, PARTICIPIAL):
        return False
    inside = s.sure(i - 1, ATTRIBUTIVE | EDGE)
    return inside and s.likely(i + 1, NOUN | ADJECTIVE) and not s.opens(i + 1)


def _not_attributive(s: Stretch, i: int) -> bool:
    """No noun follows that a participle could describe."""
    behind = s.can(i + 1, NOUN | ADJECTIVE | GERUND)
    return s.can(i, PARTICIPLE | PAST) and not behind and not s.sure(i - 1, DETERMINER | POSSESSIVE)


def _no_subject(s: Stretch, i: int) -> bool:
    """Inside a phrase or behind a preposition there is no past: of planned trips."""
    return s.can(i, PAST) and s.sure(i - 1, DETERMINER | POSSESSIVE | PREPOSITION | SUBORDINATOR)


def _left_over(s: Stretch, i: int) -> bool:
    """has 5 apples left, the number of pens sold: behind a noun in a clause that has its verb."""
    if not s.can(i, PARTICIPLE) or not s.can(i, PAST) or not s.sure(s.before(i), NOUN | NUMBER | PRONOUN | EXPLETIVE):
        return False
    return s.finite_before(i) and not contact(s, i)


def _reduced(s: Stretch, i: int) -> bool:
    """The pens sold online cost $5: the clause has its verb behind, and no object follows."""
    if not s.can(i, PARTICIPLE) or not s.sure(s.before(i), NOUN | NUMBER):
        return False
    later = s.finite_after(i) or _later_finite(s, i)
    return later and not s.sure(i + 1, OBJECT | NOUN) and not s.finite_before(i)


def _later_finite(s: Stretch, i: int) -> bool:
    """sold online cost $5: behind a participle without object may stand the verb of the clause, with its object."""
    if s.can(i + 1, OBJECT | NOUN) or not s.can(i, PARTICIPLE):
        return False
    j = i + 1
    while not s.breaks(j) and not s.sure(j, COORDINATOR):
        if s.likely(j, FINITE) and s.opens(j + 1) and not s.sure(j - 1, DETERMINER | ADJECTIVE | POSSESSIVE):
            return True
        j += 1
    return False


def _past(s: Stretch, i: int) -> bool:
    """The first verb behind a subject is finite: Tom walked."""
    k = s.before(i)
    if not s.can(i, PAST) or s.can(i, BASE) or not s.sure(k, NOMINAL | NUMBER) or operator(s, i):
        return False
    if s.sure(k, NAME) or s.sure(k, PRONOUN):
        return not s.finite_before(i) or contact(s, i)
    return not (s.finite_before(i) or s.finite_after(i) or _later_finite(s, i)) or contact(s, i)


def _past_around(s: Stretch, i: int) -> bool:
    """A verb of one form for all tenses is past where another verb of the sentence is."""
    return s.can(i, PAST) and any(s.sure(k, PAST | PAST_AUXILIARY) for k in range(PAD, len(s.readings) - PAD))


def _adverbial(s: Stretch, i: int) -> bool:
    """turned left: a word that is participle or adverb, right behind a verb."""
    return s.sure(i - 1, VERB) and not s.marked(i - 1, BE | HAVE | GET) and not s.can(i + 1, NOUN)


def _not_adverbial(s: Stretch, i: int) -> bool:
    return not _adverbial(s, i) and s.sure(i - 1, NOUN | NUMBER | PRONOUN | EXPLETIVE | AUXILIARY | STOP)


def _who_past(s: Stretch, i: int) -> bool:
    """who bought: a finite verb follows a relative or a question word."""
    return s.can(i, PAST) and s.sure(s.before(i), RELATIVE | QUESTION)


def _parallel_past(s: Stretch, i: int) -> bool:
    return _parallel(s, i, PAST)


def _parallel_participle(s: Stretch, i: int) -> bool:
    return _parallel(s, i, PARTICIPLE)


def _parallel(s: Stretch, i: int, form: int) -> bool:
    """washed and dried, ate 5 and sold 3: a coordinated verb has the form of the one before."""
    k = s.before(i)
    joined = s.sure(k, COORDINATOR | PUNCTUATION) or s.continues(k)
    if not s.can(i, form) or not joined:
        return False
    verb = last_verb(s, i)
    return bool(verb) and _same_kind(s, verb, form)


def _same_kind(s: Stretch, verb: int, form: int) -> bool:
    """A participle without its auxiliary (5 left) sets no example."""
    if form == PAST:
        return s.sure(verb, VERB & ~PARTICIPLE) or not _has_auxiliary(s, verb)
    return s.sure(verb, PARTICIPLE) and _has_auxiliary(s, verb)


def _has_auxiliary(s: Stretch, verb: int) -> bool:
    k = s.before(verb)
    return s.can(k, AUXILIARY) or bool(operator(s, verb))


def _opens_sentence(s: Stretch, i: int) -> bool:
    """Baked goods cost, Given that: no past without a subject."""
    return s.can(i, PAST) and s.sure(i - 1, EDGE) and not s.can(i, NAME)


def _behind_verb(s: Stretch, i: int) -> bool:
    """bought used books, kept closed: no second past."""
    return s.can(i, PAST) and s.sure(i - 1, VERB | PARTICLE) and not s.relative(i - 1)


def _described_object(s: Stretch, i: int) -> bool:
    """bought used books: what stands between verb and noun describes the noun."""
    plain = s.sure(i - 1, VERB) and not s.marked(i - 1, BE | HAVE | GET)
    return plain and s.can(i, PARTICIPIAL) and s.sure(i + 1, NOUN)


def _gerund_noun(s: Stretch, i: int) -> bool:
    """the building: behind a determiner and before no noun."""
    ordered = s.sure(i - 1, NUMBER) and s.sure(i - 2, DETERMINER | POSSESSIVE)
    inside = ordered or s.sure(i - 1, DETERMINER | POSSESSIVE | ADJECTIVE)
    return inside and s.can(i, NOUN) and not s.likely(i + 1, NOUN | ADJECTIVE)


def _gerund_described(s: Stretch, i: int) -> bool:
    """the remaining apples: behind a determiner or count, before a noun."""
    inside = s.sure(i - 1, DETERMINER | POSSESSIVE | ADJECTIVE) or s.counted(i - 1)
    return inside and s.can(i, GERUNDIAL) and s.sure(i + 1, NOUN)


def _gerund_verb(s: Stretch, i: int) -> bool:
    """Behind a preposition, a noun or a verb that takes one, with an object: of selling pens, a box holding 5."""
    if not s.can(i, GERUND):
        return False
    taken = s.sure(i - 1, VERB) and s.marked(i - 1, GERUND_TAKER)
    loose = s.sure(
        i - 1, PREPOSITION | NOUN | NAME | NUMBER | PRONOUN | EDGE | STOP | COORDINATOR | SUBORDINATOR | VERB
    )
    return taken or (loose and s.sure(i + 1, OBJECT | TO | PARTICLE) and not s.sure(i + 1, NAME & ~NAME))


def _more_often_noun(s: Stretch, i: int) -> bool:
    """in the morning, at building 5: a noun by use, where no object follows."""
    often = s.weight(i, NOUN) > s.weight(i, GERUND) or (s.marked(i - 1, OF) and s.can(i, NOUN))
    return often and s.can(i, GERUND) and not s.can(i + 1, OBJECT | NOUN)


def _gerund_alone(s: Stretch, i: int) -> bool:
    """spent 5 hours reading, 3 apples remaining: behind a noun and before none."""
    loose = s.sure(i - 1, NOUN | NUMBER | PRONOUN | NAME | PREPOSITION)
    return loose and s.can(i, GERUND) and s.weight(i, GERUND) >= s.weight(i, NOUN) and not s.can(i + 1, NOUN)


def _no_modifier(s: Stretch, i: int) -> bool:
    """A gerund that no noun follows describes none."""
    return s.can(i, GERUND) and not s.can(i + 1, NOUN | ADJECTIVE)


RULES = (
    Rule("a participle inside a phrase describes its noun", VERB, _attributive),
    Rule("a participle without a noun behind it", PARTICIPIAL, _not_attributive),
    Rule("no past without a subject", PAST, _no_subject),
    Rule("a participle behind a noun in a clause with its verb", PAST | PARTICIPIAL, _left_over),
    Rule("a participle behind a noun, its clause's verb behind it", PAST | PARTICIPIAL, _reduced),
    Rule("the first verb behind its subject is finite", ~(PAST | PAST_AUXILIARY), _past),
    Rule("one form for all tenses is past among others", BASE, _past_around),
    Rule("an adverb right behind a verb", VERB | ADJECTIVE, _adverbial, ADVERB),
    Rule("a participle that is no adverb", ADVERB, _not_adverbial, PARTICIPLE),
    Rule("a relative is followed by a finite verb", ~(PAST | PAST_AUXILIARY), _who_past),
    Rule("a coordinated verb is past as the one before", ~(PAST | NOUN), _parallel_past),
    Rule("a coordinated verb is a participle as the one before", ~PARTICIPLE, _parallel_participle),
    Rule("no past opens a sentence", PAST, _opens_sentence),
    Rule("no past behind a verb", PAST, _behind_verb),
    Rule("a participle between verb and noun describes the noun", VERB, _described_object),
    Rule("a gerund that closes a phrase is a noun", GERUND | GERUNDIAL, _gerund_noun),
    Rule("a gerund inside a phrase describes its noun", GERUND, _gerund_described),
    Rule("a gerund with its object", NOUN | ADJECTIVE, _gerund_verb),
    Rule("a gerund that is a noun by use", GERUND | GERUNDIAL, _more_often_noun),
    Rule("a gerund behind what it speaks of", NOUN | ADJECTIVE, _gerund_alone),
    Rule("a gerund that describes nothing", GERUNDIAL, _no_modifier),
)
