"""One sentence while its words are being tagged: what each may still be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from readers.lexicon import load_lexicon
from readers.r2.tag_marks import CLAUSAL, COUNTER, MANY, SEQUENCE
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    BASE,
    COORDINATOR,
    DETERMINER,
    EDGE,
    FINITE,
    JOINT,
    NAME,
    NEGATION,
    NOUN,
    NUMBER,
    PLURAL,
    POSSESSIVE,
    PRONOUN,
    PUNCTUATION,
    QUESTION,
    RELATIVE,
    SINGULAR,
    STOP,
    SUBORDINATOR,
    THIRD,
    Form,
)

PAD = 3
NOTHING = Form(EDGE, EDGE, 0, MappingProxyType({}))
COUNTS = frozenset({"cardinal", "decimal", "dozen", "mixed", "single"})
PASSED = ADVERB | NEGATION
BREAK = STOP | SUBORDINATOR | RELATIVE
INSIDE = DETERMINER | NUMBER | ADJECTIVE | NOUN | NAME | POSSESSIVE | PRONOUN | JOINT
OPENER = DETERMINER | NUMBER | NAME | PRONOUN


@dataclass(slots=True)
class Stretch:
    """Words of a sentence between ``PAD`` empty places on either side.

    ``readings`` are what the rules narrow down; ``forms``, ``lowers`` and ``kinds`` (of a
    numeral, "measure" where it includes one; else "") stay as they are.
    """

    readings: list[int]
    forms: list[Form]
    lowers: list[str]
    kinds: list[str]

    def sure(self, i: int, readings: int) -> bool:
        """Whether the word at ``i`` can be nothing but one of ``readings``."""
        return not self.readings[i] & ~readings

    def can(self, i: int, readings: int) -> bool:
        """Whether the word at ``i`` can still be one of ``readings``."""
        return bool(self.readings[i] & readings)

    def likely(self, i: int, readings: int) -> bool:
        """Whether the word at ``i`` can still be one of ``readings``, rare ones left out."""
        return bool(self.readings[i] & self.forms[i].likely & readings)

    def marked(self, i: int, mark: int) -> bool:
        """Whether the word at ``i`` is in a set of the pack."""
        return bool(self.forms[i].marks & mark)

    def weight(self, i: int, readings: int) -> int:
        """How often the word at ``i`` is used as one of ``readings``."""
        return max((use for bit, use in self.forms[i].weights.items() if bit & readings), default=0)

    def before(self, i: int) -> int:
        """The place before ``i``, adverbs and negations passed over."""
        i -= 1
        while not self.readings[i] & ~PASSED and not self.continues(i):
            i -= 1
        return i

    def continues(self, i: int) -> bool:
        """Whether the word at ``i`` parts two clauses of one subject: fries 3 eggs, then eats them."""
        return self.marked(i, SEQUENCE) and (self.sure(i - 1, PUNCTUATION) or self.finite_before(i))

    def after(self, i: int) -> int:
        """The place behind ``i``, adverbs and negations passed over."""
        i += 1
        while not self.readings[i] & ~PASSED:
            i += 1
        return i

    def opens(self, i: int) -> bool:
        """Whether a noun phrase opens at ``i`` for sure, other than by its noun."""
        return not self.readings[i] & ~OPENER

    def breaks(self, i: int) -> bool:
        """Whether a clause ends at ``i`` for sure."""
        return not self.readings[i] & ~BREAK

    def finite_before(self, i: int) -> bool:
        """Whether the clause has a finite verb for sure before ``i``, nothing that may open another between.

        The verb of a relative clause is passed over with it: the boxes that hold pens cost ...
        """
        i -= 1
        while not self.readings[i] & BREAK and self.readings[i] & ~COORDINATOR:
            if self.marked(i, SEQUENCE) or (self.marked(i, CLAUSAL) and not self.marked(i + 1, MANY)):
                return False
            if not self.readings[i] & ~FINITE:
                opener = self.relative(i)
                if not opener:
                    return True
                i = opener
            i -= 1
        return False

    def relative(self, verb: int) -> int:
        """The place of what opens the relative clause of a finite verb, its pronoun or its subject; 0 if none does."""
        k = self.before(verb)
        if self.sure(k, RELATIVE):
            return k
        first = self.start(k)
        if self.sure(first - 1, RELATIVE):
            return first - 1
        opened = first <= k and self.sure(first, DETERMINER | NAME | PRONOUN) and self.sure(first - 1, NOUN)
        return first if opened else 0

    def finite_after(self, i: int) -> bool:
        """Whether the clause has a finite verb for sure behind ``i``."""
        i += 1
        while not self.readings[i] & (BREAK | QUESTION) and self.readings[i] & ~COORDINATOR:
            if not self.readings[i] & ~FINITE:
                return True
            i += 1
        return False

    def start(self, i: int) -> int:
        """Where the noun phrase begins that the word at ``i`` ends; a determiner, name or pronoun opens it."""
        if self.sure(i, PRONOUN):
            return i
        while self.sure(i - 1, INSIDE) and not self.sure(i - 1, PRONOUN) and not self.sure(i, DETERMINER):
            if self.sure(i, NAME) and self.sure(i - 1, NOUN) and not load_lexicon().is_role(self.lowers[i - 1]):
                break
            i -= 1
        return i

    def end(self, i: int) -> int:
        """Behind the noun phrase that begins at ``i``; ``i`` itself if none does."""
        head = False
        while self.sure(i, INSIDE) and not (head and self.sure(i, OPENER)):
            head = self.sure(i, NOUN | NAME | PRONOUN) and not self.sure(i + 1, NAME | POSSESSIVE)
            i += 1
        return i

    def agrees(self, i: int, verb: int, nouns: int = NOUN) -> bool:
        """Whether the noun, name or pronoun at ``i``, taken as one of ``nouns``, fits a verb form as its subject."""
        noun = self.readings[i] & nouns
        if not noun or self.marked(i, COUNTER) or (noun & SINGULAR and noun & PLURAL):
            return True
        if noun & PLURAL:
            return not verb & THIRD or bool(verb & ~THIRD)
        joined = self.sure(self.start(i) - 1, COORDINATOR)
        return joined or not verb & BASE or bool(verb & ~BASE)

    def counted(self, i: int) -> bool:
        """Whether ``i`` is a numeral without its measure that can count a noun."""
        return not self.readings[i] & ~NUMBER and self.kinds[i] in COUNTS


@dataclass(frozen=True, slots=True)
class Rule:
    """In plain words when which readings are ruled out; ``holds`` sees the place of the word.

    The rule is asked only about words that can still be one of ``beside`` too.
    """

    name: str
    removes: int
    holds: Callable[[Stretch, int], bool]
    beside: int = -1
