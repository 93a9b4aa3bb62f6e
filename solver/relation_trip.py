"""Relations solved anew by sympy, forwards for the answer and backwards for each given.

Shares no code with ``solver.relational``. Over the rationals, what is linear in the unknowns
is eliminated until nothing more is determined. Where products of unknowns are in the way, the
same is done over a field of rational functions, with the hidden given, and one more amount
that may cancel, as its generators: the relations then give the answer as a function of the
hidden given, whose value is a root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from models.expression import Constant, Given
from models.relation import Bond, Operand, Relation, RelationalProblem, Unknown

SYMPY = "sympy"  # imported at first use, as in the checkers
ELIMINATION = "sympy.polys.matrices.sdm"


def forward(problem: RelationalProblem, values: Mapping[str, Fraction]) -> Fraction | None:
    """The only value of the target under the relations and the givens; None where there is none such."""
    known, target = _rational(values), _key(problem.target)
    found = _closure(problem.relations, known, import_module(SYMPY).QQ)
    if found is None or target in found:
        return None if found is None else _fraction(found[target])
    function = _function(problem, known, "")
    return None if function is None else _fraction(function.numer.coeff(1) / function.denom.coeff(1))


def backward(problem: RelationalProblem, values: Mapping[str, Fraction], hidden: str, answer: Fraction) -> list[Any]:
    """The real values of a given with which the relations give the answer: Fraction where rational."""
    known, name = _rational(values), _key(Given(hidden))
    del known[name]
    supplied = known | {_key(problem.target): _rational({"": answer})[_key(Given(""))]}
    found = _closure(problem.relations, supplied, import_module(SYMPY).QQ)
    if found is None or name in found:
        return [] if found is None else [_fraction(found[name])]
    function = _function(problem, known, name)
    return [] if function is None else _roots(function, answer)


def _rational(values: Mapping[str, Fraction]) -> dict[str, Any]:
    rationals = import_module(SYMPY).QQ
    return {_key(Given(ident)): rationals(*value.as_integer_ratio()) for ident, value in values.items()}


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def _key(operand: Given | Unknown) -> str:
    return f"{type(operand).__name__} {operand.ident}"


def _function(problem: RelationalProblem, known: Mapping[str, Any], hidden: str) -> Any:
    """The target as a rational function of the hidden given ("": as a number); None where it is none."""
    ring, own, free = import_module(SYMPY).field("own, free", import_module(SYMPY).QQ)
    start = {name: ring(value) for name, value in known.items()} | ({hidden: own} if hidden else {})
    target, found = _key(problem.target), _closure(problem.relations, start, ring)
    if found is not None and target not in found:
        names = (_key(u) for r in problem.relations for u in r.unknowns)
        name = next((n for n in names if n not in found and n != target), None)
        found = _closure(problem.relations, {**found, name: free}, ring) if name else None
    function = (found or {}).get(target)
    cancels = function is not None and not any(p.degree(p.ring.gens[1]) > 0 for p in (function.numer, function.denom))
    return function if cancels else None


def _roots(function: Any, answer: Fraction) -> list[Any]:
    sympy = import_module(SYMPY)
    numerator = (function - sympy.QQ(*answer.as_integer_ratio())).numer
    own, degree = numerator.ring.gens[0], numerator.degree()
    if degree == 1:  # by far the commonest, and solved at a fraction of the cost
        return [_fraction(-numerator.coeff(1) / numerator.coeff(own))]
    roots = sympy.Poly(numerator.as_expr(), numerator.ring.symbols[0]).real_roots() if degree > 1 else []
    return [Fraction(int(root.p), int(root.q)) if root.is_Rational else root for root in dict.fromkeys(roots)]


def _closure(relations: Sequence[Relation], known: Mapping[str, Any], ring: Any) -> dict[str, Any] | None:
    """All that follows from what is known, by elimination of what is linear; None where nothing fits."""
    found, irref = dict(known), import_module(ELIMINATION).sdm_irref
    while True:
        rows = [row for row in (_row(r, found, ring) for r in relations) if row]
        names = sorted({name for row in rows for name in row if name})
        places = {name: place for place, name in enumerate((*names, ""))}
        solved, pivots, _ = irref({i: {places[n]: c for n, c in row.items()} for i, row in enumerate(rows)})
        if places[""] in pivots:
            return None
        new = {
            names[p]: -row.get(places[""], ring(0))
            for p, row in zip(pivots, solved.values(), strict=True)
            if not row.keys() - {p, places[""]}
        }
        if not new:
            return found
        found |= new


def _row(relation: Relation, known: Mapping[str, Any], ring: Any) -> dict[str, Any]:
    """Coefficient by unknown and, under "", the constant, all summing to zero; {} where not linear."""
    signs = (-1, *relation.signs)
    if relation.bond is Bond.SUM:
        parts = [_monomial((member,), sign, known, ring) for member, sign in zip(relation.members, signs, strict=True)]
    else:
        signed = [*zip(relation.members, signs, strict=True)]
        parts = [_monomial([m for m, s in signed if s == side], side, known, ring) for side in (-1, 1)]
    total: dict[str, Any] = {}
    for names, value in parts:
        if len(names) > 1:
            return {}
        total["".join(names)] = total.get("".join(names), ring(0)) + value
    return {name: value for name, value in total.items() if value}


def _monomial(members: Sequence[Operand], sign: int, known: Mapping[str, Any], ring: Any) -> tuple[list[str], Any]:
    value, names = ring(sign), []
    for member in members:
        if isinstance(member, Constant):
            value *= ring(member.value.numerator) / ring(member.value.denominator)
        elif _key(member) in known:
            value *= known[_key(member)]
        else:
            names.append(_key(member))
    return names, value
