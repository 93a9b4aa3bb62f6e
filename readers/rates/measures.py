"""Measures and rates among the words of a text.

A measure is a numeral with the nouns behind it, or an article before a measure of time.
A rate joins two of them by "per", "every", "each", an article ("$12 an hour"), a suffix
("60 mph"), a bare "each" behind a price, or, where the text says that a pace is kept, "in".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from readers.r2.records import Shape, Tag
from readers.rates.records import Measure, Rate
from readers.rates.text import MONEY, Text

ONE = Fraction(1)
BEFORE_NOUN = frozenset({Tag.ADJECTIVE, Tag.NOUN})


def measure_at(text: Text, i: int) -> Measure | None:
    """The measure that opens at word ``i``."""
    if text.tag(i) is Tag.NUMBER:
        return _numbered(text, i)
    if text.low(i) in text.terms.article and text.joined(i + 1) and text.is_time(text.noun(i + 1)):
        return Measure(i, i + 2, text.span(i, i + 2), ONE, text.noun(i + 1))
    return None


def _numbered(text: Text, i: int) -> Measure | None:
    numeral = text.words[i].numeral
    if numeral is None or numeral.aside:
        return None
    bare = Measure(i, i + 1, text.span(i, i + 1), numeral.value, numeral.unit, numeral=numeral)
    if numeral.unit:
        return bare if text.dimension(numeral.unit) == MONEY else _carried(text, bare)
    if text.low(i + 1) in text.terms.hyphen and text.is_noun(i + 2, expected=True):
        return _carried(text, replace(bare, last=i + 3, noun=text.noun(i + 2)))
    nouns = noun_run(text, i + 1)
    return _with_noun(text, bare, nouns) if nouns else bare


def _carried(text: Text, measure: Measure) -> Measure:
    """As in "a 60-page book", "a 5-mile trip": the noun behind says what is so large, no other amount."""
    nouns = noun_run(text, measure.last)
    last = nouns[-1] + 1 if nouns else measure.last
    return replace(measure, last=last, span=text.span(measure.first, last))


def noun_run(text: Text, i: int) -> range:
    """Adjectives and nouns from ``i`` on, up to the last noun; a measure ends the run."""
    last = i
    for place in range(i, len(text.words)):
        noun = text.is_noun(place, expected=place == i)
        if not (noun or text.tag(place) in BEFORE_NOUN) or not text.joined(place):
            break
        if noun:
            last = place + 1
            if text.measure(text.noun(place)):
                break
    return range(i, last)


def _with_noun(text: Text, bare: Measure, nouns: range) -> Measure:
    head = nouns[-1]
    of, last = of_at(text, head + 1)
    modifiers = tuple(text.lemma(k) for k in nouns[:-1])
    span = text.span(bare.first, last)
    return replace(bare, last=last, span=span, noun=text.noun(head), of=of, modifiers=modifiers)


def of_at(text: Text, i: int) -> tuple[str, int]:
    """The noun behind "of" at ``i`` and the place behind it, or "" and ``i``."""
    if text.low(i) not in text.terms.of or not text.joined(i):
        return "", i
    start = i + 2 if text.tag(i + 1) is Tag.DETERMINER else i + 1
    nouns = noun_run(text, start)
    if nouns:
        return text.lemma(nouns[-1]), nouns[-1] + 1
    gerund = text.joined(start) and text.words[start].shape is Shape.GERUND
    return (text.lemma(start), start + 1) if gerund else ("", i)


@dataclass(frozen=True, slots=True)
class Joint:
    """A rule that finds the bottom of a rate behind its top; ``rule`` is its licence."""

    rule: str
    bottom: Callable[[Text, Measure], Measure | None]


def _unit_at(text: Text, i: int) -> Measure | None:
    """A numbered measure, or nouns that stand for one of their kind."""
    numbered = _numbered(text, i) if text.tag(i) is Tag.NUMBER and text.joined(i) else None
    if numbered:
        return numbered if numbered.noun else None
    nouns = noun_run(text, i)
    if not nouns:
        return None
    of, last = of_at(text, nouns[-1] + 1)
    modifiers = tuple(text.lemma(k) for k in nouns[:-1])
    return Measure(i, last, text.span(i, last), ONE, text.noun(nouns[-1]), of, modifiers)


def _per(text: Text, top: Measure) -> Measure | None:
    return _unit_at(text, top.last + 1) if text.low(top.last) in text.terms.per else None


def _every(text: Text, top: Measure) -> Measure | None:
    place = top.last + (text.low(top.last) in text.terms.lead)
    return _unit_at(text, place + 1) if text.low(place) in text.terms.every else None


def _article(text: Text, top: Measure) -> Measure | None:
    """As in "$12 an hour", "5 pages a day", "$3 a bottle"; "5 pages a" before a thing is no rate."""
    if text.low(top.last) not in text.terms.article:
        return None
    unit = _unit_at(text, top.last + 1)
    priced = text.dimension(top.noun) == MONEY
    return unit if unit and unit.numeral is None and (priced or text.is_time(unit.noun)) else None


def _apiece(text: Text, top: Measure) -> Measure | None:
    """As in "Pens cost $3 each": the bottom is the nearest noun before."""
    if text.low(top.last) not in text.terms.apiece or text.dimension(top.noun) != MONEY:
        return None
    for place in range(top.first - 1, -1, -1):
        if not text.joined(place + 1):
            return None
        if text.tag(place) is Tag.NOUN and not text.measure(text.noun(place)):
            span = text.span(top.last, top.last + 1)
            return Measure(top.last, top.last + 1, span, ONE, text.lemma(place))
    return None


def _within(text: Text, top: Measure) -> Measure | None:
    """As in "10 pages in 5 minutes", where the text says that the pace is kept."""
    kept = any(text.phrase(i, text.terms.pace) > 0 for i in range(len(text.words)))
    if not kept or text.low(top.last) not in text.terms.within:
        return None
    bottom = measure_at(text, top.last + 1)
    return bottom if bottom and text.is_time(bottom.noun) else None


JOINTS = (
    Joint("rates.per", _per),
    Joint("rates.every", _every),
    Joint("rates.article", _article),
    Joint("rates.apiece", _apiece),
    Joint("rates.within", _within),
)


def rate_at(text: Text, i: int) -> Rate | None:
    """The rate whose top opens at word ``i``; no two joints begin with one word."""
    top = measure_at(text, i)
    if top is None or top.numeral is None:
        return None
    suffix = text.terms.suffixes().get(text.low(i + 1))
    if suffix:
        return _suffixed(text, top, *suffix)
    for joint in JOINTS:
        bottom = joint.bottom(text, top)
        if bottom and top.noun:
            last = bottom.last
            return Rate(top, bottom, i, last, text.span(i, last), joint.rule)
    return None


def _suffixed(text: Text, top: Measure, noun: str, bottom: str) -> Rate:
    i = top.first
    span = text.span(i + 1, i + 2)
    upper = replace(top, last=i + 2, span=text.span(i, i + 2), noun=noun, of="", modifiers=())
    return Rate(upper, Measure(i + 1, i + 2, span, ONE, bottom), i, i + 2, text.span(i, i + 2), "rates.suffix")


def _leading(text: Text, measures: list[Measure]) -> Iterator[Rate]:
    """As in "Every 2 minutes he reads 5 pages": the bottom opens the sentence of one measure."""
    for i, word in enumerate(text.words):
        if text.joined(i) or word.lower not in text.terms.every:
            continue
        bottom = _unit_at(text, i + 1)
        tops = [m for m in measures if text.words[m.first].sentence == word.sentence and m.first > i + 1]
        if bottom and text.is_time(bottom.noun) and len(tops) == 1 and tops[0].numeral and tops[0].noun:
            yield Rate(
                tops[0], replace(bottom, first=i), i, bottom.last, bottom.span.cover(tops[0].span), "rates.every"
            )


def find(text: Text) -> tuple[tuple[Rate, ...], tuple[Measure, ...]]:
    """All rates, and the measures that belong to none, in text order."""
    rates: list[Rate] = []
    measures: list[Measure] = []
    place = 0
    while place < len(text.words):
        rate = rate_at(text, place)
        measure = None if rate else measure_at(text, place)
        rates += [rate] if rate else []
        measures += [measure] if measure else []
        place = (rate or measure).last if rate or measure else place + 1  # type: ignore[union-attr]
    led = tuple(_leading(text, measures))
    used = {part for rate in led for part in (rate.top.first, rate.bottom.first, rate.bottom.first + 1)}
    loose = [m for m in measures if m.first not in used]
    return tuple(sorted((*rates, *led), key=lambda r: r.first)), _merged(text, loose)


def _merged(text: Text, measures: list[Measure]) -> tuple[Measure, ...]:
    """One amount of "2 hours and 30 minutes": a smaller unit of the same kind behind "and"."""
    merged: list[Measure] = []
    for measure in measures:
        whole = merged[-1] if merged else None
        if whole and _continues(text, whole, measure):
            merged[-1] = replace(whole, last=measure.last, span=whole.span.cover(measure.span), rest=measure)
        else:
            merged.append(measure)
    return tuple(merged)


def _continues(text: Text, whole: Measure, part: Measure) -> bool:
    units = text.measure(whole.noun), text.measure(part.noun)
    joined = part.first == whole.last + 1 and text.tag(whole.last) is Tag.COORDINATOR and not whole.rest
    numbered = bool(whole.numeral and part.numeral) and not (whole.of or part.of)
    smaller = bool(units[0] and units[1] and units[0].family == units[1].family and units[1].size < units[0].size)
    return joined and numbered and smaller
