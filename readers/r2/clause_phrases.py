"""Which reading of a phrase a clause takes, what kind of phrase it is, and its open comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from readers.lexicon import load_lexicon
from readers.packs_numeric import TIME, load_numeric_packs
from readers.r2.clause_draft import Reading
from readers.r2.engine import Node
from readers.r2.grammar import ANY_PHRASE
from readers.r2.grammar.leaves import load_leaves
from readers.r2.records import Clause, Degree, Phrase, Quantity, Tag

MONEY = "money"
ARTICLE = "a"
RELATIVE = "relative"
COMPARED = (Degree.TIMES, Degree.MORE, Degree.LESS, Degree.SAME)


def phrase_at(reading: Reading, at: int, subject: bool = False) -> Phrase | None:
    """The longest phrase at an index that leaves the next clause its subject; None without one.

    ``subject`` says that the phrase may be the subject itself, so that a verb may follow it.
    """
    key = at, subject
    if key not in reading.phrases:
        reading.phrases[key] = _preferred(reading, at, subject)
    return reading.phrases[key]


def _preferred(reading: Reading, at: int, subject: bool) -> Phrase | None:
    found = _unswallowing(reading, at, subject)
    if found:
        longest = [node for node in found if node.last == found[0].last]
        return _value(longest[0] if len(longest) == 1 else min(longest, key=lambda node: unlike(node.value)))
    rate = reading.chart.at(at + reading.words[0].place, ("rate",))
    return rate[0].value.phrase if rate and reading.tag(at) is Tag.DETERMINER else None


def _unswallowing(reading: Reading, at: int, subject: bool) -> list[Node]:
    """Readings, longest first, up to the last member of a coordination that runs over."""
    kept: list[Node] = []
    limit = len(reading.words) + reading.words[0].place
    for node in reading.chart.at(at + reading.words[0].place, ANY_PHRASE):
        if node.last > limit:
            continue
        if not subject and _runs_over(reading, node):
            limit = min(limit, *(found.members[-1].first for found in edge(node.value) if found.members))
        elif node.last <= limit:
            kept.append(node)
    return kept


def apart(reading: Reading, at: int, found: Phrase | None, preposition: str = "") -> Phrase | None:
    """The phrase up to its last coordinated member, where that one begins the like over again.

    So in "for $10 and a hat for $5", where the same preposition follows, and beside a time.
    """
    joined = next((part for part in edge(found) if part.members), None) if found is not None else None
    if found is None or joined is None:
        return found
    repeats = preposition != "" and reading.lower(reading.index(found.last)) == preposition
    timed = is_when(joined.members[0], reading) != is_when(joined.members[-1], reading)
    parallel = reading.current.kind == RELATIVE and reading.tag(reading.index(found.last)) is Tag.RELATIVE
    if not (repeats or timed or parallel):
        return found
    nodes = reading.chart.at(at + reading.words[0].place, ANY_PHRASE)
    shorter = next((node for node in nodes if node.last < joined.members[-1].first), None)
    return found if shorter is None else _value(shorter)


def counted(phrase: Phrase) -> bool:
    """Whether a phrase says how many: by an amount, or by the article for one."""
    return _look(phrase)[0]


def _value(node: Node) -> Phrase:
    phrase: Phrase = node.value
    return phrase


def _runs_over(reading: Reading, node: Node) -> bool:
    """Whether a coordination at the end of a phrase would swallow the subject of the next verb."""
    behind = reading.index(node.last)
    if not any(found.members for found in edge(node.value)):
        return False
    return reading.finite(behind) is not None or _gaps(reading, behind, node.value)


def _gaps(reading: Reading, behind: int, phrase: Phrase) -> bool:
    """Tom has 5 pens and Mary 3: a person and an amount right behind are a clause without its verb."""
    last = list(edge(phrase))[-1]
    return bool(last.name) and reading.tag(behind) is Tag.NUMBER


def unlike(phrase: Phrase) -> int:
    """In how many ways the members of coordinations in a phrase differ; those that belong together are alike."""
    inside = sum(unlike(part) for part in parts(phrase))
    looks = [_look(member) for member in phrase.members]
    return inside + sum(one != other for look in looks[1:] for one, other in zip(looks[0], look, strict=True))


def _look(phrase: Phrase) -> tuple[bool, bool]:
    """Whether it is counted (one, as "a" says, is a count too), and whether it names someone."""
    articles = load_leaves().single.get(phrase.determiner, ())
    counted = phrase.quantity is not None or any(kind.name == ARTICLE for kind in articles)
    return counted, bool(phrase.name or phrase.pronoun)


def edge(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and all that end where it ends, from the outside in."""
    found: Phrase | None = phrase
    while found is not None:
        yield found
        found = next((part for part in parts(found) if part.last == phrase.last), None)


def parts(phrase: Phrase) -> Iterator[Phrase]:
    """Phrases inside a phrase, one level down."""
    yield from phrase.members
    if phrase.of is not None:
        yield phrase.of
    if phrase.owner is not None and phrase.owner.first > phrase.first:
        yield phrase.owner
    yield from (per.phrase for per in phrase.per if per.phrase is not None)
    amount = phrase.quantity
    while amount is not None:
        if isinstance(amount.reference, Phrase):
            yield amount.reference
        amount = amount.inner


def is_person(phrase: Phrase) -> bool:
    """A name, a personal pronoun, a person by kinship or work."""
    if phrase.members:
        return all(is_person(member) for member in phrase.members)
    pronoun = load_lexicon().pronoun(phrase.pronoun) if phrase.pronoun else None
    role = load_lexicon().is_role(phrase.head) and phrase.of is None
    return bool(phrase.name) or (pronoun is not None and pronoun.gender != "neuter") or role


def is_timed(phrase: Phrase) -> bool:
    """Whether the head is a measure of time."""
    entry = load_numeric_packs().unit_of(phrase.head) if phrase.head else None
    return entry is not None and entry.family == TIME


def is_money(phrase: Phrase) -> bool:
    """Whether the head is money."""
    entry = load_numeric_packs().unit_of(phrase.head) if phrase.head else None
    return entry is not None and entry.dimension == MONEY


def is_when(phrase: Phrase, reading: Reading) -> bool:
    """A bare time: yesterday, Monday, last week, every day, this morning."""
    packs = reading.packs
    timed = is_timed(phrase) or phrase.head in packs.times or phrase.name.lower() in packs.times
    if not timed or phrase.owner is not None:
        return False
    counted = phrase.quantity is not None and phrase.quantity.degree is Degree.COUNT
    if counted:
        return phrase.determiner in packs.time_openers
    ordered = bool(packs.time_openers & {phrase.determiner, *phrase.modifiers})
    return ordered or (not is_timed(phrase) and not phrase.determiner)


def is_often(phrase: Phrase) -> bool:
    """How often: twice a day, 3 times, once a week, 5 days a week."""
    amount = phrase.quantity
    numeral = amount.word.numeral if amount and amount.word else None
    frequency = numeral is not None and numeral.rule == "frequency word" and not phrase.head
    return frequency or (is_timed(phrase) and bool(phrase.per))


def open_comparison(phrase: Phrase | None) -> bool:
    """Whether a comparison in a phrase still lacks what it compares with."""
    return phrase is not None and phrase.quantity is not None and _open(phrase.quantity)


def _open(amount: Quantity) -> bool:
    if amount.inner is not None:
        return _open(amount.inner)
    return amount.degree in COMPARED and amount.reference is None


def close_comparison(phrase: Phrase, link: int, reference: Phrase | Clause) -> Phrase:
    """The phrase with its comparison closed by what follows the link at place ``link``."""
    if phrase.quantity is None:
        return phrase
    amount = _closed(phrase.quantity, link, reference)
    span = phrase.span.cover(reference.span)
    return replace(phrase, quantity=amount, last=max(phrase.last, reference.last), span=span)


def _closed(amount: Quantity, link: int, reference: Phrase | Clause) -> Quantity:
    if amount.inner is not None:
        return replace(amount, inner=_closed(amount.inner, link, reference))
    nested = reference.quantity if isinstance(reference, Phrase) else None
    cues = (*amount.cues, link) if link >= 0 else amount.cues
    if nested is not None and nested.degree in (*COMPARED, Degree.PART):
        return replace(amount, inner=nested, cues=cues)
    return replace(amount, reference=reference, cues=cues)


def edge_reference(phrase: Phrase) -> Phrase | None:
    """What a comparison is with, where it ends the phrase and could be the subject of a verb."""
    amount = phrase.quantity
    while amount is not None and amount.inner is not None:
        amount = amount.inner
    if amount is None or amount.degree not in COMPARED or not isinstance(amount.reference, Phrase):
        return None
    return amount.reference if amount.reference.last == phrase.last else None


def reopen(phrase: Phrase, clause: Clause) -> Phrase:
    """The phrase with the reference at its edge replaced by the clause that it is the subject of."""
    return close_comparison(replace(phrase, quantity=_emptied(phrase.quantity)), -1, clause)


def _emptied(amount: Quantity | None) -> Quantity | None:
    if amount is None:
        return None
    if amount.inner is not None:
        return replace(amount, inner=_emptied(amount.inner))
    return replace(amount, reference=None)
