"""The property in the program: a violation is the last thing that happens on an edge, whatever follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cfa.test_blocks import check_lists
from whet.cfa.callees import Callees
from whet.cfa.checks import put_checks
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Unsupported, flatten
from whet.cfa.show import describe
from whet.cfa.targets import ASSERTION_FUNCTIONS, NO_TARGETS, Targets, violation_by
from whet.core.flow import Flow
from whet.frontend.parse import parse_file

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
    text = 'int main(void) { int x = 1; if (x) { __asm__("syscall"); abort(); } x = 2; atexit(abort); abort(); return x; }'
    program = program_of(tmp_path, "int atexit(void (*)(void));" + text)
    operations = [flatten(edge.operation) for edge in program.edges()]
    assert sum(isinstance(last, Unsupported) for *_, last in operations) == 2
    assert not any(isinstance(part, Unsupported) for *before, _ in operations for part in before)
