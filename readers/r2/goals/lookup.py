"""Described amounts, looked up when all clauses are read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from models.expression import Constant
from models.relation import Bond
from readers.r2.sets import Description, Terms, balance, in_unit, matching, once, total
from readers.r2.things import MONEY, Thing, alike
from readers.r2.world import BILL, PRICE, Amount, Event, Selector, World, ident_of

PLAIN = frozenset({"spend", "cost"})
DUE = PLAIN | {"surcharge", "reduction"}


def settle(world: World) -> None:
    """Look up every described amount; what is found nowhere stays unknown."""
    implied: dict[tuple[object, ...], Selector] = {}
    for selector in world.selectors:
        if selector.kind == BILL:
            _bill(world, selector)
            continue
        if selector.kind == PRICE:
            _price(world, selector)
            continue
        terms = _selected(world, selector)
        if terms and all(getattr(o, "ident", "") != selector.operand.ident for o, _ in terms):
            world.relate(Bond.SUM, selector.operand, terms, "relation.identity", selector.span)
            world.above[selector.operand.ident] = frozenset(ident_of(operand) for operand, _ in terms)
            continue
        key = (selector.thing, selector.owner, selector.kind, selector.time)
        known = implied.setdefault(key, selector)
        if known is not selector:
            world.relate(Bond.SUM, selector.operand, [(known.operand, 1)], "relation.identity", selector.span)
    for selector in implied.values():
        _imply(world, selector)
    for amount in tuple(world.amounts):
        if amount.whole:
            world.renew(amount, wholes=_ancestors(world, amount.whole))


def _ancestors(world: World, ident: str) -> frozenset[str]:
    """An amount with all that it is, or is a part of."""
    found: set[str] = set()
    stack = [ident]
    while stack:
        one = stack.pop()
        if one not in found:
            found.add(one)
            stack += sorted(world.above.get(one, ()))
    return frozenset(found)


def _own_parts(world: World, ident: str) -> frozenset[str]:
    """A described amount with its parts, which are not what it is described by."""
    parts = {a.ident for a in world.amounts if ident in _ancestors(world, a.whole)}
    return frozenset({ident, *parts})


def _imply(world: World, s: Selector) -> None:
    """What is described and told nowhere is an amount all the same, an unknown one."""
    kind = "possess" if s.kind == "have" else s.kind
    event = Event(verb=s.verb, kind=kind, time=s.time)
    if s.thing.head and not s.operand.unit.is_rate:
        world.add(Amount(s.operand, s.thing, s.owner, event, s.span, origin="implied"))


def _selected(world: World, s: Selector) -> Terms | None:
    head = s.operand.unit.numerator[0] if s.operand.unit.numerator else ""
    measure = Thing(head).dimension
    dims = (measure,) if measure and not s.thing.dimension else ()
    d = Description(
        s.thing, dims, s.owner, s.verb, s.kind, s.time, (), s.before, exclude=_own_parts(world, s.operand.ident)
    )
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
            return total(world, once(world, same), head if measure else "")
    return None


def _price(world: World, s: Selector) -> None:
    """What an item costs: the last price that was told of it before, else after."""
    prices = [a for a in world.amounts if a.item.head and a.origin == "stated" and a.span != s.span]
    found = [a for a in prices if alike(a.item, s.thing) and a.ident != s.operand.ident]
    if not found:
        return
    price = ([a for a in found if a.span.start < s.before] or found[:1])[-1]
    one = Constant("implicit.one", Fraction(1), s.operand.unit / world.unit_of(price.operand), s.span)
    world.relate(Bond.PRODUCT, s.operand, [(price.operand, 1), (one, 1)], "relation.price_of", s.span)


def _bill(world: World, s: Selector) -> None:
    """What was to be paid before a discount, a tax or a tip: less and more what was told of those."""
    due = [a for a in world.amounts if a.thing.dimension == MONEY and not a.per and a.event.kind in DUE]
    due = [a for a in once(world, due) if a.ident != s.operand.ident and a.span != s.span]
    before = [a for a in due if a.span.start < s.before] or [a for a in due if a.event.kind in PLAIN]
    if any(a.event.kind in PLAIN for a in before):
        terms = [(in_unit(world, a, s.thing.head), -1 if a.event.kind == "reduction" else 1) for a in before]
        world.relate(Bond.SUM, s.operand, terms, "relation.bill", s.span)
