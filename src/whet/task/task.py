"""One verification task: which program, which property, on which machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from whet.task.dialect import CompilerDialect
from whet.task.errors import TaskNotSupported
from whet.task.messages import programs
from whet.task.precision_file import Entry
from whet.task.preprocessing import Preprocessing
from whet.task.properties import DEFAULT_PROPERTY, Property
from whet.task.records import dataclass


class Machine(StrEnum):
    """The machine models by name; what they mean for types is the program model's business."""

    ILP32 = "ILP32"
    LP64 = "LP64"


C_SUFFIXES = (".c", ".i")


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The compiler's options for one file of a program."""

    file: str
    flags: tuple[tuple[str, str], ...] = ()
    """About headers and macros, in order, each with its argument."""
    standard: str | None = None
    """The version of C, such as ``gnu11``."""
    dialect: tuple[str, ...] = ()
    """Options that change what the program means, or its macros, in order (``task.dialect``)."""
    other_dialects: tuple[tuple[str, ...], ...] = ()
    """Those of other programs that the same file is compiled for."""


@dataclass(frozen=True, slots=True)
class Appended:
    """Text that is read as if it stood at the end of a file, such as a harness."""

    file: str
    text: str
    made_with: str = ""
    """The options of the harness that differ from the defaults (``whet.harness.options``)."""
    bound: str = ""
    """The result of a proof for this text, if it does not make all calls of a function; no such proof is a verdict TRUE."""
    names: tuple[tuple[str, str], ...] = ()
    """Objects of a harness, each with what the function sees it as."""
    others: tuple[tuple[str, str], ...] = ()
    """Text for the ends of other files, by file: functions that this text calls."""
    clauses: tuple[tuple[str, str], ...] = ()
    """Functions that the text calls where a contract is broken, each with the violation in words."""

    def of(self, file: str) -> str:
        parts = [self.text] if self.file == file else []
        return "".join([*parts, *(text for name, text in self.others if name == file)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be verified.  Paths are as the user wrote them, relative to the current directory."""

    files: tuple[str, ...]
    """At least one; ``program_files`` returns those that are the program."""
    property: Property = DEFAULT_PROPERTY
    machine: Machine = Machine.LP64
    entry: str = "main"
    expected: bool | None = None
    """The verdict the task definition expects; None if it does not say."""
    include_folders: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    options: tuple[FileOptions, ...] = ()
    """What is said about single files; headers and macros above are for all of them."""
    appended: Appended | None = None
    replaced: tuple[tuple[str, str, str], ...] = ()
    """File, function, and the function of the same file whose body it has."""
    assumptions: tuple[str, ...] = ()
    """Assumptions in making the task, in words for the user."""
    granted: tuple[str, ...] = ()
    """Checks that are assumed to hold, by the names of their sites (``cfa.sites``)."""
    suggestions: str | None = None
    """A correctness witness whose invariants may be worth trying."""
    precision: tuple[Entry, ...] = ()
    """What an earlier run found worth tracking."""

    def replaced_in(self, file: str) -> tuple[tuple[str, str], ...]:
        """The functions of a file that have the bodies of others."""
        return tuple((name, instead) for path, name, instead in self.replaced if path == file)

    def appended_to(self, file: str) -> str:
        return "" if self.appended is None else self.appended.of(file)

    def preprocessing(self, file: str) -> Preprocessing:
        """How to read a file of the program."""
        own = next((each for each in self.options if each.file == file), FileOptions(file))
        others = tuple(map(CompilerDialect, own.other_dialects))
        return Preprocessing(self.include_folders, self.defines, own.flags, own.standard, CompilerDialect(own.dialect), others)


def program_files(files: Sequence[str]) -> tuple[str, ...]:
    """The only file, or the C files of several, each once; raises ``TaskNotSupported``."""
    if len(files) == 1:
        return tuple(files)
    found: dict[str, str] = {}
    for file in files:
        if Path(file).suffix in C_SUFFIXES:
            found.setdefault(os.path.normpath(file), file)
    if not found:
        raise TaskNotSupported(programs.NO_C_FILE.format(files=", ".join(files)))
    return tuple(found.values())


def program_file(files: Sequence[str]) -> str:
    """The only file of a program, for what is about one file; raises ``TaskNotSupported``."""
    found = program_files(files)
    if len(found) > 1:
        listed = ", ".join(found)
        raise TaskNotSupported(programs.ONE_FILE.format(files=listed))
    return found[0]
