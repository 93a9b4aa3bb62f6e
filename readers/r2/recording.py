"""Writing a phrase into the world: its amount, per what it is, whose it is."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from models.units import Unit
from readers.lexicon import load_lexicon
from readers.r2.ages import now
from readers.r2.frames import HAVE, Frame, thing_in
from readers.r2.measures import Unbound, operand_of
from readers.r2.packs import load_meanings
from readers.r2.records import Degree, Phrase
from readers.r2.things import MONEY, Thing, thing_of
from readers.r2.world import Amount, Event, Owner, ident_of

PAID = frozenset({"spend", "transfer"})
PARTICIPLE = "participle"
Below = list[tuple[Thing, Phrase | None]]


def distributive(phrase: Phrase | None) -> bool:
    """Whether a phrase speaks of each single one: each box, every day, boxes ... each."""
    if phrase is None:
        return False
    bare = any(per.phrase is None for per in phrase.per)
    return phrase.determiner in load_meanings().distributive or bare


def denominators(frame: Frame, phrase: Phrase) -> Below:
    """The things that an amount is per, each with the phrase that counts it ("every 2 hours") or None."""
    found: Below = [(thing_of(per.phrase), per.phrase) for per in phrase.per if per.phrase is not None]
    frame.world.taken.update(per.word for per in phrase.per)
    subject = frame.subject
    bare = any(per.phrase is None for per in phrase.per)
    if subject is not None and subject is not phrase and not found and (distributive(subject) or bare):
        found.append((_recipient(frame, subject), None))
        took_each(frame, subject)
    if subject is not None and not found and _holds_each(frame, phrase, subject):
        found.append((thing_of(subject), None))
    for argument in frame.arguments("prepositional", "adverbial", "indirect"):
        other = argument.phrase
        if (
            other is not None
            and other is not phrase
            and (_divides(other) or argument.preposition in load_meanings().distributive)
        ):
            if thing_of(other).head == thing_of(phrase).head:
                continue
            found.append((thing_of(other), other if other.quantity is not None else None))
            took_each(frame, other)
    return _once(found)


def _holds_each(frame: Frame, phrase: Phrase, subject: Phrase) -> bool:
    """Whether "6 boxes that hold 8 pens" have 8 in each, as boxes mostly do; the other reading is an alternative."""
    several = subject.plural and subject.quantity is not None and subject.quantity.degree is Degree.COUNT
    if (
        phrase is subject
        or not several
        or frame.event.kind not in HAVE
        or not load_lexicon().is_container(subject.head)
    ):
        return False
    return frame.world.choose(f"holds.{phrase.span.start}", 2) == 0


def took_each(frame: Frame, phrase: Phrase) -> None:
    """The words that make a phrase distributive are taken up."""
    frame.world.taken.update(per.word for per in phrase.per)
    if phrase.determiner in load_meanings().distributive:
        frame.world.taken.add(phrase.first)


def _recipient(frame: Frame, subject: Phrase) -> Thing:
    thing = thing_of(subject)
    return thing if thing.head else Thing("")


def _divides(phrase: Phrase) -> bool:
    return phrase.determiner in load_meanings().distributive


def _once(found: Below) -> Below:
    """Each denominator once; the first that names it is kept."""
    return list({thing: (thing, phrase) for thing, phrase in reversed(found)}.values())[::-1]


def record(frame: Frame, phrase: Phrase, owner: Owner, event: Event, thing: Thing | None = None) -> Amount:
    """The amount of a phrase, as a rate where it has denominators."""
    thing = thing or thing_in(frame, phrase)
    event = money_event(frame, event) if thing.dimension == MONEY else event
    below = denominators(frame, phrase)
    _refuse_growth(phrase, below)
    frame.take(phrase)
    _took_colour(frame, phrase)
    plain = [t for t, p in below if p is None or p.quantity is None]
    dividing = [(t, p) for t, p in below if p is not None and p.quantity is not None]
    unit = thing.unit
    for t in plain:
        unit = unit / t.unit
    operand, whole = operand_of(frame, phrase, thing, unit)
    operand = now(frame, operand, thing, phrase)
    for t, p in dividing:
        operand, unit = _divided(frame, operand, unit, t, p), unit / t.unit
    if phrase.determiner in load_meanings().definite:
        frame.world.definite.add(ident_of(operand))
    per = tuple(t for t, _ in below)
    return frame.add(Amount(operand, thing, owner, event, phrase.span, per, whole=whole))


def _refuse_growth(phrase: Phrase, below: Below) -> None:
    """ "30 more each month" grows from step to step; it is no rate."""
    q = phrase.quantity
    more = q is not None and q.degree in (Degree.MORE, Degree.LESS) and q.reference is None and q.inner is None
    if more and any(p is None or p.quantity is None for _, p in below):
        raise Unbound("growing_amount", phrase.span, "an amount that grows with each step is not modelled")


def money_event(frame: Frame, event: Event) -> Event:
    """The event that a sum of money itself takes part in: "buys $5 of bread" spends, "is paid $5" earns."""
    verb = frame.clause.verb
    if verb is None or event != frame.event:
        return event
    if frame.person and event.kind in PAID and (verb.passive or verb.tense == PARTICIPLE):
        return replace(event, kind="earn", sign=1)
    if event.kind in ("gain", "transfer") and verb.lemma in load_meanings().buyers:
        return replace(event, kind="spend", sign=-1)
    if event.kind in ("gain", "produce") or (event.kind == "cost" and frame.person):
        return replace(event, kind="earn", sign=1)
    return event


def _took_colour(frame: Frame, phrase: Phrase) -> None:
    """Words beside an amount that say that it is all there is, or what is left, are part of it."""
    words = load_meanings().together | load_meanings().left
    inside = range(phrase.first, phrase.last)
    around = range(frame.clause.first, frame.clause.last) if frame.event.kind in HAVE else inside
    frame.world.taken.update(
        i for i in {*inside, *around} if frame.words[i].lemma in words or frame.words[i].lower in words
    )


def _divided(frame: Frame, operand: Operand, unit: Unit, thing: Thing, phrase: Phrase) -> Operand:
    """The rate of an amount for so many of something."""
    count, _ = operand_of(frame, phrase, thing, thing.unit)
    frame.take(phrase)
    rate = frame.world.unknown(unit / thing.unit, phrase.span)
    frame.world.relate(Bond.PRODUCT, operand, [(rate, 1), (count, 1)], "relation.rate", phrase.span)
    return rate
