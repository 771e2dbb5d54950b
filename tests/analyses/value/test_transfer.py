"""What the value analysis knows after each kind of operation, with both transfers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.value.running import Seen, Transfer, explore, program_of, seen, steps
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.cfa.expressions import Var
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.queries import ValueOf

U = None
"""Unknown."""

SCALARS: dict[str, tuple[str, list[Seen]]] = {
    "wrap": ("int x = 2147483647; x++; unsigned char c = 200; c += 100; see(x, c);", [(-2147483648, 44)]),
    "division": ("int a = -7, b = 2; see(a / b, a % b, a / 2, a % 2, a >> 1, a << 1);", [(-3, -1, -3, -1, -4, -14)]),
    "unsigned": ("unsigned a = 0; a--; see(0, a, a / 2, a >> 31, ~a);", [(0, 4294967295, 2147483647, 1, 0)]),
    "undefined goes on": ("int z = 0, s = 40; see(1, 5 / z, 1 << s, 7 % z);", [(1, U, U, U)]),
    "unknown operand": ("int x = __VERIFIER_nondet_int(); see(x, x + 1, x * 0, !x, -x);", [(U, U, U, U, U)]),
    "floats": ("double d = 1.5; float f = 0.1f; see((long)(d * 4), f < 0.1, d == 1.5);", [(6, 0, 1)]),
    "long double": ("long double d = 3; d /= 2; see((int)(d * 2), d > 1);", [(3, 1)]),
    "zeros and nans": (
        "double z = 0.0, m = -z, n = z / z; see(z == m, 1 / z == 1 / m, n == n, n != n, !n, !m);",
        [(1, 0, 0, 1, 0, 1)],
    ),
    "out of range": ("double d = 1e30; see((int)d, (_Bool)d);", [(U, 1)]),
    "bool": ("_Bool b = 7; b += 5; see(b, !b);", [(1, 0)]),
    "wide": ("__int128 w = 1; w <<= 100; see((int)(w >> 99));", [(2,)]),
    "uninitialised": ("int x; see(x);", [(U,)]),
    "globals are zero": ("see(zero, started);", [(0, 12)]),
    "loop": ("int i, n = 0; for (i = 0; i < 5; i++) n += i; see(i, n);", [(5, 10)]),
    "branches": ("int x = 3; if (x > 2) see(1); else see(2);", [(1,)]),
    "both branches": ("int x = __VERIFIER_nondet_int(); if (x > 2) see(1, x); else see(2, x);", [(1, U), (2, U)]),
    "havoc": ("int x = 1; x = __VERIFIER_nondet_int(); see(x);", [(U,)]),
}

LEARNING: dict[str, tuple[str, list[Seen]]] = {
    "equal": ("if (x == 5) see(x);", [(5,)]),
    "equal, turned round": ("if (5 == x) see(x);", [(5,)]),
    "not unequal": ("if (x != 5) return 0; see(x);", [(5,)]),
    "negation": ("if (!x) see(x);", [(0,)]),
    "false": ("if (x) return 0; see(x);", [(0,)]),
    "comparison of a comparison": ("if ((x == 4) != 0) see(x);", [(4,)]),
    "two variables": ("int y = 8; if (x == y) see(x, y);", [(8, 8)]),
    "other side": ("int y = 8; if (y == x) see(x, y);", [(8, 8)]),
    "conversion": ("if ((long)x == -3) see(x);", [(-3,)]),
    "no value": ("if ((long)x == 1L << 40) see(x);", []),
    "no value of a variable": ("long y = 1L << 40; if (x == y) see(x);", []),
    "sign change": ("if ((unsigned)x == 4294967295u) see(x);", [(-1,)]),
    "narrowing teaches nothing": ("if ((char)x == 3) see(x);", [(U,)]),
    "arithmetic teaches nothing": ("if (x + 1 == 3) see(x);", [(U,)]),
    "order teaches nothing": ("if (x >= 3 && x <= 3) see(x);", [(U,)]),
    "inequality teaches nothing": ("if (x != 3) see(x);", [(U,)]),
    "truth teaches nothing": ("if (x) see(x);", [(U,)]),
    "truth of a bool": ("_Bool b = x; if (b) see(b); else see(b);", [(1,), (0,)]),
    "unequal bool": ("_Bool b = x; if (b != 0) see(b);", [(1,)]),
    "assume": ("__VERIFIER_assume(x == 7); see(x);", [(7,)]),
    "assume contradicts": ("x = 6; __VERIFIER_assume(x == 7); see(x);", []),
    "learnt once": ("if (x == 5) if (x == 6) see(x);", []),
    "in memory": ("int a[2]; int *p = a; a[1] = x; if (p[1] == 4) see(a[1], a[0]);", [(4, U)]),
    "in an unknown place": ("int a[2] = {1, 1}; if (a[x] == 4) see(a[0], a[1]);", [(1, 1)]),
    "in a bit-field": ("struct { unsigned f : 3; } s; s.f = x; if (s.f == 4) see(s.f);", [(4,)]),
    "too much for a bit-field": ("struct { unsigned f : 3; } s; s.f = x; if (s.f == 9) see(s.f);", []),
    "floating": ("double d = x; if (d == 2.5) see((int)(d * 2));", [(5,)]),
    "no sign of zero": ("double d = x; if (d == 0.0) see(1 / d > 0, d == 0);", [(U, U)]),
    "not a nan": ("double d = x, n = 0.0; n /= n; if (d == n) see(d == n);", [(U,)]),
    "null": ("int *p = __VERIFIER_nondet_pointer(); if (!p) see(p == 0); else see(p == 0);", [(U,), (1,)]),
    "pointer": ("int y = 3, *p = __VERIFIER_nondet_pointer(); if (p == &y) see(*p);", [(3,)]),
}

MEMORY: dict[str, tuple[str, list[Seen]]] = {
    "array": ("int a[4] = {1, 2}; a[2] = a[1] + 1; see(a[0], a[1], a[2], a[3]);", [(1, 2, 3, 0)]),
    "uninitialised array": ("int a[4]; a[1] = 5; see(a[0], a[1]);", [(U, 5)]),
    "unknown index": ("int a[2] = {1, 2}, x = 3; a[__VERIFIER_nondet_int()] = 9; see(a[0], a[1], x);", [(U, U, 3)]),
    "outside": ("int a[2] = {1, 2}, i = 5; see(a[i]);", [(U,)]),
    "pointer": ("int x = 1, *p = &x; *p += 4; see(x, *p, p == &x, p != 0, p + 1 > p);", [(5, 5, 1, 1, 1)]),
    "different objects": ("int x, y; int *p = &x, *q = &y; see(p == q, p < q, p + 1 == q);", [(0, U, U)]),
    "difference": ("int a[5]; int *p = &a[1], *q = &a[4]; see(q - p, *(&p) == p);", [(3, 1)]),
    "unknown pointer": (
        "int x = 1, y = 2, *p = &x; p = __VERIFIER_nondet_pointer(); *p = 3; see(x, y, array[0]);",
        [(U, 2, 0)],
    ),
    "unknown pointer is read": ("int *p = __VERIFIER_nondet_pointer(); see(*p);", [(U,)]),
    "punning": ("unsigned u = 0x01020304; unsigned char *p = (void *)&u; p[3] = 9; see(p[0], u);", [(4, 0x09020304)]),
    "partly known": ("unsigned u; unsigned char *p = (void *)&u; p[0] = 1; see(u, p[0], p[1]);", [(U, 1, U)]),
    "bits of a float": ("union { float f; unsigned u; } v; v.f = 1.0f; see(v.u);", [(0x3F800000,)]),
    "float of bits": ("union { double d; unsigned long u; } v; v.u = 1UL << 63; see(v.d == 0, 1 / v.d < 0);", [(1, 1)]),
    "bits of a nan": ("union { double d; unsigned long u; } v; v.d = zero; v.d /= v.d; see(v.u, v.d == v.d);", [(U, 0)]),
    "bytes of a pointer": ("int *p = &zero, *q; char *b = (char *)&p; see(b[0]); q = p; b[0] = 1; see(p == q);", [(U,), (U,)]),
    "structure": (
        "struct s { char c; int x; int a[2]; } s = {1, 2, {3, 4}}, t; t = s; t.x = 9; see(t.c, s.x, t.x, t.a[1]);",
        [(1, 2, 9, 4)],
    ),
    "bit-fields": (
        "struct { unsigned a : 3; int b : 5; } s; s.a = 9; s.b = -20; see(s.a, s.b); s.a++; see(s.a, s.b);",
        [(1, 12), (2, 12)],
    ),
    "half known bit-fields": ("struct { unsigned a : 3; int b : 5; } s; s.a = 5; see(s.a, s.b);", [(5, U)]),
    "string": ('char *t = "abc"; see(t[1], t[3], t[4]);', [(98, 0, U)]),
    "strings may be shared": ('char *s = "abc", *t = "bc"; see(s == t, s == s);', [(U, 1)]),
    "heap": ("int *p = malloc(8), *q = calloc(2, 4); p[1] = 5; see(p[0], p[1], q[1], p == q, p != 0);", [(U, 5, 0, 0, 1)]),
    "freed": ("int *p = malloc(4); *p = 3; int *q = p; free(p); see(*q, q != 0); p = malloc(4); see(p == q);", [(U, U), (U,)]),
    "unknown size": ("int *p = malloc(__VERIFIER_nondet_uint()); p[1] = 2; see(p[1], p[0], p != 0);", [(2, U, 1)]),
    "variable length": ("int n = 3; int a[n]; a[2] = 1; see(a[2], a[1], sizeof a);", [(1, U, 12)]),
    "memcpy": ("int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, 8); see(b[0], b[1], b[2]);", [(1, 2, U)]),
    "memcpy of pointers": ("int x = 5, *p = &x, *q; memcpy(&q, &p, sizeof p); see(*q);", [(5,)]),
    "memcpy of unknown size": ("int a[2] = {1, 2}, b[2] = {3, 4}; memcpy(b, a, __VERIFIER_nondet_uint()); see(b[1]);", [(U,)]),
    "memset": (
        "int a[2]; memset(a, 255, 4); see(a[0], a[1]); memset(a, __VERIFIER_nondet_int(), 8); see(a[0]);",
        [(-1, U), (U,)],
    ),
    "pointer as a number": (
        "int x = 4; unsigned long n = (unsigned long)&x; int *p = (int *)n; see(*p, n == 0, n & 1);",
        [(4, 0, U)],
    ),
    "offsetof": ("struct s { int a, b; }; see((long)&((struct s *)0)->b);", [(4,)]),
    "container": (
        "struct s { int a, b; } s = {1, 2}; int *p = &s.b; struct s *q = (struct s *)((char *)p - 4); see(q->a, q == &s);",
        [(1, 1)],
    ),
    "declared anew": ("int *p = 0; for (int i = 0; i < 2; i++) { int x; see(p == &x, x); p = &x; x = i; }", [(0, U), (U, U)]),
    "large": ("static char big[40000]; big[1] = 1; see(big[1]);", [(U,)]),
}

CALLS: dict[str, tuple[str, list[Seen]]] = {
    "result": ("see(add(2, 3), add(started, 1));", [(5, 13)]),
    "recursion": ("see(factorial(5));", [(120,)]),
    "narrowed": ("see(narrow(300));", [(44,)]),
    "by reference": ("int x = 1; set(&x, 9); see(x);", [(9,)]),
    "structure": ("struct pair p = swap((struct pair){1, 2}); see(p.a, p.b);", [(2, 1)]),
    "pointer to a function": ("int (*f)(int, int) = add; see(f(2, 2), f == add, f != 0);", [(4, 1, 1)]),
    "unknown function": (
        "int x = 1, y = 2, *p = &x; unknown(p); see(x, y, array[0]);",
        [(U, 2, 0)],
    ),
    "unknown function, unknown pointer": ("int x = 1, *p = &x; unknown(__VERIFIER_nondet_pointer()); see(x, p == &x);", [(U, 1)]),
    "reachable through others": ("int x = 1; struct link l = {&x, 0}; unknown(&l); see(x);", [(U,)]),
    "out of reach": ("int x = 1, *p = &x, n = 0; unknown(&n); see(x, n, *p);", [(1, U, 1)]),
    "pointer that is a number": ("int x = 1; *(int *)4096 = 2; free((void *)16); see(x, *(int *)4096);", [(1, U)]),
    "abort": ("abort(); see(1);", []),
    "no value returned": ("see(nothing());", [(U,)]),
    "address of a dead variable": ("int *p = dangling(); see(p == 0);", [(U,)]),
    "dead in a global": ("keep(); see(*kept);", [(U,)]),
}

DECLARATIONS = """
int zero, started = 12, array[3], *kept;
struct pair { int a, b; };
struct link { int *to; struct link *next; };
void unknown(void *);
int add(int a, int b) { return a + b; }
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
unsigned char narrow(unsigned char c) { return c; }
void set(int *p, int v) { *p = v; }
struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; return q; }
int nothing(void) { }
int *dangling(void) { int x = 1, *p = &x; return p; }
void keep(void) { int x = 1; kept = &x; array[0] = *kept - 1; }
int *expose(void) { return array; }
"""


@pytest.mark.parametrize("transfer", ["compiled", "interpreted"])
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("case", [*SCALARS, *(f"{name} (call)" for name in CALLS), *(f"{name} (memory)" for name in MEMORY)])
def test_known_values(case: str, machine: MachineModel, transfer: Transfer, tmp_path: Path) -> None:
    tables = {name: SCALARS[name] for name in SCALARS}
    tables |= {f"{name} (call)": CALLS[name] for name in CALLS} | {f"{name} (memory)": MEMORY[name] for name in MEMORY}
    body, expected = tables[case]
    if machine is ILP32 and ("long" in body or "int128" in body):
        pytest.skip("needs 64 bits")
    assert seen(f"{DECLARATIONS} int main(void) {{ {body} return 0; }}", tmp_path, machine, transfer=transfer) == expected


@pytest.mark.parametrize("transfer", ["compiled", "interpreted"])
@pytest.mark.parametrize("case", LEARNING)
def test_assumptions_teach(case: str, transfer: Transfer, tmp_path: Path) -> None:
    body, expected = LEARNING[case]
    text = f"int main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}"
    assert seen(text, tmp_path, transfer=transfer) == expected


def test_calls_of_unknown_functions_are_remembered(tmp_path: Path) -> None:
    program = program_of("void f(int); int main(void) { if (0) f(1); f(2); f(3); __VERIFIER_nondet_int(); }", tmp_path)
    analysis = ValueAnalysis(program)
    explore(program, analysis)
    assert [(name, origin.place.line) for name, origin in analysis.assumed()] == [("f", 8), ("f", 8)]


def test_functions_without_name_are_found(tmp_path: Path) -> None:
    """A pointer that is known has one target; an unknown one is left to the flow."""
    text = """int a(void) { return 1; } int b(void) { return 2; } int (*table[2])(void) = {a, b};
    int main(void) { int i = __VERIFIER_nondet_bool(); see(table[1]()); see(table[i]()); return 0; }"""
    assert seen(text, tmp_path) == [(2,), (1,), (2,)]


def test_limits_bound_what_is_tracked(tmp_path: Path) -> None:
    program = program_of("int a[10]; int main(void) { a[1] = 2; see(a[1]); }", tmp_path, blocks=False)
    analysis = ValueAnalysis(program, ValueOptions(object_bytes=8))
    reached = explore(program, analysis)
    assert all(not held.data for _, state in steps(reached) for held in state.memory.objects.values())


def test_value_of_answers_with_numbers(tmp_path: Path) -> None:
    program = program_of("double d = 0.5; int main(void) { d *= 3; return 0; }", tmp_path)
    analysis = ValueAnalysis(program)
    states = [state for _, state in steps(explore(program, analysis))]
    variable = program.globals[0]
    assert [analysis.ask(state, ValueOf(Var(variable))) for state in states][-1] == 1.5
