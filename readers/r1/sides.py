"""The two sides of "how many more A than B"."""

from __future__ import annotations

from collections.abc import Sequence

from readers.r1.question import Demand
from readers.r1.terms import Term
from readers.r1.words import Tag, Word

NEED = "need"
GOALS = frozenset({NEED, "cost"})
NAMING = frozenset({Tag.NOUN, Tag.NAME, Tag.ADJECTIVE})
Sides = tuple[list[Term], list[Term]]


def sides_of(words: Sequence[Word], demand: Demand, question_class: str, terms: Sequence[Term]) -> Sides:
    """The terms that are added and those that are taken away; both empty where nothing tells them apart."""
    than = frozenset(w.lemma for w in words[slice(*demand.than)] if w.tag in NAMING)
    if not than:
        names = _names(words[demand.first : demand.last])
        return _needed(terms) if question_class == NEED else _ordered(demand, *_between(names, terms))
    b = [t for t in terms if than <= t.labels | t.owners]
    own = _names(words[demand.first : demand.than[0]]) or demand.labels | demand.modifiers | {demand.noun} - {""}
    a = [t for t in terms if t not in b and (own - than) & (t.labels | t.owners)]
    return _ordered(demand, a, b)


def _names(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(w.lemma for w in words if w.tag is Tag.NAME)


def _ordered(demand: Demand, a: list[Term], b: list[Term]) -> Sides:
    """ "Fewer" turns the sides round."""
    return (b, a) if demand.sign < 0 else (a, b)


def _between(names: frozenset[str], terms: Sequence[Term]) -> Sides:
    """The one who is named, and the one other who has amounts."""
    a = [t for t in terms if t.people & names]
    b = [t for t in terms if t.people and not t.people & names]
    one_other = len(frozenset().union(*(t.people for t in b))) == 1
    return (a, b) if len(names) == 1 and a and b and one_other else ([], [])


def _needed(terms: Sequence[Term]) -> Sides:
    """ "How many more does he need": the goal less what is there."""
    goal = [t for t in terms if t.verb_class in GOALS]
    return goal, [t for t in terms if t not in goal and not t.unit.is_rate]
