"""The context of a run: soft limits, statistics, throttled progress, log levels."""

from __future__ import annotations

import pytest

from whet.core.context import Context, Level, LimitReached, Progress, SoftLimits, Statistics
from whet.core.result import Reason


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Recorder:
    def __init__(self) -> None:
        self.heard: list[Progress] = []
        self.logged: list[tuple[Level, str]] = []

    def progress(self, now: Progress, /) -> None:
        self.heard.append(now)

    def log(self, level: Level, text: str, /) -> None:
        self.logged.append((level, text))


def test_no_limit_is_never_reached() -> None:
    context = Context()
    for _ in range(1000):
        context.check()
    assert context.steps == 1000


def test_limit_of_steps() -> None:
    context = Context(limits=SoftLimits(steps=3))
    for _ in range(3):
        context.check()
    with pytest.raises(LimitReached) as caught:
        context.check()
    assert (caught.value.reason, caught.value.detail) == (Reason.STATES, "3 abstract states were explored")


def check_often(context: Context) -> None:
    for _ in range(1000):
        context.check()


def test_limit_of_time() -> None:
    clock = Clock()
    context = Context(limits=SoftLimits(seconds=2.0), clock=clock)
    check_often(context)
    clock.now = 2.5
    with pytest.raises(LimitReached) as caught:
        check_often(context)
    assert caught.value.reason is Reason.TIME_OUT


def test_progress_is_told_a_few_times_a_second() -> None:
    clock, recorder = Clock(), Recorder()
    context = Context(observer=recorder, wall_clock=clock)
    for states in range(100):
        context.progress("exploring", states=states)
        clock.now += 0.01
    assert 4 <= len(recorder.heard) <= 6
    assert recorder.heard[0] == Progress("exploring", {"states": 0})


def test_new_phase_is_told_at_once() -> None:
    recorder = Recorder()
    context = Context(observer=recorder, wall_clock=Clock())
    for phase in ("reading", "exploring", "exploring", "replaying"):
        context.progress(phase)
    assert [now.phase for now in recorder.heard] == ["reading", "exploring", "replaying"]


def test_log_is_filtered_before_the_text_is_made() -> None:
    recorder = Recorder()
    context = Context(observer=recorder, level=Level.INFO)
    context.log(Level.INFO, lambda: "made")
    context.log(Level.DATA, lambda: pytest.fail("should not be made"))
    assert recorder.logged == [(Level.INFO, "made")]


def test_statistics_count_and_time() -> None:
    clock = Clock()
    statistics = Statistics(clock)
    statistics.count("states")
    statistics.count("states", 4)
    statistics.set("loops", 7)
    with statistics.time("seconds"):
        clock.now = 1.5
    assert statistics.to_dict() == {"states": 5, "loops": 7, "seconds": 1.5}


def fail_slowly(statistics: Statistics, clock: Clock) -> None:
    with statistics.time("seconds"):
        clock.now = 1.0
        raise KeyError


def test_time_counts_also_if_the_block_raises() -> None:
    clock = Clock()
    statistics = Statistics(clock)
    with pytest.raises(KeyError):
        fail_slowly(statistics, clock)
    assert statistics.to_dict() == {"seconds": 1.0}
