"""Mentions become terms: role, lemma, unit, verb and owner of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from models.expression import Given, Licence
from models.quantity import Role
from models.units import Unit
from readers.r1.clauses import Clause
from readers.r1.comparisons import DIMENSIONLESS
from readers.r1.distribution import bound_count, nouns_below
from readers.r1.mentions import Mention
from readers.r1.referents import is_person, owners_of, recipients_of
from readers.r1.scene import Scene
from readers.r1.surroundings import is_rest, is_whole, joined_with, kindred_of, labels_of
from readers.r1.terms import Term
from readers.r1.words import Tag

FREQUENCY = "frequency word"  # the rule that reads "twice"
GAINING = frozenset({"gain", "transfer", "earn"})


def build_terms(scene: Scene) -> tuple[Term, ...]:
    """One term per mention, in text order; an elided noun is taken from the terms before."""
    before = {m.first - 1 for m in scene.mentions}
    scene.claimed.update(c.first for c in scene.cues if c.kind == "again" and c.first in before)
    terms: list[Term] = []
    for mention in scene.mentions:
        terms.append(_described(scene, _term(scene, mention, terms), mention))
    return tuple(terms)


def _term(scene: Scene, mention: Mention, before: Sequence[Term]) -> Term:
    """The amount itself: value, unit, owner and verb."""
    clause, ident = scene.clauses[mention.clause], f"q{mention.index}"
    role = _role_of(scene, mention)
    lemma = _lemma_of(scene, mention, before, role)
    per = nouns_below(scene, mention, clause, before, role)
    owners = owners_of(scene, clause)
    verb_class, polarity, licence = _event(scene, clause, mention)
    return Term(
        ident=ident,
        value=_value_of(mention),
        unit=_unit_of(scene, lemma, role, per),
        role=role,
        expression=Given(ident),
        covers=frozenset({ident}),
        lemma=lemma,
        labels=labels_of(scene, mention, clause, owners, lemma),
        owners=owners,
        verb=clause.lemma,
        verb_class=verb_class,
        polarity=polarity,
        clause=mention.clause,
        place=mention.first,
        licence=licence,
        span=mention.numeral.span,
        bound=bound_count(scene, mention, per),
    )


def _described(scene: Scene, term: Term, mention: Mention) -> Term:
    """The term with what its clause says beside the amount."""
    clause = scene.clauses[mention.clause]
    return replace(
        term,
        recipients=recipients_of(scene, clause),
        whole=is_whole(scene, mention, clause),
        rest=is_rest(scene, mention, clause),
        negated=clause.negated,
        people=frozenset(o for o in term.owners if is_person(scene, o)),
        passive=_open_passive(scene, clause, ""),
        kindred=kindred_of(scene, mention, clause),
        joined=joined_with(scene, mention, clause),
        many=_many(scene, mention),
        sentence=clause.sentence,
        more=mention.more,
    )


def _event(scene: Scene, clause: Clause, mention: Mention) -> tuple[str, int, Licence]:
    """Class and sign of the verb, and its licence; a base of a fraction takes no part in the event."""
    verb_class, polarity, entry = _verb_of(scene, clause)
    if any(m.base[0] <= mention.first < m.base[1] for m in scene.mentions):
        verb_class, polarity = "", 0
    span = scene.words[clause.verb].span if clause.verb >= 0 else mention.numeral.span
    return verb_class, polarity, Licence(entry, span)


def _value_of(mention: Mention) -> Fraction:
    """The exact value; a percent as a ratio."""
    return mention.numeral.value / 100 if mention.numeral.kind == "percent" else mention.numeral.value


def _role_of(scene: Scene, mention: Mention) -> Role:
    if mention.numeral.kind in DIMENSIONLESS and mention.comparison and not mention.comparison.sign:
        return Role.FACTOR
    if mention.numeral.kind in DIMENSIONLESS and mention.measure in ("", *scene.comparatives.ratios):
        if mention.comparison:
            return Role.FACTOR
        return Role.FACTOR if mention.numeral.kind == "multiplier" and not _has_base(mention) else Role.FRACTION
    return Role.DIFFERENCE if mention.comparison else Role.AMOUNT


def _has_base(mention: Mention) -> bool:
    return mention.base[1] > mention.base[0]


def _lemma_of(scene: Scene, mention: Mention, before: Sequence[Term], role: Role) -> str:
    """The noun counted; where it is elided, that of an earlier amount."""
    if mention.measure and mention.measure not in scene.comparatives.ratios:
        return mention.measure
    if mention.numeral.rule == FREQUENCY:
        return scene.comparatives.occasion
    if mention.lemma and not (role is Role.FACTOR and _only_described(scene, mention)):
        return mention.lemma
    if mention.complement and role is Role.AMOUNT:
        return mention.complement
    if role in (Role.FACTOR, Role.FRACTION):
        return ""
    options = list(
        dict.fromkeys(t.lemma for t in reversed(before) if t.lemma and t.role in (Role.AMOUNT, Role.DIFFERENCE))
    )
    return scene.choices.pick(f"elided:{mention.index}", options[:3]) if options else ""


def _only_described(scene: Scene, mention: Mention) -> bool:
    """Whether nothing else counts the noun: "twice as much candy" beside pieces."""
    others = {m.lemma for m in scene.mentions if m.index != mention.index}
    if any(w.plural for w in scene.words[mention.first : mention.last]):
        return False
    return mention.lemma not in others | {scene.asked_noun} and bool(others & {m.lemma for m in scene.mentions})


def _unit_of(scene: Scene, lemma: str, role: Role, per: tuple[str, ...]) -> Unit:
    below = Unit()
    for noun in per:
        if noun == scene.comparatives.occasion:
            continue
        entry = scene.units.unit_of(noun)
        below = below * Unit.of(entry.lemma if entry else noun)
    if role in (Role.FACTOR, Role.FRACTION):
        return below.inverse()
    if lemma == scene.comparatives.occasion:
        return below.inverse()
    return (Unit.of(lemma) if lemma else Unit()) / below


def _verb_of(scene: Scene, clause: Clause) -> tuple[str, int, str]:
    particle = next(
        (w.lower for w in scene.words[clause.group[1] : clause.last] if w.tag in (Tag.PREPOSITION, Tag.ADVERB)), ""
    )
    entries = scene.lexicon.verb_classes(clause.lemma, particle) or scene.lexicon.verb_classes(clause.lemma)
    if not entries:
        return "", 0, "verb.unknown"
    entry = entries[0]
    return entry.verb_class, 0 if _open_passive(scene, clause, entry.particle) else entry.polarity, entry.id


def _open_passive(scene: Scene, clause: Clause, particle: str) -> bool:
    """A passive of getting or giving: who gains is not said."""
    return not particle and scene.verb_class(clause) in GAINING and _passive(scene, clause)


def _passive(scene: Scene, clause: Clause) -> bool:
    """ "were taken": a form of be before a past form."""
    if clause.verb < 1 or scene.words[clause.verb].tense != "past":
        return False
    return any("auxiliary_be" in scene.lexicon.function(w.lower) for w in scene.words[clause.group[0] : clause.verb])


def _many(scene: Scene, mention: Mention) -> bool:
    """Whether a comparison counts ("as many"), rather than measures ("as much")."""
    near = scene.words[mention.numeral.last : mention.numeral.last + 3]
    sentence = scene.words[mention.first].sentence
    return any(w.lower in scene.comparatives.counting for w in near if w.sentence == sentence)
