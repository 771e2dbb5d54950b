"""The processes of a command as a tree that is found in /proc, measured there and ended by signals.

**Membership.**  The calling process becomes a *child subreaper* (prctl(2)): a process whose parent dies becomes its child
instead of init's, so whatever the command starts stays below the caller, even if it calls ``setsid`` or forks twice.  The
caller may have other children.  An orphan is known to be the command's if it was seen in the tree before, or by its *mark*: the
hard limit RLIMIT_RSS, which Linux does not enforce, which every process inherits, and which is set to a number of this command
before the command runs.  Nothing else is ever touched.  The caller stays a subreaper: another of its threads may be running
a command too.

**Account of CPU time.**  A process that ends is reaped by its parent, and its time is added to the parent's
``cutime``/``cstime``; or its parent died before, and it is reaped here, by wait4(2), which returns its time and that of what it
had reaped.  The sum over both covers every process once.  Only a parent that ignores SIGCHLD has its children reaped by
the kernel, and their time is added nowhere: therefore what was last seen of every process that is gone is remembered
for its parent, and counts where the parent's account shows less.  Parents are read before their children, so a process that
is reaped between the two is counted too late rather than twice.

**Account of memory.**  The sum of resident memory, which stands in the same line of /proc as the CPU time and so costs
nothing more; proportional shares (PSS) would make the kernel walk all page tables at every look.  Shared pages count for every
process that has them, so the sum errs to the side of too much.  The kernel's own peak per process catches what comes and
goes between two looks.  For the first process it is used only where it exceeds the caller's: a process inherits the
peak of the one it was forked from.

Invariants: after ``end`` no process of the command is left, not even a zombie.  Before it no process is sent a signal, and only
orphans that have ended are reaped.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import signal
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field
from typing import Protocol

from whet.campaign.confinement import ProcessExit, TreeUsage
from whet.campaign.records import RunLimits
from whet.runtime.processes import Identity, ProcessStat, all_processes, read_member, seconds
from whet.task.records import dataclass

_PR_SET_CHILD_SUBREAPER = 36
"""The number of this option of prctl(2)."""
_MARK = 1 << 62
"""Marks count down from here, unless the limit is lower already."""
_STACKS = 1 << 30
"""Bytes of address space for stacks of threads, which RLIMIT_DATA counts although most of it is never touched."""
_FREEZE_PASSES = 100
_PATIENCE = 60.0
"""Seconds after which a process that cannot be killed is given up."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """What one look at a tree found."""

    root: int
    root_had_ended: bool
    """Before the look began."""
    members: list[ProcessStat]
    has_reaped: bool
    """Another process had ended and was reaped."""

    @property
    def is_over(self) -> bool:
        """No process is left but the first one, as a zombie.

        A process that ends during a scan leaves children that may be missed: they become the caller's after those were read, and
        are no longer among its own when those are read.  So a scan during which a process ended proves nothing."""
        return self.root_had_ended and not self.has_reaped and all(member.pid == self.root for member in self.members)


def become_subreaper() -> None:
    """Let the orphans among this process's descendants become its children."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), "prctl")


class ProcessTree:
    """A confinement that works everywhere on Linux."""

    def __init__(self, limits: RunLimits) -> None:
        self._limits = limits
        self._caller = os.getpid()
        self._root = 0
        self._mark = 0
        self._own_peak = 0
        self._seen: dict[Identity, ProcessStat] = {}
        """The members at the last look, parents before their children."""
        self._account = _Account()
        self._peak_bytes = 0

    def admit(self, root: int, /) -> None:
        self._root = root
        become_subreaper()
        _, hard = resource.prlimit(root, resource.RLIMIT_RSS)
        mark = (_MARK if hard == resource.RLIM_INFINITY else hard) - root
        resource.prlimit(root, resource.RLIMIT_RSS, (mark, mark))
        self._mark = mark
        # A second line, and looser: for each process alone, and for a caller that is killed.
        limits = self._limits
        _lower(root, resource.RLIMIT_CORE, 0)
        _lower(root, resource.RLIMIT_CPU, math.ceil(limits.cpu_seconds) + 2)
        _lower(root, resource.RLIMIT_DATA, limits.memory_bytes + limits.memory_bytes // 4 + _STACKS)
        self._own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def measure(self) -> TreeUsage:
        members = self._look().members
        memory = sum(member.memory_bytes for member in members)
        self._peak_bytes = max(self._peak_bytes, memory)
        return TreeUsage(cpu_seconds=self._account.seconds(members), memory_bytes=memory, peak_bytes=self._peak_bytes)

    def end(self) -> ProcessExit:
        if self._root == 0:  # which would mean every child there is
            raise ValueError("nothing was admitted")
        self._freeze()
        # Until no process is left but the first one: its number is not given away before that.
        deadline = time.monotonic() + _PATIENCE
        pause = 0.0005
        while not (sight := self._look()).is_over:
            for member in sight.members:
                _send(member, signal.SIGKILL)
            if time.monotonic() > deadline:
                raise TimeoutError(f"these processes cannot be ended: {', '.join(str(member.pid) for member in sight.members)}")
            if not sight.has_reaped:
                time.sleep(pause)
                pause = min(2 * pause, 0.02)
        status = self._reap_root()
        use = TreeUsage(cpu_seconds=self._account.seconds(()), memory_bytes=0, peak_bytes=self._peak_bytes)
        return ProcessExit(wait_status=status, use=use, is_out_of_memory=self._peak_bytes > self._limits.memory_bytes)

    def _look(self) -> _Sight:
        """Who is there; books who is gone, and reaps the orphans that have ended."""
        root = read_member(self._root)
        members: dict[Identity, ProcessStat] = {}
        children = proc_children()
        self._walk([self._root, *self._orphans(children)], children, members)
        missing = [identity for identity in self._seen if identity not in members]
        self._walk([pid for pid, started in missing if _is_there(pid, started)], children, members)
        self._account.book_gone([member for member in self._seen.values() if member.identity not in members])
        self._seen = members
        found = len(members)
        for member in list(members.values()):
            if member.is_zombie and member.parent == self._caller and member.pid != self._root:
                self._reap(member)
        return _Sight(self._root, root is None or root.is_zombie, list(members.values()), has_reaped=len(members) < found)

    def _walk(self, pending: list[int], children: Children, members: dict[Identity, ProcessStat]) -> None:
        """Parents before their children: see the account of CPU time."""
        family = {self._caller, *(pid for pid, _ in members), *(member.parent for member in self._seen.values())}
        while pending:
            member = read_member(pending.pop())
            if member is not None and member.parent in family:  # else the number was given away
                members[member.identity] = member
                family.add(member.pid)
                pending += children.of(member.pid)

    def _orphans(self, children: Children) -> list[int]:
        return [pid for pid in children.adopted_by(self._caller) if pid != self._root and self._is_ours(pid)]

    def _is_ours(self, pid: int) -> bool:
        member = read_member(pid)
        return member is not None and (member.identity in self._seen or _mark_of(pid) == self._mark)

    def _freeze(self) -> None:
        """Stop all processes, so that none forks while the others are killed."""
        frozen: set[Identity] = set()
        for _ in range(_FREEZE_PASSES):
            sight = self._look()
            moving = [member for member in sight.members if not member.is_zombie and member.identity not in frozen]
            if not (moving or sight.has_reaped):
                return
            for member in moving:
                _send(member, signal.SIGSTOP)
                frozen.add(member.identity)

    def _reap(self, member: ProcessStat) -> None:
        try:
            pid, _, usage = os.wait4(member.pid, os.WNOHANG)
        except ChildProcessError:  # the caller ignores SIGCHLD, or waits for whatever comes: it will be seen to be gone
            return
        if pid != 0:  # else its first thread has ended, and others have not
            self._settle(member, usage)
            self._peak_bytes = max(self._peak_bytes, usage.ru_maxrss * 1024)

    def _reap_root(self) -> int:
        try:
            _, status, usage = os.wait4(self._root, 0)
        except ChildProcessError as problem:
            raise ChildProcessError("this process must neither ignore SIGCHLD nor wait for any child there is") from problem
        self._settle(next(member for member in self._seen.values() if member.pid == self._root), usage)
        peak = usage.ru_maxrss * 1024
        if peak > self._own_peak:
            self._peak_bytes = max(self._peak_bytes, peak)
        return status

    def _settle(self, member: ProcessStat, usage: resource.struct_rusage) -> None:
        self._account.book_reaped(member, usage.ru_utime + usage.ru_stime)
        del self._seen[member.identity]


@dataclass(slots=True)
class _Account:
    """CPU time of a tree of processes: see the module's docstring."""

    reaped_seconds: float = 0.0
    """Of those reaped here, and of what they had reaped."""
    gone_ticks: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    """By process: what was last seen of its children that are gone."""

    def seconds(self, members: Iterable[ProcessStat]) -> float:
        return self.reaped_seconds + seconds(sum(map(self._ticks, members)))

    def book_gone(self, members: list[ProcessStat]) -> None:
        """They were reaped by another process: parents come before their children here too."""
        for member in reversed(members):
            ticks = self._ticks(member)
            self.gone_ticks.pop(member.pid, None)
            if member.parent == os.getpid():
                self.reaped_seconds += seconds(ticks)
            else:
                self.gone_ticks[member.parent] += ticks

    def book_reaped(self, member: ProcessStat, own_seconds: float) -> None:
        """``member`` is the last that was seen of it, as a zombie, when its own account was closed."""
        lost = max(0, self.gone_ticks.pop(member.pid, 0) - member.reaped_ticks)
        self.reaped_seconds += own_seconds + seconds(lost)

    def _ticks(self, member: ProcessStat) -> int:
        return member.own_ticks + max(member.reaped_ticks, self.gone_ticks.get(member.pid, 0))


def _is_there(pid: int, started: int) -> bool:
    member = read_member(pid)
    return member is not None and member.started == started


class Children(Protocol):
    """Who is whose child."""

    def of(self, pid: int, /) -> list[int]: ...
    def adopted_by(self, pid: int, /) -> list[int]:
        """The children that came as orphans, and perhaps others."""


def proc_children() -> Children:
    """For one look; some kernels do not list the children of a process."""
    own = os.getpid()
    return ListedChildren() if os.path.exists(f"/proc/{own}/task/{own}/children") else ScannedChildren()


class ListedChildren:
    """From /proc/PID/task/TID/children: the cost depends only on the size of the tree."""

    def of(self, pid: int, /) -> list[int]:
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            return []
        return [child for thread in threads for child in self._of_thread(pid, thread)]

    def adopted_by(self, pid: int, /) -> list[int]:
        """The kernel hands orphans to the first thread; a caller may have a hundred of them."""
        return self._of_thread(pid, str(pid))

    def _of_thread(self, pid: int, thread: str) -> list[int]:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                return [int(child) for child in file.read().split()]
        except OSError:
            return []


class ScannedChildren:
    """From a look at all processes of the machine."""

    def __init__(self) -> None:
        self._children: dict[int, list[int]] = {}
        for pid in all_processes():
            if member := read_member(pid):
                self._children.setdefault(member.parent, []).append(member.pid)

    def of(self, pid: int, /) -> list[int]:
        return self._children.get(pid, [])

    adopted_by = of


def _mark_of(pid: int) -> int | None:
    try:
        return resource.prlimit(pid, resource.RLIMIT_RSS)[1]
    except OSError:  # it is gone, or another user's
        return None


def _lower(root: int, kind: int, amount: int) -> None:
    _, hard = resource.prlimit(root, kind)
    soft = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.prlimit(root, kind, (soft, hard))


def _send(member: ProcessStat, number: int) -> None:
    """Through a descriptor, because its number may have been given away meanwhile."""
    with suppress(ProcessLookupError, PermissionError):
        descriptor = os.pidfd_open(member.pid)
        try:
            if _is_there(member.pid, member.started):
                signal.pidfd_send_signal(descriptor, number)
        finally:
            os.close(descriptor)
