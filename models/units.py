"""Units as exponents over named bases, and their packing into one integer.

A base is anything that is counted or measured: ``dollar``, ``pencil``, ``hour``.
``Unit`` is the readable form; ``UnitSpace.pack`` maps it to a Python integer
``sum(exponent_b * 64**b)`` with ``|exponent_b| < 32``, so that multiplying units
is ``+``, dividing is ``-`` and comparing is ``==``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

RADIX = 64
LIMIT = 32


class UnitOverflow(ArithmeticError):
    """An exponent left the range that packing holds."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Exponents of named bases, sorted by name, zero exponents dropped.

    >>> str(Unit.of("pencil") / Unit.of("box"))
    'box^-1*pencil'
    >>> str(Unit.of("mile") / Unit.of("hour") * Unit.of("hour"))
    'mile'
    >>> str(Unit())
    '1'
    """

    exponents: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, *names: str) -> Unit:
        """The product of the named bases."""
        return cls.build((name, 1) for name in names)

    @classmethod
    def build(cls, pairs: Iterable[tuple[str, int]]) -> Unit:
        """Sum exponents by base, drop zeros, sort."""
        total: dict[str, int] = {}
        for name, exponent in pairs:
            total[name] = total.get(name, 0) + exponent
        return cls(tuple(sorted((n, e) for n, e in total.items() if e)))

    def __mul__(self, other: Unit) -> Unit:
        return Unit.build((*self.exponents, *other.exponents))

    def __truediv__(self, other: Unit) -> Unit:
        return self * other.inverse()

    def inverse(self) -> Unit:
        return Unit(tuple((n, -e) for n, e in self.exponents))

    @property
    def numerator(self) -> tuple[str, ...]:
        return tuple(n for n, e in self.exponents if e > 0)

    @property
    def denominator(self) -> tuple[str, ...]:
        return tuple(n for n, e in self.exponents if e < 0)

    @property
    def is_rate(self) -> bool:
        return bool(self.denominator)

    def rename(self, old: str, new: str) -> Unit:
        """The same unit with one base called otherwise."""
        return Unit.build((new if n == old else n, e) for n, e in self.exponents)

    def __str__(self) -> str:
        parts = (n if e == 1 else f"{n}^{e}" for n, e in self.exponents)
        return "*".join(parts) or "1"


@dataclass(frozen=True, slots=True)
class UnitSpace:
    """An ordering of bases that packs units into integers.

    >>> space = UnitSpace.over([Unit.of("mile") / Unit.of("hour"), Unit.of("hour")])
    >>> space.pack(Unit.of("mile") / Unit.of("hour")) + space.pack(Unit.of("hour"))
    64
    >>> str(space.unpack(64))
    'mile'
    """

    bases: tuple[str, ...]

    @classmethod
    def over(cls, units: Iterable[Unit]) -> UnitSpace:
        return cls(tuple(sorted({n for u in units for n, _ in u.exponents})))

    def pack(self, unit: Unit) -> int:
        """Raises UnitOverflow past ``|exponent| < 32``, KeyError on a foreign base."""
        index = {name: i for i, name in enumerate(self.bases)}
        packed = 0
        for name, exponent in unit.exponents:
            if abs(exponent) >= LIMIT:
                raise UnitOverflow(f"{name}^{exponent} is past {LIMIT - 1}")
            packed += exponent * RADIX ** index[name]
        return packed

    def unpack(self, packed: int) -> Unit:
        pairs = []
        for name in self.bases:
            exponent = (packed + LIMIT) % RADIX - LIMIT
            packed = (packed - exponent) // RADIX
            pairs.append((name, exponent))
        return Unit.build(pairs)
