"""Rules about main verbs: who agrees with whom, and where a clause has its verb."""

from __future__ import annotations

from readers.r2.records import Shape, Tag
from readers.r2.tag_auxiliary_rules import due, operator
from readers.r2.tag_marks import (
    BARE,
    CLAUSAL,
    DO,
    HELPING,
    SINGULAR_DETERMINER,
    SUBJECT,
    THIRD_SINGULAR,
)
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    AUXILIARY,
    BASE,
    COORDINATOR,
    DETERMINER,
    EDGE,
    FINITE,
    FINITE_VERB,
    GERUND,
    MODAL,
    NAME,
    NOMINAL,
    NOUN,
    NUMBER,
    PARTICIPLE,
    PARTICLE,
    PAST,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    RELATIVE,
    STOP,
    THIRD,
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


def _subject(s: Stretch, i: int) -> bool:
    """A pronoun that is a subject only stands before the word."""
    k = s.before(i)
    plain = s.marked(k, SUBJECT) and s.sure(k, PRONOUN) and not s.sure(k - 1, COORDINATOR | PREPOSITION)
    return plain and s.can(i, FINITE) and not operator(s, i)


def _third(s: Stretch, i: int) -> bool:
    """he walks, each cost $5: no base form behind a third person, no plural noun either."""
    k = s.before(i)
    single = s.marked(k, SINGULAR_DETERMINER) and s.sure(k, PRONOUN) and s.sure(k - 1, EDGE)
    if not (single or s.marked(k, THIRD_SINGULAR)) or not s.can(i, THIRD | PAST) or s.marked(k - 1, BARE):
        return False
    return not operator(s, i)


def _subjects(s: Stretch, i: int) -> list[int]:
    """Heads of phrases before ``i`` that may be its subject, the nearest first.

    The pens in the boxes, the boxes that hold pens: the outermost must not be governed.
    """
    k, found = s.before(i), list[int]()
    if s.sure(k, PARTICIPLE):
        k = s.before(k)
    while True:
        if s.sure(k, FINITE) and s.relative(k):
            k = s.before(s.relative(k))
        if not s.sure(k, NOMINAL | NUMBER):
            return []
        found.append(k)
        outer = s.before(s.start(k))
        if s.sure(outer, PREPOSITION | PARTICIPLE | GERUND):
            k = s.before(outer)
            if not s.sure(k, NOMINAL | NUMBER):
                return found if s.sure(outer, GERUND) else []
        elif s.sure(outer, FINITE) and s.relative(outer):
            k = outer
        else:
            return found


def agrees(s: Stretch, i: int, verb: int) -> bool:
    """Whether a subject fits; several of one kind may take either form: a number of boys walk."""
    return any(s.agrees(k, verb) for k in _subjects(s, i))


def _disagrees_base(s: Stretch, i: int) -> bool:
    """the shop sell: a single subject has no base form."""
    k = s.before(i)
    if not s.sure(k, NOUN | NAME) or s.can(i, PAST) or due(s, i, DO) or s.marked(s.start(k) - 1, BARE):
        return False
    compound = not s.opens(i + 1) and s.can(i, NOUN) and s.weight(i, NOUN) >= s.weight(i, BASE)
    return not s.agrees(k, BASE) and (compound or not agrees(s, i, BASE))


def _disagrees_third(s: Stretch, i: int) -> bool:
    """the dogs walks: several have no third person, but "a box of dogs costs"."""
    k = s.before(i)
    return s.sure(k, NOUN) and not s.agrees(k, THIRD) and not agrees(s, i, THIRD)


def _after_name(s: Stretch, i: int) -> bool:
    """Tom needs; not "gave Tom books"."""
    k = s.before(i)
    if not s.sure(k, NAME) or not s.can(i, THIRD | PAST) or operator(s, i):
        return False
    return not s.finite_before(i) or contact(s, i)


def contact(s: Stretch, i: int) -> bool:
    """the pens Tom sells, the cars the shop washes: a subject right behind a noun."""
    first = s.start(s.before(i))
    opened = s.sure(first, NAME | PRONOUN) or (s.sure(first, DETERMINER) and s.likely(i, FINITE_VERB))
    return opened and s.sure(first - 1, NOUN) and s.weight(i, FINITE_VERB) >= s.weight(i, NOUN)


def _first_verb(s: Stretch, i: int) -> bool:
    """The clause has no verb yet and the word fits its subject: it is the verb."""
    if not s.likely(i, FINITE_VERB) or s.finite_before(i) or s.finite_after(i) or operator(s, i):
        return False
    if s.can(i, PARTICIPLE) and not s.can(i, BASE):  # left to the rules about participles
        return False
    found, verb = _subjects(s, i), s.readings[i] & FINITE_VERB
    if s.weight(i, FINITE_VERB) < s.weight(i, NOUN):
        found = found[-1:] if verb == THIRD else found
    return any(s.agrees(k, verb) for k in found) and not _later_verb(s, i)


def _later_verb(s: Stretch, i: int) -> bool:
    """School buses hold 50: the word behind fits as the verb of this one as its subject."""
    if not s.can(i, NOUN) or not s.likely(i + 1, FINITE_VERB):
        return False
    fits = s.agrees(i, s.readings[i + 1] & FINITE_VERB)
    return fits and s.sure(i + 2, OBJECT | PREPOSITION | PARTICLE | TO | ADVERB)


def _second_verb(s: Stretch, i: int) -> bool:
    """The clause has its finite verb: a noun or adjective follows, unless a new subject stands before it."""
    if not s.can(i, NOUN | ADJECTIVE | PREPOSITION) or not s.finite_before(i) or due(s, i, DO):
        return False
    k = s.before(i)
    if s.marked(k, SUBJECT) or s.can(k, TO | MODAL | RELATIVE) or _bare(s, i):
        return False
    return not (s.sure(k, NOMINAL) and contact(s, i))


def _bare(s: Stretch, i: int) -> bool:
    """help wash the dishes, helps Tom wash the dishes."""
    if s.can(i, ADJECTIVE) and s.can(i + 1, NOUN):
        return False
    if s.sure(i - 1, VERB):
        return s.marked(i - 1, HELPING) and s.can(i, BASE)
    k = i - 1
    while s.sure(k, INSIDE) and k > i - 4:
        k -= 1
    return s.sure(k, VERB | AUXILIARY) and s.marked(k, BARE) and s.can(i, BASE)


def _verb_behind(s: Stretch, i: int) -> bool:
    """The tree leaves fall: what stands before the verb for sure is its subject."""
    return s.can(i, NOUN) and s.sure(i + 1, FINITE) and not s.sure(i + 1, BASE) and not s.can(i, PRONOUN)


def _after_preposition(s: Stretch, i: int) -> bool:
    return s.sure(i - 1, PREPOSITION) and (not s.marked(i - 1, CLAUSAL) or s.can(i, NOUN))


def _governed(s: Stretch, i: int) -> bool:
    """picking plums: right behind a verb that is not finite stands its object."""
    behind = s.sure(i - 1, GERUND) or (s.sure(i - 1, BASE) and s.sure(s.before(i - 1), TO | MODAL))
    return behind and not s.marked(i - 1, HELPING)


def _coordinated(s: Stretch, i: int) -> bool:
    """and uses 5: an object behind shows the verb, a phrase of the same kind before the noun."""
    if not (s.sure(i - 1, COORDINATOR) or s.continues(i - 1)) or not s.can(i, NOUN):
        return False
    return s.sure(s.after(i), OBJECT) and not s.sure(s.after(i), PRONOUN & ~PRONOUN | POSSESSIVE) and _verb_before(s, i)


def _verb_before(s: Stretch, i: int) -> bool:
    """A verb of the same form stands earlier in the sentence."""
    verb = last_verb(s, i)
    return bool(verb) and bool(s.readings[verb] & s.readings[i] & VERB)


def last_verb(s: Stretch, i: int) -> int:
    """The place of the nearest word before ``i`` that is a verb for sure; 0 if none."""
    i -= 1
    while not s.sure(i, EDGE):
        if s.sure(i, VERB):
            return i
        i -= 1
    return 0


def _joined_noun(s: Stretch, i: int) -> bool:
    """pens and books: behind a noun, and nothing follows that a verb could take."""
    joined = s.sure(i - 1, COORDINATOR) and s.sure(i - 2, NOUN | ADJECTIVE | NUMBER) and s.can(i, NOUN)
    return joined and s.sure(i + 1, STOP | COORDINATOR | FINITE) and s.likely(i, NOUN)


def _imperative(s: Stretch, i: int) -> bool:
    """Find the total: a sentence begins with a base form before an object."""
    if s.weight(i, NOUN) > s.weight(i, BASE):
        return False
    return s.sure(i - 1, EDGE) and s.can(i, BASE) and s.sure(i + 1, DETERMINER | NUMBER) and s.can(i, BASE | NAME)


def _who_verb(s: Stretch, i: int) -> bool:
    """A verb follows a relative: pens that cost, Tom, who walks."""
    k = s.before(i)
    return s.sure(k, RELATIVE) and s.likely(i, FINITE) and not s.can(i + 1, FINITE)


RULES = (
    Rule("a subject pronoun is followed by its verb", ~(FINITE | PASSED | PARTICIPLE), _subject),
    Rule("a third person has no base form", BASE | NOUN, _third),
    Rule("a single subject has no base form", BASE, _disagrees_base),
    Rule("several have no third person", THIRD, _disagrees_third),
    Rule("a name before what can be its verb", ~(THIRD | PAST | PASSED | AUXILIARY), _after_name),
    Rule("no finite verb behind a preposition", FINITE, _after_preposition),
    Rule("what stands before a finite verb is its subject", FINITE_VERB, _verb_behind),
    Rule("no second finite verb in a clause", FINITE_VERB, _second_verb),
    Rule("a clause needs its verb", NOUN | ADJECTIVE | PREPOSITION, _first_verb),
    Rule("a relative is followed by its verb", NOUN | ADJECTIVE | PREPOSITION, _who_verb),
    Rule("no finite verb right behind one that is not", FINITE_VERB, _governed, NOUN | ADJECTIVE),
    Rule("a coordinated verb has its object behind it", NOUN, _coordinated),
    Rule("a coordinated noun has nothing behind it", FINITE_VERB, _joined_noun),
    Rule("a sentence that opens with a base form and its object", ~BASE, _imperative),
)
