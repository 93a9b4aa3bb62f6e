"""The rules that read numerals: each a name in plain words and a production.

A production takes a scan and a place and gives a ``Match`` or None. All rules
are tried; the longest match is taken, and between matches of one length the
order of ``PREFERENCE`` decides, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from readers.numerals_clock import clock_digits, clock_hour, clock_word, date_digits
from readers.numerals_magnitude import Magnitude, fraction, magnitude
from readers.numerals_record import Match, Scan

HALF = Fraction(1, 2)
ONE = Fraction(1)
SIGNABLE = frozenset({"cardinal", "decimal", "money", "percent", "fraction", "mixed"})
MINUS_SIGNS = ("-", "−")
STARTERS = (
    "article",
    "ones",
    "tens",
    "half",
    "multiplier",
    "ordinal",
    "currency",
    "dozen",
    "frequency_word",
    "clock_word",
    "negative",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A named production."""

    name: str
    produce: Callable[[Scan, int], Match | None]


def may_start(scan: Scan, i: int) -> bool:
    """Whether any rule can match at ``i``; a quick "no" for most words."""
    signed = scan.low(i) in MINUS_SIGNS
    return scan.kind(i) == "number" or signed or any(scan.has(name, i) for name in STARTERS)


def longest(scan: Scan, i: int) -> tuple[str, Match] | None:
    """The rule name and match that win at ``i``, or None."""
    found = [(rule.name, match) for rule in RULES if (match := rule.produce(scan, i))]
    return max(found, key=lambda pair: (pair[1].last, -_rank(pair[0])), default=None)


def _rank(name: str) -> int:
    return PREFERENCE.index(name) if name in PREFERENCE else len(PREFERENCE)


def _lemma(scan: Scan, i: int, attached: bool = False) -> str:
    entry = scan.packs.unit_of(scan.low(i), attached)
    return entry.lemma if entry else ""


def _plain(scan: Scan, i: int) -> Match | None:
    found = magnitude(scan, i)
    return Match(found.value, found.last, found.shape) if found else None


def _negative(scan: Scan, i: int) -> Match | None:
    """``-5``, ``minus 5``; behind another number it would be a subtraction."""
    sign = scan.low(i) in MINUS_SIGNS and scan.joined(i + 1) and not scan.joined(i)
    if not (sign or scan.has("negative", i)) or _is_number(scan, i - 1):
        return None
    winner = longest(scan, i + 1)
    if winner is None or winner[1].kind not in SIGNABLE or winner[1].value < 0:
        return None
    match = winner[1]
    return Match(-match.value, match.last, match.kind, match.unit)


def _is_number(scan: Scan, i: int) -> bool:
    words = ("ones", "tens", "hundred", "scale")
    return scan.kind(i) == "number" or any(scan.has(name, i) for name in words)


def _money_sign(scan: Scan, i: int) -> Match | None:
    """``$5``, ``$.50``, ``$2 million``, ``$30k``."""
    if not scan.has("currency", i) or scan.kind(i + 1) != "number":
        return None
    found = magnitude(scan, i + 1)
    if not found:
        return None
    suffix = scan.value("scale_suffix", found.last) if scan.joined(found.last) else None
    value, last = found.value * (suffix or 1), found.last + (suffix is not None)
    return Match(value, last, "money", _lemma(scan, i))


def _money_word(scan: Scan, i: int) -> Match | None:
    """``75 cents``, ``5-dollar``, ``5$``."""
    found = magnitude(scan, i)
    if not found:
        return None
    place = scan.past_hyphen(found.last)
    tail = scan.joined(place) and not (scan.joined(place + 1) and scan.kind(place + 1) == "number")
    if scan.has("money_word", place) or (scan.has("currency_after", place) and tail):
        return Match(found.value, place + 1, "money", _lemma(scan, place))
    return None


def _percent(scan: Scan, i: int) -> Match | None:
    found = magnitude(scan, i)
    if not found:
        return None
    place = scan.past_hyphen(found.last)
    if scan.has("percent", place):
        return Match(found.value, place + 1, "percent", "percent")
    if scan.has("percent_first", place) and scan.has("percent_second", place + 1):
        return Match(found.value, place + 2, "percent", "percent")
    return None


def _attached_unit(scan: Scan, i: int) -> Match | None:
    """``10lbs``, ``5-gallon``, ``half-hour``; ``2-in-1`` is no measure."""
    found = magnitude(scan, i) or _half(scan, i)
    if not found:
        return None
    place = scan.past_hyphen(found.last)
    numbered = scan.is_hyphen(place + 1) and _is_number(scan, place + 2)
    if not scan.joined(place) or scan.has("degree_sign", place) or numbered:
        return None
    unit = _lemma(scan, place, attached=True)
    return Match(found.value, place + 1, found.shape, unit) if unit else None


def _half(scan: Scan, i: int) -> Magnitude | None:
    return Magnitude(HALF, i + 1, "fraction") if scan.has("half", i) else None


def _degrees(scan: Scan, i: int) -> Match | None:
    """``20°``, ``20 °F``."""
    found = magnitude(scan, i)
    if not found or not scan.has("degree_sign", found.last):
        return None
    last = found.last + 1
    return Match(found.value, last + scan.has("degree_scale", last), found.shape, "degree")


def _below_zero(scan: Scan, i: int) -> Match | None:
    """``5 degrees below zero``."""
    found = magnitude(scan, i)
    if not found:
        return None
    place = found.last + (_lemma(scan, found.last) == "degree")
    place += scan.has("degree_scale", place)
    if not (scan.has("below", place) and scan.has("zero", place + 1)):
        return None
    return Match(-found.value, place + 2, found.shape, "degree")


def _times(scan: Scan, i: int) -> Match | None:
    """``three times as many``, ``3x``; ``3 times a week`` counts occasions."""
    found = magnitude(scan, i)
    if not found or not scan.has("times", found.last):
        return None
    sign = scan.has("times_sign", found.last)
    if sign and (not scan.joined(found.last) or scan.kind(found.last + 1) == "number"):
        return None
    if not sign and _is_frequency(scan, found.last + 1):
        return None
    return Match(found.value, found.last + 1, "multiplier")


def _is_frequency(scan: Scan, i: int) -> bool:
    if scan.has("frequency_this", i):
        return bool(_lemma(scan, i + 1))
    return scan.has("frequency_follow", i) or scan.kind(i) == "punct"


def _multiplier_word(scan: Scan, i: int) -> Match | None:
    value = scan.value("multiplier", i)
    if value is None or (scan.has("frequency_word", i) and _is_frequency(scan, i + 1)):
        return None
    return Match(value, i + 1, "multiplier")


def _frequency_word(scan: Scan, i: int) -> Match | None:
    """``twice a week``, ``once every 3 days``; ``once`` alone may be a conjunction."""
    value = scan.value("frequency_word", i)
    if value is None or not _is_frequency(scan, i + 1):
        return None
    timed = any(_lemma(scan, place) for place in (i + 2, i + 3))
    return Match(value, i + 1, "cardinal") if value > 1 or timed else None


def _half_a(scan: Scan, i: int) -> Match | None:
    """``half an hour``, ``half a million``."""
    if not scan.has("half", i):
        return None
    last = i + 1 + scan.has("article", i + 1)
    scale = scan.value("scale", last)
    if scale:
        return Match(HALF * scale, last + 1, "cardinal")
    return Match(HALF, last, "fraction") if last > i + 1 else None


def _dozen(scan: Scan, i: int) -> Match | None:
    """``a dozen``, ``two dozen``, ``half a dozen``, ``a dozen and a half``, ``per dozen``."""
    head = _dozen_head(scan, i)
    dozen = scan.value("dozen", head.last) if head else None
    if not head or not dozen:
        return None
    part = _and_part(scan, head.last + 1)
    value, last = (head.value + part.value, part.last) if part else (head.value, head.last + 1)
    return Match(value * dozen, last, "dozen")


def _dozen_head(scan: Scan, i: int) -> Magnitude | None:
    if scan.has("dozen", i) and scan.has("dozen_lead", i - 1):
        return Magnitude(ONE, i)
    if scan.has("article", i) and scan.has("dozen", i + 1):
        return Magnitude(ONE, i + 1)
    half = _half_a(scan, i) or _half(scan, i)
    head = Magnitude(HALF, half.last) if half else magnitude(scan, i)
    return Magnitude(head.value, scan.past_hyphen(head.last)) if head else None


def _couple(scan: Scan, i: int) -> Match | None:
    """``a couple of``, ``a couple hours``."""
    value = scan.value("couple", i + 1) if scan.has("article", i) else None
    if value is None or not (scan.has("of", i + 2) or _lemma(scan, i + 2)):
        return None
    return Match(value, i + 2, "dozen")


def _unit_and_part(scan: Scan, i: int) -> Match | None:
    """``an hour and a half``, ``2 years and a quarter``."""
    head = magnitude(scan, i) or (Magnitude(ONE, i + 1) if scan.has("article", i) else None)
    unit = _lemma(scan, head.last) if head else ""
    part = _and_part(scan, head.last + 1) if head and unit else None
    return Match(head.value + part.value, part.last, "mixed", unit) if head and part else None


def _and_part(scan: Scan, i: int) -> Magnitude | None:
    """``and a half`` with nothing that it would be a half of."""
    if not scan.has("and", i):
        return None
    named = scan.value("part", i + 2) if scan.has("article", i + 1) else None
    part = Magnitude(named, i + 3) if named else fraction(scan, i + 1)
    return part if part and part.value < 1 and not scan.has("of", part.last) else None


def _ordinal_digits(scan: Scan, i: int) -> Match | None:
    if not (scan.low(i).isdecimal() and scan.joined(i + 1) and scan.has("ordinal_suffix", i + 1)):
        return None
    found = magnitude(scan, i)
    return Match(found.value, i + 2, "ordinal", aside="ordinal") if found else None


def _ordinal_word(scan: Scan, i: int) -> Match | None:
    """``first``, ``twenty-third``; ``a second`` and ``one second`` are time."""
    tens = scan.value("tens", i)
    place = scan.past_hyphen(i + 1) if tens else i
    value = scan.value("ordinal", place)
    timed = scan.has("ordinal_time", place) and _leads_time(scan, i - 1)
    if value is None or timed or (tens and value > 9):
        return None
    return Match((tens or 0) + value, place + 1, "ordinal", aside="ordinal")


def _leads_time(scan: Scan, i: int) -> bool:
    """Whether a second behind token ``i`` is a measure (``per second``, ``feet/second``)."""
    return scan.has("time_leads", i) or _is_number(scan, i) or scan.low(i) == "/"


RULES = (
    Rule("number", _plain),
    Rule("negative number", _negative),
    Rule("money sign before a number", _money_sign),
    Rule("number before a money word", _money_word),
    Rule("number of percent", _percent),
    Rule("number tied to a measure", _attached_unit),
    Rule("number of degrees", _degrees),
    Rule("degrees below zero", _below_zero),
    Rule("number of times", _times),
    Rule("multiplier word", _multiplier_word),
    Rule("frequency word", _frequency_word),
    Rule("half a something", _half_a),
    Rule("dozens", _dozen),
    Rule("a couple", _couple),
    Rule("measure and a part", _unit_and_part),
    Rule("ordinal in digits", _ordinal_digits),
    Rule("ordinal in words", _ordinal_word),
    Rule("clock time in digits", clock_digits),
    Rule("clock hour", clock_hour),
    Rule("noon or midnight", clock_word),
    Rule("date in digits", date_digits),
)

# Where two rules read the same tokens: ``twenty-second`` behind ``the``, ``5-dollar``.
PREFERENCE = ("ordinal in words", "number before a money word", "dozens")
