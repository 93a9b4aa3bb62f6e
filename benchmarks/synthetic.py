"""Chain problems drawn from a fixed seed, each with at least one derivation.

A derivation is drawn top-down and its leaves become the problem: a unit is a rate times a
count, a total, a state with an event, or something scaled. The caps are what it uses.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from models.chain import ChainProblem, Family, Kind, Leaf, Target
from models.expression import Given, Licence
from models.units import Unit

BASES = ("coin", "pen", "box", "shelf", "room", "day", "team", "mile", "gram")
EVENT = Licence("event.synthetic")

Drawn = tuple[Unit, Kind]
"""A leaf to be: its unit and kind."""


def draw_problem(seed: int, size: int) -> ChainProblem:
    """A problem of ``size`` quantities, all required; the same for the same arguments."""
    draw = random.Random(100 * seed + size)
    bases = draw.sample(BASES, len(BASES))
    uses: Counter[Family] = Counter()
    drawn = _split(draw, bases, Unit.of(bases[0]), Kind.STATE, size, uses)
    draw.shuffle(drawn)
    leaves = (_leaf(draw, f"q{i}", unit, kind) for i, (unit, kind) in enumerate(drawn))
    return ChainProblem(tuple(leaves), Target(Unit.of(bases[0])), dict(uses))


def _leaf(draw: random.Random, ident: str, unit: Unit, kind: Kind) -> Leaf:
    licence = EVENT if kind in (Kind.GAIN, Kind.LOSS) else None
    return Leaf(ident, Fraction(draw.randrange(2, 30)), unit, kind, Given(ident), licence=licence)


def _split(
    draw: random.Random,
    bases: list[str],
    unit: Unit,
    kind: Kind,
    size: int,
    uses: Counter[Family],
    summed: bool = False,
) -> list[Drawn]:
    """The leaves of a random derivation of this unit and kind."""
    if size == 1:
        return [(unit, kind)]
    part = draw.randrange(1, size)
    shapes = ["rate", "rate", "scale"] if summed or unit.is_rate else ["rate", "rate", "scale", "total", "event"]
    match draw.choice(shapes):
        case "scale":
            return [(Unit(), Kind.FACTOR), *_split(draw, bases, unit, kind, size - 1, uses)]
        case "rate":
            per = Unit.of(draw.choice([base for base in bases if base not in dict(unit.exponents)]))
            rate = _split(draw, bases, unit / per, Kind.STATE, part, uses)
            return rate + _split(draw, bases, per, kind, size - part, uses)
        case "total":
            uses[Family.AGGREGATE] += 1
            other = kind
        case _:
            other = draw.choice((Kind.GAIN, Kind.LOSS)) if kind is Kind.STATE else kind
            uses[Family.AGGREGATE] += other is kind
    left = _split(draw, bases, unit, kind, part, uses, summed=True)
    return left + _split(draw, bases, unit, other, size - part, uses, summed=True)
