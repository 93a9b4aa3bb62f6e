"""Response governance: what may be put before whom, as one closed table.

``governance.toml`` holds the table: context x epistemic state (and, for
``verified``, whether the class is licensed) -> mode; mode -> reach. Nothing here
decides anything: it reads the table, checks that it is total, and looks up.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

from models.outcome import EpistemicState, Mode

UNLICENSED = "verified_unlicensed"
ROWS = (*(state.value for state in EpistemicState), UNLICENSED)
ANSWERING = frozenset({Mode.VERIFIED_ANSWER, Mode.PROVISIONAL_WORKING_ANSWER})
TABLE = Path(__file__).with_name("governance.toml")


class GovernanceError(ValueError):
    """The table is not total, names something unknown, or the context is none of its own."""


class ReachLevel(IntEnum):
    """How far an emission may go past what is established; ordered."""

    STRICT = 0
    APPROXIMATE = 1
    EXTRAPOLATE = 2
    CREATIVE = 3


@dataclass(frozen=True, slots=True)
class Context:
    """One context: its risk, whether it serves, whether a refusal shows candidates, its row of modes."""

    name: str
    risk: str
    serves: bool
    candidates_on_refusal: bool
    modes: Mapping[str, Mode]


@dataclass(frozen=True, slots=True)
class Governance:
    """The whole table. ``strictest_first`` orders the contexts that serve.

    ``unlicensed`` replaces the disclosures of a mode for what is verified and not licensed;
    ``notes`` are told beside an answer, by how the readers stand to each other.
    """

    default: str
    strictest_first: tuple[str, ...]
    contexts: Mapping[str, Context]
    reach: Mapping[Mode, ReachLevel]
    labels: Mapping[ReachLevel, str]
    disclosures: Mapping[Mode, tuple[str, ...]]
    unlicensed: Mapping[Mode, tuple[str, ...]]
    notes: Mapping[str, tuple[str, ...]]

    def context(self, name: str) -> Context:
        """The context of that name; GovernanceError where there is none."""
        if name not in self.contexts:
            raise GovernanceError(f"no context is called {name!r}; choose from {', '.join(self.contexts)}")
        return self.contexts[name]


@dataclass(frozen=True, slots=True)
class ReachPolicy:
    """What one attempt may emit: mode, reach, what must be disclosed, at which risk."""

    mode: Mode
    reach: ReachLevel
    label: str
    disclosures: tuple[str, ...]
    risk: str


def parse_governance(text: str) -> Governance:
    """The table from TOML text; GovernanceError where it is not total or not closed."""
    data = tomllib.loads(text)
    try:
        table = _governance(data)
    except (KeyError, ValueError) as error:
        raise GovernanceError(f"governance table: {error}") from error
    _check(table)
    return table


def _governance(data: Mapping[str, dict[str, dict[str, object]]]) -> Governance:
    order = data["order"]
    return Governance(
        default=str(order["default"]),
        strictest_first=_strings(order["strictest_first"]),
        contexts={name: _context(name, row) for name, row in data["contexts"].items()},
        reach={Mode(mode): ReachLevel[str(level)] for mode, level in data["reach"].items()},
        labels={ReachLevel[level]: str(label) for level, label in data["labels"].items()},
        disclosures={Mode(mode): _strings(texts) for mode, texts in data["disclosures"].items()},
        unlicensed={Mode(mode): _strings(texts) for mode, texts in data["unlicensed"].items()},
        notes={standing: _strings(texts) for standing, texts in data["notes"].items()},
    )


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"a list is expected, not {value!r}")
    return tuple(str(item) for item in value)


def _context(name: str, row: Mapping[str, object]) -> Context:
    modes = row["modes"]
    if not isinstance(modes, dict):
        raise ValueError(f"modes of {name} is no table")
    return Context(
        name=name,
        risk=str(row["risk"]),
        serves=bool(row["serves"]),
        candidates_on_refusal=bool(row["candidates_on_refusal"]),
        modes={state: Mode(mode) for state, mode in modes.items()},
    )


def _check(table: Governance) -> None:
    for context in table.contexts.values():
        if set(context.modes) != set(ROWS):
            odd = sorted(set(context.modes) ^ set(ROWS))
            raise GovernanceError(f"context {context.name}: missing or unknown states {odd}")
    serving = {name for name, context in table.contexts.items() if context.serves}
    if set(table.strictest_first) != serving or len(serving) != len(table.strictest_first):
        raise GovernanceError("strictest_first must list each serving context once")
    if table.default not in serving:
        raise GovernanceError(f"default context {table.default!r} does not serve")
    closed = (table.reach, set(Mode)), (table.disclosures, set(Mode)), (table.labels, set(ReachLevel))
    if any(set(found) != wanted for found, wanted in closed):
        raise GovernanceError("reach, disclosures and labels must name each mode or level once")
    if Mode.PROVISIONAL_WORKING_ANSWER not in table.unlicensed:
        raise GovernanceError("an answer that is verified and not licensed must say so")


@cache
def governance() -> Governance:
    """The shipped table, read on first use."""
    return parse_governance(TABLE.read_text(encoding="utf-8"))


def govern_response(state: EpistemicState, licensed: bool, context: str) -> ReachPolicy:
    """The policy of one cell.

    ``licensed`` matters to a verified answer alone: no licence lifts a state that
    is less than verified. GovernanceError on a context that the table lacks.
    """
    table = governance()
    row = table.context(context)
    name = UNLICENSED if state is EpistemicState.VERIFIED and not licensed else state.value
    mode = row.modes[name]
    reach, texts = table.reach[mode], table.disclosures[mode]
    texts = table.unlicensed.get(mode, texts) if name == UNLICENSED else texts
    return ReachPolicy(mode, reach, table.labels[reach], texts, row.risk)


def decide(state: EpistemicState, context: str, licensed: bool = False) -> Mode:
    """The mode alone of ``govern_response``.

    >>> decide(EpistemicState.INFERRED, "sealed_eval").value
    'refuse_unsupported'
    """
    return govern_response(state, licensed, context).mode


def required_disclosures(policy: ReachPolicy, standing: str = "") -> tuple[str, ...]:
    """What a surface must begin with, in order: the label of its reach, notes, the texts of its mode.

    ``standing`` says how the readers stand to each other; where an answer is put out, what
    the table notes of that is told.
    """
    notes = governance().notes.get(standing, ()) if policy.mode in ANSWERING else ()
    return (*((policy.label,) if policy.label else ()), *notes, *policy.disclosures)


def shape_surface(policy: ReachPolicy, surface: str) -> str:
    """The surface with its disclosures before it; the identity on a verified answer at STRICT."""
    return " ".join((*required_disclosures(policy), surface))


def stricter(first: str, second: str) -> str:
    """Of two serving contexts the stricter; GovernanceError where one does not serve.

    >>> stricter("research", "sealed_eval")
    'sealed_eval'
    """
    order = governance().strictest_first
    if first not in order or second not in order:
        raise GovernanceError(f"{first!r} or {second!r} is no serving context; choose from {', '.join(order)}")
    return min(first, second, key=order.index)
