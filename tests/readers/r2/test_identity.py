"""Two mentions of one amount."""

from __future__ import annotations

from dataclasses import replace

from models.relation import Bond
from models.span import Span
from readers.r2.identity import identify
from readers.r2.things import Thing
from readers.r2.world import Amount, Event, World
from tests.readers.r2.drafts import drafted, given, told, value

BEAD = Thing("bead")
MARA = ("mara",)
SPAN = Span(90, 91)


def unknown(world: World, clause: int) -> Amount:
    operand = world.unknown(BEAD.unit, SPAN)
    return world.add(Amount(operand, BEAD, MARA, Event("have", "possess", 0, clause=clause), SPAN))


def test_an_unknown_amount_is_the_given_one() -> None:
    world = World()
    other, amount = unknown(world, 7), given(world, 24, BEAD, MARA)
    identify(world)
    assert world.same == {other.ident: amount.ident}
    assert value(world, other) == "24"


def test_what_has_a_value_already_is_left_alone() -> None:
    world = World()
    other, amount = unknown(world, 7), given(world, 24, BEAD, MARA)
    world.relate(Bond.SUM, other.operand, [(given(world, 3, BEAD, ("ivo",)).operand, 1)], "relation.test", SPAN)
    identify(world)
    assert world.same == {}
    assert value(world, amount) == "24"


def test_another_owner_thing_or_clause_is_another_amount() -> None:
    for changes in ({"owner": ("ivo",)}, {"thing": Thing("kite")}, {"event": Event("have", "possess", 0, clause=7)}):
        world = World()
        unknown(world, 7)
        amount = given(world, 24, BEAD, MARA)
        world.amounts[-1] = replace(amount, **changes)
        identify(world)
        assert world.same == {}, changes


def test_a_comparison_is_solved_backwards() -> None:
    world = drafted("Mara has six times as many figs as Ivo. Mara has 24 figs. How many figs does Ivo have?").world
    assert ("4", "fig", "ivo") in told(world)
