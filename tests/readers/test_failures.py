"""The failure families: every kind that is emitted is listed, and every kind that is listed is emitted."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from models.outcome import EpistemicState, Missing, Refusal
from readers.failures import FILE, UNKNOWN_ACTION, load_failures, read_failures
from readers.lexicon import PACKS, LexiconError

ROOT = Path(__file__).parents[2]
ROOMS = {"organ": ("readers",), "solver": ("solver",), "gate": ("gate", "solver/api.py")}
KIND = "kind"
UNRESOLVED = "?"
TEXT = (PACKS / FILE).read_text("utf-8")


# What the sources emit: the first argument, or ``kind``, of ``Refusal`` and of all that hand it on.


@cache
def modules(rooms: tuple[str, ...]) -> dict[str, ast.Module]:
    """The parsed modules of some rooms, by path."""
    paths = (p for room in rooms for p in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*.py")))
    return {p.relative_to(ROOT).as_posix(): ast.parse(p.read_text("utf-8")) for p in sorted(paths)}


def emitters(trees: Iterable[ast.Module]) -> dict[str, int]:
    """Callables that make a refusal of a kind they are given, with the place of that argument."""
    found: dict[str, int | None] = {"Refusal": 0}
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.ClassDef(name, bases, body=body) if any("Error" in ast.unparse(b) for b in bases):
                inits = (f for f in body if isinstance(f, ast.FunctionDef) and f.name == "__init__")
                found.update((name, _place(init)) for init in inits)
            case ast.FunctionDef(name) if name != "__init__" and any(map(_hands_on, ast.walk(node))):
                found[name] = _place(node)
    return {name: place for name, place in found.items() if place is not None}


def _place(function: ast.FunctionDef) -> int | None:
    names = [a.arg for a in function.args.args if a.arg != "self"]
    return names.index(KIND) if KIND in names else None


def _hands_on(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Name("Refusal"), [ast.Name(name), *_]) if name == KIND:
            return True
    return False


def emitted(path: str, tree: ast.Module, known: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Each kind with the place of its call; ``?`` where the kind cannot be read from the source."""
    strings = dict(_bound(tree.body))
    for scope in _scopes(tree):
        local = strings | dict(_bound(ast.walk(scope)))
        for call in (node for node in _own(scope) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in known and (argument := _argument(call, known[name])) is not None:
                for kind in _kinds(argument, local, scope):
                    yield kind, f"{path}:{call.lineno}"


def _argument(call: ast.Call, place: int) -> ast.expr | None:
    named = [k.value for k in call.keywords if k.arg == KIND]
    return named[0] if named else call.args[place] if place < len(call.args) else None


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _own(child)


def _bound(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value):
                yield name, value


def _kinds(value: ast.expr, names: Mapping[str, ast.expr], scope: ast.AST) -> Iterator[str]:
    match value:
        case ast.Constant(str(kind)):
            yield kind
        case ast.IfExp(body=body, orelse=orelse):
            yield from _kinds(body, names, scope)
            yield from _kinds(orelse, names, scope)
        case ast.Name(name) if name in names:
            yield from _kinds(names[name], names, scope)
        case ast.Name(name) if name == KIND and isinstance(scope, ast.FunctionDef) and _place(scope) is not None:
            return  # the kind is what this function is given
        case ast.Attribute(attr="kind"):
            return  # of an exception that was given it
        case _:
            yield UNRESOLVED


def sources(owner: str) -> dict[str, list[str]]:
    """Kinds that the rooms of an owner emit, each with its places."""
    every = modules(("readers", "solver", "gate"))
    known = emitters(every.values())
    found: dict[str, list[str]] = {}
    for path, tree in modules(ROOMS[owner]).items():
        for kind, place in emitted(path, tree, known):
            found.setdefault(kind, []).append(place)
    return found


@pytest.fixture(scope="module")
def by_owner() -> dict[str, dict[str, list[str]]]:
    return {owner: sources(owner) for owner in ROOMS}


def test_every_kind_that_is_emitted_is_listed(by_owner: dict[str, dict[str, list[str]]]) -> None:
    listed = load_failures().kinds
    for found in by_owner.values():
        assert {kind: places for kind, places in found.items() if kind not in listed} == {}


def test_every_kind_that_is_listed_is_emitted_by_its_owners_or_reserved(
    by_owner: dict[str, dict[str, list[str]]],
) -> None:
    kinds = load_failures().kinds.values()
    idle = [(f.kind, o) for f in kinds for o in f.owners if not f.reserved and f.kind not in by_owner[o]]
    assert idle == []
    assert [f.kind for f in kinds if f.reserved and any(f.kind in found for found in by_owner.values())] == []


def test_whoever_emits_a_kind_owns_it(by_owner: dict[str, dict[str, list[str]]]) -> None:
    kinds = load_failures().kinds
    gate = set(by_owner["gate"])
    foreign = [
        (kind, owner)
        for owner, found in by_owner.items()
        for kind in found
        if kind in kinds and owner not in kinds[kind].owners and not (owner == "solver" and kind in gate)
    ]
    assert foreign == []


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ('Refusal("a_kind", 1, "x")', ["a_kind"]),
        ('NAME = "named"\ndef f():\n    return Refusal(NAME, 1, "x")', ["named"]),
        ('def f(x):\n    kind = "one" if x else "two"\n    return Refusal(kind, 1, "x")', ["one", "two"]),
        ('def _no(self, kind):\n    return Refusal(kind, 1)\ndef f(self):\n    return self._no("handed")', ["handed"]),
        (
            "class Gap(ValueError):\n    def __init__(self, span, kind):\n        pass\n"
            'def f():\n    raise Gap(1, "thrown")\ndef g(error):\n    return Refusal(error.kind, 1)',
            ["thrown"],
        ),
        ('Refusal(kind="keyword", missing=1)', ["keyword"]),
        ("def f(x):\n    return Refusal(x[0], 1)", ["?"]),
        ("def f(name):\n    return Refusal(name, 1)", ["?"]),
    ],
)
def test_the_sources_are_read_rightly(source: str, kinds: list[str]) -> None:
    tree = ast.parse(source)
    assert [kind for kind, _ in emitted("made.py", tree, emitters([tree]))] == kinds


def test_a_kind_that_is_not_listed_would_be_seen() -> None:
    tree = ast.parse('Refusal("brand_new", 1)')
    ((kind, _),) = emitted("made.py", tree, emitters([tree]))
    assert kind not in load_failures().kinds


# What the registry says.


def test_states_of_refusals() -> None:
    failures = load_failures()
    states = [
        failures.state(Refusal(kind, missing, ""))
        for kind, missing in (
            ("contradictory_amounts", Missing.SKILL),
            ("computationally_bounded", Missing.KNOWLEDGE),
            ("text_unread", Missing.KNOWLEDGE),
            ("text_unread", Missing.SKILL),
            ("nobody_knows", Missing.KNOWLEDGE),
            ("nobody_knows", Missing.AMBIGUITY),
        )
    ]
    assert states == [
        EpistemicState.CONTRADICTED,
        EpistemicState.COMPUTATIONALLY_BOUNDED,
        EpistemicState.SCOPE_BOUNDARY,
        EpistemicState.UNDETERMINED,
        EpistemicState.SCOPE_BOUNDARY,
        EpistemicState.UNDETERMINED,
    ]


def test_a_kind_of_a_foreign_reader_counts_least() -> None:
    failures = load_failures()
    assert failures.stage("nobody_knows") < min(failure.stage for failure in failures.kinds.values())
    assert not failures.substantive("nobody_knows")
    assert failures.next_action("nobody_knows") == UNKNOWN_ACTION


def test_stages_follow_the_flow() -> None:
    failures = load_failures()
    order = ("reader_failed", "no_single_rate", "no_question", "unknown_amount", "unconnected", "text_unread")
    stages = [failures.stage(kind) for kind in (*order, "no_derivation", "check_failed", "organs_disagree")]
    assert stages == sorted(set(stages))


def test_a_substantive_no_is_never_an_answer_to_be_learned() -> None:
    kinds = load_failures().kinds.values()
    assert [f.kind for f in kinds if f.substantive and not f.must_stay_refused] == []
    assert any(f.substantive for f in kinds)


def test_the_greater_rank_is_substantive_then_further() -> None:
    failures = load_failures()
    kinds = ("no_question", "text_unread", "not_licensed", "combine_mode_ambiguous")
    ranked = sorted((Refusal(kind, Missing.SKILL, "") for kind in kinds[::-1]), key=failures.rank)
    assert [refusal.kind for refusal in ranked] == list(kinds)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('stage = "shape"\n', 'stage = "form"\n'),
        ('stage = "shape"\n', ""),
        ("substantive = false\n", ""),
        ("substantive = false\n", 'substantive = "no"\n'),
        ('owners = ["organ"]\n', 'owners = ["reader"]\n'),
        ('owners = ["organ"]\n', "owners = []\n"),
        ('epistemic = "contradicted"\n', 'epistemic = "wrong"\n'),
        ('kind = "no_question"\n', 'kind = "question_unread"\n'),
        (
            "must_stay_refused = true\nproposal_may_grow = false\n",
            "must_stay_refused = true\nproposal_may_grow = true\n",
        ),
        ('state = "ratified"\n', 'state = "proposed"\n'),
    ],
)
def test_a_faulty_registry_is_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    path = tmp_path / FILE
    path.write_text(TEXT.replace(old, new, 1), "utf-8")
    with pytest.raises(LexiconError):
        read_failures(path)
