"""The system calls of a program that is run again and again (``native.served``): a list of those allowed, for seccomp(2).

Allowed is what a program needs that computes, reads and prints: memory, time, reading of files.  Nothing on the list changes a
file, reaches another process, uses a network or waits for a device.  A call that starts a process or a thread or sends a signal
is reported to Whet, which decides (``FilterDecision.ASK``).

There are two filters.  The process has the first one from before it becomes the server.  The server adds the second one before
it forks, so that its children have both.  The kernel takes the stricter of both answers.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final

from whet.task.records import dataclass


class FilterDecision(IntEnum):
    """Answers of a filter, as the kernel numbers them."""

    ALLOW = 0x7FFF_0000
    REFUSE = 0x0005_0001
    """The call fails with EPERM."""
    UNKNOWN = 0x0005_0026
    """It fails with ENOSYS, after which the C library tries an older call."""
    ASK = 0x7FC0_0000


@dataclass(frozen=True, slots=True)
class CallTable:
    """The numbers of system calls on one machine; the same names on all."""

    allowed: tuple[int, ...]
    of_server: tuple[int, ...]
    """waitpid, wait4, setrlimit, ftruncate: what a program can do with them is harmless, because it has no children, no
    capabilities and no file that it may write to."""
    starting: tuple[int, ...]
    """execve, seccomp, sendmsg."""
    prctl: int
    opening: tuple[tuple[int, int], ...]
    """open and openat, with the position of their flags."""
    signalling: tuple[int, ...]
    """kill, tkill and tgkill."""
    clone: int
    ioctl: int
    fcntl: tuple[int, ...]
    prlimit: int


def _numbers(table: str) -> tuple[int, ...]:
    """Of calls that are written as ``name=number``."""
    return tuple(int(entry.partition("=")[2]) for entry in table.split())


X86_64: Final = 0xC000_003E
I386: Final = 0x4000_0003
TABLES: Final[Mapping[int, CallTable]] = {
    X86_64: CallTable(
        allowed=_numbers(
            """
            read=0 write=1 close=3 stat=4 fstat=5 lstat=6 poll=7 lseek=8 mmap=9 mprotect=10 munmap=11 brk=12
            rt_sigaction=13 rt_sigprocmask=14 rt_sigreturn=15 pread64=17 readv=19 writev=20 access=21 pipe=22 select=23
            sched_yield=24 mremap=25 mincore=27 madvise=28 dup=32 dup2=33 pause=34 nanosleep=35 getitimer=36 alarm=37
            setitimer=38 getpid=39 exit=60 uname=63 getcwd=79 readlink=89 gettimeofday=96 getrlimit=97 getrusage=98
            sysinfo=99 times=100 getuid=102 getgid=104 geteuid=107 getegid=108 getppid=110 sigaltstack=131 arch_prctl=158
            gettid=186 time=201 futex=202 sched_getaffinity=204 getdents64=217 set_tid_address=218 clock_gettime=228
            clock_getres=229 clock_nanosleep=230 exit_group=231 newfstatat=262 readlinkat=267 ppoll=271
            set_robust_list=273 dup3=292 pipe2=293 getrandom=318 membarrier=324 statx=332 rseq=334 close_range=436
            faccessat2=439
            """
        ),
        of_server=_numbers("wait4=61 setrlimit=160 ftruncate=77"),
        starting=_numbers("execve=59 seccomp=317 sendmsg=46"),
        prctl=157,
        opening=((2, 1), (257, 2)),
        signalling=_numbers("kill=62 tkill=200 tgkill=234"),
        clone=56,
        ioctl=16,
        fcntl=(72,),
        prlimit=302,
    ),
    I386: CallTable(
        allowed=_numbers(
            """
            exit=1 read=3 write=4 close=6 time=13 lseek=19 getpid=20 alarm=27 pause=29 access=33 dup=41 pipe=42 times=43
            brk=45 getgid=47 geteuid=49 getegid=50 dup2=63 getppid=64 getrusage=77 gettimeofday=78 readlink=85 mmap=90
            munmap=91 setitimer=104 getitimer=105 stat=106 lstat=107 fstat=108 sysinfo=116 sigreturn=119 uname=122
            mprotect=125 _llseek=140 _newselect=142 readv=145 writev=146 sched_yield=158 nanosleep=162 mremap=163 poll=168
            rt_sigreturn=173 rt_sigaction=174 rt_sigprocmask=175 pread64=180 getcwd=183 sigaltstack=186 ugetrlimit=191
            mmap2=192 stat64=195 lstat64=196 fstat64=197 getuid32=199 getgid32=200 geteuid32=201 getegid32=202 mincore=218
            madvise=219 getdents64=220 gettid=224 futex=240 sched_getaffinity=242 set_thread_area=243 exit_group=252
            set_tid_address=258 clock_gettime=265 clock_getres=266 clock_nanosleep=267 fstatat64=300 readlinkat=305
            ppoll=309 set_robust_list=311 dup3=330 pipe2=331 getrandom=355 membarrier=375 statx=383 arch_prctl=384
            rseq=386 clock_gettime64=403 clock_getres_time64=406 clock_nanosleep_time64=407 ppoll_time64=414
            futex_time64=422 close_range=436 faccessat2=439
            """
        ),
        of_server=_numbers("waitpid=7 wait4=114 setrlimit=75 ftruncate=93 ftruncate64=194"),
        starting=_numbers("execve=11 seccomp=354"),
        prctl=172,
        opening=((5, 1), (295, 2)),
        signalling=_numbers("kill=37 tkill=238 tgkill=270"),
        clone=120,
        ioctl=54,
        fcntl=(55, 221),
        prlimit=340,
    ),
}
_NATIVE: Final[Mapping[str, tuple[int, ...]]] = {"x86_64": (X86_64, I386)}

_CLONE3, _X32 = 435, 0x4000_0000
_WRITES: Final = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20_000_000
"""O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_TMPFILE."""
CLONE_THREAD: Final = 0x1_0000
_TCGETS: Final = 0x5401
_PR_SET_PDEATHSIG, _SIGKILL = 1, 9
_OF_DESCRIPTORS: Final = (0, 1, 2, 3, 4, 1030)
"""Operations of fcntl: F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC."""

_LOAD, _EQUAL, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x45, 0x06
_AT_NUMBER, _AT_MACHINE, _AT_ARGUMENTS = 0, 4, 16


def _instruction(code: int, value: int, when: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when, otherwise, value)


def _answer(decision: FilterDecision) -> bytes:
    return _instruction(_ANSWER, decision)


def _for_call(number: int, body: list[bytes]) -> Iterator[bytes]:
    """The body ends in an answer on every way."""
    yield _instruction(_EQUAL, number, 0, len(body))
    yield from body


def _load_argument(position: int) -> bytes:
    """The lower half, which is all that the kernel reads of the numbers that are tested here."""
    return _instruction(_LOAD, _AT_ARGUMENTS + 8 * position)


def _if_bits(position: int, bits: int, then: FilterDecision, otherwise: FilterDecision) -> list[bytes]:
    return [_load_argument(position), _instruction(_ANY_BIT, bits, 0, 1), _answer(then), _answer(otherwise)]


def _if_one_of(position: int, values: tuple[int, ...]) -> list[bytes]:
    tests = [_instruction(_EQUAL, value, len(values) - number, 0) for number, value in enumerate(values)]
    return [_load_argument(position), *tests, _answer(FilterDecision.REFUSE), _answer(FilterDecision.ALLOW)]


def _if_both(values: tuple[int, int]) -> list[bytes]:
    """The first two arguments."""
    first = [_load_argument(0), _instruction(_EQUAL, values[0], 0, 3)]
    return [
        *first,
        _load_argument(1),
        _instruction(_EQUAL, values[1], 0, 1),
        _answer(FilterDecision.ALLOW),
        _answer(FilterDecision.REFUSE),
    ]


def _rules(table: CallTable, *, is_starting: bool) -> list[bytes]:
    process = FilterDecision.ASK if is_starting else FilterDecision.ALLOW  # only the first filter has a supervisor
    parts = [_instruction(_LOAD, _AT_NUMBER), _instruction(_ANY_BIT, _X32, 0, 1), _answer(FilterDecision.REFUSE)]
    for number in (*table.allowed, *table.of_server, *((*table.starting, table.prctl) if is_starting else ())):
        parts += _for_call(number, [_answer(FilterDecision.ALLOW)])
    for number, flags in table.opening:
        parts += _for_call(number, _if_bits(flags, _WRITES, FilterDecision.REFUSE, FilterDecision.ALLOW))
    for number in table.fcntl:
        parts += _for_call(number, _if_one_of(1, _OF_DESCRIPTORS))
    for number in (*table.signalling, table.clone):
        parts += _for_call(number, [_answer(process)])
    parts += _for_call(table.ioctl, _if_one_of(1, (_TCGETS,)))
    parts += _for_call(table.prlimit, _if_one_of(0, (0,)))
    parts += _for_call(table.prctl, _if_both((_PR_SET_PDEATHSIG, _SIGKILL)))
    parts += _for_call(_CLONE3, [_answer(FilterDecision.UNKNOWN)])
    return [*parts, _answer(FilterDecision.REFUSE)]


def filter_of(*, is_starting: bool) -> bytes | None:
    """The instructions of a filter, of 8 bytes each; None if this machine has no table."""
    machines = _NATIVE.get(platform.machine())
    if machines is None:
        return None
    parts: list[bytes] = []
    for machine in machines:
        rules = _rules(TABLES[machine], is_starting=is_starting)
        parts += [_instruction(_LOAD, _AT_MACHINE), *_unless_machine(machine, rules)]
    return b"".join([*parts, _answer(FilterDecision.REFUSE)])


_JUMP = 0x05


def _unless_machine(machine: int, rules: list[bytes]) -> list[bytes]:
    """A conditional jump reaches 255 instructions, and there are more."""
    return [_instruction(_EQUAL, machine, 1, 0), _instruction(_JUMP, len(rules)), *rules]


def filter_in_c(instructions: bytes) -> str:
    """The elements of an array of ``struct sock_filter``."""
    parts = struct.iter_unpack("=HBBI", instructions)
    return ", ".join(f"{{{code}, {when}, {other}, {value}u}}" for code, when, other, value in parts)
