"""The composition root: readers, solver and gate put together.

``attempt`` is the one path from a text to a decision; the command line, the
library, and the benchmarks all take it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gate.governance import ANSWERING, govern_response, required_disclosures
from models.outcome import Missing, Refusal
from models.span import Span
from readers.document import read_document
from readers.failures import load_failures
from readers.router import organs
from solver.agreement import compare
from solver.organs import Organ, run_organ
from solver.session import ProblemAttemptSession


def attempt(
    text: str, *, problem_id: str = "", context: str = "collaborative_work", readers: Sequence[Organ] | None = None
) -> ProblemAttemptSession:
    """Read by every organ, solve, check, compare and decide one text. Deterministic; never raises on any text.

    ``readers`` takes the place of the organs that are announced. Raises GovernanceError for a
    context that does not serve, CountMismatch or SolverFailure where the engine contradicts
    itself (an internal error), ValueError without any organ.
    """
    failures = load_failures()
    opinions = tuple(run_organ(organ, text, failures) for organ in (organs() if readers is None else readers))
    verdict = compare(opinions, failures, lambda: _sentences(text))
    policy = govern_response(verdict.state, False, context)
    served, lead = policy.mode in ANSWERING, verdict.lead
    refusal = None if served else verdict.refusal or _unlicensed(context)
    return ProblemAttemptSession(
        problem_id=problem_id,
        text=text,
        reader=lead.organ,
        context=context,
        mode=policy.mode,
        state=verdict.state,
        answer=lead.answer if served else None,
        unit=lead.unit,
        candidates=verdict.candidates,
        eliminated=lead.eliminated,
        refusal=refusal,
        robustness=lead.robustness,
        certificate=lead.certificate,
        problem=lead.problem,
        disclosures=required_disclosures(policy, verdict.standing.value),
        residual_ambiguity=tuple(family for family, kept in lead.robustness.by_family if not kept),
        organs=opinions,
        standing=verdict.standing,
        parting=verdict.parting,
        next_action=failures.next_action(refusal.kind) if refusal else "",
    )


def _sentences(text: str) -> tuple[Span, ...]:
    return tuple(sentence.span for sentence in read_document(text).sentences)


def _unlicensed(context: str) -> Refusal:
    """Why an answer that was found is not served: the context's rule."""
    return Refusal("not_licensed", Missing.SKILL, f"{context} serves only what is verified and licensed")
