"""What a reading may not pass over, whatever answer it would give.

Each constraint looks at the whole text: a question that asks for no amount or for someone
never mentioned, an amount that stays unknown and would have to be counted, one amount
told twice with two values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from models.expression import Given
from models.outcome import Missing, Refusal
from models.relation import Unknown
from readers.r2.packs import load_meanings
from readers.r2.query import Query
from readers.r2.records import Clause, Modality, Parse, Tag
from readers.r2.sets import STATES
from readers.r2.things import MONEY, rank
from readers.r2.world import Amount, World


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it was read, before it is answered."""

    parse: Parse
    world: World
    query: Query
    question: Clause


def objection(text: Text) -> Refusal | None:
    """The first constraint that the text does not meet, as a refusal."""
    return next((found for constraint in CONSTRAINTS if (found := constraint(text)) is not None), None)


def _asks_an_amount(text: Text) -> Refusal | None:
    """A question for a place, a name, a reason; or one that breaks off."""
    asked, clause = text.question.asked, text.question
    amount = asked is not None and (set(asked.word.split()) & load_meanings().amounts or asked.phrase is not None)
    person = asked is not None and set(asked.word.split()) & load_meanings().others
    bare = clause.subject is None and not clause.existential and not clause.arguments
    broken = asked is None or (bare and asked.phrase is None)
    if amount and not person and not broken:
        return None
    return Refusal("question_unread", Missing.SKILL, "the question asks for no amount", (clause.span,))


def _mentions_the_owner(text: Text) -> Refusal | None:
    """Someone or something asked about who is nowhere else in the text."""
    inside = range(text.question.first, text.question.last)
    words = {form for w in text.parse.words if w.place not in inside for form in (w.lower, w.lemma)}
    for owner in text.query.owner:
        parts = owner.split()
        if owner not in load_meanings().speakers and not words & set(parts):
            return Refusal("never_mentioned", Missing.KNOWLEDGE, f"{owner} is not spoken of", (text.question.span,))
    return None


def _happened(text: Text) -> Refusal | None:
    """ "She may have given 12", "he would have bought 5": nobody says that it happened."""
    speaking = {amount.event.clause for amount in text.world.amounts}
    for clause in text.parse.clauses:
        verb = clause.verb
        unreal = verb is not None and verb.perfect and verb.modality is Modality.HYPOTHETICAL
        if unreal and clause is not text.question and clause.index in speaking:
            return Refusal("unreal_amount", Missing.KNOWLEDGE, "it is not said that it happened", (clause.span,))
    return None


def _names_its_part(text: Text) -> Refusal | None:
    """ "A fraction of the pupils": it is not said which."""
    for clause in text.parse.clauses:
        subject = clause.subject
        if subject is None or clause is text.question or subject.quantity is not None or subject.of is None:
            continue
        counted = subject.of.quantity is not None and subject.determiner in load_meanings().indefinite
        if counted and subject.head in load_meanings().shares_asked:
            return Refusal("unknown_amount", Missing.KNOWLEDGE, "it is not said how large a part", (subject.span,))
    return None


def _counts_the_unknown(text: Text) -> Refusal | None:
    """ "some", "several", "dozens of": an amount that nothing determines, of what is asked for."""
    known = {r.result for r in text.world.relations} | {o for r in text.world.relations for o in r.operands}
    for amount in text.world.amounts:
        free = isinstance(amount.operand, Unknown) and amount.origin == "stated" and amount.operand not in known
        if free and _asked_for(text, amount) and not _spelled_out(text.world, amount):
            detail = "how many or how much is not said"
            return Refusal("unknown_amount", Missing.KNOWLEDGE, detail, (amount.span,))
    return None


def _asked_for(text: Text, amount: Amount) -> bool:
    """Whether an unknown is of what is asked for, or told in one breath with what is."""
    query = text.query
    if MONEY in query.dimensions:
        return amount.event.verb in load_meanings().buying
    beside = (a for a in text.world.amounts if a.event.clause == amount.event.clause and a.owner == amount.owner)
    return bool(query.thing.head) and any(rank(query.thing, a.thing) is not None for a in beside)


def _spelled_out(world: World, amount: Amount) -> bool:
    """Whether the unknown only announces what is told in numbers afterwards: "some pens: 3 red ones ..."."""
    later = (a for a in world.amounts if a.span.start > amount.span.start and a is not amount)
    return any(rank(amount.thing, a.thing) is not None and _one_event(amount, a) for a in later)


def _one_event(one: Amount, other: Amount) -> bool:
    states = one.event.kind in STATES and other.event.kind in STATES
    return states or one.event.kind == other.event.kind


def _agrees_with_itself(text: Text) -> Refusal | None:
    """One amount with two values."""
    for one, other in combinations(_plain_states(text.world), 2):
        if _twice(one, other) and _value(text.world, one) != _value(text.world, other):
            spans = (one.span, other.span)
            return Refusal("contradictory_amounts", Missing.AMBIGUITY, "one amount has two values", spans)
    return None


def _plain_states(world: World) -> Iterator[Amount]:
    return (a for a in world.amounts if isinstance(a.operand, Given) and a.event.kind in STATES and not a.per)


def _twice(one: Amount, other: Amount) -> bool:
    """Whether two states say the same of the same, with nothing between them that changes it."""
    same = (one.owner, one.thing, one.whole) == (other.owner, other.thing, other.whole) and bool(one.owner)
    event, later = one.event, other.event
    told = (event.verb, event.about, event.time, event.modality) == (
        later.verb, later.about, later.time, later.modality
    )  # fmt: skip
    return same and told and not later.final and event.clause != later.clause and not one.thing.dimension


def _value(world: World, amount: Amount) -> object:
    return world.stated[amount.ident].value


def _one_of_two(text: Text) -> Refusal | None:
    """ "2 or 3 hours" is no amount."""
    words = text.parse.words
    for place in range(1, len(words) - 1):
        joint = words[place].tag is Tag.COORDINATOR and words[place].lemma in load_meanings().alternative
        if joint and words[place - 1].tag is Tag.NUMBER and words[place + 1].tag is Tag.NUMBER:
            detail = "it is not said which of two numbers holds"
            return Refusal("hedged_amount", Missing.KNOWLEDGE, detail, (words[place].span,))
    return None


CONSTRAINTS: tuple[Callable[[Text], Refusal | None], ...] = (
    _asks_an_amount,
    _mentions_the_owner,
    _happened,
    _names_its_part,
    _counts_the_unknown,
    _agrees_with_itself,
    _one_of_two,
)
