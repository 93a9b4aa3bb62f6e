"""Words that bear arithmetic: found, taken up, or missed."""

from __future__ import annotations

import pytest

from models.outcome import Refusal
from readers.r2.accounting import arithmetic_words, negated, unread
from readers.r2.parsing import parse
from readers.r2.reader import draft
from readers.r2.things import Thing
from readers.r2.world import Event, World
from tests.readers.r2.drafts import given

TEXT = "Mara has twice as many beads as Ivo. How many beads does Ivo have?"


def test_the_longest_cue_stands_at_each_place() -> None:
    words = parse(TEXT).words
    found = [" ".join(w.lower for w in words[c.first : c.last]) for c in arithmetic_words(words)]
    assert found == ["as many"]


def test_a_cue_that_was_taken_up_is_not_missed() -> None:
    parsed = parse("Each box falls. How many beads are there?")
    world = World()
    question = parsed.clauses[-1]
    (missed,) = unread(parsed, world, question)
    assert parsed.words[missed.first].lower == "each"
    world.taken.add(missed.first)
    assert unread(parsed, world, question) == []


def test_a_cue_that_no_rule_took_up_refuses_the_text() -> None:
    found = draft(parse("Mara has 4 beads, each. How many beads does Mara have on average?"), {})
    assert isinstance(found, Refusal)
    assert found.kind == "cue_unread"


@pytest.mark.parametrize(("verb", "denied"), [("does not have", True), ("has", False)])
def test_a_denied_clause_with_an_amount(verb: str, denied: bool) -> None:
    parsed = parse(f"Mara {verb} 4 beads. How many beads does Ivo have?")
    world = World()
    assert negated(parsed, world, parsed.clauses[-1]) is None
    given(world, 4, Thing("bead"), event=Event(clause=0))
    assert (negated(parsed, world, parsed.clauses[-1]) is not None) is denied
