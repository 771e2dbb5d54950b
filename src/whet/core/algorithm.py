"""What every algorithm is given, and what it answers.

An algorithm registers itself by name (``core.registry.register_algorithm``).  Whoever runs it put the property into the program
as checks, and tells with its result what the program itself makes a verdict rest on; how the program is explored, or
whether it is explored at all, is the algorithm's own business.
"""

from __future__ import annotations

from typing import Protocol

from whet.cfa.model import Program
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.result import Result
from whet.task.configuration import Configuration
from whet.task.records import dataclass
from whet.task.task import Task


@dataclass(frozen=True, slots=True)
class Problem:
    """A program in which what must not happen is marked, and how the user wants it to be analysed."""

    program: Program
    task: Task
    configuration: Configuration
    known: Proof = Proof(())
    """Conditions that hold in every run until its first violation; found before any algorithm ran."""


class Algorithm(Protocol):
    def run(self, problem: Problem, context: Context, /) -> Result:
        """Find a verdict and its evidence; may raise ``LimitReached`` (from ``context.check``)."""
