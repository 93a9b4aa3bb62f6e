"""How much one set is more or less than another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.relation import Unknown
from readers.r2.goals.task import Task, answered, candidate_sets, description, head_of
from readers.r2.sets import Description, balance, total
from readers.r2.world import Amount


def difference(task: Task) -> Iterator[Unknown]:
    """One set less another: what is compared less what follows than."""
    mine = description(task)
    for theirs in _compared(task, mine):
        for first in _owned_sets(task, mine):
            for second in _owned_sets(task, theirs):
                if not {a.ident for a in first} & {a.ident for a in second}:
                    terms = total(task.world, [*first, *second], head_of(task))
                    signs = [1] * len(first) + [-1] * len(second)
                    if task.query.fewer:
                        signs = [-sign for sign in signs]
                    yield answered(task, [(o, s) for (o, _), s in zip(terms, signs, strict=True)], "goal.difference")


def balanced(task: Task) -> Iterator[Unknown]:
    """What is left of one thing, or to one owner, less what is left of another."""
    mine = replace(description(task), verb="", kind="")
    for theirs in _compared(task, mine):
        first, second = (balance(task.world, d, d.owner or None) for d in (mine, theirs))
        if first and second and not {o for o, _ in first} & {o for o, _ in second}:
            sign = -1 if task.query.fewer else 1
            terms = [*((o, s * sign) for o, s in first), *((o, -s * sign) for o, s in second)]
            yield answered(task, terms, "goal.difference")


def _owned_sets(task: Task, d: Description) -> Iterator[list[Amount]]:
    """The closest sets of a description whose owner is not given up."""
    for amounts in candidate_sets(task, d):
        if not d.owner or all(set(a.owner) <= set(d.owner) for a in amounts):
            yield amounts


def _compared(task: Task, mine: Description) -> Iterator[Description]:
    """What follows than, as a description; without it, every other owner, then every other thing."""
    q = task.query
    if q.than_owner:
        yield replace(mine, owner=q.than_owner)
    elif q.than_thing.head:
        yield replace(mine, thing=q.than_thing)
    elif q.than_time:
        yield replace(mine, time=q.than_time)
    else:
        owners = dict.fromkeys(a.owner for a in task.world.amounts if a.owner and a.owner != mine.owner)
        yield from (replace(mine, owner=owner) for owner in owners)
