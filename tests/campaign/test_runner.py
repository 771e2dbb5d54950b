"""Commands of every bad kind are ended, cleaned up and accounted for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.campaign import process_tree
from whet.campaign.process_tree import ListedChildren, ProcessTree, ScannedChildren, become_subreaper
from whet.campaign.records import RunLimits, Signalled, Stopped, ToolExecution, ToolExited
from whet.campaign.runner import OUTPUT_BYTES, Excerpt, ToolCommand, execute, gap_line
from whet.runtime.limits import Limit, Usage
from whet.runtime.processes import read_member

MEGABYTE = 1 << 20
LIMITS = RunLimits(cpu_seconds=20, wall_seconds=30, memory_bytes=1024 * MEGABYTE)

PRELUDE = """
import os, signal, sys, time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
def await_end(pid):
    while os.path.exists(f'/proc/{pid}'): time.sleep(0.01)
def daemon(work):
    # Forks twice, with a session of its own in between; comes back at once.
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            work()
        os._exit(0)
    os.wait()
"""


def limits(*, cpu: float = 20, wall: float = 30, memory: int = 1024 * MEGABYTE) -> RunLimits:
    return RunLimits(cpu_seconds=cpu, wall_seconds=wall, memory_bytes=memory)


class Tool:
    """Runs Python programs whose processes all carry a mark in their command lines."""

    def __init__(self) -> None:
        self.mark = f"whet-test-{uuid.uuid4().hex}"

    def command(self, program: str) -> ToolCommand:
        return ToolCommand((sys.executable, "-S", "-c", PRELUDE + textwrap.dedent(program), self.mark))

    def run(self, program: str, limits: RunLimits = LIMITS) -> ToolExecution:
        return execute(self.command(program), limits)

    def cpu_of_nothing(self) -> float:
        """What starting Python takes, which is counted with every program."""
        return self.run("pass").use.cpu_seconds

    def counts_once(self, use: Usage, seconds: float) -> bool:
        """Whether a program that burns so many seconds was counted, and no half of it twice."""
        return seconds <= use.cpu_seconds < 1.5 * seconds + 2 * self.cpu_of_nothing()

    def processes(self) -> list[int]:
        return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and self._is_marked(path)]

    def _is_marked(self, path: Path) -> bool:
        try:
            return self.mark.encode() in (path / "cmdline").read_bytes()
        except OSError:
            return False


@pytest.fixture
def tool() -> Iterator[Tool]:
    tool = Tool()
    before = zombies()
    yield tool
    assert tool.processes() == []
    assert zombies() == before


def zombies() -> list[int]:
    """The dead children of this process that nobody reaped."""
    members = (read_member(pid) for pid in ListedChildren().of(os.getpid()))
    return [member.pid for member in members if member is not None and member.is_zombie]


def wait_for(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 120
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


# ------------------------------------------------------------------------------------------------------ ordinary ends


@pytest.mark.parametrize("code", [0, 1, 3, 255])
def test_exit_code(tool: Tool, code: int) -> None:
    assert tool.run(f"sys.exit({code})").ending == ToolExited(code)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGXCPU])
def test_signal_of_its_own(tool: Tool, number: signal.Signals) -> None:
    assert tool.run(f"os.kill(os.getpid(), {number:d})").ending == Signalled(number)


def test_missing_executable_is_an_exit_code() -> None:
    execution = execute(ToolCommand(("whet-no-such-executable",)), LIMITS)
    assert execution.ending == ToolExited(127)
    assert "whet-no-such-executable" in execution.stderr


def test_missing_folder_is_an_error_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        execute(ToolCommand(("true",), folder=str(tmp_path / "nowhere")), LIMITS)


def test_output_is_kept_apart(tool: Tool) -> None:
    execution = tool.run("print('out'); print('err', file=sys.stderr)")
    assert (execution.stdout, execution.stderr) == ("out\n", "err\n")


def test_input_is_empty(tool: Tool) -> None:
    assert tool.run("print(repr(sys.stdin.read()))").stdout == "''\n"


def test_arguments_environment_and_folder_arrive(tmp_path: Path) -> None:
    arguments = ("a b", "$HOME", "*", "", "'\"", "-c")
    program = "import os, sys; print(sys.argv[1:]); print(os.environ['WHET_TEST']); print(os.getcwd())"
    command = ToolCommand((sys.executable, "-c", program, *arguments), {"WHET_TEST": "x=1 2"}, str(tmp_path))
    assert execute(command, LIMITS).stdout.splitlines() == [str(list(arguments)), "x=1 2", str(tmp_path)]


def test_environment_of_the_caller_is_kept_and_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHET_OUTER", "1")
    assert execute(ToolCommand(("sh", "-c", "echo $WHET_OUTER$WHET_INNER"), {"WHET_INNER": "2"}), LIMITS).stdout == "12\n"
    assert "WHET_INNER" not in os.environ


def test_trivial_command_is_quick() -> None:
    """Nothing sleeps until the next look at the limits: it takes not much longer than the command alone."""
    durations, alone = [], []
    for _ in range(10):
        started = time.perf_counter()
        subprocess.run(["true"], check=True)
        between = time.perf_counter()
        assert execute(ToolCommand(("true",)), LIMITS).ending == ToolExited(0)
        durations.append(time.perf_counter() - between)
        alone.append(between - started)
    assert min(durations) < 30 * min(alone)


# ------------------------------------------------------------------------------------------------------------- limits


def test_cpu_time_limit(tool: Tool) -> None:
    execution = tool.run("burn(60)", limits(cpu=0.5))
    assert execution.ending == Stopped(Limit.CPU_TIME)
    assert 0.45 < execution.use.cpu_seconds < 30


def test_cpu_time_of_several_children_is_summed(tool: Tool) -> None:
    program = """
    for _ in range(4):
        if os.fork() == 0:
            burn(0.4); os._exit(0)
    for _ in range(4): os.wait()
    """
    execution = tool.run(program, limits(cpu=1))
    assert execution.ending == Stopped(Limit.CPU_TIME)
    assert 0.9 < execution.use.cpu_seconds < 2 + 2 * tool.cpu_of_nothing()


def test_cpu_time_of_children_that_have_ended_counts(tool: Tool) -> None:
    program = """
    while True:
        if os.fork() == 0:
            burn(0.05); os._exit(0)
        os.wait()
    """
    assert tool.run(program, limits(cpu=0.6)).ending == Stopped(Limit.CPU_TIME)


def test_wall_time_limit(tool: Tool) -> None:
    execution = tool.run("time.sleep(60)", limits(wall=0.4))
    assert execution.ending == Stopped(Limit.WALL_TIME)
    assert 0.4 <= execution.use.wall_seconds < 30
    assert execution.use.cpu_seconds < 0.2 + 2 * tool.cpu_of_nothing()


def test_memory_limit(tool: Tool) -> None:
    execution = tool.run("x = []\nwhile True: x.append(b'x' * (1 << 20))", limits(memory=200 * MEGABYTE))
    assert execution.ending == Stopped(Limit.MEMORY)
    assert 200 * MEGABYTE < execution.use.memory_bytes < 1300 * MEGABYTE


def test_memory_of_several_children_is_summed(tool: Tool) -> None:
    program = """
    for _ in range(3):
        if os.fork() == 0:
            x = b'x' * (100 << 20); time.sleep(60)
    time.sleep(60)
    """
    assert tool.run(program, limits(memory=200 * MEGABYTE)).ending == Stopped(Limit.MEMORY)


def test_allocation_in_one_leap_fails_or_is_noticed(tool: Tool) -> None:
    program = """
    try: x = bytearray(20 << 30)
    except MemoryError: sys.exit(7)
    """
    assert tool.run(program, limits(memory=100 * MEGABYTE)).ending in (ToolExited(7), Stopped(Limit.MEMORY))


def test_peak_between_two_looks_counts(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An orphan's peak is the kernel's: it was not started from this process."""
    monkeypatch.setattr("whet.runtime.limits._SHORTEST", 10.0)
    monkeypatch.setattr("whet.runtime.limits._LONGEST", 10.0)
    program = """
    reader, writer = os.pipe()
    def work():
        x = b'x' * (300 << 20); os.write(writer, b'x'); os._exit(0)
    daemon(work)
    os.read(reader, 1); time.sleep(0.05)
    """
    execution = tool.run(program, limits(memory=200 * MEGABYTE))
    assert execution.ending == Stopped(Limit.MEMORY)
    assert execution.use.memory_bytes > 300 * MEGABYTE


def test_limits_that_are_not_reached_change_nothing(tool: Tool) -> None:
    assert tool.run("x = b'x' * (50 << 20); burn(0.1)", limits(cpu=5, wall=20, memory=500 * MEGABYTE)).ending == ToolExited(0)


def test_verdict_beyond_the_limit_does_not_count(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended by itself before anybody looked."""
    monkeypatch.setattr("whet.runtime.limits._SHORTEST", 10.0)
    assert tool.run("burn(0.5)", limits(cpu=0.3)).ending == Stopped(Limit.CPU_TIME)


def test_terminal_signals_do_not_help(tool: Tool) -> None:
    program = """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU): signal.signal(number, signal.SIG_IGN)
    while True: time.sleep(60)
    """
    assert tool.run(program, limits(wall=0.5)).ending == Stopped(Limit.WALL_TIME)


def test_many_processes_are_ended(tool: Tool) -> None:
    program = """
    for _ in range(7):
        if os.fork() == 0: os.setsid()
    time.sleep(60)
    """
    assert tool.run(program, limits(wall=1)).ending == Stopped(Limit.WALL_TIME)


@pytest.mark.parametrize("ending", [ToolExited(0), Stopped(Limit.WALL_TIME)])
def test_process_that_never_stays_the_same_is_ended(tool: Tool, ending: ToolExited | Stopped) -> None:
    """Every generation forks the next and ends, so whoever is found may be gone before it can be killed."""
    is_stopped = isinstance(ending, Stopped)
    program = f"""
    end = time.monotonic() + 20
    reader, writer = os.pipe()
    def work():
        while time.monotonic() < end:
            os.write(writer, b'x')
            if os.fork() != 0: os._exit(0)
            os.setsid()
    daemon(work)
    for _ in range(200): os.read(reader, 1)
    time.sleep({60 if is_stopped else 0})
    """
    execution = tool.run(program, limits(wall=1 if is_stopped else 30))
    assert execution.ending == ending
    assert execution.use.cpu_seconds > 0.02


# ------------------------------------------------------------------------------------------------------- who outlives


def test_child_that_outlives_the_command_is_killed(tool: Tool) -> None:
    program = """
    if os.fork() == 0: time.sleep(60)
    sys.exit(5)
    """
    execution = tool.run(program)
    assert execution.ending == ToolExited(5)
    assert execution.use.wall_seconds < 20


def test_daemon_is_killed_and_its_time_is_counted(tool: Tool) -> None:
    program = """
    reader, writer = os.pipe()
    def work():
        burn(0.5); os.write(writer, b'x'); time.sleep(60)
    daemon(work); os.read(reader, 1)
    """
    execution = tool.run(program)
    assert execution.ending == ToolExited(0)
    assert tool.counts_once(execution.use, 0.5)


def test_daemon_without_environment_is_killed(tool: Tool) -> None:
    program = (
        "daemon(lambda: os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(60)', *sys.argv[1:]], {}))"
    )
    assert tool.run(program).ending == ToolExited(0)


def test_daemon_that_burns_reaches_the_limit(tool: Tool) -> None:
    assert tool.run("daemon(lambda: burn(60)); time.sleep(60)", limits(cpu=0.5)).ending == Stopped(Limit.CPU_TIME)


def test_orphans_that_have_ended_are_counted_once(tool: Tool) -> None:
    """Each of these is reaped here, while the command goes on."""
    program = """
    reader, writer = os.pipe()
    def work():
        burn(0.2); os.write(writer, f'{os.getpid():9}'.encode()); os._exit(0)
    for _ in range(3): daemon(work)
    for _ in range(3): await_end(int(os.read(reader, 9)))
    """
    execution = tool.run(program)
    assert execution.ending == ToolExited(0)
    assert tool.counts_once(execution.use, 0.6)


def test_children_are_counted_once(tool: Tool) -> None:
    program = """
    for _ in range(3):
        if os.fork() == 0:
            if os.fork() == 0:
                burn(0.1); os._exit(0)
            os.wait(); burn(0.1); os._exit(0)
        os.wait()
    """
    assert tool.counts_once(tool.run(program).use, 0.6)


def test_unreaped_children_are_counted(tool: Tool) -> None:
    program = """
    child = os.fork()
    if child == 0:
        burn(0.4); os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    """
    assert tool.counts_once(tool.run(program).use, 0.4)


def test_time_of_children_nobody_waits_for_is_not_lost(tool: Tool) -> None:
    """With SIGCHLD ignored the kernel adds it to no account."""
    program = """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(2):
        child = os.fork()
        if child == 0:
            burn(0.4); time.sleep(0.5); os._exit(0)
        await_end(child)
    """
    execution = tool.run(program)
    assert execution.ending == ToolExited(0)
    assert 0.5 <= execution.use.cpu_seconds < 1.2 + 2 * tool.cpu_of_nothing()


def test_other_children_of_the_caller_are_left_alone(tool: Tool) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as neighbour:
        late: list[subprocess.Popen[bytes]] = []
        timer = threading.Timer(0.3, lambda: late.append(subprocess.Popen(["sleep", "60"], start_new_session=True)))
        timer.start()
        execution = tool.run("daemon(lambda: time.sleep(60)); time.sleep(1)")
        timer.join()
        assert execution.ending == ToolExited(0)
        assert [process.poll() for process in (neighbour, *late)] == [None, None]
        for process in (neighbour, *late):
            process.kill()
            process.wait()


def test_commands_in_several_threads(tool: Tool) -> None:
    endings: dict[int, ToolExecution] = {}

    def run(number: int) -> None:
        endings[number] = tool.run(f"daemon(lambda: time.sleep(60)); burn(0.2); sys.exit({number})")

    threads = [threading.Thread(target=run, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: execution.ending for number, execution in endings.items()} == {
        number: ToolExited(number) for number in range(3)
    }
    once = 0.6 + 2 * tool.cpu_of_nothing()
    assert all(0.2 <= execution.use.cpu_seconds < once for execution in endings.values())


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell that starts the tests in the background lets them ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_interrupt_ends_the_command(tool: Tool, tmp_path: Path, interruptible: None) -> None:
    def interrupt() -> None:
        wait_for((tmp_path / "started").exists)
        signal.raise_signal(signal.SIGINT)

    timer = threading.Thread(target=interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tool.run(f"open({str(tmp_path / 'started')!r}, 'w').close(); time.sleep(60)")
    timer.join()


def test_death_of_the_runner_ends_the_command(tool: Tool, tmp_path: Path) -> None:
    code = """
import sys
from whet.campaign.records import RunLimits
from whet.campaign.runner import ToolCommand, execute
limits = RunLimits(cpu_seconds=60, wall_seconds=60, memory_bytes=1 << 30)
execute(ToolCommand(("sh", "-c", "sleep 60 & echo >started; wait", sys.argv[1])), limits)
"""
    become_subreaper()
    with subprocess.Popen([sys.executable, "-c", code, tool.mark], cwd=tmp_path) as runner:
        assert wait_for((tmp_path / "started").exists)
        runner.kill()
    assert wait_for(lambda: not tool.processes())
    assert wait_for(lambda: len(zombies()) == 3)  # shell, sleep and guard
    for pid in zombies():
        os.waitpid(pid, 0)


def test_caller_that_ignores_its_children_is_told(tool: Tool) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with pytest.raises(ChildProcessError, match="SIGCHLD"):
            tool.run("daemon(lambda: time.sleep(60))")
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_nothing_is_ended_that_was_not_admitted() -> None:
    with pytest.raises(ValueError, match="nothing was admitted"):
        ProcessTree(LIMITS).end()


def test_without_lists_of_children(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "proc_children", ScannedChildren)
    execution = tool.run("daemon(lambda: burn(60)); time.sleep(60)", limits(cpu=0.5))
    assert execution.ending == Stopped(Limit.CPU_TIME)


# ------------------------------------------------------------------------------------------------------------- memory


def test_memory_is_measured(tool: Tool) -> None:
    little = tool.run("time.sleep(0.2)").use.memory_bytes
    much = tool.run("x = b'x' * (100 << 20); time.sleep(0.2)").use.memory_bytes
    assert 2 * MEGABYTE < little < 40 * MEGABYTE
    assert 95 * MEGABYTE < much - little < 115 * MEGABYTE


def test_memory_of_the_runner_does_not_count(tool: Tool) -> None:
    """The kernel lets a process inherit the peak of the one that started it."""
    ballast = bytearray(b"x") * (200 * MEGABYTE)
    assert tool.run("pass").use.memory_bytes < 100 * MEGABYTE
    del ballast


# ------------------------------------------------------------------------------------------------------------- output


def test_output_without_end(tool: Tool) -> None:
    execution = tool.run("print('begin')\nwhile True: print('x' * 1000)", limits(cpu=0.5))
    assert execution.ending == Stopped(Limit.CPU_TIME)
    assert len(execution.stdout) < OUTPUT_BYTES
    assert execution.stdout.startswith("begin\nxxx")
    assert "bytes of output were left out here" in execution.stdout


def test_end_of_a_long_output_is_kept(tool: Tool) -> None:
    execution = tool.run("print('x' * 5_000_000)\nprint('Verdict: TRUE')")
    assert execution.ending == ToolExited(0)
    assert execution.stdout.endswith("x\nVerdict: TRUE\n")


def test_output_that_is_not_text(tool: Tool) -> None:
    assert tool.run(r"sys.stdout.buffer.write(b'a\xff\x00b')").stdout == "a\ufffd\x00b"


@given(st.lists(st.binary(max_size=40)), st.integers(1, 60))
def test_excerpt_has_head_and_tail(chunks: list[bytes], size: int) -> None:
    whole = b"".join(chunks).hex().encode()
    excerpt = Excerpt(size)
    for chunk in chunks:
        excerpt.add(chunk.hex().encode())
    half = size // 2
    left_out = max(0, len(whole) - 2 * half)
    expected = whole if not left_out else whole[:half] + f"\n{gap_line(left_out)}\n".encode() + whole[len(whole) - half :]
    assert excerpt.text() == expected.decode()
