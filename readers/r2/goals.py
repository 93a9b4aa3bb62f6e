"""Ways to answer a query from the amounts of the world, the most literal first.

Each *option* is a name and the relations that define the answer. Which of them is the
reading is decided where they are solved: the first that reaches a value with every number
of the text used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from models.expression import Constant
from models.relation import Bond, Relation, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.closure import casts
from readers.r2.query import Query
from readers.r2.records import Modality
from readers.r2.sets import STATES, Description, Terms, balance, fits, matching, once, total
from readers.r2.things import GENERIC, LOOSE, MONEY, Thing, alike
from readers.r2.world import Amount, Owner, Selector, World

ANSWER = "answer"
HAVING = frozenset({"possess", "be", "contain"})


@dataclass(frozen=True, slots=True)
class Option:
    """A way to define the answer; ``relations`` are those of the world and its own."""

    name: str
    target: Unknown
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A query with the world it is asked of and its place in the text."""

    world: World
    query: Query
    span: Span


def settle(world: World) -> None:
    """Look up every described amount; what is found nowhere stays unknown."""
    for selector in world.selectors:
        terms = _selected(world, selector)
        if terms and all(getattr(o, "ident", "") != selector.operand.ident for o, _ in terms):
            world.relate(Bond.SUM, selector.operand, terms, "relation.identity", selector.span)


def _selected(world: World, s: Selector) -> Terms | None:
    head = s.operand.unit.numerator[0] if s.operand.unit.numerator else ""
    measure = Thing(head).dimension
    dims = (measure,) if measure and not s.thing.dimension else ()
    d = Description(s.thing, dims, s.owner, s.verb, s.kind, s.time, (), s.before, exclude=frozenset({s.operand.ident}))
    if s.kind == "have":
        for owner in (s.owner, None) if not s.owner else (s.owner,):
            found = balance(world, d, owner)
            if found:
                return found
    for narrowed in (d, replace(d, before=10**9)):
        amounts = [a for a in matching(world, narrowed) if a.span != s.span]
        same = (
            [a for a in amounts if a.event.verb == s.verb] or [a for a in amounts if a.event.kind == s.kind] or amounts
        )
        if same:
            return total(world, once(same), head if measure else "")
    return None


# --- options --------------------------------------------------------------------------


def options(task: Task) -> Iterator[Option]:
    """All ways, in order of preference; relations of one do not leak into the next."""
    for name, build in _ways(task.query):
        mark = len(task.world.relations)
        for target in build(task):
            yield Option(name, target, tuple(task.world.relations))
            del task.world.relations[mark:]
        del task.world.relations[mark:]


Way = Callable[[Task], Iterator[Unknown]]


def _ways(query: Query) -> Iterator[tuple[str, Way]]:
    """Ways to answer a query: what its words demand, else what its verb allows."""
    if query.aggregate in DEMANDED:
        yield from DEMANDED[query.aggregate]
        return
    if query.kind in HAVING:
        yield LEFT
    yield TOTAL
    yield INVERSE


def _answer(task: Task, terms: Terms, rule: str, bond: Bond = Bond.SUM) -> Unknown:
    unit = _unit_of(task, terms)
    counts = bool(unit.numerator) and not Thing(unit.numerator[0]).dimension and not unit.is_rate
    target = Unknown(ANSWER, unit, counts, False, task.span)
    task.world.relate(bond, target, terms, rule, task.span)
    return target


def _unit_of(task: Task, terms: Terms) -> Unit:
    return task.world.unit_of(terms[0][0])


def _head(task: Task) -> str:
    """The measure that the answer is asked in."""
    if task.query.thing.dimension:
        return task.query.thing.head
    return "dollar" if MONEY in task.query.dimensions else ""


def _description(task: Task) -> Description:
    q = task.query
    return Description(q.thing, q.dimensions, q.owner, q.verb, q.kind, q.time)


def _sets(task: Task, d: Description | None = None) -> Iterator[list[Amount]]:
    """Sets of amounts that may be summed, the closest first: they share thing, owner, and verb or class."""
    seen: set[frozenset[str]] = set()
    d = d or _description(task)
    for owner in dict.fromkeys((d.owner, ())):
        found = [a for a in matching(task.world, replace(d, owner=owner)) if _not_anothers(task, a, d.owner)]
        for near in (LOOSE, GENERIC):
            for same in _alike(task, [a for a in found if (fits(a, d) or 0) <= near]):
                key = frozenset(a.ident for a in same)
                if same and key not in seen:
                    seen.add(key)
                    yield same


def _not_anothers(task: Task, amount: Amount, owner: Owner) -> bool:
    """Whether an amount may be the owner's: it is not said to be that of other people."""
    if not owner or set(amount.owner) <= set(owner):
        return True
    return not any(one in task.world.people for one in amount.owner)


def _alike(task: Task, found: list[Amount]) -> Iterator[list[Amount]]:
    q = task.query
    yield once(a for a in found if a.event.verb == q.verb)
    yield once(a for a in found if a.event.kind == q.kind)
    yield once(a for a in found if a.event.kind in STATES)
    if len({a.event.verb for a in found}) == 1:
        yield once(found)


def _sum(task: Task) -> Iterator[Unknown]:
    for amounts in _sets(task):
        yield _answer(task, total(task.world, amounts, _head(task)), "goal.total")


def _balance(task: Task) -> Iterator[Unknown]:
    d = replace(_description(task), verb="", kind="")
    d = replace(d, thing=replace(d.thing, head=_head(task))) if _head(task) and not d.thing.head else d
    for owner in dict.fromkeys((task.query.owner or None,)):
        terms = balance(task.world, d, owner)
        if terms:
            yield _answer(task, terms, "goal.balance")


def _inverse(task: Task) -> Iterator[Unknown]:
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
    if below.dimension:
        return below.dimension in q.dimensions and q.thing.head in ("", below.head)
    return bool(q.thing.head) and alike(q.thing, below)


def _same_measure(one: Thing, other: Thing, span: Span) -> tuple[tuple[Constant, int], ...] | None:
    if one.dimension or other.dimension:
        return casts(other.head, one.head, span) if one.dimension == other.dimension else None
    return () if alike(one, other) and one.head == other.head else None


def _each(task: Task) -> Iterator[Unknown]:
    """The rate asked for, stated or as a total by a count."""
    for below in task.query.per:
        d = replace(_description(task), per=(below,))
        for amount in once(matching(task.world, replace(d, owner=()))):
            yield _rate_answer(task, amount, below)
        for amounts in _sets(task):
            for count in [a for a in task.world.amounts if not a.per and alike(below, a.thing)]:
                yield _quotient(task, amounts, count)


def _rate_answer(task: Task, amount: Amount, below: Thing) -> Unknown:
    steps = casts(amount.per[0].head, below.head, amount.span) or ()
    return _answer(task, [(amount.operand, 1), *((c, s) for c, s in steps)], "goal.rate", Bond.PRODUCT)


def _quotient(task: Task, amounts: list[Amount], count: Amount) -> Unknown:
    terms = total(task.world, amounts, _head(task))
    whole = Unknown("goal.whole", _unit_of(task, terms), False, False, task.span)
    task.world.relate(Bond.SUM, whole, terms, "goal.total", task.span)
    return _answer(task, [(whole, 1), (count.operand, -1)], "goal.each", Bond.PRODUCT)


def _original(task: Task) -> Iterator[Unknown]:
    for _ in _balance(task):
        pass
    for start in tuple(task.world.starts):
        yield _answer(task, [(start, 1)], "goal.original")


def _difference(task: Task) -> Iterator[Unknown]:
    """One set less another: what is compared less what follows than."""
    mine = _description(task)
    for theirs in _compared(task, mine):
        for first in _owned_sets(task, mine):
            for second in _owned_sets(task, theirs):
                if not {a.ident for a in first} & {a.ident for a in second}:
                    terms = total(task.world, [*first, *second], _head(task))
                    signs = [1] * len(first) + [-1] * len(second)
                    if task.query.fewer:
                        signs = [-sign for sign in signs]
                    yield _answer(task, [(o, s) for (o, _), s in zip(terms, signs, strict=True)], "goal.difference")


def _owned_sets(task: Task, d: Description) -> Iterator[list[Amount]]:
    """The closest sets of a description whose owner is not given up."""
    for amounts in _sets(task, d):
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


def _need(task: Task) -> Iterator[Unknown]:
    """What is needed less what there is."""
    d = replace(_description(task), verb="", kind="", owner=())
    needed = once(
        a
        for a in matching(task.world, d)
        if a.event.modality is not Modality.ACTUAL or a.event.kind in ("need", "cost")
    )
    held = once(
        a
        for a in matching(task.world, d)
        if a.event.modality is Modality.ACTUAL and a.event.kind not in ("need", "cost")
    )
    for goal in ([needed] if len(needed) > 1 else []) + [[a] for a in needed]:
        terms = total(task.world, goal, _head(task)) + [(o, -s) for o, s in total(task.world, held, _head(task))]
        if goal and held:
            yield _answer(task, terms, "goal.need")


TOTAL = ("total", _sum)
LEFT = ("balance", _balance)
INVERSE = ("inverse rate", _inverse)
EACH = ("each", _each)
ORIGINAL = ("original", _original)
DIFFERENCE = ("difference", _difference)
NEED = ("need", _need)
DEMANDED: dict[str, tuple[tuple[str, Way], ...]] = {
    "total": (TOTAL, INVERSE),
    "left": (LEFT,),
    "original": (ORIGINAL,),
    "difference": (DIFFERENCE,),
    "each": (EACH, INVERSE),
    "need": (NEED,),
    "percent": (),
}
