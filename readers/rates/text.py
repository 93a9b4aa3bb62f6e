"""A text as words with what the rules ask of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from models.outcome import Missing, Refusal
from models.span import Span
from readers.document import read_document
from readers.lexicon import Lexicon, load_lexicon
from readers.numbers import NumeralOverflow, read_numerals
from readers.packs_numeric import TIME, NumericPacks, UnitEntry, load_numeric_packs
from readers.r2.records import Shape, Tag, Word
from readers.r2.tagging import tag
from readers.rates.packs import RateWords, load_rate_words
from readers.vocabulary import load_vocabulary

MONEY = "money"
LENGTH = "length"
NOUN_PART = "n"
MAX_TOKENS = 400  # of a sentence; tagging grows faster than its length


@dataclass(frozen=True, slots=True)
class Text:
    """Words in order with the packs; places outside are "" words."""

    source: str
    words: tuple[Word, ...]
    terms: RateWords
    numeric: NumericPacks
    lexicon: Lexicon

    def low(self, i: int) -> str:
        """The lower-case form at ``i``, "" outside the text."""
        return self.words[i].lower if 0 <= i < len(self.words) else ""

    def lemma(self, i: int) -> str:
        """The lemma at ``i``, "" outside the text."""
        return self.words[i].lemma if 0 <= i < len(self.words) else ""

    def noun(self, i: int) -> str:
        """The word at ``i`` as a noun: its lemma; of a measure its full name, whatever its form."""
        entry = self.numeric.unit_of(self.low(i))
        if entry:
            return entry.lemma
        return self.lemma(i) if self.tag(i) is Tag.NOUN else load_vocabulary().lemma(self.low(i), NOUN_PART)

    def is_noun(self, i: int, expected: bool = False) -> bool:
        """Whether a noun stands at ``i``; ``expected`` behind a number, "per", "of", where no verb can stand."""
        tag = self.tag(i)
        if tag is Tag.NOUN:
            return True
        if self.measure(self.noun(i)) and tag in (Tag.ADJECTIVE, Tag.VERB):
            return expected or tag is Tag.ADJECTIVE
        gerund = 0 <= i < len(self.words) and self.words[i].shape is Shape.GERUND
        return expected and tag is Tag.VERB and not gerund and NOUN_PART in load_vocabulary().parts(self.low(i))

    def tag(self, i: int) -> Tag:
        """The part of speech at ``i``, PUNCTUATION outside the text."""
        return self.words[i].tag if 0 <= i < len(self.words) else Tag.PUNCTUATION

    def joined(self, i: int) -> bool:
        """Whether word ``i`` stands in the sentence of the one before."""
        return 0 < i < len(self.words) and self.words[i].sentence == self.words[i - 1].sentence

    def span(self, first: int, last: int) -> Span:
        """The characters of words ``first`` to ``last`` (exclusive)."""
        return self.words[first].span.cover(self.words[max(first, last - 1)].span)

    def sentence(self, number: int) -> tuple[Word, ...]:
        """The words of one sentence."""
        return tuple(word for word in self.words if word.sentence == number)

    def phrase(self, i: int, phrases: Iterable[str]) -> int:
        """The place behind the longest of ``phrases`` that stands at ``i``, or -1."""
        lengths = (len(p.split()) for p in phrases if self._stands(i, p.split()))
        found = max(lengths, default=0)
        return i + found if found else -1

    def _stands(self, i: int, forms: list[str]) -> bool:
        return [self.low(i + k) for k in range(len(forms))] == forms

    def measure(self, lemma: str) -> UnitEntry | None:
        """The measure of that name, None for a thing that is counted."""
        return self.numeric.unit_of(lemma)

    def dimension(self, lemma: str) -> str:
        """``time``, ``length``, ``money`` and so on; "" for a thing that is counted."""
        entry = self.measure(lemma)
        return entry.family.partition(".")[0] if entry else ""

    def is_time(self, lemma: str) -> bool:
        """Whether the lemma measures time."""
        return self.dimension(lemma) == TIME

    def is_person(self, i: int) -> bool:
        """Whether a name of a person, or a noun for one, stands at ``i``."""
        return self.lexicon.is_name(self.low(i)) or self.lexicon.is_role(self.lemma(i))

    def plural(self, i: int) -> bool:
        """Whether the noun at ``i`` is a plural."""
        return self.words[i].shape is Shape.PLURAL


def read_text(source: str) -> Text | Refusal:
    """Words of any text; ``too_many_numbers`` or ``computationally_bounded`` past the bounds."""
    numeric = load_numeric_packs()
    document = read_document(source)
    lengths = Counter(token.sentence for token in document.tokens)
    if max(lengths.values(), default=0) > MAX_TOKENS:
        return Refusal("computationally_bounded", Missing.SKILL, f"a sentence of more than {MAX_TOKENS} tokens")
    try:
        numerals = read_numerals(document, numeric)
    except NumeralOverflow as error:
        return Refusal("too_many_numbers", Missing.SKILL, str(error), (error.span,))
    return Text(source, tag(document, numerals), load_rate_words(), numeric, load_lexicon())
