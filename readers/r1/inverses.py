"""Comparisons read backwards: the subject is known, the reference is solved for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.expression import Expression
from models.quantity import Role
from readers.r1.casts import recount
from readers.r1.mentions import Mention
from readers.r1.referents import is_person
from readers.r1.terms import Term
from readers.r1.workbench import Workbench, claim, compared_unit, comparison_of, range_labels


def inverse(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
    """The subject is known, the reference is not: solve the other way; None where it is not worth it."""
    subject = _known_subject(bench, term, known)
    if subject is None:
        return None
    inner = _inner_pending(bench, mention)
    last = inner or mention
    labels, owners = range_labels(bench, last.compared.reference, term)
    if not _asks_for(bench, labels, owners, subject) or any(labels <= t.labels or owners & t.owners for t in known):
        return None
    expression, covers = _solved(bench, term, mention, inner, subject)
    lemma = _reference_lemma(bench, labels, term, subject)
    return replace(
        term,
        unit=subject.unit.rename(subject.lemma, lemma),
        expression=_counted(bench, expression, subject, lemma, last),
        covers=covers,
        derived=True,
        lemma=lemma,
        role=Role.AMOUNT,
        owners=owners or term.owners,
        labels=labels | owners | {lemma},
        people=frozenset(o for o in owners if is_person(bench.scene, o)),
    )


def _solved(
    bench: Workbench, term: Term, mention: Mention, inner: Mention | None, subject: Term
) -> tuple[Expression, frozenset[str]]:
    """The subject with the comparison undone, then the one inside its reference; and what that covers."""
    claim(bench, mention)
    expression = comparison_of(bench, term, mention, subject.expression, True)
    covers = term.covers | subject.covers
    if inner is None:
        return expression, covers
    claim(bench, inner)
    inside = bench.terms[f"q{inner.index}"]
    bench.hidden.add(inside.ident)
    return comparison_of(bench, inside, inner, expression, True), covers | inside.covers


def _known_subject(bench: Workbench, term: Term, known: Sequence[Term]) -> Term | None:
    """The one amount that is stated for the subject of the comparison."""
    stated = [t for t in known if not t.derived and not t.whole and t.clause != term.clause]
    own = [t for t in stated if term.owners and term.owners <= t.labels | t.owners]
    found = [t for t in own if compared_unit(bench, term, t) is not None]
    return found[0] if len(found) == 1 else None


def _inner_pending(bench: Workbench, mention: Mention) -> Mention | None:
    """The comparison inside the reference: "5 more than twice ..."."""
    first, last = mention.compared.reference
    inside = [m for m in bench.scene.mentions if first <= m.first < last and m.comparison]
    return inside[0] if len(inside) == 1 else None


def _asks_for(bench: Workbench, labels: frozenset[str], owners: frozenset[str], subject: Term) -> bool:
    """A reference worth solving for: somebody else, or another kind of thing."""
    return bool(labels) and not owners & subject.owners and bool(owners or labels & bench.asked)


def _reference_lemma(bench: Workbench, labels: frozenset[str], term: Term, subject: Term) -> str:
    """What the reference counts: a noun of its own that is asked for, else the subject's."""
    own = sorted((labels & bench.asked_nouns) - {term.lemma})
    return own[0] if len(own) == 1 and bench.scene.units.unit_of(subject.lemma) is None else subject.lemma


def _counted(bench: Workbench, expression: Expression, subject: Term, lemma: str, mention: Mention) -> Expression:
    """The expression, recounted where the reference is another kind of thing."""
    if lemma == subject.lemma:
        return expression
    span = bench.scene.words[mention.compared.words[0]].span
    return recount(
        replace(subject, expression=expression), subject.lemma, lemma, mention.compared.entry, span
    ).expression
