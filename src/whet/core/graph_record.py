"""The abstract reachability graph as plain data, for people who want to see what was explored.

Nothing of a program or an analysis hangs on a record, so it crosses processes.  It is made only on request, and it is
bounded: what is left out is counted.
"""

from __future__ import annotations

from enum import StrEnum

from whet.task.records import dataclass


class NodeKind(StrEnum):
    PLAIN = ""
    COVERED = "covered"
    """Another state says as much, so it was not explored further."""
    TARGET = "target"
    """The property is violated there, as far as the analysis knows."""
    GAP = "gap"
    """Nothing is known of what comes after it."""
    WAITING = "waiting"
    """Its successors were not explored."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    number: int
    location: int
    """Its number in the program model."""
    function: str
    line: int | None
    """Of what happens next there, in the file that was given."""
    kind: NodeKind
    text: str
    """What the state says, in C; empty if it says nothing, or was not asked."""
    covered_by: int | None = None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    source: int
    target: int
    text: str


@dataclass(frozen=True, slots=True)
class GraphRecord:
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    left_out: int = 0
    """How many nodes there are besides."""
    untold: int = 0
    """How many of these nodes were not asked for their states, to save time."""
