"""From an attempt's session to what is put out: a JSON object, or text for a person.

The keys of the object and their order are the command line's contract. What a
context does not let out (candidates, a derivation that reaches an answer which is
refused) is left out here, for both forms alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from models.expression import Expression
from models.outcome import Mode, Refusal
from models.quantity import Problem
from models.span import Span
from models.units import Unit
from solver.session import Candidate, Opinion, ProblemAttemptSession, Robustness, Standing
from solver.trace import Step, steps, trace_hash

THETA_SERVE = 0.99
ANSWERING = frozenset({Mode.VERIFIED_ANSWER, Mode.PROVISIONAL_WORKING_ANSWER})
SHOWING = ANSWERING | {Mode.MULTIPLE_CANDIDATES, Mode.CLARIFY, Mode.PARTIAL_PROGRESS}
COMPARED = frozenset(Standing) - {Standing.NONE, Standing.ALONE}
DECIMAL_PLACES = 6


class UnsoundSession(ValueError):
    """A session whose mode, answer and refusal do not fit together."""


def answered(session: ProblemAttemptSession) -> bool:
    """Whether the mode puts an answer out; UnsoundSession where the record denies it."""
    answers = session.mode in ANSWERING
    if answers != (session.answer is not None) or answers != (session.refusal is None):
        raise UnsoundSession(f"mode {session.mode.value} does not fit its answer or refusal")
    return answers


def to_object(session: ProblemAttemptSession, candidates_on_refusal: bool) -> dict[str, object]:
    """The JSON object of an attempt; rationals are text, spans are [start, end].

    ``candidates_on_refusal``: whether the context lets candidates out with a refusal.
    """
    done = answered(session)
    shown = session.mode in SHOWING or candidates_on_refusal
    return {
        "id": session.problem_id,
        "mode": session.mode.value,
        "state": session.state.value,
        "answer": _rational(session.answer),
        "unit": str(session.unit),
        "display": display(session),
        "disclosures": list(session.disclosures),
        "candidates": [_candidate(c) for c in _all_candidates(session)] if shown else [],
        "refusal": _refused(session),
        "class": None,
        "licence": {"action": "serve", "reliability": None, "theta": THETA_SERVE, "source": "none"},
        "robustness": _robustness(session.robustness),
        "organs": [_organ(opinion, shown) for opinion in session.organs],
        "derivation": _steps(session) if done else [],
        "certificate": _certificate(session),
        "trace": trace_hash(session),
    }


def _rational(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _all_candidates(session: ProblemAttemptSession) -> tuple[Candidate, ...]:
    return (*session.candidates, *session.eliminated)


def _candidate(candidate: Candidate) -> dict[str, object]:
    return {
        "answer": str(candidate.answer),
        "unit": str(candidate.unit),
        "state": candidate.state.value,
        "basis": candidate.basis,
        "eliminated_by": candidate.eliminated_by,
    }


def _refused(session: ProblemAttemptSession) -> dict[str, object] | None:
    """The refusal that is served, with what a person can do about it."""
    found = _refusal(session.refusal)
    return None if found is None else {**found, "next_action": session.next_action}


def _refusal(refusal: Refusal | None) -> dict[str, object] | None:
    if refusal is None:
        return None
    spans = [_span(span) for span in refusal.spans]
    return {"kind": refusal.kind, "missing": refusal.missing.value, "spans": spans}


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _robustness(robustness: Robustness) -> dict[str, object]:
    """A family that was relaxed more than once counts as survived if it was each time."""
    families = sorted({family for family, _ in robustness.by_family})
    kept = {f: all(k for family, k in robustness.by_family if family == f) for f in families}
    return {"survived": robustness.survived, "tried": robustness.tried, "by_family": kept}


def _organ(opinion: Opinion, shown: bool) -> dict[str, object]:
    """What one organ found; its answer and derivation where the context lets candidates out."""
    answer = opinion.answer if shown else None
    return {
        "reader": opinion.organ,
        "outcome": "refused" if opinion.answer is None else "answer",
        "answer": _rational(answer),
        "family": opinion.family,
        "state": opinion.state.value,
        "unit": str(opinion.unit),
        "refusal": _refusal(opinion.refusal),
        "robustness": _robustness(opinion.robustness),
        "derivation": [] if answer is None else _outline(opinion),
    }


def _outline(opinion: Opinion) -> list[dict[str, object]]:
    """The steps of its derivation in short."""
    trace = _opinion_steps(opinion)
    values = _values(opinion.problem, trace)
    return [
        {
            "op": step.op,
            "values": [str(values[name]) for name in step.operands],
            "result": str(step.result),
            "unit": str(step.unit),
            "licence": step.licence_entry,
        }
        for step in trace
    ]


def _opinion_steps(opinion: Opinion) -> tuple[Step, ...]:
    if not opinion.derivations or opinion.problem is None:
        return ()
    return steps(opinion.derivations[0], opinion.problem.reading)


def _certificate(session: ProblemAttemptSession) -> dict[str, int] | None:
    if session.certificate is None:
        return None
    counted = session.certificate
    return {"cp_sat": counted.cp_sat, "dynamic_programming": counted.dynamic_programming}


def derivation(session: ProblemAttemptSession) -> tuple[Step, ...]:
    """The steps of the first derivation that gives the session's answer; () where none does."""
    expression = _expression(session)
    if expression is None or session.problem is None:
        return ()
    return tuple(steps(expression, session.problem.reading))


def _expression(session: ProblemAttemptSession) -> Expression | None:
    rows = (c.derivations for c in session.candidates if c.answer == session.answer)
    return next((expressions[0] for expressions in rows if expressions), None)


def operand_values(session: ProblemAttemptSession) -> dict[str, Fraction]:
    """What each operand of the derivation stands for: quantities by id, steps as s0, s1, ..."""
    return _values(session.problem, derivation(session))


def _values(problem: Problem | None, trace: Sequence[Step]) -> dict[str, Fraction]:
    given = problem.reading.quantities if problem else ()
    results = {f"s{index}": step.result for index, step in enumerate(trace)}
    return {quantity.ident: quantity.value for quantity in given} | results


def _steps(session: ProblemAttemptSession) -> list[dict[str, object]]:
    values = operand_values(session)
    return [_step(step, values) for step in derivation(session)]


def _step(step: Step, values: Mapping[str, Fraction]) -> dict[str, object]:
    return {
        "op": step.op,
        "operands": list(step.operands),
        "result": str(step.result),
        "unit": str(step.unit),
        "licence": {"entry": step.licence_entry, "span": _span(step.licence_span)},
        "values": [str(values[name]) for name in step.operands],
    }


def display(session: ProblemAttemptSession) -> str:
    """The line that a person reads, its disclosures first."""
    return " ".join((*session.disclosures, _core(session)))


def _core(session: ProblemAttemptSession) -> str:
    if session.answer is not None:
        return amount(session.answer, session.unit)
    lead = _lead(session.mode)
    kind = f" ({session.refusal.kind}): {session.refusal.detail}" if session.refusal else ""
    options = "; ".join(_options(session)) if session.mode is Mode.MULTIPLE_CANDIDATES else ""
    return f"{options}. {lead}{kind}" if options else f"{lead}{kind}"


def _options(session: ProblemAttemptSession) -> Iterable[str]:
    return dict.fromkeys(amount(c.answer, c.unit) for c in session.candidates)


def _lead(mode: Mode) -> str:
    match mode:
        case Mode.MULTIPLE_CANDIDATES:
            return "No single answer"
        case Mode.CLARIFY:
            return "Please clarify"
        case Mode.CONTRADICTION_REPORT:
            return "The text contradicts itself"
        case Mode.PARTIAL_PROGRESS:
            return "Not finished"
        case _:
            return "No answer"


def amount(value: Fraction, unit: Unit) -> str:
    """A value with its unit for a person; exact.

    >>> amount(Fraction(7, 2), Unit.of("mile") / Unit.of("hour"))
    '3.5 mile per hour'
    >>> amount(Fraction(1, 3), Unit())
    '1/3'
    """
    top, bottom = "-".join(unit.numerator), "-".join(unit.denominator)
    words = (decimal(value), top, f"per {bottom}" if bottom else "")
    return " ".join(word for word in words if word)


def decimal(value: Fraction) -> str:
    """The value as a decimal number where one of six places is exact, else as a fraction."""
    scaled = value * 10**DECIMAL_PLACES
    if scaled.denominator != 1:
        return str(value)
    whole, rest = divmod(abs(scaled.numerator), 10**DECIMAL_PLACES)
    places = f"{rest:0{DECIMAL_PLACES}d}".rstrip("0")
    return ("-" if value < 0 else "") + (f"{whole}.{places}" if places else str(whole))


def explanation(session: ProblemAttemptSession) -> Iterator[str]:
    """One line a step of what is answered: operation, operands, result, and what licensed it.

    Where organs agree so that the answer is verified, the derivation of each, under its
    name; where they differ and the context shows candidates, both, and the sentence that
    they use differently.
    """
    done = answered(session)
    if session.standing in COMPARED and (done or session.mode in SHOWING):
        yield from _compared(session)
    elif done:
        yield from _explained(derivation(session), operand_values(session), session.text)


def _compared(session: ProblemAttemptSession) -> Iterator[str]:
    for opinion in session.organs:
        if opinion.answer is not None:
            yield f"  {opinion.organ}: {amount(opinion.answer, opinion.unit)}"
            trace = _opinion_steps(opinion)
            yield from _explained(trace, _values(opinion.problem, trace), session.text)
    if session.parting is not None:
        yield f'  They part at: "{_quoted(session.parting, session.text)}"'


def _explained(trace: Sequence[Step], values: Mapping[str, Fraction], text: str) -> Iterator[str]:
    for number, step in enumerate(trace):
        inputs = ", ".join(_operand(name, values, number) for name in step.operands)
        done = " ".join(filter(None, (step.op, inputs, "=", amount(step.result, step.unit))))
        yield f"  {number + 1}. {done}   by {_licence(step, text)}"


def _operand(name: str, values: Mapping[str, Fraction], before: int) -> str:
    """The value of an operand, and of an earlier step its number."""
    earlier = {f"s{index}": f" (step {index + 1})" for index in range(before)}
    return decimal(values[name]) + earlier.get(name, "")


def _licence(step: Step, text: str) -> str:
    span = step.licence_span
    return step.licence_entry if span is None else f'{step.licence_entry}, "{_quoted(span, text)}"'


def _quoted(span: Span, text: str) -> str:
    return " ".join(span.of(text).split())
