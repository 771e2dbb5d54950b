"""Forty of the random programs of ``tests.differential.csmith``; the rest is run by hand (docs/testing.md)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.differential.csmith import Different, Same, compare, compare_seed
from whet.cfa.types import ILP32, LP64, MachineModel

pytestmark = [
    pytest.mark.gcc,
    pytest.mark.skipif(shutil.which("csmith") is None, reason="needs csmith"),
]


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
@pytest.mark.parametrize("seed", range(1, 21))
def test_csmith_program_has_the_output_of_gcc(seed: int, machine: MachineModel, tmp_path: Path) -> None:
    assert not isinstance(compare_seed(seed, machine, tmp_path), Different)


def test_comparison_notices_a_different_output(tmp_path: Path) -> None:
    """A program whose output depends on something the two sides do not share must not count as the same."""
    source = tmp_path / "compiler.c"
    source.write_text('int printf(const char *, ...);\nint main(void) {\n#ifdef __clang__\nprintf("1");\n#endif\nreturn 0; }\n')
    assert isinstance(compare(source, LP64), Different)


def test_comparison_accepts_the_same_output(tmp_path: Path) -> None:
    source = tmp_path / "same.c"
    source.write_text('int printf(const char *, ...);\nint main(void) { printf("%d", 1 << 4); return 3; }\n')
    assert isinstance(compare(source, LP64), Same)
