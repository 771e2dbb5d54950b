"""The one way from a result to lines of text and an exit code.

The verdict is the last line and the only one that begins with ``Verdict:``.  What was assumed is printed whatever the
verdict, because it is the part of the result a reader must judge.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.task.properties import ASSERTION


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


def result_lines(result: Result, *, expected: bool | None, advice: str | None = None) -> Iterator[str]:
    """Everything the user is told at the end; each item is one line.  ``advice`` is what to try next."""
    for assumption in result.assumptions:
        yield f"Assumed: {_one_line(str(assumption))}"
    yield from map(_one_line, _explanation(result))
    if advice is not None:
        yield f"Next: {_one_line(advice)}"
    if result.portfolio is not None:
        yield f"By: {_one_line(str(result.portfolio))}"
    if result.checked is not None:
        yield f"Checked: {_one_line(str(result.checked))}"
    if expected is not None:
        yield f"Expected: {str(expected).lower()} ({comparison(result.verdict, expected=expected)})"
    yield f"Verdict: {_one_line(str(result.verdict))}"


def comparison(verdict: Verdict, *, expected: bool) -> str:
    match verdict:
        case TrueVerdict():
            return "as expected" if expected else "NOT as expected"
        case FalseVerdict():
            return "NOT as expected" if expected else "as expected"
        case Unknown() | InvalidProgram() | Defect():
            return "not decided"


def _explanation(result: Result) -> Iterator[str]:
    match result.verdict:
        case TrueVerdict():
            pass
        case FalseVerdict(violation=violation, place=place, inputs=inputs, check=check):
            yield from (f"Input: {item}" for item in inputs)
            yield f"Violation: {_at(place)}{violation}{_by(check, result)}"
        case Unknown(detail=detail, place=place):
            if detail:
                yield f"Reason: {_at(place)}{detail}"
        case InvalidProgram(message=message, place=place):
            yield f"Reason: {_at(place)}{message}"
        case Defect(message=message):
            yield f"Reason: {message}"


def _by(check: str, result: Result) -> str:
    """The name of the check, unless it is the one that everybody expects."""
    is_expected = check == ASSERTION and (result.checked is None or not result.checked.is_of_several)
    return "" if is_expected else f" [{check}]"


def _at(place: Place | None) -> str:
    return "" if place is None else f"{place}: "


def _one_line(text: str) -> str:
    """Names of files and texts of programs may contain anything, but no line of their own."""
    return " ".join(text.splitlines())
