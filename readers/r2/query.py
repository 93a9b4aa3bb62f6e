"""What is asked for, as a query over amounts.

Glossary: the *demand* is the thing or dimension asked for; the *aggregate* says what is to
be made of the amounts that fit: single, total, left, original, difference, each, need.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from readers.r2.frames import Frame, frame_of, is_time
from readers.r2.packs import load_meanings
from readers.r2.records import Asked, Clause, Degree, Modality, Phrase
from readers.r2.things import MONEY, TIME, Thing, measure_of, thing_of
from readers.r2.world import Owner

MUCH = "how much"
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
    fewer: bool = False
    than_owner: Owner = ()
    than_thing: Thing = Thing()
    than_time: frozenset[str] = frozenset()
    noun: str = ""  # the head of what is asked for: profit, change, money
    much: bool = False  # asked by "how much" and no noun


def query_of(frame: Frame) -> Query | None:
    """The query of a question; None where what is asked for is not understood."""
    asked = frame.clause.asked
    if asked is None:
        return None
    thing = thing_of(asked.phrase) if asked.phrase is not None else Thing()
    money = not thing.head and asked.word == MUCH and frame.event.kind in ("cost", "spend", "earn", "save")
    dimensions = _dimensions(asked, thing, money)
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    if not thing.head and not dimensions:
        thing, dimensions = _elided(frame, asked)
    query = Query(
        Thing() if dimensions and not thing.dimension else thing,
        dimensions,
        _owner(frame, asked),
        frame.event.verb,
        frame.event.kind,
        _aggregate(frame, asked),
        _per(frame, asked),
        frame.event.time,
        frame.event.modality,
        quantity is not None and quantity.degree is Degree.LESS,
        noun=_noun(frame, asked),
        much=not thing.head and asked.word == MUCH,
    )
    reference = quantity.reference if quantity is not None else None
    return _against(frame, query, reference or _than(frame))


def _noun(frame: Frame, asked: Asked) -> str:
    """The head of what is asked for; a noun that a way to answer is named after is taken up."""
    head = asked.phrase.head if asked.phrase is not None else ""
    named = load_meanings().profits | load_meanings().reductions | load_meanings().surcharges
    if head in named:
        clause = range(frame.clause.first, frame.clause.last)
        frame.world.taken.update(i for i in clause if frame.words[i].lemma in named)
    return head


def _than(frame: Frame) -> Phrase | Clause | None:
    """What follows "than" or "compared to" as an argument of the clause."""
    found = next((a for a in frame.clause.arguments if a.preposition in load_meanings().against), None)
    if found is None:
        return None
    frame.world.taken.update(range(frame.clause.first, frame.clause.last))
    return found.phrase or found.clause


def _against(frame: Frame, query: Query, reference: Phrase | Clause | None) -> Query:
    """The query with what it compares to: another owner, thing or time."""
    if isinstance(reference, Clause):
        frame.world.taken.update(range(reference.first, reference.last))
        inner = frame_of(frame.world, frame.scene, frame.words, reference)
        if inner.event.time and inner.owner == frame.owner:
            return replace(query, than_time=inner.event.time)
        objects = [a.phrase for a in inner.arguments("object") if a.phrase is not None]
        if objects and objects[0].head:
            return replace(query, than_thing=thing_of(objects[0]))
        return replace(query, than_owner=inner.owner)
    if reference is None:
        return query
    if is_time(reference):
        return replace(query, than_time=frozenset({reference.head}))
    if frame.scene.is_person(reference, frame.scene.owner(reference)) or reference.pronoun:
        return replace(query, than_owner=frame.scene.owner(reference))
    return replace(query, than_thing=thing_of(reference))


def _elided(frame: Frame, asked: Asked) -> tuple[Thing, tuple[str, ...]]:
    """What "how much" and "how many" ask for without a noun: money where there is any, else what was counted last."""
    plain = [a for a in frame.world.amounts if not a.is_rate and a.thing.head]
    if asked.word == "how much" and any(a.thing.dimension == MONEY for a in frame.world.amounts):
        return Thing(), (MONEY,)
    return (plain[-1].thing, ()) if plain else (Thing(), ())


def _owner(frame: Frame, asked: Asked) -> Owner:
    if asked.phrase is not None and asked.phrase.owner is not None:
        return frame.scene.owner(asked.phrase.owner)
    if asked.role == "subject" or frame.clause.existential:
        return _place(frame)
    return frame.owner


def _place(frame: Frame) -> Owner:
    """Where what is asked for is, if the text says what is there: "in Tom's class"."""
    known = {a.owner for a in frame.world.amounts}
    places = (frame.scene.owner(a.phrase) for a in frame.arguments("prepositional") if a.phrase is not None)
    return next((place for place in places if place in known), ())


def _dimensions(asked: Asked, thing: Thing, money: bool) -> tuple[str, ...]:
    if money or thing.head in load_meanings().money_words:
        return (MONEY,)
    if thing.head and measure_of(thing.head) is not None:
        return (thing.dimension,)
    packs = load_meanings()
    for nouns, dimension in ((packs.lengths, "length"), (packs.masses, "mass"), (packs.ages, TIME)):
        if thing.head in nouns:
            return (dimension,)
    return DIMENSIONS.get(asked.word, ())


def _words(frame: Frame) -> set[str]:
    return {frame.words[i].lemma for i in range(frame.clause.first, frame.clause.last)}


def _aggregate(frame: Frame, asked: Asked) -> str:
    words, packs = _words(frame), load_meanings()
    if set(asked.word.split()) & packs.shares_asked or (asked.phrase and asked.phrase.head in packs.shares_asked):
        return "percent"
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    if quantity is not None and quantity.degree in (Degree.MORE, Degree.LESS):
        return "difference" if quantity.reference is not None or _than(frame) or not _lacking(frame) else "need"
    if words & packs.left:
        return "left"
    if words & packs.begin:
        return "original"
    if words & packs.together:
        return "total"
    return "each" if words & packs.distributive else "single"


def _lacking(frame: Frame) -> bool:
    """Whether a clause speaks of what is needed yet."""
    return frame.event.modality is not Modality.ACTUAL or frame.event.kind == "need"


def _per(frame: Frame, asked: Asked) -> tuple[Thing, ...]:
    """What the answer is per: "each day", "per hour", "does each child get"."""
    found: list[Thing] = []
    frame.world.taken.update(
        i for i in range(frame.clause.first, frame.clause.last) if frame.words[i].lower in load_meanings().distributive
    )
    phrases = [a.phrase for a in frame.arguments() if a.phrase is not None]
    found += [
        thing_of(a.phrase) for a in frame.arguments() if a.phrase and a.preposition in load_meanings().distributive
    ]
    if frame.clause.subject is not None:
        phrases.append(frame.clause.subject)
    for phrase in phrases:
        if phrase.determiner in load_meanings().distributive and (is_time(phrase) or phrase.head):
            found.append(thing_of(phrase))
        found.extend(thing_of(per.phrase) for per in phrase.per if per.phrase is not None)
    if asked.phrase is not None:
        found.extend(thing_of(per.phrase) for per in asked.phrase.per if per.phrase is not None)
    return tuple(dict.fromkeys(found))
