"""Some of the random programs of ``tests.differential.csmith``; the rest is run by hand (docs/testing.md)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.differential.answers import FINDINGS
from tests.differential.csmith import AssertWork, Different, Same, asserted, compare, compare_seed, generate, run_compiled
from tests.differential.csmith_variants import CALLS, with_assertion, with_library_calls
from whet.cfa.types import ILP32, LP64, MachineModel

pytestmark = [
    pytest.mark.gcc,
    pytest.mark.skipif(shutil.which("csmith") is None, reason="needs csmith"),
]


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
@pytest.mark.parametrize("seed", range(1, 7))
def test_csmith_program_has_the_output_of_gcc(seed: int, machine: MachineModel, tmp_path: Path) -> None:
    assert not isinstance(compare_seed(seed, machine, tmp_path), Different)


def test_comparison_notices_a_different_output(tmp_path: Path) -> None:
    """A program whose output depends on something the two sides do not share must not count as the same."""
    source = tmp_path / "address.c"
    source.write_text('int printf(const char *, ...);\nint main(void) { int x; printf("%lu", (unsigned long)&x); return 0; }\n')
    assert isinstance(compare(source, LP64), Different)


def test_comparison_accepts_the_same_output(tmp_path: Path) -> None:
    source = tmp_path / "same.c"
    source.write_text('int printf(const char *, ...);\nint main(void) { printf("%d", 1 << 4); return 3; }\n')
    assert isinstance(compare(source, LP64), Same)


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
@pytest.mark.parametrize("seed", range(20001, 20003))
def test_library_calls_on_globals_have_the_output_of_gcc(seed: int, machine: MachineModel, tmp_path: Path) -> None:
    assert not isinstance(compare_seed(seed, machine, tmp_path, library=True), Different)


def test_library_calls_enter_the_checksum(tmp_path: Path) -> None:
    path = generate(20001, tmp_path)
    text = path.read_text()
    before = run_compiled(path, LP64)
    path.write_text(with_library_calls(text, 20001))
    assert path.read_text().count("transparent_crc(") == text.count("transparent_crc(") + CALLS
    assert run_compiled(path, LP64) != before


@pytest.mark.parametrize("seed", range(20001, 20003))
def test_checksum_that_is_wrong_is_not_proved_and_the_right_one_not_refuted(seed: int, tmp_path: Path) -> None:
    _, found = asserted(AssertWork(seed, LP64, ("value",), tmp_path, 4, library=False))
    assert [item for item in found if item.kind in FINDINGS] == []


def test_assertion_of_a_checksum_fails_exactly_for_a_wrong_one(tmp_path: Path) -> None:
    path = generate(20001, tmp_path)
    text = path.read_text()
    output = run_compiled(path, LP64)
    assert isinstance(output, str)
    checksum = int(output.split("checksum = ")[1].split()[0], 16)
    for value, status in ((checksum, "exit 0"), (checksum ^ 1, "exit -6")):
        path.write_text(with_assertion(text, value))
        ended = run_compiled(path, LP64)
        assert isinstance(ended, str)
        assert ended.endswith(status)
