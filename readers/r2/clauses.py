"""Words to clauses: the steps in their order, sentence by sentence, and the one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from readers.r2.clause_draft import Reading, finish
from readers.r2.clause_links import adverbial, coordinator, expletive, piped_relative, relative, subordinate
from readers.r2.clause_question import question, request
from readers.r2.clause_steps import phrase, preposition, punctuation, rest, verb
from readers.r2.grammar import read_phrases
from readers.r2.records import Clause, Word

# The first step that moves the cursor is taken; the last one always does.
STEPS = (
    punctuation,
    adverbial,
    piped_relative,
    question,
    subordinate,
    relative,
    expletive,
    coordinator,
    request,
    verb,
    phrase,
    preposition,
    rest,
)


def read_clauses(words: Sequence[Word]) -> tuple[Clause, ...]:
    """The clauses of a text in order, at most one of them a question; ChartOverflow past the bound."""
    found: list[Clause] = []
    for _, sentence in groupby(words, key=lambda word: word.sentence):
        found.extend(_shift(_sentence(list(sentence)), len(found)))
    return _one_question(found)


def _sentence(words: list[Word]) -> tuple[Clause, ...]:
    reading = Reading.of(words, read_phrases(words))
    while reading.at < len(words):
        next(step for step in STEPS if step(reading))
    return finish(reading.drafts, words)


def _shift(clauses: Sequence[Clause], by: int) -> Iterator[Clause]:
    for clause in clauses:
        parent = clause.parent + by if clause.parent >= 0 else -1
        yield replace(clause, index=clause.index + by, parent=parent) if by else clause


def _one_question(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The last question is the one that is asked; those before keep what they ask as main clauses."""
    asking = [clause.index for clause in clauses if clause.kind == "question"]
    return tuple(replace(c, kind="main") if c.index in asking[:-1] else c for c in clauses)
