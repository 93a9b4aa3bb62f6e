"""Phrases: readings of amounts in the chart, kept and preferred."""

from __future__ import annotations

from typing import Any

import pytest

from readers.document import read_document
from readers.numbers import read_numerals
from readers.packs_numeric import load_numeric_packs
from readers.r2.engine import Chart
from readers.r2.grammar import ANY_PHRASE, load_grammar, read_phrases
from readers.r2.records import Degree, Phrase, Quantity
from readers.r2.tagging import tag
from tests.readers.r2 import notation


def _chart(text: str) -> Chart:
    document = read_document(text)
    return read_phrases(tag(document, read_numerals(document, load_numeric_packs())))


def _object(text: str, place: int = 2) -> Phrase:
    """The preferred reading of what stands behind "Mila has"."""
    found: Phrase = _chart(text).at(place, ANY_PHRASE)[0].value
    return found


def _amount(text: str) -> Quantity:
    amount = _object(text).quantity
    assert amount is not None
    return amount


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mila has 5 green figs.", "[green fig* #count:5]"),
        ("Mila has half of her figs.", "[_* #part:half->[[her]'s fig*]]"),
        ("Mila has a box of 12 figs.", "[a box of [fig* #count:12]]"),
        ("Mila has 3 jars of 20 beads each.", "[jar* #count:3 of [bead* #count:20 /-]]"),
        ("Mila has $4 less than Omar.", "[dollar* #less:$4->[Omar]]"),
        ("Mila has 3 more than twice as many as Omar.", "[_* #more:3<times:twice->[Omar]>]"),
        ("Mila has 2 red and 4 blue beads.", "[[red bead* #count:2] and [blue bead* #count:4]]"),
        ("Mila has the rest of the beads.", "[the _ #rest->[the bead*]]"),
        ("Mila has as many beads as Omar.", "[bead* #same->[Omar]]"),
        ("Mila has a $10 voucher.", "[a {[dollar #count:$10]} voucher]"),
        ("Mila has Omar's brother's hat.", "[[[Omar]'s brother]'s hat]"),
        ("Mila has 2 beads for every 3 shells.", "[bead* #count:2 /[every shell* #count:3]]"),
    ],
)
def test_the_preferred_reading(text: str, expected: str) -> None:
    assert notation.phrase(_object(text)) == expected


def test_shorter_readings_stay_in_the_chart() -> None:
    found = {notation.phrase(node.value) for node in _chart("Mila has 5 figs and 3 pears.").at(2, ANY_PHRASE)}
    assert {"[fig* #count:5]", "[[fig* #count:5] and [pear* #count:3]]"} <= found


def test_cues_are_the_words_of_the_comparison() -> None:
    amount = _amount("Mila has 5 more figs than Omar.")
    assert (amount.degree, amount.cues) == (Degree.MORE, (3, 5))


def test_the_numeral_of_a_quantity_is_its_word() -> None:
    word = _amount("Mila has 5 more figs than Omar.").word
    assert word is not None and word.text == "5"


def test_a_bound_is_a_hedge_and_no_comparison() -> None:
    amount = _amount("Mila has more than 30 figs.")
    assert (amount.degree, amount.hedge) == (Degree.COUNT, "more than")


@pytest.mark.parametrize(
    "text",
    [
        "Mila has green figs.",  # nothing is counted
        "Mila has a fig.",
        "Mila has her figs.",
    ],
)
def test_no_amount_is_read_where_none_stands(text: str) -> None:
    assert _object(text).quantity is None


def test_a_person_is_no_modifier() -> None:
    chart = _chart("Mila gave Omar figs.")
    found = [notation.phrase(node.value) for node in chart.at(2, ANY_PHRASE)]
    assert "[Omar]" in found and not any("omar fig" in text.lower() for text in found)


def test_spans_cover_the_words_of_a_phrase() -> None:
    text = "Mila has 5 more figs than Omar."
    phrase: Any = _object(text)
    assert phrase.span.of(text) == "5 more figs than Omar"


def test_the_grammar_is_built_once() -> None:
    assert load_grammar() is load_grammar()
    assert all(rule.pattern for rule in load_grammar().rules)
