"""Mentions: each numeral with the words around it that say what it measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from readers.numbers import Numeral
from readers.packs_numeric import TIME, NumericPacks
from readers.r1.clauses import Clause
from readers.r1.comparisons import Comparison, ComparisonReader
from readers.r1.packs import Comparatives, Grammar
from readers.r1.words import Tag, Word

DESCRIBING = frozenset({Tag.NOUN, Tag.ADJECTIVE, Tag.NAME, Tag.HYPHEN})


@dataclass(frozen=True, slots=True)
class Mention:
    """A numeral in its phrase; ranges are half-open word ranges.

    ``lemma`` is the head noun ("" where elided), ``measure`` the base unit if
    the head or the numeral is one, ``complement`` the noun after "of", ``per``
    the nouns of explicit per tails, ``each`` says that a bare "each" follows,
    ``base`` is the range that a fraction is of, ``preposition`` the word before,
    ``clause`` an index; ``more`` says that "more" or the like stands before the
    noun; ``per_count`` is the index of the numeral below ("for every 30"), or -1.
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

    @property
    def compared(self) -> Comparison:
        """The comparison of a mention that has one; AssertionError else."""
        assert self.comparison is not None
        return self.comparison


@dataclass(frozen=True, slots=True)
class MentionReader:
    """Reads every numeral of a tagged text; pure, holds only its inputs."""

    words: Sequence[Word]
    clauses: Sequence[Clause]
    units: NumericPacks
    comparatives: Comparatives
    grammar: Grammar

    def read(self, numerals: Sequence[Numeral]) -> tuple[Mention, ...]:
        """One Mention for each numeral that is a quantity, in text order."""
        found = [self._mention(i, n) for i, n in enumerate(numerals) if not n.aside and not self._names_group(n)]
        return tuple(self._sharing(m, found[k + 1 :]) for k, m in enumerate(found))

    @property
    def _comparing(self) -> ComparisonReader:
        return ComparisonReader(self.words, self.comparatives, self.grammar)

    def _names_group(self, numeral: Numeral) -> bool:
        """ "the two have", "all three of them": the number stands for its people."""
        before = self.words[numeral.first - 1].lower if numeral.first else ""
        after = self.words[numeral.last] if numeral.last < len(self.words) else None
        if numeral.kind == "cardinal" and after is not None and after.lower in self.comparatives.reciprocal:
            return True
        if numeral.kind != "cardinal" or before not in self.grammar.group_openers:
            return False
        bare = after is None or after.tag in (Tag.VERB, Tag.AUXILIARY, Tag.PUNCTUATION)
        return bare or (
            after is not None and after.lower in self.grammar.of and self.words[after.index + 1].tag is Tag.PRONOUN
        )

    def _sharing(self, mention: Mention, after: Sequence[Mention]) -> Mention:
        """ "13 more cats and 5 fewer dogs than Ann": the first shares the reference."""
        i = mention.numeral.last
        word = self.words[i].lower if i < len(self.words) else ""
        sign = self.comparatives.sign(word)
        if mention.comparison or not sign or not after or not self._lends(after[0], mention):
            return mention
        reference = after[0].compared.reference
        return replace(mention, comparison=Comparison(sign, reference, self.comparatives.entry(word), (i, i + 1)))

    def _lends(self, follower: Mention, mention: Mention) -> bool:
        """Whether only a conjunction stands between a mention and the comparison after it."""
        if follower.comparison is None or not follower.comparison.sign or follower.clause != mention.clause:
            return False
        return [w.tag for w in self.words[mention.last : follower.first]] == [Tag.CONJUNCTION]

    def _mention(self, index: int, numeral: Numeral) -> Mention:
        stop = self._stop(numeral.first)
        i, more = self._skip_more(numeral.last, stop)
        head, end, modifiers = self._head(self._skip_as(i, stop), stop)
        lemma = self.words[head].lemma if head >= 0 else ""
        measure = self._measure(numeral, head)
        powers = modifiers & self.comparatives.powers
        if measure and powers:
            lemma, measure, modifiers = f"{min(powers)} {lemma}", "", modifiers - powers
        complement, end = self._complement(end, stop)
        per, each, end = self._per_tails(end, stop, measure, lemma)
        if lemma in self.comparatives.compounds:
            measure, under = self.comparatives.compounds[lemma]
            lemma, per = measure, (under, *per)
        return Mention(
            index=index,
            numeral=numeral,
            first=numeral.first,
            last=end,
            lemma=lemma,
            measure=measure,
            modifiers=modifiers,
            complement=complement,
            per=per,
            each=each,
            comparison=self._comparing.comparison(numeral, stop),
            base=self._comparing.base(numeral, stop),
            preposition=self._preposition(numeral),
            clause=next(k for k, c in enumerate(self.clauses) if c.first <= numeral.first < c.last),
            more=more,
            per_count=self._per_numeral(end, stop),
        )

    def _preposition(self, numeral: Numeral) -> str:
        """The preposition just before the numeral, or ""."""
        before = self.words[numeral.first - 1] if numeral.first else None
        return before.lower if before and before.tag is Tag.PREPOSITION else ""

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
        quantified = (
            i + 2 < stop and self.words[i].lower in self.grammar.as_ and self.words[i + 1].lower in self.grammar.amounts
        )
        return i + 2 if quantified else i

    def _head(self, i: int, stop: int) -> tuple[int, int, frozenset[str]]:
        """Head noun of the phrase at ``i``: index or -1, where it ends, its modifiers."""
        start = i
        head = -1
        while i < stop and self.words[i].tag in DESCRIBING:
            word = self.words[i]
            if word.tag is Tag.NOUN:
                head = i
                if self._closes(i, stop):
                    break
            i += 1
        if head < 0:
            return -1, start, frozenset()
        modifiers = frozenset(w.lemma for w in self.words[start:head] if w.tag is not Tag.HYPHEN)
        return head, head + 1, modifiers

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
        if i >= stop or self.words[i].lower not in self.grammar.of:
            return "", i
        k = i + 1
        while k < stop and self.words[k].tag in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.POSSESSIVE):
            k += 1
        head = -1
        while k < stop and self.words[k].tag is Tag.NOUN:
            head, k = k, k + 1
        return (self.words[head].lemma, head + 1) if head >= 0 else ("", i)

    def _per_tails(self, i: int, stop: int, measure: str, lemma: str) -> tuple[tuple[str, ...], bool, int]:
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
        k = i + (
            i + 1 < stop
            and self.words[i].tag is Tag.PREPOSITION
            and self.words[i].lower not in self.grammar.closed_tails
        )
        if k + 1 < stop and self.comparatives.distributes(self.words[k].lower) and self.words[k + 1].tag is Tag.NUMERAL:
            return self.words[k + 1].numeral
        return -1

    def _tail_noun(self, i: int, stop: int, measure: str, lemma: str) -> int:
        """Index of the noun that a per tail at ``i`` names, or -1."""
        k = i
        if k + 1 < stop and self.words[k].tag is Tag.PREPOSITION and self._distributes(k + 1):
            k += 1
        if measure in self.grammar.money and self._priced_one(k, stop):
            noun = self._noun_at(k + 2, stop)
            return -1 if noun >= 0 and self._is_time(noun) else noun
        article = self.words[k].lower in self.grammar.articles and bool(measure or lemma)
        if not (article or self._distributes(k) or self.words[k].lower == "/"):
            return -1
        return self._noun_at(self._past_of(k + 1, stop), stop)

    def _priced_one(self, i: int, stop: int) -> bool:
        """ "$5 for a box": a price for one."""
        opens = self.words[i].lower in self.grammar.for_
        return opens and i + 1 < stop and self.words[i + 1].lower in self.grammar.single

    def _distributes(self, i: int) -> bool:
        return self.comparatives.distributes(self.words[i].lower)

    def _is_time(self, i: int) -> bool:
        entry = self.units.unit_of(self.words[i].lower)
        return entry is not None and entry.family == TIME

    def _past_of(self, i: int, stop: int) -> int:
        """Pass over "of the 3" in "each of the 3 boxes"."""
        if i < stop and self.words[i].lower in self.grammar.of:
            i += 1
            while i < stop and self.words[i].tag in (Tag.DETERMINER, Tag.POSSESSIVE, Tag.NUMERAL):
                i += 1
        return i

    def _noun_at(self, i: int, stop: int) -> int:
        """Index of the head of the noun phrase at ``i``; -1 if there is none, or a described measure."""
        while i < stop and self.words[i].tag is Tag.ADJECTIVE:
            i += 1
        first, head = i, -1
        while (
            i < stop
            and self.words[i].tag is Tag.NOUN
            and not (head >= 0 and self.units.unit_of(self.words[head].lower))
        ):
            head, i = i, i + 1
        described = head > first and self.units.unit_of(self.words[head].lower) is not None
        return -1 if described else head
