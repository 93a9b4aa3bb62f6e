"""Per what an amount is: each, every, per, a day, three times a week, for every 3 of them.

A clause divides its amounts by what its words speak of one by one: a denominator of the
amount itself, a subject or place that is one of several ("each box", "a box" where boxes
are counted), how often the clause happens, and what an infinitive below it does it to.
"""

from __future__ import annotations

from collections.abc import Iterator

from readers.lexicon import load_lexicon
from readers.r2.frames import HAVE, Frame, is_time
from readers.r2.packs import load_meanings
from readers.r2.records import Argument, Degree, Phrase
from readers.r2.references import Unbound
from readers.r2.things import MONEY, TIME, Thing, thing_of
from readers.r2.units_of_time import longer
from readers.r2.world import Amount

Below = list[tuple[Thing, Phrase | None]]
PLACES = ("prepositional", "adverbial", "indirect")


def distributive(phrase: Phrase | None) -> bool:
    """Whether a phrase speaks of each single one: each box, every day, boxes ... each."""
    if phrase is None:
        return False
    bare = any(per.phrase is None for per in phrase.per)
    return phrase.determiner in load_meanings().distributive or bare


def denominators(frame: Frame, phrase: Phrase) -> Below:
    """The things that an amount is per, each with the phrase that counts it ("every 2 hours") or None."""
    own: Below = [(thing_of(per.phrase), per.phrase) for per in phrase.per if per.phrase is not None]
    parted = load_meanings().parted(phrase.head)
    own += [(Thing(parted[1]), None)] if parted is not None else []
    frame.world.taken.update(per.word for per in phrase.per)
    timed = any(thing.dimension == TIME for thing, _ in own)
    around = [*_by_places(frame, phrase), *_by_frequency(frame, phrase)]
    around = [(t, p) for t, p in around if not (timed and t.dimension == TIME)]
    return _once([*own, *_by_subject(frame, phrase, bool(own)), *around])


def took_each(frame: Frame, phrase: Phrase) -> None:
    """The words that make a phrase distributive are taken up."""
    frame.world.taken.update(per.word for per in phrase.per)
    if phrase.determiner in load_meanings().distributive or phrase.pronoun in load_meanings().distributive:
        frame.world.taken.add(phrase.first)


def _by_subject(frame: Frame, phrase: Phrase, divided: bool) -> Below:
    subject = frame.subject
    if subject is None or (subject.first, subject.last) == (phrase.first, phrase.last):
        return []
    bare = any(per.phrase is None for per in phrase.per)
    named = frame.clause.subject if frame.clause.subject is not None else subject
    if bare and not divided:
        thing = _receiving(frame, phrase) or (None if apart(frame) else _recipient(frame, subject))
        took_each(frame, subject)
        return [(thing, None)] if thing else []
    if distributive(subject) or is_each(named) or floating(frame) or _generic(frame, subject):
        took_each(frame, named)
        frame.world.taken.update(floating(frame))
        return [] if apart(frame) else [(each_of(frame, named), None)]
    return [(thing_of(subject), None)] if not divided and _holds_each(frame, phrase, subject) else []


def _holds_each(frame: Frame, phrase: Phrase, subject: Phrase) -> bool:
    """Whether "6 boxes that hold 8 pens" have 8 in each, as boxes mostly do; the other reading is an alternative."""
    several = subject.plural and subject.quantity is not None and subject.quantity.degree is Degree.COUNT
    if not several or frame.event.kind not in HAVE or not load_lexicon().is_container(subject.head):
        return False
    return frame.world.choose(f"holds.{phrase.span.start}", 2) == 0


def _by_places(frame: Frame, phrase: Phrase) -> Iterator[tuple[Thing, Phrase | None]]:
    """What arguments speak of one by one, those of infinitives below the clause too."""
    words = load_meanings().distributive
    related = [a for c in frame.related for a in c.arguments if a.phrase is not None]
    for argument in (*frame.arguments(*PLACES), *related):
        other = argument.phrase
        if other is None or other is phrase or thing_of(other).head == thing_of(phrase).head:
            continue
        if other.determiner in words or argument.preposition in words or is_each(other):
            if other.quantity is not None and other.determiner in load_meanings().singly:
                raise Unbound("reference_unbound", other.span, "each of so many in a place is not modelled")
            yield each_of(frame, other), other if other.quantity is not None else None
            took_each(frame, other)
        elif argument in related and _is_one(frame, other):
            yield thing_of(other), None


def _by_frequency(frame: Frame, phrase: Phrase) -> Below:
    """ "3 times a week": the other amounts of the clause are for each time; a span that outlasts the week is not."""
    often = frequency(frame)
    if often is None or often is phrase or phrase is frame.subject:
        return []
    below = next((thing_of(per.phrase) for per in often.per if per.phrase is not None), None)
    thing = thing_of(phrase)
    if thing.dimension == TIME and (below is None or not longer(below.head, thing.head)):
        return []
    return [(thing_of(often), None)]


def frequency(frame: Frame) -> Phrase | None:
    """The phrase that says how often a clause happens: twice, 3 times a week."""
    phrases = (a.phrase for a in frame.arguments("adverbial", "object", "prepositional"))
    return next((p for p in phrases if p is not None and is_frequency(p)), None)


def is_frequency(phrase: Phrase) -> bool:
    """Whether a phrase counts occasions."""
    q = phrase.quantity
    return q is not None and q.degree is Degree.COUNT and thing_of(phrase).head in load_meanings().occasions


def is_each(phrase: Phrase) -> bool:
    """Whether a phrase is nothing but "each"."""
    return phrase.pronoun in load_meanings().distributive


def floating(frame: Frame) -> list[int]:
    """Places of an "each" that stands behind its subject."""
    words = load_meanings().distributive
    return [i for i in frame.clause.adverbs if frame.words[i].lower in words]


def apart(frame: Frame) -> bool:
    """Whether a subject that acts one by one is named one by one."""
    return len(frame.owner) > 1


def each_of(frame: Frame, phrase: Phrase) -> Thing:
    """What a distributive phrase speaks of; "each" alone speaks of what was counted last."""
    if not is_each(phrase):
        return _recipient(frame, phrase)
    if frame.clause.antecedent is not None:
        return thing_of(frame.clause.antecedent)
    found = list(dict.fromkeys(a.thing for a in reversed(frame.world.amounts) if _several(a)))
    return found[frame.world.choose(f"that.each.{phrase.span.start}", len(found))] if found else Thing("")


def _several(amount: Amount) -> bool:
    return not amount.per and bool(amount.thing.head) and amount.thing.dimension not in (TIME, MONEY)


def _receiving(frame: Frame, phrase: Phrase) -> Thing | None:
    """Those who get so much each: "gave her friends 3 pens each"."""
    found = next((a.phrase for a in frame.arguments("indirect", "prepositional") if _receives(a)), None)
    return thing_of(found) if found is not None and found is not phrase else None


def _receives(argument: Argument) -> bool:
    phrase = argument.phrase
    to = argument.role == "indirect" or argument.preposition in load_meanings().recipients
    return phrase is not None and to and phrase.plural and bool(phrase.head)


def _recipient(frame: Frame, subject: Phrase) -> Thing:
    thing = thing_of(subject)
    if not thing.head and subject.pronoun and len(frame.owner) == 1:
        return Thing(frame.owner[0].rpartition(" ")[2])
    return thing if thing.head else Thing("")


def _generic(frame: Frame, subject: Phrase) -> bool:
    """ "a cup has 3 grams" speaks of every cup where cups are counted."""
    present = frame.clause.verb is not None and frame.clause.verb.tense == "present"
    return present and _is_one(frame, subject)


def _is_one(frame: Frame, phrase: Phrase) -> bool:
    return (
        phrase.quantity is None
        and phrase.determiner in load_meanings().indefinite
        and phrase.head in frame.counted_heads
    )


def implied(frame: Frame, phrase: Phrase, argument: Argument) -> bool:
    """Whether "a cup" is one cup: there is one per something, or it is a span of time."""
    if phrase.quantity is not None or phrase.determiner not in load_meanings().indefinite or not phrase.head:
        return False
    if is_time(phrase):
        return argument.preposition in load_meanings().lasting and not thing_of(phrase).mods
    return argument.role == "object" and bool(denominators(frame, phrase))


def _once(found: Below) -> Below:
    """Each denominator once; the first that names it is kept."""
    return list({thing: (thing, phrase) for thing, phrase in reversed(found)}.values())[::-1]
