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

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, TrueVerdict, Unknown, Verdict
from whet.frontend.errors import FrontendError
from whet.frontend.parse import CFile, parse_files
from whet.session.session import verify
from whet.task.checks import bugs_property
from whet.task.task import Task
from whet.witnesses.scopes import Scopes

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
    linked = subprocess.run(
        ["gcc", "-w", *files_of(program), "-o", tmp_path / "program"], cwd=program, capture_output=True, text=True, check=False
    )
    if "// gcc: nothing" in program.joinpath("a.c").read_text(encoding="utf-8"):
        assert "multiple definition" not in linked.stderr  # it does not look at the types of other files
        return
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


def test_target_that_is_static_in_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A static error function of the second file was once no error function: its name in the model has its file."""
    monkeypatch.chdir(tmp_path)
    fails = "static void reach_error(void) {}\n"
    (tmp_path / "a.c").write_text(f"{fails}void b(int n);\nint main(void) {{ if (0) reach_error(); b(1); }}\n", encoding="utf-8")
    (tmp_path / "b.c").write_text(f"{fails}void b(int n) {{ if (n) reach_error(); }}\n", encoding="utf-8")
    result = verify(Task(files=("a.c", "b.c"), property=bugs_property()), load_configuration("refsel"))
    assert isinstance(result.verdict, FalseVerdict)
    assert result.verdict.violation == "reach_error@b.c() is called"


def test_same_names_of_files_are_told_apart_by_folders(tmp_path: Path) -> None:
    for folder, text in (("x", "static int f(void) { return 1; }\nint g(void);\nint main(void) { return f() + g(); }\n"),
                         ("y", "static int f(void) { return 2; }\nint g(void) { return f(); }\n")):  # fmt: skip
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "m.c").write_text(text, encoding="utf-8")
    program = parse_files([CFile(str(tmp_path / folder / "m.c")) for folder in "xy"])
    assert [name for name in program.functions if "@" in name] == ["f@x/m.c", "f@y/m.c"]
    assert [source.path for source in program.sources] == [str(tmp_path / folder / "m.c") for folder in "xy"]


def test_witness_places_are_in_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same offsets mean something else in each file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.c").write_text("static int n = 1;\nvoid b(void);\nint main(void) { b(); return n - 1; }\n", encoding="utf-8")
    (tmp_path / "b.c").write_text("static int n;\nvoid b(void) { while (n < 9) n++; }\n", encoding="utf-8")
    program = parse_files([CFile("a.c"), CFile("b.c")], blocks=False)
    first, second = (Scopes(program, source) for source in program.sources)
    at_end = len(program.sources[1].text) - 2
    assert (found := first.variable("n", at_end, program.main)) is not None
    assert (other := second.variable("n", at_end, program.functions["b"])) is not None
    assert (found.name, other.name) == ("n@a.c", "n@b.c")
