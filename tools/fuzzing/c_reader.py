"""The front end as something to feed: C programs of a corpus and of the tests, mutated."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tools.fuzzing.c_mutation import C_MUTATIONS, WORDS, nest_c
from tools.fuzzing.campaign import Bounds, Reader
from tools.fuzzing.mutation import Material, mutated
from whet.cfa.types import ILP32, LP64
from whet.frontend.errors import FrontendError
from whet.frontend.parse import parse_file

LARGEST = 8000
"""Bytes of a program: an input should take milliseconds."""
PROGRAMS = Path(__file__).parents[2] / "tests"


def programs(*folders: Path) -> list[Path]:
    """In an order that does not depend on the file system."""
    found = (path for folder in folders for path in sorted(folder.rglob("*.[ci]")))
    return [path for path in found if path.is_file() and path.stat().st_size < LARGEST]


def front_end(folders: list[Path]) -> Reader:
    """Reads for one of the two machines, and with or without blocks, as the input says by its length."""
    samples = [path.read_bytes() for path in programs(*folders, PROGRAMS)]
    material = Material(samples, WORDS)

    def make(rng: Random) -> bytes:
        return mutated(rng, material, C_MUTATIONS, rare=(nest_c,))

    return Reader(
        name="front-end",
        samples=tuple(samples),
        make=make,
        read=read_program,
        errors=(FrontendError,),
        suffix=".c",
        names_others=True,
        bounds=Bounds(cpu_seconds=20.0, wall_seconds=60.0, memory_bytes=2 * 10**9, batch=500),
    )


def read_program(path: Path) -> object:
    size = path.stat().st_size
    return parse_file(
        str(path),
        machine=ILP32 if size % 2 else LP64,
        blocks=size % 3 != 0,
        allocation_may_fail=size % 5 == 0,
        ends_blocks=size % 7 < 3,
    )
