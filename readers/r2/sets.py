"""Which amounts are meant by a description, and what they come to together.

Glossary: a *description* is a thing (or a dimension), an owner, a verb and a time; a
*balance* is what an owner has after all gains and losses before some point; a *term* is an
operand with its sign in a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from models.relation import Bond, Operand, Unknown
from readers.r2.closure import casts
from readers.r2.records import Modality
from readers.r2.things import CLASS, MONEY, VAGUE, Thing, rank
from readers.r2.world import Amount, Owner, World

Terms = list[tuple[Operand, int]]
STATES = frozenset({"possess", "be", "contain", "cost", "save"})
HELD = STATES | {"produce"}
END = 10**9


@dataclass(frozen=True, slots=True)
class Description:
    """What amounts have to be like; empty fields leave it open."""

    thing: Thing
    dimensions: tuple[str, ...] = ()
    owner: Owner = ()
    verb: str = ""
    kind: str = ""
    time: frozenset[str] = frozenset()
    per: tuple[Thing, ...] = ()
    before: int = END
    modality: Modality | None = None
    exclude: frozenset[str] = field(default_factory=frozenset)


def fits(amount: Amount, d: Description) -> int | None:
    """How well an amount answers to the thing of a description, None if it does not."""
    if amount.ident in d.exclude or bool(amount.per) != bool(d.per):
        return None
    if d.dimensions and amount.thing.dimension not in d.dimensions:
        return None
    if d.per and not _same_per(amount, d):
        return None
    if d.dimensions:
        foreign = d.thing.stuff and amount.thing.stuff and d.thing.stuff != amount.thing.stuff
        return None if foreign else 0
    if amount.thing.dimension and not d.thing.dimension and amount.thing.stuff != d.thing.head:
        return None
    if amount.whole and not d.thing.mods and d.thing.head in amount.thing.mods:
        return CLASS
    return rank(d.thing, amount.thing)


def _same_per(amount: Amount, d: Description) -> bool:
    return len(amount.per) == len(d.per) and all(
        one.dimension == other.dimension and (one.dimension or rank(one, other) is not None)
        for one, other in zip(amount.per, d.per, strict=True)
    )


def owned(amount: Amount, owner: Owner) -> bool:
    """Whether an amount is one of the owner's own."""
    return amount.owner == owner or (bool(amount.owner) and set(amount.owner) <= set(owner))


def timely(amount: Amount, time: frozenset[str]) -> bool:
    """Whether an amount belongs to a time; what has no time belongs to all."""
    return not time or not amount.event.time or bool(time & amount.event.time)


def once(world: World, amounts: Iterable[Amount], parts: bool = False) -> list[Amount]:
    """Each operand once, and no converted amount beside what it became.

    A part is not kept beside its whole either, unless ``parts`` are changes of it.
    """
    found = list({world.same.get(a.ident, a.ident): a for a in amounts}.values())
    idents = {a.ident for a in found}
    parents = {p for a in found for p in a.parents}
    kept = [a for a in found if a.ident not in parents and (parts or not idents & {a.whole, *a.wholes})]
    best: dict[str, Amount] = {}
    for a in kept:
        rival = best.get(a.root or a.ident)
        if rival is None or len(a.parents) > len(rival.parents):
            best[a.root or a.ident] = a
    rooted = [a for a in kept if best[a.root or a.ident] is a]
    made = {a.ident: _made_of(world, a) for a in rooted}
    return [a for a in rooted if not any(_remade(a, b, made) for b in rooted)]


def _made_of(world: World, amount: Amount) -> frozenset[str]:
    """The told amounts that an amount was derived from."""
    derived = {a.ident for a in world.amounts if a.parents}
    return amount.parents - derived


def _remade(amount: Amount, other: Amount, made: Mapping[str, frozenset[str]]) -> bool:
    """Whether another is the same product, or one of more factors: one way to it is enough."""
    mine, theirs = made[amount.ident], made[other.ident]
    if amount is other or not amount.parents or not other.parents or amount.thing.head != other.thing.head:
        return False
    return mine < theirs or (mine == theirs and other.ident < amount.ident)


def separate(amounts: Sequence[Amount]) -> bool:
    """Whether no amount of a set is a class or the whole of another: 30 children are not added to 14 girls."""
    return not any(_covers(one, other) for one in amounts for other in amounts if one is not other)


def _covers(one: Amount, other: Amount) -> bool:
    mine = one.owner == other.owner or not one.owner or not other.owner
    if not mine or one.thing.dimension or one.event.sign < 0 or other.event.sign < 0:
        return False
    if one.thing.head == other.thing.head:
        return not one.thing.mods and bool(other.thing.mods)
    return rank(one.thing, other.thing) == CLASS and rank(other.thing, one.thing) is None


def balance(world: World, d: Description, owner: Owner | None) -> Terms | None:
    """Start, gains and losses of what is described, in order; None where nothing is known of it.

    A state that comes after changes is what the earlier terms amount to: it is related to
    them, and the sum goes on from it.
    """
    terms: Terms = []
    changed = stated = False
    history = _history(world, d, owner)
    if not separate([a for a in history if a.event.kind in STATES]):
        return None
    for a in history:
        if a.event.kind in STATES or a.event.sign == 0:
            if changed and terms and (a.event.final or stated):
                _close(world, terms, a)
                terms, changed = [], False
            terms.append((_in(world, a, d), 1))
            stated = True
            continue
        sign = _sign(world, a, owner)
        if sign < 0 and not terms and not _stated_later(world, d, owner, a):
            terms.append((_start(world, a, d), 1))
        terms.append((_in(world, a, d), sign))
        changed = True
    return terms or None


def _sign(world: World, amount: Amount, owner: Owner | None) -> int:
    """The sign of a change; what people take comes out of what there is."""
    taken = owner == () and amount.event.kind == "gain" and any(one in world.people for one in amount.owner)
    return -1 if taken else amount.event.sign


def _stated_later(world: World, d: Description, owner: Owner | None, first: Amount) -> bool:
    """Whether what there was at first is told after the first loss ("He had $15")."""
    later = (a for a in _history(world, d, owner) if a.event.kind in STATES and a.span.start > first.span.start)
    return any(not a.event.final for a in later)


def _history(world: World, d: Description, owner: Owner | None) -> list[Amount]:
    found = [
        a
        for a in world.amounts
        if fits(a, d) is not None
        and not a.per
        and a.span.start < d.before
        and _belongs(world, a, d, owner)
        and (a.event.modality is not Modality.CAPACITY and a.event.kind != "need")
        and not (a.whole and a.event.kind in STATES)
        and (a.event.sign != 0 or a.event.kind in HELD)
    ]
    ordered = sorted(_closest(found, d), key=lambda a: (a.event.clause, a.span.start))
    return once(world, ordered, parts=True)


def _belongs(world: World, amount: Amount, d: Description, owner: Owner | None) -> bool:
    """Whether an amount is in an owner's history; what is nobody's is changed by people who have none of their own."""
    if owner is None or amount.owner == owner or _taken_from(world, amount, owner):
        return True
    if owner or amount.event.sign == 0 or amount.origin == "received" or amount.event.kind == "transfer":
        return False  # whether what is brought comes here is not said
    own = (a for a in world.amounts if a.owner == amount.owner and a.event.kind in STATES)
    return all(fits(a, d) is None for a in own)


def _taken_from(world: World, amount: Amount, owner: Owner) -> bool:
    """Whether a change is of a part of what the owner has: "ate half of the figs" that the bowl holds."""
    mine = {a.ident for a in world.amounts if a.owner == owner and a.event.kind in STATES}
    return bool(owner and amount.event.sign < 0 and mine & {amount.whole, *amount.wholes})


def _closest(found: list[Amount], d: Description) -> list[Amount]:
    """Without what is said less closely than asked, where something is said as closely."""
    near = [a for a in found if (fits(a, d) or 0) < VAGUE]
    return near or found


def _close(world: World, terms: Terms, state: Amount) -> None:
    world.relate(Bond.SUM, state.operand, terms, "relation.balance", state.span)


def _start(world: World, first: Amount, d: Description) -> Unknown:
    """What there was before the first loss."""
    name = f"start.{first.ident}"
    known = next((s for s in world.starts if s.ident == name), None)
    if known is None:
        known = Unknown(name, first.thing.unit, not first.thing.dimension, False, first.span)
        world.starts.append(known)
    return known


def _in(world: World, amount: Amount, d: Description) -> Operand:
    """The operand of an amount in the unit of the description."""
    return in_unit(world, amount, d.thing.head if d.thing.dimension else "")


def in_unit(world: World, amount: Amount, head: str) -> Operand:
    """An amount's operand, cast to another measure where the head names one."""
    if not head or head == amount.thing.head or not amount.thing.dimension:
        return amount.operand
    steps = casts(amount.thing.head, head, amount.span)
    if not steps:
        return amount.operand
    unit = amount.unit.rename(amount.thing.head, head)
    operand = Unknown(f"{amount.ident}.{head}", unit, False, False, amount.span)
    world.relate(Bond.PRODUCT, operand, [(amount.operand, 1), *steps], "relation.conversion", amount.span)
    return operand


def common_head(amounts: Sequence[Amount], wished: str) -> str:
    """The measure that amounts are summed in: the one asked for, else that of the first."""
    heads = [a.thing.head for a in amounts if a.thing.dimension]
    if wished or not heads:
        return wished
    return "dollar" if amounts[0].thing.dimension == MONEY and "dollar" in heads else heads[0]


def total(world: World, amounts: Sequence[Amount], head: str) -> Terms:
    """The terms of a sum over amounts, in one unit; bases of counted things become one."""
    wished = common_head(amounts, head)
    first = next((a.thing.head for a in amounts if not a.thing.dimension), "")
    for a in amounts:
        if not a.thing.dimension and a.thing.head and a.thing.head != first:
            world.united.append((first, a.thing.head))
    return [(in_unit(world, a, wished), 1) for a in amounts]


def matching(world: World, d: Description) -> list[Amount]:
    """All amounts that fit a description, those that have its verb where any has."""
    found = [a for a in world.amounts if fits(a, d) is not None and a.span.start < d.before and timely(a, d.time)]
    found = _closest(found, d)
    if d.owner:
        found = [a for a in found if owned(a, d.owner)]
    if d.modality is not None:
        found = [a for a in found if a.event.modality is d.modality]
    return found
