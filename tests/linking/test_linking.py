"""Programs of two and three files, against what gcc makes of them.

The first line of ``a.c`` says what Whet finds: ``TRUE``, ``FALSE``, ``UNKNOWN``, or ``conflict`` with a part of the message.
gcc has to agree: it links and the program ends well, or ends in a signal, or is not linked.  ``gcc: nothing`` says that it does
not see the fault.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from whet.api import verify
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, TrueVerdict, Unknown, Verdict
from whet.frontend.errors import FrontendError
from whet.frontend.parse import CFile, parse_files
from whet.task.checks import bugs_property
from whet.task.task import Task

PROGRAMS = sorted((Path(__file__).parent / "programs").iterdir())
WITH_THE_DEFAULT = ("static_name_is_not_the_other", "functions_by_address")


def expectation(program: Path) -> str:
    return program.joinpath("a.c").read_text(encoding="utf-8").splitlines()[0].removeprefix("// whet: ")


def of_kind(*kinds: str) -> list[object]:
    return [pytest.param(each, id=each.name) for each in PROGRAMS if expectation(each).split(":")[0] in kinds]


def files_of(program: Path) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in program.glob("*.c")))


def word(verdict: Verdict) -> str:
    return {TrueVerdict: "TRUE", FalseVerdict: "FALSE", Unknown: "UNKNOWN"}.get(type(verdict), str(verdict))


@pytest.mark.parametrize("program", of_kind("TRUE", "FALSE", "UNKNOWN"))
def test_verdict(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(program)
    result = verify(Task(files=files_of(program), property=bugs_property()), load_configuration("refsel"))
    assert word(result.verdict) == expectation(program), result.verdict


@pytest.mark.parametrize("name", WITH_THE_DEFAULT)
def test_verdict_with_the_default(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Path(__file__).parent / "programs" / name
    monkeypatch.chdir(program)
    result = verify(Task(files=files_of(program), property=bugs_property()), load_configuration())
    assert word(result.verdict) == expectation(program), result.verdict


@pytest.mark.parametrize("program", of_kind("conflict"))
def test_conflict_is_told_with_both_places(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(program)
    with pytest.raises(FrontendError) as told:
        parse_files([CFile(file) for file in files_of(program)])
    assert expectation(program).removeprefix("conflict: ") in str(told.value)
    assert told.value.hint is not None


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
@pytest.mark.parametrize("program", [pytest.param(each, id=each.name) for each in PROGRAMS])
def test_gcc_agrees(program: Path, tmp_path: Path) -> None:
    if "// gcc: nothing" in program.joinpath("a.c").read_text(encoding="utf-8"):
        pytest.skip("gcc does not see it")
    linked = subprocess.run(
        ["gcc", "-w", *files_of(program), "-o", tmp_path / "program"], cwd=program, capture_output=True, text=True, check=False
    )
    if expectation(program).startswith("conflict"):
        assert linked.returncode != 0
        assert "multiple definition" in linked.stderr or "undefined reference" in linked.stderr
        return
    assert linked.returncode == 0, linked.stderr
    ended = subprocess.run([tmp_path / "program"], cwd=tmp_path, capture_output=True, check=False, env=os.environ)
    assert (ended.returncode < 0) == (expectation(program) == "FALSE"), ended


def test_half_of_the_programs_are_wrong() -> None:
    right = of_kind("TRUE")
    assert len(PROGRAMS) >= 30
    assert len(right) >= 15
    assert len(PROGRAMS) - len(right) >= 15
