"""A total split by comparisons: "they have 76 together, Ann three times as many as Bea".

Every compared amount is a linear expression of one unknown, the root; the total
is their sum, so root = (total - offsets) / (sum of coefficients).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from models.expression import Apply, Constant, Expression, Given, Licence, Operation
from readers.r1.terms import Term

ROOT = Given("root")


@dataclass(frozen=True, slots=True)
class Link:
    """``subject`` is what ``make`` says of ``reference``; both are label sets."""

    ident: str
    subject: frozenset[str]
    reference: frozenset[str]
    make: Callable[[Expression], Expression]
    covers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Shares:
    """The root's labels and value, and the value of each link's subject by ident."""

    root: frozenset[str]
    root_value: Expression
    values: dict[str, Expression]
    covers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Linear:
    """coefficient * root + plus - minus, each an expression or None for zero."""

    coefficient: Expression
    plus: Expression | None = None
    minus: Expression | None = None


def split_total(total: Term, links: Sequence[Link], one: Constant) -> Shares | None:
    """The shares under ``total``; None where the links are no tree under one root."""
    subjects = {link.subject for link in links}
    roots = {link.reference for link in links} - subjects
    order = _ordered(links, roots)
    named = all(link.reference for link in links)
    if len(roots) != 1 or not named or len(subjects) < len(links) or len(order) < len(links):
        return None
    root = roots.pop()
    forms = {root: Linear(one)}
    for link in order:
        form = _linear(link.make(ROOT), forms[link.reference])
        if form is None:
            return None
        forms[link.subject] = form
    values = {root: _root_value(total, list(forms.values()))}
    for link in order:
        values[link.subject] = link.make(values[link.reference])
    covers = frozenset().union(*(link.covers for link in links))
    return Shares(root, values[root], {link.ident: values[link.subject] for link in order}, covers)


def _ordered(links: Sequence[Link], roots: Set[frozenset[str]]) -> list[Link]:
    """Links so that each reference comes before what is compared with it."""
    known, order, left = set(roots), list[Link](), list(links)
    while ready := [link for link in left if link.reference in known]:
        order += ready
        known |= {link.subject for link in ready}
        left = [link for link in left if link not in ready]
    return order


def _linear(made: Expression, base: Linear) -> Linear | None:
    """The linear form of one comparison over a reference that is linear itself."""
    if not isinstance(made, Apply) or made.operands[0] != ROOT:
        return None
    amount = made.operands[1]
    if made.operation is Operation.COMPARE_ADDITIVE:
        if made.reverse:
            return Linear(base.coefficient, base.plus, _add(base.minus, amount, made.licence))
        return Linear(base.coefficient, _add(base.plus, amount, made.licence), base.minus)
    scale = _scaler(amount, made)
    return Linear(scale(base.coefficient), _mapped(base.plus, scale), _mapped(base.minus, scale))


def _scaler(amount: Expression, made: Apply) -> Callable[[Expression], Expression]:
    def scale(part: Expression) -> Expression:
        return Apply(Operation.COMPARE_MULTIPLICATIVE, (part, amount), made.licence, made.reverse)

    return scale


def _mapped(part: Expression | None, scale: Callable[[Expression], Expression]) -> Expression | None:
    return None if part is None else scale(part)


def _add(one: Expression | None, other: Expression, licence: Licence) -> Expression:
    return other if one is None else Apply(Operation.ADD, (one, other), licence)


def _root_value(total: Term, forms: Sequence[Linear]) -> Expression:
    """(total - plus + minus) / (sum of coefficients), licensed by the word for the total."""
    licence = total.licence
    value = total.expression
    for form in forms:
        if form.plus is not None:
            value = Apply(Operation.SUBTRACT, (value, form.plus), licence)
        if form.minus is not None:
            value = Apply(Operation.ADD, (value, form.minus), licence)
    coefficients = Apply(Operation.ADD, tuple(form.coefficient for form in forms), licence)
    return Apply(Operation.DIVIDE, (value, coefficients), licence)
