"""Loaders of the packs that only R1 uses."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Comparatives:
    """Comparison words by form, with their sign and the id of their entry."""

    signs: dict[str, tuple[int, str]]
    nouns: frozenset[str]
    each: frozenset[str]
    counting: frozenset[str]
    relative: frozenset[str]
    reciprocal: frozenset[str]
    ratios: frozenset[str]
    powers: frozenset[str]
    extents: frozenset[str]
    occasion: str
    rate_words: dict[str, str]
    apiece: frozenset[str]
    day_parts: dict[str, str]
    compounds: dict[str, tuple[str, str]]
    change_nouns: dict[str, tuple[int, str]]
    change_verbs: dict[str, tuple[int, str]]

    def sign(self, word: str) -> int:
        """+1, -1, or 0 for a word that compares nothing."""
        return self.signs.get(word, (0, ""))[0]

    def entry(self, word: str) -> str:
        return self.signs.get(word, (0, "comparative.multiple"))[1]

    def is_measure_noun(self, lemma: str) -> bool:
        return lemma in self.nouns

    def distributes(self, word: str) -> bool:
        return word in self.each


@cache
def load_comparatives() -> Comparatives:
    """Reads comparatives.toml once."""
    folder = files("readers.packs")
    table = tomllib.loads(folder.joinpath("comparatives.toml").read_text("utf-8"))
    signs = {w: (c["sign"], c["id"]) for c in table["comparative"] for w in c["words"]}
    nouns = frozenset(w for m in table["measure_noun"] for w in m["words"])
    rate_words = {w: r["unit"] for r in table["rate_word"] for w in r["words"]}
    day_parts = dict.fromkeys(table["day_part"]["words"], table["day_part"]["unit"])
    compounds = {w: (c["over"], c["under"]) for c in table["compound"] for w in c["words"]}
    change_nouns = {w: (c["sign"], c["id"]) for c in table["change"] for w in c["nouns"]}
    change_verbs = {w: (c["sign"], c["id"]) for c in table["change"] for w in c["verbs"]}
    return Comparatives(signs, nouns, frozenset(table["distributive"]["words"]), *(frozenset(table[k]["words"]) for k in ("counting", "relative", "reciprocal", "ratio", "power", "extent")), table["occasion"]["word"], rate_words, frozenset(table["apiece"]["words"]), day_parts, compounds, change_nouns, change_verbs)
