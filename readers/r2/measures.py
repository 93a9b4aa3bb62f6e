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
from readers.r2.things import DOLLAR, TIME, Thing, comparable, thing_of
from readers.r2.world import PRICE, Amount, Owner, Selector

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
        return _remainder(frame, result, ident, phrase), ident
    described = thing_of(q.reference) if isinstance(q.reference, Phrase) else thing
    select(frame, result, described, frame.owner, "have", "", frozenset(), phrase.span)
    return result, ""


def _remainder(frame: Frame, result: Unknown, whole: str, phrase: Phrase) -> Operand:
    parts = [a.operand for a in frame.world.amounts if a.whole == whole and a.span.start < phrase.span.start]
    total = _whole(frame, whole)
    terms = [(total, 1), *((part, -1) for part in parts)]
    frame.world.above[result.ident] = frozenset({whole})
    return frame.world.relate(Bond.SUM, result, terms, "relation.rest", phrase.span)


def _whole(frame: Frame, ident: str) -> Operand:
    """The operand of a whole: an amount, a described amount, or a member of a relation."""
    return frame.world.unknowns.get(ident) or Given(ident)


def select(
    frame: Frame, operand: Unknown, thing: Thing, owner: Owner, kind: str, verb: str, time: frozenset[str], span: Span
) -> Unknown:
    """Describe an amount that is looked up when all clauses are read."""
    before = span.start if frame.at < 0 else min(frame.at, span.start)
    selector = Selector(operand, thing, owner, kind, verb, time, before, span)
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
    restricting = next((c for c in frame.relatives if _restricts(c, ref)), None)
    if restricting is not None and not ref.members and ref.quantity is None and not ref.owner:
        return _by_clause(frame, restricting, _narrowed(ref, thing), unit, phrase)
    if ref.members:
        return _named_set(frame, ref, thing, unit, phrase, part)
    if ref.pronoun and (ref.pronoun in load_meanings().that or part):
        return mentioned(frame, thing, unit, ref.span)
    if ref.name:
        frame.scene.note(ref)
    people = not part and frame.scene.owner(ref) in {m.owner for m in frame.scene.mentions if m.person}
    if ref.name or ref.pronoun or people:
        return _described(frame, thing, unit, frame.scene.note(ref), phrase)
    if is_time(ref) and thing.dimension != TIME:
        return _described(frame, thing, unit, frame.owner, phrase, frozenset({ref.head}))
    if ref.head in load_meanings().price_nouns:
        return _price_of(frame, ref, unit, phrase)
    if part and ref.determiner in load_meanings().that and ref.quantity is None:
        return mentioned(frame, thing_of(ref), unit, ref.span)
    if ref.quantity is not None and ref.quantity.degree is Degree.ALL and ref.quantity.reference is None and ref.head:
        frame.world.taken.update(ref.quantity.cues)
        return _described(frame, thing_of(ref), unit, frame.scene.owner(ref.owner), phrase)
    if ref.quantity is not None:
        return _read(frame, ref.quantity, ref, thing_of(ref), unit)[0]
    if _is_entity(ref, thing, part):
        return _described(frame, thing, unit, frame.scene.note(_measured(ref)), phrase)
    about = _narrowed(ref, thing)
    owner = frame.scene.owner(ref.owner) if ref.owner is not None else _whose(frame, about, thing)
    if about.head != thing.head and not about.dimension and not thing.dimension:
        frame.world.united.append((thing.head, about.head))
    return _described(frame, about, unit, owner, phrase)


def _whose(frame: Frame, about: Thing, thing: Thing) -> Owner:
    """Whose another thing is: who "as" names after "the number of", else the subject's own; none is its own measure."""
    named = next((a.phrase for a in frame.arguments("prepositional") if a.preposition in load_meanings().like), None)
    if named is not None:
        return frame.scene.note(named)
    return () if frame.clause.existential or about.head == thing.head else frame.owner


def _is_entity(ref: Phrase, thing: Thing, part: bool) -> bool:
    """Whether a reference names who or what has the amount, and not what is counted: "than the first box"."""
    if part or not ref.head:
        return False
    if thing.dimension:
        return not thing_of(ref).dimension
    single = not ref.plural and bool(ref.determiner or ref.owner)
    return single and ref.head != thing.head and ref.head not in load_meanings().look_through


def _measured(ref: Phrase) -> Phrase:
    """ "the age of his cat", "his cat's height": the cat."""
    packs = load_meanings()
    inner = ref.of or ref.owner
    told = packs.ages | packs.lengths | packs.masses | packs.money_words
    return inner if inner is not None and ref.head in told else ref


def _named_set(frame: Frame, ref: Phrase, thing: Thing, unit: Unit, phrase: Phrase, part: bool) -> Operand:
    """ "as Tom and Ann": what each of them has, summed."""
    if any(_numbered(member) for member in ref.members):
        raise Unbound("reference_unbound", ref.span, "a number stands among what is referred to")
    parts = [_by_phrase(frame, member, thing, unit, phrase, part) for member in ref.members]
    result = _fresh(frame, phrase, thing, unit)
    return frame.world.relate(Bond.SUM, result, [(o, 1) for o in parts], "relation.named_set", ref.span)


def _restricts(clause: Clause, ref: Phrase) -> bool:
    """Whether a relative clause says which amount is meant: "the number of shoes that Ed has"."""
    found = clause.antecedent
    inside = found.last == ref.last if found is not None else clause.first in (ref.last, ref.last + 1)
    counted = any(a.phrase is not None and a.phrase.quantity is not None for a in clause.arguments)
    return inside and clause.subject is not None and not counted


def _price_of(frame: Frame, ref: Phrase, unit: Unit, phrase: Phrase) -> Operand:
    """ "the price of a table": what the table costs."""
    item = ref.of or ref.owner
    result = frame.world.unknown(unit, phrase.span)
    if item is None or item.pronoun:
        return select(frame, result, Thing(DOLLAR), (), "have", "", frozenset(), phrase.span)
    return select(frame, result, thing_of(item), (), PRICE, "", frozenset(), phrase.span)


def _numbered(phrase: Phrase) -> bool:
    q = phrase.quantity
    return q is not None and q.degree is Degree.COUNT and not phrase.head


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
