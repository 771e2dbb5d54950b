"""Tables of many configurations: a matrix of what each solves where, and sums of what the tools counted.

The matrix has the form of Tables 8.1 and 8.2 of Löwe's dissertation, with two lines for configurations that do not exist:
*Optimal* takes for each group the configuration that is best there, *Oracle* for each task.  Its last column counts the tasks
that no other configuration solves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from whet.campaign.tables import ALL, Grouping, Measured, ResultTable, TableCells, by_configuration, correct_in_common

OPTIMAL = "Optimal"
ORACLE = "Oracle"
ALONE = "alone"


def matrix_table(
    measured: Iterable[Measured], *, grouping: Grouping = Grouping.CATEGORY, configurations: Sequence[str] = ()
) -> ResultTable:
    """How many tasks each configuration solves correctly in each group."""
    results = by_configuration(measured, configurations)
    groups = sorted({grouping.of(row.task) for rows in results.values() for row in rows.values()})
    correct = {name: {task: row for task, row in rows.items() if row.assessment.is_correct} for name, rows in results.items()}
    solved = {name: _count((grouping.of(row.task) for row in rows.values()), groups) for name, rows in correct.items()}
    solvers = Counter(task for rows in correct.values() for task in rows)
    alone = {name: sum(solvers[task] == 1 for task in rows) for name, rows in correct.items()}
    optimal = [max(counts) for counts in zip(*solved.values(), strict=True)]
    tasks = {row.task.name: grouping.of(row.task) for rows in results.values() for row in rows.values()}
    oracle = _count((group for task, group in tasks.items() if task in solvers), groups)
    return ResultTable(
        title="Solved tasks by configuration",
        columns=("configuration", *groups, ALL, ALONE),
        rows=(
            _line("tasks", _count(tasks.values(), groups)),
            *(_line(name, counts, alone[name]) for name, counts in solved.items()),
        ),
        footers=(_line(OPTIMAL, optimal), _line(ORACLE, oracle)),
    )


def _line(name: str, counts: Sequence[int], alone: int | None = None) -> TableCells:
    return (name, *counts, sum(counts), alone)


def _count(found: Iterable[str], groups: Sequence[str]) -> list[int]:
    listed = list(found)
    return [listed.count(group) for group in groups]


def statistics_table(measured: Iterable[Measured], names: Sequence[str], *, configurations: Sequence[str] = ()) -> ResultTable:
    """Sums of what the tool counted, over the tasks that all of the configurations solve."""
    results = by_configuration(measured, configurations)
    common = correct_in_common(results)
    shared = {name: [row for task, row in rows.items() if task in common] for name, rows in results.items()}
    return ResultTable(
        title="Statistics over the tasks that all solve",
        columns=("configuration", "solved", "in common", *names),
        rows=tuple(
            (
                name,
                sum(row.assessment.is_correct for row in results[name].values()),
                len(rows),
                *(_sum(rows, statistic) for statistic in names),
            )
            for name, rows in shared.items()
        ),
    )


def _sum(rows: Iterable[Measured], statistic: str) -> int | float:
    """A tool that did not count it counted nothing."""
    values = [row.result.answer.statistics.get(statistic, 0) for row in rows]
    numbers = [value for value in values if not isinstance(value, str)]
    return sum(numbers) if all(isinstance(value, int) for value in numbers) else math.fsum(numbers)
