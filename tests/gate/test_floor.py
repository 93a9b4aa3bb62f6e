"""The pinned figures of the conservative floor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.floor import N_MIN, NEVER_CERTAIN, conservative_floor


@pytest.mark.parametrize(("theta", "trials"), [(0.85, 38), (0.90, 60), (0.95, 127), (0.99, 657)])
def test_a_perfect_record_first_clears_a_ceiling(theta: float, trials: int) -> None:
    assert conservative_floor(trials, trials) >= theta > conservative_floor(trials - 1, trials - 1)


def test_pinned_records() -> None:
    assert round(conservative_floor(95, 100), 4) == 0.8608
    assert conservative_floor(39, 40) < 0.85
    assert conservative_floor(0, 50) == 0.0


def test_too_few_trials_earn_nothing() -> None:
    assert conservative_floor(N_MIN - 1, N_MIN - 1) == 0.0
    assert conservative_floor(N_MIN, N_MIN) > 0.0


def test_never_certain() -> None:
    assert conservative_floor(10**15, 10**15) == NEVER_CERTAIN < 1.0


@pytest.mark.parametrize(
    ("right", "committed", "error"),
    [
        (3, 2, ValueError),
        (-1, 2, ValueError),
        (1.0, 20, TypeError),
        (Fraction(1), 20, TypeError),
        (True, 20, TypeError),
    ],
)
def test_what_is_no_record_raises(right: Any, committed: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        conservative_floor(right, committed)


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_one_more_right_never_lowers_and_one_more_wrong_never_raises(right: int, wrong: int) -> None:
    floor = conservative_floor(right, right + wrong)
    assert conservative_floor(right + 1, right + wrong + 1) >= floor
    assert right + wrong < N_MIN or conservative_floor(right, right + wrong + 1) <= floor
    assert right + wrong == 0 or floor <= right / (right + wrong)
