"""C that gcc accepts and clang, by default, does not."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, operations, unsupported
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.errors import FrontendError


def test_own_definition_of_a_builtin_function_is_used(lower: Lower) -> None:
    text = """
    typedef unsigned long size_t;
    void *memcpy(void *to, const void *from, size_t n) { return to; }
    int abs(int x) { return x < 0 ? -x : x; }
    int __builtin_abs(int x) { return 7; }
    int main(void) { char a[2]; memcpy(a, a, 1); return abs(-1) + __builtin_abs(2); }
    """
    program = lower(text)
    assert {"memcpy", "abs", "__builtin_abs"} <= {function.name for function in program.defined_functions}


def test_own_declaration_of_a_builtin_function_is_used(lower: Lower) -> None:
    program = lower("extern void *__builtin_alloca(unsigned int); int main(void) { return __builtin_alloca(3) != 0; }")
    assert operations(program)[0] == "__tmp = __builtin_alloca(3U)"


@pytest.mark.parametrize(
    ("declaration", "value"),
    [
        ("int index = 4;", "index"),
        ("static double exp = 4;", "exp"),
        ("enum { printf = 4 };", "printf"),
        ("static int index(int a, int b) { return a + b; }", "index(1, 3)"),
        ("static int y1(int y0) { return y0 + 1; }", "y1(3)"),
        ("int strlen(char a) { int log = a; return log; }", "strlen(4)"),
    ],
)
def test_names_of_library_functions_may_mean_something_else(declaration: str, value: str, lower: Lower) -> None:
    program = lower(f"{declaration} int main(void) {{ return {value}; }}")
    assert unsupported(program) == []


def test_name_with_two_meanings_is_rejected(lower: Lower) -> None:
    with pytest.raises(FrontendError, match="redefinition of 'twice' as different kind of symbol"):
        lower("int twice; int twice(void) { return 1; } int main(void) { return 0; }")


@pytest.mark.parametrize(
    ("main", "parameters"),
    [
        ("int main(void)", []),
        ("int main()", []),
        ("main()", []),
        ("void main(void)", []),
        ("int main(unsigned count)", ["unsigned int"]),
        ("int main(int count, char words)", ["int", "char"]),
        ("void main(char *a, int b, int c, int d)", ["char *", "int", "int", "int"]),
        ("int main(int argc, char *argv[], char **envp)", ["int", "char **", "char **"]),
        ("int main(count, words) int count; char **words;", ["int", "char **"]),
    ],
)
def test_main_may_have_odd_parameters(main: str, parameters: list[str], lower: Lower) -> None:
    program = lower(f"{main} {{ }}")
    assert [str(parameter.type) for parameter in program.main.parameters] == parameters


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_implicit_declaration_may_be_followed_by_another_definition(machine: MachineModel, lower: Lower) -> None:
    text = "int main(void) { note(3); return half(2.0) > 1; } void note(int x) {} double half(double x) { return x / 2; }"
    program = lower(text, machine)
    assert operations(program) == ["note(3)", "__tmp = half(2.0)", "return __tmp > 1.0"]
    assert unsupported(program) == []


def test_many_implicit_declarations_are_mended_at_once(lower: Lower) -> None:
    numbers = range(18)
    calls = " ".join(f"f{number}();" for number in numbers)
    functions = " ".join(f"void f{number}(void) {{}}" for number in numbers)
    program = lower(f"int main(void) {{ {calls} return 0; }} {functions}")
    assert len(program.defined_functions) == 20


def test_old_style_definitions(lower: Lower) -> None:
    program = lower(
        "int f(c, x) char c; float x; { return c + x; } static g; int main() { g = f(1, 2.0); return h(g); } h(n) { return n; }"
    )
    assert [str(parameter.type) for parameter in program.functions["f"].parameters] == ["char", "float"]
    assert operations(program) == ["g = f(1, 2.0)", "__tmp = h(g)", "return __tmp"]


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { int *p = 3; char *q = p; return p == q; }",
        "int main(void) { return undeclared(1); }",
        "int f(void) { return; } void g(void) { return 1; } int main(void) { g(); return f(); }",
        "void *f(void) __attribute__((__malloc__(free, 1))); int main(void) { return f() != 0; }",
        "int f(int); int main(void) { void (*p)(void) = f; p(); return 0; }",
        "struct S { int a; }; int main(void) { struct S s; int *p = &s; return *p; }",
    ],
)
def test_what_gcc_only_warns_about_is_accepted(text: str, lower: Lower) -> None:
    assert unsupported(lower(text)) == []
