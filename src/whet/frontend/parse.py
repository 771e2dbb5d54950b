"""The front end as others call it: ``parse_file`` makes a ``Program`` from a C file, ``with_unit`` shows its syntax tree."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from whet.cfa.blocks import fuse_blocks
from whet.cfa.model import Program
from whet.cfa.types import LP64, MachineModel
from whet.frontend.program import ProgramLowering
from whet.frontend.unit import Preprocessing, TranslationUnit
from whet.task.deep_stack import on_deep_stack

T = TypeVar("T")
_NO_THREADS = "LIBCLANG_NOTHREADS"


def parse_file(
    path: str,
    *,
    machine: MachineModel = LP64,
    entry: str = "main",
    blocks: bool = True,
    preprocessing: Preprocessing | None = None,
    allocation_may_fail: bool = False,
) -> Program:
    """Read a C file as a program that starts with ``entry``.

    ``blocks`` fuses straight-line chains into single edges.  With ``allocation_may_fail``, ``malloc`` returns a null pointer
    if the environment says so.  Raises ``FrontendError`` if the file cannot be read.  A
    crash of libclang takes the process with it: whoever cannot afford that calls this in a child process
    (``whet.task.isolation``).
    """

    def lower(unit: TranslationUnit) -> Program:
        program = ProgramLowering(unit, allocation_may_fail=allocation_may_fail).lower(entry)
        if blocks:
            fuse_blocks(program)
        return program

    return with_unit(path, lower, machine=machine, preprocessing=preprocessing)


def with_unit(
    path: str,
    work: Callable[[TranslationUnit], T],
    *,
    machine: MachineModel = LP64,
    preprocessing: Preprocessing | None = None,
) -> T:
    """Parse a C file and do something with its syntax tree, which is there only for that long; as ``parse_file`` otherwise."""

    def on_unit() -> T:
        with closing(TranslationUnit(path, machine, preprocessing)) as unit:
            return work(unit)

    with _without_collection(), _without_libclangs_threads():
        return on_deep_stack(on_unit)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Millions of small objects are made and kept: the cycle collector would look at them again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _without_libclangs_threads() -> Iterator[None]:
    """libclang would parse in a thread of its own, whose stack is too small for deeply nested programs."""
    was_set = _NO_THREADS in os.environ
    os.environ[_NO_THREADS] = "1"
    try:
        yield
    finally:
        if not was_set:
            os.environ.pop(_NO_THREADS, None)
