"""What a text has said so far: its amounts, and the relations between them.

Glossary: an *amount* is a typed quantity of the text or an unknown one, with whose it is,
which event it took part in, when, and per what; a *rate* is an amount that is per
something; an *owner* is the tuple of those who have it together. The *world* collects
amounts and relations while the clauses are read in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from models.expression import Constant, Given, Licence
from models.quantity import Quantity as Stated
from models.relation import Bond, Operand, Relation, Unknown
from models.span import Span
from models.units import Unit
from readers.r2.records import Modality, Word
from readers.r2.things import Thing

Owner = tuple[str, ...]
BILL = "bill"  # a selector of what was to be paid so far
PRICE = "price"  # kind of a selector for what a thing costs
MAX_AMOUNTS = 120


class WorldOverflow(ValueError):
    """More amounts than a text of this kind can hold."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened with an amount: verb lemma, verb class, sign for its owner, when, how certain."""

    verb: str = ""
    kind: str = ""
    sign: int = 0
    about: frozenset[str] = frozenset()  # what else the clause speaks of: "play soccer", "are in the yard"
    clause: int = -1
    time: frozenset[str] = frozenset()
    place: str = ""
    modality: Modality = Modality.ACTUAL
    total: bool = False  # the clause says what there is in all
    final: bool = False  # the clause says what there is now, or left


@dataclass(frozen=True, slots=True)
class Amount:
    """An operand with its type; ``whole`` is the id of the amount that it is a part of.

    ``root`` is the id of the amount that rates were applied to, of a derived
    one. ``parents`` are the ids of the amounts that it was derived from, none where
    the text speaks of it itself; ``origin`` is stated, implied (a reference that matched nothing) or
    derived.
    """

    operand: Operand
    thing: Thing
    owner: Owner
    event: Event
    span: Span
    per: tuple[Thing, ...] = ()
    origin: str = "stated"
    parents: frozenset[str] = frozenset()
    whole: str = ""
    wholes: frozenset[str] = frozenset()  # all amounts that it is a part of, when all clauses are read
    root: str = ""
    item: Thing = Thing()  # what a price is the price of

    @property
    def ident(self) -> str:
        return ident_of(self.operand)

    @property
    def unit(self) -> Unit:
        """The unit that the thing and the denominators give."""
        unit = self.thing.unit
        for thing in self.per:
            unit = unit / thing.unit
        return unit

    @property
    def is_rate(self) -> bool:
        return bool(self.per)


@dataclass(frozen=True, slots=True)
class Joint:
    """An operand that is the sum of what is meant by each of ``parts``."""

    operand: Operand
    parts: tuple[tuple[Thing, Owner], ...]
    event: Event
    span: Span


@dataclass(frozen=True, slots=True)
class Selector:
    """An amount that is meant by description, to be looked up when all clauses are read.

    ``operand`` stands for it in the relations meanwhile. ``kind`` is "have" for what the owner has at
    that point of the text (position ``before``), rest for what is left of a whole after its parts, else a verb class.
    """

    operand: Unknown
    thing: Thing
    owner: Owner
    kind: str
    verb: str
    time: frozenset[str]
    before: int
    span: Span


def ident_of(operand: Operand) -> str:
    """The id by which an operand is known."""
    return operand.entry if isinstance(operand, Constant) else operand.ident


@dataclass(slots=True)
class World:
    """The builder that the rules write to; ``choices`` says which alternative each choice point takes."""

    choices: dict[str, int] = field(default_factory=dict)
    amounts: list[Amount] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    stated: dict[str, Stated] = field(default_factory=dict)
    selectors: list[Selector] = field(default_factory=list)
    starts: list[Unknown] = field(default_factory=list)  # what there was before a first loss
    above: dict[str, frozenset[str]] = field(default_factory=dict)  # operand -> what it is, or is a part of
    joints: list[Joint] = field(default_factory=list)
    shifts: dict[int, Unknown] = field(default_factory=dict)  # clause -> unknown years from now of its time
    people: set[str] = field(default_factory=set)  # owners that are people
    same: dict[str, str] = field(default_factory=dict)  # amount -> the one that it is another mention of
    repeated: set[str] = field(default_factory=set)  # givens that only say an amount once more
    definite: set[str] = field(default_factory=set)  # givens of phrases such as "the two girls"
    points: dict[str, int] = field(default_factory=dict)  # choice point -> number of alternatives
    taken: set[int] = field(default_factory=set)  # places of words that a rule took up
    united: list[tuple[str, str]] = field(default_factory=list)  # bases that one sum counts together
    unknowns: dict[str, Unknown] = field(default_factory=dict)
    _fresh: int = 0

    def given(self, word: Word, unit: Unit, value: Fraction | None = None) -> Given:
        """The amount of a numeral, recorded with its unit; the word counts as taken up."""
        ident = f"q{word.place}"
        number = word.numeral.value if word.numeral else Fraction(0)
        self.stated[ident] = Stated(ident, number if value is None else value, unit, word.span)
        self.taken.add(word.place)
        return Given(ident)

    def unknown(self, unit: Unit, span: Span, integral: bool = False, signed: bool = False) -> Unknown:
        """A fresh unknown amount."""
        self._fresh += 1
        fresh = Unknown(f"u{self._fresh}", unit, integral, signed, span)
        self.unknowns[fresh.ident] = fresh
        return fresh

    def add(self, amount: Amount) -> Amount:
        """Record an amount; WorldOverflow past the bound."""
        if len(self.amounts) >= MAX_AMOUNTS:
            raise WorldOverflow(f"more than {MAX_AMOUNTS} amounts")
        self.amounts.append(amount)
        return amount

    def relate(self, bond: Bond, result: Operand, terms: list[tuple[Operand, int]], rule: str, span: Span) -> Operand:
        """Record that ``result`` is the sum or product of the terms; returns the result."""
        operands, signs = tuple(o for o, _ in terms), tuple(s for _, s in terms)
        relation = Relation(bond, result, operands, signs, Licence(rule, span))
        if relation not in self.relations:
            self.relations.append(relation)
        return result

    def choose(self, name: str, alternatives: int) -> int:
        """Which of the alternatives of a choice point this reading takes; the point is remembered."""
        self.points[name] = max(alternatives, self.points.get(name, 0))
        return min(self.choices.get(name, 0), alternatives - 1)

    def unit_of(self, operand: Operand) -> Unit:
        """The unit of an operand."""
        return self.stated[operand.ident].unit if isinstance(operand, Given) else operand.unit

    def find(self, ident: str) -> Amount | None:
        """The first amount with this operand."""
        return next((a for a in self.amounts if a.ident == ident), None)

    def renew(self, amount: Amount, **changes: object) -> Amount:
        """Put a changed amount in the place of an old one."""
        fresh = replace(amount, **changes)  # type: ignore[arg-type]
        self.amounts[self.amounts.index(amount)] = fresh
        return fresh
