"""Experiment files: what they say, what they must not say, and what is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.made_up import campaign
from whet.campaign.experiment import Experiment, PlotKind, TableKind, load_experiment, make_plots, make_tables, parse_experiment
from whet.campaign.records import RunLimits, ToolConfiguration
from whet.campaign.sets import TaskSelection
from whet.campaign.tables import Grouping
from whet.task.errors import TaskError

FOLDER = Path(__file__).parents[2] / "experiments"

GOOD = """\
title = "A title"
question = "A question?"
paper = "A paper"

[sizes.small]
subset = "core"
category = "ldv-*"
verdict = "false"
sample = 20
seed = 0
cpu = "15s"
memory = "2GB"

[sizes.full]
cpu = 900
wall = "1h"
memory = "8GB"

[[configurations]]
name = "value"

[[configurations]]
name = "shallow"
config = "value"
set = ["callstack.depth=3"]
options = ["--entry", "main"]

[[configurations]]
name = "other"
tool = "cbmc"
options = ["--unwind", "9"]

[[tables]]
kind = "solved"
grouping = "set"

[[tables]]
kind = "difference"
configurations = ["value", "shallow"]

[[plots]]
kind = "quantile"

[[plots]]
kind = "scatter"
configurations = ["value", "other"]
"""


def parse(text: str) -> Experiment:
    return parse_experiment(text, name="experiments/mine.toml")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_experiment_of_the_project(path: Path) -> None:
    experiment = load_experiment(str(path))
    assert {"small", "full"} <= set(experiment.sizes)
    assert experiment.question
    assert experiment.tables
    assert experiment.plots


def test_what_a_file_says() -> None:
    experiment = parse(GOOD)
    assert (experiment.name, experiment.title, experiment.question) == ("mine", "A title", "A question?")
    small, full = experiment.sizes["small"], experiment.sizes["full"]
    assert small.selection == TaskSelection(subset="core", categories=("ldv-*",), verdict=False, sample=20, seed=0)
    assert small.limits == RunLimits(cpu_seconds=15, wall_seconds=510, memory_bytes=2 * 10**9)
    assert full.selection == TaskSelection()
    assert full.limits == RunLimits(cpu_seconds=900, wall_seconds=3600, memory_bytes=8 * 10**9)
    assert experiment.configurations == (
        ToolConfiguration(name="value", options=("--config", "schedule")),
        ToolConfiguration(name="shallow", options=("--config", "value", "--set", "callstack.depth=3", "--entry", "main")),
        ToolConfiguration(name="other", tool="cbmc", options=("--unwind", "9")),
    )
    assert [(wish.kind, wish.configurations) for wish in experiment.tables] == [
        (TableKind.SOLVED, ("value", "shallow", "other")),
        (TableKind.DIFFERENCE, ("value", "shallow")),
    ]
    assert experiment.tables[0].grouping is Grouping.SET
    assert [wish.kind for wish in experiment.plots] == [PlotKind.QUANTILE, PlotKind.SCATTER]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("question", "questoin", "mine.toml:2: unknown key 'questoin' (did you mean 'question'?)"),
        ('title = "A title"', "", "mine.toml: 'title' is missing"),
        ('title = "A title"', "title = 3", "mine.toml:1: title: 3 is not a text"),
        ("subset", "subest", "mine.toml:6: unknown key 'subest' (did you mean 'subset'?)"),
        ('"ldv-*"', "[1]", "mine.toml:7: category: [1] is not a list of strings"),
        ('"false"', '"flase"', "mine.toml:8: verdict: 'flase' is none of true, false (did you mean 'false'?)"),
        ("sample = 20", "sample = 0", "mine.toml:9: sample: 0 is not an integer >= 1"),
        ('cpu = "15s"', 'cpu = "soon"', "mine.toml:11: cpu: 'soon' is not a duration"),
        ('cpu = "15s"', "", "mine.toml:5: 'cpu' is missing"),
        ('memory = "2GB"', 'memory = "much"', "mine.toml:12: memory: 'much' is not a size"),
        ('config = "value"', 'config = "valu"', "mine.toml:24: unknown configuration 'valu' (did you mean 'value'?)"),
        ('config = "value"', 'config = "my.toml"', "mine.toml:24: 'my.toml' is a file; name a preset"),
        ("callstack.depth", "callstack.dept", "mine.toml:25: unknown option 'callstack.dept' (did you mean 'callstack.depth'?)"),
        ('name = "shallow"', 'name = "value"', "mine.toml:23: two configurations are named 'value'"),
        ('name = "shallow"', "", "mine.toml:22: 'name' is missing"),
        ('tool = "cbmc"', 'tool = "cbmc"\nset = ["a=b"]', "mine.toml:31: 'set' is for whet; give the arguments of cbmc"),
        ('"solved"', '"sloved"', "mine.toml:34: kind: 'sloved' is none of solved, score"),
        (
            'grouping = "set"',
            'grouping = "sets"',
            "mine.toml:35: grouping: 'sets' is none of category, set, property (did you mean 'set'?)",
        ),
        ('"value", "shallow"]', '"value", "shalow"]', "mine.toml:39: unknown configuration 'shalow' (did you mean 'shallow'?)"),
        ('configurations = ["value", "shallow"]', "", "this kind is of two configurations, not of 3"),
        ('"quantile"', '"qantile"', "mine.toml:42: kind: 'qantile' is none of quantile, score-quantile, scatter"),
        ("[sizes.small]", "[sizes", "mine.toml:5: is not valid TOML"),
    ],
)
def test_mistake(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(TaskError) as caught:
        parse(GOOD.replace(old, new, 1))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('title = "t"\n', "there are no sizes; an experiment has at least one"),
        ('title = "t"\nsizes = 3\n', "mine.toml:2: expected tables [sizes.NAME] here"),
        ('title = "t"\n[sizes.s]\ncpu = 1\nmemory = 1\n', "there are no configurations"),
        ('title = "t"\nconfigurations = 1\n', "mine.toml:2: expected tables [[configurations]] here"),
    ],
)
def test_part_that_is_missing(text: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        parse(text)
    assert message in str(caught.value)


def test_file_that_is_missing() -> None:
    with pytest.raises(TaskError) as caught:
        load_experiment(str(FOLDER / "valeu.toml"))
    assert "valeu.toml: there is no such experiment (did you mean 'value.toml'?)" in str(caught.value)


def test_text_that_looks_like_a_table_stays_text() -> None:
    experiment = parse(GOOD.replace('"A question?"', '"""\n[[plots]]\nkind = 3\n"""'))
    assert experiment.question == "[[plots]]\nkind = 3\n"
    assert len(experiment.plots) == 2


def test_runs_are_tasks_times_configurations(tmp_path: Path) -> None:
    (tmp_path / "subsets").mkdir()
    (tmp_path / "subsets" / "core.txt").write_text("a\nb\n")
    rows = "".join(f"{name},{name}.c,ldv-x,false,{name}\n" for name in "abc")
    (tmp_path / "manifest.csv").write_text("id,path,category,expected_verdict,sha256\n" + rows)
    experiment = parse(GOOD)
    small = experiment.runs(str(tmp_path))
    assert [(run.task.name, run.configuration.name) for run in small[:4]] == [
        *(("a", "value"), ("a", "shallow"), ("a", "other")),
        ("b", "value"),
    ]
    assert len({run.key for run in small}) == len(small) == 6
    assert {run.limits.cpu_seconds for run in small} == {15}
    assert len(experiment.runs(str(tmp_path), size="full")) == 9
    with pytest.raises(TaskError, match=r"unknown size 'ful' \(did you mean 'full'\?\); known are small, full"):
        experiment.runs(str(tmp_path), size="ful")


def test_what_is_made_of_the_results() -> None:
    experiment = parse(GOOD)
    rows = campaign(("value", "shallow", "other"), count=8)
    assert [table.title for table in make_tables(experiment, rows)] == [
        "Solved tasks",
        "Solved by value and shallow",
        "Tasks that value and shallow answer differently",
    ]
    assert [plot.name for plot in make_plots(experiment, rows)] == ["quantile-1", "scatter-2"]


def test_every_kind_is_made() -> None:
    pair = 'configurations = ["value", "shallow"]\n'
    more = {TableKind.STATISTICS: 'statistics = ["states"]\n'}
    tables = "".join(f'[[tables]]\nkind = "{kind}"\n{pair}{more.get(kind, "")}' for kind in TableKind)
    plots = "".join(f'[[plots]]\nkind = "{kind}"\n{pair}' for kind in PlotKind)
    experiment = parse(GOOD.partition("[[tables]]")[0] + tables + plots)
    rows = campaign(("value", "shallow"), count=8)
    assert len(make_tables(experiment, rows)) == len(TableKind) + 1
    assert len(make_plots(experiment, rows)) == len(PlotKind)


def test_results_without_a_configuration() -> None:
    with pytest.raises(TaskError, match="no results of a configuration 'shallow'; there are value"):
        make_tables(parse(GOOD), campaign(("value",), count=3))
