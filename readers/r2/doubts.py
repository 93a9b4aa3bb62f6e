"""What speaks against a reading: what it passed over, and how loosely it linked the question.

Each doubt has a name and whether the reading stands up to it; none refuses by itself. The
other ways to answer that use every number stand beside them as relaxations.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.relation import RelationalProblem
from readers.r2.query import Query
from readers.r2.records import Clause, Parse, Tag
from readers.r2.sets import STATES
from readers.r2.things import STUFF, rank
from readers.r2.world import Amount, World, ident_of

CONTENT = frozenset({Tag.NOUN, Tag.NAME, Tag.VERB, Tag.ADJECTIVE, Tag.NUMBER})
Doubt = tuple[str, bool]


def doubts(parse: Parse, world: World, query: Query, problem: RelationalProblem) -> tuple[Doubt, ...]:
    """Every doubt with whether the reading stands up to it."""
    used = list(_used(world, problem))
    return (
        ("residue", not any(_residue(parse, clause) for clause in parse.clauses)),
        ("clauses", not any(_silent(world, clause) for clause in parse.clauses)),
        ("verbless", all(clause.verb is not None for clause in parse.clauses)),
        ("verb", all(_same_verb(amount, query) for amount in used)),
        ("owner", not query.owner or all(set(a.owner) <= set(query.owner) for a in used)),
        ("one owner", bool(query.owner) or len({a.owner for a in used}) <= 1),
        ("thing", all((rank(query.thing, a.thing) or 0) <= STUFF for a in used if query.thing.head)),
        ("implied", not any(a.origin == "implied" for a in world.amounts)),
        ("found", bool(used)),
    )


def _used(world: World, problem: RelationalProblem) -> Iterator[Amount]:
    """The amounts that the answer is made of."""
    for relation in problem.relations:
        if relation.result == problem.target:
            found = (world.find(ident_of(operand)) for operand in relation.operands)
            yield from (amount for amount in found if amount is not None)


def _residue(parse: Parse, clause: Clause) -> bool:
    return any(parse.words[place].tag in CONTENT for place in clause.residue)


def _silent(world: World, clause: Clause) -> bool:
    """A main clause with a verb that gives no amount, after the first that does."""
    speaking = {a.event.clause for a in world.amounts}
    first = min(speaking, default=0)
    plain = clause.kind in ("main", "so", "but", "when", "if", "while") and clause.asked is None
    return plain and clause.index > first and clause.index not in speaking


def _same_verb(amount: Amount, query: Query) -> bool:
    states = amount.event.kind in STATES and query.kind in STATES
    return states or amount.event.verb == query.verb or amount.event.kind == query.kind
