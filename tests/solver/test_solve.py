"""The doubts of an answer: every alternative counts, and none is cut off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.outcome import EpistemicState
from models.quantity import Problem, Relaxation
from readers.r1 import reader
from solver import attempt
from solver.organs import Organ
from solver.solve import judge

TOTAL = "Tom has 5 pens. Ann has 7 pens. How many pens do they have altogether?"
OTHER = "Tom has 5 pens. Ann has 9 pens. How many pens do they have altogether?"


def problem(text: str) -> Problem:
    read = reader.read(text)
    assert isinstance(read, Problem)
    return read


@pytest.mark.parametrize("order", [1, -1])
def test_each_flip_of_one_choice_point_counts(order: int) -> None:
    flips = [Relaxation("choice:than:1", problem(text).reading, True) for text in (OTHER, TOTAL)][::order]
    found = judge(replace(problem(TOTAL), relaxations=tuple(flips)))
    assert found.state is EpistemicState.AMBIGUOUS
    assert sorted(str(c.answer) for c in found.candidates) == ["12", "14"]
    assert (found.robustness.tried, found.robustness.survived) == (2 + 2, 1 + 2)


def test_flips_that_agree_leave_the_answer() -> None:
    flips = (Relaxation("choice:than:1", problem(TOTAL).reading, True),) * 2
    assert judge(replace(problem(TOTAL), relaxations=flips)).state is EpistemicState.INFERRED


def test_more_readings_than_are_tried_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_READINGS", 3)
    session = attempt(TOTAL, readers=(Organ("R1", "chains", reader.read),))
    assert session.refusal is not None
    assert session.refusal.kind == "computationally_bounded"
    assert session.state is EpistemicState.COMPUTATIONALLY_BOUNDED
