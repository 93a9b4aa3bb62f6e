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
* SHARE: an amount (no base below the line) that stands below the line and does not cancel,
  so that its base survives in the result's denominator, is one use of SHARE instead, and
  excuses one measured factor above the line from cancelling too. Nothing else may stand
  below the line uncancelled.
* RATIO: each pair of equal amount units, one above and one below the line, is one use.
* The result has at most one base above the line, at most two below, each with exponent
  one; it is dimensionless only with a use of RATIO or if all factors are FACTOR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from models.chain import ChainProblem, Family, Kind
from models.units import LIMIT, RADIX
from models.uses import ONE, within

KIND_CODE: Mapping[Kind, int] = {Kind.FACTOR: 0, Kind.STATE: 1, Kind.GAIN: 2, Kind.LOSS: 4}
GAIN, LOSS = KIND_CODE[Kind.GAIN], KIND_CODE[Kind.LOSS]
CLASH = GAIN | LOSS
KIND_BITS = 7
SCALED = 8
"""Bit of a signature: a unitless FACTOR is among the factors (one says as much as five)."""
LOW_BITS, COUNT_BITS = 4, 4
COUNT = (1 << COUNT_BITS) - 1
SHARE_USE, RATIO_USE = ONE[Family.SHARE], ONE[Family.RATIO]
REFUSED = -1
MOST_BASES_BELOW = 2


class Factor(NamedTuple):
    """What one signed factor adds to a signature: ``(signature | low) + high``; and to a unit.

    The four low bits hold SCALED and which kinds occur; above them, four bits for each
    signed unit count its factors.
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

    So it is without SHARE and RATIO where every leaf counts one base or nothing: two equal
    amounts cancel only as a RATIO, and two different ones not at all.
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
        self._places: dict[tuple[int, int, bool], int] = {}
        self._measures: list[_Measure] = []
        self._pairs: list[tuple[int, int]] = []
        self._shapes: dict[int, bool] = {}
        self._admitted: dict[int, bool] = {}
        self._judged: dict[int, int] = {}

    def factor(self, unit: int, kind: int, minus: int) -> Factor:
        """A factor of this packed unit and kind code, above or (``minus`` 1) below the line."""
        if not kind and not unit:
            return Factor(SCALED, 0, 0, 0)
        place = self._place(unit, minus, kind != 0)
        return Factor(kind, 1 << _shift(place), -unit if minus else unit, minus)

    def admits(self, signature: int) -> bool:
        """Whether a list may have it: no clash of kinds, no more RATIO than its cap."""
        if signature & CLASH == CLASH:
            return False
        if not self._pairs:
            return True
        found = self._admitted.get(signature)
        if found is None:
            found = self._admitted[signature] = within(self._ratios(signature) * RATIO_USE, self._caps)
        return found

    def judge(self, signature: int, unit: int) -> int:
        """The packed uses with which a signature is a product, or REFUSED.

        ``unit`` is the packed unit of the whole, which follows from the signature.
        """
        found = self._judged.get(signature)
        if found is None:
            possible = self._has_shape(unit) and signature & CLASH != CLASH
            found = self._judged[signature] = self._judge(signature, unit) if possible else REFUSED
        return found

    def _place(self, unit: int, minus: int, measured: bool) -> int:
        key = (unit, minus, measured)
        if key not in self._places:
            self._places[key] = len(self._measures)
            above, below, _ = sides_of(unit)
            amount = measured and above != 0 and not below
            sides = (below, above) if minus else (above, below)
            self._measures.append(_Measure(*sides, amount, minus, measured))
            if amount and (unit, 1 - minus, measured) in self._places:
                places = self._places[unit, 0, measured], self._places[unit, 1, measured]
                self._pairs.append((_shift(places[0]), _shift(places[1])))
        return self._places[key]

    def _counts(self, signature: int) -> Iterator[tuple[_Measure, int]]:
        counts = signature >> LOW_BITS
        for measure in self._measures:
            if counts & COUNT:
                yield measure, counts & COUNT
            counts >>= COUNT_BITS

    def _ratios(self, signature: int) -> int:
        total = 0
        for over, under in self._pairs:
            above, below = signature >> over & COUNT, signature >> under & COUNT
            total += above if above < below else below
        return total

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
        ratios = self._ratios(signature)
        if not unit and signature & KIND_BITS and not ratios:
            return REFUSED
        shares = self._shares(parts)
        uses = shares * SHARE_USE + ratios * RATIO_USE
        return uses if shares != REFUSED and within(uses, self._caps) else REFUSED

    def _shares(self, parts: list[tuple[_Measure, int]]) -> int:
        """Uses of SHARE, or REFUSED if a factor that must cancel does not."""
        above = below = measured = shared = loose = 0
        for part, _ in parts:
            above |= part.above
            below |= part.below
        for part, count in parts:
            measured += count if part.measured else 0
            if part.measured and not (part.above & below or part.below & above):
                if part.minus and not part.is_amount:
                    return REFUSED
                shared += count if part.minus else 0
                loose += 0 if part.minus else count
        return REFUSED if measured > 1 and loose > shared else shared
