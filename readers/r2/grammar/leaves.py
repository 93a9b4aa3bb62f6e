"""Words as the leaves of the chart, by part of speech and by the kinds of the pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from readers.lexicon import PACKS, load_lexicon, read_pack
from readers.r2.clause_words import load_clause_words
from readers.r2.engine import Node
from readers.r2.records import Shape, Tag, Word

BY_TAG = MappingProxyType(
    {
        Tag.NOUN: "noun",
        Tag.NAME: "name",
        Tag.PRONOUN: "pronoun",
        Tag.DETERMINER: "determiner",
        Tag.ADJECTIVE: "adjective",
        Tag.POSSESSIVE: "possessive",
    }
)
BY_NUMERAL = MappingProxyType({"percent": "percent", "fraction": "fraction", "multiplier": "multiple"})
EXTENDERS = frozenset({Tag.DETERMINER, Tag.ADJECTIVE, Tag.NUMBER, Tag.POSSESSIVE, Tag.NOUN, Tag.NAME})


@dataclass(frozen=True, slots=True)
class Kind:
    """One entry of the pack: a kind, whether it is the only one, the tags that it is bound to."""

    name: str
    only: bool
    tags: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """Kinds by single form, and entries of several words by their first."""

    single: Mapping[str, tuple[Kind, ...]]
    several: Mapping[str, tuple[tuple[tuple[str, ...], Kind], ...]]


@cache
def load_leaves() -> Leaves:
    """The kinds of ``r2_grammar.toml``, read on first use; LexiconError for a faulty entry."""
    single: dict[str, list[Kind]] = {}
    several: dict[str, list[tuple[tuple[str, ...], Kind]]] = {}
    for entry in read_pack(PACKS / "r2_grammar.toml").entries["kind"]:
        kind = Kind(entry["id"].split(".")[1], entry.get("only", False), frozenset(entry.get("tags", ())))
        for form in entry["words"]:
            first, *rest = form.split()
            if rest:
                several.setdefault(first, []).append((tuple(form.split()), kind))
            else:
                single.setdefault(form, []).append(kind)
    frozen = {form: tuple(kinds) for form, kinds in single.items()}
    return Leaves(MappingProxyType(frozen), MappingProxyType({form: tuple(found) for form, found in several.items()}))


def is_counter(lemma: str) -> bool:
    """Whether a noun says no more than how much of something there is."""
    return any(kind.name == "counter" for kind in load_leaves().single.get(lemma, ()))


def is_pointer(form: str) -> bool:
    """Whether a word points to what was said: this, that."""
    return any(kind.name == "pointer" for kind in load_leaves().single.get(form, ()))


def bounds(words: Sequence[Word], at: int) -> bool:
    """Whether several words before a numeral bound it: up to 5."""
    for forms, _ in load_leaves().several.get(words[at].lower, ()):
        behind = at + len(forms)
        together = tuple(word.lower for word in words[at:behind])
        if together == forms and behind < len(words) and words[behind].tag is Tag.NUMBER:
            return True
    return False


def leaves(words: Sequence[Word]) -> Iterator[Node]:
    """All leaves of one sentence."""
    packs = load_leaves()
    for index, word in enumerate(words):
        kinds = [kind for kind in packs.single.get(word.lower, ()) if not kind.tags or word.tag.value in kind.tags]
        for kind in kinds:
            yield Node(kind.name, word, word.place, word.place + 1)
        if _graded(words, index):
            yield Node("degree", word, word.place, word.place + 1)
        if word.tag is Tag.ADVERB and index + 1 < len(words) and words[index + 1].tag is Tag.ADJECTIVE:
            yield Node("grade", word, word.place, word.place + 1)
        if not any(kind.only for kind in kinds):
            for name in _by_tag(word, words[index - 1] if index else None):
                yield Node(name, word, word.place, word.place + 1)
        for forms, kind in packs.several.get(word.lower, ()):
            together = words[index : index + len(forms)]
            if tuple(other.lower for other in together) == forms:
                yield Node(kind.name, _merged(together), word.place, word.place + len(forms))


def _graded(words: Sequence[Word], at: int) -> bool:
    """Whether a word stands between as and as: as old as, as fast as."""
    inside = 0 < at < len(words) - 1 and words[at].tag is not Tag.NUMBER
    return inside and all(_is_kind(words[place], "as") for place in (at - 1, at + 1))


def _is_kind(word: Word, name: str) -> bool:
    return any(kind.name == name for kind in load_leaves().single.get(word.lower, ()))


def _merged(words: Sequence[Word]) -> Word:
    """Several words as one."""
    forms = " ".join(word.lower for word in words)
    return replace(words[0], last=words[-1].last, span=words[0].span.cover(words[-1].span), lower=forms, lemma=forms)


def _by_tag(word: Word, before: Word | None) -> tuple[str, ...]:
    if word.tag is Tag.NUMBER:
        return (_numeral_kind(word),)
    name = BY_TAG.get(word.tag, "")
    if word.tag is Tag.ADVERB and word.shape is Shape.COMPARATIVE:
        return ("comparative",)
    if word.tag is Tag.ADJECTIVE and word.shape is Shape.COMPARATIVE:
        return ("adjective", "comparative") if _extends(before, word) else ("open_adjective", "comparative")
    if word.tag is Tag.NOUN or word.tag is Tag.ADJECTIVE:
        return _nominal(name, word, before)
    return (name,) if name else ()


def _nominal(name: str, word: Word, before: Word | None) -> tuple[str, ...]:
    """A noun that nothing before it takes in may open a bare phrase."""
    if not _extends(before, word):
        return (f"open_{name}",)
    named = before is not None and before.tag is Tag.NAME
    free = word.tag is Tag.NOUN and (named or word.lower in load_clause_words().days)
    return (name, f"open_{name}") if free else (name,)


def _extends(before: Word | None, word: Word) -> bool:
    if before is None or before.tag not in EXTENDERS or before.last != word.first:
        return False
    person = before.tag is Tag.NAME and load_lexicon().is_name(before.text)
    return not person


def _numeral_kind(word: Word) -> str:
    numeral = word.numeral
    if numeral is None:
        return "count"
    if numeral.kind in BY_NUMERAL:
        return BY_NUMERAL[numeral.kind] if not numeral.unit or numeral.kind == "percent" else "measure"
    if numeral.kind == "ordinal":
        return "ordinal"
    return "measure" if numeral.unit else "count"
