"""The scene: all that is read of a text before its amounts become terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from readers.lexicon import Lexicon
from readers.packs_numeric import NumericPacks
from readers.r1.choices import Choices
from readers.r1.clauses import Clause
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.packs import Comparatives, Grammar
from readers.r1.words import Word


@dataclass(frozen=True, slots=True)
class Scene:
    """What the builders of terms and relations look at; ``claimed`` collects the words they take up.

    ``asked_from`` is the word at which the question starts, ``asked_noun`` the lemma it counts.
    """

    words: Sequence[Word]
    clauses: Sequence[Clause]
    mentions: Sequence[Mention]
    lexicon: Lexicon
    units: NumericPacks
    comparatives: Comparatives
    grammar: Grammar
    choices: Choices
    cues: Sequence[FoundCue]
    asked_from: int
    asked_noun: str
    claimed: set[int]

    def is_measure(self, lemma: str) -> bool:
        """Whether the lemma names a unit of measure."""
        return self.units.unit_of(lemma) is not None

    def verb_class(self, clause: Clause) -> str:
        """The primary class of the clause's verb, "" where no pack lists it."""
        entries = self.lexicon.verb_classes(clause.lemma)
        return entries[0].verb_class if entries else ""
