"""The first selection by backtracking, against CP-SAT with weights and against trying everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model_helper as cp

from models.selection import Choice, Constraint, Cover, Forbid, Pick, Require, SelectionProblem, first_selection

LARGEST = 2**31 - 1
EXAMPLES = 260
TRIED = 3_000


def by_cp_sat(problem: SelectionProblem, fixed: Mapping[str, int] | None = None) -> tuple[int, ...] | None:
    """The first selection: minimal as a number in mixed radix, as many places at once as weights allow."""
    settled = dict(fixed or {})
    while True:
        open_ones = [c for c in problem.choices if c.name not in settled]
        block: list[Choice] = []
        while open_ones and prod(c.alternatives for c in [*block, open_ones[0]]) <= LARGEST:
            block.append(open_ones.pop(0))
        found = _minimal(problem, settled, block)
        if found is None:
            return None
        settled |= {c.name: found[c.name] for c in block}
        if not open_ones:
            return tuple(found[c.name] for c in problem.choices)


def _minimal(problem: SelectionProblem, settled: Mapping[str, int], block: list[Choice]) -> dict[str, int] | None:
    model, literals = cp.CpModelProto(), dict[Pick, int]()
    for choice in problem.choices:
        for alternative in range(choice.alternatives):
            literals[choice.name, alternative] = len(literals)
            fits = settled.get(choice.name, alternative) == alternative
            model.variables.add().domain.extend([0, 1] if fits else [0, 0])
        own = [literals[choice.name, alternative] for alternative in range(choice.alternatives)]
        model.constraints.add().exactly_one.literals.extend(own)
    for constraint in problem.constraints:
        _post(model, constraint, literals)
    weight = 1
    for choice in reversed(block):
        for alternative in range(choice.alternatives):
            model.objective.vars.append(literals[choice.name, alternative])
            model.objective.coeffs.append(weight * alternative)
        weight *= choice.alternatives
    parameters, wrapper = cp.SatParameters(), cp.SolveWrapper()
    parameters.num_workers = 1
    wrapper.set_parameters(parameters)
    solve: Callable[[cp.CpModelProto], cp.CpSolverResponse] = wrapper.solve
    response = solve(model)
    assert response.status in (cp.OPTIMAL, cp.INFEASIBLE)
    values = list(response.solution)
    return {name: alternative for (name, alternative), i in literals.items() if values[i]} if values else None


def _post(model: cp.CpModelProto, constraint: Constraint, literals: Mapping[Pick, int]) -> None:
    match constraint:
        case Forbid(picks):
            model.constraints.add().bool_or.literals.extend([-literals[p] - 1 for p in picks])
        case Require(pick, any_of):
            model.constraints.add().bool_or.literals.extend([-literals[pick] - 1, *(literals[p] for p in any_of)])
        case Cover(_, picks):
            model.constraints.add().exactly_one.literals.extend([literals[p] for p in dict.fromkeys(picks)])


def by_trying(problem: SelectionProblem, fixed: Mapping[str, int] | None = None) -> tuple[int, ...] | None:
    """The first selection in lexicographic order that the definitions admit."""
    for numbers in product(*(range(c.alternatives) for c in problem.choices)):
        taken = {(c.name, n) for c, n in zip(problem.choices, numbers, strict=True)}
        if set((fixed or {}).items()) <= taken and all(_admits(c, taken) for c in problem.constraints):
            return numbers
    return None


def _admits(constraint: Constraint, taken: set[Pick]) -> bool:
    match constraint:
        case Forbid(picks):
            return not set(picks) <= taken
        case Require(pick, any_of):
            return pick not in taken or bool(taken & set(any_of))
        case Cover(_, picks):
            return len(taken & set(picks)) == 1


@st.composite
def problems(draw: st.DrawFn, size: int) -> SelectionProblem:
    """Choices of one to four alternatives, constraints of few picks between them."""
    choices = tuple(Choice(f"c{i}", draw(st.integers(1, 4))) for i in range(size))
    pick = st.sampled_from([(c.name, a) for c in choices for a in range(c.alternatives)])
    picks = st.lists(pick, min_size=1, max_size=4).map(tuple)
    constraint = st.one_of(
        st.builds(Forbid, picks), st.builds(Require, pick, picks), st.builds(Cover, st.just("word"), picks)
    )
    return SelectionProblem(choices, tuple(draw(st.lists(constraint, max_size=size + 2))))


@pytest.mark.parametrize("size", range(1, 9))
def test_both_searches_find_the_same_selection(size: int) -> None:
    outcomes: list[bool] = []

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
    @given(problems(size), st.integers(0, 3))
    def compare(problem: SelectionProblem, flip: int) -> None:
        first = problem.choices[-1]
        fixed = {first.name: flip % first.alternatives} if flip else None
        found = first_selection(problem, fixed)
        assert found == by_cp_sat(problem, fixed)
        if prod(c.alternatives for c in problem.choices) <= TRIED:
            assert found == by_trying(problem, fixed)
        outcomes.append(found is None)

    compare()
    assert len(outcomes) >= EXAMPLES  # both kinds occur, else the comparison says little
    assert 20 <= sum(outcomes) <= len(outcomes) - 20


def test_weights_past_the_largest_are_taken_in_blocks() -> None:
    choices = tuple(Choice(f"c{i}", 4) for i in range(20))
    constraints = tuple(Forbid(((a.name, n), (b.name, n))) for a, b in pairwise(choices) for n in range(4))
    problem = SelectionProblem(choices, constraints)
    assert first_selection(problem) == by_cp_sat(problem) == (0, 1) * 10
