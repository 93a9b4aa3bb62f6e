"""Organs: the readers that are announced, and what each makes of a text.

An *organ* is a reader that another package can bring, too: a callable from text to
``Problem`` or ``Refusal``, announced in the entry-point group ``solver.readers``. Every
organ gets the same judge and the same checks; what it makes of a text is its *opinion*.
Organs of one *family* share a grammar, so that they are no evidence for each other; a
foreign organ is a family of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Protocol

from models.outcome import EpistemicState, Missing, Refusal
from models.quantity import Problem
from solver.session import Opinion
from solver.solve import Judgement, judge

GROUP = "solver.readers"
FAILED = "reader_failed"
Reader = Callable[[str], Problem | Refusal]


class Failures(Protocol):
    """What is known of kinds of refusal."""

    def state(self, refusal: Refusal) -> EpistemicState:
        """The epistemic state of a text that is refused so."""

    def stage(self, kind: str) -> int:
        """How far a reader came before it refused so."""

    def substantive(self, kind: str) -> bool:
        """Whether it says something of the text, and not of the reader."""


@dataclass(frozen=True, slots=True)
class Setup:
    """An organ of our own: name, family, and where it is (``module:attribute``)."""

    name: str
    family: str
    value: str


@dataclass(frozen=True, slots=True)
class Organ:
    """A reader with its name and family; ``foreign`` where another package brings it."""

    name: str
    family: str
    read: Reader
    foreign: bool = False


@cache
def announced() -> tuple[EntryPoint, ...]:
    """The entry points of the group, each once, by name and value."""
    found = {(point.name, point.value): point for point in entry_points(group=GROUP)}
    return tuple(found[key] for key in sorted(found))


@cache
def find_organs(own: tuple[Setup, ...]) -> tuple[Organ, ...]:
    """Our own organs in their declared order, then the foreign ones by name.

    Where none of our own is announced (a checkout that is not installed), all of ``own``
    that can be loaded are taken. A foreign reader under the name of one of ours is told
    apart by its place.
    """
    ours = {setup.value: setup for setup in own}
    points = announced()
    mine = [point for point in points if point.value in ours] or _unannounced(own)
    ranked = sorted(mine, key=lambda point: [*ours].index(point.value))
    organs = [Organ(ours[p.value].name, ours[p.value].family, _loaded(p)) for p in ranked]
    names = {setup.name for setup in own}
    return (*organs, *_foreign([p for p in points if p.value not in ours], names))


def _unannounced(own: Iterable[Setup]) -> list[EntryPoint]:
    points = (EntryPoint(setup.name, setup.value, GROUP) for setup in own)
    return [point for point in points if find_spec(point.module)]


def _foreign(points: Iterable[EntryPoint], names: Iterable[str]) -> Iterable[Organ]:
    taken = set(names)
    for point in points:
        name = f"{point.name} ({point.value})" if point.name in taken else point.name
        taken.add(name)
        yield Organ(name, f"foreign:{name}", _loaded(point), foreign=True)


def _loaded(point: EntryPoint) -> Reader:
    """The reader behind an entry point; one that refuses where there is none."""
    try:
        reader = point.load()
    except Exception as error:  # whatever a foreign module does when it is imported
        return _broken(error)
    return reader if callable(reader) else _broken(TypeError(point.value))


def _broken(error: BaseException) -> Reader:
    return lambda text: failed(error)


def failed(error: BaseException) -> Refusal:
    """The refusal in place of a reader's exception; it names the type alone."""
    return Refusal(FAILED, Missing.SKILL, f"the reader failed: {type(error).__name__}")


def run_organ(organ: Organ, text: str, failures: Failures) -> Opinion:
    """What the organ finds; a reader that raises, or returns anything else, has refused.

    Raises what ``judge`` raises over a problem of our own (the engine contradicts itself);
    over a foreign problem that is the foreign reader's failure.
    """
    problem = understand(organ, text)
    if isinstance(problem, Refusal):
        return _refused(organ, problem, failures)
    try:
        judgement = judge(problem)
    except Exception as error:
        if not organ.foreign:
            raise
        return _refused(organ, failed(error), failures)
    return _judged(organ, problem, judgement)


def understand(organ: Organ, text: str) -> Problem | Refusal:
    """The problem or refusal of an organ; whatever else comes of its reader is a refusal, too."""
    try:
        found: object = organ.read(text)
    except (Exception, SystemExit) as error:
        return failed(error)
    if isinstance(found, Problem) and found.text != text:
        return failed(ValueError("a problem of another text"))
    return found if isinstance(found, Problem | Refusal) else failed(TypeError("neither problem nor refusal"))


def _refused(organ: Organ, refusal: Refusal, failures: Failures) -> Opinion:
    return Opinion(organ.name, organ.family, failures.state(refusal), refusal=refusal)


def _judged(organ: Organ, problem: Problem, judgement: Judgement) -> Opinion:
    answers = judgement.state is EpistemicState.INFERRED and judgement.refusal is None
    survived = judgement.robustness.by_family
    decisive = {relaxation.family for relaxation in problem.relaxations if relaxation.decisive}
    return Opinion(
        organ.name,
        organ.family,
        judgement.state,
        judgement.candidates[0].answer if answers else None,
        problem.reading.question.unit,
        judgement.refusal,
        judgement.candidates,
        judgement.eliminated,
        judgement.robustness,
        tuple(dict.fromkeys(family for family, kept in survived if not kept and family in decisive)),
        judgement.certificate,
        problem,
    )
