"""The words that the meaning of clauses rests on, by named set (``packs/r2_meaning.toml``)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

from readers.lexicon import PACKS, LexiconError, read_pack


@dataclass(frozen=True, slots=True)
class Meanings:
    """Sets of lemmas, each named after the rule that asks for it."""

    look_through: frozenset[str]
    empty_modifiers: frozenset[str]
    generic: frozenset[str]
    same: frozenset[str]
    pieces: frozenset[str]
    distributive: frozenset[str]
    money_out: frozenset[str]
    money_in: frozenset[str]
    price_nouns: frozenset[str]
    price_prepositions: frozenset[str]
    unit_prices: frozenset[str]
    time_labels: frozenset[str]
    together: frozenset[str]
    left: frozenset[str]
    begin: frozenset[str]
    later: frozenset[str]
    earlier: frozenset[str]
    among: frozenset[str]
    people: frozenset[str]
    money_words: frozenset[str]
    bounds: frozenset[str]
    that: frozenset[str]
    spanning: frozenset[str]
    against: frozenset[str]
    shares_asked: frozenset[str]
    ago: frozenset[str]
    after: frozenset[str]
    hundredths: frozenset[str]
    counterparts: frozenset[str]
    square: frozenset[str]
    cubic: frozenset[str]
    holding: frozenset[str]
    now: frozenset[str]
    lengths: frozenset[str]
    masses: frozenset[str]
    ages: frozenset[str]
    within: frozenset[str]
    buying: frozenset[str]
    like: frozenset[str]
    amounts: frozenset[str]
    others: frozenset[str]
    speakers: frozenset[str]
    alternative: frozenset[str]
    untold: frozenset[str]
    made: frozenset[str]
    off: frozenset[str]
    vague: frozenset[str]
    pairs: frozenset[str]
    singly: frozenset[str]
    definite: frozenset[str]
    age_units: frozenset[str]
    profits: frozenset[str]
    returned: frozenset[str]
    reductions: frozenset[str]
    surcharges: frozenset[str]
    buyers: frozenset[str]
    money_names: frozenset[str]
    paid_for: frozenset[str]
    days: frozenset[str]
    recipients: frozenset[str]
    day_parts: frozenset[str]
    occasions: frozenset[str]
    frequencies: frozenset[str]
    indefinite: frozenset[str]
    lasting: frozenset[str]
    pace: frozenset[str]
    inputs: frozenset[str]
    averages: frozenset[str]
    composite: frozenset[str]

    @property
    def occasion(self) -> str:
        """What is counted by how often something happens."""
        return min(self.occasions)

    def parted(self, head: str) -> tuple[str, str] | None:
        """The measure, and per what, that one word for both stands for: mph."""
        found = (entry.split() for entry in self.composite)
        return next(((over, below) for word, over, below in found if word == head), None)

    @property
    def day(self) -> str:
        """The measure of time that parts of a day count."""
        return min(self.days)

    @property
    def age_unit(self) -> str:
        """The measure of an age that is given as a bare number."""
        return min(self.age_units)


@cache
def load_meanings() -> Meanings:
    """The one record, read on first use; LexiconError where a set is missing or unknown."""
    pack = read_pack(PACKS / "r2_meaning.toml")
    sets = {entry["id"].split(".")[1]: frozenset(entry["words"]) for entry in pack.entries["set"]}
    names = {field.name for field in fields(Meanings)}
    if set(sets) != names:
        raise LexiconError(pack.file, ", ".join(sorted(set(sets) ^ names)), "sets that are missing or not known")
    return Meanings(**sets)
