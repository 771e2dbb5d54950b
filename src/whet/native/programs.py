"""Programs compiled by gcc and executed.

A program is compiled once for each ``Build`` and linked with one harness after another (``whet.harness.run_harness``). A run has
limits on time and memory, no input, its own folder, and is confined (``whet.native.sandbox``). The harness reports its end by the
exit status (``HarnessStatus``).
"""

from __future__ import annotations

import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, IntEnum
from pathlib import Path
from typing import TypeAlias

from whet.native.sandbox import Sandbox
from whet.runtime.limits import ActiveTime
from whet.task.records import dataclass
from whet.task.task import Machine

_COMPILE_SECONDS = 120
_LOOK_SECONDS = 0.2
_STDERR_BYTES = 1 << 20
_LINE_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^\n]*$', re.MULTILINE)
_LABEL = rb"(?:(?<=[;{}:])|(?m:^))\s*%s\s*:(?!:)"
_CALL_AT_LABEL = rb"\g<0> {extern void whet_label(void); whet_label();}"
_UNDEFINED = r"(?:(?P<file>program(?:_\d+)?\.c):(?P<line>\d+):\d+: )?runtime error: (?P<undefined>.*)"
_ADDRESS = r"ERROR: AddressSanitizer:? (?P<address>[^\n]*?)(?: on (?:unknown )?address| on 0x| \(pc|\n|$)"
_LEAK = r"ERROR: (?P<leak>LeakSanitizer: detected memory leaks)"
_REPORT = re.compile(f"{_UNDEFINED}|{_ADDRESS}|{_LEAK}")
_FRAME = re.compile(r"^ +#\d+ .*/(?P<file>program(?:_\d+)?\.c):(?P<line>\d+)", re.MULTILINE)
"""The innermost stack frame in the program."""


class HarnessStatus(IntEnum):
    """Exit statuses of a harness."""

    ERROR = 99
    ABORTED = 98
    ASSUMPTION = 97
    EXHAUSTED = 96


class Build(Enum):
    """What a program is compiled for, and with which options."""

    PLAIN = ""  # not an empty tuple, of which enumerations of Python 3.11.2 lose the value
    COVERAGE = "--coverage -fwrapv"
    SANITIZED = "-fsanitize=address,undefined,float-cast-overflow -fno-omit-frame-pointer"

    @property
    def flags(self) -> list[str]:
        return self.value.split()


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
    """``abort()``, a violated assumption, or exhausted inputs."""

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
    """Such as ``heap-buffer-overflow`` or ``division by zero``, and the line of the program if it is known."""

    what: str
    line: int | None = None
    file: str | None = None
    """The file of the line, if the program has several: first the copy that was compiled, then the file itself."""

    @property
    def is_leak(self) -> bool:
        """Is it a memory leak? Leaks have no line, and are detected on request."""
        return self.what.startswith("LeakSanitizer")

    def __str__(self) -> str:
        return self.what if self.line is None else f"{self.what} (line {self.line})"


@dataclass(frozen=True, slots=True)
class NativeRun:
    end: NativeEnd
    reports: tuple[SanitizerReport, ...] = ()
    """Reports of sanitizers, in order."""
    confinement: tuple[str, ...] = ()
    """The measures of the sandbox that were in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeLimits:
    """Of one run; ``seconds`` are of wall time."""

    seconds: float = 5.0
    memory_bytes: int = 1 << 30
    arguments: int = 1
    """How many strings ``main`` is given; all are empty."""
    finds_leaks: bool = False
    """Are leaks reported, if the build has sanitizers?"""


# ------------------------------------------------------------------------------------------------------------- compiling


class NotCompiled(Exception):
    """There is no compiler, or it rejects the program; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Compiler:
    path: str
    flags: tuple[str, ...]

    def run(self, *arguments: str, folder: Path) -> None:
        with subprocess.Popen(
            [self.path, *self.flags, *arguments],
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            errors = self._waited(process)
        if process.returncode != 0:
            said = errors.decode("utf-8", "replace").strip().splitlines()
            told = next((line for line in said if "error" in line), said[0] if said else "it gave no reason")
            raise NotCompiled(f"{self.path} does not compile it: {told}")

    def _waited(self, process: subprocess.Popen[bytes]) -> bytes:
        """Its error output.  Time in which this process is suspended, and the compiler with it, does not count."""
        active = ActiveTime()
        try:
            while active.look() < _COMPILE_SECONDS:
                with suppress(subprocess.TimeoutExpired):
                    return process.communicate(timeout=_LOOK_SECONDS)[1]
            raise NotCompiled(f"{self.path} did not come to an end within {_COMPILE_SECONDS}s")
        finally:
            process.kill()


def machine_flags(machine: Machine) -> tuple[str, ...]:
    return ("-m32",) if machine is Machine.ILP32 else ("-m64",)


def find_compiler(machine: Machine, *, name: str = "gcc", within: str | None = None) -> Compiler:
    """Raises ``NotCompiled`` if there is none for this machine.  It is tried in a temporary folder, ``within`` another one if the
    process may be killed meanwhile."""
    path = shutil.which(name)
    if path is None:
        raise NotCompiled(f"{name} is not installed")
    compiler = Compiler(path, machine_flags(machine))
    with tempfile.TemporaryDirectory(prefix="whet-", dir=within) as folder:
        Path(folder, "empty.c").write_text("#include <stdlib.h>\nint main(void) { return 0; }\n", encoding="utf-8")
        try:
            compiler.run("empty.c", "-o", "empty", folder=Path(folder))
        except NotCompiled:
            hint = "; Debian's package gcc-multilib has what it needs" if machine is Machine.ILP32 else ""
            raise NotCompiled(f"{name} cannot make programs for {machine} ({' '.join(compiler.flags)}){hint}") from None
    return compiler


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeSource:
    """A C file and its compiler options."""

    path: Path
    include_folders: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    own_flags: tuple[tuple[str, str], ...] = ()
    """Options on headers and macros for this file alone."""
    standard: str | None = None
    dialect: tuple[str, ...] = ()
    """Options that change what the program means."""
    extra_flags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Labels at which the harness is to be called."""
    appended: str = ""
    """C that follows the file."""

    def text(self) -> bytes:
        """Positions are those of the given file, whatever it was made from."""
        text = _LINE_MARKER.sub(b"", self.path.read_bytes())
        for label in self.labels:
            text = re.sub(
                _LABEL % label.encode(), rb"\g<0> {extern void whet_label(void); whet_label();}", text, flags=re.MULTILINE
            )
        if not self.appended:
            return text
        return b"#define main main_of_the_program\n#line 1\n" + text + b"\n#undef main\n" + self.appended.encode()

    def flags(self) -> tuple[str, ...]:
        folders = [f"-I{Path(folder).resolve()}" for folder in self.include_folders]
        quoted = "-iquote" if self.own_flags else "-I"  # a folder for <...> would go before those that the file names
        own = [part for flag, argument in self.own_flags for part in (flag, _resolved(flag, argument))]
        standard = () if self.standard is None else ("-ansi" if self.standard == "ansi" else f"-std={self.standard}",)
        defines = (f"-D{name}" for name in self.defines)
        return (f"{quoted}{self.path.parent.resolve()}", *standard, *own, *folders, *defines, *self.dialect, *self.extra_flags)


COMPILED = ("-g", "-w", "-O0")
LINKED = ("-no-pie", "-lm", "-lpthread", "-Wl,--unresolved-symbols=ignore-all")
"""An undefined function matters only to a run that calls it, which crashes."""


class NativeProgram:
    """One program compiled for one purpose, in a folder of its own."""

    def __init__(
        self, compiler: Compiler, source: NativeSource, build: Build, folder: Path, others: Sequence[NativeSource] = ()
    ) -> None:
        self._compiler = compiler
        self._build = build
        self.folder = folder
        self._copies = {"program.c": source} | {f"program_{number}.c": each for number, each in enumerate(others, 2)}
        for copy, each in self._copies.items():
            (folder / copy).write_bytes(each.text())
            compiler.run("-c", *COMPILED, *build.flags, *each.flags(), copy, "-o", _object(copy), folder=folder)

    def link(self, harness: str) -> Path:
        (self.folder / "harness.c").write_text(harness, encoding="utf-8")
        executable = self.folder / "test"
        counting = ("-DWHET_COVERAGE",) if self._build is Build.COVERAGE else ()
        checked = self._build.flags if self._build is Build.SANITIZED else ()
        self._compiler.run("-g", "-w", *checked, *counting, "-c", "harness.c", "-o", "harness.o", folder=self.folder)
        objects = (*map(_object, self._copies), "harness.o")
        self._compiler.run(*self._build.flags, *objects, "-o", str(executable), *LINKED, folder=self.folder)
        return executable

    def run(self, executable: Path, limits: NativeLimits) -> NativeRun:
        with tempfile.TemporaryDirectory(prefix="whet-run-") as folder, tempfile.TemporaryFile() as errors:
            process, confinement = self._started(executable, limits, folder, errors.fileno())
            end = _waited(process, limits.seconds)
            errors.seek(0)
            said = errors.read(_STDERR_BYTES).decode("utf-8", "replace")
        return NativeRun(end, tuple(map(self._of_file, sanitizer_reports(said))), confinement)

    def _of_file(self, report: SanitizerReport) -> SanitizerReport:
        known = self._copies.get(report.file or "")
        return replace(report, file=None if known is None or len(self._copies) < 2 else str(known.path))

    def _started(
        self, executable: Path, limits: NativeLimits, folder: str, errors: int
    ) -> tuple[subprocess.Popen[bytes], tuple[str, ...]]:
        """The process, and how it is confined."""
        is_sanitized = self._build is Build.SANITIZED
        sandbox = Sandbox(
            writable=(folder, str(self.folder)) if self._build is Build.COVERAGE else (folder,),
            cpu_seconds=math.ceil(limits.seconds) + 1,
            memory_bytes=None if is_sanitized else limits.memory_bytes,
            traces_itself=is_sanitized and limits.finds_leaks,
        )
        reader, writer = os.pipe()
        try:
            process = subprocess.Popen(
                [""] * limits.arguments,  # the name that the interpreter gives a program
                executable=executable,
                cwd=folder,
                env=_environment(limits),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                preexec_fn=lambda: sandbox.enter(writer),  # noqa: PLW1509  # which takes no lock
            )
        finally:
            os.close(writer)
            with open(reader, encoding="utf-8") as pipe:
                told = tuple(pipe.read().splitlines())
        return process, told


def _environment(limits: NativeLimits) -> dict[str, str]:
    memory = f"hard_rss_limit_mb={limits.memory_bytes >> 20}"
    return {
        "PATH": os.defpath,
        "ASAN_OPTIONS": f"detect_leaks={int(limits.finds_leaks)}:{memory}:handle_abort=0",
        "UBSAN_OPTIONS": "print_stacktrace=0",
    }


def _waited(process: subprocess.Popen[bytes], seconds: float) -> NativeEnd:
    try:
        status = process.wait(seconds)
        match status:
            case _ if status == -signal.SIGXCPU:
                return RanTooLong(seconds)
            case HarnessStatus.ERROR:
                return RanIntoError()
            case HarnessStatus.ABORTED:
                return RanIntoStop("abort()")
            case HarnessStatus.ASSUMPTION:
                return RanIntoStop("an assumption")
            case HarnessStatus.EXHAUSTED:
                return RanIntoStop("the end of its inputs")
            case _:
                return RanToEnd(status) if status >= 0 else RanIntoSignal(-status)
    except subprocess.TimeoutExpired:
        process.terminate()  # the harness writes down what was covered
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        return RanTooLong(seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def sanitizer_reports(said: str) -> Iterator[SanitizerReport]:
    """The reports in the error output."""
    for found in _REPORT.finditer(said):
        if found["leak"] is not None:
            yield SanitizerReport(found["leak"])
        elif found["undefined"] is not None:
            yield SanitizerReport(found["undefined"].strip(), _number(found["line"]), found["file"])
        else:
            frame = _FRAME.search(said, found.end())
            line, file = (None, None) if frame is None else (int(frame["line"]), frame["file"])
            yield SanitizerReport(found["address"].strip(), line, file)


def _resolved(flag: str, argument: str) -> str:
    """The compiler runs in another folder."""
    return argument if flag in ("-D", "-U") else str(Path(argument).resolve())


def _object(copy: str) -> str:
    return f"{copy.removesuffix('.c')}.o"


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)
