"""Two derivations compared: rules and places of their own, robustness, functions, where they part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.expression import Apply, Constant, Expression, Given, Licence, Operation, evaluate
from models.outcome import EpistemicState
from models.quantity import Problem, Quantity, Question, Reading
from models.relation import RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from solver.agreement import MAX_PAIRS, both_robust, own_places, own_rules, robust_enough, weigh
from solver.matching import Couple, common_names, couple, parting
from solver.session import Candidate, Opinion, Robustness, Standing

MARBLE = Unit.of("marble")

A, B, C = map(Given, "abc")
PLACES = {"a": Span(0, 2), "b": Span(10, 12), "c": Span(20, 22)}
VALUES = {"a": 2, "b": 2, "c": 3}
SUM = Licence("aggregate.total", Span(30, 40))
UNITS = Licence("unit.composition")


def add(*operands: Expression, by: Licence = SUM) -> Expression:
    return Apply(Operation.ADD, operands, by)


def times(*operands: Expression, by: Licence = UNITS) -> Expression:
    return Apply(Operation.MULTIPLY, operands, by)


def rule(name: str, start: int = 50) -> Licence:
    return Licence(f"relation.{name}", Span(start, start + 5))


@pytest.mark.parametrize(
    ("one", "other", "own"),
    [
        (add(A, B), add(A, B, by=rule("whole")), True),
        (add(A, B), add(A, B), False),
        (times(A, B), times(A, B, by=rule("rate")), True),
        (times(A, B), times(A, B), False),  # units alone are what both rest on
        (add(A, times(B, C)), add(A, times(B, C), by=rule("whole")), True),
        (add(A, times(B, C)), times(B, C), False),
        (A, A, False),
        (add(A, Constant("fact.pair", Fraction(2))), add(A, Constant("fact.pair", Fraction(2)), by=rule("x")), True),
    ],
)
def test_rules_of_their_own(one: Expression, other: Expression, own: bool) -> None:
    assert own_rules(one, other) is own
    assert own_rules(other, one) is own


@pytest.mark.parametrize(
    ("one", "other", "own"),
    [
        (add(A, B), add(A, B, by=Licence(SUM.entry, Span(60, 70))), True),
        (add(A, B), add(A, B, by=Licence(SUM.entry, Span(39, 70))), False),
        (add(A, B), add(A, B), False),
        (times(A, B), times(A, B), False),
        (times(A, B), times(A, B, by=rule("rate")), True),
        (A, B, False),
        (
            add(A, Constant("fact.pair", Fraction(2))),
            add(A, Constant("fact.pair", Fraction(2)), by=rule("x")),
            False,
        ),
    ],
)
def test_places_of_their_own(one: Expression, other: Expression, own: bool) -> None:
    assert own_places(one, other) is own


def reading(values: Mapping[str, int], places: Mapping[str, Span] = PLACES, prefix: str = "") -> Reading:
    given = tuple(Quantity(prefix + k, Fraction(v), MARBLE, places[k]) for k, v in values.items())
    target = Unknown("t", MARBLE)
    return Reading(
        "X",
        given,
        (),
        Question(Span(30, 40), MARBLE, (), "total"),
        (),
        None,
        relations=RelationalProblem((), target),
    )


def opinion(
    derivation: Expression,
    name: str,
    family: str,
    kept: tuple[bool, ...] = (True,),
    lost: tuple[str, ...] = (),
    unit: Unit = MARBLE,
) -> Opinion:
    robustness = Robustness(tuple((f"f{i}", k) for i, k in enumerate(kept)))
    candidate = Candidate(Fraction(4), MARBLE, EpistemicState.INFERRED, "x", (derivation,))
    made = Problem(name, "", reading(VALUES), ())
    return Opinion(
        name,
        family,
        EpistemicState.INFERRED,
        Fraction(4),
        unit,
        candidates=(candidate,),
        robustness=robustness,
        lost=lost,
        problem=made,
    )


def pair(
    one: Expression, other: Expression, kept: tuple[bool, ...] = (True,), theirs: tuple[bool, ...] = (True,)
) -> tuple[Opinion, Opinion]:
    return opinion(one, "R1", "chains", kept), opinion(other, "R2", "relations", theirs)


FAR = Licence(SUM.entry, Span(60, 70))  # the same rule at another place


@pytest.mark.parametrize(
    ("one", "other", "kept", "theirs", "standing"),
    [
        (add(A, B), add(A, B, by=rule("whole")), (True,), (), Standing.VERIFIED),
        (add(A, B), add(A, B, by=rule("whole")), (True, False), (True, False), Standing.NOT_ROBUST),
        (add(A, B), add(A, B, by=rule("whole")), (True, False), (True,), Standing.VERIFIED),
        (add(A, B), add(B, A, by=FAR), (True,), (True,), Standing.VERIFIED),
        (add(A, B), add(B, A, by=FAR), (True,), (), Standing.NOT_ROBUST),
        (add(A, B), add(A, B), (True,), (True,), Standing.SHARED_GROUND),
        (add(A, B), times(A, B, by=rule("rate")), (True,), (True,), Standing.VALUE_ONLY),
        (add(A, B), add(A, A, by=rule("whole")), (True,), (True,), Standing.VALUE_ONLY),
    ],
)
def test_each_way_in_which_two_stand(
    one: Expression, other: Expression, kept: tuple[bool, ...], theirs: tuple[bool, ...], standing: Standing
) -> None:
    assert weigh(pair(one, other, kept, theirs))[0] is standing


def test_equivalence_is_a_producer_of_its_own() -> None:
    longer = add(times(A, C, by=FAR), times(B, C, by=FAR), by=FAR)
    shorter = times(add(A, B), C)
    assert weigh(pair(shorter, longer)) == (Standing.VERIFIED, "symbolic equivalence of R1 and R2")
    assert weigh(pair(shorter, add(times(A, C, by=FAR), times(A, C, by=FAR), by=FAR)))[0] is Standing.VALUE_ONLY
    assert weigh(pair(shorter, longer, theirs=(True, False)))[0] is Standing.NOT_ROBUST


def test_any_derivation_of_a_candidate_may_be_the_independent_one() -> None:
    first, second = pair(add(A, B), times(A, B, by=rule("rate")))
    (candidate,) = second.candidates
    both = replace(candidate, derivations=(*candidate.derivations, add(A, B, by=rule("whole"))))
    assert weigh((first, replace(second, candidates=(both,))))[0] is Standing.VERIFIED


def test_what_was_not_compared_is_not_said_to_differ() -> None:
    first, second = pair(add(A, B), times(A, B, by=rule("rate")))
    (candidate,) = first.candidates
    many = replace(candidate, derivations=candidate.derivations * (MAX_PAIRS + 1))
    assert weigh((replace(first, candidates=(many,)), second)) == (Standing.UNCOMPARED, "")


def test_robust_enough_is_one_steadfast_organ_and_no_decisive_loss() -> None:
    steady, shaken = pair(add(A, B), add(A, B, by=rule("whole")), theirs=(True, False))
    assert robust_enough((steady, shaken))
    assert not both_robust((steady, shaken))
    assert not robust_enough((replace(steady, robustness=shaken.robustness), shaken))
    assert not robust_enough((steady, replace(shaken, lost=("choice:than",))))


def test_numbers_at_one_place_of_one_value_are_one() -> None:
    other = {"a": Span(1, 4), "b": Span(10, 12), "c": Span(24, 26)}
    mine, theirs, places = common_names(
        reading(VALUES).quantities, reading({**VALUES, "b": 5}, other, prefix="z").quantities
    )
    assert mine["a"] == theirs["za"]
    assert mine["b"] != theirs["zb"]
    assert mine["c"] != theirs["zc"]
    assert places[mine["a"]] == Span(0, 4)


SENTENCES = (Span(0, 9), Span(9, 19), Span(19, 29), Span(29, 45))


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        (add(A, B, C), add(A, B, Apply(Operation.SUBTRACT, (B, C), SUM)), 1),
        (add(A, B, C), add(A, B), 2),
        (add(A, B), Apply(Operation.SUBTRACT, (B, A), SUM), 0),
        (add(A, times(B, C)), times(add(A, B), C), 0),
        (add(A, add(B, C)), add(add(C, A), B), 3),  # one use of everything: the question
        (add(A, B), add(A, B, by=Licence("x", Span(12, 14))), 1),  # other words of the text
        (add(A, Constant("f.two", Fraction(2))), add(A, Constant("f.ten", Fraction(10))), 3),
    ],
)
def test_where_derivations_part(one: Expression, other: Expression, sentence: int) -> None:
    both = couple(one, reading(VALUES), other, reading(VALUES))
    assert parting(both, Span(30, 40), SENTENCES) == SENTENCES[sentence]


def expressions() -> st.SearchStrategy[Expression]:
    operations = st.sampled_from((Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE))
    leaves: st.SearchStrategy[Expression] = st.sampled_from((A, B, C))
    return st.recursive(leaves, lambda e: st.builds(Apply, operations, st.tuples(e, e), st.just(SUM)), max_leaves=6)


@settings(max_examples=80, deadline=None)
@given(expressions(), expressions())
def test_values_tell_apart_what_is_no_one_function(one: Expression, other: Expression) -> None:
    both = couple(one, reading(VALUES), other, reading(VALUES))
    defined = not isinstance(_evaluated(both), str)
    assert both.seems_equal() or not both.proved_equal()
    assert both.proved_equal() or not (defined and both.seems_equal())


def _evaluated(both: Couple) -> str | Fraction:
    """The sum of both over values of no pattern, or why there is none."""
    values = {name: Fraction(101 + 37 * i, 5 + 2 * i) for i, name in enumerate(sorted(both.places))}
    try:
        return evaluate(both.one, values) + evaluate(both.other, values)
    except ZeroDivisionError:
        return "divides by zero"


def test_what_is_undefined_everywhere_is_no_proof() -> None:
    nothing = Apply(Operation.DIVIDE, (A, Apply(Operation.SUBTRACT, (B, B), SUM)), SUM)
    both = couple(nothing, reading(VALUES), add(A, B), reading(VALUES))
    assert both.seems_equal()
    assert not both.proved_equal()
