"""The ranges in ``pyproject.toml`` are closed, and both ends are tested: one is in the lock file, one in ``.ci/run oldest``."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RUNTIME = [*PROJECT["dependencies"], *(each for name, extra in EXTRAS.items() if name not in ("dev", "docs") for each in extra)]
LOCKED = [
    Requirement(line)
    for line in (ROOT / ".ci/requirements.lock").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def version_of(requirement: Requirement) -> str:
    [specifier] = requirement.specifier
    assert specifier.operator == "=="
    return specifier.version


@pytest.mark.parametrize("text", sorted({*RUNTIME, *EXTRAS["dev"], *EXTRAS["docs"]}))
def test_lock_has_a_version_in_the_range(text: str) -> None:
    wanted = Requirement(text)
    named = [each for each in LOCKED if each.name.lower() == wanted.name.lower()]
    locked = [each for each in named if each.marker is None or each.marker.evaluate()]
    assert [wanted.specifier.contains(version_of(each)) for each in locked] == [True]


@pytest.mark.parametrize("text", sorted(set(RUNTIME)))
def test_range_is_closed_at_both_ends(text: str) -> None:
    operators = {specifier.operator for specifier in Requirement(text).specifier}
    assert operators == {">=", "<"}


def test_oldest_versions_are_the_lower_bounds() -> None:
    command = [sys.executable, str(ROOT / "tools/oldest_versions.py")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    oldest = {each.name: version_of(each) for each in map(Requirement, printed)}
    assert oldest.keys() == {Requirement(text).name for text in RUNTIME}
    assert all(Requirement(text).specifier.contains(oldest[Requirement(text).name]) for text in RUNTIME)
