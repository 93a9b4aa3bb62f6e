"""Comparisons and fractions resolved to amounts of their own.

"Mary has 3 more than John" becomes an amount of Mary's whose expression holds
John's; the reference keeps standing for itself, so that it may be used again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.outcome import Missing, Refusal
from models.quantity import Role
from readers.r1.bindings import Binder
from readers.r1.inverses import inverse
from readers.r1.mentions import Mention
from readers.r1.parts import fraction
from readers.r1.references import compare
from readers.r1.terms import Term
from readers.r1.totals import share_total
from readers.r1.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Resolved:
    """Terms after resolution; ``hidden`` are idents that only live inside others."""

    terms: tuple[Term, ...]
    hidden: frozenset[str]


def resolve(bench: Workbench) -> Resolved | Refusal:
    """All terms as amounts of their own; a refusal where a comparison or a fraction stays unbound."""
    Binder(bench.scene, bench.terms, bench.hidden, bench.asked_nouns).bind()
    pending = {t.ident: m for t, m in zip(bench.terms.values(), bench.scene.mentions, strict=True) if _pends(t, m)}
    done: set[str] = set()
    while len(done | (bench.hidden & set(pending))) < len(pending):
        step = _step(
            bench, {k: m for k, m in pending.items() if k not in done and k not in bench.hidden}, pending, done
        )
        if step is None and share_total(bench, pending, done):
            continue
        if step is None:
            return _unbound([m for k, m in pending.items() if k not in done])
        done.add(step)
    return Resolved(tuple(bench.terms.values()), frozenset(bench.hidden))


def _step(bench: Workbench, left: dict[str, Mention], pending: dict[str, Mention], done: set[str]) -> str | None:
    """Resolve one pending term, directly if possible, else backwards."""
    for backwards in (False, True):
        for ident, mention in left.items():
            known = [t for k, t in bench.terms.items() if (k not in pending or k in done) and k not in bench.hidden]
            made = _resolve(bench, bench.terms[ident], mention, known, backwards)
            if made is not None:
                bench.terms[ident] = made
                return ident
    return None


def _resolve(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term], backwards: bool) -> Term | None:
    if mention.comparison:
        return inverse(bench, term, mention, known) if backwards else compare(bench, term, mention, known)
    return None if backwards else fraction(bench, term, mention, known)


def _pends(term: Term, mention: Mention) -> bool:
    return mention.comparison is not None or term.role is Role.FRACTION


def _unbound(left: Sequence[Mention]) -> Refusal:
    spans = tuple(m.numeral.span for m in left)
    return Refusal(
        "reference_unbound", Missing.KNOWLEDGE, "what this compares with or is a part of is not bound", spans
    )
