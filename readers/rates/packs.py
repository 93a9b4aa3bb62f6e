"""The words that the readers of rates rest on, by named set (``packs/rates.toml``)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

from readers.lexicon import PACKS, LexiconError, read_pack

Forms = frozenset[str]


@dataclass(frozen=True, slots=True)
class RateWords:
    """Sets of forms, each named after the rule that asks for it; ``groups`` by their id."""

    per: Forms
    every: Forms
    article: Forms
    lead: Forms
    within: Forms
    apiece: Forms
    of: Forms
    hyphen: Forms
    pace: Forms
    plain_phrase: Forms
    premise: Forms
    cue_sum: Forms
    cue_total: Forms
    cue_difference: Forms
    compared: Forms
    compared_less: Forms
    faster: Forms
    farther: Forms
    than: Forms
    inflow: Forms
    outflow: Forms
    which_one: Forms
    joint_frame: Forms
    frame_verb: Forms
    plain_before: Forms
    suffix: Forms
    ask_length: Forms
    ask_time: Forms
    ask_speed: Forms
    ask_count: Forms
    ask_mass: Forms
    ask_named: Forms
    noun_speed: Forms
    noun_length: Forms
    noun_money: Forms
    noun_time: Forms
    generic: Forms
    light_verb: Forms
    holding: Forms
    work: Forms
    motion_class: Forms
    blocking_function: Forms
    harmless: Forms
    complication: Forms
    groups: tuple[tuple[str, Forms], ...] = ()

    def suffixes(self) -> dict[str, tuple[str, str]]:
        """Form of a speed to the lemmas of its two measures."""
        return {form: (top, bottom) for form, top, bottom in (entry.split() for entry in self.suffix)}


@cache
def load_rate_words() -> RateWords:
    """The one record, read on first use; LexiconError where a set is missing or unknown."""
    pack = read_pack(PACKS / "rates.toml")
    sets = {entry["id"].split(".")[1]: frozenset(entry["words"]) for entry in pack.entries["set"]}
    names = {field.name for field in fields(RateWords)} - {"groups"}
    if set(sets) != names:
        raise LexiconError(pack.file, ", ".join(sorted(set(sets) ^ names)), "sets that are missing or not known")
    groups = tuple((entry["id"], frozenset(entry["words"])) for entry in pack.entries["group"])
    return RateWords(**sets, groups=groups)
