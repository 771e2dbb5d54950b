"""Attributes that make functions run are found however they are written, and no others are refused."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower
from whet.cfa.model import Program

HARMLESS = {
    "a macro": "#define A __attribute__((unused))\nA",
    "a macro of a macro": "#define B __attribute__((__noinline__))\n#define A B\nA",
    "an argument": "#define A(x) __attribute__((x))\nA(unused)",
    "an argument that is handed on": "#define B(x) __attribute__((x))\n#define A(x) B(x)\nA(unused)",
    "a word of C23": "#define A [[maybe_unused]]\nA",
    "beside a comment": "#define A(x) __attribute__((x)) /* ) */\nA(/* ( */ unused)",
    "a macro that was another one before": (
        "#define A __attribute__((constructor))\n#undef A\n#define A __attribute__((unused))\nA"
    ),
    "inside of another macro": "#define A __attribute__((unused))\n#define O(x) x\nO(A)",
}
RUNNING = {
    "what a macro says": "#define unused __attribute__((constructor))\nunused",
    "the second attribute": "#define A __attribute__((unused, destructor))\nA",
    "a word that is a macro": "#define pure constructor\n#define A __attribute__((pure))\nA",
    "a word behind a comment": "/* */ #define pure constructor\n#define A __attribute__((pure))\nA",
    "a word over two lines": "#define A __attribute__((const\\\nructor))\nA",
    "an argument": "#define A(x) __attribute__((x))\nA(constructor)",
    "an argument that is a macro": "#define unused constructor\n#define A(x) __attribute__((x))\nA(unused)",
    "an argument of what a macro leads to": "#define B(x) __attribute__((x))\n#define A(x) B\nA(0)(constructor)",
    "what is pasted": "#define A(x) __attribute__((x##ructor))\nA(const)",
    "a word behind a quoted parenthesis": '#define A(x, y) __attribute__((y))\nA(")", constructor)',
    "a word between quoted comments": '#define A(x, y, z) __attribute__((y))\nA("/*", constructor, "*/")',
    "a word between quoted comments of a macro": '#define S(x, y, z) y\n#define A __attribute__((S("/*", constructor, "*/")))\nA',
    "a word behind a comment with a parenthesis": "#define A(x) __attribute__((x))\nA(/* ) */ constructor)",
    "a scoped name": "#define A [[gnu::constructor]]\nA",
    "what glibc pastes": "#include <sys/cdefs.h>\n__attribute__((__CONCAT(con, structor)))",
    "a keyword that is pasted": "#define CAT(a, b) a##b\nCAT(__attri, bute__)((constructor))",
}


def lowered(attribute: str, lower: Lower) -> Program:
    return lower(f"// constructor\n{attribute} static void hidden(void) {{}} int main(void) {{ hidden(); return 0; }}")


@pytest.mark.parametrize("case", HARMLESS)
def test_attribute_that_runs_nothing_is_no_matter(case: str, lower: Lower) -> None:
    assert lowered(HARMLESS[case], lower).unsupported == ()


@pytest.mark.parametrize("case", RUNNING)
def test_attribute_that_runs_a_function_is_refused(case: str, lower: Lower) -> None:
    name = "attribute destructor" if "destructor" in RUNNING[case] else "attribute constructor"
    assert name in {each.construct for each in lowered(RUNNING[case], lower).unsupported}


LATE = {
    "after the definition": ("", "static void hidden(void) __attribute__((constructor));", "attribute constructor"),
    "over two lines": ("", "static void hidden(void) __attribute__((constr\\\nuctor));", "attribute constructor"),
    "beside another": ("", "__attribute__((constructor)) void other(void), hidden(void);", "attribute constructor"),
    "beside one before": (
        "static void hidden(void) __attribute__((unused));",
        "void hidden(void) __attribute__((destructor));",
        "attribute destructor",
    ),
    "with a scoped name": ("", "[[gnu::constructor]] static void hidden(void);", "attribute constructor"),
    "section by a string of a macro": (
        "#define S(x) #x",
        "void (*pointer)(void) __attribute__((section(S(.init_array)))) = hidden;",
        "section of functions that run outside of main",
    ),
    "by its type": ("", "__typeof__(hidden) hidden __attribute__((constructor));", "attribute constructor"),
    "of a macro": ("#define A __attribute__((constructor))", "static void hidden(void) A;", "attribute made by a macro"),
    "pasted": ("#define P(a) void hidden(void) __attribute__((con##a))", "P(structor);", "attribute made by a macro"),
    "in a body": ("", "int f(void) { void hidden(void) __attribute__((constructor)); return 0; }", "attribute constructor"),
    "without a warning": (
        '#pragma GCC diagnostic ignored "-Wattributes"',
        "static void hidden(void) __attribute__((constructor));",
        "attributes that clang does not obey, with warnings turned off",
    ),
    "order of bytes": (
        "#define CAT(a, b) a##b",
        'struct s { int a; } __attribute__((CAT(scalar_storage, _order)("big-endian")));',
        "scalar_storage_order",
    ),
    "section": (
        "#define S(x) #x\n#define CAT(a, b) a##b",
        "void (*pointer)(void) __attribute__((CAT(sec, tion)(S(.init_array)))) = hidden;",
        "section of functions that run outside of main",
    ),
}


@pytest.mark.parametrize("case", LATE)
def test_attribute_that_clang_does_not_keep_is_refused(case: str, lower: Lower) -> None:
    before, behind, construct = LATE[case]
    program = lower(f"{before}\nstatic void hidden(void) {{}}\n{behind}\nint main(void) {{ return 0; }}")
    assert construct in {each.construct for each in program.unsupported}


@pytest.mark.parametrize("attribute", ["__attribute__((noinline))", "A", "__attribute__((P(un, used)))", ""])
def test_late_attribute_that_runs_nothing_is_no_matter(attribute: str, lower: Lower) -> None:
    text = "// constructor\n#define A __attribute__((cold))\n#define P(a, b) unused\nstatic void f(void) {}\n"
    assert lower(f"{text}static void f(void) {attribute}; int main(void) {{ f(); return 0; }}").unsupported == ()


def test_harmless_macro_beside_weak_symbols_gives_no_name_another_meaning(lower: Lower) -> None:
    text = '#define A __attribute__((unused))\nint x; extern int y __attribute__((alias("x"))); A int z;'
    assert lower(f"{text} int main(void) {{ return z; }}").unsupported == ()
