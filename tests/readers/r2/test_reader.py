"""The reader as a whole: it reads or refuses any text, and points only at what is there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.outcome import Refusal
from models.quantity import Problem, Reading
from models.span import Span
from readers.r2.reader import READER, read
from solver.relational import Solved, solve_relations

CORPUS = Path(__file__).parents[2] / "corpus"
MANY = settings(max_examples=150, deadline=None, derandomize=True, database=None)
PLAIN = "Ivo has 5 figs. Mara has 8 figs. How many figs do they have altogether?"
VOCABULARY = """
    Ivo Mara she they it the a each every all some half twice third of than as many much more fewer less
    in for per at from to with and or but if when after before while until who which that how what there not
    has had gave bought sold lost is are was were cost costs weighs long old box boxes of figs pens dollars
    hours day days miles years percent left total altogether together rest remaining average same other
    another both only 0 1 2 3 5 12 40 100 1/2 0.5 $3 20% 3/0 1,000 -4 two dozen , . ? ! ; : ' " ( ) 's
"""


@cache
def texts() -> tuple[str, ...]:
    """Texts of the phrasings, to take apart."""
    groups = tomllib.loads((CORPUS / "r2_paraphrases.toml").read_text("utf-8"))["group"]
    return tuple(item["text"] for group in groups for item in group.get("phrasings", ()))


@st.composite
def jumbled(draw: st.DrawFn) -> str:
    """A text of the corpus whose words stand in another order, or only some of them."""
    words = draw(st.sampled_from(texts())).split()
    return " ".join(draw(st.permutations(words))[: draw(st.integers(1, len(words)))])


WORDY = st.lists(st.sampled_from(VOCABULARY.split()), max_size=40).map(" ".join)
ASKING = WORDY.map(lambda words: f"{words}. How many figs does Mara have?")


def places(found: Problem | Refusal) -> Iterator[Span]:
    """Every place that a problem, one of its relaxations or a refusal points at."""
    if isinstance(found, Refusal):
        yield from found.spans
        return
    for reading in (found.reading, *(relaxation.reading for relaxation in found.relaxations)):
        yield from _of_reading(reading)


def _of_reading(reading: Reading) -> Iterator[Span]:
    yield reading.question.span
    yield from (quantity.span for quantity in reading.quantities)
    yield from (aside.span for aside in reading.aside)
    relations = reading.relations.relations if reading.relations else ()
    yield from (relation.licence.span for relation in relations if relation.licence.span)


def outside(found: Problem | Refusal, text: str) -> list[Span]:
    """The places that are not in the text."""
    return [span for span in places(found) if span.end > len(text)]


@MANY
@given(st.one_of(WORDY, ASKING, jumbled(), st.text(max_size=300)))
@example("")
@example("?")
@example("How many")
@example("each " * 399 + "?")
@example("more than twice as many as half of each?")
@example("Mara has 3/0 figs. How many figs does Mara have?")
def test_no_text_makes_the_reader_raise_or_point_outside(text: str) -> None:
    found = read(text)
    assert isinstance(found, Problem | Refusal)
    assert outside(found, text) == []
    assert isinstance(found, Problem) or found.detail


@MANY
@given(st.one_of(ASKING, jumbled(), st.sampled_from(texts())))
def test_a_problem_has_one_value_of_all_its_numbers(text: str) -> None:
    found = read(text)
    if isinstance(found, Refusal):
        return
    assert found.reading.relations is not None
    solved = solve_relations(found.reading.relations, found.reading.quantities)
    assert isinstance(solved, Solved)
    left = {quantity.span for quantity in found.reading.quantities if quantity.ident not in solved.used}
    assert left <= {aside.span for aside in found.reading.aside}


@MANY
@given(st.one_of(ASKING, st.sampled_from(texts())))
def test_a_text_is_read_the_same_twice(text: str) -> None:
    assert read(text) == read(text)


def test_what_is_read_is_a_problem_of_this_reader() -> None:
    found = read(PLAIN)
    assert isinstance(found, Problem)
    assert found.reader == READER
    assert [str(quantity.value) for quantity in found.reading.quantities] == ["5", "8"]


def test_enough_of_the_texts_are_read() -> None:
    """Properties of problems would say nothing if all were refused."""
    read_of_them = sum(isinstance(read(text), Problem) for text in texts()[:60])
    assert read_of_them >= 20


def test_a_place_past_the_end_is_seen() -> None:
    assert outside(read(PLAIN), PLAIN) == []
    assert outside(read(PLAIN), PLAIN[:-2]) != []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_question"),
        ("Ivo has 5 figs.", "no_question"),
        (f"{PLAIN} " + "word " * 401, "computationally_bounded"),
        ("Ivo has at least 5 figs. How many figs does Ivo have?", "hedged_amount"),
        ("Ivo has 5 figs. How many figs does Rosa have?", "never_mentioned"),
        ("Ivo has some figs. How many figs does Ivo have?", "unknown_amount"),
        ("Mara is 50 inches tall. Ivo is at least 3 inches taller than Mara. How tall is Ivo?", "hedged_amount"),
        ("Ivo had 9 figs. He may have given 2 figs to Mara. How many figs does Ivo have?", "unreal_amount"),
        ("A fraction of the 60 pupils play chess. How many pupils play chess?", "unknown_amount"),
        ("Ivo has some figs. Mara has 7 figs more than Ivo. How many figs does Mara have?", "unknown_amount"),
        ("Ivo has 2 or 3 figs. How many figs does Ivo have?", "hedged_amount"),
    ],
)
def test_a_refusal_names_its_kind(text: str, kind: str) -> None:
    found = read(text)
    assert isinstance(found, Refusal)
    assert found.kind == kind
