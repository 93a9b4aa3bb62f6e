"""CPU time of the models per number of quantities: ``python -m benchmarks.speed [--json]``.

Three paths over the same synthetic problems: forest and count by dynamic programming; the
whole enumeration (that, CP-SAT, expressions, comparison of the two counts); the slot model
with default parameters. Figures are medians over the problems, each timed as the shortest
of a few rounds. Then whole attempts at a few texts, and cold starts in child processes.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from time import process_time

from benchmarks.slot_model import solve_slots
from benchmarks.synthetic import draw_problem
from models.chain import ChainProblem
from models.count import count_derivations
from models.enumeration import enumerate_chains
from models.forest import grow_forest
from solver.api import attempt

SIZES = (3, 4, 5, 6)
PROBLEMS = 60
SLOT_PROBLEMS = {3: 60, 4: 60, 5: 30, 6: 8}
"""The slot model takes seconds at six quantities: fewer problems, the first of the same ones."""
NOT_ANSWERED = 3
"""Exit code of the command line where a case is refused."""
ROUNDS = 3
REPEATS = 5
"""Calls in a round, so that the clock's grain does not show."""


TEXTS = {
    "rate": "Each pencil costs 3 dollars. Mara buys 4 pencils. How many dollars does Mara pay?",
    "events": "Ines has 9 shells. She finds 6 more shells and gives 4 shells to Tom. "
    "How many shells does Ines have now?",
    "chain": "There are 3 shelves. Each shelf holds 4 boxes. Each box holds 6 candles. "
    "Each candle costs 2 dollars. How many dollars do all the candles cost?",
    "refused": "Ugo walks to the lake with some friends. How many friends walk to the lake?",
}
COLD = {
    "import models.enumeration": ["-c", "import models.enumeration"],
    "solver --help": ["-m", "solver", "--help"],
    "solver attempt": ["-m", "solver", "attempt", "-"],
}


@dataclass(frozen=True)
class Row:
    """Medians in milliseconds of CPU at one number of quantities, and their ratios."""

    quantities: int
    count_ms: float
    cp_sat_ms: float
    slot_ms: float
    cp_sat_per_count: float
    slot_per_cp_sat: float
    chains: float


def cpu_ms(call: Callable[[], object], repeats: int, rounds: int) -> float:
    """Milliseconds of CPU of one call: the least over rounds of the mean over repeats.

    User and system time together: user time alone comes in ticks too coarse for one call.
    """
    best = inf
    for _ in range(rounds):
        before = process_time()
        for _ in range(repeats):
            call()
        best = min(best, process_time() - before)
    return 1000 * best / repeats


def measure(size: int) -> Row:
    """One row; the ratio to the slot model is taken on the problems that it was given."""
    problems = [draw_problem(seed, size) for seed in range(PROBLEMS)]
    count = [cpu_ms(partial(_count, p), REPEATS, ROUNDS) for p in problems]
    solved = [cpu_ms(partial(enumerate_chains, p), REPEATS, ROUNDS) for p in problems]
    slots = [cpu_ms(partial(solve_slots, p), 1, 1) for p in problems[: SLOT_PROBLEMS[size]]]
    return Row(
        quantities=size,
        count_ms=statistics.median(count),
        cp_sat_ms=statistics.median(solved),
        slot_ms=statistics.median(slots),
        cp_sat_per_count=statistics.median(s / c for s, c in zip(solved, count, strict=True)),
        slot_per_cp_sat=statistics.median(t / s for t, s in zip(slots, solved, strict=False)),
        chains=statistics.median(_count(p) for p in problems),
    )


def _count(problem: ChainProblem) -> int:
    return count_derivations(grow_forest(problem))


def attempts() -> dict[str, float]:
    """Milliseconds of a whole warm attempt at each text, by the kind of text and its outcome."""
    found = {}
    for name, text in TEXTS.items():
        mode = attempt(text).mode.value
        found[f"{name} ({mode})"] = cpu_ms(partial(attempt, text), REPEATS, ROUNDS)
    return found


def cold_ms(arguments: list[str]) -> float:
    """CPU of one fresh interpreter, given one case; CalledProcessError where it crashes."""
    case = json.dumps({"id": "cold", "question": TEXTS["rate"]})
    before = _children()
    done = subprocess.run([sys.executable, *arguments], input=case, text=True, stdout=subprocess.DEVNULL)
    if done.returncode not in (0, NOT_ANSWERED):
        done.check_returncode()
    return 1000 * (_children() - before)


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cold_starts() -> dict[str, float]:
    """Milliseconds of each cold start, the least of a few."""
    return {name: min(cold_ms(command) for _ in range(ROUNDS)) for name, command in COLD.items()}


def table(rows: list[Row], others: dict[str, float]) -> str:
    """The report for a person."""
    head = " n  chains  count ms  CP-SAT ms   slot ms  CP/count  slot/CP"
    lines = [head] + [
        f"{r.quantities:>2} {r.chains:>7.1f} {r.count_ms:>9.3f} {r.cp_sat_ms:>10.3f} {r.slot_ms:>9.1f}"
        f" {r.cp_sat_per_count:>9.2f} {r.slot_per_cp_sat:>8.1f}"
        for r in rows
    ]
    return "\n".join(lines + [f"{name}: {value:.1f} ms" for name, value in others.items()])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    rows, warm, cold = [measure(size) for size in SIZES], attempts(), cold_starts()
    if options.json:
        report = {"rows": [asdict(row) for row in rows], "attempt_ms": warm, "cold_start_ms": cold}
        print(json.dumps(report))
    else:
        print(table(rows, {**warm, **cold}))


if __name__ == "__main__":
    main()
