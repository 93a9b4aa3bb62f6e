"""The command line: output, exit codes, what may and may not be shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import ModuleType

import pytest

from gate.governance import govern_response, required_disclosures
from models.chain import ChainProblem, Target
from models.expression import Apply, Given, Licence, Operation
from models.outcome import EpistemicState, Missing, Mode, Refusal
from models.quantity import Problem, Quantity, Question, Reading
from models.span import Span
from models.units import Unit
from solver import report
from solver.__main__ import context_rules
from solver.cli import main, worst
from solver.jobs import WorkerLost, ordered
from solver.report import UnsoundSession, amount, to_object
from solver.session import Candidate, Certificate, Opinion, ProblemAttemptSession, Robustness
from solver.trace import trace_hash

ROOT = Path(__file__).parents[2]
KEYS = [
    *("id", "mode", "state", "answer", "unit", "display", "disclosures", "candidates", "refusal", "class"),
    *("licence", "robustness", "organs", "derivation", "certificate", "trace"),
]
HATS = Unit.of("hat")
SUM = Apply(Operation.ADD, (Given("q0"), Given("q1")), Licence("aggregate.altogether", Span(0, 3)))
TWICE = Apply(Operation.MULTIPLY, (SUM, Given("q2")), Licence("unit.composition"))
STATES = {
    "sum": EpistemicState.INFERRED,
    "two": EpistemicState.AMBIGUOUS,
    "none": EpistemicState.SCOPE_BOUNDARY,
}
Run = Callable[..., tuple[int, str, str]]


def _problem(text: str) -> Problem:
    question = Question(Span(0, len(text)), HATS, ("hat",), "total")
    values = (3, Fraction(1, 2), 2)
    units = (HATS, HATS, Unit())
    given = tuple(Quantity(f"q{i}", Fraction(values[i]), units[i], Span(i, i + 1)) for i in range(3))
    return Problem("R1", text, Reading("R1", given, (), question, (), ChainProblem((), Target(HATS))))


def _candidates(word: str) -> tuple[Candidate, ...]:
    values = {"sum": (7,), "two": (7, 1)}.get(word, ())
    return tuple(Candidate(Fraction(v), HATS, STATES[word], "unique chain", (TWICE,)) for v in values)


def fake_attempt(text: str, *, problem_id: str = "", context: str = "collaborative_work") -> ProblemAttemptSession:
    """An engine whose outcome is the first word of the text."""
    word = text.split()[0]
    if word == "break":
        raise RuntimeError("out of luck")
    state = STATES[word]
    policy = govern_response(state, False, context)
    answers = policy.mode in report.ANSWERING
    problem = _problem(text)
    robustness = Robustness((("signs", True), ("owners", False)))
    found = Fraction(7) if word == "sum" else None
    organ = Opinion("R1", "chains", state, found, HATS, None, _candidates(word), (), robustness, problem=problem)
    return ProblemAttemptSession(
        problem_id=problem_id,
        text=text,
        reader="R1",
        context=context,
        mode=policy.mode,
        state=state,
        answer=Fraction(7) if answers else None,
        unit=HATS,
        candidates=_candidates(word),
        refusal=None if answers else Refusal("not_settled", Missing.AMBIGUITY, "two readings.", (Span(0, 3),)),
        robustness=robustness,
        certificate=Certificate(1, 1),
        problem=problem,
        disclosures=required_disclosures(policy),
        organs=(organ,),
        next_action="" if answers else "Say which.",
    )


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line on the fake engine; ``stdin`` is bytes; exit code, stdout, stderr."""
    engine = ModuleType("solver.api")
    engine.attempt = fake_attempt  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "solver.api", engine)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)

    def run_it(*argv: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        code = main(argv, context_rules())
        out, err = capsys.readouterr()
        return code, out, err

    return run_it


def _lines(*questions: str, **keys: object) -> bytes:
    return b"\n".join(json.dumps({"question": q, **keys}).encode() for q in questions)


def test_the_object_has_the_keys_of_the_contract_in_order(run: Run) -> None:
    code, out, err = run("attempt", "-", "--json", stdin=_lines("sum of hats", "two hats", "none"))
    found = [json.loads(line) for line in out.splitlines()]
    assert [list(one) for one in found] == [KEYS] * 3
    assert (code, err) == (3, "")


def test_an_answer_in_full(run: Run) -> None:
    code, out, _ = run("attempt", "-", "--json", stdin=_lines("sum of hats"))
    found = json.loads(out)
    assert code == 0
    assert (found["answer"], found["unit"], found["refusal"], found["class"]) == ("7", "hat", None, None)
    assert found["display"] == "[approximate] Provisional, not independently verified: 7 hat"
    assert found["licence"] == {"action": "serve", "reliability": None, "theta": 0.99, "source": "none"}
    assert found["robustness"] == {"survived": 1, "tried": 2, "by_family": {"owners": False, "signs": True}}
    (organ,) = found["organs"]
    assert [organ[key] for key in ("reader", "outcome", "answer")] == ["R1", "answer", "7"]
    assert [organ[key] for key in ("family", "state", "unit", "refusal")] == ["chains", "inferred", "hat", None]
    assert organ["robustness"] == found["robustness"]
    assert organ["derivation"][1] == {
        "op": "multiply",
        "values": ["7/2", "2"],
        "result": "7",
        "unit": "hat",
        "licence": "unit.composition",
    }
    first, second = found["derivation"]
    assert first == {
        "op": "add",
        "operands": ["q0", "q1"],
        "result": "7/2",
        "unit": "hat",
        "licence": {"entry": "aggregate.altogether", "span": [0, 3]},
        "values": ["3", "1/2"],
    }
    assert (second["operands"], second["values"]) == (["s0", "q2"], ["7/2", "2"])
    assert second["licence"] == {"entry": "unit.composition", "span": None}
    assert found["trace"] == trace_hash(fake_attempt("sum of hats", problem_id="line-0"))
    assert found["certificate"] == {"cp_sat": 1, "dynamic_programming": 1}


@pytest.mark.parametrize("question", ["sum of hats", "two hats", "none"])
@pytest.mark.parametrize("context", context_rules().strictest_first)
def test_answer_candidates_and_refusal_follow_the_mode(run: Run, question: str, context: str) -> None:
    code, out, _ = run("attempt", "-", "--json", "--context", context, stdin=_lines(question))
    found = json.loads(out)
    answers = found["mode"] in ("verified_answer", "provisional_working_answer")
    assert (found["answer"] is not None, found["refusal"] is None, code == 0) == (answers,) * 3
    assert answers or found["derivation"] == []
    if found["mode"] in ("multiple_candidates", "clarify"):
        assert [one["answer"] for one in found["candidates"]] == ["7", "1"]


@pytest.mark.parametrize("context", ["sealed_eval", "safety_critical"])
def test_a_strict_refusal_lets_no_answer_slip(run: Run, context: str) -> None:
    for extra in ([], ["--json"], ["--explain"]):
        _, out, _ = run("attempt", "-", "--context", context, *extra, stdin=_lines("sum of hats"))
        shown = json.loads(out) if extra == ["--json"] else {}
        assert "7 hat" not in out
        assert shown.get("candidates", []) == shown.get("derivation", []) == []
        assert all(organ["answer"] is None and not organ["derivation"] for organ in shown.get("organs", []))


def test_a_refusal_says_what_can_be_done(run: Run) -> None:
    _, out, _ = run("attempt", "-", "--json", stdin=_lines("none"))
    assert json.loads(out)["refusal"] == {
        "kind": "not_settled",
        "missing": "ambiguity",
        "spans": [[0, 3]],
        "next_action": "Say which.",
    }


def test_a_person_reads_the_disclosure_first_and_the_steps_on_demand(run: Run) -> None:
    _, out, _ = run("attempt", "-", "--explain", stdin=_lines("sum of hats", "two hats"))
    assert out.splitlines() == [
        "line-0: [approximate] Provisional, not independently verified: 7 hat",
        '  1. add 3, 0.5 = 3.5 hat   by aggregate.altogether, "sum"',
        "  2. multiply 3.5 (step 1), 2 = 7 hat   by unit.composition",
        "line-1: Please clarify (not_settled): two readings.",
    ]


def test_several_candidates_are_shown_as_what_they_are(run: Run) -> None:
    _, out, _ = run("attempt", "-", "--context", "tutoring", stdin=_lines("two hats"))
    assert out.startswith("line-0: [approximate] Not settled, each of these is only possible: 7 hat; 1 hat. ")


def test_gold_and_claim_change_no_byte(run: Run) -> None:
    plain = run("attempt", "-", "--json", "--explain", stdin=_lines("sum of hats", "two hats", "none"))
    for value in (5, 6, "#### 5", "nonsense", None, {"deep": [1]}):
        data = _lines("sum of hats", "two hats", "none", answer=value, claim=value)
        assert run("attempt", "-", "--json", "--explain", stdin=data) == plain


def test_the_stricter_of_case_and_command_line_wins(run: Run) -> None:
    data = _lines("sum of hats", context="sealed_eval") + b"\n" + _lines("sum of hats", context="research")
    _, out, _ = run("attempt", "-", "--json", "--context", "tutoring", stdin=data)
    modes = [json.loads(line)["mode"] for line in out.splitlines()]
    assert modes == ["refuse_unsupported", "provisional_working_answer"]


def test_a_bad_line_stands_in_its_place(run: Run) -> None:
    data = _lines("sum of hats") + b"\n{\n" + _lines("sum of hats")
    code, out, err = run("attempt", "-", "--json", stdin=data)
    first, bad, last = map(json.loads, out.splitlines())
    assert (code, first["id"], last["id"]) == (2, "line-0", "line-2")
    assert list(bad) == ["id", "line", "error"]
    assert (bad["id"], bad["line"]) == ("line-1", 2)
    assert bad["error"].startswith("stdin, line 2: not JSON")
    assert bad["error"] in err


def test_a_broken_case_is_named_and_the_others_are_done(run: Run) -> None:
    code, out, err = run("attempt", "-", "--json", stdin=_lines("break it", "sum of hats", "") + b"\n")
    broken, done, bad = map(json.loads, out.splitlines())
    assert (code, done["answer"], bad["id"]) == (1, "7", "line-2")
    assert "internal error in case line-0: RuntimeError: out of luck" in broken["error"]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 2, 0], 2), ([2, 4, 3], 4), ([4, 2, 1, 3, 0], 1)],
)
def test_precedence_of_exit_codes(codes: list[int], code: int) -> None:
    assert worst(codes) == code


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["attempt"],
        ["attempt", "--context", "practice", "-"],
        ["attempt", "--context", "lax", "-"],
        ["attempt", "--jobs", "0", "-"],
        ["attempt", "--jobs", "two", "-"],
        ["attempt", "--exam"],
        ["attempt", "--example", "-"],
        ["attempt", "absent.json"],
        ["attempt", "-"],
        ["divine", "-"],
    ],
)
def test_usage_and_bad_input_exit_with_two(run: Run, argv: list[str]) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err


def test_many_files_are_done_in_order(run: Run, tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": name, "question": "sum of hats"}))
    _, out, _ = run("attempt", "b.json", "a.json", "b.json")
    assert [line.split(":")[0] for line in out.splitlines()] == ["b", "a", "b"]


@pytest.mark.parametrize("no_color", [True, False])
def test_colour_is_for_terminals_that_want_it(run: Run, monkeypatch: pytest.MonkeyPatch, no_color: bool) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    _, out, _ = run("attempt", "-", stdin=_lines("sum of hats"))
    assert ("\x1b[" in out) is not no_color
    assert "\x1b" not in run("attempt", "-", "--json", stdin=_lines("sum of hats"))[1]


def test_a_session_that_contradicts_itself_is_not_put_out() -> None:
    sound = fake_attempt("sum of hats")
    for broken in (
        _with(sound, answer=None),
        _with(sound, refusal=Refusal("x", Missing.SKILL, "")),
        _with(sound, mode=Mode.CLARIFY),
        _with(fake_attempt("none"), refusal=None),
    ):
        with pytest.raises(UnsoundSession):
            to_object(broken, True)


def _with(session: ProblemAttemptSession, **changes: object) -> ProblemAttemptSession:
    fields = {name: getattr(session, name) for name in ProblemAttemptSession.__slots__}
    return ProblemAttemptSession(**{**fields, **changes})


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (Fraction(125), Unit(), "125"),
        (Fraction(-7, 2), Unit.of("dollar"), "-3.5 dollar"),
        (Fraction(1, 3), HATS, "1/3 hat"),
        (Fraction(1, 10**6), Unit(), "0.000001"),
        (Fraction(1, 10**7), Unit(), "1/10000000"),
        (Fraction(60), Unit.of("mile") / Unit.of("hour"), "60 mile per hour"),
    ],
)
def test_amounts_are_shown_exactly(value: Fraction, unit: Unit, shown: str) -> None:
    assert amount(value, unit) == shown


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_keeps_its_order(jobs: int) -> None:
    assert list(ordered(abs, range(-60, 5), jobs)) == [abs(n) for n in range(-60, 5)]


def test_a_killed_worker_is_told_and_not_waited_for() -> None:
    with pytest.raises(WorkerLost):
        list(ordered(os._exit, [3], 2))


def _solver(*argv: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "solver", *argv]
    variables = {**os.environ, **environment}
    return subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, env=variables, check=False)


def test_help_leaves_the_engine_alone() -> None:
    code = (
        "import sys; from solver.__main__ import context_rules; from solver.cli import main\n"
        "assert main(['attempt', '--help'], context_rules()) == 0\n"
        "heavy = {'ortools', 'sympy', 'networkx', 'multiprocessing', 'solver.api', 'readers'}\n"
        "sys.exit(sorted(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_examples_give_the_same_bytes_whatever_the_jobs_and_the_hash_seed() -> None:
    runs = [
        _solver("attempt", "--example", "--json", "--jobs", jobs, PYTHONHASHSEED=seed)
        for jobs, seed in (("1", "0"), ("2", "1"))
    ]
    assert runs[0].stdout == runs[1].stdout
    assert [list(json.loads(line)) for line in runs[0].stdout.splitlines()] == [KEYS] * 8
    assert {done.returncode for done in runs} <= {0, 3}


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "solver", "attempt", "-", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"{\n" * 3000)
        process.stdin.close()
        assert process.wait(timeout=60) == 2
