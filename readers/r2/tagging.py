"""Words with their parts of speech, by constraint grammar.

Each word starts with every reading that the pack, the vocabulary and its inflection
allow; rules (``tag_*_rules.py``) rule readings out until none applies, never the last one.
What is then still open is settled from the left by use, and the rules run again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from readers.document import Document
from readers.numerals_record import Numeral
from readers.r2 import (
    tag_auxiliary_rules,
    tag_determiner_rules,
    tag_form_rules,
    tag_link_rules,
    tag_noun_rules,
    tag_verb_rules,
)
from readers.r2.records import Shape, Tag, Word
from readers.r2.tag_readings import (
    ADJECTIVE,
    AUXILIARY,
    BIT,
    DETERMINER,
    JOINT,
    MODAL,
    NAME,
    NOUN,
    NUMBER,
    POSSESSIVE,
    PREPOSITION,
    READINGS,
    RELATIVE,
    SUBORDINATOR,
    TO,
    VERB,
    load_tag_words,
)
from readers.r2.tag_start import Piece, pieces_of, proper_forms, stretch_of
from readers.r2.tag_stretch import PAD, Rule, Stretch
from readers.vocabulary import load_vocabulary

RULES = (
    *tag_link_rules.RULES,
    *tag_determiner_rules.RULES,
    *tag_noun_rules.RULES,
    *tag_auxiliary_rules.RULES,
    *tag_verb_rules.RULES,
    *tag_form_rules.RULES,
)
# What is taken where neither rules nor use decide: the first that is possible.
ORDER = (NUMBER, NAME, MODAL, TO, PREPOSITION, DETERMINER, POSSESSIVE, RELATIVE, SUBORDINATOR, VERB, NOUN, ADJECTIVE)
PART = MappingProxyType({Tag.VERB: "v", Tag.AUXILIARY: "v", Tag.NOUN: "n"})
GRADED = (Shape.COMPARATIVE, Shape.SUPERLATIVE)


def tag(document: Document, numerals: Sequence[Numeral]) -> tuple[Word, ...]:
    """The words of a document, every token in exactly one, in order; never fails.

    The tokens of a numeral are one NUMBER word, also where the numeral is set aside.
    """
    pieces = pieces_of(document, numerals)
    proper = proper_forms(document)
    words: list[Word] = []
    for _, group in groupby(pieces, key=lambda piece: piece.tokens[0].sentence):
        inside = list(group)
        for piece, reading in zip(inside, _settled(stretch_of(document, inside, proper)), strict=True):
            words.append(_word(document, piece, reading, len(words)))
    return tuple(words)


def _settled(s: Stretch) -> list[int]:
    """One reading for each word of a sentence; auxiliaries are settled last, by what follows them."""
    _narrow(s)
    for later in (AUXILIARY, 0):
        for i in range(PAD, len(s.readings) - PAD):
            if s.readings[i] & (s.readings[i] - 1) and not s.can(i, later):
                s.readings[i] = _preferred(s, i)
                _narrow(s)
    return s.readings[PAD:-PAD]


def _narrow(s: Stretch) -> None:
    """Apply the rules until none rules anything out."""
    places = [i for i in range(PAD, len(s.readings) - PAD) if s.readings[i] & (s.readings[i] - 1)]
    changed = True
    while changed:
        changed = False
        for i in places:
            changed |= _ruled(s, i)


def _ruled(s: Stretch, i: int) -> bool:
    """Whether a rule ruled out a reading of the word at ``i``."""
    before = s.readings[i]
    for rule in _applicable(before):
        kept = s.readings[i] & ~rule.removes
        if kept and kept != s.readings[i] and rule.holds(s, i):
            s.readings[i] = kept
    return s.readings[i] != before


@lru_cache(maxsize=4096)
def _applicable(readings: int) -> tuple[Rule, ...]:
    """The rules that leave some of the readings and rule out others."""
    found = (rule for rule in RULES if readings & rule.removes and readings & ~rule.removes)
    return tuple(rule for rule in found if readings & rule.beside)


def _preferred(s: Stretch, i: int) -> int:
    """The reading that is most used, rare ones aside; of equals the first in ``ORDER``."""
    open_readings = s.readings[i] & s.forms[i].likely or s.readings[i]
    first = s.readings[i] & NAME or s.readings[i] & NUMBER
    if first:
        return first
    weights = s.forms[i].weights
    choices = [bit for bit in BIT.values() if bit & open_readings]
    return max(choices, key=lambda bit: (weights.get(bit, 0), -_rank(bit)))


def _rank(bit: int) -> int:
    return next((place for place, readings in enumerate(ORDER) if bit & readings), len(ORDER))


def _word(document: Document, piece: Piece, reading: int, place: int) -> Word:
    tag_of, shape = (Tag.PUNCTUATION, Shape.NONE) if reading == JOINT else READINGS[reading.bit_length() - 1]
    first, last = piece.tokens[0], piece.tokens[-1]
    span = first.span.cover(last.span)
    text = document.text[span.start : span.end]
    lower = first.lower if first is last else text.lower()
    return Word(
        place=place,
        first=first.index,
        last=last.index + 1,
        span=span,
        sentence=first.sentence,
        text=text,
        lower=lower,
        lemma=_lemma(lower, tag_of, shape),
        tag=tag_of,
        shape=shape,
        numeral=piece.numeral if tag_of is Tag.NUMBER else None,
    )


@lru_cache(maxsize=16384)
def _lemma(lower: str, tag_of: Tag, shape: Shape) -> str:
    """The verb, the singular noun or the plain adjective; other words are their own."""
    short = load_tag_words().lemmas.get(lower)
    if short is not None and tag_of is not Tag.POSSESSIVE:
        return short
    part = PART.get(tag_of) or ("a" if tag_of is Tag.ADJECTIVE and shape in GRADED else "")
    return load_vocabulary().lemma(lower, part) if part else lower
