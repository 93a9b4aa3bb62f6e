"""Traces: a derivation as numbered steps, and a session as canonical bytes.

A step names its operands by id: ``q0`` is a quantity of the reading, ``s0`` the
result of an earlier step. A named fact, and an answer that is read off the text,
are steps of their own, so that every number of a trace says where it comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce
from hashlib import sha256
from operator import add, mul, sub, truediv
from typing import Any

from models.expression import ADDITIVE, Apply, Constant, Expression, Given, Operation
from models.quantity import Quantity, Reading
from models.span import Span
from models.units import Unit
from solver.session import Opinion, ProblemAttemptSession

VERSION = 2
FACT = "fact"  # a constant of a pack
READ = "read"  # an answer that is itself a quantity of the text
REVERSE = ".reverse"
STEP_NAME = re.compile(r"s\d+")
INVERSE = frozenset({Operation.SUBTRACT, Operation.DIVIDE})


@dataclass(frozen=True, slots=True)
class Step:
    """One step: ``op`` over ``operands`` gives ``result`` in ``unit``, by this licence.

    ``op`` is the value of an Operation (with ``.reverse`` where it goes the inverse
    way), ``fact`` or ``read``; of ``fact`` the licence is the entry of the pack, of
    ``read`` it is the quantity.
    """

    op: str
    operands: tuple[str, ...]
    result: Fraction
    unit: Unit
    licence_entry: str
    licence_span: Span | None


def steps(expression: Expression, reading: Reading) -> tuple[Step, ...]:
    """The steps of a derivation, operands first; the last one gives the answer.

    Raises KeyError for a given that the reading does not hold or that is named like
    a step, ZeroDivisionError where a divisor is zero.
    """
    quantities = {q.ident: q for q in reading.quantities}
    if any(STEP_NAME.fullmatch(ident) for ident in quantities):
        raise KeyError("a quantity is named like a step")
    done: list[Step] = []
    name = _record(expression, quantities, done)
    if not done:
        q = quantities[name]
        done.append(Step(READ, (name,), q.value, q.unit, name, q.span))
    return tuple(done)


def replay(trace: Sequence[Step], values: Mapping[str, Fraction]) -> Fraction:
    """The answer, computed again from the steps and the values of the givens alone.

    Raises ValueError where a recorded result is not what its operands give under
    these values, and for a trace without steps; KeyError for an unknown operand.
    """
    known = dict(values)
    for i, step in enumerate(trace):
        result = _compute(step, known)
        if result != step.result:
            raise ValueError(f"step s{i} gives {result}, recorded is {step.result}")
        known[f"s{i}"] = result
    if not trace:
        raise ValueError("a trace without steps")
    return known[f"s{len(trace) - 1}"]


def canonical_trace(session: ProblemAttemptSession) -> bytes:
    """The session as JSON in UTF-8: sorted keys, no floats, rationals as text.

    Holds what was read by each organ, every candidate kept or eliminated with its
    derivations, and the steps of the answer; of the relaxations their outcome, not their
    readings.
    Raises TypeError for a value that has no exact form (a float).
    """
    apart = ("problem", "organs")
    document = {f.name: _plain(getattr(session, f.name)) for f in fields(session) if f.name not in apart}
    document["version"] = VERSION
    document["organs"] = [_opinion(opinion) for opinion in session.organs]
    document["reading"] = _reading(session.problem.reading) if session.problem else None
    document["steps"] = [_plain(step) for step in _answer_steps(session)]
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # A lone surrogate has no UTF-8; what this writes instead is its JSON escape.
    return text.encode("utf-8", errors="backslashreplace")


def trace_hash(session: ProblemAttemptSession) -> str:
    """SHA-256 of the canonical trace, in hexadecimal."""
    return sha256(canonical_trace(session)).hexdigest()


def fold(operation: Operation, values: Sequence[Any], reverse: bool) -> Any:
    """What an operation makes of its operands: numbers, or anything with + - * /.

    Raises ZeroDivisionError, and ValueError where there is no operand.
    """
    total, *others = values
    step, back = (add, sub) if operation in ADDITIVE else (mul, truediv)
    return reduce(back if reverse or operation in INVERSE else step, others, total)


def _record(expression: Expression, quantities: Mapping[str, Quantity], done: list[Step]) -> str:
    match expression:
        case Given(ident):
            return quantities[ident].ident
        case Constant(entry, value, unit, span):
            done.append(Step(FACT, (), value, unit, entry, span))
        case Apply(operation, operands, licence, reverse):
            names = tuple(_record(operand, quantities, done) for operand in operands)
            parts = [_part(name, quantities, done) for name in names]
            result = fold(operation, [value for value, _ in parts], reverse)
            units = [unit for _, unit in parts]
            unit = units[0] if operation in ADDITIVE else fold(operation, units, reverse)
            op = operation.value + (REVERSE if reverse else "")
            done.append(Step(op, names, result, unit, licence.entry, licence.span))
    return f"s{len(done) - 1}"


def _part(name: str, quantities: Mapping[str, Quantity], done: Sequence[Step]) -> tuple[Fraction, Unit]:
    if name in quantities:
        return quantities[name].value, quantities[name].unit
    step = done[int(name[1:])]
    return step.result, step.unit


def _compute(step: Step, known: Mapping[str, Fraction]) -> Fraction:
    if step.op == FACT:
        return step.result
    if step.op == READ:
        return known[step.operands[0]]
    operation = Operation(step.op.removesuffix(REVERSE))
    result: Fraction = fold(operation, [known[name] for name in step.operands], step.op.endswith(REVERSE))
    return result


def _answer_steps(session: ProblemAttemptSession) -> tuple[Step, ...]:
    found = [d for c in session.candidates for d in c.derivations if c.answer == session.answer]
    return steps(found[0], session.problem.reading) if found and session.problem else ()


def _opinion(opinion: Opinion) -> dict[str, object]:
    found = {f.name: _plain(getattr(opinion, f.name)) for f in fields(opinion) if f.name != "problem"}
    return found | {"reading": _reading(opinion.problem.reading) if opinion.problem else None}


def _reading(reading: Reading) -> dict[str, object]:
    # The chain problem restates the quantities for the search; its outcome is in the candidates.
    return {f.name: _plain(getattr(reading, f.name)) for f in fields(reading) if f.name != "chain"}


def _plain(value: object) -> object:
    match value:
        case Enum():
            return _plain(value.value)
        case None | bool() | int() | str():
            return value
        case Fraction() | Unit():
            return str(value)
        case tuple():
            return [_plain(item) for item in value]
        case frozenset():
            return sorted(map(str, value))
    if is_dataclass(value):
        return {
            "type": type(value).__name__,
            **{f.name: _plain(getattr(value, f.name)) for f in fields(value)},
        }
    raise TypeError(f"no exact form for {type(value).__name__}")
