"""What a number, a sum or an age is said to be: "the sum of their ages is 30"."""

from __future__ import annotations

from dataclasses import replace

from readers.r2.frames import Frame
from readers.r2.measures import operand_of
from readers.r2.packs import load_meanings
from readers.r2.recording import record
from readers.r2.records import Phrase
from readers.r2.things import Thing, thing_of
from readers.r2.world import Joint, Owner


def equated(frame: Frame) -> None:
    """The subject names an amount, the complement says how much it is."""
    subject = frame.clause.subject
    complement = next((a.phrase for a in frame.arguments("complement")), None)
    if frame.event.kind != "be" or subject is None or complement is None or complement.quantity is None:
        return
    if subject.head not in load_meanings().look_through or subject.of is None or complement.per or subject.per:
        return
    members = [_described(frame, m) for m in subject.of.members or (subject.of,)]
    if not frame.free(complement) or any(not thing.head for thing, _ in members):
        return
    frame.world.taken.update(range(subject.first, subject.last))
    owners = [owner for _, owner in members]
    if len(members) == 1 and len(owners[0]) < 2:
        record(frame, complement, owners[0], replace(frame.event, verb="", about=frozenset()), members[0][0])
        return
    _sum(frame, complement, members)


def _sum(frame: Frame, complement: Phrase, members: list[tuple[Thing, Owner]]) -> None:
    frame.take(complement)
    single = [(thing, (one,)) for thing, owner in members for one in owner] if _owned(members) else members
    thing = single[0][0]
    operand, _ = operand_of(frame, complement, thing, thing.unit)
    parts = tuple((thing, owner) for thing, owner in single)
    frame.world.joints.append(Joint(operand, parts, replace(frame.event, verb=""), complement.span))


def _owned(members: list[tuple[Thing, Owner]]) -> bool:
    return all(owner for _, owner in members)


def _described(frame: Frame, phrase: Phrase) -> tuple[Thing, Owner]:
    """The thing and owner that a phrase in a sum stands for; a name stands for an age."""
    if phrase.name or phrase.head in load_meanings().ages:
        owner = frame.scene.owner(phrase.owner or phrase.of if phrase.head in load_meanings().ages else phrase)
        return Thing(load_meanings().age_unit), owner
    return thing_of(phrase), frame.scene.owner(phrase.owner)
