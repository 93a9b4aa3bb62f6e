"""Uses of the licence families, packed into one integer: eight bits a family.

Adding the uses of two parts of a derivation is ``+``; a derivation has at most a few
uses of each family, so that no eight bits overflow (at most 12 leaves).
"""

from __future__ import annotations

from collections.abc import Mapping

from models.chain import Family

USE_BITS = 8
USE_LIMIT = 1 << (USE_BITS - 1)
GUARD = sum(USE_LIMIT << (USE_BITS * i) for i in range(len(Family)))
ONE: Mapping[Family, int] = {family: 1 << (USE_BITS * i) for i, family in enumerate(Family)}


def pack_caps(caps: Mapping[Family, int]) -> int:
    """Caps as packed uses; a cap past 127 is as good as 127, a family without a cap has 0.

    >>> pack_caps({Family.AGGREGATE: 2, Family.DIFFERENCE: 1}) == 2 + 256
    True
    """
    return sum(ONE[family] * max(0, min(cap, USE_LIMIT - 1)) for family, cap in caps.items())


def within(uses: int, caps: int) -> bool:
    """Whether every family's uses are at most its cap (both packed).

    >>> within(1, pack_caps({Family.AGGREGATE: 1})), within(256, pack_caps({Family.AGGREGATE: 1}))
    (True, False)
    """
    return (caps + GUARD - uses) & GUARD == GUARD


def uses_of(uses: int, family: Family) -> int:
    """How many uses of one family are in a packed vector."""
    return uses // ONE[family] % (1 << USE_BITS)
