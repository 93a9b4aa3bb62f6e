"""Tokens with a part of speech: the tagger of R1.

One pass from left to right over lexicon, vocabulary and the tag before; the
noun-or-verb choice is settled by what precedes the word and by its inflection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from models.span import Span
from readers.document import Document, Token
from readers.lexicon import Lexicon
from readers.numbers import Numeral
from readers.r1.packs import Grammar
from readers.vocabulary import Vocabulary


class Tag(Enum):
    """The part of speech of a word, as far as the reader tells them apart."""

    NOUN = "noun"
    NAME = "name"
    PRONOUN = "pronoun"
    VERB = "verb"
    AUXILIARY = "auxiliary"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    DETERMINER = "determiner"
    POSSESSIVE = "possessive"
    PREPOSITION = "preposition"
    CONJUNCTION = "conjunction"
    SUBORDINATOR = "subordinator"
    WH = "wh"
    NEGATION = "negation"
    TO = "to"
    LINK = "comparison link"
    HYPHEN = "hyphen"
    NUMERAL = "numeral"
    PUNCTUATION = "punctuation"
    SYMBOL = "symbol"


@dataclass(frozen=True, slots=True)
class Word:
    """A token, its tag and lemma; ``numeral`` is the index of the numeral that covers it, or -1."""

    index: int
    text: str
    lower: str
    lemma: str
    tag: Tag
    span: Span
    sentence: int
    numeral: int = -1
    plural: bool = False
    tense: str = ""


HYPHEN = "-"
MARKS = frozenset({"'s", "'"})
NOMINAL = frozenset({Tag.NOUN, Tag.NAME, Tag.PRONOUN})
BEFORE_NOUN = frozenset({Tag.DETERMINER, Tag.POSSESSIVE, Tag.ADJECTIVE, Tag.NUMERAL, Tag.PREPOSITION, Tag.LINK})
BOUNDARIES = frozenset({Tag.CONJUNCTION, Tag.SUBORDINATOR, Tag.WH})
CLOSED = (
    ("comparison_link", Tag.LINK),
    ("total_adverb", Tag.ADVERB),
    ("negation", Tag.NEGATION),
    ("modal", Tag.AUXILIARY),
    ("auxiliary", Tag.AUXILIARY),
    ("possessive", Tag.POSSESSIVE),
    ("wh", Tag.WH),
    ("conjunction", Tag.CONJUNCTION),
    ("subordinator", Tag.SUBORDINATOR),
    ("preposition", Tag.PREPOSITION),
    ("article", Tag.DETERMINER),
    ("demonstrative", Tag.DETERMINER),
    ("determiner", Tag.DETERMINER),
    ("indefinite", Tag.DETERMINER),
    ("degree", Tag.ADVERB),
    ("frequency", Tag.ADVERB),
    ("sequence", Tag.ADVERB),
    ("filler", Tag.ADVERB),
)
PRONOUN_ASIDE = "one as"  # how the reader of numerals marks a "one" that is a pronoun
PART_OF_SPEECH = MappingProxyType({Tag.VERB: "v", Tag.AUXILIARY: "v", Tag.ADJECTIVE: "a", Tag.ADVERB: "r"})


@dataclass(frozen=True, slots=True)
class Tagger:
    """Tags a document; holds the word tables and nothing else."""

    lexicon: Lexicon
    vocabulary: Vocabulary
    grammar: Grammar

    def tag(self, document: Document, numerals: Sequence[Numeral]) -> tuple[Word, ...]:
        """One Word per token, in order."""
        owner = {i: n for n, numeral in enumerate(numerals) for i in range(numeral.first, numeral.last)}
        pronouns = _covered(n for n in numerals if n.aside.startswith(PRONOUN_ASIDE))
        ordinals = _covered(n for n in numerals if n.kind == "ordinal")
        words: list[Word] = []
        for token in document.tokens:
            numeral = owner.get(token.index, -1)
            if token.index in pronouns:
                words.append(self._made(token, Tag.PRONOUN, token.lower, numeral))
            else:
                words.append(self._word(token, words, numeral, document, token.index in ordinals))
        return tuple(words)

    def _word(self, token: Token, before: list[Word], numeral: int, document: Document, ordinal: bool) -> Word:
        if numeral < 0 and token.kind == "word":
            if len(before) > 1 and before[-1].tag is Tag.HYPHEN:
                return self._compound(token, before[-2].lower)
            if _is_hyphen(document, token.index + 1):
                return self._made(token, Tag.ADJECTIVE, token.lower, numeral)
        tag = Tag.ADJECTIVE if ordinal else Tag.NUMERAL if numeral >= 0 else self._tag(token, before, document)
        as_written = ordinal or tag in (Tag.NAME, Tag.PRONOUN)
        kind = PART_OF_SPEECH.get(tag, "n")
        return self._made(token, tag, token.lower if as_written else self.vocabulary.lemma(token.lower, kind), numeral)

    def _compound(self, token: Token, first: str) -> Word:
        """The last part of "push-ups": a noun with the lemma of the whole."""
        parts = self.vocabulary.parts(token.lower)
        tag = Tag.NOUN if "n" in parts or not parts or self.vocabulary.is_plural(token.lower) else Tag.ADJECTIVE
        return self._made(token, tag, f"{first}-{self.vocabulary.lemma(token.lower, 'n')}", -1)

    def _made(self, token: Token, tag: Tag, lemma: str, numeral: int) -> Word:
        return Word(
            index=token.index,
            text=token.text,
            lower=token.lower,
            lemma=lemma,
            tag=tag,
            span=token.span,
            sentence=token.sentence,
            numeral=numeral,
            plural=tag is Tag.NOUN and self.vocabulary.is_plural(token.lower),
            tense=self.vocabulary.verb_tense(token.lower) if tag is Tag.VERB else "",
        )

    def _tag(self, token: Token, before: list[Word], document: Document) -> Tag:
        if _is_hyphen(document, token.index):
            return Tag.HYPHEN
        if token.kind == "punct":
            return Tag.PUNCTUATION
        if token.kind != "word":
            return Tag.SYMBOL
        return (
            self._closed(token, before, document)
            or self._proper(token, document)
            or self._open(token, before, document)
        )

    def _closed(self, token: Token, before: list[Word], document: Document) -> Tag | None:
        if token.lower in self.grammar.to:
            return Tag.TO
        if token.lower in MARKS:
            return Tag.AUXILIARY if before and before[-1].tag in (Tag.WH, Tag.PRONOUN) else Tag.POSSESSIVE
        categories = self.lexicon.function(token.lower)
        if self.lexicon.pronoun(token.lower):
            given = (
                bool(before)
                and before[-1].tag is Tag.VERB
                and self._transfers(before[-1])
                and self._numeral_follows(token, document)
            )
            owns = "possessive" in categories and self._opens_noun(token, document) and not given
            return Tag.POSSESSIVE if owns else Tag.PRONOUN
        if "demonstrative" in categories and self._opens_noun(token, document):
            return Tag.DETERMINER
        return next((tag for category, tag in CLOSED if category in categories), None)

    def _proper(self, token: Token, document: Document) -> Tag | None:
        if not token.text[0].isupper():
            return None
        initial = document.sentences[token.sentence].first == token.index
        if initial and not self.lexicon.is_name(token.lower):
            return None if self.vocabulary.known(token.lower) else Tag.NAME
        return Tag.NOUN if "calendar" in self.lexicon.function(token.lower) else Tag.NAME

    def _open(self, token: Token, before: list[Word], document: Document) -> Tag:
        parts = self.vocabulary.parts(token.lower)
        if not parts:
            return Tag.NOUN
        if "v" in parts and (self._is_verb(token.lower, parts, before) or self._each_does(token, before, document)):
            return Tag.VERB
        others = [p for p in parts if p != "v"]
        if not others:
            return Tag.VERB
        letter = others[0]
        if "a" in others and "n" in others:
            letter = "a" if self._noun_follows(token, document) else "n"
        return {"n": Tag.NOUN, "a": Tag.ADJECTIVE, "r": Tag.ADVERB}[letter]

    def _each_does(self, token: Token, before: list[Word], document: Document) -> bool:
        """ "Each cost $2": the distributive word is the subject, and an amount follows."""
        each = bool(before) and before[-1].lower in self.grammar.each
        return each and self._listed(token.lower) and self._numeral_follows(token, document)

    def _transfers(self, word: Word) -> bool:
        return any(entry.verb_class == "transfer" for entry in self.lexicon.verb_classes(word.lemma))

    def _numeral_follows(self, token: Token, document: Document) -> bool:
        after = document.tokens[token.index + 1] if token.index + 1 < len(document.tokens) else None
        return after is not None and after.kind in ("number", "symbol")

    def _opens_noun(self, token: Token, document: Document) -> bool:
        """Whether a noun phrase can go on after this determiner-like word."""
        after = document.tokens[token.index + 1] if token.index + 1 < len(document.tokens) else None
        if after is None or after.kind == "punct":
            return False
        if after.kind != "word":
            return True
        closed = self.lexicon.function(after.lower)
        return (not closed and self.vocabulary.parts(after.lower) != "v") or "ordinal" in closed

    def _noun_follows(self, token: Token, document: Document) -> bool:
        """Whether the next word can be a noun: then this one describes it."""
        after = document.tokens[token.index + 1] if token.index + 1 < len(document.tokens) else None
        if after is None or after.kind != "word" or self.lexicon.function(after.lower):
            return False
        return "n" in self.vocabulary.parts(after.lower)

    def _is_verb(self, word: str, parts: str, before: list[Word]) -> bool:
        previous = before[-1] if before else None
        tense = self.vocabulary.verb_tense(word)
        if previous is None or previous.tag is Tag.PUNCTUATION:
            return parts == "v" or tense == "past" or parts[0] == "v"
        if previous.tag is Tag.TO:
            return tense == "base"
        if previous.tag in (Tag.AUXILIARY, Tag.NEGATION):
            return tense in ("past", "gerund") or parts[0] == "v"
        if previous.tag in BEFORE_NOUN:
            return (previous.tag is Tag.PREPOSITION and tense == "gerund") or (parts == "v" and tense == "past")
        if parts == "v":
            return True
        if "relative" in self.lexicon.function(previous.lower) and len(before) > 1 and self._listed(word):
            return before[-2].tag in (Tag.NOUN, Tag.PUNCTUATION, Tag.PREPOSITION)
        if previous.tag in NOMINAL:
            return self._predicate(word, tense, previous, parts, before)
        return tense == "past" or (parts[0] == "v" and tense != "gerund")

    def _predicate(self, word: str, tense: str, previous: Word, parts: str, before: list[Word]) -> bool:
        """A verb after its subject: it agrees with it, and the segment has no verb yet."""
        if tense == "past":
            return parts[0] == "v" or not _counts(before)
        if tense == "gerund":
            return parts[0] == "v"
        if self._closes_count(word, before) or (previous.tag is Tag.NOUN and _has_verb(before)):
            return False
        if "invariant_past" in self.lexicon.function(word):
            return True
        if tense == "third":
            return not previous.plural or (self._listed(word) and _governed(before))
        if self._awaits_verb(before):
            return True
        pronoun = previous.tag is Tag.PRONOUN and parts[0] != "a"
        return pronoun or (previous.plural and parts[0] != "a" and self._listed(word))

    def _awaits_verb(self, before: list[Word]) -> bool:
        """ "did Ann ...", "will the boys ...": an auxiliary and a subject, no verb yet."""
        for word in reversed(before):
            if word.tag is Tag.AUXILIARY:
                return bool({"auxiliary_do", "modal"} & set(self.lexicon.function(word.lower)))
            if word.tag not in (*NOMINAL, Tag.DETERMINER, Tag.POSSESSIVE, Tag.ADJECTIVE, Tag.CONJUNCTION):
                return False
        return False

    def _listed(self, word: str) -> bool:
        return bool(self.lexicon.verb_classes(self.vocabulary.lemma(word, "v")))

    def _closes_count(self, word: str, before: list[Word]) -> bool:
        """ "11 snowflake stamps": after a numeral the plural is the noun counted."""
        return _counts(before) and self.vocabulary.is_plural(word)


def _covered(numerals: Iterable[Numeral]) -> set[int]:
    """Indices of the tokens that the numerals cover."""
    return {i for numeral in numerals for i in range(numeral.first, numeral.last)}


def _counts(before: list[Word]) -> bool:
    """Whether the words just before are a numeral's phrase that has no plural yet."""
    for word in reversed(before):
        if word.tag is Tag.NUMERAL:
            return True
        if word.plural or word.tag not in (Tag.NOUN, Tag.ADJECTIVE, Tag.DETERMINER, Tag.LINK):
            return False
    return False


def _governed(before: list[Word]) -> bool:
    """Whether the noun phrase just before hangs on a preposition: "a pound of cherries"."""
    for word in reversed(before[-4:]):
        if word.tag is Tag.PREPOSITION:
            return True
        if word.tag not in (Tag.NOUN, Tag.ADJECTIVE, Tag.DETERMINER):
            return False
    return False


def _has_verb(before: list[Word]) -> bool:
    """Whether the segment since the last boundary already has its verb."""
    for word in reversed(before):
        if word.tag is Tag.VERB or word.tag is Tag.AUXILIARY:
            return True
        if word.tag in BOUNDARIES or word.tag is Tag.PUNCTUATION:
            return False
    return False


def _is_hyphen(document: Document, i: int) -> bool:
    """Whether a hyphen without spaces stands at ``i`` between two words: "push-ups"."""
    if not 0 < i < len(document.tokens) - 1 or document.tokens[i].kind != "punct" or document.tokens[i].lower != HYPHEN:
        return False
    before, token, after = document.tokens[i - 1 : i + 2]
    joined = before.span.end == token.span.start and token.span.end == after.span.start
    return joined and before.kind == after.kind == "word"
