"""Minimal problems as data: each has one construction, an exact answer and the steps to it.

Three files of ``tests/corpus``: ``r2_relations`` by relation, ``r2_questions`` by kind
of question, ``r2_paraphrases`` by problem, four wordings each. A *group* holds *items*
in three lists by what becomes of them: ``phrasings`` are right, ``known_gaps`` are
refused and should be answered, ``answered_wrongly`` must become empty. The last two are
strict expected failures. An item without ``answer`` is *negative*: it says ``because`` of
what it must be refused, and is right where it is.

    python -m tests.readers.r2.test_relation_corpus             the shares by group
    python -m tests.readers.r2.test_relation_corpus --resort    the lists by present outcome
    python -m tests.readers.r2.test_relation_corpus doubles     the items of a group, with what became of each
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from solver.api import attempt

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = ("r2_relations", "r2_questions", "r2_paraphrases")
LISTS = ("phrasings", "known_gaps", "answered_wrongly")
VERDICTS = ("right", "refused", "wrong")  # of the items of each list
GROUPS_AT_LEAST = {"r2_relations": 35, "r2_questions": 20, "r2_paraphrases": 25}
ANSWERABLE_AT_LEAST = {"r2_relations": 6, "r2_questions": 6, "r2_paraphrases": 4}  # items of every group
NEGATIVES_AT_LEAST = 60
PROBLEM_KEYS = frozenset({"answer", "steps", "because"})
GROUP_KEYS = frozenset({"id", "about", *PROBLEM_KEYS, *LISTS})
TOKEN = re.compile(r"\s*(\d+|[-+*/()])")

Group: TypeAlias = dict[str, Any]
Answer: TypeAlias = Callable[[str], Fraction | None]


class WrongAnswer(Exception):
    """An item was answered, and not with its answer; never an expected failure of a gap."""


@dataclass(frozen=True, slots=True)
class Item:
    """One text with its answer ("" where it must be refused), and the list it stands in."""

    ident: str
    text: str
    answer: str
    steps: str
    because: str
    listed: str


@dataclass(frozen=True, slots=True)
class Sum:
    """The tokens of an arithmetic expression, read by recursive descent from a place on."""

    tokens: tuple[str, ...]

    def top(self, at: int) -> tuple[Fraction, int]:
        """A sum of terms, and where it ends."""
        value, at = self.term(at)
        while self.tokens[at] in "+-":
            right, after = self.term(at + 1)
            value, at = (value + right if self.tokens[at] == "+" else value - right), after
        return value, at

    def term(self, at: int) -> tuple[Fraction, int]:
        """A product of factors, and where it ends."""
        value, at = self.factor(at)
        while self.tokens[at] in "*/":
            right, after = self.factor(at + 1)
            value, at = (value * right if self.tokens[at] == "*" else value / right), after
        return value, at

    def factor(self, at: int) -> tuple[Fraction, int]:
        """A number or a sum in parentheses, and where it ends."""
        if self.tokens[at].isdecimal():
            return Fraction(self.tokens[at]), at + 1
        if self.tokens[at] != "(":
            raise ValueError(f"{self.tokens[at]!r} where a number should be")
        value, at = self.top(at + 1)
        if self.tokens[at] != ")":
            raise ValueError(f"{self.tokens[at]!r} where a parenthesis should close")
        return value, at + 1


END = ";"  # stands behind the last token; no character of an expression


def value_of(steps: str) -> Fraction:
    """What ``steps`` (whole numbers, + - * / and parentheses) comes to; ValueError for any other text."""
    tokens = tuple(TOKEN.findall(steps))
    if "".join(tokens) != re.sub(r"\s", "", steps):
        raise ValueError(f"no arithmetic: {steps!r}")
    value, at = Sum((*tokens, END)).top(0)
    if at != len(tokens):
        raise ValueError(f"{steps!r} goes on after {at} tokens")
    return value


def header_and_groups(name: str) -> tuple[str, list[Group]]:
    """The comment on top of a file, and its groups in file order."""
    text = (CORPUS / f"{name}.toml").read_text("utf-8")
    groups: list[Group] = tomllib.loads(text)["group"]
    return text.partition("\n\n")[0], groups


def items_of(group: Group) -> Iterator[Item]:
    """The items of a group, list by list; what one does not say itself, its group says."""
    for listed in LISTS:
        for place, item in enumerate(group.get(listed, ())):
            said = {key: item.get(key, group.get(key, "")) for key in ("answer", "steps", "because")}
            yield Item(f"{group['id']}-{listed}-{place}", item["text"], listed=listed, **said)


@cache
def answer_to(text: str) -> Fraction | None:
    """What is served in collaborative work, or None; more than one test asks."""
    return attempt(text, context="collaborative_work").answer


def verdict(item: Item, answer: Answer) -> str:
    """``right``, ``refused`` or ``wrong``; a negative item is right where it is refused."""
    found = answer(item.text)
    if found is None:
        return "refused" if item.answer else "right"
    return "right" if item.answer and found == Fraction(item.answer) else "wrong"


def judged(item: Item, answer: Answer) -> None:
    """Raise where an item is not right: WrongAnswer, or AssertionError for a refusal."""
    result = verdict(item, answer)
    if result == "wrong":
        raise WrongAnswer(f"{answer(item.text)}, not {item.answer or 'refused'}: {item.text}")
    assert result == "right", item.text


def written(item: Item, group: Group) -> str:
    """One item as an inline table, without what its group says for it."""
    keys = [key for key in ("answer", "steps", "because") if getattr(item, key) and key not in group]
    pairs = [("text", item.text), *((key, getattr(item, key)) for key in keys)]
    return "    { " + ", ".join(f"{key} = {quoted(value)}" for key, value in pairs) + " },"


def quoted(value: str) -> str:
    """A TOML basic string; the corpus has no control characters."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def rendered(header: str, groups: list[Group], listed: Callable[[Item], str]) -> str:
    """A whole file, each item in the list that ``listed`` gives; order within a list is kept."""
    blocks = [header]
    for group in groups:
        lines = ["[[group]]", *(f"{key} = {quoted(group[key])}" for key in group if key not in LISTS)]
        for name in LISTS:
            found = [written(item, group) for item in items_of(group) if listed(item) == name]
            lines += [f"{name} = [", *found, "]"] if found else []
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def listed_by(answer: Answer) -> Callable[[Item], str]:
    """The list in which an item belongs by its present verdict."""
    return lambda item: LISTS[VERDICTS.index(verdict(item, answer))]


def resort() -> None:
    """Write the three files anew, each item in the list of its present outcome."""
    for name in FILES:
        header, groups = header_and_groups(name)
        (CORPUS / f"{name}.toml").write_text(rendered(header, groups, listed_by(answer_to)), "utf-8")


def shares(name: str, answer: Answer) -> str:
    """Right, refused and wrong by group (negatives among the right or the wrong), and their sums."""
    lines, sums = [], Counter[str]()
    for group in header_and_groups(name)[1]:
        found = Counter(verdict(item, answer) for item in items_of(group))
        sums += found
        lines.append(row(group["id"], found))
    return "\n".join([row(name, sums), *lines])


def row(title: str, found: Counter[str]) -> str:
    return f"{title:28}" + "".join(f"{found[key]:5} {key}" for key in VERDICTS)


def every() -> list[Item]:
    return [item for name in FILES for group in header_and_groups(name)[1] for item in items_of(group)]


def expected() -> list[Any]:
    """Every item as a parameter, with the one failure that its list expects of it."""
    fails = {LISTS[1]: AssertionError, LISTS[2]: WrongAnswer}
    marks = {name: [pytest.mark.xfail(strict=True, raises=error)] for name, error in fails.items()}
    return [pytest.param(item, id=item.ident, marks=marks.get(item.listed, [])) for item in every()]


@pytest.mark.parametrize("item", expected())
def test_an_item_is_right_or_stands_among_the_faults(item: Item) -> None:
    judged(item, answer_to)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_large_enough_and_well_formed(name: str) -> None:
    groups = header_and_groups(name)[1]
    ids = [group["id"] for group in groups]
    assert len(set(ids)) == len(ids) >= GROUPS_AT_LEAST[name]
    assert [group["id"] for group in groups if not group.keys() <= GROUP_KEYS] == []
    answerable = {group["id"]: sum(bool(item.answer) for item in items_of(group)) for group in groups}
    assert [ident for ident, count in answerable.items() if count < ANSWERABLE_AT_LEAST[name]] == []


def test_no_text_stands_twice_and_negatives_are_many() -> None:
    items = every()
    assert [text for text, count in Counter(item.text for item in items).items() if count > 1] == []
    assert sum(not item.answer for item in items) >= NEGATIVES_AT_LEAST


@pytest.mark.parametrize("item", [pytest.param(item, id=item.ident) for item in every()])
def test_the_steps_come_to_the_answer(item: Item) -> None:
    assert bool(item.answer) == bool(item.steps) != bool(item.because)
    assert not item.answer or value_of(item.steps) == Fraction(item.answer)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_written_as_it_is_read(name: str) -> None:
    text = (CORPUS / f"{name}.toml").read_text("utf-8")
    assert rendered(*header_and_groups(name), lambda item: item.listed) == text


@pytest.mark.parametrize(
    ("steps", "value"),
    [("7", "7"), ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"), ("9 - 4 - 3", "2"), ("3/4 / 2", "3/8"), ("8/2*3", "12")],
)
def test_steps_are_exact_arithmetic(steps: str, value: str) -> None:
    assert value_of(steps) == Fraction(value)


@pytest.mark.parametrize("steps", ["", "2 +", "2 3", "(2 + 3", "2 + 3)", "-2", "2 ** 3", "two", "1.5", "+"])
def test_other_text_is_no_arithmetic(steps: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        value_of(steps)


PLAIN = Item("plain", "Tom has 5 nets.", "5", "5", "", LISTS[0])
NEGATIVE = Item("negative", "Tom has nets.", "", "", "no amount", LISTS[0])


@pytest.mark.parametrize(
    ("item", "found", "says"),
    [
        (PLAIN, Fraction(5), "right"),
        (PLAIN, Fraction(6), "wrong"),
        (PLAIN, None, "refused"),
        (NEGATIVE, None, "right"),
        (NEGATIVE, Fraction(5), "wrong"),
    ],
)
def test_a_verdict_follows_the_answer_and_chooses_the_list(item: Item, found: Fraction | None, says: str) -> None:
    assert verdict(item, lambda _: found) == says
    assert listed_by(lambda _: found)(item) == LISTS[VERDICTS.index(says)]


def test_a_refusal_and_a_wrong_answer_are_different_failures() -> None:
    with pytest.raises(AssertionError):
        judged(PLAIN, lambda _: None)
    with pytest.raises(WrongAnswer):
        judged(PLAIN, lambda _: Fraction(6))


def test_an_item_moves_to_the_list_of_its_outcome() -> None:
    groups: list[Group] = [{"id": "g", "phrasings": [{"text": PLAIN.text, "answer": "5", "steps": "5"}]}]
    moved = tomllib.loads(rendered("# head", groups, listed_by(lambda _: None)))["group"]
    assert moved == [{"id": "g", "known_gaps": groups[0]["phrasings"]}]


def told(item: Item) -> str:
    """An item with its verdict, and the answer or the kind of refusal that it got."""
    session = attempt(item.text, context="collaborative_work")
    found = session.refusal.kind if session.refusal and session.answer is None else session.answer
    return f"{verdict(item, lambda _: session.answer):8} {item.answer or '-':>6} {found!s:>24}  {item.text}"


def main(arguments: list[str]) -> None:
    """Tell the items of the groups named, else the shares; sort the lists anew first where it is asked for."""
    if "--resort" in arguments:
        resort()
    asked = [item for item in every() if item.ident.rsplit("-", 2)[0] in arguments]
    print("\n".join(told(item) for item in asked) or "\n\n".join(shares(name, answer_to) for name in FILES))


if __name__ == "__main__":
    main(sys.argv[1:])
