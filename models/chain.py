"""The operation-chain problem: leaves, a target and licence caps.

This is what a reader hands over; ``models.forest`` turns it into the canonical
forest of all derivations, ``models.enumeration`` lists them with CP-SAT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from models.expression import Expression, Licence
from models.units import Unit

MAX_READINGS = 64
MAX_CHAINS = 4096
MAX_DEPTH = 10
MAX_RELAXED_CHAINS = 16384


class Kind(Enum):
    """How a leaf, and so a node, may take part in a sum."""

    STATE = "state"  # stands by itself
    GAIN = "gain"  # is added to a state
    LOSS = "loss"  # is taken from a state
    FACTOR = "factor"  # scales another node, is never summed


class Form(Enum):
    """What the top of a derivation is."""

    LEAF = "leaf"
    TOTAL = "total"  # a sum of nodes of one kind
    BALANCE = "balance"  # a state with its gains and losses
    DIFFERENCE = "difference"  # one side less the other
    PRODUCT = "product"


class Family(Enum):
    """Licence families; each use of one counts against its cap."""

    AGGREGATE = "aggregate"  # a TOTAL node
    DIFFERENCE = "difference"  # a DIFFERENCE node
    SHARE = "share"  # dividing an amount by an amount into a new rate
    RATIO = "ratio"  # any other division by an amount: what it counts is gone from the result


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node that the chains start from.

    ``expression`` is what it stands for (a given, a constant or a derived
    amount); a leaf with ``required`` must be used, others may. Every leaf is
    used at most once.
    """

    ident: str
    value: Fraction
    unit: Unit
    kind: Kind
    expression: Expression
    required: bool = True
    licence: Licence | None = None  # of the event (verb) that makes it a gain or loss


@dataclass(frozen=True, slots=True)
class Target:
    """What the root of a derivation must be."""

    unit: Unit
    kinds: frozenset[Kind] = frozenset({Kind.STATE})
    forms: frozenset[Form] = frozenset(Form)


@dataclass(frozen=True, slots=True)
class ChainProblem:
    """Leaves (at most 12), target, caps and the cue that backs each family."""

    leaves: tuple[Leaf, ...]
    target: Target
    caps: Mapping[Family, int] = field(default_factory=dict)  # absent: 0
    licences: Mapping[Family, Licence] = field(default_factory=dict)
    max_chains: int = MAX_CHAINS
    max_depth: int = MAX_DEPTH
