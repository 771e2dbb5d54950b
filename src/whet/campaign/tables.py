"""Tables of results: what was solved, what it is worth, how long it took, and how two configurations differ.

``solved_table`` has the form of Table 3.2 of Löwe's dissertation (effectiveness per category), ``time_table`` that of its
Table 3.3 (efficiency) and ``delta_table`` that of its Table 4.2 (differences, cell by cell), with categories downwards because
there are many.  Scores are those of SV-COMP.  A table is data; ``as_text``, ``as_markdown`` and ``as_json`` show it.

Words: a run is *solved* if its answer is TRUE or FALSE, right or wrong, as in the dissertation.  A FALSE that names the wrong
part of its property is a *wrong false*.

Invariants: a task has at most one result per configuration (two are an error: they would be counted twice).  The footers
are the sums over the rows; total = solved + unsolved, and solved = correct + wrong + unconfirmed.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from whet.campaign.records import Assessment, BenchTask, Run, RunResult, RunStatus, assess
from whet.task.errors import TaskError, suggestion
from whet.task.records import dataclass

TableCell: TypeAlias = str | int | float | None
"""None is a cell with nothing in it, such as the mean of nothing."""
TableCells: TypeAlias = tuple[TableCell, ...]

ALL = "all"
"""What stands in the first column of a footer."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A run and what came of it."""

    run: Run
    result: RunResult

    @property
    def assessment(self) -> Assessment:
        return assess(self.result.answer, self.run.task)

    @property
    def is_solved(self) -> bool:
        return self.assessment is not Assessment.UNSOLVED

    @property
    def task(self) -> BenchTask:
        return self.run.task

    @property
    def configuration(self) -> str:
        return self.run.configuration.name

    @property
    def cpu_seconds(self) -> float:
        return self.result.use.cpu_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTable:
    title: str
    columns: tuple[str, ...]
    rows: tuple[TableCells, ...]
    footers: tuple[TableCells, ...] = ()
    note: str = ""


class Grouping(StrEnum):
    CATEGORY = "category"
    SET = "set"
    """The set of SV-COMP; the category where there is none."""
    PROPERTY = "property"

    def of(self, task: BenchTask) -> str:
        match self:
            case Grouping.CATEGORY:
                return task.category
            case Grouping.SET:
                return task.svcomp_set or task.category
            case Grouping.PROPERTY:
                return task.property


Results: TypeAlias = Mapping[str, Mapping[str, Measured]]
"""By configuration and by name of the task."""


def by_configuration(measured: Iterable[Measured], configurations: Sequence[str] = ()) -> Results:
    """The results of the configurations named, or of all in the order they come; raises ``TaskError``."""
    found: dict[str, dict[str, Measured]] = defaultdict(dict)
    for row in measured:
        of_configuration = found[row.configuration]
        if row.task.name in of_configuration:
            what = f"two results of the task {row.task.name} under the configuration '{row.configuration}'"
            raise TaskError(f"there are {what}; choose one size or one set of limits")
        of_configuration[row.task.name] = row
    for name in configurations:
        if name not in found:
            known = ", ".join(found) or "none"
            raise TaskError(f"there are no results of a configuration '{name}'{suggestion(name, found)}; there are {known}")
    return {name: found[name] for name in configurations or found}


def _grouped(results: Results, grouping: Grouping) -> Iterator[tuple[str, str, list[Measured]]]:
    """(group, configuration, rows), sorted by group; the configurations keep their order."""
    groups = sorted({grouping.of(row.task) for rows in results.values() for row in rows.values()})
    parts: dict[tuple[str, str], list[Measured]] = defaultdict(list)
    for name, rows in results.items():
        for row in rows.values():
            parts[grouping.of(row.task), name].append(row)
    for group in groups:
        for name in results:
            yield group, name, parts[group, name]


def _long_table(
    title: str, results: Results, grouping: Grouping, columns: Sequence[str], cells: Callable[[list[Measured]], TableCells]
) -> ResultTable:
    """A row for each group and configuration; the name of the only configuration is in the title instead."""
    several = len(results) != 1

    def row(group: str, configuration: str, measured: list[Measured]) -> TableCells:
        return (group, configuration, *cells(measured)) if several else (group, *cells(measured))

    return ResultTable(
        title=title if several else f"{title}: {next(iter(results))}",
        columns=(grouping.value, "configuration", *columns) if several else (grouping.value, *columns),
        rows=tuple(row(*part) for part in _grouped(results, grouping)),
        footers=tuple(row(ALL, name, list(rows.values())) for name, rows in results.items()),
    )


_SOLVED_COLUMNS = (
    *("total", "unsolved", "solved", "correct", "correct true", "correct false"),
    *("wrong", "wrong true", "wrong false", "unconfirmed"),
)


def solved_table(
    measured: Iterable[Measured], *, grouping: Grouping = Grouping.CATEGORY, configurations: Sequence[str] = ()
) -> ResultTable:
    """How many tasks were solved, and how; nothing is said of *unconfirmed* where all verdicts are known."""
    results = by_configuration(measured, configurations)
    is_known = all(row.assessment is not Assessment.UNCONFIRMED for rows in results.values() for row in rows.values())
    width = len(_SOLVED_COLUMNS) - is_known
    return _long_table("Solved tasks", results, grouping, _SOLVED_COLUMNS[:width], lambda rows: _solved_cells(rows)[:width])


def _solved_cells(rows: list[Measured]) -> tuple[int, ...]:
    count = Counter(row.assessment for row in rows)
    correct = (count[Assessment.CORRECT_TRUE], count[Assessment.CORRECT_FALSE])
    wrong = (count[Assessment.WRONG_TRUE], count[Assessment.WRONG_FALSE] + count[Assessment.WRONG_PART])
    unsolved = count[Assessment.UNSOLVED]
    return (
        *(len(rows), unsolved, len(rows) - unsolved),
        *(sum(correct), *correct, sum(wrong), *wrong, count[Assessment.UNCONFIRMED]),
    )


def score(rows: Iterable[Measured]) -> int:
    return sum(row.assessment.score for row in rows)


def possible_score(tasks: Iterable[BenchTask]) -> int:
    """What a tool that solves all of them gets; nothing for those whose verdict is unknown."""
    right = {True: Assessment.CORRECT_TRUE, False: Assessment.CORRECT_FALSE, None: Assessment.UNCONFIRMED}
    return sum(right[task.expected].score for task in tasks)


def score_table(
    measured: Iterable[Measured], *, grouping: Grouping = Grouping.CATEGORY, configurations: Sequence[str] = ()
) -> ResultTable:
    """The points of SV-COMP, a column for each configuration, beside what could be had."""
    results = by_configuration(measured, configurations)
    groups: dict[str, dict[str, list[Measured]]] = defaultdict(dict)
    for group, name, rows in _grouped(results, grouping):
        groups[group][name] = rows
    return ResultTable(
        title="Score",
        columns=(grouping.value, "tasks", "possible", *results),
        rows=tuple((group, *_score_cells(parts)) for group, parts in groups.items()),
        footers=((ALL, *_score_cells({name: list(rows.values()) for name, rows in results.items()})),),
    )


def _score_cells(parts: Mapping[str, list[Measured]]) -> tuple[int, ...]:
    tasks = {row.task.name: row.task for rows in parts.values() for row in rows}
    return (len(tasks), possible_score(tasks.values()), *(score(rows) for rows in parts.values()))


_TIME_COLUMNS = ("tasks", "all (s)", "unsolved (s)", "solved (s)", "correct (s)", "in common", "in common (s)")


def time_table(
    measured: Iterable[Measured], *, grouping: Grouping = Grouping.CATEGORY, configurations: Sequence[str] = ()
) -> ResultTable:
    """CPU time by what came of it; *in common* is what all of several configurations solved correctly, and so comparable."""
    results = by_configuration(measured, configurations)
    common = correct_in_common(results)
    width = len(_TIME_COLUMNS) if len(results) > 1 else _TIME_COLUMNS.index("in common")
    return _long_table("CPU time", results, grouping, _TIME_COLUMNS[:width], lambda rows: _time_cells(rows, common)[:width])


def correct_in_common(results: Results) -> frozenset[str]:
    correct = [{name for name, row in rows.items() if row.assessment.is_correct} for rows in results.values()]
    return frozenset(set.intersection(*correct)) if correct else frozenset()


def _time_cells(rows: list[Measured], common: frozenset[str]) -> TableCells:
    shared = [row for row in rows if row.task.name in common]
    return (
        len(rows),
        cpu_seconds(rows),
        cpu_seconds(row for row in rows if not row.is_solved),
        cpu_seconds(row for row in rows if row.is_solved),
        cpu_seconds(row for row in rows if row.assessment.is_correct),
        len(shared),
        cpu_seconds(shared),
    )


def cpu_seconds(rows: Iterable[Measured]) -> float:
    return math.fsum(row.cpu_seconds for row in rows)


def status_table(measured: Iterable[Measured], *, configurations: Sequence[str] = ()) -> ResultTable:
    """How often each tool gave each of its words, the words of a status together."""
    results = by_configuration(measured, configurations)
    counts = {name: Counter(_words(rows.values())) for name, rows in results.items()}
    order = list(RunStatus)
    words = sorted(set().union(*counts.values()), key=lambda pair: (order.index(pair[0]), pair[1]))
    return ResultTable(
        title="Answers",
        columns=("status", "word", *results),
        rows=tuple((status.value, word, *(count[status, word] for count in counts.values())) for status, word in words),
        footers=((ALL, "", *(len(rows) for rows in results.values())),),
    )


def _words(rows: Iterable[Measured]) -> Iterator[tuple[RunStatus, str]]:
    return ((row.result.answer.status, row.result.answer.word) for row in rows)


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of two configurations for a task."""

    first: Measured
    second: Measured

    @property
    def task(self) -> BenchTask:
        return self.first.task

    @property
    def solved(self) -> tuple[bool, bool]:
        return (self.first.is_solved, self.second.is_solved)

    @property
    def is_changed(self) -> bool:
        """Both have a verdict, and not the same."""
        return all(self.solved) and self.first.result.answer.status is not self.second.result.answer.status


def pairs(measured: Iterable[Measured], first: str, second: str) -> list[Pair]:
    """The tasks both were run on, sorted by name; raises ``TaskError`` for a configuration without results."""
    results = by_configuration(measured, (first, second))
    names = sorted(results[first].keys() & results[second].keys())
    return [Pair(results[first][name], results[second][name]) for name in names]


def difference_table(
    measured: Iterable[Measured], first: str, second: str, *, grouping: Grouping = Grouping.CATEGORY
) -> ResultTable:
    """How many tasks both, one or none of two configurations solve."""
    found = pairs(measured, first, second)
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in found:
        groups[grouping.of(pair.task)].append(pair)
    return ResultTable(
        title=f"Solved by {first} and {second}",
        columns=(grouping.value, "tasks", "both", f"only {first}", f"only {second}", "neither", "changed verdict"),
        rows=tuple((group, *_difference_cells(groups[group])) for group in sorted(groups)),
        footers=((ALL, *_difference_cells(found)),),
        note="Of the tasks both were run on.",
    )


def _difference_cells(found: list[Pair]) -> tuple[int, ...]:
    count = Counter(pair.solved for pair in found)
    kinds = (count[True, True], count[True, False], count[False, True], count[False, False])
    return (len(found), *kinds, sum(pair.is_changed for pair in found))


def difference_list(measured: Iterable[Measured], first: str, second: str) -> ResultTable:
    """The tasks that only one of two configurations solves, and those whose verdict changed."""
    found = [pair for pair in pairs(measured, first, second) if pair.solved[0] != pair.solved[1] or pair.is_changed]
    return ResultTable(
        title=f"Tasks that {first} and {second} answer differently",
        columns=("task", "expected", "solved by", first, second, f"{first} (s)", f"{second} (s)"),
        rows=tuple(_difference_row(pair, first, second) for pair in sorted(found, key=_by_who_solves)),
    )


def _by_who_solves(pair: Pair) -> tuple[bool, bool, str]:
    return (not pair.solved[0], not pair.solved[1], pair.task.name)


def _difference_row(pair: Pair, first: str, second: str) -> TableCells:
    expected = None if pair.task.expected is None else str(pair.task.expected).lower()
    by = "both" if all(pair.solved) else first if pair.solved[0] else second
    answers = (pair.first.result.answer.word, pair.second.result.answer.word)
    return (pair.task.name, expected, by, *answers, pair.first.cpu_seconds, pair.second.cpu_seconds)


_DELTA_COLUMNS = tuple(name for name in _SOLVED_COLUMNS if name not in ("total", "unsolved", "unconfirmed"))


def delta_table(measured: Iterable[Measured], first: str, second: str, *, grouping: Grouping = Grouping.CATEGORY) -> ResultTable:
    """Cell by cell what ``second`` has more than ``first``, of the tasks both were run on."""
    found = pairs(measured, first, second)
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in found:
        groups[grouping.of(pair.task)].append(pair)
    return ResultTable(
        title=f"{second} less {first}",
        columns=(grouping.value, "total", *(f"Δ {name}" for name in _DELTA_COLUMNS)),
        rows=tuple((group, *_delta_cells(groups[group])) for group in sorted(groups)),
        footers=((ALL, *_delta_cells(found)),),
        note="Of the tasks both were run on.",
    )


def _delta_cells(found: list[Pair]) -> tuple[int, ...]:
    first = _solved_cells([pair.first for pair in found])
    second = _solved_cells([pair.second for pair in found])
    deltas = {name: b - a for name, a, b in zip(_SOLVED_COLUMNS, first, second, strict=True)}
    return (len(found), *(deltas[name] for name in _DELTA_COLUMNS))


def show_cell(cell: TableCell) -> str:
    """Fractions with two digits after the point, fewer the larger they are."""
    match cell:
        case None:
            return "-"
        case float():
            return f"{cell:.{2 if abs(cell) < 10 else 1 if abs(cell) < 100 else 0}f}"
        case _:
            return str(cell)


def is_numeric(table: ResultTable, column: int) -> bool:
    """Are there only numbers in a column, and so to be set flush right?"""
    return not any(isinstance(row[column], str) for row in table.rows)


def as_text(table: ResultTable) -> str:
    """For a terminal: aligned, with rules below the head and above the footers."""
    lines = [table.columns, *([show_cell(cell) for cell in row] for row in (*table.rows, *table.footers))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    rights = [is_numeric(table, column) for column in range(len(table.columns))]

    def aligned(line: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(line, widths, rights, strict=True)
        )
        return "  ".join(cells).rstrip()

    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    body = [aligned(line) for line in lines]
    end = len(body) - len(table.footers)
    parts = [table.title, "", body[0], rule, *body[1:end], *([rule, *body[end:]] if table.footers else [])]
    return "\n".join([*parts, *(["", table.note] if table.note else [])]) + "\n"


def as_markdown(table: ResultTable) -> str:
    """With a heading; the footers are bold."""
    marks = ["---:" if is_numeric(table, column) else "---" for column in range(len(table.columns))]
    lines = [[_escaped(name) for name in table.columns], marks]
    lines += [[_escaped(show_cell(cell)) for cell in row] for row in table.rows]
    lines += [[f"**{text}**" if (text := _escaped(show_cell(cell))) else "" for cell in row] for row in table.footers]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"### {_escaped(table.title)}\n\n{body}\n" + (f"\n{table.note}\n" if table.note else "")


def _escaped(text: str) -> str:
    """Without what means something to Markdown inside a table."""
    for character in "\\|*_`<[":
        text = text.replace(character, "\\" + character)
    return text.replace("\n", " ")


def as_json(table: ResultTable) -> str:
    value = {"title": table.title, "columns": table.columns, "rows": table.rows, "footers": table.footers, "note": table.note}
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
