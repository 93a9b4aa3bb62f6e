"""Terms: mentions with unit, owner and polarity, as the relations need them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from models.expression import Expression, Licence
from models.quantity import Quantity, Role
from models.span import Span
from models.units import Unit


@dataclass(frozen=True, slots=True)
class Term:
    """An amount that the chains may use, with what is known about it.

    Label sets hold lemmas of content words. Fields, in order:

    - ``ident``: ``q`` and the index of its mention, or a name of its own ("root", "one:7");
    - ``value``: the exact value of its numeral, a percent as a ratio;
    - ``unit``: what it measures, with what it is per below the line;
    - ``role``: amount, difference, factor or fraction;
    - ``expression``: how the amount comes about from the quantities of the text;
    - ``covers``: the ids of the quantities inside ``expression``;
    - ``lemma``: the noun counted or the measure, "" where there is none;
    - ``labels``: the content lemmas around it, its owner's included;
    - ``owners``: labels of the clause's subject, pronouns resolved;
    - ``verb``: lemma of the clause's verb;
    - ``verb_class``: the verb's primary class, "" if unknown;
    - ``polarity``: +1, -1 or 0, how the verb changes what its subject holds;
    - ``clause``: index of its clause, -1 for none;
    - ``place``: index of the first word of its mention;
    - ``licence``: the pack entry and the span that license its event;
    - ``span``: the numeral's span;
    - ``recipients``: labels of whoever gets it;
    - ``derived``: made from other terms;
    - ``part``: a fraction of another term;
    - ``whole``: the text calls it a total;
    - ``rest``: the text says that it was left;
    - ``negated``: its clause is negated;
    - ``people``: those of ``owners`` that are persons;
    - ``passive``: a passive that does not say who gains;
    - ``complement``: what the part leaves of its whole, None if it is no part;
    - ``kindred``: nouns for the same things: modifiers, complement, predicate;
    - ``joined``: nouns that share the amount ("on a shirt and shoes");
    - ``many``: its comparison counts ("as many") rather than measures;
    - ``bound``: index of the mention of the count that its rate goes with, -1 for none;
    - ``replaces``: it retires the value that it was compared with ("20 % off");
    - ``base``: ident of the term that it was compared with, "" for none;
    - ``shared``: a share of a stated total;
    - ``sentence``: index of its sentence, -1 for none;
    - ``more``: "more" or the like stands between numeral and noun.
    """

    ident: str
    value: Fraction
    unit: Unit
    role: Role
    expression: Expression
    covers: frozenset[str]
    lemma: str
    labels: frozenset[str]
    owners: frozenset[str]
    verb: str
    verb_class: str
    polarity: int
    clause: int
    place: int
    licence: Licence
    span: Span
    recipients: frozenset[str] = frozenset()
    derived: bool = False
    part: bool = False
    whole: bool = False
    rest: bool = False
    negated: bool = False
    people: frozenset[str] = frozenset()
    passive: bool = False
    complement: Expression | None = None
    kindred: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    many: bool = False
    bound: int = -1
    replaces: bool = False
    base: str = ""
    shared: bool = False
    sentence: int = -1
    more: bool = False


def quantity_of(term: Term, span: Span) -> Quantity:
    """The model's record of the term's own numeral."""
    owner = " ".join(sorted(term.owners))
    per = term.unit.denominator
    role = Role.RATE if per and term.role is Role.AMOUNT else term.role
    return Quantity(term.ident, term.value, term.unit, span, role, term.lemma, owner, per)
