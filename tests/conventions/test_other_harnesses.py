"""Harnesses written for CBMC and ESBMC mean here what they mean there: five of a kind that projects keep beside their code."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.verdicts.running import Word, verdict_of
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

RING = """
#include <stddef.h>
#include <stdint.h>
size_t nondet_size_t(void);
uint8_t nondet_uint8_t(void);
struct ring { uint8_t data[4]; size_t head, count; };
static int push(struct ring *r, uint8_t byte) {
    if (r->count == 4) return 0;
    r->data[(r->head + r->count) % 4] = byte;
    r->count++;
    return 1;
}
void push_harness(void) {
    struct ring r;
    r.head = nondet_size_t();
    r.count = nondet_size_t();
    __CPROVER_assume(r.head < 4 && r.count <= PRE);
    size_t before = r.count;
    int done = push(&r, nondet_uint8_t());
    __CPROVER_assert(r.count <= 4, "it never holds more than it can");
    __CPROVER_assert(!done || r.count == before + 1, "a byte was added");
}
int main(void) { push_harness(); return 0; }
"""

MULTIPLY = """
#include <stdbool.h>
#include <stdint.h>
uint32_t nondet_uint32_t();
static bool mul_checked(uint32_t a, uint32_t b, uint32_t *r) {
    uint64_t wide = (uint64_t)a * b;
    if (wide > LIMIT) return false;
    *r = (uint32_t)wide;
    return true;
}
int main(void) {
    uint32_t a = nondet_uint32_t(), b = nondet_uint32_t(), r = 0;
    __CPROVER_assume(b == 3);
    if (mul_checked(a, b, &r))
        __CPROVER_assert(r / 3 == a, "nothing was lost");
    return 0;
}
"""

QUEUE = """
#include <stdlib.h>
struct item { int value; struct item *next; };
int nondet_int();
int main(void) {
    struct item first = {nondet_int(), 0}, second = {nondet_int(), &first};
    __CPROVER_assume(first.value < second.value);
    struct item *list = &second;
    int last = list->value;
    while (list->next) {
        list = list->next;
        __CPROVER_assert(list->value COMPARED last, "sorted");
        last = list->value;
    }
    return 0;
}
"""

ESBMC = """
unsigned nondet_uint();
int main(void) {
    unsigned n = nondet_uint(), s = 0;
    __ESBMC_assume(n < 5);
    for (unsigned i = 0; i < n; i++) s += 2;
    __ESBMC_assert(s == FACTOR * n, "twice");
    return 0;
}
"""

FLAGS = """
_Bool nondet_bool(void);
double nondet_double(void);
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *text);
int main(void) {
    double x = nondet_double();
    __CPROVER_assume(x >= 0.0 && x <= 1.0);
    const char *p = nondet_bool() ? "yes" : POINTER;
    __CPROVER_assert(p, "a pointer is a condition");
    __CPROVER_assert(1.0 - x >= 0.0, "numbers are exact enough");
    return 0;
}
"""

HARNESSES = {
    "ring": (RING, ("PRE", "4", "5")),
    "multiply": (MULTIPLY, ("LIMIT", "UINT32_MAX", "UINT64_MAX")),
    "queue": (QUEUE, ("COMPARED", "<=", ">=")),
    "esbmc": (ESBMC, ("FACTOR", "2", "3")),
    "flags": (FLAGS, ("POINTER", '"no"', "(void *)0")),
}


@pytest.mark.parametrize("name", HARNESSES)
def test_a_right_harness_is_proved_and_a_wrong_one_is_refuted(name: str, tmp_path: Path) -> None:
    text, (word, right, wrong) = HARNESSES[name]
    for value, expected in ((right, Word.TRUE), (wrong, Word.FALSE)):
        file = tmp_path / f"{name}.c"
        file.write_text(text.replace(word, value))
        answer = verdict_of(file, preset="ki", seconds=20)
        assert answer.word is expected, answer
        assert not [each for each in answer.assumed if "has no body" in each]


def test_a_failing_harness_is_replayed_by_gcc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(ESBMC.replace("FACTOR", "3"))
    assert main(["verify", "--quiet", "--config", "ki", "--replay=compiled", "p.c"]) == ExitCode.FALSE
    assert "Replayed: the compiled program shows the violation" in capsys.readouterr().out


def test_an_assertion_does_not_end_the_run_where_assertions_are_not_checked(tmp_path: Path) -> None:
    """Whoever asks about something else gets to know what happens after one that fails."""
    file = tmp_path / "p.c"
    file.write_text('void reach_error(void);\nint main(void) { __CPROVER_assert(0, "no"); reach_error(); return 0; }\n')
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    assert main(["verify", "--quiet", "--spec", str(tmp_path / "p.prp"), str(file)]) == ExitCode.FALSE


def test_functions_of_the_program_keep_their_meaning(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(
        "#include <assert.h>\nint nondet_int(void) { return 3; }\nvoid __CPROVER_assume(int c) { }\n"
        "int main(void) { __CPROVER_assume(0); assert(nondet_int() == 4); return 0; }\n"
    )
    assert verdict_of(file, preset="ki").word is Word.FALSE


def test_a_function_that_is_given_something_is_no_input(tmp_path: Path) -> None:
    """It may write to what it is given."""
    file = tmp_path / "p.c"
    file.write_text(
        "#include <assert.h>\nint nondet_fill(int *);\nint main(void) { int x = 0; nondet_fill(&x); assert(x == 0); return 0; }\n"
    )
    assert verdict_of(file, preset="ki").word is not Word.TRUE


@pytest.mark.gcc
def test_written_harnesses_compile(tmp_path: Path) -> None:
    for name, (text, (word, right, _)) in HARNESSES.items():
        file = tmp_path / f"{name}.c"
        file.write_text(text.replace(word, right))
        subprocess.run(["gcc", "-w", "-fsyntax-only", str(file)], check=True)
