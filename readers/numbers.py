"""Every number of a document, exact, with the rule that read it.

The flow: at each token the longest match of ``numerals_rules`` is taken; then
``numerals_context`` says which numerals are no quantities, and why. Words such
as ``some`` and ``several`` are no numerals and are left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator

from readers.document import Document
from readers.numerals_context import set_aside
from readers.numerals_record import Numeral, NumeralOverflow, Scan
from readers.numerals_rules import longest, may_start
from readers.packs_numeric import NumericPacks

MAX_NUMERALS = 50

__all__ = ["MAX_NUMERALS", "Numeral", "NumeralOverflow", "read_numerals"]


def read_numerals(document: Document, packs: NumericPacks) -> tuple[Numeral, ...]:
    """The numerals in text order; no two share a token.

    Raises NumeralOverflow beyond 50 numerals or 30 digits in one.
    """
    scan = Scan(document, packs)
    found: list[Numeral] = []
    for numeral in _numerals(scan):
        if len(found) == MAX_NUMERALS:
            raise NumeralOverflow(numeral.span, f"{MAX_NUMERALS} numerals")
        found.append(numeral)
    return set_aside(scan, tuple(found))


def _numerals(scan: Scan) -> Iterator[Numeral]:
    place = 0
    while place < len(scan.document.tokens):
        winner = longest(scan, place) if may_start(scan, place) else None
        if winner:
            name, match = winner
            span = scan.span(place, match.last)
            yield Numeral(match.value, place, match.last, span, match.kind, match.unit, name, match.aside)
        place = winner[1].last if winner else place + 1
