"""A compiled program that is run again and again: a server inside of it forks for each test (``fork_server.c``).

The server is started in a sandbox: the limits, namespaces and Landlock rules of ``native.sandbox`` as far as the kernel has them,
no capabilities, and a filter of system calls (``native.system_calls``), without which nothing is executed.  This process decides
about each new process, thread and signal: one fork for each test, by the server itself; some threads; signals to the child alone.

The server and its children stay in the process group of this process, so ending or suspending the group includes them.
Limits of runs are CPU time: a run loses nothing while it is suspended, or waits for a processor.

Invariant: everything in the shared memory and in the pipe may have been written by the program.  A wrong value costs a test and
never more: numbers are checked, and no text is believed.  An error counts only with the secret of the test.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from whet.core.execution import CompiledRun, CompiledTest, NotExecuted
from whet.native.programs import HarnessStatus
from whet.native.sandbox import MEASURES, NO_PROCESSES, Sandbox
from whet.native.system_calls import CLONE_THREAD, TABLES, filter_in_c, filter_of
from whet.runtime.isolation import lift_resource_limits
from whet.runtime.limits import ActiveTime
from whet.runtime.processes import all_processes, cpu_seconds, read_member

SERVER: Final = Path(__file__).parent / "fork_server.c"
REFUSED: Final = 95
"""The exit status of a server or child that cannot be confined."""
REPORTED: Final = 94
"""The exit status after the report of a sanitizer."""
_CRASHES: Final = (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP)
MOST_VALUES: Final = 1 << 20
"""Values that a program is given in one run."""
TAIL: Final = 1024
MOST_TAILS: Final = 64
_EDGES = 1 << 16
_TEXT = 256
_HEAD = struct.Struct("=QQIIIIIIII")
_SHARED = _HEAD.size + _TEXT + _EDGES
_STDERR_BYTES = 1 << 20
_START_SECONDS = 10.0
_LOOK_SECONDS = 0.02
"""Between two looks at a run."""
_IDLE_SECONDS = 2.0
"""How long a run may sleep at most."""
_SLOWEST = 100
"""The part of a processor that a run has at least, as a divisor: a safety net."""
_ANSWER_BYTES = 12
_HELLO = b"served start"
_MOST_THREADS = 64
"""Of one run."""
_RECEIVE, _SEND, _CONTINUE = 0xC050_2100, 0xC018_2101, 1
"""seccomp_unotify(2)."""
_NOTICE = struct.Struct("=QIIiIQ6Q")
_REPLY = struct.Struct("=QqiI")


def shared_bytes(functions: int) -> int:
    return _SHARED + 2 * MOST_VALUES + 16 * MOST_VALUES + 16 * MOST_TAILS * max(functions, 1) * TAIL


def server_flags(functions: int, *, has_shadow: bool) -> list[str]:
    """Macros for compiling ``fork_server.c``."""
    instructions = filter_of(is_starting=False)
    if instructions is None:
        raise NotExecuted("programs are executed on x86-64 only: for other machines there is no filter of system calls")
    macros: dict[str, object] = {
        "ERROR": HarnessStatus.ERROR.value,
        "EXHAUSTED": HarnessStatus.EXHAUSTED.value,
        "REFUSED": REFUSED,
        "ANSWER_BYTES": _ANSWER_BYTES,
        "TAIL": TAIL,
        "FUNCTIONS": max(functions, 1),
        "MOST": MOST_VALUES,
        "SIZE": f"{shared_bytes(functions)}u",
        "HAS_SHADOW": int(has_shadow),
        "FILTER": filter_in_c(instructions),
    }
    return [f"-DWHET_{name}={value}" for name, value in macros.items()]


class ServedProgram:
    """One executable with a server; used as a context.  ``start`` raises ``NotExecuted``."""

    def __init__(
        self, executable: Path, functions: tuple[str, ...], *, memory_bytes: int = 1 << 30, has_shadow: bool = False
    ) -> None:
        self._executable = executable
        self.functions = functions
        self._functions = max(len(functions), 1)
        self._known = bytes(number if number < self._functions else 0 for number in range(256))
        self._memory_bytes = memory_bytes
        self._has_shadow = has_shadow
        self._process: subprocess.Popen[bytes] | None = None
        self._notices: int | None = None
        self._may_fork = False
        self._threads = 0
        self.not_in_force: tuple[str, ...] = ()
        self.seconds = 0.0
        """CPU time of all runs."""
        self.runs = 0

    # ------------------------------------------------------------------------------------------------------------- starting

    def start(self) -> None:
        instructions = filter_of(is_starting=True)
        if instructions is None:
            raise NotExecuted("programs are executed on x86-64 only: for other machines there is no filter of system calls")
        size = shared_bytes(self._functions)
        memory = os.memfd_create("whet-test")
        os.ftruncate(memory, size)
        self._shared = mmap.mmap(memory, size)
        self._errors = os.memfd_create("whet-errors")
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        own, other = socket.socketpair()
        listener = _Listener(instructions, other)
        sandbox = Sandbox(writable=(), cpu_seconds=None, memory_bytes=None if self._has_shadow else self._memory_bytes)
        parent = os.getpid()

        def enter() -> None:
            if os.getppid() != parent:
                os._exit(REFUSED)
            lift_resource_limits()  # those of this process, which are too low for the shadow memory of a sanitizer
            sandbox.enter_without_filter(other.fileno())
            listener.install()

        try:
            self._process = subprocess.Popen(
                [""],  # the name that the interpreter gives a program
                executable=self._executable,
                cwd="/",
                env={"WHET": f"{requests},{answers},{memory}", **_environment()},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=(requests, answers, memory),
                preexec_fn=enter,  # noqa: PLW1509  # which takes no lock
            )
        except subprocess.SubprocessError as problem:
            raise NotExecuted(f"the sandbox cannot be entered: {problem}") from None
        finally:
            for file in (requests, answers, memory):
                os.close(file)
            other.close()
        self._notices, in_force = _received(own)
        self.not_in_force = tuple(measure for measure in MEASURES if measure not in (*in_force, NO_PROCESSES))
        if self._notices is None:
            self.close()
            raise NotExecuted("the kernel has no seccomp filter that reports to another process, so no program is executed")
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self._poll.register(self._notices, select.POLLIN)
        try:
            if self._answer(_waits(_START_SECONDS)) != _HELLO:  # no fork is allowed before
                raise NotExecuted(f"the compiled program does not start within {_START_SECONDS:g}s")
        except NotExecuted:
            self.close()
            raise

    def close(self) -> None:
        """End all processes of it."""
        if self._process is None:
            return
        self._end_server()
        self._process = None
        if self._notices is not None:
            os.close(self._notices)
        for file in (self._requests, self._answers, self._errors):
            os.close(file)
        self._shared.close()

    def __enter__(self) -> ServedProgram:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --------------------------------------------------------------------------------------------------------------- inputs

    def set_tail(self, tail: int, function: int, values: Sequence[int | float]) -> None:
        """The values that a function returns after those of a test."""
        place = _SHARED + 18 * MOST_VALUES + 16 * TAIL * (tail * self._functions + function)
        self._shared[place : place + 16 * TAIL] = b"".join(_encoded(value) for value in values)

    def run(self, test: CompiledTest) -> CompiledRun:
        """Raises ``NotExecuted`` if the server is gone."""
        secret = self._write(test)
        is_late, status, spent, is_new = self._executed(test.seconds)
        head = _HEAD.unpack(self._shared[: _HEAD.size])
        text = bytes(self._shared[_HEAD.size : _HEAD.size + _TEXT]).split(b"\0")[0].decode("utf-8", "replace")
        self.runs += 1
        self.seconds += spent
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        ended = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        if ended == REFUSED:
            raise NotExecuted(text or "the kernel refuses to confine the program")
        return CompiledRun(
            status=ended,
            is_error=head[1] == secret and ended == HarnessStatus.ERROR,
            is_suspicious=ended == REPORTED or number in _CRASHES,
            is_late=is_late or (number in (signal.SIGXCPU, signal.SIGKILL) and spent >= test.seconds),
            is_short=ended == HarnessStatus.EXHAUSTED,
            is_new=is_new,
            asked=min(head[8], test.most, MOST_VALUES),
            text=text,
            seconds=spent,
        )

    def asked_functions(self, count: int) -> bytes:
        """The numbers of the functions that asked for values in the last run; those that are none are 0."""
        return self._shared[_SHARED : _SHARED + min(count, MOST_VALUES)].translate(self._known)

    def edges(self) -> list[int]:
        """Those of the last run, each with how often it was taken: a number for both."""
        counts = self._shared[_HEAD.size + _TEXT : _SHARED]
        return [8 * at + count.bit_length() - 1 for at, count in enumerate(counts) if count]

    def errors(self) -> str:
        """What the last run wrote to the standard error output, such as the report of a sanitizer."""
        return os.pread(self._errors, _STDERR_BYTES, 0).decode("utf-8", "replace")

    def _write(self, test: CompiledTest) -> int:
        values = test.values[: min(test.most, MOST_VALUES)]
        secret = secrets.randbits(64) or 1
        limit, megabytes = int(test.seconds) + 2, self._memory_bytes >> 20
        most = min(test.most, MOST_VALUES)
        self._shared[: _HEAD.size] = _HEAD.pack(secret, 0, len(values), most, test.tail, test.offset, limit, megabytes, 0, 0)
        self._shared[_HEAD.size] = 0
        tags = _SHARED + MOST_VALUES
        self._shared[tags : tags + len(values)] = bytes(isinstance(value, float) for value in values)
        begin = _SHARED + 2 * MOST_VALUES
        self._shared[begin : begin + 16 * len(values)] = b"".join(map(_encoded, values))
        return secret

    # -------------------------------------------------------------------------------------------------------------- a run

    def _executed(self, seconds: float) -> tuple[bool, int, float, bool]:
        """Was it late, its status, its CPU time, and was there an edge for the first time?"""
        process = self._process
        if process is None or process.poll() is not None:
            raise NotExecuted(f"the compiled program does not start: {self._why()}")
        self._may_fork, self._threads = True, 0
        os.write(self._requests, b"1")
        answer = self._answer(_RunLimit(seconds, self._child).is_reached)
        is_late = not answer
        if is_late:
            # End the child. If it is not known, the server is ended, and the kernel ends the child with it.
            if child := self._child():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            answer = self._answer(_waits(_START_SECONDS if child else _IDLE_SECONDS))
        if not answer:
            self._end_server()
            raise NotExecuted("the compiled program stopped answering")
        status, spent, is_new = struct.unpack("=III", answer)
        return is_late, status & 0xFFFF, spent / 1e6, bool(is_new)

    def _child(self) -> int | None:
        """The child that runs now: 0 if there is none yet, and None if its number is that of another process: it has ended, or
        overwrote it."""
        child: int = _HEAD.unpack(self._shared[: _HEAD.size])[9]
        assert self._process is not None
        return child if child == 0 or _is_child(child, self._process.pid) else None

    def _end_server(self) -> None:
        """First its children: those that the server made end with it, but code that runs before ``main`` may have made one."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        for child in _children(process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        process.kill()
        process.wait()

    def _why(self) -> str:
        process = self._process
        if process is not None and process.returncode == REFUSED:
            return "the kernel refuses to confine it"
        said = self.errors().strip().splitlines()
        return said[0][:200] if said else "its start-up fails"

    def _answer(self, is_over: Callable[[], bool]) -> bytes:
        """What the server answers; empty if it does not in time.  Questions about system calls are answered meanwhile."""
        assert self._notices is not None
        got = b""
        while len(got) < _ANSWER_BYTES:
            ready = self._poll.poll(_LOOK_SECONDS * 1000)
            if not any(file == self._answers for file, _ in ready) and is_over():
                return b""
            for file, events in ready:
                if file == self._notices:
                    self._decide() if events & select.POLLIN else self._poll.unregister(file)
                elif not (part := os.read(self._answers, _ANSWER_BYTES - len(got))):
                    self._end_server()
                    raise NotExecuted(f"the compiled program does not start: {self._why()}")
                else:
                    got += part
        return got

    def _decide(self) -> None:
        """About a system call that was reported."""
        assert self._notices is not None and self._process is not None
        notice = bytearray(_NOTICE.size)
        try:
            fcntl.ioctl(self._notices, _RECEIVE, notice)
        except OSError:  # the caller is gone
            return
        number, caller, _, call, machine, _, first, *_ = _NOTICE.unpack(notice)
        table = TABLES.get(machine)
        if table is None:
            is_allowed = False
        elif call == table.clone and first & CLONE_THREAD:
            self._threads += 1
            is_allowed = self._threads <= _MOST_THREADS
        elif call == table.clone:
            is_allowed, self._may_fork = self._may_fork and caller == self._process.pid, False
        else:
            to = first & 0xFFFF_FFFF
            is_allowed = call in table.signalling and (to == caller or _is_child(to, self._process.pid))
        reply = (number, 0, 0, _CONTINUE) if is_allowed else (number, 0, -errno.EPERM, 0)
        with suppress(OSError):
            fcntl.ioctl(self._notices, _SEND, _REPLY.pack(*reply))


def _waits(seconds: float) -> Callable[[], bool]:
    """Was that the time?"""
    active = ActiveTime()
    return lambda: active.look() > seconds


class _RunLimit:
    """Has the child used so much CPU time, or does it sleep?"""

    def __init__(self, seconds: float, child: Callable[[], int | None]) -> None:
        self._seconds = seconds
        self._child = child
        self._active = ActiveTime()
        self._used = 0.0
        self._moved = 0.0
        """When it was last seen to work."""

    def is_reached(self) -> bool:
        now = self._active.look()
        child = self._child()
        used = cpu_seconds(child) if child else None
        if child == 0:
            self._moved = now
        elif child is not None and used is not None and (used > self._used or not _is_idle(child)):
            self._used, self._moved = used, now
        is_idle = now - self._moved > min(self._seconds, _IDLE_SECONDS)
        return self._used >= self._seconds or is_idle or now > _SLOWEST * self._seconds + _START_SECONDS


def _is_idle(pid: int) -> bool:
    found = read_member(pid)
    return found is None or found.is_idle


def _encoded(value: int | float) -> bytes:
    """As ``whet_next`` reads it."""
    if isinstance(value, float):
        return struct.pack("=dQ", value, 0)
    return (value & ((1 << 128) - 1)).to_bytes(16, "little")


def _is_child(pid: int, parent: int) -> bool:
    found = read_member(pid)
    return found is not None and found.parent == parent


def _children(parent: int) -> list[int]:
    return [pid for pid in all_processes() if _is_child(pid, parent)]


def _environment() -> dict[str, str]:
    return {
        "PATH": os.defpath,
        "ASAN_OPTIONS": f"exitcode={REPORTED}:detect_leaks=0:handle_abort=0:symbolize=0:allocator_may_return_null=0",
        "UBSAN_OPTIONS": f"exitcode={REPORTED}:print_stacktrace=0:symbolize=0",
    }


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


_SECCOMP, _SET_FILTER, _NEW_LISTENER = 317, 1, 1 << 3
_PR_SET_PDEATHSIG = 1


class _Listener:
    """A filter whose questions another process answers; made before the fork."""

    def __init__(self, instructions: bytes, to: socket.socket) -> None:
        self._kernel = ctypes.CDLL(None, use_errno=True)
        self._program = _Program(len(instructions) // 8, instructions)
        self._to = to

    def install(self) -> None:
        """In the child: from here on every system call passes the filter.  Without one, nothing is executed."""
        self._kernel.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        made = self._kernel.syscall(_SECCOMP, _SET_FILTER, _NEW_LISTENER, ctypes.byref(self._program))
        if made < 0:
            os._exit(REFUSED)
        socket.send_fds(self._to, [b"\n"], [made])
        os.close(made)


def _received(sock: socket.socket) -> tuple[int | None, list[str]]:
    """The descriptor that questions come from, and the measures that are in force."""
    said, found = b"", None
    is_over = _waits(_START_SECONDS)
    with sock:
        sock.settimeout(_LOOK_SECONDS)
        with suppress(OSError):
            while not is_over():
                try:
                    part, files, _, _ = socket.recv_fds(sock, 4096, 1)
                except TimeoutError:
                    continue
                found = files[0] if files else found
                said += part
                if not part:
                    break
    return found, said.decode().split("\n")[:-1] if said else []
