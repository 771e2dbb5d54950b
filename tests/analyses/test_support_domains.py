"""Location, call stack, specification, function pointers, loop bounds: what each contributes to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.engine import run
from whet.cfa.types import LP64
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import FalseVerdict, Reason, TrueVerdict, Unknown, Verdict
from whet.frontend.parse import parse_file
from whet.task.properties import NoAssertionFailure, Property, UnreachableCall, UnreachableLabel
from whet.task.task import Task

CALLS = Property("unreach-call", (UnreachableCall(("reach_error",)),))
DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"


def verdict(folder: Path, source: str, *settings: str, wanted: Property = CALLS) -> Verdict:
    path = folder / "program.c"
    path.write_text(DECLARED + source)
    flow = "analyses=location,callstack,funcpointer,loopbound,specification"
    configuration = load_configuration("value", overrides=[flow, *settings])
    task = Task(files=(str(path),), property=wanted)
    return run(parse_file(str(path), machine=LP64), task, configuration, Context()).verdict


def test_location_proves_what_no_path_leads_to(tmp_path: Path) -> None:
    assert verdict(tmp_path, "void bad(void) { reach_error(); } int main(void) { return 0; }") == TrueVerdict()


def test_location_finds_a_call_on_every_path(tmp_path: Path) -> None:
    found = verdict(tmp_path, "int main(void) { reach_error(); return 0; }")
    assert isinstance(found, FalseVerdict)
    assert found.place is not None
    assert (found.place.line, found.place.column) == (2, 18)


def test_error_function_with_a_body_counts_when_it_is_called(tmp_path: Path) -> None:
    source = "void stop(void) { } int main(void) { stop(); return 0; }"
    wanted = Property("unreach-call", (UnreachableCall(("stop",)),))
    assert isinstance(verdict(tmp_path, source, wanted=wanted), FalseVerdict)
    assert verdict(tmp_path, source) == TrueVerdict()


@pytest.mark.parametrize("depth", [1, 2])
def test_violation_where_calls_are_nested_as_deep_as_they_are_followed_is_found(tmp_path: Path, depth: int) -> None:
    source = "void g(void) { ERROR: ; } int main(void) { g(); return 0; }"
    wanted = Property("unreach-label", (UnreachableLabel("ERROR"),))
    found = verdict(tmp_path, source, f"callstack.depth={depth}", wanted=wanted)
    assert isinstance(found, FalseVerdict if depth == 2 else Unknown)


def test_alarm_is_replayed_with_inputs_found_by_the_search(tmp_path: Path) -> None:
    found = verdict(
        tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 41 && x < 43) reach_error(); return 0; }"
    )
    assert isinstance(found, FalseVerdict)
    assert [read.value for read in found.inputs] == [42]


def test_alarm_that_no_input_confirms_is_not_reported(tmp_path: Path) -> None:
    found = verdict(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); if (x * 2 == 7) reach_error(); return 0; }")
    assert isinstance(found, Unknown)
    assert found.reason is Reason.NOT_REPLAYED


def test_callstack_returns_to_the_caller(tmp_path: Path) -> None:
    """If the second call could return behind the first one, the error would be reached with one call."""
    source = "static int n; static void f(void) { n++; } int main(void) { f(); return 0; f(); reach_error(); }"
    assert verdict(tmp_path, source) == TrueVerdict()


def test_recursion_beyond_the_depth_is_unknown(tmp_path: Path) -> None:
    source = "static int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    found = verdict(tmp_path, source, "callstack.depth=5")
    assert isinstance(found, Unknown)
    assert found.reason is Reason.RECURSION


def test_unsupported_construct_that_is_reached_is_unknown(tmp_path: Path) -> None:
    source = 'int main(void) { __asm__ volatile("call foo"); return 0; }'
    found = verdict(tmp_path, source)
    assert isinstance(found, Unknown)
    assert found.reason is Reason.NOT_SUPPORTED
    assert "2:18" in found.detail


def test_unsupported_construct_that_is_not_reached_does_no_harm(tmp_path: Path) -> None:
    source = 'int main(void) { return 0; __asm__ volatile("call foo"); }'
    assert verdict(tmp_path, source) == TrueVerdict()


def test_error_behind_an_unsupported_construct_on_another_path_is_found(tmp_path: Path) -> None:
    source = 'int main(void) { if (__VERIFIER_nondet_int()) { __asm__("call foo"); } else reach_error(); return 0; }'
    assert isinstance(verdict(tmp_path, source), FalseVerdict)


def test_loop_beyond_the_bound_is_unknown_never_true(tmp_path: Path) -> None:
    source = "int main(void) { while (__VERIFIER_nondet_int()) { } return 0; }"
    assert verdict(tmp_path, source) == TrueVerdict()
    found = verdict(tmp_path, source, "loopbound.bound=3")
    assert isinstance(found, Unknown)
    assert found.reason is Reason.BOUND


LABEL = Property("unreach-label", (UnreachableLabel("ERROR"),))


@pytest.mark.parametrize(("source", "expected"), [("goto END; ERROR: return 1; END: return 0;", TrueVerdict)])
def test_label_that_cannot_be_reached(tmp_path: Path, source: str, expected: type) -> None:
    assert isinstance(verdict(tmp_path, f"int main(void) {{ {source} }}", wanted=LABEL), expected)


def test_label_that_is_reached(tmp_path: Path) -> None:
    assert isinstance(verdict(tmp_path, "int main(void) { ERROR: return 1; }", wanted=LABEL), FalseVerdict)


ASSERT = Property("assert", (NoAssertionFailure(),))


def test_assertion_that_fails(tmp_path: Path) -> None:
    source = "#include <assert.h>\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 5); return 0; }"
    found = verdict(tmp_path, source, wanted=ASSERT)
    assert isinstance(found, FalseVerdict)
    assert [read.value for read in found.inputs] == [5]


TWO = "static void good(void) { } static void bad(void) { reach_error(); }\n"


def test_function_pointer_is_followed_to_the_function_it_holds(tmp_path: Path) -> None:
    source = TWO + "int main(void) { void (*f)(void) = good, (*g)(void) = bad; f(); return g == 0; }"
    assert verdict(tmp_path, source) == TrueVerdict()


def test_function_pointer_in_a_structure_member(tmp_path: Path) -> None:
    source = TWO + "struct ops { void (*a)(void); void (*b)(void); };\n"
    source += "int main(void) { struct ops o; o.a = good; o.b = bad; o.a(); return 0; }"
    assert verdict(tmp_path, source) == TrueVerdict()


def test_function_pointer_that_may_have_changed_goes_everywhere(tmp_path: Path) -> None:
    """A pointer whose address is taken may be changed by anybody."""
    source = TWO + "int main(void) { void (*f)(void) = good; void (**p)(void) = &f; *p = bad; f(); return 0; }"
    assert isinstance(verdict(tmp_path, source), FalseVerdict)


def test_function_pointer_of_a_union_is_not_mistaken(tmp_path: Path) -> None:
    source = TWO + "union u { void (*a)(void); void (*b)(void); };\n"
    source += "int main(void) { union u o; o.a = good; o.b = bad; o.a(); return 0; }"
    assert isinstance(verdict(tmp_path, source), FalseVerdict)
