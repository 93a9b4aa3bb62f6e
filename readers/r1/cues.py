"""Cue matching: phrases of the cue pack found in the text, longest first."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from models.quantity import Cue
from readers.document import Document
from readers.r1.words import Word


@dataclass(frozen=True, slots=True)
class CueEntry:
    """One phrase of the pack: its words, the kind it signals, and its needs."""

    entry: str
    kind: str
    needs: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundCue:
    """A cue with the half-open range of words that carries it."""

    cue: Cue
    first: int
    last: int
    needs: str

    @property
    def kind(self) -> str:
        return self.cue.kind


@cache
def load_cues() -> tuple[CueEntry, ...]:
    """The cue pack, longest phrases first."""
    table = tomllib.loads(files("readers.packs").joinpath("cues.toml").read_text("utf-8"))
    entries = [
        CueEntry(f"{cue['id']}.{phrase.replace(' ', '_')}", cue["kind"], cue["needs"], tuple(phrase.split()))
        for cue in table["cue"]
        for phrase in cue["phrases"]
    ]
    return tuple(sorted(entries, key=lambda e: (-len(e.words), e.entry)))


def find_cues(document: Document, words: Sequence[Word]) -> tuple[FoundCue, ...]:
    """Non-overlapping cues in text order; the longest phrase at a place wins."""
    by_first: dict[str, list[CueEntry]] = {}
    for entry in load_cues():
        by_first.setdefault(entry.words[0], []).append(entry)
    found, i = [], 0
    while i < len(words):
        entry = _match_at(words, i, by_first)
        if entry is None:
            i += 1
            continue
        found.append(_found(document, words, i, entry))
        i += len(entry.words)
    return tuple(found)


def _match_at(words: Sequence[Word], i: int, table: dict[str, list[CueEntry]]) -> CueEntry | None:
    heads = {words[i].lower, words[i].lemma}
    options = [e for head in heads for e in table.get(head, ()) if _matches(words, i, e)]
    return max(options, key=lambda e: (len(e.words), e.entry), default=None)


def _matches(words: Sequence[Word], i: int, entry: CueEntry) -> bool:
    if i + len(entry.words) > len(words):
        return False
    return all(form in (w.lower, w.lemma) for form, w in zip(entry.words, words[i:], strict=False))


def _found(document: Document, words: Sequence[Word], i: int, entry: CueEntry) -> FoundCue:
    last = i + len(entry.words)
    span = words[i].span.cover(words[last - 1].span)
    scope = document.sentences[words[i].sentence].span
    return FoundCue(Cue(entry.kind, entry.entry, span, scope), i, last, entry.needs)
