"""Programs print the same in the CFA as when gcc compiles them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.frontend.machine import Machine
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.parse import parse_file

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
LIBRARY = """
#include <stdio.h>
void out(long long value) { printf("%lld\\n", value); }
void outd(double value) { printf("%a\\n", value); }
void bytes(const void *object, unsigned long size) {
    for (const unsigned char *byte = object; size--; byte++) printf("%02x", *byte);
    printf("\\n");
}
"""
FLAGS = {"ILP32": ["-m32", "-msse2", "-mfpmath=sse"], "LP64": ["-m64"]}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("library") / "library.c"
    path.write_text(LIBRARY)
    return path


def compiled_output(program: Path, library: Path, machine: MachineModel, folder: Path) -> list[str]:
    binary = folder / "program"
    flags = ["-std=gnu11", "-w", "-O0", "-fwrapv", *FLAGS[machine.name]]
    subprocess.run(["gcc", *flags, str(program), str(library), "-o", str(binary)], check=True)
    finished = subprocess.run([str(binary)], check=True, capture_output=True, text=True, timeout=20)
    return [_in_one_form(line) for line in finished.stdout.splitlines()]


def _in_one_form(line: str) -> str:
    """gcc's C library and Python write hexadecimal floating numbers differently."""
    return float.fromhex(line).hex() if "p" in line else line


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_cfa_prints_what_gcc_prints(program: Path, machine: MachineModel, library: Path, tmp_path: Path) -> None:
    lowered = parse_file(str(program), machine=machine, blocks=machine is LP64)
    assert lowered.unsupported == ()
    assert Machine(lowered).run() == compiled_output(program, library, machine, tmp_path)
