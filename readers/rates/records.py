"""Measures, rates and demands, as the text gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from models.span import Span
from readers.numerals_record import Numeral


@dataclass(frozen=True, slots=True)
class Measure:
    """So much of something, words ``first`` to ``last`` (exclusive).

    ``noun`` is the lemma of the measure or of what is counted, "" where it is elided;
    ``of`` what follows "of". ``numeral`` is None for an article or a bare unit ("in an
    hour", "per hour"), whose value is 1. ``rest`` is the smaller part of "2 hours and 30 minutes".
    """

    first: int
    last: int
    span: Span
    value: Fraction
    noun: str
    of: str = ""
    modifiers: tuple[str, ...] = ()
    numeral: Numeral | None = None
    rest: Measure | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """``top`` per ``bottom``; ``rule`` is the licence that joins them."""

    top: Measure
    bottom: Measure
    first: int
    last: int
    span: Span
    rule: str


class Asking(Enum):
    """What a question asks for."""

    COUNT = "count"  # how many pages
    SUBSTANCE = "substance"  # how much water
    LENGTH = "length"  # how far
    TIME = "time"  # how long
    MONEY = "money"  # how much does it cost
    SPEED = "speed"  # how fast


@dataclass(frozen=True, slots=True)
class Demand:
    """The question: what is asked, of which noun, per which measure, in which unit.

    ``noun`` and ``of`` name what is counted; ``bottom`` is set where a rate is asked for
    ("how many pages per hour"); ``unit`` and ``unit_bottom`` where the question says in
    which unit it wants the answer; ``compared`` is 1 where it asks how much more, -1
    where it asks how much less. ``taken`` are
    the places of the words it consumed.
    """

    asking: Asking
    sentence: int
    span: Span
    taken: frozenset[int]
    noun: str = ""
    of: str = ""
    modifiers: tuple[str, ...] = ()
    bottom: str = ""
    unit: str = ""
    unit_bottom: str = ""
    compared: int = 0
