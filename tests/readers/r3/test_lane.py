"""The lane of R3: texts in our own words, each with an exact answer or the refusal it must meet."""

from __future__ import annotations

import ast
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from models.expression import Constant
from models.outcome import EpistemicState, Refusal
from models.quantity import Problem
from models.relation import Bond
from models.units import Unit
from readers.r3.reader import read
from solver.solve import judge

CORPUS = Path(__file__).parents[2] / "corpus"
ROOMS = Path(__file__).parents[3] / "readers"
RIGHT_OF_ANSWERABLE = Fraction(4, 5)
REFUSED = "refused"


def items() -> list[dict[str, str]]:
    loaded: list[dict[str, str]] = tomllib.loads((CORPUS / "lanes" / "r3.toml").read_text("utf-8"))["item"]
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


def problem_of(text: str) -> Problem:
    problem = read(text)
    assert isinstance(problem, Problem), problem
    return problem


ANSWERABLE = [item for item in items() if is_answer(item["expected"])]
NEAR_MISSES = [item for item in items() if not is_answer(item["expected"])]


def test_the_lane_is_large_enough_and_without_repetition() -> None:
    texts = [item["text"] for item in items()]
    assert len(ANSWERABLE) >= 20
    assert len(NEAR_MISSES) >= 15
    assert len(set(texts)) == len(texts) == len({item["id"] for item in items()})


@pytest.mark.parametrize("item", ANSWERABLE, ids=lambda item: item["id"])
def test_no_answer_is_wrong(item: dict[str, str]) -> None:
    found = outcome(item["text"])
    assert found == item["expected"] or not is_answer(found)


def test_enough_is_answered() -> None:
    right = [item for item in ANSWERABLE if outcome(item["text"]) == item["expected"]]
    assert len(right) >= RIGHT_OF_ANSWERABLE * len(ANSWERABLE)


@pytest.mark.parametrize("item", NEAR_MISSES, ids=lambda item: item["id"])
def test_a_near_miss_refuses_for_its_reason(item: dict[str, str]) -> None:
    found = outcome(item["text"])
    assert not is_answer(found)
    assert item["expected"] in (found, REFUSED)


@pytest.mark.parametrize("name", ["spurious", "unanswerable"])
def test_what_has_no_answer_gets_none(name: str) -> None:
    answered = {case["id"]: outcome(case["question"]) for case in questions(name)}
    assert {ident: found for ident, found in answered.items() if is_answer(found)} == {}


def test_the_relations_are_those_of_the_text() -> None:
    problem = problem_of("Priya reads 4 pages every 3 minutes. How many pages does she read in an hour?")
    relations = problem.reading.relations
    assert relations is not None
    assert {relation.bond for relation in relations.relations} == {Bond.PRODUCT}
    assert relations.required == {"q0", "q1"}
    assert relations.target.unit == Unit.of("page")
    assert relations.target.integral


def test_a_conversion_names_its_fact_and_its_trigger() -> None:
    text = "Lena swims 3 kilometers per hour. How far does Lena swim in 40 minutes?"
    relations = problem_of(text).reading.relations
    assert relations is not None
    (fact,) = (o for r in relations.relations for o in r.operands if isinstance(o, Constant))
    assert fact.entry == "fact.hour.minute"
    assert fact.value == 60
    assert fact.span is not None and fact.span.of(text) == "40 minutes"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (("14 an hour", "14 a day"), "unit_unconvertible"),
        (("6 hours", "6 hours or 7 hours"), "extra_quantity"),
        (("Dana", "Every worker"), "text_unread"),
        (("in 6 hours", "in 6 hours after taxes"), "text_unread"),
        (("$14", "$14 or more"), "no_single_rate"),
        (("an hour.", "every other hour."), "text_unread"),
    ],
)
def test_a_word_that_changes_the_sum_refuses(change: tuple[str, str], kind: str) -> None:
    text = "Dana earns $14 an hour. How much does she earn in 6 hours?"
    assert outcome(text) == "84"
    assert outcome(text.replace(*change)) == kind


def test_scaled_numbers_scale_the_answer() -> None:
    for pay, hours in ((3, 5), (17, 12), (250, 40)):
        assert outcome(f"Dana earns ${pay} an hour. How much does she earn in {hours} hours?") == str(pay * hours)


@pytest.mark.parametrize("room", ["r3", "cmb", "rates"])
def test_nothing_is_shared_with_the_first_reader(room: str) -> None:
    for path in (ROOMS / room).glob("*.py"):
        names = [n.module or "" for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom)]
        assert not [name for name in names if name.startswith("readers.r1")], path
