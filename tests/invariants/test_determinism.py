"""The same input gives the same bytes: in another process, hash seed, or number of workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from solver.api import attempt
from solver.trace import canonical_trace

ROOT = Path(__file__).parents[2]
PROBLEMS = ROOT / "tests" / "corpus" / "problems.toml"
CASES = 16
SETTINGS = (("0", "1"), ("1", "2"), ("4242", "1"), ("random", "2"))  # hash seed, jobs
REPEATS = 3
BY_HASH = "print(sorted({'apple', 'pear', 'plum', 'fig', 'lemon', 'melon'}, key=hash))"


def problems() -> list[dict[str, str]]:
    """Problems from all over the corpus, as cases of the command line, without gold."""
    cases = tomllib.loads(PROBLEMS.read_text("utf-8"))["case"]
    chosen = cases[:: max(1, len(cases) // CASES)]
    return [{"id": case["id"], "question": case["question"]} for case in chosen]


def run(arguments: Sequence[str], data: bytes, seed: str) -> bytes:
    """What a new process prints under this hash seed; its exit code and messages count too."""
    variables = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], input=data, capture_output=True, cwd=ROOT, env=variables, check=False
    )
    return b"\n".join((done.stdout, done.stderr, str(done.returncode).encode()))


def outputs(form: Sequence[str], settings: Sequence[tuple[str, str]] = SETTINGS) -> list[bytes]:
    """The output for all problems under each setting."""
    data = "\n".join(json.dumps(case) for case in problems()).encode()
    return [run(["-m", "solver", "attempt", "-", *form, "--jobs", jobs], data, seed) for seed, jobs in settings]


@pytest.fixture(scope="module")
def as_json() -> list[bytes]:
    return outputs(["--json"])


def test_the_bytes_do_not_depend_on_seed_or_jobs(as_json: list[bytes]) -> None:
    assert len(set(as_json)) == 1


def test_the_explanation_does_not_depend_on_seed_or_jobs() -> None:
    assert len(set(outputs(["--explain"], SETTINGS[:2]))) == 1


def test_the_problems_are_worth_comparing(as_json: list[bytes]) -> None:
    """Equal refusals, or one error for all, would say little."""
    *lines, messages, code = as_json[0].rstrip(b"\n").split(b"\n")
    found = [json.loads(line) for line in lines if line]
    assert [one["id"] for one in found] == [case["id"] for case in problems()]
    assert any(one["derivation"] for one in found)
    assert len(found) >= 15
    assert (messages, code in (b"0", b"3")) == (b"", True)


def test_attempts_in_one_process_do_not_change_each_other() -> None:
    texts = [case["question"] for case in problems()]
    first = {text: canonical_trace(attempt(text)) for text in texts}
    for _ in range(REPEATS):
        again = {text: canonical_trace(attempt(text)) for text in reversed(texts)}
        assert again == first


def test_an_order_that_comes_from_hashes_is_seen() -> None:
    """The violation: under these very seeds it must make a difference."""
    assert len({run(["-c", BY_HASH], b"", seed) for seed, _ in SETTINGS}) > 1


def test_a_message_or_an_exit_code_that_differs_is_seen() -> None:
    told = "import os, sys; sys.exit(int(os.environ['PYTHONHASHSEED']))"
    assert run(["-c", told], b"", "1") != run(["-c", told], b"", "2")
