"""Where a phrase stands in its clause: subject, object, complement, time; clauses behind than and as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from readers.r2.clause_draft import Draft, Reading
from readers.r2.clause_phrases import (
    close_comparison,
    counted,
    edge_reference,
    is_often,
    is_person,
    is_timed,
    is_when,
    open_comparison,
    phrase_at,
    reopen,
)
from readers.r2.records import Argument, Clause, Phrase, Tag, Word

Follows = Callable[[Reading, int], bool]


def place_phrase(reading: Reading, found: Phrase, follows: Follows) -> bool:
    """Give a phrase at the cursor its role and move behind it."""
    behind = reading.index(found.last)
    current = reading.current
    if current.verb is None and _floats(reading, found):
        current.adverbs.append(found.first)
        current.take(found.first)
    elif _opens(reading, found, behind):
        _open_clause(reading, found, behind)
    elif current.verb is None:
        _before_verb(reading, found, behind, follows)
    else:
        found = _with_clause(reading, found)
        behind = reading.index(found.last)
        _behind_verb(reading, found)
    reading.at, reading.comma = behind, False
    return True


def _floats(reading: Reading, found: Phrase) -> bool:
    """Each, both between a subject and its verb."""
    return reading.current.subject is not None and found.pronoun in reading.packs.behind


def _opens(reading: Reading, found: Phrase, behind: int) -> bool:
    """Whether a phrase is the subject of a new clause: a verb follows, and this one has all it needs."""
    current, waiting = reading.current, reading.waiting()
    if reading.finite(behind) is None or _reference_here(reading, found):
        return False
    if current.verb is not None and waiting is not None and waiting.subject is not None:
        return False  # the verb is that of the clause around: the man who sold 9 lamps is
    return current.verb is not None or current.subject is not None


def _reference_here(reading: Reading, found: Phrase) -> bool:
    return reading.current.verb is not None and edge_reference(found) is not None


def _open_clause(reading: Reading, found: Phrase, behind: int) -> None:
    current, last = reading.current, reading.current.last_phrase
    waiting = reading.waiting()
    adjacent = last is not None and reading.index(last.last) == reading.at and not reading.comma
    if adjacent and last is not None and not is_when(last, reading):
        draft = reading.open("relative", current, current)
        draft.antecedent = last
    elif waiting is not None and waiting.subject is None:
        draft = reading.current = waiting
    elif current.verb is not None and current.verb.lemma in reading.packs.speech and not current.arguments:
        draft = reading.open("that", current, current)
    else:
        draft = reading.open("main", None, None)
    _set_subject(draft, found)


def _set_subject(draft: Draft, found: Phrase) -> None:
    draft.subject = draft.last_phrase = found
    draft.take(found.first, found.last - 1)


def _before_verb(reading: Reading, found: Phrase, behind: int, follows: Follows) -> None:
    """A phrase before the verb is its subject, unless it is a time before another subject."""
    current = reading.current
    if current.subject is not None:
        _beside_subject(reading, found)
        return
    apart = is_timed(found) and _stands_apart(reading, behind)
    time = is_when(found, reading) or is_often(found) or apart
    if time and reading.finite(behind) is None:
        current.add(Argument("adverbial", found))
        current.last_phrase = None
        return
    _set_subject(current, found)


def _stands_apart(reading: Reading, behind: int) -> bool:
    """Three years ago, five days later: a comma or an adverb of time behind."""
    behind = reading.past_adverbs(behind)
    return reading.tag(behind) is Tag.PUNCTUATION or reading.lower(behind - 1) in reading.packs.behind


def _beside_subject(reading: Reading, found: Phrase) -> None:
    """An apposition behind a comma; else what a clause without its verb has."""
    current, subject = reading.current, reading.current.subject
    if reading.comma and subject is not None and current.last_phrase is subject and not is_when(found, reading):
        tail = Argument("apposition", found)
        span = subject.span.cover(found.span)
        current.replace_last(replace(subject, last=found.last, span=span, tails=(*subject.tails, tail)))
        return
    current.add(Argument("adverbial" if is_when(found, reading) else "object", found))


def _behind_verb(reading: Reading, found: Phrase) -> None:
    current = reading.current
    if current.existential and current.subject is None and not current.asked:
        _set_subject(current, found)
        return
    if _renames(reading, found):
        return
    if _resumes(reading, found) and current.up is not None:
        reading.current = current.up
    if _again(reading, found):
        _repeat(reading)
        current = reading.current
        if current.existential:
            _set_subject(current, found)
            return
    current.add(Argument(_role(reading, found), found))


def _again(reading: Reading, found: Phrase) -> bool:
    """2 cups in the morning and 3 in the evening: the verb is meant once more."""
    current = reading.current
    linked = reading.comma or reading.tag(reading.at - 1) is Tag.COORDINATOR
    if not linked or not current.arguments or not counted(found) or is_when(found, reading):
        return False
    if current.arguments[-1].role not in ("prepositional", "adverbial") or current.asked is not None:
        return False
    objects = [a.phrase for a in current.arguments[:-1] if a.role in ("object", "complement")]
    if current.existential:
        objects = [current.subject]
    return bool(objects) and objects[-1] is not None and counted(objects[-1])


def _resumes(reading: Reading, found: Phrase) -> bool:
    """A hat that costs $5, a scarf that costs $9: one more thing of the clause around the relative."""
    current = reading.current
    linked = reading.comma or reading.tag(reading.at - 1) is Tag.COORDINATOR
    parallel = reading.tag(reading.index(found.last)) is Tag.RELATIVE
    outer = current.up is not None and current.up.verb is not None and current.kind == "relative"
    return linked and parallel and outer


def _repeat(reading: Reading) -> None:
    """A clause with the subject and the verb of the one before."""
    current = reading.current
    draft = reading.open(current.kind, current.up, current.parent)
    draft.verb, draft.form, draft.existential = current.verb, current.form, current.existential
    draft.antecedent, draft.inherited = current.antecedent, True
    draft.subject = None if current.existential else current.subject


def _renames(reading: Reading, found: Phrase) -> bool:
    """An apposition: his son, Omar."""
    current, last = reading.current, reading.current.last_phrase
    if not (reading.comma and found.name and last is not None and last.owner is not None and is_person(last)):
        return False
    if last.members or last.name or reading.index(last.last) != reading.at - 1:
        return False
    tail = Argument("apposition", found)
    span = last.span.cover(found.span)
    current.replace_last(replace(last, last=found.last, span=span, tails=(*last.tails, tail)))
    return True


def _role(reading: Reading, found: Phrase) -> str:
    current = reading.current
    objects = [i for i, a in enumerate(current.arguments) if a.role in ("object", "complement")]
    if is_when(found, reading) or is_often(found):
        return "adverbial"
    if current.verb is not None and current.verb.lemma in reading.packs.copular and not objects:
        return "complement"
    if not objects:
        return "object"
    last = objects[-1]
    adjacent = current.last_phrase is current.arguments[last].phrase and not reading.comma
    if adjacent and len(objects) == 1 and _receives(current.arguments[last]):
        current.arguments[last] = replace(current.arguments[last], role="indirect")
        return "object"
    return "adverbial" if is_timed(found) else "object"


def _receives(argument: Argument) -> bool:
    """Whether an object may be the one who gets the next: a person, or something without an amount."""
    phrase = argument.phrase
    return phrase is not None and argument.role == "object" and (is_person(phrase) or phrase.quantity is None)


def _with_clause(reading: Reading, found: Phrase) -> Phrase:
    """A comparison whose reference turns out to be the subject of a verb: "than she bought"."""
    reference = edge_reference(found)
    if reference is None or reading.finite(reading.index(found.last)) is None:
        return found
    clause = _reference_clause(reading, reading.index(reference.first), reading.index(reference.last), reference)
    return found if clause is None else reopen(found, clause)


def than_clause(reading: Reading, at: int) -> bool:
    """Than or as before a verb, behind an open comparison: than are left, than there are girls."""
    last = reading.current.last_phrase
    if last is None or not open_comparison(last):
        return False
    subject = phrase_at(reading, at, subject=True)
    behind = at if subject is None else reading.index(subject.last)
    clause = _reference_clause(reading, at, behind, subject)
    if clause is None:
        return False
    reading.current.replace_last(close_comparison(last, reading.words[reading.at].place, clause))
    reading.at = reading.index(clause.last)
    return True


def _reference_clause(reading: Reading, first: int, at: int, subject: Phrase | None) -> Clause | None:
    """A clause of what follows the subject: its verb, what it has, times and places."""
    existential = reading.tag(at) is Tag.EXPLETIVE
    at = reading.past_adverbs(at + existential)
    group = reading.group(at)
    if group is None or group.form == "infinitive":
        return None
    at = reading.index(group.verb.last)
    arguments, at = _reference_arguments(reading, at)
    if existential and arguments and arguments[0].preposition == "":
        subject, arguments = arguments[0].phrase, arguments[1:]
    span = reading.words[first].span.cover(reading.words[at - 1].span)
    shift = reading.words[0].place
    return Clause(
        -1,
        reading.words[0].sentence,
        "than",
        first + shift,
        at + shift,
        span,
        verb=group.verb,
        subject=subject,
        existential=existential,
        arguments=tuple(arguments),
        adverbs=group.adverbs,
    )


def _reference_arguments(reading: Reading, at: int) -> tuple[list[Argument], int]:
    found: list[Argument] = []
    while True:
        preposition = reading.tag(at) is Tag.PREPOSITION and reading.lower(at) not in reading.packs.links
        phrase = phrase_at(reading, at + preposition)
        if phrase is None or reading.finite(reading.index(phrase.last)) is not None:
            return found, at
        role = "prepositional" if preposition else "adverbial" if is_when(phrase, reading) else "object"
        found.append(Argument(role, phrase, reading.lower(at) if preposition else ""))
        at = reading.index(phrase.last)


def adjective(reading: Reading, word: Word) -> bool:
    """An adjective behind a verb is a complement; behind a measure it says what is measured."""
    current = reading.current
    if current.verb is None:
        return False
    last = current.last_phrase
    if last is not None and reading.words[0].place + reading.at - 1 == last.last and is_measure(last):
        grown = replace(last, last=word.place + 1, span=last.span.cover(word.span))
        current.replace_last(replace(grown, modifiers=(*grown.modifiers, word.lemma)))
        return True
    phrase = Phrase(word.place, word.place + 1, word.span, modifiers=(word.lemma,))
    current.add(Argument("complement", phrase))
    return True


def is_measure(phrase: Phrase) -> bool:
    """Whether a phrase gives an amount of something that is left open."""
    return phrase.quantity is not None and bool(phrase.head) and not phrase.members
