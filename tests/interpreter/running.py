"""Running small C programs: with the interpreter, and compiled by gcc."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from whet.cfa.model import Program
from whet.cfa.semantics import Value
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.parse import parse_file
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Execution, Exited
from whet.interpreter.process import RunBounds

FLAGS = {LP64: ("-m64",), ILP32: ("-m32", "-msse2", "-mfpmath=sse")}


def program_of(text: str, folder: Path, machine: MachineModel = LP64) -> Program:
    path = folder / f"program-{machine}.c"
    path.write_text(text)
    return parse_file(str(path), machine=machine)


def interpret(
    text: str,
    folder: Path,
    *,
    inputs: Sequence[Value] = (),
    machine: MachineModel = LP64,
    limits: RunBounds | None = None,
) -> Execution:
    return Interpreter(program_of(text, folder, machine), limits=limits).run(ListedInputs(inputs))


def output_of(text: str, folder: Path, machine: MachineModel = LP64) -> str:
    """What a program writes that must come to its end."""
    execution = interpret(text, folder, machine=machine)
    assert isinstance(execution.outcome, Exited), execution.outcome
    return execution.output.decode("latin-1")


def compiled_output_of(text: str, folder: Path, machine: MachineModel = LP64) -> str:
    source, binary = folder / f"native-{machine}.c", folder / f"native-{machine}"
    source.write_text(text)
    command = ["gcc", "-w", "-O0", "-fwrapv", "-fno-builtin", *FLAGS[machine], str(source), "-o", str(binary), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    return subprocess.run([str(binary)], check=False, capture_output=True, timeout=20).stdout.decode("latin-1")
