"""Bare numbers: digits, number words, fractions, mixed numbers and scales.

Each function takes a scan and a place and gives a ``Magnitude`` or None; none
looks at what surrounds the number except to see where it ends.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction

from readers.numerals_record import NumeralOverflow, Scan

MAX_DIGITS = 30
SLASHES = ("/", "⁄")


@dataclass(frozen=True, slots=True)
class Magnitude:
    """A value, the place behind it, and its shape: cardinal, decimal, fraction or mixed."""

    value: Fraction
    last: int
    shape: str = "cardinal"


def magnitude(scan: Scan, i: int) -> Magnitude | None:
    """The longest number that starts at ``i``.

    Raises NumeralOverflow for a numeral of more than 30 digits.
    """
    found = fraction(scan, i)
    if found:
        return found
    whole = _digits(scan, i) or _pointed(scan, _words(scan, i))
    return _scaled(scan, _mixed(scan, whole)) if whole else None


def fraction(scan: Scan, i: int) -> Magnitude | None:
    """``½``, ``3/4``, ``two thirds``, ``a quarter of``."""
    return _vulgar(scan, i) or _slashed(scan, i) or _spoken(scan, i)


def _digits(scan: Scan, i: int) -> Magnitude | None:
    """A number in figures; thousands may be set off by commas or single spaces."""
    text = scan.low(i)
    if scan.kind(i) != "number" or unicodedata.normalize("NFKC", text) != text:
        return None
    last = i + 1
    while _is_group(scan, i, last):
        text, last = text + scan.low(last), last + 1
    if sum(sign.isdigit() for sign in text) > MAX_DIGITS:
        raise NumeralOverflow(scan.span(i, last), f"{MAX_DIGITS} digits")
    return Magnitude(Fraction(text.replace(",", "")), last, "decimal" if "." in text else "cardinal")


def _is_group(scan: Scan, first: int, i: int) -> bool:
    """Whether token ``i`` is a thousands group (``250`` of ``1 250``) of the number from ``first``."""
    head, here = scan.low(first), scan.token(i)
    fits = head.isdigit() and 1 <= len(head) <= 3 and not head.startswith("0")
    if not (fits and here and scan.kind(i) == "number" and here.lower.isdecimal() and len(here.lower) == 3):
        return False
    before = scan.document.tokens[i - 1]
    gap = scan.document.text[before.span.end : here.span.start]
    return len(gap) == 1 and gap not in "\r\n" and not _glued(scan, first, i)


def _glued(scan: Scan, first: int, i: int) -> bool:
    """Whether the number or its last group is tied to something else (``5 100-watt``, ``3/4 250``)."""
    tied = scan.joined(i + 1) and scan.kind(i + 1) == "word"
    return scan.is_hyphen(first - 1) or scan.low(first - 1) in SLASHES or scan.is_hyphen(i + 1) or tied


def _words(scan: Scan, i: int) -> Magnitude | None:
    """A number in words, ``a hundred and twenty`` to ``two million``."""
    total, place, limit, last = Fraction(0), i, None, i
    while group := _hundreds(scan, place):
        scale = scan.value("scale", scan.past_hyphen(group.last))
        value = group.value * (scale or 1)
        if limit is not None and value >= limit:
            break
        total, last = total + value, group.last
        if not scale:
            break
        last = scan.past_hyphen(group.last) + 1
        limit, place = scale, _past_and(scan, last)
    return Magnitude(total, last) if last > i else None


def _pointed(scan: Scan, whole: Magnitude | None) -> Magnitude | None:
    """``three point two five``."""
    if not whole or not scan.has("point", whole.last):
        return whole
    last, value, weight = whole.last + 1, whole.value, Fraction(1, 10)
    while (digit := scan.value("ones", last)) is not None and digit < 10:
        value, weight, last = value + digit * weight, weight / 10, last + 1
    return replace(whole, value=value, last=last, shape="decimal") if last > whole.last + 1 else whole


def _past_and(scan: Scan, i: int) -> int:
    """Behind an ``and`` at ``i`` that a plain number below a hundred follows, else ``i``."""
    small = _small(scan, i + 1) if scan.has("and", i) else None
    if not small:
        return i
    after = scan.past_hyphen(small.last)
    return i if scan.has("hundred", after) or scan.has("part", after) else i + 1


def _hundreds(scan: Scan, i: int) -> Magnitude | None:
    """``a hundred``, ``thirty-four hundred and fifty``, ``twelve``; a bare article is none."""
    head = _article(scan, i) or _small(scan, i)
    if not head:
        return None
    place = scan.past_hyphen(head.last)
    hundred = scan.value("hundred", place)
    if not hundred:
        return head
    value, last = head.value * hundred, place + 1
    place = _past_and(scan, scan.past_hyphen(last))
    rest = _small(scan, place)
    apart = place == last and scan.is_hyphen(place + 1) and not scan.has("tens", place)
    if not rest or apart or scan.has("hundred", scan.past_hyphen(rest.last)):
        return Magnitude(value, last)
    return Magnitude(value + rest.value, rest.last)


def _article(scan: Scan, i: int) -> Magnitude | None:
    big = scan.has("hundred", i + 1) or scan.has("scale", i + 1)
    return Magnitude(Fraction(1), i + 1) if scan.has("article", i) and big else None


def _small(scan: Scan, i: int) -> Magnitude | None:
    """0 to 99; a one behind a blank and before a hyphen opens a new word (``twenty one-dollar``)."""
    tens = scan.value("tens", i)
    if tens is None:
        ones = scan.value("ones", i)
        return None if ones is None else Magnitude(ones, i + 1)
    place = scan.past_hyphen(i + 1)
    ones = scan.value("ones", place)
    apart = place == i + 1 and scan.is_hyphen(place + 1)
    if not ones or ones > 9 or apart:
        return Magnitude(tens, i + 1)
    return Magnitude(tens + ones, place + 1)


def _vulgar(scan: Scan, i: int) -> Magnitude | None:
    """One sign such as ``½``."""
    top, slash, bottom = unicodedata.normalize("NFKC", scan.low(i)).partition("⁄")
    if scan.kind(i) != "number" or not slash:
        return None
    return Magnitude(Fraction(int(top), int(bottom)), i + 1, "fraction")


def _slashed(scan: Scan, i: int) -> Magnitude | None:
    """``3/4``, ``2/3rds``; neither part of a date nor over zero."""
    top, bottom = scan.low(i), scan.low(i + 2)
    figures = scan.kind(i) == scan.kind(i + 2) == "number" and top.isdecimal() and bottom.isdecimal()
    close = scan.low(i + 1) in SLASHES and scan.joined(i + 1) and scan.joined(i + 2)
    longer = scan.low(i + 3) in SLASHES and scan.kind(i + 4) == "number"
    if not (close and figures) or longer or not int(bottom):
        return None
    if len(top + bottom) > MAX_DIGITS:
        raise NumeralOverflow(scan.span(i, i + 3), f"{MAX_DIGITS} digits")
    last = i + 3 + (scan.joined(i + 3) and scan.has("part_suffix", i + 3))
    return Magnitude(Fraction(int(top), int(bottom)), last, "fraction")


def _spoken(scan: Scan, i: int) -> Magnitude | None:
    """``two thirds``, ``one-half``, ``a quarter of``; ``a third`` alone may be a place in a row."""
    head = _small(scan, i) or _count(scan, i) or (_one(i) if scan.has("article", i) else None)
    if not head:
        return None
    place = scan.past_hyphen(head.last)
    part = scan.value("part", place)
    if part is None or (head.value == 1) == scan.low(place).endswith("s"):
        return None
    doubtful = scan.has("article", i) or scan.has("part_coin", place)
    sure = scan.has("half", place) or place > head.last or not doubtful
    if not sure and not _takes_part(scan, place, place + 1):
        return None
    return Magnitude(head.value * part, place + 1, "fraction")


def _count(scan: Scan, i: int) -> Magnitude | None:
    text = scan.low(i)
    short = scan.kind(i) == "number" and text.isdecimal() and len(text) <= 2
    return Magnitude(Fraction(int(text)), i + 1) if short else None


def _one(i: int) -> Magnitude:
    return Magnitude(Fraction(1), i + 1)


def _takes_part(scan: Scan, part: int, i: int) -> bool:
    """Whether what follows makes ``a third`` or ``a quarter`` a fraction."""
    measure = scan.packs.unit_of(scan.low(scan.past_hyphen(i))) is not None
    bare = not scan.has("part_coin", part) and not scan.counted(i)
    return scan.has("part_follow", i) or measure or bare


def _mixed(scan: Scan, whole: Magnitude) -> Magnitude:
    """``2 1/2``, ``1½``, ``two and a half``, ``3 and a quarter``; ``and a half of`` starts afresh."""
    if whole.shape != "cardinal":
        return whole
    spoken = scan.has("and", whole.last)
    place = whole.last + 1 if spoken else scan.past_hyphen(whole.last)
    part = _mixed_part(scan, place, spoken)
    if not part or not 0 < part.value < 1:
        return whole
    return Magnitude(whole.value + part.value, part.last, "mixed")


def _mixed_part(scan: Scan, i: int, spoken: bool) -> Magnitude | None:
    part = _vulgar(scan, i) or _slashed(scan, i)
    if spoken and not part:
        part = _spoken(scan, i) or _bare_article_part(scan, i)
    return None if spoken and part and scan.has("of", part.last) else part


def _bare_article_part(scan: Scan, i: int) -> Magnitude | None:
    """``a quarter``, ``a third`` or plain ``half`` behind ``two and``, the latter before what it counts."""
    half = scan.value("half", i)
    if half and scan.counted(i + 1) and not _takes_whole(scan, i + 1):
        return Magnitude(half, i + 1, "fraction")
    part = scan.value("part", i + 1) if scan.has("article", i) else None
    return None if part is None else Magnitude(part, i + 2, "fraction")


def _takes_whole(scan: Scan, i: int) -> bool:
    return scan.has("part_follow", i) or scan.has("determiner", i)


def _scaled(scan: Scan, base: Magnitude) -> Magnitude:
    """``2 million``, ``3.5 thousand``, ``5 hundred thousand``, and ``$30k``."""
    place = scan.past_hyphen(base.last)
    factor = scan.value("scale", place) or scan.value("hundred", place)
    if not factor:
        return base
    return _scaled(scan, replace(base, value=base.value * factor, last=place + 1, shape="cardinal"))
