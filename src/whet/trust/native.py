"""Programs compiled by gcc and run for real: the last word on what a test does.

A program is compiled once for each ``Build`` and linked with one harness after another (``whet.report.harness``).  A run has
limits on time and memory, no input, and a folder of its own as its current directory; a test that hangs is a result like any
other.  How it ended the harness says by its exit status (``Status``).
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, IntEnum
from pathlib import Path
from typing import TypeAlias

from whet.task.records import dataclass
from whet.task.task import Machine

_COMPILE_SECONDS = 120
_STDERR_BYTES = 1 << 20
_FILE_BYTES = 1 << 24
"""What a program may write to one file."""
_LINE_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^\n]*$', re.MULTILINE)
_UNDEFINED = r"(?:program\.c:(?P<line>\d+):\d+: )?runtime error: (?P<undefined>.*)"
_ADDRESS = r"ERROR: AddressSanitizer:? (?P<address>[^\n]*?)(?: on (?:unknown )?address| on 0x| \(pc|\n|$)"
_REPORT = re.compile(f"{_UNDEFINED}|{_ADDRESS}")
_FRAME = re.compile(r"^ +#\d+ .*/program\.c:(\d+)", re.MULTILINE)
"""Of a stack: the innermost one that is in the program."""


class Status(IntEnum):
    """Exit statuses by which a harness says how the run ended."""

    ERROR = 99
    ABORTED = 98
    ASSUMPTION = 97
    EXHAUSTED = 96


class Build(Enum):
    """What a program is compiled for."""

    COVERAGE = ("--coverage", "-fwrapv")
    SANITIZED = ("-fsanitize=address,undefined", "-fno-omit-frame-pointer")


# --------------------------------------------------------------------------------------------------------- how a run ended


@dataclass(frozen=True, slots=True)
class RanToEnd:
    status: int

    def __str__(self) -> str:
        return f"exits with status {self.status}"


@dataclass(frozen=True, slots=True)
class RanIntoError:
    """An error function was called, or an assertion failed."""

    def __str__(self) -> str:
        return "error reached"


@dataclass(frozen=True, slots=True)
class RanIntoStop:
    """The program ended itself by ``abort()``, an assumption did not hold, or it asks for more inputs than there are."""

    by: str

    def __str__(self) -> str:
        return f"stopped by {self.by}"


@dataclass(frozen=True, slots=True)
class RanIntoSignal:
    number: int

    def __str__(self) -> str:
        return f"crashes: {signal.strsignal(self.number) or f'signal {self.number}'}"


@dataclass(frozen=True, slots=True)
class RanTooLong:
    seconds: float

    def __str__(self) -> str:
        return f"does not end within {self.seconds:g}s"


NativeEnd: TypeAlias = RanToEnd | RanIntoError | RanIntoStop | RanIntoSignal | RanTooLong


@dataclass(frozen=True, slots=True)
class SanitizerReport:
    """Such as ``heap-buffer-overflow`` or ``division by zero``, and the line of the program if it is told."""

    what: str
    line: int | None = None

    def __str__(self) -> str:
        return self.what if self.line is None else f"{self.what} (line {self.line})"


@dataclass(frozen=True, slots=True)
class NativeRun:
    end: NativeEnd
    reports: tuple[SanitizerReport, ...] = ()
    """What sanitizers had to say, in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeLimits:
    """Of one run; ``seconds`` are of wall time."""

    seconds: float = 5.0
    memory_bytes: int = 1 << 30


# ------------------------------------------------------------------------------------------------------------- compiling


class NotCompiled(Exception):
    """There is no compiler, or it refuses a program; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """gcc for one machine model."""

    path: str
    flags: tuple[str, ...]

    def run(self, *arguments: str, folder: Path) -> None:
        try:
            done = subprocess.run(
                [self.path, *self.flags, *arguments],
                cwd=folder,
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_COMPILE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise NotCompiled(f"{self.path} did not come to an end within {_COMPILE_SECONDS}s") from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            told = next((line for line in said if "error" in line), said[0] if said else "it gave no reason")
            raise NotCompiled(f"{self.path} does not compile it: {told}")


def machine_flags(machine: Machine) -> tuple[str, ...]:
    return ("-m32",) if machine is Machine.ILP32 else ("-m64",)


def find_compiler(machine: Machine, *, name: str = "gcc") -> Compiler:
    """Raises ``NotCompiled`` if there is none for this machine."""
    path = shutil.which(name)
    if path is None:
        raise NotCompiled(f"{name} is not installed")
    compiler = Compiler(path, machine_flags(machine))
    with tempfile.TemporaryDirectory(prefix="whet-") as folder:
        Path(folder, "empty.c").write_text("#include <stdlib.h>\nint main(void) { return 0; }\n", encoding="utf-8")
        try:
            compiler.run("empty.c", "-o", "empty", folder=Path(folder))
        except NotCompiled:
            hint = "; Debian's package gcc-multilib has what it needs" if machine is Machine.ILP32 else ""
            raise NotCompiled(f"{name} cannot make programs for {machine} ({' '.join(compiler.flags)}){hint}") from None
    return compiler


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeSource:
    """A C file, and what the compiler needs to know to read it."""

    path: Path
    include_folders: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    extra_flags: tuple[str, ...] = ()

    def flags(self) -> tuple[str, ...]:
        folders = [self.path.parent.resolve(), *(Path(folder).resolve() for folder in self.include_folders)]
        return (*(f"-I{folder}" for folder in folders), *(f"-D{name}" for name in self.defines), *self.extra_flags)


LINKED = ("-no-pie", "-lm", "-lpthread", "-Wl,--unresolved-symbols=ignore-all")
"""A function that nobody defines matters only to a run that calls it, and crashes."""


class NativeProgram:
    """One program compiled for one purpose, in a folder that nobody else uses."""

    def __init__(self, compiler: Compiler, source: NativeSource, build: Build, folder: Path) -> None:
        self._compiler = compiler
        self._build = build
        self.folder = folder
        text = _LINE_MARKER.sub(b"", source.path.read_bytes())  # positions are to be those of the given file
        (folder / "program.c").write_bytes(text)
        compiler.run("-c", "-g", "-w", "-O0", *build.value, *source.flags(), "program.c", "-o", "program.o", folder=folder)

    def link(self, harness: str) -> Path:
        """The program with a harness, given as C."""
        (self.folder / "harness.c").write_text(harness, encoding="utf-8")
        executable = self.folder / "test"
        counting = ("-DWHET_COVERAGE",) if self._build is Build.COVERAGE else ()
        self._compiler.run("-w", *counting, "-c", "harness.c", "-o", "harness.o", folder=self.folder)
        objects = ("program.o", "harness.o")
        self._compiler.run(*self._build.value, *objects, "-o", str(executable), *LINKED, folder=self.folder)
        return executable

    def run(self, executable: Path, limits: NativeLimits) -> NativeRun:
        with tempfile.TemporaryDirectory(prefix="whet-run-") as folder, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                [""],  # the name that the interpreter gives a program
                executable=executable,
                cwd=folder,
                env=_environment(limits),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
            with suppress(ProcessLookupError):  # it may have ended by now
                _limit(process.pid, limits, self._build)
            end = _waited(process, limits.seconds)
            errors.seek(0)
            said = errors.read(_STDERR_BYTES).decode("utf-8", "replace")
        return NativeRun(end, tuple(sanitizer_reports(said)))


def _environment(limits: NativeLimits) -> dict[str, str]:
    return {
        "PATH": os.defpath,
        "ASAN_OPTIONS": f"detect_leaks=0:hard_rss_limit_mb={limits.memory_bytes >> 20}:handle_abort=0",
        "UBSAN_OPTIONS": "print_stacktrace=0",
    }


def _limit(pid: int, limits: NativeLimits, build: Build) -> None:
    """A sanitizer reserves addresses without end, and is limited by its own option."""
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    if build is not Build.SANITIZED:
        resource.prlimit(pid, resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))


def _waited(process: subprocess.Popen[bytes], seconds: float) -> NativeEnd:
    try:
        return _end_of(process.wait(seconds))
    except subprocess.TimeoutExpired:
        process.terminate()  # the harness writes down what was covered
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        return RanTooLong(seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _end_of(status: int) -> NativeEnd:
    match status:
        case Status.ERROR:
            return RanIntoError()
        case Status.ABORTED:
            return RanIntoStop("abort()")
        case Status.ASSUMPTION:
            return RanIntoStop("an assumption")
        case Status.EXHAUSTED:
            return RanIntoStop("the end of its inputs")
        case _:
            return RanToEnd(status) if status >= 0 else RanIntoSignal(-status)


def sanitizer_reports(said: str) -> Iterator[SanitizerReport]:
    """Those in what a program wrote."""
    for found in _REPORT.finditer(said):
        if found["undefined"] is not None:
            yield SanitizerReport(found["undefined"].strip(), _number(found["line"]))
        else:
            frame = _FRAME.search(said, found.end())
            yield SanitizerReport(found["address"].strip(), None if frame is None else int(frame[1]))


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


__all__ = [
    "LINKED",
    "Build",
    "Compiler",
    "NativeEnd",
    "NativeLimits",
    "NativeProgram",
    "NativeRun",
    "NativeSource",
    "NotCompiled",
    "RanIntoError",
    "RanIntoSignal",
    "RanIntoStop",
    "RanToEnd",
    "RanTooLong",
    "SanitizerReport",
    "Status",
    "find_compiler",
    "machine_flags",
    "sanitizer_reports",
]
