"""What an amount is per: the noun that "each", "a day" or a container distributes over."""

from __future__ import annotations

from collections.abc import Sequence

from models.quantity import Role
from readers.packs_numeric import TIME
from readers.r1.clauses import Clause
from readers.r1.mentions import Mention
from readers.r1.scene import Scene
from readers.r1.terms import Term
from readers.r1.words import Tag

OF_EACH = frozenset({"contain", "cost", "need"})
PRICING = frozenset({"cost", "be"})


def nouns_below(scene: Scene, mention: Mention, clause: Clause, before: Sequence[Term], role: Role) -> tuple[str, ...]:
    """The nouns that the amount is per, () where it is for all; takes up their distributive words."""
    if mention.per:
        _claim_each(scene, mention.first, mention.last)
        timed = all((entry := scene.units.unit_of(n)) is not None and entry.family == TIME for n in mention.per)
        return (*mention.per, *_container(scene, mention)) if timed else mention.per
    if role is not Role.AMOUNT:
        return ()
    if mention.each:
        options = _antecedents(scene, mention, clause, before)
        if options:
            _claim_each(scene, mention.first, mention.last)
        return (scene.choices.pick(f"each:{mention.index}", options),) if options else ()
    if mention.per_count >= 0:
        return ()
    container = _container(scene, mention)
    if container:
        return container
    noun = _distributed_subject(scene, mention, clause, before) or _adverbial(scene, mention, clause, before)
    return (noun,) if noun else ()


def _adverbial(scene: Scene, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
    """The noun of "each day, ...", "... every week" elsewhere in the clause."""
    reach = _reach(scene, mention, clause)
    for i in _nearest_each(scene, mention, clause, reach):
        rate = scene.comparatives.rate_words.get(scene.words[i].lower, "")
        noun = rate or _noun_after(scene, i + 1, reach) or _bare_each(scene, i, mention, clause, before)
        noun = scene.comparatives.day_parts.get(noun, noun)
        if noun and noun != mention.lemma:
            scene.claimed.add(i)
            return noun
    return ""


def _bare_each(scene: Scene, i: int, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
    """ "3 windows, each with 10 tabs": a bare "each" just before the amount."""
    if not 0 < mention.first - i <= 5:
        return ""
    options = _antecedents(scene, mention, clause, before)
    return scene.choices.pick(f"each:{mention.index}", options) if options else ""


def _reach(scene: Scene, mention: Mention, clause: Clause) -> int:
    """Where the clause ends, infinitives without amounts of their own included."""
    number = mention.clause + 1
    while (
        number < len(scene.clauses)
        and scene.words[scene.clauses[number].group[0]].tag is Tag.TO
        and scene.clauses[number].sentence == clause.sentence
    ):
        if any(m.clause == number for m in scene.mentions):
            break
        number += 1
    return scene.clauses[number - 1].last


def _nearest_each(scene: Scene, mention: Mention, clause: Clause, reach: int) -> list[int]:
    """Distributive words of the clause: after the mention first, then fronted ones."""
    each = [i for i in range(clause.first, reach) if _is_each(scene, i) and not _in_tail(scene, i, clause)]
    return sorted(each, key=lambda i: (i < mention.first, abs(i - mention.first)))


def _is_each(scene: Scene, i: int) -> bool:
    """Whether a word distributes ("each") or names a rate ("daily")."""
    word = scene.words[i].lower
    return scene.comparatives.distributes(word) or word in scene.comparatives.rate_words


def _in_tail(scene: Scene, i: int, clause: Clause) -> bool:
    """Whether the word is the tail of some mention, or inside the subject."""
    subject = clause.subject
    inside = subject is not None and subject.first <= i < subject.last
    return inside or any(m.first <= i < m.last for m in scene.mentions)


def _noun_after(scene: Scene, i: int, stop: int) -> str:
    """The noun of the phrase at ``i``, with its modifiers if it is a measure; "" for none."""
    while i < stop and (
        scene.words[i].tag in (Tag.ADJECTIVE, Tag.DETERMINER, Tag.NUMERAL) or scene.words[i].lower in scene.grammar.of
    ):
        if scene.words[i].tag is Tag.ADJECTIVE and scene.words[i].numeral >= 0:
            return ""  # "every third day" is no rate per day
        i += 1
    head = i
    while head + 1 < stop and scene.words[head + 1].tag is Tag.NOUN and not scene.is_measure(scene.words[head].lemma):
        head += 1
    if head >= stop or scene.words[head].tag is not Tag.NOUN:
        return ""
    described = head > i and scene.is_measure(scene.words[head].lemma)
    return " ".join(w.lemma for w in scene.words[i : head + 1]) if described else scene.words[head].lemma


def _claim_each(scene: Scene, first: int, last: int) -> None:
    for i in range(first, last):
        if scene.comparatives.distributes(scene.words[i].lower):
            scene.claimed.add(i)


def _antecedents(scene: Scene, mention: Mention, clause: Clause, before: Sequence[Term]) -> list[str]:
    """What a bare "each" may distribute over, nearest first."""
    counted = [
        t for t in reversed(before) if t.role is Role.AMOUNT and not t.unit.is_rate and not scene.is_measure(t.lemma)
    ]
    options = [t.lemma for t in counted if t.lemma and t.lemma != mention.lemma]
    subject = clause.subject
    if subject and sum(w.tag is Tag.NAME for w in scene.words[subject.first : subject.last]) > 1:
        return []
    if subject and subject.plural and scene.words[subject.head].tag is Tag.NOUN:
        options.insert(0, subject.lemma)
    return list(dict.fromkeys(options))[:3]


def _distributed_subject(scene: Scene, mention: Mention, clause: Clause, before: Sequence[Term]) -> str:
    """The subject of "each box holds 12", "a ticket costs $5"."""
    subject = clause.subject
    if subject is None or subject.first <= mention.first < subject.last:
        return ""
    if scene.comparatives.distributes(subject.determiner) or _floats(scene, clause):
        _claim_each(scene, subject.first, max(subject.last, clause.group[1]))
        head = scene.words[subject.head]
        if head.tag is Tag.PRONOUN and scene.lexicon.pronoun(head.lower) is None:
            return next(iter(_antecedents(scene, mention, clause, before)), "")
        return subject.lemma
    generic = subject.determiner in scene.grammar.articles and scene.verb_class(clause) in OF_EACH
    several = any(m.first - mention.last == 1 and m.preposition in scene.grammar.for_ for m in scene.mentions)
    priced = (
        not several
        and mention.measure == scene.grammar.dollar
        and scene.verb_class(clause) in PRICING
        and subject.plural
    )
    return subject.lemma if generic or priced else ""


def _floats(scene: Scene, clause: Clause) -> bool:
    """ "They each have": the distributive word stands before the verb."""
    between = scene.words[clause.subject.last : clause.group[1]] if clause.subject else ()
    return any(scene.comparatives.distributes(w.lower) for w in between)


def _container(scene: Scene, mention: Mention) -> tuple[str, ...]:
    """ "5 boxes of 12 pencils": the box holds 12."""
    earlier = (m for m in scene.mentions if m.index < mention.index)
    outer = next((m for m in earlier if mention.first - 2 <= m.last <= mention.first), None)
    before = scene.words[mention.first - 1].lower if mention.first else ""
    if any(c.kind == "total" and c.first == mention.last for c in scene.cues):
        return ()
    if outer and outer.lemma and before in scene.grammar.holding and not scene.is_measure(outer.lemma):
        return (outer.lemma,)
    return ()


def bound_count(scene: Scene, mention: Mention, per: tuple[str, ...]) -> int:
    """Index of the count in the same clause that a rate is per, or -1."""
    if mention.per or not (mention.each or _container(scene, mention)):
        return -1
    same = [m for m in scene.mentions if m.clause == mention.clause and m.index < mention.index and m.lemma in per]
    return same[-1].index if same else -1
