"""The one way from a result to lines of text.

The verdict is the last line and the only one that begins with ``Verdict:``.  What was assumed is printed whatever the
verdict, because it is the part of the result a reader must judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from whet.cfa.source import Place
from whet.core.evidence import Counterexample
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Result, TrueVerdict, Unknown, Verdict
from whet.report.steps import step_lines
from whet.task.messages.message import code_of, find_message, with_code
from whet.task.messages.violations import ASSIGNS, ENSURES
from whet.task.properties import ASSERTION

_MOST_UNDECIDED = 3
_MOST_INPUTS = 50
_PLACE = re.compile(r"(?P<file>[^\s:]+\.[chi]):(?P<line>\d+):(?P<column>\d+)")


def result_lines(
    result: Result, *, expected: bool | None = None, advice: str | None = None, told: Iterable[str] | None = None
) -> Iterator[str]:
    """Everything a script is told at the end; each item is one line.  ``advice`` is what to try next, ``told`` what there is to
    say of several findings instead of the one of the result."""
    if result.checked is not None:
        yield f"Checked: {_one_line(str(result.checked))}"
    for assumption in result.assumptions:
        yield f"Assumed: {with_code(_one_line(str(assumption)))}"
    yield from map(_one_line, reason_lines(result) if told is None else told)
    if advice is not None:
        yield f"Next: {_one_line(advice)}"
    if result.portfolio is not None and result.portfolio.choice:
        yield f"Chosen: {_one_line(result.portfolio.choice)}"
    if result.portfolio is not None:
        yield f"By: {_one_line(str(result.portfolio))}"
    if expected is not None:
        yield f"Expected: {str(expected).lower()} ({comparison(result.verdict, expected=expected)})"
    yield from (f"Contract: {_one_line(each)}" for each in result.contracts)
    if result.proof_check is not None:
        yield f"Proof: {_one_line(str(result.proof_check))}"
    yield verdict_line(result)


def verdict_line(result: Result) -> str:
    return f"Verdict: {_one_line(result.verdict_words)}"


def comparison(verdict: Verdict, *, expected: bool) -> str:
    match verdict:
        case TrueVerdict():
            return "as expected" if expected else "NOT as expected"
        case FalseVerdict():
            return "NOT as expected" if expected else "as expected"
        case Unknown() | InvalidProgram() | Defect():
            return "not decided"


def violation_lines(results: Iterable[Result]) -> Iterator[str]:
    """Each in one line."""
    for result in results:
        if isinstance(verdict := result.verdict, FalseVerdict):
            yield _one_line(f"{_at(verdict.place)}{verdict.violation}{_by(verdict.check, verdict.violation, result)}")


def reason_lines(result: Result) -> Iterator[str]:
    """Why the verdict is what it is."""
    match result.verdict:
        case TrueVerdict():
            pass
        case FalseVerdict(violation=violation, place=place, check=check, events=events, arguments=arguments) as verdict:
            given = [*arguments, *verdict.inputs_of_program()]
            yield from (f"Input: {each}" for each in given[:_MOST_INPUTS])
            if len(given) > _MOST_INPUTS:
                yield f"Input: {len(given) - _MOST_INPUTS} more, which --output writes to a file"
            if isinstance(result.evidence, Counterexample):
                yield from (f"Step: {line}" for line in step_lines(result.evidence, place))
            yield from (f"Event: {event}" for event in events)
            yield f"Violation: {_at(place)}{violation}{_by(check, violation, result)}"
            if result.compiled_replay is not None:
                yield f"Replayed: {result.compiled_replay}"
        case Unknown(detail=detail, place=place):
            if detail:
                yield f"Reason: {with_code(_one_line(f'{_at(place)}{detail}'))}"
            if result.executed is not None:
                yield from (f"Executed: {line}" for line in result.executed.told())
            if result.proved is not None:
                yield f"Proved: {result.proved}"
                yield from (f"Undecided: {line}" for line in undecided_lines(result.proved, result.executed))
        case InvalidProgram(message=message, place=place):
            yield f"Reason: {with_code(_one_line(f'{_at(place)}{message}'))}"
        case Defect(message=message):
            yield f"Reason: {message}"


def undecided_lines(proved: ProvedChecks, executed: ExecutedCode | None) -> Iterator[str]:
    """The first places where a check is not proved; those that runs came to come first."""
    unreached = () if executed is None else tuple(map(str, executed.unreached))
    places = sorted(grouped_by_place(proved.undecided), key=lambda line: line.partition(" [")[0] in unreached)
    for line in places[:_MOST_UNDECIDED]:
        yield f"{line}{f' (no {executed.kind} came here)' if executed and line.partition(' [')[0] in unreached else ''}"
    if more := len(places[_MOST_UNDECIDED:]):
        yield f"{more} more place{'' if more == 1 else 's'} (see --all)"


def grouped_by_place(sites: Iterable[str]) -> Iterator[str]:
    """One line for each place of the program; checks in bodies of library functions count for the call."""
    checks: dict[str, dict[str, None]] = {}
    functions: dict[str, dict[str, None]] = {}
    for site in sites:
        place, _, check = site.removesuffix("]").rpartition(" [")
        place, _, within = place.partition(" in ")
        checks.setdefault(place, {})[check] = None
        if within:
            functions.setdefault(place, {})[within.partition(":")[0]] = None
    for place, names in checks.items():
        inside = f" (in the body of {', '.join(functions[place])})" if place in functions else ""
        yield f"{place} [{', '.join(names)}]{inside}"


def place_in(text: str) -> Place | None:
    """The first place that a sentence names."""
    found = _PLACE.search(text)
    return None if found is None else Place(found["file"], int(found["line"]), int(found["column"]))


def _by(check: str, violation: str, result: Result) -> str:
    """The name of the check, unless it is the one that everybody expects, with the code and the weakness."""
    codes = shown_codes(check, violation)
    is_expected = check == ASSERTION and not codes and (result.checked is None or not result.checked.is_of_several)
    return "" if is_expected else f" [{', '.join((check, *codes))}]"


def shown_codes(check: str, violation: str) -> tuple[str, ...]:
    """None of an assertion of the program, which needs no explanation."""
    codes = codes_of_finding(violation)
    return () if check == ASSERTION and not {ENSURES.code, ASSIGNS.code}.intersection(codes) else codes


def codes_of_finding(violation: str) -> tuple[str, ...]:
    """Such as ``W305`` and ``CWE-476``."""
    message = find_message(code_of(violation) or "")
    return () if message is None else (message.code, *([] if message.cwe is None else [f"CWE-{message.cwe}"]))


def _at(place: Place | None) -> str:
    return "" if place is None else f"{place}: "


def _one_line(text: str) -> str:
    """Names of files and texts of programs may contain anything, but no line of their own."""
    return " ".join(text.splitlines())
