"""The phrase grammar: one recursive grammar of quantity phrases.

The order of the rules is the order of preference between readings of the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from readers.r2.engine import Chart, Grammar
from readers.r2.grammar.amounts import amount_rules, counted_rules, part_rules
from readers.r2.grammar.build import ANY_PHRASE
from readers.r2.grammar.compare import compare_rules
from readers.r2.grammar.joins import join_rules
from readers.r2.grammar.leaves import leaves
from readers.r2.grammar.nouns import bar_rules, base_rules, determiner_rules
from readers.r2.records import Word

__all__ = ["ANY_PHRASE", "load_grammar", "read_phrases"]


@cache
def load_grammar() -> Grammar:
    """All rules, indexed once."""
    groups = (amount_rules, part_rules, counted_rules, bar_rules, determiner_rules, base_rules)
    return Grammar.of(rule for group in (*groups, join_rules, compare_rules) for rule in group())


def read_phrases(words: Sequence[Word]) -> Chart:
    """The chart of one sentence; ChartOverflow past its bound."""
    chart = Chart(load_grammar())
    chart.fill(leaves(words))
    return chart
