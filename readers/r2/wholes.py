"""Wholes and what is left of them: those told before, told as rates, told sort by sort."""

from __future__ import annotations

from models.expression import Given
from models.relation import Bond, Operand, Unknown
from readers.r2.frames import Frame
from readers.r2.packs import load_meanings
from readers.r2.records import Phrase
from readers.r2.things import thing_of
from readers.r2.world import Amount


def within(frame: Frame, phrase: Phrase) -> bool:
    """Whether a phrase stands in the subject, and so has no owner beside itself."""
    subject = frame.clause.subject
    return subject is not None and subject.first <= phrase.first < subject.last


def told_before(frame: Frame, phrase: Phrase) -> Amount | None:
    """The amount of the same thing that was told with the same number, and is definite here."""
    q = phrase.quantity
    if q is None or q.word is None or q.word.numeral is None:
        return None
    definite = phrase.determiner in load_meanings().definite or phrase.owner is not None
    thing, value = thing_of(phrase), q.word.numeral.value
    stated = frame.world.stated
    same = (a for a in frame.world.amounts if a.ident in stated and stated[a.ident].value == value and not a.per)
    return next((a for a in same if definite and thing.head and a.thing.head == thing.head), None)


def told_as_rate(frame: Frame, ref: Phrase) -> bool:
    """Whether things were told last as so many in each of others: the part is one of all of them."""
    head = thing_of(ref).head
    last = next((a for a in reversed(frame.world.amounts) if head and a.thing.head == head), None)
    return last is not None and last.is_rate


def sorted_whole(frame: Frame, phrase: Phrase) -> Amount | None:
    """ "20 pens. 12 red pens, 6 blue pens, and the rest": a plain amount that sorts of it are told after."""
    before = [a for a in frame.world.amounts if a.span.start < phrase.span.start]
    last = before[-1] if before else None
    if last is None or not last.thing.mods or last.whole or last.per or last.event.sign:
        return None
    plain = (a for a in before if not a.thing.mods and a.thing.head == last.thing.head and not a.per)
    return next((a for a in plain if a.owner == last.owner or not a.owner or not last.owner), None)


def remainder_of(frame: Frame, result: Unknown, whole: Amount, phrase: Phrase) -> Operand:
    """A whole less the sorts of it that were told since."""
    sorts = [a for a in frame.world.amounts if a.thing.head == whole.thing.head and a.thing.mods and not a.per]
    told = [a for a in sorts if whole.span.start < a.span.start < phrase.span.start]
    for a in told:
        frame.world.renew(a, whole=whole.ident)
    frame.world.above[result.ident] = frozenset({whole.ident})
    terms = [(whole.operand, 1), *((a.operand, -1) for a in told)]
    return frame.world.relate(Bond.SUM, result, terms, "relation.rest", phrase.span)


def remainder(frame: Frame, result: Unknown, whole: str, phrase: Phrase) -> Operand:
    """A whole less the parts of it that were told before."""
    parts = [a.operand for a in frame.world.amounts if a.whole == whole and a.span.start < phrase.span.start]
    total = _whole(frame, whole)
    terms = [(total, 1), *((part, -1) for part in parts)]
    frame.world.above[result.ident] = frozenset({whole})
    return frame.world.relate(Bond.SUM, result, terms, "relation.rest", phrase.span)


def _whole(frame: Frame, ident: str) -> Operand:
    """The operand of a whole: an amount, a described amount, or a member of a relation."""
    return frame.world.unknowns.get(ident) or Given(ident)
