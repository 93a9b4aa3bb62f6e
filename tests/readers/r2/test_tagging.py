"""The tagger of R2 against hand-tagged sentences, and what must hold of any text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readers.document import read_document
from readers.lexicon import LexiconError, Pack
from readers.numbers import read_numerals
from readers.packs_numeric import load_numeric_packs
from readers.r2 import tag_readings
from readers.r2.records import Shape, Tag, Word
from readers.r2.tag_readings import READINGS, form_of, load_tag_words
from readers.r2.tagging import RULES, tag

CORPUS = Path(__file__).resolve().parents[2] / "corpus" / "r2_tags.toml"
TAGS = {
    "N": Tag.NOUN,
    "NAME": Tag.NAME,
    "PRO": Tag.PRONOUN,
    "DET": Tag.DETERMINER,
    "A": Tag.ADJECTIVE,
    "ADV": Tag.ADVERB,
    "V": Tag.VERB,
    "AUX": Tag.AUXILIARY,
    "MOD": Tag.MODAL,
    "P": Tag.PREPOSITION,
    "CO": Tag.COORDINATOR,
    "SUB": Tag.SUBORDINATOR,
    "REL": Tag.RELATIVE,
    "Q": Tag.QUESTION,
    "#": Tag.NUMBER,
    "TO": Tag.TO,
    "NEG": Tag.NEGATION,
    "PT": Tag.PARTICLE,
    "POS": Tag.POSSESSIVE,
    "EX": Tag.EXPLETIVE,
    ".": Tag.PUNCTUATION,
}
SHAPES = {
    "": Shape.NONE,
    "s": Shape.SINGULAR,
    "p": Shape.PLURAL,
    "b": Shape.BASE,
    "z": Shape.THIRD,
    "d": Shape.PAST,
    "n": Shape.PARTICIPLE,
    "g": Shape.GERUND,
    "c": Shape.COMPARATIVE,
    "t": Shape.SUPERLATIVE,
}
LEMMAS = [
    ("She walks 5 miles.", "walks", "walk"),
    ("The knives were sold.", "knives", "knife"),
    ("The knives were sold.", "sold", "sell"),
    ("The knives were sold.", "were", "be"),
    ("He is taller than Nora.", "taller", "tall"),
    ("The leaves fell on the lawn.", "leaves", "leaf"),
    ("The bus leaves at noon.", "leaves", "leave"),
    ("He's reading a book.", "'s", "be"),
    ("She won't eat.", "wo", "will"),
    ("The used cars cost $900.", "used", "used"),
    ("Nora has 3 pets.", "Nora", "nora"),
]


def tagged(text: str) -> tuple[Word, ...]:
    """The words of a text."""
    document = read_document(text)
    return tag(document, read_numerals(document, load_numeric_packs()))


def _sentences() -> Iterator[str]:
    for group in tomllib.loads(CORPUS.read_text(encoding="utf-8"))["group"]:
        yield from group["sentences"]


def _reading(code: str) -> tuple[Tag, Shape]:
    name = code if code in TAGS else code[:-1]
    return TAGS[name], SHAPES[code.removeprefix(name)]


def _split(sentence: str) -> tuple[str, list[tuple[str, str]]]:
    """The plain sentence, and its checked words with their codes."""
    parts = [part.rpartition("/") if "/" in part else (part, "", "") for part in sentence.split()]
    text = " ".join(word for word, _, _ in parts)
    for clitic in (" 's", " n't", " 'll", " '"):
        text = text.replace(clitic, clitic.strip())
    text = text.replace(" - ", "-").replace(" ,", ",")
    return text + ("?" if parts[0][0] in ("How", "What", "Who", "Which", "When") else "."), [
        (word, code) for word, _, code in parts if code
    ]


@pytest.mark.parametrize("sentence", list(_sentences()))
def test_hand_tagged(sentence: str) -> None:
    text, checked = _split(sentence)
    words = iter(tagged(text))
    for form, code in checked:
        word = next((word for word in words if word.text == form), None)
        assert word is not None, f"{form} is no word of {text}"
        assert (word.tag, word.shape) == _reading(code), f"{form} in {text}: {word.tag} {word.shape}"


def test_the_corpus_is_large_enough() -> None:
    assert len(set(_sentences())) >= 150


@pytest.mark.parametrize(("text", "form", "lemma"), LEMMAS)
def test_lemmas(text: str, form: str, lemma: str) -> None:
    assert next(word.lemma for word in tagged(text) if word.text == form) == lemma


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from([*load_tag_words().closed, "Tom", "5", "boxes", "baked", "-", ".", "?", "$3"]), max_size=25
    )
)
def test_every_token_is_in_one_word(forms: list[str]) -> None:
    document = read_document(" ".join(forms))
    words = tag(document, read_numerals(document, load_numeric_packs()))
    assert [i for word in words for i in range(word.first, word.last)] == list(range(len(document.tokens)))
    assert [word.place for word in words] == list(range(len(words)))
    assert all((word.tag, word.shape) in READINGS for word in words)
    assert all(word.span.of(document.text) == word.text for word in words)
    assert all((word.numeral is None) or word.tag is Tag.NUMBER for word in words)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_no_text_fails(text: str) -> None:
    words = tagged(text)
    assert sum(word.last - word.first for word in words) == len(read_document(text).tokens)


def test_numerals_are_one_word_also_where_set_aside() -> None:
    words = tagged("On the 2nd of May, 2020, at 3:30 pm she paid $5.50.")
    numbers = [word.text for word in words if word.tag is Tag.NUMBER]
    assert numbers == ["2nd", "2020", "3:30 pm", "$5.50"]


def test_rule_names_are_unique_and_rules_remove_something() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    every = (1 << len(READINGS)) - 1
    assert all(rule.removes & every and rule.removes & every != every for rule in RULES)


def test_readings_of_a_form() -> None:
    walks = form_of("walks").readings
    assert walks == tag_readings.PLURAL | tag_readings.THIRD
    assert form_of("baked").readings == tag_readings.PAST | tag_readings.PARTICIPLE | tag_readings.PARTICIPIAL
    assert form_of("went").readings == tag_readings.PAST


def test_a_pack_without_the_sets_is_refused() -> None:
    entry = {"id": "mark.be", "words": ["be"]}
    with pytest.raises(LexiconError):
        tag_readings.marks_of(Pack("r2_tags.toml", {"set": [entry]}))


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(LexiconError):
        tag_readings.readings_named("r2_tags.toml", "closed.x", ["verb plural"])
