"""What the interval analysis knows of memory, and what it must forget at a store, a call or the end of a function."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.analyses.interval.pointees import NULL, Pointee, Pointees
from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.types import LP64, ArrayType
from whet.core.configuration import load_configuration
from whet.core.evidence import Proof
from whet.core.result import FalseVerdict, ProofAccepted, Result, TrueVerdict, Unknown
from whet.session.session import verify
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

PRELUDE = """typedef unsigned long size_t;
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void __VERIFIER_assume(int);
extern void *memset(void *, int, size_t); extern void *memcpy(void *, const void *, size_t); extern void elsewhere(int *);
struct pair { int first; int second; }; struct node { int n; struct node *next; };
struct buffer { unsigned char data[8]; unsigned char head; };
int global; int *shared; extern int foreign; extern void other(void);
static void set(int *p, int v) { *p = v; }
static void swap(struct pair *p) { int t = p->first; p->first = p->second; p->second = t; }
static void put(struct buffer *b, unsigned char v) { b->data[b->head] = v; b->head = (b->head + 1u) % 8u; }
static int *address(void) { static int kept; return &kept; }
static int *dangling(int v) { int local = v; shared = &local; return shared; }
static _Bool taken(int *p) { if (*p > 3) return 0; *p = 8; return 1; }
static void tick(struct pair *p) { if (p->first < 3) { p->first++; p->second += 5; } }
static int deep(int n, int *outer) { int own = n; if (outer) *outer = 7; if (n) deep(n - 1, &own); return own; }
"""
SAFE = {
    "variable whose address is taken": "int x = 1; int *p = &x; *p = 2; if (x != 2) reach_error();",
    "variable set by a function": "int x = 1; set(&x, 5); set(&global, 6); if (x != 5 || global != 6) reach_error();",
    "pointer to a member": "struct pair s = {1, 2}; set(&s.second, 9); if (s.first != 1 || s.second != 9) reach_error();",
    "members behind a pointer": "struct pair s = {1, 2}; swap(&s); if (s.first != 2 || s.second != 1) reach_error();",
    "condition on a member behind a pointer": (
        "struct pair s, *p = &s; s.first = ANY; if (p->first > 3) { if (s.first < 4) reach_error(); }"
    ),
    "pointer in a structure": (
        "struct node b = {2, 0}, a = {1, &b}; a.next->n = 5; if (b.n != 5 || a.n != 1 || a.next->next) reach_error();"
    ),
    "pointer to a pointer": "int x = 1; int *p = 0; int **q = &p; *q = &x; *p = 4; if (x != 4) reach_error();",
    "one of two": "int x = 1, y = 2; int *p = ANY ? &x : &y; *p = 3; if (x < 1 || x > 3 || y < 2 || y > 3) reach_error();",
    "element with one of several indices": (
        "int a[4] = {0}; int i = ANY; __VERIFIER_assume(i >= 0 && i < 4); a[i] = 5; if (a[2] < 0 || a[2] > 5) reach_error();"
    ),
    "read of any element": (
        "int a[3] = {4, 9, 7}; int i = ANY; __VERIFIER_assume(i >= 0 && i < 3); if (a[i] < 4 || a[i] > 9) reach_error();"
    ),
    "pointer that walks": "int a[20] = {0}; int *p; for (p = a; p < a + 20; p++) *p = 3; if (a[7] < 0) reach_error();",
    "index in a ring": "struct buffer b; b.head = 0; while (ANY) put(&b, 1); if (b.head > 7) reach_error();",
    "other member beside an array": (
        "struct buffer b; b.head = 3; int i = ANY; __VERIFIER_assume(i >= 0 && i < 8); b.data[i] = 1; "
        "if (b.head != 3) reach_error();"
    ),
    "structure copied through a pointer": (
        "struct pair s = {1, 2}, t = {0, 0}; struct pair *p = &s, *q = &t; *q = *p; if (t.second != 2) reach_error();"
    ),
    "zeros of memset": "struct pair s = {1, 2}; memset(&s, 0, sizeof s); if (s.first || s.second) reach_error();",
    "returned pointer": "*address() = 3; if (*address() != 3) reach_error();",
    "function that gets another object": "int x = 1, y = 2; elsewhere(&y); if (x != 1) reach_error();",
    "store to another region": "int x = 1; int *p = &x; int y; int *q = ANY ? &y : shared; *q = 3; if (*p != 1) reach_error();",
}
UNSAFE = {
    "other member beyond an array": "struct buffer b; b.head = 3; b.data[ANY] = 1; if (b.head != 3) reach_error();",
    "one of two": "int x = 1, y = 2; int *p = ANY ? &x : &y; *p = 3; if (x == 3) reach_error();",
    "function without a body": "int x = 1; elsewhere(&x); if (x != 1) reach_error();",
    "function without a body, through memory": (
        "int x = 1; int *p = &x; extern void far(int **); far(&p); if (x != 1) reach_error();"
    ),
    "variable of another unit": "foreign = 1; other(); if (foreign != 1) reach_error();",
    "pointer of which nothing is known": (
        "int x = 1; extern int **keeper(int *); int **q = keeper(&x); **q = 2; if (x != 1) reach_error();"
    ),
    "element somewhere": "int a[20] = {0}; int i = ANY; __VERIFIER_assume(i >= 0 && i < 20); a[i] = 1; if (a[9]) reach_error();",
    "pointer that walks": "int a[20] = {0}; int *p; for (p = a; p < a + 20; p++) *p = 3; if (a[7] == 3) reach_error();",
    "bytes": "int x = 0; unsigned char *p = (unsigned char *)&x; p[1] = 1; if (x) reach_error();",
    "half of a number": "int a[2] = {0, 0}; short *p = (short *)a; int i = ANY; __VERIFIER_assume(i >= 0 && i < 4); p[i] = 1; "
    "if (a[1] > 1) reach_error();",
    "union behind a pointer": "union { int i; unsigned char b[4]; } u, *p = &u; u.i = 0; p->b[2] = 1; if (u.i) reach_error();",
    "bit-field behind a pointer": "struct { unsigned a : 3, b : 5; } s = {0, 0}, *p = &s; p->b = 9; if (s.b) reach_error();",
    "bytes that are copied": "int x = 1, y = 2; memcpy(&x, &y, sizeof x); if (x == 2) reach_error();",
    "bytes that are filled": "int x = 1; memset(&x, 1, 2); if (x != 1) reach_error();",
    "zeros of a part": "struct pair s = {1, 2}; memset(&s, 0, 4); if (!s.first) reach_error();",
    "variable of an outer call": "if (deep(1, 0) == 7) reach_error();",
    "integer that was a pointer": (
        "int x = 1; unsigned long n = (unsigned long)&x; int *p = (int *)(n + 0); *p = 2; if (x != 1) reach_error();"
    ),
    "pointer to a pointer": "int x = 1, y = 1; int *p = &x; int **q = &p; *q = &y; *p = 4; if (y == 4) reach_error();",
    "structure behind one of two pointers": (
        "struct pair s = {1, 2}, t = {3, 4}, u = {5, 6}; struct pair *p = ANY ? &s : &t; *p = u; if (s.first == 5) reach_error();"
    ),
}


GOOD_ACCESSES = {
    "member behind a parameter": "struct pair s = {1, 2}; swap(&s);",
    "element with an index in a ring": "struct buffer b; b.head = 0; while (ANY) put(&b, 1);",
    "one of two": "int x, y; int *p = ANY ? &x : &y; *p = 3;",
    "pointer that is null or good": "int x; int *p = ANY ? &x : 0; if (p) *p = 2; if (p != 0) *p = 3; if (!p) return 0; *p = 4;",
    "elements that a pointer is set to": (
        "struct pair a[4], *found = 0; for (unsigned i = 0; i < 4; i++) { a[i].second = 1; if (ANY) found = &a[i]; } "
        "if (found) found->second = 2;"
    ),
    "static variable of a function": "*address() = 3;",
    "back from the end": "int a[4], *p = a + 4; p[-1] = 1; p--; *p = 2;",
    "length that is bounded": "char a[8], *p = a; unsigned n = ANY; if (n <= 8) memset(p, 0, n);",
    "variable of a block that is left": "int *p; for (int i = 0; i < 3; i++) { int x = 1; p = &x; *p = 2; }",
}
BAD_ACCESSES = {
    "element beyond an array behind a parameter": "struct pair s; int *p = &s.first; p[2] = 1;",
    "one of two is smaller": "char c[4]; int x; char *p = ANY ? c : (char *)&x; int y; char *q = ANY ? p : (char *)&y; q[4] = 1;",
    "pointer that may be null": "int x = 1; int *p = ANY ? &x : 0; *p = 2;",
    "index that is not bounded": "int a[10]; int *p = a; int i = ANY; if (i >= 0) p[i] = 1;",
    "index below zero": "int a[10]; int *p = a + 2; int i = ANY; if (i < 7 && i > -4) p[i] = 1;",
    "pointer that was kept beyond an object": "int a[10]; int i = ANY; if (i >= 0 && i < 100) { int *p = a + i; *p = 1; }",
    "back after a step beyond an object": (
        "int a[10]; int i = ANY; if (i >= 0 && i < 100) { int *p = a + i; int *q = p - 1; if (i > 0) *q = 1; }"
    ),
    "pointer that walks too far": "int a[20]; int *p; for (p = a; p <= a + 20; p++) *p = 3;",
    "dangling pointer": "*dangling(3) = 1;",
    "variable of a block that is left": "int *p = 0; { int x = 1; p = &x; } *p = 2;",
    "variable of an earlier iteration": "int *p = 0; for (int i = 0; i < 3; i++) { int x = 1; if (p) *p = 2; p = &x; }",
    "constant behind a pointer": "static const int c = 1; int *p = (int *)&c; *p = 2;",
    "bytes of a smaller object": "char c = 1; int *p = (int *)&c; *p = 2;",
    "length that is too large": "char a[8], *p = a; unsigned n = ANY; if (n <= 9) memset(p, 0, n);",
    "length with a part before": "char a[8], *p = a; unsigned n = ANY; if (n <= 8) memset(p + 1, 0, n);",
}


def verified(body: str, folder: Path, preset: str = "interval", *overrides: str) -> Result:
    path = folder / "program.c"
    path.write_text(PRELUDE + f"int main(void) {{ {body} return 0; }}".replace("ANY", "__VERIFIER_nondet_int()"))
    return verify(Task(files=(str(path),)), load_configuration(preset, overrides))


@pytest.mark.parametrize("name", SAFE)
def test_proves(name: str, tmp_path: Path) -> None:
    result = verified(SAFE[name], tmp_path)
    assert isinstance(result.verdict, TrueVerdict), result.verdict


@pytest.mark.parametrize("preset", ["interval", "df"])
@pytest.mark.parametrize("name", UNSAFE)
def test_proves_nothing_that_is_wrong(name: str, preset: str, tmp_path: Path) -> None:
    limits = ("df.states=300",) if preset == "df" else ()
    assert isinstance(verified(UNSAFE[name], tmp_path, preset, *limits).verdict, FalseVerdict | Unknown)


@pytest.mark.parametrize("name", GOOD_ACCESSES)
def test_accesses_through_pointers_are_proved(name: str, tmp_path: Path) -> None:
    assert isinstance(accessed(GOOD_ACCESSES[name], tmp_path, "memory", "pointer").verdict, TrueVerdict)


@pytest.mark.parametrize("checks", [("memory",), ("memory", "pointer")])
@pytest.mark.parametrize("name", BAD_ACCESSES)
def test_a_bad_access_through_a_pointer_is_not_proved(name: str, checks: tuple[str, ...], tmp_path: Path) -> None:
    assert isinstance(accessed(BAD_ACCESSES[name], tmp_path, *checks).verdict, FalseVerdict | Unknown)


def accessed(body: str, folder: Path, *checks: str) -> Result:
    path = folder / "program.c"
    path.write_text(PRELUDE + f"int main(void) {{ {body} return 0; }}".replace("ANY", "__VERIFIER_nondet_int()"))
    wanted = read_property(property_name(checks))
    return verify(Task(files=(str(path),), property=wanted), load_configuration("interval"))


def test_a_proof_tells_of_members(tmp_path: Path) -> None:
    body = "struct pair s = {1, 2}, *p = &s; while (ANY) p->first = 3; if (s.first > 3 || s.second != 2) reach_error();"
    evidence = verified(body, tmp_path).evidence
    assert isinstance(evidence, Proof)
    assert any("s.first >= 1 && s.first <= 3" in each.text and "s.second == 2" in each.text for each in evidence.invariants)


CHARACTERS = """int c = ANY; if (c == 0 || c == 9 || c == 10 || c == 32) return 0; while (ANY) ;
if (c == 0 || c == FORBIDDEN) reach_error();"""


def test_a_proof_tells_of_gaps(tmp_path: Path) -> None:
    result = verified(CHARACTERS.replace("FORBIDDEN", "10"), tmp_path)
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.proof_check, ProofAccepted)
    assert isinstance(result.evidence, Proof)
    assert any("c <= 8 | c >= 11" in each.text for each in result.evidence.invariants)


def test_no_gap_is_claimed_where_there_is_none(tmp_path: Path) -> None:
    assert not isinstance(verified(CHARACTERS.replace("FORBIDDEN", "11"), tmp_path).verdict, TrueVerdict)


RETURNED = "if (taken(&global)) { if (global COMPARED 8) reach_error(); }"


def test_what_a_function_returned_keeps_states_apart(tmp_path: Path) -> None:
    """taken(p) returns true only after it stored 8."""
    assert isinstance(verified(RETURNED.replace("COMPARED", "!="), tmp_path).verdict, TrueVerdict)
    assert not isinstance(verified(RETURNED.replace("COMPARED", "=="), tmp_path).verdict, TrueVerdict)


TICKS = "struct pair s = {0, 0}; while (ANY) tick(&s); if (s.second COMPARED) reach_error();"


def test_members_that_only_functions_name_keep_states_apart(tmp_path: Path) -> None:
    """Each of three calls of tick adds 5, and counts in the other member."""
    assert isinstance(verified(TICKS.replace("COMPARED", "> 15"), tmp_path, "df").verdict, TrueVerdict)
    assert isinstance(verified(TICKS.replace("COMPARED", "> 14"), tmp_path, "df").verdict, FalseVerdict | Unknown)


def test_a_clamped_float_keeps_its_bounds(tmp_path: Path) -> None:
    body = "float x = 0; while (ANY) { x = x + 1.5f; if (x > 50.0f) x = 50.0f; } if (!(x >= 0.0f && x <= 50.0f)) reach_error();"
    assert isinstance(verified(body, tmp_path, "df").verdict, TrueVerdict)


# ------------------------------------------------------------------------------------------------------------ pointees


def array_of_ints(count: int) -> Variable:
    return Variable(number=1, name="a", type=ArrayType(LP64.int, count), kind=VariableKind.LOCAL, function="main")


def test_many_steps_stay_in_the_variable() -> None:
    pointees, a = Pointees(), array_of_ints(20)
    moved = pointees.moved(pointees.to(a), ((-100, 100),), 4)
    assert moved is not None
    assert pointees.members(moved) == (Pointee(a, 0, 80, 4, is_cut=True),)
    assert pointees.members(moved)[0].accessed(4) == Pointee(a, 0, 76, 4, is_cut=True)


@pytest.mark.parametrize(("width", "low"), [(32, 0), (64, 8)])
def test_steps_around_all_of_memory_lead_before_the_beginning(width: int, low: int) -> None:
    pointees, a = Pointees(width), array_of_ints(4)
    moved = pointees.moved(pointees.to(a, 8), ((0, 2**31 - 1),), 4)
    assert moved is not None
    assert pointees.members(moved) == (Pointee(a, low, 16, 4, is_cut=True),)


def test_union_and_widening_hold_both() -> None:
    pointees, a = Pointees(), array_of_ints(5)
    one, other = pointees.to(a, 4), pointees.to(a, 12)
    for both in (pointees.union(one, other), pointees.widened(one, other), pointees.union(one, NULL)):
        assert both is not None
        assert pointees.covers(both, one)
    wide = pointees.widened(one, other)
    assert wide is not None
    assert pointees.covers(wide, other)
    assert not pointees.covers(wide, NULL)
    assert not pointees.covers(wide, pointees.to(a, 6))


@pytest.mark.parametrize("size", [1, 2, 4, 6])
def test_bytes_that_are_hit(size: int) -> None:
    a = array_of_ints(20)
    for pointee in (Pointee(a, 8, 8, 0), Pointee(a, 4, 40, 4), Pointee(a, 2, 50, 12), Pointee(a, 6, 20, 7)):
        for begin in range(60):
            hit = any(offset < begin + 4 and begin < offset + size for offset in pointee.offsets())
            assert pointee.is_hit(size, begin, begin + 4) == hit
