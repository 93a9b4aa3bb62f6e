"""What links clauses: subordinators, relatives, coordinators; and "there" before a verb."""

from __future__ import annotations

from readers.r2.clause_draft import Draft, Reading
from readers.r2.clause_phrases import phrase_at
from readers.r2.clause_verbs import Group
from readers.r2.records import Argument, Phrase, Tag

SUBORDINATE = frozenset({"if", "when", "after", "before", "while", "because", "until"})
MAX_LINK = 3
MAX_ADVERBIAL = 4


def clause_follows(reading: Reading, at: int) -> bool:
    """Whether a subject with its verb stands at an index."""
    at = reading.past_adverbs(at)
    if reading.tag(at) is Tag.EXPLETIVE:
        return reading.finite(at + 1) is not None
    found = phrase_at(reading, at, subject=True)
    while found is not None:
        behind = reading.index(found.last)
        if reading.finite(behind) is not None or reading.tag(behind) is Tag.RELATIVE:
            return True
        group = reading.group(behind)
        if group is not None and group.form == "participle" and (found.pronoun or found.name):
            return True
        if reading.tag(behind) is not Tag.PREPOSITION:
            return phrase_subject(reading, behind)
        found = phrase_at(reading, behind + 1, subject=True)
    return False


def phrase_subject(reading: Reading, at: int) -> bool:
    """A reduced relative behind a subject: the pens Tom bought cost."""
    inner = phrase_at(reading, at, subject=True)
    return inner is not None and reading.finite(reading.index(inner.last)) is not None


def link_at(reading: Reading, at: int) -> tuple[str, int] | None:
    """Kind of clause and index behind the subordinator at an index."""
    for length in range(MAX_LINK, 0, -1):
        forms = tuple(reading.lower(at + offset) for offset in range(length))
        kind = reading.packs.kinds.get(forms)
        if kind is not None:
            return kind, at + length
    return None


def subordinate(reading: Reading) -> bool:
    """If, when, after, because ... open a clause where a verb follows."""
    found = link_at(reading, reading.at)
    if found is None or phrase_at(reading, reading.at) is not None:
        return False
    kind, behind = found
    sure = reading.words[reading.at].tag is Tag.SUBORDINATOR
    group = reading.group(reading.past_adverbs(behind))
    bare = sure and kind in SUBORDINATE and group is not None and group.form != "auxiliary"
    if not clause_follows(reading, behind) and not bare:
        return False
    current = reading.current
    waiting = current if current.verb is None else None
    parent = waiting or main_of(current)
    draft = reading.open(kind, waiting, parent)
    if current.empty and current.kind == "main" and kind == "so":
        reading.current, draft.kind = draft, "so"
    draft.take(*(reading.words[at].place for at in range(reading.at, behind)))
    reading.at, reading.comma = behind, False
    return True


def main_of(draft: Draft) -> Draft:
    """The clause that a subordinate at the end depends on."""
    while draft.up is not None and draft.kind in ("relative", "infinitive", "gerund", "that"):
        draft = draft.up
    return draft


def relative(reading: Reading) -> bool:
    """Who, which, that behind a noun; that behind a verb of saying."""
    current, word = reading.current, reading.words[reading.at]
    that = word.lower in reading.packs.that
    place = word.lower in reading.packs.places
    if word.tag is not Tag.RELATIVE and not place and not (that and word.tag is Tag.SUBORDINATOR):
        return False
    behind = reading.at + 1
    speech = that and current.verb is not None and current.verb.lemma in reading.packs.speech
    adjacent = current.last_phrase is not None and not _speaks(reading)
    if speech and (not adjacent or clause_follows(reading, behind)):
        draft = reading.open("that", current, current)
    elif current.last_phrase is not None:
        antecedent, outer = current.last_phrase, current
        draft = reading.open("relative", outer, outer)
        draft.antecedent = antecedent
    elif that and clause_follows(reading, behind):
        draft = reading.open("that", current, current)
    else:
        return False
    draft.take(word.place)
    reading.at, reading.comma = behind, False
    return True


def piped_relative(reading: Reading) -> bool:
    """In which, for whom; and 3 of which, whose amount is the subject of the relative clause."""
    current, behind = reading.current, reading.at + 1
    if reading.tag(reading.at) not in (Tag.PREPOSITION, Tag.PARTICLE) or reading.tag(behind) is not Tag.RELATIVE:
        return False
    last = current.last_phrase
    if last is None:
        return False
    part = last if reading.lower(reading.at) in reading.packs.of and last.quantity and not last.head else None
    antecedent = _taken_back(current) if part is not None else last
    draft = reading.open("relative", current, current)
    draft.antecedent, draft.subject = antecedent, part
    draft.take(reading.words[reading.at].place, reading.words[behind].place)
    if part is not None:
        draft.take(part.first)
    else:
        draft.arguments.append(Argument("prepositional", antecedent, reading.lower(reading.at)))
    reading.at, reading.comma = behind + 1, False
    return True


def _taken_back(draft: Draft) -> Phrase | None:
    """Take the phrase read last out of its clause, and give the one before it."""
    draft.arguments = [a for a in draft.arguments if a.phrase is not draft.last_phrase]
    before = [a.phrase for a in draft.arguments if a.phrase is not None]
    draft.last_phrase = before[-1] if before else draft.subject
    return draft.last_phrase


def _speaks(reading: Reading) -> bool:
    """Whether the word before belongs to the verb: "says that"."""
    verb = reading.current.verb
    return verb is not None and verb.last == reading.words[reading.at].place


def adverbial(reading: Reading) -> bool:
    """Several words that are one adverb: in total, at first."""
    longest = MAX_ADVERBIAL if reading.lower(reading.at) in reading.packs.adverbial_firsts else 1
    for length in range(longest, 1, -1):
        behind = reading.at + length
        if tuple(reading.lower(at) for at in range(reading.at, behind)) in reading.packs.adverbials:
            places = [word.place for word in reading.words[reading.at : behind]]
            reading.current.adverbs.extend(places)
            reading.current.take(*places)
            reading.at = behind
            return True
    return False


def expletive(reading: Reading) -> bool:
    """There is, there are."""
    word = reading.words[reading.at]
    if word.tag is not Tag.EXPLETIVE:
        return False
    group = reading.finite(reading.at + 1)
    current = reading.current
    if group is None and not (current.asked and current.verb is not None):
        return False
    if current.verb is not None and not current.asked:
        current = reading.waiting() or reading.open("main", None, None)
        reading.current = current
    current.existential = True
    current.take(word.place)
    reading.at += 1
    return True


def coordinator(reading: Reading) -> bool:
    """And, but, or: between verbs, between clauses, else between what the verb has."""
    word = reading.words[reading.at]
    if word.tag is not Tag.COORDINATOR:
        return False
    current, behind = reading.current, _past_sequence(reading, reading.at + 1)
    kind = "but" if word.lower in reading.packs.contrast else ""
    group = reading.group(reading.past_adverbs(behind))
    if group is not None and current.verb is not None:
        _coordinate_verbs(reading, group, kind)
    elif current.verb is not None and (clause_follows(reading, behind) or _gapped(reading, behind)):
        behind = _coordinate_clauses(reading, kind, behind)
    reading.current.take(word.place)
    reading.at, reading.comma = behind, False
    return True


def _past_sequence(reading: Reading, at: int) -> int:
    while reading.lower(at) in reading.packs.sequence:
        at += 1
    return at


def _coordinate_verbs(reading: Reading, group: Group, kind: str) -> None:
    """A verb with the subject of the verb before: the nearest one of the same form."""
    fellow = fellow_of(reading.current, group)
    base = fellow.kind if fellow.kind != "question" else "main"
    draft = reading.open(kind if kind and base == "main" else base, fellow.up, fellow.parent)
    draft.subject, draft.antecedent, draft.inherited = fellow.subject, fellow.antecedent, True
    draft.existential = False
    reading.comma = False


def fellow_of(draft: Draft, group: Group) -> Draft:
    """The clause whose verb has the form of the new one."""
    start = draft
    while draft.up is not None and draft.up.verb is not None and not _like(draft, group):
        draft = draft.up
    return draft if _like(draft, group) else start


def _like(draft: Draft, group: Group) -> bool:
    if draft.form == "infinitive":
        return group.form == "infinitive" or group.base
    return draft.form == group.form


def _coordinate_clauses(reading: Reading, kind: str, behind: int) -> int:
    """A clause with its own subject; returns where its reading goes on."""
    current = reading.current
    waiting = reading.waiting()
    opening = current.kind in SUBORDINATE and waiting is not None
    fellow = current if current.kind in SUBORDINATE or current.kind == "that" else None
    elided = _gapped(reading, behind) and not clause_follows(reading, behind)
    if opening or (fellow is not None and fellow.parent is not None and not reading.comma):
        draft = reading.open(current.kind, current.up, current.parent)
    else:
        draft = reading.open(kind or "main", None, None)
    subject = phrase_at(reading, behind, subject=True) if elided else None
    if subject is None:
        return behind
    draft.verb, draft.form, draft.subject = current.verb, current.form, subject
    draft.take(subject.first, subject.last - 1)
    return reading.index(subject.last)


def _gapped(reading: Reading, at: int) -> bool:
    """Mary 3: a phrase right before an amount, with the verb left out."""
    found = phrase_at(reading, at, subject=True)
    if found is None or not found.name:
        return False
    behind = reading.index(found.last)
    return reading.tag(behind) is Tag.NUMBER and phrase_at(reading, behind) is not None
