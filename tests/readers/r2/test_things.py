"""Things: what a phrase counts, and when one is meant by the words of another."""

from __future__ import annotations

import pytest

from models.units import Unit
from readers.r2.parsing import parse
from readers.r2.things import CLASS, EXACT, GENERIC, LOOSE, STUFF, VAGUE, Thing, alike, comparable, rank, thing_of

RED, BLUE = frozenset({"red"}), frozenset({"blue"})


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("5 beads", Thing("bead")),
        ("5 red beads", Thing("bead", RED)),
        ("a number of beads", Thing("bead")),
        ("3 cups of flour", Thing("cup", stuff="flour")),
        ("$4", Thing("dollar")),
        ("4 dollars", Thing("dollar")),
        ("6 square feet", Thing("foot", frozenset({"square"}))),
    ],
)
def test_the_thing_of_a_phrase(words: str, expected: Thing) -> None:
    phrase = parse(f"Mara has {words}.").clauses[0].arguments[0].phrase
    assert phrase is not None
    assert thing_of(phrase) == expected


@pytest.mark.parametrize(
    ("asked", "found", "expected"),
    [
        (Thing("bead", RED), Thing("bead", RED), EXACT),
        (Thing("bead"), Thing("bead", RED), LOOSE),
        (Thing("bead", RED), Thing("bead"), VAGUE),
        (Thing("bead", RED), Thing("bead", BLUE), None),
        (Thing("flour"), Thing("cup", stuff="flour"), STUFF),
        (Thing("cup", stuff="sugar"), Thing("cup", stuff="flour"), None),
        (Thing("fruit"), Thing("apple"), CLASS),
        (Thing("apple"), Thing("fruit"), None),
        (Thing(), Thing("bead"), GENERIC),
        (Thing("bead"), Thing("kite"), None),
    ],
)
def test_how_well_a_thing_is_meant(asked: Thing, found: Thing, expected: int | None) -> None:
    assert rank(asked, found) == expected


def test_alike_holds_in_both_directions() -> None:
    assert alike(Thing("apple"), Thing("fruit"))
    assert alike(Thing("fruit"), Thing("apple"))
    assert not alike(Thing("bead"), Thing("kite"))


def test_measures_compare_by_their_dimension_alone() -> None:
    assert comparable(Thing("inch"), Thing("foot"))
    assert not comparable(Thing("inch"), Thing("hour"))
    assert not comparable(Thing("foot"), Thing("foot", frozenset({"square"})))
    assert not comparable(Thing("bead"), Thing("dollar"))


def test_a_square_measure_has_a_square_unit() -> None:
    assert Thing("foot", frozenset({"square"})).unit == Unit.build([("foot", 2)])
    assert Thing("foot").unit == Unit.of("foot")
    assert Thing().unit == Unit()
