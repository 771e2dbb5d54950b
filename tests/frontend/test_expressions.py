"""Objects, pointers, calls and builtins."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body, Lower, operations, unsupported
from whet.cfa.expressions import VariableKind
from whet.cfa.types import ILP32, LP64, MachineModel

DECLARATIONS = """
struct P { int x, y; int a[3]; }; struct P s, *ps, ss[2]; struct P make(int);
union U { int i; char c[4]; float f; } u;
struct Q { int k; struct { int v; union { int w; short z; }; }; struct P p; } q;
struct B { unsigned low : 3; int middle : 5; } b;
int i, j, a[4], m[2][3], *p, **pp, (*pm)[3]; char *str; void *vp;
int h(int), (*fp)(int), (*table[2])(int), (*pick(int))(int);
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = a[2];", "i = a[2]"),
        ("i = 2[a];", "i = a[2]"),
        ("i = *a;", "i = a[0]"),
        ("i = *(a + 1);", "i = a[1]"),
        ("i = m[1][2];", "i = m[1][2]"),
        ("i = *(*(m + 1) + 2);", "i = ((int *)(m + 1))[2]"),
        ("i = *&j;", "i = j"),
        ("i = *&a[j];", "i = a[j]"),
        ("p = &a[j];", "p = &a[j]"),
        ("p = a;", "p = a"),
        ("p = &*p;", "p = p"),
        ("p = m[1];", "p = m[1]"),
        ("pm = m;", "pm = m"),
        ("pm = &m[1];", "pm = &m[1]"),
        ("i = pm[1][j];", "i = ((int *)(pm + 1))[j]"),
        ("i = (*pm)[1];", "i = ((int *)pm)[1]"),
        ("i = p[j];", "i = p[j]"),
        ("i = p[-1];", "i = p[-1]"),
        ("i = *(p - j);", "i = *(p - j)"),
        ("i = **pp;", "i = **pp"),
        ("i = p - a;", "i = (int)(p - a)"),
        ("i = &m[1] - m;", "i = (int)(&m[1] - m)"),
        ("vp = vp + 4;", "vp = vp + 4"),
        ("p = (int *)str + 1;", "p = (int *)str + 1"),
        ("a[i] = j;", "a[i] = j"),
        ("*(short *)p = 1;", "*(short *)p = 1"),
        ('i = "abc"[1];', 'i = (int)"abc"[1]'),
    ],
)
def test_pointer_and_array_access(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = s.y;", "i = s.y"),
        ("i = ps->y;", "i = ps->y"),
        ("i = (*ps).a[1];", "i = ps->a[1]"),
        ("i = (&s)->x;", "i = s.x"),
        ("i = ss[1].a[j];", "i = ss[1].a[j]"),
        ("i = ps[1].x;", "i = ps[1].x"),
        ("i = (ps + 1)->x;", "i = ps[1].x"),
        ("i = u.c[0];", "i = (int)u.c[0]"),
        ("i = q.v + q.w + q.z;", "i = q.v + q.w + (int)q.z"),
        ("q.p.a[2] = 1;", "q.p.a[2] = 1"),
        ("s = *ps;", "s = *ps"),
        ("ss[0] = ss[1];", "ss[0] = ss[1]"),
        ("p = &q.w;", "p = &q.w"),
        ("p = ps->a;", "p = ps->a"),
    ],
)
def test_member_access(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("s = make(1);", ["s = make(1)"]),
        ("ss[1] = make(1);", ["struct P __tmp", "__tmp = make(1)", "ss[1] = __tmp"]),
        ("i = make(1).y;", ["struct P __tmp", "__tmp = make(1)", "i = __tmp.y"]),
        ("i = make(1).a[j];", ["struct P __tmp", "__tmp = make(1)", "i = __tmp.a[j]"]),
        ("i = (s = *ps).x;", ["s = *ps", "i = s.x"]),
        ("i = (j ? s : *ps).x;", ["struct P __tmp", "__tmp = s", "__tmp = *ps", "i = __tmp.x", "[j]", "[!j]"]),
    ],
)
def test_structure_values(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


def test_array_of_a_returned_structure_is_no_temporary(lower: Lower) -> None:
    program = lower("struct P { int a[3]; }; struct P make(void); int h(int *); int main(void) { return h(make().a); }")
    assert [variable.kind for variable in program.address_taken] == [VariableKind.LOCAL]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = h(1);", "i = h(1)"),
        ("i = (*h)(1);", "i = h(1)"),
        ("i = (&h)(1);", "i = h(1)"),
        ("i = (**h)(1);", "i = h(1)"),
        ("i = fp(1);", "i = fp(1)"),
        ("i = (*fp)(1);", "i = fp(1)"),
        ("i = (***fp)(1);", "i = fp(1)"),
        ("i = table[1](2);", "i = table[1](2)"),
        ("i = (*table[j])(2);", "i = table[j](2)"),
        ("fp = h;", "fp = h"),
        ("fp = &h;", "fp = h"),
        ("fp = &*fp;", "fp = fp"),
        ("fp = *fp;", "fp = fp"),
        ("i = fp == h;", "i = fp == h"),
        ("vp = h;", "vp = (void *)h"),
    ],
)
def test_function_pointers(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


def test_call_of_what_a_call_returns(body: Body) -> None:
    assert body("i = pick(1)(2);", DECLARATIONS) == ["__tmp = pick(1)", "i = __tmp(2)"]


def test_call_with_another_type_goes_through_a_pointer(body: Body) -> None:
    assert body("((void (*)(long))h)(3);", DECLARATIONS) == ["((void (*)(long))h)(3L)"]


@pytest.mark.parametrize(
    ("machine", "expected"),
    [(LP64, "8UL 20UL 4UL 1UL 8UL 16UL 12UL 4UL 3UL"), (ILP32, "4U 20U 4U 1U 4U 16U 12U 4U 3U")],
    ids=str,
)
def test_sizes_are_constants(machine: MachineModel, expected: str, lower: Lower) -> None:
    text = """
    struct P { int x, y; int a[3]; };
    unsigned long out(unsigned long);
    int main(void) {
        int i = 0, a[4]; struct P s;
        out(sizeof(int *)); out(sizeof s); out(sizeof(i++)); out(sizeof(char)); out(_Alignof(char *)); out(sizeof a);
        out(__builtin_offsetof(struct P, a[1])); out(__alignof__(i)); out(sizeof "ab");
        return i;
    }
    """
    shown = [line for line in operations(lower(text, machine)) if line.startswith("out")]
    assert " ".join(line[4:-1] for line in shown) == expected
    assert operations(lower(text, machine))[-1] == "return i"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = __builtin_expect(j, 0);", ["i = (int)(long)j"]),
        ("if (__builtin_expect(!!(j > 1), 0)) f();", ["[j > 1]", "[!(j > 1)]", "f()"]),
        ("i = __builtin_choose_expr(1, j, f());", ["i = j"]),
        ("i = __builtin_types_compatible_p(int, int);", ["i = 1"]),
        ("i = __builtin_types_compatible_p(typeof(j), int);", ["i = 1"]),
        ("i = __builtin_types_compatible_p(typeof(j), char);", ["i = 0"]),
        ("i = __builtin_constant_p(3) + __builtin_constant_p(j);", ["__tmp = 0", "havoc __tmp", "i = 1 + (__tmp != 0)"]),
        ("i = ({ int k = j; k + 1; });", ["int k", "k = j", "__tmp = k + 1", "i = __tmp"]),
        ("typeof(j++) k = 1;", ["int k", "k = 1"]),
        ("i = __extension__ j;", ["i = j"]),
        ("i = (f(), j);", ["f()", "i = j"]),
        ("p = (int[]){1, 2};", ["int __literal[2] = {0}", "__literal[0] = 1", "__literal[1] = 2", "p = __literal"]),
        ("ps = &(struct P){.y = 2};", ["struct P __literal = {0}", "__literal.y = 2", "ps = &__literal"]),
        ("i = (int){j};", ["int __literal", "__literal = j", "i = __literal"]),
        ("u = (union U)j;", ["union U __tmp", "union U __tmp = {0}", "__tmp.i = j", "u = __tmp"]),
        ("str = __func__;", ['str = "main"']),
    ],
)
def test_extensions_and_builtins(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


def test_transparent_union_holds_the_argument(body: Body) -> None:
    declarations = "typedef union { int *i; char *c; } T __attribute__((transparent_union)); void take(T); char *c;"
    assert body("take(c);", declarations) == ["union T __literal = {0}", "__literal.i = (int *)c", "take(__literal)"]


@pytest.mark.parametrize(
    ("parameter", "use", "expected"),
    [
        ("int x[3]", "x[1]", "return x[1]"),
        ("int x[3]", "*(x ? x : 0)", "return *__tmp"),
        ("int x[3]", "*(x ?: 0)", "return *__tmp__2"),
        ("int x[3]", "*({ x; })", "return *__tmp"),
        ("int x[3]", "*(0, x)", "return *x"),
        ("int x[3]", "sizeof x", "return 8"),
        ("int x[3]", "**&x", "return *x"),
        ("int x[2][3]", "x[1][2]", "return ((int *)(x + 1))[2]"),
        ("int x(int)", "x(1)", "return __tmp"),
        ("int x(int)", "(x ? x : 0)(1)", "return __tmp"),
        ("const int x[const]", "x[0]", "return *x"),
    ],
)
def test_array_and_function_parameters_are_pointers(parameter: str, use: str, expected: str, lower: Lower) -> None:
    program = lower(f"int k({parameter}) {{ return {use}; }} int main(void) {{ return k(0); }}")
    assert operations(program, "k")[-1] == expected
    assert unsupported(program) == []


def test_variable_length_array_has_its_size_at_run_time(lower: Lower) -> None:
    program = lower("int main(int n, char **v) { int a[n][n + 1]; n = 0; a[1][2] = 3; return sizeof a[0]; }")
    assert operations(program) == [
        "__tmp = n + 1",
        "__tmp__2 = (unsigned long)__tmp * 4UL",
        "__tmp__3 = n",
        "__tmp__4 = (unsigned long)__tmp__3 * __tmp__2",
        "int a[][] /* __tmp__4 bytes */",
        "n = 0",
        "((int *)(int (*)[])((char *)a + 1L * (long)__tmp__2))[2] = 3",
        "return (int)__tmp__2",
    ]


def test_variable_length_parameter_is_measured_on_entry(lower: Lower) -> None:
    program = lower("int k(int n, int a[n][n]) { return a[1][0]; } int main(void) { return k(0, 0); }")
    assert operations(program, "k")[:4] == [
        "__tmp = n",
        "__tmp__2 = (unsigned long)__tmp * 4UL",
        "__tmp__3 = n",
        "__tmp__4 = (unsigned long)__tmp__3 * __tmp__2",
    ]


def test_value_of_a_bit_field_assignment_is_what_fits(body: Body) -> None:
    assert body("i = b.low = 9;", DECLARATIONS) == ["b.low = 9U", "__tmp = b.low", "i = (int)__tmp"]
    assert body("i = b.low++;", DECLARATIONS)[:2] == ["__tmp = b.low", "b.low = (unsigned int)((int)__tmp + 1)"]
    assert body("i = b.middle += 40;", DECLARATIONS) == ["b.middle = b.middle + 40", "__tmp = b.middle", "i = __tmp"]


def test_volatile_is_known(lower: Lower) -> None:
    program = lower("volatile int v; int w; int main(int a, volatile char **b) { volatile char c[2]; return v + w + c[0] + a; }")
    assert {variable.name: variable.is_volatile for variable in program.variables() if not variable.name.startswith("__")} == {
        "v": True,
        "w": False,
        "a": False,
        "b": False,
        "c": True,
    }


def test_members_with_a_dollar_are_members(body: Body) -> None:
    assert body("t.c = 3;", "struct { int a$b; int c; } t = {1, 2};") == ["t.c = 3"]
    shown = body("struct { int a$b; int c; } t = {1, 2};")
    assert shown[1:] == ["t.a$b = 1", "t.c = 2"]


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("i / j;", "i / j"),
        ("(void)(i % j);", "i % j"),
        ("i + j;", "i + j"),
        ("(void)(i << j);", "i << j"),
        ("i = (1 / j, 2);", "1 / j"),
        ("a[i / j];", "a[i / j]"),
        ("-(i / j);", "i / j"),
        ("h(1) / j;", "__tmp / j"),
        ("__builtin_expect(i / j, 1);", "(long)(i / j)"),
        ("if (__builtin_expect(i, 1 / j)) i = 2;", "1 / j"),
    ],
)
def test_arithmetic_whose_result_nobody_wants_is_evaluated(statement: str, kept: str, body: Body) -> None:
    assert any(f"= {kept}" in line or f"= -({kept})" in line for line in body(statement, DECLARATIONS))


@pytest.mark.parametrize("statement", ["i < j;", "sizeof(i / j);", "6 / 3;", "(void)i;"])
def test_other_values_that_nobody_wants_are_left_out(statement: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == []
