"""Comparisons with a known amount: what the subject has, said by the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.expression import Apply, Licence, Operation
from models.quantity import Role
from readers.r1.mentions import Mention
from readers.r1.parts import running_balance
from readers.r1.terms import Term
from readers.r1.words import Tag
from readers.r1.workbench import (
    Workbench,
    claim,
    compared_unit,
    comparison_of,
    counted_as,
    possessors,
    range_labels,
    recounted,
    replaces,
)


def compare(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
    """The amount that the comparison gives its subject; None while its reference is not known."""
    nested = _nested(bench, mention)
    reference = _resolved(nested, known) if nested else _reference(bench, term, mention, known)
    if reference is None:
        return None
    if nested:
        bench.hidden.add(reference.ident)
    unit = compared_unit(bench, term, reference)
    if unit is None:
        return None
    claim(bench, mention)
    retires = replaces(bench, term, reference, mention)
    base = counted_as(bench, reference, term, unit, mention)
    return replace(
        term,
        unit=unit,
        expression=comparison_of(bench, term, mention, base, bench.original and retires),
        covers=term.covers | reference.covers,
        derived=True,
        lemma=term.lemma or reference.lemma,
        role=Role.AMOUNT,
        replaces=retires,
        base=reference.ident,
        labels=term.labels | (frozenset() if term.lemma else {reference.lemma}),
    )


def _nested(bench: Workbench, mention: Mention) -> Mention | None:
    """The numeral inside the reference: "3 more than twice ..."."""
    first, last = mention.compared.reference
    return next((m for m in bench.scene.mentions if first <= m.first < last), None)


def _resolved(nested: Mention, known: Sequence[Term]) -> Term | None:
    return next((t for t in known if t.ident == f"q{nested.index}" and t.derived), None)


def _reference(bench: Workbench, term: Term, mention: Mention, known: Sequence[Term]) -> Term | None:
    """The known term that the reference names, or the one that it leaves to the context."""
    labels, _ = range_labels(bench, mention.compared.reference, term)
    if _names_rest(bench, mention):
        return running_balance([t for t in known if t.place < term.place])
    options = [t for t in known if compared_unit(bench, term, t, labels) is not None and t.ident != term.ident]
    if not labels:
        return _elided(bench, term, mention, options)
    group = _joint(bench, labels, term, mention, options)
    if group is not None:
        return group
    possessor = possessors(bench, bench.scene.words[slice(*mention.compared.reference)])
    matching = _matching(labels | possessor, options) or _matching(labels, options)
    matching.sort(
        key=lambda t: (t.lemma != term.lemma, not labels & t.owners, t.place > term.place, abs(t.place - term.place))
    )
    return bench.scene.choices.pick(f"than:{mention.index}", matching[:4]) if matching else None


def _names_rest(bench: Workbench, mention: Mention) -> bool:
    """ "... than what she had", "... than the rest": the reference is what is there by then."""
    inside = bench.scene.words[slice(*mention.compared.reference)]
    clause = bench.scene.words[mention.compared.words[0]].tag is Tag.WH
    had = clause and any(w.lemma in bench.scene.grammar.have for w in inside)
    return had or any(w.lemma in bench.rest for w in inside)


def _elided(bench: Workbench, term: Term, mention: Mention, options: Sequence[Term]) -> Term | None:
    """No reference is named: the nearest amount before, of the same verb if there is one."""
    before = [t for t in reversed(options) if t.place < term.place]
    if not before and bench.original and len(options) == 1:
        before = list(options)
    before.sort(key=lambda t: t.verb != term.verb)
    return bench.scene.choices.pick(f"than:{mention.index}", before[:4]) if before else None


def _matching(labels: frozenset[str], options: Sequence[Term]) -> list[Term]:
    return [t for t in options if labels <= t.labels and not _belongs_to_more(labels, t)]


def _belongs_to_more(labels: frozenset[str], term: Term) -> bool:
    """Whether the amount belongs to more people or things than the labels name."""
    return any(labels & group and group - labels for group in (term.people, term.joined))


def _joint(
    bench: Workbench, labels: frozenset[str], term: Term, mention: Mention, options: Sequence[Term]
) -> Term | None:
    """ "... than Ann and Bob combined": the sum of what each label names."""
    first, last = mention.compared.reference
    names = [n for n in _joined_names(bench, first, last, options) if n in labels and n != term.lemma]
    parts = [[t for t in options if n in t.labels] for n in names]
    joint = next((c.cue for c in bench.scene.cues if c.kind == "total" and first - 3 <= c.first < last), None)
    if joint is None or len(parts) < 2 or any(len(p) != 1 for p in parts):
        return None
    terms = [recounted(bench, p[0], term, mention) for p in parts]
    if len({t.unit for t in terms}) != 1:
        return None
    total = Apply(Operation.ADD, tuple(t.expression for t in terms), Licence(joint.entry, joint.span))
    return replace(terms[0], expression=total, covers=frozenset().union(*(t.covers for t in terms)), derived=True)


def _joined_names(bench: Workbench, first: int, last: int, options: Sequence[Term]) -> list[str]:
    """Lemmas of a range with a conjunction that tell the options apart; [] without one."""
    inside = bench.scene.words[first:last]
    if not any(w.tag is Tag.CONJUNCTION for w in inside):
        return []
    return [w.lemma for w in inside if not all(w.lemma in t.labels for t in options)]
