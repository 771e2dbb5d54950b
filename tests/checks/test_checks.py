"""The property in the program: a violation is the last thing that happens on an edge, whatever follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cfa.test_blocks import check_lists
from whet.cfa.callees import Callees
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import Assume, Unsupported, flatten
from whet.cfa.show import describe, to_c
from whet.cfa.targets import ASSERTION_FUNCTIONS, NO_TARGETS, Targets, violation_by
from whet.checks.insertion import put_checks
from whet.core.flow import Flow
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger

DECLARED = """extern void reach_error(void), abort(void); extern int printf(const char *, ...);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
"""
FORBIDDEN = Targets("unreach-call", frozenset({"reach_error", *ASSERTION_FUNCTIONS}), frozenset({"ERROR"}))


def program_of(folder: Path, text: str, targets: Targets = FORBIDDEN) -> Program:
    path = folder / "program.c"
    path.write_text(DECLARED + text)
    program = parse_file(str(path))
    put_checks(program, targets)
    for function in program.defined_functions:
        check_lists(function)
    return program


def steps(program: Program) -> list[Edge]:
    """All edges, with those into callees instead of calls."""
    flow = Flow(program, Callees(program))
    nodes = [node for node in program.nodes() if node is not node.function.exit]
    return [edge for node in nodes for edge in flow.leaving(node, lambda query: None)]


def violations(program: Program) -> list[str]:
    """What is violated by the edges; each violation must be the last operation of its edge."""
    found = []
    for edge in steps(program):
        *before, last = flatten(edge.operation)
        assert not any(map(violation_by, before))
        found += [error.what] if (error := violation_by(last)) is not None else []
    return found


@pytest.mark.parametrize("after", ["abort();", "x = 3;", "", "__builtin_unreachable();", "return 1;"])
def test_nothing_follows_a_call_of_an_error_function_without_a_body(tmp_path: Path, after: str) -> None:
    program = program_of(tmp_path, f"int main(void) {{ int x = 1; x = 2; reach_error(); {after} return x; }}")
    assert violations(program) == ["reach_error() is called"]


def test_failed_assertion_is_found_though_it_ends_the_program(tmp_path: Path) -> None:
    text = 'int main(void) { int x = 1; x = 2; __assert_fail("x", "f", 1, "main"); x = 3; return x; }'
    assert violations(program_of(tmp_path, text)) == ["an assertion fails"]


def test_several_violations_in_one_chain(tmp_path: Path) -> None:
    text = "int main(void) { int x = 1; reach_error(); x = 2; ERROR: x = 3; reach_error(); abort(); return x; }"
    assert violations(program_of(tmp_path, text)) == [
        "reach_error() is called",
        "the label ERROR is reached",
        "reach_error() is called",
    ]


def test_function_that_is_called_through_a_pointer_is_entered(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(void) { void (*f)(void) = reach_error; f(); abort(); return 0; }")
    assert violations(program) == ["reach_error() is called"]


def test_function_that_is_not_forbidden_keeps_having_no_body(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(void) { reach_error(); return 0; }", NO_TARGETS)
    assert violations(program) == []
    assert not program.functions["reach_error"].is_defined


def test_targets_are_put_into_a_program_once(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(void) { int x = 1; reach_error(); return x; }")
    before = [describe(edge.operation) for edge in program.edges()]
    put_checks(program, FORBIDDEN)
    assert [describe(edge.operation) for edge in program.edges()] == before
    with pytest.raises(ValueError, match="other targets"):
        put_checks(program, Targets("unreach-call", frozenset({"abort"})))


def test_nothing_follows_what_is_not_modelled(tmp_path: Path) -> None:
    text = 'int main(void) { int x = 1; if (x) { __asm__("syscall"); abort(); } x = 2; at_quick_exit(abort); abort(); return x; }'
    program = program_of(tmp_path, "int at_quick_exit(void (*)(void));" + text)
    operations = [flatten(edge.operation) for edge in program.edges()]
    assert sum(isinstance(last, Unsupported) for *_, last in operations) == 2
    assert not any(isinstance(part, Unsupported) for *before, _ in operations for part in before)


DIVISION = Targets("division-by-zero", dangers=frozenset({Danger("division")}))


def guarded(folder: Path, statements: str) -> list[str]:
    """The conditions of the checks in ``main``, each with the operation that stands directly behind it."""
    program = program_of(
        folder, f"int a, b, c, d[4]; double x; int f(int); int main(void) {{ {statements} return 0; }}", DIVISION
    )
    found = []
    for node in program.main.nodes:
        if (check := condition_at(node)) is not None:
            wrong, right = node.leaving
            (call,) = wrong.target.leaving
            assert call.target is right.target
            while condition_at(call.target) is not None:
                call = call.target.leaving[1]
            found.append(f"{check}: {describe(flatten(call.target.leaving[0].operation)[0])}")
    return found


def condition_at(node: Node) -> str | None:
    """What is checked at a node."""
    if (
        not node.leaving
        or [step for step in node.leaving[0].target.leaving if "division by zero" in describe(step.operation)] == []
    ):
        return None
    operation = node.leaving[0].operation
    assert isinstance(operation, Assume)
    assert not operation.truth
    return to_c(operation.condition)


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("a = b / c;", ["c: a = b / c"]),
        ("a %= c;", ["c: a = a % c"]),
        ("c = 1; a = b / c; c = 2; b = a / c;", ["c: a = b / c", "c: b = a / c"]),
        ("d[a / b] = a % c;", ["b: d[a / b] = a % c", "c: d[a / b] = a % c"]),
        ("a = 9 / (b / c);", ["c: a = 9 / (b / c)", "b / c: a = 9 / (b / c)"]),
        ("f(a / b);", ["b: f(a / b)"]),
        ("return a / b;", ["b: return a / b"]),
        ("int n[a / b];", ["b: __tmp = a / b"]),
        ("if (a / b > 2) c = 1;", ["b: [a / b > 2]"]),
        ("while (a / b) a--;", ["b: [a / b]"]),
        ("a = b / 0;", ["0: a = b / 0"]),
        ("a = b / 3 + b % -1;", []),
        ("x = x / a; x = 1.5 / x;", []),
        ("a = a / b + c / b;", ["b: a = a / b + c / b"]),
    ],
)
def test_check_stands_directly_before_its_division(tmp_path: Path, statements: str, expected: list[str]) -> None:
    assert sorted(guarded(tmp_path, statements)) == sorted(expected)


def test_division_is_not_checked_unless_asked_for(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(int a, char **v) { return 7 / a; }")
    assert "division by zero" not in program.functions


def test_function_of_the_program_is_not_taken_for_that_of_a_check(tmp_path: Path) -> None:
    """It was called in place of the error function, and no overflow was ever found."""
    text = "void overflow(void) { } int main(int a, char **v) { overflow(); return a + 1; }"
    program = program_of(tmp_path, text, Targets("no-overflow", dangers=frozenset({Danger("overflow")})))
    assert len([edge for edge in steps(program) if violation_by(edge.operation)]) == 1


@pytest.mark.parametrize(
    ("property", "parts"),
    [
        ("unreach-call", ["unreach-call", "unreach-call", "unreach-call"]),
        ("unreach-call+no-overflow", ["unreach-call", "unreach-call", "unreach-call"]),
        ("assertion", ["assertion", "assertion", "assertion"]),
        ("no-overflow+unreach-label+assertion+unreach-call", ["unreach-call", "assertion", "unreach-label"]),
        ("my-own", ["my-own", "my-own", "my-own"]),
    ],
)
def test_violation_has_the_name_of_its_part(property: str, parts: list[str]) -> None:
    assert [*map(Targets(property).part, ["unreach-call", "assertion", "unreach-label"])] == parts


def test_head_of_a_loop_stays_its_head(tmp_path: Path) -> None:
    text = "int main(int a, char **v) { int i = 0; while (7 / a > i) i++; return i; }"
    plain, checked = (program_of(tmp_path, text, targets).main for targets in (NO_TARGETS, DIVISION))
    assert [head.number for head in analyse_loops(plain).heads] == [head.number for head in analyse_loops(checked).heads]


def test_both_branches_come_from_one_check(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(int a, char **v) { if (7 / a > 2) return 1; return 2; }", DIVISION)
    assert violations(program) == ["division by zero"]
