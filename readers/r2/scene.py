"""Who is meant: names, nouns and pronouns as owners, in the order of the text.

A pronoun takes the nearest mention that fits by person, number and gender, the subject of
the clause before first; where several fit, the others are the alternatives of a choice
point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from readers.lexicon import Pronoun, load_lexicon
from readers.r2.packs import load_meanings
from readers.r2.records import Degree, Phrase
from readers.r2.things import measure_of
from readers.r2.world import Owner, World

PLURAL, SINGULAR, NEUTER = "plural", "singular", "neuter"


@dataclass(frozen=True, slots=True)
class Mention:
    """An owner that the text named: gender "" where unknown; ``person`` for people."""

    owner: Owner
    plural: bool
    person: bool
    gender: str
    subject: bool


@dataclass(slots=True)
class Scene:
    """Mentions so far, newest last."""

    world: World
    mentions: list[Mention] = field(default_factory=list)
    apart: dict[int, frozenset[Owner]] = field(default_factory=dict)  # start of a pronoun -> whom it is not

    def set_apart(self, pronoun: Phrase, others: Iterable[Owner]) -> None:
        """A pronoun stands for none of those that its own clause names beside it."""
        if pronoun.pronoun:
            self.apart[pronoun.span.start] = frozenset(owner for owner in others if owner)

    def note(self, phrase: Phrase, subject: bool = False, beside: Owner = ()) -> Owner:
        """The owner that a phrase stands for; what is not a pronoun becomes a mention."""
        if phrase.owner is not None and phrase.owner.name:
            self.note(phrase.owner)
        owner = self.owner(phrase, subject, beside)
        for member in phrase.members:
            self.note(member, subject)
        if owner and not phrase.members and not phrase.pronoun and is_person(phrase):
            self.world.people.update(owner)
        if owner and not phrase.pronoun:
            self.mentions.append(_mention(phrase, owner, subject))
        elif owner:
            self._again(owner, subject)
        return owner

    def owner(self, phrase: Phrase | None, subject: bool = False, beside: Owner = ()) -> Owner:
        """The owner that a phrase stands for, () where it stands for none.

        A pronoun beside a subject ("Tom gave him 5") is not the subject.
        """
        if phrase is None:
            return ()
        if phrase.members:
            return tuple(sorted({o for member in phrase.members for o in self.owner(member)}))
        if phrase.pronoun:
            return self._bound(phrase, subject, beside)
        if phrase.name and phrase.owner is not None and load_lexicon().is_role(phrase.name.lower()):
            return (self._key(replace(phrase, head=phrase.name.lower(), name="")),)
        if phrase.name:
            return (phrase.name.lower(),)
        for inner in (_set_of(phrase), _apposed(phrase)):
            if inner is not None:
                return self.owner(inner, subject)
        return (self._key(phrase),) if phrase.head else ()

    def _key(self, phrase: Phrase) -> str:
        """Head, modifiers and possessor, so that one store is not another; without them, what was named so before."""
        if phrase.of is not None and measure_of(phrase.head) is not None:
            return self._key(phrase.of)
        plain = " ".join((*sorted(phrase.modifiers), phrase.head))
        if phrase.owner is not None:
            known = {o for m in self.mentions for o in m.owner if o.endswith(f" {plain}")}
            if phrase.owner.pronoun and len(known) == 1:
                return known.pop()
            return " ".join((*self.owner(phrase.owner), plain))
        named = {o for m in self.mentions for o in m.owner if o == plain or o.endswith(f" {plain}")}
        return plain if plain in named or len(named) != 1 else named.pop()

    def is_person(self, phrase: Phrase, owner: Owner) -> bool:
        """Whether a phrase, a pronoun perhaps, stands for people."""
        if not phrase.pronoun:
            return is_person(phrase)
        known = next((m for m in reversed(self.mentions) if m.owner == owner), None)
        return known is None or known.person

    def _again(self, owner: Owner, subject: bool) -> None:
        last = next((m for m in reversed(self.mentions) if m.owner == owner), None)
        if last is not None:
            self.mentions.append(Mention(last.owner, last.plural, last.person, last.gender, subject))

    def _bound(self, phrase: Phrase, subject: bool, beside: Owner) -> Owner:
        pronoun = load_lexicon().pronoun(phrase.pronoun)
        if pronoun is None:
            return ()
        if pronoun.person < 3:
            return ("i",) if pronoun.person == 1 and pronoun.number == SINGULAR else ("we",)
        fitting = self._groups(subject) if pronoun.number == PLURAL else self._fitting(pronoun)
        fitting = [owner for owner in fitting if owner != beside] or fitting
        apart = self.apart.get(phrase.span.start, frozenset())
        fitting = [owner for owner in fitting if owner not in apart]
        if not fitting:
            return ()
        name = f"pronoun.{phrase.span.start}"
        return fitting[self.world.choose(name, len(fitting))]

    def _groups(self, subject: bool) -> list[Owner]:
        """What "they" may stand for: as a subject people first, several together or all so far; else things."""
        plural = [m for m in reversed(self.mentions) if m.plural]
        people = [m.owner for m in plural if m.person]
        everyone = tuple(sorted({o for m in self.mentions if m.person for o in m.owner}))
        things = [m.owner for m in plural if not m.person]
        groups = [*people, *([everyone] if len(everyone) > 1 else [])]
        return list(dict.fromkeys([*groups, *things] if subject else [*things, *groups]))

    def _fitting(self, pronoun: Pronoun) -> list[Owner]:
        """Owners that a pronoun may stand for, the preferred one first."""
        fits = [m for m in reversed(self.mentions) if _agrees(m, pronoun)]
        if not fits and pronoun.gender != NEUTER:  # a noun that no list calls a person: "a housewife ... she"
            fits = [m for m in reversed(self.mentions) if m.subject and not m.plural]
        ordered = [m.owner for m in fits if m.subject] + [m.owner for m in fits if not m.subject]
        return list(dict.fromkeys(ordered))


def _set_of(phrase: Phrase) -> Phrase | None:
    """ "the three of them", "all of them": them."""
    q = phrase.quantity
    if phrase.head or q is None or q.degree not in (Degree.PART, Degree.ALL) or not isinstance(q.reference, Phrase):
        return None
    kind = q.word.numeral.kind if q.word is not None and q.word.numeral is not None else ""
    whole = q.degree is Degree.ALL or (kind == "cardinal" and phrase.determiner in load_meanings().definite)
    return q.reference if whole and q.reference.pronoun else None


def _apposed(phrase: Phrase) -> Phrase | None:
    """ "her friend, Ann": Ann."""
    named = (t.phrase for t in phrase.tails if not t.preposition and t.phrase is not None and t.phrase.name)
    return next(named, None)


def _mention(phrase: Phrase, owner: Owner, subject: bool) -> Mention:
    person = is_person(phrase)
    plural = phrase.plural or len(owner) > 1
    return Mention(owner, plural, person, _gender(phrase), subject)


def is_person(phrase: Phrase) -> bool:
    """Whether a phrase names people: a name, a role, a group of people."""
    if phrase.members:
        return all(is_person(member) for member in phrase.members)
    lexicon = load_lexicon()
    listed = lexicon.is_role(phrase.head) or phrase.head in load_meanings().people
    return bool(phrase.name) or listed or lexicon.is_a(phrase.head, "person")


def _gender(phrase: Phrase) -> str:
    lexicon = load_lexicon()
    words = phrase.name.split() or [phrase.head]
    return next((g for g in map(lexicon.gender, words) if g), "")


def _agrees(mention: Mention, pronoun: Pronoun) -> bool:
    if pronoun.gender == NEUTER:
        return not mention.person and not mention.plural
    return mention.person and not mention.plural and mention.gender in ("", "neutral", pronoun.gender)
