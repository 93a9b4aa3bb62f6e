"""How much a phrase says: its quantity as an operand, with the relations that define it.

"5" is a given; "twice as many as Bob" is an unknown that is twice another amount; "half
of the pens" one that is half of what there was. What a reference stands for is looked up
when all clauses are read, unless it is elided: then it is the amount mentioned last, and
what was mentioned before are the alternatives of a choice point.
"""

from __future__ import annotations

from fractions import Fraction

from models.expression import Constant, Given
from models.quantity import Quantity as Stated
from models.relation import Bond, Operand, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.frames import Frame, frame_of, is_time, verb_kind
from readers.r2.packs import load_meanings
from readers.r2.records import Clause, Degree, Phrase, Quantity, Word
from readers.r2.things import Thing, comparable, thing_of
from readers.r2.world import Amount, Owner, Selector

HUNDRED = 100
HAVE_KINDS = ("possess", "be", "contain", "")


class Unbound(ValueError):
    """A quantity that cannot be turned into an amount; ``kind`` names the refusal, ``span`` the place."""

    def __init__(self, kind: str, span: Span, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.span = span


def operand_of(frame: Frame, phrase: Phrase, thing: Thing, unit: Unit) -> tuple[Operand, str]:
    """The operand of a phrase's quantity and the id of the whole that it is a part of, or ""."""
    quantity = phrase.quantity
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
    result = _fresh(frame, phrase, thing, unit)
    terms = [(ratio(frame, q.word), 1), (base, 1)]
    return frame.world.relate(Bond.PRODUCT, result, terms, "relation.comparison.times", q.span or phrase.span)


def _base(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> Operand:
    """What a comparison starts from: its inner quantity, else its reference."""
    if q.inner is not None:
        return _read(frame, q.inner, phrase, thing, unit)[0]
    return reference(frame, q, phrase, thing, unit)


def _shifted(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit) -> Operand:
    if q.reference is None and q.inner is None and not is_ratio(q.word) and not _against_last(frame, q):
        return _count(frame, q, phrase, unit)
    base = _base(frame, q, phrase, thing, unit)
    if q.word is None:
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
        return _remainder(frame, result, ident, phrase), ident
    described = thing_of(q.reference) if isinstance(q.reference, Phrase) else thing
    select(frame, result, described, frame.owner, "have", "", frozenset(), phrase.span)
    return result, ""


def _remainder(frame: Frame, result: Unknown, whole: str, phrase: Phrase) -> Operand:
    parts = [a.operand for a in frame.world.amounts if a.whole == whole and a.span.start < phrase.span.start]
    total = _whole(frame, whole)
    terms = [(total, 1), *((part, -1) for part in parts)]
    return frame.world.relate(Bond.SUM, result, terms, "relation.rest", phrase.span)


def _whole(frame: Frame, ident: str) -> Operand:
    """The operand of a whole: an amount, a described amount, or a member of a relation."""
    return frame.world.unknowns.get(ident) or Given(ident)


def select(
    frame: Frame, operand: Unknown, thing: Thing, owner: Owner, kind: str, verb: str, time: frozenset[str], span: Span
) -> Unknown:
    """Describe an amount that is looked up when all clauses are read."""
    selector = Selector(operand, thing, owner, kind, verb, time, span.start, span)
    frame.world.selectors.append(selector)
    return operand


def reference(frame: Frame, q: Quantity, phrase: Phrase, thing: Thing, unit: Unit, part: bool = False) -> Operand:
    """What follows as, than or of, as an operand."""
    ref = q.reference
    if ref is None:
        if part and frame.owner and thing.head:
            return _described(frame, thing, unit, frame.owner, phrase)
        return mentioned(frame, thing, unit, phrase.span)
    if isinstance(ref, Clause):
        return _by_clause(frame, ref, thing, unit, phrase)
    return _by_phrase(frame, ref, thing, unit, phrase, part)


def _by_phrase(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    if ref.members:
        parts = [_by_phrase(frame, member, thing, unit, phrase, part) for member in ref.members]
        result = _fresh(frame, phrase, thing, unit)
        terms = [(operand, 1) for operand in parts]
        return frame.world.relate(Bond.SUM, result, terms, "relation.named_set", ref.span)
    if ref.pronoun and (ref.pronoun in load_meanings().that or part):
        return mentioned(frame, thing, unit, ref.span)
    if ref.name or ref.pronoun or frame.scene.owner(ref) in {m.owner for m in frame.scene.mentions if m.person}:
        return _described(frame, thing, unit, frame.scene.owner(ref), phrase)
    if is_time(ref) and not thing.dimension == "time":
        return _described(frame, thing, unit, frame.owner, phrase, frozenset({ref.head}))
    if ref.head in load_meanings().price_nouns:
        return _price_of(frame, ref, unit, phrase)
    if ref.quantity is not None:
        return _read(frame, ref.quantity, ref, thing_of(ref), unit)[0]
    owner = frame.scene.owner(ref.owner) if ref.owner is not None else (frame.owner if part else ())
    return _described(frame, _narrowed(ref, thing), unit, owner, phrase)


def _price_of(frame: Frame, ref: Phrase, unit: Unit, phrase: Phrase) -> Operand:
    """ "the price of a table": what the table costs."""
    owner = frame.scene.owner(ref.of or ref.owner) if ref.of or ref.owner else ()
    result = frame.world.unknown(unit, phrase.span)
    return select(frame, result, Thing("dollar"), owner, "have", "", frozenset(), phrase.span)


def _narrowed(ref: Phrase, thing: Thing) -> Thing:
    """The thing of a reference; an elided or look-through head is that of the phrase."""
    found = thing_of(ref)
    return thing if not found.head or found.head in load_meanings().look_through else found


def _by_clause(frame: Frame, clause: Clause, thing: Thing, unit: Unit, phrase: Phrase) -> Operand:
    inner = frame_of(frame.world, frame.scene, frame.words, clause)
    kind = verb_kind(clause.verb)[0] if clause.verb else frame.event.kind
    objects = [a.phrase for a in inner.arguments("object", "complement") if a.phrase is not None]
    subject = clause.subject
    if clause.existential and subject is not None:
        objects.append(subject)
    about = _narrowed(objects[0], thing) if objects else thing
    owner = () if clause.existential else inner.owner
    verb = clause.verb.lemma if clause.verb else frame.event.verb
    if clause.verb is None or verb == "do":
        kind, verb = frame.event.kind, frame.event.verb
    result = frame.world.unknown(unit, phrase.span, not thing.dimension)
    group = "have" if kind in HAVE_KINDS else kind
    return select(frame, result, about, owner, group, verb, inner.event.time, phrase.span)


def _described(
    frame: Frame, thing: Thing, unit: Unit, owner: Owner, phrase: Phrase, time: frozenset[str] = frozenset()
) -> Operand:
    kind = frame.event.kind
    group = "have" if kind in HAVE_KINDS else kind
    result = frame.world.unknown(unit, phrase.span, not thing.dimension)
    return select(frame, result, thing, owner, group, frame.event.verb, time, phrase.span)


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
