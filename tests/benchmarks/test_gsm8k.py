"""The GSM8K benchmark: grading, figures, privacy of texts, resuming, flips, looks."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from benchmarks import gsm8k
from benchmarks.gsm8k import BenchmarkError, gold, main, slice_lines
from benchmarks.results import Item, OrganItem, fingerprint, flips, read_items
from benchmarks.tables import by_gold_steps, by_policy, by_survived, columns, organ_table, refusals, render_organs
from models.expression import Apply, Given, Licence, Operation
from models.outcome import EpistemicState, Missing, Mode, Refusal
from models.units import Unit
from solver.organs import FAILED
from solver.session import Candidate, Opinion, ProblemAttemptSession, Robustness, Standing

SUM = Apply(Operation.ADD, (Given("a"), Given("b")), Licence("aggregate.and"))
SECRET = "walnut"
# Question, gold: what the fake engine makes of them is in its docstring.
ROWS = [
    ("answer 5 robust", "2+3=<<2+3=5>>5\n#### 5"),
    ("answer 1250 shaky", "#### 1,250"),
    ("answer 7 shaky", "<<1+1=2>>\n<<2+4=6>>\n#### 6"),
    ("refuse", "<<4+4=8>>\n#### 8"),
    ("break", "#### 1"),
]


class Engine:
    """An engine that does what its text says: ``answer N robust|shaky``, ``refuse`` or ``break``."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str, *, problem_id: str = "", context: str = "") -> ProblemAttemptSession:
        self.asked.append(problem_id)
        words = text.split()
        if words[0] == "break":
            raise RuntimeError(SECRET)
        return _answer(words, problem_id) if words[0] == "answer" else _refusal(text, problem_id)


def _answer(words: list[str], ident: str) -> ProblemAttemptSession:
    mode, state = Mode.PROVISIONAL_WORKING_ANSWER, EpistemicState.INFERRED
    value, kept = Fraction(words[1]), words[2] == "robust"
    candidate = Candidate(value, Unit(), state, "unique chain", (SUM,))
    robustness = Robustness((("signs", True), ("owners", kept)))
    organ = Opinion("R1", "chains", state, value, candidates=(candidate,), robustness=robustness)
    return ProblemAttemptSession(
        ident,
        SECRET,
        "R1",
        "",
        mode,
        state,
        value,
        Unit(),
        (candidate,),
        robustness=robustness,
        organs=(organ,),
        standing=Standing.ALONE,
    )


def _refusal(text: str, ident: str) -> ProblemAttemptSession:
    mode, state = Mode.REFUSE_UNSUPPORTED, EpistemicState.SCOPE_BOUNDARY
    refusal = Refusal("unknown_word", Missing.KNOWLEDGE, SECRET)
    organs = (Opinion("R1", "chains", state, refusal=refusal),)
    return ProblemAttemptSession(ident, text, "R1", "", mode, state, None, Unit(), refusal=refusal, organs=organs)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    found = Engine()
    monkeypatch.setattr(gsm8k, "attempt", found)
    monkeypatch.setattr(gsm8k, "fingerprint", lambda: "f" * 64)
    return found


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GSM8K_DIR", raising=False)
    rows = (json.dumps({"question": f"{q} {SECRET}", "answer": a}) for q, a in ROWS)
    (tmp_path / "train.jsonl").write_text("\n".join(rows))
    slices = {"practice": [0, 4], "gauge": [0, 4], "proposal": [4, 5], "train_sample": [0, 2, 3]}
    text = json.dumps({name: {"lines": lines} for name, lines in slices.items()})
    (tmp_path / "slices.json").write_text(text)
    return tmp_path


def _run(data: Path, capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    code = main([*argv, "--data", str(data), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_right_wrong_and_not_answered_by_column(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, figures = _run(data, capsys, "--slice", "practice")
    verified, licensed, provisional, robust = figures["columns"]
    assert code == 0
    assert [provisional[key] for key in ("right", "wrong", "not_answered", "n")] == [2, 1, 1, 4]
    assert (provisional["precision"], provisional["coverage"], provisional["floor"]) == (0.6667, 0.75, 0.0)
    assert [robust[key] for key in ("name", "right", "wrong", "not_answered")] == ["robust", 1, 0, 3]
    for none, name in ((verified, "verified"), (licensed, "licensed")):
        assert [none[key] for key in ("name", "right", "wrong", "not_answered")] == [name, 0, 0, 4]
    assert figures["refusals"] == {"unknown_word": 1}
    assert [(one["name"], one["right"], one["wrong"]) for one in figures["by_depth"]] == [("1", 2, 1)]
    assert [(one["name"], one["n"]) for one in figures["by_gold_steps"]] == [("0", 1), ("1", 2), ("2", 1)]
    assert [(one["name"], one["right"], one["wrong"]) for one in figures["by_survived"]] == [
        ("1/2", 1, 1),
        ("2/2", 1, 0),
    ]


@pytest.mark.parametrize("name", ["gauge", "train_sample", "proposal"])
def test_other_slices_print_and_store_no_text_and_no_answer(
    engine: Engine, data: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for form in ([], ["--json"]):
        main(["--slice", name, "--data", str(data), *form])
        out, err = capsys.readouterr()
        assert SECRET not in out + err
    stored = "".join(path.read_text() for path in (data / ".results").iterdir())
    assert SECRET not in stored
    assert all(item.answer is None for item in read_items(data / ".results" / f"{name}.jsonl")[1].values())


def test_practice_keeps_answers(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(data, capsys, "--slice", "practice")
    items = read_items(data / ".results" / "practice.jsonl")[1]
    assert [item.answer for item in items.values()] == ["5", "1250", "7", None]


def test_an_interrupted_run_resumes(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(data, capsys, "--slice", "practice", "--limit", "2")
    path = data / ".results" / "practice.jsonl"
    path.write_text(path.read_text() + '{"id": "line-2", "outc')
    _, figures = _run(data, capsys, "--slice", "practice")
    assert engine.asked == ["line-0", "line-1", "line-2", "line-3"]
    assert figures["n"] == 4
    assert list(read_items(path)[1]) == engine.asked


def test_another_engine_starts_afresh_and_keeps_the_old_results(
    engine: Engine, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _run(data, capsys, "--slice", "practice")
    monkeypatch.setattr(gsm8k, "fingerprint", lambda: "e" * 64)
    old = data / ".results" / f"practice.{'f' * 12}.jsonl"
    _run(data, capsys, "--slice", "practice")
    assert len(engine.asked) == 8
    assert len(read_items(old)[1]) == 4


def test_each_run_over_gauge_is_a_look(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    looks = [_run(data, capsys, "--slice", "gauge")[1]["look"] for _ in range(2)]
    rows = [json.loads(line) for line in (data / ".results" / "looks.jsonl").read_text().splitlines()]
    assert looks == [row["look"] for row in rows] == [1, 2]
    assert {row["fingerprint"] for row in rows} == {"f" * 64}
    assert rows[0]["columns"][2]["right"] == 2
    _run(data, capsys, "--slice", "practice")
    assert len((data / ".results" / "looks.jsonl").read_text().splitlines()) == 2


def test_a_broken_attempt_is_counted_and_told(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, figures = _run(data, capsys, "--slice", "proposal")
    assert (code, figures["errors"], figures["refusals"]) == (1, 1, {"internal_error:RuntimeError": 1})
    assert figures["columns"][2]["not_answered"] == 1


def test_flips_against_an_earlier_run(engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(data, capsys, "--slice", "practice", "--results", "old.jsonl")
    text = (data / "train.jsonl").read_text()
    changed = (
        text.replace("refuse", "answer 8 shaky").replace("1250 shaky", "1250 robust").replace("answer 7", "refuse")
    )
    (data / "train.jsonl").write_text(changed)
    _, figures = _run(data, capsys, "--slice", "practice", "--against", "old.jsonl")
    assert [(one["id"], one["before"], one["after"]) for one in figures["flips"]] == [
        ("line-1", "right", "right (robust)"),
        ("line-2", "wrong", "refused"),
        ("line-3", "refused", "right"),
    ]


@pytest.mark.parametrize(
    "argv", [["--data", "nowhere"], [], ["--against", "absent.jsonl"], ["--against", "other.jsonl"]]
)
def test_without_data_it_says_so(
    data: Path, capsys: pytest.CaptureFixture[str], argv: list[str], engine: Engine
) -> None:
    given = ["--data", str(data)] if "--against" in argv else []
    (data / "other.jsonl").write_text('{"look": 1}\n')
    assert main(["--slice", "practice", *given, *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "skipped" in err or "no results file" in err


@pytest.mark.parametrize(
    ("solution", "value"),
    [("x #### 1,250", Fraction(1250)), ("#### -3", Fraction(-3)), ("#### 2.50", Fraction(5, 2))],
)
def test_gold_is_a_rational(solution: str, value: Fraction) -> None:
    assert gold(solution) == value


@pytest.mark.parametrize("solution", ["", "12", "####", "#### many", "#### 1/0"])
def test_what_is_no_gold_is_refused(solution: str) -> None:
    with pytest.raises(BenchmarkError):
        gold(solution)


def test_two_numbers_are_a_range_and_more_a_list() -> None:
    assert list(slice_lines([3, 6])) == [3, 4, 5]
    assert list(slice_lines([3, 6, 9])) == [3, 6, 9]


def _item(ident: str, outcome: str, robust: bool = False) -> Item:
    kind = "unknown_word" if outcome == "refused" else ""
    return Item(ident, outcome, "", "", kind, robust, 2 if robust else 1, 2, 1, 3)


def test_figures_over_items() -> None:
    items = [*(_item(str(n), "right", True) for n in range(657)), _item("w", "wrong"), _item("r", "refused")]
    _, _, provisional, robust = columns(items)
    assert (robust.right, robust.wrong, robust.not_answered, robust.n) == (657, 0, 2, 659)
    assert robust.floor >= 0.99 > provisional.floor
    assert provisional.precision == Fraction(657, 658)
    assert provisional.coverage == Fraction(658, 659)
    assert refusals(items) == (("unknown_word", 1),)
    assert [one.name for one in by_survived(items)] == ["1/2", "2/2"]
    assert [(one.name, one.n) for one in by_gold_steps(items)] == [("3", 659)]


def test_no_trials_have_no_precision() -> None:
    for one in columns([_item("r", "refused")]):
        assert (one.precision, one.coverage) == (None, Fraction(0))


def _meeting(ident: str, standing: str, *outcomes: str) -> Item:
    """An item on which R1, R2, R3 in turn have these outcomes."""
    found = zip(("R1", "R2", "R3"), ("chains", "relations", "relations"), outcomes, strict=False)
    organs = tuple(OrganItem(name, family, outcome, "", False) for name, family, outcome in found)
    return replace(_item(ident, "refused"), standing=standing, organs=organs)


def test_the_organ_table_tells_who_is_right() -> None:
    rows = organ_table(
        [
            _meeting("a", "alone", "right", "refused"),
            _meeting("b", "alone", "refused", "wrong"),
            _meeting("c", "alone", "refused", "refused", "right"),
            _meeting("d", "verified", "right", "right"),
            _meeting("e", "not_robust", "wrong", "wrong", "wrong"),
            _meeting("f", "disagree", "right", "wrong"),
            _meeting("g", "disagree", "wrong", "right"),
            _meeting("h", "disagree", "wrong", "wrong"),
            _meeting("i", "objection", "wrong", "refused"),
            _meeting("j", "none", "refused", "refused"),
        ]
    )
    assert [(r.name, r.n, r.right, r.wrong, r.split, r.right_of) for r in rows] == [
        ("agree, not_robust: chains, relations", 1, 0, 1, 0, {}),
        ("agree, verified: chains, relations", 1, 1, 0, 0, {"R1": 1, "R2": 1}),
        ("chains only", 1, 1, 0, 0, {"R1": 1}),
        ("disagree: chains, relations", 3, 0, 1, 2, {"R1": 1, "R2": 1}),
        ("none", 1, 0, 0, 0, {}),
        ("objection: chains", 1, 0, 1, 0, {}),
        ("relations only", 2, 1, 1, 0, {"R3": 1}),
    ]
    assert "R1 1, R2 1" in render_organs(rows)


@pytest.mark.parametrize(
    ("robust", "standing", "counts"),
    [
        ((True, False), "verified", [1, 0, 0, 1, 1]),
        ((False, True), "not_robust", [0, 1, 0, 1, 1]),
        ((True, True), "verified", [1, 1, 1, 1, 1]),
        ((False, False), "not_robust", [0, 0, 0, 0, 1]),
        ((True, True), "value_only", [0, 0, 0, 0, 0]),
        ((True, True), "disagree", [0, 0, 0, 0, 0]),
    ],
)
def test_what_each_policy_would_verify(robust: tuple[bool, bool], standing: str, counts: list[int]) -> None:
    organs = (
        OrganItem("R1", "chains", "right", "", robust[0]),
        OrganItem("R2", "relations", "right", "", robust[1]),
        OrganItem("R3", "relations", "refused", "", False),
    )
    item = replace(_item("a", "right"), standing=standing, organs=organs)
    assert [one.right for one in by_policy([item])] == counts


def test_organs_are_graded_stored_and_read_again(
    engine: Engine, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, figures = _run(data, capsys, "--slice", "gauge")
    items = read_items(data / ".results" / "gauge.jsonl")[1]
    assert [item.organs for item in items.values()] == [
        (OrganItem("R1", "chains", "right", "", True),),
        (OrganItem("R1", "chains", "right", "", False),),
        (OrganItem("R1", "chains", "wrong", "", False),),
        (OrganItem("R1", "chains", "refused", "unknown_word", False),),
    ]
    assert [(row["name"], row["right"], row["wrong"]) for row in figures["organs"]] == [
        ("chains only", 2, 1),
        ("none", 0, 0),
    ]


def test_an_organ_that_breaks_is_an_error(
    engine: Engine, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Opinion("R2", "relations", EpistemicState.UNDETERMINED, refusal=Refusal(FAILED, Missing.SKILL, "x"))

    def attempt(text: str, **keys: str) -> ProblemAttemptSession:
        return replace(_answer(text.split(), keys["problem_id"]), organs=(broken,))

    monkeypatch.setattr(gsm8k, "attempt", attempt)
    code, figures = _run(data, capsys, "--slice", "practice", "--limit", "1")
    assert (code, figures["refusals"]) == (1, {"internal_error:reader_failed": 1})


def test_an_item_of_before_organs_is_read(tmp_path: Path) -> None:
    old = {k: v for k, v in asdict(_item("a", "right")).items() if k not in ("licensed", "standing", "organs")}
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps({"fingerprint": "f", "slice": "practice"}) + "\n" + json.dumps(old) + "\n")
    assert read_items(path)[1] == {"a": _item("a", "right")}


def test_only_cases_of_both_runs_flip() -> None:
    before = {"a": _item("a", "right"), "b": _item("b", "refused")}
    found = flips(before, [_item("a", "right"), _item("b", "wrong"), _item("c", "wrong")])
    assert [(one.id, one.before, one.after) for one in found] == [("b", "refused", "wrong")]


def test_the_fingerprint_is_that_of_sources_and_packs(tmp_path: Path) -> None:
    pack = tmp_path / "readers" / "packs" / "words.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text("a = 1")
    first = fingerprint(tmp_path)
    (tmp_path / "readers" / "__pycache__").mkdir()
    (tmp_path / "readers" / "__pycache__" / "x.pyc").write_bytes(b"1")
    (tmp_path / "README.md").write_text("no part of the engine")
    assert fingerprint(tmp_path) == first
    pack.write_text("a = 2")
    assert fingerprint(tmp_path) != first
