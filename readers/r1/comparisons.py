"""Comparisons and bases of fractions: what a numeral compares with, or is a part of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from readers.numbers import Numeral
from readers.r1.packs import Comparatives, Grammar
from readers.r1.words import NOMINAL, Tag, Word

RATIOS = frozenset({"percent", "fraction"})
DIMENSIONLESS = RATIOS | {"multiplier"}
POINTING = (Tag.DETERMINER, Tag.SUBORDINATOR)
PHRASE = NOMINAL | {Tag.DETERMINER, Tag.POSSESSIVE, Tag.ADJECTIVE, Tag.NUMERAL}
CONTENT = NOMINAL | {Tag.ADJECTIVE, Tag.NUMERAL}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison that a numeral opens.

    ``sign`` is +1 or -1 for "more" or "less", 0 for a plain multiple;
    ``reference`` is the word range of what it is compared with, empty if elided.
    """

    sign: int
    reference: tuple[int, int]
    entry: str
    words: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ComparisonReader:
    """Reads what a numeral compares with, or is a part of; pure, holds only its inputs."""

    words: Sequence[Word]
    comparatives: Comparatives
    grammar: Grammar

    def comparison(self, numeral: Numeral, stop: int) -> Comparison | None:
        """The comparison after a numeral whose sentence ends at ``stop``; None if there is none."""
        found = self._than(numeral, stop) or self._multiple(numeral, stop)
        return found or self._change(numeral, stop) or self._of_measure(numeral, stop)

    def _than(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "3 more pens than", "2 times more than"."""
        i = numeral.last
        at = next((k for k in range(i, min(i + 5, stop)) if self.comparatives.sign(self.words[k].lower)), -1)
        if at < 0 or not all(self._counted(self.words[k]) for k in range(i, at)):
            return None
        than = self._first(self.grammar.than, at, min(at + 6, stop))
        return self._compared(self.comparatives.sign(self.words[at].lower), than + 1, stop, at) if than >= 0 else None

    def _counted(self, word: Word) -> bool:
        """Whether a word may stand between a numeral and its comparative."""
        return word.tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.SYMBOL) or word.lower in self.grammar.times

    def _first(self, words: frozenset[str], first: int, last: int) -> int:
        """Index of the first of the words in a range, or -1."""
        return next((k for k in range(first, last) if self.words[k].lower in words), -1)

    def _multiple(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "20 % more", "twice as many pens as"."""
        i = numeral.last
        if numeral.kind not in DIMENSIONLESS or i >= stop:
            return None
        word = self.words[i].lower
        sign, entry = self.comparatives.sign(word), self.comparatives.entry(word)
        if sign:
            return Comparison(sign, (i + 1, i + 1), entry, (i, i + 1))
        if word not in self.grammar.as_:
            return None
        second = self._first(self.grammar.as_, i + 1, min(i + 8, stop))
        if second >= 0:
            return self._compared(0, second + 1, stop, i)
        return Comparison(0, (i, i), entry, (i, i + 1))  # elided: "as many" stays open, and refuses

    def _change(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "20 % off", "a 10 % raise", "increased by 5 %": a new value of what was named before."""
        if numeral.kind not in RATIOS:
            return None
        return self._change_noun(numeral.last, stop) or self._change_verb(numeral)

    def _change_noun(self, i: int, stop: int) -> Comparison | None:
        nouns = self.comparatives.change_nouns
        at = next((k for k in range(i, min(i + 3, stop)) if self.words[k].lower in nouns), -1)
        if at < 0 or not all(self.words[k].tag in (Tag.NOUN, Tag.ADJECTIVE) for k in range(i, at)):
            return None
        sign, entry = nouns[self.words[at].lower]
        return Comparison(sign, (at + 1, at + 1), entry, (at, at + 1))

    def _change_verb(self, numeral: Numeral) -> Comparison | None:
        verbs, i, by = self.comparatives.change_verbs, numeral.last, numeral.first - 1
        if by < 1 or self.words[by].lower not in self.grammar.by:
            return None
        at = next((k for k in range(by - 1, max(by - 4, -1), -1) if self.words[k].lemma in verbs), -1)
        if at < 0:
            return None
        sign, entry = verbs[self.words[at].lemma]
        return Comparison(sign, (i, i), entry, (at, at + 1))

    def _of_measure(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "twice the number of", "half what", "double the pens Ann has", "half Ann's age"."""
        i = numeral.last
        i += i < stop and self.words[i].lower in self.grammar.of
        if numeral.kind not in DIMENSIONLESS or i >= stop:
            return None
        tag = self.words[i].tag
        if tag is Tag.WH:
            return self._compared(0, i + 1, stop, i)
        if tag in POINTING and i + 1 < stop and self.words[i + 1].lower in self.comparatives.extents:
            return Comparison(0, (i + 2, i + 2), self.comparatives.entry(""), (i, i + 2))
        if tag in POINTING and self._owned_clause(i + 1, stop):
            return self._compared(0, i + 1, stop, i)
        if i + 1 < stop and self._names_owner(i):
            return self._compared(0, i, stop, i)
        if i + 1 < stop and self._opens_measure(i):
            return self._compared(0, i + 2, stop, i + 1)
        return None

    def _names_owner(self, i: int) -> bool:
        """ "half Ann's age"; after "of", a name is the base of a fraction instead."""
        named = self.words[i].tag is Tag.NAME and self.words[i + 1].tag is Tag.POSSESSIVE
        return named and self.words[i - 1].lower not in self.grammar.of

    def _opens_measure(self, i: int) -> bool:
        """ "the number", "her age"."""
        opens = self.words[i].tag in (*POINTING, Tag.POSSESSIVE)
        return opens and self.comparatives.is_measure_noun(self.words[i + 1].lemma)

    def _owned_clause(self, i: int, stop: int) -> bool:
        """ "... the books Ann has": a noun, a name and its verb."""
        while i < stop and self.words[i].tag in (Tag.ADJECTIVE, Tag.NOUN):
            i += 1
        named = i + 1 < stop and self.words[i].tag is Tag.NAME and self.words[i - 1].tag is Tag.NOUN
        return named and self.words[i + 1].tag in (Tag.VERB, Tag.AUXILIARY)

    def _compared(self, sign: int, start: int, stop: int, cue: int) -> Comparison:
        end = start
        while end < stop and not self._ends_reference(end, stop):
            end += 1
        return Comparison(sign, (start, end), self.comparatives.entry(self.words[cue].lower), (cue, start))

    def _fronted_base(self, numeral: Numeral) -> tuple[int, int] | None:
        """ "Of the girls, a third ...": the base stands before a comma at the sentence's start."""
        sentence = self.words[numeral.first].sentence
        first = numeral.first
        while first > 0 and self.words[first - 1].sentence == sentence:
            first -= 1
        comma = next((k for k in range(first, numeral.first) if self.words[k].lower == ","), -1)
        if (
            self.words[first].lower not in self.grammar.of
            or comma < 0
            or any(self.words[k].numeral >= 0 for k in range(first, comma))
        ):
            return None
        return (first + 1, comma)

    def _ends_reference(self, i: int, stop: int) -> bool:
        """A reference ends at punctuation, "if", or an "and" that opens a clause."""
        word = self.words[i]
        if word.tag in (Tag.SUBORDINATOR, Tag.WH):
            return word.lower not in self.comparatives.relative
        if word.tag is Tag.PUNCTUATION:
            return not (word.lower == "," and self._apposes(i, stop))
        if word.tag is not Tag.CONJUNCTION:
            return False
        after = self.words[i + 1 : stop]
        closing = next((k for k, w in enumerate(after) if w.tag is Tag.PUNCTUATION), len(after))
        return any(w.tag in (Tag.VERB, Tag.AUXILIARY, Tag.NUMERAL) for w in after[: max(closing - 1, 0)])

    def _apposes(self, i: int, stop: int) -> bool:
        """ "her sister, Ann, ...": a name between two marks."""
        return i + 2 < stop and self.words[i + 1].tag is Tag.NAME and self.words[i + 2].tag is Tag.PUNCTUATION

    def base(self, numeral: Numeral, stop: int) -> tuple[int, int]:
        """What a fraction or percent is of; an empty range if it does not say."""
        i = numeral.last
        if numeral.kind not in DIMENSIONLESS:
            return (i, i)
        fronted = self._fronted_base(numeral)
        if fronted:
            return fronted
        if i < stop and self.words[i].lower in self.grammar.of:
            i += 1
            if i < stop and self.words[i].tag is Tag.WH:
                return (i, i + 1)
        elif i < stop and self.words[i].tag not in (Tag.DETERMINER, Tag.POSSESSIVE):
            return (i, i)
        end = self._base_end(i, stop)
        return (i, end) if any(w.tag in CONTENT for w in self.words[i:end]) else (i, i)

    def _base_end(self, i: int, stop: int) -> int:
        """Where the phrase at ``i`` ends, its relative clause included."""
        end = i
        while end < stop and self.words[end].tag in PHRASE:
            end += 1
        if i < end < stop and self.words[end].lower in self.comparatives.relative:
            while end < stop and not self._ends_relative(i, end):
                end += 1
        return end

    def _ends_relative(self, first: int, i: int) -> bool:
        """A relative clause ends at punctuation, or at an auxiliary after its own verb."""
        word = self.words[i]
        return word.tag is Tag.PUNCTUATION or (word.tag is Tag.AUXILIARY and self._has_verb(first, i))

    def _has_verb(self, first: int, last: int) -> bool:
        return any(w.tag in (Tag.VERB, Tag.AUXILIARY) for w in self.words[first:last])
