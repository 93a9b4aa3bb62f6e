"""The registry of failure families: every kind of refusal, and what is known of it.

``packs/failure_families.toml`` holds one entry a kind. A *stage* is how far a reader came
before it refused so; a *substantive* kind says something of the text (that it has no one
answer), every other only that the reader did not understand. Kinds of foreign readers that
the registry lacks count as the least of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from models.outcome import EpistemicState, Missing, Refusal
from readers.lexicon import PACKS, Entry, Pack, read_pack

FILE = "failure_families.toml"
OWNERS = frozenset({"organ", "solver", "gate"})
UNKNOWN_ACTION = "Ask whoever brought the reader what this kind of refusal means."


@dataclass(frozen=True, slots=True)
class Failure:
    """One kind of refusal.

    ``owners`` are the rooms that refuse so; ``must_stay_refused`` says that no learning may
    turn it into an answer, ``proposal_may_grow`` that a ratified proposal may; ``next_action``
    is what a person can do; ``state`` is None where what is missing decides it; ``reserved``
    says that nothing refuses so yet.
    """

    kind: str
    owners: tuple[str, ...]
    stage: int
    must_stay_refused: bool
    proposal_may_grow: bool
    substantive: bool
    next_action: str
    state: EpistemicState | None = None
    reserved: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FailureRegistry:
    """All kinds by name; ``stages`` from the first that a reader passes to the last."""

    stages: tuple[str, ...]
    kinds: Mapping[str, Failure]

    def stage(self, kind: str) -> int:
        """The place of its stage, -1 for a kind that is not listed."""
        return self.kinds[kind].stage if kind in self.kinds else -1

    def substantive(self, kind: str) -> bool:
        """Whether it says something of the text; nothing that is not listed does."""
        return kind in self.kinds and self.kinds[kind].substantive

    def rank(self, refusal: Refusal) -> tuple[bool, int]:
        """What decides which of several refusals is shown: the greatest."""
        return self.substantive(refusal.kind), self.stage(refusal.kind)

    def state(self, refusal: Refusal) -> EpistemicState:
        """The kind's own state, else what follows from what is missing."""
        own = self.kinds[refusal.kind].state if refusal.kind in self.kinds else None
        unknown = refusal.missing is Missing.KNOWLEDGE
        return own or (EpistemicState.SCOPE_BOUNDARY if unknown else EpistemicState.UNDETERMINED)

    def next_action(self, kind: str) -> str:
        """What a person can do about it."""
        return self.kinds[kind].next_action if kind in self.kinds else UNKNOWN_ACTION


def read_failures(path: Path) -> FailureRegistry:
    """The registry in a file; LexiconError where an entry lacks a field, or holds what is not known."""
    pack = read_pack(path)
    stages = tuple(pack.entries["stages"][0]["names"])
    kinds: dict[str, Failure] = {}
    for entry in pack.entries["failure"]:
        failure = _failure(pack, entry, stages)
        if kinds.setdefault(failure.kind, failure) is not failure:
            raise pack.fault(entry, "its kind is listed twice")
    return FailureRegistry(stages, kinds)


def _failure(pack: Pack, entry: Entry, stages: tuple[str, ...]) -> Failure:
    try:
        failure = Failure(
            kind=str(entry["kind"]),
            owners=tuple(entry["owners"]),
            stage=stages.index(entry["stage"]),
            must_stay_refused=_flag(entry, "must_stay_refused"),
            proposal_may_grow=_flag(entry, "proposal_may_grow"),
            substantive=_flag(entry, "substantive"),
            next_action=str(entry["next_action"]),
            state=EpistemicState(entry["epistemic"]) if "epistemic" in entry else None,
            reserved=bool(entry.get("reserved", False)),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise pack.fault(entry, f"a field is missing or not known: {error}") from error
    if not failure.owners or not OWNERS.issuperset(failure.owners) or not failure.next_action:
        raise pack.fault(entry, "owners or next_action are not what they should be")
    if failure.must_stay_refused and failure.proposal_may_grow:
        raise pack.fault(entry, "what must stay refused is grown by no proposal")
    return failure


def _flag(entry: Entry, name: str) -> bool:
    if not isinstance(entry[name], bool):
        raise ValueError(f"{name} is no truth value")
    return bool(entry[name])


@cache
def load_failures() -> FailureRegistry:
    """The one registry, read on first use."""
    return read_failures(PACKS / FILE)
