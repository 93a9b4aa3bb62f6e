"""The vocabulary of word problems, and the models that are built from it.

Glossary: a *span* is a place in the text; a *unit* is exponents over named bases;
a *quantity* is a number of the text with what it measures, in a *role*; a *cue*
is a word that bears arithmetic; a *question* is the slot to fill; a *reading* is
one way to understand a text, a *problem* the preferred reading with its
*relaxations*; an *expression* is a derivation as a tree over *givens* and
*constants*, each operation with the *licence* that allows it; a *chain problem*
is the leaves, target and caps that the search starts from; a *relation* is an equation
between amounts, some of them *unknowns*, and a *relational problem* all of a reading with
what is asked for; a *selection problem* is the choice points of a reading, each with
*alternatives*, and what they demand of each other; the *forest* holds every derivation
of a chain problem once; an *outcome* is a mode and an epistemic state, and a *refusal*
names what is missing.

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
    from models.relation import Bond, Relation, RelationalProblem, Unknown
    from models.selection import Choice, Cover, Forbid, Require, SelectionProblem
    from models.span import Span
    from models.units import Unit

__all__ = [
    "Apply",
    "Bond",
    "ChainProblem",
    "Choice",
    "Constant",
    "Cover",
    "Cue",
    "EpistemicState",
    "Expression",
    "Family",
    "Forbid",
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
    "Relation",
    "RelationalProblem",
    "Relaxation",
    "Require",
    "Role",
    "SelectionProblem",
    "SetAside",
    "Span",
    "Target",
    "Unit",
    "Unknown",
]


def __getattr__(name: str) -> object:
    """An exported name on first use; AttributeError for any other."""
    match name:
        case "ChainProblem" | "Family" | "Form" | "Kind" | "Leaf" | "Target":
            return getattr(import_module("models.chain"), name)
        case "Apply" | "Constant" | "Expression" | "Given" | "Licence" | "Operation":
            return getattr(import_module("models.expression"), name)
        case "EpistemicState" | "Missing" | "Mode" | "Refusal":
            return getattr(import_module("models.outcome"), name)
        case "Cue" | "Problem" | "Quantity" | "Question" | "Reading" | "Relaxation" | "Role" | "SetAside":
            return getattr(import_module("models.quantity"), name)
        case "Bond" | "Relation" | "RelationalProblem" | "Unknown":
            return getattr(import_module("models.relation"), name)
        case "Choice" | "Cover" | "Forbid" | "Require" | "SelectionProblem":
            return getattr(import_module("models.selection"), name)
        case "Span":
            return getattr(import_module("models.span"), name)
        case "Unit":
            return getattr(import_module("models.units"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
