"""The router: which readers there are, in which order, and which of them understood a text.

Readers of one family share a grammar: R2, R3 and CMB read relations, R1 chains of
operations. Every reader is asked about every text; the order decides only whose problem,
or whose refusal among equals, stands first.
"""

from __future__ import annotations

from models.outcome import Refusal
from models.quantity import Problem
from readers.failures import load_failures
from solver.organs import Organ, Setup, find_organs, understand

CHAINS, RELATIONS = "chains", "relations"
OWN = (
    Setup("R1", CHAINS, "readers.r1.reader:read"),
    Setup("R2", RELATIONS, "readers.r2.reader:read"),
    Setup("R3", RELATIONS, "readers.r3.reader:read"),
    Setup("CMB", RELATIONS, "readers.cmb.reader:read"),
)
"""Our own readers; one that is not announced is not asked."""


def organs() -> tuple[Organ, ...]:
    """All organs that are announced, ours first."""
    return find_organs(OWN)


def read(text: str) -> Problem | Refusal:
    """The problem of the first organ that understands the text, else the refusal of the one that came furthest."""
    found = [understand(organ, text) for organ in organs()]
    problems = [one for one in found if isinstance(one, Problem)]
    if problems:
        return problems[0]
    failures = load_failures()
    return max((one for one in found if isinstance(one, Refusal)), key=failures.rank)
