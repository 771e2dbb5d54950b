"""Operands are evaluated left to right, and what was evaluated is kept while later operands have effects."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body

DECLARATIONS = """
int x, y, i, a[5], *p; struct S { int m; struct S *next; } s, *ps; int h(int, int, int); int (*fp)(int);
char c; double d;
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("y = x + f();", ["__tmp = x", "__tmp__2 = f()", "y = __tmp + __tmp__2"]),
        ("y = f() + x;", ["__tmp = f()", "y = __tmp + x"]),
        ("y = f() - f();", ["__tmp = f()", "__tmp__2 = f()", "y = __tmp - __tmp__2"]),
        ("y = 3 * f();", ["__tmp = f()", "y = 3 * __tmp"]),
        ("y = x + i++;", ["__tmp = x", "__tmp__2 = i", "i = __tmp__2 + 1", "y = __tmp + __tmp__2"]),
        ("y = x + (x = 3);", ["__tmp = x", "x = 3", "unsequenced accesses of x", "y = __tmp + x"]),
        ("y = a[i] + f();", ["__tmp = a[i]", "__tmp__2 = f()", "y = __tmp + __tmp__2"]),
        ("y = *p < f();", ["__tmp = *p", "__tmp__2 = f()", "y = __tmp < __tmp__2"]),
        ("d = x + (d = 2);", ["__tmp = (double)x", "d = 2.0", "unsequenced accesses of d", "d = __tmp + d"]),
    ],
)
def test_operand_is_kept_while_a_later_one_has_effects(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("h(x, f(), 2);", ["__tmp = x", "__tmp__2 = f()", "h(__tmp, __tmp__2, 2)"]),
        ("h(f(), x, 2);", ["__tmp = f()", "h(__tmp, x, 2)"]),
        ("h(1, 2, f());", ["__tmp = f()", "h(1, 2, __tmp)"]),
        ("fp(f());", ["__tmp = fp", "__tmp__2 = f()", "__tmp(__tmp__2)"]),
        ("g(x++);", ["__tmp = x", "x = __tmp + 1", "g(__tmp)"]),
        ("g(++x);", ["x = x + 1", "g(x)"]),
    ],
)
def test_arguments_are_evaluated_in_order(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("a[i] = f();", ["__tmp = i", "__tmp__2 = f()", "a[__tmp] = __tmp__2"]),
        ("*p = f();", ["__tmp = p", "__tmp__2 = f()", "*__tmp = __tmp__2"]),
        ("ps->next->m = f();", ["__tmp = ps->next", "__tmp__2 = f()", "__tmp->m = __tmp__2"]),
        ("s.m = f();", ["__tmp = f()", "s.m = __tmp"]),
        ("a[i++] = x;", ["__tmp = i", "i = __tmp + 1", "a[__tmp] = x"]),
        ("*p++ = x;", ["__tmp = p", "p = __tmp + 1", "*__tmp = x"]),
        ("a[f()] = f();", ["__tmp = f()", "__tmp__2 = f()", "a[__tmp] = __tmp__2"]),
    ],
)
def test_object_is_found_before_the_value(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("a[i++] += x;", ["__tmp = x", "__tmp__2 = i", "i = __tmp__2 + 1", "a[__tmp__2] = a[__tmp__2] + __tmp"]),
        ("x += f();", ["__tmp = f()", "x = x + __tmp"]),
        ("a[f()]++;", ["__tmp = f()", "a[__tmp] = a[__tmp] + 1"]),
        ("y = a[i]++;", ["__tmp = i", "__tmp__2 = a[__tmp]", "a[__tmp] = __tmp__2 + 1", "y = __tmp__2"]),
        ("y = ++a[i];", ["__tmp = i", "__tmp__2 = a[i] + 1", "a[__tmp] = __tmp__2", "y = __tmp__2"]),
        ("y = x = 3;", ["x = 3", "y = x"]),
        ("y = c = x;", ["c = (char)x", "y = (int)c"]),
        ("y = a[0] = x;", ["__tmp = x", "a[0] = __tmp", "y = __tmp"]),
        ("y = *p++ + *p;", ["__tmp = p", "p = __tmp + 1", "unsequenced accesses of p", "y = *__tmp + *p"]),
        ("y = (x = 1, x + 1);", ["x = 1", "y = x + 1"]),
        ("x = x++ + 1;", ["__tmp = x", "x = __tmp + 1", "unsequenced accesses of x", "x = __tmp + 1"]),
    ],
)
def test_object_is_found_once(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


@pytest.mark.parametrize("statement", ["x;", "x < 1;", "(void)x;", "a[1];", "x ? 1 : 2;", "x && y;", "sizeof(f());", "(x, y);"])
def test_expression_without_effect_is_nothing(statement: str, body: Body) -> None:
    assert body(f"{statement} f();", DECLARATIONS) == ["f()"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("x + 1;", ["__tmp = x + 1"]),
        ("(void)(1 << x);", ["__tmp = 1 << x"]),
        ("-x < 3;", ["__tmp = -x"]),
        ("(char)x;", []),
        ("(void)f();", ["f()"]),
        ("f() + g(1);", ["__tmp = f()", "__tmp__2 = g(1)", "__tmp__3 = __tmp + __tmp__2"]),
        ("(char)f();", ["f()"]),
        ("f(), g(1);", ["f()", "g(1)"]),
        ("!f();", ["__tmp = f()"]),
        ("x++;", ["x = x + 1"]),
        ("(x = 1);", ["x = 1"]),
        ("x == f();", ["f()"]),
        ("__extension__ f();", ["f()"]),
        ("({ f(); x; });", ["f()"]),
        ("__atomic_fetch_add(&x, 1, 5);", ["__tmp = x", "__tmp__2 = (int)((unsigned int)__tmp + 1U)", "x = __tmp__2"]),
        ("y = x + __atomic_exchange_n(&x, 1, 5);", ["__tmp = x", "__tmp__2 = x", "x = 1", "y = __tmp + __tmp__2"]),
        ("switch (f()) {}", ["__tmp = f()"]),
        ("(i, f())[a] = 1;", ["__tmp = f()", "a[__tmp] = 1"]),
    ],
)
def test_effects_are_kept(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, DECLARATIONS) == expected


def test_pointer_chosen_by_a_condition_is_found_once(body: Body) -> None:
    shown = body("*(x ? p : a) = f();", DECLARATIONS)
    assert shown == ["[x]", "[!x]", "__tmp = p", "__tmp = a", "__tmp__2 = f()", "*__tmp = __tmp__2"]
