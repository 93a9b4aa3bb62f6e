"""What things cost: each of them, so many of them, or all together.

Glossary: an *item* is the phrase that a sum of money is the price of. A price is *each* where
it holds for a single item ("a pen costs $2"), a *quotation* where it only says what so many of
them cost ("2 kg cost $6", and other kilograms are bought), else a sum that is paid.
"""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from readers.r2.dividing import distributive, took_each
from readers.r2.frames import Frame, counted, thing_in
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.records import Argument, Degree, Modality, Phrase
from readers.r2.things import MONEY, TIME, Thing, thing_of
from readers.r2.world import Amount, Event

GENERAL = frozenset({"loss", "cost", "be"})


def priced(frame: Frame) -> None:
    """What something costs: each, or all of it."""
    for argument in list(frame.arguments("object", "complement", "prepositional")):
        phrase = argument.phrase
        if phrase is None or not frame.free(phrase) or not _is_money(frame, phrase) or not counted(phrase):
            continue
        item = _item(frame, argument)
        if item is not None:
            _price(frame, argument, phrase, item)


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


def _thing(frame: Frame, item: Phrase) -> Thing:
    """The thing of an item; a pronoun stands for the things it is bound to."""
    if not item.pronoun:
        return thing_in(frame, item)
    owner = frame.scene.owner(item)
    if len(owner) != 1 or owner[0] in frame.world.people:
        return Thing()
    *mods, head = owner[0].split()
    return Thing(head, frozenset(mods))


def _price(frame: Frame, argument: Argument, money: Phrase, item: Phrase) -> None:
    thing = _thing(frame, item)
    if thing.head in load_meanings().price_nouns or not thing.head or thing.dimension in (MONEY, TIME):
        return
    event = _money_event(frame)
    several = _several(frame, argument, money, thing)
    single = argument.preposition in load_meanings().unit_prices
    each = single or any(per.phrase is None for per in money.per) or (several is None and _single(frame, item, thing))
    if money.per and not each:
        _by_measure(frame, money, thing, event)
        return
    frame.take(money)
    took_each(frame, item)
    frame.world.taken.update(per.word for per in money.per)
    if counted(item) and frame.free(item) and not _quoted(frame, item, thing):
        record(frame, item, frame.owner, frame.event)
    if each:
        operand, _ = operand_of(frame, money, thing_in(frame, money), thing_in(frame, money).unit / thing.unit)
        frame.add(Amount(operand, thing_in(frame, money), frame.owner, event, money.span, (thing,), item=thing))
        return
    _for_all(frame, money, several or item, thing, event)


def _for_all(frame: Frame, money: Phrase, item: Phrase, thing: Thing, event: Event) -> None:
    """A sum for so many of a thing: it is paid, unless it only tells the price."""
    operand, _ = operand_of(frame, money, thing_in(frame, money), thing_in(frame, money).unit)
    if not (counted(item) and _quoted(frame, item, thing)):
        frame.add(Amount(operand, thing_in(frame, money), frame.owner, event, money.span, item=thing))
        amount = next((a for a in reversed(frame.world.amounts) if a.span == item.span and not a.is_rate), None)
        if amount is not None:
            own = frozenset({amount.ident})  # the rate is not applied to the amount that it was made of
            _unit_price(frame, money, thing, (operand, amount.operand), event, own)
        return
    frame.take(item)
    count, _ = operand_of(frame, item, thing, thing.unit)
    _unit_price(frame, money, thing, (operand, count), event, frozenset())


def _unit_price(
    frame: Frame, money: Phrase, thing: Thing, sides: tuple[Operand, Operand], event: Event, own: frozenset[str]
) -> None:
    of = thing_in(frame, money)
    total, count = sides
    rate = frame.world.unknown(of.unit / thing.unit, money.span)
    frame.world.relate(Bond.PRODUCT, total, [(rate, 1), (count, 1)], "relation.price", money.span)
    frame.add(Amount(rate, of, frame.owner, event, money.span, (thing,), "implied", own, item=thing))


def _by_measure(frame: Frame, money: Phrase, thing: Thing, event: Event) -> None:
    """ "salt costs $2 a pound": a pound of salt, not of anything else."""
    amount = record(frame, money, frame.owner, event)
    stuffed = tuple(replace(t, stuff=thing.head) if t.dimension not in ("", TIME) else t for t in amount.per)
    frame.world.renew(amount, per=stuffed, item=thing)


def _single(frame: Frame, item: Phrase, thing: Thing) -> bool:
    """Whether the price is that of one: "a pen", "pens" in general, "the pen" where pens are counted elsewhere."""
    if item.quantity is not None:
        return distributive(item)
    if item.determiner in load_meanings().distributive or (thing.head in frame.counted_heads and not thing.dimension):
        return True
    general = frame.event.kind in GENERAL or frame.event.modality is Modality.CAPACITY
    return general and item.plural and not item.determiner and frame.clause.verb is not None


def _quoted(frame: Frame, item: Phrase, thing: Thing) -> bool:
    """Whether a counted item only says for how many a price is given: others of it are counted too."""
    q = item.quantity
    if q is None or q.degree is not Degree.COUNT or frame.event.kind not in GENERAL:
        return False
    return frame.counts.get((thing.head, thing.stuff), 0) > 1 or not item.head


def _several(frame: Frame, argument: Argument, money: Phrase, thing: Thing) -> Phrase | None:
    """The count of "3 for $5", where it stands without a noun of its own."""
    if argument.preposition not in load_meanings().price_prepositions:
        return None
    for other in frame.arguments("complement", "object", "prepositional"):
        phrase = other.phrase
        if phrase is not None and phrase.last == money.first - 1 and counted(phrase) and frame.free(phrase):
            return phrase if thing_of(phrase).head in ("", thing.head) and not phrase.of else None
    return None


def _money_event(frame: Frame) -> Event:
    """The event that a price takes part in: who buys spends, who sells earns."""
    kind = frame.event.kind
    if kind in load_meanings().money_out:
        return replace(frame.event, kind="spend", sign=-1)
    if kind in load_meanings().money_in or (kind == "cost" and frame.person):
        return replace(frame.event, kind="earn", sign=1)
    return replace(frame.event, kind="cost", sign=0)
