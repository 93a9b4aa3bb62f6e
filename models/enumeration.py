"""All derivations of a chain problem, enumerated by CP-SAT over its forest.

Exactly one hyperedge of the root is chosen, and every node is made as often as it is used
(flow from the root to the leaves); licence caps are linear constraints. Each hyperedge has
its boolean, except where it is the only way to make its head: it is then chosen exactly
when its head is used, and the booleans of those uses stand for it.

The parameters are part of the method. With two workers CP-SAT 9.15 loses solutions under
``enumerate_all_solutions`` while it reports OPTIMAL (``tests/models/test_enumeration.py``
shows it on these models); presolve was seen to do the same on other models. So both are off,
and every count is compared with that of ``models.count``. ``cp_model_helper`` is what
``cp_model`` is built on; imported alone it brings in neither pandas nor numpy. It is no
public interface: a test guards it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model_helper as cp

from models.assemble import assemble
from models.canonical import canonical
from models.chain import ChainProblem, Family
from models.count import count_derivations
from models.expression import Expression
from models.forest import ChainOverflow, Edge, Forest, grow_forest
from models.uses import uses_of

ONCE = -1
"""In place of a boolean: what happens in every derivation."""


class CountMismatch(RuntimeError):
    """CP-SAT and dynamic programming differ on the number of derivations."""

    def __init__(self, cp_sat: int, dynamic_programming: int) -> None:
        super().__init__(f"CP-SAT found {cp_sat} derivations, the count is {dynamic_programming}")
        self.cp_sat = cp_sat
        self.dynamic_programming = dynamic_programming


class SolverFailure(RuntimeError):
    """CP-SAT ended with a status that proves nothing."""

    def __init__(self, status: str) -> None:
        super().__init__(f"CP-SAT ended with {status}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Enumeration:
    """All derivations, sorted by canonical string, and how many each method found."""

    expressions: tuple[Expression, ...]
    cp_sat: int
    dynamic_programming: int


def enumerate_chains(problem: ChainProblem) -> Enumeration:
    """Every derivation of the problem, twice counted.

    Raises ChainOverflow past ``problem.max_chains`` derivations (or the forest's limits),
    CountMismatch, SolverFailure, and UnitOverflow.
    """
    forest = grow_forest(problem)
    count = count_derivations(forest)
    if count > problem.max_chains:
        raise ChainOverflow("chains", problem.max_chains)
    expressions = solve_forest(forest)
    if len(expressions) != count:
        raise CountMismatch(len(expressions), count)
    return Enumeration(tuple(sorted(expressions, key=canonical)), len(expressions), count)


def solve_forest(forest: Forest) -> list[Expression]:
    """The derivations that CP-SAT finds, in its order; at most ``max_chains`` and one more."""
    choices = _Choices(forest)
    found: list[Expression] = []

    def keep(is_chosen: Callable[[int], bool]) -> bool:
        found.append(assemble(forest, choices.read(is_chosen)))
        return len(found) <= forest.problem.max_chains

    callback = _Collector(keep)
    wrapper = cp.SolveWrapper()
    wrapper.set_parameters(_parameters())
    wrapper.add_solution_callback(callback)
    solve: Callable[[cp.CpModelProto], cp.CpSolverResponse] = wrapper.solve
    status = solve(choices.model()).status
    wrapper.clear_solution_callback(callback)
    if status not in (cp.OPTIMAL, cp.INFEASIBLE) and len(found) <= forest.problem.max_chains:
        raise SolverFailure(status.name)
    return found


def _parameters() -> cp.SatParameters:
    """One worker, no presolve, nothing that infers away solutions; no clock."""
    parameters = cp.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.enumerate_all_solutions = True
    parameters.cp_model_presolve = False
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.use_sat_inprocessing = False
    return parameters


class _Collector(cp.SolutionCallback):
    """Hands each solution to ``keep``, and stops once it returns False."""

    def __init__(self, keep: Callable[[Callable[[int], bool]], bool]) -> None:
        super().__init__()
        self._keep = keep

    def OnSolutionCallback(self) -> None:
        if not self._keep(self.SolutionBooleanValue):
            self.StopSearch()


class _Choices:
    """Which booleans say that a hyperedge is chosen, and that a node is used."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.into: list[list[Edge]] = [[] for _ in forest.nodes]
        for edge in forest.edges:
            self.into[edge.head].append(edge)
        self.used: list[list[int]] = [[] for _ in forest.nodes]
        self.first: list[int] = [ONCE] * len(forest.nodes)
        self.size = 0
        self.by_family: dict[Family, dict[int, int]] = {family: {} for family in Family}
        if forest.nodes:
            self._number()

    def _number(self) -> None:
        """Number booleans from the root down: a node's users come before it."""
        self.used[-1].append(ONCE)
        for node in range(len(self.into) - 1, -1, -1):
            edges = self.into[node]
            alone = len(edges) == 1 and node != self.forest.root
            if edges and not alone:
                self.first[node] = self.size
                self.size += len(edges)
            for i, edge in enumerate(edges):
                chosen = self.used[node] if alone else [self.first[node] + i]
                self._choose(edge, chosen)

    def _choose(self, edge: Edge, chosen: list[int]) -> None:
        for tail in edge.tails:
            self.used[tail] += chosen
        if edge.uses:
            for family, total in self.by_family.items():
                for boolean in chosen if uses_of(edge.uses, family) else ():
                    total[boolean] = total.get(boolean, 0) + uses_of(edge.uses, family)

    def read(self, is_chosen: Callable[[int], bool]) -> dict[int, Edge]:
        """The chosen hyperedge of each node that a solution uses."""
        chosen: dict[int, Edge] = {}
        agenda = [self.forest.root]
        while agenda:
            node = agenda.pop()
            edges = self.into[node]
            if not edges:
                continue
            first = self.first[node]
            edge = edges[0] if first == ONCE else next(e for i, e in enumerate(edges, first) if is_chosen(i))
            chosen[node] = edge
            agenda += edge.tails
        return chosen

    def model(self) -> cp.CpModelProto:
        """The CP-SAT model; one without a solution where the root has no hyperedge."""
        model = cp.CpModelProto()
        boolean = cp.IntegerVariableProto()
        boolean.domain.extend([0, 1])
        model.variables.extend([boolean] * self.size)
        model.constraints.add().bool_or.literals.extend(range(len(self.into[-1]) if self.into else 0))
        for node, edges in enumerate(self.into):
            if self.first[node] != ONCE:
                self._flow(model, node, len(edges))
        for family, total in self.by_family.items():
            self._cap(model, family, total)
        return model

    def _flow(self, model: cp.CpModelProto, node: int, ways: int) -> None:
        made = list(range(self.first[node], self.first[node] + ways))
        if node == self.forest.root:
            model.constraints.add().at_most_one.literals.extend(made)
            return
        used = self.used[node]
        flow = model.constraints.add().linear
        flow.vars.extend(made + used)
        flow.coeffs.extend([1] * ways + [-1] * len(used))
        flow.domain.extend([0, 0])

    def _cap(self, model: cp.CpModelProto, family: Family, total: dict[int, int]) -> None:
        cap = uses_of(self.forest.caps, family)
        if sum(total.values()) > cap:
            limit = model.constraints.add().linear
            limit.vars.extend(list(total))
            limit.coeffs.extend(list(total.values()))
            limit.domain.extend([0, cap])
