"""What the question asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.outcome import Missing, Refusal
from readers.r2.records import Tag
from readers.rates.measures import noun_run, of_at
from readers.rates.records import Asking, Demand
from readers.rates.text import Text

QUESTION = "?"


@dataclass(frozen=True, slots=True)
class _Opening:
    """A question phrase that stands at word ``place`` and ends before ``behind``."""

    place: int
    behind: int


def read_demand(text: Text) -> Demand | Refusal:
    """The demand of the one question; ``no_question``, ``several_questions`` or ``question_unread``."""
    sentence = _sentence(text)
    if isinstance(sentence, Refusal):
        return sentence
    places = [word.place for word in text.sentence(sentence)]
    found = [demand for place in places if (demand := _opened(text, place, sentence))]
    if len(found) != 1:
        kind = "several_questions" if found else "question_unread"
        return Refusal(kind, Missing.SKILL, "the question is not read", (text.span(places[0], places[-1] + 1),))
    return _in_unit(text, _per_unit(text, found[0]), places[-1])


def _sentence(text: Text) -> int | Refusal:
    asked = [word for word in text.words if word.lower == QUESTION]
    if len(asked) > 1:
        return Refusal("several_questions", Missing.SKILL, "more than one question", tuple(w.span for w in asked))
    if asked:
        return asked[0].sentence
    opening = [w for w in text.words if not text.joined(w.place) and text.phrase(w.place, text.terms.ask_named) > 0]
    if not opening:
        return Refusal("no_question", Missing.SKILL, "nothing is asked")
    return opening[-1].sentence


def _opened(text: Text, i: int, sentence: int) -> Demand | None:
    """The demand whose question phrase stands at word ``i``."""
    terms = text.terms
    for forms, asking in (
        (terms.ask_length, Asking.LENGTH),
        (terms.ask_time, Asking.TIME),
        (terms.ask_speed, Asking.SPEED),
    ):
        behind = text.phrase(i, forms)
        if behind > 0:
            return _demand(text, asking, _Opening(i, behind), sentence)
    for forms, read in ((terms.ask_count, _counted), (terms.ask_mass, _massed), (terms.ask_named, _named)):
        behind = text.phrase(i, forms)
        if behind > 0:
            return read(text, _Opening(i, behind), sentence)
    return None


def _demand(text: Text, asking: Asking, opening: _Opening, sentence: int, last: int = -1) -> Demand:
    last = last if last > 0 else opening.behind
    taken = frozenset(range(opening.place, last))
    return Demand(asking, sentence, text.span(opening.place, last), taken)


def _counted(text: Text, opening: _Opening, sentence: int) -> Demand | None:
    """As in "how many red pens", "how many gallons of water", "how many more pens"."""
    compared = _comparison(text, opening.behind)
    nouns = noun_run(text, opening.behind + abs(compared))
    if not nouns:
        return None
    of, last = of_at(text, nouns[-1] + 1)
    modifiers = tuple(text.lemma(k) for k in nouns[:-1])
    demand = _demand(text, Asking.COUNT, opening, sentence, last)
    return replace(demand, noun=text.noun(nouns[-1]), of=of, modifiers=modifiers, compared=compared)


def _massed(text: Text, opening: _Opening, sentence: int) -> Demand | None:
    """As in "how much money", "how much water", "how much does it cost"."""
    compared = _comparison(text, opening.behind)
    nouns = noun_run(text, opening.behind + abs(compared))
    if compared and not nouns:
        return _compared(text, opening, sentence)
    if not nouns:
        return _demand(text, Asking.MONEY, opening, sentence)
    last, noun = nouns[-1] + 1, text.noun(nouns[-1])
    asking = Asking.MONEY if noun in text.terms.noun_money else Asking.SUBSTANCE
    modifiers = tuple(text.lemma(k) for k in nouns[:-1])
    return replace(_demand(text, asking, opening, sentence, last), noun=noun, modifiers=modifiers, compared=compared)


def _comparison(text: Text, i: int) -> int:
    """1 for "more", -1 for "fewer", 0 for no comparison at ``i``."""
    return (text.low(i) in text.terms.compared) - (text.low(i) in text.terms.compared_less)


def _compared(text: Text, opening: _Opening, sentence: int) -> Demand:
    """As in "how much faster", "how much farther", "how much more does she earn"."""
    form, asking = text.low(opening.behind), Asking.MONEY
    if form in text.terms.faster:
        asking = Asking.SPEED
    elif form in text.terms.farther:
        asking = Asking.LENGTH
    demand = _demand(text, asking, opening, sentence, opening.behind + 1)
    return replace(demand, compared=_comparison(text, opening.behind))


def _named(text: Text, opening: _Opening, sentence: int) -> Demand | None:
    """As in "what is his speed", "find the total cost"; another noun asks for nothing that is read."""
    terms, words = text.terms, text.sentence(sentence)
    named = ((terms.noun_speed, Asking.SPEED), (terms.noun_length, Asking.LENGTH),
             (terms.noun_money, Asking.MONEY), (terms.noun_time, Asking.TIME))  # fmt: skip
    for word in words:
        names = any(word.lemma in forms for forms, _ in named)
        says = names or (word.tag is Tag.NOUN and word.lemma not in terms.generic)
        if word.place >= opening.behind and says:
            found = next((asking for forms, asking in named if word.lemma in forms), None)
            demand = _demand(text, found, opening, sentence, opening.behind) if found else None
            return replace(demand, taken=demand.taken | {word.place}) if demand else None
    return None


def _per_unit(text: Text, demand: Demand) -> Demand:
    """As in "how many pages per hour": the unit after "per" or "every" or an article that follows no measure."""
    for word in text.sentence(demand.sentence):
        i = word.place
        per = i not in demand.taken and word.lower in text.terms.per | text.terms.every
        article = word.lower in text.terms.article and text.is_time(text.noun(i + 1))
        bare = article and text.tag(i - 1) in (Tag.NOUN, Tag.VERB)
        if i > max(demand.taken) - 1 and (per or bare) and text.tag(i - 1) is not Tag.NUMBER:
            nouns = noun_run(text, i + 1)
            if nouns and not _measured(text, i):
                return replace(demand, bottom=text.noun(nouns[-1]), taken=demand.taken | set(range(i, nouns[-1] + 1)))
    return demand


def _measured(text: Text, i: int) -> bool:
    """Whether a number stands before the nouns that precede word ``i``."""
    while text.tag(i - 1) in (Tag.NOUN, Tag.ADJECTIVE) and text.joined(i):
        i -= 1
    return text.tag(i - 1) is Tag.NUMBER


def _in_unit(text: Text, demand: Demand, last: int) -> Demand:
    """As in "how far in kilometers", "his speed in miles per hour"."""
    for i in range(min(demand.taken), last):
        lemma = text.noun(i + 1)
        if text.low(i) in text.terms.within and text.plural(i + 1) and text.measure(lemma):
            return _with_unit(text, demand, i)
    return demand


def _with_unit(text: Text, demand: Demand, i: int) -> Demand:
    place = i + 2
    bottom = ""
    if text.low(place) in text.terms.per | text.terms.article and text.measure(text.noun(place + 1)):
        bottom, place = text.noun(place + 1), place + 2
    if demand.bottom and i < max(demand.taken) and place > max(demand.taken):
        demand = replace(demand, bottom="")  # the unit was taken for what it is asked per
    taken = demand.taken | set(range(i, place))
    return replace(demand, unit=text.noun(i + 1), unit_bottom=bottom, taken=taken)
