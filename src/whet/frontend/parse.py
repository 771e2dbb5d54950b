"""The front end as others call it: ``parse_file`` makes a ``Program`` from a C file."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from whet.cfa.blocks import fuse_blocks
from whet.cfa.model import Program
from whet.cfa.types import LP64, MachineModel
from whet.frontend.program import ProgramLowering
from whet.frontend.unit import Preprocessing, TranslationUnit

T = TypeVar("T")
STACK_BYTES = 512 << 20
"""libclang and its callbacks recurse as deep as the program nests."""
_RECURSION_LIMIT = 1_000_000
_NO_THREADS = "LIBCLANG_NOTHREADS"


def parse_file(
    path: str,
    *,
    machine: MachineModel = LP64,
    entry: str = "main",
    blocks: bool = True,
    preprocessing: Preprocessing | None = None,
) -> Program:
    """Read a C file as a program that starts with ``entry``.

    ``blocks`` fuses straight-line chains into single edges.  Raises ``FrontendError`` if the file cannot be read.  A
    crash of libclang takes the process with it: whoever cannot afford that calls this in a child process
    (``whet.task.isolation``).
    """

    def work() -> Program:
        with closing(TranslationUnit(path, machine, preprocessing)) as unit:
            program = ProgramLowering(unit).lower(entry)
        if blocks:
            fuse_blocks(program)
        return program

    with _without_collection(), _without_libclangs_threads():
        return _on_deep_stack(work)


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


def _on_deep_stack(work: Callable[[], T]) -> T:
    """Run ``work`` on a thread whose stack is deep enough for nested programs."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            sys.setrecursionlimit(limit)

    before = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
