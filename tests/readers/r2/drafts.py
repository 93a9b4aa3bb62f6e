"""Worlds to test on: read from a text, or built amount by amount."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from models.expression import Given
from models.quantity import Quantity as Stated
from models.relation import RelationalProblem, Unknown
from models.span import Span
from readers.r2.goals import Option, Task, options
from readers.r2.parsing import parse
from readers.r2.reader import Draft, draft
from readers.r2.things import Thing
from readers.r2.world import Amount, Event, Owner, World
from solver.relational import Solved, solve_relations

NO_CHOICES: Mapping[str, int] = MappingProxyType({})


def drafted(text: str, choices: Mapping[str, int] = NO_CHOICES) -> Draft:
    """What the clauses of a text come to under the choices; it must not be refused."""
    found = draft(parse(text), choices)
    assert isinstance(found, Draft), found
    return found


def known(world: World, target: Unknown) -> str:
    """The value of an unknown by the relations of a world, "" where they do not determine it."""
    solved = solve_relations(RelationalProblem(tuple(world.relations), target), tuple(world.stated.values()))
    return str(solved.value) if isinstance(solved, Solved) else ""


def value(world: World, amount: Amount) -> str:
    """The value of an amount as text, "" where it is not determined."""
    if isinstance(amount.operand, Given):
        return str(world.stated[amount.ident].value)
    return known(world, amount.operand) if isinstance(amount.operand, Unknown) else str(amount.operand.value)


def told(world: World, head: str = "") -> list[tuple[str, ...]]:
    """Every amount that is no product of others: value, thing, then its owners; of one head alone where it is given."""
    plain = (a for a in world.amounts if not a.parents and head in ("", a.thing.head))
    return [(value(world, a), " ".join((*sorted(a.thing.mods), a.thing.head)), *a.owner) for a in plain]


def ways(text: str) -> list[tuple[str, str]]:
    """Every way to answer a text, with what it comes to ("" where it has no one value)."""
    found = drafted(text)
    return [(o.name, _answer(found, o)) for o in options(Task(found.world, found.query, found.question.span))]


def first_answer(text: str) -> str:
    """What the first way that reaches a value comes to."""
    return next((answer for _, answer in ways(text) if answer), "")


def _answer(found: Draft, option: Option) -> str:
    solved = solve_relations(RelationalProblem(option.relations, option.target), tuple(found.world.stated.values()))
    return str(solved.value) if isinstance(solved, Solved) else ""


def given(
    world: World, number: int, thing: Thing, owner: Owner = (), event: Event | None = None, whole: str = ""
) -> Amount:
    """An amount put into a world, each at a place of its own behind those before."""
    place = len(world.amounts)
    span, ident = Span(place * 10, place * 10 + 1), f"q{place}"
    world.stated[ident] = Stated(ident, Fraction(number), thing.unit, span)
    happened = event or Event("have", "possess", 0, clause=place)
    return world.add(Amount(Given(ident), thing, owner, happened, span, whole=whole))
