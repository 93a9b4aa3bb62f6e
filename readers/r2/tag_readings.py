"""What a form may be: its readings by the pack, the vocabulary and inflection.

Glossary. A *reading* is a part of speech with an inflection. A set of readings is one
integer, a bit for each, so that rules over them are a few operations. A *mark* is a
named set of words (``[[set]]`` in ``packs/r2_tags.toml``), also kept as bits.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType

from readers.lexicon import PACKS, LexiconError, Pack, load_lexicon, read_pack
from readers.r2.records import Shape, Tag
from readers.r2.tag_marks import EITHER_NUMBER, MARKS
from readers.vocabulary import load_vocabulary

NUMBERS = (Shape.SINGULAR, Shape.PLURAL)
TENSES = (Shape.BASE, Shape.THIRD, Shape.PAST, Shape.PARTICIPLE, Shape.GERUND)
DEGREES = (Shape.NONE, Shape.COMPARATIVE, Shape.SUPERLATIVE)
SHAPES = MappingProxyType(
    {
        Tag.NOUN: NUMBERS,
        Tag.PRONOUN: (Shape.NONE, *NUMBERS),
        Tag.VERB: TENSES,
        Tag.AUXILIARY: TENSES,
        Tag.ADJECTIVE: (*DEGREES, Shape.PARTICIPLE, Shape.GERUND),
        Tag.ADVERB: DEGREES,
        Tag.DETERMINER: DEGREES,
    }
)
READINGS = tuple((tag, shape) for tag in Tag for shape in SHAPES.get(tag, (Shape.NONE,)))
BIT = MappingProxyType({reading: 1 << place for place, reading in enumerate(READINGS)})
JOINT = 1 << len(READINGS)  # a hyphen inside a word: punctuation that ends nothing
EDGE = JOINT << 1  # outside of the sentence
RARE = 30  # a part used so many times less often than another is not expected


def bits(tag: Tag, *shapes: Shape) -> int:
    """The readings of a part of speech, all of them without ``shapes``; KeyError if it has no such shape."""
    chosen = shapes or SHAPES.get(tag, (Shape.NONE,))
    return sum(BIT[tag, shape] for shape in chosen)


def _union(*tags: Tag) -> int:
    return sum(bits(tag) for tag in tags)


NOUN = bits(Tag.NOUN)
PLURAL = bits(Tag.NOUN, Shape.PLURAL)
SINGULAR = bits(Tag.NOUN, Shape.SINGULAR)
NAME = bits(Tag.NAME)
PRONOUN = bits(Tag.PRONOUN)
DETERMINER = bits(Tag.DETERMINER)
ADJECTIVE = bits(Tag.ADJECTIVE)
PARTICIPIAL = bits(Tag.ADJECTIVE, Shape.PARTICIPLE)
GERUNDIAL = bits(Tag.ADJECTIVE, Shape.GERUND)
ADVERB = bits(Tag.ADVERB)
VERB = bits(Tag.VERB)
BASE = bits(Tag.VERB, Shape.BASE)
THIRD = bits(Tag.VERB, Shape.THIRD)
PAST = bits(Tag.VERB, Shape.PAST)
PARTICIPLE = bits(Tag.VERB, Shape.PARTICIPLE)
GERUND = bits(Tag.VERB, Shape.GERUND)
AUXILIARY = bits(Tag.AUXILIARY)
MODAL = bits(Tag.MODAL)
PREPOSITION = bits(Tag.PREPOSITION)
COORDINATOR = bits(Tag.COORDINATOR)
SUBORDINATOR = bits(Tag.SUBORDINATOR)
RELATIVE = bits(Tag.RELATIVE)
QUESTION = bits(Tag.QUESTION)
NUMBER = bits(Tag.NUMBER)
TO = bits(Tag.TO)
NEGATION = bits(Tag.NEGATION)
PARTICLE = bits(Tag.PARTICLE)
POSSESSIVE = bits(Tag.POSSESSIVE)
EXPLETIVE = bits(Tag.EXPLETIVE)
PUNCTUATION = bits(Tag.PUNCTUATION)
SYMBOL = bits(Tag.SYMBOL)
OTHER = bits(Tag.OTHER)

FINITE_VERB = BASE | THIRD | PAST
FINITE_AUXILIARY = bits(Tag.AUXILIARY, Shape.BASE, Shape.THIRD, Shape.PAST)
FINITE = FINITE_VERB | FINITE_AUXILIARY | MODAL
NOMINAL = _union(Tag.NOUN, Tag.NAME, Tag.PRONOUN)
STOP = PUNCTUATION | EDGE


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A lower-case form: its readings, its marks, and how much speaks for each reading.

    ``likely`` is ``readings`` without the rare ones; ``weights`` maps a reading to
    WordNet's tag count of its lemma, closed words to nothing.
    """

    readings: int
    likely: int
    marks: int
    weights: Mapping[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class TagWords:
    """The pack: readings of closed words, marks of words, and what shortened forms stand for."""

    closed: Mapping[str, int]
    marks: Mapping[str, int]
    lemmas: Mapping[str, str]


@cache
def load_tag_words() -> TagWords:
    """The words of ``r2_tags.toml``, read on first use; LexiconError for an unknown reading."""
    pack = read_pack(PACKS / "r2_tags.toml")
    closed: dict[str, int] = {}
    for entry in (*pack.entries["closed"], *pack.entries["shape"]):
        given = readings_named(pack.file, entry["id"], entry["readings"])
        for word in entry["words"]:
            closed[word] = closed.get(word, 0) | given
    lemmas = {word: entry["lemma"] for entry in pack.entries["lemma"] for word in entry["words"]}
    return TagWords(MappingProxyType(closed), MappingProxyType(marks_of(pack)), MappingProxyType(lemmas))


def marks_of(pack: Pack) -> dict[str, int]:
    """Word -> its marks; LexiconError unless the pack has exactly the sets that rules ask for."""
    sets = {entry["id"].split(".")[1]: entry["words"] for entry in pack.entries["set"]}
    if set(sets) != set(MARKS):
        raise LexiconError(pack.file, ", ".join(sorted(set(sets) ^ set(MARKS))), "sets that are missing or not known")
    marks: dict[str, int] = {}
    for place, name in enumerate(MARKS):
        for word in sets[name]:
            marks[word] = marks.get(word, 0) | 1 << place
    return marks


def readings_named(file: str, ident: str, names: Iterable[str]) -> int:
    found = 0
    for name in names:
        tag, _, shape = name.partition(" ")
        reading = next((r for r in READINGS if r[0].value == tag and r[1].value == shape), None)
        if reading is None:
            raise LexiconError(file, ident, f"{name!r} is no reading")
        found |= BIT[reading]
    return found


@lru_cache(maxsize=16384)
def form_of(lower: str) -> Form:
    """The readings of a form; an unknown one may be any open part its ending allows."""
    words = load_tag_words()
    closed = words.closed.get(lower)
    marks = words.marks.get(lower, 0) | words.marks.get(load_vocabulary().lemma(lower, "v"), 0)
    if closed is not None:
        return Form(closed, closed, marks, MappingProxyType({}))
    parts = _parts(lower)
    readings = {part: _inflected(lower, part) for part in parts}
    if _doer(lower, parts):
        del readings["a"]
    if "v" in readings and "a" in readings:
        readings["a"] = readings["v"] & (PARTICIPIAL | GERUNDIAL) or readings["a"]
    if "n" in readings and marks & EITHER_NUMBER:
        readings["n"] = NOUN
    if "v" in readings and "invariant_past" in load_lexicon().function(lower):
        readings["v"] = BASE | PAST | PARTICIPLE
    return _weighed(lower, readings, marks)


def _doer(lower: str, parts: str) -> bool:
    """Whether what looks like a comparative is a noun in use: owner, customer; not "longer"."""
    if not {"a", "n"} <= set(parts) or not _graded(lower) & bits(Tag.ADJECTIVE, Shape.COMPARATIVE):
        return False
    vocabulary = load_vocabulary()
    unused = not vocabulary.use(vocabulary.lemma(lower, "a"), "a")  # butch, which hardly anything is more of
    return ((vocabulary.use(lower, "n") or 0) > 1 or unused) and not vocabulary.use(lower, "a")


def _parts(lower: str) -> str:
    """Parts by the vocabulary and the maintainers' lists; of an unknown word by its ending."""
    vocabulary = load_vocabulary()
    parts = vocabulary.parts(lower)
    if lower in vocabulary.irregulars.plural_only and "n" not in parts:
        parts += "n"
    if "v" not in parts and (lower in vocabulary.irregulars.verbs or (not parts and _is_verb(lower))):
        parts += "v"
    return parts or _unknown(lower)


def _is_verb(lower: str) -> bool:
    return bool(load_lexicon().verb_classes(load_vocabulary().lemma(lower, "v")))


def _weighed(lower: str, readings: Mapping[str, int], marks: int) -> Form:
    uses = {part: _use(lower, part) for part in readings}
    weights: dict[int, int] = {}
    for part, given in readings.items():
        for bit in _singly(given if part != "v" else given & VERB):
            weights[bit] = uses[part]
    every = functools.reduce(int.__or__, readings.values())
    return Form(every, _likely(lower, readings, uses), marks, MappingProxyType(weights))


def _unknown(lower: str) -> str:
    """Parts of a word that the vocabulary lacks: a noun, or what its ending makes it."""
    if lower.endswith("ly"):
        return "r"
    return "nv" if lower.endswith(("ed", "ing")) else "n"


def _singly(readings: int) -> list[int]:
    return [bit for bit in BIT.values() if bit & readings]


def _use(lower: str, part: str) -> int:
    vocabulary = load_vocabulary()
    return max(vocabulary.use(vocabulary.lemma(lower, part), part) or 0, vocabulary.use(lower, part) or 0)


def _likely(lower: str, readings: Mapping[str, int], uses: Mapping[str, int]) -> int:
    """Readings but for parts that are rare beside the most used one; a verb of the lexicon never is."""
    most = max(uses.values())
    listed = "v" in readings and _is_verb(lower)
    kept = (given for part, given in readings.items() if uses[part] * RARE >= most or (part == "v" and listed))
    return functools.reduce(int.__or__, kept)


def _inflected(lower: str, part: str) -> int:
    """The readings of a form as ``n``, ``v``, ``a`` or ``r``."""
    match part:
        case "n":
            return PLURAL if load_vocabulary().is_plural(lower) else SINGULAR
        case "v":
            return _tensed(lower)
        case "a":
            return _graded(lower)
        case _:
            return bits(Tag.ADVERB, Shape.NONE)


def _tensed(lower: str) -> int:
    match load_vocabulary().verb_tense(lower):
        case "base":
            return BASE
        case "third":
            return THIRD
        case "gerund":
            return GERUND | GERUNDIAL
        case _:
            return PAST | PARTICIPLE | PARTICIPIAL


def _graded(lower: str) -> int:
    inflected = load_vocabulary().lemma(lower, "a") != lower
    if inflected and lower.endswith("er"):
        return bits(Tag.ADJECTIVE, Shape.COMPARATIVE)
    return bits(Tag.ADJECTIVE, Shape.SUPERLATIVE if inflected and lower.endswith("est") else Shape.NONE)
