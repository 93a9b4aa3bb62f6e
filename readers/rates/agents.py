"""Who or what a text is about, and what they do.

Agents are the names and the persons of a text and the heads of the noun phrases before
its verbs; pronouns count by their kind. Nouns that only name what is measured (speed,
trip), measures, and what is measured are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from readers.r2.records import Shape, Tag, Word
from readers.rates.text import Text
from readers.vocabulary import load_vocabulary

PASSED = frozenset({Tag.ADVERB, Tag.AUXILIARY, Tag.MODAL, Tag.NEGATION, Tag.PARTICLE, Tag.TO})
NOMINAL = frozenset({Tag.NOUN, Tag.ADJECTIVE, Tag.NUMBER, Tag.DETERMINER, Tag.NAME, Tag.POSSESSIVE, Tag.PRONOUN})
VERB_PART = "v"
FINITE = frozenset({Tag.VERB, Tag.AUXILIARY, Tag.MODAL})


@dataclass(frozen=True, slots=True)
class Agent:
    """A name, or a noun with its number; ``person`` where it is one."""

    name: str
    plural: bool
    person: bool
    place: int


def named(text: Text) -> Iterator[Agent]:
    """Names, adjacent ones as one; a name behind a preposition that is no person's is a place."""
    for word in text.words:
        i = word.place
        if word.tag is not Tag.NAME or (text.tag(i - 1) is Tag.NAME and text.joined(i)):
            continue
        if text.tag(i - 1) is Tag.PREPOSITION and not text.is_person(i):
            continue
        yield Agent(word.lower, False, True, i)


def people(text: Text) -> Iterator[Agent]:
    """Nouns for persons, wherever they stand."""
    for word in text.words:
        if word.tag is Tag.NOUN and text.lexicon.is_role(word.lemma):
            yield Agent(word.lemma, text.plural(word.place), True, word.place)


def subjects(text: Text, measured: frozenset[str]) -> Iterator[Agent]:
    """Heads of the noun phrases before verbs, but for ``measured`` and generic nouns."""
    for word in text.words:
        place = _subject(text, word) if word.tag in FINITE else -1
        if place < 0 or text.tag(place) is not Tag.NOUN:
            continue
        yield from (_agent(text, k) for k in _bearers(text, place, measured))


def _agent(text: Text, i: int) -> Agent:
    return Agent(text.lemma(i), text.plural(i), text.lexicon.is_role(text.lemma(i)), i)


def _subject(text: Text, verb: Word) -> int:
    """The place of the head of the noun phrase that ``verb`` follows, or -1."""
    i = verb.place - 1
    while i >= 0 and text.joined(i + 1) and text.tag(i) in PASSED:
        i -= 1
    return i if i >= 0 and text.joined(i + 1) and text.tag(i) in NOMINAL else -1


def _start(text: Text, i: int) -> int:
    """Where the noun phrase that ends at ``i`` begins."""
    while text.joined(i) and text.tag(i - 1) in NOMINAL:
        i -= 1
    return i


def _bearers(text: Text, head: int, measured: frozenset[str]) -> list[int]:
    """The nouns of the phrase that name an agent: its head, else what stands before a generic head."""
    start = _start(text, head)
    outer = start - 2 if text.tag(start - 1) is Tag.PREPOSITION and text.joined(start - 1) else -1
    if outer < 0 or text.tag(outer) is not Tag.NOUN:
        return _own(text, start, head, measured)
    named_by = text.low(start - 1) in text.terms.of and text.lemma(outer) in text.terms.generic
    return _own(text, start, head, measured) if named_by else _bearers(text, outer, measured)


def _own(text: Text, start: int, head: int, measured: frozenset[str]) -> list[int]:
    empty = text.terms.generic | measured
    if text.lemma(head) not in empty and not text.measure(text.noun(head)):
        return [head]
    places = (k for k in range(start, head) if text.tag(k) is Tag.NOUN)
    return [k for k in places if text.lemma(k) not in empty and not text.measure(text.noun(k))]


def pronouns(text: Text) -> frozenset[str]:
    """Kinds of the personal pronouns, ``it`` left out: person, number and gender."""
    kinds = set()
    for word in text.words:
        pronoun = text.lexicon.pronoun(word.lower)
        if pronoun and (pronoun.person, pronoun.number, pronoun.gender) != (3, "singular", "neuter"):
            kinds.add(f"{pronoun.person} {pronoun.number} {pronoun.gender}")
    return frozenset(kinds)


def activities(text: Text, sentences: frozenset[int]) -> tuple[Word, ...]:
    """The verbs of the sentences, but for those that say nothing about what is done."""
    return tuple(
        word
        for word in text.words
        if word.sentence in sentences and word.tag is Tag.VERB and word.lemma not in text.terms.light_verb
    )


def is_known(text: Text, word: Word) -> bool:
    """Whether the lexicon or the vocabulary lists the verb."""
    return bool(text.lexicon.particles(word.lemma)) or VERB_PART in load_vocabulary().parts(word.lemma)


def senses(text: Text, word: Word) -> frozenset[str]:
    """What a verb may mean where amounts are dealt with: itself, its groups, and motion."""
    groups = {ident for ident, forms in text.terms.groups if word.lemma in forms}
    moving = {e.verb_class for e in text.lexicon.verb_classes(word.lemma)} & text.terms.motion_class
    return frozenset({word.lemma, *groups, *(f"rates.group.{name}" for name in moving)})


def is_gerund(word: Word) -> bool:
    """Whether the verb is an -ing form."""
    return word.shape is Shape.GERUND
