"""Experiments: files that say what is run, and which tables and plots are made of it.

``experiments/NAME.toml`` has a title, a question, the paper whose table it repeats, sizes (a selection of tasks and limits
each), configurations, tables and plots.  It names no corpus: selections are relative to the one that is given when it is run.
Whatever is not known - a key, a word, a configuration - is an error with its place and a suggestion.

    title = "What the value analysis solves"
    question = "How many tasks ...?"
    paper = "..."
    [sizes.small]
    subset = "core"         # also: category, property, verdict, min_lines, max_lines, sample, seed
    cpu = "15s"             # also: wall (default: 30 times cpu and a minute)
    memory = "2GB"
    [[configurations]]
    name = "value"          # also: tool, options
    config = "value"
    set = ["callstack.depth=50"]
    [[tables]]
    kind = "solved"         # solved, score, time, status, difference, delta, matrix, statistics
                            # also: configurations, grouping; statistics, for a table of them
    [[plots]]
    kind = "quantile"       # quantile, score-quantile, scatter; also: configurations
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from whet.campaign import plots, tables
from whet.campaign.many_tables import matrix_table, statistics_table
from whet.campaign.records import Run, RunLimits, ToolConfiguration
from whet.campaign.sets import TaskSelection, load_set
from whet.campaign.tables import Grouping, Measured, ResultTable
from whet.core.configuration import load_configuration
from whet.runtime.limits import elapsed_limit
from whet.task.configuration import DEFAULT_CONFIGURATION
from whet.task.errors import TaskError, read_text, suggestion
from whet.task.quantities import parse_duration, parse_size
from whet.task.records import dataclass
from whet.task.toml_file import LARGEST_TOML, TomlFile, parse_toml

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Word = TypeVar("Word", bound=StrEnum)

DEFAULT_SIZE = "small"
DEFAULT_TOOL = "whet"


class TableKind(StrEnum):
    SOLVED = "solved"
    SCORE = "score"
    TIME = "time"
    STATUS = "status"
    DIFFERENCE = "difference"
    """Which tasks only one of two configurations solves."""
    DELTA = "delta"
    """Cell by cell the second of two configurations less the first."""
    MATRIX = "matrix"
    """What each of many configurations solves in each group, with Optimal and Oracle."""
    STATISTICS = "statistics"
    """Sums of what the tool counted, over the tasks all configurations solve."""

    @property
    def is_of_two(self) -> bool:
        return self in (TableKind.DIFFERENCE, TableKind.DELTA)


class PlotKind(StrEnum):
    QUANTILE = "quantile"
    SCORE_QUANTILE = "score-quantile"
    SCATTER = "scatter"

    @property
    def is_of_two(self) -> bool:
        return self is PlotKind.SCATTER


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWish:
    kind: TableKind
    configurations: tuple[str, ...]
    grouping: Grouping = Grouping.CATEGORY
    statistics: tuple[str, ...] = ()
    """The names to sum up, for a table of that kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotWish:
    kind: PlotKind
    configurations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentSize:
    """How much of a corpus, and how long."""

    selection: TaskSelection
    limits: RunLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    name: str
    place: str
    """The file it comes from."""
    title: str
    question: str
    paper: str
    sizes: Mapping[str, ExperimentSize]
    configurations: tuple[ToolConfiguration, ...]
    tables: tuple[TableWish, ...] = ()
    plots: tuple[PlotWish, ...] = ()

    def size(self, name: str) -> ExperimentSize:
        if name not in self.sizes:
            known = ", ".join(self.sizes)
            raise TaskError(f"unknown size '{name}'{suggestion(name, self.sizes)}; known are {known}", place=self.place)
        return self.sizes[name]

    def runs(self, corpus: str, size: str = DEFAULT_SIZE) -> list[Run]:
        """All tasks of a size under all configurations, the configurations of a task one after the other."""
        chosen = self.size(size)
        tasks = load_set(corpus, chosen.selection)
        return [
            Run(task=task, configuration=configuration, limits=chosen.limits)
            for task in tasks
            for configuration in self.configurations
        ]


def load_experiment(path: str) -> Experiment:
    """Raises ``TaskError``."""
    if not Path(path).exists():
        others = {other.name for other in Path(path).parent.glob("*.toml")}
        raise TaskError(f"there is no such experiment{suggestion(Path(path).name, others)}", place=path)
    return parse_experiment(read_text(path, most=LARGEST_TOML), name=path)


def parse_experiment(text: str, *, name: str) -> Experiment:
    file = _with_numbered_lines(text, name=name)
    top = _Table(file, "", file.values, known=("title", "question", "paper", "sizes", "configurations", "tables", "plots"))
    sizes = {key: _size(table) for key, table in top.tables("sizes", known=_SIZE_KEYS).items()}
    configurations = tuple(_configuration(table) for table in top.list_of_tables("configurations", known=_CONFIGURATION_KEYS))
    for what, found in (("sizes", sizes), ("configurations", configurations)):
        if not found:
            raise TaskError(f"there are no {what}; an experiment has at least one", place=file.place(what))
    names = _different_names(configurations, file)
    return Experiment(
        name=Path(name).stem,
        place=name,
        title=top.text("title"),
        question=top.text("question", default=""),
        paper=top.text("paper", default=""),
        sizes=sizes,
        configurations=configurations,
        tables=tuple(_table_wish(table, names) for table in top.list_of_tables("tables", known=_TABLE_KEYS)),
        plots=tuple(_plot_wish(table, names) for table in top.list_of_tables("plots", known=_PLOT_KEYS)),
    )


def _different_names(configurations: Sequence[ToolConfiguration], file: TomlFile) -> list[str]:
    names: list[str] = []
    for number, configuration in enumerate(configurations):
        if configuration.name in names:
            raise TaskError(
                f"two configurations are named '{configuration.name}'", place=file.place(f"configurations.{number}.name")
            )
        names.append(configuration.name)
    return names


def make_tables(experiment: Experiment, measured: Sequence[Measured]) -> list[ResultTable]:
    """The tables an experiment wishes for; raises ``TaskError`` if a configuration has no results."""
    return [table for wish in experiment.tables for table in _made(wish, measured)]


def _made(wish: TableWish, measured: Sequence[Measured]) -> Iterator[ResultTable]:
    names = wish.configurations
    match wish.kind:
        case TableKind.SOLVED:
            yield tables.solved_table(measured, grouping=wish.grouping, configurations=names)
        case TableKind.SCORE:
            yield tables.score_table(measured, grouping=wish.grouping, configurations=names)
        case TableKind.TIME:
            yield tables.time_table(measured, grouping=wish.grouping, configurations=names)
        case TableKind.STATUS:
            yield tables.status_table(measured, configurations=names)
        case TableKind.DIFFERENCE:
            yield tables.difference_table(measured, *names, grouping=wish.grouping)
            yield tables.difference_list(measured, *names)
        case TableKind.DELTA:
            yield tables.delta_table(measured, *names, grouping=wish.grouping)
        case TableKind.MATRIX:
            yield matrix_table(measured, grouping=wish.grouping, configurations=names)
        case TableKind.STATISTICS:
            yield statistics_table(measured, wish.statistics, configurations=names)


@dataclass(frozen=True, slots=True)
class NamedPlot:
    name: str
    """Fit for a file: ``scatter-1`` is the first, and a scatter plot."""
    title: str
    figure: Figure


def make_plots(experiment: Experiment, measured: Sequence[Measured]) -> list[NamedPlot]:
    """The plots an experiment wishes for; raises ``TaskError`` as above, and where there is no matplotlib."""
    return [_plotted(wish, measured, f"{wish.kind}-{number}") for number, wish in enumerate(experiment.plots, 1)]


def _plotted(wish: PlotWish, measured: Sequence[Measured], name: str) -> NamedPlot:
    match wish.kind:
        case PlotKind.QUANTILE:
            figure = plots.quantile_plot(measured, configurations=wish.configurations)
            return NamedPlot(name, "CPU time of the fastest correct results", figure)
        case PlotKind.SCORE_QUANTILE:
            figure = plots.score_quantile_plot(measured, configurations=wish.configurations)
            return NamedPlot(name, "CPU time of the fastest correct results, by accumulated score", figure)
        case PlotKind.SCATTER:
            x, y = wish.configurations
            return NamedPlot(name, f"CPU time of {x} and {y}, task by task", plots.scatter_plot(measured, x=x, y=y))


_SIZE_KEYS = ("subset", "category", "property", "verdict", "min_lines", "max_lines", "sample", "seed", "cpu", "wall", "memory")
_CONFIGURATION_KEYS = ("name", "tool", "config", "set", "options")
_TABLE_KEYS = ("kind", "configurations", "grouping", "statistics")
_PLOT_KEYS = ("kind", "configurations")


class _Verdict(StrEnum):
    TRUE = "true"
    FALSE = "false"


def _size(table: _Table) -> ExperimentSize:
    cpu = table.duration("cpu")
    verdict = table.word("verdict", _Verdict) if "verdict" in table.values else None
    seed = table.whole("seed", minimum=0)
    selection = TaskSelection(
        subset=table.text("subset") if "subset" in table.values else None,
        categories=table.texts("category"),
        properties=table.texts("property"),
        verdict=None if verdict is None else verdict is _Verdict.TRUE,
        min_lines=table.whole("min_lines", minimum=0),
        max_lines=table.whole("max_lines", minimum=0),
        sample=table.whole("sample", minimum=1),
        seed=TaskSelection().seed if seed is None else seed,
    )
    wall = table.duration("wall") if "wall" in table.values else elapsed_limit(cpu)
    return ExperimentSize(
        selection=selection, limits=RunLimits(cpu_seconds=cpu, wall_seconds=wall, memory_bytes=table.size("memory"))
    )


def _configuration(table: _Table) -> ToolConfiguration:
    tool = table.text("tool", default=DEFAULT_TOOL)
    options = _preset_options(table) if tool == DEFAULT_TOOL else _no_preset(table, tool)
    return ToolConfiguration(name=table.text("name"), tool=tool, options=(*options, *table.texts("options")))


def _preset_options(table: _Table) -> Iterator[str]:
    """Checked now: an experiment with a mistake would fail in every one of its runs."""
    preset = table.text("config", default=DEFAULT_CONFIGURATION)
    if preset.endswith(".toml"):  # the key of a run holds its options, and not what is in a file they name
        raise table.error("config", f"'{preset}' is a file; name a preset and put the differences into 'set'")
    settings = table.texts("set")
    try:
        load_configuration(preset, settings)
    except TaskError as error:
        raise table.error("config" if "configuration" in error.message else "set", error.message) from error
    yield from ("--config", preset)
    for setting in settings:
        yield from ("--set", setting)


def _no_preset(table: _Table, tool: str) -> Sequence[str]:
    for key in ("config", "set"):
        if key in table.values:
            raise table.error(key, f"'{key}' is for {DEFAULT_TOOL}; give the arguments of {tool} as 'options'")
    return ()


def _table_wish(table: _Table, names: Sequence[str]) -> TableWish:
    kind = table.word("kind", TableKind)
    grouping = table.word("grouping", Grouping) if "grouping" in table.values else Grouping.CATEGORY
    statistics = table.texts("statistics")
    if bool(statistics) != (kind is TableKind.STATISTICS):
        raise table.error("statistics", "a table of statistics names them, and only such a table does")
    chosen = _chosen(table, names, two=kind.is_of_two)
    return TableWish(kind=kind, configurations=chosen, grouping=grouping, statistics=statistics)


def _plot_wish(table: _Table, names: Sequence[str]) -> PlotWish:
    kind = table.word("kind", PlotKind)
    return PlotWish(kind=kind, configurations=_chosen(table, names, two=kind.is_of_two))


def _chosen(table: _Table, names: Sequence[str], *, two: bool) -> tuple[str, ...]:
    """The configurations a table or plot is of: all, unless it says otherwise."""
    chosen = table.texts("configurations") or tuple(names)
    for name in chosen:
        if name not in names:
            message = f"unknown configuration '{name}'{suggestion(name, names)}; known are {', '.join(names)}"
            raise table.error("configurations", message)
    if two and len(chosen) != 2:
        raise table.error("configurations", f"this kind is of two configurations, not of {len(chosen)}")
    return chosen


_ARRAY_HEADER = re.compile(r"(?m)^[ \t]*\[\[ *(configurations|tables|plots) *\]\]")


def _with_numbered_lines(text: str, *, name: str) -> TomlFile:
    """The values of the file, and lines also inside ``[[...]]``: by ``configurations.0.name`` and so on."""
    counts: Counter[str] = Counter()

    def numbered(match: re.Match[str]) -> str:
        counts[match[1]] += 1
        return f"[{match[1]}.{counts[match[1]] - 1}]"

    values = parse_toml(text, name=name).values
    return TomlFile(name, values, parse_toml(_ARRAY_HEADER.sub(numbered, text), name=name).lines)


class _Table:
    """A table of the file; gives its values by type, and errors their place."""

    def __init__(self, file: TomlFile, prefix: str, values: Mapping[str, object], *, known: Sequence[str]) -> None:
        self.file = file
        self.prefix = prefix
        self.values = values
        for key in values:
            if key not in known:
                raise self.error(key, f"unknown key '{key}'{suggestion(key, known)}; known are {', '.join(known)}")

    def error(self, key: str, message: str) -> TaskError:
        return TaskError(message, place=self.file.place(f"{self.prefix}{key}"))

    def _wrong(self, key: str, expected: str) -> TaskError:
        return self.error(key, f"{key}: {self.values[key]!r} is not {expected}")

    def text(self, key: str, *, default: str | None = None) -> str:
        if key not in self.values:
            if default is None:
                raise TaskError(f"'{key}' is missing", place=self.file.place(self.prefix.rstrip(".")))
            return default
        value = self.values[key]
        if not isinstance(value, str):
            raise self._wrong(key, "a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one."""
        value = self.values.get(key, [])
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self._wrong(key, "a list of strings")
        return tuple(items)

    def whole(self, key: str, *, minimum: int) -> int | None:
        value = self.values.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < minimum):
            raise self._wrong(key, f"an integer >= {minimum}")
        return value

    def duration(self, key: str) -> float:
        try:
            return parse_duration(self._quantity(key))
        except ValueError as error:
            raise self.error(key, f"{key}: {error}") from None

    def size(self, key: str) -> int:
        try:
            return parse_size(self._quantity(key))
        except ValueError as error:
            raise self.error(key, f"{key}: {error}") from None

    def _quantity(self, key: str) -> str:
        value = self.values.get(key)
        return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else self.text(key)

    def word(self, key: str, words: type[Word]) -> Word:
        word = self.text(key)
        if word not in list(words):
            raise self.error(key, f"{key}: '{word}' is none of {', '.join(words)}{suggestion(word, words)}")
        return words(word)

    def tables(self, key: str, *, known: Sequence[str]) -> dict[str, _Table]:
        """The tables in a table, by name."""
        value = self.values.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(table, dict) for table in value.values()):
            raise self.error(key, f"expected tables [{key}.NAME] here")
        return {name: _Table(self.file, f"{self.prefix}{key}.{name}.", table, known=known) for name, table in value.items()}

    def list_of_tables(self, key: str, *, known: Sequence[str]) -> list[_Table]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise self.error(key, f"expected tables [[{key}]] here")
        return [_Table(self.file, f"{self.prefix}{key}.{number}.", table, known=known) for number, table in enumerate(value)]
