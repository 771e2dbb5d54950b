"""An error is replayed if the compiled test shows it, and not if it shows something else."""

from __future__ import annotations

import signal

import pytest

from whet.core.concrete import ReachedError
from whet.harness.replaying import CompiledFailure, CompiledWithoutFailure, NotRun, Replay, replay_of
from whet.native.programs import NativeRun, RanIntoError, RanIntoSignal, RanToEnd, SanitizerReport

CALL = ReachedError("reach_error() is called", "p.c:7:3", "reach_error", is_call=True, lines=(7, 7))
DIVISION = ReachedError("division by zero", "p.c:4:3", lines=(4, 5))
CRASH = RanIntoSignal(signal.SIGSEGV)
OVERFLOW, ZERO = SanitizerReport("signed integer overflow", 3), SanitizerReport("division by zero", 5)


@pytest.mark.parametrize(
    ("error", "run", "replay"),
    [
        (CALL, None, NotRun()),
        (CALL, NativeRun(RanIntoError()), CompiledFailure("error reached, no sanitizer report")),
        (
            CALL,
            NativeRun(RanIntoError(), (OVERFLOW, OVERFLOW)),
            CompiledFailure("error reached", ("signed integer overflow (line 3)",)),
        ),
        (CALL, NativeRun(RanToEnd(0)), CompiledWithoutFailure("exits with status 0")),
        (CALL, NativeRun(CRASH, (ZERO,)), CompiledWithoutFailure(str(CRASH), ("division by zero (line 5)",))),
        (DIVISION, NativeRun(RanToEnd(1), (ZERO,)), CompiledFailure("sanitizer reports division by zero")),
        (
            DIVISION,
            NativeRun(RanToEnd(1), (OVERFLOW, ZERO)),
            CompiledFailure("sanitizer reports division by zero", (str(OVERFLOW),)),
        ),
        (DIVISION, NativeRun(RanToEnd(1), (OVERFLOW,)), CompiledWithoutFailure("exits with status 1", (str(OVERFLOW),))),
        (DIVISION, NativeRun(CRASH), CompiledFailure(str(CRASH))),
        (DIVISION, NativeRun(RanIntoError()), CompiledWithoutFailure("error reached")),
    ],
)
def test_what_a_compiled_test_shows(error: ReachedError, run: NativeRun | None, replay: Replay) -> None:
    assert replay_of(error, run) == replay


def test_other_reports_are_told() -> None:
    assert (
        str(CompiledFailure("error reached", ("overflow (line 3)",)))
        == "compiled: error reached; also reported: overflow (line 3)"
    )
    told = "compiled: exits with status 0, which does not confirm it; reported: overflow (line 3)"
    assert str(CompiledWithoutFailure("exits with status 0", ("overflow (line 3)",))) == told
