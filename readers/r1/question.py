"""The question as a slot to fill: what unit, which aggregation, whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from models.outcome import Missing, Refusal
from models.span import Span
from readers.document import Document
from readers.lexicon import Lexicon
from readers.packs_numeric import NumericPacks
from readers.r1.clauses import Clause, noun_phrase
from readers.r1.cues import FoundCue
from readers.r1.packs import Comparatives, Grammar, read_pack, words_of
from readers.r1.words import NOMINAL, Tag, Word

SETS = ("request", "left", "original", "generic", "rest", "joint", "plain", "weighing")
SUMMING = frozenset({"total", "group"})
COUNT, MASS, MONEY = "count", "mass", "money"


class Body(NamedTuple):
    """The noun counted, its index, and the dimensions and the unit of what is measured."""

    noun: str
    at: int
    dimension: tuple[str, ...]
    unit: str


NOTHING = Body("", -1, (), "")


AVERAGING = frozenset({"average", "typical"})


@dataclass(frozen=True, slots=True)
class QuestionPack:
    """questions.toml by look-up.

    ``adjectives`` give the dimensions and unit ("" if none) of "how long";
    ``nouns`` the dimension of "what age"; ``sets`` the words of each of SETS.
    """

    adjectives: Mapping[str, tuple[tuple[str, ...], str]]
    nouns: Mapping[str, str]
    sets: Mapping[str, frozenset[str]]


@cache
def load_question_pack() -> QuestionPack:
    """Reads questions.toml once."""
    table = read_pack("questions.toml")
    adjectives = {w: (tuple(d["dimension"]), d.get("unit", "")) for d in table["demand"] for w in d["words"]}
    nouns = {w: n["dimension"] for n in table["noun"] for w in n["words"]}
    sets = {k: words_of(table[k]) for k in SETS}
    return QuestionPack(adjectives, nouns, sets)


@dataclass(frozen=True, slots=True)
class Demand:
    """What a question asks; ranges are half-open word ranges.

    ``first`` and ``last`` bound it. ``noun`` is the lemma counted ("" if a
    dimension says it) and ``noun_at`` its index or -1; ``dimension`` holds the
    dimensions that answer, ``unit`` a base unit if one is named; ``modifiers``
    describe the noun, ``labels`` are the content lemmas that say whose and which;
    ``per`` are the nouns of "each"; ``than`` is the range compared with and
    ``sign`` that of "more" or "fewer". ``verb`` is the main verb's lemma,
    ``subject`` its subject's range, ``clause`` an index. The flags say which words
    of aggregation stand in it; ``much`` that it asks "how much".
    """

    first: int
    last: int
    noun: str
    noun_at: int
    dimension: tuple[str, ...]
    unit: str
    modifiers: frozenset[str]
    labels: frozenset[str]
    per: tuple[str, ...]
    than: tuple[int, int]
    compares: bool
    total: bool
    left: bool
    original: bool
    average: bool
    verb: str
    clause: int
    subject: tuple[int, int]
    sign: int = 0
    much: bool = False
    profit: bool = False


@dataclass(frozen=True, slots=True)
class QuestionReader:
    """Finds the question clause and reads its demand."""

    document: Document
    words: Sequence[Word]
    clauses: Sequence[Clause]
    cues: Sequence[FoundCue]
    units: NumericPacks
    comparatives: Comparatives
    grammar: Grammar
    pack: QuestionPack
    lexicon: Lexicon

    def read(self) -> Demand | Refusal:
        """The demand of the one question; a refusal where there is none, or more than one."""
        starts = self._starts()
        if not starts:
            return Refusal("no_question", Missing.KNOWLEDGE, "no question was found", (self._whole(),))
        if len(starts) > 1:
            spans = tuple(self.words[i].span for i in starts)
            return Refusal("several_questions", Missing.AMBIGUITY, "more than one question is asked", spans)
        return self._demand(starts[0])

    def _whole(self) -> Span:
        return Span(0, len(self.document.text))

    def _starts(self) -> list[int]:
        """Word index where each question begins: its wh-word or request verb."""
        found = []
        for sentence in self.document.sentences:
            words = self.words[sentence.first : sentence.last]
            asks = any(w.lower == "?" for w in words)
            wh = [w.index for w in words if w.tag is Tag.WH and self._opens(w.index)]
            request = [w.index for w in words if w.lower in self.pack.sets["request"] and self._imperative(w)]
            if asks and wh:
                found.append(wh[-1] if len(wh) > 1 and self.words[wh[-1]].lower in self.grammar.how else wh[0])
            elif request:
                found.append(wh[0] if wh else request[0])
            elif asks:
                found.append(sentence.first)
        return found

    def _imperative(self, word: Word) -> bool:
        """Whether a request verb opens its sentence or follows a comma."""
        before = self.words[word.index - 1] if word.index else None
        return before is None or before.tag is Tag.PUNCTUATION or before.sentence != word.sentence

    def _opens(self, i: int) -> bool:
        """ "How", "what" ask; "when", "who" and "which" mostly relate."""
        return self.words[i].lower in self.grammar.asking

    def _demand(self, start: int) -> Demand | Refusal:
        stop = self._stop(start, self.document.sentences[self.words[start].sentence].last)
        quantifier = self.words[start + 1].lower if start + 1 < stop else ""
        body = self._body(start, stop, quantifier)
        if isinstance(body, Refusal):
            return body
        verb_at, subject = self._main(start, stop)
        than = self._than(start, stop)
        sign = self._sign(start)
        inside = self.words[start:stop]
        forms = {w.lower for w in inside} | {w.lemma for w in inside}
        kinds = {c.kind for c in self.cues if c.first >= start and c.last <= stop}
        return Demand(
            first=start,
            last=stop,
            noun=body.noun,
            noun_at=body.at,
            dimension=body.dimension,
            unit=body.unit,
            modifiers=self._modifiers(start, body.at),
            labels=self._labels(start, stop, body.at, than),
            per=self._per(start, stop),
            than=than,
            compares=than[1] > than[0] or sign != 0 or "difference" in kinds,
            total=not kinds.isdisjoint(SUMMING) or self._joined(subject),
            left=not forms.isdisjoint(self.pack.sets["left"]),
            original=not forms.isdisjoint(self.pack.sets["original"]),
            average=bool(AVERAGING & kinds),
            verb=self.words[verb_at].lemma if verb_at >= 0 else "",
            clause=self._clause(start),
            subject=subject,
            sign=sign,
            much=quantifier in self.grammar.much,
            profit="profit" in kinds,
        )

    def _sign(self, start: int) -> int:
        """The sign of the first comparative near the question word, 0 without one."""
        signs = (self.comparatives.sign(w.lower) for w in self.words[start : start + 4])
        return next((s for s in signs if s), 0)

    def _joined(self, subject: tuple[int, int]) -> bool:
        """ "How many do Ann and her brother have": two subjects, one sum."""
        return any(w.tag is Tag.CONJUNCTION for w in self.words[slice(*subject)])

    def _stop(self, start: int, last: int) -> int:
        """The question ends where a condition begins: "..., if each costs $3?"."""
        found = [i for i in range(start + 2, last) if "condition" in self.lexicon.function(self.words[i].lower)]
        return found[0] if found else last

    def _main(self, start: int, stop: int) -> tuple[int, tuple[int, int]]:
        """Index of the main verb or -1, and the word range of its subject.

        English inverts: "how many pens does she have", auxiliary, subject, verb.
        """
        helper = next((i for i in range(start, stop) if self.words[i].tag is Tag.AUXILIARY), -1)
        phrase = noun_phrase(self.words, helper + 1, stop) if helper >= 0 else None
        verbs = [i for i in range(max(start, helper), stop) if self.words[i].tag in (Tag.VERB, Tag.AUXILIARY)]
        if phrase is None:
            plain = [i for i in range(start, stop) if self.words[i].tag is Tag.VERB]
            verb = plain[0] if plain else helper
            return verb, (start, max(helper, start))
        later = [i for i in verbs if i >= phrase.last]
        return (later[0] if later else helper), (phrase.first, phrase.last)

    def _clause(self, start: int) -> int:
        """The clause that holds the wh-word's verb: the first that ends past it."""
        return next(k for k, c in enumerate(self.clauses) if c.first <= start < c.last)

    def _body(self, start: int, stop: int, quantifier: str) -> Body | Refusal:
        """What is counted or measured."""
        if quantifier in self.grammar.many:
            return self._many(start + 2, stop)
        if quantifier in self.grammar.much:
            return self._much(start + 2, stop)
        if quantifier in self.pack.adjectives:
            dimension, unit = self.pack.adjectives[quantifier]
            return Body("", -1, dimension, self._named_unit(start, stop) or unit)
        if self.words[start].lower not in self.grammar.how:
            return self._what(start, stop)
        return Refusal("question_unread", Missing.SKILL, "this kind of question is not read", (self.words[start].span,))

    def _many(self, i: int, stop: int) -> Body:
        """ "How many more of the pens": the noun after the quantifier."""
        while i < stop and (
            self.comparatives.sign(self.words[i].lower) or self.words[i].lower in self.grammar.many_fillers
        ):
            i += 1
        head = self._head(i, stop)
        if head < 0:
            return NOTHING
        entry = self.units.unit_of(self.words[head].lower)
        if entry and self.words[head - 1].lower in self.comparatives.powers:
            return Body(f"{self.words[head - 1].lower} {entry.lemma}", head, (), "")
        return Body(self.words[head].lemma, head, (), entry.lemma if entry else "")

    def _head(self, i: int, stop: int) -> int:
        """Last noun of the phrase that starts at ``i``; -1 if none."""
        phrase = noun_phrase(self.words, i, stop)
        if phrase is None or self.words[phrase.head].tag is not Tag.NOUN:
            return -1
        plural = [k for k in range(i, phrase.last) if self.words[k].plural]
        return plural[0] if plural else phrase.head

    def _much(self, i: int, stop: int) -> Body:
        """ "How much money", "how much flour", "how much does it weigh"; else money."""
        while i < stop and self.comparatives.sign(self.words[i].lower):
            i += 1
        head = self._head(i, stop) if i < stop and self.words[i].tag in (Tag.NOUN, Tag.ADJECTIVE) else -1
        unit = self._named_unit(i, stop)
        lemmas = {w.lemma for w in self.words[i:stop]}
        if head >= 0 and self.words[head].lemma not in self.pack.nouns:
            return Body(self.words[head].lemma, head, (), unit)
        if head >= 0:
            return Body("", head, (self.pack.nouns[self.words[head].lemma],), unit)
        return Body("", -1, (MASS if lemmas & self.pack.sets["weighing"] else MONEY,), unit)

    def _what(self, start: int, stop: int) -> Body | Refusal:
        """ "What is her age", "find the number of pens": a noun that names a measure or a count."""
        content = (Tag.NOUN, Tag.VERB, Tag.ADJECTIVE)
        nouns = [w for w in self.words[start + 1 : stop] if w.tag in content and w.lemma in self.pack.nouns]
        for word in sorted(nouns, key=lambda w: self.pack.nouns[w.lemma] == COUNT):
            i, dimension = word.index, self.pack.nouns[word.lemma]
            if dimension != COUNT:
                return Body("", i, (dimension,), self._named_unit(i, stop))
            of = next((k for k in range(i, min(i + 3, stop)) if self.words[k].lower in self.grammar.of), -1)
            if of >= 0:
                return self._many(of + 1, stop)
        return Refusal("question_unread", Missing.SKILL, "this kind of question is not read", (self.words[start].span,))

    def _named_unit(self, start: int, stop: int) -> str:
        """The unit that "in minutes" names, or ""."""
        for i in range(start, stop - 1):
            if self.words[i].lower in self.grammar.in_:
                entry = self.units.unit_of(self.words[i + 1].lower)
                if entry and self.words[i + 1].plural:
                    return entry.lemma
        return ""

    def _per(self, start: int, stop: int) -> tuple[str, ...]:
        """The nouns of each, every, per in the question."""
        found = []
        for i in range(start, stop):
            if not self.comparatives.distributes(self.words[i].lower):
                continue
            k = i + 1
            while k < stop and self.words[k].tag in (Tag.ADJECTIVE, Tag.NOUN) and self.words[k].tag is not Tag.NOUN:
                k += 1
            found.append(self.words[k].lemma if k < stop and self.words[k].tag is Tag.NOUN else "")
        return tuple(found)

    def _than(self, start: int, stop: int) -> tuple[int, int]:
        at = next((i for i in range(start, stop) if self.words[i].lower in self.grammar.against), -1)
        if at < 0:
            return (stop, stop)
        end = at + 1
        while end < stop and self.words[end].tag is not Tag.PUNCTUATION:
            end += 1
        return (at + 1, end)

    def _modifiers(self, start: int, at: int) -> frozenset[str]:
        """Content words between the quantifier and the noun."""
        if at < 0:
            return frozenset()
        inside = self.words[start + 2 : at]
        keep = (Tag.NOUN, Tag.ADJECTIVE, Tag.NAME)
        return frozenset(w.lemma for w in inside if w.tag in keep and not self.comparatives.sign(w.lower))

    def _labels(self, start: int, stop: int, at: int, than: tuple[int, int]) -> frozenset[str]:
        """Content lemmas outside the noun phrase and the than-phrase."""
        outside = [w for w in self.words[start + 2 : stop] if w.index != at and not than[0] <= w.index < than[1]]
        return frozenset(w.lemma for w in outside if w.tag in NOMINAL or w.tag is Tag.ADJECTIVE or w.tense == "gerund")
