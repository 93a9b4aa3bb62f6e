"""Relations solved in whichever direction the question needs, or refused for a reason that is shown."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from models.canonical import canonical
from models.expression import Apply, Constant, Given, Licence, evaluate, walk
from models.integer_constraints import Conflict, IntegerSystem, Open, Row, decide
from models.quantity import Quantity
from models.relation import Bond, Operand, Relation, RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from solver import linear
from solver.linear import CONFLICT, NO_DIVISOR, DerivationOverflow
from solver.relational import (
    NEGATIVE,
    NO_WHOLE,
    NOT_WHOLE,
    Contradictory,
    Outcome,
    Solved,
    Underdetermined,
    Unexplained,
    solve_relations,
)

PEN = Unit.of("pen")
TWO = Constant("fact.two", Fraction(2))


def some(name: str, integral: bool = True, signed: bool = False) -> Unknown:
    return Unknown(name, PEN, integral, signed)


def named(name: str) -> Operand:
    """``q...`` is a given, ``2`` a constant, anything else a count of pens."""
    return TWO if name == "2" else Given(name) if name.startswith("q") else some(name)


def relation(text: str, place: int = 0) -> Relation:
    """From ``t = + a - b`` (a sum) or ``t = * a / b`` (a product)."""
    result, _, *rest = text.split()
    marks, names = rest[::2], rest[1::2]
    bond = Bond.SUM if marks[0] in "+-" else Bond.PRODUCT
    signs = tuple(1 if mark in "+*" else -1 for mark in marks)
    licence = Licence(f"relation.{place}", Span(place, place + 1))
    return Relation(bond, named(result), tuple(map(named, names)), signs, licence)


def relations(lines: Iterable[str]) -> tuple[Relation, ...]:
    return tuple(relation(line, place) for place, line in enumerate(lines))


def solve(target: str, *lines: str, **values: int) -> Outcome:
    quantities = [Quantity(n, Fraction(v), PEN, Span(0, 1)) for n, v in values.items()]
    return solve_relations(RelationalProblem(relations(lines), some(target)), quantities)


def solved(target: str, *lines: str, **values: int) -> Solved:
    """The solution, whose derivation has to give its value."""
    found = solve(target, *lines, **values)
    assert isinstance(found, Solved)
    assert evaluate(found.expression, {n: Fraction(v) for n, v in values.items()}) == found.value
    return found


def contradiction(target: str, *lines: str, **values: int) -> tuple[str, list[int]]:
    """Its kind, and the places of the relations that conflict."""
    found = solve(target, *lines, **values)
    assert isinstance(found, Contradictory)
    return found.kind, [span.start for span in found.spans]


@pytest.mark.parametrize(
    ("target", "line", "expected", "values"),
    [
        ("t", "t = + q1 + q2 + q3", "(sum +q1 +q2 +q3)", (12, 6, 2)),
        ("t", "t = + q1 - q2 - q3", "(sum +q1 -q2 -q3)", (12, 6, 2)),
        ("a", "q1 = + a + q2", "(sum +q1 -q2)", (12, 6)),
        ("a", "q1 = + q2 - a", "(sum +q2 -q1)", (6, 12)),
        ("t", "t = * q1 / q2", "(product *q1 /q2)", (12, 6)),
        ("a", "q1 = * a * q2", "(product *q1 /q2)", (12, 6)),
        ("a", "q1 = * q2 / a", "(product *q2 /q1)", (6, 12)),
        ("a", "q1 = * q3 * q2 / a", "(product *q2 *q3 /q1)", (6, 12, 2)),
        ("t", "t = + q1", "q1", (12,)),
        ("a", "q1 = + a + a", None, (12,)),
    ],
)
def test_a_relation_is_solved_for_any_of_its_members(
    target: str, line: str, expected: str | None, values: tuple[int, ...]
) -> None:
    stated = {f"q{i}": value for i, value in enumerate(values, 1)}
    found = solved(target, line, **stated)
    assert expected is None or canonical(found.expression) == expected
    assert found.used == set(stated)


def test_relations_follow_each_other_in_any_order() -> None:
    found = solved("c", "c = + b + q3", "b = * a * q2", "a = + q1", q1=2, q2=3, q3=4)
    assert found.value == 10
    assert found.values == {"a": 2, "b": 6, "c": 10}


def test_a_result_is_made_of_its_operands_where_it_can_be() -> None:
    found = solved("c", "q1 = + a + b + c", "a = + q2", "b = + q3", "c = + a + q4", q1=12, q2=3, q3=4, q4=2)
    assert canonical(found.expression) == "(sum +q2 +q4)"


@pytest.mark.parametrize(("target", "value"), [("a", 20), ("b", 10)])
def test_a_comparison_and_a_total_give_both_parts(target: str, value: int) -> None:
    found = solved(target, "a = * q1 * b", "t = + a + b", "t = + q2", q1=2, q2=30)
    assert found.value == value
    assert found.used == {"q1", "q2"}
    assert Constant("implicit.one", Fraction(1)) in list(walk(found.expression))


def test_several_unknowns_hang_on_one() -> None:
    lines = ("a = * q1 * b", "c = + a + q2", "d = + c - q3", "q4 = + a + b + c + d")
    found = solved("d", *lines, q1=3, q2=8, q3=2, q4=44)
    assert found.values == {"a": 9, "b": 3, "c": 17, "d": 15}


def test_two_parameters_are_eliminated() -> None:
    found = solved("a", "q1 = + a + b", "q2 = + b + c", "q3 = + a + c", q1=5, q2=7, q3=6)
    assert found.values == {"a": 2, "b": 3, "c": 4}


def test_every_step_is_licensed_by_a_relation() -> None:
    lines = ("a = * q1 * b", "t = + a + b", "t = + q2")
    found = solved("a", *lines, q1=2, q2=30)
    licences = {node.licence for node in walk(found.expression) if isinstance(node, Apply)}
    assert licences <= {r.licence for r in relations(lines)}


def test_a_product_of_unknowns_waits_until_one_is_known() -> None:
    assert solved("c", "c = * a * b", "b = + q1", "q3 = + a + q2", q1=4, q2=3, q3=8).value == 20
    assert isinstance(solve("c", "c = * a * b", "b = + q1", q1=4), Underdetermined)


def test_a_ratio_of_multiples_needs_no_total() -> None:
    found = solved("r", "a = * q1 * b", "c = * q2 * b", "r = * a / c", q1=6, q2=2)
    assert found.value == 3
    assert canonical(found.expression) == "(product *q1 /q2)"


def test_a_factor_of_zero_gives_nothing_of_the_other() -> None:
    assert isinstance(solve("a", "q1 = * a * q1", q1=0), Underdetermined)
    assert contradiction("a", "q2 = * a * q1", q1=0, q2=5) == (CONFLICT, [0])


def test_nothing_is_divided_by_zero() -> None:
    assert contradiction("t", "t = * q1 / q2", q1=5, q2=0) == (NO_DIVISOR, [0])
    assert contradiction("a", "q1 = * q2 / a", q1=5, q2=0) == (NO_DIVISOR, [0])


def test_the_conflict_is_minimal() -> None:
    lines = ("a = + q1", "b = + q2", "t = + a + b", "c = + q2", "t = + q3")
    assert contradiction("c", *lines, q1=1, q2=2, q3=4) == (CONFLICT, [0, 1, 2, 4])


def test_a_conflict_need_not_be_explained() -> None:
    lines = relations(("a = + q1", "t = + q1", "t = + q2"))
    quantities = [Quantity(n, Fraction(v), PEN, Span(0, 1)) for n, v in (("q1", 1), ("q2", 4))]
    problem = RelationalProblem(lines, some("a"))
    assert solve_relations(problem, quantities, explain=False) == Contradictory(CONFLICT, lines)
    assert solve_relations(problem, quantities) == Contradictory(CONFLICT, lines[1:])


def test_relations_that_hold_twice_are_no_conflict() -> None:
    assert solved("t", "a = + q1", "b = + q2", "t = + a + b", "t = + q3", q1=1, q2=2, q3=3).value == 3


def test_an_equation_between_parameters_can_conflict() -> None:
    assert contradiction("a", "q1 = + a + b", "q2 = + a + b", q1=5, q2=6) == (CONFLICT, [0, 1])


def test_counts_are_whole_and_not_below_zero() -> None:
    assert contradiction("a", "q1 = * q2 * a", q1=7, q2=2) == (NOT_WHOLE, [0])
    assert contradiction("a", "a = + q1 - q2", q1=2, q2=7) == (NEGATIVE, [0])


def test_a_signed_amount_may_be_below_zero() -> None:
    change = some("a", integral=False, signed=True)
    one = Relation(Bond.SUM, change, (Given("q1"), Given("q2")), (1, -1), Licence("relation", Span(0, 1)))
    quantities = [Quantity(n, Fraction(v), PEN, Span(0, 1)) for n, v in (("q1", 2), ("q2", 7))]
    found = solve_relations(RelationalProblem((one,), change), quantities)
    assert isinstance(found, Solved)
    assert evaluate(found.expression, {"q1": Fraction(2), "q2": Fraction(7)}) == found.value == -5


def test_an_open_sum_has_two_witnesses() -> None:
    found = solve("a", "q1 = + a + b", q1=5)
    assert isinstance(found, Underdetermined)
    first, second = found.witnesses
    assert first["a"] + first["b"] == second["a"] + second["b"] == 5
    assert first["a"] != second["a"]


def test_amounts_that_are_not_counted_have_no_witnesses() -> None:
    a, b = some("a", integral=False), some("b", integral=False)
    one = Relation(Bond.SUM, Given("q1"), (a, b), (1, 1), Licence("relation", Span(0, 1)))
    found = solve_relations(RelationalProblem((one,), a), [Quantity("q1", Fraction(5), PEN, Span(0, 1))])
    assert found == Underdetermined("a", (), {})


def test_whole_numbers_alone_give_a_value_that_no_derivation_shows() -> None:
    found = solve("a", "x = * q1 * a", "y = * q2 * b", "q3 = + x + y", q1=5, q2=7, q3=31)
    assert isinstance(found, Unexplained)
    assert found.value == 2
    assert found.values["b"] == 3


def test_no_whole_numbers_fit() -> None:
    lines = ("x = * 2 * a", "y = * 2 * b", "q1 = + x + y", "c = + a + q1")
    assert contradiction("c", *lines, q1=5) == (NO_WHOLE, [0, 1, 2])


def test_an_unknown_given_is_an_error() -> None:
    with pytest.raises(KeyError):
        solve("t", "t = + q1 + q2", q1=1)


def test_a_derivation_past_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "MAX_NODES", 4)
    with pytest.raises(DerivationOverflow):
        solve("t", "t = + a + a", "a = + b + b", "b = + q1", q1=1)


def test_the_gcd_test_comes_first() -> None:
    unbounded = IntegerSystem((Row((("x", 2), ("y", -4)), 3),))
    assert decide(unbounded, "x") == Conflict((0,))


def test_what_is_searched_in_part_proves_nothing() -> None:
    far = IntegerSystem((Row((("x", 1), ("y", -1)), 3_000_000),))
    huge = IntegerSystem((Row((("x", 2**40), ("y", 1)), 2**41),))
    assert decide(far, "x") == decide(huge, "x") == Open()
