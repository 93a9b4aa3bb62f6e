"""The steps that read a sentence into clauses, each told by what stands at the cursor.

Every step takes the state of the sentence and returns whether it moved the cursor. The
order in which they are tried is declared in ``clauses.py``.
"""

from __future__ import annotations

from dataclasses import replace

from readers.lexicon import load_lexicon
from readers.r2.clause_draft import Reading
from readers.r2.clause_links import SUBORDINATE, clause_follows, fellow_of, main_of
from readers.r2.clause_objects import adjective, place_phrase, than_clause
from readers.r2.clause_phrases import apart, close_comparison, is_money, is_timed, open_comparison, phrase_at
from readers.r2.clause_verbs import Group
from readers.r2.records import Argument, Phrase, Tag, VerbGroup, Word


def punctuation(reading: Reading) -> bool:
    """Commas are remembered; a stop inside the sentence begins anew."""
    word = reading.words[reading.at]
    if word.tag is not Tag.PUNCTUATION:
        return False
    if _stops(reading) and not reading.current.empty:
        reading.open("main", None, None)
    reading.comma = True
    reading.at += 1
    return True


def _stops(reading: Reading) -> bool:
    """Whether a sign ends a clause: a colon or semicolon only before a clause or a question."""
    sign, behind = reading.lower(reading.at), reading.at + 1
    if sign in reading.packs.half_stops:
        return reading.tag(behind) is Tag.QUESTION or clause_follows(reading, behind)
    return sign in reading.packs.full_stops


def verb(reading: Reading) -> bool:
    """A verb group, by its form."""
    group = reading.group(reading.at)
    if group is None:
        return False
    if _only_behind(reading, group):
        places = range(group.verb.first, group.verb.last)
        reading.current.adverbs.extend(places)
        reading.current.take(*places)
        reading.at = reading.index(group.verb.last)
        return True
    if group.form == "participle" and _must_be_finite(reading, group):
        group = replace(group, form="finite", verb=replace(group.verb, tense="past"))
    if group.form in ("gerund", "participle", "infinitive"):
        _nonfinite(reading, group)
    else:
        _finite(reading, group)
    _take_verb(reading, group)
    return True


def _must_be_finite(reading: Reading, group: Group) -> bool:
    """Forms such as "had" and "cost" are past where a subject has no other verb to wait for."""
    current = reading.current
    draft = current if current.verb is None else reading.waiting()
    if draft is None or draft.subject is None or group.verb.last - group.verb.first > 1:
        return False
    if draft is current and (draft.subject.pronoun or draft.subject.name or draft.kind == "relative"):
        return True
    rest = range(reading.index(group.verb.last), len(reading.words))
    return all(reading.finite(at) is None for at in rest)


def _only_behind(reading: Reading, group: Group) -> bool:
    """5 apples left, the pens combined: no verb but a state."""
    lemma = reading.words[reading.at].lower
    single = group.verb.last - group.verb.first == 1 + bool(group.verb.particle)
    return single and lemma in reading.packs.behind and reading.current.verb is not None


def _take_verb(reading: Reading, group: Group) -> None:
    draft = reading.current
    draft.verb, draft.form = group.verb, group.form
    draft.adverbs.extend(group.adverbs)
    draft.take(group.verb.first, group.verb.last - 1)
    draft.last_phrase = None
    reading.at = reading.index(group.verb.last)
    reading.comma = False


def _finite(reading: Reading, group: Group) -> None:
    current = reading.current
    if current.verb is None:
        return
    waiting = reading.waiting()
    if waiting is not None and (waiting.subject is not None or waiting.existential or current.form != "finite"):
        reading.current = waiting
        return
    fellow = fellow_of(current, group)
    draft = reading.open(fellow.kind if fellow.kind != "question" else "main", fellow.up, fellow.parent)
    draft.subject, draft.antecedent, draft.inherited = fellow.subject, fellow.antecedent, True


def _nonfinite(reading: Reading, group: Group) -> None:
    """Purpose, reduced relative, or what goes along with the main verb."""
    current = reading.current
    if current.verb is None and current.kind in SUBORDINATE:
        return
    waiting = current if current.verb is None else main_of(current)
    kind = "infinitive" if group.form == "infinitive" else _modifier(reading, group)
    antecedent = current.last_phrase
    draft = reading.open(kind, current, waiting)
    if kind == "relative":
        draft.antecedent, draft.parent = antecedent, current
    elif current.subject is not None:
        draft.subject, draft.inherited = current.subject, True


def _modifier(reading: Reading, group: Group) -> str:
    """A participle right behind a noun modifies it; behind a comma or a time it does not."""
    last = reading.current.last_phrase
    adjacent = last is not None and reading.index(last.last) == reading.at and not reading.comma
    if not adjacent or last is None:
        return "gerund"
    spent = group.form == "gerund" and _is_span(reading, last)
    return "gerund" if spent or last.pronoun else "relative"


def _is_span(reading: Reading, phrase: Phrase) -> bool:
    """A stretch of time or some money, which is spent doing something."""
    return reading.current.verb is not None and phrase.quantity is not None and (is_timed(phrase) or is_money(phrase))


def phrase(reading: Reading) -> bool:
    """A noun phrase: subject, object or what else its place makes it."""
    current = reading.current
    subject = current.verb is None and current.subject is None
    found = phrase_at(reading, reading.at, subject)
    found = found if subject else apart(reading, reading.at, found)
    if found is None:
        return False
    return place_phrase(reading, found, clause_follows)


def preposition(reading: Reading) -> bool:
    """A preposition with its phrase, with a gerund, or stranded."""
    word = reading.words[reading.at]
    if word.tag not in (Tag.PREPOSITION, Tag.TO, Tag.SUBORDINATOR):
        return False
    name, behind = _preposition_name(reading)
    if name in reading.packs.links and than_clause(reading, behind):
        return True
    current = reading.current
    current.take(*(reading.words[at].place for at in range(reading.at, behind)))
    group = reading.group(behind)
    if group is not None and group.form == "gerund":
        reading.at, outer = behind, current
        draft = reading.open("gerund", outer, outer)
        draft.subject, draft.inherited = outer.subject, outer.subject is not None
        draft.take(*(reading.words[at].place for at in range(behind - 1, behind)))
        outer.arguments.append(Argument("prepositional", None, name))
        _take_verb(reading, group)
        return True
    found = apart(reading, behind, phrase_at(reading, behind), name)
    reading.at = behind if found is None else reading.index(found.last)
    if found is not None and name in reading.packs.links and open_comparison(current.last_phrase):
        return _close(reading, word.place, found)
    _attach(reading, Argument("prepositional", found, name))
    return True


def _close(reading: Reading, link: int, found: Phrase) -> bool:
    last = reading.current.last_phrase
    if last is not None:
        reading.current.replace_last(close_comparison(last, link, found))
    return True


def _preposition_name(reading: Reading) -> tuple[str, int]:
    for length in (3, 2):
        forms = tuple(reading.lower(reading.at + offset) for offset in range(length))
        if forms in reading.packs.prepositions:
            return " ".join(forms), reading.at + length
    return reading.lower(reading.at), reading.at + 1


def _attach(reading: Reading, argument: Argument) -> None:
    """The noun takes "of", and "with" behind what exists or contains; the clause takes the rest."""
    current = reading.current
    last = current.last_phrase
    noun = last is not None and reading.index(last.last) == reading.index(_first(argument, reading)) - 1
    holds = argument.preposition in reading.packs.holding and current.existential
    owned = argument.preposition in reading.packs.of or holds or _waits(reading, last)
    if last is not None and noun and owned and argument.phrase is not None:
        span = last.span.cover(argument.phrase.span)
        current.replace_last(replace(last, last=argument.phrase.last, span=span, tails=(*last.tails, argument)))
        return
    current.add(argument)


def _waits(reading: Reading, last: Phrase | None) -> bool:
    """Whether the phrase is a subject whose verb is still to come."""
    current = reading.current
    if current.verb is not None or current.subject is None or current.subject is not last:
        return False
    return any(reading.finite(at) is not None for at in range(reading.at, len(reading.words)))


def _first(argument: Argument, reading: Reading) -> int:
    return argument.phrase.first if argument.phrase is not None else reading.words[0].place + reading.at


def rest(reading: Reading) -> bool:
    """Adverbs, particles, adjectives of a state; what no rule takes up is residue."""
    word, current = reading.words[reading.at], reading.current
    reading.at += 1
    if word.tag is Tag.PARTICLE and current.verb is not None and _parted(current.verb, word):
        current.verb = replace(current.verb, particle=word.lower)
    elif word.tag in (Tag.ADJECTIVE, Tag.PARTICLE) and adjective(reading, word):
        return True
    elif _adverbial(reading, word):
        current.adverbs.append(word.place)
    else:
        current.residue.extend([] if word.tag is Tag.COORDINATOR else [word.place])
    current.take(word.place)
    return True


def _parted(group: VerbGroup, word: Word) -> bool:
    """Whether a particle behind the object is one that the verb is known with: gave 5 away."""
    return not group.particle and word.lower in load_lexicon().particles(group.lemma)


def _adverbial(reading: Reading, word: Word) -> bool:
    """An adverb, a state behind its noun, or a numeral that is no amount: came first."""
    aside = word.numeral is not None and word.numeral.aside != ""
    return word.tag in (Tag.ADVERB, Tag.NEGATION, Tag.PARTICLE) or word.lower in reading.packs.behind or aside
