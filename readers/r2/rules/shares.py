"""Amounts that are parted equally."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from models.units import Unit
from readers.r2.frames import Frame, counted, thing_in
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.references import Unbound, mentioned, select
from readers.r2.things import Thing
from readers.r2.world import Amount


def shared(frame: Frame) -> None:
    """An amount is parted equally among so many."""
    among = next((a.phrase for a in frame.arguments("prepositional") if a.preposition in load_meanings().among), None)
    if frame.event.kind != "share" or among is None or not counted(among):
        return
    thing, dividend = _dividend(frame)
    recipients = record(frame, among, frame.owner, frame.event)
    rate = frame.world.unknown(thing.unit / recipients.thing.unit, among.span)
    terms: list[tuple[Operand, int]] = [(rate, 1), (recipients.operand, 1)]
    frame.world.relate(Bond.PRODUCT, dividend, terms, "relation.share", frame.clause.span)
    frame.add(Amount(rate, thing, frame.owner, frame.event, among.span, (recipients.thing,)))


def _dividend(frame: Frame) -> tuple[Thing, Operand]:
    argument = next(frame.arguments("object"), None)
    phrase = argument.phrase if argument is not None else frame.clause.subject
    if phrase is None:
        raise Unbound("reference_unbound", frame.clause.span, "what is shared is not said")
    if phrase.quantity is not None:
        amount = record(frame, phrase, frame.owner, replace(frame.event, sign=0))
        return amount.thing, amount.operand
    frame.take(phrase)
    thing = thing_in(frame, phrase)
    if phrase.pronoun:
        operand = mentioned(frame, Thing(), Unit(), phrase.span)
        known = frame.world.find(getattr(operand, "ident", ""))
        return (known.thing if known else thing), operand
    unknown = frame.world.unknown(thing.unit, phrase.span, not thing.dimension)
    return thing, select(frame, unknown, thing, frame.owner, "have", "", frozenset(), phrase.span)
