"""Sums, balances and what there was at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.relation import Unknown
from readers.r2.goals.task import Task, answered, candidate_sets, description, head_of
from readers.r2.records import Modality
from readers.r2.sets import Terms, balance, matching, once, total
from readers.r2.world import Amount


def summed(task: Task) -> Iterator[Unknown]:
    for amounts in candidate_sets(task):
        yield answered(task, _then(task, total(task.world, amounts, head_of(task))), "goal.total")


def held(task: Task) -> Iterator[Unknown]:
    d = replace(description(task), verb="", kind="")
    d = replace(d, thing=replace(d.thing, head=head_of(task))) if head_of(task) and not d.thing.head else d
    for owner in (task.query.owner,) if task.query.owner else ((), None):
        terms = balance(task.world, d, owner)
        if terms:
            yield answered(task, _then(task, terms), "goal.balance")


def _then(task: Task, terms: Terms) -> Terms:
    """Ages as they are at the time that is asked for."""
    shift = task.query.shift
    return terms if shift is None else [*terms, *([shift] * len(terms))]


def original(task: Task) -> Iterator[Unknown]:
    for _ in held(task):
        pass
    for start in tuple(task.world.starts):
        yield answered(task, [(start, 1)], "goal.original")


def needed(task: Task) -> Iterator[Unknown]:
    """What is needed less what there is."""
    if task.query.per:
        return
    d = replace(description(task), verb="", kind="", owner=())
    found = matching(task.world, d)
    wanted = once(task.world, [a for a in found if _lacked(a)])
    had = once(task.world, [a for a in found if not _lacked(a)])
    for goal in ([wanted] if len(wanted) > 1 else []) + [[a] for a in wanted]:
        terms = total(task.world, goal, head_of(task)) + [(o, -s) for o, s in total(task.world, had, head_of(task))]
        if goal and had:
            yield answered(task, terms, "goal.need")


def _lacked(amount: Amount) -> bool:
    """Whether an amount is one to be reached."""
    return amount.event.modality is not Modality.ACTUAL or amount.event.kind in ("need", "cost")
