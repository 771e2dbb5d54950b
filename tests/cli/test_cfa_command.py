"""``whet cfa``: formats, choice of functions, where the output goes, exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Outcome: TypeAlias = tuple[int, str, str]
PROGRAM = """
int helper(int x) { return x + 1; }
int unused(void) { return 0; }
int main(void) { int x = 0; while (x < 3) x = helper(x); return x; }
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return str(path)


@pytest.fixture
def cfa(capfd: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """``cfa("file.c", "--32")`` gives exit code, standard output and standard error."""

    def run(*arguments: str) -> Outcome:
        code = main(["cfa", *arguments])
        printed = capfd.readouterr()
        return code, printed.out, printed.err

    return run


def test_dot_is_the_default(program: str, cfa: Callable[..., Outcome]) -> None:
    code, out, err = cfa(program)
    assert (code, err) == (ExitCode.TRUE, "")
    assert out.startswith("digraph program {")
    assert out.endswith("}\n")
    assert not out.endswith("\n\n")
    assert 'label="main"' in out
    assert 'label="helper"' in out
    assert "unused" not in out


def test_json_holds_the_program(program: str, cfa: Callable[..., Outcome]) -> None:
    code, out, err = cfa(program, "--format", "json")
    assert (code, err) == (ExitCode.TRUE, "")
    document = json.loads(out)
    assert document["schema"] == "whet-cfa"
    assert document["file"] == program
    assert [function["name"] for function in document["functions"]] == ["__start", "main", "helper"]
    assert document["unsupported"] == []


def test_machine_model_is_chosen(program: str, cfa: Callable[..., Outcome]) -> None:
    assert json.loads(cfa(program, "--format", "json", "--32")[1])["machine"] == "ILP32"
    assert json.loads(cfa(program, "--format", "json", "--64")[1])["machine"] == "LP64"


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_svg_is_a_picture(program: str, cfa: Callable[..., Outcome]) -> None:
    code, out, err = cfa(program, "--format", "svg")
    assert (code, err) == (ExitCode.TRUE, "")
    assert "<svg" in out


def test_svg_without_graphviz_is_an_error(program: str, cfa: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    code, out, err = cfa(program, "--format", "svg")
    assert (code, out) == (ExitCode.USAGE, "")
    assert "dot" in err
    assert err.count("\n") == 1


def test_function_is_shown_alone(program: str, cfa: Callable[..., Outcome]) -> None:
    _, out, _ = cfa(program, "--function", "helper")
    assert 'label="helper"' in out
    assert 'label="main"' not in out
    _, out, _ = cfa(program, "--function", "helper", "--function", "main")
    assert 'label="main"' in out
    assert 'label="__start"' not in out


def test_blocks_are_fused_unless_told_otherwise(program: str, cfa: Callable[..., Outcome]) -> None:
    fused, single = cfa(program)[1], cfa(program, "--no-blocks")[1]
    assert fused.count("->") < single.count("->")


def test_output_goes_to_a_file(program: str, cfa: Callable[..., Outcome], tmp_path: Path) -> None:
    target = tmp_path / "out.dot"
    assert cfa(program, "--output", str(target)) == (ExitCode.TRUE, "", "")
    assert target.read_text() == cfa(program)[1]


def test_entry_include_and_define_are_used(tmp_path: Path, cfa: Callable[..., Outcome]) -> None:
    folder = tmp_path / "include"
    folder.mkdir()
    (folder / "own.h").write_text("#define TWO 2\n")
    path = tmp_path / "entry.c"
    path.write_text("#include <own.h>\nint begin(void) { return TWO + THREE; }\n")
    code, out, _ = cfa(str(path), "--entry", "begin", "-I", str(folder), "-D", "THREE=3")
    assert code == ExitCode.TRUE
    assert "return 5" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "png"], "invalid choice: 'png'"),
        (["--32", "--64"], "not allowed with argument"),
        (["--function", "nobody"], "the program has no reachable function 'nobody' with a body"),
        (["--function", "unused"], "the program has no reachable function 'unused' with a body"),
        (["--function", "main", "--format", "json"], "--function does not go with --format json"),
        (["--time-limit", "soon"], "'soon' is not a duration"),
        (["--fuction", "main"], "did you mean '--function'?"),
        (["--output", "/does/not/exist/out.dot"], "/does/not/exist/out.dot: error: No such file or directory"),
    ],
)
def test_mistakes_of_the_user_are_one_line_and_a_next_step(
    arguments: list[str], message: str, program: str, cfa: Callable[..., Outcome]
) -> None:
    code, out, err = cfa(program, *arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    assert message in err
    assert err.count("\n") == 1 + ("\nNext: " in err)


def test_missing_file_is_a_mistake_of_the_user(cfa: Callable[..., Outcome]) -> None:
    assert cfa("gone.c") == (
        ExitCode.USAGE,
        "",
        "gone.c: error: No such file or directory [W501]\nNext: check the spelling and the folder\n",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main(void) { return }", ":1:25: error: expected expression"),
        ("int f(void) { return 0; }", ":1:1: error: the program has no function 'main'"),
        ("int main(void) { return y; }", ":1:25: error: use of undeclared identifier 'y'"),
    ],
)
def test_program_that_cannot_be_read_is_not_supported(
    text: str, message: str, tmp_path: Path, cfa: Callable[..., Outcome]
) -> None:
    path = tmp_path / "bad.c"
    path.write_text(text)
    code, out, err = cfa(str(path))
    assert (code, out) == (ExitCode.NOT_SUPPORTED, "")
    assert f"{path}{message}" in err
    assert err.count("\n") == 2
    assert "\nNext: " in err


def test_unsupported_construct_is_a_warning(tmp_path: Path, cfa: Callable[..., Outcome]) -> None:
    path = tmp_path / "complex.c"
    path.write_text("int main(void) { return 1i != 0; }")
    code, out, err = cfa(str(path))
    assert code == ExitCode.TRUE
    assert err == f"{path}:1:25: warning: complex number is not supported\n"
    assert "unsupported: complex number" in out
