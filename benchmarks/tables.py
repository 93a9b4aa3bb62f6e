"""Figures over items, and their tables.

Precision is right / (right + wrong), coverage (right + wrong) / n; both are None
over nothing. Floors are ``gate.conservative_floor`` of the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial

from benchmarks.results import ERROR, REFUSED, RIGHT, WRONG, Item, OrganItem
from gate.floor import conservative_floor

DIGITS = 4


@dataclass(frozen=True, slots=True)
class Record:
    """Right, wrong and not answered of a group of cases."""

    name: str
    right: int
    wrong: int
    not_answered: int

    @property
    def n(self) -> int:
        return self.right + self.wrong + self.not_answered

    @property
    def precision(self) -> Fraction | None:
        return _share(self.right, self.right + self.wrong)

    @property
    def coverage(self) -> Fraction | None:
        return _share(self.right + self.wrong, self.n)

    @property
    def floor(self) -> float:
        return conservative_floor(self.right, self.right + self.wrong)


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


# The columns that are always reported together: name, and whether an item's answer counts in it.
COLUMNS: tuple[tuple[str, Callable[[Item], bool]], ...] = (
    ("verified", lambda item: item.state == VERIFIED),
    ("licensed", lambda item: item.licensed),
    ("provisional", lambda item: True),
    ("robust", lambda item: item.robust),
)
VERIFIED = "verified"
DISAGREE, OBJECTION = "disagree", "objection"


def record(name: str, items: Iterable[Item], counts: Callable[[Item], bool] = lambda item: True) -> Record:
    """The record of items; an answer that does not count is not answered."""
    seen = Counter(item.outcome if counts(item) else REFUSED for item in items)
    return Record(name, seen[RIGHT], seen[WRONG], seen[REFUSED] + seen[ERROR])


def columns(items: Sequence[Item]) -> tuple[Record, ...]:
    """One record a column, over all items."""
    return tuple(record(name, items, counts) for name, counts in COLUMNS)


def grouped(items: Iterable[Item], key: Callable[[Item], tuple[int, ...] | None]) -> tuple[Record, ...]:
    """A record for each value of the key, in its order; items whose key is None are left out."""
    groups: dict[tuple[int, ...], list[Item]] = {}
    for item in items:
        if (value := key(item)) is not None:
            groups.setdefault(value, []).append(item)
    return tuple(record("/".join(map(str, value)), groups[value]) for value in sorted(groups))


def by_depth(items: Iterable[Item]) -> tuple[Record, ...]:
    """By the operations of the answered derivation."""
    return grouped(items, lambda item: None if item.steps is None else (item.steps,))


def by_gold_steps(items: Iterable[Item]) -> tuple[Record, ...]:
    """By the steps of the published solution, refusals included: coverage over depth."""
    return grouped(items, lambda item: (item.gold_steps,))


def by_survived(items: Iterable[Item]) -> tuple[Record, ...]:
    """Answered items by relaxations survived / tried."""
    answered = (item for item in items if item.outcome in (RIGHT, WRONG))
    return grouped(answered, lambda item: (item.survived, item.tried))


def refusals(items: Iterable[Item]) -> tuple[tuple[str, int], ...]:
    """Refusal kinds with their counts, the commonest first."""
    seen = Counter(item.kind for item in items if item.kind)
    return tuple(sorted(seen.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class OrganRow:
    """Cases in which the same families of organs have an answer, and how often each is right.

    ``right`` and ``wrong`` count cases by what all their answers are, ``split`` those in
    which some are right and some wrong; ``right_of`` counts by organ.
    """

    name: str
    n: int
    right: int
    wrong: int
    split: int
    right_of: Mapping[str, int]


def organ_table(items: Iterable[Item]) -> tuple[OrganRow, ...]:
    """Rows: one family alone, those that agree (by standing), disagree, or have an objection; none."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(_meeting(item), []).append(item)
    return tuple(_organ_row(name, groups[name]) for name in sorted(groups))


def _meeting(item: Item) -> str:
    families = sorted({organ.family for organ in _answering(item)})
    if not families:
        return "none"
    if item.standing in (DISAGREE, OBJECTION):
        return f"{item.standing}: {', '.join(families)}"
    return f"{families[0]} only" if len(families) == 1 else f"agree, {item.standing}: {', '.join(families)}"


def _answering(item: Item) -> tuple[OrganItem, ...]:
    return tuple(organ for organ in item.organs if organ.outcome in (RIGHT, WRONG))


def _organ_row(name: str, items: Sequence[Item]) -> OrganRow:
    met = Counter(frozenset(organ.outcome for organ in _answering(item)) for item in items)
    right_of = Counter(organ.organ for item in items for organ in _answering(item) if organ.outcome == RIGHT)
    split = met[frozenset({RIGHT, WRONG})]
    right, wrong = met[frozenset({RIGHT})], met[frozenset({WRONG})]
    return OrganRow(name, len(items), right, wrong, split, dict(sorted(right_of.items())))


# Ways to ask for robustness where chains and relations agree on grounds of their own: the
# first is the one in force (``solver.agreement.robust_enough``), the others show what it costs.
POLICIES: tuple[tuple[str, Callable[[bool, bool], bool]], ...] = (
    ("chains robust", lambda chains, relations: chains),
    ("relations robust", lambda chains, relations: relations),
    ("both robust", lambda chains, relations: chains and relations),
    ("either robust", lambda chains, relations: chains or relations),
    ("agreement alone", lambda chains, relations: True),
)
CHAINS, NOT_ROBUST = "chains", "not_robust"


def by_policy(items: Sequence[Item]) -> tuple[Record, ...]:
    """The record that ``verified`` would have under each policy."""
    met = {item.id: _robust_by_side(item) for item in items if item.standing in (VERIFIED, NOT_ROBUST)}
    kept = ((name, {i for i, sides in met.items() if policy(*sides)}) for name, policy in POLICIES)
    return tuple(record(name, items, partial(_among, ids)) for name, ids in kept)


def _among(ids: Container[str], item: Item) -> bool:
    return item.id in ids


def _robust_by_side(item: Item) -> tuple[bool, bool]:
    found = [(organ.family == CHAINS, organ.robust) for organ in _answering(item)]
    return any(r for chains, r in found if chains), any(r for chains, r in found if not chains)


def render_organs(rows: Iterable[OrganRow]) -> str:
    """The organ table for a person."""
    head = ("organs", "n", "right", "wrong", "split", "right of each")
    return grid([head, *((r.name, *map(str, (r.n, r.right, r.wrong, r.split)), _each(r.right_of)) for r in rows)])


def _each(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{organ} {count}" for organ, count in counts.items()) or "-"


def as_object(one: Record) -> dict[str, object]:
    """A record with its ratios, rounded for display."""
    ratios = {"precision": _rounded(one.precision), "coverage": _rounded(one.coverage)}
    return {**asdict(one), "n": one.n, **ratios, "floor": one.floor}


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), DIGITS)


def render(title: str, records: Iterable[Record]) -> str:
    """A table of records for a person."""
    head = (title, "right", "wrong", "not answered", "n", "precision", "coverage", "floor")
    return grid([head, *map(_row, records)])


def _row(one: Record) -> tuple[str, ...]:
    counts = (one.name, one.right, one.wrong, one.not_answered, one.n)
    ratios = ("-" if value is None else f"{float(value):.4f}" for value in (one.precision, one.coverage))
    return (*map(str, counts), *ratios, f"{one.floor:.4f}")


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Rows of text as aligned columns, the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(_cells(row, widths)) for row in rows)


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first = row[0].ljust(widths[0])
    return [first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
