"""The truth about a program: compiled by gcc and run.

FALSE is shown by one run that reaches the error.  TRUE cannot be shown by running, only refuted: no run on a set of
inputs reaches the error.  A program that reads no input has only one run, and there it is a proof.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.verdicts.programs import KnownProgram
from tests.verdicts.running import Machine
from whet.task.dangers import Danger
from whet.task.properties import Never, UnreachableCall, UnreachableLabel

SURROUNDINGS = Path(__file__).parent / "surroundings.c"
GCC = ("gcc", "-O0", "-fwrapv", "-w", "-fno-pie", "-no-pie")
GCC_MACHINE = {Machine.LP64: ("-m64",), Machine.ILP32: ("-m32", "-msse2", "-mfpmath=sse")}
REACHED = 99
RUN_SECONDS = 10.0
SAMPLE_SECONDS = 0.3
"""Of a run that is one of many: some programs wait, or run for ever."""
_READS = re.compile(r"__VERIFIER_nondet|\brand\(|\bargv\b|\bargc\b|stdin|getchar|scanf|fgets|\bread\(|getenv|envp|nondet\.h")
_OWN_ERROR = re.compile(r"\breach_error\s*\([^)]*\)\s*\{")
_INT_MAX, _INT_MIN = 2**31 - 1, -(2**31)
_SANITIZERS = {
    Danger("division"): ("integer-divide-by-zero",),
    Danger("overflow"): ("signed-integer-overflow", "shift-base"),
    Danger("shift"): ("shift-exponent",),
    Danger("array"): ("bounds",),
    Danger("alignment"): ("alignment",),
    Danger("aliasing"): (),
    Danger("pointer"): ("pointer-overflow",),
    Danger("conversion"): ("float-cast-overflow",),
    Danger("unreachable"): ("unreachable",),
    Danger("contract"): ("nonnull-attribute", "returns-nonnull-attribute", "builtin", "address"),
    Danger("memory"): ("address",),
    Danger("free"): ("address",),
    Danger("leak"): ("address",),
    Danger("uninitialised"): (),
    Danger("sequence"): (),
}
"""What gcc calls the dangers that it looks for; with -fwrapv it finds no overflow.  What is only not freed it does not mind.

A program about a danger that gcc does not look for is compiled and run all the same: it must not fail in another way.
"""
_AT_FAULTS = f"exitcode={REACHED}:detect_leaks=1:detect_stack_use_after_return=1"


class NotCompiled(Exception):
    """gcc rejects the program."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a compiled program is given."""

    numbers: str = ""
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    environment: tuple[tuple[str, str], ...] = field(default_factory=tuple)


def compile_program(program: KnownProgram, folder: Path) -> Path:
    """The executable; raises ``NotCompiled``."""
    source = folder / f"{program.path.stem}.c"
    source.write_bytes(_marked(program))
    units = [str(source), str(_surroundings(program.machine, folder))]
    if other := program.head.get("OTHER UNIT"):
        (folder / "other_unit.c").write_text(other + "\n")
        units.append(str(folder / "other_unit.c"))
    options = [*GCC, *GCC_MACHINE[program.machine], "-iquote", str(program.path.parent), *_watching(program)]
    target = folder / program.path.stem
    done = subprocess.run([*options, *units, "-o", str(target), "-lm", "-lpthread"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotCompiled(done.stderr)
    return target


@cache
def _surroundings(machine: Machine, folder: Path) -> Path:
    target = folder / f"surroundings_{machine}.o"
    subprocess.run([*GCC, *GCC_MACHINE[machine], "-c", str(SURROUNDINGS), "-o", str(target)], check=True, timeout=60)
    return target


def _marked(program: KnownProgram) -> bytes:
    """The text of the program, with an end at the label that must not be reached."""
    text = program.path.read_bytes()
    for condition in program.specification.conditions:
        if isinstance(condition, UnreachableLabel):
            text = text.replace(f"{condition.label}:".encode(), f"{condition.label}: whet_reached();".encode())
    return text


def _watching(program: KnownProgram) -> list[str]:
    """Options to notice the call of a function that has a body, or is one of the library's, and what goes wrong in arithmetic."""
    options = ["-finstrument-functions"] if _OWN_ERROR.search(program.path.read_text(encoding="latin-1")) else []
    for condition in program.specification.conditions:
        if isinstance(condition, Never):
            options += sanitized(condition.danger)
        if isinstance(condition, UnreachableCall) and "reach_error" not in condition.functions:
            for function in condition.functions:
                options += [f"-Wl,--wrap={function}", f"-Wl,--defsym=__wrap_{function}=whet_reached"]
    return options


def sanitized(danger: Danger) -> list[str]:
    """Options to stop a program where this goes wrong; ``surroundings.c`` has what is called then."""
    return ["-fno-wrapv", *(f"-fsanitize={name}" for name in _SANITIZERS[danger]), "-fno-sanitize-recover=all"]


def reaches_the_error(executable: Path, run: Run, seconds: float = RUN_SECONDS) -> bool:
    """A run that crashes or takes too long does not."""
    environment = {**os.environ, "WHET_INPUT": run.numbers, "ASAN_OPTIONS": _AT_FAULTS, **dict(run.environment)}
    try:
        done = subprocess.run(
            [str(executable), *run.arguments],
            input=run.stdin,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == REACHED


def listed_run(program: KnownProgram) -> Run:
    """The run that the head of the program describes."""
    head = program.head
    stdin = head.get("STDIN", "").encode("latin-1").decode("unicode_escape").encode("latin-1")
    environment = tuple((name, value) for name, _, value in (item.partition("=") for item in head.get("ENVIRONMENT", "").split()))
    return Run(head.get("INPUT", ""), tuple(shlex.split(head.get("ARGUMENTS", ""))), stdin, environment)


def sample_runs(program: KnownProgram) -> Iterator[Run]:
    """Zeros, ones, extremes and random numbers, which arguments and lines of text accompany; one run if nothing is read."""
    yield listed_run(program)
    if not _READS.search(program.path.read_text(encoding="latin-1")):
        return
    for number, arguments, stdin in zip(_numbers(), _arguments(), _texts(), strict=True):
        yield Run(number, arguments, stdin, (("X", arguments[0]),) if arguments else ())


_SAMPLES = 24


def _numbers() -> Iterator[str]:
    for value in (0, 1, -1, 2, 3, 7, 10, 255, _INT_MAX, _INT_MIN, 2**32 - 1, 2**63 - 1):
        yield " ".join([str(value)] * 100)
    choose = random.Random(1)
    for reach in (3, 10, 100, 2**31, 2**63, 3, 10, 100, 300, 3, 10, 20):
        yield " ".join(str(choose.randint(-reach, reach)) for _ in range(100))


def _arguments() -> Iterator[tuple[str, ...]]:
    fixed = [
        (),
        ("x",),
        ("1",),
        ("-1",),
        ("7", "5"),
        ("hello", "world"),
        ("-h",),
        ("",),
        ("1", "2", "3"),
        ("-v", "x"),
        ("999999999999",),
    ]
    choose = random.Random(2)
    yield from fixed
    for _ in range(_SAMPLES - len(fixed)):
        yield tuple(str(choose.randint(-20, 20)) for _ in range(choose.randint(0, 4)))


def _texts() -> Iterator[bytes]:
    fixed = [
        b"",
        b"\n",
        b"7\n",
        b"-1\n",
        b"q\n",
        b"hello world\n",
        b"1 2 3 4 5\n",
        b"a" * 300 + b"\n",
        b"0\n0\n0\n",
        b"2147483647\n",
    ]
    choose = random.Random(3)
    yield from fixed
    for length in range(_SAMPLES - len(fixed)):
        yield bytes(choose.choice(b"0123456789 +-*/()abcxyz\n") for _ in range(5 * length))
