"""The account of the text: every word that bears arithmetic is claimed or refused."""

from __future__ import annotations

from collections.abc import Sequence

from models.chain import ChainProblem
from models.outcome import Missing, Refusal
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.question import Demand
from readers.r1.words import Word


def unread(
    words: Sequence[Word], cues: Sequence[FoundCue], mentions: Sequence[Mention], demand: Demand, claimed: set[int], problem: ChainProblem
) -> Refusal | None:
    """A refusal that names the first cue nothing has taken up, or None."""
    open_cues = [c for c in cues if c.needs == "consumed" and not _taken(c, demand, claimed)]
    if open_cues:
        spans = tuple(c.cue.span for c in open_cues)
        return Refusal("cue_unread", Missing.SKILL, f"nothing takes up {open_cues[0].cue.entry}", spans)
    stray = [c for c in cues if c.needs == "question" and c.first < demand.first and not set(range(c.first, c.last)) & claimed]
    if stray:
        return Refusal("cue_unread", Missing.SKILL, f"nothing takes up {stray[0].cue.entry}", tuple(c.cue.span for c in stray))
    return None


def _taken(cue: FoundCue, demand: Demand, claimed: set[int]) -> bool:
    inside = demand.first <= cue.first < demand.last
    if inside and cue.kind in ("each", "than", "less"):
        return True
    return bool(set(range(cue.first, cue.last)) & claimed)
