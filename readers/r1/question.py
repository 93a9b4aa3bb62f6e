"""The question as a slot to fill: what unit, which aggregation, whose."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from models.outcome import Missing, Refusal
from models.span import Span
from readers.document import Document
from readers.lexicon import Lexicon
from readers.packs_numeric import NumericPacks
from readers.r1.clauses import Clause, noun_phrase
from readers.r1.cues import FoundCue
from readers.r1.packs import Comparatives
from readers.r1.words import NOMINAL, Tag, Word


@dataclass(frozen=True, slots=True)
class QuestionPack:
    """questions.toml by lookup."""

    adjectives: dict[str, tuple[tuple[str, ...], str, str]]
    nouns: dict[str, tuple[str, str]]
    verbs: dict[str, tuple[str, ...]]
    sets: dict[str, frozenset[str]]


@cache
def load_question_pack() -> QuestionPack:
    table = tomllib.loads(files("readers.packs").joinpath("questions.toml").read_text("utf-8"))
    adjectives = {w: (tuple(d["dimension"]), d.get("unit", ""), d["id"]) for d in table["demand"] for w in d["words"]}
    nouns = {w: (n["dimension"], n["id"]) for n in table["noun"] for w in n["words"]}
    verbs = {k: tuple(v) for k, v in table["verbs"].items() if k != "id"}
    sets = {k: frozenset(table[k]["words"]) for k in ("request", "left", "final", "original", "generic", "rest", "joint", "plain")}
    return QuestionPack(adjectives, nouns, verbs, sets)


@dataclass(frozen=True, slots=True)
class Demand:
    """What a question asks.

    ``noun`` is the lemma counted ("" if the dimension says it), ``dimension`` a
    measure dimension or "", ``unit`` a base unit if one is named; ``labels`` are
    the content lemmas that say whose and which; ``per`` the nouns of "each";
    ``than`` the labels compared with; flags say which aggregation words stand.
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
    final: bool
    original: bool
    average: bool
    verb: str
    verb_at: int
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
    pack: QuestionPack
    conditions: Lexicon

    def read(self) -> Demand | Refusal:
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
                found.append(wh[-1] if len(wh) > 1 and self.words[wh[-1]].lower == "how" else wh[0])
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
        return self.words[i].lower in ("how", "what", "what's")

    def _demand(self, start: int) -> Demand | Refusal:
        sentence = self.document.sentences[self.words[start].sentence]
        stop = self._stop(start, sentence.last)
        clause = self._clause(start)
        quantifier = self.words[start + 1].lower if start + 1 < stop else ""
        body = self._body(start, stop, quantifier)
        if isinstance(body, Refusal):
            return body
        noun, at, dimension, unit, after = body
        verb_at, subject = self._main(start, stop)
        per = self._per(start, stop)
        than = self._than(start, stop)
        lower = {w.lower for w in self.words[start:stop]} | {w.lemma for w in self.words[start:stop]}
        kinds = {c.kind for c in self.cues if c.first >= start and c.last <= stop}
        sign_words = [w for w in self.words[start : start + 4] if self.comparatives.sign(w.lower)]
        sets = self.pack.sets
        modifiers = self._modifiers(start, at)
        return Demand(
            start, stop, noun, at, dimension, unit, modifiers,
            self._labels(start, stop, at, than), per, than, bool(than[1] > than[0]) or bool(sign_words) or "difference" in kinds,
            bool({"total", "group"} & kinds) or self._joined(subject), bool(lower & sets["left"]), bool(lower & sets["final"]),
            bool(lower & sets["original"]), "average" in kinds, self.words[verb_at].lemma if verb_at >= 0 else "", verb_at, clause, subject,
            self.comparatives.sign(sign_words[0].lower) if sign_words else 0, quantifier == "much", "profit" in kinds,
        )  # fmt: skip

    def _joined(self, subject: tuple[int, int]) -> bool:
        """ "How many do Ann and her brother have": two subjects, one sum."""
        return any(w.tag is Tag.CONJUNCTION for w in self.words[slice(*subject)])

    def _stop(self, start: int, last: int) -> int:
        """The question ends where a condition begins: "..., if each costs $3?"."""
        found = [i for i in range(start + 2, last) if "condition" in self.conditions.function(self.words[i].lower)]
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

    def _body(self, start: int, stop: int, quantifier: str) -> tuple[str, int, tuple[str, ...], str, int] | Refusal:
        """Noun, its index, dimensions, unit, and where the rest begins."""
        if quantifier == "many":
            return self._many(start + 2, stop)
        if quantifier == "much":
            return self._much(start + 2, stop)
        if quantifier in self.pack.adjectives:
            dimension, unit, _ = self.pack.adjectives[quantifier]
            return "", -1, dimension, self._named_unit(start, stop) or unit, start + 2
        if self.words[start].lower != "how":
            return self._what(start, stop)
        return Refusal("question_unread", Missing.SKILL, "this kind of question is not read", (self.words[start].span,))

    def _many(self, i: int, stop: int) -> tuple[str, int, tuple[str, ...], str, int] | Refusal:
        while i < stop and (self.comparatives.sign(self.words[i].lower) or self.words[i].lower in ("of", "the", "other", "total")):
            i += 1
        head = self._head(i, stop)
        if head < 0:
            return "", -1, (), "", i
        entry = self.units.unit_of(self.words[head].lower)
        if entry and self.words[head - 1].lower in self.comparatives.powers:
            return f"{self.words[head - 1].lower} {entry.lemma}", head, (), "", head + 1
        return self.words[head].lemma, head, (), entry.lemma if entry else "", head + 1

    def _head(self, i: int, stop: int) -> int:
        """Last noun of the phrase that starts at ``i``; -1 if none."""
        phrase = noun_phrase(self.words, i, stop)
        if phrase is None or self.words[phrase.head].tag is not Tag.NOUN:
            return -1
        plural = [k for k in range(i, phrase.last) if self.words[k].plural]
        return plural[0] if plural else phrase.head

    def _much(self, i: int, stop: int) -> tuple[str, int, tuple[str, ...], str, int] | Refusal:
        while i < stop and self.comparatives.sign(self.words[i].lower):
            i += 1
        head = self._head(i, stop) if i < stop and self.words[i].tag in (Tag.NOUN, Tag.ADJECTIVE) else -1
        unit = self._named_unit(i, stop)
        lemmas = {w.lemma for w in self.words[i:stop]}
        if head >= 0 and self.words[head].lemma not in self.pack.nouns:
            return self.words[head].lemma, head, (), unit, head + 1
        if head >= 0:
            return "", head, (self.pack.nouns[self.words[head].lemma][0],), unit, head + 1
        if lemmas & set(self.pack.verbs["mass"]):
            return "", -1, ("mass",), unit, i
        return "", -1, ("money",), unit, i

    def _what(self, start: int, stop: int) -> tuple[str, int, tuple[str, ...], str, int] | Refusal:
        content = (Tag.NOUN, Tag.VERB, Tag.ADJECTIVE)
        nouns = [w for w in self.words[start + 1 : stop] if w.tag in content and w.lemma in self.pack.nouns]
        for word in sorted(nouns, key=lambda w: self.pack.nouns[w.lemma][0] == "count"):
            i, dimension = word.index, self.pack.nouns[word.lemma][0]
            if dimension != "count":
                return "", i, (dimension,), self._named_unit(i, stop), i + 1
            of = next((k for k in range(i, min(i + 3, stop)) if self.words[k].lower == "of"), -1)
            if of >= 0:
                return self._many(of + 1, stop)
        return Refusal("question_unread", Missing.SKILL, "this kind of question is not read", (self.words[start].span,))

    def _named_unit(self, start: int, stop: int) -> str:
        """The unit that "in minutes" names, or ""."""
        for i in range(start, stop - 1):
            if self.words[i].lower == "in":
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
            while k < stop and self.words[k].tag in (Tag.ADJECTIVE, Tag.NOUN) and not (self.words[k].tag is Tag.NOUN):
                k += 1
            found.append(self.words[k].lemma if k < stop and self.words[k].tag is Tag.NOUN else "")
        return tuple(found)

    def _than(self, start: int, stop: int) -> tuple[int, int]:
        at = next((i for i in range(start, stop) if self.words[i].lower in ("than", "compared")), -1)
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
