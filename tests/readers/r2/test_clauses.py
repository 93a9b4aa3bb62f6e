"""Clauses: the corpus of phrasings, negatives, invariants over every text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readers.numbers import NumeralOverflow
from readers.r2.engine import ChartOverflow
from readers.r2.parsing import parse
from readers.r2.records import Clause, Parse, Phrase, Tag
from tests.readers.r2 import notation

CORPUS = Path(__file__).parents[2] / "corpus" / "r2_syntax.toml"
SENTENCES: list[dict[str, Any]] = tomllib.loads(CORPUS.read_text(encoding="utf-8"))["sentence"]
# Words that the kind of a clause or the role of an argument stands for.
SILENT = frozenset(
    {
        Tag.PUNCTUATION,
        Tag.COORDINATOR,
        Tag.SUBORDINATOR,
        Tag.RELATIVE,
        Tag.EXPLETIVE,
        Tag.PREPOSITION,
        Tag.TO,
        Tag.AUXILIARY,
        Tag.MODAL,
        Tag.PARTICLE,
    }
)
PROBLEM = (
    "Mila has 4 crates of lemons. Each crate holds 12 lemons, and she sold twice as many lemons as her brother, "
    "who sold 9. If she sells each lemon for $2, how much money will she make in 3 days?"
)


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["text"])
def test_the_corpus_is_read_as_written(case: dict[str, Any]) -> None:
    assert notation.clauses(parse(case["text"])) == case["clauses"]


def test_the_corpus_covers_enough() -> None:
    assert len(SENTENCES) >= 120
    assert len({case["text"] for case in SENTENCES}) == len(SENTENCES)


def test_a_text_has_one_question_at_most() -> None:
    found = parse("How many figs does Mila have? How many figs does Omar have?").clauses
    assert [clause.kind for clause in found] == ["main", "question"]
    assert all(clause.asked is not None for clause in found)


def test_a_statement_asks_nothing() -> None:
    assert all(clause.asked is None for clause in parse("Mila has 5 figs.").clauses)


def test_a_condition_depends_on_the_question_behind_it() -> None:
    condition, question = parse("If Mila sells 5 figs, how many figs does she have?").clauses
    assert (condition.kind, condition.parent, question.kind) == ("if", question.index, "question")


def test_a_condition_behind_the_question_depends_on_it() -> None:
    question, condition = parse("How many figs does Mila have if she sells 5 figs?").clauses
    assert (condition.kind, condition.parent) == ("if", question.index)


def test_clauses_are_numbered_in_text_order_across_sentences() -> None:
    found = parse(PROBLEM).clauses
    assert [clause.index for clause in found] == list(range(len(found)))
    assert [clause.first for clause in found] == sorted(clause.first for clause in found)


def test_words_without_a_place_are_residue() -> None:
    found = parse("Mila has 5 figs * 3.")
    assert [found.words[place].lower for clause in found.clauses for place in clause.residue] == ["*"]


def test_the_empty_text_has_no_clauses() -> None:
    assert parse("").clauses == ()


def test_too_many_numerals_are_the_error_of_the_number_reader() -> None:
    with pytest.raises(NumeralOverflow):
        parse(" and ".join(["5 pens"] * 80))


def _phrases(clause: Clause) -> Iterator[Phrase]:
    found = [clause.subject, clause.antecedent, clause.asked.phrase if clause.asked else None]
    yield from (each for each in (*found, *(a.phrase for a in clause.arguments)) if each is not None)


def _taken(clause: Clause) -> Iterator[int]:
    for phrase in _phrases(clause):
        yield from range(phrase.first, phrase.last)
    if clause.verb:
        yield from range(clause.verb.first, clause.verb.last)
    if clause.asked:
        yield from range(clause.asked.first, clause.asked.last)
    yield from (*clause.adverbs, *clause.residue)


def lost(found: Parse) -> list[str]:
    """Content words that no clause took up."""
    taken = {place for clause in found.clauses for place in _taken(clause)}
    return [word.text for word in found.words if word.place not in taken and word.tag not in SILENT]


def test_no_content_word_is_lost() -> None:
    assert lost(parse(PROBLEM)) == []


def test_a_lost_word_would_be_seen() -> None:
    found = parse("Mila has 5 figs.")
    assert {"Mila", "5", "figs"} <= set(lost(Parse(found.text, found.words, ())))


def _holds(text: str) -> None:
    """What is true of every text."""
    try:
        found = parse(text)
    except (NumeralOverflow, ChartOverflow):
        return
    assert [clause.index for clause in found.clauses] == list(range(len(found.clauses)))
    assert sum(clause.kind == "question" for clause in found.clauses) <= 1
    assert all(clause.parent < len(found.clauses) for clause in found.clauses)
    assert all(clause.span.end <= len(text) for clause in found.clauses)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_without_error(text: str) -> None:
    _holds(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PROBLEM.split()), max_size=40), st.integers(0, 9))
def test_shuffled_and_cut_problems_are_read_without_error(words: list[str], cut: int) -> None:
    _holds(" ".join(words)[cut:])
