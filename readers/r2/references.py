"""What a reference stands for: an amount that is described, or one that was mentioned.

What is described ("than Ann", "the pens that he bought") is looked up when all clauses are
read; what is elided ("that many", "of them") is the amount mentioned last, and what was
mentioned before are the alternatives of a choice point.
"""

from __future__ import annotations

from models.relation import Bond, Operand, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.frames import Frame, frame_of, verb_kind
from readers.r2.packs import load_meanings
from readers.r2.records import Clause, Phrase
from readers.r2.things import DOLLAR, TIME, Thing, comparable, thing_of
from readers.r2.world import PRICE, Amount, Owner, Selector

HAVE_KINDS = ("possess", "be", "contain", "")


class Unbound(ValueError):
    """A quantity that cannot be turned into an amount; ``kind`` names the refusal, ``span`` the place."""

    def __init__(self, kind: str, span: Span, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.span = span


def select(
    frame: Frame, operand: Unknown, thing: Thing, owner: Owner, kind: str, verb: str, time: frozenset[str], span: Span
) -> Unknown:
    """Describe an amount that is looked up when all clauses are read."""
    before = span.start if frame.at < 0 else min(frame.at, span.start)
    selector = Selector(operand, thing, owner, kind, verb, time, before, span)
    frame.world.selectors.append(selector)
    return operand


def whose(frame: Frame, about: Thing, thing: Thing) -> Owner:
    """Whose another thing is: who "as" names after "the number of", else the subject's own; none is its own measure."""
    named = next((a.phrase for a in frame.arguments("prepositional") if a.preposition in load_meanings().like), None)
    if named is not None:
        return frame.scene.note(named)
    return () if frame.clause.existential or about.head == thing.head else frame.owner


def is_entity(ref: Phrase, thing: Thing, part: bool) -> bool:
    """Whether a reference names who or what has the amount, and not what is counted: "than the first box"."""
    if part or not ref.head:
        return False
    if thing.dimension:
        return not thing_of(ref).dimension
    single = not ref.plural and bool(ref.determiner or ref.owner)
    return single and ref.head != thing.head and ref.head not in load_meanings().look_through


def measured(ref: Phrase) -> Phrase:
    """ "the age of his cat", "his cat's height": the cat."""
    packs = load_meanings()
    inner = ref.of or ref.owner
    told = packs.ages | packs.lengths | packs.masses | packs.money_words
    return inner if inner is not None and ref.head in told else ref


def restricts(clause: Clause, ref: Phrase) -> bool:
    """Whether a relative clause says which amount is meant: "the number of shoes that Ed has"."""
    found = clause.antecedent
    inside = found.last == ref.last if found is not None else clause.first in (ref.last, ref.last + 1)
    counted = any(a.phrase is not None and a.phrase.quantity is not None for a in clause.arguments)
    return inside and clause.subject is not None and not counted


def price_of(frame: Frame, ref: Phrase, unit: Unit, phrase: Phrase) -> Operand:
    """ "the price of a table": what the table costs."""
    item = ref.of or ref.owner
    result = frame.world.unknown(unit, phrase.span)
    if item is None or item.pronoun:
        return select(frame, result, Thing(DOLLAR), (), "have", "", frozenset(), phrase.span)
    return select(frame, result, thing_of(item), (), PRICE, "", frozenset(), phrase.span)


def narrowed(ref: Phrase, thing: Thing) -> Thing:
    """The thing of a reference; an elided or look-through head is that of the phrase."""
    found = thing_of(ref)
    return thing if not found.head or found.head in load_meanings().look_through else found


def by_clause(frame: Frame, clause: Clause, thing: Thing, unit: Unit, phrase: Phrase) -> Operand:
    inner = frame_of(frame.world, frame.scene, frame.words, clause)
    kind = verb_kind(clause.verb)[0] if clause.verb else frame.event.kind
    objects = [a.phrase for a in inner.arguments("object", "complement") if a.phrase is not None]
    subject = clause.subject
    if clause.existential and subject is not None:
        objects.append(subject)
    about = narrowed(objects[0], thing) if objects else thing
    owner = () if clause.existential else inner.owner
    verb = clause.verb.lemma if clause.verb else frame.event.verb
    if clause.verb is None or verb == "do":
        kind, verb = frame.event.kind, frame.event.verb
    result = frame.world.unknown(unit, phrase.span, not thing.dimension)
    group = "have" if kind in HAVE_KINDS else kind
    return select(frame, result, about, owner, group, verb, inner.event.time, phrase.span)


def described(
    frame: Frame, thing: Thing, unit: Unit, owner: Owner, phrase: Phrase, time: frozenset[str] = frozenset()
) -> Operand:
    kind = frame.event.kind
    group = "have" if kind in HAVE_KINDS else kind
    result = frame.world.unknown(unit, phrase.span, not thing.dimension)
    select(frame, result, thing, owner, group, frame.event.verb, time, phrase.span)
    return _then(frame, result, thing, phrase)


def _then(frame: Frame, now: Unknown, thing: Thing, phrase: Phrase) -> Operand:
    """An age as it is at the time of the clause."""
    if frame.shift is None or thing.dimension != TIME:
        return now
    then = frame.world.unknown(thing.unit, phrase.span)
    return frame.world.relate(Bond.SUM, then, [(now, 1), frame.shift], "relation.age", phrase.span)


def mentioned(frame: Frame, thing: Thing, unit: Unit, span: Span) -> Operand:
    """The amount mentioned last that can be compared; earlier ones are the alternatives."""
    found: list[Amount] = [a for a in reversed(frame.world.amounts) if _fits(a, thing, unit)]
    if not found:
        raise Unbound("reference_unbound", span, "nothing before it can be meant")
    distinct = list({a.ident: a for a in found}.values())
    return distinct[frame.world.choose(f"that.{span.start}", len(distinct))].operand


def _fits(amount: Amount, thing: Thing, unit: Unit) -> bool:
    if amount.is_rate != unit.is_rate:
        return False
    return not thing.head or comparable(thing, amount.thing) or (not thing.dimension and not amount.thing.dimension)
