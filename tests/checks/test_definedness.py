"""Reads of memory that may not have been written: which of them are checked, and that a run agrees with the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.uninitialised import assert_found_by_runs
from whet.cfa.expressions import AddressOf, Use, Valid
from whet.cfa.model import Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.show import to_c
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.frontend.parse import parse_file
from whet.pointers.regions import Regions
from whet.task.dangers import Danger

WRITTEN_FIRST = Targets("uninitialised-read", dangers=frozenset({Danger("uninitialised")}))
DECLARED = """
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long), free(void *), abort(void);
int take(int *);
struct s { char c; int m, k; };
struct node { int data; struct node *next; };
union u { int i; char c[4]; };
struct f { unsigned a : 3, b : 5; };
struct t { int n; char d[1]; };
struct s unwritten(void) { struct s s; return s; }
"""


def read(folder: Path, body: str, others: str = "") -> Program:
    path = folder / "program.c"
    path.write_text(f"{DECLARED} {others}\nint main(void) {{ int n = __VERIFIER_nondet_int(); {body} }}")
    program = parse_file(str(path))
    put_checks(program, WRITTEN_FIRST, Regions)
    return program


def asked(program: Program) -> list[str]:
    """What is checked to be written, each once."""
    checks = (part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Assume) and part.danger)
    defined = [each.condition for each in checks if isinstance(each.condition, Valid) and each.condition.use is Use.DEFINED]
    return list(dict.fromkeys(to_c(each.pointer.lvalue) for each in defined if isinstance(each.pointer, AddressOf)))


PROVED = {
    "zeroed": "int a[3] = {1}; return a[n & 1];",
    "member by member": "struct s s; s.c = 1; s.m = 2; s.k = n; struct s t = s; return t.m + t.k;",
    "element by element": "int a[2]; a[0] = 1; a[1] = n; return a[n & 1];",
    "structure with an initialiser": "struct s s = {1}, t = s; return t.m;",
    "structure that is not read": "struct s s; if (n) return 0; else return 1;",
    "address of what has a value": "int x = 1; take(&x); return x;",
    "address passed to what has no body": "int x; x = take(&x); return x;",
    "both ways": "int a[2]; if (n) a[0] = 1; else a[0] = 2; return a[0];",
    "loop that fills an array": "int a[9]; for (int i = 0; i < 9; i++) a[i] = i; return a[n & 7];",
    "loop that fills an array by calls": "int a[9]; for (int i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_int(); return a[n & 7];",
    "loop that fills a large array": "int a[9999]; for (int i = 0; i < 9999; i++) a[i] = i; return a[n & 7];",
    "loops that fill a matrix": "int a[3][4]; "
    "for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) a[i][j] = i; return a[n & 1][1];",
    "loop that fills structures": "struct s a[4]; "
    "for (int i = 0; i < 4; i++) { a[i].c = 1; a[i].m = i; a[i].k = 2; } return a[n & 3].m;",
    "block of a known size": "int *p = malloc(12); for (int i = 0; i != 3; i++) p[i] = n; return p[n & 1];",
    "block by its length": "unsigned k = n; int *p = malloc(k * 4ul); for (unsigned i = 0; i < k; i++) p[i] = n; return p[0];",
    "calloc": "int *p = calloc(n, 4); return p[3];",
    "memset": "struct s s; memset(&s, 0, sizeof s); int *p = malloc(n); memset(p, 0, n); return s.m + p[2];",
    "copy": "struct s s = {1}, t; memcpy(&t, &s, sizeof t); return t.m;",
    "union": "union u u; u.i = n; return u.c[2];",
    "loop that copies what is written": "struct s a[3], u = {1}; "
    "for (int i = 0; i < 3; i++) { a[i].c = 1; a[i].m = i; a[i].k = 2; a[0] = u; } return a[n & 1].m;",
    "copy before the loop": "unsigned char a[3], u[3]; a[0] = u[0]; for (int i = 0; i < 3; i++) a[i] = 0; return a[n & 1];",
    "block by its signed length": "char *p = malloc(n); for (int i = 0; i < n; i++) p[i] = 1; return p[0];",
    "block by its converted length": "unsigned char *p = malloc((unsigned)n * 4); "
    "for (unsigned i = 0; i < (unsigned)n * 4; i++) p[i] = 1; return p[0];",
    "array at the end of a block": "struct t *t = malloc(8); t->n = 1; "
    "t->d[0] = t->d[1] = t->d[2] = t->d[3] = 0; return t->d[n & 3];",
    "bit-fields": "struct f f; f.a = 1; f.b = n; return f.a + f.b;",
    "element far away after it is written": "int *p = malloc(8); p[0] = 1; p[1L << 58] = n; return p[0];",
}
CHECKED = {
    "element that is missing": ("int a[2]; a[0] = 1; return a[1];", "a[1]"),
    "member of a structure": ("struct s s; return s.m;", "s.m"),
    "allocation by a pointer": ("void *(*make)(unsigned long) = malloc; int *p = make(4); return *p;", "*p"),
    "switch past a declaration": ("switch (n) { int a[2]; case 1: return a[0]; } return 0;", "a[0]"),
    "jump past an initialiser": ("goto in; { int x = 1; in:; int *p = &x; return *p; }", "*p"),
    "initialiser that reads its own variable": (
        "int y = 1, *p = &y; again:; int x = *p; p = &x; if (n--) goto again; return 0;",
        "*p",
    ),
    "some element": ("int a[2]; a[0] = 1; return a[n & 1];", "a[n & 1]"),
    "loop that ends early": ("int a[9]; for (int i = 0; i < 8; i++) a[i] = i; return a[n];", "a[n]"),
    "loop that begins late": ("int a[9]; for (int i = 1; i < 9; i++) a[i] = i; return a[n];", "a[n]"),
    "loop with steps of two": ("int a[9]; for (int i = 0; i < 9; i += 2) a[i] = i; return a[n];", "a[n]"),
    "loop with a copy of its counter": (
        "int a[9]; for (int i = 0; i < 9; i++) { int k = i; if (n) k = 0; a[k] = 1; } return a[n];",
        "a[n]",
    ),
    "loop that leaves some out": ("int a[9]; for (int i = 0; i < 9; i++) if (i != n) a[i] = i; return a[n];", "a[n]"),
    "loop that breaks": ("int a[9]; for (int i = 0; i < 9; i++) { a[i] = i; if (i == n) break; } return a[8];", "a[8]"),
    "loop over less than the block": ("int *p = malloc(16); for (int i = 0; i < 3; i++) p[i] = n; return p[n & 3];", "p[n & 3]"),
    "length that changes": (
        "unsigned k = n; int *p = malloc(k * 4ul); k--; for (unsigned i = 0; i < k; i++) p[i] = n; return *p;",
        "*p",
    ),
    "block that moves on": ("int *p = malloc(8); *p = 1; p++; return *p;", "*p"),
    "half of a union": ("union u u; u.c[0] = 1; u.c[1] = 2; return u.i;", "u.i"),
    "neighbour of a bit-field": ("struct f f; f.a = 1; return f.b;", "f.b"),
    "copy of what is missing": ("struct s s, t = {1}; s.c = 1; t = s; return t.m;", "t.m"),
    "block copied over": ("int x = 1, y; int *p = &x; memcpy(&x, &y, 4); return *p;", "*p"),
    "jump back over a declaration": (
        "int *p = &n; again:; int x; if (p == &x) return *p; x = 1; p = &x; goto again;",
        "*p",
    ),
    "bytes at the beginning of an array": ("int k = n, a[k], y = 1; memcpy(a, &y, 4); return a[1];", "a[1]"),
    "only the first read": ("int a[2]; if (n) a[0] = 1; int x = a[0]; return x + a[0];", "a[0]"),
    "loop that copies structures over its array": (
        "struct s a[3], u; for (int i = 0; i < 3; i++) { a[i].c = 1; a[i].m = i; a[i].k = 2; a[0] = u; } return a[0].m;",
        "a[0].m",
    ),
    "loop that copies bytes over its array": (
        "unsigned char a[3], u[3]; for (int i = 0; i < 3; i++) { a[i] = 0; a[i] = u[i]; } return a[1];",
        "a[1]",
    ),
    "loop that stores unwritten results in its array": (
        "struct s a[3]; for (int i = 0; i < 3; i++) { a[i].c = 1; a[i].m = i; a[i].k = 2; a[i] = unwritten(); } return a[1].m;",
        "a[1].m",
    ),
    "inner loop that copies over the matrix": (
        "unsigned char a[3][4], u; unsigned char *p = &u; for (int i = 0; i < 3; i++) "
        "for (int j = 0; j < 4; j++) { a[i][j] = 1; a[i][0] = *p; } return a[n & 1][0];",
        "a[n & 1][0]",
    ),
    "length that becomes positive": (
        "short k = n; char *p = malloc((unsigned short)k); for (int i = 0; i < k; i++) p[i] = 1; return p[0];",
        "*p",
    ),
    "product that becomes positive": (
        "int *p = malloc((unsigned)n * 4); for (int i = 0; i < n; i++) p[i] = 1; return p[0];",
        "*p",
    ),
    "bound that becomes negative": (
        "unsigned k = n; char *p = malloc(k); for (int i = 0; i < (int)k; i++) p[i] = 1; return p[0];",
        "*p",
    ),
    "padding behind an array at the end": ("struct t *t = malloc(8); t->n = 1; t->d[0] = 2; return t->d[1];", "t->d[1]"),
    "padding behind a copied array": (
        "struct t t, *p = malloc(8); t.n = 1; t.d[0] = 2; *p = t; return p->d[1];",
        "p->d[1]",
    ),
    "index behind an array at the end": (
        "struct t *t = malloc(12); t->n = 1; t->d[0] = 2; return t->d[n & 3];",
        "t->d[n & 3]",
    ),
    "length of an array": ("int k = n, a[k]; return a[0];", "a[0]"),
    "element far behind the object": ("int *p = malloc(8); p[1L << 58] = n; return p[1];", "p[1]"),
    "element of a huge structure": (
        "struct { char c[1L << 60]; struct { char d[1L << 60]; } e; } *p = malloc(8), *q = p; p->e = q->e; return p->c[0];",
        "p->c[0]",
    ),
    "bytes copied to before a variable": ("struct s s; s.m = 1; memcpy((char *)&s - 4, &s, 6); return s.k;", "s.k"),
}


@pytest.mark.parametrize("body", PROVED.values(), ids=PROVED)
def test_what_is_written_for_certain_is_not_checked(body: str, tmp_path: Path) -> None:
    assert asked(read(tmp_path, body)) == []


@pytest.mark.parametrize(("body", "expected"), CHECKED.values(), ids=CHECKED)
def test_what_may_be_unwritten_is_checked(body: str, expected: str, tmp_path: Path) -> None:
    assert asked(read(tmp_path, body)) == [expected]


CALLS = {
    "parameter that is written": ("void set(int *p) { *p = 1; }", "int x; set(&x); return x;", []),
    "parameter that may be written": ("void set(int *p, int n) { if (n) *p = 1; }", "int x; set(&x, n); return x;", ["x"]),
    "member by a pointer": (
        "void begin(struct s *s) { s->m = 0; } int step(struct s *s) { return s->m++; }",
        "struct s s; begin(&s); return step(&s);",
        [],
    ),
    "member that nobody wrote": (
        "void begin(struct s *s) { s->m = 0; } int step(struct s *s) { return s->k; }",
        "struct s s; begin(&s); return step(&s);",
        ["s->k"],
    ),
    "new block": (
        "struct node *make(struct node *t) { struct node *n = malloc(16); if (!n) abort(); n->data = 1; n->next = t; return n; }",
        "struct node *l = 0; while (n--) l = make(l); int x = 0; for (; l; l = l->next) x += l->data; return x;",
        [],
    ),
    "new block without its data": (
        "struct node *make(struct node *t) { struct node *n = malloc(16); n->next = t; return n; }",
        "struct node *l = 0; while (n--) l = make(l); int x = 0; for (; l; l = l->next) x += l->data; return x;",
        ["l->data"],
    ),
    "structure that is returned": (
        "struct s make(void) { struct s s; s.m = 1; return s; }",
        "struct s t = make(); return t.k;",
        ["t.k"],
    ),
    "structure that is passed": ("int get(struct s s) { return s.k; }", "struct s t; t.m = 1; return get(t);", ["s.k"]),
    "pointer kept elsewhere": ("int *kept; int get(void) { return *kept; }", "int x; kept = &x; return get();", ["*kept"]),
    "pointer as a number": (
        "unsigned long kept; int get(void) { return *(int *)kept; }",
        "int x; kept = (unsigned long)&x; return get();",
        ["*(int *)kept"],
    ),
    "function that calls itself": (
        "void fill(int *a, int k) { if (k == 0) return; a[k - 1] = k; fill(a, k - 1); }",
        "int a[3]; fill(a, 3); return a[n & 1];",
        ["a[n & 1]"],
    ),
    "call by a pointer": (
        "void set(int *p) { *p = 1; } void leave(int *p) { } void (*f)(int *);",
        "f = n ? set : leave; int x; f(&x); return x;",
        ["x"],
    ),
    "function without a body": ("void unknown(int *);", "int x; unknown(&x); return x;", []),
    "bytes of a block": (
        "void copy(char *to, char *from, int k) { for (int i = 0; i < k; i++) to[i] = from[i]; }",
        "int x, y = 1; copy((char *)&y, (char *)&x, 4); return y;",
        ["y"],
    ),
}


@pytest.mark.parametrize(("others", "body", "expected"), CALLS.values(), ids=CALLS)
def test_calls_tell_what_they_write(others: str, body: str, expected: list[str], tmp_path: Path) -> None:
    assert asked(read(tmp_path, body, others)) == expected


@pytest.mark.parametrize(
    ("body", "bad", "good"),
    [
        ("int a[2]; if (n) a[0] = 1; return a[0] * 0;", 0, 1),
        ("int a[4]; for (int i = 0; i < n; i++) a[i] = 0; return a[3];", 3, 4),
        ("int *p = malloc(8); p[0] = 0; return p[n];", 1, 0),
        ("struct f f; if (n) f.b = 0; f.a = 0; return f.b;", 0, 1),
        ("union u u; u.c[0] = u.c[1] = u.c[2] = 0; if (n) u.c[3] = 0; return u.i;", 0, 1),
        ("struct s s, t; s.m = 0; if (n) s.k = 0; t = s; return t.k;", 0, 1),
        ("int x = 0, y; if (n) memcpy(&x, &y, 4); return x;", 1, 0),
        ("unsigned char a[2], b[2]; a[0] = 0; b[0] = a[0]; b[1] = a[1]; return b[n];", 1, 0),
        ("int *p = &n, i = 0; again:; int x; if (i) return *p * 0; if (n) p = &x; x = 1; i = 1; goto again;", 1, 0),
        ("int k = 3, a[k]; a[n] = 0; return a[2];", 1, 2),
        ("int *p = calloc(2, 4), *q = malloc(8); return (n ? q : p)[1];", 1, 0),
    ],
)
def test_run_finds_what_the_check_finds(body: str, bad: int, good: int, tmp_path: Path) -> None:
    assert_found_by_runs(read(tmp_path, body), bad=bad, good=good)
