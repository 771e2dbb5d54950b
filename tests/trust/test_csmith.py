"""Random C programs by csmith: the checksum of their variables must be the one the compiled program computes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.trust.running import FLAGS
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.parse import parse_file
from whet.frontend.unit import Preprocessing
from whet.trust.inputs import ListedInputs
from whet.trust.interpreter import Interpreter
from whet.trust.outcomes import Exited

INCLUDES = Path("/usr/include/csmith")
SEEDS = range(1, 9)

pytestmark = [
    pytest.mark.gcc,
    pytest.mark.slow,
    pytest.mark.skipif(not INCLUDES.is_dir() or shutil.which("csmith") is None, reason="needs csmith"),
]


def compiled_output(source: Path, machine: MachineModel) -> str | None:
    """What the program writes; None if it takes long."""
    binary = source.with_suffix("")
    command = ["gcc", "-w", "-O1", "-fwrapv", *FLAGS[machine], f"-I{INCLUDES}", str(source), "-o", str(binary)]
    subprocess.run(command, check=True, capture_output=True)
    try:
        return subprocess.run([str(binary)], check=True, capture_output=True, text=True, timeout=2).stdout
    except subprocess.TimeoutExpired:
        return None


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_same_checksum(seed: int, machine: MachineModel, tmp_path: Path) -> None:
    source = tmp_path / "random.c"
    subprocess.run(["csmith", "--seed", str(seed), "--output", str(source)], check=True, capture_output=True)
    expected = compiled_output(source, machine)
    if expected is None:
        pytest.skip("the program runs long")
    program = parse_file(str(source), machine=machine, preprocessing=Preprocessing(include_folders=(str(INCLUDES),)))
    argc, argv = 1, 0
    execution = Interpreter(program).run(ListedInputs([argc, argv]))
    assert execution.outcome == Exited(0)
    assert execution.output.decode() == expected
