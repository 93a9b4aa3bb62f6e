"""Whether a rate, the amounts and the question speak of one and the same.

One agent, one kind of pronoun, no content word in the question that the rest of the text
does not know, no day or place in the question that the amounts do not share.
"""

from __future__ import annotations

from collections.abc import Iterable

from models.outcome import Missing, Refusal
from readers.r2.records import Tag, Word
from readers.rates.agents import Agent, named, people, pronouns, subjects
from readers.rates.records import Demand, Measure, Rate
from readers.rates.text import Text

CONTENT = frozenset({Tag.NOUN, Tag.NAME, Tag.ADJECTIVE})
DAYS = frozenset({"calendar", "time"})


def coherent(text: Text, rates: Iterable[Rate], measures: Iterable[Measure], demand: Demand) -> Refusal | None:
    """None, or ``several_agents`` or ``question_ungrounded``."""
    parts = (*measures, *(part for rate in rates for part in (rate.top, rate.bottom)))
    return one_agent(text, parts, demand) or grounded(text, parts, demand)


def one_agent(text: Text, parts: Iterable[Measure], demand: Demand) -> Refusal | None:
    """At most one agent, in one number, and pronouns of one kind."""
    measured = frozenset(lemma for part in parts for lemma in (part.noun, part.of) if lemma) | {demand.noun, demand.of}
    agents = agents_of(text, measured)
    keys = {(agent.name, agent.plural) for agent in agents}
    if len(keys) > 1 or len(pronouns(text)) > 1:
        spans = tuple(text.words[agent.place].span for agent in agents)
        return Refusal("several_agents", Missing.SKILL, "more than one agent", spans)
    return None


def agents_of(text: Text, measured: frozenset[str]) -> tuple[Agent, ...]:
    """Names, persons and subjects, in text order, each place once."""
    people_of = (agent for agent in people(text) if agent.name not in measured)
    found = {agent.place: agent for agent in (*named(text), *people_of, *subjects(text, measured))}
    return tuple(found[place] for place in sorted(found))


def grounded(text: Text, parts: Iterable[Measure], demand: Demand) -> Refusal | None:
    """The content words of the question are known from the rest of the text."""
    first = text.sentence(demand.sentence)[0].place
    if first == 0:
        return None
    inside = {place for part in parts for place in range(part.first, part.last)} | demand.taken
    known = {word.lemma for word in text.words if word.place < first or word.place in inside} | text.terms.generic
    opening = min(demand.taken)
    known |= {word.lemma for word in text.words if first <= word.place < opening}
    for word in text.sentence(demand.sentence):
        if word.place > opening and word.place not in inside and _asks_new(text, word, known):
            return Refusal("question_ungrounded", Missing.SKILL, f"{word.text!r} is new in the question", (word.span,))
    return None


def _asks_new(text: Text, word: Word, known: set[str]) -> bool:
    if word.lemma in known or word.lower in known:
        return False
    if DAYS & set(text.lexicon.function(word.lower)):
        return True
    person = word.tag is Tag.NAME or text.lexicon.is_role(word.lemma)
    return word.tag in CONTENT and not (person and not _has_agent_before(text, word))


def _has_agent_before(text: Text, word: Word) -> bool:
    """A person first named in the question is new only where someone was named before."""
    return any(agent.place < word.place for agent in (*named(text), *people(text)))
