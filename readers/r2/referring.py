"""Words far from an amount by which it is compared: a clause behind the place, what "as" likens."""

from __future__ import annotations

from readers.r2.frames import Frame
from readers.r2.packs import load_meanings
from readers.r2.records import Clause, Degree, Phrase, Quantity
from readers.r2.scene import is_person
from readers.r2.things import Thing, thing_of


def likened(frame: Frame, ref: Phrase) -> Thing:
    """ "the number of hens as ducks" speaks of ducks."""
    if ref.head not in load_meanings().look_through:
        return Thing()
    found = (a.phrase for a in frame.arguments("prepositional") if a.preposition in load_meanings().like)
    plain = (p for p in found if p is not None and p.plural and not (p.name or p.pronoun or p.determiner or p.owner))
    return next((thing_of(p) for p in plain if not is_person(p)), Thing())


def later_reference(frame: Frame, q: Quantity) -> Clause | None:
    """ "three times as many shells at the beach as Ann did": the clause that "as" opens behind the place."""
    if q.degree not in (Degree.TIMES, Degree.SAME, Degree.PART):
        return None
    opened = (c for c in frame.dependents if c.kind == "while" and c.subject is not None and not c.inherited)
    for clause in opened:
        bare = all(a.phrase is None or a.phrase.quantity is None for a in clause.arguments)
        if bare and frame.words[clause.first].lower in load_meanings().like:
            frame.world.taken.add(clause.first)
            return clause
    return None
