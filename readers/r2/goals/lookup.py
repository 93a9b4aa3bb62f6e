"""Described amounts, looked up when all clauses are read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from models.expression import Constant
from models.relation import Bond
from readers.r2.sets import Description, Terms, balance, matching, once, total
from readers.r2.things import Thing, alike
from readers.r2.world import PRICE, Selector, World


def settle(world: World) -> None:
    """Look up every described amount; what is found nowhere stays unknown."""
    for selector in world.selectors:
        if selector.kind == PRICE:
            _price(world, selector)
            continue
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
