"""Imports go one way, the checker stands apart, and nothing reads clock, chance or network.

The rules are judged on the parsed source, so that an import inside a function, a
relative one, or one by ``import_module`` counts like any other. Each rule is also
shown a planted violation, which it must find.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("models", "solver", "readers", "gate")
OURS = frozenset({*ROOMS, "benchmarks", "tests"})
MAY_SEE = {
    "models": frozenset({"models"}),
    "solver": frozenset({"models", "solver"}),
    "readers": frozenset({"models", "solver", "readers"}),
    "gate": frozenset(ROOMS),
}
COMPOSITION = frozenset({"solver/api.py", "solver/__main__.py"})  # see everything
FRONT_DOOR = frozenset({"solver/api.py", "solver/__main__.py", "solver/cli.py", "solver/__init__.py"})
# What one family shares within itself it may not share with another.
FAMILIES = (("readers/r1",), ("readers/r2", "readers/r3", "readers/cmb", "readers/rates"))
CHECKER = "solver/checker.py"
CHECKER_LINES = 300
SEARCH = frozenset({"models.forest", "models.enumeration", "models.count", "models.assemble", "models.canonical"})
FORBIDDEN_MODULES = frozenset({
    *("random", "secrets", "uuid", "time", "datetime", "socket", "ssl", "urllib", "http", "ftplib", "requests"),
    *("pickle", "marshal", "shelve"),
})  # fmt: skip
FORBIDDEN_NAMES = frozenset({"eval", "exec", "sympify", "parse_expr", "__import__"})
BUILT_IN = frozenset({"hash", "compile"})  # varies between runs; runs text: as plain names, ``re.compile`` is none


def sources(root: Path) -> list[str]:
    """Paths of the modules under the rooms, relative to ``root``, sorted."""
    return sorted(p.relative_to(root).as_posix() for room in ROOMS for p in (root / room).rglob("*.py"))


def constants(tree: ast.Module) -> dict[str, str]:
    """Module-level names that are bound to one string."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def imported(tree: ast.Module, path: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything that the module imports, ``from a import b`` as ``a`` and ``a.b``.

    What ``import_module`` gets must be a string or a module-level constant; anything else is named ``?``.
    """
    strings = constants(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module, names, level):
                base = source_of(module, level, path)
                yield node.lineno, base
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in names)
            case ast.Call(ast.Name("import_module") | ast.Attribute(attr="import_module"), [ast.Name(name), *_]):
                yield node.lineno, strings.get(name, "?")
            case ast.Call(ast.Name("import_module") | ast.Attribute(attr="import_module"), [ast.Constant(str(name))]):
                yield node.lineno, name
            case ast.Call(ast.Name("import_module") | ast.Attribute(attr="import_module")):
                yield node.lineno, "?"


def source_of(module: str | None, level: int, path: str) -> str:
    """The absolute name behind ``from module import``, ``level`` dots deep."""
    if not level:
        return module or ""
    package = path.split("/")[:-level]
    return ".".join([*package, module] if module else package)


def rooms_of(path: str) -> frozenset[str]:
    """The rooms that the module may see."""
    return frozenset(ROOMS) if path in COMPOSITION else MAY_SEE[path.split("/")[0]]


def against_direction(path: str, source: str) -> list[str]:
    """Imports of ours that the module may not have."""
    found = []
    for line, name in imported(ast.parse(source), path):
        room = name.split(".")[0]
        if name == "?" or (room in OURS and room not in rooms_of(path)):
            found.append(f"{path}:{line} imports {name}")
        # Through the composition root everything is in reach, so only the front door may load it.
        if f"{name}.".startswith("solver.api.") and path not in FRONT_DOOR:
            found.append(f"{path}:{line} reaches the composition root")
    return found


def search_in_checker(path: str, source: str) -> list[str]:
    """What the checker shares with the search or with a reader."""
    names = [(line, name) for line, name in imported(ast.parse(source), path) if name.split(".")[0] in OURS]
    data = ("models.expression", "models.quantity", "models.span", "models.units", "models.outcome")
    return [
        f"{path}:{line} imports {name}"
        for line, name in names
        if name in SEARCH or not name.startswith(data)  # records only: a list of what may be, not of what may not
    ]


def impure(path: str, source: str) -> list[str]:
    """Clock, chance, network, and text that is run."""
    tree = ast.parse(source)
    found = [
        f"{path}:{line} imports {name}"
        for line, name in imported(tree, path)
        if name.split(".")[0] in FORBIDDEN_MODULES or name.split(".")[-1] in FORBIDDEN_NAMES
    ]
    for node in ast.walk(tree):
        match node:
            case ast.Name(name) if name in FORBIDDEN_NAMES | BUILT_IN:
                found.append(f"{path}:{node.lineno} uses {name}")
            case ast.Call(ast.Name("id")):  # a field may be called so
                found.append(f"{path}:{node.lineno} uses id")
            case ast.Attribute(attr=name) if name in FORBIDDEN_NAMES:
                found.append(f"{path}:{node.lineno} uses {name}")
    return found


def between_organs(path: str, source: str) -> list[str]:
    """Imports by which one organ would lean on another: agreement is worth what they do not share."""
    own = next((family for family in FAMILIES if any(path.startswith(f"{room}/") for room in family)), None)
    if own is None:
        return []
    others = tuple(room.replace("/", ".") + "." for family in FAMILIES if family != own for room in family)
    names = imported(ast.parse(source), path)
    return [f"{path}:{line} imports {name}" for line, name in names if f"{name}.".startswith(others)]


RULES = (against_direction, between_organs, impure)


def test_the_rooms_are_found() -> None:
    found = sources(ROOT)
    assert {path.split("/")[0] for path in found} == set(ROOMS)
    assert {*FRONT_DOOR, CHECKER} <= set(found)


@pytest.mark.parametrize("path", sources(ROOT))
def test_a_module_keeps_the_rules(path: str) -> None:
    source = (ROOT / path).read_text("utf-8")
    assert [fault for rule in RULES for fault in rule(path, source)] == []


def test_the_checker_shares_nothing_with_what_it_checks() -> None:
    source = (ROOT / CHECKER).read_text("utf-8")
    assert search_in_checker(CHECKER, source) == []
    assert len(source.splitlines()) < CHECKER_LINES


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("models/unit.py", "from solver.session import Candidate"),
        ("models/unit.py", "import readers"),
        ("models/unit.py", "import benchmarks.brute_force"),
        ("solver/trace.py", "from gate import conservative_floor"),
        ("solver/cli.py", "import readers.document"),
        ("solver/trace.py", "def f():\n    from readers.r1.reader import read"),
        ("solver/trace.py", "from ..readers import read"),
        ("solver/trace.py", "from .api import attempt"),
        ("readers/r1/reader.py", "from gate.floor import Z"),
        ("readers/r1/reader.py", "from solver.api import attempt"),
        ("readers/r1/reader.py", "from solver import api"),
        ("gate/floor.py", "from tests.corpus import test_curated"),
        ("solver/trace.py", 'ROOM = "readers"\nimport_module(ROOM)'),
        ("solver/trace.py", 'importlib.import_module("gate.floor")'),
        ("solver/trace.py", "import_module(name_of(1))"),
    ],
)
def test_an_import_against_the_direction_is_found(path: str, line: str, tmp_path: Path) -> None:
    assert against_direction(path, planted(tmp_path, line))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("solver/api.py", "from readers.r1.reader import read\nfrom gate.floor import Z"),
        ("solver/cli.py", "def f():\n    from solver.api import attempt"),
        ("readers/r1/reader.py", "from models.span import Span\nfrom solver.checker import check"),
        ("gate/floor.py", "from readers.document import read_document\nfrom models import Span"),
        ("solver/trace.py", 'SYMPY = "sympy"\nimport_module(SYMPY)\nfrom .session import Candidate'),
    ],
)
def test_an_import_along_the_direction_is_allowed(path: str, line: str, tmp_path: Path) -> None:
    assert against_direction(path, planted(tmp_path, line)) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("readers/r2/reader.py", "from readers.r1.reader import read"),
        ("readers/r2/rules/shares.py", "def f():\n    from readers import r1"),
        ("readers/r2/reader.py", "from ..r1 import cues"),
        ("readers/r1/reader.py", "import readers.r2.records"),
        ("readers/r3/plan.py", "from readers.r1.cues import find"),
        ("readers/cmb/reader.py", "from readers.r1 import cues"),
        ("readers/rates/build.py", 'import_module("readers.r1.cues")'),
    ],
)
def test_an_organ_that_leans_on_another_is_found(path: str, line: str, tmp_path: Path) -> None:
    assert between_organs(path, planted(tmp_path, line))


def test_what_organs_share_is_allowed(tmp_path: Path) -> None:
    line = "from readers.numbers import read_numerals\nfrom readers.rates.build import Ledger"
    assert between_organs("readers/r3/plan.py", planted(tmp_path, line)) == []


@pytest.mark.parametrize(
    "line",
    [
        "from models.forest import grow_forest",
        "from models import enumeration",
        "import models.count",
        "from models.assemble import assemble",
        "from solver.trace import fold",
        "from readers.document import Document",
    ],
)
def test_a_checker_that_shares_code_is_found(line: str, tmp_path: Path) -> None:
    assert search_in_checker(CHECKER, planted(tmp_path, line))


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "import time as clock",
        "from datetime import date",
        "from urllib.request import urlopen",
        "import socket",
        "from sympy import sympify",
        "from sympy.parsing.sympy_parser import parse_expr",
        "eval('1 + 1')",
        "exec('pass')",
        "sympy.sympify(text)",
        "hash(text)",
        "sorted(words, key=hash)",
        "id(words)",
        "compile(text, '', 'eval')",
        "__import__('random')",
        'import_module("time")',
    ],
)
def test_clock_chance_network_and_run_text_are_found(line: str, tmp_path: Path) -> None:
    assert impure("models/unit.py", planted(tmp_path, line))


def test_names_that_only_look_alike_are_allowed(tmp_path: Path) -> None:
    lines = (
        "import timeit_like",
        "parameters.random_seed = 1",
        "question.time = evaluate(x)",
        "pattern = re.compile('a')",
        "entry.id = id",
    )
    assert impure("models/unit.py", planted(tmp_path, "\n".join(lines))) == []


def planted(folder: Path, line: str) -> str:
    """A module with the violation in its midst, written and read as a real one is."""
    module = folder / "planted.py"
    module.write_text(f'"""A module."""\n\nfrom __future__ import annotations\n\n{line}\n', "utf-8")
    return module.read_text("utf-8")
