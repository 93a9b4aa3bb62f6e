"""Which side of a rate an amount, or a question, is on."""

from __future__ import annotations

from enum import Enum

from readers.rates.facts import conversion
from readers.rates.records import Asking, Demand, Measure, Rate
from readers.rates.text import LENGTH, MONEY, Text


class Side(Enum):
    """What of a rate is meant."""

    TOP = "top"
    BOTTOM = "bottom"
    RATE = "rate"


def same_thing(text: Text, one: str, other: str) -> bool:
    """Whether two lemmas are one thing, or measures between which a fact converts."""
    known = bool(text.measure(one) and text.measure(other))
    return one == other or (known and text.dimension(one) == text.dimension(other))


def convertible(text: Text, one: str, other: str) -> bool:
    """Whether the two are one unit, or a fact of the pack joins them."""
    return one == other or conversion(text, one, other, text.span(0, 1)) is not None


def side_of(text: Text, measure: Measure, rate: Rate) -> Side | None:
    """The side whose kind of amount ``measure`` is; None where neither or both."""
    top, bottom = (_alike(text, measure, part) for part in (rate.top, rate.bottom))
    return None if top == bottom else Side.TOP if top else Side.BOTTOM


def _alike(text: Text, one: Measure, other: Measure) -> bool:
    """Whether ``one`` is an amount of what ``other``, a part of the rate, is of."""
    if not one.noun or not same_thing(text, one.noun, other.noun):
        return False
    substance = one.of == other.of or (not one.of or (not other.of and _said_elsewhere(text, one.of)))
    described = all(lemma in other.modifiers or _said_elsewhere(text, lemma) for lemma in one.modifiers)
    return substance and described


def _said_elsewhere(text: Text, lemma: str) -> bool:
    """Whether the text says the word more than once, so that the amount is not of another kind."""
    return sum(word.lemma == lemma for word in text.words) > 1


def demanded(text: Text, demand: Demand, rate: Rate) -> Side | None:
    """The side that the question asks for; None where it is open or neither."""
    if demand.bottom or demand.asking is Asking.SPEED:
        return Side.RATE if _asks_rate(text, demand, rate) else None
    top, bottom = (_asks(text, demand, part) for part in (rate.top, rate.bottom))
    return None if top == bottom else Side.TOP if top else Side.BOTTOM


def _asks_rate(text: Text, demand: Demand, rate: Rate) -> bool:
    if demand.bottom and not same_thing(text, demand.bottom, rate.bottom.noun):
        return False
    if demand.asking is Asking.SPEED:
        return text.is_time(rate.bottom.noun) and text.dimension(rate.top.noun) == LENGTH
    return _asks(text, demand, rate.top)


def _asks(text: Text, demand: Demand, part: Measure) -> bool:
    match demand.asking:
        case Asking.LENGTH:
            return text.dimension(part.noun) == LENGTH
        case Asking.TIME:
            return text.is_time(part.noun)
        case Asking.MONEY:
            return text.dimension(part.noun) == MONEY
        case Asking.SUBSTANCE:
            return demand.noun in (part.of, part.noun)
        case _:
            wanted = Measure(part.first, part.last, part.span, part.value, demand.noun, demand.of, demand.modifiers)
            return _alike(text, wanted, part)
