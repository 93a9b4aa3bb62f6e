"""What things cost: each of them, or all together."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from readers.r2.dividing import distributive, took_each
from readers.r2.frames import Frame, counted, thing_in
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.records import Argument, Phrase
from readers.r2.things import MONEY, Thing, thing_of
from readers.r2.world import Amount, Event


def priced(frame: Frame) -> None:
    """What something costs: each, or all of it."""
    for argument in list(frame.arguments("object", "complement", "prepositional")):
        phrase = argument.phrase
        if phrase is None or not frame.free(phrase) or not _is_money(phrase) or not counted(phrase):
            continue
        item = _item(frame, argument)
        if item is not None:
            _price(frame, phrase, item)


def _is_money(phrase: Phrase) -> bool:
    return thing_of(phrase).dimension == MONEY


def _item(frame: Frame, money: Argument) -> Phrase | None:
    """What a sum of money is the price of: the subject of cost and be, the object of buy and sell."""
    if frame.event.kind in ("cost", "be"):
        return frame.clause.subject
    if money.preposition in load_meanings().price_prepositions:
        found = next(frame.arguments("object"), None)
        return found.phrase if found is not None else (frame.clause.subject if _passive(frame) else None)
    return None


def _passive(frame: Frame) -> bool:
    return frame.clause.verb is not None and frame.clause.verb.passive


def _price(frame: Frame, money: Phrase, item: Phrase) -> None:
    thing = thing_in(frame, item)
    if thing.head in load_meanings().price_nouns or not thing.head:
        return
    event = _money_event(frame)
    each = any(per.phrase is None for per in money.per) or _single(frame, item)
    if money.per and not each:
        record(frame, money, frame.owner, event)
        return
    frame.take(money)
    took_each(frame, item)
    if counted(item) and frame.free(item):
        record(frame, item, frame.owner, frame.event)
    unit = thing_of(money).unit
    frame.world.taken.update(per.word for per in money.per)
    if each:
        operand, _ = operand_of(frame, money, thing_of(money), unit / thing.unit)
        frame.add(Amount(operand, thing_of(money), frame.owner, event, money.span, (thing,)))
        return
    operand, _ = operand_of(frame, money, thing_of(money), unit)
    owner = frame.owner if event.kind != "cost" or not frame.owner else frame.owner
    frame.add(Amount(operand, thing_of(money), owner, event, money.span))
    _unit_price(frame, money, item, thing, operand, event)


def _single(frame: Frame, item: Phrase) -> bool:
    """Whether the price is that of one: "a pen", "pens" in general, "the pen" where pens are counted elsewhere."""
    if item.quantity is not None:
        return distributive(item)
    return item.head in frame.counted_heads or item.determiner in load_meanings().distributive


def _unit_price(frame: Frame, money: Phrase, item: Phrase, thing: Thing, total: Operand, event: Event) -> None:
    amount = next((a for a in reversed(frame.world.amounts) if a.span == item.span and not a.is_rate), None)
    if amount is None:
        return
    rate = frame.world.unknown(thing_of(money).unit / thing.unit, money.span)
    terms: list[tuple[Operand, int]] = [(rate, 1), (amount.operand, 1)]
    frame.world.relate(Bond.PRODUCT, total, terms, "relation.price", money.span)
    frame.add(Amount(rate, thing_of(money), frame.owner, event, money.span, (thing,), "implied"))


def _money_event(frame: Frame) -> Event:
    """The event that a price takes part in: who buys spends, who sells earns."""
    kind = frame.event.kind
    if kind in load_meanings().money_out:
        return replace(frame.event, kind="spend", sign=-1)
    if kind in load_meanings().money_in:
        return replace(frame.event, kind="earn", sign=1)
    return replace(frame.event, kind="cost", sign=0)
