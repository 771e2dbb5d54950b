"""The strings that main is given: any contents for a proof, inputs for a run, and the same ones for the compiled program."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.model import Program
from whet.cfa.operations import Declare, Havoc, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.interpreter.given_texts import c_string_literal
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, UndefinedBehaviour, UnsupportedReached

Capture = pytest.CaptureFixture[str]
HEADERS = "#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void);\n"
COPIED = "int main(int argc, char **argv) { char b[8]; if (argc > 1) strcpy(b, argv[1]); return 0; }"
GUARDED = "int main(int argc, char **argv) { char b[4]; if (argc == 2 && strlen(argv[1]) < 4) strcpy(b, argv[1]); return 0; }"


def _operations(program: Program) -> list[str]:
    return [type(part).__name__ for edge in program.start.edges() for part in flatten(edge.operation)]


# ---------------------------------------------------------------------------------------------- what is made


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return 0; }",
        "int main(int argc, char **argv) { return argc; }",
        "int main(int argc) { return argc; }",
        "int main(int argc, int **argv) { return argv[0][0]; }",
    ],
)
def test_strings_are_made_only_if_the_program_looks_at_them(tmp_path: Path, text: str) -> None:
    program = program_of(text, tmp_path)
    assert program.strings.texts == ()
    assert "Declare" not in _operations(program)
    assert program.choices == ()


@pytest.mark.parametrize("vector", ["char **argv", "char *argv[]", "const char *const *argv", "unsigned char **argv"])
def test_strings_that_are_looked_at_are_made(tmp_path: Path, vector: str) -> None:
    program = program_of(f"int main(int argc, {vector}) {{ return argv[0][0]; }}", tmp_path)
    assert [each.name for each in program.strings.texts] == ["argv[0]", "argv[1]", "argv[2]"]
    assert any("argc is at least 1" in choice for choice in program.choices)


def test_vector_is_no_pointer_of_others(tmp_path: Path) -> None:
    """One that nobody made would make all strings unknown: it is left open only which strings come behind the first three."""
    program = program_of("int main(int argc, char **argv) { return argv[0][0]; }", tmp_path)
    havocs = [part for edge in program.start.edges() for part in flatten(edge.operation) if isinstance(part, Havoc)]
    assert not any(each.lvalue.type == program.main.parameters[1].type for each in havocs)
    made = [part for edge in program.start.edges() for part in flatten(edge.operation) if isinstance(part, Declare)]
    assert {each.variable for each in made} == program.strings.objects


# ---------------------------------------------------------------------------------------------- runs

SHOWN = r"""
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv, char **envp) {
  for (int i = 1; i < argc; i++) printf("%d %d %s|", i, (int)strlen(argv[i]), argv[i]);
  printf("%d", argv[argc] == 0);
  char copy[32];
  if (argc > 1) {
    strcpy(copy, argv[1]);
    memcpy(copy + 16, argv[1], strlen(argv[1]) + 1);
    argv[1][0] = 'x';
    printf(" %s %s %s", copy, copy + 16, argv[1]);
  }
  return 0;
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("strings", [[], ["abc"], ["-v", "some \t text"], ["a", ""]])
def test_strings_are_those_of_the_compiled_program(tmp_path: Path, machine: MachineModel, strings: list[str]) -> None:
    source, binary = tmp_path / "native.c", tmp_path / "native"
    source.write_text(SHOWN)
    subprocess.run(["gcc", "-w", "-O0", source, "-o", binary], check=True)
    compiled = subprocess.run([binary, *strings], check=True, capture_output=True).stdout
    texts = {f"argv[{number}]": each.encode() for number, each in enumerate(strings, 1)}
    run = Interpreter(program_of(SHOWN, tmp_path, machine)).run(arguments={"argc": 1 + len(strings)}, texts=texts)
    assert (run.outcome, run.output) == (Exited(0), compiled)


class Chosen(ListedInputs):
    """Lengths and bytes come from a list, too."""

    def uninitialised(self, type: object, origin: object) -> int:
        return self.nondet(type, origin)  # type: ignore[arg-type, return-value]


def test_bytes_are_asked_for_when_they_are_read(tmp_path: Path) -> None:
    source = "int main(int argc, char **argv) { return argv[1][2] + argv[1][2] + argv[1][0]; }"
    run = Interpreter(program_of(source, tmp_path)).run(Chosen([2, 5, 100, 7, 1]))
    assert run.outcome == Exited(15)
    assert [each.text for each in run.texts] == [b"", b"\1a\7"]


def test_what_ends_a_string_is_known(tmp_path: Path) -> None:
    source = "int main(int argc, char **argv) { return argv[1][3] == 0 && argv[1][0] == 'q'; }"
    run = Interpreter(program_of(source, tmp_path)).run(Chosen([2, 0, 3, ord("q")]))
    assert run.outcome == Exited(1)
    assert run.texts[1].text == b"qaa"


def test_zero_ends_a_string_before_its_object_ends(tmp_path: Path) -> None:
    source = "#include <string.h>\nint main(int argc, char **argv) { return (int)strlen(argv[1]); }"
    run = Interpreter(program_of(source, tmp_path)).run(Chosen([2, 0, 100, ord("q"), ord("r"), 0]))
    assert run.outcome == Exited(2)
    assert run.texts[1].text == b"qr"


@pytest.mark.parametrize("behind", ["return argv[1][2];", "argv[1][2] = 1; return 0;", "return argv[1][9];"])
def test_run_that_touches_what_is_behind_a_string_is_none(tmp_path: Path, behind: str) -> None:
    """What lies there is another string, or nothing, whatever the length of the object that stands for it."""
    source = f"int main(int argc, char **argv) {{ if (argv[1][1] == 0) {{ {behind} }} return 1; }}"
    run = Interpreter(program_of(source, tmp_path)).run(Chosen([2, 0, 9, 0, 1]))
    assert isinstance(run.outcome, UnsupportedReached)
    assert "behind the end of a string" in run.outcome.construct


def test_access_behind_the_object_is_undefined(tmp_path: Path) -> None:
    source = "int main(int argc, char **argv) { return argv[1][3]; }"
    run = Interpreter(program_of(source, tmp_path)).run(Chosen([2, 0, 2]))
    assert isinstance(run.outcome, UndefinedBehaviour)
    assert run.texts[1].text == b""


@pytest.mark.parametrize("count", [4, 1000])
def test_strings_behind_the_first_three_are_empty_in_a_run(tmp_path: Path, count: int) -> None:
    source = "int main(int argc, char **argv) { return argv[3][0] == 0 && argv[argc - 1][0] == 0 && argv[argc] == 0; }"
    assert Interpreter(program_of(source, tmp_path)).run(arguments={"argc": count}).outcome == Exited(1)


@pytest.mark.parametrize("count", [1001, 1 << 20, 2147483647])
def test_run_has_not_too_many_strings(tmp_path: Path, count: int) -> None:
    source = "int main(int argc, char **argv) { return argv[0] == 0; }"
    run = Interpreter(program_of(source, tmp_path)).run(arguments={"argc": count})
    assert isinstance(run.outcome, UnsupportedReached)


@pytest.mark.gcc
def test_literal_is_what_gcc_reads(tmp_path: Path) -> None:
    text = bytes(range(1, 256)) + b'??/"\\0123%d'
    source = tmp_path / "literal.c"
    source.write_text(f"#include <stdio.h>\nint main(void) {{ fputs({c_string_literal(text)}, stdout); return 0; }}")
    subprocess.run(["gcc", "-trigraphs", source, "-o", tmp_path / "literal"], check=True)
    assert subprocess.run([tmp_path / "literal"], check=True, capture_output=True).stdout == text


def test_run_command_gives_strings(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "p.c"
    path.write_text(f'{HEADERS}int main(int argc, char **argv) {{ return argc == 2 && strcmp(argv[1], "a,b=3") == 0; }}')
    assert main(["run", str(path), "--input", 'argc=2,argv[1]="a,b=3"']) == ExitCode.TRUE
    assert "exited with status 1" in capsys.readouterr().out
    assert main(["run", str(path)]) == ExitCode.TRUE
    assert "exited with status 0" in capsys.readouterr().out
    assert main(["run", str(path), "--input", 'argc=2,argv[7]="x"']) == ExitCode.USAGE
    assert "argv[7]" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------- verdicts


def _verify(folder: Path, capsys: Capture, text: str, *options: str) -> tuple[ExitCode, str]:
    path = folder / "p.c"
    path.write_text(HEADERS + text)
    code = main(["verify", "--quiet", *options, str(path)])
    return ExitCode(code), capsys.readouterr().out


FOUND = {
    "copy": ("memory", COPIED, r'argv\[1\] = "(\\\d{3}|.){8,}"'),
    "byte behind the end": (
        "memory",
        "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'k' ? argv[1][2] : 0; }",
        r'argv\[1\] = "k"',
    ),
    "no argument": ("memory", "int main(int argc, char **argv) { return argv[1][0]; }", "argc = 1"),
    "free": ("free", "int main(int argc, char **argv) { free(argv[0]); return 0; }", "Violation"),
    "options": (
        "assertion",
        "int main(int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i][0] == '-' && argv[i][1] == 'x') "
        "reach_error(); return 0; }",
        '= "-x"',
    ),
    "number": (
        "assertion",
        "int main(int argc, char **argv) { if (argc == 2 && argv[1][0] >= '0' && argv[1][0] <= '9' && argv[1][1] == 0 && "
        "argv[1][0] - '0' == 7) reach_error(); return 0; }",
        r'argv\[1\] = "7"',
    ),
}


@pytest.mark.gcc
@pytest.mark.parametrize("config", ["bmc", "symex"])
@pytest.mark.parametrize(("check", "text", "shown"), FOUND.values(), ids=FOUND)
def test_strings_of_a_violation_are_told_and_replayed(
    tmp_path: Path, capsys: Capture, check: str, text: str, shown: str, config: str
) -> None:
    code, told = _verify(
        tmp_path, capsys, text, "--check", check, "--config", config, "--replay", "compiled", "--time-limit", "60s"
    )
    assert code is ExitCode.FALSE, told
    assert re.search(shown, told), told
    assert "the compiled program shows the violation" in told


NOT_FALSE = {
    "block kept in the vector": ("leak", "int main(int argc, char **argv) { argv[0] = malloc(3); return 0; }"),
    "guarded copy": ("memory", GUARDED),
    "end of the vector": ("memory", "int main(int argc, char **argv) { return argc < 3 && argv[argc] != 0; }"),
    "end of a string": ("memory", "int main(int argc, char **argv) { char *p = argv[0]; return p[0] && p[1] && p[2]; }"),
    "program's name": ("memory", "int main(int argc, char **argv) { return argv[0][0]; }"),
    "strings are apart": (
        "assertion",
        "int main(int argc, char **argv) { if (argc == 3 && argv[1] == argv[2]) reach_error(); return 0; }",
    ),
    "no pointer is null": (
        "assertion",
        "int main(int argc, char **argv) { if (argc == 3 && (!argv[0] || !argv[2] || argv[3])) reach_error(); return 0; }",
    ),
}


@pytest.mark.parametrize("config", ["bmc", "value"])
@pytest.mark.parametrize(("check", "text"), NOT_FALSE.values(), ids=NOT_FALSE)
def test_what_no_string_leads_to_is_no_violation(tmp_path: Path, capsys: Capture, check: str, text: str, config: str) -> None:
    code, told = _verify(tmp_path, capsys, text, "--check", check, "--config", config, "--time-limit", "4s")
    assert code is not ExitCode.FALSE, told
    if config == "bmc" and check != "leak":
        assert code is ExitCode.TRUE, told
        assert "Assumed: argc is at least 1" in told


WRONG = {
    "other strings differ": "if (argc > 5 && argv[4][0] == 'a' && argv[5][0] == 'b') reach_error();",
    "other strings are any": "if (argc > 5 && argv[4][0] == 'a') { argv[5][0] = 'b'; if (argv[4][0] == 'a') reach_error(); }",
    "many strings": "if (argc > 2000000) reach_error(); return argv[0] == 0;",
    "long string": "if (strlen(argv[0]) > 100) reach_error();",
    "changed string": "argv[0][0] = 'x'; if (argc > 1 && argv[1][0] == 'x') reach_error();",
}


@pytest.mark.parametrize("config", ["bmc", "interval"])
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_proof_is_about_all_strings(tmp_path: Path, capsys: Capture, text: str, config: str) -> None:
    """Each of these programs has a run to the error, whether or not one is found."""
    program = f"int main(int argc, char **argv) {{ {text} return 0; }}"
    code, told = _verify(tmp_path, capsys, program, "--check", "assertion", "--config", config, "--time-limit", "4s")
    assert code is not ExitCode.TRUE, told
