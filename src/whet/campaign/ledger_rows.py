"""Rows of the ledger's tables, and the values they stand for."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from whet.campaign.outputs import OutputReference
from whet.campaign.records import (
    Assessment,
    BenchTask,
    Number,
    Run,
    RunLimits,
    RunResult,
    RunStatus,
    ToolAnswer,
    ToolConfiguration,
)
from whet.runtime.limits import Usage
from whet.task.records import dataclass

SqlRow: TypeAlias = tuple[Any, ...]  # the schema types the columns, sqlite3 does not

# `CROSS` keeps SQLite from reordering: pages are in the order of the plan, without sorting.
PLANNED_RUNS = """plan p
CROSS JOIN runs r ON r.id = p.run
CROSS JOIN tasks t ON t.id = p.task
CROSS JOIN configurations c ON c.id = p.configuration
CROSS JOIN limits l ON l.id = r.limits"""

TASK_COLUMNS = tuple(field.name for field in fields(BenchTask))
LIMIT_COLUMNS = tuple(field.name for field in fields(RunLimits))
CONFIGURATION_COLUMNS = ("name", "tool", "options")

RUN_COLUMNS = ", ".join(
    [
        "p.position, c.id, l.id",
        *(f"t.{name}" for name in TASK_COLUMNS),
        *(f"c.{name}" for name in CONFIGURATION_COLUMNS),
        *(f"l.{name}" for name in LIMIT_COLUMNS),
    ]
)
_TASK_END = 3 + len(TASK_COLUMNS)
_CONFIGURATION_END = _TASK_END + len(CONFIGURATION_COLUMNS)
_RUN_END = _CONFIGURATION_END + len(LIMIT_COLUMNS)

RESULT_COLUMNS = """r.key, x.tool_version, x.status, x.word, x.assessment, x.cpu_seconds, x.wall_seconds, x.memory_bytes,
x.statistics, x.node, x.started, x.output"""

FIND_RUN = f"""SELECT r.id, x.run, {", ".join(f"t.{name}" for name in TASK_COLUMNS)}
FROM runs r JOIN tasks t ON t.id = r.task LEFT JOIN results x ON x.run = r.id WHERE r.key = ?"""

INSERT_RESULT = """INSERT INTO results (run, tool_version, status, word, assessment, score, cpu_seconds, wall_seconds,
memory_bytes, statistics, node, started, output) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """A planned run and its result, whose ``output`` is empty here: ``Ledger.output_of`` has it."""

    run: Run
    result: RunResult
    assessment: Assessment
    output: OutputReference | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """How far a configuration has come."""

    configuration: str
    planned: int
    done: int
    correct: int
    wrong: int
    unconfirmed: int
    score: int
    cpu_seconds: float

    @property
    def missing(self) -> int:
        return self.planned - self.done

    @property
    def solved(self) -> int:
        """Runs with a verdict, right or not."""
        return self.correct + self.wrong + self.unconfirmed


class RowReader:
    """Makes values of rows; runs share their configuration and limits."""

    def __init__(self) -> None:
        self._configurations: dict[int, ToolConfiguration] = {}
        self._limits: dict[int, RunLimits] = {}

    def run(self, row: SqlRow) -> Run:
        """Of a row that begins with ``RUN_COLUMNS``."""
        _, configuration, limits, *task = row[:_TASK_END]
        if configuration not in self._configurations:
            self._configurations[configuration] = _configuration(*row[_TASK_END:_CONFIGURATION_END])
        if limits not in self._limits:
            self._limits[limits] = RunLimits(**dict(zip(LIMIT_COLUMNS, row[_CONFIGURATION_END:_RUN_END], strict=True)))
        return Run(task=task_of(task), configuration=self._configurations[configuration], limits=self._limits[limits])

    def row(self, row: SqlRow) -> LedgerRow:
        """Of ``RUN_COLUMNS`` and ``RESULT_COLUMNS``."""
        key, version, status, word, assessment, cpu, wall, memory, statistics, node, started, output = row[_RUN_END:]
        result = RunResult(
            key=key,
            answer=ToolAnswer(status=RunStatus(status), word=word, statistics=json.loads(statistics)),
            use=Usage(cpu_seconds=cpu, wall_seconds=wall, memory_bytes=memory),
            tool_version=version,
            node=node,
            started=started,
        )
        reference = None if output is None else OutputReference.parse(output)
        return LedgerRow(run=self.run(row), result=result, assessment=Assessment(assessment), output=reference)


def result_values(result: RunResult, assessment: Assessment) -> SqlRow:
    """The columns of ``INSERT_RESULT`` between the run and the output."""
    answer, use = result.answer, result.use
    return (
        _clean(result.tool_version),
        answer.status.value,
        _clean(answer.word),
        assessment.value,
        assessment.score,
        use.cpu_seconds,
        use.wall_seconds,
        use.memory_bytes,
        _json(answer.statistics),
        _clean(result.node),
        result.started,
    )


def counts_query() -> str:
    """Columns as in ``RunCounts``, one row for each planned configuration."""
    correct = ", ".join(f"'{item}'" for item in Assessment if item.is_correct)
    wrong = ", ".join(f"'{item}'" for item in Assessment if item.is_wrong)
    return f"""SELECT c.name, COUNT(*), COUNT(x.run), TOTAL(x.assessment IN ({correct})), TOTAL(x.assessment IN ({wrong})),
    TOTAL(x.assessment = '{Assessment.UNCONFIRMED}'), TOTAL(x.score), TOTAL(x.cpu_seconds)
    FROM plan p JOIN configurations c ON c.id = p.configuration LEFT JOIN results x ON x.run = p.run
    GROUP BY c.id ORDER BY MIN(p.position)"""


def counts(row: SqlRow) -> RunCounts:
    name, planned, done, correct, wrong, unconfirmed, score, cpu_seconds = row
    return RunCounts(
        configuration=name,
        planned=planned,
        done=done,
        correct=int(correct),
        wrong=int(wrong),
        unconfirmed=int(unconfirmed),
        score=int(score),
        cpu_seconds=cpu_seconds,
    )


def task_of(columns: list[Any]) -> BenchTask:
    """Of ``TASK_COLUMNS``."""
    values = dict(zip(TASK_COLUMNS, columns, strict=True))
    values["expected"] = None if values["expected"] is None else bool(values["expected"])
    return BenchTask(**values)


def _configuration(name: str, tool: str, options: str) -> ToolConfiguration:
    return ToolConfiguration(name=name, tool=tool, options=tuple(json.loads(options)))


def _clean(text: str) -> str:
    """Without the lone surrogates of a tool's undecodable output; SQLite rejects them."""
    return text.encode("utf-8", "backslashreplace").decode()


def _json(statistics: Mapping[str, Number | str]) -> str:
    """Strict JSON, which other programs read too: it has no infinities, they become text."""
    return json.dumps({name: _finite(value) for name, value in statistics.items()}, allow_nan=False, separators=(",", ":"))


def _finite(value: Number | str) -> Number | str:
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
