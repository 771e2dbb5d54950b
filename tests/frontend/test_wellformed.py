"""Programs of the front end keep the promises of the program model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.reading import Lower
from tests.frontend.wellformed import broken_promises
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.parse import parse_file

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_keeps_the_promises(program: Path, machine: MachineModel) -> None:
    assert broken_promises(parse_file(str(program), machine=machine, blocks=False)) == []
    assert broken_promises(parse_file(str(program), machine=machine, blocks=True)) == []


def test_program_that_is_not_supported_keeps_the_promises(lower: Lower) -> None:
    text = """
    int f(int n) { if (1i != 0) { here: n = 7; } switch (n) { case 1: goto here; } return n; }
    int main(int n, char **v) { int a = 1i != 0, b; return f(a) + b; }
    """
    assert broken_promises(lower(text)) == []
