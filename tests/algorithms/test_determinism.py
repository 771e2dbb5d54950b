"""A run repeats itself exactly, whatever Python's hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from tests.algorithms.refinable import REFINABLE
from tests.contracts.samples import SAMPLES
from tests.refine.running import PRELUDE

ROOT = Path(__file__).parents[2]
ANALYSES = ("location", "callstack", "funcpointer", "loopbound", "value", "specification")


ORDERS = ("callstack", "dfs", "random", "random-path", "coverage")


@cache
def dumps(sample: str, hash_seed: str) -> dict[str, str]:
    """What is explored in each order.  One process for all: most of its time goes into its start."""
    with NamedTemporaryFile("w", suffix=".c") as file:
        file.write(SAMPLES[sample])
        file.flush()
        printed = output("tests.algorithms.arg_dump", hash_seed, file.name, ",".join((*ORDERS, "bfs")), *ANALYSES)
    found: dict[str, str] = json.loads(printed)
    return {order: text.replace(file.name, "program.c") for order, text in found.items()}


def output(module: str, hash_seed: str, *arguments: str) -> str:
    """What a module prints with this hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=ROOT).stdout


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("sample", ["calls", "memory", "inputs"])
def test_exploration_is_the_same_with_another_hash_seed(sample: str, order: str) -> None:
    first = dumps(sample, "1")[order]
    assert first.count("\n") > 5
    assert first == dumps(sample, "2")[order]


def test_another_order_gives_another_graph() -> None:
    explored = dumps("inputs", "1")
    assert explored["dfs"] != explored["bfs"]


REFINING = {
    "scoped": ("exploration.order=callstack",),
    "localised": ("value.precision=localised", "refinement.go_on=pivot", "refinement.targets=3"),
    "random": ("refinement.selection=random", "exploration.order=random", "refinement.go_on=strengthened"),
}


@pytest.mark.parametrize("name", ["states of an automaton", "list on the heap"])
@pytest.mark.parametrize("options", REFINING.values(), ids=REFINING)
def test_refinement_is_the_same_with_another_hash_seed(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(PRELUDE + REFINABLE[name].text)
    first = output("tests.algorithms.cegar_dump", "1", str(path), *options)
    assert "'refinements': " in first
    assert first == output("tests.algorithms.cegar_dump", "2", str(path), *options)
