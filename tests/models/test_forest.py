"""What the grammar allows and refuses, one small problem each; counts that are known in closed form."""

from __future__ import annotations

from fractions import Fraction

import pytest

from models.canonical import canonical
from models.chain import ChainProblem, Family, Form, Kind, Leaf, Target
from models.count import count_derivations
from models.enumeration import enumerate_chains
from models.expression import Apply, Expression, Given, Licence, evaluate
from models.forest import MAX_LEAVES, ChainOverflow, grow_forest
from models.units import LIMIT, Unit, UnitOverflow

ONE, PEN, BOX, COIN = Unit(), Unit.of("pen"), Unit.of("box"), Unit.of("coin")
S, G, L, K = Kind.STATE, Kind.GAIN, Kind.LOSS, Kind.FACTOR
EVERY_CAP = dict.fromkeys(Family, 3)


def leaf(ident: str, unit: Unit, kind: Kind = S, required: bool = True) -> Leaf:
    return Leaf(ident, Fraction(1), unit, kind, Given(ident), required, Licence(f"event.{ident}"))


def problem(
    *leaves: tuple[Unit, Kind],
    target: Unit = PEN,
    kinds: frozenset[Kind] = frozenset({S}),
    forms: frozenset[Form] = frozenset(Form),
    depth: int = 10,
    **caps: int,
) -> ChainProblem:
    """Leaves are called a, b, c and so on; caps are given by the family's value."""
    named = tuple(leaf(chr(97 + i), unit, kind) for i, (unit, kind) in enumerate(leaves))
    by_family = {Family(name): cap for name, cap in caps.items()}
    return ChainProblem(named, Target(target, kinds, forms), by_family, max_depth=depth)


def found(given: ChainProblem) -> list[str]:
    return [canonical(expression) for expression in enumerate_chains(given).expressions]


def test_a_rate_and_its_count_multiply_without_a_licence() -> None:
    assert found(problem((COIN / PEN, S), (PEN, S), target=COIN)) == ["(product *a *b)"]


def test_two_amounts_do_not_multiply() -> None:
    assert found(problem((PEN, S), (BOX, S), target=PEN * BOX)) == []


def test_a_share_needs_its_cap() -> None:
    assert found(problem((COIN, S), (PEN, S), target=COIN / PEN)) == []
    assert found(problem((COIN, S), (PEN, S), target=COIN / PEN, share=1)) == ["(product *a /b)"]


def test_two_shares_need_two_uses() -> None:
    leaves = ((COIN, S), (PEN, S), (BOX, S))
    per_both = COIN / PEN / BOX
    assert found(problem(*leaves, target=per_both, share=1)) == []
    assert found(problem(*leaves, target=per_both, share=2)) == ["(product *a /b /c)"]


def test_a_rate_is_not_inverted_by_a_factor() -> None:
    assert found(problem((ONE, K), (COIN / PEN, S), target=PEN / COIN, share=3, ratio=3)) == []


def test_a_ratio_needs_its_cap_and_has_both_directions() -> None:
    assert found(problem((PEN, S), (PEN, S), target=ONE)) == []
    assert found(problem((PEN, S), (PEN, S), target=ONE, ratio=1)) == ["(product *a /b)", "(product *b /a)"]


def test_dividing_by_an_amount_is_never_composition_of_units() -> None:
    """Everything cancels, and still one amount divides: that is a ratio."""
    rates = ((COIN, S), (PEN, S), (COIN / PEN, S))
    assert found(problem(*rates, target=ONE, share=3)) == []
    assert found(problem(*rates, target=ONE, ratio=1)) == ["(product *a /b /c)", "(product *b *c /a)"]
    through = ((BOX, S), (PEN / BOX, S), (PEN, S), (ONE, K))
    assert found(problem(*through, target=ONE, share=3)) == []
    both = found(problem(*through, target=ONE, ratio=1))
    assert both == ["(product *a *b *d /c)", "(product *c *d /a /b)"]


def test_an_amount_that_a_rate_takes_up_again_is_a_share_where_its_base_is_left() -> None:
    twice = ((COIN / PEN / BOX, S), (PEN, S), (PEN, S))
    assert found(problem(*twice, target=COIN / PEN / BOX, ratio=3)) == []
    kept = found(problem(*twice, target=COIN / PEN / BOX, share=1))
    assert kept == ["(product *a *b /c)", "(product *a *c /b)"]


def test_dividing_by_a_rate_is_composition_of_units() -> None:
    assert found(problem((COIN, S), (COIN / PEN, S))) == ["(product *a /b)"]


def test_of_one_unit_only_one_amount_is_multiplied() -> None:
    squared = ((COIN, S), (COIN, S), (PEN, S), (COIN / PEN, S))
    assert found(problem(*squared, target=COIN)) == []
    licensed = found(problem(*squared, target=COIN, ratio=1))
    assert licensed == ["(product *a *c *d /b)", "(product *b *c *d /a)"]
    cut = ((BOX, S), (PEN / BOX, S), (BOX, S), (PEN, S))
    assert found(problem(*cut, target=BOX, share=3)) == []
    assert all("*a" not in text or "*c" not in text for text in found(problem(*cut, target=BOX, ratio=3, share=3)))


def test_factors_with_a_unit_are_no_amounts() -> None:
    scaling = ((BOX, K), (BOX, K), (COIN / BOX, S), (ONE / BOX, S))
    assert found(problem(*scaling, target=COIN)) == ["(product *a *b *c *d)"]


def test_no_sum_is_built_over_two_bases_multiplied() -> None:
    areas = ((PEN, S), (BOX, S), (PEN, S), (BOX, S))
    assert found(problem(*areas, target=PEN * BOX, aggregate=3, difference=3, share=3, ratio=3)) == []


def test_without_a_ratio_only_factors_give_a_number() -> None:
    cancelling = problem((COIN / PEN, S), (PEN, S), (COIN, S), target=ONE, share=3)
    assert found(cancelling) == []
    both = problem((ONE, K), (ONE, K), target=ONE, kinds=frozenset({K}))
    assert found(both) == ["(product *a *b)"]


def test_a_factor_scales_and_never_divides_or_adds() -> None:
    given = problem((PEN, S), (ONE, K), aggregate=1, difference=1, share=1, ratio=1)
    assert found(given) == ["(product *a *b)"]
    assert found(problem((ONE, S), (ONE, K), target=ONE, aggregate=1, difference=1)) == []


def test_gain_with_loss_is_no_product() -> None:
    assert found(problem((COIN / PEN, G), (PEN, L), target=COIN, kinds=frozenset(Kind))) == []
    gain = problem((COIN / PEN, S), (PEN, G), target=COIN, kinds=frozenset({G}))
    assert found(gain) == ["(product *a *b)"]


def test_a_balance_has_forced_signs_and_no_cap() -> None:
    assert found(problem((PEN, S), (PEN, G), (PEN, L))) == ["(sum +a +b -c)"]
    assert found(problem((PEN, G), (PEN, L))) == ["(sum +a -b)"]


def test_a_balance_of_two_states_counts_as_an_aggregate() -> None:
    assert found(problem((PEN, S), (PEN, S), (PEN, L))) == []
    assert found(problem((PEN, S), (PEN, S), (PEN, L), aggregate=1)) == ["(sum +a +b -c)"]


def test_a_total_keeps_the_kind_and_a_difference_is_a_state() -> None:
    losses = ((PEN, L), (PEN, L))
    assert found(problem(*losses, kinds=frozenset({L}), aggregate=1)) == ["(sum +a +b)"]
    assert found(problem(*losses, aggregate=1)) == []
    assert found(problem(*losses, difference=1)) == ["(sum +a -b)", "(sum +b -a)"]


def test_units_of_a_sum_agree() -> None:
    assert found(problem((PEN, S), (BOX, G), aggregate=3, difference=3)) == []


def test_forms_of_the_root() -> None:
    leaves = ((PEN, S), (PEN, S))
    only = problem(*leaves, forms=frozenset({Form.DIFFERENCE}), aggregate=1, difference=1)
    assert found(only) == ["(sum +a -b)", "(sum +b -a)"]
    assert found(problem((PEN, S))) == ["a"]
    assert found(problem((PEN, S), forms=frozenset(Form) - {Form.LEAF})) == []


def test_required_leaves_are_used_and_others_may_be() -> None:
    both = ChainProblem((leaf("a", PEN), leaf("b", ONE, K, required=False)), Target(PEN))
    assert found(both) == ["(product *a *b)", "a"]
    needed = ChainProblem((leaf("a", PEN), leaf("b", ONE, K)), Target(PEN))
    assert found(needed) == ["(product *a *b)"]


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_signs_of_a_difference_are_all_but_two(size: int) -> None:
    assert count_derivations(grow_forest(problem(*[(PEN, S)] * size, difference=1))) == 2**size - 2


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_scaling_any_part_of_a_total(size: int) -> None:
    """One factor on a block of n terms: the whole, or any proper block beside the rest."""
    given = problem(*[(PEN, S)] * size, (ONE, K), aggregate=2)
    assert count_derivations(grow_forest(given)) == 2**size - 1


def test_caps_hold_over_the_whole_derivation() -> None:
    nested = ((PEN, S), (PEN, S), (ONE, K), (PEN, S))
    once = found(problem(*nested, aggregate=1))
    twice = found(problem(*nested, aggregate=2))
    assert "(sum +(product *(sum +a +b) *c) +d)" in set(twice) - set(once)
    assert "(product *(sum +a +b +d) *c)" in once


def test_depth_counts_nested_sums_and_products() -> None:
    nested = ((PEN, S), (PEN, S), (ONE, K), (PEN, S))
    deep = "(sum +(product *(sum +a +b) *c) +d)"
    assert deep in found(problem(*nested, aggregate=2, depth=3))
    assert deep not in found(problem(*nested, aggregate=2, depth=2))
    assert found(problem(*nested, aggregate=2, depth=0)) == []


@pytest.mark.parametrize("size", [3, 4, 5])
def test_no_derivation_is_as_deep_as_it_has_leaves(size: int) -> None:
    """So that depth is tracked only where the cap is below the number of leaves less one."""
    kinds = [(ONE, K) if i % 2 else (PEN, S) for i in range(size)]
    loose, tight = (problem(*kinds, aggregate=9, depth=depth) for depth in (10, size - 1))
    shallow = problem(*kinds, aggregate=9, depth=size - 2)
    assert found(loose) == found(tight)
    assert len(found(shallow)) < len(found(tight))


def test_edges_come_after_what_they_use() -> None:
    forest = grow_forest(problem((PEN, S), (PEN, G), (ONE, K), (COIN / PEN, S), target=COIN))
    assert forest.edges
    assert all(tail < edge.head for edge in forest.edges for tail in edge.tails)
    assert {edge.head for edge in forest.edges} == {i for i, node in enumerate(forest.nodes) if node.leaf < 0}


def test_values_and_licences_of_an_expression() -> None:
    given = problem((COIN / PEN, S), (PEN, S), (COIN, L), target=COIN)
    (only,) = enumerate_chains(given).expressions
    values = {"a": Fraction(3), "b": Fraction(7, 2), "c": Fraction(1)}
    assert evaluate(only, values) == Fraction(19, 2)
    assert [step.licence.entry for step in _steps(only)] == ["event.c", "unit.composition"]


def _steps(expression: Expression) -> list[Apply]:
    if not isinstance(expression, Apply):
        return []
    return [expression, *(step for operand in expression.operands for step in _steps(operand))]


def test_too_much_is_refused_by_name() -> None:
    with pytest.raises(ChainOverflow, match="leaves"):
        grow_forest(problem(*[(PEN, S)] * (MAX_LEAVES + 1)))
    with pytest.raises(ChainOverflow, match="hyperedges"):
        grow_forest(problem(*[(PEN, S)] * MAX_LEAVES, aggregate=9, difference=9, ratio=9, share=9))
    with pytest.raises(UnitOverflow):
        grow_forest(problem((Unit.of(*["pen"] * (LIMIT - 1)), S)))
