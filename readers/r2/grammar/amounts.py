"""Amounts and the phrases that they count: numbers, bounds, more and less, parts, the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from readers.r2.engine import Rule
from readers.r2.grammar.build import ANY_PHRASE, Nodes, phrase, places, quantity, rule, slot, span_of, widen
from readers.r2.records import Degree, Phrase, Quantity, Shape, Word

NUMERALS = ("count", "fraction", "multiple", "percent", "measure")
BARS = ("bar", "open_bar", "measured")
PERCENT = "percent"


def _counted(nodes: Nodes) -> Phrase:
    """A numeral is a phrase without a noun, or with the measure that it includes."""
    word: Word = nodes[0].value
    unit = word.numeral.unit if word.numeral else ""
    return phrase(nodes, head=unit, quantity=quantity(nodes, Degree.COUNT, word))


def _hedged(nodes: Nodes) -> Phrase:
    base: Phrase = nodes[1].value
    return _with_hedge(base, nodes, nodes[0].value.lower, 0)


def _hedged_after(nodes: Nodes) -> Phrase:
    base: Phrase = nodes[0].value
    return _with_hedge(base, nodes, nodes[1].value.lower, 1)


def _with_hedge(base: Phrase, nodes: Nodes, hedge: str, index: int) -> Phrase:
    inner = base.quantity or Quantity(Degree.UNKNOWN)
    cues = (*inner.cues, *places(nodes[index]))
    return widen(base, nodes, quantity=replace(inner, hedge=hedge, cues=cues, span=span_of(nodes)))


def _vague(nodes: Nodes) -> Phrase:
    return phrase(nodes, quantity=quantity(nodes, Degree.UNKNOWN, cues=places(nodes[0])))


def _all(nodes: Nodes) -> Phrase:
    return phrase(nodes, quantity=quantity(nodes, Degree.ALL, cues=places(nodes[0])))


def _none(nodes: Nodes) -> Phrase:
    return phrase(nodes, quantity=quantity(nodes, Degree.NONE, cues=places(nodes[0])))


def _degree(degree: Degree, cue: int) -> Callable[[Nodes], Phrase]:
    """More or less, by how much: the node before the cue is the difference, if there is one."""

    def produce(nodes: Nodes) -> Phrase:
        given: Phrase | None = nodes[0].value if cue else None
        word = given.quantity.word if given and given.quantity else None
        hedge = given.quantity.hedge if given and given.quantity else ""
        kind = multiplied(word, degree)
        made = quantity(nodes, kind, word, cues=places(nodes[cue]), hedge=hedge)
        head = given.head if given and kind_of(word) != PERCENT else ""
        return phrase(nodes, head=head, plural=True, quantity=made)

    return produce


def kind_of(word: Word | None) -> str:
    """The kind of the numeral of a word, "" without one."""
    return word.numeral.kind if word is not None and word.numeral is not None else ""


def multiplied(word: Word | None, degree: Degree) -> Degree:
    """Three times more is a multiple, not a difference."""
    return Degree.TIMES if kind_of(word) == "multiplier" and degree is Degree.MORE else degree


def _another(nodes: Nodes) -> Phrase:
    """Another 5: more than there were."""
    given: Phrase = nodes[1].value
    word = given.quantity.word if given.quantity else None
    return widen(given, nodes, quantity=quantity(nodes, Degree.MORE, word, cues=places(nodes[0])))


def _another_one(nodes: Nodes) -> Phrase:
    made = quantity(nodes[:1], Degree.MORE, cues=places(nodes[0]))
    return widen(nodes[1].value, nodes, quantity=made, determiner=nodes[0].value.lower)


def _pointed(nodes: Nodes) -> Phrase:
    return phrase(nodes, quantity=quantity(nodes, Degree.THAT, cues=places(*nodes)))


def _with_noun(nodes: Nodes) -> Phrase | None:
    """The noun that an amount counts; a measure that is more or less keeps its own head."""
    amount, bar = nodes[0].value, nodes[-1].value
    if amount.head:
        return None
    return widen(bar, nodes, quantity=amount.quantity, determiner=amount.determiner, owner=amount.owner)


def _more_measured(nodes: Nodes) -> Phrase | None:
    """Twice as much; 2 cups more flour: the measure counts, the noun is what it measures."""
    amount: Phrase = nodes[0].value
    degree = amount.quantity.degree if amount.quantity else Degree.COUNT
    if not amount.head or degree is Degree.COUNT:
        return None
    return widen(amount, nodes, of=nodes[1].value)


def _opened(nodes: Nodes) -> Phrase:
    """A determiner before an amount: the 5, his 3, the other 2."""
    opener, amount = nodes[0].value, nodes[-1].value
    extra = tuple(node.value.lemma for node in nodes[1:-1])
    fields: dict[str, Any] = {"determiner": opener.determiner, "owner": opener.owner}
    return widen(amount, nodes, modifiers=(*extra, *amount.modifiers), **fields)


def _opened_noun(nodes: Nodes) -> Phrase | None:
    amount, bar = nodes[0].value, nodes[-1].value
    made = _with_noun(nodes)
    return replace(made, modifiers=(*amount.modifiers, *bar.modifiers)) if made else None


def _rest(nodes: Nodes) -> Phrase:
    opener: Phrase = nodes[0].value
    made = quantity(nodes, Degree.REST, cues=places(*nodes[1:]))
    return widen(opener, nodes, quantity=made)


def _rest_bar(nodes: Nodes) -> Phrase:
    opener, bar = nodes[0].value, nodes[1].value
    made = quantity(nodes, Degree.REST, cues=(nodes[1].first,))
    return widen(bar, nodes, quantity=made, determiner=opener.determiner, owner=opener.owner)


def _all_of(nodes: Nodes) -> Phrase:
    """All the pens, both his hands."""
    base: Phrase = nodes[1].value
    return widen(base, nodes, quantity=quantity(nodes[:1], Degree.ALL, cues=places(nodes[0])))


def _part_of(nodes: Nodes) -> Phrase | None:
    """A part of what follows of: half of the pens, 3 of them, all of it."""
    amount, whole = nodes[0].value, nodes[2].value
    inner = amount.quantity
    if inner is None or (amount.head and amount.head != _percent_head(inner)):
        return None
    if inner.degree is Degree.UNKNOWN and not (whole.determiner or whole.owner or whole.pronoun or whole.members):
        return None
    degree = Degree.PART if inner.degree in (Degree.COUNT, Degree.MORE, Degree.UNKNOWN) else inner.degree
    made = replace(inner, degree=degree, reference=whole, cues=(*inner.cues, nodes[1].first), span=span_of(nodes))
    return widen(amount, nodes, head="", quantity=made, plural=True)


def _percent_head(amount: Quantity) -> str:
    numeral = amount.word.numeral if amount.word else None
    return numeral.unit if numeral and numeral.kind == PERCENT else ""


def _each_of(nodes: Nodes) -> Phrase:
    whole: Phrase = nodes[2].value
    return widen(whole, nodes, determiner=nodes[0].value.lower)


def _definite(found: Phrase) -> bool:
    """Whether a phrase can be what a multiple is a multiple of: "twice the", "half his", "double that"."""
    first = found.members[0] if found.members else found
    pointing = bool(first.determiner or first.pronoun or first.owner) and first.quantity is None
    return pointing or (first.quantity is not None and first.quantity.degree is Degree.THAT)


def _multiple_of(degree: Degree) -> Callable[[Nodes], Phrase | None]:
    def produce(nodes: Nodes) -> Phrase | None:
        word, whole = nodes[0].value, nodes[1].value
        half_of = word.numeral is not None and word.numeral.value < 1 and not _is_amount(whole)
        if half_of != (degree is Degree.PART):
            return None
        made = quantity(nodes, degree, word, reference=whole)
        return phrase(nodes, quantity=made, plural=True)

    return produce


def _is_amount(found: Phrase) -> bool:
    """A number, an age, or "that": a multiple of it is not a part of things."""
    return bool(found.of is not None or found.pronoun or (found.head and not found.plural and found.owner))


def amount_rules() -> Iterator[Rule]:
    """Amounts without a noun, of kind amount."""
    for kind in NUMERALS:
        yield rule(f"{kind} numeral", "amount", _counted, kind)
    yield rule("bound before an amount", "amount", _hedged, "hedge", "amount")
    yield rule("bound behind an amount", "amount", _hedged_after, "amount", "hedge_after")
    yield rule("amount untold", "amount", _vague, "vague")
    yield rule("all", "amount", _all, "all")
    yield rule("none", "amount", _none, "no")
    yield rule("some more", "more_amount", _degree(Degree.MORE, 1), "amount", "more")
    yield rule("some less", "more_amount", _degree(Degree.LESS, 1), "amount", "less")
    yield rule("more", "more_amount", _degree(Degree.MORE, 0), "more")
    yield rule("less", "more_amount", _degree(Degree.LESS, 0), "less")
    yield rule("another and an amount", "more_amount", _another, "another", "amount")
    yield rule("more before an amount", "more_amount", _another, "more", "amount")
    yield rule("that many", "amount", _pointed, "pointer", "many")


def counted_rules() -> Iterator[Rule]:
    """Amounts with their nouns, and amounts that stand alone."""
    amounts = ("amount", "more_amount")
    bars = slot(*BARS)
    yield rule("amount of a noun", "base", _with_noun, slot(*amounts), bars)
    yield rule("more of a measured noun", "base", _more_measured, "more_amount", bars)
    yield rule("amount of remaining things", "base", _with_noun, slot(*amounts), "rest_bar")
    yield rule("amount alone", "base", lambda nodes: nodes[0].value, slot(*amounts))
    yield rule("determiner and amount", "opened", _opened, "opener", slot(*amounts))
    yield rule("determiner, rest and amount", "opened", _opened, "opener", "remaining", slot(*amounts))
    yield rule("determiner, ordinal and amount", "opened", _opened, "opener", "ordinal", slot(*amounts))
    yield rule("determiner, adjective and amount", "opened", _opened, "opener", "adjective", slot(*amounts))
    half = slot("amount", test=_is_fraction)
    yield rule("determiner, noun and part", "opened", _opened, "opener", "noun", half)
    yield rule("determined amount of a noun", "base", _opened_noun, "opened", slot(*BARS, "rest_bar"))
    yield rule("determined amount alone", "base", lambda nodes: nodes[0].value, "opened")
    yield rule("counted things or more", "base", _hedged_after, slot("base", test=_is_count), "hedge_after")
    yield rule("another of a noun", "base", _another_one, "another", bars)
    yield rule("the rest", "base", _rest, "opener", slot("rest", "remaining"))
    yield rule("the remaining things", "base", _rest_bar, "opener", "rest_bar")
    yield rule("other things", "base", lambda nodes: nodes[0].value, "rest_bar")
    yield rule("all the things", "base", _all_of, "all", slot("base", test=_whole))
    yield rule("all of a number", "base", _all_counted, "all", slot("base", test=_is_count))
    yield rule("others", "base", _others, "rest")


def _whole(found: Phrase) -> bool:
    rest = found.quantity is not None and found.quantity.degree is Degree.REST
    return rest or _definite(found)


def _all_counted(nodes: Nodes) -> Phrase:
    """All 5 pens are 5 pens."""
    base: Phrase = nodes[1].value
    return widen(base, nodes, determiner=base.determiner or nodes[0].value.lower)


def _others(nodes: Nodes) -> Phrase | None:
    """Others, of which nothing more is told."""
    word: Word = nodes[0].value
    return phrase(nodes, pronoun=word.lower, plural=True) if word.shape is Shape.PLURAL else None


def _is_fraction(found: Phrase) -> bool:
    """The top half: a part less than the whole."""
    word = found.quantity.word if found.quantity else None
    return word is not None and word.numeral is not None and word.numeral.value < 1


def _is_count(found: Phrase) -> bool:
    return found.quantity is not None and found.quantity.degree is Degree.COUNT and bool(found.head)


def part_rules() -> Iterator[Rule]:
    """Parts and multiples of what follows."""
    whole = slot(*ANY_PHRASE)
    yield rule("amount of a whole", "phrase", _part_of, slot("amount", "opened", "more_amount"), "of", whole)
    yield rule("rest of a whole", "phrase", _rest_of, "base", "of", whole)
    yield rule("each of them", "phrase", _each_of, "every", "of", whole)
    for degree in (Degree.TIMES, Degree.PART):
        name = f"{degree.value} before a whole"
        yield rule(
            name, "phrase", _multiple_of(degree), slot("multiple", "fraction"), slot(*ANY_PHRASE, test=_definite)
        )


def _rest_of(nodes: Nodes) -> Phrase | None:
    """The rest of the pens."""
    rest, whole = nodes[0].value, nodes[2].value
    if rest.quantity is None or rest.quantity.degree is not Degree.REST or rest.head:
        return None
    made = replace(rest.quantity, reference=whole, span=span_of(nodes))
    return widen(rest, nodes, quantity=made)
