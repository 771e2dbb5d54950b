"""Initialisers: what is stored where, and when.  Layouts are compared with gcc elsewhere, byte by byte."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body, Lower, operations, path, unsupported
from whet.cfa.model import Program
from whet.cfa.types import ArrayType

TYPES = """
struct P { int x, y; }; struct Q { struct P a, b[2]; char s[3]; };
union U { int i; struct P p; char c[8]; }; struct A { int k; struct { int v; union { int w; short z; }; }; int e; };
struct F { unsigned a : 3; int : 5; unsigned b : 4; }; struct P make(void);
"""


@pytest.mark.parametrize(
    ("declaration", "stores"),
    [
        ("int v = 3;", "v = 3"),
        ("int v = {3};", "v = 3"),
        ("int v[3] = {1, 2};", "v[0] = 1; v[1] = 2"),
        ("int v[] = {1, 2,};", "v[0] = 1; v[1] = 2"),
        ("int v[2][2] = {1, 2, 3};", "v[0][0] = 1; v[0][1] = 2; v[1][0] = 3"),
        ("int v[2][2] = {{1}, {2}};", "v[0][0] = 1; v[1][0] = 2"),
        ("struct P v[2] = {1, 2, 3};", "v[0].x = 1; v[0].y = 2; v[1].x = 3"),
        ("struct P v[2] = {{1}, 3};", "v[0].x = 1; v[1].x = 3"),
        ('struct Q v = {1, 2, 3, 4, {5}, "a"};', "v.a.x = 1; v.a.y = 2; v.b[0].x = 3; v.b[0].y = 4; v.b[1].x = 5; v.s[0] = 97"),
        ("struct F v = {1, 2};", "v.a = 1U; v.b = 2U"),
        ("union U v = {7};", "v.i = 7"),
        ("struct A v = {1, 2, 3, 4};", "v.k = 1; v.v = 2; v.w = 3; v.e = 4"),
        ("struct A v = {1, {2, {3}}, 4};", "v.k = 1; v.v = 2; v.w = 3; v.e = 4"),
        ("struct P v = {};", ""),
    ],
)
def test_list_fills_parts_in_order(declaration: str, stores: str, body: Body) -> None:
    assert "; ".join(body(declaration, TYPES)[1:]) == stores


@pytest.mark.parametrize(
    ("declaration", "stores"),
    [
        ("int v[4] = {[2] = 1, 2, [0] = 3};", "v[2] = 1; v[3] = 2; v[0] = 3"),
        ("int v[] = {[1] = 1, 2};", "v[1] = 1; v[2] = 2"),
        ("int v[4] = {[1 ... 2] = 5, 6};", "v[1] = 5; v[2] = 5; v[3] = 6"),
        ("struct P v = {.y = 1, .x = 2};", "v.y = 1; v.x = 2"),
        ("struct P v = {y : 1, x : 2};", "v.y = 1; v.x = 2"),
        ("int v[3] = {[1] 7};", "v[1] = 7"),
        ("struct Q v = {.b[1].y = 1, .a = {2}};", "v.b[1].y = 1; v.a.x = 2"),
        ('struct Q v = {.b[0].y = 1, 2, 3, "a"};', "v.b[0].y = 1; v.b[1].x = 2; v.b[1].y = 3; v.s[0] = 97"),
        ("int v[2][2] = {[1][0] = 1, 2};", "v[1][0] = 1; v[1][1] = 2"),
        ("int v[3][2] = {[1] = 1, 2, 3};", "v[1][0] = 1; v[1][1] = 2; v[2][0] = 3"),
        ("int v[2][2] = {[0 ... 1][1] = 1};", "v[0][1] = 1; v[1][1] = 1"),
        ("struct P v[2] = {[0 ... 1].y = 1};", "v[0].y = 1; v[1].y = 1"),
        ("struct A v = {.v = 1, .z = 2, 3};", "v.v = 1; v.z = 2; v.e = 3"),
        ("struct A v = {.v = 1, 2, 3};", "v.v = 1; v.w = 2; v.e = 3"),
        ("union U v = {.p.y = 1};", "v.p.y = 1"),
    ],
)
def test_designators_choose_parts(declaration: str, stores: str, body: Body) -> None:
    assert "; ".join(body(declaration, TYPES)[1:]) == stores


@pytest.mark.parametrize(
    ("declaration", "stores"),
    [
        ("struct P v[3] = {[0 ... 2] = {1, 2}, [1] = {3}};", "v[0].x = 1; v[0].y = 2; v[2].x = 1; v[2].y = 2; v[1].x = 3"),
        ("struct Q v = {.a = {1, 2}, .a = {3}};", "v.a.x = 3"),
        ("struct Q v = {.a = {1, 2}, .a.y = 3};", "v.a.x = 1; v.a.y = 3"),
        ("struct P w; struct Q v = {.a = w, .a.y = 3};", "struct Q v = {0}; v.a.y = 3"),
        ("int v[2] = {[0] = 1, [0] = 2};", "v[0] = 2"),
        ("union U v = {.p = {1, 2}, .i = 3};", "v.i = 3"),
        ("union U v = {.p.x = 1, .p.y = 2};", "v.p.x = 1; v.p.y = 2"),
    ],
)
def test_part_mentioned_again_forgets_what_it_had(declaration: str, stores: str, body: Body) -> None:
    assert "; ".join(body(declaration, TYPES)[1:]) == stores


@pytest.mark.parametrize(
    ("declaration", "size", "stores"),
    [
        ('char v[] = "ab";', 3, "v[0] = 97; v[1] = 98"),
        ('char v[2] = "ab";', 2, "v[0] = 97; v[1] = 98"),
        ('char v[5] = {"ab"};', 5, "v[0] = 97; v[1] = 98"),
        ('char v[] = ("a\\0b");', 4, "v[0] = 97; v[2] = 98"),
        ('char v[2][3] = {"ab", {99}};', 6, "v[0][0] = 97; v[0][1] = 98; v[1][0] = 99"),
        ('int v[3] = L"a";', 12, "v[0] = 97"),
        ("char v[] = {97, 0};", 2, "v[0] = 97; v[1] = 0"),
        ('unsigned char v[] = "\\xff";', 2, "v[0] = 255"),
    ],
)
def test_string_fills_an_array(declaration: str, size: int, stores: str, lower: Lower) -> None:
    program = lower(f"int main(void) {{ {declaration} return 0; }}")
    assert operations(program)[0].endswith(" = {0}")
    assert program.main.variables[1].type.size == size
    assert "; ".join(operations(program)[1:-1]) == stores


@pytest.mark.parametrize(
    ("declaration", "operations_expected"),
    [
        ("int v = f();", ["int v", "v = f()"]),
        ("struct P v = make();", ["struct P v", "v = make()"]),
        ("struct P w; struct P v = w;", ["struct P w", "struct P v", "v = w"]),
        ("struct P w; struct Q v = {w, .b[1] = make()};", ["v.a = w", "__tmp = make()", "v.b[1] = __tmp"]),
        ("int v[3] = {[0 ... 2] = f()};", ["__tmp = f()", "v[0] = __tmp", "v[1] = v[0]", "v[2] = v[0]"]),
        ("int v[2] = (int[2]){1};", ["int v[2] = {0}", "v[0] = 1"]),
        ("int v = {};", ["int v", "v = 0"]),
        ("int *v = {};", ["int *v", "v = 0"]),
        ("struct P v = (struct P){.y = 1};", ["struct P v", "struct P __literal = {0}", "__literal.y = 1", "v = __literal"]),
    ],
)
def test_value_initialises(declaration: str, operations_expected: list[str], body: Body) -> None:
    assert body(declaration, TYPES)[-len(operations_expected) :] == operations_expected


def start(program: Program) -> list[str]:
    """What happens before ``main`` is called."""
    shown = [line for line in path(program.start) if line != "skip"]
    return shown[: shown.index("main()")]


def test_static_objects_are_zero_and_then_initialised(lower: Lower) -> None:
    program = lower(
        "int a; int b = 2; extern int c; static int d; int e; int e = 5; int main(void) { return a + b + c + d + e; }"
    )
    assert start(program) == ["int a = 0", "int b = 0", "int c", "int d = 0", "int e = 0", "b = 2", "e = 5"]


def test_static_local_is_initialised_once(lower: Lower) -> None:
    program = lower("int count(void) { static int n = 3; return n++; } int main(void) { return count(); }")
    assert start(program) == ["int n = 0", "n = 3"]
    assert operations(program, "count") == ["__tmp = n", "n = __tmp + 1", "return __tmp"]


def test_static_locals_and_globals_of_one_name_are_different(lower: Lower) -> None:
    text = "int f(void) { static int x = 1; return x; } int x = 2; int g(void) { static int x = 3; return x; }"
    program = lower(f"{text} int main(void) {{ return f() + x + g(); }}")
    assert sorted(variable.name for variable in program.globals) == ["x", "x__2", "x__3"]
    assert operations(program)[1:3] == ["__tmp__2 = __tmp + x", "__tmp__3 = g()"]


def test_extern_in_a_function_is_the_global(lower: Lower) -> None:
    program = lower("int f(void) { extern int x; return x; } int x = 2; int main(void) { extern int x; return f() + x; }")
    assert [variable.name for variable in program.globals] == ["x"]
    assert start(program) == ["int x = 0", "x = 2"]


@pytest.mark.parametrize(
    ("declarations", "count"),
    [
        ("extern int v[]; int v[3];", 3),
        ("int v[]; int v[4];", 4),
        ("int v[] = {1, 2};", 2),
        ("int v[];", 1),
        ("extern int v[];", None),
    ],
)
def test_incomplete_array_is_completed(declarations: str, count: int | None, lower: Lower) -> None:
    program = lower(f"{declarations} int main(void) {{ return v[0]; }}")
    (variable,) = program.globals
    assert isinstance(variable.type, ArrayType)
    assert variable.type.count == count


def test_address_constants(lower: Lower) -> None:
    declarations = """
    int a[4]; struct P { int x, y; } s; int f(void), *p = &a[1], *q = a + 2, *r = &s.y, *z = 0, (*g)(void) = f, (*h)(void) = &f;
    char *c = (char *)&a + 4, *t = "x"; unsigned long n = (unsigned long)&((struct P *)0)->y; void *v = &p;
    int *l = (int[]){7, 8}; struct P *m = &(struct P){.y = 9}, w = (struct P){5};
    """
    program = lower(
        f"{declarations} int main(void) {{ return *p + *q + *r + *c + *t + n + g() + h() + !z + !v + *l + m->y + w.x; }}"
    )
    shown = [line for line in start(program) if not line.startswith(("int ", "char ", "struct ", "unsigned ", "void "))]
    assert shown == [
        "p = &a[1]",
        "q = a + 2",
        "r = &s.y",
        "c = (char *)&a + 4",
        't = "x"',
        "n = (unsigned long)&((struct P *)0)->y",
        "g = f",
        "h = f",
        "z = 0",
        "v = (void *)&p",
        "__literal[0] = 7",
        "__literal[1] = 8",
        "l = __literal",
        "__literal__2.y = 9",
        "m = &__literal__2",
        "__literal__3.x = 5",
        "w = __literal__3",
    ]
    assert unsupported(program) == []


@pytest.mark.parametrize(
    ("initialiser", "size"), [("{3, {1, 2, 3}}", 7), ('{2, "ab"}', 7), ("{1}", None), ("{.t = {[4] = 1}}", 9)]
)
def test_flexible_array_makes_the_object_greater(initialiser: str, size: int | None, lower: Lower) -> None:
    program = lower(f"struct F {{ int n; char t[]; }} v = {initialiser}; int main(void) {{ return v.n; }}")
    shown = "struct F v = {0}" if size is None else f"struct F v /* {size}UL bytes */ = {{0}}"
    assert shown in start(program)


def test_range_with_effects_on_arrays_is_not_supported(lower: Lower) -> None:
    program = lower("int f(void); int main(void) { int v[2][2] = {[0 ... 1] = {f()}}; return v[0][0]; }")
    assert unsupported(program) == ["1:31 range of array elements initialised with a side effect"]


def test_designators_made_by_macros(lower: Lower) -> None:
    macros = "#define RANGE(a, b) [a ... b]\n#define AT(a, b) [a][b]\n"
    program = lower(f"{macros}int main(void) {{ int v[4] = {{RANGE(1, 2) = 5}}; return v[0]; }}")
    assert operations(program)[1:-1] == ["v[1] = 5", "v[2] = 5"]
    program = lower(f"{macros}int main(void) {{ int v[2][2] = {{AT(1, 1) = 5}}; return v[0][0]; }}")
    assert unsupported(program) == ["3:18 designator made by a macro"]


def constants(count: int, first: int = 1) -> str:
    return ", ".join(map(str, range(first, first + count)))


LONG = [
    (f"unsigned short v[] = {{{constants(100, 300)}}};", b"".join(n.to_bytes(2, "little") for n in range(300, 400)), []),
    (f"char v[200] = {{{constants(64)}, [120] = -1, 0, 0}};", bytes(range(1, 65)) + bytes(56) + b"\xff", []),
    (f'char v[] = "{"ab" * 40}";', b"ab" * 40, []),
    (f"struct P v[40] = {{{constants(70)}}};", b"".join(n.to_bytes(4, "little") for n in range(1, 71)), []),
    ("struct F v[70] = {" + "{5, 9}, " * 65 + "};", (5 | 9 << 8).to_bytes(4, "little")[:4] * 64 + b"\x05\x09", []),
    ("union U v[64] = {" + "{.c = {1, 2}}, " * 64 + "};", (b"\x01\x02" + bytes(6)) * 63 + b"\x01\x02", []),
    (f"int *p; struct {{ int *q; int n; }} v[70] = {{{'{p, 7}, ' * 2}{'{0, 9}, ' * 62}}};", None, ["v[0].q = p", "v[1].q = p"]),
    ("float v[70] = {" + "1.0f, " * 64 + "};", b"\x00\x00\x80\x3f" * 64, []),
    ("_Bool v[70] = {" + "7, " * 64 + "};", b"\x01" * 64, []),
]


@pytest.mark.parametrize(("declaration", "contents", "others"), LONG)
def test_many_constants_are_contents_of_one_declaration(
    declaration: str, contents: bytes | None, others: list[str], lower: Lower
) -> None:
    program = lower(f"{TYPES} int main(void) {{ {declaration} return 0; }}")
    (variable,) = (each for each in program.main.variables if each.name == "v")
    assert variable.contents is not None
    assert contents is None or variable.contents == contents
    assert operations(program)[-2 - len(others)].endswith(f"= {{/* {len(variable.contents)} bytes */}}")
    assert operations(program)[-1 - len(others) : -1] == others
    assert not variable.is_table


@pytest.mark.parametrize(
    "declaration",
    [
        f"int v[100] = {{{constants(63)}}};",
        f"volatile int v[] = {{{constants(100)}}};",
        f"int v[] = {{{constants(99)}, f()}};",
        f"int v[1000000] = {{{constants(99)}, [999999] = 1}};",
        "int n = 0; int v[] = {" + "n, " * 100 + "};",
        "char *v[] = {" + "(char *)-1, " * 100 + "};",
        "union { long n; char *p; } v[] = {" + "{1}, " * 100 + "};",
        "union { unsigned char n; _Bool b; } v[] = {" + "{5}, " * 100 + "};",
    ],
)
def test_short_and_other_initialisers_are_assignments(declaration: str, body: Body) -> None:
    assert len(body(declaration, TYPES)) > 60


def test_only_constant_static_objects_without_other_stores_are_tables(lower: Lower) -> None:
    many = constants(70)
    program = lower(
        f"int n; const int a[] = {{{many}}}; int b[] = {{{many}}}; const struct {{ int *p; int m[70]; }} c = {{&n, {{{many}}}}};"
        f"int main(void) {{ static const int d[] = {{{many}}}; const int e[] = {{{many}}};"
        "return a[0] + b[0] + c.m[0] + d[0] + e[0]; }"
    )
    assert {each.name for each in program.variables() if each.is_table} == {"a", "d"}
    assert {each.name for each in program.variables() if each.contents is not None} == {"a", "b", "c", "d", "e"}
