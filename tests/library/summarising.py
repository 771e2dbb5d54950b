"""Every summary of a library function does all that its body does, for small arguments.

A program runs the body with any arguments and any input.  Then it runs the summary once for each choice that the summary has:
how many bytes it goes through, whether it fails.  One of these runs must leave the same bytes, result and ``errno``.
Whet proves that.  Numbers that a summary may choose freely are those that the body returned.

Blocks begin with bytes that no input has (``MARK``), so that a byte is equal only if both have written it, or neither has.
Strings have exactly their bytes, so that the body must not read beyond the null character, which is what a summary checks.

``python -m tests.library.summarising`` proves all of them and prints a table; ``--only fgets`` one of them.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.library.proving import CHECKS
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main as whet
from whet.library.notation import BODIES
from whet.library.summaries import SUMMARIES, summaries

DEFINITION: Final = re.compile(r"^[\w ]+?[ *](\w+)\([^;]*\) \{$", re.MULTILINE)
HEAD: Final = """
typedef __SIZE_TYPE__ size_t;
struct _IO_FILE;
enum { MARK = 127, ROOM = 3 };
extern void abort(void);
extern void reach_error(void);
extern void *malloc(size_t);
extern int *__errno_location(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char input(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(byte != MARK);
    return byte;
}

static int between(int least, int most) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= least && number <= most);
    return number;
}

static char *string(void) {
    int length = between(0, 2);
    char *made = malloc((size_t)length + 1);
    for (int i = 0; i < length; i++)
        made[i] = (char)input();
    made[length] = '\\0';
    return made;
}

static int holds, place, other, fails, error;
static char got[ROOM + 1], made[ROOM + 1];
static long long value;

static void assumed(int condition) {
    if (!condition)
        holds = 0;
}

static size_t chosen(const char *s, int count) {
    for (int i = 0; i < count; i++)
        if (s[i] == '\\0') {
            holds = 0;
            return 0;
        }
    return (size_t)count;
}

static int calls;
static size_t before_null(const char *s) {
    return chosen(s, calls++ == 0 ? place : other);
}

static void any_bytes(void *s, size_t n) {
    for (size_t i = 0; i < n && i < ROOM; i++)
        ((char *)s)[i] = got[i];
}

static _Bool fails_now(void) {
    return fails;
}

static _Bool has_error(void) {
    return error;
}

static int length_of_line(void) {
    return place;
}

static size_t length_of_word(void) {
    return (size_t)place;
}

static long long any_number(void) {
    return value;
}
"""
OF_BODY: Final = {"__VERIFIER_nondet_byte": "input", "__VERIFIER_nondet_byte_of_word": "input"}
OF_SUMMARY: Final = {
    "__VERIFIER_assume": "assumed",
    "__whet_before_null": "before_null",
    "__whet_any_bytes": "any_bytes",
    "__VERIFIER_nondet_no_line": "fails_now",
    "__VERIFIER_nondet_nothing_found": "fails_now",
    "__VERIFIER_nondet_error": "has_error",
    "__VERIFIER_nondet_line_length": "length_of_line",
    "__VERIFIER_nondet_word_length": "length_of_word",
    "__VERIFIER_nondet_number": "any_number",
    "__VERIFIER_nondet_long_number": "any_number",
}
"""What summaries choose, and what chooses it here."""


@dataclass(frozen=True)
class Case:
    """How a function is called, with the text before it; what it returns is a number."""

    before: str
    call: str
    body: str | None = None
    """The function that has the body, if it is called otherwise."""


_STRING: Final = "char *s = string();"
CASES: Final = {
    "fgets": Case("int n = between(-1, ROOM);", "{}(block, n, 0) != 0"),
    "scanf_word": Case("size_t n = (size_t)between(1, ROOM - 1);", "({}(block, n), 0)"),
    "scanf_until": Case("size_t n = (size_t)between(1, ROOM - 1);", "({}(block, n, ','), 0)"),
    "read_string": Case(_STRING, "({}(s), 0)"),
    "read_string_within": Case(f"{_STRING} size_t n = (size_t)between(0, 3);", "({}(s, n), 0)"),
    "string_length": Case(_STRING, "(long long){}(s)"),
    "string_length_within": Case(f"{_STRING} size_t n = (size_t)between(0, 3);", "(long long){}(s, n)"),
    "compare_strings": Case(f"{_STRING} char *t = string();", "({}(s, t), 0)"),
    "compare_strings_within": Case(f"{_STRING} char *t = string(); size_t n = (size_t)between(0, 3);", "({}(s, t, n), 0)"),
    "strlen": Case(_STRING, "(long long){}(s)", "string_length"),
    "strnlen": Case(f"{_STRING} size_t n = (size_t)between(0, 3);", "(long long){}(s, n)", "string_length_within"),
    **dict.fromkeys(("strspn", "strcspn"), Case(f"{_STRING} char *t = string();", "(long long){}(s, t)")),
    "strpbrk": Case(f"{_STRING} char *t = string(); char *p;", "((p = {}(s, t)) != 0 ? p - s : -1)"),
    **dict.fromkeys(
        ("strchr", "strrchr", "index", "rindex"),
        Case(f"{_STRING} int c = between(0, 3); char *p;", "((p = {}(s, c)) != 0 ? p - s : -1)"),
    ),
    **dict.fromkeys(
        ("strtol", "strtoll", "strtoul", "strtoull"),
        Case(f"{_STRING} int base = between(9, 11) == 9 ? 1 : 10; char *end = 0;", "END(value = (long long){}(s, &end, base))"),
    ),
    **dict.fromkeys(("atoi", "atol", "atoll"), Case(_STRING, "(value = (long long){}(s))")),
}
MAIN: Final = """
#define END(value) ((value), end == 0 ? -1 : end - s)
int main(void) {
    BEFORE
    for (int i = 0; i <= ROOM; i++)
        got[i] = MARK;
    char *block = got;
    *__errno_location() = 0;
    long long expected = BODY;
    long long found = value;
    int code = *__errno_location();
    for (place = 0; place < ROOM; place++)
        for (other = 0; other < OTHERS; other++)
            for (fails = 0; fails < FAILURES; fails++)
                for (error = 0; error < ERRORS; error++) {
                    for (int i = 0; i <= ROOM; i++)
                        made[i] = MARK;
                    RESET
                    block = made;
                    holds = 1;
                    calls = 0;
                    value = found;
                    *__errno_location() = 0;
                    int is_same = SUMMARY == expected && *__errno_location() == code && value == found;
                    for (int i = 0; i <= ROOM; i++)
                        is_same = is_same && made[i] == got[i];
                    if (holds && is_same)
                        return 0;
                }
    reach_error();
    abort();
}
"""


@dataclass(frozen=True)
class Proof:
    code: int
    output: str
    seconds: float


def harness(name: str, summary: str) -> str:
    """``summary`` is the text of the file."""
    case, body = CASES[name], (BODIES / summaries()[name]).read_text()
    choices = {
        "OTHERS": "char *t" in case.before,
        "FAILURES": "no_line" in summary or "found" in summary,
        "ERRORS": "_error" in summary,
    }
    text = MAIN.replace("BEFORE", case.before).replace("RESET", "end = 0;" if "char *end" in case.before else "")
    for word, is_one in choices.items():
        text = text.replace(word, "1" if not is_one else "ROOM" if word == "OTHERS" else "2")
    text = text.replace("BODY", case.call.format(f"body_{case.body or name}")).replace(
        "SUMMARY", case.call.format(f"summary_{name}")
    )
    return HEAD + _renamed(body, OF_BODY, "body_") + _renamed(summary, OF_SUMMARY, "summary_") + text


def _renamed(text: str, chosen: dict[str, str], prefix: str) -> str:
    """A file with other names for the functions that it defines and for those that choose, which are not declared again."""
    others = {name: f"{prefix}{name}" for name in DEFINITION.findall(text)}
    declared = re.compile(rf"^\w[\w ]*[ *](?:{'|'.join(chosen)})\(.*\);\n", re.MULTILINE)
    text = declared.sub("", text).replace(" restrict", "")
    return re.sub(r"\w+", lambda word: {**chosen, **others}.get(word[0], word[0]), text)


def prove(name: str, summary: str | None = None, *, seconds: int = 60) -> Proof:
    begun = time.monotonic()
    text = (SUMMARIES / summaries()[name]).read_text() if summary is None else summary
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.c"
        file.write_text(harness(name, text))
        arguments = ["verify", "--quiet", "--config", "bmc", "--check", CHECKS, "--time-limit", f"{seconds}s", str(file)]
        with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()) as errors:
            code = whet(arguments)
    return Proof(code, output.getvalue() + errors.getvalue(), time.monotonic() - begun)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="prove these functions")
    parser.add_argument("--seconds", type=int, default=60, help="for each proof")
    chosen = parser.parse_args(arguments)
    wrong = 0
    for name in chosen.only or CASES:
        found = prove(name, seconds=chosen.seconds)
        wrong += found.code != ExitCode.TRUE
        sys.stdout.write(f"{name:24} {ExitCode(found.code).name:8} {found.seconds:5.1f} s\n")
        if found.code != ExitCode.TRUE:
            sys.stdout.write(found.output)
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
