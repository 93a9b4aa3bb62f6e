"""The checker of relational readings: whether one derivation is earned by its relations.

Like ``solver.checker``, apart from what found the derivation: it reads records, and sympy
solves the relations anew.

grounded      every operand is a quantity of the text, or a constant of the relations
licensed      every operation rests on a relation of the reading, at a place of the text
units         addends agree, in the derivation and in the relations it rests on; the result
              has the question's unit (sympy)
denominators  nothing is divided by zero
non_negative  no value on the way is below zero, unless the reading is signed
integral      the answer is whole where indivisible things are counted
round_trip    the relations give the answer; each given in turn, hidden, comes back from the
              relations and the answer as the only solution (sympy)
complete      every quantity of the text is used, or set aside by a named rule
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from importlib import import_module
from math import prod
from operator import add, mul, sub, truediv
from typing import Any

from models.expression import Apply, Constant, Expression, Given, Operation, walk
from models.quantity import Quantity, Reading
from models.relation import Bond, Operand, Relation, RelationalProblem
from models.span import Span
from models.units import Unit
from solver.checker import Finding
from solver.relation_trip import backward, forward

SYMPY = "sympy"  # imported at first use, as in the other checker
STEPS = {Operation.ADD: add, Operation.SUBTRACT: sub, Operation.MULTIPLY: mul, Operation.DIVIDE: truediv}
IMPLICIT = frozenset({("implicit.one", Fraction(1)), ("implicit.zero", Fraction(0))})
Fault = tuple[str, Span | None]


def check_relations(expression: Expression, reading: Reading, text: str) -> tuple[Finding, ...]:
    """One finding for each fault, or one that is ok for each check without; ``checker.passed`` judges them.

    Raises ValueError for a reading without relations. ``round_trip`` is made where all
    other checks passed.
    """
    case = _case(expression, reading)
    findings = _settle("grounded", _grounding_faults(case, text)) + _settle("complete", _completeness_faults(case))
    if any(not f.ok for f in findings):
        return findings
    findings += _settle("licensed", _licence_faults(case, text)) + _settle("units", _unit_faults(case))
    findings += _value_findings(case)
    return findings + (_settle("round_trip", _round_trip_faults(case)) if all(f.ok for f in findings) else ())


def prefilter_relations(expression: Expression, reading: Reading) -> bool:
    """False only where ``check_relations`` finds a fault (exact, without sympy); True proves nothing."""
    case = _case(expression, reading)
    try:
        return all(f.ok for f in _value_findings(case)) and not any(_completeness_faults(case))
    except KeyError:
        return False


@dataclass(frozen=True, slots=True)
class _Case:
    expression: Expression
    reading: Reading
    problem: RelationalProblem
    quantities: Mapping[str, Quantity]

    @property
    def givens(self) -> list[str]:
        return sorted({node.ident for node in walk(self.expression) if isinstance(node, Given)})


def _case(expression: Expression, reading: Reading) -> _Case:
    if reading.relations is None:
        raise ValueError("a reading without relations")
    return _Case(expression, reading, reading.relations, {q.ident: q for q in reading.quantities})


def _settle(name: str, faults: Iterable[Fault]) -> tuple[Finding, ...]:
    return tuple(Finding(name, False, *fault) for fault in faults) or (Finding(name, True),)


def _inside(span: Span | None, text: str) -> bool:
    return span is not None and span.end <= len(text) and bool(span.of(text).strip())


def _grounding_faults(case: _Case, text: str) -> Iterable[Fault]:
    facts = {member for r in case.problem.relations for member in r.members if isinstance(member, Constant)}
    for node in walk(case.expression):
        match node:
            case Given(ident) if [_inside(q.span, text) for q in case.reading.quantities if q.ident == ident] != [True]:
                yield f"{ident} is no single quantity with a place in the text", None
            case Constant(entry, value) if node not in facts and (entry, value) not in IMPLICIT:
                yield f"the constant {entry!r} is in no relation", node.span
            case Apply(operation, operands, licence, reverse):
                two = operation in (Operation.SUBTRACT, Operation.DIVIDE)
                if operation not in STEPS or reverse or len(operands) < 2 or (two and len(operands) > 2):
                    yield f"{operation.value} takes other operands", licence.span


def _completeness_faults(case: _Case) -> Iterable[Fault]:
    aside = [a.span for a in case.reading.aside if a.rule]
    for q in case.reading.quantities:
        needed = q.ident in case.problem.required or not any(span.cover(q.span) == span for span in aside)
        if needed and q.ident not in case.givens:
            yield f"{q.ident} is neither used nor set aside", q.span


def _licence_faults(case: _Case, text: str) -> Iterable[Fault]:
    licences = {relation.licence for relation in case.problem.relations}
    for node in walk(case.expression):
        if isinstance(node, Apply) and not (node.licence in licences and _inside(node.licence.span, text)):
            yield f"no relation of the text licenses {node.operation.value}", node.licence.span


def _symbolic(unit: Unit) -> Any:
    sympy = import_module(SYMPY)
    return sympy.Mul(*(sympy.Symbol(name, positive=True) ** e for name, e in unit.exponents))


def _unit(case: _Case, operand: Operand) -> Any:
    return _symbolic(case.quantities[operand.ident].unit if isinstance(operand, Given) else operand.unit)


def _unit_faults(case: _Case) -> Iterable[Fault]:
    cited = {node.licence for node in walk(case.expression) if isinstance(node, Apply)}
    for relation in case.problem.relations:
        if relation.licence in cited and not _units_agree(case, relation):
            yield f"the units of {relation.licence.entry} do not agree", relation.licence.span
    faults: list[Fault] = []
    result = _result_unit(case, case.expression, faults)
    yield from faults
    question = case.reading.question
    if not result == _symbolic(question.unit) == _symbolic(case.problem.target.unit):
        yield f"the result is in {result}", question.span


def _units_agree(case: _Case, relation: Relation) -> bool:
    result, *operands = (_unit(case, member) for member in relation.members)
    if relation.bond is Bond.SUM:
        return all(unit == result for unit in operands)
    return bool(prod((unit**sign for unit, sign in zip(operands, relation.signs, strict=True)), start=1) == result)


def _result_unit(case: _Case, part: Expression, faults: list[Fault]) -> Any:
    if not isinstance(part, Apply):
        return _unit(case, part)
    units = [_result_unit(case, operand, faults) for operand in part.operands]
    if part.operation in (Operation.MULTIPLY, Operation.DIVIDE):
        return reduce(STEPS[part.operation], units)
    if any(unit != units[0] for unit in units):
        faults.append((f"{part.operation.value} over {units}", part.licence.span))
    return units[0]


def _value_findings(case: _Case) -> tuple[Finding, ...]:
    seen: list[tuple[Fraction, Span | None]] = []
    try:
        answer = _value(case, case.expression, seen)
    except ZeroDivisionError:
        return (Finding("denominators", False, "a divisor is zero"),)
    below = [] if case.reading.signed else [(f"{v} is below zero", span) for v, span in seen if v < 0]
    broken = case.reading.integral and answer.denominator != 1
    whole: list[Fault] = [(f"{answer} is not whole", case.reading.question.span)] if broken else []
    return _settle("denominators", ()) + _settle("non_negative", below) + _settle("integral", whole)


def _value(case: _Case, part: Expression, seen: list[tuple[Fraction, Span | None]]) -> Fraction:
    match part:
        case Given(ident):
            value = case.quantities[ident].value
        case Constant(value=value):
            pass
        case Apply(operation, operands):
            value = reduce(STEPS[operation], [_value(case, operand, seen) for operand in operands])
    seen.append((value, part.licence.span if isinstance(part, Apply) else None))
    return value


def _round_trip_faults(case: _Case) -> Iterable[Fault]:
    values = {q.ident: q.value for q in case.reading.quantities}
    answer = _value(case, case.expression, [])
    if forward(case.problem, values) != answer:
        yield "the relations give another answer, or several", case.reading.question.span
        return
    for ident in case.givens:
        back = backward(case.problem, values, ident, answer)
        if [root for root in back if root >= 0 or case.reading.signed] != [values[ident]]:
            yield f"{ident} does not come back as the only solution", case.quantities[ident].span
