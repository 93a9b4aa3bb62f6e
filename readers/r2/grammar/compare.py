"""Comparisons: more and less than, times as many as, the same as, that amount."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from readers.lexicon import PACKS, read_pack
from readers.r2.engine import Rule
from readers.r2.grammar.amounts import BARS, PERCENT, kind_of, multiplied
from readers.r2.grammar.build import ANY_PHRASE, Nodes, phrase, places, quantity, rule, slot, span_of, widen
from readers.r2.records import Degree, Phrase, Quantity, Word

RELATIVE = frozenset({Degree.TIMES, Degree.MORE, Degree.LESS, Degree.PART, Degree.SAME, Degree.REST})
COMPARED = frozenset({Degree.TIMES, Degree.MORE, Degree.LESS, Degree.SAME})
MULTIPLES = ("multiple", "fraction", "percent")


@cache
def directions() -> MappingProxyType[str, int]:
    """Word of comparison -> +1 or -1, from ``comparatives.toml``."""
    entries = read_pack(PACKS / "comparatives.toml").entries["comparative"]
    return MappingProxyType({word: entry["sign"] for entry in entries for word in entry["words"]})


def _degree_of(word: Word) -> Degree:
    return Degree.LESS if directions().get(word.lower, 1) < 0 else Degree.MORE


def _differs(nodes: Nodes) -> Phrase | None:
    """By how much: 10 years older, 20 % more, 3 cups more, three times bigger."""
    given, word = nodes[0].value, nodes[1].value
    amount: Quantity = given.quantity or Quantity(Degree.UNKNOWN)
    if amount.degree not in (Degree.COUNT, Degree.UNKNOWN) or given.of is not None or given.per:
        return None
    degree = multiplied(amount.word, _degree_of(word))
    made = quantity(nodes, degree, amount.word, cues=places(nodes[1]), hedge=amount.hedge)
    head = "" if kind_of(amount.word) == PERCENT else given.head
    return widen(given, nodes, head=head, quantity=made)


def _compared(nodes: Nodes) -> Phrase:
    word: Word = nodes[0].value
    return phrase(nodes, quantity=quantity(nodes, _degree_of(word), cues=places(nodes[0])))


def _scaled(nodes: Nodes) -> Phrase:
    """Twice as many, half as tall; the adjective stays among the modifiers."""
    words = nodes[2:]
    made = quantity(nodes, Degree.TIMES, nodes[0].value, cues=places(*nodes[1:]))
    return phrase(nodes, quantity=made, plural=True, modifiers=_adjectives(words))


def _equal(nodes: Nodes) -> Phrase:
    made = quantity(nodes, Degree.SAME, cues=places(*nodes))
    return phrase(nodes, quantity=made, plural=True, modifiers=_adjectives(nodes[1:]))


def _adjectives(nodes: Nodes) -> tuple[str, ...]:
    return tuple(node.value.lemma for node in nodes if node.kind != "many")


def _same_number(nodes: Nodes) -> Phrase:
    opener: Phrase = nodes[0].value
    made = quantity(nodes, Degree.SAME, cues=places(*nodes[1:]))
    return widen(opener, nodes, quantity=made)


def _that_number(nodes: Nodes) -> Phrase:
    return phrase(nodes, quantity=quantity(nodes, Degree.THAT, cues=places(*nodes)))


def _number_of(nodes: Nodes) -> Phrase | None:
    """The same number of pens counts pens."""
    number, things = nodes[0].value, nodes[2].value
    if things.quantity is not None or things.members:
        return None
    return widen(things, nodes, quantity=replace(number.quantity, span=span_of(nodes)))


def _open(found: Phrase) -> bool:
    amount = found.quantity
    if amount is None:
        return "same" in found.modifiers
    return amount.degree in COMPARED and amount.reference is None and amount.inner is None


def _against(nodes: Nodes) -> Phrase:
    """Than or as closes the comparison; a reference that is relative itself becomes inner."""
    base, link, other = nodes[0].value, nodes[1], nodes[2].value
    amount: Quantity = base.quantity or quantity(nodes[:1], Degree.SAME)
    cues, span = (*amount.cues, link.first), span_of(nodes)
    nested: Quantity | None = other.quantity
    if nested is not None and nested.degree in RELATIVE:
        head = base.head or other.head
        return widen(base, nodes, head=head, quantity=replace(amount, inner=nested, cues=cues, span=span))
    return widen(base, nodes, quantity=replace(amount, reference=other, cues=cues, span=span))


def compare_rules() -> Iterator[Rule]:
    """Comparisons, open ones first."""
    degree = slot("many", "adjective", "open_adjective", "degree")
    comparing = slot("more", "less", "comparative")
    yield rule("difference behind an amount", "more_amount", _differs, slot("amount"), slot("comparative"))
    yield rule("difference behind a measure", "more_amount", _differs, slot("base", test=_counts), comparing)
    yield rule("comparative alone", "more_amount", _compared, "comparative")
    yield rule("times as many", "scaled", _scaled, slot(*MULTIPLES), "as", degree)
    yield rule("as many", "scaled", _equal, "as", degree)
    yield rule("times as many things", "base", _scaled_things, "scaled", slot(*BARS))
    yield rule("times as many alone", "base", lambda nodes: nodes[0].value, "scaled")
    yield rule("the same number", "same_number", _same_number, "opener", "same", "counter")
    yield rule("that amount", "same_number", _that_number, "pointer", "counter")
    yield rule("number alone", "base", lambda nodes: nodes[0].value, "same_number")
    yield rule("same number of things", "phrase", _number_of, "same_number", "of", slot("base", "phrase"))
    opened = slot("base", "phrase", test=_open)
    yield rule("than or as", "phrase", _against, opened, slot("than", "as"), slot(*ANY_PHRASE))


def _scaled_things(nodes: Nodes) -> Phrase:
    scaled, bar = nodes[0].value, nodes[1].value
    return widen(bar, nodes, quantity=scaled.quantity, modifiers=(*scaled.modifiers, *bar.modifiers))


def _counts(found: Phrase) -> bool:
    """Whether a phrase gives a difference: so many years, a year."""
    amount = found.quantity
    counted = amount is not None and amount.degree in (Degree.COUNT, Degree.UNKNOWN)
    return bool(found.head) and (counted or (amount is None and found.determiner != "" and found.owner is None))
