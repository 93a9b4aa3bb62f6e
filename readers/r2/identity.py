"""Two mentions of one amount: what is compared in one clause and numbered in another.

"Mina has six times as many as Carlos. If Mina has 24 ..." speaks of one amount twice: it
is an unknown of a comparison that nothing else determines, and it is given.
"""

from __future__ import annotations

from itertools import combinations

from models.expression import Given
from models.relation import Bond, RelationalProblem, Unknown
from readers.r2.sets import STATES
from readers.r2.world import Amount, World
from solver.relational import Solved, solve_relations


def identify(world: World) -> None:
    """Relate each unknown amount to the given one that is another mention of it."""
    for unknown in tuple(world.amounts):
        if not isinstance(unknown.operand, Unknown) or unknown.whole or unknown.ident in world.same:
            continue
        given = next((a for a in world.amounts if _same(unknown, a)), None)
        if given is not None and not _determined(world, unknown.operand):
            world.same[unknown.ident] = given.ident
            world.relate(Bond.SUM, unknown.operand, [(given.operand, 1)], "relation.identity", given.span)


def tell_twice(world: World) -> None:
    """Relate an amount that is compared twice to itself: "Ed has 5 more than Bo, and twice as many as Al"."""
    free = [a for a in world.amounts if isinstance(a.operand, Unknown) and a.origin == "stated" and not a.whole]
    states = [a for a in free if a.event.kind in STATES and a.owner and not _changes(world, a)]
    for one, other in combinations(states, 2):
        if _alike(one, other) and other.ident not in world.same and one.ident != other.ident:
            world.same[other.ident] = one.ident
            world.relate(Bond.SUM, other.operand, [(one.operand, 1)], "relation.identity", other.span)


def _changes(world: World, state: Amount) -> bool:
    """Whether anything is said to change what an owner has."""
    return any(a.event.sign for a in world.amounts if a.owner == state.owner and a.thing.head == state.thing.head)


def _alike(one: Amount, other: Amount) -> bool:
    same = (one.owner, one.thing, one.per) == (other.owner, other.thing, other.per)
    event, later = one.event, other.event
    told = (event.verb, event.time, event.about, event.modality) == (
        later.verb, later.time, later.about, later.modality
    )  # fmt: skip
    return same and told and not later.final


def _determined(world: World, unknown: Unknown) -> bool:
    """Whether what the text says already gives the amount a value."""
    problem = RelationalProblem(tuple(world.relations), unknown)
    return isinstance(solve_relations(problem, tuple(world.stated.values()), explain=False), Solved)


def _same(unknown: Amount, given: Amount) -> bool:
    """Same owner, thing, time and event, in another clause; states may be told by any verb of state."""
    if not isinstance(given.operand, Given) or given.whole or given.event.clause == unknown.event.clause:
        return False
    if (given.owner, given.thing, given.per) != (unknown.owner, unknown.thing, unknown.per):
        return False
    event, other = given.event, unknown.event
    states = event.kind in STATES and other.kind in STATES
    return event.time == other.time and (states or event.verb == other.verb) and bool(given.owner or states)
