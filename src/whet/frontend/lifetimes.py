"""Where the objects of a block die, and where jumps into a block make them (C11 6.2.4p6).

They die only where a program is to say it (``Linker.ends_blocks``), and only those whose address is taken: no access can use
another one after its block.  At the end of a block that is known, for whatever can name its objects was lowered.  A jump into a
block makes all of its objects, so that what they held before is gone.  What a jump leaves and enters is known when the whole
function was lowered, so jumps are remembered with the edges they became, and ``finish`` puts the operations after these edges.
An edge may have become part of several jumps, one after the other.

Where the function returns nothing is said: everything in its frame dies there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Declare, End, Operation
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType
from whet.cfa.uses import addresses_in
from whet.frontend.context import FunctionContext, LoweredBlock
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class BlockPosition:
    """Somewhere in the blocks of a function."""

    blocks: tuple[tuple[LoweredBlock, int], ...]
    """From the outermost on, each with the number of its objects that are declared before."""

    def inside(self, other: BlockPosition) -> Iterator[Variable]:
        """The objects of the blocks that are around this place, and not around the other one.

        A label makes it possible to come back from what is declared after this place."""
        around = {block for block, _ in other.blocks}
        for block, count in self.blocks:
            if block not in around:
                yield from block.declared if block.is_behind_label else block.declared[:count]

    def between(self, earlier: BlockPosition) -> Iterator[Variable]:
        """What is declared in the same block after the other place and before this one."""
        counts = dict(earlier.blocks)
        for block, count in self.blocks:
            yield from block.declared[counts.get(block, count) : count]


@dataclass(frozen=True, slots=True)
class _Jump:
    edges: Sequence[Edge]
    source: BlockPosition
    target: Node
    origin: Origin


class Lifetimes:
    """Of the objects in the blocks of one function."""

    def __init__(self, context: FunctionContext) -> None:
        self._context = context
        self._builder = context.builder
        self._places: dict[Node, BlockPosition] = {}
        self._jumps: list[_Jump] = []
        self._taken: set[Variable] = set()
        self._read = 0
        """How much of the builder's log was searched for addresses."""

    def here(self) -> BlockPosition:
        return BlockPosition(tuple((block, len(block.declared)) for block in self._context.blocks))

    def place(self, node: Node) -> None:
        """Jumps to this node come here."""
        self._places[node] = self.here()

    def leave(self, block: LoweredBlock, origin: Origin) -> None:
        """The end of a block is reached."""
        if self._context.linker.ends_blocks and block.declared and not block.is_body:
            for variable in self._addressed(block.declared):
                self._builder.emit(End(variable, origin))

    @contextmanager
    def full_expression(self, origin: Origin, *ends: Node) -> Iterator[None]:
        """Lower a full expression: the structures that are values in it die at its end (C11 6.2.4p8), or at these nodes."""
        before = [len(node.entering) for node in ends]
        addressed, self._context.addressed = self._context.addressed, []
        yield
        dead, self._context.addressed = self._context.addressed, addressed
        if not dead or not self._context.linker.ends_blocks:
            return
        operations = [End(variable, origin) for variable in dead]
        for operation in operations:
            self._builder.emit(operation)
        for node, count in zip(ends, before, strict=True):
            if edges := node.entering[count:]:
                self._builder.put_behind(edges, operations)

    def jump(self, target: Node, origin: Origin) -> None:
        """Jump to a node whose place is known before ``finish``."""
        self.led(self._builder.jump(target, origin), self.here(), target, origin)

    def led(self, edges: Sequence[Edge], source: BlockPosition, target: Node, origin: Origin) -> None:
        """These edges lead from a place to a node."""
        if edges:
            self._jumps.append(_Jump(edges, source, target, origin))

    def finish(self) -> None:
        """Say on all jumps what they end and what they begin."""
        wanted: dict[Edge, list[Operation]] = {}
        for jump in self._jumps:
            operations = list(self._changes(jump))
            for edge in jump.edges if operations else ():
                wanted.setdefault(edge, []).extend(operations)
        ways: dict[tuple[Node, tuple[Operation, ...]], list[Edge]] = {}
        for edge, operations in wanted.items():
            ways.setdefault((edge.target, tuple(operations)), []).append(edge)
        for (_, changes), edges in ways.items():
            self._builder.put_behind(edges, changes)

    def _changes(self, jump: _Jump) -> Iterator[Operation]:
        target = self._places.get(jump.target)
        if target is None:  # inside of something that is not modelled
            return
        if self._context.linker.ends_blocks:
            for variable in self._addressed(jump.source.inside(target)):
                yield End(variable, jump.origin)
            for variable in self._addressed(jump.source.between(target)):
                if _has_length(variable):  # it dies where its scope is left, and that begins with its declaration (C11 6.2.4p7)
                    yield End(variable, jump.origin)
        for variable in target.inside(jump.source):
            if not _has_length(variable):  # C allows no jump into the scope of such an array
                yield Declare(variable, False, None, jump.origin)

    def _addressed(self, variables: Iterator[Variable] | Sequence[Variable]) -> list[Variable]:
        """Those among them whose address was taken so far."""
        for operation in self._builder.log[self._read :]:
            self._taken.update(addresses_in(operation))
        self._read = len(self._builder.log)
        return [variable for variable in variables if variable in self._taken]


def _has_length(variable: Variable) -> bool:
    """Is it an array of variable length?"""
    return isinstance(variable.type, ArrayType) and bool(variable.type.variable)
