"""What is asked for, as a query over amounts.

Glossary: the *demand* is the thing or dimension asked for; the *aggregate* says what is to
be made of the amounts that fit: single, total, left, original, difference, each, need.
"""

from __future__ import annotations

from dataclasses import dataclass

from readers.r2.frames import Frame, is_time
from readers.r2.packs import load_meanings
from readers.r2.records import Asked, Clause, Degree, Modality, Phrase
from readers.r2.things import MONEY, TIME, Thing, measure_of, thing_of
from readers.r2.world import Owner

DIMENSIONS = {"how long": (TIME, "length"), "how old": (TIME,), "how far": ("length",), "how tall": ("length",)}


@dataclass(frozen=True, slots=True)
class Query:
    """``thing`` has head "" where only the dimension is asked ("how much does it cost")."""

    thing: Thing
    dimensions: tuple[str, ...]
    owner: Owner
    verb: str
    kind: str
    aggregate: str
    per: tuple[Thing, ...]
    time: frozenset[str]
    modality: Modality
    than: Phrase | Clause | None = None


def query_of(frame: Frame) -> Query | None:
    """The query of a question; None where what is asked for is not understood."""
    asked = frame.clause.asked
    if asked is None:
        return None
    thing = thing_of(asked.phrase) if asked.phrase is not None else Thing()
    money = not thing.head and asked.word == "how much" and frame.event.kind in ("cost", "spend", "earn", "save")
    dimensions = _dimensions(asked, thing, money)
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    than = quantity.reference if quantity is not None else None
    return Query(
        Thing() if thing.head in load_meanings().money_words else thing,
        dimensions,
        _owner(frame, asked),
        frame.event.verb,
        frame.event.kind,
        _aggregate(frame, asked),
        _per(frame, asked),
        frame.event.time,
        frame.event.modality,
        than,
    )


def _owner(frame: Frame, asked: Asked) -> Owner:
    if asked.phrase is not None and asked.phrase.owner is not None:
        return frame.scene.owner(asked.phrase.owner)
    if asked.role == "subject" or frame.clause.existential:
        return ()
    return frame.owner


def _dimensions(asked: Asked, thing: Thing, money: bool) -> tuple[str, ...]:
    if money or thing.head in load_meanings().money_words:
        return (MONEY,)
    if thing.head and measure_of(thing.head) is not None:
        return (thing.dimension,)
    return DIMENSIONS.get(asked.word, ())


def _words(frame: Frame) -> set[str]:
    return {frame.words[i].lemma for i in range(frame.clause.first, frame.clause.last)}


def _aggregate(frame: Frame, asked: Asked) -> str:
    words, packs = _words(frame), load_meanings()
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    if quantity is not None and quantity.degree in (Degree.MORE, Degree.LESS):
        return "need" if quantity.reference is None else "difference"
    if words & packs.left:
        return "left"
    if words & packs.begin:
        return "original"
    if words & packs.together:
        return "total"
    return "each" if words & packs.distributive else "single"


def _per(frame: Frame, asked: Asked) -> tuple[Thing, ...]:
    """What the answer is per: "each day", "per hour", "does each child get"."""
    found: list[Thing] = []
    phrases = [a.phrase for a in frame.arguments() if a.phrase is not None]
    if frame.clause.subject is not None:
        phrases.append(frame.clause.subject)
    for phrase in phrases:
        if phrase.determiner in load_meanings().distributive and (is_time(phrase) or phrase.head):
            found.append(thing_of(phrase))
        found.extend(thing_of(per.phrase) for per in phrase.per if per.phrase is not None)
    if asked.phrase is not None:
        found.extend(thing_of(per.phrase) for per in asked.phrase.per if per.phrase is not None)
    return tuple(dict.fromkeys(found))
