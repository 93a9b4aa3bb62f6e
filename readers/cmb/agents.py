"""The two agents of two rates, and what else a text of two rates may speak of."""

from __future__ import annotations

from models.outcome import Missing, Refusal
from readers.r2.records import Tag
from readers.rates.agents import named, people, pronouns
from readers.rates.records import Demand, Measure, Rate
from readers.rates.text import Text

Phrase = tuple[str, ...]
Pairing = tuple[Phrase, Phrase]
NOMINAL = frozenset({Tag.NOUN, Tag.NAME, Tag.ADJECTIVE, Tag.NUMBER, Tag.PRONOUN, Tag.OTHER})
GROUP = frozenset({"3 plural ", "1 plural "})


def agent_of(text: Text, rate: Rate, floor: int) -> Phrase:
    """The words that name whose rate it is: the noun phrase before its verb; () if none.

    ``floor`` is where the search ends: the place behind the rate before.
    """
    verb = next((k for k in range(rate.first - 1, floor - 1, -1) if text.tag(k) in _VERBAL), -1)
    while verb > floor and text.tag(verb - 1) in _VERBAL | {Tag.ADVERB}:
        verb -= 1
    first = verb
    while first > floor and text.joined(first) and text.tag(first - 1) in NOMINAL:
        first -= 1
    return tuple(text.low(k) for k in range(first, verb)) if verb > 0 else ()


_VERBAL = frozenset({Tag.VERB, Tag.AUXILIARY, Tag.MODAL})


def rivals(text: Text, rates: tuple[Rate, ...]) -> Pairing | None:
    """The two agents, None where the text does not name two."""
    one, other = rates
    first = agent_of(text, one, text.sentence(text.words[one.first].sentence)[0].place)
    same = text.words[one.first].sentence == text.words[other.first].sentence
    floor = one.last if same else text.sentence(text.words[other.first].sentence)[0].place
    second = agent_of(text, other, floor)
    return (first, second) if first and second and first != second else None


def mention(text: Text, pair: Pairing, which: int, places: range) -> int:
    """The first of ``places`` with a word that tells this agent from the other, or -1."""
    own = frozenset(pair[which]) - frozenset(pair[1 - which])
    return next((place for place in places if text.low(place) in own), -1)


def strangers(text: Text, pair: Pairing, parts: frozenset[str]) -> Refusal | None:
    """A person that is neither of the two, or a pronoun that is not for both."""
    known = {form for agent in pair for form in agent}
    for agent in (*named(text), *people(text)):
        word = text.words[agent.place]
        if word.lower not in known and agent.name not in parts and not agent.plural:
            return Refusal("several_agents", Missing.SKILL, f"{word.text!r} has none of the rates", (word.span,))
    if pronouns(text) - GROUP:
        return Refusal("several_agents", Missing.SKILL, "a pronoun stands for one of two agents", ())
    return None


def one_sided(text: Text, pair: Pairing, demand: Demand) -> Refusal | None:
    """A question that names one of the two only is not about both."""
    asked = _asked(text, demand)
    if sum(mention(text, pair, which, asked) >= 0 for which in (0, 1)) == 1:
        return Refusal("several_agents", Missing.SKILL, "the question is about one of the two", (demand.span,))
    return None


def _asked(text: Text, demand: Demand) -> range:
    """The places from the question phrase to the end of its sentence."""
    return range(min(demand.taken), text.sentence(demand.sentence)[-1].place + 1)


def order(text: Text, pair: Pairing, demand: Demand) -> int:
    """+1 where the question asks how much more the first has, -1 for the second, 0 where it names neither."""
    asked = _asked(text, demand)
    first, second = (mention(text, pair, k, asked) for k in (0, 1))
    if first < 0 and second < 0:
        return 0
    return 1 if (second < 0 or 0 <= first < second) else -1


def counts_both(text: Text, measure: Measure) -> bool:
    """As in "two trains", "the two of them", "one hose": a number of agents, no amount of a rate."""
    return (
        measure.value in (1, 2) and (not measure.noun or not text.measure(measure.noun)) and measure.numeral is not None
    )
