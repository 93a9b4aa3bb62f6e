"""What a combination would give, shown beside a refusal; the solver judges what is served."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from models.expression import Constant, Given
from models.relation import Bond, Operand, Relation, Unknown
from readers.rates.build import Ledger


def outlook(ledger: Ledger, target: Unknown) -> Fraction | None:
    """The value of the target by the relations in the order in which they were written.

    Each relation of a ledger has its result as the only new unknown. None where a divisor is
    zero or the value is below zero.
    """
    known: dict[Operand, Fraction] = {Given(q.ident): q.value for q in ledger.quantities}
    for relation in ledger.relations:
        try:
            known[relation.result] = _value(relation, known)
        except ZeroDivisionError:
            return None
    return known[target] if known[target] >= 0 else None


def _value(relation: Relation, known: dict[Operand, Fraction]) -> Fraction:
    values = [o.value if isinstance(o, Constant) else known[o] for o in relation.operands]
    if relation.bond is Bond.SUM:
        return sum((v * s for v, s in zip(values, relation.signs, strict=True)), Fraction(0))
    return prod((v**s for v, s in zip(values, relation.signs, strict=True)), start=Fraction(1))
