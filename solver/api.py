"""The composition root: readers, solver and gate put together.

``attempt`` is the one path from a text to a decision; the command line, the
library, and the benchmarks all take it.
"""

from __future__ import annotations

from types import MappingProxyType

from gate.governance import decide, govern_response, required_disclosures
from models.outcome import EpistemicState, Missing, Mode, Refusal
from models.units import Unit
from readers.r1.reader import read
from solver.session import ProblemAttemptSession
from solver.solve import Judgement, judge

ANSWERING = frozenset({Mode.VERIFIED_ANSWER, Mode.PROVISIONAL_WORKING_ANSWER})
READER = "R1"


def attempt(text: str, *, problem_id: str = "", context: str = "collaborative_work") -> ProblemAttemptSession:
    """Read, solve, check and decide one text. Deterministic; never raises on any text.

    Raises GovernanceError for a context that does not serve, CountMismatch or
    SolverFailure where the engine contradicts itself (an internal error).
    """
    problem = read(text)
    if isinstance(problem, Refusal):
        return _refused(text, problem_id, context, problem)
    judgement = judge(problem)
    mode = decide(judgement.state, context)
    policy = govern_response(judgement.state, False, context)
    answer = judgement.candidates[0].answer if mode in ANSWERING else None
    return ProblemAttemptSession(
        problem_id, text, READER, context, mode, judgement.state, answer, problem.reading.question.unit,
        judgement.candidates, judgement.eliminated, _reason(judgement, mode, context), judgement.robustness,
        judgement.certificate, problem, required_disclosures(policy),
        tuple(f for f, kept in judgement.robustness.by_family if not kept),
    )  # fmt: skip


STATES = MappingProxyType(
    {
        "contradictory_amounts": EpistemicState.CONTRADICTED,
        "computationally_bounded": EpistemicState.COMPUTATIONALLY_BOUNDED,
    }
)
"""Kinds of refusal that have a state of their own."""


def _refused(text: str, problem_id: str, context: str, refusal: Refusal) -> ProblemAttemptSession:
    """A text that no reading came of: beyond what is known, beyond what is read, or at odds with itself."""
    unknown = refusal.missing is Missing.KNOWLEDGE
    state = STATES.get(refusal.kind, EpistemicState.SCOPE_BOUNDARY if unknown else EpistemicState.UNDETERMINED)
    mode = decide(state, context)
    return ProblemAttemptSession(problem_id, text, READER, context, mode, state, None, Unit(), refusal=refusal)


def _reason(judgement: Judgement, mode: Mode, context: str) -> Refusal | None:
    """Why nothing is served: the judgement's own refusal, else the context's rule."""
    if mode in ANSWERING:
        return None
    if judgement.refusal:
        return judgement.refusal
    return Refusal("not_licensed", Missing.SKILL, f"{context} serves only what is verified and licensed")
