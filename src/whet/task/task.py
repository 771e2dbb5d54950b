"""One verification task: which program, which property, on which machine."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from whet.task.errors import TaskNotSupported
from whet.task.precision_file import Entry
from whet.task.properties import DEFAULT_PROPERTY, Property
from whet.task.records import dataclass


class Machine(StrEnum):
    """The machine models by name; what they mean for types is the program model's business."""

    ILP32 = "ILP32"
    LP64 = "LP64"


C_SUFFIXES = (".c", ".i")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be verified.  Paths are as the user wrote them, relative to the current directory."""

    files: tuple[str, ...]
    """At least one; ``program_file`` tells which is the program."""
    property: Property = DEFAULT_PROPERTY
    machine: Machine = Machine.LP64
    entry: str = "main"
    expected: bool | None = None
    """The verdict the task definition expects; None if it does not say."""
    include_folders: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    """What was taken for granted in making the task, in words for the user."""
    granted: tuple[str, ...] = ()
    """Checks that are taken for granted, by the names of their sites (``cfa.sites``)."""
    suggestions: str | None = None
    """A correctness witness whose invariants may be worth trying."""
    precision: tuple[Entry, ...] = ()
    """What an earlier run found worth tracking."""


def program_file(files: Sequence[str]) -> str:
    """The only file, or the only C file, of several; raises ``TaskNotSupported``."""
    if len(files) == 1:
        return files[0]
    programs = [file for file in files if Path(file).suffix in C_SUFFIXES]
    if len(programs) == 1:
        return programs[0]
    listed = ", ".join(programs or files)
    raise TaskNotSupported(f"programs of several C files are not supported: {listed}; merge them into one file")
