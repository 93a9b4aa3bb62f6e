"""The words that rules of clauses ask for, by name (``packs/r2_grammar.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from readers.lexicon import PACKS, LexiconError, load_lexicon, read_pack


@dataclass(frozen=True, slots=True, eq=False)
class ClauseWords:
    """Sets of forms or lemmas; ``kinds`` are clause kinds by the words of their subordinator."""

    wanting: frozenset[str]
    through: frozenset[str]
    capable: frozenset[str]
    bound_to: frozenset[str]
    future: frozenset[str]
    capacity: frozenset[str]
    duty: frozenset[str]
    unreal: frozenset[str]
    be: frozenset[str]
    have: frozenset[str]
    inverting: frozenset[str]
    passive: frozenset[str]
    copular: frozenset[str]
    speech: frozenset[str]
    request: frozenset[str]
    behind: frozenset[str]
    times: frozenset[str]
    days: frozenset[str]
    time_openers: frozenset[str]
    amount_words: frozenset[str]
    measure_words: frozenset[str]
    how: frozenset[str]
    what_parts: frozenset[str]
    that: frozenset[str]
    places: frozenset[str]
    of: frozenset[str]
    links: frozenset[str]
    contrast: frozenset[str]
    so: frozenset[str]
    sequence: frozenset[str]
    holding: frozenset[str]
    full_stops: frozenset[str]
    half_stops: frozenset[str]
    imperative: frozenset[str]
    kinds: Mapping[tuple[str, ...], str]
    prepositions: frozenset[tuple[str, ...]]
    adverbials: frozenset[tuple[str, ...]]
    adverbial_firsts: frozenset[str]


@cache
def load_clause_words() -> ClauseWords:
    """The one record, read on first use; LexiconError where a set is missing or not known."""
    pack = read_pack(PACKS / "r2_grammar.toml")
    sets = {entry["id"].split(".")[1]: frozenset(entry["words"]) for entry in pack.entries["set"]}
    derived = {"kinds", "prepositions", "adverbials", "adverbial_firsts"}
    names = {field.name for field in fields(ClauseWords)} - derived
    if set(sets) != names:
        raise LexiconError(pack.file, ", ".join(sorted(set(sets) ^ names)), "sets that are missing or not known")
    kinds = {
        tuple(form.split()): entry["id"].split(".")[1] for entry in pack.entries["link"] for form in entry["words"]
    }
    adverbials = frozenset(tuple(form.split()) for entry in pack.entries["adverbial"] for form in entry["words"])
    return ClauseWords(
        **sets,
        kinds=MappingProxyType(kinds),
        prepositions=_long_prepositions(),
        adverbials=adverbials,
        adverbial_firsts=frozenset(forms[0] for forms in adverbials),
    )


def _long_prepositions() -> frozenset[tuple[str, ...]]:
    functions = load_lexicon().functions
    return frozenset(tuple(word.split()) for word, found in functions.items() if "preposition" in found and " " in word)
