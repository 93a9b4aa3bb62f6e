"""How much a phrase says, as a value that the relations give it."""

from __future__ import annotations

import pytest

from models.outcome import Refusal
from readers.r2.parsing import parse
from readers.r2.reader import draft
from tests.readers.r2.drafts import drafted, told

ASKS = "How many beads does Mara have?"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("Mara has twice as many beads as Ivo.", "24"),
        ("Mara has 3 times as many beads as Ivo.", "36"),
        ("Mara has half as many beads as Ivo.", "6"),
        ("Mara has 5 more beads than Ivo.", "17"),
        ("Mara has 5 fewer beads than Ivo.", "7"),
        ("Mara has 5 more than twice as many beads as Ivo.", "29"),
        ("Mara has as many beads as Ivo.", "12"),
        ("Mara has 25% more beads than Ivo.", "15"),
        ("Mara has 7 beads.", "7"),
    ],
)
def test_a_quantity_against_another(fact: str, expected: str) -> None:
    world = drafted(f"Ivo has 12 beads. {fact} {ASKS}").world
    assert [amount[0] for amount in told(world) if amount[2:] == ("mara",)][-1] == expected


@pytest.mark.parametrize(
    ("fact", "expected"),
    [("Half of them are red.", "6"), ("A third of the beads are red.", "4"), ("5 of them are red.", "5")],
)
def test_a_part_has_its_whole(fact: str, expected: str) -> None:
    world = drafted(f"Mara has 12 beads. {fact} How many beads are red?").world
    part = next(amount for amount in world.amounts if amount.whole)
    assert (expected, "red bead") in [amount[:2] for amount in told(world)]
    assert part.thing.mods == frozenset({"red"})


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        ("Mara has at least 4 beads.", "hedged_amount"),
        ("Mara has half of them.", "reference_unbound"),
    ],
)
def test_what_is_no_amount_refuses(fact: str, kind: str) -> None:
    found = draft(parse(f"{fact} {ASKS}"), {})
    assert isinstance(found, Refusal)
    assert found.kind == kind


def test_what_is_elided_is_the_amount_mentioned_last() -> None:
    text = f"Ivo has 12 beads. Rosa has 8 beads. Mara has half of that. {ASKS}"
    world = drafted(text).world
    name = next(point for point in world.points if point.startswith("that."))
    assert told(world)[-1][0] == "4"
    other = drafted(text, {name: 1}).world
    assert told(other)[-1][0] == "6"
