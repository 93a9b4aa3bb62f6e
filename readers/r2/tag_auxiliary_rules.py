"""Rules about auxiliaries: what follows be, have, do and modals, and when they are main verbs."""

from __future__ import annotations

from readers.r2.records import Shape, Tag
from readers.r2.tag_marks import (
    BARE,
    BE,
    CLAUSAL,
    DO,
    GET,
    HAVE,
)
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    AUXILIARY,
    BASE,
    COORDINATOR,
    DETERMINER,
    EXPLETIVE,
    FINITE,
    FINITE_VERB,
    GERUND,
    GERUNDIAL,
    MODAL,
    NAME,
    NEGATION,
    NOMINAL,
    NOUN,
    NUMBER,
    PARTICIPIAL,
    PARTICIPLE,
    PAST,
    PREPOSITION,
    PRONOUN,
    QUESTION,
    RELATIVE,
    STOP,
    SUBORDINATOR,
    TO,
    VERB,
    bits,
)
from readers.r2.tag_stretch import INSIDE, PASSED, Rule, Stretch

PLAIN = BASE | bits(Tag.AUXILIARY, Shape.BASE)
PERFECT = PARTICIPLE | bits(Tag.AUXILIARY, Shape.PARTICIPLE)
VERBAL = VERB | AUXILIARY | MODAL
OBJECT = DETERMINER | NUMBER | PRONOUN | NAME
OPEN = NOUN | ADJECTIVE | VERB | ADVERB


def operator(s: Stretch, i: int) -> int:
    """The place of the auxiliary that stands before its subject and whose verb is due at ``i``; 0 if none."""
    k = i - 1
    while not (s.sure(k, FINITE | STOP | RELATIVE | QUESTION) or s.can(k, SUBORDINATOR) or s.marked(k, CLAUSAL)):
        k -= 1
    return k if k < i - 1 and s.sure(k, AUXILIARY | VERB | MODAL) and _inverts(s, k) else 0


def _inverts(s: Stretch, k: int) -> bool:
    """Whether an auxiliary at ``k`` stands before its subject: a question word or an edge is before it."""
    if not (s.marked(k, BE | HAVE | DO) or s.sure(k, MODAL)) or s.marked(k + 1, HAVE):
        return False
    before = k - 1
    while (
        s.can(before, INSIDE | ADVERB | PREPOSITION | COORDINATOR | GERUND | PARTICIPLE)
        and not s.can(before, QUESTION)
        and not s.sure(before, FINITE)
    ):
        before -= 1
    return s.can(before, QUESTION) or (before == k - 1 and s.sure(before, STOP | COORDINATOR))


def due(s: Stretch, i: int, mark: int) -> bool:
    k = operator(s, i)
    return bool(k) and (s.marked(k, mark) or (mark == DO and s.sure(k, MODAL)))


def _after_modal(s: Stretch, i: int) -> bool:
    return s.sure(s.before(i), MODAL | TO) and s.can(i, PLAIN)


def _after_do(s: Stretch, i: int) -> bool:
    """do n't have."""
    k = s.before(i)
    negated = s.sure(i - 1, NEGATION) and s.marked(k, DO)
    return s.can(i, PLAIN) and (negated or (s.marked(k, DO) and s.weight(i, BASE) > s.weight(i, NOUN)))


def _due_base(s: Stretch, i: int) -> bool:
    """How many bags does the shop sell: behind the subject, before no other verb."""
    if not s.can(i, PLAIN) or not s.sure(i - 1, NOUN | NAME | PRONOUN | PASSED):
        return False
    return due(s, i, DO) and not s.can(s.after(i), BASE)


def _before_due_base(s: Stretch, i: int) -> bool:
    """does the flower shop sell: the last of several words is the verb that is due."""
    if not s.can(i, BASE) or not s.sure(i + 1, BASE):
        return False
    return due(s, i, DO) and not s.marked(i, BARE)


def _due_participle(s: Stretch, i: int) -> bool:
    return s.can(i, PARTICIPLE) and due(s, i, HAVE) and s.sure(i - 1, NOUN | NAME | PRONOUN | PASSED)


def _after_have(s: Stretch, i: int) -> bool:
    """has baked; "has used" is the perfect too, whatever follows."""
    k = s.before(i)
    return s.can(i, PERFECT) and s.marked(k, HAVE) and s.sure(k, VERB | AUXILIARY | MODAL) and _perfect(s, i)


def _perfect(s: Stretch, i: int) -> bool:
    """Not "the pens that Ben has cost $5", where the participle is the verb of the clause."""
    ended = s.relative(s.before(i)) and s.can(i, BASE) and s.opens(i + 1)
    return not ended and not (s.can(i, NOUN | BASE) and s.can(i + 1, NOUN))


def _after_be(s: Stretch, i: int) -> bool:
    k = s.before(i)
    return s.marked(k, BE) and s.sure(k, VERB | AUXILIARY)


def _after_be_passive(s: Stretch, i: int) -> bool:
    passive = _after_be(s, i) or s.marked(s.before(i), GET)
    return s.can(i, PARTICIPLE) and passive and not s.sure(i + 1, NOUN)


def _rather_adjective(s: Stretch, i: int) -> bool:
    """is tired: more often an adjective than a verb."""
    return _after_be(s, i) and s.weight(i, ADJECTIVE) > s.weight(i, VERB)


def _rather_verb(s: Stretch, i: int) -> bool:
    return _after_be(s, i) and s.weight(i, ADJECTIVE) <= s.weight(i, VERB) and not s.sure(i + 1, NOUN)


def _after_be_gerund(s: Stretch, i: int) -> bool:
    return s.can(i, GERUND) and (_after_be(s, i) or due(s, i, BE))


def _main_be(s: Stretch, i: int) -> bool:
    return s.marked(i, BE) and not _helps(s, i, VERB & ~FINITE_VERB | AUXILIARY, GERUND | PARTICIPLE)


def _main_have(s: Stretch, i: int) -> bool:
    return s.marked(i, HAVE) and not _helps(s, i, PERFECT, PARTICIPLE)


def _main_do(s: Stretch, i: int) -> bool:
    return s.marked(i, DO) and not _helps(s, i, PLAIN, PLAIN)


def _helps(s: Stretch, i: int, direct: int, inverted: int) -> bool:
    """Whether a verb that the auxiliary can belong to may follow it, or its subject where that is inverted."""
    j = s.after(i)
    if s.can(j, direct):
        return True
    if not _inverts(s, i) or s.sure(j, EXPLETIVE):
        return False
    while s.can(j, INSIDE | PASSED | COORDINATOR | PREPOSITION):
        if s.can(j, inverted):
            return True
        j += 1
    return s.can(j, inverted)


def _helper(s: Stretch, i: int) -> bool:
    """The verb that the auxiliary belongs to follows for sure."""
    j = s.after(i)
    if s.marked(i, BE):
        return s.sure(j, GERUND | PARTICIPLE | bits(Tag.AUXILIARY, Shape.GERUND))
    if s.marked(i, HAVE):
        return s.sure(j, PERFECT)
    return s.sure(j, PLAIN) and s.marked(i, DO)


def _helper_inverted(s: Stretch, i: int) -> bool:
    """How many pens does Tom buy, has she eaten: behind the subject stands the verb that is due."""
    if not s.marked(i, BE | HAVE | DO) or not _inverts(s, i):
        return False
    j = i + 1
    while s.sure(j, INSIDE | PASSED | COORDINATOR) or (s.sure(j, PREPOSITION) and j > i + 1):
        j += 1
    due = PLAIN if s.marked(i, DO) else PERFECT if s.marked(i, HAVE) else GERUND | PARTICIPLE
    return j > i + 1 and s.sure(j, due) and s.sure(j - 1, NOMINAL | PASSED)


def _existential(s: Stretch, i: int) -> bool:
    return s.marked(i, BE) and s.can(i + 1, EXPLETIVE) and s.sure(i, AUXILIARY | VERB)


RULES = (
    Rule("a modal is followed by a base form", ~(PLAIN | PASSED), _after_modal),
    Rule("a denied do is followed by a base form", ~(PLAIN | PASSED), _after_do),
    Rule("do before its subject awaits a base form", ~(PLAIN | PASSED), _due_base),
    Rule("the last of the words before it is due", FINITE_VERB, _before_due_base),
    Rule("have before its subject awaits a participle", ~(PERFECT | PASSED), _due_participle),
    Rule("have is followed by a participle", ~(PERFECT | PASSED), _after_have),
    Rule("no finite verb behind be", FINITE_VERB, _after_be),
    Rule("be and get are followed by a participle", PAST | NOUN | ADVERB, _after_be_passive),
    Rule("be before what is more often an adjective", VERB, _rather_adjective),
    Rule("be before what is more often a verb", PARTICIPIAL | GERUNDIAL, _rather_verb),
    Rule("be is followed by a gerund", ~(GERUND | ADJECTIVE), _after_be_gerund),
    Rule("be is a main verb where none follows", AUXILIARY, _main_be),
    Rule("have is a main verb where none follows", AUXILIARY, _main_have),
    Rule("do is a main verb where none follows", AUXILIARY, _main_do),
    Rule("be before an expletive is a main verb", AUXILIARY, _existential),
    Rule("an auxiliary before its verb", VERB, _helper),
    Rule("an auxiliary before its subject and verb", VERB, _helper_inverted),
)
