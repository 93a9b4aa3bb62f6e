"""Choosing the reading: one alternative at each choice point, as early in its order as can be.

Glossary: a *choice* is a place where the text may be understood in several ways, its
*alternatives* numbered in order of preference; a *pick* is a choice with one of its
alternatives; constraints say which picks go together. The *first* selection is the
lexicographically first of those that satisfy all constraints, choices in declared order.

Every constraint comes down to clauses: of each choice that it names, a set of alternatives
(the bits of a mask), of which at least one set has to be met. A backtracking search keeps
the alternatives left at each choice and propagates clauses in which one choice is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Pick = tuple[str, int]
"""A choice by name, and one of its alternatives."""

MAX_STEPS = 100_000
"""Most alternatives that a search tries."""


class SelectionOverflow(RuntimeError):
    """The search tried more than ``MAX_STEPS`` alternatives."""

    def __init__(self) -> None:
        super().__init__(f"more than {MAX_STEPS} alternatives tried")


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice point with its number of alternatives; 0 is the preferred one."""

    name: str
    alternatives: int


@dataclass(frozen=True, slots=True)
class Forbid:
    """Not all of these picks together."""

    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Require:
    """Where ``pick`` is taken, at least one of ``any_of`` is."""

    pick: Pick
    any_of: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """Exactly one of the picks is taken: the item (a number, a word) is used, and used once."""

    item: str
    picks: tuple[Pick, ...]


Constraint = Forbid | Require | Cover


@dataclass(frozen=True, slots=True)
class SelectionProblem:
    """Choices in declared order, and the constraints between their alternatives."""

    choices: tuple[Choice, ...]
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        names = {choice.name: choice.alternatives for choice in self.choices}
        if len(names) != len(self.choices) or any(count < 1 for count in names.values()):
            raise ValueError("choices have names of their own, and an alternative each")
        for name, alternative in (p for c in self.constraints for p in picks_of(c)):
            if not 0 <= alternative < names.get(name, 0):
                raise ValueError(f"{name} has no alternative {alternative}")


def picks_of(constraint: Constraint) -> tuple[Pick, ...]:
    """All picks that a constraint names."""
    return (constraint.pick, *constraint.any_of) if isinstance(constraint, Require) else constraint.picks


Clause = tuple[tuple[int, int], ...]
"""Choices by place, each with the mask of the alternatives that meet the clause."""


def first_selection(problem: SelectionProblem, fixed: Mapping[str, int] | None = None) -> tuple[int, ...] | None:
    """The alternative of each choice in the first selection; None where there is none.

    ``fixed`` holds picks that are settled beforehand (a single flip). Raises
    SelectionOverflow, and KeyError for a fixed choice that is none.

    >>> either = SelectionProblem((Choice("than", 2), Choice("it", 2)), (Forbid((("than", 0), ("it", 0))),))
    >>> first_selection(either), first_selection(either, {"it": 0})
    ((0, 1), (1, 0))
    """
    places = {choice.name: place for place, choice in enumerate(problem.choices)}
    left = [(1 << choice.alternatives) - 1 for choice in problem.choices]
    for name, alternative in (fixed or {}).items():
        left[places[name]] &= 1 << alternative
    search = _Search(_clauses(problem, places), len(left))
    return search.first(left) if search.propagate(left, range(len(search.clauses))) else None


def _clauses(problem: SelectionProblem, places: Mapping[str, int]) -> list[Clause]:
    """The constraints as clauses; those that are always met are left out."""
    full = {places[c.name]: (1 << c.alternatives) - 1 for c in problem.choices}
    found = [_clause(yes, no, places, full) for c in problem.constraints for yes, no in _literals(c)]
    return [clause for clause in found if clause is not None]


def _literals(constraint: Constraint) -> list[tuple[Sequence[Pick], Sequence[Pick]]]:
    """Pairs of picks: one of the former is taken, or one of the latter is not."""
    match constraint:
        case Forbid(picks):
            return [((), picks)]
        case Require(pick, any_of):
            return [(any_of, (pick,))]
        case Cover(_, picks):
            return [(picks, ()), *(((), pair) for pair in combinations(dict.fromkeys(picks), 2))]


def _clause(
    yes: Sequence[Pick], no: Sequence[Pick], places: Mapping[str, int], full: Mapping[int, int]
) -> Clause | None:
    masks: dict[int, int] = {}
    for name, alternative in yes:
        masks[places[name]] = masks.get(places[name], 0) | 1 << alternative
    for name, alternative in no:
        masks[places[name]] = masks.get(places[name], 0) | full[places[name]] & ~(1 << alternative)
    return None if any(full[place] == mask for place, mask in masks.items()) else tuple(masks.items())


class _Search:
    """Depth first over the choices in order, alternatives in order."""

    def __init__(self, clauses: Sequence[Clause], choices: int) -> None:
        self.clauses = clauses
        self.steps = 0
        self.by_choice: list[list[int]] = [[] for _ in range(choices)]
        for number, clause in enumerate(clauses):
            for place, _ in clause:
                self.by_choice[place].append(number)

    def first(self, left: list[int], place: int = 0) -> tuple[int, ...] | None:
        """The first selection within the alternatives that are left."""
        while place < len(left) and left[place].bit_count() == 1:
            place += 1
        if place == len(left):
            return tuple(mask.bit_length() - 1 for mask in left)
        for alternative in range(left[place].bit_length()):
            if left[place] >> alternative & 1:
                found = self.taken(left, place, alternative)
                if found is not None:
                    return found
        return None

    def taken(self, left: Sequence[int], place: int, alternative: int) -> tuple[int, ...] | None:
        """The first selection with this alternative."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise SelectionOverflow
        narrowed = list(left)
        narrowed[place] = 1 << alternative
        return self.first(narrowed, place + 1) if self.propagate(narrowed, self.by_choice[place]) else None

    def propagate(self, left: list[int], numbers: Sequence[int]) -> bool:
        """Narrow ``left`` by clauses in which one choice is open; False where one cannot be met."""
        if not all(left):
            return False
        agenda = list(numbers)
        for number in agenda:  # grows while it is read
            met = [(place, mask) for place, mask in self.clauses[number] if left[place] & mask]
            if not met:
                return False
            place, mask = met[0]
            if len(met) == 1 and left[place] & ~mask:
                left[place] &= mask
                agenda += self.by_choice[place]
        return True
