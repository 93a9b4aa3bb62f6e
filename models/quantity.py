"""What a reader finds in a text: quantities, cues, the question, the reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from models.chain import ChainProblem
from models.relation import RelationalProblem
from models.span import Span
from models.units import Unit


class Role(Enum):
    """What a quantity does in its clause."""

    AMOUNT = "amount"  # so many of something: 5 apples
    RATE = "rate"  # so much per something: $3 an apple
    FACTOR = "factor"  # twice, three times as many
    DIFFERENCE = "difference"  # 5 more than
    FRACTION = "fraction"  # a third of, 20 % of


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of the text with what it measures.

    ``value`` is exact (percent as a ratio: 20 % is 1/5); ``entity`` is the lemma
    of the head noun, ``owner`` the lemma of the subject, either may be "".
    """

    ident: str
    value: Fraction
    unit: Unit
    span: Span
    role: Role = Role.AMOUNT
    entity: str = ""
    owner: str = ""
    per: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or phrase that bears arithmetic: its kind, pack entry, span, scope."""

    kind: str
    entry: str
    span: Span
    scope: Span


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for.

    ``aggregation`` is one of single, total, left, difference, each, average,
    ratio, percent; ``entities`` are the head nouns that the answer counts.
    """

    span: Span
    unit: Unit
    entities: tuple[str, ...]
    aggregation: str
    owner: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A quantity or word that is no part of the sum, by which named rule."""

    span: Span
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a text, ready to be modelled: as operation chains or as relations.

    Exactly one of ``chain`` and ``relations`` is set (ValueError). ``choices`` names, for
    each open choice point, which alternative this reading takes (0 is the preferred one).
    """

    reader: str
    quantities: tuple[Quantity, ...]
    cues: tuple[Cue, ...]
    question: Question
    aside: tuple[SetAside, ...]
    chain: ChainProblem | None
    choices: tuple[tuple[str, int], ...] = ()
    signed: bool = False  # may the answer be negative (temperature, balance)?
    integral: bool = True  # does the question count indivisible things?
    relations: RelationalProblem | None = None

    def __post_init__(self) -> None:
        if (self.chain is None) == (self.relations is None):
            raise ValueError("a reading is either operation chains or relations")


@dataclass(frozen=True, slots=True)
class Relaxation:
    """The reading with one constraint family loosened, or one choice flipped.

    ``family`` is signs, licences or target, or ``choice:NAME`` for a flipped
    choice point. A ``decisive`` one refuses where it gives another answer (what
    "than", "that" or a pronoun stands for); others only lower the robustness.
    """

    family: str
    reading: Reading
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A text as a reader understood it: the preferred reading and its doubts.

    ``doubts`` names what the reader looked for against its own reading, and
    whether the reading stands up to it (``("grounding", False)``: a content word
    of the question is grounded in no amount that is used).
    """

    reader: str
    text: str
    reading: Reading
    relaxations: tuple[Relaxation, ...] = ()
    doubts: tuple[tuple[str, bool], ...] = ()
