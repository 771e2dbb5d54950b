"""Macros and builtins of which clang makes something else than gcc: gcc's meaning, or a refusal, and never clang's."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, operations, unsupported

LINES = {
    "last parenthesis": ("#define N(x) f(__LINE__)", "N(\n0\n);", 3),
    "through another macro": ("#define M(x) f(__LINE__)\n#define N(x) M(x)", "N(\n0\n);", 4),
    "in an argument": ("#define M(x) x\n#define N(x) f(__LINE__)", "M(\nN(\n0\n));", 5),
    "written in an argument": ("#define N(x) f(x)\n#define O __LINE__", "N(\n__LINE__\n);", 5),
    "in one line": ("#define N(x) f(__LINE__)", "N(0);", 3),
    "with a line of its own": ("#define N(x) f(__LINE__)\n#line 100", "N(\n0\n);", 101),
}


@pytest.mark.parametrize("case", LINES)
def test_line_in_a_macro_is_that_of_its_name(case: str, lower: Lower) -> None:
    definitions, use, line = LINES[case]
    program = lower(f"{definitions}\nint f(int);\nint main(void) {{ {use} return 0; }}")
    assert unsupported(program) == []
    assert f"f({line})" in operations(program)


REFUSED = {
    "line in an expression": ("#define N(x) __LINE__", "int l = N(\n0\n);", "__LINE__ in a macro over several lines"),
    "line of a label": ("#define N(x) __LINE__", "switch (0) { case N(\n0\n): ; }", "__LINE__ in a macro over several lines"),
    "line of an enumerator": ("#define N(x) __LINE__", "enum { E = N(\n0\n) };", "__LINE__ in a macro over several lines"),
    "number that is in the macro": ("#define N(x) f(__LINE__ , 5)", "N(\n0\n);", "__LINE__ in a macro over several lines"),
    "line in a string": (
        "#define S(x) #x\n#define T(x) S(x)\n#define N(x) T(__LINE__)",
        "const char *s = N(\n0\n);",
        "__LINE__ in a macro over several lines",
    ),
    "line that is asked for": ("", "int l = __builtin_LINE();", "__builtin_LINE"),
    "name that is asked for": (
        "#ifdef __PRETTY_FUNCTION__\nint x;\n#endif",
        "",
        "question to the compiler (__PRETTY_FUNCTION__)",
    ),
    "name in a string": (
        "#define S(x) #x\n#define T(x) S(x)",
        "const char *s = T(__PRETTY_FUNCTION__);",
        "__PRETTY_FUNCTION__ in a string",
    ),
    "const variable": ("const int c = 5;", "int r = __builtin_constant_p(c);", "constant_p"),
    "character of a literal": ("", 'int r = __builtin_constant_p("abc"[0]);', "constant_p"),
    "choice by a const variable": (
        "const int c = 5;",
        "int r = __builtin_choose_expr(__builtin_constant_p(c), 1, 2);",
        "constant_p",
    ),
    "enumerator by a const variable": ("const int c = 5; enum { E = __builtin_constant_p(c) };", "", "constant_p"),
    "bound by a const variable": ("const int c = 5; int a[__builtin_constant_p(c) + 1];", "", "constant_p"),
    "label by a const variable": (
        "const int c = 5;",
        "switch (1) { case __builtin_constant_p(c): ; }",
        "constant_p",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_other_meaning_is_refused(case: str, lower: Lower) -> None:
    definitions, statements, construct = REFUSED[case]
    program = lower(f"{definitions}\nint f();\nint main(void) {{ {statements} return 0; }}")
    assert any(construct in each for each in unsupported(program))


def test_pretty_function_is_the_plain_name(lower: Lower) -> None:
    program = lower("int f(int); int main(void) { f(sizeof(__PRETTY_FUNCTION__)); return 0; }")
    assert "f(5)" in operations(program)


@pytest.mark.parametrize("operand", ["5", "1.5", "'a'", "2 * (3 + 4)", '"abc"', "sizeof(int)", "(char)300", "E", "1 ? 2 : 3"])
def test_what_is_a_constant_as_written_is_one(operand: str, lower: Lower) -> None:
    program = lower(f"enum {{ E }}; int f(int); int main(void) {{ f(__builtin_constant_p({operand})); return 0; }}")
    assert "f(1)" in operations(program)
