"""Names that stand for more than C says are refused where they are used, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.reading import Lower, unsupported

REFUSED = {
    "alias of a variable": ('int x; extern int y __attribute__((alias("x")));', "y = 5;", "attribute alias"),
    "alias of a function": ('int g(void) { return 1; } int f(void) __attribute__((__alias__("g")));', "f();", "attribute alias"),
    "weak alias": ('int g(void) { return 1; } int f(void) __attribute__((weak, alias("g")));', "f();", "attribute alias"),
    "reference": ('int g(void) { return 1; } static int f(void) __attribute__((weakref("g")));', "f();", "attribute weakref"),
    "resolver": (
        'int g(void) { return 1; } static void *r(void) { return g; } int f(void) __attribute__((ifunc("r")));',
        "f();",
        "attribute ifunc",
    ),
    "attribute made by a macro": (
        "#define SAME(n) __attribute__((alias(#n)))\nint x; extern int y SAME(x);",
        "y = 5;",
        "attribute alias",
    ),
    "pasted attribute": (
        '#define CAT(a, b) a##b\nint x; extern int y __attribute__((CAT(al, ias)("x")));',
        "y = 5;",
        "attribute alias",
    ),
    "attribute over two lines": ('int x; extern int y __attribute__((al\\\nias("x")));', "y = 5;", "attribute alias"),
    "pragma over two lines": ("#pragma we\\\nak y = x\nint x; extern int y;", "y = 5;", "pragma weak"),
    "operator of a pragma": ('extern int x;\n_Pragma("weak x")\n', "int *p = &x;", "address of the weak symbol 'x'"),
    "pragma made by a macro": (
        "#define DO(x) _Pragma(#x)\nextern int x;\nDO(weak x)\n",
        "int *p = &x;",
        "pragma made by a macro",
    ),
    "two names for a variable": ('extern int y asm("x"); int x;', "y = 5;", "name for the same symbol 'x' as others"),
    "the other one": ('extern int y asm("x"); int x;', "x = 5;", "name for the same symbol 'x' as others"),
    "two other names": ('extern int y asm("z"), x __asm__("z");', "y = x;", "name for the same symbol 'z' as others"),
    "two names for a function": (
        'int f(void) asm("g"); int g(void) { return 1; }',
        "f();",
        "name for the same symbol 'g' as others",
    ),
    "name of a definition": (
        'int f(void) asm("g"); int f(void) { return 1; } int g(void);',
        "g();",
        "name for the same symbol 'g' as others",
    ),
    "two names for an unknown function": (
        'void f(void) asm("reach_error"); void reach_error(void);',
        "f();",
        "name for the same symbol 'reach_error' as others",
    ),
    "another name for a library function": ('void exit(int) asm("go_on");', "exit(1);", "name for the symbol 'go_on'"),
    "name inside of a function": ("int x;", 'extern int y asm("x"); y = 5;', "name for the symbol 'x'"),
    "alias inside of a function": ("int x;", 'extern int y __attribute__((alias("x"))); y = 5;', "attribute alias"),
    "weak inside of a function": ("", "extern int x __attribute__((weak)); int *p = &x;", "address of the weak symbol 'x'"),
    "register": ('register unsigned long sp asm("rsp");', "if (sp) return 1;", "variable in a register"),
    "pragma": ("#pragma weak y = x\nint x; extern int y;", "y = 5;", "pragma weak"),
    "another pragma": ("void f(void);\n#pragma redefine_extname f g\n", "f();", "pragma redefine_extname"),
    "address of a weak function": ("int f(void) __attribute__((weak));", "if (f) return f();", "address of the weak symbol 'f'"),
    "address of a weak variable": ("extern int x __attribute__((weak));", "int *p = &x;", "address of the weak symbol 'x'"),
    "weak by a pragma": ("extern int x;\n#pragma weak x\n", "int *p = &x;", "address of the weak symbol 'x'"),
    "assembler": ('__asm__(".globl y\\ny = x"); int x; extern int y;', "y = 5;", "assembler at file level"),
}
HARMLESS = {
    "alias that is not used": ('int x; extern int y __attribute__((alias("x")));', "x = 5;"),
    "weak function that is called": ("int f(void) __attribute__((weak));", "return f();"),
    "weak variable that is read": ("extern int x __attribute__((weak));", "return x;"),
    "weak function with a body": ("__attribute__((weak)) int f(void) { return 1; }", "int (*p)(void) = f; return p();"),
    "weak variable with a value": ("int x __attribute__((weak)) = 1;", "int *p = &x;"),
    "longer name of a library function": (
        'int scanf(const char *, ...) __asm__("" "__isoc99_scanf");',
        'int n; scanf("%d", &n);',
    ),
    "two names of a library function": ('int seek(int) asm("seek64"); int seek64(int);', "seek(1); seek64(1);"),
    "another name for an unknown variable": ('extern int x asm("_x");', "x = 5; int *p = &x;"),
    "another name for an unknown function": ('void f(void) asm("_f");', "f();"),
    "own name": ('extern int x asm("x"); int x;', "x = 5;"),
    "local register": ("", 'register int r asm("eax") = 1; return r;'),
    "other attributes": ("int f(void) __attribute__((noinline, cold)); int f(void) { return 1; }", "f();"),
    "the word weak": ("/* weak */ int f(void) __attribute__((noinline));", "int (*p)(void) = f;"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_name_with_another_meaning_is_refused_where_it_is_used(name: str, lower: Lower) -> None:
    declarations, body, construct = REFUSED[name]
    found = unsupported(lower(f"{declarations}\nint main(void) {{ {body} return 0; }}"))
    assert found
    assert {each.split(" ", 1)[1] for each in found} == {construct}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_changes_no_meaning_is_accepted(name: str, lower: Lower) -> None:
    declarations, body = HARMLESS[name]
    assert unsupported(lower(f"{declarations}\nint main(void) {{ {body} return 0; }}")) == []


IN_HEADERS = {
    "alias": ('extern int y __attribute__((alias("x")));', "y = 5;", "attribute alias"),
    "macro": ('#define SAME __attribute__((alias("x")))\nextern int y SAME;', "y = 5;", "attribute alias"),
    "macro for the program": (
        '#define SAME __attribute__((alias("x")))',
        "extern int y SAME; y = 5;",
        "attribute alias",
    ),
    "pragma": ("#pragma redefine_extname f g\nvoid f(void);", "f();", "pragma redefine_extname"),
    "constructor": ("static void __attribute__((constructor)) f(void) { x = 1; }", "x = 5;", "attribute constructor"),
    "constructor by a macro": (
        "#define FIRST __attribute__((constructor))\nstatic void FIRST f(void) { x = 1; }",
        "x = 5;",
        "attribute constructor",
    ),
    "nothing": ("#define COLD __attribute__((cold))\nstatic void COLD f(void) { x = 1; }", "f();", None),
}


@pytest.mark.parametrize("name", IN_HEADERS)
def test_headers_of_the_program_are_looked_at(name: str, lower: Lower, tmp_path: Path) -> None:
    header, body, construct = IN_HEADERS[name]
    (tmp_path / "own.h").write_text(header)
    found = unsupported(lower(f'int x;\n#include "{tmp_path / "own.h"}"\nint main(void) {{ {body} return 0; }}'))
    assert {each.split(" ", 1)[1] for each in found} == ({construct} if construct else set())
