"""Text to tokens and sentences, with exact offsets.

Glossary: a *token* is a stretch of the text without white space, of kind
``word``, ``number``, ``punct`` or ``symbol``; a *clitic* is the tail that is cut
from a word (``'s``, ``n't``); a *sentence* is a run of tokens.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from models.span import Span
from readers.packs_numeric import NumericPacks, load_numeric_packs

VULGAR = "¼½¾⅐-⅞"
DIGITS = r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|(?<![\w.])\.[0-9]+"
LETTER = rf"(?![{VULGAR}])\w"
SUFFIX = r"[A-Za-z]\.[A-Za-z]\.|[A-Za-z]+"
DOTTED = re.compile(r"(?:[A-Za-z]\.){2,}|(?<!\w)[A-Za-z]\.[A-Za-z](?![\w.])")
WORD = re.compile(rf"(?:{LETTER})+(?:['’](?:{LETTER})+)*")
# Addresses are bounded (RFC 1035, RFC 5321), so that hostile text is read in linear time.
PATTERN = re.compile(
    rf"""(?P<url>(?:[A-Za-z]+://|www\.)[^\s]*[^\s.,;:!?)\]"'”’])
    |(?P<mail>[\w.+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+)
    |(?P<domain>[A-Za-z][\w-]{{0,63}}(?:\.[\w-]{{1,63}}){{0,8}}\.[A-Za-z]{{2,24}}(?:/[\w/.-]*[\w/])?(?![\w.]))
    |(?P<version>[0-9]+(?:\.[0-9]+){{2,}}(?!\w))
    |(?P<number>(?:{DIGITS})(?:(?:{SUFFIX})(?:{DIGITS})?)*(?:{LETTER})*)
    |(?P<vulgar>[{VULGAR}])
    |(?P<dotted>{DOTTED.pattern})
    |(?P<word>{WORD.pattern})
    |(?P<clitic>(?<=\w)['’][A-Za-z]+)
    |(?P<dots>\.{{2,}}|…)
    |(?P<other>\S)""",
    re.VERBOSE,
)
PIECES = re.compile(rf"(?P<number>{DIGITS})|(?P<word>{SUFFIX})")
AFTER_DOT = re.compile(r"\.\s*[0-9#]")
SUFFIX_CLASSES = ("ordinal_suffix", "part_suffix", "rate_suffix", "times_sign", "clock_half")
SYMBOLS = frozenset("%#/&@*⁄")
ENDERS = frozenset(".?!")
CLOSERS = frozenset("\"'”’)]")
Piece = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Token:
    """``span.of(document.text) == text``; ``lower`` has straight apostrophes."""

    index: int
    text: str
    lower: str
    span: Span
    sentence: int
    kind: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens ``first`` (inclusive) to ``last`` (exclusive) and the text they cover."""

    index: int
    first: int
    last: int
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its tokens in order and its sentences, which share them out."""

    text: str
    tokens: tuple[Token, ...]
    sentences: tuple[Sentence, ...]

    def words(self, sentence: Sentence) -> tuple[Token, ...]:
        """The tokens of a sentence."""
        return self.tokens[sentence.first : sentence.last]


def read_document(text: str) -> Document:
    """Cut any text into tokens and sentences; never fails.

    >>> [token.text for token in read_document("Tom's 5-gallon jug didn't leak.").tokens]
    ['Tom', "'s", '5', '-', 'gallon', 'jug', 'did', "n't", 'leak', '.']
    """
    packs = load_numeric_packs()
    pieces = list(_pieces(text, packs))
    lasts = [i + 1 for i in range(len(pieces)) if _ends(text, pieces, i, packs)]
    bounds = list(zip([0, *lasts], lasts, strict=False))
    owner = [number for number, (first, last) in enumerate(bounds) for _ in range(first, last)]
    tokens = tuple(_token(text, i, piece, owner[i]) for i, piece in enumerate(pieces))
    sentences = (_sentence(i, first, last, tokens) for i, (first, last) in enumerate(bounds))
    return Document(text, tokens, tuple(sentences))


def _token(text: str, index: int, piece: Piece, sentence: int) -> Token:
    start, end, kind = piece
    return Token(index, text[start:end], _lower(text[start:end]), Span(start, end), sentence, kind)


def _sentence(index: int, first: int, last: int, tokens: tuple[Token, ...]) -> Sentence:
    return Sentence(index, first, last, tokens[first].span.cover(tokens[last - 1].span))


def _lower(text: str) -> str:
    return text.lower().replace("’", "'")


def _pieces(text: str, packs: NumericPacks) -> Iterator[Piece]:
    position = 0
    while match := PATTERN.search(text, position):
        for piece in _cut(match, text, packs):
            yield piece
            position = piece[1]


def _cut(match: re.Match[str], text: str, packs: NumericPacks) -> list[Piece]:
    """The pieces that a match stands for; they may end before the match does."""
    start, end = match.span()
    match match.lastgroup:
        case "number":
            return _cut_number(text, start, end, packs)
        case "vulgar":
            return [(start, end, "number")]
        case "domain" if not _is_domain(match.group(), packs):
            return _cut_plain(text, start, packs)
        case "word":
            return _cut_word(text, start, _with_dot(text, start, end, packs), packs)
        case "clitic" if not packs.has("clitic", _lower(match.group())):
            return [(start, start + 1, "punct")]
        case "dots":
            return [(start, end, "punct")]
        case "other":
            return [(start, end, _sign_kind(match.group()))]
    return [(start, end, "word")]


def _is_domain(text: str, packs: NumericPacks) -> bool:
    return packs.has("domain", text.partition("/")[0].rpartition(".")[2].lower())


def _cut_plain(text: str, start: int, packs: NumericPacks) -> list[Piece]:
    """A word whose dot was taken for part of a domain: abbreviation, or word and full stop."""
    dotted = DOTTED.match(text, start)
    if dotted:
        return [(start, dotted.end(), "word")]
    word = WORD.match(text, start)
    end = word.end() if word else start + 1
    return _cut_word(text, start, _with_dot(text, start, end, packs), packs)


def _cut_number(text: str, start: int, end: int, packs: NumericPacks) -> list[Piece]:
    """``10lbs`` and ``5x10`` are cut; digits in any other word stay in it (``7up``)."""
    found = list(PIECES.finditer(text, start, end))
    whole = sum(len(piece.group()) for piece in found) == end - start
    after_currency = text[max(0, start - 2) : start].rstrip()[-1:] in packs.forms("currency")
    words = [_lower(piece.group()) for piece in found if piece.lastgroup == "word"]
    if not whole or not all(_is_suffix(word, after_currency, packs) for word in words):
        return [(start, end, "word")]
    return [(*piece.span(), str(piece.lastgroup)) for piece in found]


def _is_suffix(word: str, after_currency: bool, packs: NumericPacks) -> bool:
    classes = (*SUFFIX_CLASSES, "scale_suffix") if after_currency else SUFFIX_CLASSES
    return bool(packs.unit_of(word, attached=True)) or any(packs.has(name, word) for name in classes)


def _with_dot(text: str, start: int, end: int, packs: NumericPacks) -> int:
    """The end of a word together with the dot of its abbreviation (``Mr.``)."""
    form = _lower(text[start:end]) + "."
    if not text.startswith(".", end) or text.startswith("..", end):
        return end
    inner = packs.has("dotted", form) or packs.has("dotted_may_end", form)
    numbered = packs.has("dotted_before_number", form) and AFTER_DOT.match(text, end)
    return end + 1 if inner or numbered else end


def _cut_word(text: str, start: int, end: int, packs: NumericPacks) -> list[Piece]:
    form = _lower(text[start:end])
    tails = [c for c in packs.forms("clitic") if form.endswith(c) and len(form) > len(c)]
    if not tails or packs.has("uncut", form) or len(form) != end - start:
        return [(start, end, "word")]
    cut = end - max(map(len, tails))
    return [*_cut_word(text, start, cut, packs), (cut, end, "word")]


def _sign_kind(sign: str) -> str:
    return "punct" if sign not in SYMBOLS and unicodedata.category(sign)[0] == "P" else "symbol"


def _ends(text: str, pieces: list[Piece], i: int, packs: NumericPacks) -> bool:
    """Whether a sentence ends after piece ``i``."""
    if i + 1 == len(pieces):
        return True
    after = _texts(text, pieces, i + 1)
    gap = text[pieces[i][1] : pieces[i + 1][0]]
    if len(gap.splitlines()) > 1 or "\n" in gap:
        return True
    if not gap and (after in CLOSERS or after[0] in ENDERS):
        return False
    if packs.has("dotted_may_end", _lower(_texts(text, pieces, i))):
        return after[0].isupper()
    stop = _stop_before(text, pieces, i)
    return stop >= 0 and not (after[0].islower() and _runs_on(text, pieces, i, stop, packs))


def _texts(text: str, pieces: list[Piece], i: int) -> str:
    return text[pieces[i][0] : pieces[i][1]]


def _stop_before(text: str, pieces: list[Piece], i: int) -> int:
    """The index of the full stop that piece ``i`` is or closes, else -1."""
    while i > 0 and _texts(text, pieces, i) in CLOSERS and pieces[i - 1][1] == pieces[i][0]:
        i -= 1
    sign = _texts(text, pieces, i)
    return i if sign in ENDERS or sign[0] == "…" or sign.startswith("..") else -1


def _runs_on(text: str, pieces: list[Piece], i: int, stop: int, packs: NumericPacks) -> bool:
    """Before a lower-case word: a closed quotation, an ellipsis or ``5 lbs.`` is no end."""
    if stop < i or _texts(text, pieces, stop) not in ENDERS:
        return True
    if stop < 2 or not packs.has("dotted_after_number", _lower(_texts(text, pieces, stop - 1))):
        return False
    before = _lower(_texts(text, pieces, stop - 2))
    return pieces[stop - 2][2] == "number" or packs.has("dotted_square", before)
