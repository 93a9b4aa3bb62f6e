"""What share of a whole a part is, and what of a whole is no part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.expression import Constant
from models.relation import Bond, Operand, Unknown
from models.units import Unit
from readers.r2.goals.task import ANSWER, Task, description
from readers.r2.packs import load_meanings
from readers.r2.sets import Description, Terms, fits, matching, once, total
from readers.r2.things import LOOSE
from readers.r2.world import Amount

HUNDRED = Constant("fact.percent", Fraction(100))


def share(task: Task) -> Iterator[Unknown]:
    """A part by its whole, in hundredths where a percentage is asked for."""
    for part, whole in _pairs(task):
        terms: Terms = [(_one(task, [part], "goal.part"), 1), (_one(task, whole, "goal.whole"), -1)]
        if task.query.hundredths:
            terms.append((HUNDRED, 1))
        target = Unknown(ANSWER, Unit(), False, False, task.span)
        task.world.relate(Bond.PRODUCT, target, terms, "goal.share", task.span)
        yield target


def _one(task: Task, amounts: list[Amount], name: str) -> Operand:
    terms = total(task.world, amounts, "")
    if len(terms) == 1:
        return terms[0][0]
    whole = Unknown(name, task.world.unit_of(terms[0][0]), False, False, task.span)
    return task.world.relate(Bond.SUM, whole, terms, "goal.total", task.span)


def _pairs(task: Task) -> Iterator[tuple[Amount, list[Amount]]]:
    """Each part that is said to be, or to do, what the question says, with what it is a part of."""
    d = replace(description(task), owner=(), time=frozenset())
    found = matching(task.world, d)
    for part in once(task.world, [a for a in task.world.amounts if not a.per and _is_part(task, a)]):
        whole = [a for a in found if a.ident in {part.whole, *part.wholes}]
        if not part.whole and fits(part, d) is not None:
            whole = [
                a for a in once(task.world, found) if (fits(a, d) or 0) <= LOOSE and a.event.kind == part.event.kind
            ]
        if whole and whole != [part]:
            yield part, whole


def _is_part(task: Task, amount: Amount) -> bool:
    """Whether an amount is what the share is asked of: by its words, or by what its owner did."""
    q = task.query
    words = q.asked_about
    if words:
        return words <= amount.thing.mods | {amount.thing.head} | amount.event.about
    return bool(amount.whole) and amount.event.verb == q.verb and (not q.owner or amount.owner in (q.owner, ()))


def complement(task: Task) -> Iterator[Unknown]:
    """A whole less the part that is said to do what the question denies."""
    q = task.query
    d: Description = replace(description(task), owner=())
    parts = [a for a in matching(task.world, d) if a.whole and a.event.verb == q.verb and q.about <= a.event.about]
    for part in parts if len(parts) == 1 else []:
        yield _less(task, part)


def counterpart(task: Task) -> Iterator[Unknown]:
    """A whole of girls and boys less its only named part."""
    pairs = load_meanings().counterparts
    heads = {task.query.thing.head, *task.query.owner, *task.query.about}
    named = [a for a in task.world.amounts if a.whole and not a.per and a.event.kind == "be"]
    for part in named if len(named) == 1 else []:
        names = {part.thing.head, *part.thing.mods}
        if any(f"{one} {other}" in pairs or f"{other} {one}" in pairs for one in heads for other in names):
            yield _less(task, part)


def _less(task: Task, part: Amount) -> Unknown:
    whole = task.world.find(part.whole)
    known = whole.operand if whole is not None else task.world.unknowns[part.whole]
    target = Unknown(ANSWER, task.world.unit_of(known), True, False, task.span)
    task.world.united.append((part.thing.head, task.world.unit_of(known).numerator[0]))
    terms: Terms = [(known, 1), (part.operand, -1)]
    task.world.relate(Bond.SUM, target, terms, "goal.complement", task.span)
    return target
