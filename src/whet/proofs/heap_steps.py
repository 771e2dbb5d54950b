"""The effect of operations on a symbolic heap, with functions without a body (``cfa.library``).

What is not described exactly raises ``HeapUnclear``: a store or ``free`` through an unknown pointer, an unknown function that is
given a pointer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from whet.cfa.accesses import access_size, object_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.defined_bits import LARGEST, bits_of_lvalue, ones
from whet.cfa.expressions import Expr, Lvalue, Var, Variable, VariableKind, is_lvalue
from whet.cfa.library import AUTOMATIC, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Havoc, Operation, Skip, Unsupported
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType, is_scalar
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Effect,
    Fills,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Writes,
)
from whet.proofs.heap_state import (
    NOWHERE,
    Bounds,
    HeapAddress,
    HeapUnclear,
    Owner,
    SizedBounds,
    SymbolicHeap,
    SymbolicRegion,
    cases,
)
from whet.proofs.heap_values import HeapValues, SummaryAccessed

_MOST_NULLS = 64
_LARGEST_BLOCK = 1 << 31
_MOST_CASES = 64
_Performs: TypeAlias = "Callable[[_Step], bool]"


class HeapSteps:
    """Performs operations of one program."""

    def __init__(self, program: Program, count: Variable | None) -> None:
        self._program = program
        self._count = count
        self._library = Library()
        self._width = program.machine.pointer_size

    def after(self, heap: SymbolicHeap, operation: Operation) -> list[SymbolicHeap]:
        """The heaps after an operation that calls no function with a body."""
        return self._in_cases(heap, lambda step: step.perform(operation))

    def passed(self, heap: SymbolicHeap, call: Call, function: Function) -> list[SymbolicHeap]:
        """The heaps in which a function with a body begins."""
        return self._in_cases(heap, lambda step: step.enter(call, function))

    def returned(self, heap: SymbolicHeap, call: Call, function: Function) -> list[SymbolicHeap]:
        """The heaps after a function with a body."""
        return self._in_cases(heap, lambda step: step.leave(call, function))

    def assigned(self, heap: SymbolicHeap, lvalue: Lvalue, value: Expr) -> list[SymbolicHeap]:
        return self._in_cases(heap, lambda step: step.assign(lvalue, value))

    def _in_cases(self, heap: SymbolicHeap, perform: _Performs) -> list[SymbolicHeap]:
        waiting, found = [heap], []
        for tried in waiting:
            if len(waiting) > _MOST_CASES:
                raise HeapUnclear("an operation has too many cases")
            inside = tried.copy()
            try:
                if perform(_Step(self._program, inside, self._count, self._library, self._width)):
                    found.append(inside)
            except SummaryAccessed as accessed:
                waiting += cases(tried, accessed.region, last=accessed.last)
        return found


class _Step(HeapValues):
    """One operation on one heap; methods return whether a run can continue."""

    def __init__(self, program: Program, heap: SymbolicHeap, count: Variable | None, library: Library, width: int) -> None:
        super().__init__(program, heap, count)
        self._library = library
        self._width = width  # of a pointer, in bytes

    def perform(self, operation: Operation) -> bool:
        match operation:
            case Assume(condition=condition, truth=truth):
                return self.assume(condition, truth)
            case Assign(lvalue=lvalue, value=value):
                in_memory = is_byte_copy(operation, lambda each: is_in_memory(self.program, each))
                return self.assign(lvalue, value, is_copy=in_memory)
            case Havoc(lvalue=lvalue):
                self._make_any(self._known(self.place(lvalue)), access_size(lvalue), keeps_bits=False)
                self._set_range(lvalue, None)
            case Declare():
                self._declare(operation)
            case End(variable=variable):
                self.heap.end_life(variable)
            case Call(callee=Function() as callee):
                return self._call(operation, callee)
            case Skip():
                pass
            case Unsupported(construct=construct):
                raise HeapUnclear(f"a run may come to {construct}")
            case _:
                raise HeapUnclear("an operation is not described")
        return True

    def _known(self, at: HeapAddress | None) -> HeapAddress:
        """The place of an access that changes something."""
        if at is None or at.owner is None:
            raise HeapUnclear("a pointer that is not known is written through")
        self.single(at)
        return at

    # ------------------------------------------------------------------------------------------- stores

    def assign(self, lvalue: Lvalue, value: Expr, *, is_copy: bool = False) -> bool:
        at = self._known(self.place(lvalue))
        if not is_scalar(lvalue.type) or is_copy:
            source = self.place(value) if is_lvalue(value) else None  # type: ignore[arg-type] # by the condition
            self._copy(at, source, lvalue.type.size)
        else:
            to, bounds = self.address(value) if isinstance(lvalue.type, PointerType) else None, self.range(value)
            self._store(at, lvalue, to)
            self._set_range(lvalue, bounds, at)
        return True

    def _store(self, at: HeapAddress, lvalue: Lvalue, to: HeapAddress | None) -> None:
        assert at.owner is not None
        self._erase(at, access_size(lvalue))
        if at.offset is not None and to is not None:
            self.heap.cells[at.owner, at.offset] = to
        if not (isinstance(at.owner, Variable) and self.is_slot(at.owner)):
            self._mark(at, bits_of_lvalue(lvalue), written=True)

    def _set_range(self, lvalue: Lvalue, bounds: Bounds | None, at: HeapAddress | None = None) -> None:
        """An integer that was stored at ``at`` has these bounds."""
        if isinstance(lvalue, Var) and self.tracks(lvalue.variable):
            self.heap.ranges.pop(lvalue.variable, None)
            if bounds is not None:
                self.heap.ranges[lvalue.variable] = bounds
        elif at is not None and at.owner is not None and at.offset is not None and bounds is not None:
            assert isinstance(lvalue.type, IntType)
            if self._is_kept_at(lvalue, lvalue.type, at):
                self.heap.numbers[at.owner, at.offset] = lvalue.type.size, *bounds

    def _erase(self, at: HeapAddress, size: int | None) -> None:
        """Pointers that overlap some bytes, or all of an object, are no longer known."""
        begin, end = (0, 0) if at.offset is None or size is None else (at.offset - self._width + 1, at.offset + size)
        is_all = at.offset is None or size is None
        for owner, offset in [each for each in self.heap.cells if each[0] == at.owner]:
            if is_all or begin <= offset < end:
                del self.heap.cells[owner, offset]
        for (owner, offset), (width, _, _) in list(self.heap.numbers.items()):
            if owner == at.owner and (is_all or (offset < end and end - (size or 0) < offset + width)):
                del self.heap.numbers[owner, offset]

    def _mark(self, at: HeapAddress, bits: int | None, *, written: bool) -> None:
        assert at.owner is not None
        old = self.heap.bits(at.owner)
        if at.offset is None or bits is None or not 0 <= at.offset <= LARGEST:
            self.heap.set_bits(at.owner, old if written else 0)
        else:
            moved = bits << 8 * at.offset
            self.heap.set_bits(at.owner, old | moved if written else old & ~moved)

    def _make_any(self, at: HeapAddress, size: int | None, *, keeps_bits: bool) -> None:
        self._erase(at, size)
        if not keeps_bits:
            self._mark(at, ones(size) if size is not None and size <= LARGEST else None, written=False)

    def _copy(self, to: HeapAddress, source: HeapAddress | None, size: int) -> None:
        """A structure, or bytes, with the bits of it that were written."""
        copied: list[tuple[int, HeapAddress]] = []
        numbers: list[tuple[int, SizedBounds]] = []
        bits = 0
        if source is not None and source.owner is not None:
            self.single(source)
            written = self.heap.bits(source.owner)
            if source.offset is not None and source.offset >= 0:
                bits = written >> 8 * source.offset & ones(min(size, LARGEST))
                end = source.offset + size - self._width
                copied = [each for each in self.heap.cells_of(source.owner) if source.offset <= each[0] <= end]
                known = self.heap.numbers_of(source.owner).items()
                numbers = [each for each in known if source.offset <= each[0] <= source.offset + size - each[1][0]]
            else:
                room = self.size(source.owner)
                is_all = written == -1 or (room is not None and room <= LARGEST and not ones(room) & ~written)
                bits = ones(min(size, LARGEST)) if is_all else 0
        self._make_any(to, size, keeps_bits=False)
        assert to.owner is not None
        if to.offset is not None and size <= LARGEST:
            self._mark(to, bits, written=True)
        if to.offset is not None and source is not None and source.offset is not None:
            self.heap.cells |= {(to.owner, to.offset + offset - source.offset): value for offset, value in copied}
            self.heap.numbers |= {(to.owner, to.offset + offset - source.offset): number for offset, number in numbers}

    def _zero(self, at: HeapAddress, size: int) -> None:
        self._erase(at, size)
        assert at.owner is not None
        if at.offset is not None:
            first = -(-at.offset // self._width) * self._width
            places = range(first, at.offset + size - self._width + 1, self._width)
            self.heap.cells |= {(at.owner, offset): NOWHERE for offset in places[:_MOST_NULLS]}
        self._mark(at, ones(size) if size <= LARGEST else None, written=True)

    def _declare(self, declare: Declare) -> None:
        variable, size = declare.variable, object_size(declare.variable) if declare.length is None else None
        self.heap.end_life(variable, keeps_pointers=declare.keeps)
        if declare.zeroed and size is not None:
            self._mark(HeapAddress(variable), ones(size) if size <= LARGEST else None, written=True)
            nulls = list(_pointers_in(variable.type, 0))[:_MOST_NULLS]
            self.heap.cells |= {(variable, offset): NOWHERE for offset in nulls}
            if isinstance(variable.type, IntType):
                self._set_range(Var(variable), (0, 0), HeapAddress(variable))
        if self.is_slot(variable):
            self.heap.written.pop(variable, None)

    # ------------------------------------------------------------------------------------------- calls

    def enter(self, call: Call, function: Function) -> bool:
        given = list(zip(function.parameters, call.arguments, strict=False))
        same = [parameter.type == each.type for parameter, each in given]  # not if it is called by a pointer of another type
        scalars = [(self.address(each), self.range(each)) if is_scalar(each.type) else None for _, each in given]
        sources = [None if is_scalar(each.type) or not is_lvalue(each) else self.place(each) for _, each in given]  # type: ignore[arg-type] # an lvalue
        for source in sources:
            if source is not None and source.owner is not None:
                self.single(source)
        self._forget_frame(function)
        for (parameter, each), scalar, source, is_same in zip(given, scalars, sources, same, strict=True):
            at = HeapAddress(parameter)
            if scalar is None:
                self._copy(at, source, parameter.type.size)
                continue
            is_pointer = isinstance(parameter.type, PointerType) and isinstance(each.type, PointerType)
            self._store(at, Var(parameter), scalar[0] if is_pointer else None)
            self._set_range(Var(parameter), scalar[1] if is_same else None, at)
        return True

    def leave(self, call: Call, function: Function) -> bool:
        """The place of the result is looked for when the frame is no longer, its value before."""
        returned = function.return_variable
        cells = (
            [] if returned is None else [each for each in self.heap.cells_of(returned) if each[1].owner not in function.variables]
        )
        bits = 0 if returned is None else self.heap.bits(returned)
        is_same = returned is not None and call.result is not None and returned.type == call.result.type
        bounds = self.heap.ranges.get(returned) if returned is not None and is_same else None
        self._forget_frame(function)
        if call.result is None:
            return True
        at = self._known(self.place(call.result))
        assert at.owner is not None
        if is_scalar(call.result.type):
            self._store(at, call.result, dict(cells).get(0) if isinstance(call.result.type, PointerType) else None)
            self._set_range(call.result, bounds, at)
            return True
        size = call.result.type.size
        self._make_any(at, size, keeps_bits=False)
        if at.offset is not None:
            self.heap.cells |= {(at.owner, at.offset + offset): value for offset, value in cells}
            if size <= LARGEST:
                self._mark(at, bits & ones(size), written=True)
        return True

    def _forget_frame(self, function: Function) -> None:
        own: set[Owner | None] = {*function.variables, *function.parameters}
        if function.return_variable is not None:
            own.add(function.return_variable)
        self.heap.cells = {cell: to for cell, to in self.heap.cells.items() if cell[0] not in own and to.owner not in own}
        self.heap.numbers = {cell: number for cell, number in self.heap.numbers.items() if cell[0] not in own}
        self.heap.written = {each: bits for each, bits in self.heap.written.items() if each not in own}
        self.heap.ranges = {each: bounds for each, bounds in self.heap.ranges.items() if each not in own}

    def _call(self, call: Call, callee: Function) -> bool:
        """A function without a body."""
        effect = self._library.effect(callee, call.arguments)
        if isinstance(effect, Stops):
            return False
        if isinstance(effect, Assumes):
            return self.assume(call.arguments[0], truth=True)
        to = self._performed(call, callee, effect)
        if call.result is not None:
            result = call.result
            at = self._known(self.place(result))
            if is_scalar(result.type):
                self._store(at, result, to if isinstance(result.type, PointerType) else None)
                self._set_range(result, (result.type.min, result.type.max) if isinstance(result.type, IntType) else None)
            else:
                self._make_any(at, result.type.size, keeps_bits=False)
        return True

    def _performed(self, call: Call, callee: Function, effect: Effect | None) -> HeapAddress | None:
        """The pointer that is returned, if it is known."""
        arguments = call.arguments
        to: HeapAddress | None = None
        match effect:
            case Allocates(size=factors, zeroed=zeroed):
                if callee.name not in AUTOMATIC:
                    to = self._allocate([arguments[index] for index in factors], zeroed=zeroed)
            case Frees():
                self._free(arguments[0])
            case Copies() | Fills():
                to = self._fill_or_copy(arguments, fills=isinstance(effect, Fills))
            case Writes(arguments=written, returns=returns, may_fail=may_fail, makes_text=makes_text):
                to = None if returns is None or may_fail else self.address(arguments[returns])
                for index in written:
                    if index < len(arguments) and isinstance(arguments[index].type, PointerType):
                        self._write_all(self.address(arguments[index]), keeps_bits=makes_text)
            case Arbitrary() | Nothing() | Assumes() | Stops():
                pass
            case NotModelled(construct=construct):
                raise HeapUnclear(f"a run may come to {construct}")
            case Formats() | None:
                self._unknown(call, callee)
        return to

    def _allocate(self, factors: Sequence[Expr], *, zeroed: bool) -> HeapAddress:
        size: int | None = 1
        for factor in factors:
            number = self.number(factor)
            size = None if size is None or number is None or not 0 <= number <= _LARGEST_BLOCK else size * number
        to = HeapAddress(self.heap.new_region(SymbolicRegion(size)))
        if zeroed and size is not None:
            self._zero(to, size)
        return to

    def _free(self, pointer: Expr) -> None:
        at = self.address(pointer)
        if at == NOWHERE:
            return
        if at is None or not isinstance(at.owner, int) or at.offset != 0:
            raise HeapUnclear("something is freed that may be no block")
        self.single(at)
        self.heap.end_life(at.owner)

    def _fill_or_copy(self, arguments: Sequence[Expr], *, fills: bool) -> HeapAddress | None:
        to, size = self.address(arguments[0]), self.number(arguments[2])
        if size == 0:
            return to
        at = self._known(to)
        if size is None or size < 0:
            self._make_any(at, None, keeps_bits=False)
        elif not fills:
            self._copy(at, self.address(arguments[1]), size)
        elif self.number(arguments[1]) == 0:
            self._zero(at, size)
        else:
            self._erase(at, size)
            self._mark(at, ones(size) if size <= LARGEST else None, written=True)
        return to

    def _write_all(self, at: HeapAddress | None, *, keeps_bits: bool) -> None:
        if at != NOWHERE:
            known = self._known(at)
            self._make_any(known, None, keeps_bits=keeps_bits)
            if isinstance(known.owner, Variable):
                self.heap.ranges.pop(known.owner, None)

    def _unknown(self, call: Call, callee: Function) -> None:
        for argument in call.arguments:
            if isinstance(argument.type, (IntType, FloatType)):
                continue
            at = self.address(argument) if isinstance(argument.type, PointerType) else None
            is_literal = at is not None and isinstance(at.owner, Variable) and at.owner.kind is VariableKind.STRING
            if at != NOWHERE and not is_literal:
                raise HeapUnclear(f"{callee.written_name} may change what a pointer leads to")


def _pointers_in(type: CType, start: int) -> Iterator[int]:
    match type:
        case PointerType():
            yield start
        case StructType(is_complete=True, is_union=False, fields=fields):
            for field in fields:
                yield from _pointers_in(field.type, start + field.offset)
        case ArrayType(element=element, count=int(count)):
            for number in range(min(count, _MOST_NULLS)):
                yield from _pointers_in(element, start + number * element.size)
        case _:
            pass


__all__ = ["HeapSteps"]
