"""Tokens with exact offsets, sentence ends, and the packs they rest on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readers.document import read_document
from readers.packs_numeric import load_numeric_packs

TRICKY = st.text(alphabet="aB1 5.,'’\"?!-/½$\n%:@#xtn", max_size=200)


def texts(text: str) -> list[str]:
    return [token.text for token in read_document(text).tokens]


def sentences(text: str) -> list[str]:
    return [sentence.span.of(text) for sentence in read_document(text).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom's cat", "Tom|'s|cat"),
        ("Tom’s cat", "Tom|’s|cat"),
        ("the boys’ cat", "the|boys|’|cat"),
        ("didn't we'll I'd", "did|n't|we|'ll|I|'d"),
        ("wouldn't've", "would|n't|'ve"),
        ("at 5 o'clock", "at|5|o'clock"),
        ("twenty-five", "twenty|-|five"),
        ("a 5-gallon jug", "a|5|-|gallon|jug"),
        ("half-dozen", "half|-|dozen"),
        ("10lbs 80cm 3x 5th", "10|lbs|80|cm|3|x|5|th"),
        ("2/3rds 45mph 7 a.m ET", "2|/|3|rds|45|mph|7|a.m|ET"),
        ("3/4 1½ 1⁄2", "3|/|4|1|½|1|⁄|2"),
        ("$.50 and £2", "$|.50|and|£|2"),
        ("1,250.50 is 20%", "1,250.50|is|20|%"),
        ("B2B R2D2 7up mp3 1.2.3", "B2B|R2D2|7up|mp3|1.2.3"),
        ("see www.a5.com/x9.", "see|www.a5.com/x9|."),
        ("mail a5@b.org, now", "mail|a5@b.org|,|now"),
        ("shop5.com sells it", "shop5.com|sells|it"),
        ("the end.Then", "the|end|.|Then"),
        ("Mr. Lee vs. Dr. Ray", "Mr.|Lee|vs.|Dr.|Ray"),
        ("at 5 p.m. in the U.S.", "at|5|p.m.|in|the|U.S."),
        ("wait... what…", "wait|...|what|…"),
        ("1990's", "1990|'s"),
        ("No. 5 or no. Five", "No.|5|or|no|.|Five"),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert "|".join(texts(text)) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Ann ate. Bob ran! Did he? Yes.", 4),
        ("It cost 3.50 and weighed .5 tons.", 1),
        ("Mr. Lee met Mrs. Day on St. Ives Road.", 1),
        ("We left at 5 p.m. and slept.", 1),
        ("We left at 5 p.m. Then we slept.", 2),
        ('"How many?" he asked.', 1),
        ('He said "stop." Then he left.', 2),
        ("He paused... and left.", 1),
        ("He paused... Then he left.", 2),
        ("Really?! Yes.", 2),
        ("It weighs 5 lbs. of course.", 1),
        ("one line\nother line", 2),
        ("It covers 20 sq. ft. of wall.", 1),
        ("he has pens. she has ink.", 2),
        ("", 0),
        ("   ", 0),
    ],
)
def test_sentence_count(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_closing_quote_stays_with_its_sentence() -> None:
    assert sentences("He said “stop.” Then he left.") == ["He said “stop.”", "Then he left."]


def test_lower_has_straight_apostrophes() -> None:
    assert [token.lower for token in read_document("TOM’s").tokens] == ["tom", "'s"]


def test_kinds() -> None:
    kinds = [token.kind for token in read_document("Ann paid $5, 20%").tokens]
    assert kinds == ["word", "word", "symbol", "number", "punct", "number", "symbol"]


@given(st.one_of(st.text(max_size=2000), TRICKY))
def test_offsets_are_exact_and_nothing_is_lost(text: str) -> None:
    document = read_document(text)
    assert all(token.span.of(text) == token.text for token in document.tokens)
    assert Counter("".join(token.text for token in document.tokens)) == Counter("".join(text.split()))
    ends = [token.span.end for token in document.tokens]
    assert all(end <= token.span.start for end, token in zip(ends, document.tokens[1:], strict=False))


@given(st.one_of(st.text(max_size=2000), TRICKY))
def test_sentences_share_out_the_tokens(text: str) -> None:
    document = read_document(text)
    owners = [sentence.index for sentence in document.sentences for _ in document.words(sentence)]
    assert owners == [token.sentence for token in document.tokens]
    assert [token.index for token in document.tokens] == list(range(len(document.tokens)))


def test_facts_agree_with_the_factors_of_their_measures() -> None:
    packs = load_numeric_packs()
    measures = {entry.lemma: entry for entry in packs.units.values()}
    pairs = [(measures.get(f.larger), measures.get(f.smaller), f.factor) for f in packs.facts]
    known = [(a, b, factor) for a, b, factor in pairs if a and b and a.dimension == b.dimension]
    assert len(known) >= 30
    assert all(a.factor == factor * b.factor for a, b, factor in known)


def test_pack_look_ups() -> None:
    packs = load_numeric_packs()
    month, inch = packs.fact("week", "month"), packs.unit_of("in", attached=True)
    assert month is not None and month.factor == 4
    assert packs.fact("month", "week") is None
    assert packs.unit_of("in") is None and inch is not None and inch.lemma == "inch"
    assert packs.value("part", "thirds") == Fraction(1, 3)
    assert {"january", "may"} <= packs.forms("month") and "sunday" in packs.forms("weekday")


def test_no_form_names_two_measures() -> None:
    packs = load_numeric_packs()
    assert not packs.units.keys() & packs.symbols.keys()
