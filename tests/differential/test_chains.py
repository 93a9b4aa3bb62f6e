"""Forest, count and CP-SAT against the derivations that the definition gives."""

from __future__ import annotations

import os
import random
from fractions import Fraction

import pytest

from benchmarks.brute_force import brute_force
from models.canonical import canonical
from models.chain import ChainProblem, Family, Form, Kind, Leaf, Target
from models.count import count_derivations
from models.enumeration import enumerate_chains
from models.expression import Given, givens
from models.forest import grow_forest
from models.units import Unit

CASES = int(os.environ.get("WRONGZERO_DIFFERENTIAL", "400"))
BASES = ("pen", "box", "coin")


def _unit(draw: random.Random, bases: tuple[str, ...]) -> Unit:
    """Mostly amounts and rates; of one base amounts only, now and then none or something odd."""
    top, low = Unit.of(draw.choice(bases)), Unit.of(draw.choice(bases))
    if len(bases) == 1:
        return draw.choices((top, Unit(), top * low), (30, 3, 1))[0]
    shapes = (top, top / low, Unit(), top * low, Unit() / low)
    return draw.choices(shapes, (30, 18, 3, 2, 2))[0]


def _leaf(draw: random.Random, ident: str, bases: tuple[str, ...], kinds: list[Kind]) -> Leaf:
    kind = draw.choice(kinds)
    unit = Unit() if kind is Kind.FACTOR and draw.random() < 0.9 else _unit(draw, bases)
    return Leaf(ident, Fraction(1), unit, kind, Given(ident), draw.random() < 0.6)


def random_problem(seed: int) -> ChainProblem:
    """A problem of 1 to 5 leaves over few bases and kinds, so that parts often fit together."""
    draw = random.Random(seed)
    size = draw.choices((1, 2, 3, 4, 5), (1, 3, 8, 8, 2))[0]
    bases = BASES[: draw.choice((1, 2, 2, 3))]
    products_only = draw.random() < 0.3
    kinds = [Kind.STATE, Kind.FACTOR] if products_only else draw.sample(list(Kind), draw.randrange(4))
    leaves = tuple(_leaf(draw, f"q{i}", bases, [Kind.STATE, Kind.STATE, *kinds]) for i in range(size))
    one, other = draw.choices(leaves, k=2)
    unit = draw.choice([one.unit, one.unit, one.unit / other.unit, _unit(draw, bases)])
    wanted = frozenset({Kind.STATE, *draw.sample(list(Kind), draw.randrange(3))})
    forms = frozenset(Form) if draw.random() < 0.8 else frozenset(draw.sample(list(Form), 3))
    families = (Family.SHARE, Family.RATIO) if products_only else tuple(Family)
    caps = {family: draw.randrange(3) for family in families if draw.random() < 0.8}
    depth = draw.choice((1, 2, 3, 10, 10, 10))
    return ChainProblem(leaves, Target(unit, wanted, forms), caps, max_chains=100_000, max_depth=depth)


def _found(seed: int) -> tuple[list[str], list[str], int]:
    problem = random_problem(seed)
    enumeration = enumerate_chains(problem)
    assert enumeration.cp_sat == enumeration.dynamic_programming == count_derivations(grow_forest(problem))
    required = {leaf.ident for leaf in problem.leaves if leaf.required}
    assert all(required <= givens(expression) for expression in enumeration.expressions)
    return brute_force(problem), [canonical(e) for e in enumeration.expressions], enumeration.cp_sat


@pytest.mark.parametrize("block", range(10))
def test_forest_and_solver_find_what_the_definition_gives(block: int) -> None:
    for seed in range(block, CASES, 10):
        expected, found, count = _found(seed)
        assert found == expected, f"seed {seed}"
        assert count == len(expected), f"seed {seed}"


def test_the_random_problems_are_worth_comparing() -> None:
    """A generator that drew problems without derivations would make the comparison empty."""
    sizes = [len(brute_force(random_problem(seed))) for seed in range(200)]
    assert sum(size > 0 for size in sizes) >= 40
    assert sum(size > 5 for size in sizes) >= 6
