"""Functions that ``atexit`` registers run where they run with glibc, and what C leaves without a meaning is not told as a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, interpret, output_of, program_of
from tests.verdicts.running import Word, verdict_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.interpreter.outcomes import Exited, UnsupportedReached

Capture = pytest.CaptureFixture[str]

REGISTERED = r"""
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void end(void) { printf("end "); fflush(stdout); }
static void last(void) { printf("last "); }
static void more(void) { printf("more "); atexit(last); atexit(end); }
static int leave(int how) {
  switch (how) {
    case 0: return 3;
    case 1: exit(4);
    case 2: errx(5, "left");
    case 3: fflush(stdout); _Exit(6);
    default: fflush(stdout); _exit(7);
  }
}
int main(void) {
  printf("%d ", atexit(end)); printf("%d ", atexit(more));
  for (int i = 0; i < 29; i++) if (atexit(last)) return 1;
  return leave(HOW);
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("how", range(5))
def test_registered_functions_run_as_with_glibc(tmp_path: Path, how: int, machine: MachineModel) -> None:
    text = REGISTERED.replace("HOW", str(how))
    assert output_of(text, tmp_path, machine) == compiled_output_of(text, tmp_path, machine)


@pytest.mark.parametrize("how", range(5))
def test_status_is_what_main_returned_or_exit_was_given(tmp_path: Path, how: int) -> None:
    assert interpret(REGISTERED.replace("HOW", str(how)), tmp_path).outcome == Exited(3 + how)


DECLARED = "#include <assert.h>\n#include <stdlib.h>\nstatic int n;\n"
COUNTED = "static void f(void) {{ n++; assert(n < {0}); }} int main(void) {{ for (int i = 0; i < {0}; i++) atexit(f); }}"


def _answer(text: str, folder: Path, preset: str = "ki") -> Word:
    (folder / "p.c").write_text(DECLARED + text)
    return verdict_of(folder / "p.c", preset=preset, seconds=20).word


def test_there_is_room_for_as_many_functions_as_c_promises_and_beyond_nothing_is_known(tmp_path: Path) -> None:
    assert _answer(COUNTED.format(32), tmp_path) is Word.FALSE
    assert _answer(COUNTED.format(33), tmp_path) is Word.UNKNOWN


def test_program_that_calls_exit_while_it_ends_is_not_followed(tmp_path: Path) -> None:
    text = "static void f(void) { n++; if (n > 1) exit(2); } int main(void) { atexit(f); atexit(f); %s }"
    for last in ("return 0;", "exit(1);"):
        assert isinstance(interpret(DECLARED + text % last, tmp_path).outcome, UnsupportedReached)
        assert _answer(text % last, tmp_path) is Word.UNKNOWN
    assert _answer(text.replace("exit(2)", "_Exit(2)") % "return 0;", tmp_path) is Word.TRUE


def test_what_is_not_modelled_in_a_body_is_told_at_the_call(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "p.c").write_text(DECLARED + "static void f(void) { exit(2); } int main(void) { atexit(f); return 0; }")
    assert main(["verify", "--quiet", "--config", "ki", "--time-limit", "20s", str(tmp_path / "p.c")]) == ExitCode.NOT_SUPPORTED
    assert "p.c:4:23: in exit: functions that run at the end" in capsys.readouterr().out


def test_program_without_atexit_ends_as_before(tmp_path: Path) -> None:
    program = program_of("#include <stdlib.h>\nint main(void) { exit(1); }", tmp_path)
    assert not program.functions["exit"].is_defined
    assert not any(function.is_of_library for function in program.functions.values())


@pytest.mark.parametrize("declared", ["void atexit(int);", "int atexit(void (*f)(void)) { return 0; }"])
def test_another_function_called_atexit_changes_nothing(tmp_path: Path, declared: str) -> None:
    program = program_of(f"void exit(int); {declared} int main(void) {{ atexit(0); exit(1); }}", tmp_path)
    assert not program.functions["exit"].is_defined


@pytest.mark.parametrize(
    ("declared", "expected"), [("void exit(long);", Word.UNKNOWN), ("void exit();", Word.FALSE), ("", Word.FALSE)]
)
def test_exit_of_another_type_does_not_leave_registered_functions_out(tmp_path: Path, declared: str, expected: Word) -> None:
    text = "extern void reach_error(void); static void f(void) { reach_error(); } int main(void) { atexit(f); exit(0); }"
    (tmp_path / "p.c").write_text(f"int atexit(void (*)(void)); {declared} {text}")
    assert verdict_of(tmp_path / "p.c", preset="ki", seconds=20).word is expected


def test_err_of_the_program_is_not_that_of_the_system(tmp_path: Path) -> None:
    text = "void err(int, const char *, ...); int main(void) { err(1, 0); return 0; }"
    assert not program_of(text, tmp_path).functions["err"].is_defined
    assert program_of(f"#include <err.h>\n{text}", tmp_path).functions["err"].is_of_library


@pytest.mark.gcc
@pytest.mark.parametrize("way", ["return 0;", "exit(0);", "err(1, 0);"])
def test_compiled_program_shows_what_a_registered_function_does(tmp_path: Path, capsys: Capture, way: str) -> None:
    file = tmp_path / "p.c"
    text = "#include <err.h>\nstatic void f(void) { assert(n != 7); } int main(void) { atexit(f); n = rand(); "
    file.write_text(f"{DECLARED}{text}{way} }}")
    arguments = ["verify", "--quiet", "--config", "ki", "--check", "assertion", "--replay", "compiled", str(file)]
    assert main(arguments) == ExitCode.FALSE
    assert "the compiled program shows the violation: an assertion fails" in capsys.readouterr().out


def test_block_that_is_freed_when_the_program_ends_is_not_lost(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\nint *p; void f(void) { %s } int main(void) { atexit(f); p = malloc(4); return 0; }"
    for clean, expected in (("free(p);", ExitCode.TRUE), ("p = 0;", ExitCode.FALSE)):
        (tmp_path / "p.c").write_text(text % clean)
        arguments = ["verify", "--quiet", "--config", "ki", "--check", "leak", "--time-limit", "20s", str(tmp_path / "p.c")]
        assert main(arguments) == expected
