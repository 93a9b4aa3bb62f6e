"""What joins phrases: of, per, coordination."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from readers.lexicon import load_lexicon
from readers.packs_numeric import load_numeric_packs
from readers.r2.clause_words import load_clause_words
from readers.r2.engine import Rule
from readers.r2.grammar.build import ANY_PHRASE, UNJOINED, Nodes, phrase, rule, slot, widen
from readers.r2.records import Degree, Per, Phrase
from readers.vocabulary import load_vocabulary

MONEY = "money"
ADJECTIVE = "a"


def _of(nodes: Nodes) -> Phrase | None:
    """A box of pens; the age of Tom has an owner."""
    base, inner = nodes[0].value, nodes[2].value
    if not base.head or base.of is not None:
        return None
    if _person(inner) and base.owner is None and base.quantity is None:
        return widen(base, nodes, owner=inner)
    return widen(base, nodes, of=inner)


def _person(found: Phrase) -> bool:
    role = bool(found.determiner or found.owner) and not found.plural and load_lexicon().is_role(found.head)
    return bool(found.name) or role


def _per_word(nodes: Nodes) -> Per:
    return Per(nodes[0].first, nodes[1].value)


def _per_a(nodes: Nodes) -> Per:
    article, bar = nodes[0].value, nodes[1].value
    return Per(nodes[0].first, widen(bar, nodes, determiner=article.lower))


def _per_each(nodes: Nodes) -> Per:
    return Per(nodes[0].first)


def _per_every(nodes: Nodes) -> Per:
    base: Phrase = nodes[-1].value
    return Per(nodes[0].first, widen(base, nodes[-2:], determiner=nodes[-2].value.lower))


def _per_each_of(nodes: Nodes) -> Per:
    """For each of the boys."""
    return Per(nodes[0].first, widen(nodes[-1].value, nodes[1:], determiner=nodes[1].value.lower))


def _has_amount(found: Phrase) -> bool:
    """Whether something can be meant per something: an amount, or a price that is spoken of."""
    inside = found.of is not None and (found.of.quantity is not None or bool(found.of.per))
    return not inside and (found.quantity is not None or bool(found.determiner and found.head))


def _rated(nodes: Nodes) -> Phrase:
    base, per = nodes[0].value, nodes[1].value
    return widen_to(base, nodes, per)


def _rated_each(nodes: Nodes) -> Phrase | None:
    """A bare each goes with an amount only."""
    base, per = nodes[0].value, nodes[1].value
    if base.quantity is None or base.quantity.degree in (Degree.ALL, Degree.REST) or base.per:
        return None
    return widen_to(base, nodes, per)


def _rated_a(nodes: Nodes) -> Phrase | None:
    """An indefinite article means per before a measure, or behind money: $5 a pen."""
    base, per = nodes[0].value, nodes[1].value
    units = load_numeric_packs()
    opened = per.phrase.head if per.phrase else ""
    head = units.unit_of(opened) or opened in load_clause_words().times
    money = units.unit_of(base.head)
    priced = money is not None and money.dimension == MONEY
    if base.quantity is None or not (head or priced):
        return None
    return widen_to(base, nodes, per)


def widen_to(base: Phrase, nodes: Nodes, per: Per) -> Phrase:
    """``base`` with one denominator more, up to its last word."""
    last = per.phrase.span if per.phrase else nodes[1].children[0].value.span
    return replace(base, last=nodes[-1].last, span=base.span.cover(last), per=(*base.per, per))


def _pair(nodes: Nodes) -> Phrase:
    return phrase(nodes, members=(nodes[0].value, nodes[-1].value))


def _longer(nodes: Nodes) -> Phrase:
    listed: Phrase = nodes[0].value
    return widen(listed, nodes, members=(*listed.members, nodes[-1].value))


def _joined(nodes: Nodes) -> Phrase:
    first, last, word = nodes[0].value, nodes[-1].value, nodes[-2].value
    members = (*(first.members if nodes[0].kind == "list" else (first,)), last)
    return phrase(nodes, members=_shared(members), joint=word.lower, plural=True)


def _shared(members: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Members that are an amount alone take the noun of the last: 3 and 5 pens."""
    last = members[-1]
    if last.quantity is None or not last.head:
        return members
    return tuple(_filled(member, last) for member in members)


def _filled(member: Phrase, last: Phrase) -> Phrase:
    amount = member.quantity
    if amount is None or amount.degree is not Degree.COUNT or member.members or member is last:
        return member
    if not member.head:
        return replace(member, head=last.head, plural=last.plural)
    bare = not (member.plural or member.modifiers or member.attribute or member.of or member.per)
    if not (bare and last.plural and last.modifiers) or ADJECTIVE not in load_vocabulary().parts(member.head):
        return member
    # a colour in the singular, counted: the noun is still to come
    return replace(member, head=last.head, plural=last.plural, modifiers=(member.head,))


def _gapped(nodes: Nodes) -> Phrase:
    """5 red, with the noun still to come."""
    amount, adjective = nodes[0].value, nodes[1].value
    return widen(amount, nodes, modifiers=(*amount.modifiers, adjective.lemma))


def _gap_behind(nodes: Nodes) -> Phrase | None:
    """5 red pens and 3 blue."""
    full, gapped = nodes[0].value, nodes[2].value
    if full.quantity is None or not full.head:
        return None
    filled = replace(gapped, head=full.head, plural=full.plural)
    return phrase(nodes, members=(full, filled), joint=nodes[1].value.lower, plural=True)


def join_rules() -> Iterator[Rule]:
    """Of, denominators, lists."""
    yield rule("of", "phrase", _of, "base", "of", slot(*ANY_PHRASE))
    yield rule("number of things per", "phrase", _of, slot("phrase", test=_rate_only), "of", slot(*ANY_PHRASE))
    yield from _per_rules()
    yield rule("list of two", "list", _pair, slot(*UNJOINED), "comma", slot(*UNJOINED))
    yield rule("longer list", "list", _longer, "list", "comma", slot(*UNJOINED))
    first = slot(*UNJOINED, "list", "gapped", "gapped_list")
    yield rule("coordination", "coordination", _joined, first, "and", slot(*UNJOINED))
    yield rule("coordination after a comma", "coordination", _joined, slot("list"), "comma", "and", slot(*UNJOINED))
    yield rule("amount and adjective", "gapped", _gapped, "amount", "adjective")
    yield rule("amounts and adjectives", "list", _pair, "gapped", "comma", "gapped")
    yield rule("noun left out behind", "coordination", _gap_behind, "base", "and", "gapped")


def _rate_only(found: Phrase) -> bool:
    return bool(found.per) and found.of is None and found.quantity is not None and found.quantity.reference is None


def _per_rules() -> Iterator[Rule]:
    bar = slot("bar", "open_bar", "measured")
    rated = slot("base", "phrase", test=_has_amount)
    yield rule("per", "rate", _per_word, "per", slot("open_bar", "bar", "base", "measured"))
    yield rule("a as per", "rate_a", _per_a, "a", bar)
    yield rule("each behind", "rate_each", _per_each, "each")
    yield rule("every", "rate", _per_every, "every", slot("bar", "open_bar", "measured", "base", test=_no_determiner))
    yield rule("for every", "rate", _per_every, "for", "every", slot("bar", "open_bar", "measured", "base"))
    yield rule("for each of", "rate", _per_each_of, "for", "every", "of", slot("base", "phrase"))
    yield rule("amount per", "phrase", _rated, rated, "rate")
    yield rule("amount each", "phrase", _rated_each, rated, "rate_each")
    yield rule("amount a", "phrase", _rated_a, rated, "rate_a")


def _no_determiner(found: Phrase) -> bool:
    return not (found.determiner or found.name or found.pronoun)
