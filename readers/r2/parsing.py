"""Text to clauses in one call."""

from __future__ import annotations

from collections import Counter

from readers.document import read_document
from readers.numbers import read_numerals
from readers.packs_numeric import load_numeric_packs
from readers.r2.clauses import read_clauses
from readers.r2.engine import ChartOverflow
from readers.r2.records import Parse
from readers.r2.tagging import tag

MAX_TOKENS = 400  # of a sentence; tagging grows faster than its length


def parse(text: str) -> Parse:
    """Words and clauses of a text.

    NumeralOverflow beyond the bounds of the number reader, ChartOverflow where a sentence
    is too long or has more readings than are kept; no other error for any text.
    """
    document = read_document(text)
    for sentence, count in Counter(token.sentence for token in document.tokens).items():
        if count > MAX_TOKENS:
            raise ChartOverflow(sentence)
    words = tag(document, read_numerals(document, load_numeric_packs()))
    return Parse(text, words, read_clauses(words))
