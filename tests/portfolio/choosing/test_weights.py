"""Weights of runs in training, by hand where that is possible and as laws elsewhere."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.portfolio.choosing.made_up_tasks import made_up_tasks
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.observations import Observation, ObservedTask
from whet.portfolio.choosing.weights import Potential, Standing, criticality, potential, weights


def observed(label: Label, seconds: float | None = None) -> Observation:
    return Observation(label=label, cpu_seconds=seconds)


def a_task(*, holds: bool = True, category: str = "c", **runs: Observation) -> ObservedTask:
    return ObservedTask(name="t", category=category, holds=holds, features=(0.0,), runs=runs)


@pytest.mark.parametrize(
    ("kind", "holds", "expected"),
    [
        (Potential.LITERAL, True, 34),
        (Potential.LITERAL, False, 17),
        (Potential.TABLE, True, 18),
        (Potential.TABLE, False, 33),
    ],
)
def test_potential_is_what_a_task_can_win_or_lose(kind: Potential, holds: bool, expected: int) -> None:
    assert potential(holds, kind) == expected


def test_a_task_that_fewer_solve_is_more_critical() -> None:
    alone = a_task(a=observed(Label.CORRECT), b=observed(Label.UNKNOWN))
    shared = a_task(a=observed(Label.CORRECT), b=observed(Label.CORRECT))
    assert (criticality(alone), criticality(shared)) == (1.0, 0.5)


def test_a_task_that_nobody_solves_has_no_weight() -> None:
    """No division by zero: no choice helps there."""
    task = a_task(a=observed(Label.UNKNOWN), b=observed(Label.UNKNOWN))
    assert criticality(task) == 0
    assert weights([task]) == [{"a": 0.0, "b": 0.0}]


def test_a_task_about_which_only_something_wrong_is_said_counts() -> None:
    """Or the one that is wrong would look like one that gives up."""
    assert criticality(a_task(a=observed(Label.UNKNOWN), b=observed(Label.WRONG))) == 1


def test_performance_counts_from_the_worst_score_there_can_be() -> None:
    """A false alarm on the one task that holds, and nothing on the one that does not: 48 - 16 of 48 + 3 points."""
    tasks = [
        a_task(holds=True, a=observed(Label.CORRECT), b=observed(Label.WRONG)),
        a_task(holds=False, a=observed(Label.CORRECT), b=observed(Label.UNKNOWN)),
    ]
    assert Standing.in_category(tasks).performance == {"a": 1.0, "b": 32 / 51}


def test_performance_is_zero_where_all_are_as_bad_as_can_be() -> None:
    assert Standing.in_category([a_task(a=observed(Label.WRONG))]).performance == {"a": 0.0}


def test_speed_is_one_for_the_fastest() -> None:
    task = a_task(a=observed(Label.CORRECT, 1.0), b=observed(Label.CORRECT, 3.0))
    speed = Standing.in_category([task]).speed
    assert speed["a"] == 1.0
    assert speed["b"] == pytest.approx(log(3 / 4) / log(1 / 4))


@pytest.mark.parametrize(
    "task",
    [
        a_task(a=observed(Label.CORRECT, 5.0)),
        a_task(a=observed(Label.CORRECT), b=observed(Label.CORRECT)),
        a_task(a=observed(Label.CORRECT, 5.0), b=observed(Label.CORRECT)),
    ],
    ids=["alone", "no times", "one time"],
)
def test_all_have_the_same_speed_where_it_cannot_be_compared(task: ObservedTask) -> None:
    assert set(Standing.in_category([task]).speed.values()) == {1.0}


def test_times_of_zero_are_no_division_by_zero() -> None:
    task = a_task(a=observed(Label.CORRECT, 0.0), b=observed(Label.CORRECT, 0.0))
    assert Standing.in_category([task]).speed == {"a": 1.0, "b": 1.0}


@given(st.integers(1, 40), st.integers(0, 10**6), st.sampled_from(Potential), st.booleans())
def test_weights_are_between_nothing_and_the_potential(count: int, seed: int, kind: Potential, timed: bool) -> None:
    tasks = made_up_tasks(count, seed=seed, timed=timed)
    for task, found in zip(tasks, weights(tasks, kind), strict=True):
        assert found.keys() == task.runs.keys()
        assert all(0 <= weight <= potential(task.holds, kind) + 1e-9 for weight in found.values())


def test_weights_are_of_the_category_alone() -> None:
    """What happens in another category changes nothing."""
    tasks = made_up_tasks(30)
    some = [task for task in tasks if task.category == "loops"]
    of_all = [found for task, found in zip(tasks, weights(tasks), strict=True) if task.category == "loops"]
    assert of_all == weights(some)
