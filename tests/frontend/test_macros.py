"""Attributes made by macros: one that can run no function stops nothing, one that might is refused."""

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
    "inside of another macro": "#define A __attribute__((unused))\n#define O(x) x\nO(A)",
}
SUSPECT = {
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
    "one of two definitions": "#define A __attribute__((constructor))\n#undef A\n#define A __attribute__((unused))\nA",
}


def lowered(attribute: str, lower: Lower) -> Program:
    return lower(f"// constructor\n{attribute} static void hidden(void) {{}} int main(void) {{ hidden(); return 0; }}")


@pytest.mark.parametrize("case", HARMLESS)
def test_attribute_that_runs_nothing_is_no_matter(case: str, lower: Lower) -> None:
    assert lowered(HARMLESS[case], lower).unsupported == ()


@pytest.mark.parametrize("case", SUSPECT)
def test_attribute_that_may_run_a_function_is_refused(case: str, lower: Lower) -> None:
    assert "attribute made by a macro" in {each.construct for each in lowered(SUSPECT[case], lower).unsupported}


def test_harmless_macro_beside_weak_symbols_gives_no_name_another_meaning(lower: Lower) -> None:
    text = '#define A __attribute__((unused))\nint x; extern int y __attribute__((alias("x"))); A int z;'
    assert lower(f"{text} int main(void) {{ return z; }}").unsupported == ()
