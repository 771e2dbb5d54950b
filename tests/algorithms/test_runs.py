"""Runs find errors that inputs show; what they find is a concrete execution, what they do not find proves nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from whet.algorithms import runs
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Enter
from whet.cfa.semantics import Value
from whet.core.configuration import load_configuration
from whet.core.evidence import Branched, Counterexample, Omitted
from whet.core.result import FalseVerdict, Reason, Result, Unknown
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.pool import InputPool, InputVocabulary, RecordedInputs
from whet.session.program import read_program
from whet.session.session import verify
from whet.task.checks import bugs_property
from whet.task.task import Task

NONDET = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern char __VERIFIER_nondet_char(void);\n"
LONG_LOOP = (
    "static int a[100]; int main(void) { for (int i = 0; i < 300000; i++) a[i % 100] = i; assert(a[99] != 299999); return 0; }"
)
GUARDED = """int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x == 471117) if (y == x + 3) assert(0);
    return 0; }"""
WORD = """#include <stdio.h>
#include <stdlib.h>
int main(void) { char line[32]; while (fgets(line, sizeof line, stdin)) {
    long n = strtol(line, 0, 10); if (n > 5) n = 100 / (n - 71); } return 0; }"""
ARGUMENT = """#include <string.h>
int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "open") == 0) assert(argc != 2); return 0; }"""
DIVISION = "int main(void) { unsigned x = __VERIFIER_nondet_int(); return 10 / (x - 12345); }"
FREED = (
    "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; if (__VERIFIER_nondet_int() == 7) free(p); return *p; }"
)


EMPTY_LINE = """#include <stdio.h>
#include <string.h>
int main(void) { char line[64]; while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line); if (line[n - 1] == '\\n') line[n - 1] = 0; } return 0; }"""


SOLVED = """int main(void) {
    unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x * 7 + y * 3 == 1234567) if (x % 1000 == 77) assert(y & 1);
    return 0; }"""


def result_of(folder: Path, source: str, seconds: int = 20) -> Result:
    """``seconds`` of CPU time without a new branch end the search: many, so that a slow machine finds the error, too."""
    file = folder / "p.c"
    file.write_text(NONDET + source)
    task = Task(files=(str(file),), property=bugs_property())
    return verify(task, load_configuration("runs", ["limits.cpu_time=60s", f"runs.seconds={seconds}s"]))


@pytest.mark.parametrize(
    ("source", "property"),
    [
        (LONG_LOOP, "unreach-call"),
        (GUARDED, "unreach-call"),
        (WORD, "division-by-zero"),
        (ARGUMENT, "unreach-call"),
        (DIVISION, "division-by-zero"),
        (FREED, "valid-deref"),
        (EMPTY_LINE, "valid-deref"),
        (SOLVED, "unreach-call"),
    ],
)
def test_error_is_found(tmp_path: Path, source: str, property: str) -> None:
    result = result_of(tmp_path, source)
    assert isinstance(result.verdict, FalseVerdict), result.verdict
    assert result.verdict.property == property


def test_of_a_long_run_the_end_is_told(tmp_path: Path) -> None:
    evidence = result_of(tmp_path, LONG_LOOP).evidence
    assert isinstance(evidence, Counterexample)
    assert isinstance(evidence.steps[0], Omitted)
    assert evidence.steps[0].count > 100_000
    branches = [step for step in evidence.steps if isinstance(step, Branched)]
    assert branches[-1].condition == "a[99] != 299999"
    assert not branches[-1].truth


def test_without_an_error_nothing_is_said(tmp_path: Path) -> None:
    result = result_of(
        tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) assert(x > 4); return 0; }", seconds=1
    )
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.INCOMPLETE
    assert result.executed is not None
    assert (result.executed.taken, result.executed.branches) == (3, 4)


def test_search_ends_although_every_run_asks_for_more_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_MOST_PATIENCE", 8)
    monkeypatch.setattr(runs, "_MOST_STEPS", 20_000)
    verdict = result_of(tmp_path, "int main(void) { for (;;) __VERIFIER_nondet_int(); return 0; }", seconds=1).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason is Reason.INCOMPLETE


def test_long_run_that_is_due_comes_to_its_end(tmp_path: Path) -> None:
    """It takes longer than a search may last without a new branch."""
    source = (
        LONG_LOOP.replace("300000", "600000")
        .replace("299999", "599999")
        .replace("int i = 0", "int i = __VERIFIER_nondet_int() & 1")
    )
    (tmp_path / "p.c").write_text(NONDET + source)
    task = Task(files=(str(tmp_path / "p.c"),), property=bugs_property())
    result = verify(task, load_configuration("runs", ["limits.cpu_time=60s", "runs.seconds=0.05s"]))
    assert isinstance(result.verdict, FalseVerdict)


def test_checks_that_no_run_came_to_are_listed(tmp_path: Path) -> None:
    source = """int main(void) { unsigned x = __VERIFIER_nondet_int(); int a[4] = {0};
    if (x < 4) a[x]++;
    if (x * x == 3) a[x % 5] = 1;
    return a[0]; }"""
    executed = result_of(tmp_path, source, seconds=1).executed
    assert executed is not None
    assert [place.line for place in executed.unreached] == [6]
    said = executed.told()
    assert said[0].endswith("branches and showed no error")
    assert said[1] == f"runs came to {executed.checks - 1} of {executed.checks} places of unproved checks"


def test_largest_values_of_loops_are_told(tmp_path: Path) -> None:
    """First those of loops that no run leaves in the middle."""
    source = """int main(void) { unsigned n = __VERIFIER_nondet_int() & 15, odd = 0;
    for (unsigned i = 0; i < n; i++) odd += i & 1;
    unsigned long j = 7;
    while (j != 6) { if (j > 40) return 1; j += 2; }
    assert(odd < 100);
    return 0; }"""
    executed = result_of(tmp_path, source, seconds=1).executed
    assert executed is not None
    assert [str(each) for each in executed.largest] == ["j = 41", "i = 15", "n = 15"]
    assert executed.told()[0].endswith("showed no error (largest values: j = 41, i = 15, n = 15)")
    assert executed.to_json()["largest_values"] == {"j": 41, "i": 15, "n": 15}
    assert executed.lines == (), "nobody asked for them"


def read(folder: Path, source: str) -> Program:
    file = folder / "p.c"
    file.write_text(NONDET + source)
    return read_program(Task(files=(str(file),)))


STATEFUL = """#include <string.h>
#include <stdlib.h>
#include <stdio.h>
static int count; static char text[8] = "abc"; static const int limit = 3; static int *kept;
int main(int argc, char **argv) {
    kept = malloc(8); kept[0] = __VERIFIER_nondet_int(); count += kept[0] & 7; text[count % 3] = __VERIFIER_nondet_char();
    if (argc > 1 && argv[1][0] == 'x') text[0] = argv[1][0];
    printf("%d %s\\n", count, text);
    unsigned a, b; while (scanf("%3u %3u", &a, &b) == 2) if (a < 4 && b < 4) count++;
    while (getchar() != EOF) count++;
    count += rand() % 2;
    if (count > limit) { free(kept); exit(count); }
    return (int)strlen(text); }"""


def test_linked_code_that_is_used_again_does_the_same(tmp_path: Path) -> None:
    program = read(tmp_path, STATEFUL)
    interpreter = Interpreter(program)
    edges = {edge: number for number, edge in enumerate(program.edges())}
    pool = InputPool(InputVocabulary.of(program))
    for _ in range(150):
        inputs, hits = pool.next(), bytearray(len(edges))
        counted = interpreter.count(inputs, edges, hits, steps=10_000)
        fresh = interpreter.run(RecordedInputs(inputs.given))
        assert (counted.outcome, counted.output, counted.steps) == (fresh.outcome, fresh.output, fresh.steps)
        assert counted.texts == fresh.texts
        seen = _edges_of(interpreter, inputs.given)
        entered = {edge.source for edge in seen if isinstance(edge.operation, Enter)}
        taken = {number for edge, number in edges.items() if edge in seen or edge.source in entered}
        assert {at for at, hit in enumerate(hits) if hit} <= taken
        pool.keep((at for at, hit in enumerate(hits) if hit), inputs)


def _edges_of(interpreter: Interpreter, given: Iterable[Value]) -> set[Edge]:
    seen: set[Edge] = set()
    interpreter.run(RecordedInputs(given), observer=seen.add)
    return seen


@pytest.mark.parametrize("skipped", [1, 10, 1000, 1800])
def test_watching_from_the_middle_sees_the_end_of_the_same_run(tmp_path: Path, skipped: int) -> None:
    source = """static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(void) { int s = 0; for (int i = 0; i < 60; i++) s += f(i); return s & 63; }"""
    interpreter = Interpreter(read(tmp_path, source))
    every: list[object] = []
    rest: list[object] = []
    whole = interpreter.watch(lambda edge, view: every.append(edge))
    late = interpreter.watch(lambda edge, view: rest.append(edge), skipped=skipped)
    assert late.outcome == whole.outcome
    assert 0 < len(rest) < len(every)
    assert every[-len(rest) :] == rest
