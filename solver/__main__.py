"""``python -m solver``: hands the command line its rules of contexts and runs it."""

from __future__ import annotations

import gc
import sys

from gate.governance import governance
from solver.cases import ContextRules
from solver.cli import main

COLLECT_EVERY = 100_000
"""Net allocations between two collections; CPython's own is 700."""
INTERRUPTED = 130


def context_rules() -> ContextRules:
    """What the command line must know of governance."""
    table = governance()
    shows = (name for name, context in table.contexts.items() if context.candidates_on_refusal)
    return ContextRules(table.strictest_first, table.default, frozenset(shows))


def run() -> int:
    """The whole command; its exit code.

    What the engine and sympy load lives to the end. Looking through it for garbage, while
    it is loaded and once more at the end, took a quarter of the user time of one cold case:
    so collections are rarer, and the last one is spared.
    """
    gc.set_threshold(COLLECT_EVERY)
    try:
        return main(sys.argv[1:], context_rules())
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(run())
