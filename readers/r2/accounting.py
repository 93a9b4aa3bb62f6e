"""Whether every word that bears arithmetic was taken up by the reading.

A cue of the pack that no rule took up means that something of the text is missing in the
reading; then no answer may rest on it. Cues that only colour a text are free, those of the
question's aggregate are taken up by the query.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from readers.lexicon import PACKS, read_pack
from readers.r2.records import Clause, Parse, Tag, Word
from readers.r2.world import World

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArithmeticWord:
    """A cue at the places ``first`` to ``last`` (half open), with its pack entry."""

    entry: str
    needs: str
    first: int
    last: int


@cache
def _cues() -> dict[str, tuple[tuple[Phrase, str, str], ...]]:
    """First word -> the phrases that it opens, longest first, with entry and need."""
    found: dict[str, list[tuple[Phrase, str, str]]] = {}
    for entry in read_pack(PACKS / "cues.toml").entries["cue"]:
        for text in entry["phrases"]:
            words = tuple(text.split())
            found.setdefault(words[0], []).append((words, entry["id"], entry["needs"]))
    return {first: tuple(sorted(items, key=lambda item: -len(item[0]))) for first, items in found.items()}


def arithmetic_words(words: tuple[Word, ...]) -> Iterator[ArithmeticWord]:
    """Every cue of a text, the longest phrase at each place."""
    place = 0
    while place < len(words):
        found = _at(words, place)
        if found is not None:
            yield found
        place = found.last if found is not None else place + 1


def _at(words: tuple[Word, ...], place: int) -> ArithmeticWord | None:
    for key in dict.fromkeys((words[place].lower, words[place].lemma)):
        for phrase, entry, needs in _cues().get(key, ()):
            if _matches(words, place, phrase):
                return ArithmeticWord(entry, needs, place, place + len(phrase))
    return None


def _matches(words: tuple[Word, ...], place: int, phrase: Phrase) -> bool:
    here = words[place : place + len(phrase)]
    return len(here) == len(phrase) and all(p in (w.lower, w.lemma) for p, w in zip(phrase, here, strict=True))


def negated(parse: Parse, world: World, question: Clause) -> Clause | None:
    """A clause that denies something about an amount, which no rule reads; None if there is none."""
    speaking = {amount.event.clause for amount in world.amounts}
    denied = (c for c in parse.clauses if _denies(parse, c))
    return next((c for c in denied if c is question or c.index in speaking), None)


def _denies(parse: Parse, clause: Clause) -> bool:
    inside = parse.words[clause.first : clause.last]
    return (clause.verb is not None and clause.verb.negated) or any(w.tag is Tag.NEGATION for w in inside)


def unread(parse: Parse, world: World, question: Clause) -> list[ArithmeticWord]:
    """Cues that had to be taken up and were not."""
    missed = []
    for cue in arithmetic_words(parse.words):
        places = range(cue.first, cue.last)
        asked = cue.needs == "question" and all(question.first <= p < question.last for p in places)
        if (
            cue.needs == "free"
            or asked
            or places[-1] in world.taken
            or (cue.needs == "question" and places[0] in world.taken)
        ):
            continue
        missed.append(cue)
    return missed
