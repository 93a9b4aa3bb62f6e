"""Ages now, later and before."""

from __future__ import annotations

import pytest

from models.span import Span
from models.units import Unit
from readers.r2.ages import one_age
from readers.r2.things import Thing
from readers.r2.world import Event, World
from tests.readers.r2.drafts import first_answer, given

YEAR = Thing("year")
AGED = Event("be", "be", 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ivo is 12 years old. How old will Ivo be in 5 years?", "17"),
        ("Ivo is 12 years old. Mara is 3 years older than Ivo. How old will Mara be in 5 years?", "20"),
        ("Ivo is 12 years old. Mara is twice as old as Ivo. How old is Mara?", "24"),
        ("In 5 years, Ivo will be 17 years old. How old is Ivo now?", "12"),
    ],
)
def test_an_age_at_another_time(text: str, expected: str) -> None:
    assert first_answer(text) == expected


def test_two_ages_of_one_person_are_one() -> None:
    world = World()
    world.people.add("ivo")
    first, second = given(world, 12, YEAR, ("ivo",), AGED), given(world, 12, YEAR, ("ivo",), AGED)
    one_age(world)
    assert world.same == {}
    world.shifts[0] = world.unknown(Unit.of("year"), Span(0, 1), signed=True)
    one_age(world)
    assert world.same == {second.ident: first.ident}


def test_the_age_of_a_thing_or_of_another_is_another() -> None:
    world = World()
    world.people.update({"ivo", "mara"})
    world.shifts[0] = world.unknown(Unit.of("year"), Span(0, 1), signed=True)
    for owner in (("ivo",), ("mara",), ("house",), ("house",)):
        given(world, 12, YEAR, owner, AGED)
    one_age(world)
    assert world.same == {}
