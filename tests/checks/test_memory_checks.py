"""Which conditions stand before accesses to memory, frees and the end of a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.test_checks import program_of
from whet.cfa.expressions import Valid, Var, subexpressions
from whet.cfa.model import Program
from whet.cfa.operations import Assume, Call, Unsupported, flatten
from whet.cfa.show import describe, to_c
from whet.cfa.targets import Targets
from whet.task.dangers import Danger, dangers

MEMORY = Targets("memory", dangers=frozenset({Danger("memory"), Danger("free")}))
LEAKS = Targets("valid-memtrack", dangers=frozenset({Danger("leak")}))
DECLARED = """
void *malloc(unsigned long), *realloc(void *, unsigned long), free(void *), exit(int);
void *memcpy(void *, const void *, unsigned long);
struct s { int x, y; int more[2]; } s, *t; struct open { int n; char data[]; } *o;
int a[4], grid[2][3], i, j, k, *p, **q; unsigned long n; int f(void);
"""


def checked(folder: Path, statements: str, targets: Targets = MEMORY) -> list[str]:
    """The conditions of the checks in ``main``, in their order."""
    program = program_of(folder, f"{DECLARED} int main(void) {{ {statements} return 0; }}", targets)
    return [to_c(each.condition) for each in conditions(program)]


def conditions(program: Program) -> list[Assume]:
    """Those that must hold."""
    names = {danger.words for danger in dangers()}
    wrong = [
        edge
        for function in (program.start, program.main)
        for edge in function.edges()
        if any(isinstance(step.operation, Call) and describe(step.operation)[:-2] in names for step in edge.target.leaving)
    ]
    return [edge.operation for edge in wrong if isinstance(edge.operation, Assume)]


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("k = a[i];", ["i >= 0", "i <= 3"]),
        ("a[i] = 1;", ["i >= 0", "i <= 3"]),
        ("k = a[3];", []),
        ("k = s.more[i];", ["i >= -2", "i <= 1"]),
        ("k = s.y; s.x = 1; k = i;", []),
        ("k = *p;", ["__valid_to_read(&*p, 4)"]),
        ("*p = 1;", ["__valid_to_write(&*p, 4)"]),
        ("k = p[i];", ["__valid_to_read(&p[i], 4)"]),
        ("k = **q;", ["__valid_to_read(&*q, 8)", "__valid_to_read(&**q, 4)"]),
        ("k = t->y;", ["__valid_to_read(&t->y, 4)"]),
        ("s = *t;", ["__valid_to_read(&*t, 16)"]),
        ("k = o->data[i];", ["__valid_to_read(&o->data[i], 1)"]),
        ("p = &a[i]; p = &t->x; q = &p; k = sizeof(*t);", []),
        ("*p;", ["__valid_to_read(&*p, 4)"]),
        ("free(p);", ["__valid_to_free((void *)p, 0)"]),
        ("memcpy(a, p, n);", ["__valid_to_read((void *)p, n)", "__valid_to_write((void *)a, n)"]),
    ],
)
def test_accesses_are_checked(statements: str, expected: list[str], tmp_path: Path) -> None:
    assert checked(tmp_path, statements) == expected


def test_two_indices_are_checked_together_in_a_wide_type(tmp_path: Path) -> None:
    found = checked(tmp_path, "k = grid[i][j];")
    assert len(found) == 2
    assert all("12" in each and "4" in each for each in found)


@pytest.mark.parametrize("statement", ["*p = f();", "a[i] = f();", "t->x = f();", "*t = g();", "k = a[f()] = f();"])
def test_call_stores_its_result_in_a_variable_and_an_operation_after_it_is_checked(statement: str, tmp_path: Path) -> None:
    text = f"{DECLARED} int f(void) {{ return 1; }} struct s g(void) {{ return s; }} int main(void) {{ {statement} return 0; }}"
    program = program_of(tmp_path, text, MEMORY)
    calls = [part for edge in program.main.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
    assert all(call.result is None or isinstance(call.result, Var) for call in calls)
    assert conditions(program)


def test_nothing_is_changed_where_memory_is_not_checked(tmp_path: Path) -> None:
    text = f"{DECLARED} int main(void) {{ *p = f(); k = a[i]; p = malloc(4); free(p); return 0; }}"
    program = program_of(tmp_path, text, Targets("unreach-call", frozenset({"reach_error"})))
    assert not any(isinstance(part, Valid) for expr in program.expressions() for part in subexpressions(expr))
    assert [variable.name for variable in program.globals if " " in variable.name] == []


def test_blocks_are_counted_and_looked_at_in_the_end(tmp_path: Path) -> None:
    program = program_of(tmp_path, f"{DECLARED} int main(void) {{ p = malloc(4); free(p); if (i) exit(1); return 0; }}", LEAKS)
    assert [to_c(each.condition) for each in conditions(program)] == ["living blocks == 0UL", "living blocks == 0UL"]
    told = [describe(part) for edge in program.main.edges() for part in flatten(edge.operation)]
    assert [each.split("(")[0] for each in told if each.startswith("living")] == [
        "living blocks = living blocks + ",
        "living blocks = living blocks - ",
    ]


def test_the_count_of_blocks_is_no_number_that_overflows(tmp_path: Path) -> None:
    both = Targets("both", dangers=frozenset({*LEAKS.dangers, Danger("overflow")}))
    program = program_of(tmp_path, f"{DECLARED} int main(void) {{ while (i) p = malloc(4); return 0; }}", both)
    assert [to_c(each.condition) for each in conditions(program)] == ["living blocks == 0UL"]


@pytest.mark.parametrize("targets", [MEMORY, LEAKS])
def test_valloc_is_not_supported_where_the_heap_is_checked(targets: Targets, tmp_path: Path) -> None:
    text = f"{DECLARED} void *valloc(unsigned long); int main(void) {{ p = valloc(8); return 0; }}"
    assert _unsupported(program_of(tmp_path, text, targets)) == ["check of memory with valloc"]


@pytest.mark.parametrize("targets", [MEMORY, LEAKS])
def test_memalign_allocates_as_malloc_does(targets: Targets, tmp_path: Path) -> None:
    text = f"{DECLARED} void *memalign(unsigned long, unsigned long); int main(void) {{ p = memalign(8, 8); return 0; }}"
    assert _unsupported(program_of(tmp_path, text, targets)) == []


@pytest.mark.parametrize("targets", [MEMORY, LEAKS])
def test_realloc_is_supported_unless_it_is_another_function(targets: Targets, tmp_path: Path) -> None:
    text = f"{DECLARED} int main(void) {{ p = realloc(p, 8); return 0; }}"
    assert _unsupported(program_of(tmp_path, text, targets)) == []
    other = text.replace("*realloc(void *, unsigned long)", "*realloc(void *, int)")
    assert _unsupported(program_of(tmp_path, other, targets)) == ["check of memory with realloc"]


def _unsupported(program: Program) -> list[str]:
    parts = [part for edge in program.edges() for part in flatten(edge.operation)]
    return [part.construct for part in parts if isinstance(part, Unsupported)]
