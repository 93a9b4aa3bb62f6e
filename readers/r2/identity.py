"""Two mentions of one amount: what is compared in one clause and numbered in another.

"Mina has six times as many as Carlos. If Mina has 24 ..." speaks of one amount twice: it
is an unknown of a comparison that nothing else determines, and it is given.
"""

from __future__ import annotations

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
