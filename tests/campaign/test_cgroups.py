"""Control groups, against a folder in which a thread plays the kernel."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from whet.campaign.cgroups import Cgroup, make_group, usable_base
from whet.campaign.process_tree import ProcessTree
from whet.campaign.records import Ending, RunLimits, Signalled, Stopped, ToolExited
from whet.campaign.runner import ToolCommand, confine, execute
from whet.runtime.limits import Limit
from whet.runtime.processes import read_member

LIMITS = RunLimits(cpu_seconds=20, wall_seconds=30, memory_bytes=100 << 20)
FILES = {
    "cgroup.procs": "",
    "cgroup.kill": "",
    "cgroup.events": "populated 0\nfrozen 0\n",
    "cpu.stat": "usage_usec 0\nuser_usec 0\n",
    "memory.max": "max\n",
    "memory.current": "0\n",
    "memory.peak": "0\n",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n",
    "memory.swap.max": "max\n",
    "memory.oom.group": "0\n",
}


def make_files(group: Path) -> Path:
    group.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (group / name).write_text(text)
    return group


class Kernel(threading.Thread):
    """Keeps the account of a group of one process and does what is written to its files."""

    def __init__(self, group: Path) -> None:
        super().__init__(daemon=True)
        self.group = group
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            with suppress(FileNotFoundError, ProcessLookupError, ValueError):  # half written, removed, reaped
                self.step(int((self.group / "cgroup.procs").read_text()))
            time.sleep(0.002)

    def step(self, pid: int) -> None:
        member = read_member(pid)
        if member is None or member.is_zombie:
            self.write("cgroup.events", "populated 0\nfrozen 0\n")
            return
        self.write("cgroup.events", "populated 1\nfrozen 0\n")
        self.write("cpu.stat", f"usage_usec {member.own_ticks * 10_000}\nuser_usec 0\n")
        self.write("memory.current", f"{member.memory_bytes}\n")
        self.write("memory.peak", f"{max(member.memory_bytes, int((self.group / 'memory.peak').read_text()))}\n")
        if member.memory_bytes > int((self.group / "memory.max").read_text()):
            self.write("memory.events", "oom 1\noom_kill 1\n")
            os.kill(pid, signal.SIGKILL)
        if (self.group / "cgroup.kill").read_text() == "1\n":
            os.kill(pid, signal.SIGKILL)

    def write(self, name: str, text: str) -> None:
        """In one step, as the kernel's files change."""
        temporary = self.group.parent / f"{name}.new"
        temporary.write_text(text)
        temporary.rename(self.group / name)


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(Path, "rmdir", shutil.rmtree)  # the files of a real one do not count
    path = make_files(tmp_path / "base" / "whet-run")
    kernel = Kernel(path)
    kernel.start()
    yield path
    kernel.is_over = True
    kernel.join()


def python(program: str) -> ToolCommand:
    return ToolCommand((sys.executable, "-S", "-c", program))


@pytest.mark.parametrize(
    ("program", "limits", "ending"),
    [
        ("raise SystemExit(3)", LIMITS, ToolExited(3)),
        ("import os; os.kill(os.getpid(), 11)", LIMITS, Signalled(11)),
        ("while True: pass", RunLimits(cpu_seconds=0.3, wall_seconds=30, memory_bytes=1 << 30), Stopped(Limit.CPU_TIME)),
        (
            "import time; time.sleep(60)",
            RunLimits(cpu_seconds=9, wall_seconds=0.3, memory_bytes=1 << 30),
            Stopped(Limit.WALL_TIME),
        ),
        ("x = b'x' * (300 << 20)\nimport time; time.sleep(60)", LIMITS, Stopped(Limit.MEMORY)),
    ],
)
def test_endings(group: Path, program: str, limits: RunLimits, ending: Ending) -> None:
    execution = execute(python(program), limits, confinement=Cgroup(group, limits))
    assert execution.ending == ending
    assert not group.exists()


def test_use_is_what_the_kernel_says(group: Path) -> None:
    program = "x = b'x' * (50 << 20)\nimport time\nwhile time.process_time() < 0.3: pass\ntime.sleep(1)"
    use = execute(python(program), LIMITS, confinement=Cgroup(group, LIMITS)).use
    assert 0.2 < use.cpu_seconds < 0.6
    assert 50 << 20 < use.memory_bytes < 80 << 20


def test_limits_are_written(group: Path) -> None:
    Cgroup(group, LIMITS)
    written = {name: (group / name).read_text().strip() for name in ("memory.max", "memory.swap.max", "memory.oom.group")}
    assert written == {"memory.max": str(100 << 20), "memory.swap.max": "0", "memory.oom.group": "1"}


def test_files_for_swap_may_be_missing(group: Path) -> None:
    (group / "memory.swap.max").unlink()
    Cgroup(group, LIMITS)
    assert not (group / "memory.swap.max").exists()


@pytest.mark.parametrize("missing", ["cgroup.kill", "memory.peak", "memory.max"])
def test_no_group_without_a_file_that_is_needed(tmp_path: Path, missing: str) -> None:
    (make_files(tmp_path / "run") / missing).unlink()
    assert make_group(tmp_path, LIMITS, name="run") is None


def test_group_that_cannot_be_used_is_removed(tmp_path: Path) -> None:
    assert make_group(tmp_path, LIMITS) is None
    assert list(tmp_path.iterdir()) == []


def test_no_group_where_none_can_be_made(tmp_path: Path) -> None:
    assert make_group(tmp_path / "nowhere", LIMITS) is None


def test_group_that_can_be_used(tmp_path: Path) -> None:
    make_files(tmp_path / "run")
    assert isinstance(make_group(tmp_path, LIMITS, name="run"), Cgroup)


# -------------------------------------------------------------------------------------------------- where to make one


def machine(root: Path, *, own: str, controllers: dict[str, str]) -> Path:
    """A /proc/self and a hierarchy whose groups hand down these controllers."""
    mount = root / "cgroup"
    for group, names in controllers.items():
        (mount / group).mkdir(parents=True, exist_ok=True)
        (mount / group / "cgroup.subtree_control").write_text(names)
        (mount / group / "cgroup.procs").write_text("")
    proc = root / "self"
    proc.mkdir()
    (proc / "cgroup").write_text(f"4:memory:/elsewhere\n0::/{own}\n")
    (proc / "mountinfo").write_text(
        f"25 1 0:22 / / rw shared:1 - ext4 /dev/vda rw\n30 25 0:26 / {mount} rw,nosuid - cgroup2 cgroup2 rw\n"
    )
    return proc


def test_own_group_if_it_hands_down_memory(tmp_path: Path) -> None:
    proc = machine(tmp_path, own="a/b", controllers={"a": "", "a/b": "cpu memory pids\n"})
    assert usable_base(proc=proc) == tmp_path / "cgroup/a/b"


def test_group_above_if_it_hands_down_memory(tmp_path: Path) -> None:
    proc = machine(tmp_path, own="a/b", controllers={"a": "cpu memory\n", "a/b": ""})
    assert usable_base(proc=proc) == tmp_path / "cgroup/a"


def test_no_group_further_above(tmp_path: Path) -> None:
    proc = machine(tmp_path, own="a/b/c", controllers={"a": "cpu memory\n", "a/b": "cpu\n", "a/b/c": ""})
    assert usable_base(proc=proc) is None


def test_nothing_above_the_root(tmp_path: Path) -> None:
    assert usable_base(proc=machine(tmp_path, own="", controllers={"": "cpu\n"})) is None


def test_group_that_is_not_there(tmp_path: Path) -> None:
    assert usable_base(proc=machine(tmp_path, own="a/b", controllers={})) is None


@pytest.mark.parametrize("missing", ["cgroup", "mountinfo"])
def test_machine_without_control_groups(tmp_path: Path, missing: str) -> None:
    proc = machine(tmp_path, own="a", controllers={"a": "memory\n"})
    (proc / missing).unlink()
    assert usable_base(proc=proc) is None


def test_machine_with_version_1_only(tmp_path: Path) -> None:
    proc = machine(tmp_path, own="a", controllers={"a": "memory\n"})
    (proc / "cgroup").write_text("4:memory:/a\n")
    assert usable_base(proc=proc) is None


def test_tree_of_processes_where_no_group_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.campaign.runner.usable_base", lambda: None)
    assert isinstance(confine(LIMITS), ProcessTree)
    monkeypatch.setattr("whet.campaign.runner.usable_base", lambda: tmp_path)  # the files are missing
    assert isinstance(confine(LIMITS), ProcessTree)
