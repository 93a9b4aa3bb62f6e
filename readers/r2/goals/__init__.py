"""Ways to answer a query from the amounts of the world, the most literal first.

Each *option* is a name and the relations that define the answer. Which of them is the
reading is decided where they are solved: the first that reaches a value with every number
of the text used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.relation import Relation, Unknown
from readers.r2.goals.differences import balanced, difference
from readers.r2.goals.lookup import settle
from readers.r2.goals.means import mean
from readers.r2.goals.money import money_ways
from readers.r2.goals.rates import each, inverse
from readers.r2.goals.shares import complement, counterpart, share
from readers.r2.goals.sums import held, needed, original, summed
from readers.r2.goals.task import Task, Way
from readers.r2.packs import load_meanings
from readers.r2.query import Query

__all__ = ["Option", "Task", "options", "settle"]

HAVING = frozenset({"possess", "be", "contain"})
TOTAL = ("total", summed)
LEFT = ("balance", held)
INVERSE = ("inverse rate", inverse)
EACH = ("each", each)
ORIGINAL = ("original", original)
DIFFERENCE = ("difference", difference)
BALANCED = ("difference of balances", balanced)
NEED = ("need", needed)
SHARE = ("share", share)
COMPLEMENT = ("complement", complement)
COUNTERPART = ("counterpart", counterpart)
MEAN = ("mean", mean)
DEMANDED: dict[str, tuple[tuple[str, Way], ...]] = {
    "total": (TOTAL, INVERSE),
    "left": (LEFT,),
    "original": (ORIGINAL,),
    "difference": (DIFFERENCE, BALANCED),
    "each": (EACH, INVERSE),
    "need": (NEED,),
    "percent": (SHARE,),
    "mean": (EACH, MEAN),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A way to define the answer; ``relations`` are those of the world and its own."""

    name: str
    target: Unknown
    relations: tuple[Relation, ...]


def options(task: Task) -> Iterator[Option]:
    """All ways, in order of preference; relations of one do not leak into the next."""
    for name, build in _ways(task.query):
        mark = len(task.world.relations)
        for target in build(task):
            option = Option(name, target, tuple(task.world.relations))
            del task.world.relations[mark:]  # before it is handed over: who takes it may stop asking
            yield option
        del task.world.relations[mark:]


def _ways(query: Query) -> Iterator[tuple[str, Way]]:
    """Ways to answer a query: what its words demand, else what its verb allows; of money the closest first."""
    if query.negated:
        yield COMPLEMENT
        return
    yield from money_ways(query)
    if query.noun in load_meanings().profits | load_meanings().returned:
        return
    if query.aggregate in DEMANDED:
        yield from DEMANDED[query.aggregate]
        if query.aggregate == "total" and query.kind in HAVING:
            yield LEFT
        return
    if query.kind in HAVING:
        yield LEFT
    yield TOTAL
    yield INVERSE
    yield COUNTERPART
