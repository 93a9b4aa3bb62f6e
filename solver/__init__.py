"""From a problem to an outcome: enumerate, check, judge, record, explain.

Glossary: an *attempt* takes one text to one outcome; a *session* is its record;
a *candidate* is one answer with its derivations; a *judgement* is what the
solver makes of a problem before any context is asked; the *checker* judges one
derivation apart from the search; *robust* says that the answer is still the only
one under every relaxation of the reading; a *trace* is the numbered steps.

``attempt`` is loaded when it is first asked for: the engine behind it is slow to
import, and the modules here serve without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.api import attempt

__all__ = ["attempt"]


def __getattr__(name: str) -> object:
    """``attempt`` on first use; AttributeError for any other name."""
    if name in __all__:
        return getattr(import_module("solver.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
