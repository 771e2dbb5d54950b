"""The one way from a verdict to an exit code."""

from __future__ import annotations

from whet.cli.exit_codes import ExitCode
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Reason, TrueVerdict, Unknown, Verdict


def exit_code(verdict: Verdict) -> ExitCode:
    match verdict:
        case TrueVerdict():
            return ExitCode.TRUE
        case FalseVerdict():
            return ExitCode.FALSE
        case Unknown(reason=Reason.NOT_SUPPORTED) | InvalidProgram():
            return ExitCode.NOT_SUPPORTED
        case Unknown(reason=reason):
            return ExitCode.LIMIT if reason.is_limit else ExitCode.UNKNOWN
        case Defect():
            return ExitCode.INTERNAL
