"""Mentions: each numeral with the words around it that say what it measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from readers.numbers import Numeral
from readers.packs_numeric import TIME, NumericPacks
from readers.r1.clauses import Clause
from readers.r1.packs import Comparatives
from readers.r1.words import NOMINAL, Tag, Word

DIMENSIONLESS = frozenset({"multiplier", "percent", "fraction"})
LINK = frozenset({"as"})


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
class Mention:
    """A numeral in its phrase; ranges are half-open word ranges.

    ``lemma`` is the head noun ("" where elided), ``measure`` the base unit if
    the head or the numeral is one, ``complement`` the noun after "of", ``per``
    the nouns of explicit per tails, ``base`` the range that a fraction is of.
    """

    index: int
    numeral: Numeral
    first: int
    last: int
    lemma: str
    measure: str
    modifiers: frozenset[str]
    complement: str
    per: tuple[str, ...]
    each: bool
    comparison: Comparison | None
    base: tuple[int, int]
    preposition: str
    clause: int
    more: bool
    per_count: int = -1


@dataclass(frozen=True, slots=True)
class MentionReader:
    """Reads every numeral of a tagged text; pure, holds only its inputs."""

    words: Sequence[Word]
    clauses: Sequence[Clause]
    units: NumericPacks
    comparatives: Comparatives

    def read(self, numerals: Sequence[Numeral]) -> tuple[Mention, ...]:
        """One Mention for each numeral that is a quantity, in text order."""
        found = [self._mention(i, n) for i, n in enumerate(numerals) if not n.aside and not self._names_group(n)]
        return tuple(self._sharing(m, found[k + 1 :]) for k, m in enumerate(found))

    def _names_group(self, numeral: Numeral) -> bool:
        """ "the two have", "all three of them": the number stands for its people."""
        before = self.words[numeral.first - 1].lower if numeral.first else ""
        after = self.words[numeral.last] if numeral.last < len(self.words) else None
        if numeral.kind == "cardinal" and after is not None and after.lower in self.comparatives.reciprocal:
            return True
        if numeral.kind != "cardinal" or before not in ("the", "all", "these", "those", "of", "between", "one"):
            return False
        bare = after is None or after.tag in (Tag.VERB, Tag.AUXILIARY, Tag.PUNCTUATION)
        return bare or after is not None and after.lower == "of" and self.words[after.index + 1].tag is Tag.PRONOUN

    def _sharing(self, mention: Mention, after: Sequence[Mention]) -> Mention:
        """ "13 more cats and 5 fewer dogs than Ann": the first shares the reference."""
        follower = after[0] if after else None
        sign = self.comparatives.sign(self.words[mention.numeral.last].lower) if mention.numeral.last < len(self.words) else 0
        if mention.comparison or not sign or follower is None or follower.comparison is None or follower.clause != mention.clause:
            return mention
        between = self.words[mention.last : follower.first]
        if not follower.comparison.sign or [w.tag for w in between] != [Tag.CONJUNCTION]:
            return mention
        i = mention.numeral.last
        comparison = Comparison(sign, follower.comparison.reference, self.comparatives.entry(self.words[i].lower), (i, i + 1))
        return replace(mention, comparison=comparison)

    def _mention(self, index: int, numeral: Numeral) -> Mention:
        stop = self._stop(numeral.first)
        i, more = self._skip_more(numeral.last, stop)
        i = self._skip_as(i, stop)
        head, end, modifiers = self._head(i, stop, numeral)
        lemma = self.words[head].lemma if head >= 0 else ""
        measure = self._measure(numeral, head)
        powers = modifiers & self.comparatives.powers
        if measure and powers:
            lemma, measure, modifiers = f"{min(powers)} {lemma}", "", modifiers - powers
        complement, end = self._complement(end, stop)
        per, each, end = self._per_tails(end, stop, numeral, measure, lemma)
        if lemma in self.comparatives.compounds:
            measure, under = self.comparatives.compounds[lemma]
            lemma, per = measure, (under, *per)
        per_count = self._per_numeral(end, stop)
        comparison = self._comparison(numeral, stop)
        base = self._base(numeral, stop)
        before = self.words[numeral.first - 1] if numeral.first else None
        preposition = before.lower if before and before.tag is Tag.PREPOSITION else ""
        clause = next(k for k, c in enumerate(self.clauses) if c.first <= numeral.first < c.last)
        return Mention(
            index, numeral, numeral.first, end, lemma, measure, modifiers, complement,
            per, each, comparison, base, preposition, clause, more, per_count,
        )  # fmt: skip

    def _stop(self, i: int) -> int:
        """The end of the sentence of word ``i``."""
        sentence = self.words[i].sentence
        while i < len(self.words) and self.words[i].sentence == sentence:
            i += 1
        return i

    def _skip_more(self, i: int, stop: int) -> tuple[int, bool]:
        """Pass over "more", "other", "-" between the numeral and its noun."""
        more = False
        while i < stop and (self.words[i].lower in ("-",) or self.comparatives.sign(self.words[i].lower)):
            more = more or self.comparatives.sign(self.words[i].lower) > 0
            i += 1
        return i, more

    def _skip_as(self, i: int, stop: int) -> int:
        """Pass over "as many" to the noun of "twice as many cats as dogs"."""
        quantified = i + 2 < stop and self.words[i].lower == "as" and self.words[i + 1].lower in ("many", "much")
        return i + 2 if quantified else i

    def _head(self, i: int, stop: int, numeral: Numeral) -> tuple[int, int, frozenset[str]]:
        """Head noun of the phrase at ``i``: index or -1, where it ends, its modifiers."""
        start = i
        head = -1
        while i < stop and (self.words[i].tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.NAME) or self._hyphen(i, stop)):
            word = self.words[i]
            if word.tag is Tag.NOUN:
                head = i
                if self._closes(i, stop):
                    break
            i += 1
        if head < 0:
            return -1, start, frozenset()
        modifiers = frozenset(w.lemma for w in self.words[start:head] if w.tag is not Tag.PUNCTUATION)
        return head, head + 1, modifiers

    def _hyphen(self, i: int, stop: int) -> bool:
        """A hyphen inside a word, with what follows it."""
        words = self.words
        inside = 0 < i < stop - 1 and words[i].lower == "-" and words[i - 1].span.end == words[i].span.start
        after = 1 < i < stop and words[i - 1].lower == "-" and words[i].span.start == words[i - 1].span.end
        return inside or after and words[i].tag is Tag.VERB

    def _closes(self, i: int, stop: int) -> bool:
        """A plural, or a unit of measure, is the head where it stands."""
        word = self.words[i]
        if i + 1 < stop and self.words[i + 1].tag is Tag.NOUN and self.words[i + 1].plural:
            return False
        return word.plural or self.units.unit_of(word.lower) is not None

    def _measure(self, numeral: Numeral, head: int) -> str:
        if numeral.unit:
            return numeral.unit
        entry = self.units.unit_of(self.words[head].lower) if head >= 0 else None
        return entry.lemma if entry else ""

    def _complement(self, i: int, stop: int) -> tuple[str, int]:
        """The bare noun after "of": 5 boxes of cookies."""
        if i >= stop or self.words[i].lower != "of":
            return "", i
        k = i + 1
        while k < stop and self.words[k].tag in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.POSSESSIVE):
            k += 1
        head = -1
        while k < stop and self.words[k].tag is Tag.NOUN:
            head, k = k, k + 1
        return (self.words[head].lemma, head + 1) if head >= 0 else ("", i)

    def _per_tails(self, i: int, stop: int, numeral: Numeral, measure: str, lemma: str) -> tuple[tuple[str, ...], bool, int]:
        """Explicit tails: per hour, a day, for each box, each."""
        per: list[str] = []
        each = False
        while i < stop:
            noun = self._tail_noun(i, stop, measure, lemma)
            if noun >= 0 and self.words[noun].lemma in self.comparatives.apiece and measure:
                each, i = True, noun + 1
                break
            if noun >= 0:
                per.append(self.words[noun].lemma)
                i = noun + 1
                continue
            if self._per_numeral(i, stop) >= 0:
                break
            if self.comparatives.distributes(self.words[i].lower):
                each, i = True, i + 1
            break
        return tuple(per), each, i

    def _per_numeral(self, i: int, stop: int) -> int:
        """Index of the numeral of "for every 30 ml", or -1."""
        k = i + (i + 1 < stop and self.words[i].tag is Tag.PREPOSITION and self.words[i].lower not in ("of", "per"))
        if k + 1 < stop and self.comparatives.distributes(self.words[k].lower) and self.words[k + 1].tag is Tag.NUMERAL:
            return self.words[k + 1].numeral
        return -1

    def _tail_noun(self, i: int, stop: int, measure: str, lemma: str) -> int:
        """Index of the noun that a per tail at ``i`` names, or -1."""
        k = i
        if k + 1 < stop and self.words[k].tag is Tag.PREPOSITION and self.comparatives.distributes(self.words[k + 1].lower):
            k += 1
        word = self.words[k].lower
        explicit = self.comparatives.distributes(word) or word == "/"
        article = word in ("a", "an") and bool(measure or lemma)
        if word == "for" and k + 1 < stop and self.words[k + 1].lower in ("a", "an", "one") and measure in ("dollar", "cent"):
            noun = self._noun_at(k + 2, stop, True)
            timed = noun >= 0 and (entry := self.units.unit_of(self.words[noun].lower)) is not None and entry.family == TIME
            return -1 if timed else noun
        if not (explicit or article):
            return -1
        return self._noun_at(self._past_of(k + 1, stop), stop, article)

    def _past_of(self, i: int, stop: int) -> int:
        """Pass over "of the 3" in "each of the 3 boxes"."""
        if i < stop and self.words[i].lower == "of":
            i += 1
            while i < stop and self.words[i].tag in (Tag.DETERMINER, Tag.POSSESSIVE, Tag.NUMERAL):
                i += 1
        return i

    def _noun_at(self, i: int, stop: int, unit_only: bool) -> int:
        while i < stop and self.words[i].tag is Tag.ADJECTIVE:
            i += 1
        first, head = i, -1
        while i < stop and self.words[i].tag is Tag.NOUN and not (head >= 0 and self.units.unit_of(self.words[head].lower)):
            head, i = i, i + 1
        described = head > first and self.units.unit_of(self.words[head].lower) is not None
        return -1 if described else head

    def _comparison(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "more ... than", "times as many as", "twice the number of"."""
        i = numeral.last
        sign_at = next((k for k in range(i, min(i + 5, stop)) if self.comparatives.sign(self.words[k].lower)), -1)
        if sign_at >= 0 and all(self.words[k].tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.SYMBOL) or self.words[k].lower == "times" for k in range(i, sign_at)):
            than = next((k for k in range(sign_at, min(sign_at + 6, stop)) if self.words[k].lower == "than"), -1)
            if than >= 0:
                return self._compared(self.comparatives.sign(self.words[sign_at].lower), than + 1, stop, sign_at)
        if numeral.kind in DIMENSIONLESS and sign_at == i:
            return Comparison(self.comparatives.sign(self.words[i].lower), (i + 1, i + 1), self.comparatives.entry(self.words[i].lower), (i, i + 1))
        if numeral.kind in DIMENSIONLESS and i < stop and self.words[i].lower == "as":
            second = next((k for k in range(i + 1, min(i + 8, stop)) if self.words[k].lower == "as"), -1)
            if second < 0:
                return Comparison(0, (i, i), self.comparatives.entry(self.words[i].lower), (i, i + 1))
            return self._compared(0, second + 1, stop, i)
        return self._change(numeral, stop) or self._of_measure(numeral, stop)

    def _change(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "20 % off", "a 10 % raise", "increased by 5 %": a new value of what was named before."""
        if numeral.kind not in ("percent", "fraction"):
            return None
        i = numeral.last
        noun = next((k for k in range(i, min(i + 3, stop)) if self.words[k].lower in self.comparatives.change_nouns), -1)
        if noun >= 0 and all(self.words[k].tag in (Tag.NOUN, Tag.ADJECTIVE) for k in range(i, noun)):
            sign, entry = self.comparatives.change_nouns[self.words[noun].lower]
            return Comparison(sign, (noun + 1, noun + 1), entry, (noun, noun + 1))
        before = numeral.first - 1
        if before >= 1 and self.words[before].lower == "by":
            verb = next((k for k in range(before - 1, max(before - 4, -1), -1) if self.words[k].lemma in self.comparatives.change_verbs), -1)
            if verb >= 0:
                sign, entry = self.comparatives.change_verbs[self.words[verb].lemma]
                return Comparison(sign, (i, i), entry, (verb, verb + 1))
        return None

    def _of_measure(self, numeral: Numeral, stop: int) -> Comparison | None:
        """ "twice the number of", "half the age of"."""
        i = numeral.last
        if numeral.kind not in DIMENSIONLESS or i >= stop:
            return None
        if self.words[i].lower == "of":
            i += 1
        if i < stop and self.words[i].tag is Tag.WH:
            return self._compared(0, i + 1, stop, i)
        pointing = self.words[i].tag in (Tag.DETERMINER, Tag.SUBORDINATOR)
        if i + 1 < stop and pointing and self.words[i + 1].lower in self.comparatives.extents:
            return Comparison(0, (i + 2, i + 2), self.comparatives.entry(""), (i, i + 2))
        if pointing and self._owned_clause(i + 1, stop):
            return self._compared(0, i + 1, stop, i)
        if i + 1 < stop and self.words[i].tag is Tag.NAME and self.words[i + 1].tag is Tag.POSSESSIVE and self.words[i - 1].lower != "of":
            return self._compared(0, i, stop, i)
        if i + 1 < stop and self.words[i].tag in (Tag.DETERMINER, Tag.POSSESSIVE, Tag.SUBORDINATOR) and self.comparatives.is_measure_noun(self.words[i + 1].lemma):
            return self._compared(0, i + 2, stop, i + 1)
        return None

    def _owned_clause(self, i: int, stop: int) -> bool:
        """ "... the books Ann has": a noun, a name and its verb."""
        while i < stop and self.words[i].tag in (Tag.ADJECTIVE, Tag.NOUN):
            i += 1
        named = i + 1 < stop and self.words[i].tag is Tag.NAME and self.words[i - 1].tag is Tag.NOUN
        return named and self.words[i + 1].tag in (Tag.VERB, Tag.AUXILIARY)

    def _compared(self, sign: int, start: int, stop: int, cue: int) -> Comparison:
        end = start
        while end < stop and not self._ends_reference(end, start, stop):
            end += 1
        return Comparison(sign, (start, end), self.comparatives.entry(self.words[cue].lower), (cue, start))

    def _fronted_base(self, numeral: Numeral) -> tuple[int, int] | None:
        """ "Of the girls, a third ...": the base stands before a comma at the sentence's start."""
        sentence = self.words[numeral.first].sentence
        first = numeral.first
        while first > 0 and self.words[first - 1].sentence == sentence:
            first -= 1
        comma = next((k for k in range(first, numeral.first) if self.words[k].lower == ","), -1)
        if self.words[first].lower != "of" or comma < 0 or any(self.words[k].numeral >= 0 for k in range(first, comma)):
            return None
        return (first + 1, comma)

    def _ends_reference(self, i: int, start: int, stop: int) -> bool:
        """A reference ends at punctuation, "if", or an "and" that opens a clause."""
        word = self.words[i]
        if word.tag in (Tag.SUBORDINATOR, Tag.WH):
            return word.lower not in self.comparatives.relative
        if word.tag is Tag.PUNCTUATION:
            return not (word.lower == "," and i + 2 < stop and self.words[i + 1].tag is Tag.NAME and self.words[i + 2].tag is Tag.PUNCTUATION)
        if word.tag is not Tag.CONJUNCTION:
            return False
        after = self.words[i + 1 : stop]
        closing = next((k for k, w in enumerate(after) if w.tag is Tag.PUNCTUATION), len(after))
        return any(w.tag in (Tag.VERB, Tag.AUXILIARY, Tag.NUMERAL) for w in after[: max(closing - 1, 0)])

    def _base(self, numeral: Numeral, stop: int) -> tuple[int, int]:
        """What a fraction or percent is of; an empty range if it does not say."""
        i = numeral.last
        if numeral.kind not in DIMENSIONLESS:
            return (i, i)
        fronted = self._fronted_base(numeral)
        if fronted:
            return fronted
        if i < stop and self.words[i].lower == "of":
            i += 1
            if i < stop and self.words[i].tag is Tag.WH:
                return (i, i + 1)
        elif i < stop and self.words[i].tag not in (Tag.DETERMINER, Tag.POSSESSIVE):
            return (i, i)
        end = i
        while end < stop and self.words[end].tag in (Tag.DETERMINER, Tag.POSSESSIVE, Tag.ADJECTIVE, Tag.NOUN, Tag.NAME, Tag.PRONOUN, Tag.NUMERAL):
            end += 1
        if end < stop and end > i and self.words[end].lower in self.comparatives.relative:
            while end < stop and self.words[end].tag is not Tag.PUNCTUATION and not (self.words[end].tag is Tag.AUXILIARY and self._has_verb(i, end)):
                end += 1
        return (i, end) if any(w.tag in NOMINAL or w.tag in (Tag.ADJECTIVE, Tag.NUMERAL) for w in self.words[i:end]) else (i, i)

    def _has_verb(self, first: int, last: int) -> bool:
        return any(w.tag in (Tag.VERB, Tag.AUXILIARY) for w in self.words[first:last])
