"""Rules about links: that, to, particles, question words, conjunctions, there, the clitic s."""

from __future__ import annotations

from functools import lru_cache

from readers.lexicon import load_lexicon
from readers.r2.tag_auxiliary_rules import PLAIN
from readers.r2.tag_marks import BE, DO, HAVE, MANY, MOTION, PREDETERMINER, QUESTION_MARK, SPEECH, THAT, WANTING
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
    MODAL,
    NAME,
    NEGATION,
    NOMINAL,
    NOUN,
    NUMBER,
    PARTICIPLE,
    PARTICLE,
    PLURAL,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    QUESTION,
    RELATIVE,
    SINGULAR,
    STOP,
    SUBORDINATOR,
    TO,
    VERB,
)
from readers.r2.tag_stretch import Rule, Stretch
from readers.r2.tag_verb_rules import agrees, last_verb
from readers.vocabulary import load_vocabulary

OBJECT = DETERMINER | NUMBER | PRONOUN | NAME
UNRELATED = STOP | COORDINATOR | SUBORDINATOR | QUESTION | VERB | PREPOSITION
SPOKEN = PRONOUN | QUESTION | EXPLETIVE | RELATIVE | ADVERB
PARTED = frozenset({"fraction", "multiplier", "percent"})
FAR = 4
UNFOLLOWED = STOP | COORDINATOR | PREPOSITION | SUBORDINATOR | TO | ADVERB | FINITE


def _clause_behind(s: Stretch, i: int) -> bool:
    """A subject and its finite verb follow: Tom has, the boys walk."""
    end = s.end(i + 1)
    while s.sure(end, PREPOSITION) and end > i + 1 and s.end(end + 1) > end + 1:
        end = s.end(end + 1)
    return end > i + 1 and s.sure(s.after(end - 1), FINITE) and not s.sure(end - 1, POSSESSIVE)


# --- that -----------------------------------------------------------------------------


def _that(s: Stretch, i: int) -> bool:
    return s.marked(i, THAT)


def _that_many(s: Stretch, i: int) -> bool:
    return _that(s, i) and s.marked(i + 1, MANY)


def _that_alone(s: Stretch, i: int) -> bool:
    """Before a verb with nothing to relate to, or before the end: that is, of that."""
    if not _that(s, i):
        return False
    ended = s.sure(i + 1, STOP | PREPOSITION | COORDINATOR)
    return ended or (
        s.sure(i + 1, FINITE) and s.sure(i - 1, STOP | COORDINATOR | SUBORDINATOR | QUESTION | VERB | PREPOSITION)
    )


def _that_amount(s: Stretch, i: int) -> bool:
    """half that number, all that work: behind what stands before determiners."""
    parted = s.sure(i - 1, NUMBER) and not s.counted(i - 1) and s.kinds[i - 1] in PARTED
    return _that(s, i) and s.can(i + 1, NOUN) and (parted or s.marked(i - 1, PREDETERMINER))


def _that_relates(s: Stretch, i: int) -> bool:
    """boxes that hold, pens that Tom has: behind a noun, before a verb or a clause."""
    if not _that(s, i) or not s.sure(i - 1, NOUN | NUMBER | PRONOUN | ADVERB | NAME):
        return False
    return not _that_points(s, i) and not s.sure(i - 1, ADVERB)


def _that_links(s: Stretch, i: int) -> bool:
    """says that Tom has, so that: behind a verb or adjective, before a clause."""
    if not _that(s, i) or s.can(i - 1, NOUN | NAME | PRONOUN):
        return False
    spoken = s.marked(i - 1, SPEECH) or s.sure(i - 1, VERB | PARTICLE | ADVERB | ADJECTIVE | SUBORDINATOR)
    return spoken and (_clause_behind(s, i) or s.sure(i + 1, DETERMINER | PRONOUN | NAME | PLURAL | NUMBER | EXPLETIVE))


def _that_points(s: Stretch, i: int) -> bool:
    """that day: one thing follows, and no verb whose subject it would be."""
    if not s.can(i + 1, SINGULAR | ADJECTIVE | NUMBER) or s.can(i + 1, FINITE & ~BASE):
        return False
    return s.sure(i + 1, NOUN | ADJECTIVE | NUMBER | PRONOUN) and not _clause_behind(s, i)


def _that_day(s: Stretch, i: int) -> bool:
    free = s.sure(i - 1, PREPOSITION | STOP | VERB | COORDINATOR | NOUN | ADVERB | NUMBER)
    return _that(s, i) and free and _that_points(s, i) and not (s.marked(i - 1, SPEECH) and _clause_behind(s, i))


# --- to, particles --------------------------------------------------------------------


def _no_infinitive(s: Stretch, i: int) -> bool:
    return not s.can(s.after(i), PLAIN) or _to_place(s, i) or _rather_noun(s, i)


def _to_place(s: Stretch, i: int) -> bool:
    """drives to work, the way to school: a noun without determiner behind motion."""
    if s.marked(s.before(i), WANTING) or not s.can(i + 1, NOUN) or s.can(i + 2, OBJECT) or not s.can(i + 2, UNFOLLOWED):
        return False
    return s.weight(i + 1, NOUN) * 2 >= s.weight(i + 1, BASE) and any(s.marked(k, MOTION) for k in (i - 1, i - 2))


def _infinitive(s: Stretch, i: int) -> bool:
    j = s.after(i)
    if not s.can(j, PLAIN) or _to_place(s, i):
        return False
    wanted = s.marked(s.before(i), WANTING) and not s.sure(s.before(i), NOUN)
    return wanted or s.sure(j, PLAIN) or s.can(j + 1, OBJECT | PARTICLE) or _rather_verb(s, j)


def _rather_noun(s: Stretch, i: int) -> bool:
    """from home to church: far more often a noun, and no object follows."""
    if s.marked(s.before(i), WANTING) or s.can(i + 2, OBJECT) or not s.can(i + 1, NOUN):
        return False
    return s.weight(i + 1, NOUN) > s.weight(i + 1, BASE) * FAR


def _rather_verb(s: Stretch, j: int) -> bool:
    return s.weight(j, BASE) > s.weight(j, NOUN | ADJECTIVE)


@lru_cache(maxsize=4096)
def _takes(verb: str, particle: str) -> bool:
    return particle in load_lexicon().particles(load_vocabulary().lemma(verb, "v"))


def _listed_particle(s: Stretch, i: int) -> bool:
    """picked up 5, gave away 3."""
    placed = s.can(i + 1, OBJECT | NOUN) and "place_preposition" in load_lexicon().function(s.lowers[i])
    return not placed and s.sure(i - 1, VERB) and _takes(s.lowers[i - 1], s.lowers[i])


def _late_particle(s: Stretch, i: int) -> bool:
    """gave 5 apples away: behind the object of its verb, before no noun phrase."""
    if not s.can(i, PARTICLE) or s.can(i + 1, OBJECT | NOUN | ADJECTIVE | GERUND):
        return False
    verb = last_verb(s, i)
    if s.marked(verb, BE):
        return False
    return bool(verb) and (_takes(s.lowers[verb], s.lowers[i]) or not s.can(i, ADVERB))


def _no_particle(s: Stretch, i: int) -> bool:
    """A preposition has its phrase behind it."""
    phrase = s.sure(i + 1, OBJECT | NOUN | ADJECTIVE | GERUND) and not _listed_particle(s, i)
    return phrase or not last_verb(s, i)


def _object_behind(s: Stretch, i: int) -> bool:
    """A phrase follows the preposition, no clause."""
    end = s.end(i + 1)
    return s.sure(i + 1, GERUND) or (end > i + 1 and not s.can(s.after(end - 1), FINITE) and not _clause_behind(s, i))


def _opens_clause(s: Stretch, i: int) -> bool:
    return s.can(i, SUBORDINATOR) and s.can(i, PREPOSITION) and _clause_behind(s, i)


def _nothing_behind(s: Stretch, i: int) -> bool:
    """the day before: no phrase follows that the word could govern."""
    return s.can(i, ADVERB) and s.can(i, SUBORDINATOR) and s.sure(i + 1, STOP | COORDINATOR | FINITE)


def _like_verb(s: Stretch, i: int) -> bool:
    """they like: behind a subject that fits and no verb; else a preposition."""
    k = s.before(i)
    if s.sure(k, MODAL | TO) or s.marked(k, DO):
        return False
    return not (s.sure(k, PRONOUN) or agrees(s, i, BASE)) or s.finite_before(i)


# --- questions, relatives, conjunctions -----------------------------------------------


def _relates(s: Stretch, i: int) -> bool:
    """Behind a noun, or a noun and a comma: the boy who, Tom, who; in which."""
    if s.sure(i - 1, NOUN | NAME | PRONOUN | NUMBER):
        return True
    inner = s.sure(i - 1, PREPOSITION) and s.sure(i - 2, NOUN | STOP) and not s.sure(i - 2, EDGE)
    comma = s.sure(i - 1, STOP) and not s.sure(i - 1, EDGE) and not s.sure(i - 2, EDGE)
    return inner or (comma and not _if_before(s, i))


def _if_before(s: Stretch, i: int) -> bool:
    """If ..., who has more? The question follows its condition."""
    k = i - 1
    while not s.sure(k, EDGE):
        k -= 1
    last = i
    while not s.sure(last, EDGE):
        last += 1
    return s.sure(k + 1, SUBORDINATOR) and s.marked(last - 1, QUESTION_MARK)


def _asks(s: Stretch, i: int) -> bool:
    opened = s.sure(i - 1, EDGE | COORDINATOR | VERB) or (s.sure(i - 2, EDGE) and s.sure(i - 1, PREPOSITION))
    return opened and s.can(i, QUESTION)


def _asks_when(s: Stretch, i: int) -> bool:
    """When does he leave: the auxiliary follows."""
    return s.can(i, QUESTION) and s.sure(i + 1, FINITE) and s.can(i + 1, AUXILIARY | MODAL)


def _no_question(s: Stretch, i: int) -> bool:
    return s.can(i, SUBORDINATOR) and not s.can(i + 1, AUXILIARY | MODAL)


def _so_that(s: Stretch, i: int) -> bool:
    return s.can(i, COORDINATOR) and s.marked(i + 1, THAT)


def _so_many(s: Stretch, i: int) -> bool:
    """so many, so far, or so: before what it grades, or at an end."""
    return s.can(i, COORDINATOR) and (s.sure(i + 1, STOP | ADJECTIVE | ADVERB) or s.marked(i + 1, MANY))


def _so_then(s: Stretch, i: int) -> bool:
    clause = s.sure(i + 1, NOMINAL | DETERMINER | NUMBER | SUBORDINATOR | EXPLETIVE) and s.can(i, COORDINATOR)
    return clause and not s.marked(i + 1, MANY)


def _while_noun(s: Stretch, i: int) -> bool:
    return s.can(i, SUBORDINATOR) and not s.sure(i - 1, DETERMINER | ADJECTIVE)


def _once_opens(s: Stretch, i: int) -> bool:
    return s.can(i, SUBORDINATOR) and s.can(i, ADVERB) and _clause_behind(s, i)


# --- there, the clitic s --------------------------------------------------------------


def _there_is(s: Stretch, i: int) -> bool:
    j = s.after(i)
    ahead = s.marked(j, BE) or ((s.sure(j, MODAL) or s.marked(j, HAVE)) and s.marked(s.after(j), BE))
    return s.can(i, EXPLETIVE) and (ahead or _is_there(s, i))


def _is_there(s: Stretch, i: int) -> bool:
    """are there, will there be."""
    k = i - 1
    return s.marked(k, BE) or s.marked(s.after(i), BE) or (s.sure(k, MODAL) and s.can(i + 1, BASE))


def _no_expletive(s: Stretch, i: int) -> bool:
    return not _there_is(s, i)


def _owns(s: Stretch, i: int) -> bool:
    """Tom's pens: behind a noun or name; not "he's", "what's"."""
    return s.can(i, POSSESSIVE) and s.sure(i - 1, NOUN | NAME | NUMBER) and not _is_short(s, i)


def _is_short(s: Stretch, i: int) -> bool:
    """Tom's the boy, Tom's selling the pens: a determiner or a gerund with its object follows."""
    return s.sure(i + 1, DETERMINER | NEGATION)


def _is_not_owner(s: Stretch, i: int) -> bool:
    return s.can(i, AUXILIARY) and (
        s.sure(i - 1, PRONOUN | QUESTION | EXPLETIVE | RELATIVE | ADVERB) or _is_short(s, i)
    )


def _had(s: Stretch, i: int) -> bool:
    return s.sure(s.after(i), PARTICIPLE)


RULES = (
    Rule("that before an amount word", ~DETERMINER, _that_many),
    Rule("that behind a part or all points", ~DETERMINER, _that_amount),
    Rule("that stands alone", ~PRONOUN, _that_alone),
    Rule("that behind a verb of saying links a clause", ~SUBORDINATOR, _that_links),
    Rule("that before one thing points", ~DETERMINER, _that_day),
    Rule("that behind a noun relates", ~RELATIVE, _that_relates),
    Rule("no infinitive without a base form", TO, _no_infinitive),
    Rule("to before a base form", PREPOSITION, _infinitive, TO),
    Rule("a particle behind its verb", PREPOSITION | ADVERB, _listed_particle, PARTICLE),
    Rule("a particle behind the object of its verb", PREPOSITION | ADVERB, _late_particle, PARTICLE),
    Rule("a preposition has its phrase behind it", PARTICLE, _no_particle),
    Rule("a link before a phrase", SUBORDINATOR | ADVERB, _object_behind, PREPOSITION),
    Rule("a link before a clause", PREPOSITION | ADVERB, _opens_clause, PREPOSITION),
    Rule("a link before nothing", PREPOSITION | SUBORDINATOR, _nothing_behind),
    Rule("like where no verb is due", BASE, _like_verb, PREPOSITION),
    Rule("a question word behind a noun relates", QUESTION, _relates),
    Rule("a question word that opens a sentence", RELATIVE, _asks),
    Rule("when before an auxiliary asks", SUBORDINATOR, _asks_when),
    Rule("when before anything else links", QUESTION, _no_question),
    Rule("so before that", COORDINATOR | ADVERB, _so_that),
    Rule("so before what it grades", COORDINATOR | SUBORDINATOR, _so_many),
    Rule("so before a new clause", ADVERB | SUBORDINATOR, _so_then),
    Rule("no noun while without a determiner", NOUN, _while_noun),
    Rule("once before a clause", ADVERB, _once_opens),
    Rule("there with a verb of being", ADVERB, _there_is),
    Rule("there with another verb", EXPLETIVE, _no_expletive),
    Rule("the clitic behind an owner", AUXILIARY | VERB, _owns),
    Rule("the clitic behind a pronoun", POSSESSIVE, _is_not_owner),
    Rule("the clitic before a participle", MODAL | VERB, _had, MODAL),
)
