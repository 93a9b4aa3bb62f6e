"""Affine forms over parameters, in which every coefficient knows how it was derived.

Glossary: a *term* is a value with the expression that gives it and a sign in front; a
*form* is a constant term and one coefficient for each *parameter* (an unknown amount that
others are expressed by). Signs are kept apart from the expressions, so that an expression
of amounts at or above zero is itself at or above zero, whatever stands on which side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from models.expression import Apply, Constant, Expression, Licence, Operation
from models.relation import Bond, Relation
from models.units import Unit

MAX_NODES = 2048
"""Largest derivation, in nodes: shared parts count as often as they are used."""

CONFLICT = "conflict"  # no values satisfy the relations
NO_DIVISOR = "no_divisor"  # something is divided by zero

ONE_VALUE, ZERO_VALUE = Fraction(1), Fraction(0)
IMPLICIT_ONE = Constant("implicit.one", ONE_VALUE)
ZERO_ENTRY = "implicit.zero"


class DerivationOverflow(ArithmeticError):
    """A derivation grew past ``MAX_NODES``."""

    def __init__(self) -> None:
        super().__init__(f"a derivation of more than {MAX_NODES} nodes")


class Contradiction(Exception):
    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Term(NamedTuple):
    """``sign * value``, where ``value`` is what ``expression``, of ``size`` nodes, gives."""

    value: Fraction
    expression: Expression
    sign: int = 1
    size: int = 1

    @property
    def signed(self) -> Fraction:
        return self.value if self.sign > 0 else -self.value

    def opposite(self) -> Term:
        return Term(self.value, self.expression, -self.sign, self.size)

    def times(self, sign: int) -> Term:
        return self if sign > 0 else self.opposite()


ONE = Term(ONE_VALUE, IMPLICIT_ONE)


class Form(NamedTuple):
    """``constant`` (None: nothing) plus ``coefficient * parameter`` over all parameters."""

    constant: Term | None = None
    coefficients: Mapping[str, Term] = MappingProxyType({})

    @property
    def scalar(self) -> bool:
        """Whether no parameter is left in it."""
        return not self.coefficients

    @property
    def value(self) -> Fraction:
        """The constant part, signed."""
        return self.constant.signed if self.constant else ZERO_VALUE

    def without(self, name: str) -> Form:
        """The form less what it holds of a parameter."""
        return Form(self.constant, {n: c for n, c in self.coefficients.items() if n != name})


def parameter(name: str) -> Form:
    """The parameter itself."""
    return Form(None, {name: ONE})


def total(terms: Sequence[Term], licence: Licence) -> Term | None:
    """The sum of signed terms; None of no terms.

    >>> from models.expression import Given
    >>> found = total([Term(Fraction(3), Given("a")), Term(Fraction(5), Given("b"), -1)], Licence("x"))
    >>> found.signed, found.value, found.sign
    (Fraction(-2, 1), Fraction(2, 1), -1)
    """
    if len(terms) < 2:
        return terms[0] if terms else None
    plus = _added([t for t in terms if t.sign > 0], licence)
    minus = _added([t for t in terms if t.sign < 0], licence)
    if plus is None or minus is None:
        return plus or (minus and minus.opposite())
    large, small, sign = (plus, minus, 1) if plus.value >= minus.value else (minus, plus, -1)
    apply = Apply(Operation.SUBTRACT, (large.expression, small.expression), licence)
    return _term(large.value - small.value, apply, sign, (large, small))


def _added(terms: Sequence[Term], licence: Licence) -> Term | None:
    if len(terms) < 2:
        return Term(terms[0].value, terms[0].expression, 1, terms[0].size) if terms else None
    apply = Apply(Operation.ADD, tuple(t.expression for t in terms), licence)
    return _term(sum((t.value for t in terms[1:]), terms[0].value), apply, 1, terms)


def product(above: Sequence[Term], below: Sequence[Term], licence: Licence) -> Term:
    """Product of terms over product of terms; ZeroDivisionError where one below is zero."""
    top = _multiplied(above, licence)
    if not below:
        return top
    bottom = _multiplied(below, licence)
    sign = top.sign * bottom.sign
    if bottom.expression is IMPLICIT_ONE:
        return Term(top.value, top.expression, sign, top.size)
    apply = Apply(Operation.DIVIDE, (top.expression, bottom.expression), licence)
    return _term(top.value / bottom.value, apply, sign, (top, bottom))


def _multiplied(terms: Sequence[Term], licence: Licence) -> Term:
    if len(terms) == 1:
        return terms[0]
    sign = prod(t.sign for t in terms)
    real = [t for t in terms if t.expression is not IMPLICIT_ONE]
    if len(real) < 2:
        return Term(real[0].value, real[0].expression, sign, real[0].size) if real else ONE.times(sign)
    apply = Apply(Operation.MULTIPLY, tuple(t.expression for t in real), licence)
    return _term(prod((t.value for t in real[1:]), start=real[0].value), apply, sign, real)


def _term(value: Fraction, apply: Apply, sign: int, parts: Iterable[Term]) -> Term:
    size = 1 + sum(t.size for t in parts)
    if size > MAX_NODES:
        raise DerivationOverflow
    return Term(value, apply, sign, size)


def added(forms: Sequence[tuple[Form, int]], licence: Licence) -> Form:
    """The sum of forms, each with its sign; parameters that cancel are gone."""
    constant = total([f.constant.times(sign) for f, sign in forms if f.constant], licence)
    if all(form.scalar for form, _ in forms):
        return Form(constant)
    parts: dict[str, list[Term]] = {}
    for form, sign in forms:
        for name, coefficient in form.coefficients.items():
            parts.setdefault(name, []).append(coefficient.times(sign))
    sums = ((name, total(terms, licence)) for name, terms in parts.items())
    return Form(constant, {name: c for name, c in sums if c is not None and c.value})


def scaled(form: Form, above: Sequence[Term], below: Sequence[Term], licence: Licence) -> Form:
    """The form times and over scalars; ZeroDivisionError where one below is zero."""
    if not (above or below):
        return form
    if form.scalar:
        return Form(product((*above, form.constant), below, licence)) if form.constant else form

    def scale(term: Term) -> Term:
        return product((*above, term), below, licence)

    constant = scale(form.constant) if form.constant else None
    pairs = ((name, scale(c)) for name, c in form.coefficients.items())
    return Form(constant, {name: c for name, c in pairs if c.value})


def isolated(equation: Form, name: str, licence: Licence) -> Form:
    """The parameter expressed by all else, from ``equation = 0``."""
    return scaled(equation.without(name), (), (equation.coefficients[name].opposite(),), licence)


def substituted(form: Form, name: str, other: Form, licence: Licence) -> Form:
    """The form with ``other`` in the place of a parameter."""
    coefficient = form.coefficients.get(name)
    if coefficient is None:
        return form
    return added(((form.without(name), 1), (scaled(other, (coefficient,), (), licence), 1)), licence)


def settled(term: Term | None, unit: Unit, licence: Licence) -> Term:
    """The same value with its sign in the expression; nothing becomes an implicit zero."""
    zero = Term(ZERO_VALUE, Constant(ZERO_ENTRY, ZERO_VALUE, unit))
    if term is None or term.sign > 0:
        return term or zero
    match term.expression:
        case Apply(Operation.SUBTRACT, (large, small), own):
            return Term(term.signed, Apply(Operation.SUBTRACT, (small, large), own), 1, term.size)
    apply = Apply(Operation.SUBTRACT, (zero.expression, term.expression), licence)
    return _term(term.signed, apply, 1, (zero, term))


Member = tuple[Form | None, int]
"""A form with its sign; the signed sum of all members is zero, or their product to the signs is one."""


def summand(members: Sequence[Member], relation: Relation) -> Form:
    """The member that is None, from a sum."""
    own = next(sign for form, sign in members if form is None)
    return added([(form, -own * sign) for form, sign in members if form is not None], relation.licence)


def factor(members: Sequence[Member], relation: Relation) -> Form | None:
    """The member that is None, from a product; None where it is not linear, or open."""
    own = next(sign for form, sign in members if form is None)
    _demand_divisors(members[1:])
    above = _form_product([f for f, sign in members if f is not None and sign != own], relation.licence)
    below = _form_product([f for f, sign in members if f is not None and sign == own], relation.licence)
    if above is None or below is None:
        return None
    if not below.scalar:
        return _ratio(above, below, relation.licence)
    if below.value and below.constant:
        divides = own < 0 and members[0][0] is not None
        if divides and above.scalar and not above.value:
            raise Contradiction(NO_DIVISOR)
        return scaled(above, (), (below.constant,), relation.licence)
    if above.scalar and above.value:
        raise Contradiction(CONFLICT)
    return None


def holds(members: Sequence[Member], relation: Relation) -> bool:
    """Whether a relation fits, all members being known; by values alone, which is cheap."""
    values = [(form.value, sign) for form, sign in members if form is not None]
    (result, _), *operands = values
    if relation.bond is Bond.SUM:
        return result == sum(value if sign > 0 else -value for value, sign in operands)
    _demand_divisors(members[1:])
    left, right = (prod(v for v, s in operands if s == sign) for sign in (-1, 1))
    return result * left == right


def _ratio(above: Form, below: Form, licence: Licence) -> Form | None:
    """The quotient of two multiples of one parameter, which cancels."""
    alike = len(below.coefficients) == 1 and [*above.coefficients] == [*below.coefficients]
    if not alike or above.value or below.value:
        return None
    ((_, one),), ((_, two),) = above.coefficients.items(), below.coefficients.items()
    return Form(product((one,), (two,), licence))


def equation_of(members: Sequence[Member], relation: Relation) -> Form | None:
    """A form that is zero just where the relation holds; None where it is not linear."""
    forms = [(form, sign) for form, sign in members if form is not None]
    if relation.bond is Bond.SUM:
        return added([(form, -sign) for form, sign in forms], relation.licence)
    _demand_divisors(members[1:])
    left = _form_product([form for form, sign in forms if sign < 0], relation.licence)
    right = _form_product([form for form, sign in forms if sign > 0], relation.licence)
    if left is None or right is None:
        return None
    return added(((left, 1), (right, -1)), relation.licence)


def _demand_divisors(operands: Sequence[Member]) -> None:
    """A divisor that is zero leaves the relation without meaning."""
    if any(form is not None and sign < 0 and form.scalar and not form.value for form, sign in operands):
        raise Contradiction(NO_DIVISOR)


def _form_product(forms: Sequence[Form], licence: Licence) -> Form | None:
    """The product of forms, of which at most one has parameters; None where more have."""
    open_ones = [f for f in forms if not f.scalar]
    if len(open_ones) > 1:
        return None
    if any(f.scalar and f.constant is None for f in forms):
        return Form()
    scalars = [f.constant for f in forms if f.scalar and f.constant is not None]
    return scaled(open_ones[0], scalars, (), licence) if open_ones else Form(product(scalars, (), licence))
