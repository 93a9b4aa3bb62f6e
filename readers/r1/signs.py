"""Which way a term counts for the one the question asks about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from readers.r1.packs import read_pack
from readers.r1.terms import Term


@dataclass(frozen=True, slots=True)
class MoneySigns:
    """How money moves with a verb: by its class, or by the verb itself.

    ``selling`` brings money in, ``buying`` takes it away; ``open_verbs`` take away
    what is there where the question asks what is left; ``putting`` adds to a place;
    ``units`` are the measures of money.
    """

    by_class: Mapping[str, int]
    selling: frozenset[str]
    buying: frozenset[str]
    open_verbs: frozenset[str]
    putting: frozenset[str]
    units: frozenset[str]


@cache
def load_money_signs() -> MoneySigns:
    """Reads money.toml once."""
    table = read_pack("money.toml")
    return MoneySigns(
        dict(table["sign"]["classes"]),
        frozenset(table["selling"]["verbs"]),
        frozenset(table["buying"]["verbs"]),
        frozenset(table["open"]["verbs"]),
        frozenset(table["putting"]["verbs"]),
        frozenset(table["unit"]["words"]),
    )


def is_money(term: Term) -> bool:
    """Whether the term counts dollars or cents, alone or per something."""
    return not load_money_signs().units.isdisjoint(term.unit.numerator)


def sign_of(term: Term, owners: frozenset[str], money: bool, place: frozenset[str]) -> int:
    """+1, -1 or 0 for ``owners``; ``money`` where the question counts money.

    A transfer depends on who gives and who gets; where a ``place`` is asked about
    (its labels), what others get there is taken from it.
    """
    if term.passive:
        return 0
    if term.verb_class == "transfer":
        return _transfer_sign(term, owners)
    if money or is_money(term):
        return money_sign(term)
    others = place and term.owners and not (place | owners) & term.owners
    if others and term.verb_class == "gain" and term.verb not in load_money_signs().putting:
        return -1
    return term.polarity


def money_sign(term: Term) -> int:
    """Buying takes money away, selling brings it in."""
    signs = load_money_signs()
    if term.verb in signs.selling:
        return 1
    if term.verb in signs.buying:
        return -1
    return signs.by_class.get(term.verb_class, term.polarity)


def _transfer_sign(term: Term, owners: frozenset[str]) -> int:
    if owners & term.owners:
        return -1
    if owners & term.recipients or (term.owners and owners and not term.recipients):
        return 1
    return term.polarity
