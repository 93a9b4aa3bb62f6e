"""The grammar of products: which signed factors may stand in one product, at what licence.

A product is a flattened set of at least two factors (leaves or sums), each above or below
the line, at least one above. What may be said of it depends only on its *signature*: its
kind and the multiset of its signed units. Signatures are interned as small integers, so
that growing a list of factors is one dictionary look-up.

The rules, for factors that are not FACTOR ("measured" factors):

* STATE with STATE is STATE, with GAIN a GAIN, with LOSS a LOSS; GAIN with LOSS is refused;
  FACTOR changes no kind and never stands below the line.
* A factor *cancels* if some other factor of the product has one of its bases with the
  opposite sign. Among two or more measured factors each must cancel.
* SHARE: an amount (no base below the line) that stands below the line and does not cancel,
  so that its base survives in the result's denominator, is one use of SHARE instead, and
  excuses one measured factor above the line from cancelling too. Nothing else may stand
  below the line uncancelled.
* RATIO: each pair of equal amount units, one above and one below the line, is one use.
* The result has at most one base above the line, at most two below, each with exponent
  one; it is dimensionless only with a use of RATIO or if all factors are FACTOR.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from models.chain import Family, Kind
from models.units import LIMIT, RADIX
from models.uses import ONE, within

KIND_CODE: Mapping[Kind, int] = {Kind.FACTOR: 0, Kind.STATE: 1, Kind.GAIN: 2, Kind.LOSS: 4}
CLASH = KIND_CODE[Kind.GAIN] | KIND_CODE[Kind.LOSS]
NUMERATOR, DENOMINATOR, PLAIN = 0, 1, 2
REFUSED = -1
MOST_BASES_BELOW = 2

Code = tuple[int, int, int]
"""Of one signed factor: packed unit as written, kind code, NUMERATOR or DENOMINATOR."""
Sides = tuple[int, int, bool]
"""Of one unit: bits of its bases above, bits of those below, are all exponents 1 or -1?"""


def sides_of(packed: int) -> Sides:
    """The bases of a packed unit as bit sets.

    >>> sides_of(1 - 64), sides_of(2)
    ((1, 2, True), (1, 0, False))
    """
    above, below, simple, bit = 0, 0, True, 1
    while packed:
        exponent = (packed + LIMIT) % RADIX - LIMIT
        packed = (packed - exponent) // RADIX
        above |= bit if exponent > 0 else 0
        below |= bit if exponent < 0 else 0
        simple = simple and -1 <= exponent <= 1
        bit <<= 1
    return above, below, simple


class Signatures:
    """The interned signatures of one chain problem."""

    def __init__(self, caps: int) -> None:
        self.units: list[int] = []
        self.kinds: list[int] = []
        self._caps = caps
        self._codes: list[tuple[tuple[int, int], ...]] = []
        self._index: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._extended: dict[tuple[int, Code], int] = {}
        self._sides: dict[int, Sides] = {}
        self._judged: dict[int, int] = {}

    def single(self, code: Code) -> int:
        """The signature of a list of one factor."""
        return self._intern((), 0, 0, code)

    def extend(self, signature: int, code: Code) -> int:
        """The signature with one more factor; REFUSED if kinds clash or RATIO is past its cap."""
        key = (signature, code)
        found = self._extended.get(key)
        if found is None:
            found = self._intern(self._codes[signature], self.kinds[signature], self.units[signature], code)
            self._extended[key] = found
        return found

    def judge(self, signature: int) -> int:
        """The packed uses with which the signature is a product, or REFUSED."""
        found = self._judged.get(signature)
        if found is None:
            found = self._judged[signature] = self._judge(signature)
        return found

    def _intern(self, codes: tuple[tuple[int, int], ...], kind: int, unit: int, code: Code) -> int:
        added, added_kind, below = code
        if (kind | added_kind) & CLASH == CLASH:
            return REFUSED
        entry = (added, PLAIN if not added_kind else below)
        if entry != (0, PLAIN) or entry not in codes:  # one unitless factor says as much as five
            codes = tuple(sorted((*codes, entry)))
        key = (max(kind, added_kind), codes)
        if key not in self._index:
            self._index[key] = self._enter(key, unit + (-added if below else added))
        return self._index[key]

    def _enter(self, key: tuple[int, tuple[tuple[int, int], ...]], unit: int) -> int:
        if not within(self._ratios(key[1]) * ONE[Family.RATIO], self._caps):
            return REFUSED
        self.kinds.append(key[0])
        self._codes.append(key[1])
        self.units.append(unit)
        return len(self.units) - 1

    def _sides_of(self, unit: int) -> Sides:
        if unit not in self._sides:
            self._sides[unit] = sides_of(unit)
        return self._sides[unit]

    def _is_amount(self, unit: int) -> bool:
        above, below, _ = self._sides_of(unit)
        return above != 0 and not below

    def _ratios(self, codes: tuple[tuple[int, int], ...]) -> int:
        under = {unit for unit, tag in codes if tag == DENOMINATOR and self._is_amount(unit)}
        return sum(min(codes.count((u, NUMERATOR)), codes.count((u, DENOMINATOR))) for u in under)

    def _judge(self, signature: int) -> int:
        codes = self._codes[signature]
        if all(tag == DENOMINATOR for _, tag in codes):
            return REFUSED
        ratios = self._ratios(codes)
        if not self._well_formed(signature, ratios):
            return REFUSED
        shares = self._shares(codes)
        uses = shares * ONE[Family.SHARE] + ratios * ONE[Family.RATIO]
        return uses if shares != REFUSED and within(uses, self._caps) else REFUSED

    def _well_formed(self, signature: int, ratios: int) -> bool:
        unit, kind = self.units[signature], self.kinds[signature]
        above, below, simple = self._sides_of(unit)
        if unit == 0 and kind:
            return ratios > 0
        return simple and above.bit_count() <= 1 and below.bit_count() <= MOST_BASES_BELOW

    def _shares(self, codes: tuple[tuple[int, int], ...]) -> int:
        """Uses of SHARE, or REFUSED if a factor that must cancel does not."""
        loose = self._uncancelled(codes)
        below = [unit for unit, tag in loose if tag == DENOMINATOR]
        above = sum(tag == NUMERATOR for _, tag in loose)
        measured = sum(tag != PLAIN for _, tag in codes)
        if not all(self._is_amount(unit) for unit in below):
            return REFUSED
        return REFUSED if measured > 1 and above > len(below) else len(below)

    def _uncancelled(self, codes: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        sides = []
        for unit, tag in codes:
            above, below, _ = self._sides_of(unit)
            sides.append((below, above) if tag == DENOMINATOR else (above, below))
        free = set(range(len(codes)))
        for i, j in combinations(range(len(codes)), 2):
            if sides[i][0] & sides[j][1] or sides[i][1] & sides[j][0]:
                free -= {i, j}
        return [codes[i] for i in free if codes[i][1] != PLAIN]
