"""Gold never reaches an attempt: ``answer`` and ``claim`` make no byte of difference."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import IO, Any

import pytest

from solver import cli
from solver.__main__ import context_rules
from solver.cases import BadCase, Case, ContextRules, read_all

PROBLEMS = Path(__file__).parents[1] / "corpus" / "problems.toml"
EVERY = 25
VARIANTS: tuple[Callable[[str], dict[str, object]], ...] = (
    lambda gold: {},
    lambda gold: {"answer": gold},
    lambda gold: {"answer": f"Add them up: <<1+1=2>>2.\n#### {gold}", "claim": gold},
    lambda gold: {"answer": str(int(gold) + 1)},
    lambda gold: {"answer": int(gold) * 1000, "claim": 0.5},
    lambda gold: {"claim": "-7/3"},
    lambda gold: {"answer": None, "claim": ["nothing", {"answer": gold}]},
    lambda gold: {"claim": "", "answer": ""},
)
Run = Callable[[list[dict[str, object]]], tuple[int, str, str]]


def problems() -> list[dict[str, Any]]:
    """Some problems of the corpus with a whole number as gold."""
    cases = tomllib.loads(PROBLEMS.read_text("utf-8"))["case"]
    return [case for case in cases if case["answer"].isdigit()][::EVERY]


def variant(change: Callable[[str], dict[str, object]]) -> list[dict[str, object]]:
    """All problems with gold put in, falsified or left out, before the question and after it."""
    first = [{**change(p["answer"]), "id": p["id"], "question": p["question"]} for p in problems()]
    after = [{"id": f"{p['id']}-after", "question": p["question"], **change(p["answer"])} for p in problems()]
    return [*first, *after]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``attempt - --json --explain`` on cases: exit code, stdout, stderr."""

    def run_it(cases: list[dict[str, object]]) -> tuple[int, str, str]:
        data = "\n".join(json.dumps(case) for case in cases).encode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        code = cli.main(["attempt", "-", "--json", "--explain"], context_rules())
        out, err = capsys.readouterr()
        return code, out, err

    return run_it


def differing(run: Run) -> list[int]:
    """The variants whose output is not byte for byte that of the cases without gold."""
    expected, *others = [run(variant(change)) for change in VARIANTS]
    return [i for i, found in enumerate(others, start=1) if found != expected]


def test_gold_makes_no_difference(run: Run) -> None:
    assert differing(run) == []


def test_the_cases_are_read_and_some_are_answered(run: Run) -> None:
    code, out, err = run(variant(VARIANTS[1]))
    found = [json.loads(line) for line in out.splitlines()]
    assert len(found) == 2 * len(problems()) >= 16
    assert any(one["answer"] for one in found)
    assert (code, err) == (3, "") or (code, err) == (0, "")


def test_a_case_has_no_place_for_gold() -> None:
    assert {field.name for field in fields(Case)} == {"ident", "question", "context", "place"}


def peeking(names: Iterable[str], rules: ContextRules, stdin: IO[bytes]) -> Iterator[Case | BadCase]:
    """The violation: the question is told what the line held as gold."""
    data = stdin.read()
    golds = [json.loads(line).get("answer", "") for line in data.splitlines()]
    for case, gold in zip(read_all(names, rules, BytesIO(data)), golds, strict=True):
        assert isinstance(case, Case)
        yield replace(case, question=f"{case.question} {gold}")


def test_a_reader_of_cases_that_peeks_is_seen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "read_all", peeking)
    assert {1, 2, 3, 4} <= set(differing(run))
