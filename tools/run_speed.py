"""Runs in a second of CPU time: interpreted, compiled as ``whet verify --execute`` does it, and by starting a program anew.

    python tools/run_speed.py [--32] FILE.c ...

Each engine runs for three seconds on zeros, of which a run may ask for a thousand.  All CPU time counts, that of child processes
included.  The last column compiles the program by ``gcc -O0`` and starts a process for each run,
without a sandbox.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from whet.algorithms.engine import targets_of
from whet.algorithms.input_search import branching_edges
from whet.cfa.model import Program
from whet.cfa.surroundings import Surroundings, surroundings_of
from whet.core.execution import CompiledTest
from whet.harness.compiled import sources_of
from whet.harness.execution import AllowedExecution
from whet.harness.run_harness import harness_text
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.pool import InputPool, InputVocabulary, StyledInputs
from whet.native.programs import Build, NativeProgram, find_compiler
from whet.session.program import read_program
from whet.task.task import Machine, Task

_SECONDS = 3.0
_STEPS = 1_000_000
_MOST = 1000
"""Values that a run may ask for."""


def cpu_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def rate(run: Callable[[], object], end: Callable[[], None]) -> float:
    begun, used, count = time.monotonic(), cpu_seconds(), 0
    while time.monotonic() - begun < _SECONDS:
        run()
        count += 1
    end()
    return count / (cpu_seconds() - used)


def interpreted(program: Program) -> float:
    interpreter, edges, hits = Interpreter(program), branching_edges(program), bytearray(len(branching_edges(program)))
    pool = InputPool(InputVocabulary((0,), (0.0,), ()))
    zeros = StyledInputs(pool.random, 0, pool.vocabulary, most=_MOST)
    run = partial(interpreter.count, edges=edges, hits=hits, steps=_STEPS)
    run(zeros)  # which makes the code
    return rate(lambda: run(StyledInputs(pool.random, 0, pool.vocabulary, most=_MOST)), lambda: None)


def compiled(task: Task, around: Surroundings, folder: str) -> float:
    served = AllowedExecution(task, around, folder).compiled([], is_strict=False)
    served.start()
    return rate(lambda: served.run(CompiledTest(values=(), tail=0, offset=0, most=_MOST, seconds=10.0)), served.close)


def started(task: Task, around: Surroundings, folder: Path) -> float:
    (source,) = sources_of(task, around)
    program = NativeProgram(find_compiler(task.machine), source, Build.PLAIN, folder)
    executable = str(program.link(harness_text([], around, title="Zeros.")))
    nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    return rate(lambda: os.waitpid(os.posix_spawn(executable, ["p"], {}, file_actions=nowhere), 0), lambda: None)


def main() -> None:
    machine = Machine.ILP32 if "--32" in sys.argv else Machine.LP64
    print("| program | interpreted | compiled | gcc -O0, a process for each run |\n|---|---|---|---|")
    for file in (each for each in sys.argv[1:] if each != "--32"):
        task = Task(files=(file,), machine=machine)
        program, targets = read_program(task), targets_of(task.property)
        around = surroundings_of(program, targets.functions, targets.labels)
        with tempfile.TemporaryDirectory() as folder:
            rates = (interpreted(program), compiled(task, around, folder), started(task, around, Path(folder)))
        print(f"| `{Path(file).name}` | {' | '.join(f'{each:,.0f}' for each in rates)} |", flush=True)


if __name__ == "__main__":
    main()
