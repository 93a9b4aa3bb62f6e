"""Parts of speech, lemmas and inflections of English words.

Glossary: a *lemma* is the form a dictionary lists; a *part* is one of ``n`` noun,
``v`` verb, ``a`` adjective, ``r`` adverb; an *exception* is an irregular
inflection; *use* is how often WordNet's tagged texts use a lemma as a part.

The words are a frozen table derived from WordNet 3.0 (``packs/vocabulary.txt``,
``packs/exceptions.txt``, written by ``benchmarks/build_vocabulary.py``) and the
maintainers' ``packs/irregulars.toml``, which is asked first. Inflection follows
Morphy, the procedure of WordNet's own manual (morphy(7)): exceptions, then
detachment of suffixes; where several lemmas are possible, the most used is taken.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKS = Path(__file__).resolve().parent / "packs"
PARTS = "nvar"

# (suffix, replacement), the detachment rules of morphy(7); "oes" and the doubled
# consonants (below) are added, since WordNet lists only part of those forms.
DETACHMENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("oes", "o"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("ied", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    "r": (),
}

# What an unknown word is detached by: the first suffix that fits, if any. An empty
# change keeps the word, so that "gas" and "tennis" lose nothing.
REGULAR: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("ss", "ss"),
        ("us", "us"),
        ("is", "is"),
        ("sses", "ss"),
        ("xes", "x"),
        ("zzes", "zz"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("ies", "y"),
        ("s", ""),
    ),
    "v": (
        ("ss", "ss"),
        ("us", "us"),
        ("is", "is"),
        ("sses", "ss"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("xes", "x"),
        ("ies", "y"),
        ("ied", "y"),
        ("s", ""),
        ("eed", "eed"),
        ("ed", ""),
        ("ing", ""),
    ),
    "a": (),
    "r": (),
}
SHORTEST_STEM = 2
VOWELS = frozenset("aeiou")


class VocabularyError(ValueError):
    """A line or an entry of the vocabulary's files is not what it should be."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Sorted lines ``key<TAB>value`` in one bytes object, searched by bisection.

    Compared by identity, so that look-ups can be remembered.
    """

    data: bytes

    def seek(self, prefix: bytes) -> int:
        """Offset of the first line that is not below ``prefix``."""
        low, high = 0, len(self.data)
        while low < high:
            middle = (low + high) // 2
            start = max(low, self.data.rfind(b"\n", low, middle) + 1)
            end = self.data.index(b"\n", middle) + 1
            low, high = (end, high) if self.data[start:end] < prefix else (low, start)
        return low

    def values(self, key: str) -> Iterator[str]:
        """What follows ``key`` on each of its lines; nothing for an unknown key."""
        prefix = f"{key}\t".encode("utf-8", "replace")
        at = self.seek(prefix)
        while self.data.startswith(prefix, at):
            end = self.data.index(b"\n", at)
            yield self.data[at + len(prefix) : end].decode()
            at = end + 1


@dataclass(frozen=True, slots=True)
class Irregulars:
    """The maintainers' inflections: form -> lemma, and closed lists of forms."""

    nouns: dict[str, str]
    verbs: dict[str, str]
    plural_only: frozenset[str]
    never_plural: frozenset[str]
    past: frozenset[str]
    base: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Read-only questions about single words, in lower case or not.

    >>> vocabulary = load_vocabulary()
    >>> vocabulary.parts("ran"), vocabulary.lemma("knives", "n"), vocabulary.verb_tense("bought")
    ('v', 'knife', 'past')
    """

    words: Table
    exceptions: Table
    irregulars: Irregulars

    def parts(self, word: str) -> str:
        """Parts of speech of ``word`` or of what it inflects, most used first; "" if unknown."""
        return _parts(self, word.lower())

    def lemma(self, word: str, part: str) -> str:
        """The lemma of ``word`` read as ``part``.

        A known word that does not inflect is its own lemma; an unknown one loses
        a regular ending. A ``part`` outside ``nvar`` raises ``KeyError``.
        """
        return _lemma(self, word.lower(), part)

    def known(self, word: str) -> bool:
        """Whether the table holds ``word`` or a lemma of it."""
        return bool(self.parts(word))

    def use(self, word: str, part: str) -> int | None:
        """WordNet's tag count of the lemma ``word`` as ``part``; None if it is no such lemma."""
        return _uses(self.words, word.lower()).get(part)

    def is_plural(self, word: str) -> bool:
        """Whether ``word``, read as a noun, is a plural form (of unknown words too)."""
        word = word.lower()
        if word in self.irregulars.plural_only:
            return True
        parts = self.parts(word)
        return ("n" in parts or not parts) and self.lemma(word, "n") != word

    def verb_tense(self, word: str) -> str:
        """``base``, ``past`` (participles too), ``third`` or ``gerund``, by form alone."""
        word = word.lower()
        if word in self.irregulars.past:
            return "past"
        if word in self.irregulars.base or self.lemma(word, "v") == word:
            return "base"
        return "gerund" if word.endswith("ing") else "third" if word.endswith("s") else "past"


@functools.lru_cache(maxsize=8192)
def _uses(words: Table, word: str) -> dict[str, int]:
    """Part -> use of the lemma ``word``; empty if it is none."""
    for value in words.values(word):
        parts, _, counts = value.partition("\t")
        numbers = counts.split(",") if counts else ["0"] * len(parts)
        return {part: int(number) for part, number in zip(parts, numbers, strict=True)}
    return {}


def _irregular(vocabulary: Vocabulary, word: str, part: str) -> str | None:
    """The lemma that the maintainers fixed, or None."""
    irregulars = vocabulary.irregulars
    if part == "n":
        fixed = word in irregulars.never_plural or word in irregulars.plural_only
        return word if fixed else irregulars.nouns.get(word)
    return irregulars.verbs.get(word) if part == "v" else None


def _excepted(vocabulary: Vocabulary, word: str, part: str) -> Iterator[str]:
    """Lemmas that the exception list gives for ``word`` as ``part``."""
    for value in vocabulary.exceptions.values(word):
        listed, _, lemma = value.partition("\t")
        if listed == part:
            yield lemma


def _undoubled(stem: str) -> str:
    """``stem`` without a doubled last consonant: plann -> plan."""
    doubled = len(stem) > SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in VOWELS
    return stem[:-1] if doubled else stem


def _detached(word: str, part: str) -> Iterator[str]:
    """Stems that the detachment rules of ``part`` make of ``word``."""
    for suffix, replacement in DETACHMENTS[part]:
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= SHORTEST_STEM:
            yield stem + replacement
            if not replacement and suffix != "s":
                yield _undoubled(stem)


def _candidates(vocabulary: Vocabulary, word: str, part: str) -> Iterator[str]:
    """Possible lemmas, irregular ones first and ``word`` itself last.

    A verb that is itself a lemma is not detached (seed is no form of see), a noun
    or adjective is (taxis, older), unless it ends in a double s.
    """
    yield from _excepted(vocabulary, word, part)
    own = vocabulary.use(word, part) is not None
    if not own or (part != "v" and not word.endswith("ss")):
        yield from _detached(word, part)
    yield word


def _regular(word: str, part: str) -> str:
    """The lemma of an unknown word by the regular endings."""
    for suffix, replacement in REGULAR[part]:
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= SHORTEST_STEM:
            changed = stem + replacement
            return changed if replacement or suffix == "s" else _undoubled(changed)
    return word


@functools.lru_cache(maxsize=8192)
def _lemma(vocabulary: Vocabulary, word: str, part: str) -> str:
    fixed = _irregular(vocabulary, word, part)
    if fixed is not None:
        return fixed
    ranked: dict[str, int] = {}
    for candidate in _candidates(vocabulary, word, part):
        use = vocabulary.use(candidate, part)
        if use is not None:
            ranked.setdefault(candidate, use)
    if ranked:
        return max(ranked, key=lambda candidate: ranked[candidate])
    return word if _uses(vocabulary.words, word) else _regular(word, part)


@functools.lru_cache(maxsize=8192)
def _parts(vocabulary: Vocabulary, word: str) -> str:
    own = _uses(vocabulary.words, word)
    uses = {part: vocabulary.use(_lemma(vocabulary, word, part), part) for part in PARTS}
    best = {part: max(use, own.get(part, 0)) for part, use in uses.items() if use is not None}
    return "".join(sorted(best, key=lambda part: (-best[part], PARTS.index(part))))


def _forms(pack: dict[str, dict[str, object]], name: str) -> list[str]:
    """The forms of one ratified entry of ``irregulars.toml``."""
    entry = pack.get(name, {})
    forms = entry.get("forms")
    if entry.get("state") != "ratified" or not entry.get("id") or not isinstance(forms, list):
        raise VocabularyError(f"irregulars.toml: {name}: not a ratified entry with an id and forms")
    return forms


def _pairs(forms: list[str]) -> dict[str, str]:
    """``form lemma`` strings as a mapping."""
    return {form: lemma for form, _, lemma in (pair.partition(" ") for pair in forms)}


def load_irregulars(path: Path = PACKS / "irregulars.toml") -> Irregulars:
    """Read the maintainers' inflections; VocabularyError for an unratified entry."""
    pack = tomllib.loads(path.read_text(encoding="utf-8"))
    return Irregulars(
        nouns=_pairs(_forms(pack, "nouns")),
        verbs=_pairs(_forms(pack, "verbs")),
        plural_only=frozenset(_forms(pack, "plural_only")),
        never_plural=frozenset(_forms(pack, "never_plural")),
        past=frozenset(_forms(pack, "past")),
        base=frozenset(_forms(pack, "base")),
    )


@functools.cache
def load_vocabulary() -> Vocabulary:
    """The one vocabulary, read from the packs on first use."""
    words, exceptions = ((PACKS / name).read_bytes() for name in ("vocabulary.txt", "exceptions.txt"))
    return Vocabulary(Table(words), Table(exceptions), load_irregulars())
