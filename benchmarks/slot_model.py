"""The slot model: operator, left and right operand per step, in plain CP-SAT.

The obvious formulation, kept as the measure of what the forest buys. (With one exponent
variable for each base, as here, presolve was not seen to lose solutions; with packed units
it does: ``tests/models/test_presolve.py``.) Over n quantities it has n - 1 steps; a step
takes two of the quantities or earlier results, everything but the last result is taken
exactly once, and exponents of units follow the operator. Units only: kinds
and canonical form are left out, so that it finds a superset of binary trees, each in
several orders.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from models.chain import ChainProblem, Family
from models.units import Unit

ADD, SUBTRACT, MULTIPLY, DIVIDE = range(4)
MOST = 6
"""Bound of every exponent."""

Steps = tuple[tuple[int, int, int], ...]
"""Operator, left, right of each step; operands below n are quantities, then results."""


@dataclass(frozen=True)
class Slots:
    """A slot model with the variables that a solution is read from."""

    model: cp_model.CpModel
    steps: tuple[tuple[cp_model.IntVar, cp_model.IntVar, cp_model.IntVar], ...]


class _Reader(cp_model.CpSolverSolutionCallback):
    def __init__(self, slots: Slots) -> None:
        super().__init__()
        self._slots = slots
        self.found: list[Steps] = []

    def on_solution_callback(self) -> None:
        steps = self._slots.steps
        self.found.append(tuple((self.value(o), self.value(x), self.value(y)) for o, x, y in steps))


def build_slots(problem: ChainProblem) -> Slots:
    """The slot model of a problem; every leaf is taken as required."""
    model = cp_model.CpModel()
    n = len(problem.leaves)
    steps = []
    for t in range(n - 1):
        last = n + t - 1
        operands = [model.new_int_var(0, last, f"{side}{t}") for side in ("left", "right")]
        steps.append((model.new_int_var(ADD, DIVIDE, f"op{t}"), operands[0], operands[1]))
    model.add_all_different([operand for _, *pair in steps for operand in pair])
    operators = [_operators(model, step) for step in steps]
    _cap(model, problem, operators)
    for base in _bases(problem):
        _exponents(model, problem, base, steps, operators)
    return Slots(model, tuple(steps))


def _bases(problem: ChainProblem) -> list[str]:
    units = [leaf.unit for leaf in problem.leaves] + [problem.target.unit]
    return sorted({name for unit in units for name, _ in unit.exponents})


def _operators(
    model: cp_model.CpModel, step: tuple[cp_model.IntVar, cp_model.IntVar, cp_model.IntVar]
) -> list[cp_model.IntVar]:
    """One boolean an operator; the commutative ones take their operands in order."""
    operator, left, right = step
    booleans = [model.new_bool_var(f"{operator.name}={i}") for i in range(4)]
    model.add_exactly_one(booleans)
    for i, boolean in enumerate(booleans):
        model.add(operator == i).only_enforce_if(boolean)
    for i in (ADD, MULTIPLY):
        model.add(left < right).only_enforce_if(booleans[i])
    return booleans


def _cap(model: cp_model.CpModel, problem: ChainProblem, operators: list[list[cp_model.IntVar]]) -> None:
    if not problem.caps.get(Family.AGGREGATE):
        model.add(sum(booleans[ADD] for booleans in operators) == 0)
    if not problem.caps.get(Family.DIFFERENCE):
        model.add(sum(booleans[SUBTRACT] for booleans in operators) == 0)


def _exponents(
    model: cp_model.CpModel,
    problem: ChainProblem,
    base: str,
    steps: list[tuple[cp_model.IntVar, cp_model.IntVar, cp_model.IntVar]],
    operators: list[list[cp_model.IntVar]],
) -> None:
    """Tie one base's exponent of every result to those of its operands."""
    known = [_exponent(leaf.unit, base) for leaf in problem.leaves]
    slots: list[cp_model.IntVar | int] = [*known]
    for t, ((_, left, right), booleans) in enumerate(zip(steps, operators, strict=True)):
        x, y, z = (model.new_int_var(-MOST, MOST, f"{name}{t}.{base}") for name in "xyz")
        model.add_element(left, slots, x)
        model.add_element(right, slots, y)
        for i in (ADD, SUBTRACT):
            model.add(x == y).only_enforce_if(booleans[i])
            model.add(z == x).only_enforce_if(booleans[i])
        model.add(z == x + y).only_enforce_if(booleans[MULTIPLY])
        model.add(z == x - y).only_enforce_if(booleans[DIVIDE])
        slots.append(z)
    model.add(slots[-1] == _exponent(problem.target.unit, base))


def _exponent(unit: Unit, base: str) -> int:
    return dict(unit.exponents).get(base, 0)


def solve_slots(problem: ChainProblem, presolve: bool = True) -> tuple[str, list[Steps]]:
    """Status and solutions of the slot model, one worker, otherwise default parameters."""
    slots = build_slots(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = presolve
    reader = _Reader(slots)
    status = solver.solve(slots.model, reader)
    return status.name, reader.found
