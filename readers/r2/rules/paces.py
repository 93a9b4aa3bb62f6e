"""How much comes of so much: "can knit 3 scarves with 2 skeins", "ran 3 miles in 30 minutes"."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond, Operand
from models.span import Span
from readers.r2.frames import Frame, counted, thing_in
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.records import Argument, Degree, Modality, Phrase
from readers.r2.things import MONEY, TIME, Thing, thing_of
from readers.r2.world import Amount, Event, ident_of

MAKING = frozenset({"produce", "grow"})
DOING = MAKING | {"perform", "motion", "consume", ""}
Side = tuple[Operand, Thing]


def paced(frame: Frame) -> None:
    """An output and the input or time that it takes: each is so much for one of the other."""
    output = next((a for a in frame.arguments("object") if a.phrase is not None and _is_amount(frame, a.phrase)), None)
    source = next((a for a in frame.arguments("prepositional") if _is_input(frame, a)), None)
    if output is None or source is None or output.phrase is None or source.phrase is None:
        return
    out, into = output.phrase, source.phrase
    if frame.event.kind not in DOING or thing_of(out).dimension in (MONEY, TIME) or _event_of_question(frame):
        return
    sides = (_side(frame, out), _side(frame, into))
    _rates(frame, sides[0], sides[1], out.span)
    _rates(frame, sides[1], sides[0], into.span)


def _event_of_question(frame: Frame) -> bool:
    return frame.clause.kind == "question"


def _is_amount(frame: Frame, phrase: Phrase) -> bool:
    """Whether a phrase is a plain count, or one of what is counted elsewhere."""
    if phrase.members or phrase.per or not frame.free(phrase):
        return False
    one = phrase.determiner in load_meanings().indefinite and phrase.head in frame.counted_heads
    return _is_count(phrase) or (phrase.quantity is None and one)


def _is_count(phrase: Phrase) -> bool:
    q = phrase.quantity
    return counted(phrase) and q is not None and q.degree is Degree.COUNT and bool(phrase.head)


def _is_input(frame: Frame, argument: Argument) -> bool:
    phrase = argument.phrase
    if phrase is None or phrase.members or phrase.per or not frame.free(phrase):
        return False
    if thing_of(phrase).dimension == TIME:
        one = phrase.quantity is None and phrase.determiner in load_meanings().indefinite
        return argument.preposition in load_meanings().pace and (_is_count(phrase) or (one and _is_general(frame)))
    return argument.preposition in load_meanings().inputs and frame.event.kind in MAKING and _is_count(phrase)


def _is_general(frame: Frame) -> bool:
    """Whether a clause says what can be done, and not what was."""
    present = frame.clause.verb is not None and frame.clause.verb.tense == "present"
    return frame.event.modality is Modality.CAPACITY or present


def _side(frame: Frame, phrase: Phrase) -> Side:
    thing = thing_in(frame, phrase)
    if not _is_general(frame) and phrase.quantity is not None:
        return record(frame, phrase, frame.owner, frame.event).operand, thing
    frame.take(phrase)
    return operand_of(frame, phrase, thing, thing.unit)[0], thing


def _rates(frame: Frame, numerator: Side, denominator: Side, span: Span) -> None:
    """So much of the one for one of the other; neither is applied to what it was made of."""
    (total, thing), (count, below) = numerator, denominator
    rate = frame.world.unknown(thing.unit / below.unit, span)
    frame.world.relate(Bond.PRODUCT, total, [(rate, 1), (count, 1)], "relation.pace", span)
    made_of = frozenset({ident_of(total), ident_of(count)})
    event: Event = replace(frame.event, sign=0)
    frame.add(Amount(rate, thing, frame.owner, event, span, (below,), "implied", made_of))
