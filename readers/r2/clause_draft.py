"""A clause while it is being read, and the state of one sentence.

Glossary: a *draft* is a clause in the making; ``up`` is the draft to which the reading
returns when this one is over (the clause of a relative's noun, the main clause that an
opening condition waits for).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from readers.r2.clause_verbs import Group, read_group
from readers.r2.clause_words import ClauseWords, load_clause_words
from readers.r2.engine import Chart
from readers.r2.records import Argument, Asked, Clause, Phrase, Tag, VerbGroup, Word


@dataclass(slots=True, eq=False)
class Draft:
    """What is known of a clause so far; ``places`` are words that it took up itself."""

    kind: str
    sentence: int
    up: Draft | None = None
    parent: Draft | None = None
    verb: VerbGroup | None = None
    form: str = ""
    subject: Phrase | None = None
    inherited: bool = False
    existential: bool = False
    arguments: list[Argument] = field(default_factory=list)
    adverbs: list[int] = field(default_factory=list)
    residue: list[int] = field(default_factory=list)
    asked: Asked | None = None
    antecedent: Phrase | None = None
    places: list[int] = field(default_factory=list)
    last_phrase: Phrase | None = None

    @property
    def begun(self) -> bool:
        """Whether a verb or a subject is there."""
        return self.verb is not None or self.subject is not None

    @property
    def empty(self) -> bool:
        """Whether nothing at all is there."""
        return not (self.begun or self.arguments or self.adverbs or self.residue or self.asked)

    def take(self, *places: int) -> None:
        """Note words that belong to the clause."""
        self.places.extend(places)

    def add(self, argument: Argument) -> None:
        """One argument more."""
        self.arguments.append(argument)
        if argument.phrase is not None:
            self.last_phrase = argument.phrase
            self.take(argument.phrase.first, argument.phrase.last - 1)

    def replace_last(self, phrase: Phrase) -> None:
        """Put a changed phrase in the place of the one read last."""
        if self.last_phrase is None:
            return
        old, self.last_phrase = self.last_phrase, phrase
        self.take(phrase.last - 1)
        if self.subject is old:
            self.subject = phrase
        if self.asked is not None and self.asked.phrase is old:
            self.asked = replace(self.asked, phrase=phrase)
        self.arguments = [replace(a, phrase=phrase) if a.phrase is old else a for a in self.arguments]


@dataclass(slots=True, eq=False)
class Reading:
    """One sentence being read: its words, its chart, a cursor, the drafts."""

    words: Sequence[Word]
    chart: Chart
    packs: ClauseWords
    drafts: list[Draft]
    current: Draft
    at: int = 0
    comma: bool = False
    groups: dict[int, Group | None] = field(default_factory=dict)
    phrases: dict[tuple[int, bool], Phrase | None] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Sequence[Word], chart: Chart) -> Reading:
        """A fresh state with an empty main clause."""
        draft = Draft("main", words[0].sentence)
        return cls(words, chart, load_clause_words(), [draft], draft)

    def word(self, at: int) -> Word | None:
        """The word at an index of the sentence, None outside."""
        return self.words[at] if 0 <= at < len(self.words) else None

    def tag(self, at: int) -> Tag | None:
        """Its tag."""
        return self.words[at].tag if 0 <= at < len(self.words) else None

    def lower(self, at: int) -> str:
        """Its lower-case form, "" outside."""
        return self.words[at].lower if 0 <= at < len(self.words) else ""

    def group(self, at: int) -> Group | None:
        """The verb group that starts at an index."""
        if at not in self.groups:
            self.groups[at] = read_group(self.words, at) if 0 <= at < len(self.words) else None
        return self.groups[at]

    def index(self, place: int) -> int:
        """The index in the sentence of a place in the text."""
        return place - self.words[0].place

    def past_adverbs(self, at: int) -> int:
        """The index behind adverbs."""
        while self.tag(at) in (Tag.ADVERB, Tag.NEGATION) and self.group(at) is None:
            at += 1
        return at

    def finite(self, at: int) -> Group | None:
        """The finite group at an index, adverbs passed over; what only stands behind a noun is none."""
        group = self.group(self.past_adverbs(at))
        if group is None or group.form not in ("finite", "auxiliary"):
            return None
        return group

    def open(self, kind: str, up: Draft | None, parent: Draft | None) -> Draft:
        """Begin a clause and make it the current one."""
        draft = Draft(kind, self.words[0].sentence, up, parent)
        self.drafts.append(draft)
        self.current = draft
        return draft

    def waiting(self) -> Draft | None:
        """The nearest draft above that still has no verb."""
        draft = self.current.up
        while draft is not None and draft.verb is not None:
            draft = draft.up
        return draft


def finish(drafts: Sequence[Draft], words: Sequence[Word]) -> tuple[Clause, ...]:
    """The clauses in text order, each with its place in that order."""
    kept = sorted((d for d in drafts if not d.empty and d.places), key=lambda draft: min(draft.places))
    index = {draft: i for i, draft in enumerate(kept)}
    return tuple(_clause(draft, index, words) for draft in kept)


def _clause(draft: Draft, index: dict[Draft, int], words: Sequence[Word]) -> Clause:
    first, last = min(draft.places), max(draft.places)
    shift = words[0].place
    span = words[first - shift].span.cover(words[last - shift].span)
    verbless = draft.verb is None and draft.kind in ("main", "so", "but")
    arguments = list(draft.arguments)
    if verbless and draft.subject is not None:
        arguments.insert(0, Argument("object", draft.subject))
    return Clause(
        index=index[draft],
        sentence=draft.sentence,
        kind="verbless" if verbless else draft.kind,
        first=first,
        last=last + 1,
        span=span,
        verb=draft.verb,
        subject=None if verbless else draft.subject,
        inherited=draft.inherited,
        existential=draft.existential,
        arguments=tuple(arguments),
        adverbs=tuple(draft.adverbs),
        asked=draft.asked,
        antecedent=draft.antecedent,
        parent=index.get(draft.parent, -1) if draft.parent else -1,
        residue=tuple(draft.residue),
    )
