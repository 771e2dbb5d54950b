"""No concrete execution leaves the abstract states: no edge is cut off, no claim is wrong."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Literal

import pytest

from tests.analyses.value.concrete import Follower
from tests.analyses.value.programs import PROGRAMS
from tests.analyses.value.running import program_of
from tests.contracts.samples import SAMPLES
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.cfa.model import Program
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import ILP32, LP64, FloatType, MachineModel, ScalarType
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.process import RunBounds
from whet.task.preprocessing import Preprocessing

HEADERS = "/usr/include/csmith"
OPTIONS = (
    *("--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "4", "--max-expr-complexity", "8"),
    *("--max-array-dim", "2", "--max-array-len-per-dim", "6", "--packed-struct", "--unions", "--bitfields", "--no-argc"),
)
INTERESTING = (0, 1, 2, 3, 4, 5, 77, 333, 120, -1, -5, 2**31 - 1, -(2**31))


class RandomInputs:
    """Interesting numbers more often than others."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        value = self._random.choice((*INTERESTING, self._random.randrange(-(2**31), 2**31)))
        if isinstance(type, FloatType):
            return self._random.choice((float(value), -0.0, 2.5, 0.3, float("inf"), float("nan")))
        return value

    uninitialised = nondet


def follow(program: Program, seed: int, steps: int = 4000, *, forget: Literal["dead", "nothing"] = "nothing") -> int:
    """Run the program and compare; gives the number of claims that were compared."""
    compiled = ValueAnalysis(program, ValueOptions(transfer="compiled", forget=forget))
    follower = Follower(program, compiled, ValueAnalysis(program, ValueOptions(transfer="interpreted", forget=forget)))
    Interpreter(program, limits=RunBounds(steps=steps)).run(RandomInputs(seed), observer=follower)
    return follower.claims


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("name", [*PROGRAMS, *SAMPLES])
def test_runs_with_random_inputs(name: str, machine: MachineModel, tmp_path: Path) -> None:
    text = PROGRAMS.get(name) or SAMPLES[name]
    program = program_of(text, tmp_path, machine, defines_see=True)
    claims = sum(follow(program, seed, forget="dead" if seed % 2 else "nothing") for seed in range(12))
    assert claims > 9, "nothing was compared"


@pytest.mark.parametrize("name", ["aggregates", "numbers", "pointers", "strings", "builtins"])
def test_library_programs(name: str) -> None:
    path = Path(__file__).parents[2] / "interpreter" / "programs" / f"{name}.c"
    assert follow(parse_file(str(path)), 1) > 15


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("csmith") is None or not Path(HEADERS).is_dir(), reason="needs csmith")
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("seed", range(1, 9))
def test_random_programs(seed: int, machine: MachineModel, tmp_path: Path) -> None:
    path = tmp_path / "random.c"
    floats = ["--float"] if seed % 2 else []
    command = ["csmith", "--seed", str(seed), *OPTIONS, *floats, "--output", path.name]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    program = parse_file(str(path), machine=machine, preprocessing=Preprocessing((HEADERS,)))
    assert follow(program, seed, steps=3000) > 100
