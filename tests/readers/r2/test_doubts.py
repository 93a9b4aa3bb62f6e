"""What speaks against a reading."""

from __future__ import annotations

import pytest

from models.quantity import Problem
from readers.r2.reader import read

PLAIN = "Ivo has 5 figs. Mara has 8 figs. How many figs do they have altogether?"
NAMES = {
    "residue", "clauses", "verbless", "denial", "verb", "owner", "one owner", "thing", "grounding", "scope"
}  # fmt: skip


def fallen(text: str) -> set[str]:
    """The doubts that the reading of a text does not stand up to."""
    problem = read(text)
    assert isinstance(problem, Problem), problem
    assert {name for name, _ in problem.doubts} >= NAMES
    return {name for name, stands in problem.doubts if not stands}


def test_a_plain_text_is_not_doubted() -> None:
    assert fallen(PLAIN) == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ivo has 5 figs. Mara sings. Mara has 8 figs. How many figs do they have altogether?", "clauses"),
        ("Ivo has 5 figs. Mara did not wait. Mara has 8 figs. How many figs do they have altogether?", "denial"),
        ("Ivo has 5 figs. Mara has 8 figs. How many figs do they have altogether for the picnic?", "grounding"),
    ],
)
def test_what_was_passed_over_is_doubted(text: str, name: str) -> None:
    assert name in fallen(text)
