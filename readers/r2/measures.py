"""How much a phrase says: its quantity as an operand, with the relations that define it.

"5" is a given; "twice as many as Bob" is an unknown that is twice another amount; "half
of the pens" one that is half of what there was. What a reference stands for is told by
``references``.
"""

from __future__ import annotations

from fractions import Fraction

from models.expression import Constant, Given
from models.quantity import Quantity as Stated
from models.relation import Bond, Operand, Unknown
from models.units import Unit
from readers.r2.frames import Frame, is_time, label_of
from readers.r2.packs import load_meanings
from readers.r2.records import Clause, Degree, Phrase, Quantity, Shape, Word
from readers.r2.references import (
    HAVE_KINDS,
    Unbound,
    by_clause,
    described,
    is_entity,
    measured,
    mentioned,
    narrowed,
    price_of,
    restricts,
    select,
    whose,
)
from readers.r2.referring import later_reference, likened
from readers.r2.things import TIME, Thing, thing_of
from readers.r2.wholes import remainder, remainder_of, sorted_whole, told_as_rate, told_before, within
from readers.r2.world import Amount, Event, ident_of

HUNDRED = 100
NO_AMOUNTS = frozenset({"clock", "date", "year", "label", "range"})
POSSESS = "possess"
TOLD = "told"  # kind of a selector for what is told of a thing, whatever happened with it


def operand_of(frame: Frame, phrase: Phrase, thing: Thing, unit: Unit) -> tuple[Operand, str]:
    """The operand of a phrase's quantity and the id of the whole that it is a part of, or ""."""
    quantity = phrase.quantity
    frame.at = phrase.span.start
    if quantity is None and phrase.determiner in load_meanings().indefinite:
        return _one(frame, phrase, unit), ""
    if quantity is None:
        return frame.world.unknown(unit, phrase.span, not thing.dimension), ""
    return _read(frame, quantity, phrase, thing, unit)


def _one(frame: Frame, phrase: Phrase, unit: Unit) -> Operand:
    """ "a cup" as an amount: one."""
    ident = f"one{phrase.first}"
    frame.world.stated[ident] = Stated(ident, Fraction(1), unit, phrase.span)
    return Given(ident)


def _read(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> tuple[Operand, str]:
    frame.world.taken.update(q.cues)
    vague = load_meanings().bounds | load_meanings().vague if q.degree is Degree.PART else load_meanings().bounds
    if q.degree is not Degree.COUNT and q.hedge in vague:
        raise Unbound("hedged_amount", phrase.span, "a bound is no amount")
    match q.degree:
        case Degree.COUNT:
            return _count(frame, q, phrase, unit), ""
        case Degree.TIMES:
            return _times(frame, q, phrase, thing, unit), ""
        case Degree.MORE | Degree.LESS:
            return _shifted(frame, q, phrase, thing, unit), ""
        case Degree.PART:
            return _part(frame, q, phrase, thing, unit)
        case Degree.REST:
            return _rest(frame, q, phrase, thing, unit)
        case Degree.ALL:
            return reference(frame, q, phrase, thing, unit), ""
        case Degree.SAME:
            return reference(frame, q, phrase, thing, unit), ""
        case Degree.THAT:
            return mentioned(frame, thing, unit, phrase.span), ""
        case Degree.NONE:
            return Constant("implicit.zero", Fraction(0), unit, phrase.span), ""
    return frame.world.unknown(unit, phrase.span, not thing.dimension), ""


def _count(frame: Frame, q: Quantity, phrase: Phrase, unit: Unit) -> Given:
    spanning = q.hedge in load_meanings().spanning and is_time(phrase)
    if q.word is None or (q.hedge in load_meanings().bounds and not spanning):
        raise Unbound("hedged_amount", phrase.span, "a bound is no amount")
    if q.word.numeral is not None and q.word.numeral.kind in NO_AMOUNTS and not phrase.head:
        raise Unbound("number_unread", phrase.span, "a time or a date is no amount")
    return frame.world.given(q.word, unit)


def ratio(frame: Frame, word: Word) -> Given:
    """A pure number: a multiplier, a fraction, a percentage as its hundredth part."""
    numeral = word.numeral
    percent = numeral is not None and numeral.kind == "percent"
    value = numeral.value / HUNDRED if numeral is not None and percent else None
    return frame.world.given(word, Unit(), value)


def is_ratio(word: Word | None) -> bool:
    """Whether a numeral is a percentage."""
    return word is not None and word.numeral is not None and word.numeral.kind == "percent"


def _fresh(frame: Frame, phrase: Phrase, thing: Thing, unit: Unit) -> Unknown:
    return frame.world.unknown(unit, phrase.span, not thing.dimension and not unit.is_rate)


def _times(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> Operand:
    base = _base(frame, q, phrase, thing, unit)
    if q.word is None:
        return base
    result, span = _fresh(frame, phrase, thing, unit), q.span or phrase.span
    terms = [(ratio(frame, q.word), 1), (base, 1)]
    frame.world.relate(Bond.PRODUCT, result, terms, "relation.comparison.times", span)
    if not _times_more(frame, q):
        return result
    more = _fresh(frame, phrase, thing, unit)
    return frame.world.relate(Bond.SUM, more, [(base, 1), (result, 1)], "relation.comparison.more", span)


def _times_more(frame: Frame, q: Quantity) -> bool:
    """ "a third times more" is a third of it more: less than it is no more."""
    small = q.word is not None and q.word.numeral is not None and q.word.numeral.value < 1
    return small and any(frame.words[i].shape is Shape.COMPARATIVE for i in q.cues)


def _base(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> Operand:
    """What a comparison starts from: its inner quantity, else its reference."""
    if q.inner is not None:
        return _read(frame, q.inner, phrase, thing, unit)[0]
    return reference(frame, q, phrase, thing, unit)


def _shifted(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> Operand:
    if q.reference is None and q.inner is None and q.word is None:
        return _fresh(frame, phrase, thing, unit)
    if q.reference is None and q.inner is None and not is_ratio(q.word) and not _against_last(frame, q):
        return _count(frame, q, phrase, unit)
    base = _base(frame, q, phrase, thing, unit)
    if q.word is None or (q.word.numeral is not None and q.word.numeral.kind == "multiplier"):
        raise Unbound("unknown_amount", phrase.span, "it is not said how much more or less")
    sign = 1 if q.degree is Degree.MORE else -1
    span = q.span or phrase.span
    if is_ratio(q.word) or (q.word.numeral is not None and q.word.numeral.kind in ("fraction",) and thing.head == ""):
        step: Operand = _fresh(frame, phrase, thing, unit)
        frame.world.relate(Bond.PRODUCT, step, [(ratio(frame, q.word), 1), (base, 1)], "relation.comparison.part", span)
    else:
        step = frame.world.given(q.word, unit)
    result = _fresh(frame, phrase, thing, unit)
    return frame.world.relate(Bond.SUM, result, [(base, 1), (step, sign)], "relation.comparison.more", span)


def _against_last(frame: Frame, q: Quantity) -> bool:
    """Whether "3 fewer", "5 more" compares to what another owner has, as nothing is said to change."""
    if q.degree is Degree.LESS:
        return True
    last = next((a for a in reversed(frame.world.amounts) if not a.is_rate), None)
    return frame.event.kind in HAVE_KINDS and last is not None and last.owner != frame.owner and bool(frame.owner)


def _part(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> tuple[Operand, str]:
    whole = reference(frame, q, phrase, thing, unit, part=True)
    ident = getattr(whole, "ident", "")
    if q.word is None:
        raise Unbound("unknown_amount", phrase.span, "it is not said how large a part")
    numeral = q.word.numeral
    if numeral is not None and numeral.kind in ("cardinal", "dozen", "decimal"):
        return frame.world.given(q.word, unit), ident
    result = _fresh(frame, phrase, thing, unit)
    terms = [(ratio(frame, q.word), 1), (whole, 1)]
    return frame.world.relate(Bond.PRODUCT, result, terms, "relation.part", q.span or phrase.span), ident


def _rest(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> tuple[Operand, str]:
    """What is left of the whole that was last parted, else of what the owner has."""
    wholes = [a for a in frame.world.amounts if a.whole]
    result = _fresh(frame, phrase, thing, unit)
    if wholes and not wholes[-1].per:
        ident = wholes[-1].whole
        return remainder(frame, result, ident, phrase), ident
    whole = sorted_whole(frame, phrase)
    if whole is not None:
        return remainder_of(frame, result, whole, phrase), whole.ident
    described = thing_of(q.reference) if isinstance(q.reference, Phrase) else thing
    select(frame, result, described, frame.owner, "have", "", frozenset(), phrase.span)
    return result, ""


def reference(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit, part: bool = False) -> Operand:
    """What follows as, than or of, as an operand."""
    ref = q.reference or later_reference(frame, q)
    if ref is None:
        if part and frame.owner and thing.head:
            return described(frame, thing, unit, frame.owner, phrase)
        return mentioned(frame, thing, unit, phrase.span)
    if isinstance(ref, Clause):
        return by_clause(frame, ref, thing, unit, phrase)
    return _by_phrase(frame, ref, thing, unit, phrase, part)


def _by_phrase(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    restricting = next((c for c in frame.relatives if restricts(c, ref)), None)
    if restricting is not None and not ref.members and ref.quantity is None and not ref.owner:
        return by_clause(frame, restricting, narrowed(ref, thing), unit, phrase)
    if ref.members:
        return _named_set(frame, ref, thing, unit, phrase, part)
    if ref.pronoun and (ref.pronoun in load_meanings().that or part):
        return mentioned(frame, thing, unit, ref.span)
    if ref.name:
        frame.scene.note(ref)
    people = not part and frame.scene.owner(ref) in {m.owner for m in frame.scene.mentions if m.person}
    if ref.name or ref.pronoun or people:
        beside = () if within(frame, phrase) else frame.owner
        return described(frame, thing, unit, frame.scene.note(ref, beside=beside), phrase)
    return _by_noun(frame, ref, thing, unit, phrase, part)


def _by_noun(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    """A reference that is neither a name nor a pronoun nor people."""
    if is_time(ref) and thing.dimension != TIME:
        return described(frame, thing, unit, frame.owner, phrase, frozenset({label_of(ref)}))
    if ref.head in load_meanings().price_nouns:
        return price_of(frame, ref, unit, phrase)
    if part and ref.determiner in load_meanings().that and ref.quantity is None:
        return _of_those(frame, ref, unit, phrase)
    if ref.quantity is not None:
        return _by_amount(frame, ref, ref.quantity, unit, phrase, part)
    if is_entity(ref, thing, part):
        return described(frame, thing, unit, frame.scene.note(measured(ref)), phrase)
    return _by_thing(frame, ref, thing, unit, phrase)


def _of_those(frame: Frame, ref: Phrase, unit: Unit, phrase: Phrase) -> Operand:
    """What "those pens" in "half of those pens" come to."""
    if not told_as_rate(frame, ref):
        return mentioned(frame, thing_of(ref), unit, ref.span)
    whole = frame.world.unknown(unit, phrase.span)
    return select(frame, whole, thing_of(ref), (), TOLD, "", frozenset(), phrase.span)


def _by_amount(frame: Frame, ref: Phrase, q: Quantity, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    """ "of all the pens": what there is of them; "of the 5 pens": the amount itself."""
    if q.degree is Degree.COUNT and part and ref.head and not ref.per:
        return _counted(frame, ref, q, phrase, unit)
    if q.degree is not Degree.ALL or q.reference is not None or not ref.head:
        return _read(frame, q, ref, thing_of(ref), unit)[0]
    frame.world.taken.update(q.cues)
    return described(frame, thing_of(ref), unit, frame.scene.owner(ref.owner), phrase)


def _counted(frame: Frame, ref: Phrase, q: Quantity, phrase: Phrase, unit: Unit) -> Operand:
    """ "half of his 30 pens": the 30 pens that were told before, else an amount that this tells."""
    thing, told = thing_of(ref), told_before(frame, ref)
    operand, _ = _read(frame, q, ref, thing, unit)
    if told is not None:
        frame.world.repeated.add(ident_of(operand))
        return told.operand
    owner = frame.scene.owner(ref.owner) if ref.owner is not None else () if within(frame, phrase) else frame.owner
    event = Event(kind=POSSESS, time=frame.event.time, clause=frame.clause.index)
    frame.add(Amount(operand, thing, owner, event, ref.span))
    return operand


def _by_thing(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase) -> Operand:
    """ "as pens": how many pens there are, or who has the other thing has of these."""
    about = narrowed(ref, thing)
    other = likened(frame, ref)
    if other.head:
        return described(frame, other, unit, (), phrase)
    owner = frame.scene.owner(ref.owner) if ref.owner is not None else whose(frame, about, thing)
    if about.head != thing.head and not about.dimension and not thing.dimension:
        frame.world.united.append((thing.head, about.head))
    return described(frame, about, unit, owner, phrase)


def _named_set(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    """ "as Tom and Ann": what each of them has, summed."""
    if any(_numbered(member) for member in ref.members):
        raise Unbound("reference_unbound", ref.span, "a number stands among what is referred to")
    parts = [_by_phrase(frame, member, thing, unit, phrase, part) for member in ref.members]
    result = _fresh(frame, phrase, thing, unit)
    return frame.world.relate(Bond.SUM, result, [(o, 1) for o in parts], "relation.named_set", ref.span)


def _numbered(phrase: Phrase) -> bool:
    q = phrase.quantity
    return q is not None and q.degree is Degree.COUNT and not phrase.head
