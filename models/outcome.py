"""How an attempt can end: epistemic states, modes, kinds of refusal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.span import Span


class EpistemicState(Enum):
    """What is known about an answer; one enumeration, used everywhere."""

    PERCEIVED = "perceived"
    EVIDENCED = "evidenced"
    EVIDENCED_INCOMPLETE = "evidenced_incomplete"
    VERIFIED = "verified"
    DECODED = "decoded"
    DECODED_UNARTICULATED = "decoded_unarticulated"
    INFERRED = "inferred"
    UNVERIFIED_POSSIBLE = "unverified_possible"
    UNVERIFIED_NOVEL = "unverified_novel"
    CONTRADICTED = "contradicted"
    AMBIGUOUS = "ambiguous"
    UNDETERMINED = "undetermined"
    SCOPE_BOUNDARY = "scope_boundary"
    COMPUTATIONALLY_BOUNDED = "computationally_bounded"
    EPISTEMIC_STATE_NEEDED = "epistemic_state_needed"


class Mode(Enum):
    """How an outcome is put before a person."""

    VERIFIED_ANSWER = "verified_answer"
    PROVISIONAL_WORKING_ANSWER = "provisional_working_answer"
    PARTIAL_PROGRESS = "partial_progress"
    MULTIPLE_CANDIDATES = "multiple_candidates"
    CLARIFY = "clarify"
    REFUSE_UNSUPPORTED = "refuse_unsupported"
    REFUSE_UNSAFE = "refuse_unsafe"
    CONTRADICTION_REPORT = "contradiction_report"


class Missing(Enum):
    """What a refusal lacks: a skill, a piece of knowledge, or one meaning."""

    SKILL = "skill"
    KNOWLEDGE = "knowledge"
    AMBIGUITY = "ambiguity"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A typed "no": its kind, what is missing, a sentence, the places.

    ``kind`` is a stable snake_case name (``no_question``, ``unknown_amount``);
    ``detail`` says it for a person.
    """

    kind: str
    missing: Missing
    detail: str
    spans: tuple[Span, ...] = ()
