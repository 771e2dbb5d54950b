"""A campaign: many inputs to one reader, each with limits, in worker processes that may die of them.

Input number ``n`` depends on the seed, the name of the reader and ``n`` alone, so one input can be made again.  A worker tells
over shared memory at which input it is; when a signal ends it, that input is a finding, and another worker goes on after it.  In
a worker, an audit hook refuses what no reader has to do: write, start a process, open a connection or, unless the reader is one
whose files name others, open another file than its input.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import mmap
import os
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NoReturn

from whet.runtime.deep_stack import STACK_BYTES
from whet.runtime.isolation import data_bytes
from whet.task.errors import TaskError


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Of one input; memory is that of a worker."""

    cpu_seconds: float = 5.0
    wall_seconds: float = 30.0
    memory_bytes: int = 10**9
    batch: int = 5000
    """Inputs of one worker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What is fed."""

    name: str
    samples: tuple[bytes, ...]
    """What it accepts, for the most part."""
    make: Callable[[Random], bytes]
    read: Callable[[Path], object]
    errors: tuple[type[Exception], ...] = (TaskError,)
    """What a reader may raise: mistakes that its user is told."""
    suffix: str = ""
    names_others: bool = False
    """May an input name other files that are to be read?"""
    links: tuple[str, ...] = ()
    """Other names under which the input is found, relative to its folder."""
    writes: bool = False
    """Does it write beside its input, as a database does?"""
    weight: int = 1
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class Finding:
    """What no reader may do."""

    reader: str
    index: int
    what: str
    """The same for the same defect, as far as one can tell."""
    detail: str = ""


@dataclass(slots=True)
class Tally:
    """A row of the table."""

    reader: str
    inputs: int = 0
    accepted: int = 0
    clean: int = 0
    findings: list[Finding] = field(default_factory=list)
    slowest: float = 0.0
    megabytes: float = 0.0

    def kinds(self) -> Mapping[str, list[Finding]]:
        found: dict[str, list[Finding]] = {}
        for each in self.findings:
            found.setdefault(each.what, []).append(each)
        return found


class Forbidden(BaseException):
    """A reader did what none has to do; no handler of errors catches it."""


def input_of(reader: Reader, seed: int, index: int) -> bytes:
    return reader.make(Random(f"{seed}/{reader.name}/{index}"))


# ---------------------------------------------------------------------------------------------------------- in the worker

_SHARED = struct.Struct("=qqqd")
"""The number of the input, how many were accepted and how many refused, and seconds of the slowest."""
_NEVER = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.kill",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.",
    "socket.",
    "pickle.find_class",
)


_BESIDE = {"w.c": "int main(void) { return 0; }\n", "unreach-call.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"}
"""Files that inputs may name."""


class _Guard:
    """The audit hook; it looks only while an input is read."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        self._allowed = (str(folder), sys.prefix, sys.base_prefix, str(Path(__file__).parents[2]))
        self._reader = reader
        self.is_on = False

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.is_on:
            return
        if event == "open":
            self._look(*arguments[:3])
        elif event.startswith(_NEVER):
            raise Forbidden(f"{event} {arguments!r:.100}")

    def _look(self, path: object, mode: object, flags: object) -> None:
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if writes and not self._reader.writes:
            raise Forbidden(f"{path!r} is opened for writing")
        is_elsewhere = isinstance(path, str) and not os.path.abspath(path).startswith(self._allowed)
        if is_elsewhere and not self._reader.names_others:
            raise Forbidden(f"{path!r} is opened")


def _worker(reader: Reader, seed: int, numbers: range, shared: mmap.mmap, pipe: int) -> NoReturn:
    """Leaves only by ``os._exit``: nothing of the parent's stack may run here."""
    try:
        with tempfile.TemporaryDirectory(prefix="fuzz-", dir=_memory_folder()) as folder:
            _prepare(reader.bounds)
            _feed(reader, seed, numbers, shared, pipe, Path(folder))
        os._exit(0)
    except BaseException:
        traceback.print_exc(file=sys.__stdout__)
        os._exit(1)


def _memory_folder() -> str | None:
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


def _prepare(bounds: Bounds) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.disable()  # what a signal did is told by the parent
    sys.dont_write_bytecode = True  # of what is imported late
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 2)  # libclang tells about its crashes there
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A copy of a parent that did much before must not begin with its memory used up.
    resource.setrlimit(resource.RLIMIT_DATA, (data_bytes() + bounds.memory_bytes + STACK_BYTES,) * 2)


def _feed(reader: Reader, seed: int, numbers: range, shared: mmap.mmap, pipe: int, folder: Path) -> None:
    path = furnished(reader, folder)
    guard = _Guard(folder, reader)
    sys.addaudithook(guard)
    _, accepted, clean, slowest = _SHARED.unpack_from(shared)
    for index in numbers:
        _SHARED.pack_into(shared, 0, index, accepted, clean, slowest)
        path.write_bytes(input_of(reader, seed, index))
        start = time.process_time()
        _set_timers(reader.bounds.cpu_seconds, reader.bounds.wall_seconds)
        finding = _read_one(reader, index, path, guard)
        _set_timers(0, 0)
        slowest = max(slowest, time.process_time() - start)
        if isinstance(finding, Finding):
            os.write(pipe, (json.dumps([finding.index, finding.what, finding.detail]) + "\n").encode())
        accepted, clean = accepted + (finding is None), clean + (finding is False)
        _SHARED.pack_into(shared, 0, index + 1, accepted, clean, slowest)


def furnished(reader: Reader, folder: Path) -> Path:
    """Put into a folder what the inputs of a reader may name; the path at which it finds its input."""
    path = folder / f"input{reader.suffix}"
    for name, text in _BESIDE.items():
        (folder / name).write_text(text)
    for link in reader.links:
        (folder / link).parent.mkdir(exist_ok=True)
        (folder / link).symlink_to(path)
    return path


def _set_timers(cpu: float, wall: float) -> None:
    """Nobody handles these signals: they end the worker wherever it is."""
    signal.setitimer(signal.ITIMER_PROF, cpu)
    signal.setitimer(signal.ITIMER_REAL, wall)


def _read_one(reader: Reader, index: int, path: Path, guard: _Guard) -> Finding | bool | None:
    """None if it is accepted, False if it is refused with an error for users."""
    guard.is_on = True
    try:
        reader.read(path)
        return None
    except reader.errors:
        return False
    except BaseException as error:
        return Finding(reader.name, index, *_described(error))
    finally:
        guard.is_on = False


def _described(error: BaseException) -> tuple[str, str]:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/whet/" in frame.filename] or list(frames)
    if isinstance(error, RecursionError):
        ours = ours[:6]
    where = ours[-1] if ours else None
    place = "" if where is None else f" in {where.filename.partition('/src/')[2] or where.filename}:{where.name}"
    return f"{type(error).__name__}{place}", f"{error}"[:300]


# ---------------------------------------------------------------------------------------------------------- in the parent


def campaign(reader: Reader, tally: Tally, *, seed: int, numbers: range) -> None:
    """Feed these inputs, and count what became of them."""
    at = numbers.start
    while at < numbers.stop:
        batch = range(at, min(numbers.stop, at + reader.bounds.batch))
        with mmap.mmap(-1, _SHARED.size) as shared:
            _SHARED.pack_into(shared, 0, at, 0, 0, 0.0)
            try:
                tally.findings += _batch(reader, seed, batch, shared, tally)
            finally:
                at, accepted, clean, slowest = _SHARED.unpack_from(shared)
                tally.accepted, tally.clean, tally.slowest = (
                    tally.accepted + accepted,
                    tally.clean + clean,
                    max(tally.slowest, slowest),
                )
                tally.inputs += at - batch.start


def _batch(reader: Reader, seed: int, numbers: range, shared: mmap.mmap, tally: Tally) -> Iterator[Finding]:
    """The findings of one worker; after the death of one, the input it had counts as read."""
    gc.collect()
    gc.freeze()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _worker(reader, seed, numbers, shared, writing)
    os.close(writing)
    try:
        with open(reading, encoding="utf-8") as lines:
            for line in lines:
                index, what, detail = json.loads(line)
                yield Finding(reader.name, index, what, detail)
    except BaseException:  # somebody interrupts the campaign
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise
    _, status, usage = os.wait4(pid, 0)
    tally.megabytes = max(tally.megabytes, usage.ru_maxrss / 1000)
    if status == 0:
        return
    index, *rest = _SHARED.unpack_from(shared)
    _SHARED.pack_into(shared, 0, index + 1, *rest)
    yield Finding(reader.name, index, _ended(status))


def _ended(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"the worker ended with exit code {os.waitstatus_to_exitcode(status)}"
    match os.WTERMSIG(status):
        case signal.SIGPROF:
            return "limit of CPU time"
        case signal.SIGALRM:
            return "limit of elapsed time"
        case number:
            with suppress(ValueError):
                return f"crash: {signal.Signals(number).name}"
            return f"crash: signal {number}"


# ------------------------------------------------------------------------------------------------------------ the table


def table(tallies: list[Tally]) -> list[str]:
    header = f"{'reader':16} {'inputs':>9} {'accepted':>9} {'clean errors':>12} {'findings':>8} {'slowest':>9} {'memory':>8}"
    return [header, *map(_row, tallies), _row(_all(tallies))] if len(tallies) > 1 else [header, *map(_row, tallies)]


def _all(tallies: list[Tally]) -> Tally:
    return Tally(
        "all",
        inputs=sum(each.inputs for each in tallies),
        accepted=sum(each.accepted for each in tallies),
        clean=sum(each.clean for each in tallies),
        findings=[finding for each in tallies for finding in each.findings],
        slowest=max(each.slowest for each in tallies),
        megabytes=max(each.megabytes for each in tallies),
    )


def _row(tally: Tally) -> str:
    numbers = f"{tally.inputs:>9} {tally.accepted:>9} {tally.clean:>12} {len(tally.findings):>8}"
    return f"{tally.reader:16} {numbers} {tally.slowest:>7.2f} s {tally.megabytes:>5.0f} MB"


def kinds(tallies: list[Tally]) -> Iterator[str]:
    """One line for each kind of finding, with the first of it."""
    for tally in tallies:
        for what, found in tally.kinds().items():
            yield f"{tally.reader}: {what}: {len(found)} times, first at input {found[0].index}: {found[0].detail}"
