"""Runs of programs that read what was not written."""

from __future__ import annotations

from whet.cfa.model import Edge, Program
from whet.cfa.targets import violation_by
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, UndefinedBehaviour
from whet.task.dangers import Danger


def entered(program: Program, value: int) -> tuple[list[Edge], object]:
    """The errors that a run with this input enters, and how it ends."""
    seen: list[Edge] = []
    run = Interpreter(program).run(
        ListedInputs([value]), observer=lambda edge: seen.append(edge) if violation_by(edge.operation) else None
    )
    return seen, run.outcome


def assert_found_by_runs(program: Program, *, bad: int, good: int) -> None:
    """The run with one input reads what was not written, and the check before it fails; the other run ends well."""
    errors, outcome = entered(program, bad)
    assert isinstance(outcome, UndefinedBehaviour)
    assert (len(errors), outcome.danger) == (1, Danger("uninitialised"))
    assert "is read before it is written" in outcome.what
    assert entered(program, good) == ([], Exited(0))
