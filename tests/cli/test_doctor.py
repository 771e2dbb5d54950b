"""``whet doctor``: parts are tried; a missing one is named with its remedy; only a required one changes the exit code."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path

import pytest

from tests.documentation.pages import ROOT
from whet.cli import parts as parts_module
from whet.cli.doctor_command import diagnosis
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.cli.parts import Part, PartMissing, SandboxPart, parts, register_part


def without(monkeypatch: pytest.MonkeyPatch, *distributions: str) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name in distributions:
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)


def test_everything_required_is_usable_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == ExitCode.TRUE
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["parts"]}
    assert all(each["usable"] for each in found.values() if each["required"])
    assert {name for name, each in found.items() if each["required"]} == {
        *("Python", "libclang", "bitwuzla", "z3", "PyYAML", "rich"),
    }
    assert re.fullmatch(r"\d+\.\d+.*", found["libclang"]["found"])


def test_a_missing_required_part_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "bitwuzla")
    assert main(["doctor"]) == ExitCode.NOT_SUPPORTED
    out = capsys.readouterr().out
    assert "  missing  bitwuzla: decides formulas\n" in out
    assert "           why: the package bitwuzla is not installed\n" in out
    assert "Result: not ready, missing: bitwuzla\n" in out


def test_a_missing_optional_part_does_not_change_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    without(monkeypatch, "fsspec")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["doctor"]) == ExitCode.TRUE
    out = capsys.readouterr().out
    assert "  missing  gcc: --execute, --replay compiled and 'whet test'\n           why: gcc is not installed\n" in out
    assert "get it: pip install 'whet[remote]'" in out
    assert "Result: ready\nMissing, optional: " in out


def test_a_library_that_does_not_load_is_missing() -> None:
    class Broken(Part):
        def probe(self) -> str:
            raise OSError("libz.so: cannot open shared object file\nmore")

    found = diagnosis(Broken())
    assert (found.found, found.problem) == ("", "libz.so: cannot open shared object file")


def test_a_sandbox_without_a_measure_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.native.sandbox.MEASURES", ("no such measure",))
    with pytest.raises(PartMissing, match="not in force here: no such measure"):
        SandboxPart().probe()


def test_every_extra_and_every_dependency_of_the_package_is_a_part() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = {{"z3": "z3-solver"}.get(part.name, part.name) for part in parts()}
    required = re.findall(r'^    "([\w-]+)>=', project[: project.index("[project.optional-dependencies]")], re.MULTILINE)
    optional = project[project.index("[project.optional-dependencies]") : project.index("[project.scripts]")]
    extras = set(re.findall(r"^(\w+) = \[", optional, re.MULTILINE)) - {"dev", "docs"}
    assert required
    assert {*required, *(f"whet[{extra}]" for extra in extras)} <= names


def test_a_part_that_registers_itself_is_tried(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Abacus(Part):
        """counts beads"""

        remedy = "carve one"

        def probe(self) -> str:
            raise PartMissing("no beads")

    monkeypatch.setattr(parts_module, "Abacus", Abacus, raising=False)
    assert "abacus" not in {part.name for part in parts()}, "it is not registered"
    monkeypatch.setattr(parts_module, "Abacus", register_part("abacus")(Abacus))
    assert main(["doctor"]) == ExitCode.TRUE
    assert "missing  abacus: counts beads\n           why: no beads\n           get it: carve one\n" in capsys.readouterr().out
