"""The verdicts in ``tests/programs`` are true: gcc compiles every program and runs it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shown import ShownFacts
from tests.verdicts.compiling import GCC_MACHINE, SAMPLE_SECONDS, compile_program, listed_run, reaches_the_error, sample_runs
from tests.verdicts.programs import KnownProgram, known_programs
from tests.verdicts.running import Machine, Word

pytestmark = pytest.mark.gcc

COMPILED = [
    program
    for program in known_programs()
    if program.expectation.word is not None and program.options is None and "NOT COMPILED" not in program.head
]
"""Programs with a command are about several checks at once; gcc showed their verdicts when they were written."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(scope="session")
def machines(folder: Path) -> frozenset[Machine]:
    """Those gcc can make programs for here."""
    (folder / "empty.c").write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
    command = ("gcc", str(folder / "empty.c"), "-o", str(folder / "empty"))
    return frozenset(
        machine
        for machine, options in GCC_MACHINE.items()
        if subprocess.run([*command, *options], capture_output=True, check=False).returncode == 0
    )


@pytest.fixture(scope="session")
def facts(shown: Callable[[Path], ShownFacts]) -> ShownFacts:
    return shown(Path(__file__).parent / "compiled.txt")


CODE = "".join((Path(__file__).parent / name).read_text() for name in ("compiling.py", "surroundings.c"))


@pytest.mark.parametrize("program", COMPILED, ids=lambda program: program.name)
def test_verdict_is_true(program: KnownProgram, folder: Path, machines: frozenset[Machine], facts: ShownFacts) -> None:
    if program.machine not in machines:
        pytest.skip("needs gcc-multilib")
    facts.show(texts_of(program), lambda: show_verdict(program, folder))


def texts_of(program: KnownProgram) -> tuple[str, ...]:
    """A program may include the headers beside it."""
    headers = sorted(program.path.parent.glob("*.h"))
    files = [each.read_text(encoding="latin-1") for each in (program.path, *headers)]
    return program.machine.value, str(program.expectation.word), CODE, *files


def show_verdict(program: KnownProgram, folder: Path) -> None:
    executable = compile_program(program, folder)
    if program.expectation.word is Word.FALSE:
        assert reaches_the_error(executable, listed_run(program)), "the listed run does not reach the error"
    else:
        reaching = [run for run in sample_runs(program) if reaches_the_error(executable, run, SAMPLE_SECONDS)]
        assert not reaching, f"the error is reached: {reaching[0]}"
