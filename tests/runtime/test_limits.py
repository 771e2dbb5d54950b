"""Limits: which is reached, and how long one may look away."""

from __future__ import annotations

import pytest

from whet.runtime.limits import NO_LIMITS, ActiveTime, Limit, Limits, Looks, Usage, elapsed_limit, reached

ALL = Limits(cpu_seconds=10.0, wall_seconds=20.0, memory_bytes=1000)


def usage(cpu: float = 0.0, wall: float = 0.0, memory: int = 0) -> Usage:
    return Usage(cpu_seconds=cpu, wall_seconds=wall, memory_bytes=memory)


@pytest.mark.parametrize(
    ("used", "limit"),
    [
        (usage(10.0, 20.0, 1000), None),
        (usage(cpu=10.1), Limit.CPU_TIME),
        (usage(wall=20.1), Limit.WALL_TIME),
        (usage(memory=1001), Limit.MEMORY),
        (usage(10.1, 20.1, 1001), Limit.MEMORY),
    ],
)
def test_limit_is_reached_when_more_is_used(used: Usage, limit: Limit | None) -> None:
    assert reached(used, ALL) is limit
    assert reached(used, NO_LIMITS) is None


def test_busy_machine_does_not_end_work_within_its_cpu_time() -> None:
    """At a load of 24 on two processors, a process gets a twelfth of one."""
    assert reached(usage(cpu=9.9, wall=12 * 9.9), Limits.of_cpu(10.0)) is None
    assert reached(usage(wall=elapsed_limit(10.0) + 1), Limits.of_cpu(10.0)) is Limit.WALL_TIME
    assert Limits.of_cpu(None) == NO_LIMITS


def test_part_of_the_work_passes_the_limit_of_elapsed_time_of_the_whole_never() -> None:
    assert Limits.of_cpu(10.0, 1000).part(1.0) == Limits.of_cpu(1.0, 1000)
    assert ALL.part(5.0) == Limits(cpu_seconds=5.0, wall_seconds=20.0, memory_bytes=1000)


def test_pauses_grow_up_to_a_tenth_of_a_second() -> None:
    looks = Looks(NO_LIMITS)
    pauses = [looks.pause(usage()) for _ in range(20)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.005, 0.1)


def test_pause_is_short_near_a_limit() -> None:
    looks = Looks(Limits(wall_seconds=20.0))
    for _ in range(20):
        looks.pause(usage())
    assert looks.pause(usage(wall=19.98)) == pytest.approx(0.02)
    assert looks.pause(usage(wall=21)) == 0.005


def test_time_in_which_nobody_looked_counts_little(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("whet.runtime.limits.time.monotonic", lambda: now[0])
    active = ActiveTime(longest=0.5)
    for elapsed, expected in [(0.2, 0.2), (60.0, 0.7), (0.3, 1.0)]:
        now[0] += elapsed
        assert active.look() == pytest.approx(expected)
