"""Cases: what is read, what is refused and how it is said."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cases import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_TEXT,
    BadCase,
    Case,
    CaseError,
    ContextRules,
    Place,
    parse,
    read_all,
    read_case,
    read_source,
)

RULES = ContextRules(("sealed_eval", "tutoring", "research"), "tutoring", frozenset({"research"}))
PLACE = Place("cases.jsonl", 3, "line-2")
QUESTION = "Mia has 3 hats and finds 2 more. How many hats does she have?"


def _stdin(data: bytes) -> list[Case | BadCase]:
    return list(read_source("-", RULES, BytesIO(data)))


def _file(tmp_path: Path, name: str, data: bytes) -> list[Case | BadCase]:
    path = tmp_path / name
    path.write_bytes(data)
    return list(read_source(str(path), RULES, BytesIO()))


def _one(**keys: Any) -> bytes:
    return json.dumps({"id": "hats", "question": QUESTION, **keys}).encode()


def _error(data: bytes) -> str:
    found = read_case(data, PLACE, RULES)
    assert isinstance(found, BadCase)
    return found.error


def test_a_case_of_a_json_file(tmp_path: Path) -> None:
    (found,) = _file(tmp_path, "case.json", json.dumps(json.loads(_one()), indent=2).encode())
    assert isinstance(found, Case)
    assert (found.ident, found.question, found.context) == ("hats", QUESTION, None)


def test_a_case_of_a_json_file_needs_its_id(tmp_path: Path) -> None:
    (found,) = _file(tmp_path, "case.json", json.dumps({"question": QUESTION}).encode())
    assert isinstance(found, BadCase)
    assert "'id' is missing" in found.error


def test_lines_without_id_are_numbered_from_zero(tmp_path: Path) -> None:
    line = json.dumps({"question": QUESTION, "answer": "3+2=<<3+2=5>>5\n#### 5"}).encode()
    found = _file(tmp_path, "cases.jsonl", b"\xef\xbb\xbf" + line + b"\r\n\n" + line)
    assert [(type(case), case.ident, case.place.line) for case in found] == [
        (Case, "line-0", 1),
        (Case, "line-2", 3),
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_stdin_takes_a_case_or_lines(indent: int | None) -> None:
    one = json.dumps({"question": QUESTION}, indent=indent).encode()
    assert [case.ident for case in _stdin(one)] == ["line-0"]
    assert [case.ident for case in _stdin(_one() + b"\n" + _one(id="second"))] == ["hats", "second"]


@pytest.mark.parametrize("answer", [5, "#### 5", "#### 6", None, [], {"a": 1}, 10**30, 1.5])
@pytest.mark.parametrize("key", ["answer", "claim"])
def test_gold_and_claim_leave_no_trace(key: str, answer: Any) -> None:
    assert read_case(_one(**{key: answer}), PLACE, RULES) == read_case(_one(), PLACE, RULES)


def test_a_gold_of_any_length_is_no_matter() -> None:
    data = b'{"id": "hats", "question": "%s", "answer": %s}' % (QUESTION.encode(), b"9" * 6000)
    assert read_case(data, PLACE, RULES) == read_case(_one(), PLACE, RULES)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "not JSON"),
        (b"", "not JSON"),
        (b"[1]", "not an object"),
        (b"7", "not an object"),
        (b"null", "not an object"),
        (b'{"id": "a"}', "'question' is missing"),
        (_one(question=None), "'question' must be text"),
        (_one(question=5), "'question' must be text"),
        (_one(question=["a"]), "'question' must be text"),
        (_one(question=""), "'question' is empty"),
        (_one(question=" \n"), "'question' is empty"),
        (_one(question="a\x00b"), "control character U+0000"),
        (_one(question="a\x1b[31mb"), "control character U+001B"),
        (_one(question="a\x9bb"), "control character U+009B"),
        (b'{"id": "a", "question": "\\ud800 x"}', "control character U+D800"),
        (_one(question="a" * (MAX_TEXT + 1)), "10001 characters"),
        (_one(id=5), "'id' must be text"),
        (_one(id=""), "'id' is empty"),
        (_one(id="x" * 201), "201 characters"),
        (_one(context="practice"), "'context' must be one of"),
        (_one(context=None), "'context' must be one of"),
        (_one(context=["tutoring"]), "'context' must be one of"),
        (b'{"id": "a", "question": "b", "id": "c"}', "'id' is given twice"),
        (b'{"id": "a", "question": "b", "x": {"y": 1, "y": 1}}', "'y' is given twice"),
        (b'{"id": "a", "question": "b", "answer": NaN}', "NaN is no JSON number"),
        (b'{"id": "a", "question": "b", "answer": -Infinity}', "-Infinity is no JSON number"),
        (b'{"id": "a", "question": "\xff"}', "not UTF-8 at byte 25"),
        (b'{"id": "a", "question": "' + b"a" * MAX_BYTES + b'"}', "larger than 1048576 bytes"),
        (b'{"id": "a", "question": "b"} {}', "not JSON"),
        (b"[" * 100_000, "nested deeper than 32"),
    ],
)
def test_what_is_no_case_says_where_and_why(data: bytes, says: str) -> None:
    error = _error(data)
    assert says in error
    assert error.startswith("cases.jsonl, line 3: ")
    assert ";" in error or "one of" in error  # what to do about it


def test_a_text_of_the_greatest_length_is_read() -> None:
    assert isinstance(read_case(_one(question="a" * MAX_TEXT), PLACE, RULES), Case)
    assert isinstance(read_case(_one(question="tab\tand\nline"), PLACE, RULES), Case)


def test_nesting_is_bounded_and_brackets_in_text_are_none() -> None:
    deepest = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert parse(deepest) is not None
    with pytest.raises(CaseError, match="deeper"):
        parse(b"[" + deepest + b"]")
    assert isinstance(read_case(_one(question='"[' * 100), PLACE, RULES), Case)


def test_a_bad_case_keeps_its_id_where_that_can_be_read() -> None:
    assert read_case(_one(question=5), PLACE, RULES).ident == "hats"
    assert read_case(_one(id=5), PLACE, RULES).ident == "line-2"
    assert read_case(_one(id="a\x1b[2J"), PLACE, RULES).ident == "line-2"


def test_a_bad_line_leaves_the_others_alone(tmp_path: Path) -> None:
    long = b'{"question": "' + b"a" * (2 * MAX_BYTES) + b'"}'
    found = _file(tmp_path, "cases.jsonl", b"\n".join([_one(), b"\xff", long, b"{]", _one(id="last")]))
    assert [type(case) for case in found] == [Case, BadCase, BadCase, BadCase, Case]
    assert [case.place.line for case in found] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", ["cases.jsonl", "cases.txt"])
def test_a_source_without_a_case_is_bad(tmp_path: Path, name: str) -> None:
    (found,) = _file(tmp_path, name, b"\n \n")
    assert isinstance(found, BadCase)
    assert "holds no case" in found.error


def test_a_source_that_cannot_be_read_is_bad_and_the_next_is_read(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_bytes(_one())
    names = [str(tmp_path / "absent.json"), str(tmp_path), str(good)]
    found = list(read_all(names, RULES, BytesIO()))
    assert [type(case) for case in found] == [BadCase, BadCase, Case]
    assert "check the path" in getattr(found[0], "error", "")


@pytest.mark.parametrize(
    ("case", "option", "context"),
    [
        (None, None, "tutoring"),
        ("research", None, "research"),
        (None, "research", "research"),
        ("research", "sealed_eval", "sealed_eval"),
        ("sealed_eval", "research", "sealed_eval"),
    ],
)
def test_the_stricter_context_wins(case: str | None, option: str | None, context: str) -> None:
    assert RULES.resolve(case, option) == context


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    assert isinstance(read_case(data, PLACE, RULES), BadCase)
    assert all(isinstance(case, BadCase) for case in _stdin(data))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.sampled_from(["id", "question", "context"]), x),
    )
)
def test_no_json_raises(value: Any) -> None:
    assert isinstance(read_case(json.dumps(value).encode(), PLACE, RULES), Case | BadCase)
