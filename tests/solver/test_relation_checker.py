"""Derivations of relational readings: those that are earned pass, each fault is found by its check."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from models.expression import Apply, Constant, Expression, Given, Licence, Operation
from models.outcome import EpistemicState, Missing
from models.quantity import Problem, Quantity, Question, Reading, Relaxation, SetAside
from models.relation import Bond, Relation, RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from solver import relation_checker, relation_trip
from solver.checker import passed
from solver.relation_checker import check_relations, prefilter_relations
from solver.relational import Solved, solve_relations
from solver.solve import judge

TEXT = "Tom has twice as many pens as Ann. Together they have 30."
PEN, DOLLAR, ONE = Unit.of("pen"), Unit.of("dollar"), Unit()
TWICE, TOGETHER = Licence("compare.times", Span(8, 13)), Licence("sum.together", Span(35, 43))
TOM, ANN, BOTH = (Unknown(name, PEN, True) for name in ("tom", "ann", "both"))
K, N = Given("q0"), Given("q1")
TIMES = Relation(Bond.PRODUCT, TOM, (K, ANN), (1, 1), TWICE)
SUM = Relation(Bond.SUM, N, (TOM, ANN), (1, 1), TOGETHER)
QUANTITIES = (
    Quantity("q0", Fraction(2), ONE, Span(8, 13)),
    Quantity("q1", Fraction(30), PEN, Span(54, 56)),
)


def reading(
    target: Unknown = TOM, relations: Sequence[Relation] = (TIMES, SUM), quantities: Sequence[Quantity] = QUANTITIES
) -> Reading:
    question = Question(Span(0, 7), target.unit, ("pen",), "single")
    problem = RelationalProblem(tuple(relations), target, frozenset(q.ident for q in quantities))
    return Reading("R2", tuple(quantities), (), question, (), None, integral=target.integral, relations=problem)


def derived(of: Reading) -> Expression:
    assert of.relations is not None
    found = solve_relations(of.relations, of.quantities)
    assert isinstance(found, Solved)
    return found.expression


def found(expression: Expression, of: Reading, text: str = TEXT) -> set[str]:
    """Names of the checks that found a fault."""
    return {f.check for f in check_relations(expression, of, text) if not f.ok}


def valued(*values: int) -> tuple[Quantity, ...]:
    return tuple(replace(q, value=Fraction(v)) for q, v in zip(QUANTITIES, values, strict=True))


@pytest.mark.parametrize("target", [TOM, ANN])
def test_what_the_relations_give_passes(target: Unknown) -> None:
    one = reading(target)
    assert passed(check_relations(derived(one), one, TEXT))
    assert prefilter_relations(derived(one), one)


def test_a_hidden_factor_of_two_unknowns_comes_back() -> None:
    area, side = Unknown("area", PEN * PEN), Given("q1")
    one = reading(area, [Relation(Bond.PRODUCT, area, (side, side), (1, 1), TWICE)], QUANTITIES[1:])
    assert passed(check_relations(derived(one), one, TEXT))


def test_a_ratio_in_which_an_amount_cancels_comes_back() -> None:
    ratio = Unknown("ratio", ONE)
    one = reading(ratio, [TIMES, Relation(Bond.PRODUCT, ratio, (ANN, TOM), (1, -1), TOGETHER)], QUANTITIES[:1])
    assert passed(check_relations(derived(one), one, TEXT))


def test_a_ratio_in_which_nothing_cancels_does_not() -> None:
    ratio = Unknown("ratio", ONE)
    more = Relation(Bond.SUM, TOM, (N, ANN), (1, 1), TOGETHER)
    one = reading(ratio, [more, Relation(Bond.PRODUCT, ratio, (TOM, ANN), (1, -1), TWICE)], QUANTITIES[1:])
    claim = Apply(Operation.DIVIDE, (N, N), TWICE)
    assert found(claim, one) == {"round_trip"}


def test_a_derivation_of_another_value_is_found_by_the_relations() -> None:
    wrong = Apply(Operation.DIVIDE, (N, K), TOGETHER)
    assert found(wrong, reading(ANN)) == {"round_trip"}


def test_a_given_that_the_answer_does_not_depend_on_does_not_come_back() -> None:
    none = reading(TOM, [TIMES, Relation(Bond.SUM, N, (ANN,), (1,), TOGETHER)], valued(7, 0))
    assert found(derived(none), none) == {"round_trip"}


def test_a_given_with_two_values_does_not_come_back_unless_signs_tell() -> None:
    change = Unknown("change", PEN * PEN, signed=True)
    square = Relation(Bond.PRODUCT, change, (N, N), (1, 1), TWICE)
    one = reading(change, [square], QUANTITIES[1:])
    assert found(derived(one), one) == set()
    assert found(derived(one), replace(one, signed=True)) == {"round_trip"}


def test_operands_are_quantities_or_constants_of_the_relations() -> None:
    def share(by: Expression) -> Expression:
        return Apply(Operation.DIVIDE, (Apply(Operation.MULTIPLY, (K, N), TWICE), by), TOGETHER)

    assert found(share(Constant("implicit.one", Fraction(1))), reading()) == {"round_trip"}
    assert "grounded" in found(share(Constant("implicit.one", Fraction(3))), reading())
    assert "grounded" in found(share(Constant("fact.three", Fraction(3))), reading())
    assert "grounded" in found(share(Given("q7")), reading())


@pytest.mark.parametrize(
    "step",
    [
        Apply(Operation.TRANSFER, (N, K), TWICE),
        Apply(Operation.DIVIDE, (N, K, K), TWICE),
        Apply(Operation.ADD, (N, K), TWICE, True),
    ],
)
def test_operations_are_the_four_that_relations_need(step: Expression) -> None:
    assert "grounded" in found(step, reading())


@pytest.mark.parametrize("licence", [Licence("compare.times", Span(0, 3)), Licence("unit.composition")])
def test_a_step_that_no_relation_licenses_is_found(licence: Licence) -> None:
    assert "licensed" in found(Apply(Operation.DIVIDE, (N, K), licence), reading(ANN))


def test_a_licence_without_words_at_its_place_is_none() -> None:
    assert found(derived(reading()), reading(), TEXT.replace("Together", " " * 8)) == {"licensed"}


def test_addends_of_other_units_are_found() -> None:
    money = (replace(QUANTITIES[0], unit=DOLLAR), QUANTITIES[1])
    more = Relation(Bond.SUM, TOM, (K, N), (1, 1), TOGETHER)
    one = reading(TOM, [more], money)
    assert found(derived(one), one) == {"units"}


def test_the_result_has_the_unit_of_the_question() -> None:
    one = reading()
    other = replace(one, question=replace(one.question, unit=DOLLAR))
    assert found(derived(one), other) == {"units"}


def test_a_relation_of_wrong_units_fails_what_rests_on_it() -> None:
    cost = Unknown("cost", DOLLAR)
    wrong = Relation(Bond.PRODUCT, cost, (K, N), (1, 1), TWICE)
    assert found(derived(reading(cost, [wrong])), reading(cost, [wrong])) == {"units"}


def test_no_divisor_is_zero() -> None:
    one = reading(ANN, quantities=valued(0, 30))
    assert "denominators" in found(Apply(Operation.DIVIDE, (N, K), TOGETHER), one)
    assert not prefilter_relations(Apply(Operation.DIVIDE, (N, K), TOGETHER), one)


def test_an_amount_below_zero_needs_a_signed_reading() -> None:
    left = Unknown("left", PEN, True, signed=True)
    gone = Relation(Bond.SUM, left, (K, N), (1, -1), TOGETHER)
    one = reading(left, [gone], (replace(QUANTITIES[0], unit=PEN), QUANTITIES[1]))
    assert found(derived(one), one) == {"non_negative"}
    assert found(derived(one), replace(one, signed=True)) == set()


def test_a_count_is_whole() -> None:
    one = replace(reading(Unknown("ann", PEN)), integral=True)
    loose = tuple(replace(r, operands=tuple(_loose(o) for o in r.operands)) for r in (TIMES, SUM))
    loose = (replace(loose[0], result=Unknown("tom", PEN)), loose[1])
    half = replace(reading(Unknown("ann", PEN), loose, valued(2, 31)), integral=True)
    assert found(derived(half), half) == {"integral"}
    assert found(derived(one), one) == set()


def _loose(operand: Given | Constant | Unknown) -> Given | Constant | Unknown:
    return replace(operand, integral=False) if isinstance(operand, Unknown) else operand


def test_every_quantity_is_used_or_set_aside() -> None:
    extra = Quantity("q2", Fraction(9), PEN, Span(14, 16))
    one = replace(reading(), quantities=(*QUANTITIES, extra))
    assert found(derived(reading()), one) == {"complete"}
    assert found(derived(reading()), replace(one, aside=(SetAside(Span(14, 16), "date"),))) == set()
    assert not prefilter_relations(derived(reading()), one)


def test_a_required_given_cannot_be_set_aside() -> None:
    one = replace(reading(ANN, [Relation(Bond.SUM, ANN, (N,), (1,), TOGETHER)]), aside=(SetAside(Span(8, 13), "date"),))
    assert found(N, one) == {"complete"}


OF_THE_SEARCH = ("solver.relational", "solver.linear", "models.integer_constraints", "solver.solve")


@pytest.mark.parametrize("module", [relation_checker, relation_trip])
def test_the_checker_shares_nothing_with_what_it_checks(module: ModuleType) -> None:
    source = Path(str(module.__file__)).read_text("utf-8")
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert "models.relation" in imported
    assert imported.isdisjoint(OF_THE_SEARCH)
    assert len(source.splitlines()) < 200


def test_a_reading_without_relations_is_an_error() -> None:
    with pytest.raises(ValueError, match="either"):
        replace(reading(), relations=None)


def judged(one: Reading, *relaxations: Relaxation) -> tuple[EpistemicState, str, list[Fraction]]:
    judgement = judge(Problem("R2", TEXT, one, relaxations))
    refusal = judgement.refusal.kind if judgement.refusal else ""
    return judgement.state, refusal, [c.answer for c in judgement.candidates]


def test_an_earned_answer_is_inferred_from_relations() -> None:
    judgement = judge(Problem("R2", TEXT, reading()))
    assert judgement.state is EpistemicState.INFERRED
    assert [(c.answer, c.basis) for c in judgement.candidates] == [(Fraction(20), "relations")]
    assert judgement.certificate is None


def test_a_decisive_other_reading_refuses() -> None:
    other = reading(ANN)
    twenty, ten = Fraction(20), Fraction(10)
    assert judged(reading(), Relaxation("choice:who", other)) == (EpistemicState.INFERRED, "", [twenty])
    flipped = judged(reading(), Relaxation("choice:who", other, True))
    assert flipped == (EpistemicState.AMBIGUOUS, "other_reading", [twenty, ten])
    open_one = reading(TOM, [SUM])
    assert judged(reading(), Relaxation("choice:who", open_one, True))[1] == ""


def test_what_is_open_shows_two_solutions() -> None:
    judgement = judge(Problem("R2", TEXT, reading(TOM, [SUM])))
    assert judgement.refusal is not None
    assert (judgement.refusal.kind, judgement.refusal.missing) == ("underdetermined", Missing.AMBIGUITY)
    assert judgement.state is EpistemicState.UNDETERMINED
    assert "0 or" in judgement.refusal.detail


def test_a_contradiction_names_the_places() -> None:
    said = Relation(Bond.SUM, TOM, (N,), (1,), Licence("sum.same", Span(4, 7)))
    judgement = judge(Problem("R2", TEXT, reading(TOM, [TIMES, SUM, said])))
    assert judgement.refusal is not None
    assert (judgement.state, judgement.refusal.kind) == (EpistemicState.CONTRADICTED, "contradictory_amounts")
    assert judgement.refusal.spans == (Span(8, 13), Span(35, 43), Span(4, 7))


def test_an_answer_that_leaves_amounts_unused_is_not_derived() -> None:
    unused = reading(ANN, [Relation(Bond.SUM, ANN, (N,), (1,), TOGETHER)])
    assert judged(unused) == (EpistemicState.UNDETERMINED, "no_derivation", [])


def test_what_only_whole_numbers_give_is_not_derived() -> None:
    five, seven = (Constant(f"fact.{n}", Fraction(n)) for n in (5, 7))
    x, y = Unknown("x", PEN, True), Unknown("y", PEN, True)
    rows = (
        Relation(Bond.PRODUCT, x, (five, TOM), (1, 1), TWICE),
        Relation(Bond.PRODUCT, y, (seven, ANN), (1, 1), TWICE),
        Relation(Bond.SUM, N, (x, y), (1, 1), TOGETHER),
    )
    whole = reading(TOM, rows, (replace(QUANTITIES[1], value=Fraction(31)),))
    assert judged(whole) == (EpistemicState.UNDETERMINED, "no_derivation", [])
    assert judged(reading(), Relaxation("choice:who", whole, True))[1] == "other_reading"


def test_a_wrong_unit_fails_the_check() -> None:
    one = reading()
    other = replace(one, question=replace(one.question, unit=DOLLAR))
    assert judged(other) == (EpistemicState.UNDETERMINED, "check_failed", [])
