"""How the processes of one command are kept together: what measures them and what ends them.

There are two ways, with one protocol: a control group (``whet.campaign.cgroups``), in which the kernel keeps the account,
and the tree of processes (``whet.campaign.process_tree``), for machines on which no control group is ours to make.

The life of a confinement: ``admit`` takes in the first process of the command before it does anything; whatever that
starts belongs to it.  ``measure`` may be called any number of times.  ``end`` kills what is left, reaps the first process and
gives the account; it is called exactly once, also after an ``admit`` that failed.
"""

from __future__ import annotations

from typing import Protocol

from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeUsage:
    """What all processes together have used so far, those that have ended included."""

    cpu_seconds: float
    memory_bytes: int
    """At present."""
    peak_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessExit:
    """No process is left."""

    wait_status: int
    """Of the first process, as waitpid(2) gives it."""
    use: TreeUsage
    is_out_of_memory: bool
    """The limit on memory was reached, whichever check noticed it first."""


class Confinement(Protocol):
    def admit(self, root: int, /) -> None: ...
    def measure(self) -> TreeUsage: ...
    def end(self) -> ProcessExit: ...
