"""The record of one attempt: everything found, kept and eliminated. Frozen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from models.expression import Expression
from models.outcome import EpistemicState, Mode, Refusal
from models.quantity import Problem
from models.units import Unit


@dataclass(frozen=True, slots=True)
class Candidate:
    """One answer with the derivations that give it.

    ``basis`` says what it rests on (``unique chain``, ``relaxed: owners``);
    ``eliminated_by`` names the check or the disagreement that removed it, or "".
    ``structures`` counts structurally distinct derivations.
    """

    answer: Fraction
    unit: Unit
    state: EpistemicState
    basis: str
    derivations: tuple[Expression, ...]
    structures: int = 1
    eliminated_by: str = ""


@dataclass(frozen=True, slots=True)
class Robustness:
    """Relaxations tried, and of each family whether the answer survived it."""

    by_family: tuple[tuple[str, bool], ...] = ()

    @property
    def tried(self) -> int:
        return len(self.by_family)

    @property
    def survived(self) -> int:
        return sum(kept for _, kept in self.by_family)

    @property
    def complete(self) -> bool:
        """Whether something was tried and everything was survived."""
        return bool(self.by_family) and self.survived == self.tried


@dataclass(frozen=True, slots=True)
class Certificate:
    """Chains of the reading counted by CP-SAT and by dynamic programming."""

    cp_sat: int
    dynamic_programming: int


@dataclass(frozen=True, slots=True)
class ProblemAttemptSession:
    """What one attempt at one text found; replayable, free of clock and chance.

    ``answer`` is set only where ``mode`` emits one; ``candidates`` are what is
    left, ``eliminated`` what was removed; ``problem`` is None where no reader
    understood the text, and then ``refusal`` says why.
    """

    problem_id: str
    text: str
    reader: str
    context: str
    mode: Mode
    state: EpistemicState
    answer: Fraction | None
    unit: Unit
    candidates: tuple[Candidate, ...] = ()
    eliminated: tuple[Candidate, ...] = ()
    refusal: Refusal | None = None
    robustness: Robustness = Robustness()
    certificate: Certificate | None = None
    problem: Problem | None = None
    disclosures: tuple[str, ...] = ()
    residual_ambiguity: tuple[str, ...] = ()
