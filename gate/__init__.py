"""What may be served: reliability floors and response governance.

Glossary: a *floor* is the least reliability that a record of right and wrong
supports; a *licence* allows an action for a class whose floor clears its
ceiling; a *context* is where an answer goes (sealed_eval, tutoring, ...); a
*mode* is how it is put (verified answer, clarification, refusal, ...); *reach*
is how far it may go past what is established.

Each name is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gate.floor import conservative_floor
    from gate.governance import (
        ReachLevel,
        ReachPolicy,
        decide,
        govern_response,
        required_disclosures,
        shape_surface,
        stricter,
    )

__all__ = [
    "ReachLevel",
    "ReachPolicy",
    "conservative_floor",
    "decide",
    "govern_response",
    "required_disclosures",
    "shape_surface",
    "stricter",
]


def __getattr__(name: str) -> object:
    """An exported name on first use; AttributeError for any other."""
    if name == "conservative_floor":
        return getattr(import_module("gate.floor"), name)
    if name in __all__:
        return getattr(import_module("gate.governance"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
