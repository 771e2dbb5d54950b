"""Streams of files: whether one can be opened and what is in it are inputs, ``feof`` is exact in a run, and a compiled program
does the same without touching a file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.interpreter.running import FLAGS, interpret, program_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, UndefinedBehaviour, UnsupportedReached

Capture = pytest.CaptureFixture[str]
HEADERS = "#include <assert.h>\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
OPENED = 'FILE *f = fopen("in.txt", "r"); if (!f) return 1;'
OPENS, FAILS = 0, 1


def _program(body: str) -> str:
    declared = "char line[8] = {0}; int c = 0, n = 0, x = 0; (void)line; (void)c; (void)n; (void)x;"
    return f"{HEADERS}int main(void) {{ {declared}\n{body}\nreturn 0; }}\n"


def _typed(text: bytes) -> list[int]:
    """What is asked for by who reads this byte by byte."""
    return [each for byte in text for each in (0, byte)]


# ---------------------------------------------------------------------------------------------- runs

LOOKS = r"""
#include <stdio.h>
int main(void) {
  char b[8];
  int n = 0, x = 0, c;
  FILE *f = fopen("read.txt", "r"), *out = fopen("written.txt", "w");
  if (!f || !out) return 1;
  printf("%d%d ", feof(f) != 0, ferror(f));
  while (fgets(b, sizeof b, f) && b[0] != '.') { printf("[%s]%d ", b, feof(f) != 0); n += fprintf(out, "%s", b) > 0; }
  printf("%d ", fscanf(f, "%d", &x));
  printf("%d %d ", x, feof(f) != 0);
  while ((c = getc(f)) != EOF) { fputc(c, out); n++; }
  printf("%d ", feof(f) != 0);
  printf("%d ", getc(f) == EOF);
  clearerr(f);
  printf("%d ", feof(f) != 0);
  printf("%d ", (int)fread(b, 2, 3, f));
  printf("%d%d %d %d %d\n", feof(f) != 0, ferror(f), fputs("end", out) >= 0, fflush(out), (int)fwrite("abc", 1, 3, out));
  printf("%d %d %d", fclose(f), fclose(out), n);
  return 0;
}
"""
CONTENTS = b"one\nand two\n.\n 42 x\ny"
ASKED = [OPENS, OPENS, *_typed(b"one\nand two\n.\n"), 0, 0, 42, *_typed(b" x\ny"), 1, 1, 0]


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_run_does_what_glibc_does_with_a_file(tmp_path: Path, machine: MachineModel) -> None:
    execution = interpret(LOOKS, tmp_path, inputs=ASKED, machine=machine)
    assert execution.outcome == Exited(0)
    (tmp_path / "read.txt").write_bytes(CONTENTS)
    (tmp_path / "native.c").write_text(LOOKS)
    subprocess.run(["gcc", "-w", *FLAGS[machine], "native.c", "-o", "native"], cwd=tmp_path, check=True)
    native = subprocess.run([tmp_path / "native"], cwd=tmp_path, capture_output=True, check=True)
    assert execution.output == native.stdout


def _ending(body: str, folder: Path, *inputs: int) -> object:
    return interpret(_program(body), folder, inputs=list(inputs)).outcome


def test_file_that_cannot_be_opened_leaves_a_number(tmp_path: Path) -> None:
    body = 'FILE *f = fopen("in.txt", "r"); return f ? 3 : errno == ENOENT;'
    assert _ending(body, tmp_path, FAILS) == Exited(1)
    assert _ending(body, tmp_path, OPENS) == Exited(3)


ENDS = {
    "not before anything is read": ("return 10 + (feof(f) != 0);", (), 10),
    "not behind a character": ("getc(f); return 10 + (feof(f) != 0);", (0, 65), 10),
    "behind a read that found nothing": ("getc(f); return 10 + (feof(f) != 0);", (1,), 11),
    "behind a line without its end": ("fgets(line, 8, f); return 10 + (feof(f) != 0);", (0, 65, 1, 0), 11),
    "not behind a whole block": ("fread(line, 1, 2, f); return 10 + (feof(f) != 0);", (2, 65, 66), 10),
    "behind a short block": ("fread(line, 1, 2, f); return 10 + (feof(f) != 0);", (1, 65), 11),
    "behind a scan": ('fscanf(f, "%d", &x); return 10 + (feof_unlocked(f) != 0);', (1,), 11),
    "not when it is cleared": ("getc(f); clearerr(f); return 10 + (feof(f) != 0);", (1,), 10),
    "not of another stream": ("getc(f); return 10 + (feof(stdin) != 0);", (1,), 10),
    "of the standard input alone": ("getchar(); return 10 + 2 * (feof(stdin) != 0) + (feof(f) != 0);", (1,), 12),
    "of the stream of a pointer": ("int (*get)(FILE *) = getc; get(f); return 10 + (feof(f) != 0);", (1,), 11),
    "and there is no error": ("getc(f); return 10 + (ferror(f) != 0);", (1,), 10),
}


@pytest.mark.parametrize(("body", "inputs", "status"), ENDS.values(), ids=ENDS)
def test_stream_is_at_its_end(tmp_path: Path, body: str, inputs: tuple[int, ...], status: int) -> None:
    assert _ending(f"#define _GNU_SOURCE\n{OPENED} {body}", tmp_path, OPENS, *inputs) == Exited(status)


OPENED_AGAIN = 'FILE *g = fopen("./in.txt", "r"); getc(g);'
MOVED = {
    "by name": "stdin = f;",
    "through a pointer": "FILE **p = &stdin; *p = f;",
}


@pytest.mark.parametrize("moves", MOVED.values(), ids=MOVED)
def test_standard_input_may_be_another_stream(tmp_path: Path, moves: str) -> None:
    """``getchar`` reads from what the variable leads to, and the end is that of the file."""
    body = f"FILE *before = stdin; {OPENED} {moves} c = getchar(); return c == EOF ? 10 + !!feof(f) + 2 * !!feof(before) : 1;"
    assert interpret(_program(body), tmp_path, inputs=(OPENS, 1)).outcome == Exited(11)


NOT_TOLD = {
    "more is read behind the end": ("getc(f); if (feof(f)) getc(f);", (1, 0, 65)),
    "more is read behind an end that is no error": ("getc(f); if (!ferror(f)) getc(f);", (1, 0, 65)),
    "more is read behind the last line": ("fgets(line, 8, f); getc(f);", (0, 65, 1, 0, 0, 66)),
    "a block is read behind the end": ("getc(f); if (feof(f)) fread(line, 1, 2, f);", (1, 2, 65, 66)),
    "it is asked what an error was": ("getc(f); getc(f); feof(f);", (1, 0, 65)),
    "an error is asked for": ("fgets(line, 8, f); ferror(f);", (0, 65, 1, 1)),
    "what is read is written": ('fputs("a", f);', ()),
    "what is written is read": ('FILE *g = fopen("out.txt", "w"); getc(g);', (OPENS, 0, 65)),
    "a file is read twice": (f"getc(f); {OPENED_AGAIN}", (0, 65, OPENS, 0, 66)),
    "a file is read that is written": ('FILE *g = fopen("in.txt", "w"); getc(f);', (OPENS, 0, 65)),
    "a file is made anew": ('FILE *g = fopen("in.txt", "w+"); getc(g);', (OPENS, 0, 65)),
    "a file is new": ('FILE *g = fopen("in.txt", "wx");', (OPENS,)),
    "it is read and written": ('FILE *g = fopen("b", "r+"); getc(g); fputs("a", g);', (OPENS, 0, 65)),
    "it is written and read": ('FILE *g = fopen("b", "a+"); fputs("a", g); getc(g);', (OPENS, 0, 65)),
    "a file has no name": ('fopen("", "r");', (OPENS,)),
    "a folder is no file": ('fopen("a/", "r");', (OPENS,)),
    "a device has contents of its own": ('fopen("/dev/null", "r");', (OPENS,)),
    "a file is opened in no way": ('fopen("b", "z");', (OPENS,)),
    "no stream is what is asked": ("feof((FILE *)line);", ()),
    "a number is read, then a character in its place": ('fscanf(f, "%d", &x); getc(f);', (0, 0, 7, 0, 65)),
    "the end comes in place of a blank": ('fscanf(f, "%d", &x); if (!feof(f)) getc(f);', (0, 0, 7, 1)),
    "a blank of one stream is none of another": (
        'fscanf(f, "%d", &x); getchar(); getc(f);',
        (0, 0, 7, 0, ord(" "), 0, 65),
    ),
}


@pytest.mark.parametrize(("body", "inputs"), NOT_TOLD.values(), ids=NOT_TOLD)
def test_run_that_no_library_may_have_tells_nothing(tmp_path: Path, body: str, inputs: tuple[int, ...]) -> None:
    assert isinstance(_ending(f"{OPENED} {body}", tmp_path, OPENS, *inputs), UnsupportedReached)


UNDEFINED = {
    "a closed stream is read": "fclose(f); getc(f);",
    "a closed stream is asked": "fclose(f); feof(f);",
    "a closed stream is cleared": "fclose(f); clearerr(f);",
    "a closed stream is flushed": "fclose(f); fflush(f);",
    "a stream is closed twice": "fclose(f); fclose(f);",
    "no stream is asked": "feof(0);",
}


@pytest.mark.parametrize("body", UNDEFINED.values(), ids=UNDEFINED)
def test_null_and_closed_streams_are_undefined(tmp_path: Path, body: str) -> None:
    assert isinstance(_ending(f"{OPENED} {body}", tmp_path, OPENS, 0, 65), UndefinedBehaviour)


GOES_ON = {
    "an end may have been an error": ("getc(f); return 10 + (getc(f) == 65);", (1, 0, 65), 11),
    "an end that is forgotten may be none": ("getc(f); feof(f); clearerr(f); return getc(f);", (1, 0, 65), 65),
    "another file is written": ('FILE *g = fopen("b", "w"); fputc(getc(f), g); return getc(f);', (OPENS, 0, 65, 0, 66), 66),
    "each stream has what was left in it": ('fscanf(f, "%d", &x); return getchar();', (0, 0, 7, 0, 65), 65),
    "a file is opened that could not be": ('return fopen("in.txt", "w") ? 10 : 11;', (FAILS,), 11),
    "a number, a blank and the end": ('fscanf(f, "%d", &x); if (!feof(f)) return 9 + fscanf(f, "%d", &x);', (0, 0, 7, 1), 8),
}


@pytest.mark.parametrize(("body", "inputs", "status"), GOES_ON.values(), ids=GOES_ON)
def test_run_goes_on_where_a_library_may_do_that(tmp_path: Path, body: str, inputs: tuple[int, ...], status: int) -> None:
    assert _ending(f"{OPENED} {body}", tmp_path, OPENS, *inputs) == Exited(status)


def test_null_pointer_is_not_closed_and_a_stream_is_no_block(tmp_path: Path) -> None:
    assert isinstance(_ending("fclose(0);", tmp_path), UndefinedBehaviour)
    assert isinstance(_ending(f"{OPENED} free(f);", tmp_path, OPENS), UndefinedBehaviour)
    assert isinstance(_ending(f"{OPENED} c = *(char *)f;", tmp_path, OPENS), UndefinedBehaviour)


# ---------------------------------------------------------------------------------------------- verdicts


def _verify(text: str, folder: Path, capsys: Capture, *options: str) -> tuple[ExitCode, str]:
    (folder / "p.c").write_text(text)
    code = main(["verify", "--quiet", "--time-limit", "30s", *options, str(folder / "p.c")])
    return ExitCode(code), capsys.readouterr().out


FOUND = {
    "lines": ("assertion", "while (fgets(line, sizeof line, f)) n += line[0] == 'x'; fclose(f); assert(n < 1);"),
    "characters": ("assertion", "while ((c = getc(f)) != EOF) { n += c == '('; assert(n < 2); } fclose(f);"),
    "wrong loop": ("assertion", "while (!feof(f)) { fgets(line, sizeof line, f); n++; if (line[0] == 0) assert(n > 1); }"),
    "counted once too often": ("assertion", "while (!feof(f)) { c = fgetc(f); n++; } assert(n < 2); fclose(f);"),
    "numbers": ("array", 'while (!feof(f)) { if (fscanf(f, "%d", &x) != 1) break; line[x] = 1; } fclose(f);'),
    "blocks": ("memory", "size_t got = fread(line, 1, sizeof line, f); if (feof(f)) line[8 - got] = 0; fclose(f);"),
    "copies": (
        "assertion",
        'FILE *g = fopen("out.txt", "w"); if (!g) return 1; while ((c = getc(f)) != EOF) { if (c == 9) fputs("  ", g); else '
        "{ fputc(c, g); n++; } } fclose(f); fclose(g); assert(n == 0);",
    ),
}


@pytest.mark.gcc
@pytest.mark.parametrize(("check", "body"), FOUND.values(), ids=FOUND)
def test_violation_behind_a_file_is_shown_by_the_compiled_program(tmp_path: Path, capsys: Capture, check: str, body: str) -> None:
    options = ("--check", check, "--config", "bmc", "--replay", "compiled")
    code, told = _verify(_program(f"{OPENED} {body}"), tmp_path, capsys, *options)
    assert code is ExitCode.FALSE, told
    assert "in fopen: error() = 0" in told
    assert "the compiled program shows the violation" in told


@pytest.mark.gcc
def test_name_of_a_file_may_be_a_string_of_main(tmp_path: Path, capsys: Capture) -> None:
    body = 'FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin; if (f && f != stdin) assert(getc(f) != 65);'
    text = f"{HEADERS}int main(int argc, char **argv) {{ {body} return 0; }}\n"
    code, told = _verify(text, tmp_path, capsys, "--check", "assertion", "--config", "bmc", "--replay", "compiled")
    assert code is ExitCode.FALSE, told
    assert 'argv[1] = "a"' in told
    assert "the compiled program shows the violation" in told


TWICE = {
    "the same string": "fopen(argv[1], how)",
    "a part of it": "fopen(argv[1] + 1, how)",
    "a copy of it": "(strcpy(copy, argv[1]), fopen(copy, how))",
}


@pytest.mark.parametrize("again", TWICE.values(), ids=TWICE)
def test_file_of_a_string_of_main_is_read_once(tmp_path: Path, again: str) -> None:
    body = f'char copy[8]; const char *how = "r"; FILE *f = fopen(argv[1], how), *g = {again}; return getc(f) == getc(g);'
    program = program_of(f"{HEADERS}int main(int argc, char **argv) {{ {body} }}\n", tmp_path)
    inputs = ListedInputs([OPENS, OPENS, 0, 65, 0, 66])
    ended = Interpreter(program).run(inputs, arguments={"argc": 2}, texts={"argv[1]": b"abc"}).outcome
    assert isinstance(ended, UnsupportedReached)
    assert "reading from" in ended.construct


def test_files_of_two_strings_of_main_are_two(tmp_path: Path, capsys: Capture) -> None:
    body = 'FILE *f = fopen(argv[1], "r"), *g = fopen(argv[2], "r"); if (f && g) { int c = getc(f); assert(c == getc(g)); }'
    text = f"{HEADERS}int main(int argc, char **argv) {{ if (argc == 3) {{ {body} }} return 0; }}\n"
    code, told = _verify(text, tmp_path, capsys, "--check", "assertion", "--config", "bmc")
    assert code is ExitCode.FALSE, told


def test_name_of_a_file_is_not_empty(tmp_path: Path, capsys: Capture) -> None:
    body = 'if (argc > 1 && argv[1][0] == 0 && fopen(argv[1], "r")) assert(0);'
    text = f"{HEADERS}int main(int argc, char **argv) {{ {body} return 0; }}\n"
    code, told = _verify(text, tmp_path, capsys, "--check", "assertion", "--config", "bmc")
    assert code is ExitCode.UNKNOWN, told


NOT_FALSE = {
    "right loop": "while (fgets(line, sizeof line, f)) assert(line[0] != 0 || line[0] == 0); assert(n == 0); fclose(f);",
    "end before anything is read": "assert(!feof(f));",
    "end behind a character": "if (getc(f) != EOF) assert(!feof(f));",
    "end that was told is none": "if (getc(f) == EOF && feof(f)) assert(getc(f) == EOF);",
    "no end and no error": "if (getc(f) == EOF && !ferror(f)) assert(feof(f));",
    "end of another stream": 'FILE *g = fopen("b", "r"); if (g && getc(g) == EOF) assert(!feof(f));',
    "two streams": 'FILE *g = fopen("b", "r"); if (g) assert(f != g);',
    "not null": "assert(f != 0);",
    "what was written": 'FILE *g = fopen("in.txt", "w"); if (!g) return 0; fputs("a", g); fclose(g); assert(getc(f) != 66);',
    "use behind the end of its life": "fclose(f); assert(getc(f) != 65);",
    "file that is written": 'FILE *g = fopen("b", "w"); if (g) assert(getc(g) == EOF);',
}


@pytest.mark.parametrize("body", NOT_FALSE.values(), ids=NOT_FALSE)
def test_what_no_file_leads_to_is_no_violation(tmp_path: Path, capsys: Capture, body: str) -> None:
    code, told = _verify(_program(f"{OPENED} {body}"), tmp_path, capsys, "--check", "assertion", "--config", "ki")
    assert code is not ExitCode.FALSE, told


WRONG = {
    "it cannot be opened": 'assert(fopen("in.txt", "r") != 0);',
    "it can be opened": 'assert(fopen("in.txt", "r") == 0);',
    "it fails for another reason": 'if (!fopen("in.txt", "r")) assert(errno == ENOENT);',
    "closing fails": f"{OPENED} assert(fclose(f) == 0);",
    "reading fails": f"{OPENED} if (getc(f) == EOF) assert(!ferror(f));",
    "the end is met": f"{OPENED} getc(f); assert(!feof(f));",
    "it is the same file": f"{OPENED} getc(f); {OPENED_AGAIN} assert(getc(f) != getc(g));",
}


@pytest.mark.parametrize("config", ["bmc", "interval"])
@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_proof_is_about_all_files(tmp_path: Path, capsys: Capture, body: str, config: str) -> None:
    """Each of these programs has a run to the error, whether or not one is found."""
    code, told = _verify(_program(body), tmp_path, capsys, "--check", "assertion", "--config", config)
    assert code is not ExitCode.TRUE, told


@pytest.mark.parametrize(
    ("body", "config"),
    [
        (f"{OPENED} while (fgets(line, 8, f)) n = line[0] == 'x'; fclose(f); assert(n == 0 || n == 1);", "interval"),
        (f"{OPENED} while (!feof(f)) {{ c = getc(f); if (c == EOF) break; assert(c >= 0 && c < 256); }} fclose(f);", "interval"),
        ('FILE *f = fopen("in.txt", "r"); if (f) fclose(f); assert(n == 0);', "ki"),
        ('errno = 0; FILE *f = fopen("in.txt", "r"); if (!f) n = errno; assert(f || n == errno);', "ki"),
    ],
)
def test_programs_with_files_are_proved(tmp_path: Path, capsys: Capture, body: str, config: str) -> None:
    code, told = _verify(_program(body), tmp_path, capsys, "--check", "assertion", "--config", config)
    assert code is ExitCode.TRUE, told


def test_function_of_the_program_is_its_own(tmp_path: Path) -> None:
    text = "void *fopen(const char *name, const char *mode) { return 0; } int main(void) { return fopen(0, 0) != 0; }"
    assert interpret(text, tmp_path).outcome == Exited(0)


@pytest.mark.parametrize("opened", ["stdout", 'fopen("out.txt", "w")'])
def test_closing_a_stream_moves_no_pointer_out_of_its_object(opened: str, tmp_path: Path) -> None:
    """A run has no blocks around its streams."""
    file = tmp_path / "closes.c"
    file.write_text(f"#include <stdio.h>\nint main(void) {{ FILE *f = {opened}; return f && fclose(f) != 0; }}\n")
    assert main(["verify", "--quiet", "--config", "df", str(file)]) != ExitCode.FALSE
