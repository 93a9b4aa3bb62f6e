"""The checker finds every planted fault, each by the check that names it."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.chain import ChainProblem, Family, Kind, Leaf, Target
from models.expression import Apply, Constant, Expression, Given, Licence, Operation
from models.quantity import Cue, Quantity, Question, Reading, SetAside
from models.span import Span
from models.units import Unit
from solver import checker
from solver.checker import CHECKS, COMPOSITION, Finding, check, passed, prefilter, unique

TEXT = (
    "A baker fills 3 trays with 8 rolls each and then bakes 5 rolls by hand on shelf 2. "
    "How many rolls does she have altogether? They are shared equally."
)
ROLL, TRAY, KID = Unit.of("roll"), Unit.of("tray"), Unit.of("kid")
ONE = Unit()
BY_UNITS = Licence(COMPOSITION)


def spot(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


TOTAL = Licence("aggregate.altogether", spot("altogether"))
SHARE = Licence("share.equally", spot("equally"))


def reading_of(*quantities: Quantity, unit: Unit = ROLL) -> Reading:
    cues = tuple(
        Cue(entry.partition(".")[0], entry, span, span)
        for entry, span in ((TOTAL.entry, spot("altogether")), (SHARE.entry, spot("equally")))
    )
    question = Question(spot("How many rolls"), unit, ("roll",), "total")
    return Reading("R1", quantities, cues, question, (), ChainProblem((), Target(unit)))


def quantity(ident: str, value: int | Fraction, unit: Unit, words: str = "3") -> Quantity:
    return Quantity(ident, Fraction(value), unit, spot(words))


def apply(operation: Operation, *operands: Expression, by: Licence = BY_UNITS, back: bool = False) -> Apply:
    return Apply(operation, operands, by, back)


BAKED = apply(Operation.APPLY_RATE, Given("q0"), Given("q1"))
GOOD = apply(Operation.ADD, BAKED, Given("q2"), by=TOTAL)
READING = replace(
    reading_of(
        quantity("q0", 3, TRAY, "3"),
        quantity("q1", 8, ROLL / TRAY, "8"),
        quantity("q2", 5, ROLL, "5"),
        quantity("q3", 2, ONE, "2"),
    ),
    aside=(SetAside(spot("shelf 2"), "a label is no quantity"),),
)


def changed(reading: Reading, ident: str, **fields: object) -> Reading:
    quantities = tuple(replace(q, **fields) if q.ident == ident else q for q in reading.quantities)  # type: ignore[arg-type]
    return replace(reading, quantities=quantities)


def failing(expression: Expression, reading: Reading, text: str = TEXT) -> set[str]:
    findings = check(expression, reading, text)
    assert passed(findings) == (not any(not f.ok for f in findings))
    return {f.check for f in findings if not f.ok}


def test_a_good_derivation_passes_every_check() -> None:
    findings = check(GOOD, READING, TEXT)
    assert tuple(f.check for f in findings) == CHECKS
    assert passed(findings)
    assert prefilter(GOOD, READING)


def test_findings_that_leave_a_check_out_do_not_pass() -> None:
    findings = check(GOOD, READING, TEXT)
    for left_out in CHECKS:
        assert not passed([f for f in findings if f.check != left_out])
    assert not passed([])
    assert not passed([*findings, Finding("extra", False)])


def total(*operands: Expression) -> Apply:
    return apply(Operation.ADD, *operands, by=TOTAL)


FOREIGN = Licence("aggregate.together", spot("altogether"))
MISPLACED = Licence(TOTAL.entry, spot("A baker"))
NAMELESS = Constant("", Fraction(1), ROLL)
ASTRAY = Constant("fact.dozen", Fraction(12), ROLL, Span(900, 905))
TWICE = apply(Operation.ADD, Given("q2"), by=TOTAL)
TWO_SHARES = apply(Operation.DIVIDE, GOOD, Constant("fact.pair", Fraction(2)), by=SHARE)
RULELESS = SetAside(spot("shelf 2"), "")
LESS = apply(Operation.SUBTRACT, Given("q2"), BAKED, by=TOTAL)

FAULTS: dict[str, tuple[str, Expression, Reading]] = {
    "a number that is not in the reading": ("grounded", total(*GOOD.operands, Given("q9")), READING),
    "a number past the end of the text": ("grounded", GOOD, changed(READING, "q0", span=Span(900, 901))),
    "a number with an empty place": ("grounded", GOOD, changed(READING, "q0", span=Span(3, 3))),
    "two numbers of one name": ("grounded", GOOD, replace(READING, quantities=2 * READING.quantities)),
    "a constant without a name": ("grounded", total(*GOOD.operands, NAMELESS), READING),
    "a constant with a foreign place": ("grounded", total(*GOOD.operands, ASTRAY), READING),
    "a sum of one": ("grounded", total(BAKED, TWICE), READING),
    "a sum the wrong way": ("grounded", replace(GOOD, reverse=True), READING),
    "a cue that the text lacks": ("licensed", replace(GOOD, licence=FOREIGN), READING),
    "a cue without its place": ("licensed", replace(GOOD, licence=Licence(TOTAL.entry)), READING),
    "a cue somewhere else": ("licensed", replace(GOOD, licence=MISPLACED), READING),
    "a cue past the end": ("licensed", replace(GOOD, licence=Licence(TOTAL.entry, Span(900, 905))), READING),
    "no cues": ("licensed", GOOD, replace(READING, cues=())),
    "a sum by units alone": ("licensed", replace(GOOD, licence=BY_UNITS), READING),
    "another unit asked": (
        "units",
        GOOD,
        replace(READING, question=replace(READING.question, unit=Unit.of("bun"))),
    ),
    "addends that differ": ("units", GOOD, changed(READING, "q2", unit=Unit.of("bun"))),
    "a factor with a unit": (
        "units",
        total(BAKED, apply(Operation.COMPARE_MULTIPLICATIVE, Given("q2"), Given("q3"), by=TOTAL)),
        changed(READING, "q3", unit=TRAY),
    ),
    "a share among none": (
        "denominators",
        apply(Operation.DIVIDE, GOOD, Constant("fact.none", Fraction(0)), by=SHARE),
        READING,
    ),
    "more taken than there is": ("non_negative", LESS, READING),
    "half a roll": ("integral", TWO_SHARES, READING),
    "a factor of zero": ("round_trip", GOOD, changed(READING, "q1", value=Fraction(0))),
    "a given that cancels": (
        "round_trip",
        total(BAKED, apply(Operation.SUBTRACT, Given("q2"), Given("q2"), by=TOTAL)),
        READING,
    ),
    "a number passed over": ("complete", GOOD, replace(READING, aside=())),
    "a number set aside by no rule": ("complete", GOOD, replace(READING, aside=(RULELESS,))),
    "another number set aside": ("complete", GOOD, replace(READING, aside=(SetAside(spot("8"), "label"),))),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_planted_fault_fails_exactly_its_check(name: str) -> None:
    expected, expression, reading = FAULTS[name]
    assert failing(expression, reading) == {expected}


def test_every_check_has_a_planted_fault() -> None:
    assert {expected for expected, _, _ in FAULTS.values()} == set(CHECKS)


@pytest.mark.parametrize("name", FAULTS)
def test_the_filter_drops_values_that_fail_and_nothing_that_passes(name: str) -> None:
    expected, expression, reading = FAULTS[name]
    if expected in ("denominators", "non_negative", "integral"):
        assert not prefilter(expression, reading)
    elif expected != "grounded":
        assert prefilter(expression, reading)
    assert not prefilter(Given("q9"), reading)


def test_signed_and_divisible_readings_allow_what_others_forbid() -> None:
    assert failing(LESS, replace(READING, signed=True)) == set()
    assert failing(TWO_SHARES, replace(READING, integral=False)) == set()


def test_a_comparison_takes_a_plain_factor() -> None:
    doubled = apply(Operation.COMPARE_MULTIPLICATIVE, Given("q2"), Given("q3"), by=TOTAL)
    assert failing(total(BAKED, doubled), READING) == set()


def test_a_negative_given_needs_a_signed_reading() -> None:
    colder = changed(READING, "q2", value=Fraction(-2))
    assert failing(GOOD, colder) == {"non_negative", "round_trip"}
    assert failing(GOOD, replace(colder, signed=True)) == set()


def test_a_fault_names_its_place() -> None:
    (fault,) = [f for f in check(GOOD, replace(READING, aside=()), TEXT) if not f.ok]
    assert fault.span == spot("2")
    (fault,) = [f for f in check(replace(GOOD, licence=MISPLACED), READING, TEXT) if not f.ok]
    assert fault.span == spot("A baker")


def test_an_event_and_a_family_of_the_chain_are_cues_too() -> None:
    leaf = Leaf("q2", Fraction(5), ROLL, Kind.GAIN, Given("q2"), licence=TOTAL)
    by_event = ChainProblem((leaf,), Target(ROLL))
    by_family = ChainProblem((), Target(ROLL), licences={Family.AGGREGATE: TOTAL})
    for chain in (by_event, by_family):
        assert failing(GOOD, replace(READING, cues=(), chain=chain)) == set()
        assert failing(GOOD, replace(READING, cues=(), chain=chain), TEXT[: spot("altogether").end - 1]) == {"licensed"}
        assert failing(replace(GOOD, licence=FOREIGN), replace(READING, cues=(), chain=chain)) == {"licensed"}


AMOUNTS = {
    "roll": ROLL,
    "more": ROLL,
    "kid": KID,
    "coin": Unit.of("coin"),
    "plain": ONE,
    "per_tray": ROLL / TRAY,
    "tray": TRAY,
    "other": ROLL / TRAY,
    "price": Unit.of("coin") / ROLL,
}


def named(name: str) -> Given:
    return Given(name)


DOUBLED = apply(Operation.COMPARE_MULTIPLICATIVE, named("more"), named("plain"), by=TOTAL)


def times(*names: str, by: Licence = BY_UNITS) -> Expression:
    return apply(Operation.MULTIPLY, *map(named, names), by=by)


def over(above: Expression, below: Expression, by: Licence = BY_UNITS) -> Expression:
    return apply(Operation.DIVIDE, above, below, by=by)


COMPOSITIONS: list[tuple[str, Expression, Unit, bool]] = [
    ("an amount by its rate", times("tray", "per_tray"), ROLL, True),
    ("an amount by a plain factor", times("roll", "plain"), ROLL, True),
    ("an amount by a foreign amount", times("kid", "roll"), KID * ROLL, False),
    ("an amount by itself", times("roll", "more"), ROLL * ROLL, False),
    ("an amount by itself, by a cue", times("roll", "more", by=SHARE), ROLL * ROLL, True),
    ("an amount over a plain number", over(named("roll"), named("plain")), ROLL, False),
    ("an amount over a plain number, by a cue", over(named("roll"), named("plain"), SHARE), ROLL, True),
    ("a plain number over an amount", over(named("plain"), named("roll")), ONE / ROLL, False),
    ("an amount over one of its unit", over(named("roll"), named("more")), ONE, False),
    ("an amount over one of its unit, by a cue", over(named("roll"), named("more"), SHARE), ONE, True),
    ("an amount over twice one of its unit", over(named("roll"), DOUBLED), ONE, False),
    ("twice an amount over one of its unit", over(DOUBLED, named("roll")), ONE, False),
    (
        "twice an amount by its price",
        apply(Operation.MULTIPLY, DOUBLED, named("price")),
        Unit.of("coin"),
        True,
    ),
    ("an amount over its rate", over(named("roll"), named("per_tray")), TRAY, True),
    ("a rate over a rate", over(named("per_tray"), named("other")), ONE, False),
    ("an amount at one rate over another", over(times("tray", "per_tray"), named("other")), TRAY, True),
    ("a ratio of rates by an amount", over(times("kid", "per_tray"), named("other")), KID, False),
    ("a ratio inside a product", over(times("roll", "tray", "per_tray"), named("more")), ROLL, False),
    ("an amount over another", over(named("roll"), named("kid")), ROLL / KID, False),
    ("an amount over another, by a cue", over(named("roll"), named("kid"), SHARE), ROLL / KID, True),
    ("a product shared", over(times("tray", "per_tray"), named("kid"), SHARE), ROLL / KID, True),
    ("a proportion", over(times("coin", "roll"), named("more")), Unit.of("coin"), False),
    ("a proportion, by a cue", over(times("coin", "roll"), named("more"), SHARE), Unit.of("coin"), True),
    ("two foreign amounts shared", over(times("coin", "roll"), named("kid"), SHARE), ONE, False),
    ("a price over people and trays", over(times("roll", "price"), times("kid", "tray"), SHARE), ONE, True),
]


@pytest.mark.parametrize(("expression", "unit", "ok"), [c[1:] for c in COMPOSITIONS], ids=[c[0] for c in COMPOSITIONS])
def test_units_license_only_what_they_account_for(expression: Expression, unit: Unit, ok: bool) -> None:
    reading = reading_of(*(quantity(name, 2, u) for name, u in AMOUNTS.items()), unit=unit)
    findings = check(expression, reading, TEXT)
    assert all(f.ok for f in findings if f.check == "licensed") == ok
    assert any(f.check == "licensed" for f in findings)


def square(side: int) -> tuple[Expression, Reading]:
    foot = Unit.of("foot")
    expression = apply(Operation.MULTIPLY, Given("q0"), Given("q0"), by=SHARE)
    return expression, reading_of(quantity("q0", side, foot), unit=foot * foot)


def test_a_given_used_twice_must_still_be_the_only_solution() -> None:
    expression, reading = square(3)
    assert failing(expression, reading) == set()
    assert failing(expression, replace(reading, signed=True)) == {"round_trip"}


def test_a_second_positive_solution_fails_the_round_trip() -> None:
    foot = Unit.of("foot")
    rest = apply(Operation.SUBTRACT, Given("q1"), Given("q0"), by=TOTAL)
    expression = apply(Operation.MULTIPLY, Given("q0"), rest, by=SHARE)
    for side, faults in ((3, {"round_trip"}), (5, set())):
        reading = reading_of(quantity("q0", side, foot), quantity("q1", 10, foot), unit=foot * foot)
        assert failing(expression, reading) == faults


def test_irrational_companions_are_solutions_too() -> None:
    # x * (x * (x - 4) + 5) is 2 at x = 1 twice and at x = 2; at 0 it shares its value with nothing real.
    five, four = Constant("fact.five", Fraction(5)), Constant("fact.four", Fraction(4))
    x = Given("q0")
    inner = apply(Operation.MULTIPLY, x, apply(Operation.SUBTRACT, x, four, by=TOTAL), by=SHARE)
    cubic = apply(Operation.MULTIPLY, x, apply(Operation.ADD, inner, five, by=TOTAL), by=SHARE)
    for value, faults in ((2, {"round_trip"}), (3, set()), (0, set())):
        reading = replace(reading_of(quantity("q0", value, ONE), unit=ONE), signed=True)
        assert failing(cubic, reading) == faults


def test_unique_wants_exactly_one_answer() -> None:
    assert unique([Fraction(2), Fraction(4, 2)])
    assert not unique([Fraction(2), Fraction(3)])
    assert not unique([])


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.fractions(0, 10**6, max_denominator=50)] * 3))
def test_linear_derivations_round_trip_over_all_values(values: tuple[Fraction, ...]) -> None:
    reading = replace(READING, integral=False)
    for ident, value in zip(("q0", "q1", "q2"), values, strict=True):
        reading = changed(reading, ident, value=value)
    expected = {"round_trip"} if values[0] * values[1] == 0 else set()
    assert failing(GOOD, reading) == expected


ALLOWED = {"models.expression", "models.quantity", "models.span", "models.units"}


def imported(tree: ast.Module) -> set[str]:
    names = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
    return names | {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}


def borrowed(tree: ast.Module) -> set[str]:
    froms = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module in ALLOWED]
    return {alias.name for node in froms for alias in node.names}


def test_the_checker_is_short_and_shares_records_only() -> None:
    source = Path(checker.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    ours = {name for name in imported(tree) if name.split(".")[0] in ("models", "solver", "readers", "gate")}
    assert ours <= ALLOWED
    names = borrowed(tree)
    assert all(name[0].isupper() for name in names)  # records, no functions
    assert "UnitSpace" not in names
    assert source.count("\n") < 300
