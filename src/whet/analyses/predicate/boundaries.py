"""Where blocks end, decided once per edge (the operator blk of adjustable-block encoding).

Every cycle of the program has such a place: loop heads cut those inside functions, and entries of recursive functions the others.
A block also ends where the property may be violated, so that there a solver decides whether the violation can be reached.
"""

from __future__ import annotations

from enum import Enum

from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Enter, Leave
from whet.cfa.targets import violation_by


class BlockEnds(Enum):
    """Where blocks end."""

    EDGE = "edge"
    """After every edge."""
    LOOPS = "loops"
    LOOPS_AND_FUNCTIONS = "lf"
    """At loop heads, and where functions are entered and left (ABE-lf)."""
    JOINS = "joins"
    """At loop heads and where control flow joins."""


class Boundaries:
    """The ends of blocks, for one program."""

    def __init__(self, program: Program, where: BlockEnds) -> None:
        self._where = where
        self._facts = Facts.of(program)
        self._ends: dict[Edge, bool] = {}

    def block_ends(self, edge: Edge) -> bool:
        """Does a block end after this edge?"""
        known = self._ends.get(edge)
        if known is None:
            known = self._ends[edge] = self._block_ends(edge)
        return known

    def _block_ends(self, edge: Edge) -> bool:
        if self._where is BlockEnds.EDGE or self.may_violate(edge):
            return True
        target = edge.target
        if target in self._facts.loops(target.function).heads or (self._where is BlockEnds.JOINS and len(target.entering) > 1):
            return True
        if self._where is BlockEnds.LOOPS_AND_FUNCTIONS and isinstance(edge.operation, Enter | Leave):
            return True
        return isinstance(edge.operation, Enter) and edge.operation.function in self._facts.recursive

    def may_violate(self, edge: Edge) -> bool:
        return violation_by(edge.operation) is not None
