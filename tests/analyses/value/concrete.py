"""Follows a concrete run edge by edge with the value transfer, and compares what the abstract state claims with the truth.

The concrete interpreter calls its observer from generated code; the frame and the memory of the run are read off the Python
stack there.  Heap blocks are matched when they are first seen.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from tests.analyses.value.running import successors
from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.memory import Contents
from whet.analyses.value.state import ValueState
from whet.analyses.value.values import SOME_NAN, AbstractValue, Address
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Leave
from whet.cfa.semantics import float_bits
from whet.cfa.types import FloatType
from whet.interpreter.frames import FramePlan, plan_frame
from whet.interpreter.linking import ProgramRun
from whet.interpreter.memory import MemoryObject


class Follower:
    """An observer of a run."""

    def __init__(self, program: Program, *analyses: ValueAnalysis) -> None:
        self._program = program
        self._analyses = analyses
        assert program.start.entry is not None
        self.states = [analysis.initial(program.start.entry) for analysis in analyses]
        self._plans: dict[Function, FramePlan] = {}
        self._heap: dict[int, int] = {}
        self._function = program.start
        self._last: Edge = program.start.entry.leaving[0]
        self.claims = 0
        """How many claims were compared."""

    def __call__(self, edge: Edge) -> None:
        if self.states and not isinstance(edge.operation, Leave):  # then the frame below is the caller's already
            frame, run = _running()
            self._compare(edge.source.function, frame, run)
        assert self.states, f"a run goes on behind {self._last!r}, the analysis does not: {self._analyses[0].source(self._last)}"
        self._last = edge
        found = [successors(analysis, edge, state) for analysis, state in zip(self._analyses, self.states, strict=True)]
        assert all(each == found[0] for each in found), f"the transfers differ at {edge!r}: {found}"
        self.states = [each[0] for each in found if each]

    def _compare(self, function: Function, frame: list[Any], run: ProgramRun) -> None:
        self._function = function
        self._heap = {block: base for block, base in self._heap.items() if block in self.states[0].memory.objects}
        layout, state = self._analyses[0].layout, self.states[0]
        for variable, slot in layout.global_slots.items():
            place = run._scope.statics.slots[variable]
            self._compare_scalar(variable, state.globals[slot], run._globals[place], frame, run)
        for variable, slot in layout.frame_slots[function].items():
            self._compare_scalar(variable, state.frame[slot], frame[self._plan(function).slots[variable]], frame, run)
        for object, held in state.memory.objects.items():
            target = self._target(object, state, function, frame, run)
            if target is not None and target.is_alive:
                self._compare_object(object, held, target, function, frame, run)

    def _plan(self, function: Function) -> FramePlan:
        if function not in self._plans:
            self._plans[function] = plan_frame(self._program, function)
        return self._plans[function]

    def _target(
        self, object: int, state: ValueState, function: Function, frame: list[Any], run: ProgramRun
    ) -> MemoryObject | None:
        """The concrete object, if it is one of this frame, a static one or a heap block that was seen."""
        entity = self._analyses[0].layout.entity(object)
        if entity is None:
            base = self._heap.get(object)
            return None if base is None else run.process.memory.nearest(base)
        if isinstance(entity, Function):
            return None
        if entity.is_static:
            return run._objects[entity]
        is_here = object // self._analyses[0].layout.count == state.depth and entity in self._plan(function).slots
        found = frame[self._plan(function).slots[entity]] if is_here else None
        return found if isinstance(found, MemoryObject) else None

    def _compare_scalar(
        self, variable: Variable, claimed: AbstractValue | None, actual: Any, frame: list[Any], run: ProgramRun
    ) -> None:
        if claimed is None:
            return
        assert actual is not None, f"{variable} has no value yet, not {claimed}"
        self._compare_value(variable.qualified_name, variable.type, claimed, actual, variable, frame, run)

    def _compare_value(
        self, what: str, type: object, claimed: AbstractValue, actual: Any, variable: object, frame: list[Any], run: ProgramRun
    ) -> None:
        self.claims += 1
        if isinstance(claimed, Address):
            self._compare_address(what, claimed, actual, frame, run)
        elif isinstance(type, FloatType):
            is_same = actual != actual if claimed == SOME_NAN else float_bits(actual, type) == claimed
            assert is_same, f"{what} is {actual}, not {claimed:#x}"
        else:
            assert actual == claimed, f"{what} is {actual}, not {claimed}"

    def _compare_address(self, what: str, claimed: Address, actual: int, frame: list[Any], run: ProgramRun) -> None:
        layout, state = self._analyses[0].layout, self.states[0]
        entity = layout.entity(claimed.object)
        mask = (1 << 8 * layout.pointer_size) - 1
        if isinstance(entity, Function):
            assert run.process.memory.address_of(entity) == actual & mask, what
            return
        if entity is None:
            base = self._heap.setdefault(claimed.object, (actual - claimed.offset) & mask)
            assert (base + claimed.offset) & mask == actual & mask, what
            return
        function = self._function
        is_here = entity.is_static or entity in function.variables
        target = self._target(claimed.object, state, function, frame, run) if is_here else None
        if target is not None:
            assert (target.base + claimed.offset) & mask == actual & mask, f"{what} is {actual:#x}, not {claimed}"

    def _compare_object(
        self, object: int, held: Contents, target: MemoryObject, function: Function, frame: list[Any], run: ProgramRun
    ) -> None:
        size = len(held.data)
        data = bytes(target.data[:size])
        assert held.size is None or held.size == target.size, object
        known = int.from_bytes(held.known, "little")
        defined = known if target.mask is None else int.from_bytes(bytes(target.mask[:size]), "little")
        name = self._analyses[0].layout.entity(object)
        assert known & ~defined == 0, f"{name} is indeterminate where {held} claims values"
        actual = int.from_bytes(data[:size], "little") & known
        assert actual == int.from_bytes(held.data, "little"), f"{name} is {data!r}, not {held}"
        self.claims += 1
        for offset, (width, value) in held.others.items():
            if isinstance(value, Address):
                self._compare_address(str(name), value, int.from_bytes(data[offset : offset + width], "little"), frame, run)


def _running() -> tuple[list[Any], ProgramRun]:
    """The frame of the function that is executed, and the run."""
    python: FrameType | None = sys._getframe(2)
    while python is not None:
        if "budget" in python.f_globals and "f" in python.f_locals:
            return python.f_locals["f"], python.f_globals["choose"].__self__
        if python.f_code.co_name == "call_pointer":
            return python.f_locals["frame"], python.f_locals["self"]
        python = python.f_back
    raise AssertionError("no run is being observed")
