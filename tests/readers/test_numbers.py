"""The corpus of phrasings, bounds, and round trips of rendered numbers."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readers.document import read_document
from readers.numbers import MAX_NUMERALS, Numeral, NumeralOverflow, read_numerals
from readers.numerals_context import PREFERENCE as ASIDE_PREFERENCE
from readers.numerals_context import RULES as ASIDE_RULES
from readers.numerals_record import Scan
from readers.numerals_rules import PREFERENCE, RULES, longest, may_start
from readers.packs_numeric import NumericPacks, load_numeric_packs

CORPUS = Path(__file__).parents[1] / "corpus" / "numbers.toml"
ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SMALL = st.text(alphabet="0123456789 .,/-$%½ aothndwfirse'\n", max_size=300)


def phrases() -> list[tuple[str, str]]:
    entries = tomllib.loads(CORPUS.read_text(encoding="utf-8"))["phrase"]
    return [(entry["text"], entry["read"]) for entry in entries]


def read(text: str) -> tuple[Numeral, ...]:
    return read_numerals(read_document(text), load_numeric_packs())


def show(numeral: Numeral) -> str:
    unit = f"/{numeral.unit}" if numeral.unit else ""
    aside = f" !{numeral.aside}" if numeral.aside else ""
    return f"{numeral.value} {numeral.kind}{unit}{aside}"


def in_words(number: int, joint: str = " ") -> str:
    if number >= 1000:
        rest = f" {in_words(number % 1000, joint)}" if number % 1000 else ""
        return f"{in_words(number // 1000, joint)} thousand{rest}"
    if number >= 100:
        rest = f"{joint}{in_words(number % 100)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"
    if number >= 20:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return ONES[number]


@pytest.mark.parametrize(("text", "expected"), phrases())
def test_corpus(text: str, expected: str) -> None:
    assert "; ".join(map(show, read(text))) == expected


def test_corpus_is_large_and_has_negatives() -> None:
    assert len(phrases()) >= 120
    assert sum(not expected or "!" in expected for _, expected in phrases()) >= 40


def test_every_rule_reads_or_sets_aside_some_phrase() -> None:
    found = [numeral for text, _ in phrases() for numeral in read(text)]
    assert {rule.name for rule in RULES} == {numeral.rule for numeral in found}
    assert {rule.name for rule in ASIDE_RULES} <= {numeral.aside for numeral in found}


@pytest.mark.parametrize("text", [text for text, _ in phrases()])
def test_quick_no_loses_nothing(text: str) -> None:
    scan = Scan(read_document(text), load_numeric_packs())
    assert all(may_start(scan, i) for i in range(len(scan.document.tokens)) if longest(scan, i))


def test_preferences_name_rules() -> None:
    assert set(PREFERENCE) <= {rule.name for rule in RULES}
    assert sorted(ASIDE_PREFERENCE) == sorted(rule.name for rule in ASIDE_RULES)


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("It took 2 and 1/2 hours.", "2 and 1/2"),
        ("an hour and a half ago", "an hour and a half"),
        ("half an hour", "half an"),
        ("a 5-gallon jug", "5-gallon"),
        ("5 pounds", "5"),
        ("it fell 5 degrees below zero", "5 degrees below zero"),
        ("about $1,200.50 each", "$1,200.50"),
    ],
)
def test_span_covers(text: str, covered: str) -> None:
    (numeral,) = read(text)
    assert numeral.span.of(text) == covered


def test_values_are_data() -> None:
    packs = load_numeric_packs()
    ones = {**packs.vocabulary["ones"], "seven": Fraction(70)}
    other = replace(packs, vocabulary={**packs.vocabulary, "ones": ones})
    assert value_of("seven pens", other) == 70


def value_of(text: str, packs: NumericPacks) -> Fraction:
    (numeral,) = read_numerals(read_document(text), packs)
    return numeral.value


def test_fifty_numerals_are_read_and_more_overflow() -> None:
    assert len(read("7 pens. " * MAX_NUMERALS)) == MAX_NUMERALS
    with pytest.raises(NumeralOverflow) as caught:
        read("7 pens. " * (MAX_NUMERALS + 1))
    assert caught.value.span.start == len("7 pens. ") * MAX_NUMERALS


@pytest.mark.parametrize("text", ["9" * 31, "1" * 20 + "/" + "3" * 20, "0." + "1" * 30])
def test_too_many_digits_overflow(text: str) -> None:
    with pytest.raises(NumeralOverflow, match="30 digits"):
        read(f"It has {text} pens")


def test_thirty_digits_are_read() -> None:
    assert value_of("9" * 30, load_numeric_packs()) == 10**30 - 1


@given(st.integers(0, 999_999))
def test_digits_and_commas_read_back(number: int) -> None:
    for text in (f"{number}", f"{number:,}", f"{number:,}".replace(",", " ")):
        (numeral,) = read(f"Kim has {text} pens.")
        assert (numeral.value, numeral.span.of(f"Kim has {text} pens.")) == (Fraction(number), text)


@given(st.integers(0, 999_999), st.sampled_from([" ", " and "]))
def test_words_read_back(number: int, joint: str) -> None:
    text = in_words(number, joint)
    (numeral,) = read(f"Kim has {text} pens.")
    assert (numeral.value, numeral.span.of(f"Kim has {text} pens.")) == (Fraction(number), text)


@given(st.integers(0, 99_999), st.integers(0, 99))
def test_cents_are_exact(dollars: int, cents: int) -> None:
    (numeral,) = read(f"It costs ${dollars:,}.{cents:02}.")
    assert numeral.value == Fraction(100 * dollars + cents, 100)


@given(st.one_of(st.text(max_size=2000), SMALL))
def test_any_text_is_read_or_overflows(text: str) -> None:
    try:
        numerals = read(text)
    except NumeralOverflow as overflow:
        assert overflow.span.end <= len(text)
        return
    assert all(before.last <= after.first for before, after in pairwise(numerals))
    assert all(numeral.first < numeral.last for numeral in numerals)
