"""Runs one command within limits on CPU time, wall time and memory, and accounts for all of its processes.

The command is started by a shell that waits at a *gate*: it reads a line from its standard input and then becomes the command.
Meanwhile the limits are set and the confinement takes it in, from outside, so no process of the command is ever without
them.  No Python runs between fork and exec: the caller may have threads, and one of them may hold any lock.

Both outputs are pipes that are read here, and of each only the head and the tail are kept.  So nothing is written to a
disk, whatever the command prints, and memory stays bounded; a command that prints without end is slowed down by the pipe and
ended by its limits.

The runner looks at the processes from time to time: often at first and near a limit, seldom in between.  The end of the
command is noticed at once.  At a limit everything is killed; there is no warning before.  A *guard*, a second shell, kills
the command's group if the runner itself is killed.

Invariants: when ``execute`` returns or raises, no process of the command is left.  A command that used more than a limit
is ``Stopped``, also if it came to its end before anybody looked.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import field
from enum import Enum, auto

from whet.campaign.cgroups import make_group, usable_base
from whet.campaign.confinement import Confinement, ProcessExit, TreeUsage
from whet.campaign.process_tree import ProcessTree
from whet.campaign.records import Ending, RunLimits, Signalled, Stopped, ToolExecution, ToolExited
from whet.runtime.limits import Limit, Looks, Usage, reached
from whet.task.records import dataclass

OUTPUT_BYTES = 1 << 20
"""How much of the output is kept, of stdout and stderr together."""

_SHELL = "/bin/sh"
_GATE = 'read -r _ && exec "$@" </dev/null'
_GUARD = 'read -r _; kill -s KILL -- "-$1"'
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class ToolCommand:
    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    """What is added to the environment of the runner."""
    folder: str | None = None
    """Where it runs; where the runner does, if None."""


def execute(command: ToolCommand, limits: RunLimits, *, confinement: Confinement | None = None) -> ToolExecution:
    """Run a command to its end or to a limit.  An executable that does not exist is the shell's exit code 127."""
    confinement = confinement or confine(limits)
    outputs = _Outputs()
    with _at_gate(command) as process:
        try:
            confinement.admit(process.pid)
            with _guarded(process.pid):
                watched = _run(process, outputs, confinement, limits)
        finally:
            ended = confinement.end()
            process.returncode = os.waitstatus_to_exitcode(ended.wait_status)  # so that Popen does not wait for it
        outputs.read_rest()
    use = _most(ended.use, watched.seconds)
    ending = _ending(watched.limit, ended, use, limits)
    return ToolExecution(ending=ending, use=use, stdout=outputs.stdout.text(), stderr=outputs.stderr.text())


def confine(limits: RunLimits) -> Confinement:
    """A control group where one can be made, else the tree of processes."""
    base = usable_base()
    group = None if base is None else make_group(base, limits)
    return ProcessTree(limits) if group is None else group


def _ending(at: Limit | None, ended: ProcessExit, use: Usage, limits: RunLimits) -> Ending:
    at = at or (Limit.MEMORY if ended.is_out_of_memory else reached(use, limits))
    if at is not None:
        return Stopped(at)
    code = os.waitstatus_to_exitcode(ended.wait_status)
    return ToolExited(code) if code >= 0 else Signalled(-code)


@contextmanager
def _at_gate(command: ToolCommand) -> Iterator[subprocess.Popen[bytes]]:
    """The leader of a new session; the pipes are closed at the end."""
    process = subprocess.Popen(
        [_SHELL, "-c", _GATE, _SHELL, *command.argv],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=command.folder,
        env={**os.environ, **command.environment},
    )
    try:
        yield process
    finally:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        process.poll()  # it has been reaped long ago, unless that failed


@contextmanager
def _guarded(group: int) -> Iterator[None]:
    """The guard reads from a pipe without a writer, and resumes when it is closed: when this process is gone."""
    guard = subprocess.Popen(
        [_SHELL, "-c", _GUARD, _SHELL, str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        guard.kill()
        guard.wait()
        if guard.stdin is not None:
            guard.stdin.close()


def _run(process: subprocess.Popen[bytes], outputs: _Outputs, confinement: Confinement, limits: RunLimits) -> _Watched:
    with _end_of(process.pid) as end:
        outputs.open(process, end)
        confinement.measure()  # also what ends before the first look has used some memory
        started = time.monotonic()
        if process.stdin is not None:
            with suppress(BrokenPipeError):  # the shell was killed
                process.stdin.write(b"\n")
            process.stdin.close()
        limit = _watch(outputs, confinement, limits, started=started)
        return _Watched(limit, time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class _Watched:
    limit: Limit | None
    """The one that was reached, if one was."""
    seconds: float


@contextmanager
def _end_of(pid: int) -> Iterator[int]:
    """A descriptor that can be read when the process has ended."""
    descriptor = os.pidfd_open(pid)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _watch(outputs: _Outputs, confinement: Confinement, limits: RunLimits, *, started: float) -> Limit | None:
    looks, next_look = Looks(limits), started
    while not outputs.wait(next_look - time.monotonic()):
        now = time.monotonic()
        if now < next_look:
            continue
        use = confinement.measure()
        if limit := reached(_most(use, now - started), limits):
            return limit
        next_look = now + looks.pause(_usage(use, now - started, use.memory_bytes))
    return None


def _most(use: TreeUsage, wall_seconds: float) -> Usage:
    """With the most memory so far."""
    return _usage(use, wall_seconds, use.peak_bytes)


def _usage(use: TreeUsage, wall_seconds: float, memory_bytes: int) -> Usage:
    return Usage(cpu_seconds=use.cpu_seconds, wall_seconds=wall_seconds, memory_bytes=memory_bytes)


class _Outputs:
    """What a process prints, and whether it has ended."""

    def __init__(self) -> None:
        self.stdout = Excerpt(OUTPUT_BYTES // 2)
        self.stderr = Excerpt(OUTPUT_BYTES // 2)
        self._poller = select.poll()
        self._streams: dict[int, Excerpt] = {}

    def open(self, process: subprocess.Popen[bytes], end: int) -> None:
        self._poller.register(end, select.POLLIN)
        for pipe, excerpt in ((process.stdout, self.stdout), (process.stderr, self.stderr)):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                self._streams[pipe.fileno()] = excerpt
                self._poller.register(pipe.fileno(), select.POLLIN)

    def wait(self, seconds: float) -> bool:
        """Read what comes within that time; True as soon as the process has ended."""
        ready = [descriptor for descriptor, _ in self._poller.poll(max(seconds, 0) * 1000)]
        for descriptor in ready:
            if descriptor in self._streams and self._read(descriptor) is ReadEnd.OF_STREAM:
                self._poller.unregister(descriptor)
        return any(descriptor not in self._streams for descriptor in ready)

    def read_rest(self) -> None:
        """What is in the pipes when no writer is left."""
        for descriptor in self._streams:
            while self._read(descriptor) is None:
                pass

    def _read(self, descriptor: int) -> ReadEnd | None:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return ReadEnd.FOR_NOW
        self._streams[descriptor].add(chunk)
        return None if chunk else ReadEnd.OF_STREAM


class ReadEnd(Enum):
    """Why nothing could be read."""

    FOR_NOW = auto()
    OF_STREAM = auto()


class Excerpt:
    """The head and the tail of a stream of bytes, in so many bytes at most."""

    def __init__(self, size: int) -> None:
        self._half = size // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0

    def add(self, chunk: bytes) -> None:
        room = self._half - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * self._half:  # not at every chunk, because it moves the rest
            self._cut()

    def text(self) -> str:
        self._cut()
        if not self._left_out:
            return (self._head + self._tail).decode(errors="replace")
        gap = f"\n{gap_line(self._left_out)}\n"
        return self._head.decode(errors="replace") + gap + self._tail.decode(errors="replace")

    def _cut(self) -> None:
        excess = max(0, len(self._tail) - self._half)
        del self._tail[:excess]
        self._left_out += excess


def gap_line(count: int) -> str:
    """The line in an excerpt that stands for what was left out."""
    return f"[... {count} bytes of output were left out here ...]"


def has_gap(text: str) -> bool:
    """Was something left out of this excerpt?"""
    return _GAP.search(text) is not None


_GAP = re.compile(r"^\[\.\.\. \d+ bytes of output were left out here \.\.\.\]$", re.MULTILINE)
