"""What speaks against a reading: what it passed over, and how loosely it linked the question.

Each doubt has a name and whether the reading stands up to it; none refuses by itself. The
other ways to answer that use every number stand beside them as relaxations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.relation import RelationalProblem
from readers.r2.packs import load_meanings
from readers.r2.query import Query
from readers.r2.records import Clause, Parse, Tag, Word
from readers.r2.sets import STATES
from readers.r2.things import STUFF, rank
from readers.r2.world import Amount, World, ident_of

CONTENT = frozenset({Tag.NOUN, Tag.NAME, Tag.VERB, Tag.ADJECTIVE, Tag.NUMBER})
NAMING = frozenset({Tag.NOUN, Tag.NAME, Tag.ADJECTIVE})
TOTAL = "goal.total"
Doubt = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A reading with all that it rests on; ``used`` are the amounts that the answer is made of."""

    parse: Parse
    world: World
    query: Query
    question: Clause
    used: tuple[Amount, ...]
    rule: str


def doubts(parse: Parse, world: World, query: Query, question: Clause, problem: RelationalProblem) -> tuple[Doubt, ...]:
    """Every doubt with whether the reading stands up to it."""
    rule = next((r.licence.entry for r in problem.relations if r.result == problem.target), "")
    case = Case(parse, world, query, question, tuple(_used(world, problem)), rule)
    return (
        ("residue", not any(_residue(parse, clause) for clause in parse.clauses)),
        ("clauses", not any(_silent(case, clause) for clause in parse.clauses)),
        ("verbless", all(clause.verb is not None for clause in parse.clauses)),
        ("denial", not any(c.verb is not None and c.verb.negated for c in parse.clauses)),
        ("verb", rule != TOTAL or all(_same_verb(amount, query) for amount in case.used)),
        ("owner", not query.owner or all(set(a.owner) <= set(query.owner) for a in case.used)),
        ("one owner", bool(query.owner) or len({a.owner for a in case.used}) <= 1),
        ("thing", all((rank(query.thing, a.thing) or 0) <= STUFF for a in case.used if query.thing.head)),
        ("grounding", all(_grounded(case, word) for word in _asked_words(case))),
        ("scope", not any(_discriminates(case, word) for word in _asked_words(case))),
    )


def _used(world: World, problem: RelationalProblem) -> Iterator[Amount]:
    for relation in problem.relations:
        if relation.result == problem.target:
            found = (world.find(ident_of(operand)) for operand in relation.operands)
            yield from (amount for amount in found if amount is not None)


def _residue(parse: Parse, clause: Clause) -> bool:
    return any(parse.words[place].tag in CONTENT for place in clause.residue)


def _silent(case: Case, clause: Clause) -> bool:
    """A clause with a verb that gives no amount, after the first that does."""
    speaking = {a.event.clause for a in case.world.amounts}
    plain = clause.kind in ("main", "so", "but", "when", "if", "while") and clause.asked is None
    return plain and clause.index > min(speaking, default=0) and clause.index not in speaking


def _same_verb(amount: Amount, query: Query) -> bool:
    states = amount.event.kind in STATES and query.kind in STATES
    return states or amount.event.verb == query.verb or amount.event.kind == query.kind


def _asked_words(case: Case) -> Iterator[Word]:
    """The words of the question that name something: not its verbs, measures and generic nouns."""
    packs = load_meanings()
    plain = packs.generic | packs.look_through | packs.together | packs.left | packs.begin | packs.money_words
    for word in case.parse.words[case.question.first : case.question.last]:
        if word.tag in NAMING and word.lemma not in plain | packs.empty_modifiers | packs.distributive:
            yield word


def _grounded(case: Case, word: Word) -> bool:
    """Whether a word of the question is known from the rest of the text, itself or by its class."""
    others = [w for w in case.parse.words if not case.question.first <= w.place < case.question.last]
    if any(w.lemma == word.lemma or w.lower == word.lower for w in others):
        return True
    return any(rank(case.query.thing, a.thing) is not None and word.lemma == case.query.thing.head for a in case.used)


def _discriminates(case: Case, word: Word) -> bool:
    """Whether a word of the question is said beside some of the amounts that are used, and not beside others."""
    if word.lemma in (case.query.thing.head, *case.query.thing.mods) or any(word.lower in o for o in case.query.owner):
        return False
    beside = {c.index for c in case.parse.clauses if _says(case, c, word)} - {case.question.index}
    clauses = {a.event.clause for a in case.used}
    return bool(beside & clauses) and not clauses <= beside


def _says(case: Case, clause: Clause, word: Word) -> bool:
    return any(w.lemma == word.lemma for w in case.parse.words[clause.first : clause.last])
