"""The ledger of a campaign: which runs it consists of and what came of them, in ``FOLDER/ledger.sqlite``.

Nothing is lost and nothing is doubled.  A result is appended in one transaction, after what the tool printed has been stored
(:mod:`whet.campaign.outputs`), and never changed; a second result of a run is not taken.  ``plan`` tells what the campaign
consists of now: a run keeps its result as long as its key is the same, through any number of plans, and a result
whose run is no longer planned stays in the file without being shown.

Durability: when ``record`` returns, the death of the process, by whatever signal, loses nothing.  A power failure may lose the
last transactions, not the others: SQLite's write-ahead log is synchronised at checkpoints, not at every commit.
The log needs shared memory, so all processes that open a ledger are on one machine and the folder is on a local disk.

Iterators read by pages and hold no statement open in between: recording may go on meanwhile, by the same ledger or in
another process.  A ledger belongs to one thread.  One driver at a time: see :mod:`whet.campaign.driver_lock`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TypeAlias, TypeVar

from whet import __version__
from whet.campaign import ledger_rows
from whet.campaign.ledger_plan import write_plan
from whet.campaign.ledger_rows import PLANNED_RUNS, RESULT_COLUMNS, RUN_COLUMNS, LedgerRow, RowReader, RunCounts, SqlRow
from whet.campaign.ledger_schema import connect, create_ledger
from whet.campaign.outputs import OutputStore
from whet.campaign.records import Run, RunResult, ToolConfiguration, assess
from whet.task.errors import TaskError
from whet.task.records import dataclass

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

        Runs that get their result while this goes on may or may not be among them."""
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
        """The look before the insertion spares the store an output nobody refers to; the primary key decides."""
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
