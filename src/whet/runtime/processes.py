"""What the kernel says of the processes of this machine (Linux: /proc; elsewhere nothing)."""

from __future__ import annotations

import os
import resource
import time
from typing import TypeAlias

from whet.task.records import dataclass

_CLOCK_OF_SCHEDULER = 2
Identity: TypeAlias = tuple[int, int]
"""The number of a process and the time of its start: numbers are given away again."""


@dataclass(frozen=True, slots=True)
class ProcessStat:
    """A line of /proc/PID/stat; see proc(5)."""

    pid: int
    started: int
    parent: int
    group: int
    is_zombie: bool
    is_idle: bool
    """Does it wait for something other than a processor, or is it stopped?"""
    own_ticks: int
    """Its CPU time in clock ticks."""
    reaped_ticks: int
    """The CPU time of the descendants that were reaped."""
    memory_bytes: int

    @property
    def identity(self) -> Identity:
        return self.pid, self.started


def read_member(pid: int) -> ProcessStat | None:
    """None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # the name before it may contain anything
    except OSError:
        return None
    own, reaped = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
    memory = int(fields[21]) * resource.getpagesize()
    return ProcessStat(
        pid=pid,
        started=int(fields[19]),
        parent=int(fields[1]),
        group=int(fields[2]),
        is_zombie=fields[0] in b"ZX",
        is_idle=fields[0] in b"STt",
        own_ticks=own,
        reaped_ticks=reaped,
        memory_bytes=memory,
    )


def cpu_seconds(pid: int) -> float | None:
    """The CPU time of a process by its own clock (clock_getcpuclockid(3)), which is finer than that of ``read_member``; None if
    there is no such process."""
    try:
        return time.clock_gettime(~pid << 3 | _CLOCK_OF_SCHEDULER)
    except OSError:
        return None


def all_processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def seconds(ticks: int) -> float:
    return ticks / os.sysconf("SC_CLK_TCK")


def reaped_seconds() -> float:
    """The CPU time of the descendants of this process that were reaped."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
