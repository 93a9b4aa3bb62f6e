"""Totals that are told."""

from __future__ import annotations

from models.span import Span
from readers.r2.things import Thing
from readers.r2.totals import tell_totals
from readers.r2.world import Amount, Event, World
from tests.readers.r2.drafts import given, value

IVO = ("ivo",)
SPAN = Span(90, 91)
IN_ALL = Event("have", "possess", 0, clause=9, total=True)


def two_parts(world: World) -> Amount:
    """5 cats, and dogs without a number."""
    given(world, 5, Thing("cat"), IVO)
    operand = world.unknown(Thing("dog").unit, SPAN)
    return world.add(Amount(operand, Thing("dog"), IVO, Event("have", "possess", 0, clause=1), SPAN))


def test_a_total_gives_the_part_that_is_unknown() -> None:
    world = World()
    part = two_parts(world)
    whole = given(world, 12, Thing("animal"), IVO, IN_ALL)
    tell_totals(world)
    assert value(world, part) == "7"
    assert whole not in world.amounts


def test_what_is_not_told_as_a_total_is_an_amount_beside() -> None:
    world = World()
    two_parts(world)
    whole = given(world, 12, Thing("animal"), IVO)
    tell_totals(world)
    assert whole in world.amounts
    assert world.relations == []


def test_a_total_of_another_owner_is_no_sum_of_these() -> None:
    world = World()
    two_parts(world)
    given(world, 12, Thing("animal"), ("mara",), IN_ALL)
    tell_totals(world)
    assert world.relations == []


def test_where_all_parts_are_known_nothing_is_told() -> None:
    world = World()
    given(world, 5, Thing("cat"), IVO)
    given(world, 7, Thing("dog"), IVO)
    given(world, 12, Thing("animal"), IVO, IN_ALL)
    tell_totals(world)
    assert world.relations == []
