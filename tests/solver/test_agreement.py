"""Organs compared: what verifies, what does not, and what a disagreement shows.

R1 is real; the organs beside it are made by hand for one text each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from models.expression import Given, Licence
from models.outcome import EpistemicState, Missing, Mode, Refusal
from models.quantity import Problem, Quantity, Question, Reading, Relaxation
from models.relation import Bond, Relation, RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from readers.failures import load_failures
from readers.r1.reader import read as read_r1
from solver import organs
from solver.agreement import compare
from solver.api import attempt
from solver.organs import Organ
from solver.report import explanation, to_object
from solver.session import ProblemAttemptSession, Robustness, Standing
from solver.solve import Judgement
from solver.solve import judge as real_judge
from solver.trace import trace_hash

R1 = Organ("R1", "chains", read_r1)
TEXT = "Nadia has 14 marbles in a jar. Omar has 9 more marbles than Nadia. How many marbles does Omar have?"
SAME = "Nadia has 2 marbles in a jar. Omar has 2 more marbles than Nadia. How many marbles does Omar have?"
MARBLE = Unit.of("marble")


def spot(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def problem(text: str, numbers: Sequence[str], bond: Bond, rule: str = "relation.whole", sign: int = 1) -> Problem:
    """The numbers, in marbles (the first by itself, the others as factors where it is a product), in one relation."""
    units = [MARBLE if bond is Bond.SUM or i == 0 else Unit() for i in range(len(numbers))]
    numbered: list[Quantity] = []
    for i, number in enumerate(numbers):
        start = text.index(number, numbered[-1].span.end if numbered else 0)
        numbered.append(Quantity(f"g{i}", Fraction(number), units[i], Span(start, start + len(number))))
    whole = Unknown("whole", MARBLE, True)
    where = spot(text, "marbles in")
    operands = tuple(Given(q.ident) for q in numbered)
    signs = (1, *(sign for _ in operands[1:]))
    relation = Relation(bond, whole, operands, signs, Licence(rule, where))
    asked = Question(spot(text, "How many marbles"), MARBLE, ("marble",), "total")
    relations = RelationalProblem((relation,), whole, frozenset(q.ident for q in numbered))
    return Problem("R2", text, Reading("R2", tuple(numbered), (), asked, (), None, relations=relations))


def organ(found: Problem | Refusal, name: str = "R2", family: str = "relations") -> Organ:
    return Organ(name, family, lambda text: found)


def meet(text: str, *organs: Organ, context: str = "collaborative_work") -> ProblemAttemptSession:
    return attempt(text, context=context, readers=(R1, *organs))


AGREES = organ(problem(TEXT, ("14", "9"), Bond.SUM))
DIFFERS = organ(problem(TEXT, ("14", "9"), Bond.SUM, sign=-1))


def test_two_families_that_agree_verify_a_robust_answer() -> None:
    session = meet(TEXT, AGREES)
    assert (session.state, session.standing, session.answer) == (
        EpistemicState.VERIFIED,
        Standing.VERIFIED,
        Fraction(23),
    )
    assert [(c.state, c.basis) for c in session.candidates] == [(EpistemicState.VERIFIED, "agreement of R1 and R2")]
    assert session.reader == "R1"


def test_verified_and_not_licensed_says_both() -> None:
    session = meet(TEXT, AGREES)
    assert session.mode is Mode.PROVISIONAL_WORKING_ANSWER
    assert session.disclosures == (
        "[approximate]",
        "Verified: two independent readings agree; not yet licensed by the ledger:",
    )


@pytest.mark.parametrize("context", ["sealed_eval", "safety_critical"])
def test_strict_contexts_serve_the_verified_only_with_a_licence(context: str) -> None:
    session = meet(TEXT, AGREES, context=context)
    assert session.refusal is not None
    assert (session.answer, session.refusal.kind) == (None, "not_licensed")
    shown = to_object(session, False)
    assert "23" not in str([shown["candidates"], shown["derivation"], shown["organs"], shown["display"]])


def test_one_organ_alone_is_inferred_and_named() -> None:
    unread = organ(Refusal("question_unread", Missing.SKILL, "not understood"))
    for session in (meet(TEXT), meet(TEXT, unread)):
        assert (session.state, session.standing) == (EpistemicState.INFERRED, Standing.ALONE)
        assert [c.basis for c in session.candidates] == ["R1: unique chain"]
    alone = attempt(TEXT, readers=(organ(Refusal("no_question", Missing.SKILL, "")), AGREES))
    assert (alone.reader, alone.answer, alone.standing) == ("R2", Fraction(23), Standing.ALONE)


def test_one_family_is_no_evidence_for_itself() -> None:
    twice = attempt(TEXT, readers=(AGREES, replace(AGREES, name="R3")))
    assert (twice.state, twice.standing) == (EpistemicState.INFERRED, Standing.ALONE)
    assert meet(TEXT, organ(problem(TEXT, ("14", "9"), Bond.SUM), family="chains")).standing is Standing.ALONE


def test_a_copy_of_an_organ_verifies_nothing() -> None:
    copy = Organ("copy", "foreign:copy", read_r1, foreign=True)
    for text in (TEXT, "Nadia has 4 jars of marbles. Each jar holds 9 marbles. How many marbles does Nadia have?"):
        session = meet(text, copy)
        assert (session.state, session.standing) == (EpistemicState.INFERRED, Standing.SHARED_GROUND)


def test_values_that_meet_by_chance_verify_nothing_and_are_told() -> None:
    session = meet(SAME, organ(problem(SAME, ("2", "2"), Bond.PRODUCT)))
    assert (session.answer, session.state, session.standing) == (
        Fraction(4),
        EpistemicState.INFERRED,
        Standing.VALUE_ONLY,
    )
    assert "Two readings meet in this value by different calculations." in session.disclosures
    sound = meet(SAME, organ(problem(SAME, ("2", "2"), Bond.SUM)))
    assert sound.standing is Standing.VERIFIED


def test_another_unit_verifies_nothing() -> None:
    found = problem(TEXT, ("14", "9"), Bond.SUM)
    pen = Unit.of("pen")
    target = Unknown("whole", pen, True)
    assert found.reading.relations is not None
    given = tuple(replace(q, unit=pen) for q in found.reading.quantities)
    (relation,) = found.reading.relations.relations
    relations = replace(found.reading.relations, relations=(replace(relation, result=target),), target=target)
    asked = replace(found.reading.question, unit=pen)
    session = meet(
        TEXT,
        organ(replace(found, reading=replace(found.reading, quantities=given, question=asked, relations=relations))),
    )
    assert (session.answer, session.state, session.standing) == (
        Fraction(23),
        EpistemicState.INFERRED,
        Standing.UNIT_DIFFERS,
    )


def test_a_doubt_of_a_reader_is_no_relaxation_of_its_reading() -> None:
    read = read_r1(TEXT)
    assert isinstance(read, Problem)
    doubted = Organ("R1", "chains", lambda text: replace(read, doubts=(("grounding", False),)))
    session = attempt(TEXT, readers=(doubted, AGREES))
    assert (session.state, session.standing) == (EpistemicState.VERIFIED, Standing.VERIFIED)


def test_relations_alone_and_in_doubt_are_shown_and_not_served() -> None:
    doubted = Organ("R2", "relations", lambda text: replace(problem_of(AGREES), doubts=(("scope", False),)))
    session = attempt(TEXT, readers=(doubted,))
    assert session.refusal is not None
    assert (session.answer, session.refusal.kind, session.standing) == (None, "answer_doubted", Standing.DOUBTED)
    assert session.candidates


def problem_of(organ: Organ) -> Problem:
    found = organ.read(TEXT)
    assert isinstance(found, Problem)
    return found


def test_two_answers_are_shown_and_neither_is_served() -> None:
    session = meet(TEXT, DIFFERS)
    assert session.refusal is not None
    assert (session.mode, session.state) == (Mode.CLARIFY, EpistemicState.AMBIGUOUS)
    assert (session.answer, session.refusal.kind, session.standing) == (None, "organs_disagree", Standing.DISAGREE)
    assert [(c.answer, c.basis) for c in session.candidates] == [
        (Fraction(23), "R1: unique chain"),
        (Fraction(5), "R2: relations"),
    ]
    assert session.parting is not None
    assert session.parting.of(TEXT) == "Omar has 9 more marbles than Nadia."
    assert session.refusal.spans == (session.parting,)
    assert meet(TEXT, DIFFERS, context="tutoring").mode is Mode.MULTIPLE_CANDIDATES
    assert meet(TEXT, DIFFERS, context="sealed_eval").mode is Mode.REFUSE_UNSUPPORTED


def test_organs_of_one_family_that_differ_disagree_too() -> None:
    session = attempt(TEXT, readers=(AGREES, replace(DIFFERS, name="R3")))
    assert session.standing is Standing.DISAGREE


def test_a_third_answer_breaks_an_agreement() -> None:
    assert meet(TEXT, AGREES, replace(DIFFERS, name="R3")).standing is Standing.DISAGREE


OBJECTS = organ(Refusal("combine_mode_ambiguous", Missing.AMBIGUITY, "together or not"), "CMB")
UNREAD = organ(Refusal("question_unread", Missing.SKILL, "not understood"), "R3")


@pytest.mark.parametrize("others", [(AGREES,), (DIFFERS, UNREAD), (AGREES, OBJECTS), (AGREES, UNREAD), (UNREAD,)])
def test_the_order_of_organs_decides_no_outcome(others: tuple[Organ, ...]) -> None:
    sessions = [attempt(TEXT, readers=order) for order in permutations((R1, *others))]
    assert len({(s.mode, s.state, s.answer, s.standing, s.refusal and s.refusal.kind) for s in sessions}) == 1


@pytest.mark.parametrize(
    ("kind", "state", "mode"),
    [
        ("contradictory_amounts", EpistemicState.CONTRADICTED, Mode.CONTRADICTION_REPORT),
        ("combine_mode_ambiguous", EpistemicState.AMBIGUOUS, Mode.CLARIFY),
        ("underdetermined", EpistemicState.AMBIGUOUS, Mode.CLARIFY),
    ],
)
def test_a_substantive_no_outweighs_an_answer(kind: str, state: EpistemicState, mode: Mode) -> None:
    session = meet(TEXT, organ(Refusal(kind, Missing.AMBIGUITY, "the text has no one answer")))
    assert session.refusal is not None
    assert (session.answer, session.refusal.kind, session.state, session.mode) == (None, kind, state, mode)
    assert (session.reader, session.standing) == ("R2", Standing.OBJECTION)


def rivals(text: str) -> Problem:
    """R1's own problem, with a decisive flip under which the answer is 5."""
    read = read_r1(text)
    assert isinstance(read, Problem)
    flip = problem(text, ("14", "9"), Bond.SUM, sign=-1).reading
    return replace(read, relaxations=(Relaxation("choice:than", flip, True),))


@pytest.mark.parametrize(("sign", "served"), [(1, True), (-1, True), (0, False)])
def test_an_answer_that_is_among_no_rivals_is_not_served(sign: int, served: bool) -> None:
    torn = Organ("R1", "chains", rivals)
    found = problem(TEXT, ("14", "9"), Bond.SUM if sign else Bond.PRODUCT, sign=sign or 1)
    session = attempt(TEXT, readers=(torn, organ(found)))
    assert (session.answer is not None) is served
    assert session.standing is (Standing.ALONE if served else Standing.OBJECTION)
    assert served or (session.refusal is not None and session.refusal.kind == "other_reading")
    assert served or [c.answer for c in session.candidates] == [23, 5, 126]


@pytest.mark.parametrize("kind", ["question_unread", "too_many_numbers", "kind_that_nobody_knows"])
def test_not_to_understand_is_no_veto(kind: str) -> None:
    assert meet(TEXT, organ(Refusal(kind, Missing.SKILL, ""))).answer == 23


@pytest.mark.parametrize(
    ("first", "second", "served"),
    [
        ("no_question", "text_unread", "text_unread"),
        ("text_unread", "no_question", "text_unread"),
        ("text_unread", "cue_unread", "text_unread"),
        ("text_unread", "kind_that_nobody_knows", "text_unread"),
        ("contradictory_amounts", "not_licensed", "contradictory_amounts"),
    ],
)
def test_of_two_refusals_that_of_the_further_organ_is_served(first: str, second: str, served: str) -> None:
    readers = [organ(Refusal(kind, Missing.SKILL, kind), name) for kind, name in ((first, "A"), (second, "B"))]
    session = attempt(TEXT, readers=readers)
    assert session.refusal is not None
    assert session.refusal.kind == served
    assert session.next_action == load_failures().next_action(served)
    assert [o.refusal.kind for o in session.organs if o.refusal] == [first, second]


def test_agreement_is_explained_by_both_derivations() -> None:
    lines = list(explanation(meet(TEXT, AGREES)))
    assert lines[0] == "  R1: 23 marble"
    assert lines[2] == "  R2: 23 marble"
    assert lines[3].startswith("  1. add 14, 9 = 23 marble   by relation.whole")
    assert len(lines) == 4


def test_disagreement_is_explained_by_both_and_the_sentence() -> None:
    lines = list(explanation(meet(TEXT, DIFFERS)))
    assert (lines[0], lines[2]) == ("  R1: 23 marble", "  R2: 5 marble")
    assert lines[-1] == '  They part at: "Omar has 9 more marbles than Nadia."'
    assert list(explanation(meet(TEXT, DIFFERS, context="sealed_eval"))) == []


def test_every_organ_stands_in_the_output() -> None:
    unread = organ(Refusal("no_single_rate", Missing.SKILL, "", (Span(0, 5),)), "R3")
    found = json.loads(json.dumps(to_object(meet(TEXT, AGREES, unread), True)))["organs"]
    assert [(o["reader"], o["family"], o["answer"], o["unit"]) for o in found] == [
        ("R1", "chains", "23", "marble"),
        ("R2", "relations", "23", "marble"),
        ("R3", "relations", None, "1"),
    ]
    first, second, third = found
    assert third["refusal"] == {"kind": "no_single_rate", "missing": "skill", "spans": [[0, 5]]}
    assert first["robustness"]["tried"] > 0
    assert [step["licence"] for step in second["derivation"]] == ["relation.whole"]


def test_what_an_organ_finds_is_in_the_hash() -> None:
    hashes = {trace_hash(meet(TEXT, *others)) for others in ((), (AGREES,), (DIFFERS,), (replace(AGREES, name="X"),))}
    assert len(hashes) == 4
    assert trace_hash(meet(TEXT, AGREES)) == trace_hash(meet(TEXT, AGREES))


def test_a_decisive_relaxation_without_an_outcome_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    found = problem(TEXT, ("14", "9"), Bond.SUM)
    flips = (Relaxation("choice:than", found.reading, True), Relaxation("signs", found.reading))

    def judge(given: Problem) -> Judgement:
        judged = real_judge(given)
        outcomes = (("choice:than", False), ("signs", False))
        return replace(judged, robustness=Robustness(outcomes)) if given.reader == "R2" else judged

    monkeypatch.setattr(organs, "judge", judge)
    session = meet(TEXT, organ(replace(found, relaxations=flips)))
    assert (session.standing, session.organs[1].lost) == (Standing.NOT_ROBUST, ("choice:than",))


def test_without_an_organ_there_is_no_verdict() -> None:
    with pytest.raises(ValueError, match="no organ"):
        compare((), load_failures())
