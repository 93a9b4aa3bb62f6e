"""What looks like an amount and gives no value: unknowns, bounds, stretches, unreal events."""

from __future__ import annotations

from models.outcome import Missing, Refusal
from readers.r1.view import Read
from readers.r1.words import Tag, Word

STILL = frozenset({"be", "possess", "contain"})  # classes of verbs in which nothing happens
HEDGES = ("hedge_at_least", "hedge_at_most", "hedge_above", "hedge_below", "hedge_uncertain")


def no_value(read: Read) -> Refusal | None:
    """An amount word is an unknown, a hedged quantity an interval, an unreal one no amount."""
    return _unknown(read) or _hedged(read) or _stretch(read) or _unreal(read) or _part_named(read) or _stray(read)


def _unknown(read: Read) -> Refusal | None:
    for word in read.words[: read.demand.first]:
        if "indefinite" in read.lexicon.function(word.lower) and _counts_something(word, read):
            return Refusal("unknown_amount", Missing.KNOWLEDGE, f"{word.text} is no known amount", (word.span,))
    return None


def _hedged(read: Read) -> Refusal | None:
    for mention in read.mentions:
        hedge = _hedge(mention.first, read) or _hedge_after(mention.last, read)
        if hedge:
            return Refusal(
                "hedged_quantity", Missing.KNOWLEDGE, f"{hedge} gives a bound, not a value", (mention.numeral.span,)
            )
    return None


def _counts_something(word: Word, read: Read) -> bool:
    """Whether an amount word stands before a noun that the problem also counts."""
    after_it = read.words[word.index + 1] if word.index + 1 < len(read.words) else word
    compares = "comparative" in read.lexicon.function(word.lower) and after_it.lower not in read.grammar.of
    if compares or after_it.numeral >= 0:
        return False
    lemmas = {m.lemma for m in read.mentions} | {read.demand.noun}
    after = [w for w in read.words[word.index + 1 : word.index + 4] if w.tag in (Tag.NOUN, Tag.NAME, Tag.VERB)]
    before = read.words[word.index - 1].lower if word.index else ""
    return before not in read.grammar.degrees and bool(after) and after[0].lemma in lemmas - {""}


def _hedge(first: int, read: Read) -> str:
    """The words just before a numeral that make it a bound, or ""."""
    for size in (3, 2, 1):
        phrase = " ".join(w.lower for w in read.words[max(first - size, 0) : first])
        if set(HEDGES) & set(read.lexicon.function(phrase)) and not _compares(first - size, read):
            return phrase
    return ""


def _hedge_after(last: int, read: Read) -> str:
    """The words just after an amount that make it a bound ("at most", "or more"), or ""."""
    phrase = " ".join(w.lower for w in read.words[last : last + 2])
    return phrase if {"hedge_at_least", "hedge_at_most"} & set(read.lexicon.function(phrase)) else ""


def _stretch(read: Read) -> Refusal | None:
    """ "The first 40 questions", "the next 2 hours": a stretch of something counted before."""
    for mention in read.mentions:
        if mention.first and read.words[mention.first - 1].lower in read.grammar.stretch:
            detail = "a stretch of something counted is not read"
            return Refusal("range_unread", Missing.SKILL, detail, (mention.numeral.span,))
    return None


def _unreal(read: Read) -> Refusal | None:
    """ "He may have 5", "he tried to buy 5": what may not have happened gives no amount."""
    for mention in read.mentions:
        clause = read.clauses[mention.clause]
        leads = {*clause.helpers, *_led_by(mention.clause, read)}
        unreal = leads & read.grammar.unreal or _wished(mention.clause, read)
        if mention.first < read.demand.first and unreal:
            return Refusal("unreal_amount", Missing.SKILL, "it is not said that this happened", (mention.numeral.span,))
    return None


def _wished(number: int, read: Read) -> bool:
    """ "She wanted to buy 5": a past wish is no purchase."""
    clause = read.clauses[number]
    leads = read.words[clause.group[0] : max(clause.verb, clause.group[0])]
    past = [w for w in leads if w.tag is Tag.VERB and w.tense == "past"]
    return any(e.verb_class == "need" for w in past for e in read.lexicon.verb_classes(w.lemma))


def _part_named(read: Read) -> Refusal | None:
    """ "4 of them are old": a part told apart, which is not added to its whole."""
    for mention in read.mentions:
        after = read.words[mention.last : mention.last + 2]
        pointed = len(after) == 2 and after[0].lower in read.grammar.of and after[1].tag is Tag.PRONOUN
        entries = read.lexicon.verb_classes(read.clauses[mention.clause].lemma)
        still = not entries or entries[0].verb_class in STILL
        if pointed and still and mention.numeral.kind == "cardinal":
            return Refusal("part_open", Missing.SKILL, "a part is told apart by number", (mention.numeral.span,))
    return None


def _stray(read: Read) -> Refusal | None:
    """A number after the question, in no clause: it says nothing."""
    for mention in read.mentions:
        if mention.first >= read.demand.last and read.clauses[mention.clause].verb < 0:
            return Refusal("stray_amount", Missing.KNOWLEDGE, "no clause says what it is", (mention.numeral.span,))
    return None


def _led_by(number: int, read: Read) -> tuple[str, ...]:
    """The verb that an infinitive hangs on: "tried" of "tried to buy"."""
    clause = read.clauses[number]
    infinitive = clause.verb >= 0 and read.words[clause.group[0]].tag is Tag.TO
    return (read.clauses[number - 1].lemma,) if infinitive and number else ()


def _compares(i: int, read: Read) -> bool:
    """Whether the words belong to a comparison ("3 more than 5 times"), or compare in words."""
    before = read.words[i - 1] if i > 0 else None
    linked = any(w.tag is Tag.LINK for w in read.words[i : i + 3])
    return before is not None and linked and (before.numeral >= 0 or before.tag is Tag.NOUN)
