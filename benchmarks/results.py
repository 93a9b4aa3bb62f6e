"""Results files: one item a line, resumable, comparable; the log of looks.

A results file begins with a header line ``{"fingerprint", "slice"}``; the
fingerprint is that of the engine which made the items, so that a run resumes only
what the same engine left unfinished. Items hold ids, outcomes and counts, never a
text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

ROOT = Path(__file__).parent.parent
ENGINE = ("models", "solver", "readers", "gate")
RIGHT, WRONG, REFUSED, ERROR = "right", "wrong", "refused", "error"
SHORT = 12


class ResultsError(ValueError):
    """A file that holds no results."""


@dataclass(frozen=True, slots=True)
class OrganItem:
    """What one organ made of a case: its outcome against gold, its refusal's kind, robustness."""

    organ: str
    family: str
    outcome: str
    kind: str
    robust: bool


@dataclass(frozen=True, slots=True)
class Item:
    """What became of one case.

    ``kind`` is the refusal's kind ("" where answered); ``robust`` whether every
    relaxation was survived; ``steps`` the operations of the derivation (None where
    there is none), ``gold_steps`` those of the published solution; ``answer`` the
    engine's answer, kept for slices that may be read, else None. ``licensed`` is whether
    sealed_eval serves it, ``standing`` how the organs stand to each other, ``organs`` what
    each of them found.
    """

    id: str
    outcome: str
    mode: str
    state: str
    kind: str
    robust: bool
    survived: int
    tried: int
    steps: int | None
    gold_steps: int
    answer: str | None = None
    licensed: bool = False
    standing: str = ""
    organs: tuple[OrganItem, ...] = ()


def fingerprint(root: Path = ROOT) -> str:
    """SHA-256 over path and bytes of every source file and pack of the engine."""
    total = sha256()
    for path in sorted(p for part in ENGINE for p in (root / part).rglob("*") if _counts(p)):
        data = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def read_items(path: Path) -> tuple[Mapping[str, Any], dict[str, Item]]:
    """Header and items by id; a torn last line, from an interruption, is left out.

    An absent file has neither; ResultsError on a file that holds something else.
    """
    try:
        rows = list(_rows(path))
        if rows and "fingerprint" not in rows[0]:
            raise ResultsError(f"{path} has no header of a results file")
        return (rows[0] if rows else {}), {row["id"]: _item(row) for row in rows[1:]}
    except (ValueError, TypeError, KeyError) as error:
        raise ResultsError(f"{path} is no results file: {error}") from error


def _item(row: Mapping[str, Any]) -> Item:
    return Item(**{**row, "organs": tuple(OrganItem(**organ) for organ in row.get("organs", ()))})


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def resume(path: Path, header: Mapping[str, str]) -> dict[str, Item]:
    """The items that the same engine already has in ``path``, which is made ready to append to.

    Items of another engine are kept beside it, under the name of their fingerprint.
    """
    old, items = read_items(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if old and old != header:
        mark = str(old.get("fingerprint", "unknown"))[:SHORT]
        path.replace(path.with_name(f"{path.stem}.{mark}{path.suffix}"))
        items = {}
    lines = (json.dumps(row) for row in (header, *map(asdict, items.values())))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return items


@contextmanager
def appending(path: Path) -> Iterator[TextIO]:
    """The file opened to append to, line by line, so that an interruption loses nothing."""
    with path.open("a", encoding="utf-8", buffering=1) as stream:
        yield stream


def write_item(stream: TextIO, item: Item) -> None:
    stream.write(json.dumps(asdict(item)) + "\n")


def log_look(path: Path, figures: Mapping[str, object]) -> int:
    """Appends one look with its figures to the log; its number, from 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number = 1 + sum(1 for _ in _rows(path))
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"look": number, **figures}) + "\n")
    return number


@dataclass(frozen=True, slots=True)
class Flip:
    """A case whose outcome, or robustness of an answer, differs between two runs."""

    id: str
    before: str
    after: str


def flips(before: Mapping[str, Item], after: Iterable[Item]) -> tuple[Flip, ...]:
    """The flips among the cases that both runs have, in the order of ``after``."""
    pairs = ((before[item.id], item) for item in after if item.id in before)
    found = (Flip(new.id, _standing(old), _standing(new)) for old, new in pairs)
    return tuple(flip for flip in found if flip.before != flip.after)


def _standing(item: Item) -> str:
    robust = item.robust and item.outcome in (RIGHT, WRONG)
    return f"{item.outcome} (robust)" if robust else item.outcome
