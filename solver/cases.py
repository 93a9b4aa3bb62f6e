"""Cases: from a file, JSON lines or standard input to validated questions.

A case is ``{"id", "question"}`` with optional ``"context"``; a line of JSON lines
may leave ``id`` out and is then ``line-N``, N counted from 0. ``answer`` (gold)
and ``claim`` are dropped here without being looked at, so that nothing behind
this module can know them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, NoReturn

MAX_TEXT = 10_000
MAX_IDENT = 200
MAX_DEPTH = 32
MAX_BYTES = 1 << 20
STDIN = "-"
ALLOWED_CONTROLS = "\t\n\r"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


class CaseError(ValueError):
    """What is wrong with a case, and what to do about it."""


@dataclass(frozen=True, slots=True)
class ContextRules:
    """The serving contexts, strictest first; the default; which show candidates on a refusal."""

    strictest_first: tuple[str, ...]
    default: str
    candidates_on_refusal: frozenset[str]

    def resolve(self, case: str | None, option: str | None) -> str:
        """The stricter of what the case and the command line ask for, else the default."""
        named = [name for name in (case, option) if name is not None]
        return min(named, key=self.strictest_first.index, default=self.default)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a case stands: file, line (from 1; None: the whole file), the id it has by default."""

    source: str
    line: int | None
    ident: str | None

    def __str__(self) -> str:
        return self.source if self.line is None else f"{self.source}, line {self.line}"


@dataclass(frozen=True, slots=True)
class Case:
    """A question to attempt. ``context`` is None where the case names none."""

    ident: str
    question: str
    context: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class BadCase:
    """What could not be read as a case; ``error`` names file, line and what to do."""

    ident: str
    error: str
    place: Place


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number of the JSON text, kept as text: of any length, and never used."""

    text: str


def read_all(names: Iterable[str], rules: ContextRules, stdin: IO[bytes]) -> Iterator[Case | BadCase]:
    """The cases of every named source in order; a bad one stands in its place."""
    return chain.from_iterable(read_source(name, rules, stdin) for name in names)


def read_source(name: str, rules: ContextRules, stdin: IO[bytes]) -> Iterator[Case | BadCase]:
    """The cases of one source: ``.json`` one case, ``.jsonl`` one a line, else (and ``-``) either."""
    try:
        if name == STDIN:
            yield from _read_either("stdin", stdin, rules)
            return
        with Path(name).open("rb") as stream:
            yield from _reader(name)(name, stream, rules)
    except OSError as error:
        yield _bad(Place(name, None, None), f"cannot be read ({error.strerror}); check the path", None)


def _reader(name: str) -> Callable[[str, IO[bytes], ContextRules], Iterator[Case | BadCase]]:
    return {".json": _read_one, ".jsonl": _read_lines}.get(Path(name).suffix.lower(), _read_either)


def _read_one(name: str, stream: IO[bytes], rules: ContextRules) -> Iterator[Case | BadCase]:
    yield read_case(stream.read(MAX_BYTES + 1), Place(name, None, None), rules)


def _read_lines(name: str, stream: IO[bytes], rules: ContextRules) -> Iterator[Case | BadCase]:
    empty = True
    for index, line in enumerate(_bounded_lines(stream)):
        if line.strip(b" \t\r\n\xef\xbb\xbf"):
            empty = False
            yield read_case(line, Place(name, index + 1, f"line-{index}"), rules)
    if empty:
        yield _bad(Place(name, None, None), "holds no case; give one JSON object a line", None)


def _read_either(name: str, stream: IO[bytes], rules: ContextRules) -> Iterator[Case | BadCase]:
    data = stream.read()
    if len(data) <= MAX_BYTES and b"\n" in data.strip() and _is_json(data):
        yield read_case(data, Place(name, None, "line-0"), rules)
    else:
        yield from _read_lines(name, BytesIO(data), rules)


def _bounded_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Lines; of one that is too long only the start, just past the bound."""
    while line := stream.readline(MAX_BYTES + 1):
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_BYTES + 1)
        yield line


def read_case(data: bytes, place: Place, rules: ContextRules) -> Case | BadCase:
    """One case from its bytes, or what is wrong with it."""
    value: object = None
    try:
        value = parse(data)
        return case_of(value, place, rules)
    except CaseError as error:
        return _bad(place, str(error), value)


def _bad(place: Place, error: str, value: object) -> BadCase:
    given = value.get("id") if isinstance(value, dict) else None
    usable = isinstance(given, str) and not _text_fault(given, MAX_IDENT)
    return BadCase(str(given) if usable else place.ident or place.source, f"{place}: {error}", place)


def parse(data: bytes) -> object:
    """The JSON value of the bytes; CaseError past a bound or where it is no strict JSON."""
    if len(data) > MAX_BYTES:
        raise CaseError(f"larger than {MAX_BYTES} bytes; shorten the case")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CaseError(f"not UTF-8 at byte {error.start}; save it as UTF-8") from error
    if _depth(text) > MAX_DEPTH:
        raise CaseError(f"nested deeper than {MAX_DEPTH}; a case is one flat object")
    with _as_case_error():
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=Numeral,
            parse_float=Numeral,
        )


@contextmanager
def _as_case_error() -> Iterator[None]:
    try:
        yield
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise CaseError(f"not JSON ({error.msg} at {place}); correct it there") from error


def _is_json(data: bytes) -> bool:
    """Whether it is one JSON value as a whole, sound as a case or not."""
    try:
        json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def _depth(text: str) -> int:
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = min(key for key in keys if keys.count(key) > 1)
        raise CaseError(f"key {twice!a} is given twice; keep one")
    return found


def _no_constant(name: str) -> NoReturn:
    raise CaseError(f"{name} is no JSON number; leave it out")


def case_of(value: object, place: Place, rules: ContextRules) -> Case:
    """The case that a JSON value describes; CaseError where it does not."""
    if not isinstance(value, dict):
        raise CaseError('not an object; write {"id": "...", "question": "..."}, many as one a line in a .jsonl')
    ident = _text(value, "id", MAX_IDENT, place.ident)
    return Case(ident, _text(value, "question", MAX_TEXT), _context(value, rules), place)


def _text(value: dict[str, object], key: str, most: int, default: str | None = None) -> str:
    text = value.get(key, default)
    if text is None and key not in value:
        raise CaseError(f"key {key!a} is missing; add it")
    if not isinstance(text, str):
        raise CaseError(f"{key!a} must be text; put it in quotes")
    if fault := _text_fault(text, most):
        raise CaseError(f"{key!a} {fault}")
    return text


def _text_fault(text: str, most: int) -> str:
    """What is wrong with a text, "" where nothing is."""
    if not text.strip():
        return "is empty; fill it in"
    if len(text) > most:
        return f"has {len(text)} characters, at most {most} are read; shorten it"
    odd = (c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c not in ALLOWED_CONTROLS)
    return next((f"holds the control character U+{ord(c):04X}; remove it" for c in odd), "")


def _context(value: dict[str, object], rules: ContextRules) -> str | None:
    context = value.get("context")
    if context is None and "context" not in value:
        return None
    if not isinstance(context, str) or context not in rules.strictest_first:
        raise CaseError(f"'context' must be one of {', '.join(rules.strictest_first)}")
    return context


def read_examples(path: Path, rules: ContextRules) -> Iterator[Case | BadCase]:
    """The cases of a JSON array of objects, one after the other."""
    values = json.loads(path.read_text(encoding="utf-8"))
    for index, value in enumerate(values):
        yield read_case(json.dumps(value).encode(), Place(path.name, index + 1, None), rules)
