"""What the rules of all parts of the phrase grammar are made with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from models.span import Span
from readers.r2.engine import Node, Rule, Slot, Test
from readers.r2.records import Degree, Phrase, Quantity, Word

# A phrase without tails, one with tails, a coordination.
ANY_PHRASE = ("base", "phrase", "coordination")
UNJOINED = ("base", "phrase")
BAR = ("open_bar", "bar")
Nodes = Sequence[Node]


def slot(*kinds: str, test: Test | None = None) -> Slot:
    """A slot for nodes of the kinds."""
    return Slot(kinds, test)


def rule(name: str, kind: str, production: Callable[[Nodes], Any], *pattern: Slot | str) -> Rule:
    """A rule; a plain string in its pattern is a slot for that kind."""
    slots = tuple(Slot((part,)) if isinstance(part, str) else part for part in pattern)
    return Rule(name, kind, slots, production)


def span_of(nodes: Nodes) -> Span:
    """The text from the first node to the last."""
    first: Span = nodes[0].value.span
    last: Span = nodes[-1].value.span
    return first.cover(last)


def phrase(nodes: Nodes, **fields: Any) -> Phrase:
    """A fresh phrase over the nodes."""
    return Phrase(nodes[0].first, nodes[-1].last, span_of(nodes), **fields)


def widen(base: Phrase, nodes: Nodes, **fields: Any) -> Phrase:
    """``base`` grown to cover the nodes, with other fields changed."""
    return replace(base, first=nodes[0].first, last=nodes[-1].last, span=span_of(nodes), **fields)


def quantity(nodes: Nodes, degree: Degree, word: Word | None = None, **fields: Any) -> Quantity:
    """A quantity over the nodes."""
    return Quantity(degree, word, span=span_of(nodes), **fields)


def places(*nodes: Node) -> tuple[int, ...]:
    """The places of words that the nodes cover, for cues."""
    return tuple(place for node in nodes for place in range(node.first, node.last))
