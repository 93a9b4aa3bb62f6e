"""Governance: the table is total, keeps its rules, and is what decides."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import pytest

from gate.governance import (
    ROWS,
    TABLE,
    UNLICENSED,
    GovernanceError,
    ReachLevel,
    decide,
    govern_response,
    governance,
    parse_governance,
    required_disclosures,
    shape_surface,
    stricter,
)
from models.outcome import EpistemicState, Mode

TEXT = TABLE.read_text(encoding="utf-8")
RAW = tomllib.loads(TEXT)
CONTEXTS = tuple(RAW["contexts"])
ANSWERS = {Mode.VERIFIED_ANSWER, Mode.PROVISIONAL_WORKING_ANSWER}
REFUSALS = {Mode.REFUSE_UNSUPPORTED, Mode.REFUSE_UNSAFE}
# What each context may emit at most; copied from no table, so that a slip in the table shows.
MAY = {
    "sealed_eval": {Mode.VERIFIED_ANSWER} | REFUSALS,
    "practice": REFUSALS,
    "safety_critical": {Mode.VERIFIED_ANSWER} | REFUSALS,
    "production_serving": ANSWERS | REFUSALS | {Mode.CLARIFY, Mode.CONTRADICTION_REPORT},
    "collaborative_work": ANSWERS | REFUSALS | {Mode.CLARIFY, Mode.CONTRADICTION_REPORT},
    "tutoring": set(Mode),
    "research": set(Mode),
}
OPENNESS = (REFUSALS, {Mode.CLARIFY, Mode.CONTRADICTION_REPORT}, {Mode.MULTIPLE_CANDIDATES}, ANSWERS)


def _cell(row: str, context: str) -> Mode:
    state = EpistemicState.VERIFIED if row == UNLICENSED else EpistemicState(row)
    return decide(state, context, licensed=row != UNLICENSED)


def _openness(mode: Mode) -> int:
    return next(rank for rank, modes in enumerate(OPENNESS) if mode in modes)


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("row", ROWS)
def test_each_cell_is_what_the_table_says(row: str, context: str) -> None:
    assert _cell(row, context).value == RAW["contexts"][context]["modes"][row]


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("mode", Mode)
def test_each_context_emits_only_the_modes_that_are_its_own(mode: Mode, context: str) -> None:
    assert mode in MAY[context] or mode not in {_cell(row, context) for row in ROWS}


@pytest.mark.parametrize("context", ["sealed_eval", "safety_critical", "practice"])
@pytest.mark.parametrize("state", EpistemicState)
def test_strict_contexts_serve_nothing_without_a_licence(state: EpistemicState, context: str) -> None:
    assert decide(state, context) in REFUSALS


@pytest.mark.parametrize("state", EpistemicState)
def test_sealed_eval_serves_the_verified_alone(state: EpistemicState) -> None:
    served = decide(state, "sealed_eval", licensed=True) is Mode.VERIFIED_ANSWER
    assert served == (state is EpistemicState.VERIFIED)


@pytest.mark.parametrize("state", [s for s in EpistemicState if s is not EpistemicState.VERIFIED])
@pytest.mark.parametrize("context", CONTEXTS)
def test_a_licence_lifts_no_state_that_is_less_than_verified(state: EpistemicState, context: str) -> None:
    assert decide(state, context, licensed=True) is decide(state, context, licensed=False)
    assert decide(state, context, licensed=True) is not Mode.VERIFIED_ANSWER


@pytest.mark.parametrize(
    ("state", "context", "mode"),
    [
        (EpistemicState.INFERRED, "collaborative_work", Mode.PROVISIONAL_WORKING_ANSWER),
        (EpistemicState.INFERRED, "production_serving", Mode.PROVISIONAL_WORKING_ANSWER),
        (EpistemicState.AMBIGUOUS, "collaborative_work", Mode.CLARIFY),
        (EpistemicState.AMBIGUOUS, "tutoring", Mode.MULTIPLE_CANDIDATES),
        (EpistemicState.CONTRADICTED, "research", Mode.CONTRADICTION_REPORT),
        (EpistemicState.SCOPE_BOUNDARY, "research", Mode.REFUSE_UNSUPPORTED),
        (EpistemicState.COMPUTATIONALLY_BOUNDED, "research", Mode.REFUSE_UNSUPPORTED),
    ],
)
def test_pinned_cells(state: EpistemicState, context: str, mode: Mode) -> None:
    assert decide(state, context) is mode


@pytest.mark.parametrize("row", ROWS)
def test_a_stricter_context_never_shows_more(row: str) -> None:
    order = governance().strictest_first
    shown = [_openness(_cell(row, context)) for context in order]
    assert all(first <= second for first, second in pairwise(shown))


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("row", ROWS)
def test_what_is_widened_past_strict_begins_with_its_label(row: str, context: str) -> None:
    state = EpistemicState.VERIFIED if row == UNLICENSED else EpistemicState(row)
    policy = govern_response(state, row != UNLICENSED, context)
    surface = shape_surface(policy, "12 pencil")
    assert surface.endswith("12 pencil")
    assert policy.reach is ReachLevel.STRICT or surface.startswith("[approximate] ")
    assert policy.mode is not Mode.VERIFIED_ANSWER or surface == "12 pencil"


def test_a_provisional_answer_says_so() -> None:
    policy = govern_response(EpistemicState.INFERRED, False, "collaborative_work")
    assert shape_surface(policy, "3").startswith("[approximate] Provisional, not independently verified: ")
    assert policy.risk == "medium"


def test_verified_without_a_licence_says_so_and_is_no_provisional_guess() -> None:
    policy = govern_response(EpistemicState.VERIFIED, False, "collaborative_work")
    assert policy.mode is Mode.PROVISIONAL_WORKING_ANSWER
    assert shape_surface(policy, "3") == (
        "[approximate] Verified: two independent readings agree; not yet licensed by the ledger: 3"
    )
    assert govern_response(EpistemicState.VERIFIED, False, "sealed_eval").disclosures == ()


@pytest.mark.parametrize("standing", ["value_only", "unit_differs"])
def test_how_readings_stand_is_told_beside_an_answer_alone(standing: str) -> None:
    answered = govern_response(EpistemicState.INFERRED, False, "collaborative_work")
    label, note, *texts = required_disclosures(answered, standing)
    assert (label, tuple(texts)) == ("[approximate]", answered.disclosures)
    assert note in RAW["notes"][standing]
    refused = govern_response(EpistemicState.INFERRED, False, "sealed_eval")
    assert required_disclosures(refused, standing) == ()
    assert required_disclosures(answered, "alone") == required_disclosures(answered)


def test_the_stricter_of_two_contexts() -> None:
    assert stricter("research", "safety_critical") == "safety_critical"
    assert stricter("sealed_eval", "safety_critical") == "sealed_eval"
    assert stricter("tutoring", "tutoring") == "tutoring"


@pytest.mark.parametrize("context", ["practice", "production", ""])
def test_only_serving_contexts_are_compared(context: str) -> None:
    with pytest.raises(GovernanceError):
        stricter("research", context)


def test_an_unknown_context_is_refused() -> None:
    with pytest.raises(GovernanceError, match="choose from"):
        decide(EpistemicState.INFERRED, "production")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('inferred = "refuse_unsupported"\n', ""),
        ('inferred = "refuse_unsupported"', 'guessed = "refuse_unsupported"'),
        ('inferred = "refuse_unsupported"', 'inferred = "answer"'),
        ('clarify = "STRICT"\n', ""),
        ('clarify = "STRICT"', 'clarify = "LOOSE"'),
        ('default = "collaborative_work"', 'default = "practice"'),
        ('    "tutoring",\n', ""),
        ('    "tutoring",\n', '    "tutoring",\n    "tutoring",\n'),
        ('risk = "high"\n', ""),
        ('EXTRAPOLATE = "[extrapolated]"\n', ""),
        ("[unlicensed]\nprovisional_working_answer", "[unlicensed]\nclarify"),
        ("[unlicensed]\nprovisional_working_answer", "[unlicensed]\nguess"),
        ("[notes]\n", ""),
    ],
)
def test_a_table_with_a_gap_is_refused(old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(GovernanceError):
        parse_governance(TEXT.replace(old, new, 1))
