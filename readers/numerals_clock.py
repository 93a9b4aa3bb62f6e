"""Clock times and dates in digits: productions of ``numerals_rules``.

A clock time is given as hours since midnight, a date as its day; both are set
aside, since neither is an amount.
"""

from __future__ import annotations

from fractions import Fraction

from readers.numerals_magnitude import magnitude
from readers.numerals_record import Match, Scan


def clock_digits(scan: Scan, i: int) -> Match | None:
    """``3:30``, ``11:05 pm``; not in a sentence about ratios."""
    hour, minute = scan.low(i), scan.low(i + 2)
    close = scan.low(i + 1) == ":" and scan.joined(i + 1) and scan.joined(i + 2)
    digits = hour.isdecimal() and minute.isdecimal() and len(hour) <= 2 == len(minute)
    if not (close and digits and int(hour) < 25 and int(minute) < 60) or speaks_of_ratio(scan, i):
        return None
    last = i + 3
    value = _hour(scan, Fraction(hour), last) + Fraction(int(minute), 60)
    return Match(value, last + scan.has("clock_half", last), "clock", aside="clock time")


def speaks_of_ratio(scan: Scan, i: int) -> bool:
    """Whether the sentence of token ``i`` has a word for ratios."""
    sentence = scan.document.sentences[scan.document.tokens[i].sentence]
    return any(scan.has("ratio", place) for place in range(sentence.first, sentence.last))


def _hour(scan: Scan, hour: Fraction, i: int) -> Fraction:
    """Hours since midnight, by the half of the day that token ``i`` names, if any."""
    if not scan.has("clock_half", i) or hour > 12:
        return hour
    return hour % 12 + (0 if scan.has("clock_morning", i) else 12)


def clock_hour(scan: Scan, i: int) -> Match | None:
    """``5 p.m.``, ``five o'clock``, ``5 o'clock pm``."""
    found = magnitude(scan, i)
    if not found or not 0 <= found.value <= 24 or found.shape != "cardinal":
        return None
    place = found.last + scan.has("oclock", found.last)
    last = place + scan.has("clock_half", place)
    if last == found.last:
        return None
    return Match(_hour(scan, found.value, place), last, "clock", aside="clock time")


def clock_word(scan: Scan, i: int) -> Match | None:
    """``noon``, ``midnight``."""
    value = scan.value("clock_word", i)
    return None if value is None else Match(value, i + 1, "clock", aside="clock time")


def date_digits(scan: Scan, i: int) -> Match | None:
    """``3/4/2021`` (day unknown, so its middle part) and ``2021-05-03``."""
    parts = [scan.low(i + step) for step in (0, 2, 4)]
    signs = {scan.low(i + 1), scan.low(i + 3)}
    close = all(scan.joined(i + step) for step in range(1, 5))
    if not (close and all(part.isdecimal() and len(part) <= 4 for part in parts)):
        return None
    if signs == {"/"}:
        return Match(Fraction(parts[1]), i + 5, "date", aside="date")
    iso = signs == {"-"} and [len(part) for part in parts] == [4, 2, 2]
    return Match(Fraction(parts[2]), i + 5, "date", aside="date") if iso else None
