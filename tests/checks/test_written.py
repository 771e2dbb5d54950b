"""Reads of variables that may not have been written: where checks stand, and that a run agrees with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.test_checks import program_of
from tests.checks.test_memory_checks import conditions
from tests.checks.uninitialised import assert_found_by_runs, entered
from whet.cfa.model import Program
from whet.cfa.show import to_c
from whet.cfa.targets import Targets
from whet.checks.premises import premises_of
from whet.interpreter.outcomes import Exited, UndefinedBehaviour
from whet.task.dangers import Danger

WRITTEN_FIRST = Targets("uninitialised-read", dangers=frozenset({Danger("uninitialised")}))
DECLARED = "extern int __VERIFIER_nondet_int(void); void *malloc(unsigned long), abort(void); int take(int *p) { return 0; }\n"


def read(folder: Path, body: str, others: str = "") -> Program:
    return program_of(folder, f"{DECLARED} {others} int main(void) {{ int n = __VERIFIER_nondet_int(); {body} }}", WRITTEN_FIRST)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x; return x;", ["x is written"]),
        ("int x = 1; return x;", []),
        ("int x; x = n; return x;", []),
        ("int x; if (n) x = 1; else x = 2; return x;", []),
        ("int x; if (n) x = 1; return x + x;", ["x is written"]),
        ("int x, y; if (n) x = y = 1; return x + y;", ["x is written", "y is written"]),
        ("int x; while (n--) x = n; return x;", ["x is written"]),
        ("int x; do x = n; while (n--); return x;", []),
        ("int x; if (n) x = 1; x = x + 1; return x;", ["x is written"]),
        ("int x; x += 1; return 0;", ["x is written"]),
        ("int x; if (!n) abort(); else x = 1; return 0;", []),
        ("static int x; return x;", []),
        ("int x; take(&x); return x;", ["__valid_to_defined(&x, 4)"]),
        ("int a[2]; return a[n];", ["__valid_to_defined(&a[n], 4)"]),
        ("while (n--) { int x; if (n == 3) x = 1; take(x ? 0 : 0); } return 0;", ["x is written"]),
    ],
)
def test_only_reads_that_may_come_first_are_checked(body: str, expected: list[str], tmp_path: Path) -> None:
    assert [to_c(each.condition) for each in conditions(read(tmp_path, body))] == expected


@pytest.mark.parametrize(
    ("body", "bad", "good"),
    [
        ("int x; if (n) x = 1; return x * 0;", 0, 1),
        ("int x; switch (n) { int y; case 1: y = 2; case 2: x = y; } return 0;", 2, 1),
        ("goto in; { int x = 1; in: if (n) x = 0; return x; }", 0, 1),
        ("int i = 0; again:; int x; if (i == n) x = 0; i++; if (i < 2) goto again; return x;", 0, 1),
        ("float f; if (n > 2) f = 1; return f > 2;", 2, 3),
        ("int *p; if (n) p = &n; return p == 0;", 0, 1),
    ],
)
def test_run_finds_what_the_check_finds(body: str, bad: int, good: int, tmp_path: Path) -> None:
    assert_found_by_runs(read(tmp_path, body), bad=bad, good=good)


def test_every_call_has_marks_of_its_own(tmp_path: Path) -> None:
    recursive = "int f(int k) { int x; if (k > 0) { x = 1; f(k - 1); } else if (k < 0) x = 2; return x; }"
    errors, outcome = entered(read(tmp_path, "f(n); return 0;", recursive), 2)
    assert len(errors) == 1
    assert isinstance(outcome, UndefinedBehaviour)
    assert entered(read(tmp_path, "f(-n); return 0;", recursive), 2) == ([], Exited(0))


def test_variable_that_is_not_checked_holds_any_value(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(void) { int x; return x; }", Targets("none"))
    assert entered(program, 0)[1] == Exited(0)


@pytest.mark.parametrize(
    ("body", "others", "expected"),
    [
        ("int x; if (n) x = 1; return x;", "", []),
        ("int x; take(&x); return x;", "", []),
        ("int a[2]; return a[1];", "", []),
        ("malloc(4); return 0;", "", []),
        ("return f();", "int f(void) { if (take(0)) return 1; }", []),
        ("return f();", "int f(void) { if (take(0)) return 1; abort(); }", []),
    ],
)
def test_what_is_not_looked_at_is_stated(body: str, others: str, expected: list[str], tmp_path: Path) -> None:
    assert [premise.what for premise in premises_of(read(tmp_path, body, others))] == expected
