"""What declarations promise of functions is found however it is written, and stands in the program where it may be broken."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, operations

PROMISES = {
    "keyword": ("_Noreturn void f(void) { }", "f();", "__whet_returns()"),
    "keyword before": ("_Noreturn void f(void); void f(void) { }", "f();", "__whet_returns()"),
    "attribute": ("__attribute__((noreturn)) void f(void) { }", "f();", "__whet_returns()"),
    "attribute after the definition": ("void f(void) { } void f(void) __attribute__((noreturn));", "f();", "__whet_returns()"),
    "attribute made by a macro": (
        "#define CAT(a, b) a##b\nvoid f(void) __attribute__((CAT(no, return))); void f(void) { }",
        "f();",
        "__whet_returns()",
    ),
    "some parameters": ("void f(int *p, int *q) __attribute__((nonnull(2))); void f(int *p, int *q) { }", "f(0, 0);", "(q, 2)"),
    "all parameters": ("__attribute__((nonnull)) void f(int n, int *p) { }", "f(0, 0);", "(p, 2)"),
    "one parameter": ("void f(int *p, int *q __attribute__((nonnull))) { }", "f(0, 0);", "(q, 2)"),
}


@pytest.mark.parametrize("case", PROMISES)
def test_a_promise_stands_in_the_function(case: str, lower: Lower) -> None:
    declared, statement, marker = PROMISES[case]
    program = lower(f"{declared}\nint main(void) {{ {statement} return 0; }}")
    found = [each.replace("(void *)", "") for each in operations(program, "f") if "__whet" in each]
    assert len(found) == 1
    assert marker in found[0]


def test_others_promise_nothing(lower: Lower) -> None:
    declared = "typedef void never(void) __attribute__((noreturn)); never *f(void) { return 0; } void g(never *p) { }"
    program = lower(f"{declared}\nint main(void) {{ f(); g(0); return 0; }}")
    assert not [each for name in ("f", "g", "main") for each in operations(program, name) if "__whet" in each]


def test_no_way_leads_out_of_exit(lower: Lower) -> None:
    program = lower("void exit(int);\n_Noreturn void f(void) { exit(1); }\nint main(void) { f(); return 0; }")
    assert not [each for each in operations(program, "f") if "__whet" in each]


def test_a_function_without_a_body_is_believed(lower: Lower) -> None:
    declared = "_Noreturn void f(void); void g(int *p) __attribute__((nonnull));"
    program = lower(f"{declared}\nint main(void) {{ g(0); f(); return 0; }}")
    names = [each.partition("(")[0] for each in operations(program) if "(" in each]
    assert names == ["__whet_not_null", "g", "f", "__builtin_trap"]
