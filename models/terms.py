"""The grammar of sums: which signed terms may stand in one sum, under which pattern.

A sum is a flattened set of at least two terms (leaves or products) of one unit, none of
kind FACTOR. The state of a list of terms is a small bit set, and merging is ``|``:

* *plain* lists, whose signs are forced by kind: which kinds occur, and whether two STATE
  terms do. One kind closes as TOTAL (all plus), several as BALANCE (LOSS is taken off).
* *difference* lists, all of one kind with free signs: which kind, and which signs occur;
  they close once both signs do.
"""

from __future__ import annotations

from typing import NamedTuple

from models.chain import Family, Form
from models.uses import ONE, within

STATE_BIT, GAIN_BIT, LOSS_BIT = 1, 2, 4
KIND_BITS = STATE_BIT | GAIN_BIT | LOSS_BIT
TWO_STATES = 8
DIFFERENCE = 16
HAS_PLUS = 32
HAS_MINUS = 64
AGGREGATE_USE, DIFFERENCE_USE = ONE[Family.AGGREGATE], ONE[Family.DIFFERENCE]
REFUSED = -1


class Closing(NamedTuple):
    """How a list of terms becomes a sum: pattern, kind code of the sum, packed uses."""

    form: Form
    kind: int
    uses: int


def single_terms(kind: int, caps: int) -> tuple[tuple[int, int], ...]:
    """The one-term states of a term of this kind, each with its sign (0 plus or forced, 1 minus)."""
    if not within(DIFFERENCE_USE, caps):
        return ((kind, 0),)
    free = DIFFERENCE | kind
    return ((kind, 0), (free | HAS_PLUS, 0), (free | HAS_MINUS, 1))


def merge_terms(one: int, other: int) -> int:
    """The state of two lists put together, or REFUSED.

    >>> merge_terms(STATE_BIT, STATE_BIT) == STATE_BIT | TWO_STATES
    True
    """
    if (one ^ other) & DIFFERENCE:
        return REFUSED
    if one & DIFFERENCE:
        return REFUSED if (one ^ other) & KIND_BITS else one | other
    return one | other | (TWO_STATES if one & other & STATE_BIT else 0)


def close_terms(state: int, caps: int) -> Closing | None:
    """The sum that a list of two or more terms is.

    None while a difference has one sign, and where the caps (packed) do not allow it.
    """
    kinds = state & KIND_BITS
    if state & DIFFERENCE:
        if not (state & HAS_PLUS and state & HAS_MINUS):
            return None
        closing = Closing(Form.DIFFERENCE, STATE_BIT, DIFFERENCE_USE)
    elif kinds.bit_count() == 1:
        closing = Closing(Form.TOTAL, kinds, AGGREGATE_USE)
    else:
        closing = Closing(Form.BALANCE, STATE_BIT, AGGREGATE_USE if state & TWO_STATES else 0)
    return closing if within(closing.uses, caps) else None


def sums_possible(kinds: set[int], caps: int) -> bool:
    """Whether leaves of these kinds can make any sum: a licensed one, or one with an event."""
    licensed = within(AGGREGATE_USE, caps) or within(DIFFERENCE_USE, caps)
    return licensed or bool(kinds & {GAIN_BIT, LOSS_BIT})
