"""``sscanf`` with a literal as format: it does what glibc does, is known exactly, and writes no more than its format says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, interpret, output_of, program_of
from tests.verdicts.running import Word, verdict_of
from whet.cfa.operations import Call, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.interpreter.outcomes import UndefinedBehaviour

Capture = pytest.CaptureFixture[str]

TEXTS = (
    *("", " ", "12", " -7 8", "+5,6", "0x1F 010", "0x", "-0xg", "-", "+ 1", "99999999999", "-99999999999999999999", "077 0X"),
    *("a", "abc def", "a:b;c", ":x", "12abc", "%5", " % 3", "x=1,y=22", "1,2,3", "  word\\t\\nnext", "a]b-c^", "\\xff\\xfe z"),
)
DIRECTIVES = (
    *(
        "%d",
        "%i",
        "%u",
        "%x",
        "%o",
        "%ld",
        "%lu",
        "%lld",
        "%llx",
        "%hd",
        "%hhu",
        "%zu",
        "%2d",
        "%3x",
        "%1i",
        "%4lu",
        "%*d",
        "%*3x",
    ),
    *("%c", "%*c", "%s", "%3s", "%*s", "%[a-c]", "%2[0-9x]", "%[^:;]", "%*[^,]", "%[]a]", "%[^]]", "%[a-]", "%n", "%ln", "%hhn"),
    *(" ", ",", "x=", ":", "%%", "\\t", "a"),
)
_PLACES = {"d": "n", "i": "n", "u": "n", "x": "n", "o": "n", "c": "w", "s": "w", "]": "w", "n": "n"}


def _calls(count: int) -> Iterator[str]:
    """Calls with a few directives each, and what they leave."""
    chosen = random.Random(7)
    for _ in range(count):
        parts = [chosen.choice(DIRECTIVES) for _ in range(chosen.randint(1, 4))]
        kept = [part for part in parts if part.startswith("%") and part != "%%" and "*" not in part]
        targets = "".join(f", {_PLACES[part[-1]]}[{number}]" for number, part in enumerate(kept))
        text = chosen.choice(TEXTS)
        yield f'  begin(); r = sscanf("{text}", "{"".join(parts)}"{targets}); show(r);'


def _scanning(count: int) -> str:
    return "\n".join([_BEGINNING, "int main(void) { int r;", *_calls(count), "return 0; }"])


_BEGINNING = r"""
#include <stdio.h>
#include <string.h>
static char n[4][16], w[4][16];
static void begin(void) { memset(n, 'N', sizeof n); memset(w, 'W', sizeof w); }
static void show(int r) {
  printf("%d", r);
  for (int i = 0; i < 4; i++) { printf(" "); for (int j = 0; j < 16; j++) printf("%02x", (unsigned char)n[i][j]); }
  for (int i = 0; i < 4; i++) { printf(" "); for (int j = 0; j < 16; j++) printf("%02x", (unsigned char)w[i][j]); }
  printf("\n");
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_sscanf_does_what_glibc_does(tmp_path: Path, machine: MachineModel) -> None:
    text = _scanning(150)
    program = program_of(text, tmp_path, machine)
    called = {part.callee for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)}
    assert program.functions["sscanf"] not in called
    ours = output_of(text, tmp_path, machine).splitlines()
    theirs = compiled_output_of(text, tmp_path, machine).splitlines()
    calls = list(_calls(150))
    assert [(call, line) for call, line in zip(calls, ours, strict=True)] == list(zip(calls, theirs, strict=True))


LEFT = ["%f", "%p", "%ms", "%3c", "%ls", "%1$d", "%40d", "%[abcde]", "%[z-a]", "%", "%[", "%lc", "%Ld"]


@pytest.mark.parametrize("format", LEFT)
def test_format_that_is_not_described_is_left_to_the_library(tmp_path: Path, format: str) -> None:
    program = program_of(f'#include <stdio.h>\nint main(void) {{ int x; return sscanf("1", "{format}", &x); }}', tmp_path)
    called = [part.callee for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
    assert program.functions["sscanf"] in called


@pytest.mark.parametrize("call", ['sscanf("1 2", "%d %d", &x)', 'sscanf("1", "%d", x)', 'sscanf("1", format, &x)'])
def test_call_whose_arguments_are_not_those_of_its_format_is_left_to_the_library(tmp_path: Path, call: str) -> None:
    text = f"#include <stdio.h>\nextern const char *format; int main(void) {{ int x = 0; return {call}; }}"
    program = program_of(text, tmp_path)
    called = [part.callee for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
    assert program.functions["sscanf"] in called


def test_what_is_stored_first_does_not_change_where_the_rest_goes(tmp_path: Path) -> None:
    text = """#include <stdio.h>
    int main(void) { int i = 0, a[3] = {0}; sscanf("2 7", "%d%d", &i, &a[i]); printf("%d %d", i, a[0]); return 0; }"""
    assert output_of(text, tmp_path) == "2 7"


def test_text_without_an_end_is_no_string_also_if_little_of_it_is_read(tmp_path: Path) -> None:
    text = "#include <stdio.h>\nint main(void) { char b[2] = {'1', ' '}; int x; return sscanf(b, \"%d\", &x); }"
    assert isinstance(interpret(text, tmp_path).outcome, UndefinedBehaviour)


HEADERS = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n"
HOLD = {
    "numbers": 'assert(sscanf("12 0x1f 7", "%d %x %d", &x, &y, &z) == 3 && x == 12 && y == 31 && z == 7);',
    "words": "assert(sscanf(\"ab cd\", \"%s %s\", w, v) == 2 && w[1] == 'b' && w[2] == 0 && v[0] == 'c');",
    "set": 'assert(sscanf("key=7", "%7[a-z]=%d", w, &x) == 2 && w[2] == \'y\' && x == 7);',
    "position": 'assert(sscanf("7 apples", "%d%n", &x, &y) == 1 && y == 1);',
    "end": 'x = 5; assert(sscanf("", "%d", &x) == -1 && x == 5);',
    "another text": 'x = 5; assert(sscanf("a", "%d", &x) == 0 && x == 5);',
    "an end behind a number": 'assert(sscanf("3", "%d %d", &x, &y) == 1 && x == 3);',
    "any text": 'char t[3] = {n, m, 0}; x = 1; if (sscanf(t, "%1d", &x) == 1) assert(x >= 0 && x <= 9); else assert(x == 1);',
}
"""What must not fail, and fails if the last number is another."""


def _verify(body: str, folder: Path, *arguments: str) -> int:
    declared = "int x = 0, y = 0, z = 0; char w[8], v[8]; (void)x; (void)y; (void)z; (void)w; (void)v;"
    parameters = "char n = __VERIFIER_nondet_char(), m = __VERIFIER_nondet_char(); (void)n; (void)m;"
    text = (
        f"{HEADERS}extern char __VERIFIER_nondet_char(void);\nint main(void) {{ {declared} {parameters}\n{body}\nreturn 0; }}\n"
    )
    (folder / "p.c").write_text(text)
    return main(["verify", "--quiet", "--config", "ki", "--time-limit", "60s", *arguments, str(folder / "p.c")])


@pytest.mark.parametrize("name", HOLD)
def test_what_sscanf_stores_is_known(tmp_path: Path, name: str) -> None:
    assert _verify(HOLD[name], tmp_path) == ExitCode.TRUE


@pytest.mark.gcc
@pytest.mark.parametrize("name", HOLD)
def test_what_sscanf_does_not_store_is_an_alarm_that_the_compiled_program_shows(
    tmp_path: Path, capsys: Capture, name: str
) -> None:
    before, _, after = HOLD[name].rpartition("== ")
    wrong = HOLD[name].replace("x <= 9", "x <= 8") if "x <= 9" in HOLD[name] else f"{before}== 1 + {after}"
    assert _verify(wrong, tmp_path, "--check", "assertion", "--replay", "compiled") == ExitCode.FALSE
    assert "the compiled program shows the violation: an assertion fails" in capsys.readouterr().out


@pytest.mark.gcc
def test_word_that_is_too_long_is_written_outside_and_the_compiled_program_shows_it(tmp_path: Path, capsys: Capture) -> None:
    line = 'char t[12]; memset(t, n, 11); t[11] = 0; sscanf(t, "%s", w);'
    assert _verify(line.replace("%s", "%7s"), tmp_path, "--check", "memory") == ExitCode.TRUE
    assert _verify(line, tmp_path, "--check", "memory", "--replay", "compiled") == ExitCode.FALSE
    told = capsys.readouterr().out
    assert "p.c:6:42: in sscanf: w[8] is outside w" in told
    assert "the compiled program shows the violation: sanitizer reports stack-buffer-overflow" in told


def test_number_that_may_be_a_printed_pointer_is_not_read_digit_by_digit(tmp_path: Path) -> None:
    text = """#include <assert.h>\n#include <stdio.h>
    int x; int main(void) { char text[40]; unsigned long n = 0; sprintf(text, "%p", (void *)&x);
    sscanf(text, "%lx", &n); x = 0; *(int *)n = 3; assert(x != 3); return 0; }"""
    (tmp_path / "p.c").write_text(text)
    for preset in ("ki", "value", "predicate"):
        assert verdict_of(tmp_path / "p.c", preset=preset, seconds=4).word is not Word.TRUE
