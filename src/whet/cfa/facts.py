"""What is known of a program's text and asked for in many places: each found when first asked for, and once.

``Facts.of(program)`` is the one set of facts of a program.  A fact that only one room needs is a function of the program in
that room; ``program.fact(find)`` remembers what it found in the same way.
"""

from __future__ import annotations

from functools import cached_property

from whet.cfa.callees import Callees
from whet.cfa.liveness import Liveness, live_variables
from whet.cfa.loops import LoopStructure, analyse_loops
from whet.cfa.model import Function, Node, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.truthvalues import TruthValues


class Facts:
    """Of one program that no longer changes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._loops: dict[Function, LoopStructure] = {}
        self._liveness: dict[Function, Liveness] = {}

    @classmethod
    def of(cls, program: Program) -> Facts:
        return program.fact(cls)

    def loops(self, function: Function) -> LoopStructure:
        if function not in self._loops:
            self._loops[function] = analyse_loops(function)
        return self._loops[function]

    def cuts_cycles(self, node: Node) -> bool:
        """Is this the head of a loop, or the entry of a recursive function?

        Every endless run passes such a place again and again."""
        function = node.function
        return node in self.loops(function).heads or (node is function.entry and function in self.recursive)

    def liveness(self, function: Function) -> Liveness:
        if function not in self._liveness:
            self._liveness[function] = live_variables(function, self._program.address_taken)
        return self._liveness[function]

    @cached_property
    def callees(self) -> Callees:
        return Callees(self._program)

    @cached_property
    def truth_values(self) -> TruthValues:
        return TruthValues(self._program)

    def called_by(self, call: Call) -> tuple[Function, ...]:
        """The functions that a call may run."""
        return (call.callee,) if isinstance(call.callee, Function) else self.callees.of(call.callee)

    @cached_property
    def recursive(self) -> frozenset[Function]:
        """Functions on cycles of the call graph, and between two: what is left when ends are taken away again and again."""
        calls = {function: self._defined_callees(function) for function in self._program.defined_functions}
        while True:
            called = {callee for callees in calls.values() for callee in callees}
            kept = {function: callees & calls.keys() for function, callees in calls.items() if function in called and callees}
            if kept == calls:
                return frozenset(kept)
            calls = kept

    def _defined_callees(self, function: Function) -> set[Function]:
        calls = (part for edge in function.edges() for part in flatten(edge.operation) if isinstance(part, Call))
        return {callee for call in calls for callee in self.called_by(call) if callee.is_defined}
