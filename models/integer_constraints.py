"""Linear equations over whole numbers, decided for one unknown by CP-SAT.

Rows are first put to the gcd test (the coefficients' common divisor has to divide the
total), then intervals are narrowed, then CP-SAT looks for a solution and for a second one in
which the unknown that is asked for differs. Presolve is on: nothing is enumerated, so it
loses nothing. Unknowns that no row bounds are searched up to ``CAP``; what is found there is
a witness, but that nothing is found proves nothing, and the outcome is ``Open``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from ortools.sat.python import cp_model_helper as cp

CAP = 10**6
LARGEST = 2**31 - 1
STEPS = 10.0
"""Deterministic time of CP-SAT (no clock): past it the outcome is ``Open``."""


@dataclass(frozen=True, slots=True)
class Row:
    """``sum(coefficient * unknown) == total``, over whole numbers.

    >>> Row((("x", 2), ("y", 4)), 7).divisible
    False
    """

    coefficients: tuple[tuple[str, int], ...]
    total: int

    @property
    def divisible(self) -> bool:
        """The gcd test: False proves that no whole numbers satisfy the row."""
        divisor = gcd(*(c for _, c in self.coefficients))
        return self.total % divisor == 0 if divisor else self.total == 0


Interval = tuple[int | None, int | None]
"""Lowest and highest value, None for no bound."""


@dataclass(frozen=True, slots=True)
class IntegerSystem:
    """Rows over unknowns that are whole, at or above zero unless ``bounds`` says otherwise."""

    rows: tuple[Row, ...]
    bounds: Mapping[str, Interval] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The unknowns in order of occurrence."""
        return tuple(dict.fromkeys((*(n for row in self.rows for n, _ in row.coefficients), *self.bounds)))

    def within(self, rows: Sequence[int]) -> IntegerSystem:
        """The system of some of the rows."""
        return IntegerSystem(tuple(self.rows[i] for i in rows), self.bounds)


Assignment = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Unique:
    """Only one value of what is asked for satisfies the rows; ``solution`` is one that has it."""

    solution: Assignment


@dataclass(frozen=True, slots=True)
class Several:
    """Two solutions in which what is asked for differs."""

    first: Assignment
    second: Assignment


@dataclass(frozen=True, slots=True)
class Conflict:
    """No whole numbers satisfy these rows (indices); without any one of them that is not proven."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing is proven: unbounded, or too large for the solver."""


Decision = Unique | Several | Conflict | Open


def decide(system: IntegerSystem, asked: str) -> Decision:
    """Whether the rows leave ``asked`` one value, several or none. Raises KeyError for an unknown name."""
    if asked not in system.names:
        raise KeyError(asked)
    first = _solution(system)
    if first is INFEASIBLE:
        return Conflict(_core(system))
    if first is UNKNOWN:
        return Open()
    second = _solution(system, (asked, first[asked]))
    if second is UNKNOWN:
        return Open()
    return Unique(first) if second is INFEASIBLE else Several(first, second)


INFEASIBLE: Assignment = {}
"""Proven to have no solution; told apart by identity."""

UNKNOWN: Assignment = {"": 0}
"""Neither a solution nor a proof was found."""


def _core(system: IntegerSystem) -> tuple[int, ...]:
    """The deletion filter: each row in turn is left out where the rest still conflict."""
    kept = list(range(len(system.rows)))
    for row in range(len(system.rows)):
        rest = [i for i in kept if i != row]
        if _solution(system.within(rest)) is INFEASIBLE:
            kept = rest
    return tuple(kept)


def _solution(system: IntegerSystem, other: tuple[str, int] | None = None) -> Assignment:
    """Any solution (in which an unknown differs from a value), INFEASIBLE or UNKNOWN."""
    if not all(row.divisible for row in system.rows):
        return INFEASIBLE
    intervals = _narrowed(system)
    if any(low is not None and high is not None and low > high for low, high in intervals.values()):
        return INFEASIBLE
    if not system.names:
        return UNKNOWN
    finite = all(low is not None and high is not None for low, high in intervals.values())
    ranges = {name: _capped(interval) for name, interval in intervals.items()}
    if not _small(system, ranges):
        return UNKNOWN
    if other and ranges[other[0]] == (other[1], other[1]):
        return INFEASIBLE if intervals[other[0]] == (other[1], other[1]) else UNKNOWN
    found = _solve(system, ranges, other)
    return UNKNOWN if found is INFEASIBLE and not finite else found


def _capped(interval: Interval) -> tuple[int, int]:
    low, high = interval
    bottom = low if low is not None else min(-CAP, high or 0)
    return bottom, high if high is not None else max(CAP, bottom)


def _small(system: IntegerSystem, ranges: Mapping[str, tuple[int, int]]) -> bool:
    """Whether every number fits the solver."""
    numbers = [abs(n) for row in system.rows for n in (row.total, *(c for _, c in row.coefficients))]
    return all(n <= LARGEST for n in (*numbers, *(abs(n) for pair in ranges.values() for n in pair)))


def _narrowed(system: IntegerSystem) -> dict[str, Interval]:
    """Intervals that hold every solution: bounds of the rows propagated, a fixed number of rounds."""
    found: dict[str, Interval] = {name: system.bounds.get(name, (0, None)) for name in system.names}
    for _ in range(2 * len(system.rows) + 1):
        before = dict(found)
        for row in system.rows:
            _narrow(row, found)
        if found == before:
            break
    return found


def _narrow(row: Row, found: dict[str, Interval]) -> None:
    """Bound each unknown of a row by what the others leave of the total."""
    for name, coefficient in row.coefficients:
        rest = [_reach(c, found[n]) for n, c in row.coefficients if n != name]
        lows, highs = [low for low, _ in rest], [high for _, high in rest]
        top = None if None in lows else row.total - sum(n for n in lows if n is not None)
        bottom = None if None in highs else row.total - sum(n for n in highs if n is not None)
        if coefficient < 0:
            top, bottom = (None if bottom is None else -bottom), (None if top is None else -top)
        low = None if bottom is None else -((-bottom) // abs(coefficient))
        high = None if top is None else top // abs(coefficient)
        found[name] = _both(found[name], (low, high))


def _reach(coefficient: int, interval: Interval) -> Interval:
    """What ``coefficient * unknown`` may be."""
    low, high = (None if end is None else coefficient * end for end in interval)
    return (low, high) if coefficient > 0 else (high, low)


def _both(one: Interval, other: Interval) -> Interval:
    lows = [n for n in (one[0], other[0]) if n is not None]
    highs = [n for n in (one[1], other[1]) if n is not None]
    return max(lows, default=None), min(highs, default=None)


def _solve(system: IntegerSystem, ranges: Mapping[str, tuple[int, int]], other: tuple[str, int] | None) -> Assignment:
    wrapper = cp.SolveWrapper()
    wrapper.set_parameters(_parameters())
    solve: Callable[[cp.CpModelProto], cp.CpSolverResponse] = wrapper.solve
    response = solve(_model(system, ranges, other))
    if response.status in (cp.OPTIMAL, cp.FEASIBLE):
        return dict(zip(ranges, response.solution, strict=True))
    return INFEASIBLE if response.status == cp.INFEASIBLE else UNKNOWN


def _parameters() -> cp.SatParameters:
    parameters = cp.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.max_deterministic_time = STEPS
    return parameters


def _model(
    system: IntegerSystem, ranges: Mapping[str, tuple[int, int]], other: tuple[str, int] | None
) -> cp.CpModelProto:
    model = cp.CpModelProto()
    places = {name: i for i, name in enumerate(ranges)}
    for name, (low, high) in ranges.items():
        hole = other[1] if other and other[0] == name else None
        model.variables.add().domain.extend(_domain(low, high, hole))
    for row in system.rows:
        linear = model.constraints.add().linear
        linear.vars.extend([places[name] for name, _ in row.coefficients])
        linear.coeffs.extend([c for _, c in row.coefficients])
        linear.domain.extend([row.total, row.total])
    return model


def _domain(low: int, high: int, hole: int | None) -> list[int]:
    """Closed intervals end to end, without the hole."""
    if hole is None:
        return [low, high]
    parts = [[low, min(high, hole - 1)], [max(low, hole + 1), high]]
    return [n for part in parts if part[0] <= part[1] for n in part]


def row_of(coefficients: Mapping[str, Fraction], total: Fraction) -> Row:
    """The same row in whole numbers; unknowns without coefficient are gone.

    >>> row_of({"x": Fraction(1, 2), "y": Fraction(1)}, Fraction(5))
    Row(coefficients=(('x', 1), ('y', 2)), total=10)
    """
    named = {name: c for name, c in coefficients.items() if c}
    scale = 1
    for number in (*named.values(), total):
        scale = scale * number.denominator // gcd(scale, number.denominator)
    return Row(tuple((name, int(c * scale)) for name, c in named.items()), int(total * scale))
