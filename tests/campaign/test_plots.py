"""Plots: what they show, that they repeat exactly, and that they leave matplotlib as it was."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.campaign.made_up import campaign, measured, task
from whet.campaign.plots import (
    Standpoint,
    png_bytes,
    quantile_plot,
    reliability_plot,
    scatter_plot,
    score_quantile_plot,
    svg_text,
)
from whet.campaign.records import RunStatus
from whet.campaign.tables import Measured, by_configuration, score
from whet.task.errors import TaskError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

matplotlib = pytest.importorskip("matplotlib")
Plot = Callable[[list[Measured]], "Figure"]


def scatter(rows: list[Measured]) -> Figure:
    return scatter_plot(rows, x="value", y="predicate")


PLOTS = pytest.mark.parametrize("plot", [quantile_plot, score_quantile_plot, scatter], ids=["quantile", "score", "scatter"])


def lines(figure: Figure) -> dict[str, list[tuple[float, float]]]:
    """The graphs with markers, by colour."""
    return {
        str(line.get_color()): [(float(x), float(y)) for x, y in np.asarray(line.get_xydata())]
        for line in figure.axes[0].lines
        if line.get_marker() != "None"
    }


@PLOTS
def test_same_results_give_the_same_bytes(plot: Plot) -> None:
    assert svg_text(plot(campaign())) == svg_text(plot(campaign()))
    assert png_bytes(plot(campaign()), dots_per_inch=50) == png_bytes(plot(campaign()), dots_per_inch=50)


@PLOTS
def test_svg_is_well_formed_and_undated(plot: Plot) -> None:
    svg = svg_text(plot(campaign()))
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "<metadata" not in svg
    assert "CPU time (s)" in svg


@PLOTS
def test_png(plot: Plot) -> None:
    assert png_bytes(plot(campaign()), dots_per_inch=50).startswith(b"\x89PNG")


@PLOTS
def test_settings_of_matplotlib_are_put_back(plot: Plot) -> None:
    before = dict(matplotlib.rcParams)
    svg_text(plot(campaign()))
    assert dict(matplotlib.rcParams) == before


def test_pyplot_is_not_needed() -> None:
    code = (
        "import sys; from tests.campaign.made_up import campaign; import whet.campaign.plots as p; "
        "assert 'matplotlib' not in sys.modules; p.svg_text(p.quantile_plot(campaign())); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(["src", ".", *sys.path])})


def test_quantiles_are_of_correct_results_and_rise() -> None:
    rows = campaign()
    graphs = list(lines(quantile_plot(rows)).values())
    for graph, of in zip(graphs, by_configuration(rows).values(), strict=True):
        assert [y for _, y in graph] == sorted(row.cpu_seconds for row in of.values() if row.assessment.is_correct)
        assert [x for x, _ in graph] == list(range(1, len(graph) + 1))


def test_many_configurations_look_different() -> None:
    rows = [measured(task(f"t{n}"), RunStatus.TRUE, 1.0 + n, configuration=f"c{number}") for number in range(9) for n in range(3)]
    drawn = [line for line in quantile_plot(rows).axes[0].lines if line.get_marker() != "None"]
    assert len({(line.get_color(), line.get_linestyle()) for line in drawn}) == len(drawn) == 9


def test_score_starts_at_the_wrong_results_and_ends_at_the_score() -> None:
    rows = campaign()
    graphs = list(lines(score_quantile_plot(rows)).values())
    for graph, of in zip(graphs, by_configuration(rows).values(), strict=True):
        debts = sum(row.assessment.score for row in of.values() if row.assessment.is_wrong)
        assert graph[0][0] - debts in (1, 2)
        assert graph[-1][0] == score(of.values())


def test_scatter_leaves_out_what_neither_solves() -> None:
    kinds = {
        "both": (RunStatus.TRUE, RunStatus.TRUE),
        "one": (RunStatus.TIME_OUT, RunStatus.TRUE),
        "none": (RunStatus.TIME_OUT, RunStatus.ERROR),
    }
    rows = [
        measured(task(name), status, 3.0, configuration=configuration)
        for name, statuses in kinds.items()
        for configuration, status in zip(("value", "predicate"), statuses, strict=True)
    ]
    (points,) = scatter(rows).axes[0].collections
    (x1, y1), (x2, y2) = np.asarray(points.get_offsets())
    assert (x1, y1, y2) == pytest.approx((3.0, 3.0, 3.0))
    assert x2 > 15  # beyond the limit


def test_verdicts_have_markers_of_their_own() -> None:
    rows = [
        measured(task(f"{expected}-{status}", expected=expected), status, configuration=configuration)
        for expected, status in ((True, RunStatus.TRUE), (False, RunStatus.FALSE), (True, RunStatus.FALSE))
        for configuration in ("value", "predicate")
    ]
    labels = [str(points.get_label()) for points in scatter(rows).axes[0].collections]
    assert labels == ["true (1)", "false (1)", "wrong (1)"]


@PLOTS
def test_nothing_solved(plot: Plot) -> None:
    rows = [measured(task("x"), RunStatus.TIME_OUT, 15, configuration=name) for name in ("value", "predicate")]
    assert svg_text(plot(rows))


@PLOTS
def test_time_below_what_can_be_measured(plot: Plot) -> None:
    rows = [measured(task("x"), RunStatus.TRUE, 0.0, configuration=name) for name in ("value", "predicate")]
    assert svg_text(plot(rows))


def test_name_that_looks_like_a_formula() -> None:
    rows = campaign(("$a", "b$<"), count=6)
    assert "$a (" in svg_text(quantile_plot(rows))
    assert "b$&lt;: CPU time" in svg_text(scatter_plot(rows, x="$a", y="b$<"))


def test_configuration_without_results() -> None:
    with pytest.raises(TaskError, match="no results of a configuration 'x'"):
        quantile_plot(campaign(), configurations=["x"])


def test_matplotlib_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(TaskError, match="plots need matplotlib"):
        quantile_plot(campaign())


def test_reliability_plot_has_a_point_for_each_strategy_with_its_score() -> None:
    points = [
        Standpoint(name="a", correct=60, wrong=2.5, score=51.4),
        Standpoint(name="b", correct=80, wrong=0, score=90, is_filled=True),
    ]
    figure = reliability_plot(points)
    drawn = [np.asarray(collection.get_offsets())[0].tolist() for collection in figure.axes[0].collections]
    assert drawn == [[60.0, 2.5], [80.0, 0.0]]
    assert [text.get_text() for text in figure.axes[0].texts] == ["a (51)", "b (90)"]
    assert figure.axes[0].get_ylim()[1] > 2.5
    assert svg_text(figure) == svg_text(reliability_plot(points))


def test_lines_of_equal_decisiveness_add_up() -> None:
    """Right and wrong answers together are the same all along a dashed line."""
    figure = reliability_plot([Standpoint(name="a", correct=60, wrong=10, score=0)])
    for line in figure.axes[0].lines:
        assert len({round(float(x) + float(y), 6) for x, y in np.asarray(line.get_xydata())}) == 1
