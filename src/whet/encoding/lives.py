"""Which objects of blocks a pointer may outlive, and how an encoding recognises that they are dead.

After the block of an object is left (``End``) a pointer to it is good for nothing, and stays so when the block is entered again:
then there is another object.  To most objects no pointer can be left, and for these nothing needs to be encoded.  For the others,

* if the block is entered once at most in each call of its function, the object keeps its address, and a bit of the state says
  whether it lives (``followed``);
* otherwise, and if it is an array of variable length, it is a block of the heap with a new address each time (``renewed``), so
  that old pointers do not point to new objects.

A pointer may be left in what outlives the block: a static variable, a local scalar that is still read later, memory that does
not end with the block.  Frames of functions that the block calls are gone when it is left, and scalars of its callers get a
pointer only when the function returns.  Of objects of recursive functions to which a pointer may be left, nothing is said
(``untold``).
"""

from __future__ import annotations

from whet.cfa.expressions import Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Declare, End, flatten
from whet.cfa.uses import uses_of_sequence
from whet.pointers.regions import Regions, is_slot


class BlockLives:
    """Of one program that says where blocks end."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._facts = Facts.of(program)
        self._ends: dict[Variable, list[tuple[Edge, int]]] = {}
        self._again: set[Variable] = set()
        for edge in program.edges() if program.ends_blocks else ():
            self._read(edge)
        left = [variable for variable in self._ends if self._may_be_left(variable)]
        recursive = {function.name for function in self._facts.recursive}
        self.untold = frozenset(variable for variable in left if variable.function in recursive)
        self.followed = frozenset(variable for variable in left if variable not in self._again) - self.untold
        self.renewed = frozenset(variable for variable in left if variable in self._again) - self.untold

    def _read(self, edge: Edge) -> None:
        function = edge.source.function
        for index, part in enumerate(flatten(edge.operation)):
            if isinstance(part, End):
                self._ends.setdefault(part.variable, []).append((edge, index))
            elif isinstance(part, Declare) and (part.length is not None or self._facts.loops(function).depth(edge.source)):
                self._again.add(part.variable)

    def _may_be_left(self, variable: Variable) -> bool:
        """May there be a pointer to it when its block is left?"""
        holders, on_heap = self._program.fact(Regions).holding(variable)
        return on_heap or any(self._outlives(holder, variable) for holder in holders)

    def _outlives(self, holder: Variable, variable: Variable) -> bool:
        """May a variable hold a pointer to another one, and be read after the block of that one?"""
        if holder.is_static:
            return True
        if not is_slot(self._program, holder):
            return holder.function != variable.function or holder.blocks[: len(variable.blocks)] != variable.blocks
        return holder.function == variable.function and any(self._is_read(holder, *end) for end in self._ends[variable])

    def _is_read(self, variable: Variable, edge: Edge, index: int) -> bool:
        """May the value of a scalar be read after this operation of an edge?"""
        function = edge.source.function
        rest = uses_of_sequence(flatten(edge.operation)[index + 1 :], function.return_variable)
        if variable in rest.reads or variable in rest.kills:
            return variable in rest.reads
        return self._facts.liveness(function).is_live(variable, edge.target)
