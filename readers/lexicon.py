"""The maintainers' words: verbs by class, names, classes of nouns, function words.

Glossary: a *pack* is one TOML file of entries, each with an id, a source and a
state; only ratified entries are served. A *verb entry* is one lemma, with the
particle that belongs to it ("give", "away"), in one *verb class*; the class has a
*polarity*, the sign by which it changes what its subject holds. A *class of
nouns* ("fruit") has members, which may be classes themselves. A *category* is
the role of a function word ("preposition", "hedge").

Every look-up is exact and by lemma, in lower case.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKS = Path(__file__).resolve().parent / "packs"
RATIFIED = "ratified"
CONTAINER = "container"

Entry = dict[str, Any]


class LexiconError(ValueError):
    """An entry of a pack that may not be served; carries file, entry and fault."""

    def __init__(self, file: str, entry: str, fault: str) -> None:
        super().__init__(file, entry, fault)
        self.file = file
        self.entry = entry
        self.fault = fault

    def __str__(self) -> str:
        return f"{self.file}: {self.entry}: {self.fault}"


@dataclass(frozen=True, slots=True)
class VerbEntry:
    """One verb in one class; ``id`` names the pack entry that licenses its use."""

    id: str
    lemma: str
    particle: str
    verb_class: str
    polarity: int


@dataclass(frozen=True, slots=True)
class VerbClass:
    """A class of verbs: its polarity (+1, -1 or 0) and what it means."""

    name: str
    polarity: int
    description: str


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A personal pronoun; ``number`` and ``gender`` are "" where it shows none."""

    id: str
    word: str
    person: int
    number: str
    gender: str


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """All packs of words, read-only; unknown words give empty answers."""

    classes: Mapping[str, VerbClass]
    verbs: Mapping[tuple[str, str], tuple[VerbEntry, ...]]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    roles: Mapping[str, str]
    nouns: Mapping[str, tuple[str, ...]]
    parents: Mapping[str, tuple[str, ...]]
    functions: Mapping[str, tuple[str, ...]]
    pronouns: Mapping[str, Pronoun]
    ids: Mapping[tuple[str, str], str]

    def verb_classes(self, lemma: str, particle: str = "") -> tuple[VerbEntry, ...]:
        """Entries of the verb, the pack's declared primary class first; () if unknown."""
        return self.verbs.get((lemma, particle), ())

    def particles(self, lemma: str) -> tuple[str, ...]:
        """Particles that the verb is listed with, "" among them if it stands alone too."""
        return tuple(sorted(particle for verb, particle in self.verbs if verb == lemma))

    def polarity(self, verb_class: str) -> int:
        """+1, -1 or 0; KeyError for an unknown class."""
        return self.classes[verb_class].polarity

    def is_name(self, word: str) -> bool:
        """Whether ``word`` is a listed given name, in any case."""
        return word.lower() in self.names

    def is_title(self, word: str) -> bool:
        """Whether ``word``, its full stop left off, is a title that goes before a name."""
        return word.lower().removesuffix(".") in self.titles

    def is_role(self, lemma: str) -> bool:
        """Whether ``lemma`` is a noun for a person by kinship or work."""
        return lemma in self.roles

    def gender(self, word: str) -> str:
        """``female``, ``male``, ``neutral`` (either), or "" for what is not listed.

        A title says more than a role, a role more than a name.
        """
        key = word.lower().removesuffix(".")
        for listed in (self.titles, self.roles, self.names):
            if key in listed:
                return listed[key]
        return ""

    def superordinates(self, lemma: str) -> tuple[str, ...]:
        """Classes above ``lemma``, nearest first, each once; () if none."""
        found = dict.fromkeys(self.parents.get(lemma, ()))
        queue = list(found)
        for name in queue:
            fresh = [above for above in self.parents.get(name, ()) if above not in found]
            found.update(dict.fromkeys(fresh))
            queue.extend(fresh)
        return tuple(found)

    def members(self, noun_class: str) -> tuple[str, ...]:
        """Everything below the class, classes among it, nearest first; () if it is none."""
        found = dict.fromkeys(self.nouns.get(noun_class, ()))
        queue = list(found)
        for name in queue:
            fresh = [below for below in self.nouns.get(name, ()) if below not in found]
            found.update(dict.fromkeys(fresh))
            queue.extend(fresh)
        return tuple(found)

    def is_a(self, lemma: str, noun_class: str) -> bool:
        """Whether ``noun_class`` is above ``lemma``, or is it."""
        return lemma == noun_class or noun_class in self.superordinates(lemma)

    def is_container(self, lemma: str) -> bool:
        """Whether ``lemma`` is a word like box or jar."""
        return lemma == CONTAINER or lemma in self.nouns.get(CONTAINER, ())

    def function(self, word: str) -> tuple[str, ...]:
        """Categories of a function word, which may have spaces in it; () if it is none."""
        return self.functions.get(word.lower(), ())

    def pronoun(self, word: str) -> Pronoun | None:
        """The personal pronoun, or None if ``word`` is none."""
        return self.pronouns.get(word.lower())

    def id_of(self, kind: str, word: str) -> str:
        """Id of the entry that lists ``word`` as ``kind``, or "".

        Kinds: ``name``, ``title``, ``role``, ``class``; verbs and pronouns carry theirs.
        """
        return self.ids.get((kind, word), "")


@dataclass(frozen=True, slots=True)
class Pack:
    """One file of entries, validated: kind of entry -> its entries."""

    file: str
    entries: Mapping[str, list[Entry]]

    def fault(self, entry: Entry, fault: str) -> LexiconError:
        """The error to raise about ``entry``."""
        return LexiconError(self.file, str(entry.get("id", "(no id)")), fault)


def read_pack(path: Path) -> Pack:
    """Parse and validate one pack.

    LexiconError where an entry has no id, a double one, no source, or a state
    other than ratified. ``[classes]`` is a plain table without entries.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = {kind: value if isinstance(value, list) else [value] for kind, value in document.items()}
    pack = Pack(path.name, entries)
    seen: set[str] = set()
    for entry in (entry for kind in entries if kind != "classes" for entry in entries[kind]):
        _validate(pack, entry, seen)
    return pack


def _validate(pack: Pack, entry: Entry, seen: set[str]) -> None:
    name = entry.get("id")
    if not name:
        raise pack.fault(entry, "has no id")
    if name in seen:
        raise pack.fault(entry, "its id is used twice")
    if not entry.get("source"):
        raise pack.fault(entry, "has no source")
    if entry.get("state") != RATIFIED:
        raise pack.fault(entry, f"its state is {entry.get('state')!r}, not {RATIFIED!r}")
    seen.add(name)


def _field(pack: Pack, entry: Entry, name: str) -> Any:
    if name not in entry:
        raise pack.fault(entry, f"has no {name}")
    return entry[name]


def _words(pack: Pack, entry: Entry, name: str) -> list[str]:
    """The comma-separated words of a field: one string, which tomllib reads fastest."""
    words = [word.strip() for word in _field(pack, entry, name).split(",")]
    if len(set(words)) < len(words) or "" in words:
        raise pack.fault(entry, f"{name} holds an empty word or one twice")
    return words


def _classes(pack: Pack) -> dict[str, VerbClass]:
    table = pack.entries.get("classes", [{}])[0]
    return {name: VerbClass(name, sign, text) for name, (sign, text) in table.items()}


def _verb_entry(group: Entry, verb_class: VerbClass, phrase: str) -> VerbEntry:
    lemma, _, particle = phrase.partition(" ")
    name = f"{group['id']}.{phrase.replace(' ', '.')}"
    return VerbEntry(name, lemma, particle, verb_class.name, verb_class.polarity)


def _verb_entries(pack: Pack, classes: Mapping[str, VerbClass]) -> Iterator[VerbEntry]:
    for group in pack.entries.get("verb", []):
        verb_class = classes.get(_field(pack, group, "class"))
        if verb_class is None:
            raise pack.fault(group, f"its class {group['class']!r} is not described")
        for phrase in _words(pack, group, "lemmas"):
            yield _verb_entry(group, verb_class, phrase)


def _primaries(pack: Pack, classes: Mapping[str, VerbClass]) -> dict[str, str]:
    """Verb phrase -> the class that it is asked for first, of verbs in several classes."""
    entry = pack.entries.get("primary", [{}])[0]
    return {phrase: name for name in classes if name in entry for phrase in _words(pack, entry, name)}


def _verbs(pack: Pack, classes: Mapping[str, VerbClass]) -> dict[tuple[str, str], tuple[VerbEntry, ...]]:
    """Entries by lemma and particle; LexiconError unless exactly the ambiguous have a primary class."""
    grouped: dict[str, list[VerbEntry]] = {}
    for entry in _verb_entries(pack, classes):
        grouped.setdefault(f"{entry.lemma} {entry.particle}".strip(), []).append(entry)
    primaries = _primaries(pack, classes)
    several = {phrase for phrase, entries in grouped.items() if len(entries) > 1}
    for phrase in sorted(several.symmetric_difference(primaries)):
        raise LexiconError(pack.file, phrase, "a primary class is for verbs of several classes, and all of them")
    return {
        (entries[0].lemma, entries[0].particle): _ranked(pack, entries, primaries.get(phrase))
        for phrase, entries in grouped.items()
    }


def _ranked(pack: Pack, entries: list[VerbEntry], primary: str | None) -> tuple[VerbEntry, ...]:
    if primary is None:
        return tuple(entries)
    if primary not in {entry.verb_class for entry in entries}:
        raise LexiconError(pack.file, entries[0].id, f"its primary class {primary!r} does not list it")
    return tuple(sorted(entries, key=lambda entry: entry.verb_class != primary))


def _once(pack: Pack, kind: str, value: str) -> dict[str, str]:
    """Word -> value of its entry; LexiconError for a word listed twice."""
    found: dict[str, str] = {}
    for entry in pack.entries.get(kind, []):
        given = _field(pack, entry, value)
        for word in _words(pack, entry, "words"):
            if found.setdefault(word, given) != given:
                raise pack.fault(entry, f"{word!r} is listed twice")
    return found


def _ids(pack: Pack, kinds: Iterable[str]) -> dict[tuple[str, str], str]:
    return {(kind, word): name for kind in kinds for word, name in _once(pack, kind, "id").items()}


def _nouns(pack: Pack) -> dict[str, tuple[str, ...]]:
    return {
        _field(pack, entry, "class"): tuple(_words(pack, entry, "members")) for entry in pack.entries.get("class", [])
    }


def _class_ids(pack: Pack) -> dict[tuple[str, str], str]:
    return {("class", entry["class"]): entry["id"] for entry in pack.entries.get("class", [])}


def _parents(nouns: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    above: dict[str, tuple[str, ...]] = {}
    for name, members in nouns.items():
        for member in members:
            above[member] = (*above.get(member, ()), name)
    return above


def _functions(pack: Pack) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for entry in pack.entries.get("function", []):
        for word in _words(pack, entry, "words"):
            found.setdefault(word, {}).update(dict.fromkeys(_field(pack, entry, "categories")))
    for entry in pack.entries.get("pronoun", []):
        for word in _words(pack, entry, "words"):
            found.setdefault(word, {})["pronoun"] = None
    return {word: tuple(categories) for word, categories in found.items()}


def _pronouns(pack: Pack) -> dict[str, Pronoun]:
    return {
        word: Pronoun(entry["id"], word, *(_field(pack, entry, name) for name in ("person", "number", "gender")))
        for entry in pack.entries.get("pronoun", [])
        for word in _words(pack, entry, "words")
    }


def read_lexicon(packs: Path = PACKS) -> Lexicon:
    """Read and validate the four packs of a directory; LexiconError names what is wrong."""
    verbs, names, nouns, functions = (
        read_pack(packs / f"{name}.toml") for name in ("verbs", "names", "superordinates", "function_words")
    )
    classes, members = _classes(verbs), _nouns(nouns)
    return Lexicon(
        classes=classes,
        verbs=_verbs(verbs, classes),
        names=_once(names, "name", "gender"),
        titles=_once(names, "title", "gender"),
        roles=_once(names, "role", "gender"),
        nouns=members,
        parents=_parents(members),
        functions=_functions(functions),
        pronouns=_pronouns(functions),
        ids=_ids(names, ("name", "title", "role")) | _class_ids(nouns),
    )


@functools.cache
def load_lexicon() -> Lexicon:
    """The one lexicon, read from the packs on first use."""
    return read_lexicon()
