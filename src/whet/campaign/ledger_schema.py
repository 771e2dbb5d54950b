"""The tables of a ledger, and which files are one.

``runs`` and ``results`` are evidence: triggers refuse to change or delete them.  ``plan`` says which runs the campaign consists
of at present, in order; it is intent, and written anew when the experiment changes.  Tasks, configurations and limits have
tables of their own, since a campaign names each of them thousands of times: a run is four numbers and a key.

A file is a ledger if its ``application_id`` says so; ``user_version`` is the version of the schema.  A ledger comes into being
by renaming a finished file, so there is never half a schema.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from whet.task.errors import TaskError

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
    """Columns that older formats did not know; two processes that open one ledger at a time must not both mend it."""
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
