"""All packs: every entry has its own id, a source and the state that lets it serve."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from readers.lexicon import PACKS

FILES = tuple(sorted(path.name for path in PACKS.glob("*.toml")))
REQUIRED = ("id", "source", "state")
DESCRIBING = frozenset({("verbs.toml", "classes")})  # tables that describe, and hold no entry
Entry = dict[str, Any]


def entries(name: str, text: str) -> Iterator[Entry]:
    """The entries of one pack: its tables, and those in its arrays."""
    for key, value in tomllib.loads(text).items():
        if (name, key) not in DESCRIBING:
            yield from value if isinstance(value, list) else [value]


def texts() -> dict[str, str]:
    return {name: (PACKS / name).read_text("utf-8") for name in FILES}


def faults(found: Iterable[Entry]) -> list[str]:
    """What keeps entries from serving; double ids are counted over all that are given."""
    listed = list(found)
    missing = [f"{e.get('id', '?')}: no {key}" for e in listed for key in REQUIRED if not e.get(key)]
    unserved = [f"{e.get('id', '?')}: {e['state']}" for e in listed if e.get("state", "ratified") != "ratified"]
    double = [f"{name}: twice" for name, n in Counter(e.get("id") for e in listed).items() if name and n > 1]
    return [*missing, *unserved, *double]


def listed_twice(entry: Entry) -> list[str]:
    """Words that one list of an entry holds twice."""
    lists = [value for value in entry.values() if isinstance(value, list)]
    counts = [Counter(word for word in value if isinstance(word, str)) for value in lists]
    return [word for count in counts for word, n in count.items() if n > 1]


@pytest.mark.parametrize("name", FILES)
def test_every_entry_may_serve(name: str) -> None:
    assert faults(entries(name, texts()[name])) == []


@pytest.mark.parametrize("name", FILES)
def test_no_entry_holds_a_word_twice_or_an_empty_one(name: str) -> None:
    found = list(entries(name, texts()[name]))
    assert [(e["id"], listed_twice(e)) for e in found if listed_twice(e)] == []
    assert [e["id"] for e in found for value in e.values() if isinstance(value, list) and "" in value] == []


def test_ids_are_one_of_a_kind_over_all_packs() -> None:
    everything = [entry for name, text in texts().items() for entry in entries(name, text)]
    assert [fault for fault in faults(everything) if fault.endswith("twice")] == []
    assert len(everything) > 100


def test_all_packs_are_there_and_name_what_they_are() -> None:
    assert {
        "verbs.toml",
        "cues.toml",
        "questions.toml",
        "comparatives.toml",
        "units.toml",
        "numbers.toml",
    } <= set(FILES)
    assert [name for name, text in texts().items() if not text.startswith("#")] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[cue]]\nid = "a"\nsource = "s"\nstate = "proposed"', "a: proposed"),
        ('[[cue]]\nid = "a"\nsource = "s"', "a: no state"),
        ('[[cue]]\nid = "a"\nsource = ""\nstate = "ratified"', "a: no source"),
        ('[cue]\nsource = "s"\nstate = "ratified"', "?: no id"),
        (
            'e = [{ id = "a", source = "s", state = "ratified" }, { id = "a", source = "s", state = "ratified" }]',
            "a: twice",
        ),
    ],
)
def test_a_faulty_entry_is_seen(text: str, fault: str) -> None:
    assert faults(entries("made.toml", text)) == [fault]


def test_a_word_given_twice_is_seen() -> None:
    assert listed_twice({"id": "a", "words": ["more", "less", "more"]}) == ["more"]


def test_the_packs_are_in_the_package() -> None:
    assert PACKS.is_dir()
    assert Path(__file__).parents[2] in PACKS.parents
