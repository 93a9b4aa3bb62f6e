"""Elimination, whole numbers and sympy, each against another way to the same outcome.

Systems are drawn at random: sums and scaled sums of a few unknowns over small givens. Gauss
over all of a system decides what elimination has to find; trying every assignment decides
what whole numbers leave.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import pytest

from models.expression import Given, Licence, evaluate
from models.integer_constraints import Conflict, IntegerSystem, Open, Row, Several, Unique, decide
from models.quantity import Quantity
from models.relation import Bond, Operand, Relation, RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from solver.linear import CONFLICT
from solver.relation_trip import backward, forward
from solver.relational import Contradictory, Outcome, Solved, Underdetermined, Unexplained, solve_relations

PEN = Unit.of("pen")
BLOCKS, CASES = 8, 60
HIGHEST = 4


def random_relations(draw: random.Random, integral: bool) -> tuple[RelationalProblem, list[Quantity]]:
    """Two to four unknowns, two to five relations, each of them linear once the givens are known."""
    unknowns = [Unknown(f"u{i}", PEN, integral, not integral) for i in range(draw.randint(2, 4))]
    quantities: list[Quantity] = []

    def given(low: int, high: int) -> Given:
        ident = f"q{len(quantities)}"
        quantities.append(Quantity(ident, Fraction(draw.randint(low, high)), PEN, Span(0, 1)))
        return Given(ident)

    relations = []
    for place in range(draw.randint(2, 5)):
        licence = Licence(f"relation.{place}", Span(place, place + 1))
        if draw.random() < 0.35:
            one, other = draw.sample(unknowns, 2)
            relations.append(Relation(Bond.PRODUCT, one, (given(1, 3), other), (1, 1), licence))
            continue
        members: list[Operand] = [*draw.sample(unknowns, draw.randint(1, len(unknowns)))]
        members += [given(0, 5)] if draw.random() < 0.7 or len(members) < 2 else []
        draw.shuffle(members)
        signs = tuple(draw.choice((1, 1, 1, -1)) for _ in members[1:])
        relations.append(Relation(Bond.SUM, members[0], tuple(members[1:]), signs, licence))
    return RelationalProblem(tuple(relations), unknowns[0]), quantities


def matrix(problem: RelationalProblem, quantities: Sequence[Quantity]) -> list[list[Fraction]]:
    """One row a relation, the target's column first, the constant's last; rows sum to zero."""
    values = {q.ident: q.value for q in quantities}
    names = list(dict.fromkeys([problem.target.ident, *(u.ident for r in problem.relations for u in r.unknowns)]))
    rows = []
    for relation in problem.relations:
        row = [Fraction(0)] * (len(names) + 1)
        factor = Fraction(1)
        members = list(zip(relation.members, (-1, *relation.signs), strict=True))
        if relation.bond is Bond.PRODUCT:
            factor = next(values[m.ident] for m in relation.operands if isinstance(m, Given))
            members = [(m, s) for m, s in members if isinstance(m, Unknown)]
        for member, sign in members:
            scale = factor if sign > 0 else Fraction(1)
            if isinstance(member, Unknown):
                row[names.index(member.ident)] += sign * scale
            elif isinstance(member, Given):
                row[-1] += sign * values[member.ident]
        rows.append(row)
    return rows


def by_gauss(rows: list[list[Fraction]]) -> Fraction | str:
    """The value of the first column's unknown, or "open", or "conflict"; that column is reduced last."""
    columns = [*range(1, len(rows[0]) - 1), 0]
    done = 0
    for column in columns:
        pivot = next((i for i in range(done, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [x / rows[done][column] for x in rows[done]]
        for i in range(done + 1, len(rows)):
            rows[i] = [x - rows[i][column] * y for x, y in zip(rows[i], rows[done], strict=True)]
        done += 1
    if any(row[-1] for row in rows[done:]):
        return "conflict"
    last = next((row for row in rows[:done] if row[0] and not any(row[1:-1])), None)
    return "open" if last is None else -last[-1]


def outcome_of(found: Outcome) -> Fraction | str:
    match found:
        case Solved(value):
            return value
        case Contradictory(kind):
            return kind
    return "open"


def cases(block: int, integral: bool) -> Iterator[tuple[RelationalProblem, list[Quantity]]]:
    draw = random.Random(f"{block} {integral}")
    for _ in range(CASES):
        yield random_relations(draw, integral)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_elimination_finds_what_gauss_finds(block: int) -> None:
    seen: Counter[str] = Counter()
    for problem, quantities in cases(block, False):
        found = solve_relations(problem, quantities)
        expected = by_gauss(matrix(problem, quantities))
        assert outcome_of(found) == expected, problem
        seen[expected if isinstance(expected, str) else "value"] += 1
    assert min(seen[kind] for kind in ("value", "open", "conflict")) >= 3


@pytest.mark.parametrize("block", range(BLOCKS))
def test_derivations_give_their_values_and_sympy_agrees(block: int) -> None:
    solved = 0
    for problem, quantities in cases(block, False):
        found, values = solve_relations(problem, quantities), {q.ident: q.value for q in quantities}
        expected = found.value if isinstance(found, Solved) else None
        assert forward(problem, values) == expected, problem
        if isinstance(found, Solved):
            solved += 1
            assert evaluate(found.expression, values) == found.value
            for ident in found.used:
                back = backward(problem, values, ident, found.value)
                assert not back or values[ident] in back, problem
    assert solved >= 3


@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_conflict_is_minimal(block: int) -> None:
    for problem, quantities in cases(block, False):
        found = solve_relations(problem, quantities)
        if isinstance(found, Contradictory):
            core = list(found.core)
            assert by_gauss(matrix(RelationalProblem(found.core, problem.target), quantities)) == CONFLICT
            for relation in core:
                rest = tuple(r for r in core if r is not relation)
                alone = RelationalProblem(rest, problem.target)
                assert not rest or by_gauss(matrix(alone, quantities)) != CONFLICT


def solutions(problem: RelationalProblem, quantities: Sequence[Quantity], highest: int) -> list[dict[str, int]]:
    """Every assignment of whole numbers up to the highest that fits, by trying."""
    names = list(dict.fromkeys([problem.target.ident, *(u.ident for r in problem.relations for u in r.unknowns)]))
    rows = matrix(problem, quantities)
    return [
        dict(zip(names, numbers, strict=True))
        for numbers in product(range(highest + 1), repeat=len(names))
        if all(sum(c * n for c, n in zip(row, (*numbers, 1), strict=True)) == 0 for row in rows)
    ]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_whole_numbers_leave_what_trying_leaves(block: int) -> None:
    seen: Counter[str] = Counter()
    for problem, quantities in cases(block, True):
        found, name = solve_relations(problem, quantities), problem.target.ident
        fitting = solutions(problem, quantities, HIGHEST)
        reached = {solution[name] for solution in fitting}
        seen[type(found).__name__] += 1
        match found:
            case Solved(value) | Unexplained(value):
                assert reached <= {value}, problem
            case Contradictory():
                assert not reached, problem
            case Underdetermined(_, (first, second)):
                assert first[name] != second[name]
                assert all(_fits(problem, quantities, witness) for witness in (first, second)), problem
            case Underdetermined():  # unbounded, so that nothing is proven
                assert by_gauss(matrix(problem, quantities)) == "open"
    assert min(seen[kind] for kind in ("Solved", "Contradictory", "Underdetermined")) >= 3


def _fits(problem: RelationalProblem, quantities: Sequence[Quantity], witness: object) -> bool:
    assert isinstance(witness, dict)
    names = list(dict.fromkeys([problem.target.ident, *(u.ident for r in problem.relations for u in r.unknowns)]))
    # What is tied to the target is what a witness has to name.
    for row in matrix(problem, quantities):
        if all(name in witness for name, c in zip(names, row, strict=False) if c):
            left = sum((c * witness[name] for name, c in zip(names, row, strict=False) if c), row[-1])
            if left:
                return False
    return all(value >= 0 and value == int(value) for value in witness.values())


def random_system(draw: random.Random) -> IntegerSystem:
    names = ["x", "y", "z"][: draw.randint(1, 3)]
    rows = []
    for _ in range(draw.randint(1, 4)):
        own = draw.sample(names, draw.randint(1, len(names)))
        coefficients = tuple((name, draw.choice((-3, -2, -1, 1, 1, 1, 2, 3, 4))) for name in own)
        rows.append(Row(coefficients, draw.randint(-3, 9)))
    return IntegerSystem(tuple(rows), {name: (draw.choice((0, 0, -2)), HIGHEST) for name in names})


def tried(system: IntegerSystem) -> list[dict[str, int]]:
    """Every solution within the bounds."""
    ranges = [range(low or 0, (high or 0) + 1) for low, high in system.bounds.values()]
    found = [dict(zip(system.bounds, numbers, strict=True)) for numbers in product(*ranges)]
    return [s for s in found if all(sum(c * s[n] for n, c in row.coefficients) == row.total for row in system.rows)]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_cp_sat_decides_what_trying_decides(block: int) -> None:
    draw, seen = random.Random(f"integers {block}"), Counter[str]()
    for _ in range(CASES):
        system = random_system(draw)
        fitting, decision = tried(system), decide(system, "x")
        reached = {solution["x"] for solution in fitting}
        seen[type(decision).__name__] += 1
        match decision:
            case Unique(solution):
                assert solution in fitting
                assert reached == {solution["x"]}
            case Several(first, second):
                assert first in fitting
                assert second in fitting
                assert first["x"] != second["x"]
            case Conflict(rows):
                assert tried(system.within(rows)) == []
                assert all(tried(system.within([r for r in rows if r != row])) for row in rows)
            case Open():
                pytest.fail("a finite system is decided")
    assert min(seen[kind] for kind in ("Unique", "Several", "Conflict")) >= 2
