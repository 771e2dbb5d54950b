"""One HTML page for a campaign: what was run, tables, plots, differences of any two configurations, and all runs.

The page is one file.  It loads nothing, and its content security policy would not let it.  The runs are in it as JSON, from
which a script draws a table that is sorted and filtered in the page and drawn piece by piece, so that ten thousand
runs are no burden.

Invariants: whatever comes from a task or a tool is escaped for the place it stands in: text of HTML by ``html.escape``, JSON by
writing ``<``, ``>`` and ``&`` as ``\\u003c`` and so on; the script sets texts, never HTML.  The same results give the same page.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from typing import TypeAlias

from whet.campaign.plots import THEME
from whet.campaign.records import Assessment, BenchTask, Run, RunLimits
from whet.campaign.tables import (
    Grouping,
    Measured,
    ResultTable,
    TableCell,
    by_configuration,
    cpu_seconds,
    is_numeric,
    possible_score,
    score,
    score_table,
    show_cell,
    solved_table,
    status_table,
    time_table,
)
from whet.task.quantities import show_duration, show_size
from whet.task.records import dataclass

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

OUTPUT_CHARACTERS = 600
"""Of the end of what a tool printed; the whole is in the ledger."""
FIELDS = (
    *("key", "task", "configuration", "status", "word", "assessment", "cpu", "wall", "memory"),
    *("limits", "version", "node", "started", "statistics", "output"),
)
"""What a run is made of in the data of the page, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A plot for the page: an SVG as ``plots.svg_text`` writes it."""

    title: str
    svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the head of the page says, beside what is known from the runs."""

    title: str
    question: str = ""
    paper: str = ""


def campaign_page(
    measured: Iterable[Measured], *, about: About, pictures: Sequence[Picture] = (), tables: Sequence[ResultTable] | None = None
) -> str:
    """The page; with the usual tables unless others are given."""
    rows = list(measured)
    results = by_configuration(rows)
    parts = {
        "title": escape(about.title),
        "css": _file("page.css"),
        "about": _about(about),
        "facts": _facts(rows),
        "links": _links(has_pictures=bool(pictures), has_differences=len(results) > 1),
        "cards": "".join(_card(name, list(of.values())) for name, of in results.items()),
        "legend": "".join(f"<span>{_key(kind)}{escape(kind)}</span>" for kind in _present(rows)),
        "pictures": _pictures(pictures),
        "tables": _tables(usual_tables(rows) if tables is None else tables),
        "data": escape_json(json.dumps(page_data(rows), ensure_ascii=False, allow_nan=False, separators=(",", ":"))),
        "script": _file("page.js"),
    }
    # In one pass: a task may well be called {{data}}.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _file("page.html"))


def usual_tables(measured: Sequence[Measured]) -> list[ResultTable]:
    """By SV-COMP set: there are too many categories for a first look."""
    return [
        solved_table(measured, grouping=Grouping.SET),
        score_table(measured, grouping=Grouping.SET),
        time_table(measured, grouping=Grouping.SET),
        status_table(measured),
    ]


def _file(name: str) -> str:
    return (files("whet.campaign") / "page_files" / name).read_text(encoding="utf-8")


def page_data(measured: Sequence[Measured]) -> dict[str, Json]:
    """All runs as plain data; tasks, configurations and limits are named once and referred to by number."""
    tasks = {row.task.name: row.task for row in measured}
    configurations = {row.configuration: row.run.configuration for row in measured}
    limits = list(dict.fromkeys(row.run.limits for row in measured))
    places = _Places(
        tasks={name: number for number, name in enumerate(tasks)},
        configurations={name: number for number, name in enumerate(configurations)},
        limits={limit: number for number, limit in enumerate(limits)},
    )
    return {
        "fields": FIELDS,
        "configurations": [{"name": name, "tool": each.tool, "options": each.options} for name, each in configurations.items()],
        "tasks": [_task(task) for task in tasks.values()],
        "limits": [_show_limits(limit) for limit in limits],
        "cpuLimits": [limit.cpu_seconds for limit in limits],
        "runs": [_run(row, places) for row in measured],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Places:
    tasks: Mapping[str, int]
    configurations: Mapping[str, int]
    limits: Mapping[RunLimits, int]


def _task(task: BenchTask) -> dict[str, Json]:
    return {
        "name": task.name,
        "category": task.category,
        "set": task.svcomp_set,
        "expected": task.expected,
        "lines": task.lines,
        "machine": task.machine,
        "file": task.file,
        "property": task.property_file,
    }


def _run(row: Measured, places: _Places) -> list[Json]:
    """In the order of ``FIELDS``."""
    result, use, answer = row.result, row.result.use, row.result.answer
    statistics = {name: _number(value) for name, value in answer.statistics.items()}
    return [
        *(result.key, places.tasks[row.task.name], places.configurations[row.configuration]),
        *(answer.status.value, answer.word, row.assessment.value),
        *(use.cpu_seconds, use.wall_seconds, use.memory_bytes, places.limits[row.run.limits]),
        *(result.tool_version, result.node, result.started, statistics, result.output[-OUTPUT_CHARACTERS:]),
    ]


def _number(value: int | float | str) -> int | float | str:
    """JSON has no infinity, and no number that is none."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def escape_json(text: str) -> str:
    """For a script element, which ends at the first ``</script``, whatever stands around it."""
    codes = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
    return re.sub("[<>&\u2028\u2029]", lambda match: codes[match[0]], text)


def _about(about: About) -> str:
    question = f"<p>{escape(about.question)}</p>" if about.question else ""
    paper = f'<p class="paper">Repeats: {escape(about.paper)}</p>' if about.paper else ""
    return question + paper


def _facts(rows: Sequence[Measured]) -> str:
    starts = [row.result.started for row in rows]
    facts = {
        "Runs": str(len(rows)),
        "Tasks": str(len({row.task.name for row in rows})),
        "Configurations": str(len({row.configuration for row in rows})),
        "Tools": ", ".join(sorted({f"{row.run.configuration.tool} {row.result.tool_version}".strip() for row in rows})),
        "Limits": "; ".join(dict.fromkeys(_show_limits(row.run.limits) for row in rows)),
        "Started": " to ".join(dict.fromkeys(_date(start) for start in (min(starts), max(starts)))) if starts else "never",
        "Machines": ", ".join(sorted({row.result.node for row in rows})),
    }
    return "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts.items())


def _show_limits(limits: RunLimits) -> str:
    cpu, wall = show_duration(limits.cpu_seconds), show_duration(limits.wall_seconds)
    return f"{cpu} CPU, {wall} wall, {show_size(limits.memory_bytes)}"


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _links(*, has_pictures: bool, has_differences: bool) -> str:
    names = ["overview", *(["plots"] if has_pictures else []), "tables", *(["differences"] if has_differences else []), "runs"]
    return " ".join(f'<a href="#{name}">{name.capitalize()}</a>' for name in names)


def _present(rows: Iterable[Measured]) -> list[Assessment]:
    found = {row.assessment for row in rows}
    return [kind for kind in Assessment if kind in found]


def _class(kind: Assessment) -> str:
    return kind.replace(" ", "-")


def _key(kind: Assessment) -> str:
    return f'<span class="key {_class(kind)}"></span>'


def _card(name: str, rows: Sequence[Measured]) -> str:
    """A configuration at a glance."""
    run: Run = rows[0].run
    command = " ".join((run.configuration.tool, *run.configuration.options))
    figures = {
        "score": (str(score(rows)), f" of {possible_score(row.task for row in rows)}"),
        "correct": (str(sum(row.assessment.is_correct for row in rows)), f" of {len(rows)}"),
        "wrong": (str(sum(row.assessment.is_wrong for row in rows)), ""),
        "CPU time": (show_cell(cpu_seconds(rows) / 3600), " h"),
    }
    items = "".join(f"<div><dt>{what}</dt><dd>{value}<small>{of}</small></dd></div>" for what, (value, of) in figures.items())
    head = f"<h3>{escape(name)}</h3><code>{escape(command)}</code>"
    return f'<article class="card">{head}<dl class="figures">{items}</dl>{_bar(rows)}</article>'


def _bar(rows: Sequence[Measured]) -> str:
    shares = [(kind, sum(row.assessment is kind for row in rows)) for kind in _present(rows)]
    parts = "".join(
        f'<span class="{_class(kind)}" style="flex:{count}" title="{kind}: {count}"></span>' for kind, count in shares
    )
    words = ", ".join(f"{count} {kind}" for kind, count in shares)
    return f'<div class="bar" role="img" aria-label="{words}">{parts}</div>'


_OPEN = 2
"""So many tables can be seen at first; the others open when asked to."""


def _tables(tables: Sequence[ResultTable]) -> str:
    return "".join(_table(table, is_open=number < _OPEN) for number, table in enumerate(tables))


def _table(table: ResultTable, *, is_open: bool) -> str:
    numeric = [is_numeric(table, column) for column in range(len(table.columns))]
    names = list(table.columns)
    head = "".join(
        f'<th scope="col"{_number_class(right)}>{escape(name)}</th>' for name, right in zip(names, numeric, strict=True)
    )

    def rows(of: Sequence[Sequence[TableCell]]) -> str:
        lines = ("".join(_cell(*cell) for cell in zip(names, row, numeric, strict=True)) for row in of)
        return "".join(f"<tr{mark}>{line}</tr>" for mark, line in zip(_repetitions(of), lines, strict=True))

    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows(table.rows)}</tbody><tfoot>{rows(table.footers)}</tfoot>"
    content = f'<div class="scroll"><table>{body}</table></div>{note}'
    return f'<details class="table"{" open" * is_open}><summary>{escape(table.title)}</summary>{content}</details>'


def _repetitions(rows: Sequence[Sequence[TableCell]]) -> list[str]:
    """A mark for each row that begins as the one above it."""
    firsts = [row[0] for row in rows]
    return [' class="again"' if number and firsts[number - 1] == first else "" for number, first in enumerate(firsts)]


def _number_class(is_number: bool) -> str:
    return ' class="number"' if is_number else ""


def _cell(column: str, cell: TableCell, numeric: bool) -> str:
    """A wrong answer shows, and nothing does not."""
    emphasis = "zero" if cell == 0 else "bad" if column.startswith("wrong") else ""
    names = " ".join(filter(None, ("number" if numeric else "", emphasis)))
    return f"<td{f' class={chr(34)}{names}{chr(34)}' if names else ''}>{escape(show_cell(cell))}</td>"


def _pictures(pictures: Sequence[Picture]) -> str:
    if not pictures:
        return ""
    figures = "".join(
        f"<figure>{_inline_svg(picture, number)}<figcaption>{escape(picture.title)}</figcaption></figure>"
        for number, picture in enumerate(pictures)
    )
    title = '<h2 id="plots-title">Plots</h2>'
    return f'<section id="plots" aria-labelledby="plots-title">{title}<div class="pictures">{figures}</div></section>'


def _inline_svg(picture: Picture, number: int) -> str:
    """The svg element alone, in the colours of the page, with names that no other picture uses."""
    svg = picture.svg[picture.svg.index("<svg") :]
    svg = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>plot{number}-", svg)
    for colour, name in THEME.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(picture.title)}"', 1)
