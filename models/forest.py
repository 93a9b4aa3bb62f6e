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

What the leaves outside a node cannot bring to the target's unit is dropped at once
(``models.windows``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.chain import ChainProblem, Form
from models.factors import KIND_BITS, KIND_CODE, Factor, Signatures, kind_of, measured_alone
from models.factors import REFUSED as NO_PRODUCT
from models.terms import REFUSED as NO_SUM
from models.terms import close_terms, merge_terms, single_terms, sums_possible
from models.uses import pack_caps
from models.windows import open_windows, pack_units

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


Splits = list[tuple[int, int]]
Head = tuple[int, Factor, int]
"""A factor that may stand first in a list: node, what it adds, depth."""
Rest = tuple[int, int, int, int, int]
"""What may follow in a list: node, list state, unit, depth, minus."""
Draft = tuple[tuple[int, ...], tuple[int, ...], Form | None, int]
"""An edge without its head."""


class _Growth:
    """The tables of one bottom-up growth; ``run`` fills them and returns the pruned forest."""

    def __init__(self, problem: ChainProblem) -> None:
        space, self.units, self.target = pack_units(problem)
        self.problem = problem
        self.windows = open_windows(problem, space, self.target)
        self.caps = pack_caps(problem.caps)
        self.full = (1 << len(problem.leaves)) - 1
        self.required = sum(1 << i for i, leaf in enumerate(problem.leaves) if leaf.required)
        self.signatures = Signatures(self.caps)
        self.lone = measured_alone(problem)
        self.root_kinds = {KIND_CODE[kind] for kind in problem.target.kinds}
        self.summable = sums_possible({KIND_CODE[leaf.kind] for leaf in problem.leaves}, self.caps)
        # A tree whose inner nodes have two or more children nests fewer levels than it has leaves.
        self.step = 1 if len(problem.leaves) - 1 > problem.max_depth else 0
        self.nodes: list[Node] = []
        self.into: list[list[Draft]] = []
        self.root_edges: list[Draft] = []
        self.count = 0
        self.factors: dict[int, list[Head]] = {}
        self.factor_rests: dict[int, list[Rest]] = {}
        self.terms: dict[int, list[Rest]] = {}
        self.term_rests: dict[int, list[Rest]] = {}

    def run(self) -> Forest:
        for i, leaf in enumerate(self.problem.leaves):
            self._plant(Node(1 << i, self.units[i], KIND_CODE[leaf.kind], i))
        for mask in range(3, self.full + 1):
            if mask & (mask - 1):
                splits = list(_splits(mask))
                products = self._product_lists(mask, splits)
                sums = self._sum_lists(mask, splits) if self.summable else {}
                self._close_products(mask, products)
                self._close_sums(mask, sums)
        return self._prune()

    def _plant(self, leaf: Node) -> None:
        node = self._node(leaf)
        self._offer_factor(node, leaf, 0)
        self._offer_term(node, leaf, 0)
        if self._is_root(leaf, Form.LEAF):
            self.root_edges.append(((node,), (0,), Form.LEAF, 0))

    def _node(self, node: Node) -> int:
        self.nodes.append(node)
        self.into.append([])
        return len(self.nodes) - 1

    def _holds(self, mask: int, unit: int) -> bool:
        """A unit may stand inverted only under a sum that is divided by, and that only short of all."""
        hold = self.windows.hold
        return hold(mask, unit) or (self.summable and mask != self.full and hold(mask, -unit))

    def _is_root(self, node: Node, form: Form) -> bool:
        covers = node.mask & self.required == self.required
        wanted = node.kind in self.root_kinds and form in self.problem.target.forms
        return covers and wanted and node.unit == self.target

    def _offer_factor(self, node: int, item: Node, depth: int) -> None:
        heads = self.factors.setdefault(item.mask, [])
        rests = self.factor_rests.setdefault(item.mask, [])
        for minus in (0, 1) if item.kind and not self.lone else (0,):
            factor = self.signatures.factor(item.unit, item.kind, minus)
            signature = factor.low | factor.high
            if not self.signatures.admits(signature) or not self._holds(item.mask, factor.unit):
                continue
            heads.append((node, factor, depth))
            rests.append((node, signature, factor.unit, depth, minus))

    def _offer_term(self, node: int, item: Node, depth: int) -> None:
        if item.kind and self.summable and self.windows.match(item.mask, item.unit):
            singles = [(node, state, item.unit, depth, minus) for state, minus in single_terms(item.kind, self.caps)]
            self.terms.setdefault(item.mask, []).extend(singles)
            self.term_rests.setdefault(item.mask, []).extend(singles)

    def _product_lists(self, mask: int, splits: Splits) -> dict[tuple[int, int], int]:
        """Every list of factors over the mask, as state and depth; each with all its edges.

        A list with the very first leaf heads no longer list: it must be a product as it is.
        """
        lists: dict[tuple[int, int], int] = {}
        fits: dict[int, bool] = {}
        signatures, lone = self.signatures, self.lone
        for head_mask, rest_mask in splits:
            heads, rests = self.factors.get(head_mask), self.factor_rests.get(rest_mask)
            if not heads or not rests:
                continue
            for head, (low, high, unit, head_minus), head_depth in heads:
                for rest, state, rest_unit, rest_depth, rest_minus in rests:
                    if lone and low & KIND_BITS and state & KIND_BITS:
                        continue
                    total = unit + rest_unit
                    if total not in fits:
                        fits[total] = self._holds(mask, total)
                    if not fits[total]:
                        continue
                    signature = (state | low) + high
                    key = (signature, head_depth if head_depth > rest_depth else rest_depth)
                    node = lists.get(key)
                    if node is None:
                        if mask & 1:
                            useful = signatures.judge(signature, total) != NO_PRODUCT
                        else:
                            useful = signatures.admits(signature)
                        if not useful:
                            continue
                        node = lists[key] = self._node(Node(mask, total, kind_of(signature)))
                    self.into[node].append(((head, rest), (head_minus, rest_minus), None, 0))
        self._guard(lists.values())
        return lists

    def _sum_lists(self, mask: int, splits: Splits) -> dict[tuple[int, int, int], int]:
        """Every list of terms over the mask, as unit, state and depth; as for products."""
        lists: dict[tuple[int, int, int], int] = {}
        for head_mask, rest_mask in splits:
            heads, rests = self.terms.get(head_mask), self.term_rests.get(rest_mask)
            if not heads or not rests:
                continue
            for head, head_state, unit, head_depth, head_minus in heads:
                for rest, rest_state, rest_unit, rest_depth, rest_minus in rests:
                    state = merge_terms(head_state, rest_state) if unit == rest_unit else NO_SUM
                    if state == NO_SUM or not self._holds(mask, unit):
                        continue
                    key = (unit, state, head_depth if head_depth > rest_depth else rest_depth)
                    node = lists.get(key)
                    if node is None:
                        if mask & 1 and close_terms(state, self.caps) is None:
                            continue
                        node = lists[key] = self._node(Node(mask, unit, state))
                    self.into[node].append(((head, rest), (head_minus, rest_minus), None, 0))
        self._guard(lists.values())
        return lists

    def _guard(self, nodes: Iterable[int]) -> None:
        self.count += sum(len(self.into[node]) for node in nodes)
        if self.count > MAX_EDGES:
            raise ChainOverflow("hyperedges", MAX_EDGES)

    def _close_products(self, mask: int, lists: dict[tuple[int, int], int]) -> None:
        items: dict[tuple[Node, int], int] = {}
        for (signature, depth), node in lists.items():
            unit = self.nodes[node].unit
            if not mask & 1:
                self.factor_rests.setdefault(mask, []).append((node, signature, unit, depth, 0))
            uses = self.signatures.judge(signature, unit)
            if uses != NO_PRODUCT:
                self._close(node, Node(mask, unit, kind_of(signature)), Form.PRODUCT, uses, depth, items)
        for (item, depth), number in items.items():
            self._offer_term(number, item, depth)

    def _close_sums(self, mask: int, lists: dict[tuple[int, int, int], int]) -> None:
        items: dict[tuple[Node, int], int] = {}
        for (unit, state, depth), node in lists.items():
            if not mask & 1:
                self.term_rests.setdefault(mask, []).append((node, state, unit, depth, 0))
            closing = close_terms(state, self.caps)
            if closing is not None:
                self._close(node, Node(mask, unit, closing.kind), closing.form, closing.uses, depth, items)
        for (item, depth), number in items.items():
            self._offer_factor(number, item, depth)

    def _close(
        self, node: int, item: Node, form: Form, uses: int, depth: int, items: dict[tuple[Node, int], int]
    ) -> None:
        depth += self.step
        if depth > self.problem.max_depth:
            return
        if self._is_root(item, form):
            self.root_edges.append(((node,), (0,), form, uses))
        if item.mask != self.full and self.summable:
            number = items.get((item, depth))
            if number is None:
                number = items[item, depth] = self._node(item)
            self.into[number].append(((node,), (0,), form, uses))

    def _prune(self) -> Forest:
        """Keep what the root reaches, renumbered in the old order."""
        seen: set[int] = set()
        agenda = [tail for draft in self.root_edges for tail in draft[0]]
        while agenda:
            node = agenda.pop()
            if node not in seen:
                seen.add(node)
                agenda += [tail for draft in self.into[node] for tail in draft[0]]
        order = sorted(seen)
        number = {old: new for new, old in enumerate(order)}
        drafts = [(new, draft) for new, old in enumerate(order) for draft in self.into[old]]
        drafts += [(len(order), draft) for draft in self.root_edges]
        edges = [
            Edge(head, tuple([number[tail] for tail in tails]), minus, form, uses)
            for head, (tails, minus, form, uses) in drafts
        ]
        nodes = [self.nodes[old] for old in order]
        root = [Node(self.full, self.target, 0)] if edges else []
        return Forest(self.problem, tuple(nodes + root), tuple(edges), self.caps)


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
