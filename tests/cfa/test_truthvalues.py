"""Which ``_Bool`` objects are in doubt: exactly those a program writes to as something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.expressions import Deref, Index, Member, Var, subexpressions
from whet.cfa.model import Program
from whet.cfa.operations import expressions_of
from whet.cfa.truthvalues import TruthValues

HEAD = """
#include <stdlib.h>
#include <string.h>
struct S { _Bool b; char c; }; struct T { int i; struct S s; }; union U { _Bool b; char c; }; union V { int i; _Bool b; };
void unknown(void *); long read(int, void *, size_t); extern struct S other;
"""


def is_doubted(program: Program) -> bool:
    truth_values = TruthValues(program)
    return any(
        truth_values.doubts(expr)
        for edge in program.edges()
        for top in expressions_of(edge.operation)
        for expr in subexpressions(top)
        if isinstance(expr, (Var, Deref, Member, Index))
    )


DOUBTED = {
    "a cast": "struct S s; *(char *)&s = 2; return s.b;",
    "a cast through void": "struct S s; *(char *)(void *)&s = 2; return s.b;",
    "a pointer to char": "struct S s; char *p = (char *)&s; p[0] = 2; return s.b;",
    "a void variable": "struct S s; void *v = &s; void *w = v; char *p = w; *p = 2; return s.b;",
    "a block": "void *v = malloc(1); char *p = v; _Bool *b = v; *p = 2; return *b;",
    "a number": "struct S s; *(char *)((unsigned long)&s + 0) = 2; return s.b;",
    "a buffer": "char a[2]; a[0] = 2; return ((struct S *)a)->b;",
    "another structure": "struct S s; struct { char a[2]; } *p = (void *)&s; p->a[0] = 2; return s.b;",
    "a copy of another structure": "struct { char a[2]; } c = {{2}}; struct S s = *(struct S *)&c; return s.b;",
    "a part": "struct T t; *(char *)&t.s = 2; return t.s.b;",
    "a member": "struct S s; *(char *)&s.b = 2; return s.b;",
    "a pointer to _Bool": "struct S s; _Bool *b = &s.b; *(char *)b = 2; return s.b;",
    "an array": "_Bool a[3]; char *p = (char *)a; p[1] = 2; return a[1];",
    "an int": "_Bool a[4]; *(int *)a = 2; return a[0];",
    "a union": "union U u; u.c = 2; return u.b;",
    "a union with an int": "union V v; v.i = 2; return v.b;",
    "a union that was never written": "union U u; return u.b;",
    "a union in a block that was never written": "union U *p = malloc(sizeof *p); return p->b;",
    "a pointer into a union": "union U u; _Bool *b = &u.b; u.c = 2; return *b;",
    "memcpy": "_Bool b; char c = 2; memcpy(&b, &c, 1); return b;",
    "memcpy of another structure": "struct S s; struct T t = {2}; memcpy(&s, &t, sizeof s); return s.b;",
    "memset": "struct S s; memset(&s, 2, sizeof s); return s.b;",
    "read": "_Bool b; read(0, &b, 1); return b;",
    "a copy": "struct S s, t; *(char *)&s = 2; t = s; return t.b;",
    "a parameter": "struct S s; fill(&s); return s.b;",
}
SOUND = {
    "assignments": "struct S s; s.b = 2; s.c = 2; return s.b;",
    "a scalar": "_Bool b = 2; char c = 2; *&c = 3; return b;",
    "memset with zeros": "struct S s; memset(&s, 0, sizeof s); return s.b;",
    "a copy of the same type": "struct S s = {1}, t; memcpy(&t, &s, sizeof s); return t.b;",
    "a pointer to its type": "struct S *p = malloc(sizeof *p); p->b = 1; p->c = 2; free(p); return p->b;",
    "a step back": "struct T t = {0}; struct S *p = &t.s; return ((struct T *)((char *)p - 4))->s.b;",
    "an unknown function": "struct S s; unknown(&s); return s.b;",
    "an object of others": "return other.b;",
    "bytes of another object": "struct S s = {1}; int i; *(char *)&i = 2; return s.b;",
    "a union of zeros": "union U u = {0}; return u.b;",
    "a union in a block of zeros": "union U *p = calloc(1, sizeof *p); return p->b;",
    "a structure that was never written": "struct S s; return s.b;",
    "a union without": "union { int i; char c; } u; u.i = 2; struct S s = {1}; return s.b + u.c;",
}


def program_with(body: str, folder: Path) -> Program:
    return program_of(f"{HEAD}void fill(void *p) {{ *(char *)p = 2; }} int main(void) {{ {body} }}", folder)


@pytest.mark.parametrize("name", DOUBTED)
def test_another_byte_may_be_written(name: str, tmp_path: Path) -> None:
    assert is_doubted(program_with(DOUBTED[name], tmp_path))


@pytest.mark.parametrize("name", SOUND)
def test_only_truth_values_are_written(name: str, tmp_path: Path) -> None:
    assert not is_doubted(program_with(SOUND[name], tmp_path))
