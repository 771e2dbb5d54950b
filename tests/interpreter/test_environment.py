"""Variables of the environment: any contents or none for a proof, inputs for a run, the same ones for the compiled program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, UndefinedBehaviour

Capture = pytest.CaptureFixture[str]
HEADERS = "#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void);\n"


# ---------------------------------------------------------------------------------------------- what is made


def test_calls_by_name_give_what_the_start_function_makes(tmp_path: Path) -> None:
    text = 'static char *f(void) { return getenv("A"); } int main(void) { return getenv("A") == f() && getenv("B_2"); }'
    program = program_of(HEADERS + text, tmp_path)
    assert [each.variable for each in program.strings.variables] == ["A", "B_2"]
    assert any("environment variable" in choice for choice in program.choices)


@pytest.mark.parametrize(
    "text",
    [
        'char *f(const char *name) { return getenv(name); } int main(void) { return f("A") == 0; }',
        'int main(void) { return getenv("") == 0; }',
        'int main(void) { return getenv("A=B") == 0; }',
        'int main(void) { getenv("A"); return 0; }',
        'int main(void) { setenv("A", "b", 1); return getenv("A") == 0; }',
        'int main(void) { static char set[] = "A=b"; putenv(set); return getenv("A") == 0; }',
        'extern char **environ; int main(void) { environ = 0; return getenv("A") == 0; }',
        'int main(int argc, char **argv, char **envp) { envp[0] = 0; return getenv("A") == 0; }',
        'char *(*ask)(const char *) = getenv; int main(void) { return ask("A") == 0; }',
        'char *(*ask)(const char *) = getenv; int main(void) { return ask("A") == getenv("A"); }',
        'char *f(const char *name) { return getenv(name); } int main(void) { return f("A") == getenv("A"); }',
        'int main(void) { return getenv("A=B") == getenv("A"); }',
        'int main(void) { return secure_getenv("A") == getenv("A"); }',
        'extern char **env __asm__("environ"); int main(void) { env = 0; return getenv("A") == 0; }',
        '#define PASTE(a, b) a##b\nextern char **PASTE(envi, ron); int main(void) { environ = 0; return getenv("A") == 0; }',
    ],
)
def test_nothing_is_made_where_more_than_names_would_count(tmp_path: Path, text: str) -> None:
    program = program_of("#define _GNU_SOURCE\n" + HEADERS + text, tmp_path)
    assert program.strings.variables == ()


def test_function_of_the_program_is_its_own(tmp_path: Path) -> None:
    program = program_of('char *getenv(const char *name) { return 0; } int main(void) { return getenv("A") == 0; }', tmp_path)
    assert program.strings.variables == ()
    assert Interpreter(program).run().outcome == Exited(1)


def test_names_behind_the_fourth_are_any_pointers(tmp_path: Path) -> None:
    asked = " + ".join(f'(getenv("N{number}") == 0)' for number in range(6))
    program = program_of(f"{HEADERS}int main(void) {{ return {asked}; }}", tmp_path)
    assert [each.variable for each in program.strings.variables] == ["N0", "N1", "N2", "N3"]


# ---------------------------------------------------------------------------------------------- runs

ASKED = 'int main(void) { char *a = getenv("A"), *b = getenv("B"); return a ? 10 + (int)strlen(a) : b ? b[1] : 1; }'


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize(
    ("a", "b", "status"), [(None, None, 1), (b"", None, 10), (b"abc", b"x", 13), (None, b"xy", ord("y")), (None, b"x", 0)]
)
def test_run_is_given_variables(tmp_path: Path, machine: MachineModel, a: bytes | None, b: bytes | None, status: int) -> None:
    run = Interpreter(program_of(HEADERS + ASKED, tmp_path, machine)).run(texts={'getenv("A")': a, 'getenv("B")': b})
    assert run.outcome == Exited(status)


def test_access_behind_a_variable_is_undefined(tmp_path: Path) -> None:
    run = Interpreter(program_of(HEADERS + ASKED, tmp_path)).run(texts={'getenv("A")': None, 'getenv("B")': b""})
    assert isinstance(run.outcome, UndefinedBehaviour)


def test_run_command_gives_variables_which_are_not_there_otherwise(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "p.c"
    path.write_text(HEADERS + ASKED)
    assert main(["run", str(path)]) == ExitCode.TRUE
    assert "exited with status 1" in capsys.readouterr().out
    assert main(["run", str(path), "--input", 'getenv("A")="abc"']) == ExitCode.TRUE
    assert "exited with status 13" in capsys.readouterr().out
    assert main(["run", str(path), "--input", 'getenv("C")="abc"']) == ExitCode.USAGE


# ---------------------------------------------------------------------------------------------- verdicts


def _verify(folder: Path, capsys: Capture, text: str, *options: str) -> tuple[ExitCode, str]:
    path = folder / "p.c"
    path.write_text(HEADERS + text)
    code = main(["verify", "--quiet", *options, str(path)])
    return ExitCode(code), capsys.readouterr().out


FOUND = {
    "copy": (
        "memory",
        'int main(void) { char b[8]; char *a = getenv("A"); if (a) strcpy(b, a); return 0; }',
        r'getenv\("A"\) = "(\\\d{3}|.){8,}"',
    ),
    "null": ("memory", 'int main(void) { return getenv("HOME")[0]; }', r'getenv\("HOME"\) = NULL'),
    "one is there": (
        "assertion",
        'int main(void) { if (!getenv("HOME") && getenv("B")) reach_error(); return 0; }',
        r'getenv\("HOME"\) = NULL\n.*getenv\("B"\) = ""',
    ),
    "contents": (
        "assertion",
        "int main(void) { char *a = getenv(\"A\"); if (a && a[0] == '-' && a[1] == 'x') reach_error(); return 0; }",
        '= "-x"',
    ),
    "and a string of main": (
        "assertion",
        "int main(int argc, char **argv) { char *a = getenv(\"A\"); if (a && argc > 1 && a[0] == 'k' && a[0] == argv[1][0]) "
        "reach_error(); return 0; }",
        r'getenv\("A"\) = "k"',
    ),
    "free": ("free", 'int main(void) { char *a = getenv("A"); if (a) free(a); return 0; }', "Violation"),
}


@pytest.mark.gcc
@pytest.mark.parametrize("config", ["bmc", "symex"])
@pytest.mark.parametrize(("check", "text", "shown"), FOUND.values(), ids=FOUND)
def test_variables_of_a_violation_are_told_and_replayed(
    tmp_path: Path, capsys: Capture, check: str, text: str, shown: str, config: str
) -> None:
    options = ("--check", check, "--config", config, "--replay", "compiled", "--time-limit", "60s")
    code, told = _verify(tmp_path, capsys, text, *options)
    assert code is ExitCode.FALSE, told
    assert re.search(shown, told), told
    assert "the compiled program shows the violation" in told


NOT_FALSE = {
    "guarded copy": (
        "memory",
        'int main(void) { char b[4]; char *a = getenv("A"); if (a && strlen(a) < 4) strcpy(b, a); return 0; }',
    ),
    "same object": (
        "assertion",
        'int main(void) { if (getenv("A") != getenv("A")) reach_error(); return 0; }',
    ),
    "objects are apart": (
        "assertion",
        'int main(void) { char *a = getenv("A"); if (a && a == getenv("B")) reach_error(); return 0; }',
    ),
    "nothing is lost": ("leak", 'int main(void) { return getenv("A") != 0; }'),
}


@pytest.mark.parametrize("config", ["bmc", "value"])
@pytest.mark.parametrize(("check", "text"), NOT_FALSE.values(), ids=NOT_FALSE)
def test_what_no_variable_leads_to_is_no_violation(tmp_path: Path, capsys: Capture, check: str, text: str, config: str) -> None:
    code, told = _verify(tmp_path, capsys, text, "--check", check, "--config", config, "--time-limit", "4s")
    assert code is not ExitCode.FALSE, told
    if config == "bmc":
        assert code is ExitCode.TRUE, told
        assert "Assumed: no environment variable has more" in told


WRONG = {
    "long": 'char *a = getenv("A"); if (a && strlen(a) > 100) reach_error();',
    "not there": 'if (!getenv("A")) reach_error();',
    "written": 'char *a = getenv("A"); if (a && *a) { *a = 5; if (*getenv("A") == 5) reach_error(); }',
    "changed by another name": 'setenv("A", "b", 1); char *a = getenv("A"); if (a && *a == \'b\') reach_error();',
    "changed through a name that is no literal": 'char n[] = "A"; char *p = getenv("A"), *q = getenv(n); '
    "if (p && q && *p == 'a') { *q = 'b'; if (*p == 'b') reach_error(); }",
    "asked by a variable": 'const char *n = "A"; char *a = getenv(n); if (a && a == getenv("A")) reach_error();',
}


@pytest.mark.parametrize("config", ["bmc", "interval", "predicate"])
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_proof_is_about_all_environments(tmp_path: Path, capsys: Capture, text: str, config: str) -> None:
    """Each of these programs has a run to the error, whether or not one is found."""
    program = f"int main(void) {{ {text} return 0; }}"
    code, told = _verify(tmp_path, capsys, program, "--check", "assertion", "--config", config, "--time-limit", "4s")
    assert code is not ExitCode.TRUE, told
