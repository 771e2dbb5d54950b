"""The processes of a command in a control group (version 2), where the kernel keeps the account.

A control group is used only if it is ours to make: the group this process is in, or the one above it, must hand the memory
controller down to its children (``cgroup.subtree_control``) and be writable.  A group with processes in it cannot do that
itself, so the usual place is the group above; ``systemd-run --user --scope -p Delegate=yes`` and a container with a writable
hierarchy are ways to come by one.  Nothing is moved or switched on to get there: that is for the administrator of the machine.

The kernel kills all of the group when its memory is used up, and ``cgroup.kill`` ends all of it at once, however fast it
forks.  The account covers every process that was ever in the group.

Invariant: after ``end`` the group is empty and removed.
"""

from __future__ import annotations

import os
import resource
import signal
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from whet.campaign.confinement import ProcessExit, TreeUsage
from whet.campaign.records import RunLimits

_MEMORY_FILES = ("memory.max", "memory.current", "memory.peak", "memory.events")
_NEEDED = ("cgroup.procs", "cgroup.kill", "cgroup.events", "cpu.stat", *_MEMORY_FILES)
_PATIENCE = 60.0
"""Seconds after which a group that cannot be ended is given up."""


def usable_base(*, proc: Path = Path("/proc/self")) -> Path | None:
    """The group in which groups for commands can be made; None if there is none."""
    own = _own_group(proc)
    if own is None:
        return None
    mount, path = own
    candidates = [mount / path, *([] if path == Path() else [(mount / path).parent])]
    return next((candidate for candidate in candidates if _hands_down_memory(candidate)), None)


def _own_group(proc: Path) -> tuple[Path, Path] | None:
    """Where version 2 is mounted, and this process's group there."""
    try:
        groups = (proc / "cgroup").read_text().splitlines()
        mounts = [line.split() for line in (proc / "mountinfo").read_text().splitlines()]
    except OSError:
        return None
    mount = next((fields[4] for fields in mounts if fields[fields.index("-") + 1] == "cgroup2"), None)
    path = next((line.removeprefix("0::/") for line in groups if line.startswith("0::/")), None)
    return None if mount is None or path is None else (Path(mount), Path(path))


def _hands_down_memory(group: Path) -> bool:
    try:
        controllers = (group / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False
    return "memory" in controllers and os.access(group, os.W_OK) and os.access(group / "cgroup.procs", os.W_OK)


def make_group(base: Path, limits: RunLimits, *, name: str | None = None) -> Cgroup | None:
    """A new group for one command; None if the kernel does not allow it, or lacks a file that is needed."""
    path = base / (name or f"whet-{uuid.uuid4().hex}")
    try:
        path.mkdir(exist_ok=True)
    except OSError:
        return None
    try:
        return Cgroup(path, limits)
    except OSError:
        with suppress(OSError):
            path.rmdir()
        return None


class Cgroup:
    """A confinement by the kernel."""

    def __init__(self, path: Path, limits: RunLimits) -> None:
        """``path`` is a group without processes; raises ``OSError`` if it cannot do what is needed."""
        for name in _NEEDED:
            (path / name).stat()
        self._path = path
        self._root = 0
        self._write("memory.max", limits.memory_bytes)
        for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1)):
            if (path / name).exists():
                self._write(name, value)

    def admit(self, root: int, /) -> None:
        self._root = root
        _, hard = resource.prlimit(root, resource.RLIMIT_CORE)
        resource.prlimit(root, resource.RLIMIT_CORE, (0, hard))
        self._write("cgroup.procs", root)

    def measure(self) -> TreeUsage:
        return TreeUsage(
            cpu_seconds=self._entry("cpu.stat", "usage_usec") / 1e6,
            memory_bytes=self._number("memory.current"),
            peak_bytes=self._number("memory.peak"),
        )

    def end(self) -> ProcessExit:
        if self._root == 0:  # which would mean the group of this process
            raise ValueError("nothing was admitted")
        self._write("cgroup.kill", 1)
        with suppress(ProcessLookupError):  # one that could not be admitted is not in the group
            os.killpg(self._root, signal.SIGKILL)
        _, status = os.waitpid(self._root, 0)
        self._wait(lambda: self._entry("cgroup.events", "populated") == 0)
        use = self.measure()
        is_out_of_memory = self._entry("memory.events", "oom_kill") > 0
        self._wait(self._is_removed)
        return ProcessExit(wait_status=status, use=use, is_out_of_memory=is_out_of_memory)

    def _is_removed(self) -> bool:
        """It is busy for a moment after its last process ended."""
        try:
            self._path.rmdir()
        except OSError:
            return not self._path.exists()
        return True

    def _wait(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the control group {self._path} cannot be ended")
            time.sleep(0.001)

    def _write(self, name: str, value: int) -> None:
        (self._path / name).write_text(f"{value}\n")

    def _number(self, name: str) -> int:
        return int((self._path / name).read_text())

    def _entry(self, name: str, key: str) -> int:
        """From a file with a key and a number in every line; 0 if the key is not there."""
        lines = (line.split() for line in (self._path / name).read_text().splitlines())
        return next((int(fields[1]) for fields in lines if fields[0] == key), 0)
