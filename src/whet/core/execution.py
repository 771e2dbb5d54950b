"""The compiled program as an algorithm sees it, if the user allows that it is executed (``whet verify --execute``).

Everything here is plain data and protocols: ``whet.harness.execution`` compiles, ``whet.native.served`` runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from whet.task.records import dataclass


class NotExecuted(Exception):
    """The program cannot be compiled or executed here; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledTest:
    """``values`` are returned first by the functions that ask for inputs; those after them are taken from a tail, from ``offset``
    on."""

    values: Sequence[int | float]
    tail: int
    offset: int
    most: int
    """How many values the program may ask for."""
    seconds: float
    """CPU time; a run that sleeps has so much wall time, or some seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledRun:
    status: int | None
    """The exit status; None if it was ended by a signal."""
    is_error: bool
    """Was an error function called, an assertion violated or an error label reached?"""
    is_suspicious: bool
    """Did it crash, or did a sanitizer report something?"""
    is_late: bool
    """Was it ended because the time was up?"""
    is_short: bool
    """Was it ended because it asked for more values than it may?"""
    is_new: bool
    """Did it take an edge for the first time, or more often than before?"""
    asked: int
    """How many values it asked for."""
    text: str
    """How it ended, as far as that was reported."""
    seconds: float
    """CPU time."""


class CompiledProgram(Protocol):
    """A program that is run on one test after another, in a sandbox."""

    functions: tuple[str, ...]
    """The functions that ask for inputs."""
    not_in_force: tuple[str, ...]
    """Measures of the sandbox that this machine does not have."""
    seconds: float
    """CPU time of all runs."""
    runs: int

    def start(self) -> None:
        """Raises ``NotExecuted``."""

    def set_tail(self, tail: int, function: int, values: Sequence[int | float]) -> None: ...

    def run(self, test: CompiledTest) -> CompiledRun:
        """Raises ``NotExecuted`` if the program cannot be started again."""

    def asked_functions(self, count: int) -> bytes:
        """The numbers of the functions that asked for the first values in the last run."""

    def edges(self) -> list[int]:
        """A number for each edge of the last run and how often it was taken."""

    def close(self) -> None: ...


class Execution(Protocol):
    """The permission to execute the program of a task."""

    def compiled(self, dangers: Sequence[str], *, is_strict: bool) -> CompiledProgram:
        """Compiled so that it stops at these dangers, by the names of their checks; strict: wherever a sanitizer shows that C has
        no meaning.  Raises ``NotExecuted``.  May be called in another thread."""
