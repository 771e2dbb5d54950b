"""What a program that is executed cannot do: the measures of the Linux kernel, taken in the child before it becomes the program.

Each measure is tried, because not every kernel or container allows it, and those that are in force are reported:

* *namespaces* (user_namespaces(7), network_namespaces(7)): a network without any device, and no privilege of root's;
* *system calls* (seccomp(2)): no socket, no other process, no tracing of others; threads are allowed;
* *files* (landlock(7)): nothing is made, changed or removed outside of the folders that are named; what the user may read can
  be read;
* *resources* (setrlimit(2)): CPU time, memory, size of files, no core.

Nothing of it can be undone by the program.  Invariant: ``Sandbox.enter`` runs between fork and exec, so it only calls the kernel.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Final

from whet.task.records import dataclass

NO_NETWORK: Final = "no network"
NO_PROCESSES: Final = "no sockets and no other processes"
NO_FILES: Final = "no files outside its folder are written"
LIMITED: Final = "limits on CPU time, memory and size of files"
MEASURES: Final = (LIMITED, NO_NETWORK, NO_FILES, NO_PROCESSES)

_FILE_BYTES = 1 << 24
"""What a program may write to one file."""


def _kernel() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sandbox:
    writable: tuple[str, ...]
    """Folders in which it may make and change files."""
    cpu_seconds: int | None
    memory_bytes: int | None
    """Of address space; None for sanitizers, which reserve it without limit."""
    traces_itself: bool = False
    """Does it start a helper that shares its memory, as leak detection does?"""
    kernel: ctypes.CDLL = field(default_factory=_kernel)
    """Loaded before the fork: another thread may hold the loader's lock then."""

    def enter(self, report: int) -> None:
        """Confine this process, and write the names of the active measures, a line each."""
        self._take(report, {**self._measures(), NO_PROCESSES: self._restrict_calls})

    def enter_without_filter(self, report: int) -> None:
        """The same but for system calls, for which the caller has a filter of its own; and without capabilities."""
        self._take(report, self._measures())
        if not (_keep_privileges(self.kernel) and _drop_capabilities(self.kernel)):
            raise OSError("the capabilities of this process cannot be dropped")

    def _measures(self) -> Mapping[str, Callable[[ctypes.CDLL], bool]]:
        return {LIMITED: self._limit, NO_NETWORK: _leave_network, NO_FILES: self._restrict_files}

    def _take(self, report: int, measures: Mapping[str, Callable[[ctypes.CDLL], bool]]) -> None:
        for name, measure in measures.items():
            if measure(self.kernel):
                os.write(report, f"{name}\n".encode())

    def _limit(self, _: ctypes.CDLL) -> bool:
        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_FSIZE, _FILE_BYTES)
        if self.cpu_seconds is not None:
            _lower(resource.RLIMIT_CPU, self.cpu_seconds, more=1)  # first a signal that says why, a second later one that ends
        if self.memory_bytes is not None:
            _lower(resource.RLIMIT_AS, self.memory_bytes)
        return True

    def _restrict_files(self, kernel: ctypes.CDLL) -> bool:
        return _restrict_files(kernel, self.writable)

    def _restrict_calls(self, kernel: ctypes.CDLL) -> bool:
        instructions = _filter(is_tracing_allowed=self.traces_itself)
        if instructions is None or not _keep_privileges(kernel):
            return False
        program = _Program(len(instructions) // 8, instructions)
        return bool(kernel.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0)


def _lower(kind: int, amount: int, more: int = 0) -> None:
    """Lower a limit, and its hard limit to ``more`` above it."""
    _, hard = resource.getrlimit(kind)
    most = amount + more if hard == resource.RLIM_INFINITY else min(amount + more, hard)
    resource.setrlimit(kind, (min(amount, most), most))


# ----------------------------------------------------------------------------------------------------------- capabilities

_CAPABILITIES_3 = 0x2008_0522


def _drop_capabilities(kernel: ctypes.CDLL) -> bool:
    """All of them (capabilities(7)); after ``no_new_privs`` no program gives them back, also not to root."""
    return bool(kernel.capset(struct.pack("=Ii", _CAPABILITIES_3, 0), struct.pack("=6I", *[0] * 6)) == 0)


# ------------------------------------------------------------------------------------------------------------ namespaces

_CLONE_NEWUSER = 0x1000_0000
_CLONE_NEWNET = 0x4000_0000
_CLONE_NEWIPC = 0x0800_0000


def _leave_network(kernel: ctypes.CDLL) -> bool:
    """A new user namespace gives the right to create the others, and removes all rights outside, also of root."""
    return bool(kernel.unshare(_CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC) == 0)


# -------------------------------------------------------------------------------------------------------------- landlock

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of system calls that are the same on every machine."""
_VERSION = 1
_PATH_BENEATH = 1
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Rights of version 1: write; remove and make files and folders of all kinds."""
_SINCE = {2: 1 << 13, 3: _TRUNCATE}
"""Rights that a version adds: move between folders, cut off."""
_SCOPES = 0b11
"""Since version 6: no abstract sockets of others, no signals to others."""
_PR_SET_NO_NEW_PRIVS = 38


def _restrict_files(kernel: ctypes.CDLL, writable: Sequence[str]) -> bool:
    version = kernel.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    rights = _CHANGES | sum(right for since, right in _SINCE.items() if version >= since)
    attributes = struct.pack("=QQQ", rights, 0, _SCOPES) if version >= 6 else struct.pack("=Q", rights)
    rules = kernel.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0 or not all(_allow(kernel, rules, folder, rights) for folder in writable):
        return False
    _allow(kernel, rules, os.devnull, rights & (_WRITE_FILE | _TRUNCATE))
    return bool(_keep_privileges(kernel) and kernel.syscall(_RESTRICT_SELF, rules, 0) == 0)


def _allow(kernel: ctypes.CDLL, rules: int, path: str, rights: int) -> bool:
    beneath = struct.pack("=Qi", rights, os.open(path, os.O_PATH | os.O_CLOEXEC))
    return bool(kernel.syscall(_ADD_RULE, rules, _PATH_BENEATH, beneath, 0) == 0)


def _keep_privileges(kernel: ctypes.CDLL) -> bool:
    """Required unless the process is root."""
    return bool(kernel.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


# --------------------------------------------------------------------------------------------------------------- seccomp

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_LOAD, _EQUAL, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x45, 0x06
"""Instructions of the classic Berkeley packet filter: load a word, jump if equal, jump if a bit is set, return."""
_AT_NUMBER, _AT_MACHINE, _AT_FIRST_ARGUMENT = 0, 4, 16
"""Offsets in ``struct seccomp_data``."""
_PERMIT, _REFUSE, _UNKNOWN_CALL = 0x7FFF_0000, 0x0005_0000 | 1, 0x0005_0000 | 38
"""Allow; fail with EPERM; fail with ENOSYS, after which the C library tries an older call."""
_CLONE_THREAD, _CLONE_VM, _CLONE_VFORK = 0x1_0000, 0x100, 0x4000
_X32 = 0x4000_0000
"""The bit of calls with 32-bit pointers on a 64-bit machine: all of them are refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calls:
    """The numbers of system calls on one machine, as the kernel's tables have them."""

    refused: tuple[int, ...]
    """socket, socketpair, socketcall; fork, vfork; ptrace, process_vm_writev; io_uring_setup; bpf; those that mount."""
    tracing: tuple[int, ...]
    clone: int


_CLONE3 = 435
_MACHINES: Final[Mapping[int, _Calls]] = {
    0xC000_003E: _Calls(refused=(41, 53, 57, 58, 311, 425, 321, 165, 272, 308), tracing=(101,), clone=56),  # x86-64
    0x4000_0003: _Calls(refused=(359, 360, 102, 2, 190, 348, 425, 357, 21, 310, 346), tracing=(26,), clone=120),  # i386
    0xC000_00B7: _Calls(refused=(198, 199, 271, 425, 280, 40, 97, 268), tracing=(117,), clone=220),  # aarch64
}
_NATIVE: Final[Mapping[str, tuple[int, ...]]] = {"x86_64": (0xC000_003E, 0x4000_0003), "aarch64": (0xC000_00B7,)}


def _instruction(code: int, value: int, when: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when, otherwise, value)


def _filter(*, is_tracing_allowed: bool) -> bytes | None:
    """A seccomp filter: the refused calls of each architecture; all other architectures are refused."""
    machines = _NATIVE.get(platform.machine())
    if machines is None:
        return None
    parts = [_instruction(_LOAD, _AT_MACHINE)]
    for machine in machines:
        rules = _rules(_MACHINES[machine], is_tracing_allowed=is_tracing_allowed)
        parts += [_instruction(_EQUAL, machine, 0, len(rules)), *rules]
    return b"".join([*parts, _instruction(_ANSWER, _REFUSE)])


def _rules(calls: _Calls, *, is_tracing_allowed: bool) -> list[bytes]:
    """A thread shares everything with the program; a tracing helper shares its memory and is not waited for."""
    refused = calls.refused if is_tracing_allowed else (*calls.refused, *calls.tracing)
    shares, parts = (_CLONE_VM, _CLONE_VFORK) if is_tracing_allowed else (_CLONE_THREAD, 0), []
    parts += [_instruction(_LOAD, _AT_NUMBER), _instruction(_ANY_BIT, _X32, 0, 1), _instruction(_ANSWER, _REFUSE)]
    for number in refused:
        parts += [_instruction(_EQUAL, number, 0, 1), _instruction(_ANSWER, _REFUSE)]
    parts += [_instruction(_EQUAL, _CLONE3, 0, 1), _instruction(_ANSWER, _UNKNOWN_CALL)]
    parts += [_instruction(_EQUAL, calls.clone, 0, 4), _instruction(_LOAD, _AT_FIRST_ARGUMENT)]
    parts += [_instruction(_ANY_BIT, shares[1], 1, 0), _instruction(_ANY_BIT, shares[0], 1, 0), _instruction(_ANSWER, _REFUSE)]
    return [*parts, _instruction(_ANSWER, _PERMIT)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))
