"""Every implicit conversion is written out (C11 6.3)."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body, Lower, operations
from whet.cfa.types import ILP32, LP64, MachineModel

DECLARATIONS = """
char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
long long ll; float f_; double d; long double ld; _Bool b; int *p; char *q; int a[3];
enum E { ZERO, ONE } e; enum N { MINUS = -1 } n;
struct S { unsigned low : 3; int middle : 5; unsigned whole : 32; unsigned long long wide : 40; _Bool flag : 1; } t;
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = c + s;", "i = (int)c + (int)s"),
        ("i = -uc;", "i = -(int)uc"),
        ("i = ~us;", "i = ~(int)us"),
        ("i = +b;", "i = (int)b"),
        ("i = uc << l;", "i = (int)uc << l"),
        ("i = e + 1;", "i = (int)(e + 1U)"),
        ("i = n + 1;", "i = n + 1"),
        ("i = 'a' + ONE;", "i = 98"),
    ],
)
def test_integer_promotion(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = i < u;", "i = (unsigned int)i < u"),
        ("i = l < u;", "i = l < (long)u"),
        ("i = i == ul;", "i = (unsigned long)i == ul"),
        ("i = c == d;", "i = (double)(int)c == d"),
        ("d = f_ * i;", "d = (double)(f_ * (float)i)"),
        ("d = f_ + d;", "d = (double)f_ + d"),
        ("ld = d + ld;", "ld = (long double)d + ld"),
        ("l = i + l;", "l = (long)i + l"),
        ("d = i / 2;", "d = (double)(i / 2)"),
        ("i = sc < us;", "i = (int)sc < (int)us"),
    ],
)
def test_usual_arithmetic_conversions(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


def test_usual_arithmetic_conversions_depend_on_the_machine(lower: Lower) -> None:
    text = f"{DECLARATIONS} int main(void) {{ i = l < u; return 0; }}"
    assert operations(lower(text, ILP32))[0] == "i = (unsigned long)l < u"
    assert operations(lower(text, LP64))[0] == "i = l < (long)u"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("c = i;", "c = (char)i"),
        ("us = -1;", "us = 65535"),
        ("c = 300;", "c = 44"),
        ("b = i;", "b = (_Bool)i"),
        ("b = 256;", "b = 1"),
        ("b = p;", "b = (_Bool)p"),
        ("b = 0.5;", "b = 1"),
        ("i = d;", "i = (int)d"),
        ("f_ = 0.1;", "f_ = 0.1f"),
        ("p = 0;", "p = 0"),
        ("p = i;", "p = (int *)i"),
        ("i = p;", "i = (int)p"),
        ("q = p;", "q = (char *)p"),
        ("e = i;", "e = (unsigned int)i"),
        ("l = u;", "l = (long)u"),
        ("ul = i;", "ul = (unsigned long)i"),
    ],
)
def test_assignment_converts(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("c += 1;", "c = (char)((int)c + 1)"),
        ("uc *= uc;", "uc = (unsigned char)((int)uc * (int)uc)"),
        ("s <<= 1L;", "s = (short)((int)s << 1L)"),
        ("us >>= i;", "us = (unsigned short)((int)us >> i)"),
        ("i += d;", "i = (int)((double)i + d)"),
        ("i += l;", "i = (int)((long)i + l)"),
        ("u /= i;", "u = u / (unsigned int)i"),
        ("i /= u;", "i = (int)((unsigned int)i / u)"),
        ("l <<= i;", "l = l << i"),
        ("b += 2;", "b = (_Bool)((int)b + 2)"),
        ("b |= u;", "b = (_Bool)((unsigned int)b | u)"),
        ("f_ -= 1;", "f_ = f_ - 1.0f"),
        ("f_ *= d;", "f_ = (float)((double)f_ * d)"),
        ("p += i;", "p = p + i"),
        ("p -= 2;", "p = p - 2"),
        ("p -= i;", "p = p - i"),
        ("t.low += 9;", "t.low = (unsigned int)((int)t.low + 9)"),
        ("t.low <<= 1;", "t.low = (unsigned int)((int)t.low << 1)"),
        ("t.whole >>= 1;", "t.whole = t.whole >> 1"),
        ("t.middle -= 1;", "t.middle = t.middle - 1"),
        ("t.wide <<= 1;", "t.wide = t.wide << 1"),
        ("t.flag |= 2;", "t.flag = (_Bool)((int)t.flag | 2)"),
    ],
)
def test_compound_assignment_computes_in_the_common_type(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("c++;", "c = (char)((int)c + 1)"),
        ("--us;", "us = (unsigned short)((int)us - 1)"),
        ("b++;", "b = (_Bool)((int)b + 1)"),
        ("b--;", "b = (_Bool)((int)b - 1)"),
        ("u--;", "u = u - 1U"),
        ("ll++;", "ll = ll + 1LL"),
        ("f_++;", "f_ = f_ + 1.0f"),
        ("--d;", "d = d - 1.0"),
        ("p++;", "p = p + 1"),
        ("--p;", "p = p - 1"),
        ("e++;", "e = e + 1U"),
        ("t.low++;", "t.low = (unsigned int)((int)t.low + 1)"),
        ("--t.whole;", "t.whole = t.whole - 1U"),
    ],
)
def test_step_computes_in_the_promoted_type(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = t.low - 4;", "i = (int)t.low - 4"),
        ("i = t.whole - 4;", "i = (int)(t.whole - 4U)"),
        ("i = t.low < -1;", "i = (int)t.low < -1"),
        ("i = ~t.flag;", "i = ~(int)t.flag"),
    ],
)
def test_bit_field_is_promoted_by_its_width(statement: str, expected: str, body: Body) -> None:
    assert body(statement, DECLARATIONS) == [expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("take(i, i, i);", "take((char)i, (double)i, (long)i)"),
        ("take(300, 1, p);", "take(44, 1.0, (long)p)"),
        ("many(1, c, f_, b);", "many(1, (int)c, (double)f_, (int)b)"),
        ("old(c, f_, s);", "old((int)c, (double)f_, (int)s)"),
    ],
)
def test_argument_is_converted(statement: str, expected: str, body: Body) -> None:
    functions = "void take(char, double, long); void many(int, ...); void old();"
    assert body(statement, DECLARATIONS + functions) == [expected]


@pytest.mark.parametrize(
    ("result", "expected"), [("char", "(char)x"), ("_Bool", "(_Bool)x"), ("double", "(double)x"), ("int", "x")]
)
def test_return_converts(result: str, expected: str, lower: Lower) -> None:
    program = lower(f"{result} h(int x) {{ return x; }} int main(void) {{ h(1); }}")
    assert operations(program, "h") == [f"return {expected}"]


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
def test_pointers_are_compared_with_one_type(machine: MachineModel, lower: Lower) -> None:
    text = "int main(void) { int *p = 0; char *q = 0; void *v = q; return (p == v) + (q != 0) + (p < (int *)q) + !p; }"
    assert operations(lower(text, machine))[-1] == "return (p == (int *)v) + (q != 0) + (p < (int *)q) + !p"


def test_conditional_operator_converts_both_branches(body: Body) -> None:
    shown = body("d = i ? c : u;", DECLARATIONS)
    assert [line for line in shown if "tmp =" in line] == ["__tmp = (unsigned int)c", "__tmp = u"]


def test_comparison_and_negation_give_int(body: Body) -> None:
    assert body("l = (d < 1) + !f_;", DECLARATIONS) == ["l = (long)((d < 1.0) + !f_)"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [("d", "[d]"), ("p", "[p]"), ("c", "[c]"), ("i = 0", "[i]"), ("t.low", "[t.low]"), ("!p", "[!p]"), ("*a", "[a[0]]")],
)
def test_condition_is_a_scalar(condition: str, expected: str, body: Body) -> None:
    assert expected in body(f"if ({condition}) f();", DECLARATIONS)
