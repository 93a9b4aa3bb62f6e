"""A stated total of all that is compared: its shares become terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from models.expression import Licence
from models.quantity import Role
from readers.r1.casts import recount
from readers.r1.mentions import Mention
from readers.r1.referents import is_person
from readers.r1.shares import Link, Shares, split_total
from readers.r1.terms import Term
from readers.r1.workbench import WHOLE, Workbench, claim, comparison_of, range_labels


def share_total(bench: Workbench, pending: Mapping[str, Mention], done: set[str]) -> bool:
    """A stated total of all that is compared: the one unknown under it is solved for.

    Nothing may be resolved yet (``done`` is empty); says whether the total was shared.
    """
    left = {k: m for k, m in pending.items() if k not in done and k not in bench.hidden}
    total = _total(bench)
    if total is None or done or not all(m.comparison for m in left.values()) or _competes(bench, total, left):
        return False
    links = [_link(bench, bench.terms[k], m, total) for k, m in left.items()]
    cue = _total_cue(bench, total)
    shares = split_total(replace(total, licence=cue), links, WHOLE) if cue else None
    if shares is None:
        return False
    for ident, mention in left.items():
        bench.terms[ident] = _shared_term(bench, bench.terms[ident], mention, total, shares)
        claim(bench, mention)
    done.update(left)
    bench.terms["root"] = _root_term(bench, total, shares)
    bench.hidden.add(total.ident)
    return True


def _total(bench: Workbench) -> Term | None:
    """The one amount that the text calls a total."""
    amounts = [t for t in bench.terms.values() if t.role is Role.AMOUNT and t.ident not in bench.hidden]
    found = [t for t in amounts if t.whole and not t.unit.is_rate]
    return found[0] if len(found) == 1 else None


def _competes(bench: Workbench, total: Term, left: Mapping[str, Mention]) -> bool:
    """Whether another amount of the total's unit is stated, beside what is compared."""
    others = [t for t in bench.terms.values() if t.ident not in left and t is not total and t.ident not in bench.hidden]
    return any(t.role is Role.AMOUNT and t.unit == total.unit for t in others)


def _total_cue(bench: Workbench, total: Term) -> Licence | None:
    """The word that makes the amount a total, as a licence."""
    clause = bench.scene.clauses[total.clause]
    inside = (c.cue for c in bench.scene.cues if c.kind == "total" and clause.first <= c.first < clause.last)
    return next((Licence(c.entry, c.span) for c in inside), None)


def _link(bench: Workbench, term: Term, mention: Mention, total: Term) -> Link:
    span, entry = bench.scene.words[mention.compared.words[0]].span, mention.compared.entry
    kinds = {term.lemma, total.lemma}
    counted = len(kinds) == 2 and not any(bench.scene.units.unit_of(k) for k in kinds) and term.role is Role.DIFFERENCE
    amount = recount(term, term.lemma, total.lemma, entry, span) if counted else term
    labels, owners = range_labels(bench, mention.compared.reference, term)
    own = term.people or term.owners
    subject = frozenset({term.lemma}) if not owners and term.lemma and labels else own
    reference = owners or frozenset(labels)
    return Link(
        term.ident, subject, reference, lambda base: comparison_of(bench, amount, mention, base, False), term.covers
    )


def _shared_term(bench: Workbench, term: Term, mention: Mention, total: Term, shares: Shares) -> Term:
    """A compared term with its share of the total."""
    lemma = term.lemma or total.lemma
    counted = replace(total, expression=shares.values[term.ident])
    if lemma != total.lemma and not bench.scene.is_measure(total.lemma):
        counted = recount(counted, total.lemma, lemma, mention.compared.entry, total.span)
    return replace(
        term,
        unit=counted.unit,
        expression=counted.expression,
        covers=shares.covers | total.covers,
        derived=True,
        role=Role.AMOUNT,
        lemma=lemma,
        labels=term.labels | {lemma},
        shared=True,
    )


def _root_term(bench: Workbench, total: Term, shares: Shares) -> Term:
    """The reference that nothing is compared to: it becomes a term of its own."""
    lemma = next(iter(sorted(shares.root & bench.asked_nouns)), total.lemma)
    root = replace(total, expression=shares.root_value)
    if lemma != total.lemma and not bench.scene.is_measure(total.lemma):
        root = recount(root, total.lemma, lemma, "comparative.multiple", total.span)
    return replace(
        root,
        ident="root",
        labels=shares.root | {lemma},
        owners=shares.root,
        people=frozenset(o for o in shares.root if is_person(bench.scene, o)),
        covers=shares.covers | total.covers,
        derived=True,
        whole=False,
        lemma=lemma,
        kindred=shares.root,
        shared=True,
    )
