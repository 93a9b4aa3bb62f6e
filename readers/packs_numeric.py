"""The three numeric packs as one frozen record: number words, measures, facts.

Glossary: a *class* groups the forms that one rule asks for (``ones``,
``article``); a *form* is a lower-case word with straight apostrophes; a *fact*
says how many of a smaller measure make a larger one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

PACKS = Path(__file__).resolve().parent / "packs"
RATIFIED = "ratified"
TIME = "time"
CALENDAR = "calendar"
Entries = Iterable[Mapping[str, Any]]
Vocabulary = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A measure: one ``lemma`` is ``factor`` of the base of its ``dimension``."""

    ident: str
    lemma: str
    dimension: str
    factor: Fraction

    @property
    def family(self) -> str:
        """The dimension, with the calendar's months and years among the times."""
        return TIME if self.dimension == CALENDAR else self.dimension

    @property
    def size(self) -> Fraction:
        """What orders the measures of a family; a month counts as 720 hours."""
        return self.factor * (720 if self.dimension == CALENDAR else 1)


@dataclass(frozen=True, slots=True)
class Fact:
    """One ``larger`` is ``factor`` times one ``smaller``; ``triggers`` are the words that may call it."""

    ident: str
    larger: str
    smaller: str
    factor: Fraction
    triggers: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NumericPacks:
    """Read-only look-ups; every argument is a lower-case form or a lemma."""

    vocabulary: Vocabulary
    units: Mapping[str, UnitEntry]
    symbols: Mapping[str, UnitEntry]
    facts: tuple[Fact, ...]

    def has(self, word_class: str, form: str) -> bool:
        """Whether ``form`` is of the class; KeyError for a class no pack has."""
        return form in self.vocabulary[word_class]

    def value(self, word_class: str, form: str) -> Fraction | None:
        """The exact value of ``form`` in the class, None where it is not in it."""
        return self.vocabulary[word_class].get(form)

    def forms(self, word_class: str) -> frozenset[str]:
        """All forms of a class (``month``, ``weekday``, ``clitic``)."""
        return frozenset(self.vocabulary[word_class])

    def unit_of(self, form: str, attached: bool = False) -> UnitEntry | None:
        """The measure a form names; ``attached`` also allows symbols such as ``in`` and ``m``."""
        found = self.units.get(form)
        return self.symbols.get(form) if found is None and attached else found

    def fact(self, smaller: str, larger: str) -> Fact | None:
        """The fact between two lemmas, None where no pack states one."""
        return next((f for f in self.facts if (f.smaller, f.larger) == (smaller, larger)), None)


@cache
def load_numeric_packs() -> NumericPacks:
    """The packs that ship with the package, ratified entries only."""
    facts = _read("facts.toml")
    units = _read("units.toml")["unit"]
    return NumericPacks(
        vocabulary=_vocabulary([*_read("numbers.toml")["entry"], *facts["calendar"]]),
        units=_by_form(units, "forms"),
        symbols=_by_form(units, "symbols"),
        facts=tuple(_fact(entry) for entry in _ratified(facts["fact"])),
    )


def _read(name: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((PACKS / name).read_text(encoding="utf-8"))


def _ratified(entries: Entries) -> list[Mapping[str, Any]]:
    return [entry for entry in entries if entry["state"] == RATIFIED]


def _vocabulary(entries: Entries) -> Vocabulary:
    """Classes to forms to values; a class that only groups words has the value 0."""
    classes: dict[str, dict[str, Fraction]] = {}
    for entry in _ratified(entries):
        forms = classes.setdefault(entry["class"], {})
        forms.update(dict.fromkeys(entry["forms"], Fraction(entry.get("value", "0"))))
    return MappingProxyType({name: MappingProxyType(forms) for name, forms in classes.items()})


def _by_form(entries: Entries, key: str) -> Mapping[str, UnitEntry]:
    found: dict[str, UnitEntry] = {}
    for entry in _ratified(entries):
        found.update(dict.fromkeys(entry[key], _unit(entry)))
    return MappingProxyType(found)


def _unit(entry: Mapping[str, Any]) -> UnitEntry:
    return UnitEntry(entry["id"], entry["lemma"], entry["dimension"], Fraction(entry["factor"]))


def _fact(entry: Mapping[str, Any]) -> Fact:
    triggers = tuple(entry["triggers"])
    return Fact(entry["id"], entry["larger"], entry["smaller"], Fraction(entry["factor"]), triggers)
