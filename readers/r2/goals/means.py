"""The mean of several amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from models.expression import Constant
from models.relation import Bond, Unknown
from models.units import Unit
from readers.r2.goals.task import ANSWER, Task, candidate_sets, description, head_of
from readers.r2.sets import matching, once, total
from readers.r2.world import Amount


def mean(task: Task) -> Iterator[Unknown]:
    """The sum of all amounts that are told of what is asked for, by their number."""
    everyone = replace(description(task), owner=(), verb="", kind="", time=frozenset())
    all_told = [a for a in once(task.world, matching(task.world, everyone)) if not a.whole]
    for amounts in (*candidate_sets(task), all_told):
        if len(amounts) > 1 and _one_kind(amounts):
            yield _by_number(task, amounts)


def _one_kind(amounts: Sequence[Amount]) -> bool:
    """Whether amounts differ in whose or when they are, and not in what happened to them."""
    return len({(a.event.kind, a.event.sign) for a in amounts}) == 1


def _by_number(task: Task, amounts: list[Amount]) -> Unknown:
    terms = total(task.world, amounts, head_of(task))
    unit = task.world.unit_of(terms[0][0])
    whole = Unknown("goal.whole", unit, False, False, task.span)
    task.world.relate(Bond.SUM, whole, terms, "goal.total", task.span)
    number = Unknown("goal.number", Unit(), True, False, task.span)
    one = Constant("implicit.one", Fraction(1), span=task.span)
    task.world.relate(Bond.SUM, number, [(one, 1)] * len(terms), "goal.number", task.span)
    target = Unknown(ANSWER, unit, False, False, task.span)
    task.world.relate(Bond.PRODUCT, target, [(whole, 1), (number, -1)], "goal.mean", task.span)
    return target
