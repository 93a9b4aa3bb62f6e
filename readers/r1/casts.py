"""Unit casts inside the reader: cents to dollars, weeks to days, by named facts.

Two units of one dimension are cast to one unless a rate of the text links them
("5 days a week"), for then the text says how many, not the calendar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from models.expression import Apply, Constant, Licence, Operation
from models.quantity import Role
from models.span import Span
from models.units import Unit
from readers.packs_numeric import NumericPacks
from readers.r1.packs import Grammar
from readers.r1.terms import Term


def cast_terms(terms: Sequence[Term], target: Unit, packs: NumericPacks, grammar: Grammar) -> tuple[Term, ...]:
    """Terms with as few units per dimension as the text's own rates leave."""
    bases = {n for t in terms for n, _ in t.unit.exponents} | {n for n, _ in target.exponents}
    linked = {frozenset(n for n, _ in t.unit.exponents) for t in terms if t.unit.is_rate}
    goal = {n for n, _ in target.exponents}
    plan = _plan(bases, linked, goal, packs, grammar)
    return tuple(_cast(t, plan, packs) for t in terms)


def _plan(
    bases: set[str], linked: set[frozenset[str]], goal: set[str], packs: NumericPacks, grammar: Grammar
) -> dict[str, str]:
    """For each base the one to express it in, itself where nothing is to do."""
    plan: dict[str, str] = {}
    for dimension, members in _by_dimension(bases, packs).items():
        if dimension and len(members) > 1:
            plan.update(_dimension_plan(members, linked, goal, packs, grammar))
    return plan


def _by_dimension(bases: set[str], packs: NumericPacks) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for base in sorted(bases):
        entry = packs.unit_of(base)
        if entry:
            groups.setdefault(entry.family, []).append(base)
    return groups


def _dimension_plan(
    members: list[str], linked: set[frozenset[str]], goal: set[str], packs: NumericPacks, grammar: Grammar
) -> dict[str, str]:
    """Unlinked members go to the goal's unit, else to the nearest smaller one.

    Days and longer are kept apart from hours and shorter: "8 hours a day" is no cast.
    """
    calendar, clock = ([m for m in members if m in names] for names in (grammar.calendar, grammar.clock))
    if calendar and clock:
        plans = (_dimension_plan(part, linked, goal, packs, grammar) for part in (calendar, clock))
        return {k: v for plan in plans for k, v in plan.items()}
    factor = {m: entry.size for m in members if (entry := packs.unit_of(m))}
    order = sorted(members, key=lambda m: (factor[m], m))
    free = [m for m in order if not any(m in pair and len(pair & set(order)) > 1 for pair in linked)]
    return {m: to for m in free if m not in goal and (to := _cast_to(m, order, goal, factor))}


def _cast_to(member: str, order: list[str], goal: set[str], factor: dict[str, Fraction]) -> str:
    """The unit to express a member in, "" for none."""
    wanted = [m for m in order if m != member and m in goal]
    smaller = [m for m in order if factor[m] < factor[member]]
    return wanted[0] if wanted else smaller[-1] if smaller else ""


def _cast(term: Term, plan: dict[str, str], packs: NumericPacks) -> Term:
    for base, exponent in term.unit.exponents:
        goal = plan.get(base)
        while goal is not None:
            term = _cast_base(term, base, goal, exponent, packs)
            base, goal = goal, plan.get(goal)
    return term


def _cast_base(term: Term, base: str, goal: str, exponent: int, packs: NumericPacks) -> Term:
    factor, entry = _factor(base, goal, packs)
    unit = Unit.build([(goal, exponent), (base, -exponent)])
    value = factor**exponent
    constant = Constant(entry, value, unit, term.span)
    expression = Apply(Operation.MULTIPLY, (term.expression, constant), Licence(entry, term.span))
    return replace(term, unit=term.unit * unit, expression=expression, value=term.value * value)


def recount(term: Term, old: str, new: str, entry: str, span: Span | None) -> Term:
    """Each ``old`` counts as one ``new`` (a dog as an animal), as ``entry`` says."""
    exponent = dict(term.unit.exponents).get(old, 0)
    unit = Unit.build([(new, exponent), (old, -exponent)])
    constant = Constant(entry, Fraction(1), unit, span)
    expression = Apply(Operation.MULTIPLY, (term.expression, constant), Licence(entry, span))
    return replace(term, unit=term.unit * unit, expression=expression)


def _factor(base: str, goal: str, packs: NumericPacks) -> tuple[Fraction, str]:
    """How many ``goal`` one ``base`` is, and the fact that says so."""
    down = packs.fact(goal, base)
    if down:
        return down.factor, down.ident
    up = packs.fact(base, goal)
    if up:
        return 1 / up.factor, up.ident
    one, other = packs.unit_of(base), packs.unit_of(goal)
    assert one is not None and other is not None
    return one.factor / other.factor, one.ident


def constant_term(entry: str, lemma: str, span: Span, place: int) -> Term:
    """The implicit one of "a week", "per day": a term that stands for one unit."""
    expression = Constant(entry, Fraction(1), Unit.of(lemma), span)
    return Term(
        ident=f"one:{place}",
        value=Fraction(1),
        unit=Unit.of(lemma),
        role=Role.AMOUNT,
        expression=expression,
        covers=frozenset(),
        lemma=lemma,
        labels=frozenset({lemma}),
        owners=frozenset(),
        verb="",
        verb_class="",
        polarity=0,
        clause=-1,
        place=place,
        licence=Licence(entry, span),
        span=span,
    )
