"""Random C programs, executed by the interpreter and by gcc: same output, or there is a bug.

    python -m tests.differential.csmith --count 1000 --machine LP64

The programs come from csmith with fixed seeds and the options below: sizes chosen so that the interpreter finishes
nearly all of them, and every second program with floating-point variables.  gcc compiles with ``-O0 -fwrapv``, and with
SSE arithmetic for 32 bits so that each floating type is evaluated in its own format.  A program that exceeds a limit
on either side counts as not finished.  csmith guards integers but not conversions from floating types: where the
interpreter reports undefined behaviour, gcc's sanitizers must report it too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from whet.cfa.types import ILP32, LP64, MACHINE_MODELS, MachineModel
from whet.frontend.parse import parse_file
from whet.frontend.unit import Preprocessing
from whet.task.isolation import Finished, Limits, run_isolated
from whet.trust.inputs import ListedInputs
from whet.trust.interpreter import Interpreter
from whet.trust.outcomes import Exited

HEADERS = "/usr/include/csmith"
OPTIONS = (
    *("--max-funcs", "4", "--max-block-depth", "2", "--max-block-size", "3", "--max-expr-complexity", "8"),
    *("--max-array-dim", "2", "--max-array-len-per-dim", "6"),
    *("--packed-struct", "--unions", "--bitfields", "--volatiles", "--no-argc"),
)
GCC = ("gcc", "-O0", "-fwrapv", "-w", "-x", "c")
GCC_MACHINE = {ILP32: ("-m32", "-msse2", "-mfpmath=sse"), LP64: ("-m64",)}
SANITIZERS = ("-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all")
GCC_SECONDS = 5
INTERPRETER_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Same:
    output: str


@dataclass(frozen=True, slots=True)
class NotFinished:
    """One side did not come to an end within its limit."""

    reason: str


@dataclass(frozen=True, slots=True)
class Different:
    gcc: str
    interpreter: str


@dataclass(frozen=True, slots=True)
class BothUndefined:
    """The program has undefined behaviour, and both sides say so."""

    what: str


Comparison: TypeAlias = Same | NotFinished | Different | BothUndefined


def generate(seed: int, folder: Path) -> Path:
    """The program of a seed."""
    path = folder / f"seed{seed}.c"
    floats = ["--float"] if seed % 2 else []
    command = ["csmith", "--seed", str(seed), *OPTIONS, *floats, "--output", str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return path


def run_compiled(path: Path, machine: MachineModel, *options: str) -> str | NotFinished:
    program = path.with_suffix(f".{machine}.exe")
    compile_command = [*GCC, *GCC_MACHINE[machine], *options, f"-I{HEADERS}", str(path), "-o", str(program), "-lm"]
    subprocess.run(compile_command, check=True, capture_output=True, timeout=120)
    try:
        done = subprocess.run([str(program.resolve())], capture_output=True, timeout=GCC_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return NotFinished("gcc")
    return f"{done.stdout.decode()}exit {done.returncode}"


def is_undefined(path: Path, machine: MachineModel) -> bool:
    """Do gcc's sanitizers stop the program?"""
    checked = run_compiled(path, machine, *SANITIZERS)
    return isinstance(checked, str) and not checked.endswith("exit 0")


def run_interpreted(path: Path, machine: MachineModel) -> str:
    """What the interpreter says: the output and the exit status, or how else the run ended."""
    program = parse_file(str(path), machine=machine, preprocessing=Preprocessing((HEADERS,)))
    execution = Interpreter(program).run(ListedInputs())
    match execution.outcome:
        case Exited(status=status):
            return f"{execution.output.decode()}exit {status & 255}"
        case other:
            return f"{execution.output.decode()}{type(other).__name__}: {other}"


def compare(path: Path, machine: MachineModel) -> Comparison:
    expected = run_compiled(path, machine)
    if isinstance(expected, NotFinished):
        return expected
    limits = Limits(cpu_seconds=INTERPRETER_SECONDS, wall_seconds=4 * INTERPRETER_SECONDS)
    match run_isolated(lambda: run_interpreted(path, machine), limits=limits):
        case Finished(value=got) if got == expected:
            return Same(got)
        case Finished(value=got) if "UndefinedBehaviour" in got and is_undefined(path, machine):
            return BothUndefined(got)
        case Finished(value=got):
            return Different(expected, got)
        case other if "TimeOut" in type(other).__name__:
            return NotFinished("interpreter")
        case other:
            return Different(expected, str(other))


def compare_seed(seed: int, machine: MachineModel, folder: Path) -> Comparison:
    path = generate(seed, folder)
    result = compare(path, machine)
    path.with_suffix(f".{machine}.exe").unlink(missing_ok=True)
    if not isinstance(result, Different):
        path.unlink()
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the interpreter with gcc on random programs.")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--machine", choices=sorted(MACHINE_MODELS), default="LP64")
    parser.add_argument("--folder", type=Path, help="where programs that differ are kept")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp(prefix="csmith"))
    folder.mkdir(parents=True, exist_ok=True)
    machine = MACHINE_MODELS[args.machine]
    seeds = range(args.first, args.first + args.count)
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(args.workers) as pool:
        for seed, result in zip(seeds, pool.map(lambda seed: compare_seed(seed, machine, folder), seeds), strict=True):
            counts[_kind(result)] += 1
            if isinstance(result, Different):
                print(f"seed {seed} differs:\n  gcc: {result.gcc!r}\n  interpreter: {result.interpreter[:600]!r}", flush=True)
    print(
        f"{machine}, seeds {seeds.start} to {seeds.stop - 1}: " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
    )
    return 1 if counts["different"] else 0


def _kind(result: Comparison) -> str:
    match result:
        case Same():
            return "same"
        case NotFinished(reason=reason):
            return f"not finished by {reason}"
        case Different():
            return "different"
        case BothUndefined():
            return "undefined on both sides"


if __name__ == "__main__":
    sys.exit(main())
