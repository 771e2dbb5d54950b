"""Generated programs nest deeply; the expressions of a CFA do not."""

from __future__ import annotations

import time

import pytest

from tests.frontend.reading import Lower, greatest_depth, operations, unsupported
from whet.cfa.expressions import MAX_DEPTH

SECONDS = 20
"""Of CPU time: several times what the slowest of these takes."""


def main_with(expression: str) -> str:
    declarations = "int f(int); int a[3]; struct S { struct S *n; int v; } s, *p = &s;"
    return f"{declarations}\nint main(void) {{ int x = 1, y; y = {expression}; return y; }}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(main_with("+".join(["x"] * 20_000)), id="sum"),
        pytest.param(main_with("(x+" * 4000 + "x" + ")" * 4000), id="sum to the right"),
        pytest.param(main_with("(" * 5000 + "x" + ")" * 5000), id="parentheses"),
        pytest.param(main_with("&&".join(f"x!={number}" for number in range(20_000))), id="and"),
        pytest.param(main_with("||".join(f"x=={number}" for number in range(20_000))), id="or"),
        pytest.param(main_with("x ? 1 : " * 3000 + "2"), id="conditional"),
        pytest.param(main_with("-~" * 2000 + "x"), id="unary"),
        pytest.param(main_with("(char)(int)" * 2000 + "x"), id="casts"),
        pytest.param(main_with("a[" * 2000 + "x" + "]" * 2000), id="subscripts"),
        pytest.param(main_with("p->" + "n->" * 2000 + "v"), id="arrows"),
        pytest.param(main_with("(*" * 2000 + "p" + ").n" * 1999 + ").v"), id="dereferences"),
        pytest.param(main_with("f(" * 3000 + "x" + ")" * 3000), id="calls"),
        pytest.param(main_with("x, " * 20_000 + "x"), id="commas"),
        pytest.param(main_with("y = x = " * 3000 + "1"), id="assignments"),
        pytest.param(
            "int main(void) { int x = 1; "
            + "else ".join(f"if (x == {number}) x = {number + 1}; " for number in range(8000))
            + "}",
            id="else if",
        ),
        pytest.param("int main(void) { int x = 1; " + "{" * 5000 + "x = 2;" + "}" * 5000 + "}", id="blocks"),
        pytest.param(
            "int main(void) { int x = 1; switch (x) { " + "".join(f"case {number}: " for number in range(8000)) + "x = 2; } }",
            id="cases",
        ),
        pytest.param("int a[] = {" + "[3] = " + "7, " * 20_000 + "}; int main(void) { return a[5]; }", id="initialiser"),
    ],
)
def test_deep_program_becomes_shallow_expressions(text: str, lower: Lower) -> None:
    start = time.process_time()
    program = lower(text)
    assert time.process_time() - start < SECONDS
    assert greatest_depth(program) <= MAX_DEPTH
    assert unsupported(program) == []


@pytest.mark.parametrize("levels", range(20, 44))
def test_object_deep_in_an_expression_stays_itself(levels: int, lower: Lower) -> None:
    """Whatever the depth at which an expression is cut into pieces, an assignment there reaches its object."""
    deep = "1 + (" * levels + "{}" + ")" * levels
    text = main_with("0").replace("y = 0;", " ".join(f"y = {deep.format(e)};" for e in ("a[x]++", "(a[x] = 2)", "*&a[x]")))
    shown = operations(lower(text))
    assert any(line.startswith("a[__tmp") for line in shown)
    assert "a[__tmp] = __tmp__2 + 1" in shown
