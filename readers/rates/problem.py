"""The problem that a reader of rates hands over."""

from __future__ import annotations

from models.quantity import Problem, Question, Reading, SetAside
from models.relation import RelationalProblem, Unknown
from readers.rates.build import Ledger
from readers.rates.records import Demand
from readers.rates.text import Text


def problem(
    reader: str, text: Text, ledger: Ledger, target: Unknown, demand: Demand, aside: tuple[SetAside, ...] = ()
) -> Problem:
    """All that ``ledger`` gathered, with ``target`` as what is asked for."""
    required = frozenset(quantity.ident for quantity in ledger.quantities)
    relations = RelationalProblem(tuple(ledger.relations), target, required)
    question = Question(demand.span, target.unit, target.unit.numerator, "single")
    reading = Reading(
        reader=reader,
        quantities=tuple(ledger.quantities),
        cues=(),
        question=question,
        aside=aside,
        chain=None,
        relations=relations,
        integral=target.integral,
    )
    return Problem(reader, text.source, reading)
