"""Which derivations are the same structure, and how many rest on premises of their own.

Two derivations are one structure if they are the same rational function of the
givens under the same licence spans: reordering, commuting, re-associating,
distributing and cancelling make no new one. Another function of the givens, or
the same by other places of the text, is another structure. That structures agree
is evidence only as far as they share no premise: ``independent_count``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from models.canonical import canonical
from models.expression import Apply, Constant, Expression, Given, evaluate, walk
from models.span import Span
from solver.trace import fold

# Imported at first use: 0.2 to 0.6 s each, and most problems have a single derivation.
NETWORKX = "networkx"
SYMPY = "sympy"


def graph(expression: Expression) -> Any:
    """The derivation as a ``networkx.DiGraph``: an edge from each operand to its operation.

    Nodes are canonical strings, so that a part that is used twice is one node;
    ``kind`` is given, fact or the name of the operation, ``entry`` what licenses
    it. An edge holds ``times``, how often the operand is taken.
    """
    result = import_module(NETWORKX).DiGraph()
    for node in walk(expression):
        name = canonical(node)
        if result.has_node(name):
            continue
        result.add_node(name, **_label(node))
        for operand in node.operands if isinstance(node, Apply) else ():
            source = canonical(operand)
            times = result.edges[source, name]["times"] if result.has_edge(source, name) else 0
            result.add_edge(source, name, times=times + 1)
    return result


def distinct(derivations: Sequence[Expression], values: Mapping[str, Fraction]) -> tuple[tuple[Expression, ...], ...]:
    """The derivations grouped by structure, groups and members in canonical order.

    ``values`` holds every given. Raises KeyError for a given that it does not hold,
    ZeroDivisionError for a derivation that it leaves undefined.
    """
    ordered = sorted(derivations, key=lambda d: (canonical(d), _places(d), repr(d)))
    if len(ordered) < 2:
        return tuple((d,) for d in ordered)
    sameness = import_module(NETWORKX).Graph()
    sameness.add_nodes_from(range(len(ordered)))
    for members in _classes(ordered, values):
        import_module(NETWORKX).add_path(sameness, members)
    groups = import_module(NETWORKX).connected_components(sameness)
    return tuple(tuple(ordered[i] for i in members) for members in sorted(map(sorted, groups)))


def same_function(one: Expression, other: Expression, idents: Sequence[str]) -> bool:
    """Whether two derivations are one rational function of the givens ``idents``; decided by sympy.

    False where one of them divides by what is zero everywhere. Raises KeyError for a
    given that ``idents`` lacks.
    """
    try:
        return bool(_function(one, idents) == _function(other, idents))
    except ZeroDivisionError:
        return False


def premises(derivation: Expression) -> frozenset[object]:
    """The places of the text that license its operations, and its facts.

    A derivation that nothing but units license has that for its premise.
    """
    facts = {node.entry for node in walk(derivation) if isinstance(node, Constant)}
    return frozenset((*_places(derivation), *facts)) or frozenset({"unit.composition"})


def independent_count(derivations: Sequence[Expression], values: Mapping[str, Fraction]) -> int:
    """How many structures rest on premises of their own: no span or fact in common.

    Counted greedily, the fewest premises first, so it may fall short of the most
    that could be chosen and never exceeds it. Derivations that nothing but units
    license share that premise.
    """
    grounds = [frozenset().union(*map(premises, group)) for group in distinct(derivations, values)]
    taken: set[object] = set()
    count = 0
    for own in sorted(grounds, key=lambda p: (len(p), sorted(map(repr, p)))):
        if taken.isdisjoint(own):
            taken |= own
            count += 1
    return count


def _label(node: Expression) -> dict[str, str]:
    match node:
        case Apply(operation, _, licence):
            return {"kind": operation.value, "entry": licence.entry}
        case Constant(entry=entry):
            return {"kind": "fact", "entry": entry}
    return {"kind": "given", "entry": ""}


def _classes(ordered: Sequence[Expression], values: Mapping[str, Fraction]) -> list[list[int]]:
    # One function takes one value where it is defined, so sympy only need compare within a value.
    rough: dict[object, list[int]] = {}
    for i, derivation in enumerate(ordered):
        rough.setdefault((_places(derivation), evaluate(derivation, values)), []).append(i)
    fine: dict[object, list[int]] = {}
    for key, members in rough.items():
        one = len({_text(ordered[i]) for i in members}) == 1
        for i in members:
            fine.setdefault((key, one or _function(ordered[i], sorted(values))), []).append(i)
    return list(fine.values())


def _text(derivation: Expression) -> tuple[str, frozenset[tuple[str, Fraction]]]:
    facts = (node for node in walk(derivation) if isinstance(node, Constant))
    return canonical(derivation), frozenset((fact.entry, fact.value) for fact in facts)


def _function(derivation: Expression, idents: Sequence[str]) -> object:
    """The rational function in lowest terms, an element of Q(x0, x1, ...), one x a given."""
    sympy = import_module(SYMPY)
    rationals, *symbols = sympy.field([sympy.Symbol(f"x{i}") for i in range(len(idents))], sympy.QQ)
    variables = dict(zip(idents, symbols, strict=True))

    def build(part: Expression) -> Any:
        match part:
            case Given(ident):
                return variables[ident]
            case Constant(value=value):
                return rationals.ground_new(sympy.QQ(value.numerator, value.denominator))
        return fold(part.operation, [build(operand) for operand in part.operands], part.reverse)

    return build(derivation)


def _places(derivation: Expression) -> tuple[Span, ...]:
    spans = (node.licence.span for node in walk(derivation) if isinstance(node, Apply))
    return tuple(sorted({span for span in spans if span is not None}))
