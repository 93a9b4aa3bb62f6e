"""``python -m solver``: hands the command line its rules of contexts and runs it."""

from __future__ import annotations

import sys

from gate.governance import governance
from solver.cases import ContextRules
from solver.cli import main


def context_rules() -> ContextRules:
    """What the command line must know of governance."""
    table = governance()
    shows = (name for name, context in table.contexts.items() if context.candidates_on_refusal)
    return ContextRules(table.strictest_first, table.default, frozenset(shows))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:], context_rules()))
    except KeyboardInterrupt:
        sys.exit(130)
