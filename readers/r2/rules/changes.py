"""Amounts that change by a part of themselves: levels that rise and fall, discounts, taxes, tips.

Glossary: a *step* is what is added or taken off; it is a part of its *base*. The base of a
rise is what there was; that of a discount, a tax or a tip is the *bill*, what was to be paid
so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.expression import Constant
from models.relation import Bond, Operand, Unknown
from models.units import Unit
from readers.packs_numeric import load_numeric_packs
from readers.r2.frames import Frame, is_percentage
from readers.r2.measures import ratio
from readers.r2.packs import load_meanings
from readers.r2.records import Phrase
from readers.r2.references import mentioned, select
from readers.r2.things import DOLLAR, MONEY, Thing, thing_of
from readers.r2.world import BILL, Amount, Event, Owner

RULE = "relation.change"
STEPS = {"grow": 1, "shrink": -1}
SURCHARGE, REDUCTION = "surcharge", "reduction"


def changed(frame: Frame) -> None:
    """Steps that verbs tell ("rose by 20 %", "doubled"), nouns ("a 10 % discount"), and "off"."""
    _risen(frame)
    _multiplied(frame)
    for phrase in _phrases(frame):
        _named(frame, phrase)
    _taken_off(frame)


def _phrases(frame: Frame) -> Iterator[Phrase]:
    subject = () if frame.clause.subject is None else (frame.clause.subject,)
    for phrase in (*subject, *(a.phrase for a in frame.arguments() if a.phrase is not None)):
        yield from phrase.members or (phrase,)


# --- levels ---------------------------------------------------------------------------


def _risen(frame: Frame) -> None:
    subject = frame.clause.subject
    if frame.event.kind not in STEPS or subject is None:
        return
    for argument in frame.arguments("object", "adverbial", "prepositional", "complement"):
        phrase = argument.phrase
        if phrase is not None and is_percentage(phrase) and frame.free(phrase):
            thing, owner = _level(frame, subject)
            base = frame.world.unknown(thing.unit, phrase.span, not thing.dimension)
            select(frame, base, thing, owner, "have", "", frozenset(), subject.span)
            event = replace(frame.event, sign=STEPS[frame.event.kind])
            _step(frame, phrase, base, thing, owner, event)


def _level(frame: Frame, subject: Phrase) -> tuple[Thing, Owner]:
    """What a subject that rises or falls is a level of, and whose."""
    packs = load_meanings()
    owner = frame.scene.owner(subject.owner) if subject.owner is not None else ()
    if subject.head in packs.price_nouns | packs.money_words:
        told = next((a.owner for a in reversed(frame.world.amounts) if a.thing.dimension == MONEY and not a.per), owner)
        return Thing(DOLLAR), owner or told
    if subject.of is not None and subject.head in packs.look_through:
        return thing_of(subject), ()
    mine = next((a for a in reversed(frame.world.amounts) if a.owner == frame.owner and not a.per), None)
    return (mine.thing, mine.owner) if mine is not None and frame.owner else (thing_of(subject), owner)


def _multiplied(frame: Frame) -> None:
    verb = frame.clause.verb
    times = load_numeric_packs().value("multiplier", verb.lemma) if verb is not None else None
    if verb is None or times is None or times <= 1:
        return
    held = next(frame.arguments("object"), None)
    phrase = held.phrase if held is not None and held.phrase is not None else frame.clause.subject
    if phrase is None or phrase.quantity is not None:
        return
    base = mentioned(frame, Thing(), Unit(), phrase.span)
    amount = frame.world.find(getattr(base, "ident", ""))
    if amount is None:
        return
    frame.world.taken.update(range(verb.first, verb.last))
    step = frame.world.unknown(amount.thing.unit, phrase.span, not amount.thing.dimension)
    more = Constant(f"verb.{verb.lemma}", times - Fraction(1), Unit(), verb.span)
    frame.world.relate(Bond.PRODUCT, step, [(more, 1), (base, 1)], RULE, frame.clause.span)
    event = replace(frame.event, kind="grow", sign=1)
    frame.add(Amount(step, amount.thing, amount.owner, event, phrase.span))


# --- bills ----------------------------------------------------------------------------


def _named(frame: Frame, phrase: Phrase) -> None:
    """ "a 10 % discount", "a tax of 5 %", "a $3 tip"."""
    packs = load_meanings()
    kind = REDUCTION if phrase.head in packs.reductions else SURCHARGE if phrase.head in packs.surcharges else ""
    told = [*phrase.attribute, *([phrase.of] if phrase.of is not None else [])]
    if phrase is frame.clause.subject and frame.event.kind == "be":  # "the tax is 5 %"
        told += [a.phrase for a in frame.arguments("complement") if a.phrase is not None]
    if not kind or frame.clause.kind == "question":
        return
    for part in told:
        if part.quantity is None or part.quantity.word is None or part.per or not frame.free(part):
            continue
        event = replace(frame.event, kind=kind, sign=0)
        frame.world.taken.add(phrase.last - 1)
        frame.world.taken.update(i for i in range(phrase.first, phrase.last) if frame.words[i].lemma == phrase.head)
        if is_percentage(part):
            _step(frame, part, _bill(frame, part), Thing(DOLLAR), frame.owner, event)
        elif thing_of(part).dimension == MONEY:
            frame.take(part)
            given = frame.world.given(part.quantity.word, thing_of(part).unit)
            frame.add(Amount(given, thing_of(part), frame.owner, event, part.span))


def _taken_off(frame: Frame) -> None:
    """ "20 % off", "25 % off the price of $80"."""
    off = [i for i in range(frame.clause.first, frame.clause.last) if frame.words[i].lower in load_meanings().off]
    for phrase in _phrases(frame):
        if phrase.last not in off or not is_percentage(phrase) or not frame.free(phrase):
            continue
        event = replace(frame.event, kind=REDUCTION, sign=0)
        frame.world.taken.add(phrase.last)
        _step(frame, phrase, _bill(frame, phrase), Thing(DOLLAR), frame.owner, event)


def _bill(frame: Frame, phrase: Phrase) -> Unknown:
    base = frame.world.unknown(Unit.of(DOLLAR), phrase.span)
    return select(frame, base, Thing(DOLLAR), frame.owner, BILL, "", frozenset(), phrase.span)


def _step(frame: Frame, phrase: Phrase, base: Operand, thing: Thing, owner: Owner, event: Event) -> None:
    assert phrase.quantity is not None and phrase.quantity.word is not None  # a percentage has its numeral
    frame.take(phrase)
    step = frame.world.unknown(thing.unit, phrase.span, not thing.dimension)
    terms: list[tuple[Operand, int]] = [(ratio(frame, phrase.quantity.word), 1), (base, 1)]
    frame.world.relate(Bond.PRODUCT, step, terms, RULE, phrase.span)
    frame.add(Amount(step, thing, owner, event, phrase.span))
