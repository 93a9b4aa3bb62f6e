"""The canonical forest of all derivations of a chain problem.

A forest is a hypergraph, pure data. Its nodes are *items* (a leaf, a closed sum or a
closed product over a set of leaves), *lists* (two or more signed terms or factors that
are not closed yet) and one *root*; each hyperedge says how its head can be made:

* ``cons``: a list is an item followed by an item or by another list. Items are ordered
  by their smallest leaf, so that every flattened sum or product is exactly one chain.
* ``close``: a list becomes an item, or the root, under one ``Form``.
* ``leaf``: a leaf is the whole derivation.

A derivation is one hyperedge of the root, one of each of its tails, and so on: every
structure that the grammar allows occurs once. The grammar of products is in
``models.factors``, that of sums in ``models.terms``; this file grows both bottom-up over
sets of leaves and then keeps what the root reaches.

Pruning by unit: units multiply only with what lies outside a node, so for each base the
exponent of a node (or its inverse) may differ from the target's by at most the exponents
of the leaves outside. All bases are compared in one addition on packed units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.chain import ChainProblem, Form
from models.factors import DENOMINATOR, KIND_CODE, NUMERATOR, Code, Signatures
from models.factors import REFUSED as NO_PRODUCT
from models.terms import REFUSED as NO_SUM
from models.terms import close_terms, merge_terms, single_terms
from models.units import LIMIT, RADIX, Unit, UnitOverflow, UnitSpace
from models.uses import pack_caps, within

MAX_LEAVES = 12
MAX_EDGES = 50_000


class ChainOverflow(RuntimeError):
    """More leaves, hyperedges or chains than the stated limit: nothing is cut off silently."""

    def __init__(self, what: str, limit: int) -> None:
        super().__init__(f"more than {limit} {what}")
        self.what = what
        self.limit = limit


class Node(NamedTuple):
    """``mask`` is the set of leaves; ``kind`` a code of ``models.factors``; ``leaf`` its index or -1."""

    mask: int
    unit: int
    kind: int
    leaf: int = -1


class Edge(NamedTuple):
    """One way to make ``head``.

    ``form`` is None for a cons, whose two ``tails`` are an item and an item or list, each
    with its entry in ``minus``: 1 where it is subtracted or divided by (0 for a list, whose
    own edges tell). Otherwise the one tail is a list that closes under ``form``, or a leaf.
    """

    head: int
    tails: tuple[int, ...]
    minus: tuple[int, ...]
    form: Form | None
    uses: int


@dataclass(frozen=True, slots=True)
class Forest:
    """Nodes in topological order (tails before heads), edges grouped by head; the root is last.

    Without any derivation there are no nodes at all.
    """

    problem: ChainProblem
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    caps: int

    @property
    def root(self) -> int:
        return len(self.nodes) - 1


@dataclass(frozen=True, slots=True)
class _Windows:
    """For each set of leaves, the exponents that a node over it may have."""

    low: list[int]
    high: list[int]
    guard: int

    def hold(self, mask: int, unit: int) -> bool:
        return self._reach(mask, unit) or self._reach(mask, -unit)

    def _reach(self, mask: int, unit: int) -> bool:
        guard = self.guard
        return (unit - self.low[mask]) & guard == guard and (self.high[mask] - unit) & guard == guard


def _pack(problem: ChainProblem) -> tuple[UnitSpace, list[int], int]:
    """The space, the packed unit of each leaf, and the packed target.

    Raises UnitOverflow where the exponents of all leaves together could leave the packing.
    """
    units = [leaf.unit for leaf in problem.leaves]
    target = problem.target.unit
    space = UnitSpace.over([*units, target])
    total: dict[str, int] = {}
    for name, exponent in (pair for unit in (*units, target) for pair in unit.exponents):
        total[name] = total.get(name, 0) + abs(exponent)
        if total[name] >= LIMIT:
            raise UnitOverflow(f"{name}: exponents sum to {total[name]}, past {LIMIT - 1}")
    packed: dict[Unit, int] = {unit: space.pack(unit) for unit in {*units, target}}
    return space, [packed[unit] for unit in units], packed[target]


def _windows(problem: ChainProblem, space: UnitSpace, target: int) -> _Windows:
    reach = [space.pack(Unit(tuple((n, abs(e)) for n, e in leaf.unit.exponents))) for leaf in problem.leaves]
    guard = sum(LIMIT * RADIX**i for i in range(len(space.bases)))
    inside = [0]
    for leaf in reach:
        inside += [some + leaf for some in inside]
    outside = [inside[-1] - some for some in inside]
    return _Windows([target - o - guard for o in outside], [target + o + guard for o in outside], guard)


Splits = list[tuple[int, int]]
Rest = tuple[int, int, int, int]
"""What may follow an item in a list: node, list state, depth, minus."""


class _Growth:
    """The tables of one bottom-up growth; ``run`` fills them and returns the pruned forest."""

    def __init__(self, problem: ChainProblem) -> None:
        space, self.units, self.target = _pack(problem)
        self.problem = problem
        self.windows = _windows(problem, space, self.target)
        self.caps = pack_caps(problem.caps)
        self.full = (1 << len(problem.leaves)) - 1
        self.required = sum(1 << i for i, leaf in enumerate(problem.leaves) if leaf.required)
        self.signatures = Signatures(self.caps)
        self.root_kinds = {KIND_CODE[kind] for kind in problem.target.kinds}
        # A tree whose inner nodes have two or more children nests fewer levels than it has leaves.
        self.step = 1 if len(problem.leaves) - 1 > problem.max_depth else 0
        self.nodes: list[Node] = []
        self.into: list[list[Edge]] = []
        self.root_edges: list[Edge] = []
        self.count = 0
        self.factors: dict[int, list[tuple[int, Code, int]]] = {}
        self.factor_rests: dict[int, list[Rest]] = {}
        self.terms: dict[int, dict[int, list[Rest]]] = {}
        self.term_rests: dict[int, dict[int, list[Rest]]] = {}

    def run(self) -> Forest:
        for i, leaf in enumerate(self.problem.leaves):
            kind = KIND_CODE[leaf.kind]
            node = self._node(Node(1 << i, self.units[i], kind, i))
            if self.windows.hold(1 << i, self.units[i]):
                self._offer_leaf(node, 1 << i, self.units[i], kind)
        for mask in range(3, self.full + 1):
            if mask & (mask - 1):
                self._grow(mask)
        return self._prune()

    def _node(self, node: Node) -> int:
        self.nodes.append(node)
        self.into.append([])
        return len(self.nodes) - 1

    def _edge(self, edge: Edge) -> None:
        self.count += 1
        if self.count > MAX_EDGES:
            raise ChainOverflow("hyperedges", MAX_EDGES)
        (self.into[edge.head] if edge.head >= 0 else self.root_edges).append(edge)

    def _offer_leaf(self, node: int, mask: int, unit: int, kind: int) -> None:
        self._offer_factor(node, mask, unit, kind, 0)
        if kind:
            self._offer_term(node, mask, unit, kind, 0)
        if self._is_root(mask, unit, kind, Form.LEAF):
            self._edge(Edge(-1, (node,), (0,), Form.LEAF, 0))

    def _is_root(self, mask: int, unit: int, kind: int, form: Form) -> bool:
        target = self.problem.target
        covers = mask & self.required == self.required
        return covers and unit == self.target and kind in self.root_kinds and form in target.forms

    def _offer_factor(self, node: int, mask: int, unit: int, kind: int, depth: int) -> None:
        heads = self.factors.setdefault(mask, [])
        rests = self.factor_rests.setdefault(mask, [])
        for minus in (NUMERATOR, DENOMINATOR) if kind else (NUMERATOR,):
            code = (unit, kind, minus)
            heads.append((node, code, depth))
            rests.append((node, self.signatures.single(code), depth, minus))

    def _offer_term(self, node: int, mask: int, unit: int, kind: int, depth: int) -> None:
        singles = [(node, state, depth, minus) for state, minus in single_terms(kind, self.caps)]
        self.terms.setdefault(mask, {}).setdefault(unit, []).extend(singles)
        self.term_rests.setdefault(mask, {}).setdefault(unit, []).extend(singles)

    def _grow(self, mask: int) -> None:
        splits = list(_splits(mask))
        products = self._product_lists(mask, splits)
        sums = self._sum_lists(mask, splits)
        self._close_products(mask, products)
        self._close_sums(mask, sums)

    def _product_lists(self, mask: int, splits: Splits) -> dict[tuple[int, int], int]:
        lists: dict[tuple[int, int], int] = {}
        fits: dict[int, bool] = {}
        signatures = self.signatures
        for head_mask, rest_mask in splits:
            rests = self.factor_rests.get(rest_mask)
            if not rests:
                continue
            for head, code, head_depth in self.factors.get(head_mask, ()):
                unit = -code[0] if code[2] else code[0]
                for rest, state, rest_depth, minus in rests:
                    total = unit + signatures.units[state]
                    fit = fits.get(total)
                    if fit is None:
                        fit = fits[total] = self.windows.hold(mask, total)
                    if not fit:
                        continue
                    extended = signatures.extend(state, code)
                    if extended == NO_PRODUCT:
                        continue
                    key = (extended, max(head_depth, rest_depth))
                    node = lists.get(key)
                    if node is None:
                        node = lists[key] = self._node(Node(mask, total, signatures.kinds[extended]))
                    self._edge(Edge(node, (head, rest), (code[2], minus), None, 0))
        return lists

    def _sum_lists(self, mask: int, splits: Splits) -> dict[tuple[int, int, int], int]:
        lists: dict[tuple[int, int, int], int] = {}
        for head_mask, rest_mask in splits:
            all_rests = self.term_rests.get(rest_mask)
            if not all_rests:
                continue
            for unit, heads in self.terms.get(head_mask, {}).items():
                rests = all_rests.get(unit)
                if rests and self.windows.hold(mask, unit):
                    self._pair_terms(mask, unit, heads, rests, lists)
        return lists

    def _pair_terms(
        self,
        mask: int,
        unit: int,
        heads: list[Rest],
        rests: list[Rest],
        lists: dict[tuple[int, int, int], int],
    ) -> None:
        for head, head_state, head_depth, head_minus in heads:
            for rest, rest_state, rest_depth, minus in rests:
                state = merge_terms(head_state, rest_state)
                if state == NO_SUM:
                    continue
                key = (unit, state, max(head_depth, rest_depth))
                node = lists.get(key)
                if node is None:
                    node = lists[key] = self._node(Node(mask, unit, state))
                self._edge(Edge(node, (head, rest), (head_minus, minus), None, 0))

    def _close_products(self, mask: int, lists: dict[tuple[int, int], int]) -> None:
        items: dict[tuple[int, int, int], int] = {}
        rests = self.factor_rests.setdefault(mask, [])
        for (signature, depth), node in lists.items():
            rests.append((node, signature, depth, 0))
            uses = self.signatures.judge(signature)
            if uses != NO_PRODUCT:
                self._close(node, Form.PRODUCT, self.signatures.kinds[signature], uses, depth, items)
        for (unit, kind, depth), item in items.items():
            if kind:
                self._offer_term(item, mask, unit, kind, depth)

    def _close_sums(self, mask: int, lists: dict[tuple[int, int, int], int]) -> None:
        items: dict[tuple[int, int, int], int] = {}
        rests = self.term_rests.setdefault(mask, {})
        for (unit, state, depth), node in lists.items():
            rests.setdefault(unit, []).append((node, state, depth, 0))
            closing = close_terms(state)
            if closing is not None and within(closing.uses, self.caps):
                self._close(node, closing.form, closing.kind, closing.uses, depth, items)
        for (unit, kind, depth), item in items.items():
            self._offer_factor(item, mask, unit, kind, depth)

    def _close(
        self, node: int, form: Form, kind: int, uses: int, depth: int, items: dict[tuple[int, int, int], int]
    ) -> None:
        mask, unit = self.nodes[node].mask, self.nodes[node].unit
        depth += self.step
        if depth > self.problem.max_depth:
            return
        if self._is_root(mask, unit, kind, form):
            self._edge(Edge(-1, (node,), (0,), form, uses))
        if mask != self.full:
            item = items.get((unit, kind, depth))
            if item is None:
                item = items[unit, kind, depth] = self._node(Node(mask, unit, kind))
            self._edge(Edge(item, (node,), (0,), form, uses))

    def _prune(self) -> Forest:
        """Keep what the root reaches, renumbered in the old order."""
        seen: set[int] = set()
        agenda = [tail for edge in self.root_edges for tail in edge.tails]
        while agenda:
            node = agenda.pop()
            if node not in seen:
                seen.add(node)
                agenda += [tail for edge in self.into[node] for tail in edge.tails]
        order = sorted(seen)
        number = {old: new for new, old in enumerate(order)}
        kept = [edge for old in order for edge in self.into[old]] + self.root_edges
        number[-1] = len(order)
        edges = tuple(
            Edge(number[e.head], tuple(number[t] for t in e.tails), e.minus, e.form, e.uses) for e in kept
        )
        nodes = tuple(self.nodes[old] for old in order)
        root = (Node(self.full, self.target, 0),) if edges else ()
        return Forest(self.problem, nodes + root, edges, self.caps)


def _splits(mask: int) -> Iterator[tuple[int, int]]:
    """Every way to part a set: the half that holds the smallest leaf, and the other."""
    low = mask & -mask
    others = mask ^ low
    some = others
    while some:
        some = (some - 1) & others
        yield low | some, others ^ some


def grow_forest(problem: ChainProblem) -> Forest:
    """The forest of all derivations of the problem.

    Raises ChainOverflow past MAX_LEAVES or MAX_EDGES, UnitOverflow where exponents could
    leave the packing. Depth counts nested sums and products, a leaf has 0.
    """
    if len(problem.leaves) > MAX_LEAVES:
        raise ChainOverflow("leaves", MAX_LEAVES)
    return _Growth(problem).run()
