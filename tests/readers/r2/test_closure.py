"""Rates times amounts, to a fixpoint."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from models.span import Span
from readers.r2.closure import casts, close, meets
from readers.r2.things import Thing
from readers.r2.world import Amount, Event, World
from tests.readers.r2.drafts import given, value

SPAN = Span(0, 1)
BOX, PEN, DAY = Thing("box"), Thing("pen"), Thing("day")


def rate(world: World, number: int, thing: Thing, below: Thing, event: Event | None = None) -> Amount:
    amount = given(world, number, thing, event=event)
    return world.renew(amount, per=(below,))


def derived(world: World) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(value(world, a), a.thing.head, tuple(p.head for p in a.per)) for a in world.amounts if a.parents]


def test_an_amount_times_a_rate() -> None:
    world = World()
    given(world, 4, BOX, ("mara",))
    rate(world, 6, PEN, BOX)
    close(world)
    assert derived(world) == [("24", "pen", ())]
    assert world.amounts[-1].owner == ("mara",)


def test_rates_of_rates_to_the_end() -> None:
    world = World()
    given(world, 4, BOX)
    rate(world, 6, PEN, BOX)
    rate(world, 2, Thing("dollar"), PEN)
    close(world)
    assert ("48", "dollar", ()) in derived(world)


def test_a_rate_of_another_thing_does_not_apply() -> None:
    world = World()
    given(world, 4, Thing("kite"))
    rate(world, 6, PEN, BOX)
    close(world)
    assert derived(world) == []


def test_measures_are_converted() -> None:
    world = World()
    lasting = Event("run", "", 0, clause=0)
    given(world, 2, Thing("hour"), event=lasting)
    rate(world, 3, PEN, Thing("minute"), lasting)
    close(world)
    assert derived(world) == [("360", "pen", ())]


def test_two_rates_that_fit_as_well_are_a_choice_point() -> None:
    world = World()
    given(world, 4, BOX)
    one = rate(world, 6, PEN, BOX)
    other = rate(world, 8, PEN, BOX)
    for amount in (one, other):
        world.renew(amount, event=replace(amount.event, clause=5))
    close(world)
    assert world.points == {"rate.q0.pen": 2}
    assert derived(world)[0][0] == "24"


@pytest.mark.parametrize(
    ("source", "goal", "expected"),
    [("hour", "minute", (Fraction(60), 1)), ("minute", "hour", (Fraction(60), -1)), ("day", "day", None)],
)
def test_casts(source: str, goal: str, expected: tuple[Fraction, int] | None) -> None:
    steps = casts(source, goal, SPAN)
    assert steps is not None
    assert [(constant.value, sign) for constant, sign in steps] == ([expected] if expected else [])


def test_there_is_no_cast_from_time_to_length() -> None:
    assert casts("hour", "mile", SPAN) is None


def test_a_denominator_meets_its_thing_alone() -> None:
    assert meets(BOX, BOX, SPAN) == ()
    assert meets(BOX, PEN, SPAN) is None
    assert meets(DAY, BOX, SPAN) is None
    assert meets(Thing(), BOX, SPAN) is None
    assert meets(Thing("cup", stuff="flour"), Thing("cup", stuff="milk"), SPAN) is None
