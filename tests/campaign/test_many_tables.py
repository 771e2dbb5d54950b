"""Tables of many configurations."""

from __future__ import annotations

import pytest

from tests.campaign.made_up import measured, task
from whet.campaign.experiment import parse_experiment
from whet.campaign.many_tables import matrix_table, statistics_table
from whet.campaign.records import RunStatus
from whet.campaign.tables import Measured
from whet.task.errors import TaskError

EXPERIMENT = """
title = "T"
[sizes.small]
cpu = "1s"
memory = "1GB"
[[configurations]]
name = "value"
[[tables]]
kind = "%s"
"""


def results() -> list[Measured]:
    """``a`` solves loops 1 and locks 1, ``b`` loops 1 and 2."""
    loops = [task(f"loops-{number}") for number in (1, 2)]
    lock = task("locks-1", category="locks")
    return [
        measured(loops[0], RunStatus.TRUE, 1.0, configuration="a"),
        measured(loops[1], RunStatus.UNKNOWN, 2.0, configuration="a"),
        measured(lock, RunStatus.TRUE, 3.0, configuration="a"),
        measured(loops[0], RunStatus.TRUE, 4.0, configuration="b"),
        measured(loops[1], RunStatus.TRUE, 5.0, configuration="b"),
        measured(lock, RunStatus.FALSE, 6.0, configuration="b"),
    ]


def test_matrix_counts_correct_answers_with_optimal_and_oracle() -> None:
    table = matrix_table(results())
    assert table.columns == ("configuration", "locks", "loops", "all", "alone")
    assert table.rows == (("tasks", 1, 2, 3, None), ("a", 1, 1, 2, 1), ("b", 0, 2, 2, 1))
    assert table.footers == (("Optimal", 1, 2, 3, None), ("Oracle", 1, 2, 3, None))


def test_oracle_is_better_than_optimal_where_configurations_complement_each_other() -> None:
    pair = [task("loops-1"), task("loops-2")]
    rows = [
        measured(of, RunStatus.TRUE if number == which else RunStatus.UNKNOWN, configuration=name)
        for which, name in enumerate("ab")
        for number, of in enumerate(pair)
    ]
    assert matrix_table(rows).footers == (("Optimal", 1, 1, None), ("Oracle", 2, 2, None))


def test_statistics_are_summed_over_what_all_solve() -> None:
    table = statistics_table(results(), ["states", "nothing"])
    assert table.rows == (("a", 2, 1, 100, 0), ("b", 2, 1, 400, 0))


def test_table_of_statistics_must_name_some() -> None:
    with pytest.raises(TaskError, match="names them"):
        parse_experiment(EXPERIMENT % "statistics", name="e.toml")


def test_other_tables_must_not() -> None:
    with pytest.raises(TaskError, match="names them"):
        parse_experiment(EXPERIMENT % 'solved"\nstatistics = ["x"]\ngrouping = "category', name="e.toml")
