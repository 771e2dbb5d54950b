"""What ``whet test`` tells of a suite, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import reduce
from operator import add
from pathlib import Path

from whet import __version__
from whet.harness.measuring import MeasuredTest
from whet.harness.replaying import CompiledFailure, NotRun
from whet.harness.run_harness import input_text
from whet.harness.suite import RUN_SCRIPT
from whet.native.gcov import Covered
from whet.native.programs import NativeSource, RanIntoSignal, RanTooLong
from whet.session.test_search import FoundTests
from whet.task.coverage_goals import CoverageGoal
from whet.task.records import dataclass
from whet.task.task import Machine


@dataclass(slots=True, kw_only=True)
class SuiteOutcome:
    """Everything a run of the command found out, filled step by step."""

    source: NativeSource
    machine: Machine
    goal: CoverageGoal
    found: FoundTests
    tests: Sequence[MeasuredTest] = ()
    notes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    folder: Path | None = None
    seconds: float = 0.0

    @property
    def covered(self) -> Covered | None:
        """By all tests together; None if nothing was measured."""
        parts = [each.covered for each in self.tests if each.covered is not None]
        return reduce(add, parts) if parts else None

    @property
    def errors(self) -> list[tuple[int, MeasuredTest]]:
        """The tests that show an error, with their numbers; each error once."""
        found = {each.test.error: (number, each) for number, each in reversed(list(enumerate(self.tests, 1))) if each.test.error}
        return sorted(found.values(), key=lambda pair: pair[0])

    @property
    def branches_text(self) -> str:
        covered = self.covered
        return "" if covered is None else _share(len(covered.taken), len(covered.branches))

    @property
    def lines_text(self) -> str:
        covered = self.covered
        return "" if covered is None else _share(sum(1 for count in covered.lines.values() if count), len(covered.lines))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def summary_lines(outcome: SuiteOutcome) -> Iterator[str]:
    for number, each in outcome.errors:
        yield f"Error: {error_line(number, each)}"
    for note in (*outcome.notes, *_odd_ends(outcome)):
        yield f"Note: {note}"
    if outcome.covered is not None:
        yield f"Branches (gcov): {outcome.branches_text}"
        yield f"Lines (gcov): {outcome.lines_text}"
    yield f"Tests: {len(outcome.tests)}; {outcome.found.end.value}"
    if outcome.folder is None:
        yield "Suite: not written; --output DIR writes it"
    else:
        yield f"Suite: {outcome.folder}; {outcome.folder / RUN_SCRIPT} runs it"


def _odd_ends(outcome: SuiteOutcome) -> Iterator[str]:
    """Tests that crash or hang without an error that the interpreter knows."""
    for number, each in enumerate(outcome.tests, 1):
        if each.run is not None and each.test.error is None and isinstance(each.run.end, RanIntoSignal | RanTooLong):
            yield f"test-{number} {each.run.end}"


def error_line(number: int, measured: MeasuredTest) -> str:
    """Where it is, and what the compiled test says of it."""
    error = measured.test.error
    assert error is not None
    return f"{error.place}: {error.what} (test-{number}; {measured.replay})"


def document_of(outcome: SuiteOutcome) -> dict[str, object]:
    """For ``result.json``."""
    covered = outcome.covered
    return {
        "tool": "whet",
        "version": __version__,
        "command": "test",
        "task": {"file": str(outcome.source.path), "machine": outcome.machine.value},
        "goal": {"name": outcome.goal.name, "specification": outcome.goal.text},
        "end": outcome.found.end.value,
        "wall_seconds": outcome.seconds,
        "coverage": None if covered is None else _coverage(covered),
        "interpreter": _interpreted(outcome),
        "errors": [_error(number, each) for number, each in outcome.errors],
        "tests": [_test(number, each) for number, each in enumerate(outcome.tests, 1)],
        "notes": [*outcome.notes, *_odd_ends(outcome)],
        "files": outcome.files,
    }


def _coverage(covered: Covered) -> dict[str, object]:
    return {
        "branches": len(covered.branches),
        "branches_taken": len(covered.taken),
        "lines": len(covered.lines),
        "lines_run": sum(1 for count in covered.lines.values() if count),
        "not_taken": [{"line": each.line, "branch": each.number + 1} for each in sorted(covered.branches.keys() - covered.taken)],
    }


def _interpreted(outcome: SuiteOutcome) -> dict[str, object]:
    """What decided which inputs were worth to be tried natively."""
    taken = frozenset[int]().union(*(each.test.branches for each in outcome.tests))
    return {"branches": len(outcome.found.branches), "branches_taken": len(taken), "tests_found": len(outcome.found.tests)}


def _error(number: int, measured: MeasuredTest) -> dict[str, object]:
    error = measured.test.error
    assert error is not None
    reports = () if measured.sanitized is None else measured.sanitized.reports
    return {
        "place": error.place,
        "what": error.what,
        "test": number,
        "compiled": str(measured.replay),
        "replayed": isinstance(measured.replay, CompiledFailure),
        "other_reports": [] if isinstance(measured.replay, NotRun | None) else list(measured.replay.others),
        "sanitizer": next((report.what for report in reports), None),
    }


def _test(number: int, measured: MeasuredTest) -> dict[str, object]:
    test = measured.test
    inputs = [{"function": each.function, "type": str(each.type), "value": input_text(each)} for each in test.inputs]
    return {
        "number": number,
        "inputs": inputs,
        "ending": test.ending,
        "compiled": None if measured.run is None else str(measured.run.end),
        "branches": None if measured.covered is None else len(measured.covered.taken),
    }
