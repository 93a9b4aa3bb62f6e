"""Amounts of several together, told apart when all clauses are read.

"Tom and Ann have 30 together" is a sum over what each of them has, "30 cats and dogs" one
over what there is of each. A part that the text never speaks of alone is an unknown.
"""

from __future__ import annotations

from models.relation import Bond
from readers.r2.things import EXACT, Thing, rank
from readers.r2.world import Amount, Event, Joint, Owner, World, ident_of


def join(world: World) -> None:
    """Relate every amount of several to what each of them has."""
    for amount in tuple(world.amounts):
        if len(amount.owner) > 1 and not amount.per and not amount.parents and amount.origin == "stated":
            parts = tuple((amount.thing, (one,)) for one in amount.owner)
            if any(_part(world, thing, owner, amount.event) for thing, owner in parts):
                _relate(world, Joint(amount.operand, parts, amount.event, amount.span))
    for joint in world.joints:
        _relate(world, joint)


def _relate(world: World, joint: Joint) -> None:
    parts = [_part(world, t, o, joint.event) or _unknown(world, t, o, joint) for t, o in joint.parts]
    if ident_of(joint.operand) in {p.ident for p in parts}:
        return
    world.relate(Bond.SUM, joint.operand, [(p.operand, 1) for p in parts], "relation.joint", joint.span)
    whole = world.find(ident_of(joint.operand))
    if whole is not None:
        world.renew(whole, parents=frozenset(p.ident for p in parts))


def _part(world: World, thing: Thing, owner: Owner, event: Event) -> Amount | None:
    """What the text says of one of them alone, in an event of the same kind."""
    found = [
        a
        for a in world.amounts
        if a.owner == owner and not (a.per or a.whole) and rank(thing, a.thing) == EXACT and a.event.sign == event.sign
    ]
    return next((a for a in found if a.event.kind == event.kind or a.origin == "implied"), None)


def _unknown(world: World, thing: Thing, owner: Owner, joint: Joint) -> Amount:
    operand = world.unknown(thing.unit, joint.span, not thing.dimension)
    return world.add(Amount(operand, thing, owner, joint.event, joint.span, origin="implied"))
