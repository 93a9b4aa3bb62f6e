"""What the account of the text looks at; ``reader.Analysis`` is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from readers.lexicon import Lexicon
from readers.numbers import Numeral
from readers.packs_numeric import NumericPacks
from readers.r1.clauses import Clause
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.packs import Grammar
from readers.r1.question import Demand
from readers.r1.words import Word
from readers.vocabulary import Vocabulary


class Read(Protocol):
    """What the account needs of an analysis; each field as in ``reader.Analysis``."""

    @property
    def words(self) -> Sequence[Word]: ...
    @property
    def cues(self) -> Sequence[FoundCue]: ...
    @property
    def numerals(self) -> Sequence[Numeral]: ...
    @property
    def clauses(self) -> Sequence[Clause]: ...
    @property
    def mentions(self) -> Sequence[Mention]: ...
    @property
    def demand(self) -> Demand: ...
    @property
    def lexicon(self) -> Lexicon: ...
    @property
    def units(self) -> NumericPacks: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def grammar(self) -> Grammar: ...
