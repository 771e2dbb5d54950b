"""Messages between runs on the same program.

The members of a portfolio are forks of one process that has read the program, so the numbers of locations and the names of
variables mean the same to all of them.  Messages are plain data.  No run has to listen, and none waits for a message.

What is published must be true whatever becomes of the run that published it, because others build their verdicts on it: an
invariant holds in every execution, so it is published when an exploration came to its end without a gap, and not before; and it
rests on nothing but what the program itself makes every verdict rest on.  Entries of a precision are only suggestions.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, TypeAlias

from whet.cfa.semantics import Value
from whet.core.evidence import Proof
from whet.task.precision_file import Entry
from whet.task.records import dataclass


class MessageKind(StrEnum):
    INVARIANTS = "invariants"
    """A ``Proof``: what holds at locations."""
    PRECISION = "precision"
    """Entries: what was worth tracking."""
    INPUTS = "inputs"
    """Values for a run, in the order in which the interpreter asks."""


@dataclass(frozen=True, slots=True)
class RunInputs:
    values: tuple[Value, ...]


Published: TypeAlias = Proof | tuple[Entry, ...] | RunInputs


@dataclass(frozen=True, slots=True)
class Message:
    sender: str
    """The name of its configuration."""
    kind: MessageKind
    data: Published


class Mailbox(Protocol):
    def publish(self, kind: MessageKind, data: Published, /) -> None:
        """Send to the others; never waits and never fails."""

    def read(self, *kinds: MessageKind) -> list[Message]:
        """The messages of these kinds that others published since the last call, of every kind if none is named; for each sender
        in the order in which it published them."""


class Alone:
    """The mailbox of a run that has no others beside it."""

    def publish(self, kind: MessageKind, data: Published, /) -> None:
        pass

    def read(self, *kinds: MessageKind) -> list[Message]:
        return []
