"""Work in a child process: a crash, a time-out and a lack of memory are ordinary results.

``start_isolated`` forks, so the work sees everything its caller sees and needs no pickling; only its result does.  The
child leads a process group of its own and runs the work in a thread with a large stack.  The parent looks at the group from
outside and ends all of it with SIGKILL when a limit is reached, when the work is done, and when the child is stopped.
``run_isolated`` does all of this and waits for the end.

Isolated work may itself start children.  With ``own_group=False`` they stay in its group, so that an observer from
outside counts and ends them with it; such a child is looked at and ended with its descendants, and not by group.

Invariants: when a ``Child`` has an outcome or was stopped, no process of the group is left and the child has been reaped.  The
limits count the whole group; memory is resident memory, what the child shares with its parent included.  The child's
own resource limits are only a second line after the parent, and looser.  This guards against accidents, not against
hostile work: a process that leaves the group escapes, and the parent trusts the bytes the child sends.
"""

from __future__ import annotations

import ctypes
import gc
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
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field, replace
from types import TracebackType
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from whet.runtime.deep_stack import STACK_BYTES, on_deep_stack
from whet.runtime.limits import NO_LIMITS, Limit, Limits, Looks, Usage, reached
from whet.runtime.processes import ProcessStat, all_processes, read_member, seconds
from whet.task.records import dataclass

T = TypeVar("T")

FIRST_LOOK = 0.005
"""Seconds after which the child is looked at for the first time."""
_SCAN_INTERVAL = 0.5
"""Seconds between two searches for new members of a child's process group."""
_SEARCH_INTERVAL = 2.0
"""The same for the descendants of one among several children; a scan of all of them counts what these miss."""
_SELDOM = (100_000, 50, 50)
"""How often garbage is looked for: most objects are terms and locations, which live as long as the work."""
LENGTH_BYTES = 8
"""A message is its length in so many bytes, then something pickled."""
_PR_SET_PDEATHSIG = 1
"""The number of this option of prctl(2)."""


Watcher: TypeAlias = Callable[[Usage], None]
"""Called in the parent at least ten times a second while the work runs; what it raises ends the work."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[T]):
    """The work returned ``value``."""

    value: T


@dataclass(frozen=True, slots=True)
class Crashed:
    """The child was ended by a signal that no limit explains."""

    signal: int

    @property
    def name(self) -> str:
        """Such as ``SIGSEGV``."""
        try:
            return signal.Signals(self.signal).name
        except ValueError:
            return f"signal {self.signal}"

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

AT_LIMIT: Final[Mapping[Limit, CpuTimeOut | WallTimeOut | OutOfMemory]] = {
    Limit.CPU_TIME: CpuTimeOut(),
    Limit.WALL_TIME: WallTimeOut(),
    Limit.MEMORY: OutOfMemory(),
}


def run_isolated(work: Callable[[], T], *, limits: Limits = NO_LIMITS, watcher: Watcher | None = None) -> Outcome[T]:
    """Run ``work`` in a child process and return its outcome; see ``start_isolated``."""
    with start_isolated(work, limits=limits) as child:
        return child.result(watcher)


def start_isolated(work: Callable[[], T], *, limits: Limits = NO_LIMITS, own_group: bool = True) -> Child[T]:
    """Let ``work`` run in a child process.  The caller must poll it from time to time, to enforce its limits.

    The result must be picklable.  No other thread of the caller may hold a lock the work needs.  The thread that calls this must
    not end before the work: the kernel would end the work with it."""
    _flush_streams()
    reader, writer = os.pipe()
    parent = os.getpid()
    pid = _fork()
    if pid == 0:
        os.close(reader)
        # Nothing of the caller's stack may run in the child, whatever happens: leave only by ``os._exit``.
        try:
            write_message(writer, _report(work, limits, parent=parent, own_group=own_group))
        finally:
            os._exit(0)
    os.close(writer)
    if own_group:
        with suppress(OSError):  # the child does the same; the first one wins
            os.setpgid(pid, pid)
    return Child(_Group(pid) if own_group else _Descendants(pid, os.getpgrp()), reader, limits)


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns if there are threads: see run_isolated
        return os.fork()


def _flush_streams() -> None:
    """What is buffered at a fork would be written twice; what is buffered at ``os._exit`` never."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


def _report(work: Callable[[], object], limits: Limits, *, parent: int, own_group: bool) -> bytes:
    try:
        if own_group:
            os.setpgid(0, 0)
        die_with(parent)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXCPU):
            signal.signal(number, signal.SIG_DFL)
        stdin = os.open(os.devnull, os.O_RDONLY)
        os.dup2(stdin, 0)
        set_resource_limits(limits)
        gc.freeze()  # what the caller has outlives the work: to look at it for garbage would only copy its pages
        gc.set_threshold(*_SELDOM)
        os.environ["LIBCLANG_NOTHREADS"] = "1"  # libclang would parse in a thread of its own, with a smaller stack
        return on_deep_stack(lambda: _pickled_outcome(work))
    except BaseException as error:
        return pickle.dumps(_failure(error))


def die_with(parent: int) -> None:
    """A parent that is killed cannot end its child, so the kernel does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before the request was in force
        os._exit(1)


def set_resource_limits(limits: Limits) -> None:
    _lower(resource.RLIMIT_CORE, 0)
    if limits.cpu_seconds is not None:
        _lower(resource.RLIMIT_CPU, math.ceil(time.process_time() + limits.cpu_seconds) + 1)
    if limits.memory_bytes is not None:
        slack = limits.memory_bytes // 4 + (128 << 20)
        _lower(resource.RLIMIT_DATA, data_bytes() + STACK_BYTES + limits.memory_bytes + slack)


def lift_resource_limits() -> None:
    """Those of earlier work."""
    for kind in (resource.RLIMIT_CPU, resource.RLIMIT_DATA):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard, hard))


def _lower(kind: int, amount: int) -> None:
    _, hard = resource.getrlimit(kind)
    soft = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(kind, (soft, hard))


def data_bytes() -> int:
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


def write_message(descriptor: int, message: bytes) -> None:
    """All of it; waits for a reader."""
    with open(descriptor, "wb", closefd=False) as pipe:
        pipe.write(len(message).to_bytes(LENGTH_BYTES, "big"))
        pipe.write(message)


@dataclass(slots=True)
class Inbox:
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
        return len(self.received) >= self._end > LENGTH_BYTES

    @property
    def _end(self) -> int:
        """Of the first message."""
        return LENGTH_BYTES + int.from_bytes(self.received[:LENGTH_BYTES], "big")

    def take(self) -> object:
        """The first message, which is complete; a failure if it cannot be read."""
        end = self._end
        message, self.received = bytes(memoryview(self.received)[LENGTH_BYTES:end]), self.received[end:]
        try:
            return pickle.loads(message)
        except Exception as error:
            return _failure(error)


class Child(Generic[T]):
    """Work that was started.  Used as a context it is stopped at the end, whatever happens."""

    def __init__(self, processes: _Group | _Descendants, reader: int, limits: Limits) -> None:
        self._processes = processes
        self._pid = processes.first
        self._inbox = Inbox(reader)
        self._limits = limits
        self._looks = Looks(limits)
        self._meter = _Meter(processes)
        self._outcome: Outcome[T] | None = None
        self._is_over = False
        self.usage = Usage(wall_seconds=0.0, cpu_seconds=0.0, memory_bytes=0)
        """At the last look; the CPU time to the end, when it is over."""
        self.peak_bytes = 0
        """The most memory that the process itself used, when it is over."""

    @property
    def pid(self) -> int:
        return self._pid

    def include(self, pid: int) -> None:
        """Measure this process of the group from now on, and do not wait until it is found."""
        self._meter.include(pid)

    def end_others(self) -> None:
        """End all processes of the group but the first."""
        for pid in self._processes.find():
            if pid != self._pid:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def suspend(self) -> None:
        """Stop all processes of the work.  One that is not yet stopped may start another."""
        stopped: set[int] = set()
        found = {self._pid}
        while found:
            for pid in found:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
            stopped |= found
            found = set(self._processes.find()) - stopped

    def resume(self) -> None:
        for pid in self._processes.find():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def fileno(self) -> int:
        """A descriptor that can be read when there is something new; for waiting for several children at once."""
        return self._inbox.descriptor

    def poll(self, seconds: float = 0.0) -> Outcome[T] | None:
        """Wait so long at most for the end, then look: the outcome, or None if the work continues."""
        if not self._is_over:
            has_exited = _has_exited(self._pid)
            if self._inbox.receive(0 if has_exited else seconds):
                if self._inbox.is_complete:
                    self._end(cast(Outcome[T], self._inbox.take()))
            elif has_exited:
                self._end(None)
        if not self._is_over:
            self.usage = self._meter.measure()
            if (limit := reached(self.usage, self._limits)) is not None:
                self._end(AT_LIMIT[limit])
        return self._outcome

    def result(self, watcher: Watcher | None = None) -> Outcome[T]:
        """Wait for the end."""
        outcome = self.poll(FIRST_LOOK)
        while outcome is None:
            if self._is_over:
                raise ValueError("work that was stopped has no result")
            if watcher is not None:
                watcher(self.usage)
            outcome = self.poll(self._looks.pause(self.usage))
        return outcome

    def stop(self) -> None:
        """End the work if it still runs."""
        if not self._is_over:
            self._end_processes()

    def _end(self, outcome: Outcome[T] | None) -> None:
        status, usage = self._end_processes()
        self._outcome = _explain(status, usage, self._limits) if outcome is None else outcome

    def _end_processes(self) -> tuple[int, resource.struct_rusage]:
        self._is_over = True
        try:
            self._processes.kill()
            _, status, usage = os.wait4(self._pid, 0)
        finally:
            os.close(self._inbox.descriptor)
        self.peak_bytes = usage.ru_maxrss * 1024
        in_all = max(self.usage.cpu_seconds, usage.ru_utime + usage.ru_stime)
        self.usage = replace(self.usage, wall_seconds=self._meter.elapsed, cpu_seconds=in_all)
        return status, usage

    def __enter__(self) -> Child[T]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def _has_exited(child: int) -> bool:
    """Is it a zombie?  It stays one: its number must not be given away before its group has been ended."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


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
class _Group:
    """A child that leads a process group, with all that is in it."""

    first: int
    interval: ClassVar[float] = _SCAN_INTERVAL

    @property
    def number(self) -> int:
        return self.first

    def find(self) -> list[int]:
        return [member.pid for member in _in_group(self.first)]

    def kill(self) -> None:
        with suppress(ProcessLookupError):  # the child did not come as far as making its group
            os.killpg(self.first, signal.SIGKILL)
        os.kill(self.first, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class _Descendants:
    """A child in another process group, with its descendants."""

    first: int
    number: int
    interval: ClassVar[float] = _SEARCH_INTERVAL

    def find(self) -> list[int]:
        children: dict[int, list[int]] = {}
        for member in _in_group(self.number):
            children.setdefault(member.parent, []).append(member.pid)
        found = [self.first]
        for pid in found:
            found += children.get(pid, ())
        return found

    def kill(self) -> None:
        os.kill(self.first, signal.SIGSTOP)  # or it might start another while its descendants are looked for
        for pid in self.find():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _in_group(number: int) -> list[ProcessStat]:
    return [member for pid in all_processes() if (member := read_member(pid)) is not None and member.group == number]


class _Meter:
    """What the processes of a child use, from /proc; only the time that passed where there is no /proc."""

    def __init__(self, processes: _Group | _Descendants) -> None:
        self._processes = processes
        self._members = [processes.first]
        self._started = time.monotonic()
        self._next_scan = processes.interval

    def include(self, pid: int) -> None:
        self._members = [self._processes.first, pid]

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._started

    def measure(self) -> Usage:
        elapsed = self.elapsed
        if elapsed >= self._next_scan:
            self._members = self._processes.find()
            self._next_scan = elapsed + self._processes.interval
        members = [member for pid in self._members if (member := self._member(pid))]
        ticks = sum(member.own_ticks + member.reaped_ticks for member in members)
        memory = sum(member.memory_bytes for member in members)
        return Usage(wall_seconds=elapsed, cpu_seconds=seconds(ticks), memory_bytes=memory)

    def _member(self, pid: int) -> ProcessStat | None:
        member = read_member(pid)
        return member if member is not None and member.group == self._processes.number else None
