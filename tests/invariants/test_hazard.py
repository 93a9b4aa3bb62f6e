"""The known hazard: work on every other day, over weeks that do not say which day is the first.

The answer that tempts counts every day. GSM8K's train line 7444 (Cobbe et al. 2021,
counted from 0) is the problem that tells; its twins in our own words stand in
``tests/corpus/unanswerable.toml``. Whatever else is learned to be read, these are refused
in every context that serves.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from models.outcome import EpistemicState, Mode
from solver import attempt
from solver.__main__ import context_rules
from solver.session import Candidate, ProblemAttemptSession

Engine = Callable[..., ProblemAttemptSession]
CORPUS = Path(__file__).parents[1] / "corpus" / "unanswerable.toml"
CLASSES = ("alternating_days", "alternating_days_two_weeks")
LINE = 7444
REFUSING = frozenset({Mode.CLARIFY, Mode.REFUSE_UNSUPPORTED, Mode.REFUSE_UNSAFE, Mode.CONTRADICTION_REPORT})
CONTEXTS = context_rules().strictest_first


def twins() -> list[str]:
    cases = tomllib.loads(CORPUS.read_text("utf-8"))["case"]
    return [case["question"] for case in cases if case["class"] in CLASSES]


def slips(session: ProblemAttemptSession) -> Iterator[str]:
    """Ways in which a session tells an answer, or fails to say why there is none."""
    if session.mode not in REFUSING:
        yield f"its mode is {session.mode.value}"
    if session.answer is not None:
        yield f"it holds the answer {session.answer}"
    if session.candidates and session.mode is not Mode.CLARIFY:
        yield "it keeps candidates"
    if session.refusal is None:
        yield "it gives no reason"


def slips_of(text: str, engine: Engine = attempt) -> list[str]:
    """The slips of one text over all contexts that serve."""
    return [f"{context}: {slip}" for context in CONTEXTS for slip in slips(engine(text, context=context))]


@pytest.fixture(scope="module")
def hazard() -> str:
    """The question of the train line; skips without the data."""
    if not os.environ.get("GSM8K_DIR"):
        pytest.skip("GSM8K_DIR is not set: the hazard itself is not tried, its twins are")
    path = Path(os.environ["GSM8K_DIR"]) / "train.jsonl"
    if not path.is_file():
        pytest.skip("GSM8K_DIR holds no train.jsonl: the hazard itself is not tried, its twins are")
    with path.open(encoding="utf-8") as lines:
        question: str = json.loads(next(islice(lines, LINE, None)))["question"]
    return question


def test_the_line_is_the_hazard(hazard: str) -> None:
    assert "every other day" in hazard


def test_the_hazard_is_refused_in_every_context(hazard: str) -> None:
    assert slips_of(hazard) == []


def test_there_are_contexts_and_twins() -> None:
    assert len(CONTEXTS) >= 6
    assert len(twins()) >= 16


@pytest.mark.parametrize("twin", twins())
def test_a_twin_is_refused_in_every_context(twin: str) -> None:
    assert slips_of(twin) == []


def planted(mode: Mode, answer: Fraction | None) -> Engine:
    """The violation: an engine that counts every day and says so where the context allows."""

    def answering(text: str, *, context: str) -> ProblemAttemptSession:
        session = attempt(text, context=context)
        if context == "sealed_eval":
            return session
        found = Candidate(Fraction(14), session.unit, EpistemicState.INFERRED, "unique chain", ())
        return replace(session, mode=mode, answer=answer, candidates=(found,), refusal=None)

    return answering


@pytest.mark.parametrize(
    ("mode", "answer"),
    [
        (Mode.VERIFIED_ANSWER, Fraction(14)),
        (Mode.PROVISIONAL_WORKING_ANSWER, Fraction(14)),
        (Mode.MULTIPLE_CANDIDATES, None),
        (Mode.REFUSE_UNSUPPORTED, Fraction(14)),
    ],
)
def test_an_engine_that_counts_every_day_is_seen(mode: Mode, answer: Fraction | None) -> None:
    found = slips_of(twins()[0], planted(mode, answer))
    assert {slip.partition(":")[0] for slip in found} == set(CONTEXTS) - {"sealed_eval"}


def test_the_same_work_on_every_day_is_answered() -> None:
    """What is refused is the schedule, not the trade."""
    text = "A trumpeter plays 3 songs a day. How many songs does he play in 14 days?"
    assert attempt(text).answer == 42
    assert slips_of(text)
