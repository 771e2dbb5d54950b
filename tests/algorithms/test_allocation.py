"""``malloc`` that may fail, and what a verdict says that takes it to succeed."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.allocation import granted
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.frontend.parse import parse_file
from whet.session.session import verify
from whet.task.configuration import preset_names
from whet.task.task import Task

DECLARATIONS = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void *alloca(unsigned long);
extern void free(void *);
struct list { int value; struct list *next; } *head;
int *other, x; void *(*get)(unsigned long) = malloc;
"""
NOTICED = [
    "int *p = malloc(4); if (p == 0) reach_error();",
    "int *p = malloc(4); if (!p) reach_error();",
    "int *p = malloc(4); if (p) x = 1;",
    "int *p = malloc(4); x = p && x;",
    "int *p = calloc(4, 4); x = p ? 1 : 2;",
    "int *p = malloc(4); x = p != &x;",
    "int *p = malloc(4); x = (long)p == 0;",
    "int *p = malloc(4); int *q = p; if (q) x = 1;",
    "head = malloc(sizeof *head); head->next = 0; while (head) head = head->next;",
    "int *p = get(4); if (p) x = 1;",
    "int n = __VERIFIER_nondet_int(); malloc(n);",
    "int n = __VERIFIER_nondet_int(); char *p = malloc(n); p[0] = 1;",
    "char *p = malloc(1UL << 40); p[0] = 1;",
    "char *p = malloc(-1); p[0] = 1;",
    "char *p = calloc(1UL << 20, 1UL << 20); p[0] = 1;",
]
NOT_NOTICED = [
    "int *p = malloc(4); *p = 1; free(p);",
    "int *p = calloc(1024, 1024); p[3] = 1;",
    "int *p = malloc(4); if (other) x = 1; *p = 2;",
    "int n = __VERIFIER_nondet_int(); int *p = alloca(8); if (p) x = n;",
]
BOTH = "memory.malloc_may_fail=yes"


def written(statement: str, folder: Path) -> str:
    path = folder / "program.c"
    path.write_text(f"{DECLARATIONS}\nint main(void) {{ {statement} return 0; }}\n")
    return str(path)


INTERVALS = ["df", "interval"]
"""Presets that know nothing of what is in blocks of the heap, nor of pointers to them."""
FOLLOWING_BLOCKS = [name for name in preset_names() if name not in (*INTERVALS, "heap", "runs")]
"""Runs prove nothing, and graphs of the heap have no numbers."""


def result_of(statement: str, folder: Path, preset: str, *settings: str) -> Result:
    return verify(Task(files=(written(statement, folder),)), load_configuration(preset, settings))


@pytest.mark.parametrize("statement", NOTICED)
def test_failure_that_the_program_could_notice_is_told(statement: str, tmp_path: Path) -> None:
    assert len(granted(parse_file(written(statement, tmp_path)))) == 1


@pytest.mark.parametrize("statement", NOT_NOTICED)
def test_failure_that_nobody_could_notice_is_not_told(statement: str, tmp_path: Path) -> None:
    assert granted(parse_file(written(statement, tmp_path))) == []


@pytest.mark.parametrize("statement", [text for text in NOTICED if "get(" not in text])
def test_nothing_is_taken_for_granted_where_both_outcomes_are_followed(statement: str, tmp_path: Path) -> None:
    assert granted(parse_file(written(statement, tmp_path), allocation_may_fail=True)) == []


def test_call_through_a_pointer_is_taken_to_succeed_in_any_case(tmp_path: Path) -> None:
    program = parse_file(written("int *p = get(4); if (p) x = 1;", tmp_path), allocation_may_fail=True)
    assert [found.function for found in granted(program)] == ["malloc"]


@pytest.mark.parametrize("preset", FOLLOWING_BLOCKS)
def test_verdict_names_the_call_that_is_taken_to_succeed(preset: str, tmp_path: Path) -> None:
    result = result_of("int *p = malloc(4); if (p == 0) reach_error();", tmp_path, preset)
    assert isinstance(result.verdict, TrueVerdict)
    assert [str(item).split(": ")[1:] for item in result.assumptions if "malloc succeeds" in item.what]


@pytest.mark.parametrize("preset", FOLLOWING_BLOCKS)
@pytest.mark.parametrize(
    "statement",
    [
        "int *p = malloc(4); if (p == 0) return 0; *p = 3; if (*p != 3) reach_error();",
        "int *p = malloc(-1); if (p != 0) reach_error();",
        "int *p = calloc(1UL << 40, 1UL << 40); if (p != 0) reach_error();",
    ],
)
def test_program_that_looks_whether_there_is_memory_is_true(statement: str, preset: str, tmp_path: Path) -> None:
    result = result_of(statement, tmp_path, preset, BOTH)
    assert result.verdict == TrueVerdict()
    assert not any("alloc" in item.what for item in result.assumptions)


@pytest.mark.parametrize("preset", FOLLOWING_BLOCKS)
@pytest.mark.parametrize(
    ("statement", "inputs"),
    [
        ("int *p = malloc(4); if (p == 0) reach_error();", [("malloc(4)", 0)]),
        ("int *p = malloc(4), *q = malloc(8); if (p && !q) reach_error();", [("malloc(4)", 1), ("malloc(8)", 0)]),
        (
            "unsigned long n = __VERIFIER_nondet_ulong(); if (n != 0x4000000000000001UL) return 0; calloc(n, 4); reach_error();",
            [("__VERIFIER_nondet_ulong()", 0x4000000000000001)],
        ),
        (
            "unsigned long n = __VERIFIER_nondet_ulong(); if (n != ~0UL) return 0; if (!malloc(n)) reach_error();",
            [("__VERIFIER_nondet_ulong()", 2**64 - 1)],
        ),
        (
            "int n = __VERIFIER_nondet_int(); int *p = malloc(4); int m = __VERIFIER_nondet_int(); "
            "if (n == 70 && !p && m == n * 3) reach_error();",
            [("__VERIFIER_nondet_int()", 70), ("malloc(4)", 0), ("__VERIFIER_nondet_int()", 210)],
        ),
    ],
)
def test_failure_is_an_input_of_the_run_that_shows_it(
    statement: str, inputs: list[tuple[str, int]], preset: str, tmp_path: Path
) -> None:
    verdict = result_of(statement, tmp_path, preset, BOTH).verdict
    assert isinstance(verdict, FalseVerdict)
    assert [(read.source, read.value) for read in verdict.inputs] == inputs


@pytest.mark.parametrize("preset", INTERVALS)
def test_preset_that_knows_no_blocks_is_not_wrong_about_them(preset: str, tmp_path: Path) -> None:
    is_true = "int *p = malloc(4); if (p == 0) return 0; *p = 3; if (*p != 3) reach_error();"
    assert not isinstance(result_of(is_true, tmp_path, preset, BOTH).verdict, FalseVerdict)
    is_false = "int *p = malloc(4); if (p == 0) reach_error();"
    assert not isinstance(result_of(is_false, tmp_path, preset, BOTH).verdict, TrueVerdict)


def test_realloc_that_fails_keeps_the_block(tmp_path: Path) -> None:
    statement = "int *p = malloc(4); if (!p) return 0; *p = 5; int *q = realloc(p, 8); if (!q && *p == 5) reach_error();"
    verdict = result_of(statement, tmp_path, "value", BOTH).verdict
    assert isinstance(verdict, FalseVerdict)


@pytest.mark.parametrize(("number", "expected"), [(12, TrueVerdict), (0, FalseVerdict)])
def test_allocation_that_fails_sets_errno(number: int, expected: type, tmp_path: Path) -> None:
    declared = "int *__errno_location(void); "
    statement = f"*__errno_location() = 0; int *p = malloc(4); if (!p && *__errno_location() != {number}) reach_error();"
    assert isinstance(result_of(declared + statement, tmp_path, "ki", BOTH).verdict, expected)
