"""Ages at other times: in 5 years, 3 years ago, when Ann is 30.

Every age is kept as what it is now. A clause about another time has a *shift*, which is
added to the ages that it speaks of; that of a clause with "when" is unknown.
"""

from __future__ import annotations

from models.relation import Bond, Operand
from models.units import Unit
from readers.r2.frames import Frame
from readers.r2.packs import load_meanings
from readers.r2.records import Clause, Degree, Phrase
from readers.r2.things import TIME, Thing, thing_of
from readers.r2.world import Amount, Owner, World


def set_shift(frame: Frame) -> None:
    """Find how many years before or after now a clause about ages speaks of."""
    if frame.event.kind != "be" or not frame.person:
        return
    for argument in frame.arguments("prepositional", "adverbial"):
        phrase = argument.phrase
        sign = _direction(frame, argument.preposition) if phrase is not None and _is_span(phrase) else 0
        if phrase is not None and sign and phrase.quantity is not None and phrase.quantity.word is not None:
            frame.take(phrase)
            frame.shift = (frame.world.given(phrase.quantity.word, thing_of(phrase).unit), sign)
            return
    frame.shift = _when(frame)


def _is_span(phrase: Phrase) -> bool:
    q = phrase.quantity
    plain = q is not None and q.degree is Degree.COUNT and not q.hedge
    return plain and phrase.head in load_meanings().age_units and not phrase.per


def _direction(frame: Frame, preposition: str) -> int:
    """+1 for a later time, -1 for an earlier one, 0 for a phrase that gives no time."""
    adverbs = [i for i in frame.clause.adverbs if frame.words[i].lemma in load_meanings().ago]
    if adverbs and not preposition:
        around = range(frame.clause.first, adverbs[0] + 1)
        frame.world.taken.update(i for i in around if frame.words[i].lemma in load_meanings().age_units)
        frame.world.taken.update(adverbs)
        return -1
    return 1 if preposition in load_meanings().after else 0


def _when(frame: Frame) -> tuple[Operand, int] | None:
    """The unknown shift that a clause shares with the one about the time at which it holds."""
    clause = frame.clause
    at = clause.parent if clause.kind == "when" else clause.index
    if clause.kind != "when" and not any(_tells_when(c) for c in frame.dependents):
        known = frame.world.shifts.get(at)
        return (known, 1) if known is not None else None
    if at not in frame.world.shifts:
        unit = Unit.of(load_meanings().age_unit)
        frame.world.shifts[at] = frame.world.unknown(unit, clause.span, signed=True)
    return frame.world.shifts[at], 1


def _tells_when(clause: Clause) -> bool:
    counted = any(a.phrase is not None and a.phrase.quantity is not None for a in clause.arguments)
    return clause.kind == "when" and clause.verb is not None and clause.verb.lemma == "be" and counted


def now(frame: Frame, then: Operand, thing: Thing, phrase: Phrase) -> Operand:
    """The age now of one that is given for the time of the clause."""
    if frame.shift is None or thing.dimension != TIME:
        return then
    operand, sign = frame.shift
    result = frame.world.unknown(thing.unit, phrase.span)
    frame.world.relate(Bond.SUM, result, [(then, 1), (operand, -sign)], "relation.age", phrase.span)
    return result


def one_age(world: World) -> None:
    """All ages of one person, kept as what they are now, are one amount."""
    first: dict[Owner, Amount] = {}
    for amount in tuple(world.amounts):
        if amount.event.kind != "be" or amount.thing.head not in load_meanings().age_units or amount.per:
            continue
        if not set(amount.owner) <= world.people or len(amount.owner) != 1 or amount.whole:
            continue
        known = first.setdefault(amount.owner, amount)
        if known.ident != amount.ident and world.shifts:
            world.relate(Bond.SUM, amount.operand, [(known.operand, 1)], "relation.one_age", amount.span)
            world.same[amount.ident] = known.ident
