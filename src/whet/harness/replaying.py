"""Does the compiled test show the error that the interpreter saw?  And what else do the sanitizers have to say?

A call of an error function, or an assertion that fails, is shown by the harness.  What has no meaning in C is shown by a report
of a sanitizer about the same lines of the program, or by a crash if no sanitizer says anything.  Every other report is told
beside it: it may be a second error in the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from whet.core.concrete import ReachedError
from whet.native.programs import NativeRun, RanIntoError, RanIntoSignal, SanitizerReport
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class CompiledFailure:
    """The compiled test shows the error; ``by`` says how."""

    by: str
    others: tuple[str, ...] = ()
    """What sanitizers report besides."""

    def __str__(self) -> str:
        return f"compiled: {self.by}{''.join(f'; also reported: {each}' for each in self.others)}"


@dataclass(frozen=True, slots=True)
class CompiledWithoutFailure:
    """It ran, and does not show the error."""

    end: str
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"compiled: {self.end}, which does not confirm it{''.join(f'; reported: {each}' for each in self.others)}"


@dataclass(frozen=True, slots=True)
class NotRun:
    def __str__(self) -> str:
        return "not compiled"


Replay: TypeAlias = CompiledFailure | CompiledWithoutFailure | NotRun


def replay_of(error: ReachedError, run: NativeRun | None) -> Replay:
    if run is None:
        return NotRun()
    if error.is_call:
        others = _texts(run.reports)
        if not isinstance(run.end, RanIntoError):
            return CompiledWithoutFailure(str(run.end), others)
        return CompiledFailure("error reached" if others else "error reached, no sanitizer report", others)
    own = [report for report in run.reports if report.is_leak or _is_about(report, error)]
    others = _texts(report for report in run.reports if report not in own)
    if own:
        return CompiledFailure(f"sanitizer reports {own[0].what}", others)
    if isinstance(run.end, RanIntoSignal) and not others:
        return CompiledFailure(str(run.end))
    return CompiledWithoutFailure(str(run.end), others)


def _is_about(report: SanitizerReport, error: ReachedError) -> bool:
    is_own_file = report.file is None or report.file == error.file
    return is_own_file and error.lines is not None and report.line is not None and error.lines[0] <= report.line <= error.lines[1]


def _texts(reports: Iterable[SanitizerReport]) -> tuple[str, ...]:
    """Each once, in their order."""
    return tuple(dict.fromkeys(map(str, reports)))
