"""Every program of ``tests/programs`` with one of the presets; which one, its name decides.

An answer may be UNKNOWN where ``decided.csv`` does not list the program with the preset, and never wrong.  What is not listed
gets a sixth of the time: most of it would be used up without an answer.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor

import pytest

from tests.verdicts.measuring import DECIDED, SECONDS, in_turn, measure_one, read_decided
from tests.verdicts.programs import FOLDER, Judgement, KnownProgram, known_programs
from tests.verdicts.running import begin_under, preset_names

PROGRAMS = known_programs()
RUNS = in_turn(PROGRAMS)
LISTED = read_decided()


@pytest.fixture(scope="module")
def engine() -> Iterator[Executor]:
    """A process that has imported the engine and nothing else.  It is forked for each run, which takes twice as long where
    thousands of tests are in memory."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=begin_under, initargs=(os.getpid(),)) as process:
        yield process


@pytest.mark.parametrize(("program", "preset"), RUNS, ids=[f"{program.name}-{preset}" for program, preset in RUNS])
def test_answer_is_right(program: KnownProgram, preset: str, engine: Executor) -> None:
    is_listed = preset in LISTED.get(program.name, frozenset())
    measured = engine.submit(measure_one, program, preset, SECONDS if is_listed else SECONDS / 6).result()
    assert measured.judgement not in (Judgement.WRONG, Judgement.CRASHED), measured.answer
    if is_listed:
        assert measured.decided, f"was decided before (see {DECIDED.name}): {measured.answer}"


def test_all_presets_are_run() -> None:
    assert {preset for _, preset in RUNS} == set(preset_names())


def test_list_of_decided_programs_names_programs() -> None:
    assert set(LISTED) <= {program.name for program in PROGRAMS}


def test_names_tell_the_verdict() -> None:
    for program in PROGRAMS:
        expected = program.expectation.word
        suffix = program.path.stem.rpartition("_")[2]
        assert suffix == expected.lower() if expected is not None else suffix not in ("true", "false"), program.name


def test_every_program_has_a_head() -> None:
    known = {program.path for program in PROGRAMS}
    groups = [folder for folder in FOLDER.iterdir() if folder.is_dir() and not (folder / "manifest.csv").exists()]
    assert {path for folder in groups for path in folder.glob("*.c")} == known
