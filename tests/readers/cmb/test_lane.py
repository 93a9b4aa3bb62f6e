"""The lane of CMB: the 2 x 2 entry grid in our own words, with exact answers and refusals."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from models.outcome import EpistemicState, Missing, Refusal
from models.quantity import Problem
from models.relation import Bond
from readers.cmb.reader import read
from solver.solve import judge

CORPUS = Path(__file__).parents[2] / "corpus"
RIGHT_OF_ANSWERABLE = Fraction(4, 5)
REFUSED = "refused"
AT_LEAST_PER_CELL = 4
CELLS = {
    "two_no_cue": "combine_mode_ambiguous",
    "one_cue": "missing_second_rate",
    "one_no_cue": "not_combined_rate_shaped",
}


def items() -> list[dict[str, str]]:
    loaded: list[dict[str, str]] = tomllib.loads((CORPUS / "lanes" / "cmb.toml").read_text("utf-8"))["item"]
    return loaded


def questions(name: str) -> list[dict[str, str]]:
    loaded: list[dict[str, str]] = tomllib.loads((CORPUS / f"{name}.toml").read_text("utf-8"))["case"]
    return loaded


def outcome(text: str) -> str:
    """The answer as text, the kind of the reader's refusal, or ``refused`` where the solver refuses."""
    problem = read(text)
    if isinstance(problem, Refusal):
        return problem.kind
    judgement = judge(problem)
    return str(judgement.candidates[0].answer) if judgement.state is EpistemicState.INFERRED else REFUSED


def is_answer(found: str) -> bool:
    return found[0].isdigit() or found[0] == "-"


ANSWERABLE = [item for item in items() if is_answer(item["expected"])]
REST = [item for item in items() if not is_answer(item["expected"])]


def test_the_lane_fills_the_grid_without_repetition() -> None:
    cells = Counter(item["cell"] for item in items())
    assert set(cells) == {"two_cue", *CELLS}
    assert min(cells.values()) >= AT_LEAST_PER_CELL
    assert len(items()) >= 30
    assert len({item["text"] for item in items()}) == len(items()) == len({item["id"] for item in items()})


@pytest.mark.parametrize("item", ANSWERABLE, ids=lambda item: item["id"])
def test_no_answer_is_wrong(item: dict[str, str]) -> None:
    assert item["cell"] == "two_cue"
    found = outcome(item["text"])
    assert found == item["expected"] or not is_answer(found)


def test_enough_is_answered() -> None:
    right = [item for item in ANSWERABLE if outcome(item["text"]) == item["expected"]]
    assert len(right) >= RIGHT_OF_ANSWERABLE * len(ANSWERABLE)


@pytest.mark.parametrize("item", REST, ids=lambda item: item["id"])
def test_the_rest_refuses_as_its_cell_says(item: dict[str, str]) -> None:
    found = outcome(item["text"])
    assert not is_answer(found)
    assert item["expected"] in (found, REFUSED)
    assert CELLS.get(item["cell"], item["expected"]) == item["expected"]


@pytest.mark.parametrize("name", ["spurious", "unanswerable"])
def test_what_has_no_answer_gets_none(name: str) -> None:
    answered = {case["id"]: outcome(case["question"]) for case in questions(name)}
    assert {ident: found for ident, found in answered.items() if is_answer(found)} == {}


def test_an_open_mode_shows_both_candidates() -> None:
    refusal = read("Tom reads 20 pages an hour. Ann reads 30 pages an hour. How many pages do they read in 2 hours?")
    assert isinstance(refusal, Refusal)
    assert refusal.missing is Missing.AMBIGUITY
    assert refusal.detail == "sum: 100; difference: 20"


def test_the_cue_is_the_licence_of_the_sum() -> None:
    text = "Vera packs 12 boxes per hour. Hugo packs 9 boxes per hour. How many boxes do they pack together in 4 hours?"
    problem = read(text)
    assert isinstance(problem, Problem) and problem.reading.relations is not None
    (total,) = [r for r in problem.reading.relations.relations if r.bond is Bond.SUM]
    assert total.licence.entry == "rates.cue_sum"
    assert total.licence.span is not None and total.licence.span.of(text) == "together"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("together ", ""), "combine_mode_ambiguous"),
        (("Hugo packs 9 boxes per hour.", ""), "missing_second_rate"),
        (("9 boxes per hour", "9 boxes per day"), "not_combined_rate_shaped"),
        (("9 boxes", "9 crates"), "not_combined_rate_shaped"),
        (("in 4 hours", "in at least 4 hours"), "text_unread"),
        (("Hugo packs 9", "Hugo eats 9"), "several_activities"),
        (("together in 4", "together in 5"), "105"),
    ],
)
def test_a_change_of_the_text_changes_the_outcome(change: tuple[str, str], found: str) -> None:
    text = "Vera packs 12 boxes per hour. Hugo packs 9 boxes per hour. How many boxes do they pack together in 4 hours?"
    assert outcome(text) == "84"
    assert outcome(text.replace(*change)) == found


def test_who_is_compared_with_whom_decides_the_sign() -> None:
    text = "{} earns $15 per hour and {} earns $11 per hour. How much more does Mia earn than Leo in 6 hours?"
    assert outcome(text.format("Mia", "Leo")) == "24"
    assert not is_answer(outcome(text.format("Leo", "Mia")))
