"""From a problem to a judged answer: enumerate, filter, check, doubt.

``judge`` holds the whole flow: all chains of the preferred reading, those that
survive the exact filter, one answer among them or none, its derivations
certified by the checker, and the relaxations that the answer survives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.chain import MAX_RELAXED_CHAINS
from models.enumeration import enumerate_chains
from models.expression import Expression, evaluate
from models.forest import ChainOverflow
from models.outcome import EpistemicState, Missing, Refusal
from models.quantity import Problem, Reading, Relaxation
from models.units import UnitOverflow
from solver.checker import Finding, check, passed, prefilter
from solver.session import Candidate, Certificate, Robustness
from solver.structure import distinct

MAX_RIVALS = 4
UNIQUE = "unique chain"
RIVAL = "one of several chains"


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
    reading = problem.reading
    try:
        found = enumerate_chains(reading.chain)
    except (ChainOverflow, UnitOverflow) as error:
        return _bounded(reading, str(error))
    certificate = Certificate(found.cp_sat, found.dynamic_programming)
    sound = [e for e in found.expressions if prefilter(e, reading)]
    groups = _by_answer(sound, reading)
    if len(groups) != 1:
        return replace(_undecided(groups, reading), certificate=certificate)
    return replace(_certified(groups, problem), certificate=certificate)


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


def _undecided(groups: dict[Fraction, list[Expression]], reading: Reading) -> Judgement:
    """No chain reaches the question, or several answers do."""
    spans = (reading.question.span, *(q.span for q in reading.quantities))
    if not groups:
        refusal = Refusal("no_derivation", Missing.SKILL, "no chain of operations reaches what is asked", spans)
        return Judgement(EpistemicState.UNDETERMINED, refusal=refusal)
    answers = ", ".join(str(a) for a in list(groups)[:4])
    refusal = Refusal("several_answers", Missing.AMBIGUITY, f"derivations disagree: {answers}", spans)
    shown = dict(list(groups.items())[: 2 * MAX_RIVALS])
    candidates = _candidates(shown, reading, EpistemicState.UNVERIFIED_POSSIBLE, RIVAL)
    return Judgement(EpistemicState.AMBIGUOUS, candidates, refusal=refusal)


def _certified(groups: dict[Fraction, list[Expression]], problem: Problem) -> Judgement:
    """One answer is left: every derivation of it must pass the checker."""
    reading = problem.reading
    ((answer, expressions),) = groups.items()
    findings = {e: check(e, reading, problem.text) for e in expressions}
    good = [e for e in expressions if passed(findings[e])]
    bad = [e for e in expressions if not passed(findings[e])]
    state, unit = EpistemicState.CONTRADICTED, reading.question.unit
    removed = tuple(Candidate(answer, unit, state, UNIQUE, (e,), 1, _fault(findings[e])) for e in bad)
    if not good:
        fault = _fault(findings[bad[0]])
        spans = tuple(f.span for f in findings[bad[0]] if f.span)
        refusal = Refusal("check_failed", Missing.SKILL, f"the only derivation fails the check: {fault}", spans)
        return Judgement(EpistemicState.UNDETERMINED, (), removed, refusal)
    kept = _candidates({answer: good}, reading, EpistemicState.INFERRED, UNIQUE)
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
    chain = replace(reading.chain, max_chains=MAX_RELAXED_CHAINS)
    try:
        expressions = enumerate_chains(chain).expressions
    except (ChainOverflow, UnitOverflow):
        return None
    return set(_by_answer([e for e in expressions if prefilter(e, reading)], reading))
