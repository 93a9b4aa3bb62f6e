"""Noun phrases and clauses: who does what, in which stretch of the text."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from readers.document import Document
from readers.r1.words import MARKS, NOMINAL, Tag, Word

OPENERS = frozenset({Tag.CONJUNCTION, Tag.SUBORDINATOR, Tag.WH})
INSIDE = frozenset({Tag.DETERMINER, Tag.POSSESSIVE, Tag.ADJECTIVE, Tag.NUMERAL, Tag.NOUN, Tag.NAME, Tag.HYPHEN})
MAX_PHRASE = 40  # words; longer runs of nominals are no phrase of this genre
GROUP = frozenset({Tag.AUXILIARY, Tag.NEGATION, Tag.ADVERB, Tag.TO, Tag.VERB})


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Half-open word range with its head; ``labels`` are the content lemmas in it."""

    first: int
    last: int
    head: int
    lemma: str
    plural: bool
    determiner: str
    owner: str
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of one sentence around one verb group.

    ``verb`` is the index of the main verb or -1, ``group`` the half-open range
    of its verb group; ``inherited`` says that the subject comes from the clause
    before; ``opener`` is the lemma of the conjunction that starts it.
    """

    first: int
    last: int
    sentence: int
    verb: int
    lemma: str
    group: tuple[int, int]
    helpers: tuple[str, ...]
    negated: bool
    subject: NounPhrase | None
    inherited: bool
    opener: str


def noun_phrase(words: Sequence[Word], start: int, stop: int) -> NounPhrase | None:
    """The noun phrase that begins exactly at ``start``; None if there is none."""
    stop = min(stop, start + MAX_PHRASE)
    if start >= stop:
        return None
    if words[start].tag is Tag.PRONOUN:
        return _phrase(words, start, start + 1)
    end = start
    while end < stop and (words[end].tag in INSIDE or _joins_names(words, end, start, stop)):
        if end > start and _opens_another(words, start, end):
            break
        if _ends(words, end):
            end += 1
            break
        end += 1
    while end > start and words[end - 1].tag not in NOMINAL:
        end -= 1
    return _phrase(words, start, end) if end > start else None


def _opens_another(words: Sequence[Word], start: int, i: int) -> bool:
    """A determiner after a noun, or a name after "every day": another phrase begins."""
    if words[i].tag is Tag.DETERMINER:
        return words[i - 1].tag in NOMINAL
    return words[i].tag is Tag.NAME and words[i - 1].tag is Tag.NOUN and words[start].tag is Tag.DETERMINER


def _joins_names(words: Sequence[Word], i: int, start: int, stop: int) -> bool:
    """``and`` (or a comma) between two names: they are one subject."""
    if not start < i < stop - 1 or words[i - 1].tag is not Tag.NAME:
        return False
    ahead = words[i + 1]
    comma = words[i].lower == "," and (ahead.tag is Tag.NAME or ahead.tag is Tag.CONJUNCTION)
    joined = words[i].tag is Tag.CONJUNCTION and ahead.tag is Tag.NAME
    return comma or joined


def _ends(words: Sequence[Word], i: int) -> bool:
    """A plural noun ends its phrase unless another noun follows at once."""
    if not words[i].plural or i + 1 >= len(words):
        return False
    after = words[i + 1]
    return after.tag is not Tag.NOUN and after.lower not in MARKS


def _phrase(words: Sequence[Word], first: int, last: int) -> NounPhrase:
    inside = words[first:last]
    head = words[last - 1]
    names = [w.lower for w in inside if w.tag is Tag.NAME]
    content = [w.lemma for w in inside if w.tag in (Tag.NOUN, Tag.NAME, Tag.ADJECTIVE, Tag.PRONOUN)]
    possessor = next((words[i - 1].lemma for i in range(first + 1, last) if words[i].lower in MARKS), "")
    if not possessor and inside[0].tag is Tag.POSSESSIVE and inside[0].lower not in MARKS:
        possessor = inside[0].lower
    plural = head.plural or (len(names) > 1 and any(w.tag is Tag.CONJUNCTION for w in inside))
    determiner = inside[0].lower if inside[0].tag is Tag.DETERMINER else ""
    return NounPhrase(first, last, last - 1, head.lemma, plural, determiner, possessor, frozenset(content))


def split_clauses(document: Document, words: Sequence[Word]) -> tuple[Clause, ...]:
    """Clauses of the document in text order; every sentence has at least one."""
    clauses: list[Clause] = []
    for sentence in document.sentences:
        found = [_relative(words, c) for c in _sentence_clauses(words, sentence.first, sentence.last)]
        clauses.extend(_inherit(found))
    return tuple(clauses)


def _relative(words: Sequence[Word], clause: Clause) -> Clause:
    """ "..., who has 8 more": the subject is the noun phrase just before."""
    if clause.subject is not None or clause.verb < 0 or words[clause.first].tag is not Tag.WH:
        return clause
    end = clause.first - (words[clause.first - 1].tag is Tag.PUNCTUATION) if clause.first else 0
    start = end
    while start > 0 and words[start - 1].tag in INSIDE and words[start - 1].sentence == clause.sentence:
        start -= 1
    phrase = noun_phrase(words, start, end)
    return replace(clause, subject=phrase) if phrase and phrase.last == end else clause


def _inherit(clauses: list[Clause]) -> list[Clause]:
    """A clause without a subject of its own takes the one before it."""
    done: list[Clause] = []
    for clause in clauses:
        if clause.subject is None and done and clause.verb >= 0:
            clause = replace(clause, subject=done[-1].subject, inherited=True)
        done.append(clause)
    return done


def _sentence_clauses(words: Sequence[Word], first: int, last: int) -> list[Clause]:
    groups = _verb_groups(words, first, last)
    if not groups:
        return [_clause(words, first, last, None)]
    starts = [first, *(_boundary(words, a[1], b[0]) for a, b in itertools.pairwise(groups))]
    ends = [*starts[1:], last]
    return [_clause(words, s, e, g) for s, e, g in zip(starts, ends, groups, strict=True)]


def _verb_groups(words: Sequence[Word], first: int, last: int) -> list[tuple[int, int]]:
    """Maximal runs of auxiliaries, adverbs, "to" and verbs that hold a verb."""
    groups = []
    i = first
    while i < last:
        if words[i].tag not in (Tag.AUXILIARY, Tag.VERB):
            i += 1
            continue
        end = _group_end(words, i, last)
        if all(w.tense == "gerund" or w.tag is not Tag.VERB for w in words[i:end]) and words[i].tag is Tag.VERB:
            i = end
            continue
        start = i - 1 if i > first and words[i - 1].tag is Tag.TO else i
        groups.append((start, end))
        i = end
    return groups


def _group_end(words: Sequence[Word], start: int, last: int) -> int:
    end = start + 1
    best = end
    while end < last and words[end].tag in GROUP:
        end += 1
        if words[end - 1].tag in (Tag.VERB, Tag.AUXILIARY):
            best = end
    return best


def _boundary(words: Sequence[Word], after: int, before: int) -> int:
    """Where the clause of the verb group at ``before`` starts."""
    if words[before].tag is Tag.TO:
        return before
    for i in range(before - 1, after - 1, -1):
        word = words[i]
        if word.tag in OPENERS and not (word.tag is Tag.CONJUNCTION and _joins_names(words, i, after, before)):
            return i
        if word.tag is Tag.PUNCTUATION and word.lower in (",", ";", ":") and not _joins_names(words, i, after, before):
            return i + 1
    return _subject_start(words, after, before)


def _subject_start(words: Sequence[Word], after: int, before: int) -> int:
    start = before
    while start > after and words[start - 1].tag in INSIDE | {Tag.PRONOUN}:
        start -= 1
    return start


def _clause(words: Sequence[Word], first: int, last: int, group: tuple[int, int] | None) -> Clause:
    sentence = words[first].sentence
    opener = words[first].lemma if words[first].tag in OPENERS else ""
    if group is None:
        return Clause(
            first, last, sentence, -1, "", (first, first), (), False, _subject(words, first, last), False, opener
        )
    verb = _main_verb(words, group)
    helpers = tuple(w.lemma for w in words[group[0] : verb] if w.tag in (Tag.AUXILIARY, Tag.VERB))
    negated = any(w.tag is Tag.NEGATION for w in words[first : min(group[1] + 1, last)])
    subject = _subject(words, first, group[0])
    return Clause(first, last, sentence, verb, words[verb].lemma, group, helpers, negated, subject, False, opener)


def _main_verb(words: Sequence[Word], group: tuple[int, int]) -> int:
    indices = [i for i in range(*group) if words[i].tag is Tag.VERB]
    return indices[-1] if indices else max(i for i in range(*group) if words[i].tag is Tag.AUXILIARY)


def _subject(words: Sequence[Word], first: int, stop: int) -> NounPhrase | None:
    """The first noun phrase before the verb that no preposition governs."""
    i = first
    found: NounPhrase | None = None
    while i < stop:
        phrase = noun_phrase(words, i, stop)
        if phrase is None:
            i += 1
            continue
        governed = i > first and words[i - 1].tag is Tag.PREPOSITION
        if i > first + 1 and governed and words[i - 2].tag is Tag.DETERMINER:
            found = replace(phrase, first=i - 2, determiner=words[i - 2].lower)
        elif not governed:
            found = phrase
        i = phrase.last
    return found
