"""The checker: whether one derivation is earned, judged apart from the search.

It reads data records only and shares no code with what found the derivation, so
that a fault of the search cannot hide itself. Each conjunct is one check:

grounded      every operand is a quantity of the text or a named fact
licensed      every operation rests on a cue of the text, or on units that cancel
units         addends agree, the result has the question's unit (sympy)
denominators  nothing is divided by zero
non_negative  no value on the way is below zero, unless the reading is signed
integral      the answer is whole where indivisible things are counted
round_trip    each given in turn, hidden, comes back as the only solution (sympy)
complete      every quantity of the text is used, or set aside by a named rule
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from importlib import import_module
from operator import add, mul, sub, truediv
from typing import Any

from models.expression import Apply, Constant, Expression, Given, Licence, Operation
from models.quantity import Quantity, Reading
from models.span import Span
from models.units import Unit

SYMPY = "sympy"  # imported at first use: 289 ms, and most attempts end before anything is certified
ON_VALUES = ("denominators", "non_negative", "integral", "round_trip")
CHECKS = ("grounded", "licensed", "units", *ON_VALUES, "complete")
COMPOSITION = "unit.composition"
COMPOSING = frozenset({Operation.MULTIPLY, Operation.DIVIDE, Operation.APPLY_RATE})
FOLDING = frozenset({Operation.ADD, Operation.MULTIPLY, Operation.APPLY_RATE})  # two operands or more
INVERSE = frozenset({Operation.SUBTRACT, Operation.DIVIDE})
SUMMING = frozenset({Operation.ADD, Operation.SUBTRACT, Operation.TRANSFER, Operation.COMPARE_ADDITIVE})
Fault = tuple[str, Span | None]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: a fault with its place, or, with ``ok``, that there is none."""

    check: str
    ok: bool
    detail: str = ""
    span: Span | None = None


def check(expression: Expression, reading: Reading, text: str) -> tuple[Finding, ...]:
    """One finding for each fault, or one that is ok for each check of ``CHECKS`` without.

    A check that another fault leaves without meaning is absent; ``passed`` demands it.
    """
    case = _case(expression, reading)
    findings = _settle("grounded", _grounding_faults(case, text))
    if all(f.ok for f in findings):
        units, faults = _units(case)
        findings += _settle("licensed", _licence_faults(case, units, text)) + _settle("units", faults)
        findings += _value_findings(case)
    return findings + _settle("complete", _completeness_faults(case))


def passed(findings: Sequence[Finding]) -> bool:
    """Whether every check of ``CHECKS`` was made and none found a fault."""
    return all(f.ok for f in findings) and {f.check for f in findings} >= set(CHECKS)


def unique(answers: Iterable[Fraction]) -> bool:
    """Whether the answers of all admitted derivations are one (none at all is not one)."""
    return len(set(answers)) == 1


def prefilter(expression: Expression, reading: Reading) -> bool:
    """False only where ``check`` finds a fault (exact, cheap, without sympy); True proves nothing."""
    case = _case(expression, reading)
    try:
        values = _fold(case.nodes, lambda leaf: case.fact(leaf).value)
    except (ZeroDivisionError, KeyError):
        return False
    return not any(_value_faults(case, values))


@dataclass(frozen=True, slots=True)
class _Node:
    """An expression with the places of its operands in the list of all nodes."""

    expression: Expression
    operands: tuple[int, ...] = ()

    @property
    def place(self) -> Span | None:
        return self.expression.licence.span if isinstance(self.expression, Apply) else None

    @property
    def composes(self) -> bool:
        """Whether it joins the product that it is in; what a cue multiplies is one factor of it."""
        a = self.expression
        return isinstance(a, Apply) and a.operation in (COMPOSING if _by_units(a) else {Operation.DIVIDE})


@dataclass(frozen=True, slots=True)
class _Case:
    nodes: tuple[_Node, ...]
    quantities: Mapping[str, Quantity]
    reading: Reading

    def fact(self, leaf: Given | Constant) -> Quantity | Constant:
        return self.quantities[leaf.ident] if isinstance(leaf, Given) else leaf

    def givens(self) -> set[str]:
        return {node.expression.ident for node in self.nodes if isinstance(node.expression, Given)}


def _case(expression: Expression, reading: Reading) -> _Case:
    nodes: list[_Node] = []

    def put(part: Expression) -> int:
        operands = tuple(map(put, part.operands)) if isinstance(part, Apply) else ()
        nodes.append(_Node(part, operands))
        return len(nodes) - 1

    put(expression)
    return _Case(tuple(nodes), {q.ident: q for q in reading.quantities}, reading)


def _settle(name: str, faults: Iterable[Fault]) -> tuple[Finding, ...]:
    return tuple(Finding(name, False, *fault) for fault in faults) or (Finding(name, True),)


def _by_units(apply: Apply) -> bool:
    return apply.licence.entry == COMPOSITION


def _step(apply: Apply) -> Callable[[Any, Any], Any]:
    steps = (add, sub) if apply.operation in SUMMING else (mul, truediv)
    return steps[apply.reverse or apply.operation in INVERSE]


def _fold(nodes: Sequence[_Node], leaf: Callable[[Given | Constant], Any]) -> list[Any]:
    results: list[Any] = []
    for node in nodes:
        part, operands = node.expression, [results[i] for i in node.operands]
        results.append(reduce(_step(part), operands) if isinstance(part, Apply) else leaf(part))
    return results


def _inside(span: Span | None, text: str) -> bool:
    return span is not None and span.end <= len(text) and bool(span.of(text).strip())


def _grounding_faults(case: _Case, text: str) -> Iterable[Fault]:
    stated = case.reading.quantities
    for node in case.nodes:
        match node.expression:
            case Given(ident) if [_inside(q.span, text) for q in stated if q.ident == ident] != [True]:
                yield f"{ident} is no single quantity with a place in the text", None
            case Constant(entry, _, _, span) if not entry or not (span is None or _inside(span, text)):
                yield f"the constant {entry!r} is no named fact with a place in the text", span
            case Apply(operation, operands, _, reverse):
                if len(operands) < 2 or (reverse if operation in FOLDING else len(operands) > 2):
                    yield f"{operation.value} takes other operands", node.place


def _completeness_faults(case: _Case) -> Iterable[Fault]:
    aside = [a.span for a in case.reading.aside if a.rule]
    for q in case.reading.quantities:
        if q.ident not in case.givens() and not any(span.cover(q.span) == span for span in aside):
            yield f"{q.ident} is neither used nor set aside", q.span


def _units(case: _Case) -> tuple[list[Any], list[Fault]]:
    units: list[Any] = []
    faults: list[Fault] = []
    for node in case.nodes:
        apply, operands = node.expression, [units[i] for i in node.operands]
        if not isinstance(apply, Apply):
            units.append(_symbolic(case.fact(apply).unit))
            continue
        units.append(operands[0] if apply.operation in SUMMING else reduce(_step(apply), operands))
        wanted = {Operation.COMPARE_MULTIPLICATIVE: 1}.get(apply.operation, operands[0])
        if apply.operation not in COMPOSING and any(unit != wanted for unit in operands[1:]):
            faults.append((f"{apply.operation.value} over {operands}", node.place))
    if units[-1] != _symbolic(case.reading.question.unit):
        faults.append((f"the result is in {units[-1]}", case.reading.question.span))
    return units, faults


def _symbolic(unit: Unit) -> Any:
    sympy = import_module(SYMPY)
    return sympy.Mul(*(sympy.Symbol(name, positive=True) ** e for name, e in unit.exponents))


def _licence_faults(case: _Case, units: list[Any], text: str) -> Iterable[Fault]:
    inner = {i for node in case.nodes if node.composes for i in node.operands}
    for at, node in enumerate(case.nodes):
        if not isinstance(node.expression, Apply):
            continue
        name, by_units = node.expression.operation.value, _by_units(node.expression)
        if by_units and node.expression.operation not in COMPOSING:
            yield f"units do not license {name}", node.place
        if not by_units and not _cue_backs(node.expression.licence, case.reading, text):
            yield f"no cue of the text licenses {name}", node.place
        factors = tuple(_factors(case, units, at)) if node.composes and at not in inner else ()
        if not _cancel(factors, units[at] == 1):
            yield f"the units of {name} do not cancel", node.place


def _cue_backs(licence: Licence, reading: Reading, text: str) -> bool:
    if licence.span is None or not _inside(licence.span, text):
        return False
    chain, here = reading.chain, licence.span
    if chain and licence in (*chain.licences.values(), *(leaf.licence for leaf in chain.leaves)):
        return True
    reaches = (cue.span.cover(cue.scope) for cue in reading.cues if cue.entry == licence.entry)
    return any(reach.cover(here) == reach for reach in reaches)


@dataclass(frozen=True, slots=True)
class _Factor:
    powers: Mapping[Any, int]  # exponent by base, of the factor itself
    sign: int
    cued: bool  # a cue licenses the division by it

    def meets(self, other: _Factor) -> bool:
        """Whether a base of this one cancels against the other, where that proves something."""
        signs = self.sign * other.sign
        opposed = any(signs * e * other.powers.get(base, 0) < 0 for base, e in self.powers.items())
        rate = any(e < 0 for e in (*self.powers.values(), *other.powers.values()))
        return opposed and (rate or other.cued)


def _factors(case: _Case, units: list[Any], at: int, sign: int = 1, cued: bool = False) -> Iterable[_Factor]:
    apply = case.nodes[at].expression
    if not isinstance(apply, Apply) or not case.nodes[at].composes:
        powers = {base: int(e) for base, e in units[at].as_powers_dict().items() if base.is_Symbol}
        yield _Factor(powers, sign, cued)
        return
    for position, operand in enumerate(case.nodes[at].operands):
        below = position > 0 and apply.operation is Operation.DIVIDE
        split = cued or (below and not _by_units(apply))
        yield from _factors(case, units, operand, -sign if below else sign, split)


def _cancel(factors: Sequence[_Factor], nothing_left: bool) -> bool:
    """Whether units (and cues, where given) account for all factors of one product.

    Two amounts, or two rates, of one unit cancel in any text, which licenses no ratio: only
    a cue does. One thing above the line may be what is shared out, or scaled.
    """
    measured = [f for f in factors if f.powers]
    loose = [f for f in measured if not f.cued and not any(f.meets(g) for g in measured)]
    below = any(f.sign < 0 and not f.cued for f in factors if f in loose or not f.powers)
    cued, ratio = any(f.cued for f in factors), nothing_left and bool(measured)
    return len(loose) <= (cued or len(measured) == 1) and not below and (cued or not ratio)


def _value_findings(case: _Case) -> tuple[Finding, ...]:
    try:
        values = _fold(case.nodes, lambda leaf: case.fact(leaf).value)
    except ZeroDivisionError:
        return (Finding("denominators", False, "a divisor is zero"),)
    faults = ((), *_value_faults(case, values), _round_trip_faults(case, values))
    return sum(map(_settle, ON_VALUES, faults), ())


def _value_faults(case: _Case, values: Sequence[Fraction]) -> tuple[list[Fault], list[Fault]]:
    below = [(f"{v} is below zero", n.place) for n, v in zip(case.nodes, values, strict=True) if v < 0]
    whole = values[-1].denominator == 1 or not case.reading.integral
    broken: list[Fault] = [(f"{values[-1]} is not whole", case.reading.question.span)]
    return [] if case.reading.signed else below, [] if whole else broken


def _round_trip_faults(case: _Case, values: Sequence[Fraction]) -> Iterable[Fault]:
    """Hide a given, set the derivation equal to its answer, solve for what was hidden."""
    sympy = import_module(SYMPY)
    rational, symbol = sympy.field("x", sympy.QQ)

    def leaf(part: Given | Constant) -> Any:
        value = case.fact(part).value
        return symbol if part == hidden else sympy.QQ(value.numerator, value.denominator)

    answer = sympy.QQ(values[-1].numerator, values[-1].denominator)
    for ident in sorted(case.givens()):
        hidden, value = Given(ident), case.quantities[ident].value
        equation = rational(_fold(case.nodes, leaf)[-1] - answer).numer
        if _solutions(equation, case.reading.signed) != [sympy.Rational(value.numerator, value.denominator)]:
            yield f"{ident} does not come back as the only solution", case.quantities[ident].span


def _solutions(equation: Any, signed: bool) -> list[Any]:
    """The distinct real roots, without negative ones unless ``signed``; none of a constant."""
    sympy, terms = import_module(SYMPY), dict(equation.terms())
    roots = sympy.Poly(equation.as_expr()).real_roots() if equation.degree() > 1 else []
    if equation.degree() == 1:  # by far the commonest, and solved at a fraction of the cost
        roots = [sympy.QQ.to_sympy(-terms.get((0,), sympy.QQ(0)) / terms[(1,)])]
    return [root for root in dict.fromkeys(roots) if signed or root >= 0]
