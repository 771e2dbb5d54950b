"""Fixtures for tests of the front end: C text in, program out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.reading import Body, Lower, Write, operations
from whet.cfa.model import Program
from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import parse_file


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """``write("test.c", text)`` gives the path of a new file."""

    def write_file(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


@pytest.fixture
def lower(write: Write) -> Lower:
    """``lower("int main(void) { ... }")`` gives the program, one operation per edge."""

    def lower_text(text: str, machine: MachineModel = LP64) -> Program:
        return parse_file(write("test.c", text), machine=machine, blocks=False)

    return lower_text


@pytest.fixture
def body(lower: Lower) -> Body:
    """``body("x = 1;", "int x;")`` gives the operations of a ``main`` with these statements and ``return 0``."""

    def operations_of(statements: str, declarations: str = "") -> list[str]:
        program = lower(f"int f(void); int g(int);\n{declarations}\nint main(void) {{ {statements} return 0; }}")
        shown = operations(program)
        shown.remove("return 0")
        return shown

    return operations_of
