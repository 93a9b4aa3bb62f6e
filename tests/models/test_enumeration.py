"""CP-SAT over the forest: nothing lost, nothing twice, and a loud end where that fails."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version

import pytest
from ortools.sat.python import cp_model_helper as cp

from benchmarks.slot_model import DIVIDE, MULTIPLY, solve_slots
from benchmarks.synthetic import draw_problem
from models import enumeration
from models.canonical import canonical
from models.chain import ChainProblem, Family
from models.count import count_derivations
from models.enumeration import CountMismatch, SolverFailure, enumerate_chains, solve_forest
from models.forest import ChainOverflow, Forest, grow_forest
from models.units import Unit

MANY = dict.fromkeys(Family, 1)


def several(seed: int, size: int = 5) -> ChainProblem:
    """A problem with more than one derivation."""
    return replace(draw_problem(seed, size), caps=MANY)


def test_the_pinned_solver_has_the_interface_that_is_used() -> None:
    assert version("ortools") == "9.15.6755"
    assert {"set_parameters", "add_solution_callback", "clear_solution_callback", "solve"} <= set(dir(cp.SolveWrapper))
    assert {"SolutionBooleanValue", "StopSearch"} <= set(dir(cp.SolutionCallback))
    assert cp.OPTIMAL.name == "OPTIMAL" and cp.INFEASIBLE.name == "INFEASIBLE"


def test_the_solver_comes_without_pandas_and_numpy() -> None:
    code = "import sys, models.enumeration; print({'pandas', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_drawn_problems_have_a_derivation_and_equal_counts(size: int) -> None:
    """Up to one of the draws at six quantities multiplies two amounts of one unit: refused."""
    empty = 0
    for seed in range(15):
        result = enumerate_chains(draw_problem(seed, size))
        assert result.cp_sat == result.dynamic_programming == len(result.expressions)
        strings = [canonical(expression) for expression in result.expressions]
        assert strings == sorted(set(strings))
        empty += not strings
    assert empty <= (size == 6)


def test_no_derivation_is_no_failure() -> None:
    given = draw_problem(1, 3)
    result = enumerate_chains(replace(given, target=replace(given.target, unit=Unit.of("moon"))))
    assert (result.expressions, result.cp_sat, result.dynamic_programming) == ((), 0, 0)


def test_a_lost_solution_is_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "solve_forest", lambda forest: solve_forest(forest)[1:])
    with pytest.raises(CountMismatch) as raised:
        enumerate_chains(draw_problem(0, 4))
    assert raised.value.cp_sat == raised.value.dynamic_programming - 1


def test_too_many_chains_are_refused_not_cut() -> None:
    given = several(7)
    count = count_derivations(grow_forest(given))
    assert count > 1
    assert len(enumerate_chains(replace(given, max_chains=count)).expressions) == count
    with pytest.raises(ChainOverflow):
        enumerate_chains(replace(given, max_chains=count - 1))


def test_a_search_that_proves_nothing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = enumeration._parameters()
    stopped.max_deterministic_time = 0.0
    monkeypatch.setattr(enumeration, "_parameters", lambda: stopped)
    with pytest.raises(SolverFailure):
        enumerate_chains(several(4))


def test_one_worker_is_used_because_two_lose_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the solver may have been mended, and the parameters may be weighed anew."""
    parallel = enumeration._parameters()
    parallel.num_workers = 2
    forests = [grow_forest(several(seed)) for seed in range(40)]
    counts = [count_derivations(forest) for forest in forests]
    assert [_number_found(forest) for forest in forests] == counts
    monkeypatch.setattr(enumeration, "_parameters", lambda: parallel)
    assert [_number_found(forest) for forest in forests] != counts


def _number_found(forest: Forest) -> int:
    """Solutions, or -1 where the solver ends without a proof."""
    try:
        return len(solve_forest(forest))
    except SolverFailure:
        return -1


@pytest.mark.parametrize("presolve", [True, False])
def test_the_slot_model_finds_a_product_of_three(presolve: bool) -> None:
    """The naive twin orders its steps: a chain of two products has several step sequences."""
    given = next(p for p in (draw_problem(seed, 3) for seed in range(50)) if not p.caps and _rates(p) == 2)
    status, steps = solve_slots(given, presolve)
    assert status == "OPTIMAL"
    assert {operator for chain in steps for operator, _, _ in chain} <= {MULTIPLY, DIVIDE}
    assert len(steps) == len(set(steps)) > 1


def _rates(given: ChainProblem) -> int:
    return sum(leaf.unit.is_rate for leaf in given.leaves)
