"""The check of symbolic heaps: does every run stay in them, and which checks hold in them?

The program is executed from its beginning on symbolic heaps.  Calls are followed.  Where the evidence has heaps for a location
and the calls that lead there, the heap that arrives must be covered by one of them, and execution resumes from that one.
Everywhere else it resumes from the heap that arrived, once for equal heaps.  When no heap is left to execute, the heaps cover
all runs, even if the evidence is wrong: the evidence decides only whether the execution ends, and how precise it is.

The evidence has bounds of some numbers.  The ranges of the other integer variables at a claimed heap are those of all heaps that
it covered, widened.

Where a step is not described exactly, execution ends.  All error calls to which the program has a way from there count as met.

A run ends where it would violate something.  The violations that were met are the result: all others are excluded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

from whet.cfa.expressions import Expr, Var, Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Operation, Return, flatten
from whet.cfa.source import Place, place_of
from whet.cfa.types import IntType
from whet.checks.heap_blocks import counter_of
from whet.core.evidence import HeapInvariant
from whet.proofs.heap_cover import covers
from whet.proofs.heap_state import Bounds, HeapReader, HeapUnclear, SymbolicHeap, tidied
from whet.proofs.heap_steps import HeapSteps
from whet.task.messages.unknown import NO_PROOF_TIME
from whet.task.records import dataclass

_MOST_HEAPS = 200_000
_Calls: TypeAlias = tuple[Edge, ...]
"""The calls that lead to a location, the outermost first."""


class HeapNotCovered(Exception):
    """No heap of the evidence covers a heap that a run may have."""

    def __init__(self, place: Place | None) -> None:
        super().__init__(f"a heap at {place} is not covered by the proof")
        self.place = place


@dataclass(slots=True)
class _ClaimedHeap:
    heap: SymbolicHeap
    ranges: dict[Variable, Bounds] | None = None
    """None until a run comes there."""
    widened: set[Variable] = field(default_factory=set)
    is_rough: bool = False

    def admits(self, heap: SymbolicHeap) -> bool:
        """Join and widen the ranges with those of ``heap``; did they contain them already?"""
        ranges, is_known = heap.ranges, self.is_rough or not heap.is_rough
        self.is_rough |= heap.is_rough
        if self.ranges is None:
            self.ranges = dict(ranges)
            return False
        for variable, (low, high) in list(self.ranges.items()):
            other = ranges.get(variable)
            if other is None:
                del self.ranges[variable]
                is_known = False
            elif other[0] < low or other[1] > high:
                is_known = False
                self.ranges[variable] = self._joined(variable, (low, high), other)
        return is_known

    def _joined(self, variable: Variable, old: Bounds, new: Bounds) -> Bounds:
        assert isinstance(variable.type, IntType)
        self.is_rough = True
        low, high = min(old[0], new[0]), max(old[1], new[1])
        if variable in self.widened:
            low, high = old[0] if low == old[0] else variable.type.min, old[1] if high == old[1] else variable.type.max
        self.widened.add(variable)
        return low, high

    def at_work(self) -> SymbolicHeap:
        heap = self.heap.copy()
        heap.ranges = dict(self.ranges or {})
        for (owner, offset), (_, low, high) in self.heap.numbers.items():
            if isinstance(owner, Variable) and (bounds := heap.ranges.get(owner)) is not None:
                heap.ranges[owner] = max(bounds[0], low), min(bounds[1], high)
                del heap.numbers[owner, offset]
        heap.is_rough = self.is_rough
        return heap

    @property
    def imprecision(self) -> tuple[float, int, int, int]:
        """The claim with the least is used first: it has more numbers, with fewer values, or fewer summaries."""
        heap = self.heap
        of_blocks = [number for (owner, _), number in heap.numbers.items() if isinstance(owner, int)]
        summaries = sum(1 for region in heap.regions.values() if region.shape is not None)
        values = sum(high - low for _, low, high in of_blocks)
        return -len(of_blocks) / max(1, len(heap.regions)), values, summaries, -len(heap.numbers)


def violations(
    program: Program, evidence: Sequence[HeapInvariant], seconds: Callable[[], float]
) -> tuple[frozenset[Edge], Sequence[str]]:
    """The calls of error functions that runs may reach, as far as the heaps tell, and why there may be too many of them.

    Raises ``HeapNotCovered``, ``HeapUnclear`` and ``BadTree``."""
    execution = HeapExecution(program, evidence)
    execution.run(seconds)
    return frozenset(execution.errors), tuple(execution.reasons)


class HeapExecution:
    def __init__(self, program: Program, evidence: Sequence[HeapInvariant]) -> None:
        self._program = program
        self._facts = Facts.of(program)
        self._count = counter_of(program)
        self._steps = HeapSteps(program, self._count)
        nodes = {node.number: node for node in program.nodes()}
        reader = HeapReader({each.qualified_name: each for each in program.variables()}, program.machine.pointer_size)
        self._claims: dict[tuple[Node, tuple[int, ...]], list[_ClaimedHeap]] = {}
        for each in evidence:
            if each.node not in nodes:
                raise HeapUnclear(f"the proof speaks of location {each.node}, which the program does not have")
            found = [_ClaimedHeap(reader.heap(tree)) for tree in each.heaps]
            self._claims.setdefault((nodes[each.node], each.calls), []).extend(found)
        for claims in self._claims.values():
            claims.sort(key=lambda each: each.imprecision)
        self._seen: dict[tuple[Node, _Calls], set[object]] = {}
        self._waiting: list[tuple[Node, _Calls, SymbolicHeap]] = []
        self._resolved: dict[tuple[Edge, Function], Edge] = {}
        self._left: dict[Node, None] = {}
        """Locations to which there is a way from a step that is not described exactly."""
        self.reasons: dict[str, None] = {}
        self.errors: dict[Edge, None] = {}

    def run(self, seconds: Callable[[], float]) -> None:
        start = self._program.start
        assert start.entry is not None
        self._arrive(start.entry, (), SymbolicHeap())
        count = 0
        while self._waiting:
            count += 1
            if count > _MOST_HEAPS:
                raise HeapUnclear("there are too many heaps")
            if count % 64 == 0 and seconds() <= 0:
                raise HeapUnclear(NO_PROOF_TIME)
            node, calls, heap = self._waiting.pop()
            if node in self._left:
                continue
            try:
                self._resume(node, calls, heap)
            except HeapUnclear as reason:
                self.reasons[str(reason)] = None
                self._leave(node)

    def _leave(self, node: Node) -> None:
        """Every run from here on may be, also one that returns to another call."""
        waiting = [node]
        for each in waiting:
            if each in self._left:
                continue
            self._left[each] = None
            if each is each.function.exit:
                waiting += self._returns.get(each.function, ())
            for edge in each.leaving:
                waiting.append(edge.target)
                for callee in self._called_by(edge):
                    if callee.error is not None:
                        self.errors[edge] = None
                    elif callee.entry is not None:
                        waiting.append(callee.entry)

    def _called_by(self, edge: Edge) -> Sequence[Function]:
        found: list[Function] = []
        for part in flatten(edge.operation):
            if isinstance(part, Call):
                found += [part.callee] if isinstance(part.callee, Function) else self._facts.callees.all()
        return found

    @cached_property
    def _returns(self) -> dict[Function, list[Node]]:
        """Where a run may be after a function."""
        found: dict[Function, list[Node]] = {}
        for edge in self._program.edges():
            for callee in self._called_by(edge):
                found.setdefault(callee, []).append(edge.target)
        return found

    def _arrive(self, node: Node, calls: _Calls, heap: SymbolicHeap) -> None:
        """Drop variables that are not read any more, and queue the heap unless it is covered or was seen."""
        live = self._facts.liveness(node.function).at(node)
        for variable in node.function.variables:
            if variable not in live:
                heap.cells.pop((variable, 0), None)
                heap.numbers.pop((variable, 0), None)
                heap.ranges.pop(variable, None)
        claims = self._claims.get((node, tuple(each.source.number for each in calls)))
        for each in tidied(heap, counts=self._count is not None):
            if claims is None:
                seen, key = self._seen.setdefault((node, calls), set()), each.key()
                if key not in seen:
                    seen.add(key)
                    self._waiting.append((node, calls, each))
                continue
            claim = next((claim for claim in claims if covers(claim.heap, each, self._program.machine.pointer_size)), None)
            if claim is None:
                place = place_of(node.leaving[0].origin) if node.leaving else None
                if each.is_rough:
                    raise HeapUnclear(f"{HeapNotCovered(place)}, perhaps because of numbers that the check does not follow")
                raise HeapNotCovered(place)
            if not claim.admits(each):
                self._waiting.append((node, calls, claim.at_work()))

    def _resume(self, node: Node, calls: _Calls, heap: SymbolicHeap) -> None:
        if node is node.function.exit:
            if calls:
                call = calls[-1].operation
                assert isinstance(call, Call)
                for each in self._steps.returned(heap, call, node.function):
                    self._arrive(calls[-1].target, calls[:-1], each)
            return
        for edge in node.leaving:
            if isinstance(edge.operation, Call):
                self._called(edge, edge.operation, calls, heap)
                continue
            heaps = [heap]
            for part in flatten(edge.operation):
                heaps = [after for each in heaps for after in self._after(each, part, node.function)]
            for each in heaps:
                self._arrive(edge.target, calls, each)

    def _after(self, heap: SymbolicHeap, operation: Operation, function: Function) -> list[SymbolicHeap]:
        match operation:
            case Return(value=value):
                if value is None or function.return_variable is None:
                    return [heap.copy()]
                return self._steps.assigned(heap, Var(function.return_variable), value)
            case Call(callee=callee) if not isinstance(callee, Function) or callee.is_defined or callee.error is not None:
                raise HeapUnclear("a call is a part of a longer step")
            case _:
                return self._steps.after(heap, operation)

    def _called(self, edge: Edge, call: Call, calls: _Calls, heap: SymbolicHeap) -> None:
        if not isinstance(call.callee, Function):
            for function in self._callees(call.callee):
                resolved = self._resolved.setdefault(
                    (edge, function), Edge(edge.source, Call(function, call.arguments, call.result, call.origin), edge.target)
                )
                assert isinstance(resolved.operation, Call)
                self._called(resolved, resolved.operation, calls, heap)
        elif call.callee.error is not None:
            self.errors[edge] = None
        elif not call.callee.is_defined:
            for each in self._steps.after(heap, call):
                self._arrive(edge.target, calls, each)
        elif call.callee is edge.source.function or any(each.source.function is call.callee for each in calls):
            raise HeapUnclear(f"{call.callee.written_name} calls itself")
        else:
            assert call.callee.entry is not None
            for each in self._steps.passed(heap, call, call.callee):
                self._arrive(call.callee.entry, (*calls, edge), each)

    def _callees(self, pointer: Expr) -> Sequence[Function]:
        """Premise: the pointer points to a function of the program, if there is one of its type."""
        if not self._facts.callees.of(pointer):
            raise HeapUnclear("a function that the program does not have is called through a pointer")
        return self._facts.callees.all()


__all__ = ["HeapExecution", "HeapNotCovered", "violations"]
