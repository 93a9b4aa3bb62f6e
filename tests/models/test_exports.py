"""The package exports what it names, each on first use, and nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

import gate
import models


@pytest.mark.parametrize("name", models.__all__)
def test_every_exported_name_is_found(name: str) -> None:
    assert getattr(models, name) is not None


@pytest.mark.parametrize("package", [models, gate])
def test_no_other_name_is(package: object) -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        getattr(package, "Nonsense")  # noqa: B009


@pytest.mark.parametrize("name", gate.__all__)
def test_every_exported_name_of_the_gate_is_found(name: str) -> None:
    assert getattr(gate, name).__name__ == name


def test_importing_the_packages_loads_nothing_behind_them() -> None:
    code = "import sys, models, gate; print([n for n in sys.modules if n.startswith(('models.', 'gate.'))])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
