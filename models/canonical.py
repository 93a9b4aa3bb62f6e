"""The canonical string of a derivation: what it computes from what, without its licences.

Nested sums and nested products are flattened, signs and sides are pushed to the operands,
operands are sorted. Two derivations with the same string are the same sum of the same things.
"""

from __future__ import annotations

from models.expression import ADDITIVE, Apply, Constant, Expression, Given, Operation

INVERTING = frozenset({Operation.SUBTRACT, Operation.DIVIDE})


def canonical(expression: Expression) -> str:
    """An s-expression over the ids of givens and the entries of constants (``fact:``).

    >>> from models.expression import Licence
    >>> a, b, c = Given("a"), Given("b"), Given("c")
    >>> share = Apply(Operation.DIVIDE, (c, b), Licence("x"))
    >>> both = Apply(Operation.ADD, (share, b), Licence("y"))
    >>> canonical(Apply(Operation.SUBTRACT, (both, a), Licence("z")))
    '(sum +(product *c /b) +b -a)'
    """
    match expression:
        case Given(ident):
            return ident
        case Constant(entry=entry):
            return f"fact:{entry}"
        case Apply(operation):
            additive = operation in ADDITIVE
            parts = _flatten(expression, additive, False)
            name, marks = ("sum", "+-") if additive else ("product", "*/")
            signed = sorted((marks[inverse], canonical(part)) for part, inverse in parts)
            return f"({name} {' '.join(mark + text for mark, text in signed)})"


def _flatten(expression: Expression, additive: bool, inverse: bool) -> list[tuple[Expression, bool]]:
    """Operands of a sum (or product) with the sum's own operands in place of nested sums."""
    if not isinstance(expression, Apply) or (expression.operation in ADDITIVE) != additive:
        return [(expression, inverse)]
    turned = expression.reverse or expression.operation in INVERTING
    return [
        pair
        for i, operand in enumerate(expression.operands)
        for pair in _flatten(operand, additive, inverse ^ (turned and i > 0))
    ]
