"""Functions of the library that read input: they do what glibc does with the same input, and bugs at their calls are found and
shown by the compiled program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interpreter.running import FLAGS, interpret, program_of
from tests.verdicts.running import Word, verdict_of
from whet.cfa.operations import Call, Havoc, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.frontend.shipped import FOLDER
from whet.interpreter.outcomes import Exited

Capture = pytest.CaptureFixture[str]

READS = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void show(const char *s, int n) { for (int i = 0; i < n; i++) printf("%02x", (unsigned char)s[i]); printf(" "); }
int main(void) {
  char b[8];
  for (int n = -1; n < 6; n++) {
    memset(b, 1, sizeof b);
    char *made = fgets(b, n, stdin);
    printf("%d%d ", n, made == b);
    show(b, sizeof b);
  }
  printf("%d ", getchar());
  printf("%d ", getc(stdin));
  printf("%d ", fgetc(stdin));
  memset(b, 1, sizeof b);
  printf("%d ", (int)fread(b, 3, 2, stdin));
  show(b, sizeof b);
  printf("%d ", (int)fread(b, 0, 2, stdin));
  memset(b, 1, sizeof b);
  printf("%d ", (int)fread(b, 3, 2, stdin));
  show(b, sizeof b);
  printf("%d ", getchar());
  printf("%d", fgets(b, 4, stdin) == 0);
  return 0;
}
"""
TEXT = b"a\n\nbcd\nefgh\0ijkl\nmn\xff"


def _as_inputs(text: bytes) -> Iterator[int]:
    """What the program's calls ask for, one after the other, if this is the text."""
    rest = iter(text)
    for most in range(1, 5):  # fgets
        for _ in range(most):
            byte = next(rest)
            yield from (0, byte)
            if byte == ord("\n"):
                break
    for _ in range(3):  # getchar and the like
        yield from (0, next(rest))
    yield 6  # fread
    yield from (next(rest) for _ in range(6))
    left = bytes(rest)
    yield len(left)
    yield from left
    yield from (1, 1)


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_bodies_that_read_do_what_glibc_does(tmp_path: Path, machine: MachineModel) -> None:
    execution = interpret(READS, tmp_path, inputs=list(_as_inputs(TEXT)), machine=machine)
    assert isinstance(execution.outcome, Exited), execution.outcome
    assert execution.output == _compiled(READS, tmp_path, TEXT, machine)


def _compiled(text: str, folder: Path, given: bytes, machine: MachineModel = LP64) -> bytes:
    (folder / "native.c").write_text(text)
    subprocess.run(["gcc", "-w", *FLAGS[machine], "native.c", "-o", "native"], cwd=folder, check=True)
    return subprocess.run([folder / "native"], input=given, capture_output=True, check=False, timeout=20).stdout


SCANS = r"""
#include <stdio.h>
int main(void) {
  int x = 1, i = 2, r; unsigned u = 3; char w[8] = "", v[8] = "", c = 'c'; short h = 4; long l = 5; double d = 6; float f = 7;
  r = scanf("%c%d ,%7s%*c", &c, &x, w);
  printf("%d %d %s %d\n", r, x, w, c);
  r = fscanf(stdin, "%hd%%%ld%*d%u%2d %lf%f %[^\n]%*c", &h, &l, &u, &i, &d, &f, v);
  printf("%d %d %ld %u %d %g %g %s\n", r, h, l, u, i, d, f, v);
  r = scanf("z%c", &c);
  printf("%d %d\n", r, c);
  r = scanf("x%d%d", &x, &i);
  printf("%d %d %d\n", r, x, i);
  return 0;
}
"""
SCANNED = (
    b"q12,abc\n-3%-4 5 6 78 1.5 2.5 end\nz?y",
    [
        *(0, ord("q"), 0, 0, 12, 0, 0, 0, 0, *b"abc ", 0),
        *(0, 0, -3, 0, 0, 0, 0, -4, 0, 0, 0, 0, 6, 0, 0, 78, 0, 0, 1.5, 0, 0, 2.5, 0, 0, *b"end\n", 0),
        *(0, 0, 0, ord("?"), 0, 1),
    ],
)


@pytest.mark.gcc
def test_scanf_does_what_glibc_does(tmp_path: Path) -> None:
    """At the end there is a ``y`` where the format has an ``x``."""
    text, inputs = SCANNED
    execution = interpret(SCANS, tmp_path, inputs=inputs)
    assert isinstance(execution.outcome, Exited), execution.outcome
    assert execution.output == _compiled(SCANS, tmp_path, text)


def test_what_scanf_stores_first_does_not_change_where_the_rest_goes(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { int i = 0, a[3] = {0}; scanf("%d%d", &i, &a[i]); return a[0]; }'
    execution = interpret(text, tmp_path, inputs=[0, 0, 2, 0, 0, 7])
    assert execution.outcome == Exited(7)


@pytest.mark.parametrize("format", ["%n", "%p", "%3c", "%ls", "%[a-z]", "%5x", "%1$d", "%ms", "%"])
def test_format_that_is_not_described_exactly_is_left_to_the_library(tmp_path: Path, format: str) -> None:
    program = program_of(f'#include <stdio.h>\nint main(void) {{ int x; return scanf("{format}", &x); }}', tmp_path)
    called = [part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
    assert any(call.callee is program.functions["scanf"] for call in called)


FOLLOWED = {
    "%d%c": False,
    "%*d%c": False,
    "%d5": False,
    "%f.": False,
    "%s,%d": False,
    "%3s%c": False,
    "%s%[^:]": False,
    "%[^,]%d": False,
    "%[^,] %d": False,
    "%[^,]%[^,]": False,
    "%d %c": True,
    "%d,%c": True,
    "%d-%d": True,
    "%s%d": True,
    "%[^,],%d": True,
    "%[^,]%*c%d": True,
}
"""Whether a directive may meet whatever it can behind the one before."""


@pytest.mark.parametrize("format", FOLLOWED)
def test_what_a_directive_leaves_decides_what_the_next_one_meets(tmp_path: Path, format: str) -> None:
    program = program_of(f'#include <stdio.h>\nint main(void) {{ int x, y; return scanf("{format}", &x, &y); }}', tmp_path)
    called = [part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
    assert any(call.callee is program.functions["scanf"] for call in called) != FOLLOWED[format]


def test_call_that_reads_may_set_errno(tmp_path: Path) -> None:
    text = '#include <errno.h>\n#include <stdio.h>\nint main(void) { int x; errno = 0; scanf("%d", &x); return errno; }'
    parts = [part for edge in program_of(text, tmp_path).edges() for part in flatten(edge.operation)]
    assert any(isinstance(part, Havoc) and part.may_keep for part in parts)


HEADERS = "#include <assert.h>\n#include <errno.h>\n#include <stdio.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
CALLS = {
    "fgets": "fgets(b, %d, stdin)",
    "read": "read(0, b, %d)",
    "fread": "fread(b, 1, %d, stdin)",
    "scanf": 'scanf("%%%ds", b)',
}


def _verify(body: str, folder: Path, *arguments: str) -> int:
    (folder / "p.c").write_text(f"{HEADERS}int main(void) {{ char b[4]; {body} return 0; }}\n")
    options = ["--quiet", "--config", "ki", "--time-limit", "60s", *arguments]
    return main(["verify", *options, str(folder / "p.c")])


@pytest.mark.gcc
@pytest.mark.parametrize("function", CALLS)
def test_too_much_is_read_and_the_compiled_program_shows_it(tmp_path: Path, capsys: Capture, function: str) -> None:
    call = CALLS[function] % (4 if function == "scanf" else 5)
    assert _verify(f"{call};", tmp_path, "--check", "memory", "--replay", "compiled") == ExitCode.FALSE
    told = capsys.readouterr().out
    assert re.search(rf"Violation: .*p\.c:6:\d+: in {function}\w*: ", told), told
    assert "the compiled program shows the violation: sanitizer reports stack-buffer-overflow" in told


@pytest.mark.parametrize("function", CALLS)
def test_as_much_is_read_as_there_is_room(tmp_path: Path, function: str) -> None:
    call = CALLS[function] % (3 if function == "scanf" else 4)
    assert _verify(f"{call};", tmp_path, "--check", "memory") == ExitCode.TRUE


@pytest.mark.gcc
def test_what_was_read_is_told_at_the_call_and_given_to_the_compiled_program(tmp_path: Path, capsys: Capture) -> None:
    body = "int c = getchar(); if (fgets(b, 4, stdin) && c == 'y') assert(b[0] != 'x' || b[1] != 0);"
    assert _verify(body, tmp_path, "--check", "assertion", "--replay", "compiled") == ExitCode.FALSE
    told = capsys.readouterr().out
    assert "p.c:6:37: in getchar: byte() = 121" in told
    assert "in fgets: byte() = 120" in told
    assert "the compiled program shows the violation: an assertion fails" in told


def test_what_cannot_be_read_is_not_an_alarm(tmp_path: Path) -> None:
    body = 'int x; if (scanf("%2d", &x) == 1) assert(x < 100); if (fgets(b, 4, stdin)) assert(b[0] != 10 || b[1] == 0);'
    assert _verify(body, tmp_path, "--check", "assertion") == ExitCode.TRUE


IMPOSSIBLE = {
    "a file of a negative number is open": "assert(read(-1, b, 1) == -1);",
    "an error leaves no number": "errno = 0; if (read(0, b, 1) == -1) assert(errno != 0);",
    "a negative place is read": "assert(pread(0, b, 1, -1) == -1);",
    "more is read than a result can tell": "read(0, b, -1);",
    "what is written can be read": "assert(fgetc(stdout) == EOF);",
    "what is written can be scanned": 'int x; assert(fscanf(stderr, "%d", &x) != 1);',
    "a pointer to a function that reads leads there": "int (*f)(FILE *) = fgetc; assert(f(stdout) == EOF);",
    "an end behind what is dropped is no end": 'assert(scanf("%*c%c", b) != 0);',
    "what was put back is not read": "if (ungetc('a', stdin) == 'a') assert(getchar() == 'a');",
    "a stream is at its end before it is read": "assert(!feof(stdin) && !ferror(stdin));",
    "a stream is at its end behind a character": "if (getchar() != EOF) assert(!feof(stdin));",
    "an end stays when it is cleared": "if (getchar() == EOF) { clearerr(stdin); assert(!feof(stdin)); }",
    "an end that was seen is none": "if (getchar() == EOF && !ferror(stdin)) assert(feof(stdin));",
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_what_no_library_does_is_not_an_alarm(tmp_path: Path, case: str) -> None:
    assert _verify(IMPOSSIBLE[case], tmp_path) in (ExitCode.TRUE, ExitCode.UNKNOWN)


POSSIBLE = {
    "what was put back is read": "if (ungetc('a', stdin) == 'a') assert(getchar() != 'a');",
    "what was put back is the first of a line": "ungetc('a', stdin); if (fgets(b, 3, stdin)) assert(b[0] != 'a');",
    "a stream is at its end": "if (getchar() == EOF) assert(!feof(stdin));",
    "an error is no end": "if (getchar() == EOF) assert(!ferror(stdin));",
    "a stream is read again": "int c = getchar(); rewind(stdin); assert(c == EOF || getchar() != c);",
    "a stream is read from another place": "int c = getchar(); if (fseek(stdin, 0, 0) == 0) assert(c == EOF || getchar() != c);",
}


@pytest.mark.parametrize("case", POSSIBLE)
def test_what_a_library_may_do_is_not_ruled_out(tmp_path: Path, case: str) -> None:
    assert _verify(POSSIBLE[case], tmp_path) in (ExitCode.FALSE, ExitCode.UNKNOWN)


def test_more_is_there_than_was_received(tmp_path: Path) -> None:
    body = "long n = recv(0, b, 4, %s); assert(n <= 4);"
    assert _verify(body % "MSG_TRUNC", tmp_path) == ExitCode.FALSE
    assert _verify(body % "0", tmp_path) == ExitCode.TRUE


@pytest.mark.gcc
def test_texts_of_all_files_that_read_are_c_beside_each_other(tmp_path: Path) -> None:
    """A program may use them all, and its harness has the headers of the library in it."""
    line = 'char *l = 0; size_t n = 0; getline(&l, &n, stdin); if (fopen("a", "r") == 0)'
    system = "extern long time(long *); time(0); isatty(0); dup(0); getgid();"
    calls = 'getchar(); fgets(b, 4, stdin); read(0, b, 4); if (scanf("%1s", b) + fscanf(stdin, "%d", (int *)b) == 2)'
    assert (
        _verify(f"{line} {system} {calls} assert(getchar() != ' ');", tmp_path, "--output", str(tmp_path / "out"))
        == ExitCode.FALSE
    )
    command = ["gcc", "-w", "-Werror=incompatible-pointer-types", "-c", "harness.c", "-o", "harness.o"]
    subprocess.run(command, cwd=tmp_path / "out", check=True)
    symbols = subprocess.run(["nm", "harness.o"], cwd=tmp_path / "out", capture_output=True, text=True, check=True).stdout
    assert {"getchar", "fgets", "read", "scanf", "__isoc99_scanf"} <= set(re.findall(r"^\w+ W (\w+)$", symbols, re.MULTILINE))
    texts = [file.read_text() for file in FOLDER.glob("*.c")]
    asking = [text for text in texts if "__VERIFIER_nondet_" in text and "__CPROVER_" not in text]
    assert all(text.split("enum {")[0] in (tmp_path / "out" / "harness.c").read_text() for text in asking)


LINES = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = 0, *other = malloc(1), *part = malloc(4);
  size_t n = 7, none = 0, few = 4;
  printf("%d ", (int)getline(&line, &n, stdin));
  printf("%d %s|", (int)n, line);
  printf("%d ", (int)getline(&line, &n, stdin));
  printf("%d %s|", (int)n, line);
  printf("%d ", (int)getdelim(&other, &none, ',', stdin));
  printf("%d %d|", (int)none, other[4]);
  printf("%d ", (int)getdelim(&part, &few, ';', stdin));
  printf("%s|", part);
  printf("%d ", (int)getline(&part, &few, stdin));
  printf("%d|", (int)getline(&part, &few, stdin));
  printf("%d", (int)getline(0, &n, stdin));
  free(line);
  free(other);
  free(part);
  return 0;
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_lines_are_read_as_by_glibc(tmp_path: Path, machine: MachineModel) -> None:
    text = b"first\n" + b"x" * 130 + b"\nabc\0,part;\xffrest"
    (tmp_path / "lines.c").write_text(LINES)
    subprocess.run(["gcc", "-w", "-O0", *FLAGS[machine], "lines.c", "-o", "lines"], cwd=tmp_path, check=True)
    compiled = subprocess.run([tmp_path / "lines"], input=text, capture_output=True, check=True).stdout
    inputs = [each for byte in text for each in (0, byte)]
    run = interpret(LINES, tmp_path, inputs=[*inputs, 1, 1], machine=machine)
    assert (run.outcome, run.output) == (Exited(0), compiled)


LINE = "char *line = 0; size_t n = 0; ssize_t got = getline(&line, &n, stdin);"


@pytest.mark.gcc
def test_what_is_done_with_a_line_is_shown_by_the_compiled_program(tmp_path: Path, capsys: Capture) -> None:
    body = f"{LINE} for (ssize_t i = 0; i < got; i++) b[i] = line[i];"
    assert _verify(body, tmp_path, "--check", "memory", "--replay", "compiled") == ExitCode.FALSE
    told = capsys.readouterr().out
    assert "in getline: byte() = 10" in told
    assert "the compiled program shows the violation" in told


def test_room_for_a_line_is_a_block_that_has_to_be_freed(tmp_path: Path) -> None:
    assert _verify(f"{LINE} line = 0;", tmp_path, "--check", "leak") == ExitCode.FALSE
    assert _verify("char *line = b; size_t n = 4; getline(&line, &n, stdin);", tmp_path, "--check", "free") == ExitCode.FALSE


@pytest.mark.parametrize("config", ["interval", "ki"])
def test_line_changes_nothing_but_the_line(tmp_path: Path, config: str) -> None:
    body = f"int x = 7; {LINE} x += (got != 0); assert(x == 7 || x == 8);"
    assert _verify(body, tmp_path, "--check", "assertion", "--config", config) == ExitCode.TRUE


LEFT_BEHIND = {
    "text_that_differed_is_still_there": "if (scanf(\"a%c\", &c) == 0) assert(getchar() != 'a');",
    "a_number_that_was_refused_stays": 'while (scanf("%d", &x) == 0) n++; assert(n == 0 || x != 5);',
    "a_word_ends_at_a_blank": 'if (scanf("%7s", w) == 1) { x = getchar(); assert(x == EOF || x <= 32); }',
    "a_number_does_not_go_on": "if (scanf(\"%d\", &x) == 1) { x = getchar(); assert(x < '0' || x > '9'); }",
    "a_character_is_read_behind_a_number": 'if (scanf("%d", &x) == 1 && scanf("%c", &c) == 1) assert(c != \'7\');',
}


@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_what_scanf_left_in_the_stream_is_no_free_input(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.c"
    declared = "int x = 0, n = 0; char c = 0, w[8]; (void)x; (void)n; (void)c; (void)w;"
    file.write_text(f"#include <assert.h>\n#include <stdio.h>\nint main(void) {{ {declared}\n{LEFT_BEHIND[name]}\nreturn 0; }}\n")
    assert verdict_of(file, preset="ki", seconds=4).word is not Word.FALSE


def test_a_blank_behind_a_number_and_a_second_number_are_inputs(tmp_path: Path) -> None:
    file = tmp_path / "two.c"
    reads = 'if (scanf("%d", &x) == 1 && getchar() == 10 && scanf("%d", &y) == 1) assert(x != 3 || y != 4);'
    file.write_text(f"#include <assert.h>\n#include <stdio.h>\nint main(void) {{ int x, y;\n{reads}\nreturn 0; }}\n")
    assert verdict_of(file, preset="ki", seconds=10).word is Word.FALSE
