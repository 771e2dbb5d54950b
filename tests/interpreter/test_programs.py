"""Whole C programs: the interpreter writes what the program compiled by gcc writes, on both machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of
from whet.cfa.types import ILP32, LP64, MachineModel

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_same_output_as_compiled(path: Path, machine: MachineModel, tmp_path: Path) -> None:
    text = path.read_text()
    assert output_of(text, tmp_path, machine).splitlines() == compiled_output_of(text, tmp_path, machine).splitlines()
