"""Each way the work in a child process can end."""

from __future__ import annotations

import faulthandler
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated, start_isolated
from whet.runtime.limits import Limits
from whet.runtime.processes import cpu_seconds

MEGABYTE = 1 << 20


def wait_for(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 120
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def spin() -> NoReturn:
    while True:
        pass


def crash() -> None:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)


def eat_memory() -> NoReturn:
    eaten = []
    while True:
        eaten.append(b"x" * MEGABYTE)


def test_result_comes_back() -> None:
    assert run_isolated(lambda: {"answer": 42}) == Finished({"answer": 42})


def test_limits_that_are_not_reached_change_nothing() -> None:
    limits = Limits(cpu_seconds=60, wall_seconds=60, memory_bytes=2048 * MEGABYTE)
    assert run_isolated(lambda: 1, limits=limits) == Finished(1)


def test_big_result_comes_back_whole() -> None:
    assert run_isolated(lambda: bytes(64 * MEGABYTE)) == Finished(bytes(64 * MEGABYTE))


def test_caller_is_not_changed() -> None:
    state = [1]
    limit = sys.getrecursionlimit()
    run_isolated(lambda: state.append(2))
    assert (state, sys.getrecursionlimit(), threading.stack_size()) == ([1], limit, 0)
    assert "LIBCLANG_NOTHREADS" not in os.environ


def test_environment_of_the_work() -> None:
    assert run_isolated(lambda: os.environ["LIBCLANG_NOTHREADS"]) == Finished("1")
    assert run_isolated(lambda: os.read(0, 1)) == Finished(b"")


def test_deep_recursion_through_native_frames() -> None:
    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + max(map(depth, [n - 1]))

    assert run_isolated(lambda: depth(50_000)) == Finished(50_000)


def test_endless_recursion_fails_with_a_short_traceback() -> None:
    def forever(n: int) -> int:
        return forever(n + 1)

    outcome = run_isolated(lambda: forever(0))
    assert isinstance(outcome, Failed)
    assert outcome.message.startswith("RecursionError")
    assert len(outcome.traceback) < 10_000


def test_exception_is_failed() -> None:
    outcome = run_isolated(lambda: int("x"))
    assert isinstance(outcome, Failed)
    assert outcome.message == "ValueError: invalid literal for int() with base 10: 'x'"
    assert "test_isolation.py" in outcome.traceback


def test_exit_is_failed() -> None:
    outcome = run_isolated(lambda: sys.exit(3))
    assert isinstance(outcome, Failed)
    assert outcome.message == "SystemExit: 3"
    assert run_isolated(lambda: os._exit(3)) == Failed("the process ended with status 3 and without a result", "")


def test_result_that_cannot_be_sent_is_failed() -> None:
    outcome = run_isolated(lambda: lambda: 1)
    assert isinstance(outcome, Failed)
    assert "pickle" in outcome.message


def test_crash_names_the_signal() -> None:
    outcome = run_isolated(crash)
    assert outcome == Crashed(signal.SIGSEGV)
    assert str(outcome) == "Segmentation fault"


def test_busy_loop_is_a_cpu_time_out() -> None:
    assert run_isolated(spin, limits=Limits(cpu_seconds=0.3)) == CpuTimeOut()


def test_cpu_time_of_a_grandchild_counts() -> None:
    def delegate() -> None:
        if os.fork() == 0:
            spin()
        time.sleep(60)

    assert run_isolated(delegate, limits=Limits(cpu_seconds=0.3, wall_seconds=30)) == CpuTimeOut()


def test_sleep_is_a_wall_time_out() -> None:
    started = time.monotonic()
    assert run_isolated(lambda: time.sleep(60), limits=Limits(wall_seconds=0.2)) == WallTimeOut()
    assert time.monotonic() - started < 50


def test_growing_memory_is_out_of_memory() -> None:
    assert run_isolated(eat_memory, limits=Limits(memory_bytes=300 * MEGABYTE)) == OutOfMemory()


def test_failed_allocation_is_out_of_memory() -> None:
    limits = Limits(memory_bytes=300 * MEGABYTE)
    assert run_isolated(lambda: bytearray(100_000 * MEGABYTE), limits=limits) == OutOfMemory()


def test_stopped_process_is_ended() -> None:
    outcome = run_isolated(lambda: os.kill(os.getpid(), signal.SIGSTOP), limits=Limits(wall_seconds=0.2))
    assert outcome == WallTimeOut()


@pytest.mark.parametrize("ending", [lambda: time.sleep(60), lambda: None, crash], ids=["time-out", "result", "crash"])
def test_grandchildren_are_ended(ending: Callable[[], None], tmp_path: Path) -> None:
    """Also when they hold the pipe open and the child is gone."""
    note = tmp_path / "grandchild"

    def leave_a_grandchild() -> None:
        grandchild = os.fork()
        if grandchild == 0:
            time.sleep(60)
        note.write_text(str(grandchild))
        ending()

    started = time.monotonic()
    run_isolated(leave_a_grandchild, limits=Limits(wall_seconds=2))
    assert wait_for(lambda: not is_running(int(note.read_text())))
    assert time.monotonic() - started < 50


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A process that was started in the background ignores interrupts; here they mean what they mean on a terminal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupt_ends_the_child(tmp_path: Path) -> None:
    note = tmp_path / "child"

    def interrupt_the_parent() -> None:
        note.write_text(str(os.getpid()))
        for _ in range(30):  # Python drops an interrupt that comes while it runs a finaliser or a callback
            time.sleep(1)
            os.kill(os.getppid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_isolated(interrupt_the_parent)
    assert not is_running(int(note.read_text()))


def test_child_dies_with_its_parent(tmp_path: Path) -> None:
    note = tmp_path / "child"

    def be_killed() -> None:
        def kill_the_parent() -> None:
            note.write_text(str(os.getpid()))
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(60)

        run_isolated(kill_the_parent)

    assert run_isolated(be_killed) == Crashed(signal.SIGKILL)
    assert wait_for(lambda: not is_running(int(note.read_text())))


# ------------------------------------------------------------------------------------------- children that are looked at


def test_child_that_goes_on_has_no_outcome_yet() -> None:
    reader, writer = os.pipe()
    with start_isolated(lambda: len(os.read(reader, 1))) as child:
        assert child.poll() is None
        os.write(writer, b"x")
        assert child.result() == Finished(1)
        assert child.poll() == Finished(1), "the outcome stays"
    os.close(reader)
    os.close(writer)


def test_child_that_is_stopped_leaves_no_process() -> None:
    child = start_isolated(lambda: time.sleep(60))
    pid = child._pid
    child.stop()
    child.stop()  # again does no harm
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(ValueError, match="stopped"):
        child.result()


def test_child_in_the_same_group_is_counted_and_ended_with_its_parent() -> None:
    """As those of isolated work that starts children itself: who looks from outside sees all of them."""

    def delegate() -> None:
        with start_isolated(spin, own_group=False):
            time.sleep(60)

    assert run_isolated(delegate, limits=Limits(cpu_seconds=0.3, wall_seconds=30)) == CpuTimeOut()


def test_child_in_the_same_group_is_measured_and_ended_alone(tmp_path: Path) -> None:
    note = tmp_path / "grandchild"

    def leave_a_grandchild() -> None:
        grandchild = os.fork()
        if grandchild == 0:
            spin()
        note.write_text(str(grandchild))
        time.sleep(60)

    with start_isolated(lambda: time.sleep(60), own_group=False) as sibling:
        with start_isolated(leave_a_grandchild, own_group=False) as child:
            assert wait_for(lambda: child.poll(0.1) is None and child.usage.cpu_seconds > 0.1), "what descends from it counts"
        assert wait_for(lambda: not is_running(int(note.read_text())))
        assert sibling.poll() is None
        assert sibling.usage.cpu_seconds < child.usage.cpu_seconds / 2


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_child_is_suspended_with_those_that_it_started(tmp_path: Path) -> None:
    def work() -> None:
        if (pid := os.fork()) == 0:
            spin()
        (tmp_path / "pid").write_text(str(pid))
        spin()

    with start_isolated(work, own_group=False) as child:
        assert wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
        both = [child.pid, int((tmp_path / "pid").read_text())]
        child.suspend()
        assert wait_for(lambda: all(is_stopped(pid) for pid in both))  # a process on another processor stops a little later
        before = [cpu_seconds(pid) for pid in both]
        time.sleep(0.2)
        assert [cpu_seconds(pid) for pid in both] == before
        child.resume()
        assert wait_for(lambda: all((cpu_seconds(pid) or 0.0) > (old or 0.0) for pid, old in zip(both, before, strict=True)))


def test_time_to_the_end_is_known_of_a_child_that_was_stopped() -> None:
    with start_isolated(spin, own_group=False) as child:
        time.sleep(0.5)
    assert child.usage.cpu_seconds > 0
    assert child.usage.wall_seconds >= 0.5


def test_limit_of_a_child_is_noticed_by_looking() -> None:
    with start_isolated(lambda: time.sleep(60), limits=Limits(wall_seconds=0.1)) as child:
        time.sleep(0.2)
        assert child.poll() == WallTimeOut()


def test_two_children_run_at_the_same_time() -> None:
    with start_isolated(lambda: time.sleep(60)) as slow, start_isolated(lambda: "first") as fast:
        ready, _, _ = select.select([slow.fileno(), fast.fileno()], [], [], 30)
        assert ready == [fast.fileno()]
        assert (fast.result(), slow.poll()) == (Finished("first"), None)
