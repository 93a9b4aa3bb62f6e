"""Everything that a text says must be taken up: what bears arithmetic and was not refuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.outcome import Missing, Refusal
from readers.r2.records import Shape, Tag, Word
from readers.rates.agents import activities, is_gerund, is_known, senses
from readers.rates.records import Asking, Demand, Measure, Rate
from readers.rates.sides import Side
from readers.rates.text import MONEY, Text

GRADED = frozenset({Shape.COMPARATIVE, Shape.SUPERLATIVE})
LONGEST = 3
PLAIN = frozenset({"year"})  # a numeral that is no quantity and bears nothing
Taken = frozenset[int]


def taken_up(rates: Iterable[Rate], measures: Iterable[Measure], demand: Demand, text: Text) -> Taken:
    """Places of the words that a rate, a measure, the question or a pace consumed.

    Adjectives are not: "every other day", "8 additional pages" are not what they stand in.
    """
    places = set(demand.taken)
    for rate in rates:
        places.update(range(rate.first, rate.last), range(rate.top.first, rate.top.last))
    for measure in measures:
        places.update(range(measure.first, measure.last))
    places = {place for place in places if text.tag(place) is not Tag.ADJECTIVE}
    for i in range(len(text.words)):
        places.update(range(i, max(i, text.phrase(i, text.terms.pace | text.terms.plain_phrase))))
    asked = text.sentence(demand.sentence)
    return frozenset(places | {word.place for word in asked if word.lower in text.terms.premise})


def stray(text: Text, taken: Taken) -> Refusal | None:
    """The first word that bears arithmetic, or doubt, and was not taken up."""
    for word in text.words:
        if word.place in taken:
            continue
        if word.tag is Tag.NUMBER and word.numeral and word.numeral.kind in PLAIN:
            continue
        if word.tag is Tag.NUMBER:
            return Refusal("extra_quantity", Missing.SKILL, f"{word.text!r} has no part in the rate", (word.span,))
        if _bears(text, word):
            return Refusal("text_unread", Missing.SKILL, f"{word.text!r} is not taken up", (word.span,))
    return None


def _bears(text: Text, word: Word) -> bool:
    terms = text.terms
    if word.shape in GRADED or word.lower in terms.complication or word.lemma in terms.complication:
        return True
    if word.lower in terms.harmless or word.tag is Tag.VERB:
        return False
    return any(_roles(text, word.place, length) & terms.blocking_function for length in range(1, LONGEST + 1))


def _roles(text: Text, i: int, length: int) -> frozenset[str]:
    return frozenset(text.lexicon.function(" ".join(text.low(i + k) for k in range(length))))


def loose_measure(text: Text, measures: Iterable[Measure]) -> Refusal | None:
    """A measure behind a word that makes another amount of it: a bound, a point in time."""
    for measure in measures:
        before = measure.first - 1
        bound = text.tag(before) in (Tag.PREPOSITION, Tag.ADVERB, Tag.SUBORDINATOR, Tag.DETERMINER)
        if text.joined(measure.first) and bound and text.low(before) not in text.terms.plain_before:
            detail = f"{text.low(before)!r} makes another amount of what follows"
            return Refusal("text_unread", Missing.SKILL, detail, (measure.span,))
    return None


def measured_sentences(text: Text, rates: Iterable[Rate], measures: Iterable[Measure]) -> frozenset[int]:
    """The sentences in which an amount stands."""
    places = (*(rate.first for rate in rates), *(measure.first for measure in measures))
    return frozenset(text.words[place].sentence for place in places)


def unread_sentence(text: Text, measured: frozenset[int], demand: Demand) -> Refusal | None:
    """A sentence behind the first amount that gives none and asks nothing may change everything."""
    for number in range(min(measured, default=0), text.words[-1].sentence + 1):
        words = text.sentence(number)
        kept = any(text.phrase(word.place, text.terms.pace) > 0 for word in words)
        if number not in measured and number != demand.sentence and words and not kept:
            span = text.span(words[0].place, words[-1].place + 1)
            return Refusal("text_unread", Missing.SKILL, "a sentence gives no amount", (span,))
    return None


def one_activity(
    text: Text,
    rate: Rate | None,
    sentences: frozenset[int],
    taken: Taken = frozenset(),
    light: frozenset[str] = frozenset(),
) -> Refusal | None:
    """All verbs beside the amounts must be of one activity, and known.

    What the rate is paid for ("$9 an hour for raking leaves") may be spoken of elsewhere;
    verbs in ``taken`` places and those of ``light`` say nothing about what is done.
    """
    verbs = tuple(v for v in activities(text, sentences) if v.place not in taken and v.lemma not in light)
    unknown = [verb for verb in verbs if not is_known(text, verb)] or list(_modal_without_verb(text, sentences))
    if unknown:
        spans = (unknown[0].span,)
        return Refusal("verb_unknown", Missing.KNOWLEDGE, f"the verb at {unknown[0].text!r} is not known", spans)
    named = _paid_for(text, rate, verbs)
    shared = [senses(text, verb) for verb in verbs if verb.lemma not in named]
    if shared and not frozenset.intersection(*shared):
        return Refusal(
            "several_activities", Missing.SKILL, "the verbs speak of different things", tuple(v.span for v in verbs)
        )
    return None


def state_asked(text: Text, rate: Rate, asked: Side | None, demand: Demand) -> Refusal | None:
    """What is there after some time ("how much does she have") is not what the rate gives in it."""
    if asked is not Side.TOP or not text.is_time(rate.bottom.noun) or demand.asking is Asking.LENGTH:
        return None
    opening = min(demand.taken)
    asked_for = activities(text, frozenset({demand.sentence}))
    if any(verb.place > opening for verb in asked_for):
        return None
    return Refusal("question_unread", Missing.SKILL, "the question asks for a state", (demand.span,))


def merely_held(text: Text, rate: Rate, known: Measure | None, asked: Side) -> Refusal | None:
    """Who has 7 pens has not said that they were bought: a price makes no cost of what is held."""
    priced = text.dimension(rate.top.noun) == MONEY and not text.is_time(rate.bottom.noun)
    if known is None or asked is not Side.TOP or not priced:
        return None
    if text.lemma(known.first - 1) in text.terms.holding:
        return Refusal("text_unread", Missing.SKILL, "what is held need not be paid for", (known.span,))
    return None


def _modal_without_verb(text: Text, sentences: frozenset[int]) -> Iterator[Word]:
    """A claim of what can be done, by a verb that no pack knows."""
    for number in sorted(sentences):
        words = text.sentence(number)
        for word in words:
            after = [w for w in words if w.place > word.place and w.tag in (Tag.VERB, Tag.AUXILIARY)]
            if word.tag is Tag.MODAL and not after:
                yield word


def _paid_for(text: Text, rate: Rate | None, verbs: tuple[Word, ...]) -> frozenset[str]:
    if rate is None or text.dimension(rate.top.noun) != "money" or not text.is_time(rate.bottom.noun):
        return frozenset()
    here = text.words[rate.first].sentence
    return text.terms.work | {v.lemma for v in verbs if v.sentence == here and is_gerund(v) and v.place > rate.first}
