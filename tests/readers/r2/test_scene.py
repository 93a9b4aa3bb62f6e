"""Owners: names, nouns and what pronouns stand for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from readers.r2.parsing import parse
from readers.r2.records import Phrase
from readers.r2.scene import Scene, is_person
from readers.r2.world import Owner, World
from tests.readers.r2.drafts import NO_CHOICES


def phrases(text: str) -> tuple[Phrase, ...]:
    """The subjects of the clauses of a text."""
    return tuple(clause.subject for clause in parse(text).clauses if clause.subject is not None)


def owners(text: str, choices: Mapping[str, int] = NO_CHOICES) -> tuple[list[Owner], World]:
    """The owner of every clause of a text, and the world with its choice points."""
    world = World(dict(choices))
    scene = Scene(world)
    return [scene.note(phrase, subject=True) for phrase in phrases(text)], world


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mara sings. She sleeps.", [("mara",), ("mara",)]),
        ("Ivan and Mary sing. They sleep.", [("ivan", "mary"), ("ivan", "mary")]),
        ("Ivan sings. Mary sleeps. He runs.", [("ivan",), ("mary",), ("ivan",)]),
        ("The baker sings. Mary's cousin sleeps.", [("baker",), ("mary cousin",)]),
        ("Mary's cousin sings. The cousin sleeps.", [("mary cousin",), ("mary cousin",)]),
        ("I sing. We sleep.", [("i",), ("we",)]),
        ("The box falls. It breaks.", [("box",), ("box",)]),
    ],
)
def test_who_is_meant(text: str, expected: list[Owner]) -> None:
    assert owners(text)[0] == expected


def test_what_else_a_pronoun_may_mean_is_a_choice_point() -> None:
    text = "Mary sings. Rosa sleeps. She runs."
    at = text.index("She")
    found, world = owners(text)
    other, _ = owners(text, {f"pronoun.{at}": 1})
    assert found[-1] == ("rosa",)
    assert world.points == {f"pronoun.{at}": 2}
    assert other[-1] == ("mary",)


def test_a_pronoun_of_nobody_stands_for_none() -> None:
    assert owners("She sings.")[0] == [()]


def test_it_is_no_person() -> None:
    assert owners("Mary sings. It breaks.")[0] == [("mary",), ()]


def test_people_are_noted_in_the_world() -> None:
    assert owners("Mary sings. The box falls.")[1].people == {"mary"}


@pytest.mark.parametrize(
    ("text", "expected"), [("Mara", True), ("The teacher", True), ("The box", False), ("Mary and the box", False)]
)
def test_names_and_roles_are_people(text: str, expected: bool) -> None:
    assert is_person(phrases(f"{text} fell.")[0]) is expected
