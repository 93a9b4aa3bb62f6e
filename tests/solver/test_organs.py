"""Organs are found by their entry points, whoever brings them; one that breaks has refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from models.chain import ChainProblem, Target
from models.outcome import EpistemicState, Missing, Refusal
from models.quantity import Problem, Question, Reading
from models.span import Span
from models.units import Unit
from readers import read
from readers.r1.reader import read as read_r1
from readers.router import OWN, organs
from solver import organs as module
from solver.api import attempt
from solver.organs import FAILED, GROUP, Organ, Setup, announced, find_organs, run_organ
from solver.report import to_object

ROOT = Path(__file__).parents[2]
TEXT = "Lena picked 8 baskets of plums. Each basket holds 12 plums. How many plums did Lena pick?"
ECHO = """
from models.outcome import Missing, Refusal
from readers.r1.reader import read as other

def read(text):
    return Refusal("toy_kind", Missing.KNOWLEDGE, "a toy") if "toy" in text else other(text)

def broken(text):
    raise SystemExit("a toy that breaks")
"""
POINTS = """
[solver.readers]
TOY = toy_reader:read
BROKEN = toy_reader:broken
GONE = toy_reader.nowhere:read
R1 = toy_reader:read
"""


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A distribution of somebody else, installed where only ``PYTHONPATH`` finds it."""
    (tmp_path / "toy_reader.py").write_text(ECHO)
    info = tmp_path / "toy_reader-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-reader\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    return tmp_path


def solve(question: str, *folders: Path) -> dict[str, Any]:
    """What the command line prints for a question, with these folders before ours."""
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "solver", "attempt", "-", "--json"],
        input=json.dumps({"id": "a", "question": question}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert (done.returncode in (0, 3), done.stderr) == (True, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_reader_of_another_package_is_found_and_checked(outside: Path) -> None:
    found = solve(TEXT, outside)
    by_name = {organ["reader"]: organ for organ in found["organs"]}
    assert list(by_name)[: -len(by_name) + 1] == ["R1"]
    assert [(by_name[n]["answer"], by_name[n]["family"]) for n in ("R1", "TOY")] == [
        ("96", "chains"),
        ("96", "foreign:TOY"),
    ]
    assert all("TOY" not in one["basis"] for one in found["candidates"])  # it copies, and so it verifies nothing


def test_a_foreign_reader_takes_the_name_of_none_of_ours(outside: Path) -> None:
    found = {organ["reader"]: organ["family"] for organ in solve(TEXT, outside)["organs"]}
    assert found["R1"] == "chains"
    assert found["R1 (toy_reader:read)"] == "foreign:R1 (toy_reader:read)"


def test_readers_that_break_or_are_gone_have_refused(outside: Path) -> None:
    found = {organ["reader"]: organ for organ in solve(TEXT, outside)["organs"]}
    assert [found[name]["refusal"]["kind"] for name in ("BROKEN", "GONE")] == [FAILED, FAILED]


def test_a_kind_that_only_a_foreign_reader_knows_stands_in_the_output(outside: Path) -> None:
    found = {organ["reader"]: organ for organ in solve("What is a toy?", outside)["organs"]}
    assert found["TOY"]["refusal"]["kind"] == "toy_kind"
    assert found["TOY"]["state"] == "scope_boundary"


def test_ours_are_those_that_the_project_announces() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    points: dict[str, str] = project["entry-points"][GROUP]
    assert set(points.items()) <= {(setup.name, setup.value) for setup in OWN}
    assert "R1" in points
    names = [organ.name for organ in organs() if not organ.foreign]
    assert names == [setup.name for setup in OWN if setup.name in names]


def test_a_checkout_that_is_not_installed_has_its_own_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "announced", lambda: ())
    absent = Setup("R9", "chains", "readers.nowhere:read")
    found = find_organs((OWN[0], absent))
    assert [organ.name for organ in found] == ["R1"]
    assert isinstance(found[0].read(TEXT), Problem)


def test_finding_is_in_a_fixed_order() -> None:
    assert list(announced()) == sorted(announced(), key=lambda point: (point.name, point.value))
    assert organs() == organs()


def raising(error: BaseException) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        raise error

    return read


def other_text(text: str) -> Any:
    return read_r1(TEXT + " ")


BAD: dict[str, Callable[[str], Any]] = {
    "raises": raising(KeyError("secret")),
    "leaves": raising(SystemExit(1)),
    "recurses": raising(RecursionError()),
    "gives nothing": lambda text: None,
    "gives text": lambda text: text,
    "gives a problem of another text": other_text,
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("foreign", [True, False])
def test_a_bad_reader_refuses_and_the_others_answer(name: str, foreign: bool) -> None:
    session = attempt(TEXT, readers=(Organ("R1", "chains", read_r1), Organ("BAD", "foreign:BAD", BAD[name], foreign)))
    bad = session.organs[1]
    assert (session.answer, session.reader) == (Fraction(96), "R1")
    assert bad.refusal is not None
    assert (bad.refusal.kind, bad.answer) == (FAILED, None)
    assert "secret" not in json.dumps(to_object(session, True))


def test_an_interruption_is_no_failure_of_a_reader() -> None:
    with pytest.raises(KeyboardInterrupt):
        attempt(TEXT, readers=(Organ("X", "x", raising(KeyboardInterrupt())),))


def unsolvable(text: str) -> Problem:
    """A problem without a leaf of the quantities that it names, which nothing can enumerate."""
    asked = Question(Span(0, 1), Unit(), (), "single")
    chain = ChainProblem((), Target(Unit()), max_depth=None)  # type: ignore[arg-type]
    return Problem("X", text, Reading("X", (None,), (), asked, (), chain))  # type: ignore[arg-type]


def test_a_foreign_problem_that_breaks_the_judge_is_its_readers_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(problem: Problem) -> Any:
        raise ArithmeticError("chains counted twice")

    monkeypatch.setattr(module, "judge", judge)
    foreign = Organ("X", "foreign:X", unsolvable, foreign=True)
    refused = attempt(TEXT, readers=(foreign,)).refusal
    assert refused is not None
    assert refused.kind == FAILED
    with pytest.raises(ArithmeticError):
        attempt(TEXT, readers=(replace(foreign, foreign=False),))


def test_an_opinion_holds_what_the_judge_found() -> None:
    class Failures:
        def state(self, refusal: Refusal) -> EpistemicState:
            return EpistemicState.UNVERIFIED_NOVEL

        def stage(self, kind: str) -> int:
            return 0

        def substantive(self, kind: str) -> bool:
            return False

    found = run_organ(Organ("R1", "chains", read_r1), TEXT, Failures())
    assert (found.organ, found.answer, str(found.unit)) == ("R1", Fraction(96), "plum")
    assert found.certificate is not None
    refused = run_organ(Organ("X", "x", lambda text: Refusal("k", Missing.SKILL, "")), TEXT, Failures())
    assert (refused.state, refused.problem) == (EpistemicState.UNVERIFIED_NOVEL, None)


def test_the_readers_together_read() -> None:
    found = read(TEXT)
    assert isinstance(found, Problem)
    assert found.reader == "R1"
    assert isinstance(read("Nothing is asked here."), Refusal)
