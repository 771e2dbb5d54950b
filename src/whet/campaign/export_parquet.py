"""The results of a campaign as a Parquet file: one row for each run, typed columns, for pandas, DuckDB, R and the like.

Statistics are one column of JSON, since every tool has others; those asked for by name become numeric columns as well.
Needs pyarrow.  Rows are written in groups, so the campaign is never in memory as a whole.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from whet.campaign.ledger_rows import LedgerRow
from whet.task.errors import TaskError

if TYPE_CHECKING:
    import pyarrow

_GROUP = 50_000
"""Rows written at a time."""


def export_parquet(rows: Iterable[LedgerRow], path: Path, *, numbers: Sequence[str] = ()) -> int:
    """Write the rows, and return how many there were; ``numbers`` are the statistics that get a column ``statistics.NAME``.

    The file appears when it is complete."""
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise TaskError("writing Parquet needs pyarrow: pip install pyarrow") from error
    schema = _schema(numbers)
    unfinished = path.with_name(f"{path.name}.new")
    count = 0
    with parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
        for group in _groups(rows):
            cells = [_cells(row, numbers) for row in group]
            import pyarrow as pa

            writer.write_table(pa.Table.from_pylist(cells, schema=schema))
            count += len(group)
    unfinished.replace(path)
    return count


def _schema(numbers: Sequence[str]) -> pyarrow.Schema:
    import pyarrow as pa

    text, number, whole = pa.string(), pa.float64(), pa.int64()
    columns = {
        "key": text,
        "task": text,
        "category": text,
        "svcomp_set": text,
        "file": text,
        "property_file": text,
        "machine": text,
        "expected": pa.bool_(),
        "violated": text,
        "function": text,
        "lines": whole,
        "task_digest": text,
        "configuration": text,
        "tool": text,
        "options": text,
        "cpu_limit_seconds": number,
        "wall_limit_seconds": number,
        "memory_limit_bytes": whole,
        "tool_version": text,
        "status": text,
        "word": text,
        "assessment": text,
        "score": whole,
        "cpu_seconds": number,
        "wall_seconds": number,
        "memory_bytes": whole,
        "node": text,
        "started": pa.timestamp("us", tz="UTC"),
        "output": text,
        "statistics": text,
        **{f"statistics.{name}": number for name in numbers},
    }
    return pa.schema(list(columns.items()))


def _cells(row: LedgerRow, numbers: Sequence[str]) -> dict[str, object]:
    task, configuration, limits = row.run.task, row.run.configuration, row.run.limits
    result, statistics = row.result, row.result.answer.statistics
    found = {name: statistics.get(name) for name in numbers}
    return {
        "key": row.result.key,
        "task": task.name,
        "category": task.category,
        "svcomp_set": task.svcomp_set,
        "file": task.file,
        "property_file": task.property_file,
        "machine": task.machine,
        "expected": task.expected,
        "violated": task.violated,
        "function": task.function,
        "lines": task.lines,
        "task_digest": task.digest,
        "configuration": configuration.name,
        "tool": configuration.tool,
        "options": shlex.join(configuration.options),
        "cpu_limit_seconds": float(limits.cpu_seconds),
        "wall_limit_seconds": float(limits.wall_seconds),
        "memory_limit_bytes": int(limits.memory_bytes),
        "tool_version": result.tool_version,
        "status": result.answer.status.value,
        "word": result.answer.word,
        "assessment": row.assessment.value,
        "score": row.assessment.score,
        "cpu_seconds": result.use.cpu_seconds,
        "wall_seconds": result.use.wall_seconds,
        "memory_bytes": result.use.memory_bytes,
        "node": result.node,
        "started": datetime.fromtimestamp(result.started, UTC),
        "output": None if row.output is None else str(row.output),
        "statistics": json.dumps(dict(statistics)),
        **{f"statistics.{name}": float(value) if isinstance(value, int | float) else None for name, value in found.items()},
    }


def _groups(rows: Iterable[LedgerRow]) -> Iterator[list[LedgerRow]]:
    rest = iter(rows)
    while group := list(islice(rest, _GROUP)):
        yield group
