"""The vocabulary of word problems, and the models that are built from it.

Glossary: a *span* is a place in the text; a *unit* is exponents over named bases;
a *quantity* is a number of the text with what it measures, in a *role*; a *cue*
is a word that bears arithmetic; a *question* is the slot to fill; a *reading* is
one way to understand a text, a *problem* the preferred reading with its
*relaxations*; an *expression* is a derivation as a tree over *givens* and
*constants*, each operation with the *licence* that allows it; a *chain problem*
is the leaves, target and caps that the search starts from; the *forest* holds
every derivation of it once; an *outcome* is a mode and an epistemic state, and a
*refusal* names what is missing.

Each name is loaded when it is first asked for: who wants one module pays for one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.chain import ChainProblem, Family, Form, Kind, Leaf, Target
    from models.expression import Apply, Constant, Expression, Given, Licence, Operation
    from models.outcome import EpistemicState, Missing, Mode, Refusal
    from models.quantity import Cue, Problem, Quantity, Question, Reading, Relaxation, Role, SetAside
    from models.span import Span
    from models.units import Unit

_HOMES = {
    "models.chain": ("ChainProblem", "Family", "Form", "Kind", "Leaf", "Target"),
    "models.expression": ("Apply", "Constant", "Expression", "Given", "Licence", "Operation"),
    "models.outcome": ("EpistemicState", "Missing", "Mode", "Refusal"),
    "models.quantity": ("Cue", "Problem", "Quantity", "Question", "Reading", "Relaxation", "Role", "SetAside"),
    "models.span": ("Span",),
    "models.units": ("Unit",),
}

__all__ = [
    "Apply",
    "ChainProblem",
    "Constant",
    "Cue",
    "EpistemicState",
    "Expression",
    "Family",
    "Form",
    "Given",
    "Kind",
    "Leaf",
    "Licence",
    "Missing",
    "Mode",
    "Operation",
    "Problem",
    "Quantity",
    "Question",
    "Reading",
    "Refusal",
    "Relaxation",
    "Role",
    "SetAside",
    "Span",
    "Target",
    "Unit",
]


def __getattr__(name: str) -> object:
    """An exported name on first use; AttributeError for any other."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
