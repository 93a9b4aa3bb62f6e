"""From the chosen hyperedges of a forest to an ``Expression`` with its licences."""

from __future__ import annotations

from collections.abc import Mapping

from models.chain import Family, Form, Kind
from models.expression import Apply, Expression, Licence, Operation
from models.factors import KIND_CODE, sides_of
from models.forest import Edge, Forest
from models.uses import uses_of

COMPOSITION = Licence("unit.composition")
UNLICENSED = "unlicensed"
"""Entry of a step whose family has a cap but no licence, as in a relaxed problem."""
EVENTS = frozenset({Kind.GAIN, Kind.LOSS})

Part = tuple[int, int]
"""An item node and whether it is subtracted or divided by."""


def assemble(forest: Forest, chosen: Mapping[int, Edge]) -> Expression:
    """The derivation that takes ``chosen[node]`` to make each node, from the root down."""
    top = chosen[forest.root]
    return _item(forest, chosen, top.tails[0]) if top.form is Form.LEAF else _closed(forest, chosen, top)


def _item(forest: Forest, chosen: Mapping[int, Edge], node: int) -> Expression:
    leaf = forest.nodes[node].leaf
    return forest.problem.leaves[leaf].expression if leaf >= 0 else _closed(forest, chosen, chosen[node])


def _closed(forest: Forest, chosen: Mapping[int, Edge], edge: Edge) -> Expression:
    parts = _unfold(chosen, edge.tails[0], 0)
    if edge.form is Form.PRODUCT:
        return _product(forest, chosen, parts, edge.uses)
    return _sum(forest, chosen, parts, edge)


def _unfold(chosen: Mapping[int, Edge], node: int, minus: int) -> list[Part]:
    """The items of a list in order; an item that is none stands for itself."""
    edge = chosen.get(node)
    if edge is None or edge.form is not None:
        return [(node, minus)]
    (head, rest), (head_minus, rest_minus) = edge.tails, edge.minus
    return [(head, head_minus), *_unfold(chosen, rest, rest_minus)]


def _licence(forest: Forest, family: Family) -> Licence:
    return forest.problem.licences.get(family, Licence(f"{UNLICENSED}.{family.value}"))


def _fold(operation: Operation, operands: list[Expression], licence: Licence) -> Expression:
    return operands[0] if len(operands) == 1 else Apply(operation, tuple(operands), licence)


def _product(forest: Forest, chosen: Mapping[int, Edge], parts: list[Part], uses: int) -> Expression:
    above = [node for node, minus in parts if not minus]
    below = [_item(forest, chosen, node) for node, minus in parts if minus]
    rate = any(_is_rate(forest, node) for node in above)
    operation = Operation.APPLY_RATE if rate else Operation.MULTIPLY
    top = _fold(operation, [_item(forest, chosen, node) for node in above], COMPOSITION)
    if not below:
        return top
    families = [f for f in (Family.SHARE, Family.RATIO) if uses_of(uses, f)]
    licence = _licence(forest, families[0]) if families else COMPOSITION
    return Apply(Operation.DIVIDE, (top, _fold(Operation.MULTIPLY, below, COMPOSITION)), licence)


def _is_rate(forest: Forest, node: int) -> bool:
    return sides_of(forest.nodes[node].unit)[1] != 0


def _sum(forest: Forest, chosen: Mapping[int, Edge], parts: list[Part], edge: Edge) -> Expression:
    if edge.form is Form.BALANCE:
        return _balance(forest, chosen, [node for node, _ in parts])
    family = Family.AGGREGATE if edge.form is Form.TOTAL else Family.DIFFERENCE
    plus = [_item(forest, chosen, node) for node, minus in parts if not minus]
    taken = [_item(forest, chosen, node) for node, minus in parts if minus]
    return _less(_fold(Operation.ADD, plus, _licence(forest, family)), taken, _licence(forest, family))


def _less(whole: Expression, taken: list[Expression], licence: Licence) -> Expression:
    if not taken:
        return whole
    return Apply(Operation.SUBTRACT, (whole, _fold(Operation.ADD, taken, licence)), licence)


def _balance(forest: Forest, chosen: Mapping[int, Edge], nodes: list[int]) -> Expression:
    """Several states are put together first, under their own licence; then the events happen."""
    by_kind: dict[int, list[Expression]] = {code: [] for code in KIND_CODE.values()}
    for node in nodes:
        by_kind[forest.nodes[node].kind].append(_item(forest, chosen, node))
    states, gains, losses = (by_kind[KIND_CODE[k]] for k in (Kind.STATE, Kind.GAIN, Kind.LOSS))
    event = _event(forest, nodes)
    held = [_fold(Operation.ADD, states, _licence(forest, Family.AGGREGATE))] if states else []
    return _less(_fold(Operation.ADD, held + gains, event), losses, event)


def _event(forest: Forest, nodes: list[int]) -> Licence:
    """The licence of the first event leaf under the gains and losses of a balance."""
    state = KIND_CODE[Kind.STATE]
    union = sum(forest.nodes[node].mask for node in nodes if forest.nodes[node].kind != state)
    for i, leaf in enumerate(forest.problem.leaves):
        if union >> i & 1 and leaf.kind in EVENTS and leaf.licence is not None:
            return leaf.licence
    return Licence(f"{UNLICENSED}.event")
