"""The account of the text: every word that bears arithmetic is claimed or refused."""

from __future__ import annotations

from models.outcome import Missing, Refusal
from models.span import Span
from readers.packs_numeric import TIME
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.packs import load_comparatives
from readers.r1.question import load_question_pack
from readers.r1.values import no_value
from readers.r1.view import Read
from readers.r1.words import Tag, Word

GERUND = "ing"  # the ending, not a word
PEOPLE = "person"  # the class of nouns
CONTENT = frozenset({Tag.NOUN, Tag.NAME, Tag.ADJECTIVE})


def unread(read: Read, claimed: set[int]) -> Refusal | None:
    """A refusal that names the first thing in the text that nothing has taken up, or None."""
    open_cues = [c for c in read.cues if not _taken(c, read, claimed) and not _idle(c, read)]
    if open_cues:
        spans = tuple(c.cue.span for c in open_cues)
        return Refusal("cue_unread", Missing.SKILL, f"nothing takes up {open_cues[0].cue.entry}", spans)
    return (
        _unread_clause(read, claimed)
        or _negated(read)
        or _duration(read, claimed)
        or _calendar_list(read)
        or _one_of(read)
        or _coordinated(read)
        or _shared_with(read)
        or _per_shared(read)
        or _shifted(read)
        or no_value(read)
        or _ungrounded(read)
    )


def _unread_clause(read: Read, claimed: set[int]) -> Refusal | None:
    """After the first amount, a clause that says something and gives no amount is unread."""
    if not read.mentions:
        return None
    counted = {m.clause for m in read.mentions}
    begin = min(m.first for m in read.mentions)
    for number, clause in enumerate(read.clauses):
        within = begin < clause.first and clause.last <= read.demand.first
        led = number + 1 in counted and read.words[read.clauses[number + 1].group[0]].tag is Tag.TO
        if number not in counted and within and clause.verb >= 0 and clause.verb not in claimed and not led:
            span = read.words[clause.first].span.cover(read.words[clause.last - 1].span)
            return Refusal(
                "text_unread", Missing.KNOWLEDGE, f"what it means to {clause.lemma} here is not read", (span,)
            )
    return None


def grounding(read: Read, labels: frozenset[str]) -> tuple[int, bool, bool]:
    """How well the question's words are grounded.

    The number of content words that stand in no sentence with an amount; whether
    every one is a label of some amount; whether the question's verb was met before.
    """
    pack, demand = load_question_pack(), read.demand
    cues = {i for c in read.cues for i in range(c.first, c.last)} | {demand.noun_at}
    named = labels | pack.nouns.keys()
    content = [w for w in read.words[demand.first : demand.last] if w.tag in CONTENT and w.index not in cues]
    loose = [w for w in content if w.lemma not in named and not _is_measure(w, read)]
    outside = (*read.words[: demand.first], *read.words[demand.last :])
    verbs = {w.lemma for w in outside if w.tag in (Tag.VERB, Tag.AUXILIARY)}
    sentences = {read.words[m.first].sentence for m in read.mentions}
    near = {w.lemma for w in outside if w.sentence in sentences}
    far = [w for w in loose if w.lemma not in near and not _names_people(w, read)]
    return len(far), not loose, demand.verb in verbs | pack.sets["plain"]


def _names_people(word: Word, read: Read) -> bool:
    """ "The friends", "the children": people whom the text calls by name."""
    named = any(w.tag is Tag.NAME for w in read.words[: read.demand.first])
    return named and read.lexicon.is_a(word.lemma, PEOPLE)


def _negated(read: Read) -> Refusal | None:
    """A negated clause with an amount says what did not happen."""
    for mention in read.mentions:
        if read.clauses[mention.clause].negated and mention.first < read.demand.first:
            return _lacks("negation_unread", "what did not happen is not counted", mention.numeral.span)
    return None


def _lacks(kind: str, detail: str, span: Span) -> Refusal:
    """A refusal because this reader does not know how."""
    return Refusal(kind, Missing.SKILL, detail, (span,))


def _duration(read: Read, claimed: set[int]) -> Refusal | None:
    """ "For a month", "in an hour": an implicit one that no rate has taken up."""
    tails = {i for m in read.mentions for i in range(m.first, m.last)} | claimed
    timed = any(m.per for m in read.mentions)
    for word in read.words[: read.demand.first]:
        if word.tag is not Tag.NOUN or word.index < 2 or word.index in tails or not timed:
            continue
        entry = read.units.unit_of(word.lower)
        article = _one(read.words[word.index - 1], read)
        if entry and entry.family == TIME and article and read.words[word.index - 2].tag is Tag.PREPOSITION:
            return _lacks("implicit_one", f"one {word.lower} is not counted", word.span)
    return None


def _one(word: Word, read: Read) -> bool:
    """Whether the word is an article that stands for one."""
    return "article" in read.lexicon.function(word.lower) and word.lower not in read.grammar.the


def _calendar_list(read: Read) -> Refusal | None:
    """ "On Monday, Wednesday and Friday he walks 7 dogs": one amount for several days."""
    for number, clause in enumerate(read.clauses):
        days = [w for w in read.words[clause.first : clause.last] if "calendar" in read.lexicon.function(w.lower)]
        amounts = [m for m in read.mentions if m.clause == number]
        if len(days) > max(len(amounts), 1) and amounts:
            span = days[0].span.cover(days[-1].span)
            return _lacks("calendar_list", "one amount stands for several days", span)
    return None


def _one_of(read: Read) -> Refusal | None:
    """ "One of them dies": a number that is set aside, and yet counts."""
    found = [n for n in read.numerals if n.aside.startswith("one of")]
    if not found:
        return None
    return _lacks("one_unread", "one of several is named, and its part is not read", found[0].span)


def _coordinated(read: Read) -> Refusal | None:
    """ "How many cats and dogs": two things asked at once."""
    at = read.demand.noun_at
    after = read.words[at + 1 : at + 3]
    if at < 0 or [w.tag for w in after] != [Tag.CONJUNCTION, Tag.NOUN]:
        return None
    span = read.words[at].span.cover(after[1].span)
    return _lacks("coordinated_question", "two things are asked for at once", span)


def _shared_with(read: Read) -> Refusal | None:
    """Shared "with his friend", "between him and her": the sharers are not all counted."""
    if not any(c.kind == "share" for c in read.cues):
        return None
    for clause in read.clauses:
        inside = read.words[clause.first : clause.last]
        shares = any(c.kind == "share" and clause.first <= c.first < clause.last for c in read.cues)
        company = [w for w in inside if {"company", "among"} & set(read.lexicon.function(w.lower))]
        joined = any(w.tag is Tag.CONJUNCTION for w in read.words[company[0].index : clause.last]) if company else False
        if shares and company and (joined or "company" in read.lexicon.function(company[0].lower)):
            return _lacks("sharers_open", "who shares is not counted", company[0].span)
    return None


def _per_shared(read: Read) -> Refusal | None:
    """ "The lion eats 25 kg and the tiger eats 20 kg per day": whose rate is the first?"""
    plain = [m for m in read.mentions if m.lemma and not m.per and not m.each and not m.comparison]
    rates = [m for m in read.mentions if m.per]
    for one in plain:
        for other in rates:
            if one.lemma == other.lemma and _parallel(one, other, read):
                spans = (one.numeral.span, other.numeral.span)
                return Refusal("per_shared", Missing.AMBIGUITY, "whether both are rates is not said", spans)
    return None


def _parallel(one: Mention, other: Mention, read: Read) -> bool:
    """Whether two clauses of one sentence have the same verb."""
    if one.clause == other.clause or read.words[one.first].sentence != read.words[other.first].sentence:
        return False
    return read.clauses[one.clause].lemma == read.clauses[other.clause].lemma


def _shifted(read: Read) -> Refusal | None:
    """ "In 5 years" shifts ages; this reader does not."""
    if read.demand.unit != read.grammar.year and read.demand.dimension != (TIME,):
        return None
    found = [
        m.numeral.span for m in read.mentions if m.measure == read.grammar.year and m.preposition in read.grammar.later
    ]
    found += [n.span for n in read.numerals if n.kind == "year"]
    before = read.words[read.demand.first - 1] if read.demand.first else None
    if before is not None and before.tag is Tag.PREPOSITION:
        found.append(before.span)
    if not found:
        return None
    return Refusal("time_shift", Missing.SKILL, "ages at another time are asked for", (found[0],))


def _idle(cue: FoundCue, read: Read) -> bool:
    """ "another shop" repeats nothing that is counted; a "banana split" is no sharing."""
    if cue.kind == "each":
        return _tells_no_amount(cue, read)
    if cue.kind == "share":
        return read.words[cue.first].tag is Tag.NOUN
    if cue.kind != "again":
        return False
    nouns = {w.lemma for w in read.words[cue.last : cue.last + 5] if w.tag is Tag.NOUN}
    counted = {m.lemma for m in read.mentions} | {m.complement for m in read.mentions} | {read.demand.noun}
    return bool(nouns) and not nouns & counted


def _tells_no_amount(cue: FoundCue, read: Read) -> bool:
    """ "He counts the birds that he sees each day": a sentence without any amount."""
    sentence = read.words[cue.first].sentence
    if any(read.words[m.first].sentence == sentence for m in read.mentions):
        return False
    words = [w for w in read.words if w.sentence == sentence]
    single = any(_one(w, read) for w in words)
    return not single and not any(
        c.kind in ("rate-change", "same") for c in read.cues if read.words[c.first].sentence == sentence
    )


def _taken(cue: FoundCue, read: Read, claimed: set[int]) -> bool:
    """Whether the demand or a term has taken the cue up, or its words need no taking up."""
    demand = read.demand
    inside = demand.first <= cue.first < demand.last
    if cue.kind == "repeat" and cue.last - cue.first > 1:
        return False
    if cue.needs == "statement":
        return not inside
    if cue.needs == "age":
        return demand.unit != read.grammar.year and demand.dimension != (TIME,)
    if cue.kind == "share" and (demand.per or inside):
        return True
    if cue.needs == "free" or (inside and cue.needs == "question"):
        return True
    if inside and cue.kind in ("each", "than", "less"):
        return True
    return not claimed.isdisjoint(range(cue.first, cue.last))


def _ungrounded(read: Read) -> Refusal | None:
    """A content word of the question that the statements never mention refuses."""
    demand = read.demand
    known: set[str] = set()
    for word in (*read.words[: demand.first], *read.words[demand.last :]):
        known |= {word.lemma, word.lower, *read.lexicon.superordinates(word.lemma)}
    for word in read.words[demand.first : demand.last]:
        if word.tag in CONTENT and not _grounded(word, known, read):
            detail = f"{word.text} is not mentioned before"
            return Refusal("question_ungrounded", Missing.KNOWLEDGE, detail, (word.span,))
    return None


def _grounded(word: Word, known: set[str], read: Read) -> bool:
    """Whether a word was met in some form, or is a gerund, a cue, a function word or a measure."""
    forms = {word.lemma, word.lower, read.vocabulary.lemma(word.lower, "v"), read.vocabulary.lemma(word.lower, "n")}
    if forms & known or word.index == read.demand.noun_at or word.lower.endswith(GERUND):
        return True
    if _names_people(word, read):
        return True
    if word.lemma in load_comparatives().day_parts or any(c.first <= word.index < c.last for c in read.cues):
        return True
    return bool(set(read.lexicon.function(word.lower)) - {"calendar"}) or _is_measure(word, read)


def _is_measure(word: Word, read: Read) -> bool:
    pack = load_question_pack()
    asked = word.lemma in pack.nouns or word.lemma in pack.sets["generic"] or word.lower in pack.adjectives
    return asked or read.units.unit_of(word.lower) is not None
