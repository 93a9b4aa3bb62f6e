"""The hand-written packs: what is served, and that a wrong entry is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from readers.lexicon import PACKS, Lexicon, LexiconError, load_lexicon, read_lexicon, read_pack
from readers.vocabulary import load_vocabulary

FILES = ("verbs.toml", "names.toml", "superordinates.toml", "function_words.toml")


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon()


@pytest.mark.parametrize(
    ("lemma", "particle", "verb_class", "polarity"),
    [
        ("have", "", "possess", 0),
        ("buy", "", "gain", 1),
        ("sell", "", "loss", -1),
        ("give", "", "transfer", -1),
        ("give", "away", "loss", -1),
        ("give", "back", "loss", -1),
        ("eat", "", "consume", -1),
        ("use", "up", "consume", -1),
        ("pay", "", "spend", -1),
        ("earn", "", "earn", 1),
        ("cost", "", "cost", 0),
        ("bake", "", "produce", 0),
        ("contain", "", "contain", 0),
        ("arrive", "", "arrive", 1),
        ("fly", "away", "depart", -1),
        ("fly", "", "motion", 0),
        ("read", "", "perform", 0),
        ("need", "", "need", 0),
        ("divide", "", "share", 0),
        ("increase", "", "grow", 1),
        ("decrease", "", "shrink", -1),
        ("set", "aside", "save", 1),
        ("get", "rid of", "loss", -1),
        ("be", "", "be", 0),
        ("think", "", "mental", 0),
        ("begin", "", "begin", 0),
        ("stop", "", "end", 0),
    ],
)
def test_verbs(lexicon: Lexicon, lemma: str, particle: str, verb_class: str, polarity: int) -> None:
    entry = lexicon.verb_classes(lemma, particle)[0]
    assert (entry.verb_class, entry.polarity) == (verb_class, polarity)
    assert lexicon.polarity(verb_class) == polarity


def test_a_verb_entry_names_its_licence(lexicon: Lexicon) -> None:
    assert lexicon.verb_classes("pick", "up")[0].id == "verb.gain.pick.up"
    assert "" in lexicon.particles("pick")
    assert "up" in lexicon.particles("pick")


def test_the_primary_class_comes_first_and_the_others_follow(lexicon: Lexicon) -> None:
    first, *others = (entry.verb_class for entry in lexicon.verb_classes("run"))
    assert first == "motion"
    assert set(others) == {"cost", "perform"}


def test_unknown_words_give_empty_answers(lexicon: Lexicon) -> None:
    assert lexicon.verb_classes("zorble") == ()
    assert lexicon.verb_classes("buy", "zorble") == ()
    assert lexicon.particles("zorble") == ()
    assert lexicon.gender("zorble") == ""
    assert lexicon.superordinates("zorble") == ()
    assert lexicon.members("zorble") == ()
    assert lexicon.function("zorble") == ()
    assert lexicon.pronoun("zorble") is None
    assert lexicon.id_of("name", "zorble") == ""
    with pytest.raises(KeyError):
        lexicon.polarity("zorble")


def test_every_verb_lemma_is_a_lemma(lexicon: Lexicon) -> None:
    vocabulary = load_vocabulary()
    wrong = {lemma for lemma, _ in lexicon.verbs if vocabulary.lemma(lemma, "v") != lemma}
    assert wrong == set()


def test_every_class_of_verbs_is_used_and_signed(lexicon: Lexicon) -> None:
    used = {entry.verb_class for entries in lexicon.verbs.values() for entry in entries}
    assert used == set(lexicon.classes)
    assert {verb_class.polarity for verb_class in lexicon.classes.values()} == {-1, 0, 1}


def test_names_titles_and_roles(lexicon: Lexicon) -> None:
    assert lexicon.is_name("Priya")
    assert not lexicon.is_name("table")
    assert lexicon.is_title("Mrs.")
    assert lexicon.is_role("mother")
    assert [lexicon.gender(word) for word in ("Maria", "Omar", "Jordan", "Mr.", "aunt", "teacher")] == [
        "female",
        "male",
        "neutral",
        "male",
        "female",
        "neutral",
    ]
    assert lexicon.id_of("name", "priya") == "name.female"


def test_classes_of_nouns_nest(lexicon: Lexicon) -> None:
    assert lexicon.superordinates("puppy") == ("dog", "mammal", "pet", "animal")
    assert "puppy" in lexicon.members("animal")
    assert lexicon.is_a("strawberry", "fruit")
    assert lexicon.is_a("fruit", "fruit")
    assert not lexicon.is_a("strawberry", "vegetable")
    assert not lexicon.is_a("fruit", "strawberry")
    assert lexicon.id_of("class", "fruit") == "class.fruit"


def test_superordinates_and_members_are_inverse(lexicon: Lexicon) -> None:
    for noun_class in lexicon.nouns:
        for member in lexicon.members(noun_class):
            assert noun_class in lexicon.superordinates(member)


def test_no_class_is_above_itself(lexicon: Lexicon) -> None:
    assert [name for name in lexicon.nouns if name in lexicon.superordinates(name)] == []


def test_members_are_singular(lexicon: Lexicon) -> None:
    vocabulary = load_vocabulary()
    members = {member for noun_class in lexicon.nouns for member in lexicon.members(noun_class)}
    plural = {word for word in members if " " not in word and vocabulary.lemma(word, "n") not in (word, "")}
    assert plural == set()


def test_containers(lexicon: Lexicon) -> None:
    assert all(lexicon.is_container(word) for word in ("container", "box", "jar", "carton"))
    assert not lexicon.is_container("apple")


def test_function_words(lexicon: Lexicon) -> None:
    assert lexicon.function("the") == ("article",)
    assert "hedge_at_least" in lexicon.function("at least")
    assert "hedge" in lexicon.function("approximately")
    assert "negation" in lexicon.function("not")
    assert "indefinite" in lexicon.function("Some")
    assert set(lexicon.function("her")) == {"possessive", "pronoun"}


def test_pronouns(lexicon: Lexicon) -> None:
    pronouns = [lexicon.pronoun(word) for word in ("I", "you", "she", "they")]
    assert [(p.person, p.number, p.gender) for p in pronouns if p] == [
        (1, "singular", ""),
        (2, "", ""),
        (3, "singular", "female"),
        (3, "plural", ""),
    ]


def _changed(at: Path, file: str, old: str, new: str) -> Path:
    for name in FILES:
        shutil.copy(PACKS / name, at / name)
    text = (at / file).read_text(encoding="utf-8")
    assert old in text
    (at / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return at


@pytest.mark.parametrize("file", FILES)
def test_an_unratified_entry_is_refused(tmp_path: Path, file: str) -> None:
    packs = _changed(tmp_path, file, 'state = "ratified"', 'state = "proposed"')
    with pytest.raises(LexiconError, match="'proposed'") as caught:
        read_lexicon(packs)
    assert caught.value.file == file


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("verbs.toml", 'id = "verb.gain"', 'id = "verb.loss"', "verb.loss: its id is used twice"),
        ("verbs.toml", 'id = "verb.gain"\n', "", "has no id"),
        ("verbs.toml", 'class = "gain"', 'class = "gian"', "verb.gain: its class 'gian' is not described"),
        ("verbs.toml", "buy, ", "buy, buy, ", "verb.gain: lemmas holds an empty word or one twice"),
        ("verbs.toml", "buy, ", "buy, sell, ", "sell: a primary class"),
        ("verbs.toml", "'hold, carry'", "'hold, carry, own'", "own: a primary class"),
        ("names.toml", 'source = "maintainers"\n', "", "name.female: has no source"),
        ("names.toml", "\naaron,", "\nmaria, aaron,", "name.male: 'maria' is listed twice"),
        ("superordinates.toml", 'class = "fruit"\n', "", "class.fruit: has no class"),
        ("function_words.toml", "person = 1\n", "", "has no person"),
    ],
)
def test_a_faulty_entry_is_named(tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    with pytest.raises(LexiconError) as caught:
        read_lexicon(_changed(tmp_path, file, old, new))
    assert str(caught.value).startswith(f"{file}: ")
    assert fault in str(caught.value)


def test_ids_are_unique_over_all_packs() -> None:
    packs = [read_pack(PACKS / name) for name in FILES]
    ids = [
        entry["id"]
        for pack in packs
        for kind, entries in pack.entries.items()
        if kind != "classes"
        for entry in entries
    ]
    assert len(ids) == len(set(ids))
