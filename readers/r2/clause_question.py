"""What is asked: how many, how long, what is, which, find; inverted verbs and their subjects."""

from __future__ import annotations

from dataclasses import replace

from readers.r2.clause_draft import Draft, Reading
from readers.r2.clause_phrases import phrase_at
from readers.r2.clause_verbs import Group
from readers.r2.records import Argument, Asked, Degree, Modality, Phrase, Shape, Tag, VerbGroup


def question(reading: Reading) -> bool:
    """A question word, with or without a preposition before it."""
    at, preposition = reading.at, ""
    if reading.tag(at) is Tag.PREPOSITION and reading.tag(at + 1) is Tag.QUESTION:
        at, preposition = at + 1, reading.lower(at)
    if reading.tag(at) is not Tag.QUESTION:
        return False
    asked, behind = _asked(reading, at)
    draft = _draft(reading)
    draft.asked = replace(asked, role="prepositional") if preposition else asked
    draft.last_phrase = asked.phrase
    draft.take(reading.words[reading.at].place, reading.words[behind - 1].place)
    if preposition:
        draft.arguments.append(Argument("prepositional", asked.phrase, preposition))
    reading.at, reading.comma = behind, False
    _verb(reading, draft)
    return True


def _draft(reading: Reading) -> Draft:
    current = reading.current
    if not current.begun and current.asked is None:
        current.kind = "question"
        return current
    waiting = reading.waiting()
    if waiting is not None and not waiting.begun:
        waiting.kind, reading.current = "question", waiting
        return waiting
    return reading.open("question", None, None)


def _asked(reading: Reading, at: int) -> tuple[Asked, int]:
    """The words that ask, the phrase that they ask for, and the index behind it."""
    packs = reading.packs
    if reading.lower(at) in packs.how and reading.lower(at + 1) in packs.amount_words:
        phrase = phrase_at(reading, at + 1)
        return _how_many(reading, at, phrase)
    if reading.lower(at) in packs.how:
        degree = reading.tag(at + 1) in (Tag.ADJECTIVE, Tag.ADVERB)
        behind = at + 1 + degree
        return _plain(reading, at, behind), behind
    found = phrase_at(reading, at + 1)
    if found is None:
        return _plain(reading, at, at + 1), at + 1
    return _what(reading, at, found)


def _plain(reading: Reading, at: int, behind: int) -> Asked:
    first = reading.words[at].place
    word = " ".join(reading.lower(i) for i in range(at, behind))
    role = "object" if behind == at + 1 else "adverbial"
    return Asked(word, None, role, first, first + behind - at)


def _how_many(reading: Reading, at: int, phrase: Phrase | None) -> tuple[Asked, int]:
    first = reading.words[at].place
    word = f"{reading.lower(at)} {reading.lower(at + 1)}"
    if phrase is None or phrase.last <= first + 2:
        return Asked(word, None, "object", first, first + 2), at + 2
    return Asked(word, _bare(phrase, reading), "object", first, phrase.last), reading.index(phrase.last)


def _bare(phrase: Phrase, reading: Reading) -> Phrase:
    """The phrase without the untold amount that is asked for."""
    amount = phrase.quantity
    if phrase.last - phrase.first == 1:
        return replace(phrase, quantity=None)
    start = phrase.first + 1
    span = replace(phrase.span, start=reading.words[reading.index(start)].span.start)
    kept = None if amount is not None and amount.degree is Degree.UNKNOWN else amount
    if phrase.members:
        members = (_bare(phrase.members[0], reading), *phrase.members[1:])
        return replace(phrase, first=start, span=span, members=members)
    return replace(phrase, first=start, span=span, quantity=kept)


def _what(reading: Reading, at: int, found: Phrase) -> tuple[Asked, int]:
    """What fraction of the pens, what price, which box."""
    first = reading.words[at].place
    part = found.head in reading.packs.what_parts and not found.determiner
    word = f"{reading.lower(at)} {found.head}" if part else reading.lower(at)
    phrase = (found.of or found.owner) if part else found
    return Asked(word, phrase, "object", first, found.last), reading.index(found.last)


def _verb(reading: Reading, draft: Draft) -> None:
    """The verb behind the question words: inverted, or with what is asked for as its subject."""
    _tails(reading, draft)
    at = reading.past_adverbs(reading.at)
    group = reading.finite(at)
    if group is None:
        _uninverted(reading, draft)
        return
    draft.adverbs.extend(range(reading.words[reading.at].place, reading.words[at].place))
    behind = reading.index(group.verb.last)
    single = group.verb.last - group.verb.first == 1
    copula = group.form == "auxiliary" or (group.verb.lemma in reading.packs.inverting and single)
    if copula and reading.tag(behind) is Tag.EXPLETIVE:
        _place_verb(reading, draft, group)
        draft.existential = True
        draft.take(reading.words[behind].place)
        reading.at = behind + 1
        _role(draft, "subject")
        return
    subject = phrase_at(reading, behind, subject=True) if copula else None
    if subject is None:
        _place_verb(reading, draft, group)
        _as_subject(reading, draft, group)
        return
    _inverted(reading, draft, group, subject)


def _tails(reading: Reading, draft: Draft) -> None:
    """What stands between the question words and their verb: in the box, in hours, up."""
    while draft.asked is not None:
        at = reading.at + (reading.tag(reading.at) is Tag.PUNCTUATION)
        if (reading.lower(at), reading.lower(at + 1)) in reading.packs.adverbials:
            _adverbial(reading, draft, at)
            continue
        if reading.tag(at) not in (Tag.PREPOSITION, Tag.PARTICLE):
            return
        found = phrase_at(reading, at + 1)
        behind = at + 1 if found is None else reading.index(found.last)
        behind += reading.tag(behind) is Tag.PUNCTUATION and at > reading.at
        if reading.finite(behind) is None and reading.tag(behind) is not Tag.PREPOSITION:
            return
        _tail(reading, draft, at, found)
        reading.at = behind


def _adverbial(reading: Reading, draft: Draft, at: int) -> None:
    """On average, in total, with the comma behind."""
    places = (reading.words[at].place, reading.words[at + 1].place)
    draft.adverbs.extend(places)
    draft.take(*places)
    reading.at = at + 2 + (at > reading.at and reading.tag(at + 2) is Tag.PUNCTUATION)


def _tail(reading: Reading, draft: Draft, at: int, found: Phrase | None) -> None:
    place = reading.words[at].place
    asked = draft.asked
    draft.take(place)
    if found is None:
        draft.adverbs.append(place)
    elif asked is None or asked.phrase is None:
        draft.arguments.append(Argument("prepositional", found, reading.lower(at)))
        draft.take(found.last - 1)
    else:
        draft.last_phrase = asked.phrase
        tail = Argument("prepositional", found, reading.lower(at))
        span = asked.phrase.span.cover(found.span)
        tails = (*asked.phrase.tails, tail)
        draft.replace_last(replace(asked.phrase, last=found.last, span=span, tails=tails))


def _role(draft: Draft, role: str) -> None:
    if draft.asked is not None and draft.asked.role != "prepositional":
        draft.asked = replace(draft.asked, role=role)


def _as_subject(reading: Reading, draft: Draft, group: Group) -> None:
    """How many pens are left; what remains; how long is left."""
    if draft.asked is None or draft.asked.role == "prepositional":
        return
    named = phrase_at(reading, reading.at) if _is_what(reading, draft.asked) else None
    if named is not None and draft.asked.phrase is None and group.verb.lemma in reading.packs.be:
        draft.asked = replace(draft.asked, phrase=named, role="complement")
        draft.take(named.first, named.last - 1)
        draft.last_phrase, reading.at = named, reading.index(named.last)
        return
    _role(draft, "subject")
    draft.subject = draft.asked.phrase


def _place_verb(reading: Reading, draft: Draft, group: Group) -> None:
    draft.verb, draft.form = group.verb, "finite"
    draft.adverbs.extend(group.adverbs)
    draft.take(group.verb.first, group.verb.last - 1)
    reading.at = reading.index(group.verb.last)


def _inverted(reading: Reading, draft: Draft, group: Group, subject: Phrase) -> None:
    """Does Tom have, is the total, are the pens worth."""
    subject, inner = _split(reading, group, subject, draft)
    behind = reading.index(subject.last)
    if inner is None and group.form != "auxiliary" and group.verb.lemma not in reading.packs.be:
        _place_verb(reading, draft, group)
        _as_subject(reading, draft, group)
        return
    if inner is not None:
        verb = _merged(reading, group, inner)
        draft.verb, draft.form, draft.subject = verb, "finite", subject
        if verb.lemma in reading.packs.be and draft.asked is not None and draft.asked.role == "adverbial":
            _role(draft, "complement")
        draft.adverbs.extend((*group.adverbs, *inner.adverbs))
        draft.take(group.verb.first, subject.first, verb.last - 1)
        _adverbs(reading, draft, behind, reading.index(inner.verb.first))
        reading.at = reading.index(inner.verb.last)
        return
    _place_verb(reading, draft, group)
    draft.take(subject.first, subject.last - 1)
    asked = draft.asked
    if asked is not None and asked.phrase is None and asked.role == "object" and _is_what(reading, asked):
        draft.asked = replace(asked, phrase=subject, role="complement")
    else:
        _role(draft, "complement")
        draft.subject = subject
    draft.last_phrase = subject
    reading.at = behind


def _is_what(reading: Reading, asked: Asked) -> bool:
    return not asked.word.startswith(tuple(reading.packs.how))


def _adverbs(reading: Reading, draft: Draft, first: int, last: int) -> None:
    draft.adverbs.extend(reading.words[at].place for at in range(first, last) if reading.tag(at) is Tag.ADVERB)


def _split(reading: Reading, group: Group, subject: Phrase, draft: Draft) -> tuple[Phrase, Group | None]:
    """The reading of the subject that is followed by the verb which the auxiliary waits for."""
    place = reading.words[0].place + reading.index(subject.first)
    for node in reading.chart.at(place, ("base", "phrase", "coordination")):
        inner = reading.group(reading.past_adverbs(reading.index(node.last)))
        if inner is not None and _awaited(reading, group, inner, draft):
            return node.value, inner
    return subject, None


def _awaited(reading: Reading, group: Group, inner: Group, draft: Draft) -> bool:
    if inner.form == "infinitive":
        return False
    lemma = group.verb.lemma
    if lemma not in reading.packs.be | reading.packs.have:
        return inner.form in ("finite", "auxiliary")
    state = inner.verb.last - inner.verb.first == 1 and _behind_only(reading, inner)
    what = draft.asked is not None and _is_what(reading, draft.asked) and draft.asked.phrase is None
    return not state and not (what and inner.form == "participle") and (inner.form != "finite" or _participle(inner))


def _behind_only(reading: Reading, inner: Group) -> bool:
    return reading.lower(reading.index(inner.verb.first)) in reading.packs.behind


def _participle(inner: Group) -> bool:
    return inner.verb.tense == "past"


def _merged(reading: Reading, outer: Group, inner: Group) -> VerbGroup:
    """One verb group of the auxiliaries before and the verb behind the subject."""
    out, verb, packs = outer.verb, inner.verb, reading.packs
    passive = out.lemma in packs.be and inner.form == "participle"
    modality = verb.modality if verb.modality is not Modality.ACTUAL else out.modality
    return replace(
        verb,
        tense=out.tense,
        perfect=out.perfect or out.lemma in packs.have or verb.perfect,
        passive=passive or verb.passive,
        negated=out.negated or verb.negated,
        modality=modality,
    )


def _uninverted(reading: Reading, draft: Draft) -> None:
    """How many pens Tom has: the subject stands before its verb."""
    subject = phrase_at(reading, reading.at, subject=True)
    if subject is None:
        return
    behind = reading.past_adverbs(reading.index(subject.last))
    group = reading.finite(behind)
    if group is None:
        return
    draft.subject = subject
    draft.take(subject.first, subject.last - 1)
    _place_verb(reading, draft, group)


def request(reading: Reading) -> bool:
    """Find, calculate, determine at the head of a clause ask for their object."""
    group, current = reading.group(reading.at), reading.current
    if group is None or group.form != "finite" or not group.base or group.verb.lemma not in reading.packs.request:
        return False
    if reading.words[reading.at].shape is not Shape.BASE or (current.begun and not reading.comma):
        return False
    behind = reading.index(group.verb.last)
    found = phrase_at(reading, behind)
    if found is None or reading.tag(reading.index(found.last)) is Tag.NUMBER:
        return False
    word, current = group.verb.lemma, _draft(reading)
    current.asked = Asked(word, found, "object", group.verb.first, found.last)
    _place_verb(reading, current, group)
    current.last_phrase = found
    current.take(found.first, found.last - 1)
    reading.at, reading.comma = reading.index(found.last), False
    return True
