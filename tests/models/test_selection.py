"""The first selection under each kind of constraint, and problems that are none."""

from __future__ import annotations

import pytest

from models import selection
from models.selection import (
    Choice,
    Constraint,
    Cover,
    Forbid,
    Require,
    SelectionOverflow,
    SelectionProblem,
    first_selection,
)

THAN, REST, WHOSE = Choice("than", 3), Choice("rest", 2), Choice("whose", 2)


def first(*constraints: Constraint, **fixed: int) -> tuple[int, ...] | None:
    return first_selection(SelectionProblem((THAN, REST, WHOSE), constraints), fixed)


def test_what_is_preferred_is_taken_where_nothing_speaks_against_it() -> None:
    assert first() == (0, 0, 0)


def test_the_later_choice_gives_way() -> None:
    assert first(Forbid((("than", 0), ("whose", 0)))) == (0, 0, 1)


def test_a_choice_that_excludes_all_alternatives_of_another_gives_way_itself() -> None:
    both = (Forbid((("than", 0), ("whose", 0))), Forbid((("than", 0), ("whose", 1))))
    assert first(*both) == (1, 0, 0)


def test_picks_are_forbidden_together_only() -> None:
    together = Forbid((("than", 0), ("rest", 0), ("whose", 0)))
    assert first(together) == (0, 0, 1)
    assert first(together, whose=0) == (0, 1, 0)


def test_a_pick_brings_what_it_requires() -> None:
    needs = Require(("than", 0), (("rest", 1), ("whose", 1)))
    assert first(needs) == (0, 0, 1)
    assert first(needs, whose=0) == (0, 1, 0)
    assert first(needs, than=1) == (1, 0, 0)


def test_a_requirement_that_nothing_meets_excludes_the_pick() -> None:
    assert first(Require(("than", 0), ())) == (1, 0, 0)


def test_an_item_is_covered_exactly_once() -> None:
    cover = Cover("5", (("than", 0), ("rest", 0), ("whose", 1)))
    assert first(cover) == (0, 1, 0)
    assert first(cover, than=1) == (1, 0, 0)
    assert first(cover, than=0, rest=0) is None


def test_an_item_that_nothing_covers_leaves_no_selection() -> None:
    assert first(Cover("5", ())) is None


def test_an_alternative_that_a_flip_names_and_the_choice_lacks_leaves_none() -> None:
    assert first(than=3) is None


def test_a_flip_of_no_choice_is_an_error() -> None:
    with pytest.raises(KeyError):
        first(which=0)


@pytest.mark.parametrize(
    ("choices", "constraints"),
    [
        ((THAN, THAN), ()),
        ((Choice("than", 0),), ()),
        ((THAN,), (Forbid((("than", 3),)),)),
        ((THAN,), (Require(("than", 0), (("whose", 0),)),)),
        ((THAN,), (Cover("5", (("than", -1),)),)),
    ],
)
def test_a_problem_that_makes_no_sense_is_an_error(
    choices: tuple[Choice, ...], constraints: tuple[Constraint, ...]
) -> None:
    with pytest.raises(ValueError, match="alternative"):
        SelectionProblem(choices, constraints)


def test_a_search_past_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "MAX_STEPS", 2)
    with pytest.raises(SelectionOverflow):
        first()
