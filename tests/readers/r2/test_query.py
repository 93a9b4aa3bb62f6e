"""What is asked for."""

from __future__ import annotations

import pytest

from models.outcome import Refusal
from readers.r2.parsing import parse
from readers.r2.query import Query
from readers.r2.reader import draft
from readers.r2.things import Thing
from tests.readers.r2.drafts import drafted

FACTS = "Ivo has 9 figs. Mara has 4 figs."


def query(question: str, facts: str = FACTS) -> Query:
    return drafted(f"{facts} {question}").query


@pytest.mark.parametrize(
    ("question", "aggregate"),
    [
        ("How many figs does Ivo have?", "single"),
        ("How many figs do they have altogether?", "total"),
        ("How many figs does Ivo have left?", "left"),
        ("How many more figs does Ivo have than Mara?", "difference"),
        ("How many more figs does Ivo need?", "need"),
        ("What percent of the figs are Mara's?", "percent"),
    ],
)
def test_the_aggregate(question: str, aggregate: str) -> None:
    assert query(question).aggregate == aggregate


def test_the_thing_and_its_owner() -> None:
    found = query("How many figs does Ivo have?")
    assert (found.thing, found.owner, found.verb) == (Thing("fig"), ("ivo",), "have")


def test_what_follows_than_is_compared() -> None:
    found = query("How many more figs does Ivo have than Mara?")
    assert (found.owner, found.than_owner, found.fewer) == (("ivo",), ("mara",), False)
    assert query("How many fewer figs does Mara have than Ivo?").fewer


def test_how_much_of_a_cost_is_money() -> None:
    found = query("How much does Ivo spend?", "Pens cost $2 each. Ivo buys 7 pens.")
    assert found.dimensions == ("money",)
    assert found.much


def test_a_length_in_another_measure() -> None:
    found = query("How long is the rope in feet?", "A rope is 3 yards long.")
    assert found.thing == Thing("foot")


def test_per_what_the_answer_is() -> None:
    found = query("How many pens does Ivo use each day?", "Ivo uses 14 pens in 7 days.")
    assert found.per == (Thing("day"),)
    assert query("How many figs does Ivo have?").per == ()


def test_two_things_at_once_are_not_understood() -> None:
    found = draft(parse("There are 4 cats and 5 dogs. Where are the cats?"), {})
    assert isinstance(found, Refusal)
