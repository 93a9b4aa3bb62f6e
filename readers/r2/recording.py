"""Writing a phrase into the world: its amount, per what it is, whose it is."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from models.units import Unit
from readers.r2.ages import now
from readers.r2.dividing import Below, apart, denominators, floating
from readers.r2.frames import HAVE, Frame, thing_in
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.records import Degree, Phrase
from readers.r2.references import Unbound
from readers.r2.things import MONEY, Thing
from readers.r2.world import Amount, Event, Owner, ident_of

PAID = frozenset({"spend", "transfer"})
PARTICIPLE = "participle"


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
    amount = frame.add(Amount(operand, thing, owner, event, phrase.span, per, whole=whole))
    return _one_by_one(frame, amount, phrase)


def _one_by_one(frame: Frame, amount: Amount, phrase: Phrase) -> Amount:
    """ "Tom and Mary each have 5": 5 for Tom, and as many for Mary."""
    bare = any(per.phrase is None for per in phrase.per)
    if amount.owner != frame.owner or not apart(frame) or not (floating(frame) or bare):
        return amount
    first, *others = amount.owner
    for other in others:
        operand = frame.world.unknown(amount.unit, phrase.span)
        frame.world.relate(Bond.SUM, operand, [(amount.operand, 1)], "relation.each_of_them", phrase.span)
        frame.add(replace(amount, operand=operand, owner=(other,)))
    return frame.world.renew(amount, owner=(first,))


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
