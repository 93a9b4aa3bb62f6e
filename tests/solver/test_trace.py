"""Traces replay to their answer, and are the same bytes in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.chain import ChainProblem, Family, Kind, Target
from models.expression import Apply, Constant, Expression, Given, Licence, Operation, evaluate
from models.outcome import EpistemicState, Missing, Mode, Refusal
from models.quantity import Cue, Problem, Quantity, Question, Reading, Relaxation, SetAside
from models.relation import RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from solver.session import Candidate, Opinion, ProblemAttemptSession, Robustness, Standing
from solver.trace import READ, Step, canonical_trace, replay, steps, trace_hash

TEXT = "A gardener plants 4 rows of 9 bulbs and gives 6 bulbs to Zoë's neighbour. How many are left?"
ROW, BULB = Unit.of("row"), Unit.of("bulb")
UNITS = Licence("unit.composition")


def spot(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


LEFT = Licence("difference.left", spot("left"))
CHAIN = ChainProblem((), Target(BULB, frozenset(Kind)), {Family.SHARE: 1}, {Family.DIFFERENCE: LEFT})
READING = Reading(
    "R1",
    (
        Quantity("q0", Fraction(4), ROW, spot("4")),
        Quantity("q1", Fraction(9), BULB / ROW, spot("9")),
        Quantity("q2", Fraction(6), BULB, spot("6")),
    ),
    (Cue("left", LEFT.entry, spot("left"), spot("How many are left")),),
    Question(spot("How many are left"), BULB, ("bulb",), "left"),
    (SetAside(spot("A"), "article"),),
    CHAIN,
)
VALUES = {q.ident: q.value for q in READING.quantities}
PLANTED = Apply(Operation.APPLY_RATE, (Given("q0"), Given("q1")), UNITS)
LEFTOVER = Apply(Operation.SUBTRACT, (PLANTED, Given("q2")), LEFT)
PAIR = Constant("fact.pair", Fraction(2), Unit(), spot("rows"))


def session(text: str = TEXT, **fields: Any) -> ProblemAttemptSession:
    kept = Candidate(Fraction(30), BULB, EpistemicState.INFERRED, "unique chain", (LEFTOVER,))
    problem = Problem("R1", text, READING, (Relaxation("owners", READING),))
    made = ProblemAttemptSession(
        "bulbs",
        text,
        "R1",
        "tutoring",
        Mode.PROVISIONAL_WORKING_ANSWER,
        EpistemicState.INFERRED,
        Fraction(30),
        BULB,
        (kept,),
        (replace(kept, answer=Fraction(7, 2), eliminated_by="integral"),),
        robustness=Robustness((("owners", True),)),
        problem=problem,
    )
    return replace(made, **fields)


def test_steps_name_operands_results_units_and_licences() -> None:
    assert steps(LEFTOVER, READING) == (
        Step("apply_rate", ("q0", "q1"), Fraction(36), BULB, "unit.composition", None),
        Step("subtract", ("s0", "q2"), Fraction(30), BULB, "difference.left", spot("left")),
    )


def test_a_fact_is_a_step_with_its_entry_and_place() -> None:
    halved = Apply(Operation.COMPARE_MULTIPLICATIVE, (LEFTOVER, PAIR), LEFT, reverse=True)
    *_, fact, last = steps(halved, READING)
    assert fact == Step("fact", (), Fraction(2), Unit(), "fact.pair", spot("rows"))
    assert last == Step("compare_multiplicative.reverse", ("s1", "s2"), Fraction(15), BULB, LEFT.entry, LEFT.span)


def test_an_answer_that_the_text_states_is_a_step() -> None:
    trace = steps(Given("q2"), READING)
    assert trace == (Step(READ, ("q2",), Fraction(6), BULB, "q2", spot("6")),)
    assert replay(trace, VALUES) == 6


def test_units_are_multiplied_and_divided() -> None:
    (step,) = steps(Apply(Operation.DIVIDE, (Given("q2"), Given("q1")), LEFT), READING)
    assert step.unit == ROW
    assert step.result == Fraction(2, 3)


def test_foreign_and_confusable_givens_raise() -> None:
    with pytest.raises(KeyError):
        steps(Given("q9"), READING)
    renamed = replace(READING, quantities=(replace(READING.quantities[0], ident="s0"),))
    with pytest.raises(KeyError):
        steps(Given("s0"), renamed)


def derivations() -> st.SearchStrategy[Expression]:
    leaves: st.SearchStrategy[Expression] = st.sampled_from((Given("q0"), Given("q1"), Given("q2"), PAIR))
    two_ways = st.sampled_from((Operation.TRANSFER, Operation.COMPARE_ADDITIVE, Operation.COMPARE_MULTIPLICATIVE))
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(Apply, st.sampled_from(Operation), st.tuples(inner, inner), st.just(LEFT))
            | st.builds(Apply, two_ways, st.tuples(inner, inner), st.just(LEFT), st.booleans())
            | st.builds(Apply, st.just(Operation.ADD), st.tuples(inner, inner, inner), st.just(LEFT))
        ),
        max_leaves=8,
    )


@given(derivations())
def test_replay_gives_the_answer_again(expression: Expression) -> None:
    try:
        answer = evaluate(expression, VALUES)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            steps(expression, READING)
        return
    trace = steps(expression, READING)
    assert replay(trace, VALUES) == answer
    assert trace[-1].result == answer


def test_replay_refuses_other_values_tampered_steps_and_nothing() -> None:
    trace = steps(LEFTOVER, READING)
    with pytest.raises(ValueError, match="s0"):
        replay(trace, {**VALUES, "q0": Fraction(5)})
    with pytest.raises(ValueError, match="s1"):
        replay((trace[0], replace(trace[1], result=Fraction(31))), VALUES)
    with pytest.raises(ValueError, match="without steps"):
        replay((), VALUES)
    with pytest.raises(KeyError):
        replay(trace[1:], VALUES)


def test_the_trace_is_sorted_exact_utf_8_json() -> None:
    trace = canonical_trace(session())
    document = json.loads(trace, parse_float=lambda text: pytest.fail(f"a float: {text}"))
    again = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert trace == again.encode("utf-8")
    assert "Zoë".encode() in trace
    assert document["eliminated"][0]["answer"] == "7/2"
    assert [s["operands"] for s in document["steps"]] == [["q0", "q1"], ["s0", "q2"]]
    assert document["reading"]["quantities"][1]["unit"] == "bulb*row^-1"


def test_a_float_and_an_unknown_thing_have_no_canonical_form() -> None:
    for foreign in (0.5, b"bytes", object()):
        with pytest.raises(TypeError):
            canonical_trace(session(disclosures=(foreign,)))


CHANGES: list[dict[str, Any]] = [
    {"problem_id": "other"},
    {"text": TEXT + " "},
    {"context": "research"},
    {"mode": Mode.CLARIFY},
    {"state": EpistemicState.AMBIGUOUS},
    {"answer": Fraction(31)},
    {"unit": ROW},
    {"candidates": ()},
    {"eliminated": ()},
    {"refusal": Refusal("no_question", Missing.SKILL, "nothing is asked")},
    {"robustness": Robustness((("owners", False),))},
    {"disclosures": ("provisional",)},
    {"residual_ambiguity": ("owners",)},
    {"problem": None},
    {"reader": "R2"},
    {"standing": Standing.ALONE},
    {"parting": Span(0, 5)},
    {"next_action": "Say which."},
    {"organs": (Opinion("R1", "chains", EpistemicState.INFERRED),)},
    {"problem": Problem("R1", TEXT, replace(READING, signed=True))},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: ",".join(change))
def test_every_part_of_the_session_is_in_its_hash(change: dict[str, Any]) -> None:
    assert trace_hash(session(**change)) != trace_hash(session())


OPINION = Opinion("R2", "relations", EpistemicState.INFERRED, Fraction(30), BULB)
OPINION_CHANGES: list[dict[str, Any]] = [
    {"organ": "R3"},
    {"family": "chains"},
    {"state": EpistemicState.VERIFIED},
    {"answer": Fraction(31)},
    {"unit": ROW},
    {"refusal": Refusal("no_question", Missing.SKILL, "nothing is asked")},
    {"candidates": (Candidate(Fraction(30), BULB, EpistemicState.INFERRED, "relations", (LEFTOVER,)),)},
    {"robustness": Robustness((("owners", False),))},
    {"lost": ("owners",)},
    {"problem": Problem("R2", TEXT, READING)},
]


@pytest.mark.parametrize("change", OPINION_CHANGES, ids=lambda change: ",".join(change))
def test_every_part_of_an_opinion_is_in_the_hash(change: dict[str, Any]) -> None:
    plain, changed = session(organs=(OPINION,)), session(organs=(replace(OPINION, **change),))
    assert trace_hash(changed) != trace_hash(plain)


def test_relations_of_a_reading_are_in_the_hash() -> None:
    target = Unknown("t", BULB)
    one, other = (
        replace(READING, chain=None, relations=RelationalProblem((), target, frozenset(required)))
        for required in (("q0", "q1"), ("q0", "q2"))
    )
    assert len({trace_hash(session(problem=Problem("R2", TEXT, reading))) for reading in (READING, one, other)}) == 3


def test_the_licence_of_a_step_is_in_the_hash() -> None:
    (kept,) = session().candidates
    moved = replace(kept, derivations=(replace(LEFTOVER, licence=Licence(LEFT.entry, spot("Zoë"))),))
    assert trace_hash(session(candidates=(moved,))) != trace_hash(session())


def test_text_that_has_no_utf_8_is_told_apart_from_its_escape() -> None:
    broken, escaped = session("a \ud800"), session("a \\ud800")
    assert json.loads(canonical_trace(broken))["text"] == "a \ud800"
    assert canonical_trace(broken) != canonical_trace(escaped)


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_hash_is_the_same_in_another_process_and_hash_seed(seed: str) -> None:
    code = "from test_trace import session, trace_hash; print(trace_hash(session()))"
    here = Path(__file__).resolve()
    path = os.pathsep.join((str(here.parents[2]), str(here.parent)))
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == trace_hash(session())
