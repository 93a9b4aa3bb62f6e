"""All derivations of a small chain problem, by definition: the naive twin of the forest.

Nothing here is clever and nothing is shared with ``models.forest``, ``models.factors`` or
``models.terms``: every set partition of the leaves, every choice of signs, every rule read
off as it is stated, units as named exponents. For up to five or six leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from models.chain import ChainProblem, Family, Form, Kind
from models.units import Unit


@dataclass(frozen=True)
class Tree:
    """One derivation of a set of leaves: its canonical text and what the rules ask about it."""

    text: str
    unit: Unit
    kind: Kind
    form: Form
    uses: tuple[Family, ...] = ()
    depth: int = 0


Signed = tuple[Tree, bool]
"""A term or factor; True where it is subtracted or divided by."""


def partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to part the items into blocks.

    >>> len(list(partitions((1, 2, 3))))
    5
    """
    if not items:
        yield []
        return
    head, rest = items[0], items[1:]
    for parts in partitions(rest):
        yield [(head,), *parts]
        for i, block in enumerate(parts):
            yield [*parts[:i], (head, *block), *parts[i + 1 :]]


def brute_force(problem: ChainProblem) -> list[str]:
    """The sorted canonical strings of all derivations of the problem."""
    indices = tuple(range(len(problem.leaves)))
    required = {i for i in indices if problem.leaves[i].required}
    trees = _trees(problem)
    found = []
    for chosen in product((False, True), repeat=len(indices)):
        used = tuple(i for i in indices if chosen[i])
        if used and required <= set(used):
            found += [tree.text for tree in trees(used) if _is_answer(problem, tree)]
    return sorted(found)


def _is_answer(problem: ChainProblem, tree: Tree) -> bool:
    target = problem.target
    fits = tree.unit == target.unit and tree.kind in target.kinds and tree.form in target.forms
    return fits and _within(problem, tree)


def _within(problem: ChainProblem, tree: Tree) -> bool:
    uses = Counter(tree.uses)
    return tree.depth <= problem.max_depth and all(uses[f] <= problem.caps.get(f, 0) for f in uses)


def _trees(problem: ChainProblem) -> Callable[[tuple[int, ...]], list[Tree]]:
    @cache
    def trees(used: tuple[int, ...]) -> list[Tree]:
        if len(used) == 1:
            leaf = problem.leaves[used[0]]
            return [Tree(leaf.ident, leaf.unit, leaf.kind, Form.LEAF)]
        found = []
        for parts in partitions(used):
            if len(parts) > 1:
                for operands in product(*(trees(tuple(sorted(part))) for part in parts)):
                    found += [tree for tree in _join(operands) if _within(problem, tree)]
        return found

    return trees


def _join(operands: tuple[Tree, ...]) -> Iterator[Tree]:
    for signs in product((False, True), repeat=len(operands)):
        signed = list(zip(operands, signs, strict=True))
        yield from _sums(signed)
        yield from _products(signed)


def _combine(signed: list[Signed], name: str, marks: str) -> tuple[str, tuple[Family, ...], int]:
    parts = sorted(marks[minus] + tree.text for tree, minus in signed)
    uses = tuple(use for tree, _ in signed for use in tree.uses)
    return f"({name} {' '.join(parts)})", uses, 1 + max(tree.depth for tree, _ in signed)


def _sums(signed: list[Signed]) -> Iterator[Tree]:
    terms = [tree for tree, _ in signed]
    kinds = {tree.kind for tree in terms}
    flat = all(tree.form in (Form.LEAF, Form.PRODUCT) for tree in terms)
    if not flat or Kind.FACTOR in kinds or len({tree.unit for tree in terms}) > 1:
        return
    signs = {minus for _, minus in signed}
    text, uses, depth = _combine(signed, "sum", "+-")
    unit = terms[0].unit
    if len(kinds) == 1 and signs == {False}:
        yield Tree(text, unit, terms[0].kind, Form.TOTAL, (*uses, Family.AGGREGATE), depth)
    elif len(kinds) == 1 and signs == {False, True}:
        yield Tree(text, unit, Kind.STATE, Form.DIFFERENCE, (*uses, Family.DIFFERENCE), depth)
    elif len(kinds) > 1 and all(minus == (tree.kind is Kind.LOSS) for tree, minus in signed):
        several = [tree.kind for tree in terms].count(Kind.STATE) > 1
        yield Tree(text, unit, Kind.STATE, Form.BALANCE, (*uses, Family.AGGREGATE) if several else uses, depth)


def _products(signed: list[Signed]) -> Iterator[Tree]:
    factors = [tree for tree, _ in signed]
    kind = _product_kind({tree.kind for tree in factors})
    if kind is None or any(tree.form is Form.PRODUCT for tree in factors):
        return
    if all(minus for _, minus in signed) or any(minus and tree.kind is Kind.FACTOR for tree, minus in signed):
        return
    unit = Unit()
    for tree, minus in signed:
        unit = unit / tree.unit if minus else unit * tree.unit
    licensed = _product_uses(signed, unit)
    if not _composes(signed) or not _is_plain(unit):
        return
    if unit == Unit() and kind is not Kind.FACTOR and Family.RATIO not in licensed:
        return
    text, uses, depth = _combine(signed, "product", "*/")
    yield Tree(text, unit, kind, Form.PRODUCT, (*uses, *licensed), depth)


def _product_kind(kinds: set[Kind]) -> Kind | None:
    if {Kind.GAIN, Kind.LOSS} <= kinds:
        return None
    return next(k for k in (Kind.GAIN, Kind.LOSS, Kind.STATE, Kind.FACTOR) if k in kinds)


def _is_plain(unit: Unit) -> bool:
    simple = all(exponent in (1, -1) for _, exponent in unit.exponents)
    return simple and len(unit.numerator) <= 1 and len(unit.denominator) <= 2


def _is_amount(tree: Tree) -> bool:
    return bool(tree.unit.numerator) and not tree.unit.denominator


def _cancels(one: Signed, other: Signed) -> bool:
    mine = dict((one[0].unit.inverse() if one[1] else one[0].unit).exponents)
    theirs = dict((other[0].unit.inverse() if other[1] else other[0].unit).exponents)
    return any(mine[base] * theirs.get(base, 0) < 0 for base in mine)


def _composes(signed: list[Signed]) -> bool:
    """Whether everything cancels that must, and no amount stands above the line twice."""
    measured = [i for i, (tree, _) in enumerate(signed) if tree.kind is not Kind.FACTOR]
    amounts = Counter(signed[i][0].unit for i in measured if not signed[i][1] and _is_amount(signed[i][0]))
    loose = [
        signed[i] for i in measured if not any(_cancels(signed[i], other) for j, other in enumerate(signed) if j != i)
    ]
    below = [tree for tree, minus in loose if minus]
    if not all(_is_amount(tree) for tree in below) or any(number > 1 for number in amounts.values()):
        return False
    return len(measured) == 1 or len(loose) - len(below) <= len(below)


def _product_uses(signed: list[Signed], unit: Unit) -> list[Family]:
    """The licences that the product of this unit uses: one for each amount that is divided by."""
    divisors = [tree.unit for tree, minus in signed if minus and tree.kind is not Kind.FACTOR and _is_amount(tree)]
    left = set(unit.denominator)
    return [Family.SHARE if left & set(divisor.numerator) else Family.RATIO for divisor in divisors]
