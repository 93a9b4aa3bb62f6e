"""Readers: a text becomes a typed problem, or a typed refusal.

Glossary: a *document* is the text as tokens and sentences; a *numeral* is a
number of the text with the rule that read it; a *pack* is a file of words, each
entry with an id, a source and a state; a *cue* is a word that bears arithmetic; a
*clause* is who does what; a *demand* is what the question asks for; a *choice
point* is an open slot with its alternatives in order of preference; a
*relaxation* is the reading with one constraint loosened or one choice flipped.

A *failure family* is a kind of refusal with what is known of it (``readers.failures``);
the *router* (``readers.router``) knows which readers there are.

``read`` asks all readers that are announced, loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from readers.router import read

__all__ = ["read"]


def __getattr__(name: str) -> object:
    """``read`` on first use; AttributeError for any other name."""
    if name in __all__:
        return getattr(import_module("readers.router"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
