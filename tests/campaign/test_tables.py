"""Tables of results: their sums, their scores, their differences, and how they look."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given

from tests.campaign.made_up import LIMITS, campaign, campaigns, measured, task
from tests.conftest import Golden
from whet.campaign.records import Assessment, RunLimits, RunStatus
from whet.campaign.tables import (
    Grouping,
    Measured,
    ResultTable,
    as_json,
    as_markdown,
    as_text,
    by_configuration,
    delta_table,
    difference_list,
    difference_table,
    pairs,
    possible_score,
    score,
    score_table,
    solved_table,
    status_table,
    time_table,
)
from whet.task.errors import TaskError


def column(table: ResultTable, name: str, *, footers: bool = False) -> list[float]:
    at = table.columns.index(name)
    cells = [row[at] for row in (table.footers if footers else table.rows)]
    return [cell for cell in cells if isinstance(cell, (int, float))]


def numeric_columns(table: ResultTable) -> list[int]:
    return [at for at in range(len(table.columns)) if isinstance(table.footers[0][at], (int, float))]


@given(campaigns())
def test_footers_are_the_sums_of_the_rows(rows: list[Measured]) -> None:
    for grouping in Grouping:
        for table in (score_table(rows, grouping=grouping), difference_table(rows, "a", "b", grouping=grouping)):
            for at in numeric_columns(table):
                cells = [row[at] for row in table.rows]
                assert sum(cell for cell in cells if isinstance(cell, int)) == table.footers[0][at]
        delta = delta_table(rows, "a", "b", grouping=grouping)
        for name in delta.columns[1:]:
            assert [sum(column(delta, name))] == column(delta, name, footers=True)


@given(campaigns())
def test_footers_of_each_configuration_are_its_sums(rows: list[Measured]) -> None:
    for table in (solved_table(rows), time_table(rows)):
        for footer in table.footers:
            own = [row for row in table.rows if row[1] == footer[1]]
            for at in numeric_columns(table):
                total = sum(cell for row in own if isinstance(cell := row[at], (int, float)))
                assert total == pytest.approx(footer[at])


@given(campaigns())
def test_columns_of_the_solved_table_add_up(rows: list[Measured]) -> None:
    table = solved_table(rows, grouping=Grouping.SET)
    for row in (*table.rows, *table.footers):
        cell = dict(zip(table.columns, (value if isinstance(value, int) else 0 for value in row), strict=True))
        assert cell["total"] == cell["solved"] + cell["unsolved"]
        assert cell["solved"] == cell["correct"] + cell["wrong"] + cell.get("unconfirmed", 0)
        assert cell["correct"] == cell["correct true"] + cell["correct false"]
        assert cell["wrong"] == cell["wrong true"] + cell["wrong false"]


@given(campaigns())
def test_score_is_the_sum_of_the_assessments(rows: list[Measured]) -> None:
    table = score_table(rows)
    for name, of in by_configuration(rows).items():
        count = Counter(row.assessment for row in of.values())
        right = 2 * count[Assessment.CORRECT_TRUE] + count[Assessment.CORRECT_FALSE]
        wrong = 32 * count[Assessment.WRONG_TRUE] + 16 * count[Assessment.WRONG_FALSE]
        assert column(table, name, footers=True) == [right - wrong]
        assert score(of.values()) <= possible_score(row.task for row in of.values())


@given(campaigns())
def test_difference_agrees_with_its_list(rows: list[Measured]) -> None:
    found = pairs(rows, "a", "b")
    _, tasks, both, only_a, only_b, neither, changed = difference_table(rows, "a", "b").footers[0]
    assert tasks == len(found)
    solved = Counter(row[2] for row in difference_list(rows, "a", "b").rows)
    assert (only_a, only_b, changed) == (solved["a"], solved["b"], solved["both"])
    assert both == sum(pair.first.is_solved and pair.second.is_solved for pair in found)
    assert neither == sum(not pair.first.is_solved and not pair.second.is_solved for pair in found)


@given(campaigns())
def test_configurations_swapped_give_the_opposite(rows: list[Measured]) -> None:
    there, back = delta_table(rows, "a", "b"), delta_table(rows, "b", "a")
    for name in there.columns[2:]:
        assert column(there, name) == [-value for value in column(back, name)]


@given(campaigns())
def test_statuses_count_every_run(rows: list[Measured]) -> None:
    table = status_table(rows)
    for name, of in by_configuration(rows).items():
        assert sum(column(table, name)) == len(of)


def test_time_in_common_is_of_tasks_all_solve_correctly() -> None:
    both, one, wrong = task("both"), task("one"), task("wrong", expected=False)
    rows = [
        *(measured(both, RunStatus.TRUE, 1, configuration="a"), measured(both, RunStatus.TRUE, 2, configuration="b")),
        *(measured(one, RunStatus.TRUE, 4, configuration="a"), measured(one, RunStatus.TIME_OUT, 15, configuration="b")),
        *(measured(wrong, RunStatus.FALSE, 8, configuration="a"), measured(wrong, RunStatus.TRUE, 16, configuration="b")),
    ]
    table = time_table(rows)
    assert [row[1:] for row in table.footers] == [
        ("a", 3, 13.0, 0.0, 13.0, 13.0, 1, 1.0),
        ("b", 3, 33.0, 15.0, 18.0, 2.0, 1, 2.0),
    ]
    assert "in common" not in time_table(rows, configurations=["a"]).columns


def test_verdict_nobody_knows_is_solved_and_worth_nothing() -> None:
    rows = [measured(task("x", expected=None), RunStatus.TRUE), measured(task("y"), RunStatus.UNKNOWN)]
    table = solved_table(rows)
    assert table.columns[-1] == "unconfirmed"
    assert table.footers == (("all", 2, 1, 1, 0, 0, 0, 0, 0, 0, 1),)
    assert score(rows) == 0


def test_rows_keep_the_order_of_the_configurations() -> None:
    rows = campaign(("z", "a"), count=3)
    assert [row[1] for row in solved_table(rows).footers] == ["z", "a"]
    assert [row[1] for row in solved_table(rows, configurations=["a", "z"]).footers] == ["a", "z"]


def test_set_is_the_category_where_there_is_none() -> None:
    rows = [measured(task("x", category="loop-lit"), RunStatus.TRUE), measured(task("y", category="mine"), RunStatus.TRUE)]
    assert [row[0] for row in score_table(rows, grouping=Grouping.SET).rows] == ["ReachSafety-Loops", "mine"]
    assert [row[0] for row in score_table(rows).rows] == ["loop-lit", "mine"]


def test_two_results_of_a_task_are_an_error() -> None:
    longer = RunLimits(cpu_seconds=900, wall_seconds=LIMITS.wall_seconds, memory_bytes=LIMITS.memory_bytes)
    rows = [measured(task("x"), RunStatus.TRUE), measured(task("x"), RunStatus.TRUE, limits=longer)]
    with pytest.raises(TaskError, match="two results of the task x under the configuration 'value'; choose one size"):
        solved_table(rows)


def test_configuration_without_results_is_an_error() -> None:
    with pytest.raises(TaskError, match=r"'valu' \(did you mean 'value'\?\); there are value, predicate"):
        difference_table(campaign(), "valu", "predicate")


# --------------------------------------------------------------------------------------------------------- appearance


def all_tables() -> list[ResultTable]:
    rows = campaign()
    return [
        solved_table(rows, grouping=Grouping.SET),
        solved_table(rows, configurations=["value"]),
        score_table(rows),
        time_table(rows, grouping=Grouping.SET),
        status_table(rows),
        difference_table(rows, "value", "predicate"),
        difference_list(rows, "value", "predicate"),
        delta_table(rows, "value", "predicate"),
    ]


def test_text(golden: Golden) -> None:
    golden("campaign/tables.txt", "\n\n".join(as_text(table) for table in all_tables()))


def test_markdown(golden: Golden) -> None:
    golden("campaign/tables.md", "\n".join(as_markdown(table) for table in all_tables()))


def test_json_says_everything() -> None:
    for table in all_tables():
        value = json.loads(as_json(table))
        assert ResultTable(
            title=value["title"],
            columns=tuple(value["columns"]),
            rows=tuple(tuple(row) for row in value["rows"]),
            footers=tuple(tuple(row) for row in value["footers"]),
            note=value["note"],
        ) == (table)


def test_text_is_aligned() -> None:
    table = ResultTable(title="t", columns=("name", "n"), rows=(("a", 1), ("bcdef", 100)), footers=(("all", 101),))
    assert as_text(table) == "t\n\nname     n\n----------\na        1\nbcdef  100\n----------\nall    101\n"


def test_markdown_is_escaped() -> None:
    table = ResultTable(title="a_b", columns=("x|y",), rows=(("<b>*[1]`\n",),))
    assert as_markdown(table) == "### a\\_b\n\n| x\\|y |\n| --- |\n| \\<b>\\*\\[1]\\`  |\n"


def test_empty_cells() -> None:
    table = ResultTable(title="t", columns=("x", "y"), rows=((None, 1.5), (2, 1234.5)))
    assert as_text(table).splitlines()[-2:] == ["-  1.50", "2  1234"]
