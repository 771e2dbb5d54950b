"""The run to a violation, told in a dozen lines."""

from __future__ import annotations

from whet.cfa.source import Place
from whet.core.evidence import Branched, Called, Counterexample, Received
from whet.report.steps import step_lines


def at(line: int) -> Place:
    return Place("p.c", line, 1)


def branched(condition: str, line: int = 2, **values: int) -> Branched:
    return Branched(function="main", place=at(line), condition=condition, truth=False, values=tuple(values.items()))


def test_branch_is_told_with_the_values_it_was_decided_by() -> None:
    run = Counterexample((branched("(int)count < n", count=3, n=2), branched("other")))
    assert step_lines(run, None) == ["p.c:2:1: count < n is false (count = 3, n = 2)", "p.c:2:1: other is false"]


def test_names_that_the_program_does_not_have_are_not_told() -> None:
    assert step_lines(Counterexample((branched("__tmp__4 == 0"),)), None) == ["p.c:2:1: the condition is false"]


def test_calls_are_told_but_for_inputs_and_the_violation() -> None:
    def called(callee: str, line: int, *arguments: int | str | None) -> Called:
        return Called(function="main", place=at(line), callee=callee, arguments=arguments)

    asked = Received(function="main", place=at(3), source="input()", value=1)
    run = Counterexample((called("push", 2, 7, None, "0x55"), called("input", 3), asked, called("reach_error", 4)))
    assert step_lines(run, at(4)) == ["p.c:2:1: push(7, ..., 0x55)"]


def test_long_run_is_told_from_its_end() -> None:
    lines = step_lines(Counterexample(tuple(branched("x", line) for line in range(1, 31))), None)
    assert lines[0] == "19 calls and branches before"
    assert (len(lines), lines[-1]) == (12, "p.c:30:1: x is false")
