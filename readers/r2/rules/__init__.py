"""What a clause says, rule by rule.

A rule takes up phrases of a frame and writes amounts and relations to its world. Each is
asked of every clause; what one has taken up is left alone by those after it, so that the
closest reading of a phrase is listed before the most general one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from readers.r2.frames import Frame
from readers.r2.rules.amounts import amounts
from readers.r2.rules.changes import changed
from readers.r2.rules.equations import equated
from readers.r2.rules.paces import paced
from readers.r2.rules.prices import priced
from readers.r2.rules.shares import shared


@dataclass(frozen=True, slots=True)
class ClauseRule:
    """A rule in plain words; ``apply`` writes what it finds and marks what it took up."""

    name: str
    apply: Callable[[Frame], None]


RULES = (
    ClauseRule("a named amount is so much", equated),
    ClauseRule("an amount is parted equally among so many", shared),
    ClauseRule("an amount changes by a part of itself", changed),
    ClauseRule("a sum of money is a price", priced),
    ClauseRule("so much comes of so much", paced),
    ClauseRule("a phrase says how much", amounts),
)
