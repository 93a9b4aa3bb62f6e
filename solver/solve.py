"""From a problem to a judged answer: enumerate or solve, filter, check, doubt.

``judge`` holds the whole flow: all chains of the preferred reading, those that
survive the exact filter, one answer among them or none, its derivations
certified by the checker, and the relaxations that the answer survives. A reading
of relations is solved where one of chains is enumerated; the rest is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from models.chain import MAX_RELAXED_CHAINS, ChainProblem
from models.enumeration import enumerate_chains
from models.expression import Expression, evaluate
from models.forest import ChainOverflow
from models.outcome import EpistemicState, Missing, Refusal
from models.quantity import Problem, Reading, Relaxation
from models.span import Span
from models.units import UnitOverflow
from solver.checker import Finding, check, passed, prefilter
from solver.linear import CONFLICT, NO_DIVISOR, DerivationOverflow
from solver.relation_checker import check_relations, prefilter_relations
from solver.relational import (
    NEGATIVE,
    NO_WHOLE,
    NOT_WHOLE,
    Contradictory,
    Outcome,
    Solved,
    Underdetermined,
    Unexplained,
    solve_relations,
)
from solver.session import Candidate, Certificate, Robustness
from solver.structure import distinct

MAX_RIVALS = 4
UNIQUE = "unique chain"
RIVAL = "one of several chains"
RELATIONS = "relations"
CONTRADICTIONS = MappingProxyType(
    {
        CONFLICT: "the amounts of the text do not fit together",
        NEGATIVE: "an amount comes out below zero",
        NOT_WHOLE: "a count comes out as no whole number",
        NO_DIVISOR: "something is divided by zero",
        NO_WHOLE: "no whole numbers fit the amounts of the text",
    }
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one problem: its state, candidates left and removed, and why."""

    state: EpistemicState
    candidates: tuple[Candidate, ...] = ()
    eliminated: tuple[Candidate, ...] = ()
    refusal: Refusal | None = None
    robustness: Robustness = Robustness()
    certificate: Certificate | None = None


def judge(problem: Problem) -> Judgement:
    """The judgement over the preferred reading, and its robustness."""
    try:
        return _by_relations(problem) if problem.reading.relations else _by_chains(problem)
    except (ChainOverflow, UnitOverflow, DerivationOverflow) as error:
        return _bounded(problem.reading, str(error))


def _by_chains(problem: Problem) -> Judgement:
    reading = problem.reading
    found = enumerate_chains(_chain(reading))
    certificate = Certificate(found.cp_sat, found.dynamic_programming)
    sound = [e for e in found.expressions if prefilter(e, reading)]
    groups = _by_answer(sound, reading)
    if len(groups) != 1:
        return replace(_undecided(groups, reading), certificate=certificate)
    return replace(_certified(groups, problem), certificate=certificate)


def _by_relations(problem: Problem) -> Judgement:
    reading = problem.reading
    match _solve(reading):
        case Solved(value, expression) if prefilter_relations(expression, reading):
            return _certified({value: [expression]}, problem)
        case Contradictory() as found:
            refusal = Refusal("contradictory_amounts", Missing.AMBIGUITY, CONTRADICTIONS[found.kind], found.spans)
            return Judgement(EpistemicState.CONTRADICTED, refusal=refusal)
        case Underdetermined() as found:
            refusal = Refusal("underdetermined", Missing.AMBIGUITY, _witnessed(found), (reading.question.span,))
            return Judgement(EpistemicState.UNDETERMINED, refusal=refusal)
        case Solved():
            return _unearned(reading, "what the relations give is no amount, or leaves amounts of the text unused")
    return _unearned(reading, "only one whole number fits the relations, and no derivation shows it")


def _chain(reading: Reading) -> ChainProblem:
    if reading.chain is None:
        raise ValueError("a reading without operation chains")
    return reading.chain


def _solve(reading: Reading, explain: bool = True) -> Outcome:
    if reading.relations is None:
        raise ValueError("a reading without relations")
    return solve_relations(reading.relations, reading.quantities, explain)


def _witnessed(found: Underdetermined) -> str:
    """What a person may check: two solutions of the relations that differ in what is asked for."""
    if not found.witnesses:
        return "the relations of the text leave open what is asked for"
    values = " or ".join(str(witness[found.target]) for witness in found.witnesses)
    return f"the relations of the text fit with {values} alike"


def _values(reading: Reading) -> dict[str, Fraction]:
    return {q.ident: q.value for q in reading.quantities}


def _by_answer(expressions: Sequence[Expression], reading: Reading) -> dict[Fraction, list[Expression]]:
    """Derivations by answer, answers ascending."""
    values = _values(reading)
    groups: dict[Fraction, list[Expression]] = {}
    for expression in expressions:
        groups.setdefault(evaluate(expression, values), []).append(expression)
    return dict(sorted(groups.items()))


def _candidates(
    groups: dict[Fraction, list[Expression]], reading: Reading, state: EpistemicState, basis: str
) -> tuple[Candidate, ...]:
    values = _values(reading)
    return tuple(
        Candidate(answer, reading.question.unit, state, basis, tuple(group), len(distinct(group, values)))
        for answer, group in groups.items()
    )


def _bounded(reading: Reading, detail: str) -> Judgement:
    refusal = Refusal("computationally_bounded", Missing.SKILL, detail, (reading.question.span,))
    return Judgement(EpistemicState.COMPUTATIONALLY_BOUNDED, refusal=refusal)


def _all_spans(reading: Reading) -> tuple[Span, ...]:
    return (reading.question.span, *(q.span for q in reading.quantities))


def _unearned(reading: Reading, detail: str) -> Judgement:
    refusal = Refusal("no_derivation", Missing.SKILL, detail, _all_spans(reading))
    return Judgement(EpistemicState.UNDETERMINED, refusal=refusal)


def _undecided(groups: dict[Fraction, list[Expression]], reading: Reading) -> Judgement:
    """No chain reaches the question, or several answers do."""
    if not groups:
        return _unearned(reading, "no chain of operations reaches what is asked")
    answers = ", ".join(str(a) for a in list(groups)[:4])
    refusal = Refusal("several_answers", Missing.AMBIGUITY, f"derivations disagree: {answers}", _all_spans(reading))
    shown = dict(list(groups.items())[: 2 * MAX_RIVALS])
    candidates = _candidates(shown, reading, EpistemicState.UNVERIFIED_POSSIBLE, RIVAL)
    return Judgement(EpistemicState.AMBIGUOUS, candidates, refusal=refusal)


def _certified(groups: dict[Fraction, list[Expression]], problem: Problem) -> Judgement:
    """One answer is left: every derivation of it must pass the checker."""
    reading = problem.reading
    ((answer, expressions),) = groups.items()
    checker, basis = (check_relations, RELATIONS) if reading.relations else (check, UNIQUE)
    findings = {e: checker(e, reading, problem.text) for e in expressions}
    good = [e for e in expressions if passed(findings[e])]
    bad = [e for e in expressions if not passed(findings[e])]
    state, unit = EpistemicState.CONTRADICTED, reading.question.unit
    removed = tuple(Candidate(answer, unit, state, basis, (e,), 1, _fault(findings[e])) for e in bad)
    if not good:
        fault = _fault(findings[bad[0]])
        spans = tuple(f.span for f in findings[bad[0]] if f.span)
        refusal = Refusal("check_failed", Missing.SKILL, f"the only derivation fails the check: {fault}", spans)
        return Judgement(EpistemicState.UNDETERMINED, (), removed, refusal)
    kept = _candidates({answer: good}, reading, EpistemicState.INFERRED, basis)
    return _doubted(Judgement(EpistemicState.INFERRED, kept, removed), problem, answer)


def _fault(findings: Sequence[Finding]) -> str:
    return ", ".join(sorted({f.check for f in findings if not f.ok}))


def _doubted(judgement: Judgement, problem: Problem, answer: Fraction) -> Judgement:
    """The judgement with its robustness; another answer under a decisive flip is a disagreement."""
    tried = [(r, _answers(r.reading)) for r in problem.relaxations]  # a choice point may be flipped more than once
    survived = tuple((r.family, found is not None and found <= {answer}) for r, found in tried)
    judgement = replace(judgement, robustness=Robustness((*survived, *problem.doubts)))
    for relaxation, found in tried:
        rivals = sorted((found or set()) - {answer})
        if relaxation.decisive and rivals:
            return _disagreement(judgement, relaxation, rivals)
    return judgement


def _disagreement(judgement: Judgement, relaxation: Relaxation, rivals: Sequence[Fraction]) -> Judgement:
    """Two meanings are consistent and differ: both are shown, neither is served."""
    unit = relaxation.reading.question.unit
    state = EpistemicState.UNVERIFIED_POSSIBLE
    mine = tuple(replace(c, state=state) for c in judgement.candidates)
    theirs = tuple(
        Candidate(answer, unit, state, f"relaxed: {relaxation.family}", ()) for answer in rivals[:MAX_RIVALS]
    )
    detail = f"another consistent reading ({relaxation.family}) gives {rivals[0]}"
    refusal = Refusal("other_reading", Missing.AMBIGUITY, detail, (relaxation.reading.question.span,))
    return replace(judgement, state=EpistemicState.AMBIGUOUS, candidates=(*mine, *theirs), refusal=refusal)


def _answers(reading: Reading) -> set[Fraction] | None:
    """All answers of a relaxed reading; None where the search overflows its bounds."""
    try:
        return _relational_answers(reading) if reading.relations else _chain_answers(reading)
    except (ChainOverflow, UnitOverflow, DerivationOverflow):
        return None


def _chain_answers(reading: Reading) -> set[Fraction]:
    expressions = enumerate_chains(replace(_chain(reading), max_chains=MAX_RELAXED_CHAINS)).expressions
    return set(_by_answer([e for e in expressions if prefilter(e, reading)], reading))


def _relational_answers(reading: Reading) -> set[Fraction]:
    match _solve(reading, explain=False):
        case Solved(value, expression) if prefilter_relations(expression, reading):
            return {value}
        case Unexplained(value):
            return {value}
    return set()
