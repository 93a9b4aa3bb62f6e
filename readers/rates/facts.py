"""Conversions between measures, as the facts of the pack state them."""

from __future__ import annotations

from dataclasses import dataclass

from models.expression import Constant
from models.span import Span
from models.units import Unit
from readers.rates.text import Text

DAY_HOURS = 24


@dataclass(frozen=True, slots=True)
class Conversion:
    """What an amount of one measure is multiplied (sign +1) or divided (-1) by for another."""

    constant: Constant
    sign: int


def conversion(text: Text, source: str, target: str, span: Span) -> Conversion | None:
    """The one fact between two measures, None where no pack states it; ``span`` names the trigger.

    The constant counts the smaller in the larger: 60 minutes per hour. A month or year has no
    fixed number of days or weeks, and what goes on by the hour does not go on all day: those
    conversions are conventions, which no text of one rate calls for.
    """
    if not _exact(text, source, target):
        return None
    down, up = text.numeric.fact(target, source), text.numeric.fact(source, target)
    fact = down or up
    if fact is None:
        return None
    unit = Unit.of(fact.smaller) / Unit.of(fact.larger)
    return Conversion(Constant(fact.ident, fact.factor, unit, span), 1 if down else -1)


def _exact(text: Text, source: str, target: str) -> bool:
    """Whether the two are measures of one scale: parts of a day, days and weeks, or the calendar."""
    one, other = text.measure(source), text.measure(target)
    if one is None or other is None or one.dimension != other.dimension:
        return False
    return not text.is_time(source) or (one.size < DAY_HOURS) == (other.size < DAY_HOURS)
