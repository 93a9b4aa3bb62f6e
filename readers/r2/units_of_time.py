"""Which of two measures is the longer one, by the conversion facts."""

from __future__ import annotations

from readers.packs_numeric import load_numeric_packs


def longer(one: str, other: str) -> bool:
    """Whether ``one`` holds several of ``other``; chains of facts count.

    >>> longer("week", "minute"), longer("day", "week")
    (True, False)
    """
    smaller = {f.smaller for f in load_numeric_packs().facts if f.larger == one}
    return other in smaller or any(longer(each, other) for each in smaller)
