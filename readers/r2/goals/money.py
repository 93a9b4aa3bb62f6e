"""Ways to answer questions about money: spent, earned, left over, gained, given back.

Glossary: an *outflow* is money that is paid or that something costs; an *inflow* is money
that is earned or got; a *leaf* is an amount of money that no other one was derived from; a
*tender* is the sum that something was paid with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.relation import Unknown
from readers.r2.goals.task import Task, Way, answered
from readers.r2.packs import load_meanings
from readers.r2.query import Query
from readers.r2.sets import Terms, in_unit, once
from readers.r2.things import MONEY
from readers.r2.world import Amount

OUT = frozenset({"spend", "cost", "surcharge", "reduction"})
IN = frozenset({"earn"})
HELD = frozenset({"possess", "save"})
GIVEN = frozenset({"transfer", "loss", "consume"})
PAYING = frozenset({"spend", "cost", "need", "be", "gain", "consume", "perform", ""})
EARNING = frozenset({"earn", "produce", "loss", "gain"})
REDUCED = "reduction"
TRADED = frozenset({"loss", "need"})
DOLLAR = "dollar"


def money_ways(query: Query) -> Iterator[tuple[str, Way]]:
    """Ways to answer a question about money, by what it asks for."""
    if MONEY not in query.dimensions and not query.much:
        return
    words = load_meanings()
    if query.noun in words.profits:
        yield ("profit", _profit)
    elif query.noun in words.returned:
        yield ("change", _change)
    elif query.aggregate == "left" or (query.kind == "possess" and query.aggregate in ("single", "total")):
        yield ("money left", _left)
    elif query.aggregate in ("single", "total"):
        yield from _flows(query)


def _flows(query: Query) -> Iterator[tuple[str, Way]]:
    if query.kind in EARNING:
        yield ("earned", _earned)
        yield ("profit", _profit)
    if query.kind in PAYING:
        yield ("spent", _spent)


# --- leaves ---------------------------------------------------------------------------


def leaves(task: Task, kinds: frozenset[str]) -> list[Amount]:
    """Money that took part in events of such kinds, for the owner or for no one, in text order."""
    money = (a for a in task.world.amounts if a.thing.dimension == MONEY and not a.per and a.event.kind in kinds)
    mine = [a for a in money if _mine(task, a) and _timely(task, a) and not _tells_a_rate(task, a)]
    return sorted(_paid_once(task, once(task.world, mine)), key=lambda a: (a.event.clause, a.span.start))


def _paid_once(task: Task, money: list[Amount]) -> list[Amount]:
    """No price of goods that were only held or made beside that of the same goods traded."""
    traded = {rate for a in money if _kind_of_root(task, a) in TRADED for rate in a.parents}
    return [a for a in money if _kind_of_root(task, a) in TRADED or not a.parents or not a.parents & traded]


def _kind_of_root(task: Task, amount: Amount) -> str:
    root = task.world.find(amount.root) if amount.root else None
    return root.event.kind if root is not None else ""


def _tells_a_rate(task: Task, amount: Amount) -> bool:
    """Whether a sum only says what some cost, and others were bought at that rate: "2 kg cost $6; she buys 5 kg"."""
    rates = {a.ident for a in task.world.amounts if a.per and a.origin == "implied" and a.span == amount.span}
    return any(rates & a.parents for a in task.world.amounts)


def _mine(task: Task, amount: Amount) -> bool:
    owner = task.query.owner
    people = [one for one in amount.owner if one in task.world.people]
    asked = [one for one in owner if one in task.world.people]
    return not people or not asked or set(people) <= set(asked)


def _timely(task: Task, amount: Amount) -> bool:
    times = amount.event.time
    return not task.query.time or not times or bool(times & task.query.time)


def _terms(task: Task, amounts: Sequence[Amount], sign: int = 1) -> Terms:
    head = task.query.thing.head if task.query.thing.dimension == MONEY else _common(task)
    return [(in_unit(task.world, a, head), -sign if a.event.kind == REDUCED else sign) for a in amounts]


def _common(task: Task) -> str:
    heads = {a.thing.head for a in task.world.amounts if a.thing.dimension == MONEY}
    return next(iter(heads)) if len(heads) == 1 else DOLLAR


# --- ways -----------------------------------------------------------------------------


def _spent(task: Task) -> Iterator[Unknown]:
    paid = leaves(task, OUT)
    if paid:
        yield answered(task, _terms(task, paid), "goal.spent")


def _earned(task: Task) -> Iterator[Unknown]:
    got = leaves(task, IN)
    if got:
        yield answered(task, _terms(task, got), "goal.earned")


def _profit(task: Task) -> Iterator[Unknown]:
    got, paid = leaves(task, IN), leaves(task, OUT)
    if got and paid:
        yield answered(task, _terms(task, got) + _terms(task, paid, -1), "goal.profit")


def _left(task: Task) -> Iterator[Unknown]:
    """What was held and came in, less what was paid."""
    held, moved = leaves(task, HELD), leaves(task, GIVEN)
    got = leaves(task, IN) + [a for a in moved if a.event.sign > 0]
    paid = leaves(task, OUT) + [a for a in moved if a.event.sign <= 0]
    if held or got:
        yield answered(task, _terms(task, held + got) + _terms(task, paid, -1), "goal.money_left")


def _change(task: Task) -> Iterator[Unknown]:
    """The tender less everything else that was paid."""
    paid = leaves(task, OUT)
    for tender in reversed(leaves(task, OUT | GIVEN | HELD | IN)):
        rest = [a for a in paid if a.ident != tender.ident]
        if rest:
            yield answered(task, _terms(task, [tender]) + _terms(task, rest, -1), "goal.change")
