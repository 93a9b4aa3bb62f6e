"""Phrasings as data: what the reader finds in them, and what becomes of them.

Each file of ``tests/corpus`` named here holds meanings, each with many phrasings.
A known gap is a phrasing that is refused or misread and should not be; what is
answered wrongly is a list of its own, which must become empty. Both are tested as
strict expected failures, so that neither list can grow old unseen.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from models.outcome import Missing, Refusal
from models.quantity import Problem, Quantity, Reading
from readers.r1.reader import NAME, read
from readers.router import CHAINS
from solver import attempt
from solver.organs import Organ

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = ("mentions", "questions", "comparisons", "relations")
AT_LEAST = 40  # phrasings of each file that are read as they should be
ALONE = (Organ(NAME, CHAINS, read),)  # what another organ makes of a phrasing is in its own corpus
LISTS = ("phrasings", "known_gaps", "answered_wrongly")
KEYS = frozenset({"id", "expect", "question", "derived", "answer", "refusal", *LISTS})
AGGREGATIONS = frozenset({"single", "total", "left", "difference", "each", "average", "ratio", "percent"})
Meaning: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One text with the meaning that it has, and the list that it stands in."""

    ident: str
    text: str
    meaning: Meaning
    listed: str


def meanings(name: str) -> list[Meaning]:
    """The meanings of one file, in file order."""
    found: list[Meaning] = tomllib.loads((CORPUS / f"{name}.toml").read_text("utf-8"))["meaning"]
    return found


def phrasings(name: str) -> Iterator[Phrasing]:
    for meaning in meanings(name):
        for key in LISTS:
            for place, text in enumerate(meaning.get(key, ())):
                yield Phrasing(f"{meaning['id']}-{key}-{place}", text, meaning, key)


def every() -> list[Phrasing]:
    return [phrasing for name in FILES for phrasing in phrasings(name)]


def marked(lists: tuple[str, ...]) -> list[Any]:
    """Every phrasing as a parameter; those of the lists are expected to fail."""
    xfail = pytest.mark.xfail(strict=True, raises=AssertionError)
    return [pytest.param(p, id=p.ident, marks=[xfail] if p.listed in lists else []) for p in every()]


def described(quantity: Quantity, parts: int) -> list[str]:
    """The first ``parts`` of value, unit, role and owner."""
    return [str(quantity.value), str(quantity.unit), quantity.role.value, quantity.owner][:parts]


def quantity_faults(reading: Reading, meaning: Meaning) -> Iterator[str]:
    expected = meaning.get("expect", [])
    parts = [len(one) for one in expected] or [4]
    found = [described(q, parts[min(i, len(parts) - 1)]) for i, q in enumerate(reading.quantities)]
    if "expect" in meaning and found != expected:
        yield f"quantities: {found}, not {expected}"


def question_faults(reading: Reading, meaning: Meaning) -> Iterator[str]:
    found = {"unit": str(reading.question.unit), "aggregation": reading.question.aggregation}
    expected = meaning.get("question", {})
    if not expected.items() <= found.items():
        yield f"question: {found}, not {expected}"


def derived_faults(reading: Reading, meaning: Meaning) -> Iterator[str]:
    assert reading.chain
    leaves = {str(leaf.value) for leaf in reading.chain.leaves}
    missing = sorted(set(meaning.get("derived", ())) - leaves)
    if missing:
        yield f"leaves: {sorted(leaves)}, without {missing}"


def reading_faults(problem: Problem | Refusal, meaning: Meaning) -> Iterator[str]:
    """Where the reading is not what the meaning says it is."""
    kind = problem.kind if isinstance(problem, Refusal) else ""
    if meaning.get("refusal", kind) != kind:
        yield f"refused as {kind!r}, not {meaning['refusal']!r}"
    if isinstance(problem, Problem):
        for faults in (quantity_faults, question_faults, derived_faults):
            yield from faults(problem.reading, meaning)
    elif {"expect", "question", "derived"} & meaning.keys():
        yield f"refused: {kind}"


def answer_faults(answer: Fraction | None, meaning: Meaning) -> Iterator[str]:
    """Where an answer is none, or not the one that the meaning has."""
    expected = meaning.get("answer", "")
    found = "" if answer is None else str(answer)
    if found != expected:
        yield f"answer: {found or 'none'}, not {expected or 'none'}"


@cache
def answer_to(text: str) -> Fraction | None:
    """What an attempt with this reader alone answers; two tests ask for it."""
    return attempt(text, readers=ALONE).answer


def faults(phrasing: Phrasing) -> list[str]:
    found = [*reading_faults(read(phrasing.text), phrasing.meaning)]
    return [*found, *answer_faults(answer_to(phrasing.text), phrasing.meaning)]


@pytest.mark.parametrize("phrasing", marked(LISTS[1:]))
def test_a_phrasing_is_read_as_what_it_means(phrasing: Phrasing) -> None:
    assert faults(phrasing) == [], phrasing.text


@pytest.mark.parametrize("phrasing", marked(LISTS[2:]))
def test_no_phrasing_is_answered_wrongly(phrasing: Phrasing) -> None:
    answer = answer_to(phrasing.text)
    assert answer is None or [*answer_faults(answer, phrasing.meaning)] == [], phrasing.text


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_large_enough_and_well_formed(name: str) -> None:
    texts = [phrasing.text for phrasing in phrasings(name)]
    assert sum(phrasing.listed == "phrasings" for phrasing in phrasings(name)) >= AT_LEAST
    assert [text for text, count in Counter(texts).items() if count > 1] == []
    assert [m["id"] for m in meanings(name) if not m.keys() <= KEYS or not m.keys() & (KEYS - {"id"})] == []
    assert {
        m["question"]["aggregation"] for m in meanings(name) if "aggregation" in m.get("question", {})
    } <= AGGREGATIONS


def test_meanings_that_refuse_and_meanings_that_answer_are_both_there() -> None:
    golds = Counter(bool(phrasing.meaning.get("answer")) for phrasing in every())
    assert golds[True] >= 150
    assert golds[False] >= 30


PLAIN = "Tom has 5 apples. Ann has 3 more apples than Tom. How many apples does Ann have?"
MEANT: Meaning = {
    "expect": [["5", "apple", "amount"], ["3", "apple", "difference"]],
    "question": {"unit": "apple", "aggregation": "single"},
    "derived": ["8"],
    "answer": "8",
}


def plain(**changed: object) -> Phrasing:
    return Phrasing("plain", PLAIN, {**MEANT, **changed}, LISTS[0])


def test_the_plain_phrasing_is_read() -> None:
    assert faults(plain()) == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"expect": [["5", "apple"]]}, "quantities"),
        ({"expect": [["5", "apple"], ["3", "pear"]]}, "quantities"),
        ({"expect": [["5", "apple"], ["3", "apple", "amount"]]}, "quantities"),
        ({"expect": [["5", "apple", "amount", "ann"], ["3", "apple"]]}, "quantities"),
        ({"question": {"unit": "apple", "aggregation": "total"}}, "question"),
        ({"question": {"unit": "pear", "aggregation": "single"}}, "question"),
        ({"derived": ["2"]}, "leaves"),
        ({"answer": "9"}, "answer"),
        ({"answer": ""}, "answer"),
        ({"refusal": "no_question"}, "refused as"),
    ],
)
def test_another_meaning_is_a_fault(changed: dict[str, object], says: str) -> None:
    (fault,) = faults(plain(**changed))
    assert fault.startswith(says)


def test_a_refusal_is_a_fault_of_what_should_be_read() -> None:
    refused = Refusal("no_question", Missing.KNOWLEDGE, "")
    assert [*reading_faults(refused, MEANT)] == ["refused: no_question"]
    assert faults(replace(plain(), text="Tom has 5 apples."))
