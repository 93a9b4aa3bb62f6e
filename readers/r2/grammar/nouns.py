"""Nouns with what stands before them: modifiers, attributes, determiners, possessors, names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from readers.lexicon import load_lexicon
from readers.packs_numeric import load_numeric_packs
from readers.r2.clause_words import load_clause_words
from readers.r2.engine import Node, Rule
from readers.r2.grammar.build import Nodes, phrase, rule, slot, widen
from readers.r2.grammar.leaves import is_counter, is_pointer
from readers.r2.records import Degree, Phrase, Quantity, Shape, Word


def _head(nodes: Nodes) -> Phrase:
    word: Word = nodes[0].value
    return phrase(nodes, head=word.lemma, plural=word.shape is Shape.PLURAL)


def _modified(nodes: Nodes) -> Phrase | None:
    """A noun with a word before it; but a day that is pointed to stands apart: his friend yesterday."""
    base: Phrase = nodes[-1].value
    if base.head in load_clause_words().days and not base.modifiers:
        return None
    return widen(base, nodes, modifiers=(nodes[0].value.lemma, *base.modifiers))


def _same(nodes: Nodes) -> Phrase | None:
    """The same number is an amount, the same shop a thing."""
    base: Phrase = nodes[-1].value
    return None if is_counter(base.head) else _modified(nodes)


def _two_modified(nodes: Nodes) -> Phrase:
    base: Phrase = nodes[-1].value
    return widen(base, nodes, modifiers=(nodes[0].value.lemma, nodes[2].value.lemma, *base.modifiers))


def _by_name(nodes: Nodes) -> Phrase | None:
    """A person's name before a noun is no modifier: "gave Tom apples"."""
    base: Phrase = nodes[-1].value
    if load_lexicon().is_name(nodes[0].value.text):
        return None
    return widen(base, nodes, modifiers=(nodes[0].value.lower, *base.modifiers))


def _hyphened(nodes: Nodes) -> Phrase | None:
    """Words that a hyphen joins without a space are one modifier or head: ice-cream."""
    left, hyphen, base = nodes[0].value, nodes[1].value, nodes[2].value
    if not left.span.end == hyphen.span.start == base.span.start - 1:
        return None
    return widen(base, nodes, modifiers=(left.lemma, *base.modifiers))


def _measured(nodes: Nodes) -> Phrase | None:
    """An amount with its measure before a singular noun: a $20 bill, a 5-gallon bucket."""
    base: Phrase = nodes[-1].value
    return widen(base, nodes, attribute=(_amount(nodes[0]), *base.attribute))


def _amount(node: Node) -> Phrase:
    word: Word = node.value
    unit = word.numeral.unit if word.numeral else ""
    return phrase((node,), head=unit, quantity=Quantity(Degree.COUNT, word, span=word.span))


def _counted_attribute(nodes: Nodes) -> Phrase | None:
    """A count tied to a noun by a hyphen: a 12-page book."""
    count, hyphen, noun, base = nodes[0].value, nodes[1].value, nodes[-2], nodes[-1].value
    if hyphen.span.start != count.span.end or hyphen.span.end != noun.value.span.start:
        return None
    attribute = phrase(nodes[:-1], head=noun.value.lemma, quantity=Quantity(Degree.COUNT, count, span=count.span))
    return widen(base, nodes, attribute=(attribute, *base.attribute))


def _tied(nodes: Nodes) -> Phrase | None:
    """A count tied to the noun itself: a 12-pack."""
    count, hyphen, noun = (node.value for node in nodes)
    if hyphen.span.start != count.span.end or hyphen.span.end != noun.span.start:
        return None
    size = Quantity(Degree.COUNT, count, span=count.span)
    attribute = Phrase(nodes[0].first, nodes[0].last, count.span, quantity=size)
    return phrase(nodes, head=noun.lemma, plural=noun.shape is Shape.PLURAL, attribute=(attribute,))


def _name(nodes: Nodes) -> Phrase:
    return phrase(nodes, name=nodes[0].value.text)


def _longer_name(nodes: Nodes) -> Phrase | None:
    left, right = nodes[0].value, nodes[1].value
    if load_lexicon().is_name(left.name) and load_lexicon().is_name(right.text):
        return None
    return widen(left, nodes, name=f"{left.name} {right.text}")


def _pronoun(nodes: Nodes) -> Phrase:
    word: Word = nodes[0].value
    return phrase(nodes, pronoun=word.lower, plural=word.shape is Shape.PLURAL)


def _determiner(nodes: Nodes) -> Phrase:
    word: Word = nodes[0].value
    pronoun = load_lexicon().function(word.lower)
    if "possessive" in pronoun:
        return phrase(nodes, owner=phrase(nodes, pronoun=word.lower), determiner=word.lower)
    return phrase(nodes, determiner=word.lower)


def _possessor(nodes: Nodes) -> Phrase:
    return phrase(nodes, owner=nodes[0].value, determiner=nodes[1].value.lower)


def _own(nodes: Nodes) -> Phrase:
    return widen(nodes[0].value, nodes)


def _bare(nodes: Nodes) -> Phrase:
    bar: Phrase = nodes[0].value
    return bar


def _determined(nodes: Nodes) -> Phrase | None:
    """That number is an amount, and no number that is pointed at."""
    opener, bar = nodes[0].value, nodes[-1].value
    if is_counter(bar.head) and is_pointer(opener.determiner) and not bar.modifiers:
        return None
    return widen(bar, nodes, determiner=opener.determiner, owner=opener.owner)


def _named(nodes: Nodes) -> Phrase | None:
    """The Cubs, her Team."""
    opener, name = nodes[0].value, nodes[1].value
    opened = name.determiner or name.owner
    return None if opened else widen(name, nodes, determiner=opener.determiner, owner=opener.owner)


def _described(nodes: Nodes) -> Phrase | None:
    """The last Olympics."""
    made = _named((nodes[0], nodes[2]))
    return widen(made, nodes, modifiers=(nodes[1].value.lemma,)) if made else None


def _titled(nodes: Nodes) -> Phrase | None:
    """Her sister Jan, Farmer Brown, Machine A: a noun that says who or what bears the name."""
    noun, name = nodes[0].value, nodes[1].value
    if name.determiner or name.owner or noun.plural or noun.quantity is not None or not noun.head or noun.attribute:
        return None
    opened = noun.determiner or noun.owner
    if noun.head in load_clause_words().times or load_numeric_packs().unit_of(noun.head):
        return None
    if opened and not load_lexicon().is_role(noun.head):
        return None
    return widen(noun, nodes, name=name.name)


def _standing(nodes: Nodes) -> Phrase:
    """A determiner or adjective that stands for its noun: this, the remaining, the first."""
    opener: Phrase = nodes[0].value
    words = tuple(node.value.lemma for node in nodes[1:])
    return widen(opener, nodes, modifiers=words)


def _pointer(nodes: Nodes) -> Phrase:
    return phrase(nodes, pronoun=nodes[0].value.lower)


def _owned(nodes: Nodes) -> Phrase | None:
    """What is Tom's, without its noun."""
    opener: Phrase = nodes[0].value
    return opener if opener.owner and not opener.owner.pronoun else None


def bar_rules() -> Iterator[Rule]:
    """Nouns with modifiers; "open" where no word before could belong to them."""
    bar = slot("bar")
    for prefix in ("", "open_"):
        made = f"{prefix}bar"
        yield rule("noun", made, _head, f"{prefix}noun")
        for kind in ("adjective", "noun", "ordinal"):
            opener = kind if kind == "ordinal" else f"{prefix}{kind}"
            yield rule(f"{kind} before a noun", made, _modified, opener, bar)
        yield rule("same before a noun", made, _same, "same", bar)
        yield rule("two adjectives before a noun", made, _two_modified, f"{prefix}adjective", "and", bar)
        for kind in ("noun", "adjective"):
            yield rule("joined by a hyphen", made, _hyphened, f"{prefix}{kind}", "hyphen", slot("bar", "open_bar"))
    yield rule("name joined by a hyphen", "open_bar", _hyphened, "name", "hyphen", slot("bar", "open_bar"))
    for made in ("bar", "open_bar"):
        yield rule("degree before an adjective", made, _graded, "grade", "open_bar")
    yield rule("remaining things", "rest_bar", _modified, "remaining", bar)
    yield rule("name before a noun", "open_bar", _by_name, "name", bar)
    yield rule("name before a noun", "bar", _by_name, "name", bar)
    yield rule("measure before a noun", "measured", _measured, slot("measure", "percent"), bar)
    yield rule("counted attribute", "measured", _counted_attribute, "count", "hyphen", slot("noun", "open_noun"), bar)
    yield rule("count tied to a noun", "measured", _tied, "count", "hyphen", slot("noun", "open_noun"))
    yield rule("counted attribute with an adjective", "measured", _tied_adjective, *_TIED_ADJECTIVE)
    for kind in ("adjective", "noun"):
        yield rule(f"{kind} before a measured noun", "measured", _modified, slot(kind, f"open_{kind}"), "measured")


def _tied_adjective(nodes: Nodes) -> Phrase | None:
    """5-year-old girl: the measure of an adjective."""
    measured = nodes[0].value
    attribute = replace(_amount(nodes[0]), modifiers=(nodes[2].value.lemma,), last=nodes[2].last)
    if nodes[1].value.span.start != measured.span.end:
        return None
    base: Phrase = nodes[-1].value
    return widen(base, nodes, attribute=(attribute, *base.attribute))


_TIED_ADJECTIVE = ("measure", "hyphen", slot("adjective", "open_adjective"), slot("bar", "open_bar"))


def _graded(nodes: Nodes) -> Phrase:
    """A very large box: the degree of the adjective changes nothing else."""
    return widen(nodes[1].value, nodes)


def determiner_rules() -> Iterator[Rule]:
    """The, this, each, his, Tom's."""
    yield rule("determiner", "opener", _determiner, "determiner")
    yield rule("possessor", "opener", _possessor, slot("base", "coordination"), "possessive")


def base_rules() -> Iterator[Rule]:
    """Phrases without an amount."""
    yield rule("bare noun", "base", _bare, slot("open_bar"))
    yield rule("bare measured noun", "base", _bare, "measured")
    yield rule("determiner and noun", "base", _determined, "opener", slot("bar", "open_bar", "measured"))
    yield rule("name", "base", _name, "name")
    yield rule("longer name", "base", _longer_name, slot("base", test=lambda found: bool(found.name)), "name")
    yield rule("determiner and name", "base", _named, "opener", slot("base", test=lambda found: bool(found.name)))
    named = slot("base", test=lambda found: bool(found.name))
    yield rule("adjective and name", "base", _described, "opener", slot("adjective", "ordinal"), named)
    yield rule("title or kin and name", "base", _titled, "base", slot("base", test=lambda found: bool(found.name)))
    yield rule("pronoun", "base", _pronoun, "pronoun")
    yield rule("pointer alone", "base", _pointer, "alone")
    yield rule("determiner and adjective", "base", _standing, "opener", slot("adjective", "remaining", "same"))
    yield rule("determiner and ordinal", "base", _standing, "opener", "ordinal")
    yield rule("possessor alone", "base", _owned, "opener")
