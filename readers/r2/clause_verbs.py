"""Verb groups: auxiliaries, modals, negation, the main verb, its particle, verbs of wanting before it.

Glossary: a *group* is a verb group with what the clause rules must know of its form: it is
*finite* (may be the verb of a main clause), an *infinitive*, a *gerund*, a *participle*,
or *auxiliary* (auxiliaries alone, whose verb stands behind the subject of a question).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.span import Span
from readers.r2.clause_words import ClauseWords, load_clause_words
from readers.r2.grammar.leaves import bounds
from readers.r2.records import Modality, Shape, Tag, VerbGroup, Word

HELPERS = (Tag.AUXILIARY, Tag.MODAL)
SKIPPED = (Tag.NEGATION, Tag.ADVERB)
NONFINITE = {Shape.GERUND: "gerund", Shape.PARTICIPLE: "participle"}
MAX_CHAIN = 4


@dataclass(frozen=True, slots=True)
class Group:
    """A verb group; ``adverbs`` are places of words between its parts, ``base`` is a bare base form."""

    verb: VerbGroup
    form: str
    adverbs: tuple[int, ...] = ()
    base: bool = False

    @property
    def last(self) -> int:
        """The place behind the group."""
        return self.verb.last


@dataclass(slots=True)
class _Reader:
    """Reads one group out of the words of a sentence; ``words[i].place == i + shift``."""

    words: Sequence[Word]
    packs: ClauseWords
    at: int
    helpers: list[Word]
    adverbs: list[int]
    negated: bool = False

    def word(self, offset: int = 0) -> Word | None:
        """The word ``offset`` behind the cursor."""
        index = self.at + offset
        return self.words[index] if 0 <= index < len(self.words) else None

    def tag(self, offset: int = 0) -> Tag | None:
        """Its tag."""
        word = self.word(offset)
        return word.tag if word else None

    def helps(self) -> bool:
        """Whether an auxiliary or modal stands here, or a be, have, do that another verb follows."""
        word = self.word()
        if word is None or word.tag in HELPERS:
            return word is not None
        if word.tag is not Tag.VERB or word.lemma not in self.packs.inverting:
            return False
        ahead = 1
        while self.tag(ahead) in SKIPPED:
            ahead += 1
        behind = self.word(ahead)
        return behind is not None and behind.tag is Tag.VERB and behind.shape in _shapes(word, self.packs)

    def skip(self) -> None:
        """Pass negations and adverbs that stand before another part of the group."""
        ahead = 0
        while self.tag(ahead) in SKIPPED:
            ahead += 1
        if ahead and not (self.tag(ahead) in (*HELPERS, Tag.VERB) or self.helpers):
            return
        joins = self.tag(ahead) in (*HELPERS, Tag.VERB)
        for offset in range(ahead):
            word = self.word(offset)
            if word is None or not (joins or word.tag is Tag.NEGATION):
                break
            self.negated |= word.tag is Tag.NEGATION
            if word.tag is Tag.ADVERB:
                self.adverbs.append(word.place)
            if not joins:
                self.at += 1
        self.at += ahead if joins else 0


def _shapes(helper: Word, packs: ClauseWords) -> tuple[Shape, ...]:
    """The shapes of the verb that an auxiliary asks for."""
    if helper.lemma in packs.be:
        return Shape.PARTICIPLE, Shape.GERUND
    return (Shape.PARTICIPLE,) if helper.lemma in packs.have else (Shape.BASE,)


def read_group(words: Sequence[Word], at: int) -> Group | None:
    """The verb group that starts at index ``at`` of a sentence, or None."""
    packs = load_clause_words()
    if words[at].tag is Tag.TO or words[at].tag is Tag.NEGATION:
        return _infinitive(words, at, packs)
    if words[at].tag not in (*HELPERS, Tag.VERB):
        return None
    reader = _Reader(words, packs, at, [], [])
    while reader.helps():
        reader.helpers.append(words[reader.at])
        reader.at += 1
        reader.skip()
    if reader.tag() is not Tag.VERB:
        return _helpers_alone(reader, at)
    return _through(_main(reader, at), words, packs)


def _infinitive(words: Sequence[Word], at: int, packs: ClauseWords) -> Group | None:
    """To buy, not to buy, to only buy."""
    start = at + (words[at].tag is Tag.NEGATION)
    if start >= len(words) or words[start].tag is not Tag.TO:
        return None
    reader = _Reader(words, packs, start + 1, [], [])
    reader.skip()
    while reader.helps():
        reader.helpers.append(words[reader.at])
        reader.at += 1
        reader.skip()
    if reader.tag() is not Tag.VERB:
        return None
    group = _main(reader, at)
    verb = replace(group.verb, tense="infinitive", negated=group.verb.negated or start > at)
    return _through(replace(group, verb=verb, form="infinitive"), words, packs)


def _helpers_alone(reader: _Reader, at: int) -> Group | None:
    if not reader.helpers:
        return None
    verb = _verb(reader, reader.helpers[-1], at)
    return Group(verb, "auxiliary", tuple(reader.adverbs))


def _main(reader: _Reader, at: int) -> Group:
    main = reader.words[reader.at]
    reader.at += 1
    verb = _verb(reader, main, at)
    if reader.tag() is Tag.PARTICLE and not bounds(reader.words, reader.at):
        particle = reader.words[reader.at]
        reader.at += 1
        verb = replace(verb, particle=particle.lower, last=particle.place + 1, span=verb.span.cover(particle.span))
    form = "finite" if reader.helpers else NONFINITE.get(main.shape, "finite")
    return Group(verb, form, tuple(reader.adverbs), not reader.helpers and main.shape is Shape.BASE)


def _verb(reader: _Reader, main: Word, at: int) -> VerbGroup:
    first, helpers, packs = reader.words[at], reader.helpers, reader.packs
    lemmas = [helper.lemma for helper in helpers if helper is not main]
    shape = main.shape
    passive = shape in (Shape.PARTICIPLE, Shape.PAST) and bool(lemmas) and lemmas[-1] in packs.passive
    last = reader.words[reader.at - 1]
    return VerbGroup(
        main.lemma,
        first.place,
        last.place + 1,
        Span(first.span.start, last.span.end),
        tense=_tense(reader, main),
        perfect=any(lemma in packs.have for lemma in lemmas),
        passive=passive,
        negated=reader.negated,
        modality=_modality(reader),
    )


def _tense(reader: _Reader, main: Word) -> str:
    lead = reader.helpers[0] if reader.helpers else main
    if lead.lower in reader.packs.future:
        return "future"
    if lead.shape is Shape.GERUND or lead.shape is Shape.PARTICIPLE:
        return str(lead.shape.value)
    return "past" if lead.shape is Shape.PAST else "present"


def _modality(reader: _Reader) -> Modality:
    packs = reader.packs
    forms = {helper.lower for helper in reader.helpers if helper.tag is Tag.MODAL}
    perfect = any(helper.lemma in packs.have for helper in reader.helpers)
    if forms & packs.duty:
        return Modality.NEED
    if forms & packs.capacity:
        return Modality.HYPOTHETICAL if perfect else Modality.CAPACITY
    return Modality.HYPOTHETICAL if forms & packs.unreal else Modality.ACTUAL


def _through(group: Group, words: Sequence[Word], packs: ClauseWords) -> Group:
    """Needs to buy, decided to sell, started reading, is able to run: the last verb is the verb."""
    shift = words[0].place
    for _ in range(MAX_CHAIN):
        at = group.verb.last - shift
        link = _capable(words, at, packs) if group.verb.lemma in packs.be else at
        if link >= len(words):
            break
        inner = _inner(group, words, link, packs)
        if inner is None:
            break
        group = _merge(group, inner, words[link - 1] if link > at else None, packs)
    return group


def _capable(words: Sequence[Word], at: int, packs: ClauseWords) -> int:
    """The place behind an adjective such as able, or behind "going" as in "going to"."""
    able = at < len(words) and words[at].lemma in packs.capable | packs.bound_to
    return at + 1 if able else at


def _inner(group: Group, words: Sequence[Word], at: int, packs: ClauseWords) -> Group | None:
    """The verb that an outer verb leads to."""
    lemma = group.verb.lemma
    listed = lemma in packs.wanting or lemma in packs.through
    if not listed or group.verb.passive:
        return None
    if words[at].tag is Tag.TO or (words[at].tag is Tag.NEGATION and at + 1 < len(words)):
        return _infinitive(words, at, packs)
    gerund = words[at].tag is Tag.VERB and words[at].shape is Shape.GERUND
    if gerund and lemma in packs.through:
        return _main(_Reader(words, packs, at, [], []), at)
    return None


def _merge(outer: Group, inner: Group, between: Word | None, packs: ClauseWords) -> Group:
    out, verb = outer.verb, inner.verb
    modality, tense, through = out.modality, out.tense, (*out.through, out.lemma)
    if between is not None:
        through = out.through
        modality = Modality.CAPACITY if between.lemma in packs.capable else modality
        tense = "future" if between.lemma in packs.bound_to and tense == "present" else tense
    elif out.lemma in packs.wanting:
        modality, through = Modality.NEED, out.through
    going = out.lemma in packs.bound_to and between is None and inner.form == "infinitive"
    merged = replace(
        verb,
        first=out.first,
        span=out.span.cover(verb.span),
        tense="future" if going and _progressive(outer) else tense,
        perfect=out.perfect or verb.perfect,
        negated=out.negated or verb.negated,
        modality=modality,
        through=() if going and _progressive(outer) else (*through, *verb.through),
    )
    return Group(merged, outer.form, (*outer.adverbs, *inner.adverbs), outer.base)


def _progressive(group: Group) -> bool:
    """Going to, as against went to."""
    return group.verb.last - group.verb.first > 1 and group.verb.tense == "present" and not group.verb.perfect
