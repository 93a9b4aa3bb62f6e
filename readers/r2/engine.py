"""A small engine that runs rules over typed nodes to a fixpoint and knows no rule itself.

Glossary. A *node* is a reading of a stretch of words: its kind, its value and the nodes
that it was made of. A *rule* is a name in plain words, a pattern of slots and a
production. The *chart* keeps every node, so that another reading of the same words stays
at hand; it is filled from left to right, and each combination of nodes is tried once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

MAX_NODES = 4000
Test = Callable[[Any], bool]
NOTHING: Mapping[str, list[Any]] = MappingProxyType({})


class ChartOverflow(ValueError):
    """More readings of one sentence than are kept; ``place`` is the word where it happened."""

    def __init__(self, place: int) -> None:
        super().__init__(f"more than {MAX_NODES} nodes at word {place}")
        self.place = place


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Places ``first`` to ``last`` (exclusive) read as ``kind``; a leaf has rule "" and no children."""

    kind: str
    value: Any
    first: int
    last: int
    rule: str = ""
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand at one place of a pattern: a node of one of the kinds whose value passes."""

    kinds: tuple[str, ...]
    test: Test | None = None

    def takes(self, node: Node) -> bool:
        """Whether the node fits."""
        return node.kind in self.kinds and (self.test is None or self.test(node.value))


@dataclass(frozen=True, slots=True)
class Rule:
    """``pattern`` side by side becomes a node of ``kind``; None from the production is no reading."""

    name: str
    kind: str
    pattern: tuple[Slot, ...]
    production: Callable[[Sequence[Node]], Any]


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by the kind that stands last, each with its place in the order of preference."""

    rules: tuple[Rule, ...]
    by_last: Mapping[str, tuple[Rule, ...]]
    ranks: Mapping[str, int]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Grammar:
        """The rules, indexed."""
        ordered = tuple(rules)
        found: dict[str, list[Rule]] = {}
        for rule in ordered:
            for kind in rule.pattern[-1].kinds:
                found.setdefault(kind, []).append(rule)
        ranks = {rule.name: rank for rank, rule in reversed(list(enumerate(ordered)))}
        by_last = {kind: tuple(listed) for kind, listed in found.items()}
        return cls(ordered, MappingProxyType(by_last), MappingProxyType(ranks))


@dataclass(slots=True)
class Chart:
    """All nodes of one stretch, by where they end (and of which kind) and by where they start."""

    grammar: Grammar
    ending: dict[int, dict[str, list[Node]]] = field(default_factory=dict)
    starting: dict[int, list[Node]] = field(default_factory=dict)
    size: int = 0

    def at(self, place: int, kinds: Sequence[str]) -> list[Node]:
        """Nodes of the kinds that start at ``place``: longest first, then by the order of the rules."""
        found = [node for node in self.starting.get(place, ()) if node.kind in kinds]
        return sorted(found, key=lambda node: (-node.last, self.grammar.ranks.get(node.rule, -1)))

    def fill(self, leaves: Iterable[Node]) -> None:
        """Run the rules over the leaves until nothing new appears; ChartOverflow past the bound."""
        by_end: dict[int, list[Node]] = {}
        for leaf in leaves:
            by_end.setdefault(leaf.last, []).append(leaf)
        for last in sorted(by_end):
            agenda = by_end[last]
            for node in agenda:
                if self._admit(node):
                    agenda.extend(self._combine(node))

    def _admit(self, node: Node) -> bool:
        """Record the node unless the same rule has read the same words; its first reading stands."""
        alike = self.ending.setdefault(node.last, {}).setdefault(node.kind, [])
        for known in alike:
            if known.first == node.first and known.rule == node.rule:
                return False
        self.size += 1
        if self.size > MAX_NODES:
            raise ChartOverflow(node.first)
        alike.append(node)
        self.starting.setdefault(node.first, []).append(node)
        return True

    def _combine(self, node: Node) -> Iterator[Node]:
        before = self.ending.get(node.first, NOTHING).keys()
        for rule in self.grammar.by_last.get(node.kind, ()):
            slot = rule.pattern[-1]
            if len(rule.pattern) > 1 and before.isdisjoint(rule.pattern[-2].kinds):
                continue  # most rules find no left neighbour; a look at the kinds is cheap
            if slot.test is None or slot.test(node.value):
                yield from self._produce(rule, len(rule.pattern) - 2, (node,))

    def _produce(self, rule: Rule, index: int, tail: tuple[Node, ...]) -> Iterator[Node]:
        """Fill the slots from ``index`` down to 0 before ``tail``."""
        if index < 0:
            value = rule.production(tail)
            if value is not None:
                yield Node(rule.kind, value, tail[0].first, tail[-1].last, rule.name, tail)
            return
        slot, before = rule.pattern[index], self.ending.get(tail[0].first, NOTHING)
        for kind in slot.kinds:
            for node in before.get(kind, ()):
                if slot.test is None or slot.test(node.value):
                    yield from self._produce(rule, index - 1, (node, *tail))


def tree(node: Node, depth: int = 0) -> str:
    """The reading as indented lines: kind, places, rule.

    >>> print(tree(Node("pair", None, 0, 2, "two ones", (Node("one", None, 0, 1), Node("one", None, 1, 2)))))
    pair 0..2 two ones
      one 0..1
      one 1..2
    """
    line = f"{'  ' * depth}{node.kind} {node.first}..{node.last} {node.rule}".rstrip()
    return "\n".join([line, *(tree(child, depth + 1) for child in node.children)])
