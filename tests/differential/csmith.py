"""Random C programs, executed by the interpreter and by gcc: same output, or there is a bug.

    python -m tests.differential.csmith --count 1000 --machine LP64
    python -m tests.differential.csmith --count 500 --first 20001 --machine LP64 --library
    python -m tests.differential.csmith --count 500 --first 20001 --machine LP64 --asserts --seconds 5

The programs come from csmith with fixed seeds and the options below: sizes chosen so that the interpreter finishes
nearly all of them, and every second program with floating-point variables.  gcc compiles with ``-O0 -fwrapv``, and with
SSE arithmetic for 32 bits so that each floating type is evaluated in its own format.  A program that exceeds a limit
on either side counts as not finished.  csmith guards integers but not conversions from floating types: where the
interpreter reports undefined behaviour, gcc's sanitizers must report it too.

With ``--library`` each program calls functions of the C library on its globals before it prints its checksum.  With
``--asserts`` it asserts its checksum, once the right and once a wrong one, and every preset has to tell which is which (or
UNKNOWN).
"""

from __future__ import annotations

import argparse
import multiprocessing
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.differential.answers import FINDINGS, Kind, configuration, kind_of, result_of
from tests.differential.csmith_variants import with_assertion, with_library_calls
from whet.cfa.types import ILP32, LP64, MACHINE_MODELS, MachineModel
from whet.frontend.parse import parse_file
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import Limits
from whet.task.configuration import preset_names
from whet.task.preprocessing import Preprocessing

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
    command = ["csmith", "--seed", str(seed), *OPTIONS, *floats, "--output", path.name]
    subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=folder)  # it leaves a file where it runs
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


def compare_seed(seed: int, machine: MachineModel, folder: Path, *, library: bool = False) -> Comparison:
    path = generate(seed, folder)
    if library:
        path.write_text(with_library_calls(path.read_text(), seed))
    result = compare(path, machine)
    path.with_suffix(f".{machine}.exe").unlink(missing_ok=True)
    if not isinstance(result, Different):
        path.unlink()
    return result


# ---------------------------------------------------------------------------------------------------------- assertions


@dataclass(frozen=True, slots=True)
class Asserted:
    """What a preset says about a program that asserts its checksum."""

    preset: str
    truth: bool
    kind: Kind
    verdict: str


@dataclass(frozen=True, slots=True)
class AssertWork:
    seed: int
    machine: MachineModel
    presets: tuple[str, ...]
    folder: Path
    seconds: float
    library: bool


def asserted(work: AssertWork) -> tuple[int, list[Asserted]]:
    """The answers for both variants of a program; none if gcc's run does not end."""
    path = generate(work.seed, work.folder)
    if work.library:
        path.write_text(with_library_calls(path.read_text(), work.seed))
    output = run_compiled(path, work.machine)
    if isinstance(output, NotFinished) or "checksum = " not in output:
        return work.seed, []
    checksum = int(output.split("checksum = ")[1].split()[0], 16)
    text = path.read_text()
    variants = ((True, checksum), (False, checksum ^ 1 << work.seed % 32))
    return work.seed, [found for truth, value in variants for found in _asserted(work, with_assertion(text, value), truth)]


def _asserted(work: AssertWork, text: str, truth: bool) -> list[Asserted]:
    path = work.folder / f"seed{work.seed}.{work.machine}.{truth}.c"
    path.write_text(text)
    found = []
    for preset in work.presets:
        result = result_of(path, work.machine.name, preset, work.seconds, (HEADERS,))
        found.append(Asserted(preset, truth, kind_of(result, truth=truth), str(result.verdict)))
    if not any(item.kind in FINDINGS for item in found):
        path.unlink()
    return found


def assertions(args: argparse.Namespace, folder: Path) -> int:
    presets = tuple(preset_names() if args.presets == "all" else args.presets.split(","))
    for preset in presets:
        configuration(preset)  # before the fork, so that every worker has it
    machine = MACHINE_MODELS[args.machine]
    seeds = range(args.first, args.first + args.count)
    works = [AssertWork(seed, machine, presets, folder, args.seconds, args.library) for seed in seeds]
    counts: Counter[tuple[str, Kind]] = Counter()
    with multiprocessing.get_context("fork").Pool(args.workers) as pool:
        for seed, found in pool.imap(asserted, works):
            counts.update((item.preset, item.kind) for item in found)
            for item in (item for item in found if item.kind in FINDINGS):
                print(f"seed {seed} {item.preset} {machine}: {item.kind}: {item.verdict}, truth {item.truth}", flush=True)
    for preset in presets:
        print(f"{machine}, {preset}: " + ", ".join(f"{counts[preset, kind]} {kind}" for kind in Kind))
    return 1 if any(kind in FINDINGS for _, kind in counts) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the interpreter with gcc on random programs.")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--machine", choices=sorted(MACHINE_MODELS), default="LP64")
    parser.add_argument("--folder", type=Path, help="where programs that differ are kept")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--library", action="store_true", help="let the programs call functions of the C library")
    parser.add_argument("--asserts", action="store_true", help="verify programs that assert their checksum, or a wrong one")
    parser.add_argument("--presets", default="all", help="for --asserts: names with commas between them, or all")
    parser.add_argument("--seconds", type=float, default=5, help="for --asserts: CPU time for one verdict")
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp(prefix="csmith"))
    folder.mkdir(parents=True, exist_ok=True)
    return assertions(args, folder) if args.asserts else comparisons(args, folder)


def comparisons(args: argparse.Namespace, folder: Path) -> int:
    machine = MACHINE_MODELS[args.machine]
    seeds = range(args.first, args.first + args.count)
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(args.workers) as pool:
        results = pool.map(lambda seed: compare_seed(seed, machine, folder, library=args.library), seeds)
        for seed, result in zip(seeds, results, strict=True):
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
