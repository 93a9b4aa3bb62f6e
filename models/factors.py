"""The grammar of products: which signed factors may stand in one product, at what licence.

A product is a flattened set of at least two factors (leaves or sums), each above or below
the line, at least one above. What may be said of it depends only on its *signature*: its
kinds and the multiset of its signed units. A signature is one integer, so that one more
factor is an ``|`` and a ``+`` (see ``Factor``).

The rules, for factors that are not FACTOR ("measured" factors):

* STATE with STATE is STATE, with GAIN a GAIN, with LOSS a LOSS; GAIN with LOSS is refused;
  FACTOR changes no kind and never stands below the line.
* A factor *cancels* if some other factor of the product has one of its bases with the
  opposite sign. Among two or more measured factors each must cancel.
  But an amount (bases, none with a negative exponent) below the line that does not cancel
  excuses one measured factor above the line from cancelling too. Nothing else may stand
  below the line uncancelled.
* Each amount below the line is one use: of SHARE where a base of it survives in the
  result's denominator, else of RATIO. Dividing by a rate is composition of units,
  dividing by an amount never is.
* Of any one unit at most one amount stands above the line.
* The result has at most one base above the line, at most two below, each with exponent
  one; it is dimensionless only with a use of RATIO or if all factors are FACTOR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from models.chain import ChainProblem, Family, Kind
from models.units import LIMIT, RADIX
from models.uses import ONE, uses_of, within

KIND_CODE: Mapping[Kind, int] = {Kind.FACTOR: 0, Kind.STATE: 1, Kind.GAIN: 2, Kind.LOSS: 4}
GAIN, LOSS = KIND_CODE[Kind.GAIN], KIND_CODE[Kind.LOSS]
CLASH = GAIN | LOSS
KIND_BITS = 7
SCALED = 8
"""Bit of a signature: a unitless FACTOR is among the factors (one says as much as five)."""
COUNT_BITS = 4
COUNT = (1 << COUNT_BITS) - 1
UNDER = 4
"""Place of the count of amounts below the line, among the low bits of a signature."""
LOW_BITS = UNDER + COUNT_BITS
SHARE_USE, RATIO_USE = ONE[Family.SHARE], ONE[Family.RATIO]
REFUSED = -1
MOST_BASES_BELOW = 2


class Factor(NamedTuple):
    """What one signed factor adds to a signature: ``(signature | low) + high``; and to a unit.

    The four low bits hold SCALED and which kinds occur; above them, four bits count the
    amounts below the line, and four bits for each signed unit its factors.
    """

    low: int
    high: int
    unit: int
    minus: int


class _Measure(NamedTuple):
    """A signed unit: bases after the sign, whether an amount, is it below, is it no FACTOR."""

    above: int
    below: int
    is_amount: bool
    minus: int
    measured: bool


def sides_of(packed: int) -> tuple[int, int, bool]:
    """Bases of a packed unit above and below as bit sets, and whether all exponents are 1 or -1.

    >>> sides_of(1 - 64), sides_of(2)
    ((1, 2, True), (1, 0, False))
    """
    above, below, simple, bit = 0, 0, True, 1
    while packed:
        exponent = (packed + LIMIT) % RADIX - LIMIT
        packed = (packed - exponent) // RADIX
        if exponent:
            above |= bit if exponent > 0 else 0
            below |= bit if exponent < 0 else 0
            simple = simple and -1 <= exponent <= 1
        bit <<= 1
    return above, below, simple


def kind_of(signature: int) -> int:
    """The kind code of a product: that of its events, if it has any."""
    return signature & CLASH or signature & KIND_BITS


def measured_alone(problem: ChainProblem) -> bool:
    """Whether no product of the problem can have two measured factors.

    So it is without SHARE and RATIO where every leaf counts one base or nothing: no amount
    stands below the line, and above it amounts do not cancel.
    """
    if problem.caps.get(Family.SHARE, 0) > 0 or problem.caps.get(Family.RATIO, 0) > 0:
        return False
    return all(
        len(leaf.unit.exponents) <= (0 if leaf.kind is Kind.FACTOR else 1)
        and all(exponent == 1 for _, exponent in leaf.unit.exponents)
        for leaf in problem.leaves
    )


def _shift(place: int) -> int:
    return LOW_BITS + COUNT_BITS * place


class Signatures:
    """The signed units of one chain problem, and what it takes to make products of them."""

    def __init__(self, caps: int) -> None:
        self._caps = caps
        self._under = uses_of(caps, Family.SHARE) + uses_of(caps, Family.RATIO)
        self._repeats = 0
        self._places: dict[tuple[int, int, bool], int] = {}
        self._measures: list[_Measure] = []
        self._shapes: dict[int, bool] = {}
        self._judged: dict[int, int] = {}

    def factor(self, unit: int, kind: int, minus: int) -> Factor:
        """A factor of this packed unit and kind code, above or (``minus`` 1) below the line."""
        if not kind and not unit:
            return Factor(SCALED, 0, 0, 0)
        place = self._place(unit, minus, kind != 0)
        under = minus << UNDER if self._measures[place].is_amount else 0
        return Factor(kind, under + (1 << _shift(place)), -unit if minus else unit, minus)

    def admits(self, signature: int) -> bool:
        """Whether a list may have it: no rule is broken that more factors could not mend."""
        if signature & CLASH == CLASH or signature & self._repeats:
            return False
        return (signature >> UNDER & COUNT) <= self._under

    def judge(self, signature: int, unit: int) -> int:
        """The packed uses with which a signature is a product, or REFUSED.

        ``unit`` is the packed unit of the whole, which follows from the signature.
        """
        found = self._judged.get(signature)
        if found is None:
            possible = self.admits(signature) and self._has_shape(unit)
            found = self._judged[signature] = self._judge(signature, unit) if possible else REFUSED
        return found

    def _place(self, unit: int, minus: int, measured: bool) -> int:
        key = (unit, minus, measured)
        if key not in self._places:
            place = self._places[key] = len(self._measures)
            above, below, _ = sides_of(unit)
            amount = measured and above != 0 and not below
            sides = (below, above) if minus else (above, below)
            self._measures.append(_Measure(*sides, amount, minus, measured))
            if amount and not minus:
                self._repeats |= (COUNT ^ 1) << _shift(place)
        return self._places[key]

    def _counts(self, signature: int) -> Iterator[tuple[_Measure, int]]:
        counts = signature >> LOW_BITS
        for measure in self._measures:
            if counts & COUNT:
                yield measure, counts & COUNT
            counts >>= COUNT_BITS

    def _has_shape(self, unit: int) -> bool:
        found = self._shapes.get(unit)
        if found is None:
            above, below, simple = sides_of(unit)
            found = simple and above.bit_count() <= 1 and below.bit_count() <= MOST_BASES_BELOW
            self._shapes[unit] = found
        return found

    def _judge(self, signature: int, unit: int) -> int:
        parts = list(self._counts(signature))
        if not signature & SCALED and all(measure.minus for measure, _ in parts):
            return REFUSED
        uses = _uses(parts, unit)
        if not unit and signature & KIND_BITS and not uses_of(uses, Family.RATIO):
            return REFUSED
        return uses if _composes(parts) and within(uses, self._caps) else REFUSED


def _uses(parts: list[tuple[_Measure, int]], unit: int) -> int:
    """One use for each amount below the line, by what is left of it in the whole."""
    _, surviving, _ = sides_of(unit)
    return sum(
        count * (SHARE_USE if part.below & surviving else RATIO_USE)
        for part, count in parts
        if part.minus and part.is_amount
    )


def _composes(parts: list[tuple[_Measure, int]]) -> bool:
    """Whether every factor cancels that must."""
    above = below = measured = excused = loose = 0
    for part, _ in parts:
        above |= part.above
        below |= part.below
    for part, count in parts:
        measured += count if part.measured else 0
        if part.measured and not (part.above & below or part.below & above):
            if part.minus and not part.is_amount:
                return False
            excused += count if part.minus else 0
            loose += 0 if part.minus else count
    return measured <= 1 or loose <= excused
