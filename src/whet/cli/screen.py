"""The end of a run as a person reads it in a terminal: the place with its line, the way to it, what to do next.

The words before a colon are those of ``verdicts.result_lines``, which is the form for scripts; the last line is the same in both.
Nothing is told here that the result does not have: a file that cannot be read costs its excerpt only.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from whet.cfa.source import Place
from whet.cli.excerpts import Excerpts, bar, shown_path, shown_place
from whet.cli.folding import Rounds, Told, UnknownOperations, Visit, folded, visits_of
from whet.cli.styled import BAD, FRAME, GOOD, OPEN, STRONG, VALUE, Line, printable
from whet.core.evidence import Counterexample, Invariant, Proof, Spot
from whet.core.result import Assumption, Defect, FalseVerdict, InvalidProgram, Result, TrueVerdict, Unknown, Verdict
from whet.report.lines import comparison, grouped_by_place, place_in, shown_codes, undecided_lines, verdict_line
from whet.report.next_steps import Advice
from whet.session.findings import Findings
from whet.task.messages.message import with_code
from whet.task.records import dataclass

_MOST_LINES: Final = 24
"""Of the way to a violation."""
_MOST_INPUTS: Final = 16
_MOST_INVARIANTS: Final = 3
_WIDEST_INVARIANT: Final = 90
_WIDEST_SOURCE: Final = 56
_SET_IN: Final = ": "
"""Before what happens in rounds."""
_WIDTH: Final = 110
"""Of sentences; lines of a program are as long as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenContext:
    """What else is told beside a result."""

    expected: bool | None = None
    advice: Advice | None = None
    commands: tuple[str, ...] = ()
    """What to type next."""
    again: str | None = None
    """The command that executes the run to the violation."""
    findings: Findings | None = None
    """If all of them are wanted."""


def screen_lines(result: Result, around: ScreenContext) -> Iterator[Line]:
    yield from _told(result, around)
    yield from _assumed(result.assumptions)
    if result.checked is not None:
        yield from _sentence("Checked", str(result.checked))
    yield from _next(around)
    if result.portfolio is not None and result.portfolio.choice:
        yield from _sentence("Chosen", result.portfolio.choice)
    if result.portfolio is not None:
        yield from _sentence("By", str(result.portfolio))
    if around.expected is not None:
        outcome = comparison(result.verdict, expected=around.expected)
        yield from _sentence("Expected", f"{str(around.expected).lower()} ({outcome})")
    for each in result.contracts:
        yield from _sentence("Contract", each)
    if result.proof_check is not None:
        yield from _sentence("Proof", str(result.proof_check))
    yield ((verdict_line(result), _colour(result.verdict)),)


def _colour(verdict: Verdict) -> str:
    match verdict:
        case TrueVerdict():
            return GOOD
        case FalseVerdict() | InvalidProgram() | Defect():
            return BAD
        case Unknown():
            return OPEN


def _told(result: Result, around: ScreenContext) -> Iterator[Line]:
    """What was found, the violations first."""
    sources = Excerpts()
    findings = around.findings
    for each in [result] if findings is None or not findings.violations else findings.violations:
        yield from _finding(each, sources, around)
    if findings is not None:
        yield from _sentence("Proved", f"{len(findings.proved)} of {findings.places} places")
        yield from (line for site in findings.proved for line in _sentence("Proved", site))
        if findings.undecided:
            yield from _sentence("Undecided", f"{len(findings.undecided)} of {findings.places} places")
        yield from (line for each in grouped_by_place(findings.undecided) for line in _sentence("Undecided", each))


def _finding(result: Result, sources: Excerpts, around: ScreenContext) -> Iterator[Line]:
    match result.verdict:
        case TrueVerdict():
            if isinstance(result.evidence, Proof):
                yield from _invariants(result.evidence)
        case FalseVerdict() as verdict:
            yield from _violation(verdict, result, sources, around)
        case Unknown(detail=detail, place=place):
            if detail:
                yield from _headline("unknown", OPEN, with_code(detail))
                yield from _excerpt(place, "", sources)
            yield from _achieved(result, sources)
        case InvalidProgram(message=message, place=place):
            yield from _headline("error", BAD, with_code(message))
            yield from _excerpt(place, "", sources)
        case Defect(message=message):
            yield from _headline("error", BAD, message)


def _achieved(result: Result, sources: Excerpts) -> Iterator[Line]:
    """Without a verdict."""
    for line in () if result.executed is None else result.executed.told():
        yield from _sentence("Executed", line)
    if result.proved is not None:
        yield from _sentence("Proved", str(result.proved))
        for line in undecided_lines(result.proved, result.executed):
            place = place_in(line)
            yield from _sentence("Undecided", line if place is None else line.replace(place.file, shown_path(place.file), 1))
            if place is not None:
                yield ("    ", ""), (sources.text(place.file, place.line).strip(), VALUE)


def _headline(word: str, style: str, text: str) -> Iterator[Line]:
    yield (word, style), (f": {_one_line(text)}", STRONG)


def _excerpt(place: Place | None, label: str, sources: Excerpts) -> Iterator[Line]:
    if place is None:
        return
    margin = len(str(place.line))
    yield (f"{'':{margin}}--> ", FRAME), (shown_place(place), "")
    yield from sources.pointed(place, label, margin)


def _violation(verdict: FalseVerdict, result: Result, sources: Excerpts, around: ScreenContext) -> Iterator[Line]:
    codes = shown_codes(verdict.check, verdict.violation)
    yield from _headline(f"error[{', '.join((verdict.check, *codes))}]", BAD, verdict.violation)
    run = result.evidence if isinstance(result.evidence, Counterexample) else None
    told = [] if run is None else _way(run, verdict.place)
    margin = max(
        [
            len(str(verdict.place.line if verdict.place else 0)),
            *(len(str(each.place.line)) for each in verdict.events),
            *(len(str(each.line)) for each in _visits(told)),
        ]
    )
    if verdict.place is not None:
        yield (f"{'':{margin}}--> ", FRAME), (shown_place(verdict.place), "")
        yield from sources.pointed(verdict.place, "" if run is None else _label(run, verdict.place), margin, verdict.width)
        yield bar(margin)
    if verdict.picture:
        yield from ((*bar(margin), (f"   {line}", VALUE)) for line in verdict.picture)
        yield bar(margin)
    yield from _events(verdict, sources, margin)
    if told:
        yield (f"{'':{margin}} = ", FRAME), ("the run that gets there:", STRONG)
        file = "" if verdict.place is None else verdict.place.file
        yield from _Way(sources, margin, file, told).lines()
        yield bar(margin)
    again = around.again
    inputs = verdict.inputs_of_program()
    given = [str(each.value) if each.source.endswith("()") else f"{each.source} = {each.value}" for each in inputs]
    values = [*verdict.arguments, *given]
    more = f", ... ({len(values)} in all)" if len(values) > _MOST_INPUTS else ""
    if values:
        yield (f"{'':{margin}} = ", FRAME), ("inputs: ", STRONG), (f"{_one_line(', '.join(values[:_MOST_INPUTS]))}{more}", VALUE)
    if again is not None:
        yield (f"{'':{margin}} = ", FRAME), ("run it: ", STRONG), (again, "")
    if result.compiled_replay is not None:
        yield (f"{'':{margin}} = ", FRAME), ("replayed: ", STRONG), (_one_line(str(result.compiled_replay)), "")


def _events(verdict: FalseVerdict, sources: Excerpts, margin: int) -> Iterator[Line]:
    """Each with its line; the file is named where it is another one."""
    for event in verdict.events:
        if verdict.place is None or event.place.file != verdict.place.file:
            yield (f"{'':{margin}}::: ", FRAME), (shown_place(event.place), "")
        yield from list(sources.pointed(event.place, event.what, margin, event.width))[1:]
    if verdict.events:
        yield bar(margin)


def _label(run: Counterexample, place: Place) -> str:
    """The values that an assertion failed with; other checks tell theirs."""
    match visits_of(run):
        case [*_, Visit() as last] if _is_at(last, place):
            return printable(last.values)
        case _:
            return ""


def _way(run: Counterexample, place: Place | None) -> list[Told]:
    """Without the violation itself, and from the end if it is long."""
    visits = visits_of(run)
    told = folded(visits[:-1] if visits and _is_at(visits[-1], place) else visits)
    kept: list[Told] = []
    for each in reversed(told):
        if kept and _height([*kept, each]) > _MOST_LINES:
            return [UnknownOperations(0), *reversed(kept)]
        kept.append(each)
    return told


def _is_at(visit: Visit | UnknownOperations, place: Place | None) -> bool:
    return isinstance(visit, Visit) and place is not None and (visit.file, visit.line) == (place.file, place.line)


def _height(told: Iterable[Told]) -> int:
    return sum(1 + _height(each.visits) if isinstance(each, Rounds) else 1 for each in told)


def _visits(told: Iterable[Told]) -> Iterator[Visit]:
    for each in told:
        match each:
            case Visit():
                yield each
            case Rounds(visits=visits):
                yield from _visits(visits)
            case UnknownOperations():
                pass


def _depths(told: Iterable[Told], depth: int = 0) -> Iterator[tuple[tuple[str, int], int]]:
    """The lines, and in how many rounds each is."""
    for each in told:
        match each:
            case Visit():
                yield (each.file, each.line), depth
            case Rounds(visits=visits):
                yield from _depths(visits, depth + 1)
            case UnknownOperations():
                pass


class _Way:
    """The lines of the program on the way, each with what happens there."""

    def __init__(self, sources: Excerpts, margin: int, file: str, told: Sequence[Told]) -> None:
        self._margin = margin
        self._file = file
        self._told = told
        texts = {(each.file, each.line): sources.text(each.file, each.line).expandtabs(4) for each in _visits(told)}
        indented = [len(text) - len(text.lstrip()) for text in texts.values() if text]
        self._texts = {key: _cut(text[min(indented, default=0) :]) for key, text in texts.items()}
        self._width = max((len(_SET_IN) * depth + len(self._texts[at]) for at, depth in _depths(told)), default=0)

    def lines(self) -> Iterator[Line]:
        yield from self._of(self._told, "")

    def _of(self, told: Iterable[Told], prefix: str) -> Iterator[Line]:
        for each in told:
            match each:
                case Visit():
                    yield from self._visit(each, prefix)
                case UnknownOperations(count=count):
                    what = f"{count} operations that are not told" if count else "what happens before is left out"
                    yield *bar(self._margin), (f" {prefix}... {what}", VALUE)
                case Rounds(visits=visits, count=count):
                    yield *bar(self._margin), (f" {prefix}{count} times, the last time with these values:", VALUE)
                    yield from self._of(visits, f"{prefix}{_SET_IN}")

    def _visit(self, visit: Visit, prefix: str) -> Iterator[Line]:
        if visit.file != self._file:
            self._file = visit.file
            yield (f"{'':{self._margin}}::: ", FRAME), (shown_path(visit.file), "")
        source = self._texts[visit.file, visit.line]
        padding = " " * (self._width + 3 - len(prefix) - len(source))
        yield (
            (f"{visit.line:>{self._margin}} | ", FRAME),
            (prefix, VALUE),
            (f"{source}{padding}", ""),
            (_one_line(visit.note), VALUE),
        )


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST_SOURCE else f"{text[: _WIDEST_SOURCE - 3]}..."


def _invariants(proof: Proof) -> Iterator[Line]:
    """The short ones, at loops: what a reader would have to find out."""
    loops = [each for each in proof.invariants if each.spot is Spot.LOOP_HEAD and each.place is not None and _is_worth(each)]
    told = dict.fromkeys((shown_place(each.place), _one_line(each.text)) for each in loops if each.place is not None)
    for place, text in list(told)[:_MOST_INVARIANTS]:
        yield ("Holds", STRONG), (f": {place}: in every round ", ""), (text, VALUE)


def _is_worth(invariant: Invariant) -> bool:
    return invariant.calls is None and len(invariant.text) <= _WIDEST_INVARIANT and invariant.text not in ("0", "1")


def _assumed(assumptions: Iterable[Assumption]) -> Iterator[Line]:
    """Each once, with the places at which it was needed."""
    grouped: dict[str, list[str]] = {}
    for each in assumptions:
        grouped.setdefault(each.what, []).extend([] if each.place is None else [shown_place(each.place)])
    for what, places in grouped.items():
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        yield from _sentence("Assumed", with_code(what) + (f" [{places[0]}{more}]" if places else ""))


def _next(around: ScreenContext) -> Iterator[Line]:
    if around.advice is None:
        return
    yield from _sentence("Next", around.advice.text)
    yield from ((("    ", ""), (command, VALUE)) for command in around.commands)


def _sentence(word: str, text: str) -> Iterator[Line]:
    first, *others = textwrap.wrap(_one_line(text), _WIDTH, initial_indent=" " * (len(word) + 2), subsequent_indent="    ") or [
        ""
    ]
    yield (word, STRONG), (f": {first.strip()}", "")
    yield from (((line, ""),) for line in others)


def _one_line(text: str) -> str:
    return printable(" ".join(text.splitlines()))
