"""Loops that change something late, after more turns than anybody unrolls: every proof must see that they may.

Each program does once, in turn 500000, what its name says; after the loop the change is an error.  Whoever takes loops by
induction asks what they change.  If that were left out of the answer, the error could not be reached: the check of proofs would
accept the empty proof, the step of k-induction would succeed, and the clauses would have a solution that says nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.base_case import BaseCase
from whet.algorithms.chc import _clauses, _not_said
from whet.algorithms.horn.checking import CandidateCheck, Proved
from whet.algorithms.kinduction import KnownInvariants, StepCase
from whet.algorithms.targets import targets_of
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.proofs.check import CheckAccepted, check_proof
from whet.session.program import read_program
from whet.solvers.port import engine_named
from whet.task.properties import parse_property
from whet.task.task import Task

CHANGES = {
    "direct": ("", "", "int x = 0;", "x++;", "x == 0"),
    "pointer": ("", "", "int x = 0, *p = &x;", "*p = 1;", "x == 0"),
    "memcpy": ("", "#include <string.h>", "int x = 0, y = 1;", "memcpy(&x, &y, sizeof x);", "x == 0"),
    "memset": ("", "#include <string.h>", "int x = 0;", "memset(&x, 1, 2);", "x == 0"),
    "struct_assign": ("", "struct s { int a, b; };", "struct s x = {0, 0}, y = {0, 1};", "x = y;", "x.b == 0"),
    "struct_member_of_element": (
        "",
        "struct s { int a, b; };",
        "struct s x[3] = {{0, 0}}; int i = __VERIFIER_nondet_uchar() % 3;",
        "x[i].b = 1;",
        "x[0].b == 0",
    ),
    "array_any_index": ("", "", "int x[5] = {0}; int i = __VERIFIER_nondet_uchar() % 5;", "x[i] = 1;", "x[0] == 0"),
    "union_member": ("", "", "union { int i; char c[4]; } x; x.i = 0;", "x.c[2] = 1;", "x.i == 0"),
    "bit_field": ("", "", "struct { unsigned a : 3, b : 5; } x = {0, 0};", "x.b--;", "x.b == 0"),
    "neighbour_bit_field": (
        "",
        "",
        "struct { unsigned a : 3, b : 5; } x = {0, 0}; unsigned char *p = (unsigned char *)&x;",
        "*p |= 8;",
        "x.b == 0",
    ),
    "static_of_callee": ("", "static int f(int d) { static int s; s += d; return s; }", "", "f(1);", "f(0) == 0"),
    "static_array_of_callee": (
        "",
        "static int f(int i, int d) { static int s[4]; s[i] += d; return s[i]; }",
        "",
        "f(2, 1);",
        "f(2, 0) == 0",
    ),
    "static_struct_of_callee": (
        "",
        "struct s { int a; struct { int b; } c; };\nstatic int f(int d) { static struct s s; s.c.b += d; return s.c.b; }",
        "",
        "f(1);",
        "f(0) == 0",
    ),
    "function_pointer": (
        "",
        "static int x; static void f(void) { x = 1; } static void e(void) { }",
        "void (*p)(void) = k == 1 ? e : f;",
        "p();",
        "x == 0",
    ),
    "returned_struct": (
        "",
        "struct s { int a, b; }; static struct s f(void) { struct s r = {0, 1}; return r; }",
        "struct s x = {0, 0};",
        "x = f();",
        "x.b == 0",
    ),
    "pointer_changes": ("", "", "int x = 0, y = 1, *p = &x;", "p = &y;", "*p == 0"),
    "pointer_changes_by_bytes": (
        "",
        "#include <string.h>",
        "int x = 0, y = 1, *p = &x, *q = &y;",
        "memcpy(&p, &q, sizeof p);",
        "*p == 0",
    ),
    "pointer_to_pointer": ("", "", "int x = 0, *p = &x, **pp = &p;", "**pp = 1;", "x == 0"),
    "inner_loop": ("", "", "int x = 0;", "for (int i = 0; i < 3; i++) if (i == 2) x = 1;", "x == 0"),
    "inner_function_loop": (
        "",
        "static int x; static void f(int n) { while (n > 0) { n--; if (n == 1) x = 1; } }",
        "",
        "f(3);",
        "x == 0",
    ),
    "recursion": ("", "static int x; static void f(int n) { if (n) f(n - 1); else x = 1; }", "", "f(3);", "x == 0"),
    "builtin_overflow": ("", "", "int x = 0;", "__builtin_add_overflow(1, 2, &x);", "x == 0"),
    "atomic_store": ("", "", "int x = 0;", "__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);", "x == 0"),
    "atomic_type": ("", "", "_Atomic int x = 0;", "x++;", "x == 0"),
    "statement_expression": ("", "", "int x = 0, y = 0;", "y += ({ x = 1; 2; });", "x == 0"),
    "bool_by_char": ("", "", "_Bool x = 0; char *p = (char *)&x;", "*p = 1;", "!x"),
    "double_by_bytes": ("", "", "double x = 0; unsigned char *p = (unsigned char *)&x;", "p[7] = 0x40;", "x == 0"),
    "const_pointer": ("", "", "int x = 0; const int *p = &x;", "*(int *)p = 1;", "x == 0"),
    "container": (
        "",
        "struct s { int a; int b; };",
        "struct s x = {0, 0}; int *p = &x.b;",
        "((struct s *)((char *)p - 4))->a = 1;",
        "x.a == 0",
    ),
    "sprintf": ("", "#include <stdio.h>", 'char x[8] = "ab";', 'sprintf(x, "%d", 5);', "x[0] == 'a'"),
    "strtol_end": ("", "#include <stdlib.h>", 'char s[] = "12x", *x = s;', "strtol(s, &x, 10);", "x == s"),
    "alloca": ("", "#include <alloca.h>", "int *x = alloca(8); x[1] = 0;", "x[1] = 1;", "x[1] == 0"),
    "variable_length": (
        "",
        "",
        "int n2 = 1 + __VERIFIER_nondet_uchar() % 3; int x[n2]; x[0] = 0;",
        "x[n2 - 1] = 1;",
        "x[0] == 0",
    ),
    "heap": ("", "#include <stdlib.h>", "int *x = malloc(8), *y = x; if (!x) return 0; x[0] = 0;", "*y = 1;", "x[0] == 0"),
    "heap_list": (
        "",
        "#include <stdlib.h>\nstruct n { struct n *next; int v; };",
        "struct n *x = calloc(1, sizeof *x); if (!x) return 0; struct n *y = x;",
        "{ struct n *z = calloc(1, sizeof *z); if (!z) return 0; z->v = 1; x->next = z; y = z; }",
        "y->v == 0",
    ),
    "row": ("", "", "int x[3][3] = {{0}}; int (*r)[3] = &x[1];", "(*r)[2] = 1;", "x[1][2] == 0"),
    "row_overflow": ("", "", "int x[3][3] = {{0}}; int *r = x[0];", "r[5] = 1;", "x[1][2] == 0"),
    "goto_out_and_back": ("", "", "int x = 0; goto loop; out: x = 1; k++; goto loop; loop:", "goto out;", "x == 0"),
    "global_array_by_callee": ("", "static int g[4]; static void f(int i) { g[i] = 1; }", "", "f(2);", "g[2] == 0"),
    "global_by_address_in_table": ("", "static int g, h; static int *const t[2] = {&h, &g};", "", "*t[1] = 1;", "g == 0"),
    "cleanup": (
        "",
        "static int x; static void c(int *p) { x = *p; }",
        "",
        "{ __attribute__((cleanup(c))) int y = 1; }",
        "x == 0",
    ),
    "variadic": (
        "",
        "#include <stdarg.h>\nstatic void f(int n, ...) { va_list a; va_start(a, n); *va_arg(a, int *) = n; va_end(a); }",
        "int x = 0;",
        "f(1, &x);",
        "x == 0",
    ),
    "freed": ("G valid-deref", "#include <stdlib.h>", "int *x = malloc(4); if (!x) return 0; *x = 0;", "free(x);", "*x == 0"),
    "freed_through_pointer": (
        "G valid-deref",
        "#include <stdlib.h>",
        "int *x = malloc(4); if (!x) return 0; *x = 0; void (*f)(void *) = free;",
        "f(x);",
        "*x == 0",
    ),
    "freed_twice": ("G valid-free", "#include <stdlib.h>", "int *x = malloc(4);", "free(x);", "(free(x), 1)"),
    "left_block": ("G valid-deref", "", "int z = 0, *x = &z;", "{ int y = 0; x = &y; }", "*x == 0"),
    "left_function": (
        "G valid-deref",
        "static int *f(int *q) { int y = 0; int *volatile r = &y; return r; }",
        "int z = 0, *x = &z;",
        "x = f(x);",
        "*x == 0",
    ),
    "swap": ("", "", "int x = 0, y = 1;", "x ^= y, y ^= x, x ^= y;", "x == 0"),
}
"""What is declared outside and inside of main, what happens late, and what holds if it does not; first the property, if it is
not that ``reach_error`` is not called."""
PROGRAM = """extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
{outside}
int main(void) {{
    unsigned k = 0, n = __VERIFIER_nondet_uint();
    {inside}
    while (k < n) {{
        if (k == 500000) {{ {late} }}
        k++;
    }}
    if (!({holds})) reach_error();
    return 0;
}}
"""


@pytest.fixture
def problem(request: pytest.FixtureRequest, tmp_path: Path) -> Problem:
    formula, outside, inside, late, holds = CHANGES[request.param]
    path = tmp_path / "late.c"
    path.write_text(PROGRAM.format(outside=outside, inside=inside, late=late, holds=holds), encoding="utf-8")
    wanted = parse_property(f"CHECK( init(main()), LTL({formula or 'G ! call(reach_error())'}) )", path="late.prp")
    task = Task(files=(str(path),), property=wanted)
    program = read_program(task)
    put_checks(program, targets_of(wanted))
    return Problem(program, task, load_configuration("ki"))


@pytest.mark.parametrize("problem", CHANGES, indirect=True)
def test_check_of_proofs_sees_what_a_loop_changes_late(problem: Problem) -> None:
    assert not isinstance(check_proof(problem.program, Proof(()), lambda: 5.0), CheckAccepted)


@pytest.mark.parametrize("problem", CHANGES, indirect=True)
def test_induction_sees_what_a_loop_changes_late(problem: Problem) -> None:
    context = Context()
    base = BaseCase(problem, context)
    step = StepCase(problem.program, context, KnownInvariants(problem.program, context))
    base.look()
    assert step.proof(0, base) is None
    assert step.proof(1, base) is None


@pytest.mark.parametrize("problem", CHANGES, indirect=True)
def test_clauses_see_what_a_loop_changes_late(problem: Problem) -> None:
    base = BaseCase(problem, Context())
    base.look()
    if _not_said(problem.program) is None:
        checking = CandidateCheck(engine_named("bitwuzla", base.terms), base.terms, _clauses(base, Context()).system)
        assert not isinstance(checking.check({}, lambda: 5.0), Proved)
