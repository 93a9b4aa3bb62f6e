"""Rules that look around a numeral and say that it is no quantity.

All are asked; where several speak, the order of ``PREFERENCE`` decides which
one is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from readers.numerals_clock import speaks_of_ratio
from readers.numerals_record import Numeral, Scan

FIRST_YEAR, LAST_YEAR = 1800, 2099
Numerals = tuple[Numeral, ...]


@dataclass(frozen=True, slots=True)
class AsideRule:
    """``holds(scan, numerals, k)`` says that numeral ``k`` is no quantity; ``kind`` renames it unless ""."""

    name: str
    kind: str
    holds: Callable[[Scan, Numerals, int], bool]


def set_aside(scan: Scan, numerals: Numerals) -> Numerals:
    """The same numerals, with ``aside`` and ``kind`` set where a rule holds."""
    return tuple(_settle(scan, numerals, k) for k in range(len(numerals)))


def _settle(scan: Scan, numerals: Numerals, k: int) -> Numeral:
    numeral = numerals[k]
    if numeral.aside:
        return numeral
    found = [rule for rule in RULES if rule.holds(scan, numerals, k)]
    if not found:
        return numeral
    rule = min(found, key=lambda rule: PREFERENCE.index(rule.name))
    return replace(numeral, aside=rule.name, kind=rule.kind or numeral.kind)


def _bare(numeral: Numeral) -> bool:
    return numeral.kind == "cardinal" and not numeral.unit


def _is_pronoun(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``the red one``, ``this one``, ``no one``; not ``one apple``."""
    numeral, i = numerals[k], numerals[k].first
    if numeral.last != i + 1 or not scan.has("one", i):
        return False
    ends = not scan.counted(i + 1) and not scan.is_hyphen(i + 1)
    described = scan.has("determiner", i - 2) and scan.counted(i - 1) and not scan.has("pronoun_lead", i - 1)
    lead = scan.has("pronoun_lead", i - 1) and scan.together(i)
    return lead or (ends and (described or scan.has("determiner", i - 1)))


def _is_one_of(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``one of the boys``."""
    numeral = numerals[k]
    return numeral.last == numeral.first + 1 and scan.has("one", numeral.first) and scan.has("of", numeral.last)


def _is_some_day(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``One day, ...`` at the start of a sentence."""
    i = numerals[k].first
    return scan.has("one", i) and scan.opens(i) and scan.has("one_day", i + 1) and not scan.counted(i + 2)


def _is_year(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``in 2010``, ``By 2020,``, ``summer of 1999``, ``May 2021``; never before a counted noun.

    A capital behind it is a name (``In 2010 Tom``), not a counted noun.
    """
    numeral, i = numerals[k], numerals[k].first
    digits = scan.low(i).isdecimal() and len(scan.low(i)) == 4 and numeral.last == i + 1
    counts = scan.counted(i + 1) and not scan.capital(i + 1)
    if not digits or not FIRST_YEAR <= numeral.value <= LAST_YEAR or counts:
        return False
    return _leads_year(scan, i) or _follows_day(scan, numerals, k) or _pairs_years(scan, numerals, k)


def _leads_year(scan: Scan, i: int) -> bool:
    lead = scan.has("year_lead", i - 1) and not scan.has("year_never", i - 2)
    opening = scan.has("year_opening", i - 1) and scan.opens(i - 1)
    return lead or opening or _is_month(scan, i - 1) or (scan.has("of", i - 1) and scan.has("year_of", i - 2))


def _is_month(scan: Scan, i: int) -> bool:
    return scan.has("month", i) and scan.capital(i)


def _follows_day(scan: Scan, numerals: Numerals, k: int) -> bool:
    """The year of ``May 5, 2021``."""
    if k == 0:
        return False
    gap = numerals[k].first - numerals[k - 1].last
    comma = gap == 0 or (gap == 1 and scan.low(numerals[k].first - 1) == ",")
    return comma and _is_day(scan, numerals, k - 1)


def _pairs_years(scan: Scan, numerals: Numerals, k: int) -> bool:
    """The second year of ``from 1999 to 2005``."""
    i = numerals[k].first
    near = k > 0 and numerals[k - 1].last == i - 1
    joint = scan.has("range_to", i - 1) or scan.has("and", i - 1) or scan.low(i - 1) in ("-", "–")
    return near and joint and _is_year(scan, numerals, k - 1)


def _is_day(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``May 5``, ``5th of May``, ``5 May``; a month that opens a sentence as ``May`` counts too."""
    numeral, i = numerals[k], numerals[k].first
    if numeral.unit or not 1 <= numeral.value <= 31 or numeral.value.denominator > 1:
        return False
    after = _is_month(scan, numeral.last + scan.has("of", numeral.last))
    return after or (_is_month(scan, i - 1) and not scan.counted(numeral.last))


def _is_label(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``Room 12``, ``#5``, ``in grade 5``; not ``each room 12 chairs``."""
    numeral, i = numerals[k], numerals[k].first
    if not _bare(numeral) or not scan.together(i):
        return False
    if scan.has("label_sign", i - 1):
        return scan.joined(i)
    if not scan.has("label", i - 1):
        return False
    named = scan.capital(i - 1) and not scan.opens(i - 1)
    plain = not scan.counted(numeral.last) and not scan.has("determiner", i - 2)
    return plain or (named and not scan.has("determiner", i - 2))


def _is_range(scan: Scan, numerals: Numerals, k: int) -> bool:
    """Either end of ``between 5 and 10``, ``5 to 10 apples``, ``5-10``."""
    return _opens_range(scan, numerals, k) or (k > 0 and _opens_range(scan, numerals, k - 1))


def _opens_range(scan: Scan, numerals: Numerals, k: int) -> bool:
    if k + 1 >= len(numerals):
        return False
    low, high = numerals[k], numerals[k + 1]
    joint = low.last
    alike = low.unit in ("", high.unit) and low.value < high.value
    if high.first != joint + 1 or not alike or not scan.together(high.first):
        return False
    if scan.has("and", joint):
        return scan.has("between", low.first - 1)
    dash = scan.low(joint) in ("-", "–", "‑", "‐") and scan.joined(joint) and scan.joined(joint + 1)
    spoken = scan.has("range_to", joint) and not scan.has("range_lead", low.first - 1)
    return dash or (spoken and not speaks_of_ratio(scan, joint))


def _is_named_half(scan: Scan, numerals: Numerals, k: int) -> bool:
    """``in the second half,``; ``the first half of the pie`` is a quantity."""
    i = numerals[k].first
    return scan.has("half", i) and scan.has("ordinal", i - 1) and not scan.has("of", i + 1)


RULES = (
    AsideRule("one as pronoun", "", _is_pronoun),
    AsideRule("one of several", "", _is_one_of),
    AsideRule("one day as some day", "", _is_some_day),
    AsideRule("year", "year", _is_year),
    AsideRule("date", "date", _is_day),
    AsideRule("label", "label", _is_label),
    AsideRule("range", "range", _is_range),
    AsideRule("half as a named part", "label", _is_named_half),
)

PREFERENCE = (
    "date",
    "year",
    "label",
    "one day as some day",
    "one as pronoun",
    "one of several",
    "half as a named part",
    "range",
)
