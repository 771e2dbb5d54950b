"""Plots of results: quantile plots, score-based quantile plots, and scatter plots of CPU times.

A point (n, t) of a *quantile plot* says that the n fastest correct results took at most t seconds each.  In the *score-based*
one (SV-COMP 2013) the abscissa is the score: it starts at the sum of the points for wrong results and grows with every
correct one, so the right end of a graph is the score of the tool.  A *scatter plot* compares two configurations task by
task; what one of them did not solve is at its border, what neither solved is left out.  A *reliability plot* has one point for
each strategy: the part of the tasks it solves, and the part it is wrong about.  The sum of both is how decisive it is, the
angle how unreliable.

matplotlib is imported when a plot is made, and used without pyplot: figures are values and nothing is global.  The same results
give the same bytes, as SVG and as PNG.  The colours are those of Paul Tol's scheme *bright*, which colour-blind people
can tell apart; a page may replace them (``THEME``).
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whet.campaign.records import RunStatus
from whet.campaign.tables import Measured, Pair, by_configuration, pairs
from whet.task.errors import TaskError
from whet.task.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#2b3036"
FAINT = "#d5d9de"
PALETTE = ("#4477aa", "#ee6677", "#228833", "#aa3377", "#66ccee", "#ccbb44")
_MARKERS = ("o", "s", "^", "D", "v", "P")
_LINES = ("solid", "dashed", "dotted")
"""For the first graphs, for those that have the colours a second time, and so on."""
_OCHRE = "#b8860b"
_RED = "#cc3311"
THEME = {INK: "ink", FAINT: "faint", _OCHRE: "s5", _RED: "wrong"} | {colour: f"s{index}" for index, colour in enumerate(PALETTE)}
"""What each colour of a plot is for, by which a page may choose others."""

_FLOOR = 0.01
"""Seconds; less cannot be measured, and zero has no logarithm."""
_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
"""Left out of an SVG: the date and the version of matplotlib would make two files of the same results differ."""


def quantile_plot(measured: Iterable[Measured], *, configurations: Sequence[str] = ()) -> Figure:
    """CPU times of the correct results, sorted; raises ``TaskError`` for a configuration without results."""
    graphs = [
        _Graph(name, tuple(range(1, len(times) + 1)), times, label=f"{name} ({len(times)})")
        for name, rows in by_configuration(measured, configurations).items()
        for times in [tuple(row[0] for row in _correct(rows.values()))]
    ]
    with _settings():
        figure, axes = _canvas(width=8.0, height=4.6)
        _draw_graphs(axes, graphs)
        axes.set_xlim(left=0)
        _name_axes(axes, x="correct results, the fastest first", y="CPU time (s)")
        return figure


def score_quantile_plot(measured: Iterable[Measured], *, configurations: Sequence[str] = ()) -> Figure:
    """CPU times of the correct results over the score reached; raises ``TaskError`` as above."""
    graphs = [_score_graph(name, list(rows.values())) for name, rows in by_configuration(measured, configurations).items()]
    with _settings():
        figure, axes = _canvas(width=8.0, height=4.6)
        axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
        _draw_graphs(axes, graphs)
        _name_axes(axes, x="accumulated score", y="CPU time (s)")
        return figure


def scatter_plot(measured: Iterable[Measured], *, x: str, y: str) -> Figure:
    """CPU times of two configurations, task by task; raises ``TaskError`` as above."""
    found = [pair for pair in pairs(measured, x, y) if any(pair.solved)]
    with _settings():
        figure, axes = _canvas(width=5.6, height=5.6)
        scale = _Scale.of(found)
        _draw_diagonals(axes, scale)
        _draw_points(axes, found, scale)
        # A band beyond the limit, with the points of the tasks that were not solved.
        axes.set_xlim(scale.least, scale.end)
        axes.set_ylim(scale.least, scale.end)
        axes.set_aspect("equal")
        for draw in (axes.axvspan, axes.axhspan):
            draw(scale.limit, scale.end, color=FAINT, alpha=0.45, linewidth=0, zorder=0)
        for at, offset, turned in (((scale.limit, scale.end), (0, 3), False), ((scale.end, scale.limit), (4, 0), True)):
            axes.annotate(
                "not solved",
                at,
                xytext=offset,
                textcoords="offset points",
                ha="left" if turned else "right",
                va="top" if turned else "bottom",
                rotation=270 if turned else 0,
                color=INK,
                fontsize=8,
            )
        _name_axes(axes, x=f"{x}: CPU time (s)", y=f"{y}: CPU time (s)", last=scale.limit)
        return figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """A strategy in a reliability plot."""

    name: str
    correct: float
    """Percent of the tasks."""
    wrong: float
    score: float
    marker: str = "o"
    is_filled: bool = False


def reliability_plot(points: Sequence[Standpoint]) -> Figure:
    """Lines of equal decisiveness are dashed."""
    most = max(1.0, 1.3 * max(point.wrong for point in points))
    with _settings():
        figure, axes = _canvas(width=8.0, height=4.0)
        axes.set_yscale("linear")
        for decisive in range(10, 101, 10):
            axes.plot([decisive, decisive - most], [0, most], color=FAINT, linewidth=0.8, linestyle="dashed", zorder=1)
        for number, point in enumerate(sorted(points, key=lambda point: point.correct)):
            above = 14 + 13 * (number % 6)
            colour = PALETTE[1] if point.is_filled else PALETTE[0]
            face = colour if point.is_filled else "none"
            at = (point.correct, point.wrong)
            axes.scatter(*at, marker=point.marker, s=40, facecolors=face, edgecolors=colour, clip_on=False, zorder=3)
            axes.annotate(
                f"{point.name} ({point.score:.0f})",
                at,
                xytext=(0, above),
                textcoords="offset points",
                ha="center",
                color=INK,
                fontsize=7,
                arrowprops={"arrowstyle": "-", "color": FAINT, "linewidth": 0.8},
            )
        axes.set_xlim(0.9 * min(point.correct for point in points), 100)
        axes.set_ylim(0, most)
        axes.set_xlabel("correct (%)", color=INK)
        axes.set_ylabel("wrong (%)", color=INK)
        return figure


def svg_text(figure: Figure) -> str:
    """The same bytes for the same figure.  Text stays text: it is found, copied and shown in the reader's font."""
    buffer = io.StringIO()
    with _settings():
        figure.savefig(buffer, format="svg", metadata=_METADATA, transparent=True)
    return buffer.getvalue()


def png_bytes(figure: Figure, *, dots_per_inch: int = 200) -> bytes:
    buffer = io.BytesIO()
    with _settings():
        figure.savefig(buffer, format="png", dpi=dots_per_inch, metadata={"Software": None}, facecolor="white")
    return buffer.getvalue()


@contextmanager
def _settings() -> Iterator[None]:
    """matplotlib reads its settings from a global dictionary; this one puts it back."""
    try:
        import matplotlib
    except ImportError as error:
        raise TaskError("plots need matplotlib, which is not installed; 'pip install matplotlib' adds it") from error
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "whet",
            "svg.fonttype": "none",
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans"],
            "font.size": 10,
            "path.simplify": False,
        }
    ):
        yield


def _canvas(*, width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="none")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot(facecolor="none")
    axes.set_yscale("log")
    axes.grid(visible=True, color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(which="both", length=0, colors=INK)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _name_axes(axes: Axes, *, x: str, y: str, last: float = math.inf) -> None:
    """The names of the axes, and the ticks of those that are logarithmic, none of them beyond ``last``."""
    axes.set_xlabel(_plain(x), color=INK)
    axes.set_ylabel(_plain(y), color=INK)
    if axes.get_xscale() == "log":
        ticks = _steps(axes.get_xlim()[0], min(axes.get_xlim()[1], last))
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xticks([], minor=True)
    ticks = _steps(axes.get_ylim()[0], min(axes.get_ylim()[1], last))
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks([], minor=True)


def _steps(low: float, high: float) -> list[float]:
    """1, 2 and 5 times the powers of ten in an interval; the powers alone if it is wide."""
    factors = (1, 2, 5) if high / low < 1000 else (1,)
    powers = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    steps = [factor * 10.0**power for power in powers for factor in factors]
    return [step for step in steps if low * (1 - 1e-9) <= step <= high * (1 + 1e-9)]


def _plain(text: str) -> str:
    """A dollar would begin a formula."""
    return text.replace("$", r"\$")


@dataclass(frozen=True, slots=True)
class _Graph:
    name: str
    x: tuple[int, ...]
    y: tuple[float, ...]
    label: str


def _correct(rows: Iterable[Measured]) -> list[tuple[float, int]]:
    """(CPU time, points) of the correct results, the fastest first."""
    return sorted((max(row.cpu_seconds, _FLOOR), row.assessment.score) for row in rows if row.assessment.is_correct)


def _score_graph(name: str, rows: Sequence[Measured]) -> _Graph:
    reached = sum(row.assessment.score for row in rows if row.assessment.is_wrong)
    scores = []
    correct = _correct(rows)
    for _, points in correct:
        reached += points
        scores.append(reached)
    return _Graph(name, tuple(scores), tuple(time for time, _ in correct), label=f"{name} ({reached})")


def _draw_graphs(axes: Axes, graphs: Sequence[_Graph]) -> None:
    for number, graph in enumerate(graphs):
        colour = PALETTE[number % len(PALETTE)]
        every = max(1, len(graph.x) // 12)
        axes.plot(
            graph.x,
            graph.y,
            color=colour,
            linestyle=_LINES[number // len(PALETTE) % len(_LINES)],
            linewidth=1.8,
            marker=_MARKERS[number % len(_MARKERS)],
            markersize=4.5,
            markevery=((len(graph.x) - 1) % every, every),
            zorder=3,
        )
    times = [time for graph in graphs for time in graph.y]
    axes.set_ylim(min(times, default=0.1) / 1.3, max(times, default=10.0) * 1.3)
    _label_ends(axes, graphs)


def _label_ends(axes: Axes, graphs: Sequence[_Graph]) -> None:
    """The names in the margin, each joined to the last point of its graph; higher ends first, then the nearer."""
    ends = [(graph, number) for number, graph in enumerate(graphs) if graph.x]
    heights = {number: _height(axes, graph.y[-1]) for graph, number in ends}
    ends.sort(key=lambda end: (-round(heights[end[1]], 1), end[0].x[-1], end[1]))
    spread = _spread([heights[number] for _, number in ends], gap=0.055)
    for (graph, number), height in zip(ends, spread, strict=True):
        colour = PALETTE[number % len(PALETTE)]
        axes.annotate(
            _plain(graph.label),
            (graph.x[-1], graph.y[-1]),
            xytext=(1.025, height),
            textcoords="axes fraction",
            va="center",
            color=colour,
            fontweight="bold",
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.8,
                "alpha": 0.7,
                "shrinkA": 2,
                "shrinkB": 3,
                "relpos": (0, 0.5),
            },
            annotation_clip=False,
        )


def _height(axes: Axes, y: float) -> float:
    """Where a value is on the axis, from 0 at its foot to 1."""
    low, high = axes.get_ylim()
    return math.log(y / low) / math.log(high / low)


def _spread(heights: Sequence[float], *, gap: float) -> list[float]:
    """Heights in falling order, moved down where two would be closer than ``gap``."""
    placed: list[float] = []
    for height in heights:
        placed.append(min([height, *(last - gap for last in placed[-1:])]))
    return placed


@dataclass(frozen=True, slots=True)
class _Scale:
    """Both axes show the same: from ``least`` to ``limit`` seconds, and at ``border`` what is not solved."""

    least: float
    limit: float

    @classmethod
    def of(cls, found: Sequence[Pair]) -> _Scale:
        times = [row.cpu_seconds for pair in found for row in (pair.first, pair.second) if row.is_solved]
        limits = [row.run.limits.cpu_seconds for pair in found for row in (pair.first, pair.second)]
        least = max(min(times, default=0.1), _FLOOR)
        limit = max([*limits, *times], default=1.0)
        return cls(least=min(_steps(least / 10, least)[-1], limit / 10), limit=limit)

    @property
    def border(self) -> float:
        return self.limit * math.pow(self.limit / self.least, 0.07)

    @property
    def end(self) -> float:
        return self.limit * math.pow(self.limit / self.least, 0.11)

    def of_row(self, row: Measured) -> float:
        return min(max(row.cpu_seconds, self.least), self.limit) if row.is_solved else self.border


def _draw_diagonals(axes: Axes, scale: _Scale) -> None:
    low, high = scale.least, scale.limit
    for factor, name in ((1.0, "1\u00d7"), (10.0, "10\u00d7"), (0.1, "0.1\u00d7")):
        start, stop = max(low, low / factor), min(high, high / factor)
        if start >= stop:
            continue
        axes.plot(
            (start, stop), (start * factor, stop * factor), color=INK, linewidth=1.0 if factor == 1 else 0.6, alpha=0.6, zorder=1
        )
        axes.annotate(
            name,
            (start, start * factor),
            xytext=(9, 3) if factor <= 1 else (4, 12),
            textcoords="offset points",
            color=INK,
            fontsize=8,
        )


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of point."""

    name: str
    marker: str
    colour: str


_TRUE = _Kind("true", "o", PALETTE[0])
_FALSE = _Kind("false", "^", _OCHRE)
_WRONG = _Kind("wrong", "X", _RED)


def _kind(pair: Pair) -> _Kind:
    """By the verdict, of the first who has one."""
    if pair.first.assessment.is_wrong or pair.second.assessment.is_wrong:
        return _WRONG
    solved = pair.first if pair.first.is_solved else pair.second
    return _TRUE if solved.result.answer.status is RunStatus.TRUE else _FALSE


def _draw_points(axes: Axes, found: Sequence[Pair], scale: _Scale) -> None:
    axes.set_xscale("log")
    for kind in (_TRUE, _FALSE, _WRONG):
        points = [pair for pair in found if _kind(pair) is kind]
        if not points:
            continue
        axes.scatter(
            [scale.of_row(pair.first) for pair in points],
            [scale.of_row(pair.second) for pair in points],
            marker=kind.marker,
            s=22,
            color=kind.colour,
            alpha=0.65,
            linewidths=0,
            clip_on=False,
            zorder=3,
            label=f"{kind.name} ({len(points)})",
        )
    if found:
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, labelcolor=INK, handletextpad=0.1, borderaxespad=0.2
        )
