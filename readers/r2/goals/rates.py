"""What one of several comes to, and how many of them an amount takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.expression import Constant
from models.relation import Bond, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.closure import casts
from readers.r2.goals.task import ANSWER, Task, answered, candidate_sets, description, head_of, unit_of
from readers.r2.sets import Terms, matching, once, total
from readers.r2.things import Thing, alike
from readers.r2.world import Amount


def inverse(task: Task) -> Iterator[Unknown]:
    """How many are needed for an amount: the amount by what each of them holds."""
    for rate in [a for a in task.world.amounts if len(a.per) == 1 and _asked_for(task, a.per[0])]:
        for amount in task.world.amounts:
            steps = _same_measure(rate.thing, amount.thing, amount.span)
            if amount.per or steps is None or amount.ident in rate.parents or rate.ident in amount.parents:
                continue
            target = Unknown(ANSWER, Unit.of(rate.per[0].head), not rate.per[0].dimension, False, task.span)
            task.world.relate(
                Bond.PRODUCT,
                amount.operand,
                [(rate.operand, 1), (target, 1), *_turned(steps)],
                "goal.inverse_rate",
                task.span,
            )
            yield target


def _turned(steps: tuple[tuple[Constant, int], ...]) -> Terms:
    return [(constant, -sign) for constant, sign in steps]


def _asked_for(task: Task, below: Thing) -> bool:
    q = task.query
    if q.thing.stuff and below.stuff and q.thing.stuff != below.stuff:
        return False
    if below.dimension:
        return below.dimension in q.dimensions and q.thing.head in ("", below.head)
    return bool(q.thing.head) and alike(q.thing, below)


def _same_measure(one: Thing, other: Thing, span: Span) -> tuple[tuple[Constant, int], ...] | None:
    if one.dimension or other.dimension:
        return casts(other.head, one.head, span) if one.dimension == other.dimension else None
    return () if alike(one, other) and one.head == other.head else None


def each(task: Task) -> Iterator[Unknown]:
    """The rate asked for, stated or as a total by a count."""
    for below in task.query.per:
        d = replace(description(task), per=(below,))
        for amount in once(task.world, matching(task.world, replace(d, owner=()))):
            yield _rate_answer(task, amount, below)
        for amounts in candidate_sets(task):
            for count in [a for a in task.world.amounts if not a.per and alike(below, a.thing)]:
                yield _quotient(task, amounts, count)


def _rate_answer(task: Task, amount: Amount, below: Thing) -> Unknown:
    steps = casts(below.head, amount.per[0].head, amount.span) or ()
    return answered(task, [(amount.operand, 1), *((c, s) for c, s in steps)], "goal.rate", Bond.PRODUCT)


def _quotient(task: Task, amounts: list[Amount], count: Amount) -> Unknown:
    terms = total(task.world, amounts, head_of(task))
    whole = Unknown("goal.whole", unit_of(task, terms), False, False, task.span)
    task.world.relate(Bond.SUM, whole, terms, "goal.total", task.span)
    return answered(task, [(whole, 1), (count.operand, -1)], "goal.each", Bond.PRODUCT)
