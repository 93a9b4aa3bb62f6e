"""The record of one attempt: everything found, kept and eliminated. Frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from models.expression import Expression
from models.outcome import EpistemicState, Mode, Refusal
from models.quantity import Problem
from models.span import Span
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
class Opinion:
    """What one organ made of a text; ``answer`` is set where its problem has one that passed the checker.

    ``family`` groups organs that share a grammar: they are no evidence for each other.
    ``lost`` names decisive relaxations that the answer did not survive.
    """

    organ: str
    family: str
    state: EpistemicState
    answer: Fraction | None = None
    unit: Unit = Unit()
    refusal: Refusal | None = None
    candidates: tuple[Candidate, ...] = ()
    eliminated: tuple[Candidate, ...] = ()
    robustness: Robustness = Robustness()
    lost: tuple[str, ...] = ()
    certificate: Certificate | None = None
    problem: Problem | None = None

    @property
    def steadfast(self) -> bool:
        """Whether no relaxation of its reading gives another answer; the reader's own doubts are no relaxations."""
        doubts = {name for name, _ in self.problem.doubts} if self.problem else set()
        return self.answer is not None and all(kept for name, kept in self.robustness.by_family if name not in doubts)

    @property
    def doubtful(self) -> bool:
        """Whether anything that was held against the reading stands, doubts among it."""
        return self.robustness.survived < self.robustness.tried

    @property
    def derivations(self) -> tuple[Expression, ...]:
        """The certified derivations of its answer, over the givens of its own reading."""
        return self.candidates[0].derivations if self.answer is not None else ()


class Standing(Enum):
    """How the organs stand to each other over one text."""

    NONE = "none"  # no organ has an answer
    ALONE = "alone"  # one organ, or one family, has it
    VERIFIED = "verified"  # the canonical comparison holds
    NOT_ROBUST = "not_robust"  # two families agree, and the answer does not survive enough doubts
    SHARED_GROUND = "shared_ground"  # ... and their derivations rest on a rule, or a place, in common
    VALUE_ONLY = "value_only"  # ... and their derivations are different functions of the givens
    UNIT_DIFFERS = "unit_differs"  # ... and they give it in different units
    UNCOMPARED = "uncompared"  # ... and have too many derivations to compare each with each
    DOUBTED = "doubted"  # readers of clauses alone have it, and hold something against their own reading
    DISAGREE = "disagree"  # two answers
    OBJECTION = "objection"  # one answers, another says that there is no one answer


@dataclass(frozen=True, slots=True)
class ProblemAttemptSession:
    """What one attempt at one text found; replayable, free of clock and chance.

    ``answer`` is set only where ``mode`` emits one; ``candidates`` are what is
    left, ``eliminated`` what was removed; ``problem`` is None where no reader
    understood the text, and then ``refusal`` says why. ``reader`` is the organ whose
    problem and derivation are shown; ``organs`` is what each organ found, and
    ``parting`` the sentence that two that disagree use differently.
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
    organs: tuple[Opinion, ...] = ()
    standing: Standing = Standing.NONE
    parting: Span | None = None
    next_action: str = ""
