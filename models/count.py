"""The number of derivations in a forest, by dynamic programming.

The twin of ``models.enumeration``: it reads the same forest and shares no code with it,
so that solutions which the solver loses, or finds twice, show as a difference.
"""

from __future__ import annotations

from models.forest import Edge, Forest
from models.uses import within

Tally = dict[int, int]
"""How many derivations of a node have which packed uses."""


def count_derivations(forest: Forest) -> int:
    """Derivations of the root whose uses of every family are within the caps."""
    if not forest.nodes:
        return 0
    tallies: list[Tally] = [{} if node.leaf < 0 else {0: 1} for node in forest.nodes]
    for edge in forest.edges:
        _add(tallies, edge, forest.caps)
    return sum(tallies[forest.root].values())


def _add(tallies: list[Tally], edge: Edge, caps: int) -> None:
    tally = tallies[edge.head]
    if len(edge.tails) == 1:
        for uses, number in tallies[edge.tails[0]].items():
            total = uses + edge.uses
            if not edge.uses or within(total, caps):
                tally[total] = tally.get(total, 0) + number
        return
    left, right = (tallies[tail] for tail in edge.tails)
    for left_uses, left_number in left.items():
        for right_uses, right_number in right.items():
            total = left_uses + right_uses
            if not total or within(total, caps):
                tally[total] = tally.get(total, 0) + left_number * right_number
