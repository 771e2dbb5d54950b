"""The ledger of a campaign: which runs it consists of and their results, in ``FOLDER/ledger.sqlite``.

Nothing is lost or doubled.  A result is appended in one transaction, after the output of the tool has been stored
(:mod:`whet.campaign.outputs`), and never changed; a second result of a run is rejected.  ``runs`` and ``results`` are evidence:
triggers refuse to change or delete them.  ``plan`` lists the current runs in order and is rewritten when the experiment
changes; a run keeps its result as long as its key is the same, and results of runs that are no longer planned stay in the file,
unshown. Tasks, configurations and limits have tables of their own, since a campaign names each thousands of times: a run is
four numbers and a key.  A plan is written as a stream: the tasks are in memory at once, a million runs are not.

A file is a ledger if its ``application_id`` says so; ``user_version`` is the version of the schema.  A ledger is created by
renaming a finished file, so there is never half a schema.

Durability: when ``record`` returns, the death of the process, by whatever signal, loses nothing.  A power failure may lose the
last transactions, not the others: SQLite's write-ahead log is synchronised at checkpoints, not at every commit. The log needs
shared memory, so all processes that open a ledger are on one machine and the folder is on a local disk.

Iterators read by pages and hold no statement open in between: recording may continue meanwhile, by the same ledger or in
another process.  A ledger belongs to one thread.  One driver at a time: see :mod:`whet.campaign.driver_lock`.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TypeAlias, TypeVar

from whet import __version__
from whet.campaign import ledger_rows
from whet.campaign.ledger_rows import (
    CONFIGURATION_COLUMNS,
    LIMIT_COLUMNS,
    PLANNED_RUNS,
    RESULT_COLUMNS,
    RUN_COLUMNS,
    TASK_COLUMNS,
    LedgerRow,
    RowReader,
    RunCounts,
    SqlRow,
)
from whet.campaign.outputs import OutputStore
from whet.campaign.records import BenchTask, Run, RunLimits, RunResult, ToolConfiguration, assess, digest
from whet.task.errors import TaskError
from whet.task.records import dataclass

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


APPLICATION_ID = int.from_bytes(b"WHET", "big")
SCHEMA_VERSION = 3

_ADDED = ("violated", "function")
"""What the second format of tasks and each after it has more than the one before."""
_BUSY_SECONDS = 60
"""How long to wait for another process that writes."""

_TABLES = """
CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    file TEXT NOT NULL,
    property_file TEXT,
    machine TEXT NOT NULL,
    expected INTEGER,
    lines INTEGER NOT NULL,
    digest TEXT NOT NULL,
    svcomp_set TEXT NOT NULL,
    violated TEXT NOT NULL,
    function TEXT NOT NULL
);
CREATE INDEX tasks_by_name ON tasks (name);
CREATE TABLE configurations (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    tool TEXT NOT NULL,
    options TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
);
CREATE TABLE limits (
    id INTEGER PRIMARY KEY,
    cpu_seconds NOT NULL, -- no type, no conversion: 900 and 900.0 make different keys
    wall_seconds NOT NULL,
    memory_bytes NOT NULL,
    hash TEXT NOT NULL UNIQUE
);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    task INTEGER NOT NULL REFERENCES tasks,
    configuration INTEGER NOT NULL REFERENCES configurations,
    limits INTEGER NOT NULL REFERENCES limits
);
CREATE TABLE plan (
    position INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    task INTEGER NOT NULL REFERENCES tasks,
    configuration INTEGER NOT NULL REFERENCES configurations,
    UNIQUE (task, configuration)
);
CREATE TABLE results (
    run INTEGER PRIMARY KEY REFERENCES runs,
    tool_version TEXT NOT NULL,
    status TEXT NOT NULL,
    word TEXT NOT NULL,
    assessment TEXT NOT NULL,
    score INTEGER NOT NULL,
    cpu_seconds REAL NOT NULL,
    wall_seconds REAL NOT NULL,
    memory_bytes INTEGER NOT NULL,
    statistics TEXT NOT NULL,
    node TEXT NOT NULL,
    started REAL NOT NULL,
    output TEXT
);
CREATE TRIGGER one_run_in_a_plan BEFORE INSERT ON plan
WHEN EXISTS (SELECT 1 FROM plan WHERE task = NEW.task AND configuration = NEW.configuration AND run <> NEW.run)
BEGIN SELECT RAISE(ABORT, 'a task is planned under one configuration with two limits'); END;
CREATE TRIGGER results_are_not_replaced BEFORE INSERT ON results
WHEN EXISTS (SELECT 1 FROM results WHERE run = NEW.run)
BEGIN SELECT RAISE(ABORT, 'the run has a result'); END;
"""

_APPEND_ONLY = ("tasks", "configurations", "limits", "runs", "results")

_GUARD = """
CREATE TRIGGER {table}_are_not_{participle} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} are append-only'); END;
"""


def create_ledger(path: Path, metadata: Mapping[str, str]) -> None:
    """A ledger without runs; the file must not exist."""
    if path.exists():
        raise TaskError("there is a ledger already; resume its campaign, or name another folder", place=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    unfinished.unlink(missing_ok=True)
    connection = sqlite3.connect(unfinished)
    try:
        connection.executescript(f"BEGIN; {_schema()} COMMIT;")
        with connection:
            connection.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
    finally:
        connection.close()
    unfinished.replace(path)


def connect(path: Path) -> sqlite3.Connection:
    """Open a ledger; its transactions are begun and ended by hand."""
    if not path.is_file():
        raise TaskError("there is no ledger here", place=str(path))
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        _check(connection, path)
        _bring_up_to_date(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        connection.close()
        raise TaskError(f"the ledger cannot be read: {error}", place=str(path)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _schema() -> str:
    verbs = (("UPDATE", "changed"), ("DELETE", "deleted"))
    guards = [_GUARD.format(table=table, verb=verb, participle=done) for table in _APPEND_ONLY for verb, done in verbs]
    header = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
    return "".join([header, _TABLES, *guards])


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        application = _pragma(connection, "application_id")
        version = _pragma(connection, "user_version")
    except sqlite3.DatabaseError as error:
        raise TaskError(f"is not a ledger of Whet: {error}", place=str(path)) from error
    if application != APPLICATION_ID or version < 1:
        raise TaskError("is a database, but not a ledger of Whet", place=str(path))
    if version > SCHEMA_VERSION:
        advice = f"it has format {version}, and this one reads formats up to {SCHEMA_VERSION}"
        raise TaskError(f"the ledger was written by a newer version of Whet: {advice}", place=str(path))


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Columns that older formats did not know; two processes that open one ledger at a time must not both upgrade it."""
    if _pragma(connection, "user_version") == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for column in _ADDED[_pragma(connection, "user_version") - 1 :]:
        connection.execute(f"ALTER TABLE tasks ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    if _pragma(connection, "user_version") < SCHEMA_VERSION:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


T = TypeVar("T")
LEDGER_NAME = "ledger.sqlite"
OUTPUT_FOLDER = "output"

_PAGE = 1000
"""Rows read at a time."""
_BATCH = 1000
"""Results written in a transaction at most."""
_FIRST_POSITIONS = "SELECT MIN(position) FROM plan GROUP BY configuration"


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The result is in the ledger."""


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The run had a result, which stays; this one was dropped."""


Recording: TypeAlias = RecordedResult | AlreadyThere


class Ledger:
    """See the module; made by ``create`` and ``open``, and to be closed."""

    def __init__(self, connection: sqlite3.Connection, outputs: OutputStore, place: str) -> None:
        self._connection = connection
        self._outputs = outputs
        self._place = place

    @classmethod
    def create(cls, folder: Path, *, metadata: Mapping[str, str] | None = None) -> Ledger:
        """A new ledger in ``folder``, which must not have one; notes the version of Whet and the time."""
        made = {"whet version": __version__, "created": datetime.now(UTC).isoformat(timespec="seconds")}
        create_ledger(folder / LEDGER_NAME, {**made, **(metadata or {})})
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> Ledger:
        """The ledger in ``folder``; a TaskError if there is none, or none that this version can read."""
        return cls(connect(folder / LEDGER_NAME), OutputStore(folder / OUTPUT_FOLDER), str(folder / LEDGER_NAME))

    def close(self) -> None:
        self._outputs.close()
        self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def metadata(self) -> dict[str, str]:
        """What is noted about the campaign, such as its name and the text of the experiment file."""
        sql = "SELECT name, value FROM metadata ORDER BY rowid"
        return dict(self._made(lambda row: (str(row[0]), str(row[1])), self._rows_of(sql)))

    def note(self, name: str, value: str) -> None:
        """Add to the metadata, or replace a part of it."""
        sql = "INSERT INTO metadata VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        self._connection.execute(sql, (name, value))

    def plan(self, runs: Iterable[Run]) -> int:
        """Make these runs, in this order, what the campaign consists of; return how many of them the ledger did not know.

        Planning the same again changes nothing.  A run that occurs twice is planned once.  A TaskError, and the old plan, if two
        different tasks or configurations have one name, or a task is to run under one configuration with two limits."""
        with self._transaction():
            return write_plan(self._connection, runs)

    def missing(self) -> Iterator[Run]:
        """The planned runs without a result, in the order of the plan, each once.

        Runs that get their result during the iteration may or may not be among them."""
        sql = f"SELECT {RUN_COLUMNS} FROM {PLANNED_RUNS} LEFT JOIN results x ON x.run = p.run"
        return self._made(RowReader().run, self._pages(sql, "x.run IS NULL", ()))

    def configurations(self) -> tuple[ToolConfiguration, ...]:
        """In the order of the plan."""
        first_runs = f"SELECT {RUN_COLUMNS} FROM {PLANNED_RUNS} WHERE p.position IN ({_FIRST_POSITIONS}) ORDER BY p.position"
        return tuple(run.configuration for run in self._made(RowReader().run, self._rows_of(first_runs)))

    def record(self, result: RunResult) -> Recording:
        """Append a result and what the tool printed; a ValueError if its run was never planned."""
        with self._transaction():
            return self._append(result)

    def record_all(self, batch: Iterable[RunResult]) -> list[Recording]:
        """Record many results with few transactions; after an exception, some of them are recorded and none in part."""
        results = iter(batch)
        recordings: list[Recording] = []
        while chunk := list(islice(results, _BATCH)):
            with self._transaction():
                recordings += [self._append(result) for result in chunk]
        return recordings

    def rows(self, *, configuration: str | None = None, category: str | None = None) -> Iterator[LedgerRow]:
        """The planned runs that have a result, in the order of the plan."""
        sql = f"SELECT {RUN_COLUMNS}, {RESULT_COLUMNS} FROM {PLANNED_RUNS} CROSS JOIN results x ON x.run = p.run"
        filters = {"c.name = ?": configuration, "t.category = ?": category}
        wanted = {test: value for test, value in filters.items() if value is not None}
        return self._made(RowReader().row, self._pages(sql, " AND ".join(wanted) or "TRUE", tuple(wanted.values())))

    def output_of(self, row: LedgerRow) -> str:
        """What the tool printed."""
        return "" if row.output is None else self._outputs.read(row.output)

    def counts(self) -> tuple[RunCounts, ...]:
        """One per planned configuration, in the order of the plan.  Reads all of the plan: not for every result anew."""
        return tuple(self._made(ledger_rows.counts, self._rows_of(ledger_rows.counts_query())))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite may have rolled back by itself, as when the disk is full
                self._connection.execute("ROLLBACK")
            raise

    def _append(self, result: RunResult) -> Recording:
        """The query before the insertion avoids storing an output without a reference; the primary key decides."""
        found = self._connection.execute(ledger_rows.FIND_RUN, (result.key,)).fetchone()
        if found is None:
            raise ValueError(f"no run with the key {result.key} was planned")
        run, earlier, *task = found
        if earlier is not None:
            return AlreadyThere()
        assessment = assess(result.answer, ledger_rows.task_of(task))
        output = str(self._outputs.append(result.output)) if result.output else None
        self._connection.execute(ledger_rows.INSERT_RESULT, (run, *ledger_rows.result_values(result, assessment), output))
        return RecordedResult()

    def _made(self, make: Callable[[SqlRow], T], rows: Iterator[SqlRow]) -> Iterator[T]:
        """What rows say; a TaskError if the file was damaged, or changed by others."""
        try:
            for row in rows:
                yield make(row)
        except (sqlite3.DatabaseError, ValueError, TypeError, LookupError, RecursionError) as error:
            raise TaskError(f"the ledger cannot be read: {error}", place=self._place) from error

    def _rows_of(self, sql: str) -> Iterator[SqlRow]:
        yield from self._connection.execute(sql)

    def _pages(self, select: str, condition: str, values: Sequence[object]) -> Iterator[SqlRow]:
        """The rows of a query whose first column is the position in the plan."""
        sql = f"{select} WHERE p.position > ? AND {condition} ORDER BY p.position LIMIT {_PAGE}"
        last = -1
        while page := self._connection.execute(sql, (last, *values)).fetchall():
            yield from page
            last = page[-1][0]
