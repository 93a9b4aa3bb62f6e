"""Choice points: open slots with their alternatives in order of preference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class Choices:
    """Picks alternative 0 unless told otherwise, and records what was open.

    ``picks`` maps a choice point to the index taken; ``seen`` maps each choice
    point met to its number of alternatives. ``relaxed`` is the constraint
    family that this building loosens, or "". ``labels`` gathers the labels of all
    terms that were built.
    """

    picks: Mapping[str, int] = field(default_factory=dict)
    relaxed: str = ""
    seen: dict[str, int] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)

    def pick(self, name: str, options: Sequence[T]) -> T:
        """The chosen one of ``options`` (not empty)."""
        if len(options) > 1:
            self.seen[name] = len(options)
        return options[min(self.picks.get(name, 0), len(options) - 1)]

    def relaxes(self, family: str) -> bool:
        """Whether this building loosens the constraint family."""
        return self.relaxed == family
