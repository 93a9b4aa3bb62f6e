"""The readings that the words of a sentence start with: numerals, names, marks, forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from readers.document import Document, Token
from readers.lexicon import load_lexicon
from readers.numerals_record import Numeral
from readers.packs_numeric import load_numeric_packs
from readers.r2.tag_marks import APOSTROPHE, HYPHEN
from readers.r2.tag_readings import (
    ADJECTIVE,
    ADVERB,
    BASE,
    DETERMINER,
    JOINT,
    NAME,
    NOUN,
    NUMBER,
    PARTICLE,
    PLURAL,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    PUNCTUATION,
    SINGULAR,
    SYMBOL,
    THIRD,
    VERB,
    Form,
    form_of,
    load_tag_words,
)
from readers.r2.tag_stretch import NOTHING, PAD, Stretch
from readers.vocabulary import load_vocabulary

COMPOUND = NOUN | ADJECTIVE | NAME | PREPOSITION | PARTICLE | ADVERB | NUMBER
SHOUTED = 2  # so many capitals make an abbreviation


@dataclass(frozen=True, slots=True)
class Piece:
    """One word to be: its tokens, and the numeral that they are."""

    tokens: tuple[Token, ...]
    numeral: Numeral | None


def pieces_of(document: Document, numerals: Sequence[Numeral]) -> tuple[Piece, ...]:
    """The tokens of each numeral together, every other token alone."""
    opening = {numeral.first: numeral for numeral in numerals}
    found: list[Piece] = []
    place = 0
    while place < len(document.tokens):
        numeral = opening.get(place)
        last = numeral.last if numeral else place + 1
        found.append(Piece(document.tokens[place:last], numeral))
        place = last
    return tuple(found)


def proper_forms(document: Document) -> frozenset[str]:
    """Lower-case forms that stand capitalised where no sentence begins."""
    return frozenset(
        token.lower
        for token in document.tokens
        if token.kind == "word" and token.text[0].isupper() and not _begins(document, token)
    )


def stretch_of(document: Document, pieces: Sequence[Piece], proper: frozenset[str]) -> Stretch:
    """A sentence with all readings of its words open."""
    forms = [_form(piece) for piece in pieces]
    readings = [_readings(document, piece, form, proper) for piece, form in zip(pieces, forms, strict=True)]
    edge = [NOTHING.readings] * PAD
    return Stretch(
        readings=[*edge, *_joined(readings), *edge],
        forms=[*[NOTHING] * PAD, *forms, *[NOTHING] * PAD],
        lowers=[*[""] * PAD, *[piece.tokens[0].lower for piece in pieces], *[""] * PAD],
        kinds=[*[""] * PAD, *[_kind(piece.numeral) for piece in pieces], *[""] * PAD],
    )


def _form(piece: Piece) -> Form:
    return form_of(piece.tokens[0].lower)


def _kind(numeral: Numeral | None) -> str:
    """The kind of a numeral as far as rules tell them apart."""
    if numeral is None:
        return ""
    if numeral.unit and numeral.kind not in ("money", "percent"):
        return "measure"
    if numeral.aside and numeral.kind == "cardinal":
        return "aside"
    return "single" if numeral.kind == "cardinal" and numeral.value == 1 else numeral.kind


def _joined(readings: list[int]) -> Iterable[int]:
    """The parts of a word with hyphens are no verbs: sit-ups."""
    padded = [0, *readings, 0]
    for before, given, after in zip(padded, readings, padded[2:], strict=False):
        if given & VERB and JOINT in (before, after):
            yield given & COMPOUND or (PLURAL if given & THIRD else SINGULAR)
        else:
            yield given


def _readings(document: Document, piece: Piece, form: Form, proper: frozenset[str]) -> int:
    token = piece.tokens[0]
    if piece.numeral is not None:
        doubled = piece.numeral.kind == "multiplier" and len(piece.tokens) == 1
        return NUMBER | form.readings & BASE if doubled else NUMBER
    if token.kind == "punct":
        return _sign(document, token, form)
    if token.kind != "word":
        return load_tag_words().closed.get(token.lower, SYMBOL)
    if token.text[0].isupper():
        return _capital(document, token, form, proper)
    return NAME if form.likely & NOUN and _labelled(document, token) else form.readings


def _sign(document: Document, token: Token, form: Form) -> int:
    before, after = _neighbour(document, token.index - 1), _neighbour(document, token.index + 1)
    tied = before is not None and before.span.end == token.span.start
    if form.marks & HYPHEN and tied and after is not None and token.span.end == after.span.start:
        return JOINT
    owner = form.marks & APOSTROPHE and tied and before is not None and before.lower.endswith("s")
    loose = after is not None and token.span.end < after.span.start
    return POSSESSIVE if owner and loose else PUNCTUATION


def _neighbour(document: Document, i: int) -> Token | None:
    return document.tokens[i] if 0 <= i < len(document.tokens) else None


def _begins(document: Document, token: Token) -> bool:
    """Whether a capital says nothing here: a sentence, a quotation or a list begins."""
    if document.sentences[token.sentence].first == token.index:
        return True
    before = document.tokens[token.index - 1]
    return before.kind == "punct" and before.lower not in (",", ")") and not form_of(before.lower).marks & HYPHEN


def _capital(document: Document, token: Token, form: Form, proper: frozenset[str]) -> int:
    """The readings of a capitalised word."""
    lexicon = load_lexicon()
    if _calendar(token.lower):
        return _month(document, token, form)
    named = lexicon.is_name(token.lower)
    if token.lower in load_tag_words().closed and not named:
        return NAME if _label(document, token, form) else form.readings
    if token.text.rstrip("s").isupper() and len(token.text) >= SHOUTED and form.readings & NOUN:
        return PLURAL if token.text.endswith("s") else SINGULAR
    if not _begins(document, token) or lexicon.is_title(token.lower):
        return NAME
    if form.likely & NOUN and _labelled(document, token):
        return NAME
    if token.lower in proper or not load_vocabulary().known(token.lower):
        return NAME | (form.readings if token.lower in load_tag_words().closed else 0)
    return form.readings | NAME if named else form.readings


def _label(document: Document, token: Token, form: Form) -> bool:
    """A function word written as a name: Team A, the US."""
    shouted = len(token.text) >= SHOUTED and token.text.isupper() and bool(form.readings & PRONOUN)
    single = len(token.text) < SHOUTED and bool(form.readings & DETERMINER)
    return (shouted or single) and not _begins(document, token)


def _labelled(document: Document, token: Token) -> bool:
    """A noun with a letter behind it that is no word of its own: Train B."""
    after = _neighbour(document, token.index + 1)
    if after is None or after.kind != "word" or len(after.text) > 1 or not after.text.isupper():
        return False
    return not form_of(after.lower).readings & PRONOUN


def _calendar(lower: str) -> bool:
    return "calendar" in load_lexicon().function(lower) or load_numeric_packs().has("month", lower)


def _month(document: Document, token: Token, form: Form) -> int:
    """A day or month, which may be somebody's name or a verb where a sentence begins."""
    before = _neighbour(document, token.index - 1)
    timed = before is not None and "time_preposition" in load_lexicon().function(before.lower)
    noun = PLURAL if load_vocabulary().is_plural(token.lower) else SINGULAR
    if _begins(document, token):
        closed = load_tag_words().closed.get(token.lower, 0)
        return noun | closed | (NAME if load_lexicon().is_name(token.lower) else 0)
    return NAME | noun if load_lexicon().is_name(token.lower) and not timed else noun
