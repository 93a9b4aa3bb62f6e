"""What is asked for, as a query over amounts.

Glossary: the *demand* is the thing or dimension asked for; the *aggregate* says what is to
be made of the amounts that fit: single, total, left, original, difference, each, need.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.relation import Operand
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
    about: frozenset[str] = frozenset()  # what else the clause speaks of, where what is asked for is its subject
    negated: bool = False
    hundredths: bool = False
    asked_about: frozenset[str] = frozenset()  # what a share is asked of: "are blue", "are boys"
    shift: tuple[Operand, int] | None = None  # years from now of the ages that are asked for
    than_owner: Owner = ()
    than_thing: Thing = Thing()
    than_time: frozenset[str] = frozenset()
    noun: str = ""  # the head of what is asked for: profit, change, money
    much: bool = False  # asked by "how much" and no noun


def query_of(frame: Frame) -> Query | None:
    """The query of a question; None where what is asked for is not understood."""
    asked = frame.clause.asked
    if asked is None or _asks_twice(frame, asked):
        return None
    thing = thing_of(asked.phrase) if asked.phrase is not None else Thing()
    money = not thing.head and asked.word == MUCH and frame.event.kind in ("cost", "spend", "earn", "save")
    dimensions = _dimensions(asked, thing, money)
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    if _asks_class(frame, asked):
        thing = thing_of(frame.clause.subject or Phrase(0, 0, frame.clause.span))
    elif not thing.head and not dimensions:
        thing, dimensions = _elided(frame, asked)
    wanted = _unit_asked(frame)
    if wanted.head and (not dimensions or wanted.dimension in dimensions):
        thing, dimensions = wanted, (wanted.dimension,)
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
        frame.event.about if asked.role == "subject" else frozenset(),
        frame.clause.verb is not None and frame.clause.verb.negated,
        _hundredths(asked),
        _asked_about(frame, asked),
        frame.shift,
        noun=_noun(frame, asked),
        much=not thing.head and asked.word == MUCH,
    )
    reference = quantity.reference if quantity is not None else None
    if reference is not None and quantity is not None:
        frame.world.taken.update(quantity.cues)
    return _against(frame, query, reference or _than(frame))


def _noun(frame: Frame, asked: Asked) -> str:
    """The head of what is asked for; a noun that a way to answer is named after is taken up."""
    head = asked.phrase.head if asked.phrase is not None else ""
    inner = asked.phrase.of if asked.phrase is not None else None
    if inner is not None and inner.head in load_meanings().returned | load_meanings().profits:
        head = inner.head  # "dollars of change"
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


def _asks_class(frame: Frame, asked: Asked) -> bool:
    """ "How many are boys", "how many of the people were children": what is counted is the other side of "be"."""
    subject, phrase = frame.clause.subject, asked.phrase
    if asked.role != "complement" or frame.event.kind != "be" or subject is None or not subject.plural:
        return False
    named = bool(subject.head) and not subject.determiner and subject.owner is None
    return named and (phrase is None or (phrase.quantity is not None and not phrase.head))


def _owner(frame: Frame, asked: Asked) -> Owner:
    if _asks_class(frame, asked):
        return ()
    if asked.phrase is not None and asked.phrase.owner is not None:
        return frame.scene.owner(asked.phrase.owner)
    if asked.role == "subject" or frame.clause.existential:
        return _place(frame)
    if frame.clause.subject is None:
        complement = next((a.phrase for a in frame.arguments("complement") if a.phrase is not asked.phrase), None)
        return frame.scene.owner(complement)
    if _names_money(frame.clause.subject):
        return frame.scene.owner(frame.clause.subject.owner)
    return frame.owner


def _names_money(subject: Phrase) -> bool:
    """Whether a subject is itself the money asked for: "how much is the cost of the pens"."""
    return subject.head in load_meanings().money_words and not subject.pronoun


def _asks_twice(frame: Frame, asked: Asked) -> bool:
    """Whether two things are asked for at once: "how many cats and dogs are there"."""
    subject, phrase = frame.clause.subject, asked.phrase
    return bool(frame.clause.existential and subject and phrase and subject != phrase and subject.head != phrase.head)


def _unit_asked(frame: Frame) -> Thing:
    """ "in feet": the measure that the answer is wanted in."""
    wanted = (a.phrase for a in frame.arguments("prepositional") if a.preposition in load_meanings().within)
    bare = (p for p in wanted if p is not None and p.quantity is None and not p.determiner and p.plural)
    return next((thing_of(p) for p in bare if thing_of(p).dimension), Thing())


def _place(frame: Frame) -> Owner:
    """Where what is asked for is, if the text says what is there: "in Tom's class"."""
    known = {a.owner for a in frame.world.amounts}
    phrases = [a.phrase for a in frame.arguments("prepositional") if a.phrase is not None]
    named = [*phrases, *(p.owner for p in phrases if p.owner is not None)]  # else whose place it is
    return next((place for place in map(frame.scene.owner, named) if place in known), ())


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
    if asked.phrase is not None and set(asked.phrase.modifiers) & packs.averages:
        clause = range(frame.clause.first, frame.clause.last)
        frame.world.taken.update(i for i in clause if frame.words[i].lemma in packs.averages)
        return "mean"
    quantity = asked.phrase.quantity if asked.phrase is not None else None
    if quantity is not None and quantity.degree in (Degree.MORE, Degree.LESS):
        return "difference" if quantity.reference is not None or _than(frame) or not _lacking(frame) else "need"
    if words & packs.left:
        return "left"
    if words & packs.begin or any(c.kind == "before" for c in frame.dependents):
        return "original"
    if words & packs.together:
        return "total"
    return "each" if words & packs.distributive or _per(frame, asked) else "single"


def _hundredths(asked: Asked) -> bool:
    """Whether a share is asked for as a percentage."""
    words = {*asked.word.split(), asked.phrase.head if asked.phrase is not None else ""}
    return bool(words & load_meanings().hundredths)


def _asked_about(frame: Frame, asked: Asked) -> frozenset[str]:
    """What is said of the part whose share is asked: the complement, or the subject where the whole is one."""
    if asked.role == "subject":
        return frame.event.about
    subject = frame.clause.subject
    if asked.role != "complement" or subject is None or subject.pronoun or subject.name:
        return frozenset()
    return frozenset(word for word in (subject.head, *subject.modifiers) if word)


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
