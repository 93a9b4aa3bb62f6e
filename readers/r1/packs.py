"""Loaders of the packs that only R1 uses; nothing unratified is served."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from readers.lexicon import PACKS, RATIFIED, LexiconError

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words of grammar.toml by the name of their use; ``dollar`` and ``year`` are lemmas of measures."""

    of: frozenset[str]
    as_: frozenset[str]
    than: frozenset[str]
    against: frozenset[str]
    times: frozenset[str]
    by: frozenset[str]
    for_: frozenset[str]
    in_: frozenset[str]
    to: frozenset[str]
    how: frozenset[str]
    asking: frozenset[str]
    many: frozenset[str]
    much: frozenset[str]
    amounts: frozenset[str]
    many_fillers: frozenset[str]
    the: frozenset[str]
    all_: frozenset[str]
    articles: frozenset[str]
    single: frozenset[str]
    each: frozenset[str]
    closed_tails: frozenset[str]
    holding: frozenset[str]
    group_openers: frozenset[str]
    degrees: frozenset[str]
    later: frozenset[str]
    have: frozenset[str]
    supports: frozenset[str]
    money: frozenset[str]
    calendar: frozenset[str]
    clock: frozenset[str]
    unreal: frozenset[str]
    stretch: frozenset[str]
    dollar: str
    year: str


@dataclass(frozen=True, slots=True)
class Comparatives:
    """Comparison words by form, with their sign and the id of their entry."""

    signs: Mapping[str, tuple[int, str]]
    nouns: frozenset[str]
    each: frozenset[str]
    counting: frozenset[str]
    relative: frozenset[str]
    reciprocal: frozenset[str]
    ratios: frozenset[str]
    powers: frozenset[str]
    extents: frozenset[str]
    occasion: str
    rate_words: Mapping[str, str]
    apiece: frozenset[str]
    day_parts: Mapping[str, str]
    compounds: Mapping[str, tuple[str, str]]
    change_nouns: Mapping[str, tuple[int, str]]
    change_verbs: Mapping[str, tuple[int, str]]

    def sign(self, word: str) -> int:
        """+1, -1, or 0 for a word that compares nothing."""
        return self.signs.get(word, (0, ""))[0]

    def entry(self, word: str) -> str:
        """The id of the entry of a comparison word, that of a plain multiple for any other."""
        return self.signs.get(word, (0, "comparative.multiple"))[1]

    def is_measure_noun(self, lemma: str) -> bool:
        """Whether the lemma only carries a comparison: "number", "age"."""
        return lemma in self.nouns

    def distributes(self, word: str) -> bool:
        """Whether the word says that an amount holds for each of several."""
        return word in self.each


def read_pack(name: str) -> Table:
    """The tables of a pack; LexiconError for an entry without id or source, or not ratified."""
    table = tomllib.loads((PACKS / name).read_text("utf-8"))
    seen: set[str] = set()
    for entry in _entries(table):
        _check(name, entry, seen)
        seen.add(entry["id"])
    return table


def _entries(table: Table) -> Iterator[Table]:
    for value in table.values():
        yield from value if isinstance(value, list) else [value]


def _check(name: str, entry: Table, seen: set[str]) -> None:
    ident = str(entry.get("id", "(no id)"))
    if not entry.get("id") or ident in seen:
        raise LexiconError(name, ident, "its id is missing or double")
    if not entry.get("source"):
        raise LexiconError(name, ident, "it has no source")
    if entry.get("state") != RATIFIED:
        raise LexiconError(name, ident, f"its state is {entry.get('state')!r}, not {RATIFIED!r}")


def words_of(entry: Table) -> frozenset[str]:
    """The words of one entry."""
    return frozenset(entry["words"])


@cache
def load_grammar() -> Grammar:
    """Reads grammar.toml once; TypeError where a field of the record has no entry."""
    fields: dict[str, Any] = {}
    for entry in read_pack("grammar.toml")["word"]:
        fields[entry["id"].removeprefix("grammar.")] = entry["lemma"] if "lemma" in entry else words_of(entry)
    return Grammar(**fields)


@cache
def load_comparatives() -> Comparatives:
    """Reads comparatives.toml once."""
    table = read_pack("comparatives.toml")
    return Comparatives(
        signs={w: (c["sign"], c["id"]) for c in table["comparative"] for w in c["words"]},
        nouns=frozenset(w for m in table["measure_noun"] for w in m["words"]),
        each=words_of(table["distributive"]),
        counting=words_of(table["counting"]),
        relative=words_of(table["relative"]),
        reciprocal=words_of(table["reciprocal"]),
        ratios=words_of(table["ratio"]),
        powers=words_of(table["power"]),
        extents=words_of(table["extent"]),
        occasion=table["occasion"]["word"],
        rate_words={w: r["unit"] for r in table["rate_word"] for w in r["words"]},
        apiece=words_of(table["apiece"]),
        day_parts=dict.fromkeys(table["day_part"]["words"], table["day_part"]["unit"]),
        compounds={w: (c["over"], c["under"]) for c in table["compound"] for w in c["words"]},
        change_nouns=_changes(table, "nouns"),
        change_verbs=_changes(table, "verbs"),
    )


def _changes(table: Table, key: str) -> dict[str, tuple[int, str]]:
    """Words of the given part of speech that raise (+1) or lower (-1) a value, with their entry."""
    return {w: (c["sign"], c["id"]) for c in table["change"] for w in c[key]}
