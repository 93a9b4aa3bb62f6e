"""Every phrase that says how much, where no closer rule took it up."""

from __future__ import annotations

from dataclasses import replace

from readers.r2.frames import Frame, is_time, thing_in
from readers.r2.packs import load_meanings
from readers.r2.recording import distributive, record
from readers.r2.records import Argument, Phrase
from readers.r2.scene import is_person
from readers.r2.things import Thing, thing_of
from readers.r2.world import Owner


def amounts(frame: Frame) -> None:
    """Every other phrase that says how much."""
    for argument in frame.arguments():
        phrase = argument.phrase
        if phrase is not None:
            _amount(frame, phrase, argument)
    if frame.clause.subject is not None and not frame.clause.inherited:
        _subject(frame, frame.clause.subject)


def _amount(frame: Frame, phrase: Phrase, argument: Argument) -> None:
    for member in phrase.members or (phrase,):
        inner = _inside(member)
        if inner is not None and frame.free(inner):
            _placed(frame, inner, argument)


def _inside(phrase: Phrase) -> Phrase | None:
    """The phrase that carries the number: itself, or what follows its "of" ("a total of 5 pens")."""
    if phrase.quantity is not None:
        return phrase
    if phrase.of is not None and (phrase.head in load_meanings().look_through or distributive(phrase)):
        return _inside(phrase.of)
    return None


def _placed(frame: Frame, phrase: Phrase, argument: Argument) -> None:
    if _frequency(phrase, argument):
        return
    event, owner = frame.event, frame.owner
    if is_time(phrase) and argument.role in ("adverbial", "prepositional"):
        event = replace(event, sign=0)
    if frame.clause.existential:
        owner = ()
    amount = record(frame, phrase, owner, event)
    recipient = _receiver(frame, argument)
    if recipient and not amount.is_rate:
        frame.add(replace(amount, owner=recipient, event=replace(event, sign=1), origin="received"))


def _frequency(phrase: Phrase, argument: Argument) -> bool:
    """Whether a phrase only says how often: it is a denominator of the others."""
    return argument.role in ("adverbial", "prepositional") and phrase.determiner in load_meanings().distributive


def _receiver(frame: Frame, argument: Argument) -> Owner:
    if frame.event.kind != "transfer" or argument.role != "object":
        return ()
    for other in frame.arguments("indirect", "prepositional"):
        if (
            other.phrase is not None
            and (other.role == "indirect" or other.preposition == "to")
            and is_person(other.phrase)
        ):
            return frame.scene.owner(other.phrase)
    return ()


def _subject(frame: Frame, subject: Phrase) -> None:
    for member in subject.members or (subject,):
        phrase = _inside(member)
        if phrase is None or not frame.free(phrase):
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
    if complement is None or complement.quantity is not None:
        return thing
    if complement.head and complement.plural:
        return replace(thing_of(complement), mods=thing_of(complement).mods)
    return replace(
        thing, mods=thing.mods | {complement.head or m for m in (complement.head, *complement.modifiers) if m}
    )
