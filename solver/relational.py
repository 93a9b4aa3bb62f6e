"""Solving relations: what is asked for, as a value and as a derivation over the givens.

Every relation is one equation between its members. *Propagation*: a relation in which one
unknown is left gives it. Where that stops, *elimination*: an unknown becomes a parameter,
others are expressed by it, until a relation closes and gives the parameter; then propagation
goes on from there, so that derivations stay as a person would write them. A product of two
unknowns waits until one is known, or until both sides are multiples of one parameter. What
is left undetermined goes to ``models.integer_constraints`` where it is linear over whole
numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from models.expression import Constant, Expression, Given, Licence, givens
from models.integer_constraints import Conflict, IntegerSystem, Interval, Row, Several, Unique, decide, row_of
from models.quantity import Quantity
from models.relation import Bond, Operand, Relation, RelationalProblem, Unknown
from models.span import Span
from solver.linear import (
    CONFLICT,
    Contradiction,
    Form,
    Member,
    Term,
    equation_of,
    factor,
    holds,
    isolated,
    parameter,
    settled,
    substituted,
    summand,
)

NEGATIVE = "negative"  # an amount that cannot be is below zero
NOT_WHOLE = "not_whole"  # a count of indivisible things is not whole
NO_WHOLE = "no_whole_numbers"  # satisfied by numbers, by no whole ones


@dataclass(frozen=True, slots=True)
class Solved:
    """What is asked for: its value, the derivation, the givens used; ``values`` of all unknowns that are known."""

    value: Fraction
    expression: Expression
    used: frozenset[str]
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Only this value fits, because counts are whole; no derivation over the givens shows it."""

    value: Fraction
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Underdetermined:
    """Several values fit; two ``witnesses`` (values of unknowns by id) where whole numbers show it.

    ``target`` is the id of what is asked for.
    """

    target: str
    witnesses: tuple[Mapping[str, Fraction], ...] = ()
    values: Mapping[str, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Contradictory:
    """No values fit the relations of ``core``; ``kind`` says how. Without any one of them, some may."""

    kind: str
    core: tuple[Relation, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """The places that the core rests on, each once."""
        return tuple(dict.fromkeys(r.licence.span for r in self.core if r.licence.span))


Outcome = Solved | Unexplained | Underdetermined | Contradictory


def solve_relations(problem: RelationalProblem, quantities: Iterable[Quantity], explain: bool = True) -> Outcome:
    """The target's value with its derivation, or why there is none. Exact and deterministic.

    Without ``explain`` the core of a conflict between numbers is all relations, which saves
    solving once for each. Raises KeyError for a given that is no quantity, DerivationOverflow past the largest
    derivation.
    """
    values = {q.ident: q.value for q in quantities}
    forms, fault = _settle(problem.relations, values)
    if fault:
        core = _core(problem.relations, values, fault) if explain else problem.relations
        return Contradictory(fault, core)
    target = forms.get(problem.target.ident)
    known = {name: form.value for name, form in forms.items()}
    if target is None:
        return _by_whole_numbers(problem, values, known)
    term = settled(target.constant, problem.target.unit, _licence_of(problem))
    return Solved(term.value, term.expression, givens(term.expression), known)


def _licence_of(problem: RelationalProblem) -> Licence:
    mentions = (r.licence for r in problem.relations if problem.target.ident in (u.ident for u in r.unknowns))
    return next(mentions, Licence(""))


def _settle(relations: Sequence[Relation], values: Mapping[str, Fraction]) -> tuple[dict[str, Form], str]:
    """The unknowns that are known, and the kind of contradiction or ""."""
    system = _System(relations, values)
    try:
        system.run()
    except Contradiction as found:
        return system.known, found.kind
    return system.known, system.violation()


def _core(relations: Sequence[Relation], values: Mapping[str, Fraction], kind: str) -> tuple[Relation, ...]:
    """The deletion filter: each relation in turn is left out where the rest still conflict."""
    kept = list(relations)
    for relation in relations:
        rest = [r for r in kept if r is not relation]
        if _settle(rest, values)[1] == kind:
            kept = rest
    return tuple(kept)


class _System:
    """The relations of one reading while they are solved; ``known`` are forms without parameters."""

    def __init__(self, relations: Sequence[Relation], values: Mapping[str, Fraction]) -> None:
        self.relations = relations
        self.values = values
        self.known: dict[str, Form] = {}
        self.unknowns: dict[str, Unknown] = {}
        self.uses: dict[str, list[int]] = {}
        self.missing: list[list[str]] = []
        for place, relation in enumerate(relations):
            unknowns = relation.unknowns
            self.missing.append([unknown.ident for unknown in unknowns])
            for unknown in unknowns:
                self.unknowns.setdefault(unknown.ident, unknown)
                self.uses.setdefault(unknown.ident, []).append(place)

    def run(self) -> None:
        """Determine all that can be; raises Contradiction where relations do not hold."""
        self.propagate(self.known, range(len(self.relations)))
        while len(self.known) < len(self.unknowns):
            found = self.eliminate()
            if not found:
                return
            self.known.update(found)
            self.propagate(self.known, [place for name in found for place in self.uses[name]])

    def violation(self) -> str:
        """What kind of value an unknown has that it cannot have, or ""."""
        for name, form in self.known.items():
            unknown, value = self.unknowns[name], form.value
            if value < 0 and not unknown.signed:
                return NEGATIVE
            if unknown.integral and value.denominator != 1:
                return NOT_WHOLE
        return ""

    def order(self) -> list[str]:
        """Unknowns not known, those first that no relation makes of others: the best parameters."""
        made = {r.result.ident for r in self.relations if isinstance(r.result, Unknown)}
        left = [name for name in self.unknowns if name not in self.known]
        return [n for n in left if n not in made] + [n for n in left if n in made]

    def eliminate(self) -> dict[str, Form]:
        """Unknowns newly known, found with as few parameters as it takes; {} if there are none."""
        forms = dict(self.known)
        for name in self.order():
            if name not in forms:
                forms[name] = parameter(name)
                self.propagate(forms, self.uses[name])
            found = {n: f for n, f in forms.items() if f.scalar and n not in self.known}
            if found:
                return found
        return {}

    def propagate(self, forms: dict[str, Form], places: Iterable[int]) -> None:
        """Put into ``forms`` whatever follows, to a fixpoint.

        Results are made of their operands before operands are found from results: the
        derivation that goes the way of the text is the shorter one.
        """
        agenda, backwards = deque(places), deque[int]()
        while agenda or backwards:
            waited = not agenda
            place = backwards.popleft() if waited else agenda.popleft()
            missing = [name for name in self.missing[place] if name not in forms]
            if len(missing) > 1:
                continue
            if not waited and missing and not _is(self.relations[place].result, missing[0]):
                backwards.append(place)
            else:
                agenda += self.step(forms, place, missing)

    def step(self, forms: dict[str, Form], place: int, missing: Sequence[str]) -> list[int]:
        """What one relation with at most one unknown left gives; the relations to look at again."""
        relation = self.relations[place]
        if not missing:
            return self.close(forms, relation)
        name = missing[0]
        if sum(_is(member, name) for member in relation.members) > 1:
            return self.close({**forms, name: parameter(name)}, relation, forms, name)
        form = (summand if relation.bond is Bond.SUM else factor)(self.members(relation, forms, name), relation)
        if form is None:
            return []
        forms[name] = form
        return [other for other in self.uses[name] if other != place]

    def close(
        self, forms: dict[str, Form], relation: Relation, into: dict[str, Form] | None = None, preferred: str = ""
    ) -> list[int]:
        """Hold a relation of known forms against itself: it may give one of the parameters."""
        members = self.members(relation, forms)
        if all(form is not None and form.scalar for form, _ in members):
            return _demand(holds(members, relation))
        equation = equation_of(members, relation)
        if equation is None or equation.scalar:
            return _demand(equation is None or not equation.value)
        name = preferred if preferred in equation.coefficients else list(equation.coefficients)[-1]
        return self.found(forms if into is None else into, name, isolated(equation, name, relation.licence), relation)

    def found(self, forms: dict[str, Form], name: str, form: Form, relation: Relation) -> list[int]:
        """Record a form; where it was a parameter, put it in wherever that stands."""
        if form.scalar:
            for other in [n for n, f in forms.items() if not f.scalar]:
                del forms[other]  # derived again from what is known now, which reads better
        if name not in forms:
            forms[name] = form
            return self.uses[name]
        changed = [n for n, f in forms.items() if name in f.coefficients]
        for other in changed:
            forms[other] = substituted(forms[other], name, form, relation.licence)
        return [place for n in changed for place in self.uses[n]]

    def members(self, relation: Relation, forms: Mapping[str, Form], left_out: str = "") -> list[Member]:
        """Result (sign -1) and operands with their forms; None for the one that is looked for."""
        signed = zip(relation.members, (-1, *relation.signs), strict=True)
        return [(None if left_out and _is(m, left_out) else self.form(m, forms), sign) for m, sign in signed]

    def form(self, operand: Operand, forms: Mapping[str, Form]) -> Form:
        match operand:
            case Unknown(ident):
                return forms[ident]
            case Given(ident):
                return Form(Term(self.values[ident], operand))
        return Form(Term(operand.value, operand))


def _demand(fits: bool) -> list[int]:
    if not fits:
        raise Contradiction(CONFLICT)
    return []


def _is(operand: Operand, name: str) -> bool:
    return isinstance(operand, Unknown) and operand.ident == name


def _by_whole_numbers(
    problem: RelationalProblem, values: Mapping[str, Fraction], known: Mapping[str, Fraction]
) -> Outcome:
    """What whole numbers say where numbers leave the target open."""
    target = problem.target.ident
    relations = _connected(problem, known)
    rows = [_row(r, values, known) for r in relations]
    unknowns = {u.ident: u for r in relations for u in r.unknowns if u.ident not in known}
    if target not in unknowns or not all(u.integral for u in unknowns.values()):
        return Underdetermined(target, (), known)
    linear = tuple(row for row in rows if row is not None)
    bounds: dict[str, Interval] = {n: (None if u.signed else 0, None) for n, u in unknowns.items()}
    decision = decide(IntegerSystem(linear, bounds), target) if len(linear) == len(rows) else None
    match decision:
        case Several(first, second):
            return Underdetermined(target, (_merged(known, first), _merged(known, second)), known)
        case Unique(solution):
            return Unexplained(Fraction(solution[target]), _merged(known, solution))
        case Conflict(places):
            return Contradictory(NO_WHOLE, tuple(relations[i] for i in places))
    return Underdetermined(target, (), known)


def _merged(known: Mapping[str, Fraction], found: Mapping[str, int]) -> dict[str, Fraction]:
    return {**known, **{name: Fraction(value) for name, value in found.items()}}


def _connected(problem: RelationalProblem, known: Mapping[str, Fraction]) -> list[Relation]:
    """The relations that tie open unknowns to the target, in order."""
    reached, before = {problem.target.ident}, 0
    names = [{u.ident for u in r.unknowns} - known.keys() for r in problem.relations]
    while len(reached) != before:
        before = len(reached)
        reached |= {n for tied in names if tied & reached for n in tied}
    return [r for r, n in zip(problem.relations, names, strict=True) if n & reached]


def _row(relation: Relation, values: Mapping[str, Fraction], known: Mapping[str, Fraction]) -> Row | None:
    """The relation as a row over the unknowns that are open; None where it is not linear."""
    system = _System((relation,), values)
    forms = {n: Form(Term(known[n], Constant(n, known[n]))) if n in known else parameter(n) for n in system.unknowns}
    equation = equation_of(system.members(relation, forms), relation)
    return (
        None if equation is None else row_of({n: -c.signed for n, c in equation.coefficients.items()}, equation.value)
    )
