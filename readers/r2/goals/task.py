"""What a way to answer works with: the query on its world, the sets of amounts it may sum.

A *way* yields targets; the relations that define each are added to the world for as long as
it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from models.relation import Bond, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.query import Query
from readers.r2.sets import STATES, Description, Terms, fits, matching, once, separate
from readers.r2.things import GENERIC, LOOSE, MONEY, TIME, Thing
from readers.r2.world import Amount, Owner, World

ANSWER = "answer"
EVENTS = frozenset({"gain", "loss", "transfer", "consume", "spend", "earn", "produce", "depart", "arrive"})


@dataclass(frozen=True, slots=True)
class Task:
    """A query with the world it is asked of and its place in the text."""

    world: World
    query: Query
    span: Span


Way = Callable[[Task], Iterator[Unknown]]


def answered(task: Task, terms: Terms, rule: str, bond: Bond = Bond.SUM) -> Unknown:
    unit = unit_of(task, terms)
    counts = bool(unit.numerator) and not Thing(unit.numerator[0]).dimension and not unit.is_rate
    target = Unknown(ANSWER, unit, counts, False, task.span)
    task.world.relate(bond, target, terms, rule, task.span)
    return target


def unit_of(task: Task, terms: Terms) -> Unit:
    return task.world.unit_of(terms[0][0])


def head_of(task: Task) -> str:
    """The measure that the answer is asked in."""
    if task.query.thing.dimension:
        return task.query.thing.head
    return "dollar" if MONEY in task.query.dimensions else ""


def description(task: Task) -> Description:
    q = task.query
    return Description(q.thing, q.dimensions, q.owner, q.verb, q.kind, q.time)


def candidate_sets(task: Task, d: Description | None = None) -> Iterator[list[Amount]]:
    """Sets of amounts that may be summed, the closest first: they share thing, owner, and verb or class."""
    seen: set[frozenset[str]] = set()
    d = d or description(task)
    for same in predicated(task, d):
        seen.add(frozenset(a.ident for a in same))
        yield same
    if seen:
        return
    for owner in dict.fromkeys((d.owner, ())):
        found = [a for a in matching(task.world, replace(d, owner=owner)) if _not_anothers(task, a, d.owner)]
        for near in (LOOSE, GENERIC):
            for same in _alike(task, [a for a in found if (fits(a, d) or 0) <= near]):
                key = frozenset(a.ident for a in same)
                if same and key not in seen and separate(same):
                    seen.add(key)
                    yield same


def predicated(task: Task, d: Description) -> Iterator[list[Amount]]:
    """What is said to do, or to be, what the question says: "members ordered juice", "pens are red"."""
    q = task.query
    if not q.about:
        return
    found = matching(task.world, replace(d, owner=()))
    same = once(task.world, (a for a in found if a.event.verb == q.verb and q.about <= a.event.about))
    if (
        same and separate(same) and all(a.event.about for a in found if a.event.verb == q.verb)
    ):  # else the first mention sets the scene
        yield same


def _not_anothers(task: Task, amount: Amount, owner: Owner) -> bool:
    """Whether an amount may be the owner's: it is not said to be that of other people."""
    if not owner or set(amount.owner) <= set(owner):
        return True
    if task.query.kind == "be" and amount.thing.dimension == TIME:
        return False  # an age is nobody else's
    return not any(one in task.world.people for one in amount.owner)


def _alike(task: Task, found: list[Amount]) -> Iterator[list[Amount]]:
    q = task.query
    yield once(task.world, [a for a in found if a.event.verb == q.verb])
    yield once(task.world, [a for a in found if a.event.kind == q.kind])
    if q.kind not in EVENTS:
        yield once(task.world, [a for a in found if a.event.kind in STATES])
    if q.kind in EVENTS and q.thing.mods:  # "how many green ones did she get", where a part of them is green
        yield once(task.world, [a for a in found if a.whole and a.event.kind in STATES and a.thing == q.thing])
    if q.kind == "spend":
        yield once(task.world, [a for a in found if a.event.kind == "cost"])
    told = found if q.kind not in EVENTS else [a for a in found if a.event.kind not in STATES]
    if q.kind in EVENTS and MONEY not in q.dimensions:
        told = [a for a in told if a.event.kind not in EVENTS]  # what was baked is not what was sold
    if len({a.event.verb for a in told}) == 1:
        yield once(task.world, told)
