"""A run repeats itself exactly, whatever Python's hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.samples import SAMPLES

ROOT = Path(__file__).parents[2]
ANALYSES = ("location", "callstack", "funcpointer", "loopbound", "value", "specification")


def dump(path: Path, order: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    command = [sys.executable, "-m", "tests.algorithms.arg_dump", str(path), order, *ANALYSES]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=ROOT).stdout


@pytest.mark.parametrize("order", ["callstack", "dfs", "random"])
@pytest.mark.parametrize("sample", ["calls", "memory", "inputs"])
def test_exploration_is_the_same_with_another_hash_seed(sample: str, order: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(SAMPLES[sample])
    first = dump(path, order, "1")
    assert first.count("\n") > 5
    assert first == dump(path, order, "2")


def test_another_order_gives_another_graph(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(SAMPLES["inputs"])
    assert dump(path, "dfs", "1") != dump(path, "bfs", "1")
