"""The results of a campaign as BenchExec writes them, one XML file for each configuration; ``table-generator`` reads them.

The format is BenchExec's ``doc/result.dtd``, without what a ledger does not know: the hardware, and the Python module for the
tool.  The status is BenchExec's word (``true``, ``false(unreach-call)``, ``TIMEOUT`` ...), the category is our assessment.
``table-generator`` counts the points of SV-COMP if it can read the property file of a run and every line of it begins
with CHECK.  A task without a property file is one of unreachability; the file that says so is written beside the results.

A run is known by the name of its task, which is unique, and not by its file.  Columns other than status, times and memory
are hidden: ``table-generator --all-columns`` shows them.
"""

from __future__ import annotations

import math
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

from whet import __version__
from whet.campaign.ledger import Ledger
from whet.campaign.ledger_rows import LedgerRow
from whet.campaign.records import Assessment, RunStatus, ToolConfiguration
from whet.task.records import dataclass

DEFAULT_PROPERTY = "unreach-call"
_DEFAULT_PROPERTY_TEXT = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DETAIL = re.compile(r"\w+ ?\((?P<detail>[^()]+)\)")
_VISIBLE = ("status", "cputime", "walltime", "memory")


def export_benchexec(ledger: Ledger, folder: Path, *, name: str) -> tuple[Path, ...]:
    """Write ``NAME.results.CONFIGURATION.xml`` for each configuration of the plan, with the runs that are done."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{DEFAULT_PROPERTY}.prp").write_text(_DEFAULT_PROPERTY_TEXT, encoding="utf-8")
    paths: dict[Path, None] = {}
    for configuration in ledger.configurations():
        path = _free_path(folder, f"{_file_name(name)}.results.{_file_name(configuration.name)}", paths)
        _write(ledger, configuration, path, name)
        paths[path] = None
    return tuple(paths)


def _free_path(folder: Path, stem: str, taken: dict[Path, None]) -> Path:
    """Two names may become one when what a file name cannot have is replaced."""
    path, number = folder / f"{stem}.xml", 1
    while path in taken:
        number += 1
        path = folder / f"{stem}-{number}.xml"
    return path


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.+-]", "_", text)


def _write(ledger: Ledger, configuration: ToolConfiguration, path: Path, name: str) -> None:
    """In two passes, since the beginning of the file sums up the runs; a run is not kept in memory."""
    header = _Header()
    for row in ledger.rows(configuration=configuration.name):
        header.add(row)
    with path.open("w", encoding="utf-8") as file:
        document = _Document(XMLGenerator(file, encoding="utf-8", short_empty_elements=True))
        with document.element("result", _result_attributes(configuration, header, name)):
            with document.element("columns"):
                for title in _VISIBLE:
                    document.empty("column", {"title": title})
            for row in ledger.rows(configuration=configuration.name):
                with document.element("run", _run_attributes(row, path.parent)):
                    for title, value in _columns(row).items():
                        document.empty(
                            "column", {"title": title, "value": value} | ({} if title in _VISIBLE else {"hidden": "true"})
                        )


class _Document:
    """XML without the characters it must not have, a line for each element."""

    def __init__(self, out: XMLGenerator) -> None:
        self._out = out
        out.startDocument()

    @contextmanager
    def element(self, name: str, attributes: dict[str, str] | None = None) -> Iterator[None]:
        self._start(name, attributes or {})
        self._out.ignorableWhitespace("\n")
        yield
        self._out.endElement(name)
        self._out.ignorableWhitespace("\n")

    def empty(self, name: str, attributes: dict[str, str]) -> None:
        self._start(name, attributes)
        self._out.endElement(name)
        self._out.ignorableWhitespace("\n")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        clean = {key: _NOT_IN_XML.sub("\ufffd", value) for key, value in attributes.items()}
        self._out.startElement(name, AttributesImpl(clean))


@dataclass(slots=True)
class _Header:
    """What the runs of a configuration have in common, or not."""

    versions: set[str] = field(default_factory=set)
    cpu_limits: set[float] = field(default_factory=set)
    memory_limits: set[int] = field(default_factory=set)
    started: float = math.inf

    def add(self, row: LedgerRow) -> None:
        self.versions.add(row.result.tool_version)
        self.cpu_limits.add(row.run.limits.cpu_seconds)
        self.memory_limits.add(row.run.limits.memory_bytes)
        self.started = min(self.started, row.result.started)


def _result_attributes(configuration: ToolConfiguration, header: _Header, name: str) -> dict[str, str]:
    started = _time(0.0 if math.isinf(header.started) else header.started)
    attributes = {
        "benchmarkname": name,
        "name": configuration.name,
        "tool": configuration.tool,
        "version": ", ".join(sorted(header.versions)),
        "options": shlex.join(configuration.options),
        "date": f"{started:%Y-%m-%d %H:%M:%S %Z}",
        "starttime": started.isoformat(),
        "generator": f"Whet {__version__}",
    }
    if len(header.cpu_limits) == 1:  # there is room for one
        attributes["timelimit"] = f"{_decimal(*header.cpu_limits)}s"
    if len(header.memory_limits) == 1:
        attributes["memlimit"] = f"{_decimal(*header.memory_limits)}B"
    return attributes


def property_of(row: LedgerRow) -> str:
    """The name of the property a run is about."""
    return row.run.task.property


def status_of(row: LedgerRow) -> str:
    """BenchExec's word for what the tool answered."""
    answer = row.result.answer
    detail = _DETAIL.fullmatch(answer.word)
    match answer.status:
        case RunStatus.TRUE:
            return "true"
        case RunStatus.FALSE:
            return f"false({detail['detail'] if detail else property_of(row)})"
        case RunStatus.UNKNOWN:
            return "unknown"
        case RunStatus.TIME_OUT:
            return "TIMEOUT"
        case RunStatus.OUT_OF_MEMORY:
            return "OUT OF MEMORY"
        case RunStatus.ERROR:
            return f"ERROR ({detail['detail']})" if detail else "ERROR"


def category_of(row: LedgerRow) -> str:
    """BenchExec's word for what the answer is worth."""
    match row.assessment:
        case Assessment.CORRECT_TRUE | Assessment.CORRECT_FALSE:
            return "correct"
        case Assessment.WRONG_TRUE | Assessment.WRONG_FALSE | Assessment.WRONG_PART:
            return "wrong"
        case Assessment.UNCONFIRMED:
            return "missing"
        case Assessment.UNSOLVED:
            return "unknown" if row.result.answer.status is RunStatus.UNKNOWN else "error"


def _run_attributes(row: LedgerRow, folder: Path) -> dict[str, str]:
    task = row.run.task
    attributes = {"name": task.name, "properties": property_of(row), "propertyFile": f"{DEFAULT_PROPERTY}.prp"}
    if task.property_file is not None:
        attributes["propertyFile"] = os.path.relpath(task.property_file, folder)
    if task.expected is not None:
        attributes["expectedVerdict"] = "true" if task.expected else f"false({task.violated})" if task.violated else "false"
    return attributes


def _columns(row: LedgerRow) -> dict[str, str]:
    result, use = row.result, row.result.use
    ours = {
        "status": status_of(row),
        "cputime": f"{_decimal(use.cpu_seconds)}s",
        "walltime": f"{_decimal(use.wall_seconds)}s",
        "memory": f"{use.memory_bytes}B",
        "category": category_of(row),
        "answer": result.answer.word,
        "host": result.node,
        "starttime": _time(result.started).isoformat(),
        "file": row.run.task.file,
    }
    # table-generator would take a statistic of this name for its own.
    theirs = {
        f"{title} (tool)" if title in {*ours, "score"} else title: value for title, value in result.answer.statistics.items()
    }
    return ours | {title: str(value) for title, value in theirs.items()}


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _decimal(number: float) -> str:
    """To the nanosecond and without an exponent, as BenchExec writes them."""
    return f"{Decimal(repr(round(number, 9))):f}"
