"""Regions: what a pointer may reach shares one, what nothing connects does not, and words are as large as accesses allow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.expressions import Deref, Expr, Variable, subexpressions
from whet.cfa.model import Program
from whet.cfa.operations import Call, expressions_of, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.pointers.regions import Region, Regions

MALLOC = "void *malloc(unsigned long); void *memcpy(void *, const void *, unsigned long);\n"


class Found:
    def __init__(self, text: str, folder: Path, machine: MachineModel = LP64) -> None:
        self.program: Program = program_of(MALLOC + text, folder, machine)
        self.regions = Regions(self.program)

    def variable(self, name: str) -> Variable:
        return next(variable for variable in self.program.variables() if variable.qualified_name == name)

    def of(self, name: str) -> Region:
        return self.regions.of_variable(self.variable(name))

    def accessed(self) -> set[Region]:
        """The regions of all accesses through pointers."""
        return {self._pointed_to(part.pointer) for part in self.dereferences()}

    def dereferences(self) -> list[Deref]:
        parts = (
            part for edge in self.program.edges() for expr in expressions_of(edge.operation) for part in subexpressions(expr)
        )
        return [part for part in parts if isinstance(part, Deref)]

    def _pointed_to(self, pointer: Expr) -> Region:
        return self.regions.of_pointer(pointer)


def test_arrays_that_no_pointer_connects_have_two_regions(tmp_path: Path) -> None:
    found = Found("int a[3], b[3]; int main(void) { int *p = a, *q = b; *p = 1; *q = 2; return a[1] + b[2]; }", tmp_path)
    assert found.of("a") is not found.of("b")
    assert found.of("a").only is found.variable("a")


def test_what_one_pointer_may_point_to_shares_a_region(tmp_path: Path) -> None:
    found = Found("int a[3], b[3], c; int main(int n, char **v) { int *p = n ? a : b; c = 1; return *p; }", tmp_path)
    assert found.of("a") is found.of("b")
    assert found.accessed() == {found.of("a")}
    assert found.of("a").only is None


def test_regions_follow_calls_results_and_memory(tmp_path: Path) -> None:
    text = """int a, b, c, d; int *id(int *p) { return p; } void put(int **to, int *p) { *to = p; }
    int main(void) { int *x = id(&a), *y = &b, *z; z = y; put(&z, &c); *z = 1; *x = 2; int *w = &d; *w = 3; return 0; }"""
    found = Found(text, tmp_path)
    assert found.of("b") is found.of("c")
    assert found.of("a") is not found.of("b")
    assert found.of("d") is not found.of("c")


def test_calls_through_pointers_connect(tmp_path: Path) -> None:
    text = "int a; void f(int *p) { *p = 1; } int main(void) { void (*g)(int *) = f; g(&a); return a; }"
    found = Found(text, tmp_path)
    assert found.accessed() == {found.of("a")}


def test_pointers_in_integers_are_followed_where_the_program_makes_them(tmp_path: Path) -> None:
    found = Found("int a; int main(void) { long n = (long)&a; int *p = (int *)(n + 0); *p = 1; return 0; }", tmp_path)
    assert found.accessed() == {found.of("a")}


def test_heap_blocks_belong_to_the_call_that_makes_them(tmp_path: Path) -> None:
    text = "int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2; return 0; }"
    one, other = sorted(Found(text, tmp_path).accessed(), key=lambda region: region.number)
    assert len(one.sites) == len(other.sites) == 1
    assert one.sites != other.sites
    assert not one.starts_zeroed


def test_structures_share_a_region_with_their_parts(tmp_path: Path) -> None:
    text = "struct s { int a; int *b; } x; int y; int main(void) { x.b = &y; int *p = &x.a; *p = 1; *x.b = 2; return 0; }"
    found = Found(text, tmp_path)
    assert found.accessed() == {found.of("x"), found.of("y")}


GRANULES = {
    "int a[3]; int main(void) { int i = 1; return a[i]; }": 4,
    "int a[3]; int main(void) { char *p = (char *)a; return p[1]; }": 1,
    "int a[3]; int main(void) { short *p = (short *)a; return *p; }": 2,
    "int a[3]; int main(void) { int *p = (int *)((char *)a + 1); return *p; }": 1,
    "struct { int x; int *y; } a; int main(void) { a.y = 0; return a.x; }": 4,
    "struct { long x; int *y; } a; int main(void) { a.y = 0; return a.x; }": 8,
    "struct { char x; int y; } a; int main(void) { a.y = 0; return a.x; }": 1,
    "double a[2]; int main(void) { return a[1]; }": 8,
    "long a[2], b[2]; int main(void) { memcpy(a, b, 12); return a[1]; }": 4,
    "struct { int x : 3; int y : 9; } a; int main(void) { return a.y; }": 2,
    "long a; int main(void) { long n = (long)&a; int *p = (int *)n; return *p; }": 1,
}


@pytest.mark.parametrize("text", GRANULES)
def test_a_word_divides_every_access(text: str, tmp_path: Path) -> None:
    assert Found(text, tmp_path).of("a").granule == GRANULES[text]


def test_words_depend_on_the_machine(tmp_path: Path) -> None:
    text = "struct n { int data; struct n *next; } a; int main(void) { a.next = &a; return a.next->data; }"
    assert Found(text, tmp_path, ILP32).of("a").granule == 4
    assert Found(text, tmp_path, LP64).of("a").granule == 4


def test_what_is_reachable_from_arguments(tmp_path: Path) -> None:
    text = "void f(void *); int *p, a, b; int main(void) { int *q = &b; p = &a; *q = *p; f(&p); return 0; }"
    found = Found(text, tmp_path)
    parts = [part for edge in found.program.main.edges() for part in flatten(edge.operation)]
    (call,) = [part for part in parts if isinstance(part, Call)]
    reachable = found.regions.reachable(call.arguments)
    assert found.of("p") in reachable
    assert found.of("a") in reachable
    assert found.of("b") not in reachable


def test_where_pointers_to_locals_may_be_left(tmp_path: Path) -> None:
    text = """int *g; int *f(void) { int a = 1, b = 2, c = 3, *p = &a, *q = &b; g = q; int *s = &c; *s = 1; return p; }
    int main(void) { f(); return 0; }"""
    found = Found(text, tmp_path)
    holders = {name: found.regions.holders(found.variable(f"f::{name}")) for name in "abc"}
    assert [[v.name for v in holders[name].lasting] for name in "abc"] == [["__return"], ["g"], []]
    assert not any(holders[name].memory for name in "abc")


# ---------------------------------------------------------------------------------------------------- pointers that lead anywhere


CLOSED = [
    "int a; int main(void) { int *p = &a; *p = 1; return 0; }",
    "int *__VERIFIER_nondet_pointer(void); int a; int main(void) { int *p = __VERIFIER_nondet_pointer(); *p = a; return 0; }",
    "long __VERIFIER_nondet_long(void); int a; int main(void) { int *p = (int *)__VERIFIER_nondet_long(); *p = a; return 0; }",
    "int a; int main(int n, char **v) { return v[1][2] + a; }",
    "int a; extern int *e; int main(void) { return *e + a; }",
    "int a; int main(void) { int *p; p = &a; return *p; }",
    "union u { int *p; char c[8]; } u; int a; int main(void) { u.p = &a; return *u.p; }",
    "union u { int *p; char c[8]; } u; int a; int main(void) { int *p = &a; u.c[0] = *p; return u.c[1]; }",
    "struct n { struct n *next; int data; }; int main(void) { struct n *p = malloc(16), *q = (struct n *)p; p->next = q; return"
    " p->next->data; }",
]


@pytest.mark.parametrize("text", CLOSED)
def test_pointers_that_are_followed_open_nothing(text: str, tmp_path: Path) -> None:
    found = Found(text, tmp_path)
    assert found.accessed()
    assert not any(region.is_open for region in found.regions.all())


OPEN = [
    'int main(void) { int *p; __asm__("" : "=r"(p)); return *p; }',
    'int main(void) { int **p; __asm__("" : "=r"(p)); return **p; }',
    "union u { int *p; unsigned char c[8]; } u, w; int a; int main(void) { u.p = &a; for (int i = 0; i < 8; i++) w.c[i] = u.c[i];"
    " return *w.p; }",
    "int a; int main(void) { int *p = &a, *q; char *x = (char *)&p, *y = (char *)&q; for (int i = 0; i < 8; i++) y[i] = x[i];"
    " return *q; }",
    "union u { int *p; int h[2]; } u; int a; int main(void) { u.p = &a; long n = (unsigned)u.h[0] | (long)u.h[1] << 32;"
    " return *(int *)n; }",
    "int a; char b[8]; int main(void) { int *p = &a; memcpy(b, &p, 8); char c[8]; for (int i = 0; i < 8; i++) c[i] = b[i];"
    " memcpy(&p, c, 8); return *p; }",
    "struct s { int *p; } s; struct t { int x, y; }; int a; int main(void) { s.p = &a; struct t *v = (struct t *)&s, w;"
    " w.x = v->x; w.y = v->y; struct s *r = (struct s *)&w; return *r->p; }",
]


@pytest.mark.parametrize("text", OPEN)
def test_pointers_from_elsewhere_may_lead_anywhere(text: str, tmp_path: Path) -> None:
    assert any(region.is_open for region in Found(text, tmp_path).accessed())


def test_what_may_be_reached_from_anywhere(tmp_path: Path) -> None:
    text = """int a, b[2], c; int main(void) { int *p; __asm__("" : "=r"(p)); *p = 1; p = malloc(4); *p = b[c];
    int *q = &a; return *q; }"""
    found = Found(text, tmp_path)
    exposed = found.regions.exposed()
    assert found.of("a") in exposed
    assert found.of("b") not in exposed, "no pointer can point to it"
    assert any(region.sites for region in exposed)


def test_a_pointer_stored_through_an_open_one_opens_what_memory_points_to(tmp_path: Path) -> None:
    text = """int a, b, *g, **h = &g; int main(void) { %s int **p; __asm__("" : "=r"(p)); *p = &a; *h = &b;
    return *g; }"""
    assert any(region.is_open for region in Found(text % "", tmp_path).accessed() if region.variables)
    found = Found("int a, b, *g, **h = &g; int main(void) { int **p = &g; *p = &a; *h = &b; return *g; }", tmp_path)
    assert not any(region.is_open for region in found.accessed())


def test_results_of_unknown_functions_point_to_what_their_arguments_lead_to(tmp_path: Path) -> None:
    text = """int *pick(int *, int *); int a, b, c; int main(void) { int *q = &c, *p = pick(&a, &b); *p = *q; return 0; }"""
    found = Found(text, tmp_path)
    assert found.of("a") is found.of("b")
    assert found.of("a") is not found.of("c")
    assert found.of("a") in found.accessed()


def test_unknown_functions_may_connect_what_they_reach(tmp_path: Path) -> None:
    text = """void link(int **, int *); int a, b, *p; int main(void) { int *q = &b; link(&p, &a); *p = *q; return 0; }"""
    found = Found(text, tmp_path)
    assert found.of("a") in found.accessed()
    assert found.of("a") is not found.of("b")


def test_all_results_of_a_function_may_be_the_same(tmp_path: Path) -> None:
    text = "int *get(void), *other(void); int main(void) { int *p = get(), *q = get(), *r = other(); return *p + *q + *r; }"
    assert len(Found(text, tmp_path).accessed()) == 2
    assert len(Found("extern int *d, *e; int main(void) { return *d + *e; }", tmp_path).accessed()) == 1


def test_what_a_function_of_the_library_leads_to_belongs_to_it(tmp_path: Path) -> None:
    text = "char *strerror(int); int a; int main(void) { int *p = &a; return *strerror(1) + *p; }"
    assert sorted(region.is_foreign for region in Found(text, tmp_path).accessed()) == [False, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x; char c[4]; int main(void) { char *p = c; *p = 1; }", False),
        ("int x; int *c[4]; int main(void) { int **p = c; *p = &x; }", True),
        ("struct s { int n; int (*f)(void); } c; int main(void) { struct s *p = &c; p->n = 1; }", True),
        ("struct s { int n; } c; int main(void) { struct s *p = &c; p->n = 1; }", False),
        ("int x; unsigned long c; int main(void) { unsigned long *p = &c; *p = (unsigned long)&x; }", True),
        ("char *other(void); int main(void) { char *p = other(); *p = 1; }", True),
        ("struct s { int n; void *v; }; int main(void) { struct s *p = malloc(16); p->n = 1; }", True),
        ("int main(void) { char *p = malloc(16); *p = 1; }", False),
    ],
)
def test_where_addresses_may_be(text: str, expected: bool, tmp_path: Path) -> None:
    found = Found(text, tmp_path)
    (pointer,) = {part.pointer for part in found.dereferences()}
    assert found.regions.may_hold_addresses(pointer) is expected
