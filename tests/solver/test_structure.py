"""What counts as one structure, and what as evidence of its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import networkx
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from models.expression import Apply, Constant, Expression, Given, Licence, Operation, evaluate
from models.span import Span
from solver.structure import distinct, graph, independent_count

ADD, SUBTRACT, MULTIPLY, DIVIDE = Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE
A, B, C, D = map(Given, "abcd")
VALUES = {name: Fraction(value) for name, value in zip("abcd", (12, 3, 5, 2), strict=True)}
SUM = Licence("aggregate.total", Span(0, 5))
OTHER = Licence("aggregate.total", Span(9, 14))
LEFT = Licence("difference.left", Span(20, 24))
UNITS = Licence("unit.composition")


def apply(operation: Operation, *operands: Expression, by: Licence = UNITS, back: bool = False) -> Expression:
    return Apply(operation, operands, by, back)


def plus(*operands: Expression, by: Licence = SUM) -> Expression:
    return apply(ADD, *operands, by=by)


def less(first: Expression, second: Expression, by: Licence = LEFT) -> Expression:
    return apply(SUBTRACT, first, second, by=by)


def times(*operands: Expression) -> Expression:
    return apply(MULTIPLY, *operands)


def over(first: Expression, second: Expression) -> Expression:
    return apply(DIVIDE, first, second)


SAME = {
    "commuting": (plus(A, B), plus(B, A)),
    "re-associating": (plus(A, plus(B, C)), plus(plus(A, B), C), plus(A, B, C)),
    "distributing": (times(A, plus(B, C)), plus(times(A, B), times(A, C))),
    "dividing in another order": (over(over(A, B), C), over(A, times(B, C)), over(over(A, C), B)),
    "cancelling": (over(times(A, B), B), over(times(A, C), C)),
    "turning signs": (over(less(A, B), less(C, D)), over(less(B, A), less(D, C))),
    "the same kind of sum": (
        less(A, B),
        apply(Operation.TRANSFER, A, B, by=LEFT, back=True),
        apply(Operation.COMPARE_ADDITIVE, A, B, by=LEFT, back=True),
    ),
    "taking parts away": (less(less(A, B), C), less(A, plus(B, C, by=LEFT))),
    "a fact by another name": (
        times(A, Constant("fact.pair", Fraction(2))),
        times(Constant("fact.two", Fraction(2)), A),
    ),
}
APART = {
    "other places of the text": (plus(A, B), plus(A, B, by=OTHER)),
    "another function of one value": (plus(A, B), plus(A, Constant("fact.trio", Fraction(3)))),
    "operations that agree by chance": (times(D, Given("d")), plus(D, D, by=UNITS)),
    "other givens": (plus(A, B), plus(times(B, C), apply(ADD, times(C, D), D, by=SUM), Given("z"))),
}


@pytest.mark.parametrize("name", SAME)
def test_rewritings_are_one_structure(name: str) -> None:
    groups = distinct(SAME[name], VALUES)
    assert len(groups) == 1
    assert set(groups[0]) == set(SAME[name])


@pytest.mark.parametrize("name", APART)
def test_other_functions_or_other_places_are_other_structures(name: str) -> None:
    values = {**VALUES, "z": Fraction(-12)}
    assert len({evaluate(d, values) for d in APART[name]}) == 1  # only the structure tells them apart
    assert len(distinct(APART[name], values)) == 2


def test_grouping_does_not_depend_on_the_order_given() -> None:
    derivations = (plus(A, plus(B, C)), plus(C, B, A), plus(A, B, C, by=OTHER))
    groups = {distinct(order, VALUES) for order in permutations(derivations)}
    assert len(groups) == 1
    assert sorted(map(len, groups.pop())) == [1, 2]


def test_none_and_one() -> None:
    assert distinct((), VALUES) == ()
    assert distinct((A,), VALUES) == ((A,),)


def test_constants_alone() -> None:
    two, four = Constant("fact.two", Fraction(2)), Constant("fact.four", Fraction(4))
    assert len(distinct((plus(two, two), plus(four)), {})) == 1
    assert len(distinct((plus(two, two), plus(two)), {})) == 2


def test_an_undefined_derivation_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        distinct((A, over(A, less(B, B))), VALUES)
    with pytest.raises(KeyError):
        distinct((A, Given("q")), VALUES)


def expressions(depth: int = 3) -> st.SearchStrategy[Expression]:
    leaves: st.SearchStrategy[Expression] = st.sampled_from((A, B, C))
    operations = st.sampled_from((ADD, SUBTRACT, MULTIPLY, DIVIDE))
    return st.recursive(leaves, lambda e: st.builds(apply, operations, e, e), max_leaves=2**depth)


def symbolic(expression: Expression) -> sympy.Expr:
    if isinstance(expression, Given):
        return sympy.Symbol(expression.ident)
    assert isinstance(expression, Apply)
    first, second = map(symbolic, expression.operands)
    by_operation = {ADD: first + second, SUBTRACT: first - second, MULTIPLY: first * second}
    return first / second if expression.operation is DIVIDE else by_operation[expression.operation]


@settings(max_examples=150, deadline=None)
@given(expressions(), expressions())
def test_one_structure_exactly_where_cross_multiplying_gives_one_polynomial(one: Expression, two: Expression) -> None:
    try:
        groups = distinct((one, two), VALUES)
    except ZeroDivisionError:
        return
    (n, d), (m, e) = (sympy.fraction(sympy.together(symbolic(x))) for x in (one, two))
    assert (len(groups) == 1) == (sympy.expand(n * e - m * d) == 0)


def test_the_graph_holds_parts_once_and_edges_to_their_use() -> None:
    part = times(A, B)
    whole = plus(part, apply(Operation.TRANSFER, C, times(B, A), by=LEFT))
    found = graph(whole)
    assert networkx.is_directed_acyclic_graph(found)
    (root,) = [n for n in found if not found.out_degree(n)]
    assert found.nodes[root] == {"kind": "add", "entry": SUM.entry}
    (product,) = [n for n in found if found.nodes[n]["kind"] == "multiply"]
    assert set(found.predecessors(product)) == {"a", "b"}
    assert found.out_degree(product) == 2
    assert found.edges["a", product]["times"] == 1


def test_the_graph_counts_repeated_operands() -> None:
    found = graph(times(A, A, Constant("fact.pi", Fraction(22, 7))))
    (root,) = [n for n in found if not found.out_degree(n)]
    assert found.edges["a", root]["times"] == 2
    assert found.nodes["fact:fact.pi"] == {"kind": "fact", "entry": "fact.pi"}


def test_structures_with_a_premise_in_common_count_once() -> None:
    by_sum, by_other = plus(A, B), plus(A, B, by=OTHER)
    leaning = less(plus(A, B, D), D)  # rests on the place of by_sum, and on one more
    assert len(distinct((by_sum, by_other, leaning), VALUES)) == 3
    assert independent_count((by_sum, leaning), VALUES) == 1
    assert independent_count((by_sum, by_other, leaning), VALUES) == 2
    assert independent_count((), VALUES) == 0


def test_what_only_units_license_shares_that_premise() -> None:
    assert independent_count((times(A, B), times(C, D)), VALUES) == 1
    assert independent_count((times(A, B), plus(A, B)), VALUES) == 2


def test_a_fact_is_a_premise() -> None:
    pair = Constant("fact.pair", Fraction(2))
    assert independent_count((times(A, pair), plus(times(A, pair), D)), VALUES) == 1
