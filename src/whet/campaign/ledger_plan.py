"""Writing the plan of a campaign into its ledger, as a stream: a million runs are not in memory at once, their tasks are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple
from itertools import islice

from whet.campaign.ledger_rows import CONFIGURATION_COLUMNS, LIMIT_COLUMNS, TASK_COLUMNS
from whet.campaign.records import BenchTask, Run, RunLimits, ToolConfiguration, digest
from whet.task.errors import TaskError

_CHUNK = 10_000

_INSERT_RUN = "INSERT INTO runs (key, task, configuration, limits) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
# The position is after those of the plan so far; `task` is the task as it is described now, its file may have moved.
_INSERT_PLAN = """INSERT INTO plan (run, task, configuration) SELECT id, ?, ? FROM runs WHERE key = ?
ON CONFLICT (task, configuration) DO NOTHING"""


def write_plan(connection: sqlite3.Connection, runs: Iterable[Run]) -> int:
    """Replace the plan, inside a transaction of the caller; return how many runs are new to the ledger."""
    known = _Known(connection)
    connection.execute("DELETE FROM plan")
    try:
        return sum(_write_chunk(connection, known, chunk) for chunk in _chunks(runs))
    except sqlite3.IntegrityError as error:
        raise TaskError(f"the plan is not consistent: {error}") from error
    except UnicodeEncodeError as error:
        raise TaskError(f"the plan has a name that is not text in Unicode: {error.object!a}") from error


def _write_chunk(connection: sqlite3.Connection, known: _Known, chunk: list[Run]) -> int:
    keyed = [(run.key, known.task(run.task), known.configuration(run.configuration), known.limits(run.limits)) for run in chunk]
    new = connection.executemany(_INSERT_RUN, keyed).rowcount
    connection.executemany(_INSERT_PLAN, [(task, configuration, key) for key, task, configuration, _ in keyed])
    return new


def _chunks(runs: Iterable[Run]) -> Iterator[list[Run]]:
    rest = iter(runs)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


class _Known:
    """The numbers of tasks, configurations and limits; inserts those that the ledger does not have.

    A name means one thing in a plan, or a table would have two cells in one place."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tasks: dict[str, tuple[BenchTask, int]] = {}
        self._configurations: dict[str, tuple[ToolConfiguration, int]] = {}
        self._limits: dict[str, int] = {}

    def task(self, task: BenchTask) -> int:
        entry = self._tasks.get(task.name)
        if entry is None:
            entry = self._tasks[task.name] = (task, self._task_number(task))
        if entry[0] is not task and entry[0] != task:
            raise TaskError(f"two different tasks are called '{task.name}': {entry[0].file} and {task.file}")
        return entry[1]

    def configuration(self, configuration: ToolConfiguration) -> int:
        entry = self._configurations.get(configuration.name)
        if entry is None:
            entry = self._configurations[configuration.name] = (configuration, self._configuration_number(configuration))
        if entry[0] != configuration:
            raise TaskError(f"two different configurations are called '{configuration.name}'; give each a name of its own")
        return entry[1]

    def limits(self, limits: RunLimits) -> int:
        text = repr(limits)  # 900 and 900.0 are equal, and make different keys
        if text not in self._limits:
            self._limits[text] = self._hashed("limits", LIMIT_COLUMNS, astuple(limits), digest(asdict(limits)))
        return self._limits[text]

    def _task_number(self, task: BenchTask) -> int:
        values = astuple(task)
        same_name = f"SELECT id, {', '.join(TASK_COLUMNS)} FROM tasks WHERE name = ?"
        for number, *others in self._connection.execute(same_name, (task.name,)).fetchall():
            if tuple(others) == values:
                return int(number)
        return self._insert("tasks", TASK_COLUMNS, values)

    def _configuration_number(self, configuration: ToolConfiguration) -> int:
        values = (configuration.name, configuration.tool, json.dumps(configuration.options))
        return self._hashed("configurations", CONFIGURATION_COLUMNS, values, digest(asdict(configuration)))

    def _hashed(self, table: str, columns: tuple[str, ...], values: tuple[object, ...], name: str) -> int:
        found = self._connection.execute(f"SELECT id FROM {table} WHERE hash = ?", (name,)).fetchone()
        return int(found[0]) if found else self._insert(table, (*columns, "hash"), (*values, name))

    def _insert(self, table: str, columns: tuple[str, ...], values: tuple[object, ...]) -> int:
        places = ", ".join("?" * len(values))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
        number = self._connection.execute(sql, values).lastrowid
        assert number is not None
        return number
