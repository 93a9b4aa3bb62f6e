"""GSM8K through the path that users run: ``python -m benchmarks.gsm8k --slice practice``.

The directory (``--data`` or the environment's GSM8K_DIR) holds ``train.jsonl`` as
published (Cobbe et al. 2021) and ``slices.json``, which says which lines, counted
from 0, serve what. Only the slice ``practice`` may be read: of every other, ids,
outcomes and refusal kinds are all that is printed or stored.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.results import (
    ERROR,
    REFUSED,
    RIGHT,
    WRONG,
    Flip,
    Item,
    OrganItem,
    ResultsError,
    appending,
    fingerprint,
    flips,
    log_look,
    read_items,
    resume,
    write_item,
)
from benchmarks.tables import (
    as_object,
    by_depth,
    by_gold_steps,
    by_policy,
    by_survived,
    columns,
    grid,
    organ_table,
    refusals,
    render,
    render_organs,
)
from gate.governance import ANSWERING, decide
from models.expression import Apply, walk
from solver.__main__ import context_rules
from solver.api import attempt
from solver.cases import BadCase, Case, ContextRules, Place, read_case
from solver.jobs import WorkerLost, ordered
from solver.organs import FAILED
from solver.session import Opinion, ProblemAttemptSession

SLICES = ("practice", "proposal", "gauge", "train_sample")
READABLE = frozenset({"practice"})
LOGGED = frozenset({"gauge"})
CONTEXT = "collaborative_work"
SEALED = "sealed_eval"
GOLD_MARK = "####"
STEP_MARK = "<<"
RESULTS = Path(".results")


class BenchmarkError(ValueError):
    """The data are absent or not what they should be."""


@dataclass(frozen=True, slots=True)
class Task:
    """A case, and apart from it what it is graded by."""

    case: Case
    gold: Fraction
    gold_steps: int


@dataclass(frozen=True, slots=True)
class OrganFinding:
    """What one organ found, before it meets gold."""

    organ: str
    family: str
    answer: Fraction | None
    kind: str
    robust: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """What the engine found, before it meets gold."""

    answer: Fraction | None
    mode: str
    state: str
    kind: str
    robust: bool = False
    survived: int = 0
    tried: int = 0
    steps: int | None = None
    licensed: bool = False
    standing: str = ""
    organs: tuple[OrganFinding, ...] = ()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one slice and prints its figures; 0 done, 1 an attempt broke, 2 no data or usage."""
    options = _options(argv)
    try:
        return _run(options)
    except (BenchmarkError, ResultsError) as error:
        print(f"benchmarks.gsm8k: {error}", file=sys.stderr)
        return 2
    except WorkerLost as error:
        print(f"benchmarks.gsm8k: {error}; the same command resumes", file=sys.stderr)
        return 1


def _run(options: argparse.Namespace) -> int:
    tasks = load(_directory(options.data), options.slice, options.limit)
    before = _before(options.against)
    engine = fingerprint()
    path = options.results or RESULTS / f"{options.slice}.jsonl"
    items = run(tasks, path, {"fingerprint": engine, "slice": options.slice}, options.jobs)
    figures = summary(options.slice, engine, items)
    if options.slice in LOGGED:
        figures["look"] = log_look(path.with_name("looks.jsonl"), figures)
    changed = flips(before, items)
    whole = {**figures, "flips": [asdict(flip) for flip in changed]}
    print(json.dumps(whole) if options.json else text(items, changed))
    return 1 if figures["errors"] else 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gsm8k", description=__doc__, allow_abbrev=False)
    parser.add_argument("--slice", choices=SLICES, required=True)
    parser.add_argument("--data", type=Path, help="directory of train.jsonl and slices.json")
    parser.add_argument("--limit", type=_positive, help="only the first so many cases of the slice")
    parser.add_argument("--jobs", type=_positive, default=1, help="worker processes")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--against", type=Path, help="an earlier results file: list what flipped")
    parser.add_argument("--results", type=Path, help=f"results file (default {RESULTS}/SLICE.jsonl)")
    return parser.parse_args(argv)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"a positive whole number, not {text!r}")
    return int(text)


def _directory(given: Path | None) -> Path:
    named = given or (Path(os.environ["GSM8K_DIR"]) if os.environ.get("GSM8K_DIR") else None)
    if named is None:
        raise BenchmarkError("skipped: no GSM8K here; name its directory with --data or GSM8K_DIR")
    missing = [name for name in ("train.jsonl", "slices.json") if not (named / name).is_file()]
    if missing:
        raise BenchmarkError(f"skipped: {named} holds no {' and no '.join(missing)}")
    return named


def _before(path: Path | None) -> Mapping[str, Item]:
    if path is None:
        return {}
    if not path.is_file():
        raise BenchmarkError(f"{path} is no results file")
    return read_items(path)[1]


def slice_lines(lines: Sequence[int]) -> Sequence[int]:
    """The line numbers of a slice: two numbers are a half-open range, others a list."""
    return range(*lines) if len(lines) == 2 else lines


def load(directory: Path, name: str, limit: int | None) -> list[Task]:
    """The tasks of a slice in line order; BenchmarkError where a line is missing or malformed."""
    slices = json.loads((directory / "slices.json").read_text(encoding="utf-8"))
    if name not in slices:
        raise BenchmarkError(f"slices.json has no slice {name}")
    wanted = slice_lines(slices[name]["lines"])[:limit]
    rows = (directory / "train.jsonl").read_bytes().splitlines()
    if not wanted or max(wanted) >= len(rows):
        raise BenchmarkError(f"train.jsonl has {len(rows)} lines, slice {name} asks for others")
    rules = context_rules()
    return [_task(number, rows[number], rules) for number in wanted]


def _task(number: int, row: bytes, rules: ContextRules) -> Task:
    place = Place("train.jsonl", number + 1, f"line-{number}")
    case = read_case(row, place, rules)
    if isinstance(case, BadCase):
        raise BenchmarkError(case.error)
    solution = json.loads(row).get("answer")
    if not isinstance(solution, str):
        raise BenchmarkError(f"{place}: no gold answer")
    return Task(case, gold(solution), solution.count(STEP_MARK))


def gold(solution: str) -> Fraction:
    """The rational after ``####``, thousands separators dropped; BenchmarkError where there is none.

    >>> gold("half of it is 1,250. #### 1,250")
    Fraction(1250, 1)
    """
    _, mark, last = solution.rpartition(GOLD_MARK)
    try:
        return Fraction(last.strip().replace(",", "") if mark else "")
    except (ValueError, ZeroDivisionError) as error:
        raise BenchmarkError(f"no number after {GOLD_MARK}") from error


def run(tasks: Sequence[Task], path: Path, header: Mapping[str, str], jobs: int) -> list[Item]:
    """The items of all tasks; those that the same engine has in ``path`` are not run again."""
    done = resume(path, header)
    todo = [task for task in tasks if task.case.ident not in done]
    readable = header["slice"] in READABLE
    with appending(path) as stream:
        for number, (task, found) in enumerate(_findings(todo, jobs), start=1):
            done[task.case.ident] = grade(task, found, readable)
            write_item(stream, done[task.case.ident])
            _progress(number, len(todo))
    return [done[task.case.ident] for task in tasks]


def _findings(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Finding]]:
    """Only the case goes to the engine; gold stays here."""
    return zip(tasks, ordered(find, (task.case for task in tasks), jobs), strict=True)


def _progress(number: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{number} of {of}", end="\n" if number == of else "", file=sys.stderr, flush=True)


def find(case: Case) -> Finding:
    """One attempt; an engine that breaks is a finding of its own, with the error's type alone."""
    try:
        session = attempt(case.question, problem_id=case.ident, context=CONTEXT)
    except Exception as error:  # the last barrier: one broken case must not end a run over thousands
        return Finding(None, ERROR, "", f"internal_error:{type(error).__name__}")
    if any(opinion.refusal and opinion.refusal.kind == FAILED for opinion in session.organs):
        return Finding(None, ERROR, "", f"internal_error:{FAILED}")
    return _finding(session)


def _finding(session: ProblemAttemptSession) -> Finding:
    robustness = session.robustness
    return Finding(
        answer=session.answer,
        mode=session.mode.value,
        state=session.state.value,
        kind=session.refusal.kind if session.refusal else "",
        robust=session.answer is not None and robustness.complete,
        survived=robustness.survived,
        tried=robustness.tried,
        steps=_steps(session),
        licensed=decide(session.state, SEALED) in ANSWERING,
        standing=session.standing.value,
        organs=tuple(map(_organ, session.organs)),
    )


def _organ(opinion: Opinion) -> OrganFinding:
    kind = opinion.refusal.kind if opinion.refusal else ""
    robust = opinion.answer is not None and opinion.robustness.complete
    return OrganFinding(opinion.organ, opinion.family, opinion.answer, kind, robust)


def _steps(session: ProblemAttemptSession) -> int | None:
    """The operations of the first derivation of the answer, None where there is no answer."""
    rows = (c.derivations for c in session.candidates if c.answer == session.answer)
    first = next((derivations[0] for derivations in rows if derivations), None)
    return None if first is None else sum(isinstance(node, Apply) for node in walk(first))


def grade(task: Task, found: Finding, readable: bool) -> Item:
    """The item: right only where the answer equals gold as a rational."""
    return Item(
        id=task.case.ident,
        outcome=ERROR if found.mode == ERROR else _outcome(task, found.answer),
        mode=found.mode,
        state=found.state,
        kind=found.kind,
        robust=found.robust,
        survived=found.survived,
        tried=found.tried,
        steps=found.steps,
        gold_steps=task.gold_steps,
        answer=str(found.answer) if readable and found.answer is not None else None,
        licensed=found.licensed,
        standing=found.standing,
        organs=tuple(OrganItem(o.organ, o.family, _outcome(task, o.answer), o.kind, o.robust) for o in found.organs),
    )


def _outcome(task: Task, answer: Fraction | None) -> str:
    if answer is None:
        return REFUSED
    return RIGHT if answer == task.gold else WRONG


def summary(name: str, engine: str, items: Sequence[Item]) -> dict[str, Any]:
    """All figures of a run as a JSON object."""
    return {
        "slice": name,
        "fingerprint": engine,
        "n": len(items),
        "columns": [as_object(one) for one in columns(items)],
        "organs": [asdict(row) for row in organ_table(items)],
        "by_policy": [as_object(one) for one in by_policy(items)],
        "refusals": dict(refusals(items)),
        "by_depth": [as_object(one) for one in by_depth(items)],
        "by_gold_steps": [as_object(one) for one in by_gold_steps(items)],
        "by_survived": [as_object(one) for one in by_survived(items)],
        "errors": sum(item.outcome == ERROR for item in items),
    }


def text(items: Sequence[Item], changed: Sequence[Flip]) -> str:
    """The same figures as tables for a person, and the flips, if any."""
    kinds = [("refusals", "n"), *((kind, str(count)) for kind, count in refusals(items))]
    parts = [
        render("column", columns(items)),
        render_organs(organ_table(items)),
        render("verified, if it asked for", by_policy(items)),
        grid(kinds),
        render("depth of derivation", by_depth(items)),
        render("steps of gold", by_gold_steps(items)),
        render("survived/tried", by_survived(items)),
        *(["\n".join(f"{f.id}: {f.before} -> {f.after}" for f in changed)] if changed else []),
    ]
    return "\n\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())
