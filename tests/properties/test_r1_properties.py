"""What holds of every text: the reader never raises, and points only at what is there.

Texts are drawn from the words of the packs, from sentences that make small problems,
and from all of Unicode. Each property is also shown what violates it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.enumeration import enumerate_chains
from models.expression import Apply, walk
from models.forest import ChainOverflow
from models.outcome import Mode, Refusal
from models.quantity import Problem, Reading
from models.span import Span
from readers.lexicon import PACKS
from readers.r1.reader import read
from solver import attempt
from solver.checker import check, passed
from solver.session import Certificate, ProblemAttemptSession

CORPUS = Path(__file__).parents[1] / "corpus"
MANY = settings(max_examples=150, deadline=None, derandomize=True, database=None)
FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None)
ANSWERING = frozenset({Mode.VERIFIED_ANSWER, Mode.PROVISIONAL_WORKING_ANSWER})
THINGS = st.sampled_from(["apples", "pens", "boxes", "dollars", "hours", "miles", "children", "$3", "20%", "1/2"])
NUMBERS = st.integers(0, 200).map(str)
SUBJECTS = st.sampled_from(["Tom", "Ann", "She", "They", "Each box", "The baker", "Tom and Ann"])
ENDINGS = st.sampled_from(
    [
        "How many apples are there?",
        "How much does Tom pay?",
        "How many apples do they have altogether?",
        "How many pens does each child get?",
        "How long does it take?",
        "",
    ]
)

FACTS = (
    "THIS has # THINGS.",
    "THAT has # THINGS.",
    "THIS bought # more THINGS.",
    "THIS lost # THINGS.",
    "THIS gave # THINGS to THAT.",
    "THAT has # more THINGS than THIS.",
    "THAT has twice as many THINGS as THIS.",
    "THIS gave half of the THINGS to THAT.",
    "There are # boxes with # THINGS each.",
)
QUESTIONS = (
    "How many THINGS does THIS have now?",
    "How many THINGS does THAT have?",
    "How many THINGS do THIS and THAT have altogether?",
    "How many THINGS does THIS have left?",
    "How many more THINGS does THIS have than THAT?",
)


def strings(value: Any) -> Iterator[str]:
    """Every text inside the lists and tables of a pack."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


@cache
def pack_words() -> tuple[str, ...]:
    """Words and phrases of the packs; what has a full stop or a slash inside names something else."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in sorted(PACKS.glob("*.toml"))]
    found = {word.strip() for table in tables for text in strings(table) for word in text.split(",")}
    return tuple(sorted(word for word in found if word and len(word) < 24 and not set(word) & set("./:;_")))


def words() -> st.SearchStrategy[str]:
    return st.sampled_from(pack_words())


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """A subject, words of the packs with numbers among them, a full stop."""
    parts = draw(st.lists(st.one_of(words(), THINGS, NUMBERS), min_size=1, max_size=7))
    return f"{draw(SUBJECTS)} {' '.join(parts)}."


TEXTS = st.tuples(st.lists(sentences(), min_size=0, max_size=4), ENDINGS).map(
    lambda drawn: " ".join([*drawn[0], drawn[1]])
)
ANY_TEXT = st.text(max_size=300)


def filled(sentences: Sequence[str], names: Sequence[str], thing: str, numbers: Iterator[int]) -> str:
    """The sentences as one text, with who, what and how many put in."""
    parts = re.split("(#)", " ".join(sentences))
    text = "".join(str(next(numbers)) if part == "#" else part for part in parts)
    return text.replace("THIS", names[0]).replace("THAT", names[1]).replace("THINGS", thing)


@st.composite
def sensible(draw: st.DrawFn) -> str:
    """A small problem that may have an answer: who has, gets or loses how many, in any order."""
    facts = [FACTS[0], *draw(st.lists(st.sampled_from(FACTS[1:]), max_size=3, unique=True))]
    names = draw(st.permutations(["Tom", "Ann", "Rosa", "Ivan"]))
    thing = draw(st.sampled_from(["apples", "pens", "coins"]))
    numbers = draw(st.lists(st.integers(2, 40), min_size=8, max_size=8))
    return filled([*facts, draw(st.sampled_from(QUESTIONS))], names, thing, iter(numbers))


@st.composite
def mixed(draw: st.DrawFn) -> str:
    """Words of the packs with anything between them."""
    return "".join(draw(st.lists(st.one_of(words(), NUMBERS, st.text(max_size=3), st.just(" ")), max_size=30)))


@cache
def problems() -> tuple[str, ...]:
    cases = tomllib.loads((CORPUS / "problems.toml").read_text("utf-8"))["case"]
    return tuple(case["question"] for case in cases)


def spans(problem: Problem | Refusal) -> Iterator[Span]:
    """Every place that a problem, its relaxations or a refusal points at."""
    if isinstance(problem, Refusal):
        yield from problem.spans
        return
    for reading in (problem.reading, *(r.reading for r in problem.relaxations)):
        yield from places(reading)


def places(reading: Reading) -> Iterator[Span]:
    yield reading.question.span
    yield from (quantity.span for quantity in reading.quantities)
    yield from (aside.span for aside in reading.aside)
    for cue in reading.cues:
        yield from (cue.span, cue.scope)
    for leaf in reading.chain.leaves if reading.chain else ():
        applied = [node.licence for node in walk(leaf.expression) if isinstance(node, Apply)]
        yield from (licence.span for licence in (leaf.licence, *applied) if licence and licence.span)


def outside(problem: Problem | Refusal, text: str) -> list[Span]:
    """Places that are not in the text, and quantities that cover nothing of it."""
    found = [span for span in spans(problem) if span.end > len(text)]
    given = () if isinstance(problem, Refusal) else problem.reading.quantities
    return [*found, *(quantity.span for quantity in given if not quantity.span.of(text).strip())]


def unearned(session: ProblemAttemptSession) -> list[str]:
    """Why an answered session has not earned its answer; nothing to say of a refused one."""
    if session.mode not in ANSWERING:
        return [] if session.answer is None and session.refusal else ["refused with an answer, or without reason"]
    if session.problem is None or not session.candidates or not session.candidates[0].derivations:
        return ["answered without a derivation"]
    reading = session.problem.reading
    derivations = session.candidates[0].derivations
    return [str(d) for d in derivations if not passed(check(d, reading, session.text))]


def miscounted(problem: Problem) -> bool:
    """Whether CP-SAT, dynamic programming and a second run differ on the derivations."""
    chain = problem.reading.chain
    assert chain
    try:
        first, second = enumerate_chains(chain), enumerate_chains(chain)
    except ChainOverflow:
        return False
    counts = {first.cp_sat, first.dynamic_programming, len(set(first.expressions)), second.cp_sat}
    return len(counts) != 1 or first != second


@MANY
@given(st.one_of(TEXTS, mixed(), ANY_TEXT))
@example("")
@example("?")
@example("How many")
@example("more than twice as many as half of each?")
def test_no_text_makes_the_reader_raise_or_point_outside(text: str) -> None:
    problem = read(text)
    assert isinstance(problem, Problem | Refusal)
    assert outside(problem, text) == []
    assert problem == read(text)


@MANY
@given(st.one_of(TEXTS, sensible()))
def test_no_text_of_our_words_makes_an_attempt_raise_or_answer_unearned(text: str) -> None:
    assert unearned(attempt(text)) == []


@FEW
@given(st.sampled_from(problems()), st.data())
def test_a_problem_with_a_word_changed_is_earned_or_refused(text: str, data: st.DataObject) -> None:
    tokens = text.split()
    place = data.draw(st.integers(0, len(tokens) - 1))
    tokens[place] = data.draw(st.one_of(words(), NUMBERS, st.just("")))
    assert unearned(attempt(" ".join(tokens))) == []


@FEW
@given(st.sampled_from(problems()))
def test_the_problems_point_inside_and_count_the_same_twice(text: str) -> None:
    problem = read(text)
    assert outside(problem, text) == []
    assert isinstance(problem, Refusal) or not miscounted(problem)


@FEW
@given(st.sampled_from(problems()))
def test_the_certificate_of_a_problem_holds_one_number(text: str) -> None:
    session = attempt(text)
    assert unearned(session) == []
    if session.certificate:
        assert session.certificate == Certificate(*[session.certificate.cp_sat] * 2)
    assert session == attempt(text)


def test_some_small_problems_are_answered_and_some_refused() -> None:
    """Properties of sessions would say nothing if all were refused."""
    pairs = [[FACTS[0], fact, question] for fact in FACTS[1:] for question in QUESTIONS]
    texts = [filled(pair, ("Tom", "Ann"), "pens", iter((30, 6, 4))) for pair in pairs]
    refused = sum(attempt(text).answer is None for text in texts)
    assert 10 <= refused <= len(texts) - 10


def answered() -> ProblemAttemptSession:
    session = attempt("Tom has 5 pens. Ann has 7 pens. How many pens do they have altogether?")
    assert session.answer == 12
    return session


def test_enough_words_and_an_answer_are_there() -> None:
    assert len(pack_words()) > 1_000
    assert unearned(answered()) == []


def test_a_place_past_the_end_is_seen() -> None:
    session = answered()
    assert session.problem is not None
    assert outside(session.problem, session.text[:-1]) != []
    assert outside(Refusal("k", attempt("?").refusal.missing, "d", (Span(0, 2),)), "?") == [Span(0, 2)]  # type: ignore[union-attr]


@pytest.mark.parametrize("violation", ["derivation", "text", "refusal"])
def test_an_answer_that_is_not_earned_is_seen(violation: str) -> None:
    session = answered()
    (candidate,) = session.candidates
    other = attempt("Tom has 5 pens. Ann has 3 more pens than Tom. How many pens does Ann have?")
    made = {
        "derivation": replace(session, candidates=(replace(candidate, derivations=()),)),
        "text": replace(session, problem=other.problem),
        "refusal": replace(session, mode=Mode.CLARIFY),
    }
    assert unearned(made[violation]) != []
