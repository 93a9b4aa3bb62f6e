"""Packed units of a chain problem, and pruning by unit.

A node is multiplied only with what lies outside it, so for each base its exponent may differ
from the target's by at most the sum of the exponents of the leaves outside. All bases are
compared in one subtraction on packed units: each has a guard bit, which a borrow clears.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.chain import ChainProblem
from models.units import LIMIT, RADIX, Unit, UnitOverflow, UnitSpace


@dataclass(frozen=True, slots=True)
class Windows:
    """For each set of leaves: the exponents that a node over it may have, and what is left outside.

    ``low`` and ``high`` are packed bounds with the guard bit of every base taken off or put
    on, so that a bound holds where the difference has all its guard bits.
    """

    low: list[int]
    high: list[int]
    outside: list[int]
    guard: int

    def hold(self, mask: int, unit: int) -> bool:
        """Whether the leaves outside could take ``unit`` to the target."""
        guard = self.guard
        return (unit - self.low[mask]) & guard == guard and (self.high[mask] - unit) & guard == guard

    def match(self, mask: int, unit: int) -> bool:
        """Whether the leaves outside could make another node of this unit."""
        room, guard = self.outside[mask] + self.guard, self.guard
        return (room - unit) & guard == guard and (room + unit) & guard == guard


def pack_units(problem: ChainProblem) -> tuple[UnitSpace, list[int], int]:
    """The space, the packed unit of each leaf, and the packed target.

    Raises UnitOverflow where the exponents of all leaves together could leave the packing.
    """
    units = [leaf.unit for leaf in problem.leaves]
    target = problem.target.unit
    space = UnitSpace.over([*units, target])
    total: dict[str, int] = {}
    for name, exponent in (pair for unit in (*units, target) for pair in unit.exponents):
        total[name] = total.get(name, 0) + abs(exponent)
        if total[name] >= LIMIT:
            raise UnitOverflow(f"{name}: exponents sum to {total[name]}, past {LIMIT - 1}")
    packed: dict[Unit, int] = {unit: space.pack(unit) for unit in {*units, target}}
    return space, [packed[unit] for unit in units], packed[target]


def open_windows(problem: ChainProblem, space: UnitSpace, target: int) -> Windows:
    reach = [space.pack(Unit(tuple((n, abs(e)) for n, e in leaf.unit.exponents))) for leaf in problem.leaves]
    guard = sum(LIMIT * RADIX**i for i in range(len(space.bases)))
    inside = [0]
    for leaf in reach:
        inside += [some + leaf for some in inside]
    outside = [inside[-1] - some for some in inside]
    low, high = [target - o - guard for o in outside], [target + o + guard for o in outside]
    return Windows(low, high, outside, guard)
