"""The vocabulary: words as word problems use them, and the frozen files behind them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.build_vocabulary import build
from readers.vocabulary import (
    PACKS,
    Table,
    Vocabulary,
    VocabularyError,
    load_irregulars,
    load_vocabulary,
)

ROOT = PACKS.parent.parent

PLURALS = """
children:child boxes:box knives:knife buses:bus glasses:glass cookies:cookie people:person feet:foot
apples:apple potatoes:potato taxis:taxi classes:class leaves:leaf marbles:marble cards:card peaches:peach
quizzes:quiz pianos:piano wolves:wolf movies:movie cherries:cherry dozens:dozen hundreds:hundred mice:mouse
houses:house shoes:shoe minutes:minute cents:cent loaves:loaf dice:die toes:toe
"""

SINGULARS = "bus gas lens series tennis news glass was his this yes always child box person dress"

VERBS = """
ran:run:past bought:buy:past left:leave:past found:find:past saw:see:past fell:fall:past lay:lay:base
lays:lay:third singing:sing:gerund baking:bake:gerund hopping:hop:gerund hoping:hope:gerund stopped:stop:past
seed:seed:base need:need:base feeds:feed:third fed:feed:past has:have:third was:be:past are:be:base
does:do:third goes:go:third read:read:base put:put:base given:give:past carries:carry:third tried:try:past
tying:tie:gerund travelled:travel:past spent:spend:past filled:fill:past watches:watch:third used:use:past
"""


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return load_vocabulary()


@pytest.mark.parametrize("pair", PLURALS.split())
def test_plurals(vocabulary: Vocabulary, pair: str) -> None:
    plural, singular = pair.split(":")
    assert vocabulary.lemma(plural, "n") == singular
    assert vocabulary.is_plural(plural)
    assert not vocabulary.is_plural(singular)


@pytest.mark.parametrize("word", SINGULARS.split())
def test_singulars_keep_their_form(vocabulary: Vocabulary, word: str) -> None:
    assert vocabulary.lemma(word, "n") == word
    assert not vocabulary.is_plural(word)


@pytest.mark.parametrize("word", ["clothes", "pants", "scissors"])
def test_plural_only_nouns_are_their_own_lemma(vocabulary: Vocabulary, word: str) -> None:
    assert vocabulary.is_plural(word)
    assert vocabulary.lemma(word, "n") == word


@pytest.mark.parametrize("triple", VERBS.split())
def test_verbs(vocabulary: Vocabulary, triple: str) -> None:
    form, lemma, tense = triple.split(":")
    assert (vocabulary.lemma(form, "v"), vocabulary.verb_tense(form)) == (lemma, tense)


def test_parts_cover_inflections_most_used_first(vocabulary: Vocabulary) -> None:
    assert vocabulary.parts("ran") == "v"
    assert vocabulary.parts("apples") == "n"
    assert vocabulary.parts("left")[0] == "v"
    assert vocabulary.parts("red")[0] == "a"
    assert vocabulary.parts("book")[0] == "n"
    assert vocabulary.parts("slowly") == "r"
    assert set(vocabulary.parts("walks")) >= {"n", "v"}


def test_comparatives_lead_to_their_adjective(vocabulary: Vocabulary) -> None:
    assert [vocabulary.lemma(word, "a") for word in ("bigger", "happiest", "older", "nicer")] == [
        "big",
        "happy",
        "old",
        "nice",
    ]
    assert vocabulary.lemma("clever", "a") == "clever"


def test_case_is_ignored(vocabulary: Vocabulary) -> None:
    assert vocabulary.lemma("Apples", "n") == "apple"
    assert vocabulary.parts("RAN") == "v"


@pytest.mark.parametrize(
    ("form", "part", "lemma"),
    [
        ("wugs", "n", "wug"),
        ("blorpches", "n", "blorpch"),
        ("zibbies", "n", "zibby"),
        ("wugged", "v", "wug"),
        ("wugging", "v", "wug"),
        ("zibbus", "n", "zibbus"),
        ("zibbiss", "n", "zibbiss"),
        ("wuggest", "a", "wuggest"),
    ],
)
def test_unknown_words_inflect_regularly(vocabulary: Vocabulary, form: str, part: str, lemma: str) -> None:
    assert not vocabulary.known(form)
    assert vocabulary.parts(form) == ""
    assert vocabulary.lemma(form, part) == lemma


def test_unknown_plurals_are_seen(vocabulary: Vocabulary) -> None:
    assert vocabulary.is_plural("wugs")
    assert not vocabulary.is_plural("wug")


def test_use_is_none_for_no_lemma(vocabulary: Vocabulary) -> None:
    assert vocabulary.use("apples", "n") is None
    assert (vocabulary.use("apple", "n") or 0) > 0
    assert vocabulary.use("apple", "v") is None


def test_an_unknown_part_is_an_error(vocabulary: Vocabulary) -> None:
    with pytest.raises(KeyError):
        vocabulary.lemma("wugs", "x")


def test_empty_and_odd_text_is_unknown(vocabulary: Vocabulary) -> None:
    for text in ("", "'", "12", "a\tb", "\n", "é"):
        assert not vocabulary.known(text)
        assert vocabulary.lemma(text, "n") == text


def test_bisection_equals_a_scan() -> None:
    rows = ["a\tn", "a'b\tv", "ab\tn", "ab\tv", "abc\tr", "z\ta"]
    table = Table("".join(f"{row}\n" for row in rows).encode())
    for key in ("a", "a'b", "ab", "abc", "z", "", "aa", "zz", "b"):
        assert list(table.values(key)) == [row.split("\t")[1] for row in rows if row.split("\t")[0] == key]


@pytest.mark.parametrize("name", ["vocabulary.txt", "exceptions.txt"])
def test_tables_are_sorted_and_every_line_is_found(name: str) -> None:
    data = (PACKS / name).read_bytes()
    lines = data.splitlines()
    assert data.endswith(b"\n")
    assert lines == sorted(set(lines))
    table = Table(data)
    for line in lines[::997]:
        key, _, value = line.decode().partition("\t")
        assert value in table.values(key)


def test_files_are_the_ones_that_were_frozen() -> None:
    for line in (PACKS / "vocabulary.sha256").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((PACKS / name).read_bytes()).hexdigest() == digest


def test_licence_is_kept_and_digested() -> None:
    notice = (PACKS / "WORDNET-LICENSE").read_text()
    assert "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved." in notice
    assert notice.rstrip().endswith("Princeton University and LICENSEE agrees to preserve same.")
    frozen = {line.split("  ")[1] for line in (PACKS / "vocabulary.sha256").read_text().splitlines()}
    assert frozen == {"vocabulary.txt", "exceptions.txt", "WORDNET-LICENSE"}


def test_unratified_irregulars_are_refused(tmp_path: Path) -> None:
    text = (PACKS / "irregulars.toml").read_text(encoding="utf-8")
    changed = tmp_path / "irregulars.toml"
    changed.write_text(text.replace('state = "ratified"', 'state = "proposed"', 1), encoding="utf-8")
    with pytest.raises(VocabularyError, match="nouns"):
        load_irregulars(changed)


def _tiny_wordnet(at: Path) -> Path:
    header = "  1 This software and database is being provided to you.  \n"
    files = {
        "index.noun": header + "pen n 1 0 1 1 1\nred n 1 0 1 0 2\nsea_dog n 1 0 1 0 3\n",
        "index.verb": "pen v 1 0 1 0 4\nrun v 1 0 1 1 5\n",
        "index.adj": "red a 1 0 1 1 6\n.22 a 1 0 1 0 7\n",
        "index.adv": "",
        "noun.exc": "oxen ox\nmen-of-war man-of-war\n",
        "verb.exc": "ran run\nleapt leap jump\n",
        "adj.exc": "",
        "adv.exc": "",
        "cntlist.rev": "pen%1:06:00:: 1 3\nred%5:00:00:warm:00 1 4\nred%3:00:01:: 2 5\nred%1:07:00:: 1 2\n",
        "data.noun": header + "00001740 03 n 01 entity 0\n",
    }
    for name, text in files.items():
        (at / name).write_text(text)
    return at


def test_build_writes_what_its_docstring_says(tmp_path: Path) -> None:
    files = build(_tiny_wordnet(tmp_path))
    assert files["vocabulary.txt"] == "pen\tnv\t3,0\nred\tan\t9,2\nrun\tv\n"
    assert files["exceptions.txt"] == "leapt\tv\tjump\nleapt\tv\tleap\noxen\tn\tox\nran\tv\trun\n"
    assert files["WORDNET-LICENSE"] == "This software and database is being provided to you.\n"
    digest = hashlib.sha256(files["vocabulary.txt"].encode()).hexdigest()
    assert files["vocabulary.sha256"].splitlines()[0] == f"{digest}  vocabulary.txt"


def test_loading_is_cheap_when_cold() -> None:
    # Whole tables in one bytes object each: a load that parsed every line would
    # allocate hundreds of thousands of objects, however fast it ran.
    program = (
        "import readers.vocabulary as v, sys\n"
        "before = sys.getallocatedblocks(); v.load_vocabulary()\n"
        "print(sys.getallocatedblocks() - before)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 10_000
