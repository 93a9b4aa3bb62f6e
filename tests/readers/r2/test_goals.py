"""Ways to answer: which there are, and what they come to."""

from __future__ import annotations

import pytest

from readers.r2.goals import Task, options
from tests.readers.r2.drafts import drafted, ways


@pytest.mark.parametrize(
    ("text", "way", "expected"),
    [
        ("Mara had 30 beads. She lost 4 beads. How many beads does she have now?", "balance", "26"),
        ("Mara had 30 beads. She lost 4 beads. How many beads are left?", "balance", "26"),
        ("Ivo has 5 figs. Mara has 8 figs. How many figs do they have altogether?", "total", "13"),
        ("Ivo has 9 figs. Mara has 4 figs. How many more figs does Ivo have than Mara?", "difference", "5"),
        ("Ivo has 9 figs. Mara has 4 figs. How many fewer figs does Mara have than Ivo?", "difference", "5"),
        ("Ivo has 40 beads. 10 of them are red. What percent of the beads are red?", "share", "25"),
        ("Mara walks 3 miles an hour. How many hours does it take her to walk 12 miles?", "inverse rate", "4"),
        ("Mara needs 30 beads. She has 12 beads. How many more beads does she need?", "need", "18"),
        ("Pens cost $2 each. Ivo buys 7 pens. How much does Ivo spend?", "total", "14"),
    ],
)
def test_a_way_and_what_it_comes_to(text: str, way: str, expected: str) -> None:
    assert (way, expected) in ways(text)


def test_a_difference_is_not_offered_for_a_sum() -> None:
    names = {name for name, _ in ways("Ivo has 5 figs. Mara has 8 figs. How many figs do they have altogether?")}
    assert "difference" not in names
    assert "total" in names


def test_the_relations_of_one_way_do_not_leak_into_the_next() -> None:
    found = drafted("Mara had 30 beads. She lost 4 beads. How many beads does she have now?")
    before = len(found.world.relations)
    every = list(options(Task(found.world, found.query, found.question.span)))
    assert len(every) > 1
    assert len(found.world.relations) == before
    targets = [[r for r in option.relations if r.result == option.target] for option in every]
    assert [len(own) for own in targets] == [1] * len(every)


def test_of_what_was_never_told_there_is_no_way() -> None:
    assert [answer for _, answer in ways("Ivo has 5 figs. How many kites does Ivo have?") if answer] == []
