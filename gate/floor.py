"""The conservative floor: how reliable a record of right and wrong is at least.

One-sided Wilson lower bound at z = 2.576 (E. B. Wilson 1927), over committed
trials only: a refusal neither helps nor hurts.
"""

from __future__ import annotations

from math import sqrt

Z = 2.576
N_MIN = 10
PLACES = 9
NEVER_CERTAIN = 1.0 - 1e-9


def conservative_floor(right: int, committed: int) -> float:
    """The floor of ``right`` out of ``committed`` trials, in [0, 1 - 1e-9].

    0.0 below N_MIN trials; rounded half to even at 1e-9. TypeError on what is no
    integer, ValueError on negative counts and on more right than committed.

    >>> round(conservative_floor(95, 100), 4)
    0.8608
    """
    _check(right, committed)
    if committed < N_MIN:
        return 0.0
    p = right / committed
    z2 = Z * Z
    denom = 1 + z2 / committed
    center = (p + z2 / (2 * committed)) / denom
    margin = (Z / denom) * sqrt(p * (1 - p) / committed + z2 / (4 * committed * committed))
    return min(round(max(0.0, center - margin), PLACES), NEVER_CERTAIN)


def _check(right: int, committed: int) -> None:
    for count in (right, committed):
        if not isinstance(count, int) or isinstance(count, bool):
            raise TypeError(f"a count is a whole number, not {count!r}")
    if not 0 <= right <= committed:
        raise ValueError(f"{right} right of {committed} committed is no record")
