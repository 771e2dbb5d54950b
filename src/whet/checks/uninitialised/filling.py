"""Loops that write the elements of an array one after the other.

Such a loop has a counter that begins at a constant and grows by one, and only after the element with its number was written.
So all elements below the counter are written, wherever a run is in the loop.  Where it leaves the loop because the counter is
not less than a bound, these are all elements below the bound.  That holds unless the loop copies unwritten bits over them, which
only the analysis that asks for the loop can tell (``AssumedFacts.is_overwritten``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from whet.cfa.defined_bits import ALL, LARGEST, bits_of_lvalue, covers, ones, shifted
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    Variable,
    subexpressions,
    variables_of,
)
from whet.cfa.loops import Loop, LoopStructure
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, flatten
from whet.cfa.types import ArrayType, IntType, MachineModel, is_scalar
from whet.task.records import dataclass

_FAR = 8
"""Edges before a loop where the first value of its counter is looked for."""
Writes = frozenset[Lvalue]


@dataclass(frozen=True, slots=True)
class Filled:
    """What is written when a loop ends by its condition."""

    pointer: Expr
    """To the first element."""
    array: Lvalue | None
    """What is written as a whole, if it has a name or an index."""
    bits: int | None
    """Those that are written from there on, if their number is known."""
    loop: Loop
    bound: Expr | None = None
    """How many elements are written, if all of them are, from the first on."""
    stride: int = 0

    def is_all_of(self, size: Expr | None, machine: MachineModel) -> bool:
        """Does a block of so many bytes consist of the written elements?  A size that no block can have counts as covered."""
        if size is None or self.bound is None:
            return False
        counts = list(_same_count(self.bound))
        match _exact(size):
            case Const(value=bytes):
                return any(isinstance(count, Const) and bytes <= count.value * self.stride for count in counts)
            case Binary(op=BinaryOp.MUL, type=IntType(signed=False), left=count, right=Const(value=self.stride)):
                return _byte_count(count, self.stride, machine) in counts
            case Binary(op=BinaryOp.MUL, type=IntType(signed=False), left=Const(value=self.stride), right=count):
                return _byte_count(count, self.stride, machine) in counts
            case count:
                return self.stride == 1 and _byte_count(count, 1, machine) in counts


def _byte_count(count: Expr, stride: int, machine: MachineModel) -> Expr:
    """A number of elements without its conversion to ``size_t``, if negative numbers become more than any block has."""
    match _exact(count):
        case Cast(operand=operand, type=type) as count if isinstance(operand.type, IntType) and type == machine.size_t:
            is_huge = operand.type.width + stride.bit_length() < machine.size_t.width
            return _exact(operand) if is_huge else count
        case count:
            return count


def _same_count(bound: Expr) -> Iterator[Expr]:
    """A bound, and what is converted to it: the same number, or a negative one."""
    yield bound
    while _keeps_naturals(bound):
        bound = bound.operand
        yield bound


def _exact(expr: Expr) -> Expr:
    """Without conversions that keep every number."""
    while _keeps_naturals(expr) and (_is_signed(expr) or not _is_signed(expr.operand)):
        expr = expr.operand
    return expr


def _plain(expr: Expr) -> Expr:
    """Without conversions that keep all numbers but negative ones."""
    while _keeps_naturals(expr):
        expr = expr.operand
    return expr


def _keeps_naturals(expr: Expr) -> TypeGuard[Cast]:
    """Is it a conversion between integers that keeps all numbers but negative ones?"""
    if not isinstance(expr, Cast) or not isinstance(expr.type, IntType) or not isinstance(expr.operand.type, IntType):
        return False
    return expr.operand.type.max <= expr.type.max


def _is_signed(expr: Expr) -> bool:
    return isinstance(expr.type, IntType) and expr.type.signed


def filled_by_loops(program: Program, function: Function, loops: LoopStructure) -> Mapping[Edge, tuple[Filled, ...]]:
    """By the edge that leaves the loop."""
    found: dict[Edge, tuple[Filled, ...]] = {}
    for loop in sorted(loops.loops, key=lambda each: -each.depth):
        for edge in loop.exits if loop.is_reducible else ():
            match flatten(edge.operation)[0]:
                case Assume(condition=Binary() as condition, truth=truth):
                    bound = _bound(condition, truth)
                    if bound is not None:
                        found[edge] = tuple(_Filling(program, function, loop, found).until(*bound))
                case _:
                    pass
    return found


def _bound(condition: Binary, truth: bool) -> tuple[Variable, Expr] | None:
    """A counter that is not less than a bound, because a condition holds or does not."""
    match condition.op, truth:
        case (BinaryOp.LT, False) | (BinaryOp.GE, True):
            counter, bound = condition.left, condition.right
        case (BinaryOp.GT, False) | (BinaryOp.LE, True):
            counter, bound = condition.right, condition.left
        case (BinaryOp.NE, False) | (BinaryOp.EQ, True) if isinstance(condition.right, Const):
            counter, bound = condition.left, condition.right
        case (BinaryOp.LE, False) | (BinaryOp.GT, True) if isinstance(condition.right, Const):
            counter, bound = condition.left, Const(condition.right.value + 1, condition.right.type)
        case _:
            return None
    counter = _plain(counter)
    return (counter.variable, bound) if isinstance(counter, Var) and isinstance(counter.type, IntType) else None


@dataclass(frozen=True, slots=True)
class _Since:
    """What was written since the variables in it changed, and variables that are copies of others."""

    written: Writes = frozenset()
    copies: frozenset[tuple[Variable, Variable]] = frozenset()

    def joined(self, other: _Since) -> _Since:
        return _Since(self.written & other.written, self.copies & other.copies)


class _Filling:
    """Of one loop."""

    def __init__(self, program: Program, function: Function, loop: Loop, inner: Mapping[Edge, tuple[Filled, ...]]) -> None:
        self._program = program
        self._function = function
        self._loop = loop
        self._inner = inner
        self._changed = {variable for edge in self._edges() for part in flatten(edge.operation) for variable in _changes(part)}

    def _edges(self) -> Iterator[Edge]:
        return (edge for node in self._loop for edge in node.leaving if edge.target in self._loop)

    def until(self, counter: Variable, bound: Expr) -> Iterator[Filled]:
        first = self._first(counter)
        is_steady = not any(variable in self._changed or not self._is_local(variable) for variable in variables_of(bound))
        if (
            first is None
            or not is_steady
            or not all(isinstance(part, (Const, Var, Cast, Binary)) for part in subexpressions(bound))
        ):
            return
        written = self._written_before_steps(counter)
        elements: dict[Lvalue, int] = {}
        for lvalue in written or ():
            if (found := _element(lvalue, counter)) is not None:
                element, bits = found
                elements[element] = elements.get(element, 0) | bits
        for element, bits in sorted(elements.items(), key=lambda each: str(each[1])):
            yield from self._filled(element, bits, first, bound)

    def _filled(self, element: Lvalue, bits: int, first: int, bound: Expr) -> Iterator[Filled]:
        last = bound.value if isinstance(bound, Const) else None
        is_whole, size, array = covers(bits, element.type), element.type.size, None
        match element:
            case Index(base=base):
                stride, pointer = size, AddressOf(base, self._program.machine.pointer(element.type))
                array = base if is_whole and not first and last is not None and last >= _count(base) else None
            case Deref(pointer=PointerAdd(pointer=pointer, stride=stride)):
                pass
            case _:
                return
        if any(variable in self._changed for variable in variables_of(pointer)):
            return
        if array is not None:
            whole = ALL if isinstance(array, Var) else _pattern(bits, stride, 0, _count(array))
            yield Filled(pointer, array, whole, self._loop)
            return
        symbolic = bound if is_whole and not first and stride == size else None
        known = None if last is None else _pattern(bits, stride, first, last)
        yield Filled(pointer, None, known, self._loop, symbolic, stride)

    def _is_local(self, variable: Variable) -> bool:
        is_scalar_outside = is_scalar(variable.type) and variable not in self._program.address_taken
        return is_scalar_outside and variable.function == self._function.name

    def _first(self, counter: Variable) -> int | None:
        """What it is when the loop begins, if that is the same constant on all ways."""
        if not self._is_local(counter):
            return None
        found = {self._assigned(edge, counter, _FAR) for edge in self._loop.entries}
        (first,) = found if len(found) == 1 else (None,)
        return first if first is not None and first >= 0 else None

    def _assigned(self, edge: Edge, counter: Variable, far: int) -> int | None:
        for part in reversed(flatten(edge.operation)):
            if isinstance(part, Assign) and part.lvalue == Var(counter):
                return part.value.value if isinstance(part.value, Const) else None
            if counter in _changes(part):
                return None
        before = edge.source.entering
        return self._assigned(before[0], counter, far - 1) if len(before) == 1 and far else None

    def _written_before_steps(self, counter: Variable) -> Writes | None:
        """What was written since the last step of the counter, wherever it makes one; None if it makes others."""
        found: Writes | None = None
        for node, state in self._states().items():
            for edge in node.leaving:
                for part, before in self._along(edge, state) if edge.target in self._loop else ():
                    if counter in _changes(part):
                        if not _is_step(part, counter, before.copies):
                            return None
                        found = before.written if found is None else found & before.written
        return found

    def _states(self) -> dict[Node, _Since]:
        """What holds wherever a run is in the loop."""
        states = {self._loop.head: _Since()}
        waiting = [self._loop.head]
        while waiting:
            node = waiting.pop()
            for edge in node.leaving:
                if edge.target not in self._loop:
                    continue
                arriving = states[node]
                for number, part in enumerate(flatten(edge.operation)):
                    arriving = self._after(part, arriving)
                    arriving = arriving if number else self._with_inner(edge, arriving)
                known = states.get(edge.target)
                both = arriving if known is None else known.joined(arriving)
                if known is None or both != known:
                    states[edge.target] = both
                    waiting.append(edge.target)
        return states

    def _along(self, edge: Edge, state: _Since) -> Iterator[tuple[Operation, _Since]]:
        """The operations of an edge, each with what holds before it."""
        for number, part in enumerate(flatten(edge.operation)):
            yield part, state
            state = self._after(part, state)
            if not number:
                state = self._with_inner(edge, state)

    def _with_inner(self, edge: Edge, state: _Since) -> _Since:
        """What an inner loop has written that the edge leaves."""
        inner = {each.array for each in self._inner.get(edge, ()) if each.array is not None}
        return _Since(state.written | inner, state.copies) if inner else state

    def _after(self, operation: Operation, state: _Since) -> _Since:
        changed = set(_changes(operation))
        written, copies = state.written, state.copies
        if changed:
            written = frozenset(each for each in written if changed.isdisjoint(variables_of(each)))
            copies = frozenset(pair for pair in copies if changed.isdisjoint(pair))
        match operation:
            case Assign(lvalue=Var(variable=target), value=Var(variable=source)) if self._is_local(target) and self._is_local(
                source
            ):
                copies |= {(target, dict(copies).get(source, source))} if target is not source else frozenset()
            case Assign(lvalue=lvalue, value=value) if self._is_value(lvalue, value):
                written |= {_original(lvalue, dict(copies))}
            case Havoc(lvalue=lvalue) if is_scalar(lvalue.type) and not isinstance(lvalue, Var):
                written |= {_original(lvalue, dict(copies))}
            case Call(result=lvalue) if lvalue is not None and is_scalar(lvalue.type) and not isinstance(lvalue, Var):
                written |= {_original(lvalue, dict(copies))}
            case _:
                pass
        return _Since(written, copies)

    def _is_value(self, lvalue: Lvalue, value: Expr) -> bool:
        """Is it a scalar in memory, and no byte that may be copied unwritten?"""
        if isinstance(lvalue, Var) or not is_scalar(lvalue.type):
            return False
        is_byte = isinstance(lvalue.type, IntType) and lvalue.type.size == 1
        return not (is_byte and isinstance(value, (Var, Deref, Member, Index)) and not self._is_slot(value))

    def _is_slot(self, value: Lvalue) -> bool:
        return isinstance(value, Var) and value.variable not in self._program.address_taken


def _changes(operation: Operation) -> Iterator[Variable]:
    """The variables outside of memory that it gives a value."""
    match operation:
        case Assign(lvalue=Var(variable=variable)) | Havoc(lvalue=Var(variable=variable)) | Call(result=Var(variable=variable)):
            yield variable
        case Declare(variable=variable):
            yield variable
        case _:
            pass


def _is_step(operation: Operation, counter: Variable, copies: frozenset[tuple[Variable, Variable]]) -> bool:
    match operation:
        case Assign(value=Binary(op=BinaryOp.ADD, left=Var(variable=variable), right=Const(value=1))):
            return dict(copies).get(variable, variable) is counter
        case _:
            return False


def _original(lvalue: Lvalue, copies: Mapping[Variable, Variable]) -> Lvalue:
    """With the variables of which others are copies."""
    match lvalue:
        case Index(base=base, index=index):
            return Index(_original(base, copies), _original_value(index, copies))
        case Member(base=base, field=field):
            return Member(_original(base, copies), field)
        case Deref(pointer=pointer, type=type):
            return Deref(_original_value(pointer, copies), type)
        case Var():
            return lvalue


def _original_value(expr: Expr, copies: Mapping[Variable, Variable]) -> Expr:
    match expr:
        case Var(variable=variable):
            return Var(copies.get(variable, variable))
        case Cast(operand=operand, type=type):
            return Cast(_original_value(operand, copies), type)
        case PointerAdd(pointer=pointer, index=index, stride=stride, type=type):
            return PointerAdd(_original_value(pointer, copies), _original_value(index, copies), stride, type)
        case AddressOf(lvalue=lvalue, type=type):
            return AddressOf(_original(lvalue, copies), type)
        case _:
            return expr


def _element(lvalue: Lvalue, counter: Variable) -> tuple[Lvalue, int] | None:
    """The element with the number of the counter that an lvalue is in, and its bits there."""
    bits = bits_of_lvalue(lvalue)
    if isinstance(lvalue.type, ArrayType) or bits is None:
        bits = None if not 0 < lvalue.type.size <= LARGEST else ones(lvalue.type.size)
    part = lvalue
    while bits is not None:
        match part:
            case Index(index=index) if _plain(index) == Var(counter):
                return None if counter in variables_of(part.base) else (part, bits)
            case Deref(pointer=PointerAdd(pointer=pointer, index=index)) if _plain(index) == Var(counter):
                return None if counter in variables_of(pointer) else (part, bits)
            case Member(base=base, field=field):
                bits = shifted(bits, field.offset)
            case Index(base=base, index=Const(value=number)) if number >= 0:
                bits = shifted(bits, number * part.type.size)
            case _:
                return None
        part = base
    return None


def _count(array: Lvalue) -> int:
    """How many elements it has; none has as many if that is not known."""
    return (array.type.count or 1 << 62) if isinstance(array.type, ArrayType) else 1 << 62


def _pattern(bits: int, stride: int, first: int, last: int) -> int | None:
    """The bits of elements, as far as they are few."""
    if not 0 < last * stride <= LARGEST:
        return None
    found = 0
    for number in range(first, last):
        found |= bits << 8 * stride * number
    return found
