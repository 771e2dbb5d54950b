"""Work in a child process: a crash, a time-out and a lack of memory are ordinary results.

``run_isolated`` forks, so the work sees everything its caller sees and needs no pickling; only its result does.  The
child leads a process group of its own and runs the work in a thread with a large stack.  The parent watches the group from
outside and ends all of it with SIGKILL when a limit is reached, when the work is done, and when the parent is interrupted.

Invariants: when ``run_isolated`` returns or raises, no process of the group is left and the child has been reaped.  The
limits count the whole group; memory is resident memory, what the child shares with its parent included.  The child's
own resource limits are only a second line behind the parent, and looser.  This guards against accidents, not against
hostile work: a process that leaves the group escapes, and the parent trusts the bytes the child sends.
"""

from __future__ import annotations

import ctypes
import math
import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, NoReturn, TypeAlias, TypeVar

from whet.task.deep_stack import STACK_BYTES, on_deep_stack

T = TypeVar("T")

_TICK = 0.05
"""Seconds between two looks at the child."""
_SCAN_INTERVAL = 0.5
"""Seconds between two searches for new members of the child's process group."""
_LENGTH_BYTES = 8
"""A report is its length in so many bytes, then a pickled outcome."""
_PR_SET_PDEATHSIG = 1
"""The number of this option of prctl(2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the work may use; None is no limit."""

    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    memory_bytes: int | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Usage:
    """What the work uses at present, its own children included."""

    wall_seconds: float
    cpu_seconds: float
    memory_bytes: int


Watcher: TypeAlias = Callable[[Usage], None]
"""Called in the parent some twenty times a second while the work runs; what it raises ends the work."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[T]):
    """The work returned ``value``."""

    value: T


@dataclass(frozen=True, slots=True)
class Crashed:
    """The child was ended by a signal that no limit explains."""

    signal: int

    def __str__(self) -> str:
        return signal.strsignal(self.signal) or f"signal {self.signal}"


@dataclass(frozen=True, slots=True)
class CpuTimeOut:
    """The limit on CPU time was reached."""


@dataclass(frozen=True, slots=True)
class WallTimeOut:
    """The limit on wall time was reached."""


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """The limit on memory was reached, or an allocation failed."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The work raised an exception, or left no result that could be sent."""

    message: str
    traceback: str


Outcome: TypeAlias = Finished[T] | Crashed | CpuTimeOut | WallTimeOut | OutOfMemory | Failed


def run_isolated(work: Callable[[], T], *, limits: Limits = NO_LIMITS, watcher: Watcher | None = None) -> Outcome[T]:
    """Run ``work`` in a child process and tell how it went.

    The result must be picklable.  No other thread of the caller may hold a lock the work needs."""
    _flush_streams()
    reader, writer = os.pipe()
    parent = os.getpid()
    child = _fork()
    if child == 0:
        _child_main(work, limits, parent=parent, writer=writer)
    try:
        os.close(writer)
        with suppress(OSError):  # the child does the same; whoever is first wins
            os.setpgid(child, child)
        outcome: Outcome[T] | None = _watch(child, reader, limits, watcher)
    finally:
        status, usage = _end_group(child)
        os.close(reader)
    return _explain(status, usage, limits) if outcome is None else outcome


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns if there are threads: see run_isolated
        return os.fork()


def _flush_streams() -> None:
    """What is buffered at a fork would be written twice; what is buffered at ``os._exit`` never."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


# ------------------------------------------------------------------------------------------------------- in the child


def _child_main(work: Callable[[], object], limits: Limits, *, parent: int, writer: int) -> NoReturn:
    """Nothing of the caller's stack may run in the child, whatever happens: leave only by ``os._exit``."""
    try:
        _write(writer, _report(work, limits, parent=parent))
    finally:
        os._exit(0)


def _report(work: Callable[[], object], limits: Limits, *, parent: int) -> bytes:
    try:
        _prepare(limits, parent=parent)
        return on_deep_stack(lambda: _pickled_outcome(work))
    except BaseException as error:
        return pickle.dumps(_failure(error))


def _prepare(limits: Limits, *, parent: int) -> None:
    os.setpgid(0, 0)
    _die_with(parent)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXCPU):
        signal.signal(number, signal.SIG_DFL)
    stdin = os.open(os.devnull, os.O_RDONLY)
    os.dup2(stdin, 0)
    _set_resource_limits(limits)
    os.environ["LIBCLANG_NOTHREADS"] = "1"  # libclang would parse in a thread of its own, with a smaller stack


def _die_with(parent: int) -> None:
    """A parent that is killed cannot end its child, so the kernel does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before the request was in force
        os._exit(1)


def _set_resource_limits(limits: Limits) -> None:
    _lower(resource.RLIMIT_CORE, 0)
    if limits.cpu_seconds is not None:
        _lower(resource.RLIMIT_CPU, math.ceil(limits.cpu_seconds) + 1)
    if limits.memory_bytes is not None:
        slack = limits.memory_bytes // 4 + (128 << 20)
        _lower(resource.RLIMIT_DATA, _data_bytes() + STACK_BYTES + limits.memory_bytes + slack)


def _lower(kind: int, amount: int) -> None:
    _, hard = resource.getrlimit(kind)
    soft = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(kind, (soft, hard))


def _data_bytes() -> int:
    """What RLIMIT_DATA counts at present."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def _pickled_outcome(work: Callable[[], object]) -> bytes:
    try:
        return pickle.dumps(Finished(work()), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        pass  # answer below, when the frames that hold the memory are gone
    except BaseException as error:
        return pickle.dumps(_failure(error))
    finally:
        _flush_streams()
    return pickle.dumps(OutOfMemory())


def _failure(error: BaseException) -> Failed:
    message = "".join(traceback.format_exception_only(error)).strip()
    return Failed(message, "".join(traceback.format_exception(error, limit=-50)))


def _write(descriptor: int, report: bytes) -> None:
    with open(descriptor, "wb") as pipe:
        pipe.write(len(report).to_bytes(_LENGTH_BYTES, "big"))
        pipe.write(report)


# ------------------------------------------------------------------------------------------------------ in the parent


@dataclass(slots=True)
class _Inbox:
    """The reading end of the child's pipe."""

    descriptor: int
    received: bytearray = field(default_factory=bytearray)
    poller: select.poll = field(default_factory=select.poll)

    def __post_init__(self) -> None:
        self.poller.register(self.descriptor, select.POLLIN)

    def receive(self, timeout: float) -> bool:
        """Wait until bytes arrive and take them; False if none came.  After the end of the pipe it only waits."""
        if not self.poller.poll(max(timeout, 0) * 1000):
            return False
        chunk = os.read(self.descriptor, 1 << 20)
        self.received += chunk
        if not chunk:
            self.poller.unregister(self.descriptor)
        return bool(chunk)

    @property
    def is_complete(self) -> bool:
        length = int.from_bytes(self.received[:_LENGTH_BYTES], "big")
        return len(self.received) >= _LENGTH_BYTES + length > _LENGTH_BYTES

    def outcome(self) -> Outcome[T]:
        try:
            outcome: Outcome[T] = pickle.loads(memoryview(self.received)[_LENGTH_BYTES:])
        except Exception as error:
            return _failure(error)
        return outcome


def _watch(child: int, reader: int, limits: Limits, watcher: Watcher | None) -> Outcome[T] | None:
    """Wait for a report or a limit; None if the child ended without a report."""
    inbox = _Inbox(reader)
    meter = _Meter(child)
    while True:
        has_exited = _has_exited(child)
        if inbox.receive(0 if has_exited else _TICK):
            if inbox.is_complete:
                return inbox.outcome()
        elif has_exited:
            return None
        usage = meter.measure()
        if watcher is not None:
            watcher(usage)
        if reached := _limit_reached(limits, usage):
            return reached


def _limit_reached(limits: Limits, usage: Usage) -> CpuTimeOut | WallTimeOut | OutOfMemory | None:
    if limits.wall_seconds is not None and usage.wall_seconds > limits.wall_seconds:
        return WallTimeOut()
    if limits.memory_bytes is not None and usage.memory_bytes > limits.memory_bytes:
        return OutOfMemory()
    if limits.cpu_seconds is not None and usage.cpu_seconds > limits.cpu_seconds:
        return CpuTimeOut()
    return None


def _has_exited(child: int) -> bool:
    """Is it a zombie?  It stays one: its number must not be given away before its group has been ended."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_group(child: int) -> tuple[int, resource.struct_rusage]:
    with suppress(ProcessLookupError):  # the child did not come as far as making its group
        os.killpg(child, signal.SIGKILL)
    os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    return status, usage


def _explain(status: int, usage: resource.struct_rusage, limits: Limits) -> Crashed | CpuTimeOut | OutOfMemory | Failed:
    """What ended a child that sent no report."""
    if os.WIFEXITED(status):
        return Failed(f"the process ended with status {os.WEXITSTATUS(status)} and without a result", "")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return CpuTimeOut()
    peak = usage.ru_maxrss * 1024
    if limits.memory_bytes is not None and peak > limits.memory_bytes:
        return OutOfMemory()  # native code rarely survives a failed allocation
    return Crashed(number)


@dataclass(frozen=True, slots=True)
class _MemberUsage:
    group: int
    cpu_seconds: float
    memory_bytes: int


class _Meter:
    """What the processes of a group use, from /proc; only the time that passed where there is no /proc."""

    def __init__(self, group: int) -> None:
        self._group = group
        self._members = [group]
        self._started = time.monotonic()
        self._next_scan = _SCAN_INTERVAL

    def measure(self) -> Usage:
        elapsed = time.monotonic() - self._started
        if elapsed >= self._next_scan:
            self._members = [pid for pid in _all_processes() if self._measure_member(pid)]
            self._next_scan = elapsed + _SCAN_INTERVAL
        usages = [usage for pid in self._members if (usage := self._measure_member(pid))]
        return Usage(elapsed, sum(u.cpu_seconds for u in usages), sum(u.memory_bytes for u in usages))

    def _measure_member(self, pid: int) -> _MemberUsage | None:
        usage = _usage_of(pid)
        return usage if usage is not None and usage.group == self._group else None


def _all_processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def _usage_of(pid: int) -> _MemberUsage | None:
    """See proc(5); the CPU time includes that of descendants which have ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # the name before it may contain anything
    except OSError:
        return None
    ticks = sum(int(value) for value in fields[11:15])
    return _MemberUsage(int(fields[2]), ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * resource.getpagesize())
