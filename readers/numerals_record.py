"""What the numeral rules hand around: numerals, matches, the scan over a document."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from models.span import Span
from readers.document import Document, Token
from readers.packs_numeric import NumericPacks


class NumeralOverflow(ValueError):
    """A text with more numerals, or a numeral with more digits, than are read.

    ``span`` is the place where the bound was passed.
    """

    def __init__(self, span: Span, bound: str) -> None:
        super().__init__(f"{bound} exceeded at {span.start}..{span.end}")
        self.span = span
        self.bound = bound


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number of the text.

    Tokens ``first`` (inclusive) to ``last`` (exclusive). ``kind`` is cardinal,
    decimal, money, percent, fraction, mixed, multiplier, dozen, ordinal, year,
    clock, date, range or label. ``unit`` is "" or the lemma of the measure that
    the tokens include. A percent keeps its figure: 20 % has value 20 and unit
    percent. A clock time has the hours since midnight, a date its day.
    ``rule`` read it; ``aside`` is "" or the rule that says it is no quantity.
    """

    value: Fraction
    first: int
    last: int
    span: Span
    kind: str
    unit: str
    rule: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What one rule makes of the tokens from some place up to ``last`` (exclusive)."""

    value: Fraction
    last: int
    kind: str
    unit: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """A document with the packs, asked token by token; places outside are "" words."""

    document: Document
    packs: NumericPacks

    def token(self, i: int) -> Token | None:
        """The token at ``i``, None outside the document."""
        return self.document.tokens[i] if 0 <= i < len(self.document.tokens) else None

    def low(self, i: int) -> str:
        """The lower-case form at ``i``, "" outside the document."""
        token = self.token(i)
        return token.lower if token else ""

    def kind(self, i: int) -> str:
        """The token kind at ``i``, "" outside the document."""
        token = self.token(i)
        return token.kind if token else ""

    def has(self, word_class: str, i: int) -> bool:
        """Whether the form at ``i`` is of a class."""
        return self.packs.has(word_class, self.low(i))

    def value(self, word_class: str, i: int) -> Fraction | None:
        """The value of the form at ``i`` in a class, or None."""
        return self.packs.value(word_class, self.low(i))

    def joined(self, i: int) -> bool:
        """Whether token ``i`` follows the one before without white space."""
        before, here = self.token(i - 1), self.token(i)
        return bool(before and here and before.span.end == here.span.start)

    def together(self, i: int) -> bool:
        """Whether token ``i`` stands in the sentence of the one before."""
        before, here = self.token(i - 1), self.token(i)
        return bool(before and here and before.sentence == here.sentence)

    def is_hyphen(self, i: int) -> bool:
        """Whether token ``i`` is a hyphen that joins its neighbours."""
        return self.low(i) in ("-", "‐", "‑") and self.joined(i) and self.joined(i + 1)

    def past_hyphen(self, i: int) -> int:
        """``i``, or the place behind a joining hyphen at ``i``."""
        return i + 1 if self.is_hyphen(i) else i

    def opens(self, i: int) -> bool:
        """Whether token ``i`` is the first of its sentence."""
        return not self.together(i)

    def capital(self, i: int) -> bool:
        """Whether token ``i`` is written with a capital."""
        token = self.token(i)
        return bool(token and token.text[0].isupper())

    def counted(self, i: int) -> bool:
        """Whether a word that could be a counted noun stands at ``i``, in the same sentence."""
        plain = self.kind(i) == "word" and self.together(i) and not self.low(i).startswith("'")
        return plain and not self.has("function_follow", i)

    def span(self, first: int, last: int) -> Span:
        """The text of tokens ``first`` to ``last`` (exclusive)."""
        return self.document.tokens[first].span.cover(self.document.tokens[last - 1].span)
