"""The front end as others call it: ``parse_file`` makes a ``Program`` from a C file, ``parse_files`` from several, ``with_unit``
shows the syntax tree of one."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import TypeVar

from whet.cfa.blocks import fuse_blocks
from whet.cfa.model import Program
from whet.cfa.types import LP64, MachineModel
from whet.frontend.conventions import asks_about_objects
from whet.frontend.program import ProgramLowering
from whet.frontend.unit import TranslationUnit
from whet.runtime.deep_stack import on_deep_stack
from whet.task.preprocessing import Preprocessing
from whet.task.records import dataclass

T = TypeVar("T")
_NO_THREADS = "LIBCLANG_NOTHREADS"


@dataclass(frozen=True, slots=True)
class CFile:
    """One translation unit of a program: the file, and how to read it."""

    path: str
    preprocessing: Preprocessing | None = None
    appended: str = ""
    """Text that is read as if it stood at the end of the file."""
    replaced: tuple[tuple[str, str], ...] = ()
    """Functions that have the bodies of others of the same file."""

    def unit(self, machine: MachineModel) -> TranslationUnit:
        return TranslationUnit(self.path, machine, self.preprocessing, appended=self.appended, replaced=self.replaced)


def parse_file(
    path: str,
    *,
    machine: MachineModel = LP64,
    entry: str = "main",
    blocks: bool = True,
    preprocessing: Preprocessing | None = None,
    allocation_may_fail: bool = False,
    ends_blocks: bool = False,
    checks_arguments: bool = False,
) -> Program:
    """Read a C file as a program; see ``parse_files``."""
    return parse_files(
        [CFile(path, preprocessing)],
        machine=machine,
        entry=entry,
        blocks=blocks,
        allocation_may_fail=allocation_may_fail,
        ends_blocks=ends_blocks,
        checks_arguments=checks_arguments,
    )


def parse_files(
    files: Sequence[CFile],
    *,
    machine: MachineModel = LP64,
    entry: str = "main",
    blocks: bool = True,
    allocation_may_fail: bool = False,
    ends_blocks: bool = False,
    checks_arguments: bool = False,
    with_summaries: bool = False,
) -> Program:
    """Read C files as one program that starts with ``entry``.

    ``blocks`` fuses straight-line chains into single edges.  With ``allocation_may_fail``, ``malloc`` returns a null pointer
    if the environment says so.  With ``ends_blocks``, or if it asks about objects, the program says where
    those of blocks die.  With ``checks_arguments``, it reads the strings that library functions without a body are given.
    With ``with_summaries``, library functions have their summaries as bodies (``whet.library.summaries``).

    Raises ``FrontendError`` if a file cannot be read, or if the files do not fit together.  A crash of libclang takes the process
    with it: a caller that cannot afford that uses a child process (``whet.runtime.isolation``).
    """

    def lower(units: Sequence[TranslationUnit]) -> Program:
        says_ends = ends_blocks or asks_about_objects(units)
        lowering = ProgramLowering(
            units,
            allocation_may_fail=allocation_may_fail,
            ends_blocks=says_ends,
            checks_arguments=checks_arguments,
            with_summaries=with_summaries,
        )
        with closing(lowering):
            program = lowering.lower(entry)
        if blocks:
            fuse_blocks(program)
        return program

    return _with_units(files, lower, machine=machine)


def with_unit(
    path: str, work: Callable[[TranslationUnit], T], *, machine: MachineModel = LP64, preprocessing: Preprocessing | None = None
) -> T:
    """Parse a C file and do something with its syntax tree, which is there only for that long; as ``parse_file`` otherwise."""
    return _with_units([CFile(path, preprocessing)], lambda units: work(units[0]), machine=machine)


def file_names(files: Sequence[CFile], *, machine: MachineModel = LP64) -> list[str]:
    """Of all that C files are made of: they themselves and the headers that they include, those of the system, too."""

    def names(units: Sequence[TranslationUnit]) -> list[str]:
        return list(dict.fromkeys(name for unit in units for name in unit.file_names))

    return _with_units(files, names, machine=machine)


def _with_units(files: Sequence[CFile], work: Callable[[Sequence[TranslationUnit]], T], *, machine: MachineModel) -> T:
    def on_units() -> T:
        with ExitStack() as open_units:
            units = []
            for file in files:
                units.append(open_units.enter_context(closing(file.unit(machine))))
            return work(units)

    with _without_collection(), _without_libclangs_threads():
        return on_deep_stack(on_units)


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
