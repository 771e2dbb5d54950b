"""The one way from a result to lines of text and an exit code.

The verdict is the last line and the only one that begins with ``Verdict:``.  What was assumed is printed whatever the
verdict, because it is the part of the result a reader must judge.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.cli.telling import step_lines
from whet.core.evidence import Counterexample
from whet.core.result import Defect, FalseVerdict, InvalidProgram, ProofUnchecked, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.findings import Findings
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


def result_lines(
    result: Result, *, expected: bool | None, advice: str | None = None, findings: Findings | None = None
) -> Iterator[str]:
    """Everything a script is told at the end; each item is one line.  ``advice`` is what to try next."""
    if result.checked is not None:
        yield f"Checked: {_one_line(str(result.checked))}"
    for assumption in result.assumptions:
        yield f"Assumed: {_one_line(str(assumption))}"
    yield from map(_one_line, _explanation(result) if findings is None else _of_findings(findings))
    if advice is not None:
        yield f"Next: {_one_line(advice)}"
    if result.portfolio is not None and result.portfolio.choice:
        yield f"Chosen: {_one_line(result.portfolio.choice)}"
    if result.portfolio is not None:
        yield f"By: {_one_line(str(result.portfolio))}"
    if expected is not None:
        yield f"Expected: {str(expected).lower()} ({comparison(result.verdict, expected=expected)})"
    if result.proof_check is not None:
        yield f"Proof: {_one_line(str(result.proof_check))}"
    yield verdict_line(result)


def verdict_line(result: Result) -> str:
    unchecked = " (unchecked)" if isinstance(result.proof_check, ProofUnchecked) else ""
    return f"Verdict: {_one_line(str(result.verdict))}{unchecked}"


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
            if isinstance(result.evidence, Counterexample):
                yield from (f"Step: {line}" for line in step_lines(result.evidence, place))
            yield f"Violation: {_at(place)}{violation}{_by(check, result)}"
            if result.compiled_replay is not None:
                yield f"Replayed: {result.compiled_replay}"
        case Unknown(detail=detail, place=place):
            if detail:
                yield f"Reason: {_at(place)}{detail}"
        case InvalidProgram(message=message, place=place):
            yield f"Reason: {_at(place)}{message}"
        case Defect(message=message):
            yield f"Reason: {message}"


def _of_findings(findings: Findings) -> Iterator[str]:
    """Each with its inputs; then what is known of all other places."""
    for each in findings.violations:
        yield from _explanation(each)
    if not findings.violations:
        yield from _explanation(findings.result)
    yield f"Proved: {len(findings.proved)} of {findings.places} places"
    yield from (f"Proved: {site}" for site in findings.proved)
    yield from (f"Undecided: {site}" for site in findings.undecided)


def _by(check: str, result: Result) -> str:
    """The name of the check, unless it is the one that everybody expects."""
    is_expected = check == ASSERTION and (result.checked is None or not result.checked.is_of_several)
    return "" if is_expected else f" [{check}]"


def _at(place: Place | None) -> str:
    return "" if place is None else f"{place}: "


def _one_line(text: str) -> str:
    """Names of files and texts of programs may contain anything, but no line of their own."""
    return " ".join(text.splitlines())
