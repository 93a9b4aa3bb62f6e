"""What amounts are amounts of, and when one is meant by the words of another.

Glossary: a *thing* is the noun that an amount counts or measures, with its modifiers;
*stuff* is what a measure or container holds ("3 cups of flour"); a *look-through* noun
("number", "amount", "kind") stands for what follows its "of".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from models.units import Unit
from readers.lexicon import load_lexicon
from readers.packs_numeric import UnitEntry, load_numeric_packs
from readers.r2.packs import load_meanings
from readers.r2.records import Degree, Phrase

EXACT, LOOSE, STUFF, CLASS, VAGUE, GENERIC = range(6)
MONEY = "money"
TIME = "time"
DOLLAR = "dollar"
POWERS = {1: "", 2: " squared", 3: " cubed"}


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun with its modifiers; ``head`` "" is a thing that the text leaves out."""

    head: str = ""
    mods: frozenset[str] = frozenset()
    stuff: str = ""

    @property
    def measure(self) -> UnitEntry | None:
        """The measure that the head names, if it is one."""
        return measure_of(self.head)

    @property
    def dimension(self) -> str:
        """Dimension of the measure ("money", "time", "length"), "" for what is counted."""
        entry = self.measure
        return (entry.family + POWERS[self.power]) if entry else ""

    @property
    def power(self) -> int:
        """1, 2 for square measures, 3 for cubic ones."""
        if self.mods & load_meanings().square:
            return 2
        return 3 if self.mods & load_meanings().cubic else 1

    @property
    def unit(self) -> Unit:
        """The base that the thing is counted in."""
        return Unit.build([(self.head, self.power)]) if self.head else Unit()


@cache
def measure_of(head: str) -> UnitEntry | None:
    """The measure of a lemma."""
    return load_numeric_packs().unit_of(head) if head else None


def thing_of(phrase: Phrase) -> Thing:
    """The thing that a phrase speaks of; through "number of", "kind of" to what follows."""
    if phrase.of is not None and phrase.head in load_meanings().look_through:
        return thing_of(phrase.of)
    if phrase.of is None and phrase.head in load_meanings().together and phrase.modifiers:
        return Thing(phrase.modifiers[-1], frozenset(phrase.modifiers[:-1]))
    if phrase.head in load_meanings().day_parts:
        return Thing(load_meanings().day)
    if not phrase.head and _often(phrase):
        return Thing(load_meanings().occasion)
    stuff = phrase.of.head if phrase.of is not None else ""
    mods = frozenset(phrase.modifiers) - load_meanings().empty_modifiers
    if measure_of(phrase.head) is not None:  # "5 feet tall": what is measured is told by the question
        mods &= load_meanings().square | load_meanings().cubic
    return Thing(_counted_as(phrase.head), mods, stuff)


def _counted_as(head: str) -> str:
    parted = load_meanings().parted(head)
    if parted is not None:
        return parted[0]
    return DOLLAR if head in load_meanings().money_names else head


def _often(phrase: Phrase) -> bool:
    """Whether a numeral alone counts occasions: twice, once."""
    q = phrase.quantity
    counted = q is not None and q.degree is Degree.COUNT
    return bool(counted and q and q.word and q.word.lower in load_meanings().frequencies)


def rank(asked: Thing, found: Thing) -> int | None:
    """How well ``found`` is meant by ``asked``: EXACT down to GENERIC, None if it is not.

    VAGUE is what is said less closely than it is asked for.


    >>> rank(Thing("apple"), Thing("apple", frozenset({"red"}))) == LOOSE
    True
    """
    if not asked.head or asked.head in load_meanings().generic:
        return GENERIC if not asked.stuff or _may_hold(asked, found) else None
    if asked.head == found.head:
        return _same_head(asked, found)
    if found.stuff and found.stuff == asked.head:
        several = found.head in load_meanings().pairs or load_lexicon().is_container(found.head)
        return None if not found.dimension and several else STUFF  # nine pairs are no nine shoes
    if f"{asked.head} {found.head}" in load_meanings().same or _is_a(found, asked.head):
        return CLASS
    return STUFF if asked.head in found.mods and found.head in load_meanings().pieces else None


def _may_hold(asked: Thing, found: Thing) -> bool:
    """Whether a thing is, or is of, what "pieces of fruit" speak of; bare pieces are."""
    if not found.stuff and found.head in ("", asked.head):
        return True
    return asked.stuff in (found.head, found.stuff) or _is_a(found, asked.stuff)


def _same_head(asked: Thing, found: Thing) -> int | None:
    if asked.stuff and found.stuff and asked.stuff != found.stuff:
        return None
    if asked.mods == found.mods:
        return EXACT
    if asked.mods <= found.mods:
        return LOOSE
    return VAGUE if found.mods <= asked.mods else None


def _is_a(found: Thing, head: str) -> bool:
    lexicon = load_lexicon()
    names = (found.head, found.stuff, *(f"{mod} {found.head}" for mod in found.mods))
    return any(name and lexicon.is_a(name, head) for name in names)


def alike(one: Thing, other: Thing) -> bool:
    """Whether either is meant by the other's words."""
    return rank(one, other) is not None or rank(other, one) is not None


def comparable(one: Thing, other: Thing) -> bool:
    """Whether the two may be added: same head or stuff, one dimension, or a class above both."""
    if one.dimension or other.dimension:
        return one.dimension == other.dimension
    return alike(one, other)
