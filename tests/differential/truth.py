"""What a small C program does for every input, found out by gcc and by running it.

``driver.c`` defines the input functions, and runs a program once for every vector of inputs.  The program is FALSE if a run
calls an error function or fails an assertion, and TRUE if none does.  ``gcc -O0 -fwrapv`` says which.  A program whose runs
differ when optimised, or when the sanitizers watch, has no truth unless it is meant to have undefined behaviour.
"""

from __future__ import annotations

import math
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from whet.cfa.types import ILP32, LP64, MachineModel

DRIVER = Path(__file__).parent / "driver.c"
GCC = ("gcc", "-fwrapv", "-std=gnu11", "-no-pie", "-fno-pie", "-Werror=implicit-function-declaration")
GCC_MACHINE = {ILP32: ("-m32", "-msse2", "-mfpmath=sse"), LP64: ("-m64",)}
PLAIN = ("-O0",)
OPTIMISED = ("-O2", "-fno-strict-aliasing")
SANITIZED = (
    *("-O0", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=shift-base,bool,enum"),
    "-fno-sanitize-recover=all",
)
ASAN_OPTIONS = "detect_leaks=0:exitcode=77:allocator_may_return_null=1"
COMPILE_SECONDS = 60
RUN_SECONDS = 60
ERROR_REACHED = 99
GOOD_ENDS = frozenset({0, 3, 134, 98, ERROR_REACHED})
"""Return from main, ``exit(3)``, ``abort()``, an assumption that does not hold, the error."""

Number: TypeAlias = int | float


@dataclass(frozen=True, slots=True)
class Inputs:
    """How many inputs a run may ask for, each below ``base``, and how many second translation units there are."""

    length: int
    base: int = 4
    environments: int = 1


@dataclass(frozen=True, slots=True)
class Run:
    status: int
    probes: tuple[tuple[int, Number], ...]


@dataclass(frozen=True, slots=True)
class NoTruth:
    """Nothing can be said about the program."""

    why: str


@cache
def _driver(folder: Path, machine: MachineModel) -> Path:
    compiled = folder / f"driver{os.getpid()}.{machine}.o"
    subprocess.run(
        [*GCC, *GCC_MACHINE[machine], "-w", "-c", str(DRIVER), "-o", str(compiled)], check=True, timeout=COMPILE_SECONDS
    )
    return compiled


@dataclass(frozen=True, slots=True)
class Compiler:
    """gcc for one machine, working in a folder."""

    folder: Path
    machine: MachineModel

    def runs(self, text: str, inputs: Inputs, options: Sequence[str] = PLAIN) -> list[Run] | NoTruth:
        """Every run of a program."""
        source, program = self.folder / f"truth{os.getpid()}.c", self.folder / f"truth{os.getpid()}.exe"
        source.write_text(text)
        flags = (*GCC, *GCC_MACHINE[self.machine], *options, "-finstrument-functions", "-Dmain=program_main")
        command = [*flags, str(source), str(_driver(self.folder, self.machine)), "-o", str(program), "-lm"]
        done = subprocess.run(command, capture_output=True, timeout=COMPILE_SECONDS, check=False)
        if done.returncode != 0:
            return NoTruth(f"gcc: {done.stderr.decode(errors='replace')[:2000]}")
        return _execute(program, inputs)


def _execute(program: Path, inputs: Inputs) -> list[Run] | NoTruth:
    command = [str(program), str(inputs.length), str(inputs.base), str(inputs.environments)]
    environment = {**os.environ, "ASAN_OPTIONS": ASAN_OPTIONS}
    try:
        done = subprocess.run(command, capture_output=True, timeout=RUN_SECONDS, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return NoTruth("the runs take too long")
    runs = _parse(done.stdout.decode(errors="replace"))
    bad = next((run.status for run in runs if run.status not in GOOD_ENDS), None)
    return runs if bad is None else NoTruth(f"a run ends with status {bad}: {done.stderr.decode(errors='replace')[:500]}")


def _parse(output: str) -> list[Run]:
    runs: list[Run] = []
    probes: list[tuple[int, Number]] = []
    for line in output.splitlines():
        match line.split():
            case ["V", *_]:
                probes = []
            case ["P", site, value]:
                probes.append((int(site), _number(value)))
            case ["E", status]:
                runs.append(Run(int(status), tuple(probes)))
            case _:
                pass  # cut short
    return runs


def _number(text: str) -> Number:
    if text.lstrip("+-").startswith(("0x", "inf", "nan")):
        return float.fromhex(text) if "nan" not in text else math.nan
    return int(text)


def runs_of(text: str, inputs: Inputs, compiler: Compiler, *, defined: bool) -> list[Run] | NoTruth:
    """Every run of a program; if it must be ``defined``, all ways of compiling it must agree."""
    plain = compiler.runs(text, inputs)
    if isinstance(plain, NoTruth) or not defined:
        return plain
    for options in (OPTIMISED, SANITIZED):
        other = compiler.runs(text, inputs, options)
        if isinstance(other, NoTruth):
            return other
        if str(other) != str(plain):  # as text, because a NaN differs from itself
            return NoTruth(f"{' '.join(options)} changes what the program does")
    return plain


def truth_of(text: str, inputs: Inputs, compiler: Compiler, *, defined: bool) -> bool | NoTruth:
    """Is the error unreachable?"""
    runs = runs_of(text, inputs, compiler, defined=defined)
    return runs if isinstance(runs, NoTruth) else all(run.status != ERROR_REACHED for run in runs)
