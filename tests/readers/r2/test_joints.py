"""Amounts of several together."""

from __future__ import annotations

from readers.r2.joints import join
from readers.r2.things import Thing
from readers.r2.world import World
from tests.readers.r2.drafts import drafted, given, told, value

BEAD = Thing("bead")
BOTH = ("ivo", "mara")


def test_what_the_other_has_is_the_rest() -> None:
    world = World()
    given(world, 30, BEAD, BOTH)
    given(world, 12, BEAD, ("ivo",))
    join(world)
    (other,) = [a for a in world.amounts if a.owner == ("mara",)]
    assert other.origin == "implied"
    assert value(world, other) == "18"


def test_the_whole_rests_on_its_parts() -> None:
    world = World()
    whole = given(world, 30, BEAD, BOTH)
    part = given(world, 12, BEAD, ("ivo",))
    join(world)
    renewed = world.find(whole.ident)
    assert renewed is not None
    assert part.ident in renewed.parents


def test_where_nobody_is_spoken_of_alone_nothing_is_told_apart() -> None:
    world = World()
    given(world, 30, BEAD, BOTH)
    given(world, 12, Thing("kite"), ("ivo",))
    join(world)
    assert len(world.amounts) == 2
    assert world.relations == []


def test_together_in_a_text() -> None:
    world = drafted("Ivo and Mara have 30 figs together. Ivo has 12 figs. How many figs does Mara have?").world
    assert ("18", "fig", "mara") in told(world)
