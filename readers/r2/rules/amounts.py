"""Every phrase that says how much, where no closer rule took it up."""

from __future__ import annotations

from dataclasses import replace

from models.units import Unit
from readers.r2.dividing import distributive, implied, took_each
from readers.r2.frames import Frame, is_time, thing_in
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.records import Argument, Clause, Degree, Phrase
from readers.r2.references import Unbound
from readers.r2.things import MONEY, Thing, thing_of
from readers.r2.world import Amount, Owner


def amounts(frame: Frame) -> None:
    """Every other phrase that says how much."""
    for argument in frame.arguments():
        phrase = argument.phrase
        if phrase is not None:
            _amount(frame, phrase, argument)
    if frame.clause.subject is not None and not frame.clause.inherited:
        _subject(frame, frame.clause.subject)


def _amount(frame: Frame, phrase: Phrase, argument: Argument) -> None:
    for member in compared_alike(phrase):
        if _restating(frame, member) or _repeating(frame, member):
            continue
        _all_of_them(frame, member)
        amount = says_how_much(member) or implied(frame, member, argument)
        if amount and frame.free(member) and not _frequency(member, argument):
            _placed(frame, member, argument)
        _held(frame, member)
        _attributes(frame, member)
        _tails(frame, member)


def _tails(frame: Frame, phrase: Phrase) -> None:
    """What something has with it: "a club with 30 members"."""
    for tail in phrase.tails:
        inner = tail.phrase
        if inner is None or tail.preposition not in load_meanings().holding or not frame.free(inner):
            continue
        for member in inner.members or (inner,):
            if not says_how_much(member):
                continue
            if phrase.quantity is None and not distributive(phrase):
                record(frame, member, frame.scene.owner(phrase), replace(frame.event, kind="contain", sign=0))
            else:
                _per(frame, member, thing_of(phrase))


def _restating(frame: Frame, phrase: Phrase) -> bool:
    """ "the two" without a noun says again how many were named; the number is set aside if they were."""
    q = phrase.quantity
    if phrase.head or q is None or q.degree is not Degree.COUNT or q.word is None:
        return False
    if phrase.determiner not in load_meanings().definite:
        return False
    frame.world.definite.add(frame.world.given(q.word, Unit()).ident)
    frame.take(phrase)
    return True


def _all_of_them(frame: Frame, phrase: Phrase) -> None:
    """ "in both boxes", "for all of them" in a question only says that none is left out."""
    q = phrase.quantity
    if q is not None and q.degree is Degree.ALL and q.reference is None and frame.clause.kind == "question":
        frame.world.taken.update(q.cues)


def _repeating(frame: Frame, phrase: Phrase) -> bool:
    """ "all 10 pies", where 10 pies were spoken of before: the same ones; the number is set aside."""
    q = phrase.quantity
    if q is None or q.degree is not Degree.COUNT or q.word is None:
        return False
    if phrase.determiner not in load_meanings().definite and frame.clause.kind != "question":
        return False
    thing = thing_of(phrase)
    before = (a for a in frame.world.amounts if not a.per and a.thing.head == thing.head and thing.head)
    number = q.word.numeral.value if q.word.numeral else None
    if all(a.ident not in frame.world.stated or frame.world.stated[a.ident].value != number for a in before):
        return False
    frame.world.repeated.add(frame.world.given(q.word, thing.unit).ident)
    frame.take(phrase)
    return True


def compared_alike(phrase: Phrase) -> tuple[Phrase, ...]:
    """The members of a coordination; what follows the last "than" is compared to by all.

    "3 more cats and 5 fewer dogs than Bo".
    """
    members = _timed_alike(phrase.members) or (phrase,)
    last = members[-1].quantity
    if len(members) == 1 or last is None or last.reference is None or last.degree not in (Degree.MORE, Degree.LESS):
        return members
    return tuple(_compared_to(member, last.reference) for member in members)


def _timed_alike(members: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """What stands behind the last of several says when of all: "3 pens and 2 books a day"."""
    per = members[-1].per if members else ()
    timed = bool(per) and all(p.phrase is not None and is_time(p.phrase) for p in per)
    if not timed or any(member.per for member in members[:-1]):
        return members
    return tuple(replace(member, per=per) for member in members)


def _compared_to(member: Phrase, reference: Phrase | Clause) -> Phrase:
    q = member.quantity
    bare = q is not None and q.degree in (Degree.MORE, Degree.LESS) and q.reference is None and q.inner is None
    return replace(member, quantity=replace(q, reference=reference)) if bare and q is not None else member


def says_how_much(phrase: Phrase) -> bool:
    """Whether a phrase gives an amount, known or not ("dozens of pens"); "all day" gives none."""
    q = phrase.quantity
    if q is None and phrase.head in load_meanings().untold and phrase.of is not None:
        return True
    if q is None or (q.degree is Degree.ALL and (q.reference is None or is_time(phrase))):
        return False
    bare = q.degree in (Degree.MORE, Degree.LESS) and q.word is None and q.inner is None
    return not bare or (q.degree is Degree.MORE and q.reference is None and phrase.plural)


def _held(frame: Frame, phrase: Phrase) -> None:
    """What follows "of": "a total of 5 pens" has 5 pens, "3 boxes of 12 pens" 12 for each box."""
    inner = phrase.of
    if inner is None or not says_how_much(inner) or not frame.free(inner):
        return
    outer = thing_of(phrase)
    if phrase.head in load_meanings().look_through or (phrase.quantity is None and not distributive(phrase)):
        if inner.per:  # an average rate applies to a count as every rate does
            words = load_meanings().averages
            frame.world.taken.update(i for i in range(phrase.first, inner.first) if frame.words[i].lemma in words)
        record(frame, inner, frame.owner, frame.event)
        return
    took_each(frame, phrase)
    _per(frame, inner, replace(outer, stuff=""))


def _attributes(frame: Frame, phrase: Phrase) -> None:
    """ "3 20-ounce bottles": so much for each bottle; "a 20-ounce bottle": so much."""
    for measure in phrase.attribute:
        if not says_how_much(measure) or not frame.free(measure):
            continue
        if phrase.quantity is None and not distributive(phrase):
            record(frame, measure, frame.owner, frame.event)
        else:
            _per(frame, measure, thing_of(phrase))


def _per(frame: Frame, inner: Phrase, outer: Thing) -> None:
    """An amount for each of the things before it."""
    thing = thing_in(frame, inner)
    frame.take(inner)
    frame.world.taken.update(p.word for p in inner.per)
    operand, _ = operand_of(frame, inner, thing, thing.unit / outer.unit)
    frame.add(Amount(operand, thing, frame.owner, replace(frame.event, kind="contain", sign=0), inner.span, (outer,)))


def _placed(frame: Frame, phrase: Phrase, argument: Argument) -> None:
    event, owner = frame.event, frame.owner
    if is_time(phrase) and argument.role in ("adverbial", "prepositional"):
        event = replace(event, sign=0)
    if frame.clause.existential:
        owner = ()
    if thing_of(phrase).dimension == MONEY and event.verb in load_meanings().buying:
        event = replace(event, kind="spend", sign=-1)
    if _loose_multiple(phrase, argument):
        raise Unbound("reference_unbound", phrase.span, "it is not said of what it is a multiple")
    amount = record(frame, phrase, owner, event)
    recipient = _receiver(frame, argument)
    if recipient and not amount.is_rate:
        frame.add(replace(amount, owner=recipient, event=replace(event, sign=1), origin="received"))


def _loose_multiple(phrase: Phrase, argument: Argument) -> bool:
    word = phrase.quantity.word if phrase.quantity else None
    multiple = word is not None and word.numeral is not None and word.numeral.kind == "multiplier"
    counted = phrase.quantity is not None and phrase.quantity.degree is Degree.COUNT
    return multiple and counted and not phrase.head and not phrase.per and argument.role == "object"


def _frequency(phrase: Phrase, argument: Argument) -> bool:
    """Whether a phrase only says how often: it is a denominator of the others."""
    often = phrase.determiner in load_meanings().distributive
    return (argument.role in ("adverbial", "prepositional") and often and argument.preposition != "") or (
        often and argument.role == "adverbial" and phrase.quantity is None
    )


def _receiver(frame: Frame, argument: Argument) -> Owner:
    if frame.event.kind != "transfer" or argument.role != "object":
        return ()
    for other in frame.arguments("indirect", "prepositional"):
        if (
            other.phrase is not None
            and (other.role == "indirect" or other.preposition == "to")
            and frame.scene.is_person(other.phrase, frame.scene.owner(other.phrase, beside=frame.owner))
        ):
            return frame.scene.owner(other.phrase, beside=frame.owner)
    return ()


def _subject(frame: Frame, subject: Phrase) -> None:
    for member in subject.members or (subject,):
        _held(frame, member)
        _attributes(frame, member)
        _tails(frame, member)
        if _restating(frame, member):
            continue
        phrase = member
        if not says_how_much(phrase) or not frame.free(phrase):
            continue
        single = replace(phrase, per=tuple(p for p in phrase.per if p.phrase is not None), determiner="")
        thing = _predicated(frame, thing_in(frame, phrase))
        owner = () if not phrase.owner else frame.scene.owner(phrase.owner)
        record(frame, single, owner, frame.event, thing)
        frame.take(phrase)


def _predicated(frame: Frame, thing: Thing) -> Thing:
    """The thing of a subject, narrowed by what is said of it: "12 of them are girls", "half are red"."""
    if frame.event.kind != "be":
        return thing
    complement = next((a.phrase for a in frame.arguments("complement")), None)
    if complement is None:
        return thing
    if complement.quantity is not None and complement.quantity.degree is not Degree.ALL:
        return thing
    if complement.head and complement.plural:
        return replace(thing_of(complement), mods=thing_of(complement).mods)
    return replace(
        thing, mods=thing.mods | {complement.head or m for m in (complement.head, *complement.modifiers) if m}
    )
