"""Totals that the text tells: what several amounts come to together, where one of them is unknown.

"He has twice as many cars as trucks. He has 60 vehicles in total" gives the sum of two
amounts; it is no amount beside them.
"""

from __future__ import annotations

from models.expression import Given
from models.relation import Bond, Unknown
from readers.r2.sets import STATES, once
from readers.r2.things import rank
from readers.r2.world import Amount, World


def tell_totals(world: World) -> None:
    """Relate each total that is told to its parts, and take it from the amounts."""
    for amount in tuple(world.amounts):
        if not amount.event.total or not isinstance(amount.operand, Given) or amount.per:
            continue
        parts = once(world, [a for a in world.amounts if _is_part(amount, a)])
        if len(parts) > 1 and any(isinstance(part.operand, Unknown) for part in parts):
            terms = [(part.operand, 1) for part in parts]
            world.relate(Bond.SUM, amount.operand, terms, "relation.total", amount.span)
            world.united += [(amount.thing.head, part.thing.head) for part in parts if not part.thing.dimension]
            world.amounts.remove(amount)


def _is_part(whole: Amount, part: Amount) -> bool:
    """Whether an amount is among those that a total counts: its thing, its owner's, by the same verb."""
    if part is whole or part.per or part.parents or part.event.clause == whole.event.clause:
        return False
    mine = not whole.owner or (bool(part.owner) and set(part.owner) <= set(whole.owner))
    states = whole.event.kind in STATES and part.event.kind in STATES
    same = states or whole.event.verb == part.event.verb
    return mine and same and rank(whole.thing, part.thing) is not None
