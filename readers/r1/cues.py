"""Cue matching: phrases of the cue pack found in the text, longest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from models.quantity import Cue
from models.span import Span
from readers.document import Document
from readers.lexicon import Lexicon
from readers.numbers import Numeral
from readers.packs_numeric import NumericPacks
from readers.r1.packs import Comparatives, read_pack
from readers.r1.words import Tag, Word

SCALING = frozenset({"multiplier", "percent", "fraction", "mixed", "decimal", "cardinal"})


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
        """The kind that the cue signals."""
        return self.cue.kind


@cache
def load_cues() -> tuple[CueEntry, ...]:
    """The cue pack, longest phrases first."""
    table = read_pack("cues.toml")
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
    found: list[FoundCue] = []
    i = 0
    while i < len(words):
        match = _match_at(words, i, by_first)
        if match is not None:
            found.append(_found(document, words, i, match))
        i += len(match.words) if match else 1
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


def relational_cues(
    document: Document,
    words: Sequence[Word],
    numerals: Sequence[Numeral],
    lexicon: Lexicon,
    units: NumericPacks,
    comparatives: Comparatives,
) -> tuple[Cue, ...]:
    """Cues that license relations: comparison words, fractions, measures, names of noun classes."""
    found: list[Cue] = []
    for word in words:
        scope = document.sentences[word.sentence].span
        if comparatives.sign(word.lower):
            found.append(Cue("comparison", comparatives.entry(word.lower), word.span, scope))
        found += [Cue("fact", entry, word.span, scope) for entry in _facts(word, units)]
        if word.tag is Tag.NOUN and lexicon.id_of("class", word.lemma):
            found.append(Cue("class", lexicon.id_of("class", word.lemma), word.span, Span(0, len(document.text))))
    for numeral in numerals:
        found += _scaling_cues(numeral, document.sentences[words[numeral.first].sentence].span, units)
    return tuple(found)


def _scaling_cues(numeral: Numeral, scope: Span, units: NumericPacks) -> list[Cue]:
    """What a numeral itself licenses: a part, a multiple, the facts of its unit."""
    found = [Cue("fact", entry, numeral.span, scope) for entry in _facts_of(numeral.unit, units)]
    if numeral.kind not in SCALING:
        return found
    part = Cue("fraction", "fraction.of", numeral.span, scope)
    return [part, Cue("multiple", "comparative.multiple", numeral.span, scope), *found]


def _facts(word: Word, units: NumericPacks) -> list[str]:
    entry = units.unit_of(word.lower)
    return _facts_of(entry.lemma, units) if entry else []


def _facts_of(lemma: str, units: NumericPacks) -> list[str]:
    """Facts that the mention of a measure may call."""
    return [f.ident for f in units.facts if lemma and lemma in (f.smaller, f.larger)]
