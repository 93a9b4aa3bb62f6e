"""What follows from rates: an amount times a rate per such a thing, to a fixpoint.

"3 boxes" and "6 pens a box" give pens; "6 pens a box" and "$2 a pen" give dollars a box.
Where several rates fit an amount, the one of its own clause is taken, then the one that
fits it most closely, then the nearest; another that fits as well is an alternative of a
choice point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.expression import Constant
from models.relation import Bond, Operand
from models.span import Span
from models.units import Unit
from readers.packs_numeric import load_numeric_packs
from readers.r2.packs import load_meanings
from readers.r2.things import TIME, Thing, rank
from readers.r2.world import Amount, Event, World

MAX_DEPTH = 4
PRICED = frozenset({"cost", "spend", "earn", "be", "contain", "possess", ""})
TRADES = frozenset({"spend", "earn"})
STATIC = frozenset({"be", "contain", "possess", "cost", ""})
Terms = list[tuple[Operand, int]]


@dataclass(frozen=True, slots=True)
class Fit:
    """A rate that applies to an amount: which denominator it meets, and how well."""

    rate: Amount
    amount: Amount
    at: int  # place in rate.per
    order: tuple[int, ...]
    casts: tuple[tuple[Constant, int], ...] = ()


def close(world: World) -> None:
    """Add every amount that rates imply, depth by depth, until none is new."""
    for _ in range(MAX_DEPTH):
        fresh = [fit for amount in tuple(world.amounts) for fit in _fits(world, amount)]
        if not sum(_apply(world, fit) for fit in fresh):
            return


def _fits(world: World, amount: Amount) -> Iterator[Fit]:
    """The rate to apply to an amount, one for each thing that rates lead to."""
    groups: dict[tuple[str, str], list[Fit]] = {}
    for rate in world.amounts:
        for at in range(len(rate.per)):
            fit = _fit(rate, amount, at)
            if fit is not None:
                groups.setdefault(_group(rate), []).append(fit)
    for (head, _), fits in groups.items():
        fits.sort(key=lambda fit: fit.order)
        best = [fit for fit in fits if fit.order[:3] == fits[0].order[:3]]
        yield best[world.choose(f"rate.{amount.ident}.{head}", len(best))]


def _group(rate: Amount) -> tuple[str, str]:
    """Rates that exclude each other: of one thing, and of money on one side of a trade."""
    side = rate.event.kind if rate.event.kind in TRADES else ""
    return (rate.thing.dimension or rate.thing.head, f"{len(rate.per)}{side}")


def _fit(rate: Amount, amount: Amount, at: int) -> Fit | None:
    if rate.ident == amount.ident or _kin(rate) & _kin(amount):
        return None
    if rate.origin == "implied" and rate.event.clause == amount.event.clause:
        return None  # it was made of this amount
    if amount.is_rate and not _composable(rate, amount):
        return None
    casts = meets(rate.per[at], amount.thing, amount.span)
    if casts is None:
        return None
    bond = _bond(rate, amount, at)
    if bond is None:
        return None
    distance = abs(rate.span.start - amount.span.start)
    return Fit(rate, amount, at, (*bond, distance), casts)


def _composable(rate: Amount, amount: Amount) -> bool:
    """Two rates make one where the second counts what the first is per, in a common frame."""
    return len(rate.per) == 1 and len(amount.per) == 1 and rate.thing.head != amount.per[0].head


def _kin(amount: Amount) -> frozenset[str]:
    return amount.parents | {amount.ident}


def meets(below: Thing, thing: Thing, span: Span) -> tuple[tuple[Constant, int], ...] | None:
    """The conversions that take ``thing`` to the denominator ``below``; None where it is another thing."""
    if below.dimension or thing.dimension:
        foreign = bool(below.stuff and thing.stuff and below.stuff != thing.stuff)
        if foreign or below.dimension != thing.dimension:
            return None
        return casts(thing.head, below.head, span)
    if not below.head:
        return None
    if below.head == thing.head and rank(below, thing) is not None:
        return ()
    fits = rank(below, thing) is not None and below.head not in load_meanings().generic
    wider = thing.head and thing.head not in load_meanings().generic and rank(thing, below) is not None
    return () if fits or wider else None


def casts(source: str, goal: str, span: Span) -> tuple[tuple[Constant, int], ...] | None:
    """Constants, with +1 to multiply and -1 to divide, that turn one measure into another."""
    if source == goal:
        return ()
    packs = load_numeric_packs()
    for smaller, larger, sign in ((goal, source, 1), (source, goal, -1)):
        fact = packs.fact(smaller, larger)
        if fact is not None:
            unit = Unit.of(smaller) / Unit.of(larger)
            return ((Constant(fact.ident, fact.factor, unit, span), sign),)
    return None


def _bond(rate: Amount, amount: Amount, at: int) -> tuple[int, int, int] | None:
    """How closely a rate belongs to an amount, smaller is closer; None where owners forbid it."""
    same_clause = rate.event.clause == amount.event.clause
    below = rate.per[at]
    tight = rank(below, amount.thing)
    if below.dimension == TIME:
        common = set(rate.owner) & set(amount.owner)
        if rate.owner and amount.owner and not common and not same_clause:
            return None
        if not same_clause and not _lasts(rate, amount):
            return None
    if rate.event.time and amount.event.time and rate.event.time != amount.event.time:
        return None
    foreign = bool(rate.owner and amount.owner and rate.owner != amount.owner)
    return (0 if same_clause else 1, GENERIC_RANK if tight is None else tight, int(foreign))


def _lasts(rate: Amount, amount: Amount) -> bool:
    """Whether a time is one during which the rate goes on: not one that somebody takes off."""
    aside = amount.event.sign != 0 and amount.event.kind in OFF
    return amount.event.verb == rate.event.verb or not aside or not amount.owner


GENERIC_RANK = 5
OFF = frozenset({"gain", "loss", "transfer"})


def _apply(world: World, fit: Fit) -> bool:
    """Add what a fit gives; False where it is there already."""
    rate, amount = fit.rate, fit.amount
    parents = _kin(rate) | _kin(amount)
    per = (*rate.per[: fit.at], *rate.per[fit.at + 1 :], *amount.per)
    if any(a.parents == parents and a.thing == rate.thing for a in world.amounts):
        return False
    below = rate.per[fit.at]
    if not below.dimension and below.head != amount.thing.head:
        world.united.append((below.head, amount.thing.head))
    unit = _unit(rate.thing, per)
    operand = world.unknown(unit, amount.span, not rate.thing.dimension and not per)
    terms: Terms = [(rate.operand, 1), (amount.operand, 1), *fit.casts]
    world.relate(Bond.PRODUCT, operand, terms, "relation.rate_times_amount", rate.span)
    owner = _owner(rate, amount)
    world.add(
        Amount(
            operand,
            rate.thing,
            owner,
            _event(rate, amount),
            amount.span,
            per,
            "derived",
            parents,
            root=amount.root or amount.ident,
        )
    )
    return True


def _unit(thing: Thing, per: tuple[Thing, ...]) -> Unit:
    unit = thing.unit
    for below in per:
        unit = unit / below.unit
    return unit


def _owner(rate: Amount, amount: Amount) -> tuple[str, ...]:
    if amount.thing.dimension == TIME and rate.owner:
        return rate.owner
    return amount.owner or rate.owner


def _event(rate: Amount, amount: Amount) -> Event:
    """What the product took part in: a price turns buying into spending, selling into earning."""
    kind = amount.event.kind
    time = rate.event.time | amount.event.time
    if rate.event.kind in PRICED and rate.thing.dimension == "money" and amount.thing.dimension != TIME:
        words = load_meanings()
        if rate.event.kind in TRADES and rate.owner == amount.owner:
            return replace(rate.event, clause=amount.event.clause, time=time)
        if kind == "gain" and amount.event.verb in words.made:  # what is picked or found was not paid for
            return replace(rate.event, time=time, clause=amount.event.clause)
        if kind in words.money_out or kind == "need":
            return replace(amount.event, kind="spend", sign=-1, time=time)
        if kind in words.money_in:
            return replace(amount.event, kind="earn", sign=1, time=time)
        return replace(rate.event, time=time, clause=amount.event.clause)
    if rate.event.kind in STATIC and amount.thing.dimension != TIME:
        return replace(amount.event, time=time)
    return replace(rate.event, time=time, clause=max(rate.event.clause, amount.event.clause))
