"""The engine: fixpoint, every reading kept, bound, preference, trees."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from readers.r2 import engine
from readers.r2.engine import Chart, ChartOverflow, Grammar, Node, Rule, Slot, tree

ONE = Slot(("one",))
SUM = Slot(("one", "sum"))


def _sum(nodes: Sequence[Node]) -> int:
    return sum(node.value for node in nodes)


def _ones(count: int) -> list[Node]:
    return [Node("one", 1, place, place + 1) for place in range(count)]


def _filled(rules: list[Rule], count: int) -> Chart:
    chart = Chart(Grammar.of(rules))
    chart.fill(_ones(count))
    return chart


def test_a_recursive_rule_runs_to_its_fixpoint() -> None:
    chart = _filled([Rule("one more", "sum", (SUM, ONE), _sum)], 5)
    longest = chart.at(0, ("sum",))[0]
    assert (longest.last, longest.value) == (5, 5)


def test_every_shorter_reading_stays_in_the_chart() -> None:
    chart = _filled([Rule("one more", "sum", (SUM, ONE), _sum)], 4)
    assert [node.last for node in chart.at(0, ("sum",))] == [4, 3, 2]


def test_none_from_a_production_is_no_reading() -> None:
    chart = _filled([Rule("never", "sum", (ONE, ONE), lambda nodes: None)], 3)
    assert chart.at(0, ("sum",)) == []


def test_a_slot_takes_a_node_only_if_its_value_passes() -> None:
    passing = Slot(("one",), lambda value: value == 2)
    assert not passing.takes(Node("one", 1, 0, 1))
    assert passing.takes(Node("one", 2, 0, 1))
    assert _filled([Rule("twos", "sum", (passing, ONE), _sum)], 3).at(0, ("sum",)) == []


def test_the_order_of_the_rules_decides_between_readings_of_one_length() -> None:
    first, second = (Rule(name, "sum", (ONE, ONE), _sum) for name in ("first", "second"))
    assert [node.rule for node in _filled([first, second], 2).at(0, ("sum",))] == ["first", "second"]
    assert [node.rule for node in _filled([second, first], 2).at(0, ("sum",))] == ["second", "first"]


def test_the_bound_refuses_instead_of_cutting_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_NODES", 6)
    with pytest.raises(ChartOverflow) as caught:
        _filled([Rule("one more", "sum", (SUM, ONE), _sum)], 6)
    assert caught.value.place >= 0


def test_a_node_keeps_its_rule_and_children() -> None:
    node = _filled([Rule("pair", "sum", (ONE, ONE), _sum)], 2).at(0, ("sum",))[0]
    assert [child.first for child in node.children] == [0, 1]
    assert tree(node).splitlines() == ["sum 0..2 pair", "  one 0..1", "  one 1..2"]


def test_nodes_that_do_not_touch_are_not_combined() -> None:
    chart = Chart(Grammar.of([Rule("pair", "sum", (ONE, ONE), _sum)]))
    chart.fill([Node("one", 1, 0, 1), Node("one", 1, 2, 3)])
    assert chart.at(0, ("sum",)) == []
