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
        if phrase is None or not frame.free(phrase) or not _is_money(frame, phrase) or not counted(phrase):
            continue
        item = _item(frame, argument)
        if item is not None:
            _price(frame, phrase, item)


def _is_money(frame: Frame, phrase: Phrase) -> bool:
    return thing_in(frame, phrase).dimension == MONEY and phrase.head not in load_meanings().price_nouns


def _item(frame: Frame, money: Argument) -> Phrase | None:
    """What a sum of money is the price of.

    The subject of cost and be, the object of buy and sell, what follows "for" where money is
    charged or paid; of "the price of a pen" the pen.
    """
    paid = _paid_for(frame, money) if money.role == "object" else None
    if frame.event.kind in ("cost", "be"):
        return paid if paid is not None and frame.person else _bearer(frame.subject)
    if money.preposition in load_meanings().price_prepositions:
        found = _before(frame, money)
        return found.phrase if found is not None else (frame.clause.subject if _passive(frame) else None)
    return paid if frame.event.kind == "spend" and paid is not None and counted(paid) else None


def _bearer(subject: Phrase | None) -> Phrase | None:
    """The thing whose price a subject is."""
    if subject is not None and subject.head in load_meanings().price_nouns and subject.of is not None:
        return subject.of
    return subject


def _paid_for(frame: Frame, money: Argument) -> Phrase | None:
    """What follows a sum of money that is charged or paid for it."""
    after = money.phrase.last if money.phrase is not None else 0
    for argument in frame.arguments("prepositional"):
        phrase = argument.phrase
        if phrase is not None and phrase.first >= after and argument.preposition in load_meanings().paid_for:
            return phrase if not thing_of(phrase).dimension and phrase.head and not phrase.members else None
    return None


def _before(frame: Frame, money: Argument) -> Argument | None:
    """The object that a price follows: "bread for $2, butter for $3"."""
    before = [a for a in frame.arguments("object") if a.phrase is not None and a is not money]
    first = money.phrase.first if money.phrase is not None else 0
    nearest = [a for a in before if a.phrase is not None and a.phrase.first < first]
    return nearest[-1] if nearest else next(iter(before), None)


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
    unit = thing_in(frame, money).unit
    frame.world.taken.update(per.word for per in money.per)
    if each:
        operand, _ = operand_of(frame, money, thing_in(frame, money), unit / thing.unit)
        frame.add(Amount(operand, thing_in(frame, money), frame.owner, event, money.span, (thing,), item=thing))
        return
    operand, _ = operand_of(frame, money, thing_in(frame, money), unit)
    frame.add(Amount(operand, thing_in(frame, money), frame.owner, event, money.span, item=thing))
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
    rate = frame.world.unknown(thing_in(frame, money).unit / thing.unit, money.span)
    terms: list[tuple[Operand, int]] = [(rate, 1), (amount.operand, 1)]
    frame.world.relate(Bond.PRODUCT, total, terms, "relation.price", money.span)
    of = thing_in(frame, money)
    own = frozenset({amount.ident})  # the rate is not applied to the amount that it was made of
    frame.add(Amount(rate, of, frame.owner, event, money.span, (thing,), "implied", own))


def _money_event(frame: Frame) -> Event:
    """The event that a price takes part in: who buys spends, who sells earns."""
    kind = frame.event.kind
    if kind in load_meanings().money_out:
        return replace(frame.event, kind="spend", sign=-1)
    if kind in load_meanings().money_in or (kind == "cost" and frame.person):
        return replace(frame.event, kind="earn", sign=1)
    return replace(frame.event, kind="cost", sign=0)
