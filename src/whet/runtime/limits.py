"""Limits on what work may use, and when to look whether one is reached; for a child process and for the runs of a campaign.

The enforcer of limits measures what the work uses, in a way of its own, and asks ``reached``.  Looking costs time, so there is
a pause between two looks (``Looks``): short at first and near a limit, long in between.
"""

from __future__ import annotations

import os
import time
from dataclasses import field
from enum import StrEnum
from typing import Final

from whet.task.records import dataclass

_SHORTEST: Final = 0.005
_LONGEST: Final = 0.1
"""Seconds between two looks."""
_GROWTH: Final = 1.5
"""From one pause to the next."""
_FASTEST_ALLOCATION: Final = 4e9
"""Bytes of memory that work may come to use within a second."""
_SLOWEST: Final = 30.0
"""Seconds that pass for each second of CPU time, on the busiest machine."""
_PATIENCE: Final = 60.0
"""Seconds that pass in addition, for work that hardly computes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the work may use, with all its processes together; None is no limit."""

    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    memory_bytes: int | None = None

    @classmethod
    def of_cpu(cls, seconds: float | None, memory_bytes: int | None = None) -> Limits:
        """A limit of CPU time, with the limit of elapsed time that goes with it."""
        return cls(
            cpu_seconds=seconds, wall_seconds=None if seconds is None else elapsed_limit(seconds), memory_bytes=memory_bytes
        )

    def part(self, cpu_seconds: float) -> Limits:
        """The limits of a part of the work that gets so many seconds of CPU time."""
        wall = elapsed_limit(cpu_seconds)
        wall = wall if self.wall_seconds is None else min(wall, self.wall_seconds)
        return Limits(cpu_seconds=cpu_seconds, wall_seconds=wall, memory_bytes=self.memory_bytes)


def elapsed_limit(cpu_seconds: float) -> float:
    """The limit of elapsed time that goes with a limit of CPU time.

    It ends only work that waits for something that never comes.  On a busy machine a process gets a small part of a processor,
    and is to get all of its CPU time nevertheless."""
    return _SLOWEST * cpu_seconds + _PATIENCE


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the work has used so far, its own children included."""

    wall_seconds: float
    cpu_seconds: float
    memory_bytes: int
    """At present, or the most so far, depending on the measurement."""


class Limit(StrEnum):
    CPU_TIME = "CPU time"
    WALL_TIME = "wall time"
    MEMORY = "memory"


def reached(usage: Usage, limits: Limits) -> Limit | None:
    """A limit that was exceeded, if one was."""
    if limits.memory_bytes is not None and usage.memory_bytes > limits.memory_bytes:
        return Limit.MEMORY
    if limits.cpu_seconds is not None and usage.cpu_seconds > limits.cpu_seconds:
        return Limit.CPU_TIME
    if limits.wall_seconds is not None and usage.wall_seconds > limits.wall_seconds:
        return Limit.WALL_TIME
    return None


@dataclass(slots=True)
class ActiveTime:
    """Elapsed time without that in which this process was suspended, as members of a portfolio are: of the time between two looks
    no more than ``longest`` seconds count, so measurements must be more frequent."""

    longest: float = 0.5
    _seconds: float = 0.0
    _last: float = field(init=False)

    def __post_init__(self) -> None:
        self._last = time.monotonic()

    def look(self) -> float:
        """Seconds since it began."""
        now = time.monotonic()
        self._seconds += min(now - self._last, self.longest)
        self._last = now
        return self._seconds


@dataclass(slots=True)
class Looks:
    """The pauses between the looks at one piece of work."""

    limits: Limits
    _pause: float = _SHORTEST

    def pause(self, usage: Usage) -> float:
        """Seconds until the next look, after one that found this."""
        pause = max(_SHORTEST, min(self._pause, _time_to_limit(usage, self.limits)))
        self._pause = min(self._pause * _GROWTH, _LONGEST)
        return pause


def _time_to_limit(usage: Usage, limits: Limits) -> float:
    """How many seconds it takes at least until a limit is reached."""
    left = [_LONGEST]
    if limits.wall_seconds is not None:
        left.append(limits.wall_seconds - usage.wall_seconds)
    if limits.cpu_seconds is not None:
        left.append((limits.cpu_seconds - usage.cpu_seconds) / (os.cpu_count() or 1))
    if limits.memory_bytes is not None:
        left.append((limits.memory_bytes - usage.memory_bytes) / _FASTEST_ALLOCATION)
    return min(left)
