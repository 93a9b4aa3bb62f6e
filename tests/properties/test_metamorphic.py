"""What must not matter does not, what must matter does: small problems with a known answer.

A template gives text and gold; names, things and numbers are drawn. Whatever is
answered must be gold. Renaming changes nothing, scaling every amount of the counted
thing scales the answer, spelling and white space change nothing. Each property is
also shown an engine that violates it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.outcome import Refusal
from models.span import Span
from readers import read
from readers.document import read_document
from solver import attempt
from solver.session import ProblemAttemptSession

Engine = Callable[[str], ProblemAttemptSession]
FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None)
WOMEN = ("Mary", "Priya", "Lena", "Nadia", "Alma", "Rosa")
MEN = ("Tom", "Omar", "Kenji", "Diego", "Peter", "Ivan")
THINGS = (("apple", "apples"), ("stamp", "stamps"), ("marble", "marbles"), ("coin", "coins"), ("shell", "shells"))
HOLDERS = (("basket", "baskets"), ("box", "boxes"), ("bag", "bags"), ("jar", "jars"))
SPELLED = ("two", "three", "four", "five", "six", "seven", "eight", "nine")  # of 2 to 9
MUST_ANSWER = 12  # templates of those below, with the plain draw; raise it, never lower it


@dataclass(frozen=True, slots=True)
class Template:
    """A text with gold. ``big`` and ``small`` are the givens, and gold is computed from them.

    ``scaled`` says which of the two count the thing that the question asks for.
    """

    name: str
    text: str
    gold: Callable[[int, int], int]
    scaled: str = "both"


TEMPLATES = (
    Template(
        "total",
        "{woman} has {big} {things}. {man} has {small} {things}. How many {things} do they have altogether?",
        lambda big, small: big + small,
    ),
    Template(
        "joint",
        "{woman} picked {big} {things} and {man} picked {small} {things}. How many {things} did they pick in all?",
        lambda big, small: big + small,
    ),
    Template(
        "left",
        "{woman} had {big} {things}. She gave {small} {things} to {man}. How many {things} does {woman} have left?",
        lambda big, small: big - small,
    ),
    Template(
        "received",
        "{woman} had {big} {things}. {man} gave {woman} {small} more {things}. "
        "How many {things} does {woman} have now?",
        lambda big, small: big + small,
    ),
    Template(
        "bought",
        "{woman} had {big} {things}. Then {woman} bought {small} more {things}. "
        "How many {things} does {woman} have now?",
        lambda big, small: big + small,
    ),
    Template(
        "holders",
        "{woman} has {small} {holders}. Each {holder} holds {big} {things}. How many {things} does {woman} have?",
        lambda big, small: big * small,
        "big",
    ),
    Template(
        "filled",
        "{woman} filled {small} {holders}. Each {holder} holds {big} {things}. {woman} gave away {big} {things}. "
        "How many {things} are left?",
        lambda big, small: big * small - big,
        "big",
    ),
    Template(
        "more",
        "{woman} has {big} {things}. {man} has {small} more {things} than {woman}. How many {things} does {man} have?",
        lambda big, small: big + small,
    ),
    Template(
        "fewer",
        "{woman} has {big} {things}. {man} has {small} fewer {things} than {woman}. How many {things} does {man} have?",
        lambda big, small: big - small,
    ),
    Template(
        "more in all",
        "{woman} has {big} {things}. {man} has {small} more {things} than {woman}. "
        "How many {things} do they have altogether?",
        lambda big, small: 2 * big + small,
    ),
    Template(
        "twice",
        "{woman} has {big} {things}. {man} has twice as many {things} as {woman}. How many {things} does {man} have?",
        lambda big, small: 2 * big,
        "big",
    ),
    Template(
        "difference",
        "{woman} has {big} {things} and {man} has {small} {things}. "
        "How many more {things} does {woman} have than {man}?",
        lambda big, small: big - small,
    ),
    Template(
        "price",
        "{woman} buys {small} {things} for ${big} each. How many dollars does {woman} spend?",
        lambda big, small: big * small,
        "big",
    ),
    Template(
        "share",
        "{woman} shares {big} {things} equally among {small} friends. How many {things} does each friend get?",
        lambda big, small: big // small,
        "big",
    ),
)
BY_NAME = {template.name: template for template in TEMPLATES}


@dataclass(frozen=True, slots=True)
class Draw:
    """What a template is filled with; ``big`` is a multiple of ``small`` and larger."""

    woman: str = "Mary"
    man: str = "Tom"
    thing: tuple[str, str] = THINGS[0]
    holder: tuple[str, str] = HOLDERS[0]
    small: int = 4
    times: int = 3

    @property
    def big(self) -> int:
        return self.small * self.times

    def fill(self, template: Template, big: str = "", small: str = "") -> str:
        """The text; ``big`` and ``small`` say how the numbers are written, digits by default."""
        return template.text.format(
            woman=self.woman,
            man=self.man,
            things=self.thing[1],
            holder=self.holder[0],
            holders=self.holder[1],
            big=big or self.big,
            small=small or self.small,
        )

    def gold(self, template: Template) -> int:
        return template.gold(self.big, self.small)


def draws() -> st.SearchStrategy[Draw]:
    women, men = st.sampled_from(WOMEN), st.sampled_from(MEN)
    return st.builds(
        Draw, women, men, st.sampled_from(THINGS), st.sampled_from(HOLDERS), st.integers(2, 9), st.integers(2, 30)
    )


templates = st.sampled_from(TEMPLATES)


def outcome(session: ProblemAttemptSession) -> tuple[object, ...]:
    """What of an attempt must stay the same when only names change."""
    return (
        session.mode,
        session.state,
        session.answer,
        session.refusal.kind if session.refusal else None,
        session.robustness,
        session.certificate,
    )


def gold_fault(solve: Engine, template: Template, draw: Draw) -> str:
    """What is wrong with the answer, "" where it is gold or refused."""
    text = draw.fill(template)
    answer = solve(text).answer
    return "" if answer in (None, draw.gold(template)) else f"{text}\nanswered {answer}, gold {draw.gold(template)}"


def renaming_fault(solve: Engine, template: Template, draw: Draw, other: Draw) -> str:
    """How the outcome differs once names and things, not numbers, are those of ``other``."""
    renamed = replace(draw, woman=other.woman, man=other.man, thing=other.thing, holder=other.holder)
    one, two = draw.fill(template), renamed.fill(template)
    before, after = outcome(solve(one)), outcome(solve(two))
    return "" if before == after else f"{one}\n{before}\n{two}\n{after}"


def scaling_fault(solve: Engine, template: Template, draw: Draw, factor: int) -> str:
    """How the answer fails to scale with every amount of the counted thing."""
    small = str(draw.small * factor) if template.scaled == "both" else ""
    one, two = draw.fill(template), draw.fill(template, str(draw.big * factor), small)
    before, after = solve(one).answer, solve(two).answer
    expected = None if before is None else before * factor
    return "" if after == expected else f"{one}\n{before}\n{two}\n{after} instead of {expected}"


def wording_fault(solve: Engine, one: str, two: str) -> str:
    """How the answers to two wordings of one problem differ."""
    before, after = solve(one).answer, solve(two).answer
    return "" if before == after else f"{one}\n{before}\n{two}\n{after}"


@FEW
@given(templates, draws())
def test_what_is_answered_is_gold(template: Template, draw: Draw) -> None:
    assert not gold_fault(attempt, template, draw)


@FEW
@given(templates, draws(), draws())
def test_names_and_things_do_not_matter(template: Template, draw: Draw, other: Draw) -> None:
    assert not renaming_fault(attempt, template, draw, other)


@FEW
@given(templates, draws(), st.integers(2, 12))
def test_scaling_the_counted_thing_scales_the_answer(template: Template, draw: Draw, factor: int) -> None:
    assert not scaling_fault(attempt, template, draw, factor)


@FEW
@given(templates, draws())
def test_a_number_word_is_its_number(template: Template, draw: Draw) -> None:
    spelled = draw.fill(template, small=SPELLED[draw.small - 2])
    assert not wording_fault(attempt, draw.fill(template), spelled)


@FEW
@given(templates, draws())
def test_white_space_does_not_matter(template: Template, draw: Draw) -> None:
    text = draw.fill(template)
    assert not wording_fault(attempt, text, "  " + text.replace(". ", ".\n\n").replace(" has ", "  has ") + "\n")


@FEW
@given(draws())
def test_the_order_of_independent_sentences_does_not_matter(draw: Draw) -> None:
    text = draw.fill(BY_NAME["total"])
    first, second, question = text.split(". ")
    assert not wording_fault(attempt, text, f"{second}. {first}. {question}")


@FEW
@given(templates, draws())
def test_every_span_is_a_place_of_the_text(template: Template, draw: Draw) -> None:
    text = draw.fill(template)
    for token in read_document(text).tokens:
        assert text[token.span.start : token.span.end] == token.text
    problem = read(text)
    if isinstance(problem, Refusal):
        assert all(span.end <= len(text) and span.of(text).strip() for span in problem.spans)
        return
    for quantity in problem.reading.quantities:
        if quantity.span.of(text).strip("$").isdigit():
            assert Fraction(quantity.span.of(text).strip("$")) == quantity.value
    places = [problem.reading.question.span, *(q.span for q in problem.reading.quantities)]
    assert all(isinstance(span, Span) and span.of(text).strip() for span in places)


def test_enough_is_answered() -> None:
    """Refusing everything would pass the properties."""
    answered = [template.name for template in TEMPLATES if attempt(Draw().fill(template)).answer is not None]
    assert len(answered) >= MUST_ANSWER, answered


def off_by_one(text: str) -> ProblemAttemptSession:
    """A violation: answers next to what is right."""
    session = attempt(text)
    return session if session.answer is None else replace(session, answer=session.answer + 1)


def partial(text: str) -> ProblemAttemptSession:
    """A violation: knows one name, and refuses the others."""
    return attempt(text) if "Mary" in text else replace(attempt(text), answer=None)


def test_an_engine_that_is_wrong_is_seen() -> None:
    total = BY_NAME["total"]
    assert "gold 16" in gold_fault(off_by_one, total, Draw())
    assert scaling_fault(off_by_one, total, Draw(), 2)
    assert not gold_fault(attempt, total, Draw())


def test_an_engine_that_depends_on_names_is_seen() -> None:
    total = BY_NAME["total"]
    assert renaming_fault(partial, total, Draw(), Draw(woman="Rosa"))
    assert wording_fault(partial, Draw().fill(total), Draw(woman="Rosa").fill(total))
    assert not renaming_fault(partial, total, Draw(), Draw(man="Omar"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_a_template_has_its_own_gold(template: Template) -> None:
    """A template without a number, or with gold that no number moves, would test nothing."""
    assert "{big}" in template.text
    assert template.gold(12, 4) != template.gold(24, 4)
    assert Draw().gold(template) >= 0
