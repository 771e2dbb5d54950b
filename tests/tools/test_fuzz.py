"""The tool that feeds hostile files: the same seed gives the same inputs, and nothing that a reader does escapes it."""

from __future__ import annotations

import mmap
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tools.fuzzing.c_mutation import C_MUTATIONS
from tools.fuzzing.c_reader import PROGRAMS, front_end
from tools.fuzzing.campaign import Bounds, Reader, Tally, campaign, furnished, input_of, kinds, table
from tools.fuzzing.mutation import RARE_MUTATIONS, TEXT_MUTATIONS, Material
from tools.fuzzing.reader_list import all_readers
from whet.task.errors import TaskError

MUTATIONS = {each.__name__: each for each in (*TEXT_MUTATIONS, *C_MUTATIONS, *RARE_MUTATIONS)}


@pytest.fixture(scope="module")
def readers() -> list[Reader]:
    return all_readers()


def toy(read: Callable[[Path], object], *, cpu_seconds: float = 5.0, wall_seconds: float = 30.0) -> Reader:
    bounds = Bounds(cpu_seconds=cpu_seconds, wall_seconds=wall_seconds)
    return Reader(name="toy", samples=(b"a",), make=lambda rng: bytes([rng.randrange(2)]), read=read, bounds=bounds)


def fed(reader: Reader, count: int = 6) -> Tally:
    tally = Tally(reader.name)
    campaign(reader, tally, seed=1, numbers=range(count))
    return tally


def test_every_sample_is_accepted(readers: list[Reader], tmp_path: Path) -> None:
    for reader in readers:
        (tmp_path / reader.name).mkdir()
        path = furnished(reader, tmp_path / reader.name)
        for sample in reader.samples:
            path.write_bytes(sample)
            reader.read(path)


def test_the_same_seed_gives_the_same_inputs(readers: list[Reader]) -> None:
    reader = readers[0]
    assert [input_of(reader, 1, number) for number in range(30)] == [input_of(reader, 1, number) for number in range(30)]
    assert input_of(reader, 1, 0) != input_of(reader, 2, 0)


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutations_bear_every_text(name: str) -> None:
    mutation = MUTATIONS[name]
    for text in (b"", b"\n", b"\xff", b"int x = 1;\n"):
        for number in range(20):
            mutation(Random(number), text, Material((text, b"a"), (b"word",)))


def test_inputs_are_told_apart() -> None:
    def read(path: Path) -> None:
        if path.read_bytes() == b"\0":
            raise TaskError("zero")

    tally = fed(toy(read), 40)
    assert tally.inputs == 40 == tally.accepted + tally.clean
    assert tally.accepted > 0 < tally.clean
    assert not tally.findings


@pytest.mark.parametrize(
    ("read", "what"),
    [
        (lambda path: os.kill(os.getpid(), signal.SIGSEGV) if path.read_bytes() == b"\0" else None, "Forbidden"),
        (lambda path: os.abort() if path.read_bytes() == b"\0" else None, "crash: SIGABRT"),
        (lambda path: 1 // path.read_bytes()[0], "ZeroDivisionError"),
        (lambda path: path.write_text("x") if path.read_bytes() == b"\0" else None, "Forbidden"),
        (lambda path: Path("/etc/hostname").read_bytes() if path.read_bytes() == b"\0" else None, "Forbidden"),
        (lambda path: os.system("true") if path.read_bytes() == b"\0" else None, "Forbidden"),
        (lambda path: bytearray(10**10) if path.read_bytes() == b"\0" else None, "MemoryError"),
    ],
)
def test_what_no_reader_may_do_is_a_finding(read: Callable[[Path], object], what: str) -> None:
    tally = fed(toy(read), 12)
    assert tally.inputs == 12
    assert 0 < len(tally.findings) < 12
    assert {finding.what.partition(" in ")[0] for finding in tally.findings} == {what}
    assert tally.accepted + len(tally.findings) == 12


def _for_ever(path: Path) -> None:
    while True:
        pass


def _wait(path: Path) -> None:
    signal.pause()


def test_limits_end_a_worker_and_not_the_campaign() -> None:
    assert [each.what for each in fed(toy(_for_ever, cpu_seconds=0.05), 2).findings] == ["limit of CPU time"] * 2
    assert [each.what for each in fed(toy(_wait, wall_seconds=0.1), 2).findings] == ["limit of elapsed time"] * 2


def test_memory_of_the_process_that_feeds_is_not_charged_to_the_reader() -> None:
    reader = toy(lambda path: bytearray(100_000_000) and None)
    with mmap.mmap(-1, 2 * reader.bounds.memory_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS):
        assert not fed(reader).findings


def test_memory_of_the_reader_is_limited() -> None:
    reader = toy(lambda path: bytearray(3_000_000_000) and None)
    assert fed(reader, 1).findings[0].what.startswith("MemoryError")


def test_table_has_a_row_for_each_reader_and_a_sum() -> None:
    tallies = [Tally("a", inputs=3, accepted=1, clean=2), fed(toy(lambda path: 1 // 0), 2)]
    lines = table(tallies)
    assert [line.split()[:4] for line in lines[1:]] == [["a", "3", "1", "2"], ["toy", "2", "0", "0"], ["all", "5", "1", "2"]]
    assert [line.split(" in ")[0] for line in kinds(tallies)] == ["toy: ZeroDivisionError"]


def test_some_inputs_of_every_reader_have_no_findings(readers: list[Reader]) -> None:
    for reader in readers:
        assert not list(kinds([fed(reader, 8)]))


def test_some_inputs_of_the_front_end_have_no_findings() -> None:
    assert not list(kinds([fed(front_end([PROGRAMS / "programs" / "arrays"]), 30)]))
