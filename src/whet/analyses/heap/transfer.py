"""What operations do to an abstract heap.

A step changes a graph in place and gives the graphs after it: none if the operation cannot be executed, two where a block is
taken out of a chain.  A write or ``free`` through a pointer that is not known may change everything: nothing is known after it.
Functions without a body change what their arguments lead to and nothing else; that is an assumption of the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from whet.analyses.heap.evaluation import HeapEvaluation, addressed, constant, is_kept, is_plain, is_whole, reads, stripped
from whet.analyses.heap.graph import NULL, HeapBlock, HeapGraph, Number, Pointer
from whet.analyses.heap.segments import unfold
from whet.cfa.accesses import access_size, object_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.defined_bits import ALL, LARGEST, bits_of_lvalue, has_bits, ones
from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
    is_lvalue,
    subexpressions,
)
from whet.cfa.library import AUTOMATIC, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Enter, Havoc, Leave, Operation, Return, flatten
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType, holds_pointers, is_scalar
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes

_MOST_POINTERS = 64
"""Of a zeroed variable that are known to be null."""
_LARGEST_BLOCK = 1 << 31
_OPPOSITE = {BinaryOp.LT: BinaryOp.GE, BinaryOp.GT: BinaryOp.LE, BinaryOp.EQ: BinaryOp.NE}
_OPPOSITE |= {other: op for op, other in _OPPOSITE.items()}
_MIRRORED = {BinaryOp.LT: BinaryOp.GT, BinaryOp.GT: BinaryOp.LT, BinaryOp.LE: BinaryOp.GE, BinaryOp.GE: BinaryOp.LE}


class HeapTransfer:
    """Performs operations of one program."""

    def __init__(self, program: Program, count: Variable | None) -> None:
        self._program = program
        self._count = count
        self._library = Library()
        self._width = program.machine.pointer_size
        self.assumed: dict[tuple[str, Origin], None] = {}
        """Calls of unknown functions that some state went through."""
        self._computed = frozenset(computed_variables(program))

    def top(self) -> HeapGraph:
        return HeapGraph(self._width, is_top=True)

    def concerns(self, operation: Operation) -> bool:
        """Can it change a graph, or depend on one?"""
        match operation:
            case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
                return not self._is_number(lvalue)
            case Declare(variable=variable):
                return not self._is_number(Var(variable))
            case Return(value=value):
                return value is not None and not isinstance(value.type, FloatType)
            case Assume(condition=condition):
                return any(self._matters(part) for part in subexpressions(condition))
            case Call() | Enter() | Leave() | End():
                return True
            case _:
                return False

    def _matters(self, expr: Expr) -> bool:
        """May a graph say something of it?"""
        if isinstance(expr, Var) and expr.variable is self._count:
            return True
        is_tracked = isinstance(expr.type, IntType) and is_lvalue(expr) and not self._is_number(expr)  # type: ignore[arg-type] # an lvalue
        return is_tracked or isinstance(expr.type, PointerType)

    def _is_number(self, lvalue: Lvalue) -> bool:
        """A scalar variable that no pointer leads to, and of which graphs say nothing."""
        if not isinstance(lvalue, Var) or lvalue.variable in self._program.address_taken:
            return False
        return is_scalar(lvalue.type) and not isinstance(lvalue.type, PointerType) and not self._tracks(lvalue.variable)

    def _tracks(self, variable: Variable) -> bool:
        """Is it an integer in memory, or one to which only constants and what was read are assigned?"""
        is_free = variable in self._program.address_taken or variable not in self._computed
        return isinstance(variable.type, IntType) and is_free and variable is not self._count and not variable.is_volatile

    def perform(self, graph: HeapGraph, operation: Operation, function: Function) -> list[HeapGraph]:
        """The graphs after an operation of a function; ``graph`` is used up."""
        if graph.is_top:
            return [graph]
        waiting, found = [graph], []
        while waiting:
            each = waiting.pop()
            at = self._chain_accessed(each, operation)
            if at is not None:
                waiting += unfold(each, at)
            else:
                found += self._step(each, operation, function)
        return found

    def _chain_accessed(self, graph: HeapGraph, operation: Operation) -> Pointer | None:
        """A pointer into a chain or tree through which the operation reads, writes or frees, or one to a tree that may be
        empty, which it reads or overwrites."""
        evaluation = self._evaluation(graph)
        for lvalue in _accessed(operation):
            at = evaluation.place(lvalue)
            if at is not None and evaluation.is_chain(at):
                return at
            value = evaluation.stored_at(at)
            if value is not None and evaluation.may_be_empty(value):
                return value
        if isinstance(operation, Call):
            for argument in self._changed(operation):
                at = evaluation.pointer(argument)
                if at is not None and evaluation.is_chain(at):
                    return at
        return None

    def _evaluation(self, graph: HeapGraph) -> HeapEvaluation:
        return HeapEvaluation(graph, self._count)

    def _step(self, graph: HeapGraph, operation: Operation, function: Function) -> list[HeapGraph]:
        match operation:
            case Assume(condition=condition, truth=truth):
                return self._assume(graph, condition, truth)
            case Assign(lvalue=lvalue, value=value):
                is_copy = is_byte_copy(operation, lambda each: is_in_memory(self._program, each))
                return [self._assign(graph, lvalue, value, is_copy=is_copy)]
            case Havoc(lvalue=lvalue):
                return [self._spoil(graph, self._evaluation(graph).place(lvalue), access_size(lvalue))]
            case Declare():
                self._declare(graph, operation)
            case End(variable=variable):
                graph.remove(variable)
            case Return(value=value):
                if value is not None and function.return_variable is not None:
                    return [self._assign(graph, Var(function.return_variable), value)]
            case Call():
                return self._call(graph, operation)
            case Enter():
                self._enter(graph, operation)
            case Leave():
                return [self._leave(graph, operation)]
            case _:
                pass
        return [graph]

    def _assume(self, graph: HeapGraph, condition: Expr, truth: bool) -> list[HeapGraph]:
        found = self._evaluation(graph).truth(condition)
        if found is not None and found is not truth:
            return []
        if found is None:
            self._learn(graph, condition, truth)
        return [graph]

    def _bound(self, graph: HeapGraph, expr: Expr, op: BinaryOp, other: Number | None) -> None:
        """An integer is in a relation with another one.  A new bound is that of one value, or narrows an old one."""
        while isinstance(expr, Cast) and isinstance(expr.type, IntType) and is_kept(expr.operand, expr.type):
            expr = expr.operand
        if other is None or not is_lvalue(expr) or not is_whole(expr) or self._is_number(expr):  # type: ignore[arg-type] # an lvalue
            return
        evaluation = self._evaluation(graph)
        at, known = evaluation.place(expr), evaluation.number(expr)  # type: ignore[arg-type] # an lvalue
        if at is None or at.base is None or at.offset is None or evaluation.is_chain(at):
            return
        if known is None and (op is not BinaryOp.EQ or other.low != other.high):
            return
        low, high = (other.low, other.high) if known is None else (known.low, known.high)
        match op:
            case BinaryOp.EQ:
                low, high = max(low, other.low), min(high, other.high)
            case BinaryOp.NE if other.low == other.high:
                low, high = low + (low == other.low), high - (high == other.low)
            case BinaryOp.LT | BinaryOp.LE:
                high = min(high, other.high - (op is BinaryOp.LT))
            case BinaryOp.GT | BinaryOp.GE:
                low = max(low, other.low + (op is BinaryOp.GT))
            case _:
                return
        self._keep(graph, at, expr, Number(expr.type.size, low, high))  # type: ignore[arg-type] # an lvalue

    def _keep(self, graph: HeapGraph, at: Pointer, lvalue: Lvalue, number: Number | None) -> None:
        is_kept = not isinstance(lvalue, Var) or self._tracks(lvalue.variable)
        if number is not None and at.base is not None and at.offset is not None and is_kept and is_whole(lvalue):
            graph.numbers[at.base, at.offset] = number

    def _learn(self, graph: HeapGraph, condition: Expr, truth: bool) -> None:
        """A pointer that is not known equals one that is."""
        match condition:
            case Unary(op=UnaryOp.NOT, operand=operand):
                self._learn(graph, operand, not truth)
            case Cast(operand=operand) if isinstance(condition.type, IntType) and condition.type.is_bool:
                self._learn(graph, operand, truth)
            case Binary(op=op, left=left, right=right) if op.is_comparison and not isinstance(left.type, PointerType):
                op = op if truth else _OPPOSITE[op]
                if op in (BinaryOp.EQ, BinaryOp.NE) and constant(right) == 0 and not is_lvalue(left):
                    self._learn(graph, left, op is BinaryOp.NE)
                evaluation = self._evaluation(graph)
                self._bound(graph, left, op, evaluation.number(right))
                self._bound(graph, right, _MIRRORED.get(op, op), evaluation.number(left))
            case Binary(op=(BinaryOp.EQ | BinaryOp.NE) as op, left=left, right=right):
                if truth is (op is BinaryOp.EQ):
                    for one, other in ((left, right), (right, left)):
                        self._identify(graph, one, self._evaluation(graph).pointer(other))
            case _ if isinstance(condition.type, PointerType) and not truth:
                self._identify(graph, condition, NULL)
            case Var() | Deref() | Member() | Index():
                self._bound(graph, condition, BinaryOp.NE if truth else BinaryOp.EQ, Number(condition.type.size, 0, 0))
            case _:
                pass

    def _identify(self, graph: HeapGraph, pointer: Expr, value: Pointer | None) -> None:
        lvalue, evaluation = stripped(pointer), self._evaluation(graph)
        at = None if lvalue is None else evaluation.place(lvalue)
        if value is None or at is None or at.base is None or at.offset is None or evaluation.pointer(pointer) is not None:
            return
        if value is NULL or value.base is None:
            graph.cells[at.base, at.offset] = NULL

    def _assign(self, graph: HeapGraph, lvalue: Lvalue, value: Expr, *, is_copy: bool = False) -> HeapGraph:
        """A structure, or a byte that is copied, takes along which of its bits were written."""
        evaluation = self._evaluation(graph)
        at = evaluation.place(lvalue)
        if at is None or at.base is None:
            return self.top()
        source = evaluation.place(value) if is_lvalue(value) else None  # type: ignore[arg-type] # by the condition
        if not is_scalar(lvalue.type) or (is_copy and not self._is_written(graph, source, lvalue.type.size)):
            self._copy(graph, at, source, lvalue.type.size)
            return graph
        stored = evaluation.pointer(value) if isinstance(lvalue.type, PointerType) else None
        self._store(graph, at, lvalue, stored, evaluation.number(value) if lvalue.type == value.type else None)
        return graph

    def _is_written(self, graph: HeapGraph, at: Pointer | None, size: int) -> bool:
        """Were bytes from an address on certainly written, wherever in its object it is?"""
        if at is None or at.base is None:
            return False
        bits, room = graph.bits_of(at.base), self._evaluation(graph).size(at.base)
        if at.offset is None:
            return bits == ALL or (room is not None and room <= LARGEST and not ones(room) & ~bits)
        return 0 <= at.offset <= LARGEST and has_bits(bits, ones(size) if size <= LARGEST else None, at.offset)

    def _store(self, graph: HeapGraph, at: Pointer, lvalue: Lvalue, value: Pointer | None, number: Number | None = None) -> None:
        is_volatile = isinstance(lvalue, Var) and lvalue.variable.is_volatile
        graph.put(at, access_size(lvalue), None if is_volatile else value)
        self._keep(graph, at, lvalue, number)
        if not self._is_slot(at):
            graph.mark(at, bits_of_lvalue(lvalue), written=True)

    def _is_slot(self, at: Pointer) -> bool:
        """A scalar variable outside memory: the program itself has a mark of whether it is written."""
        return isinstance(at.base, Variable) and at.base not in self._program.address_taken and is_scalar(at.base.type)

    def _copy(self, graph: HeapGraph, to: Pointer, source: Pointer | None, size: int) -> None:
        assert to.base is not None
        if source is None or source.base is None or source.offset is None or to.offset is None or self._in_chain(graph, source):
            graph.put(to, size, None)
            graph.mark(to, ones(size) if size <= LARGEST else None, written=False)
            return
        shift, end = to.offset - source.offset, source.offset + size - self._width
        copied = [(offset + shift, value) for offset, value in graph.cells_of(source.base) if source.offset <= offset <= end]
        numbers = {
            (to.base, offset + shift): number
            for offset, number in graph.numbers_of(source.base).items()
            if source.offset <= offset and offset + number.size <= source.offset + size
        }
        bits = graph.bits_of(source.base) >> 8 * source.offset & ones(size) if source.offset >= 0 and size <= LARGEST else 0
        graph.put(to, size, None)
        graph.mark(to, ones(size) if size <= LARGEST else None, written=False)
        if bits:
            graph.mark(to, bits, written=True)
        graph.cells |= {(to.base, offset): value for offset, value in copied}
        graph.numbers |= numbers

    def _in_chain(self, graph: HeapGraph, at: Pointer) -> bool:
        return self._evaluation(graph).is_chain(at)

    def _spoil(self, graph: HeapGraph, at: Pointer | None, size: int | None) -> HeapGraph:
        """Bytes from an address on, or all of the object, become anything."""
        if at is None or at.base is None:
            return self.top()
        if size is None or at.offset is None:
            graph.forget_cells(at.base)
            graph.set_bits(at.base, 0)
        else:
            graph.put(at, size, None)
            graph.mark(at, ones(size) if size <= LARGEST else None, written=False)
        return graph

    def _declare(self, graph: HeapGraph, declare: Declare) -> None:
        variable = declare.variable
        if declare.keeps:
            graph.forget_cells(variable)
            graph.written.pop(variable, None)
        else:
            graph.remove(variable)
        size = object_size(variable) if declare.length is None else None
        if declare.zeroed and size is not None:
            graph.mark(Pointer(variable), ones(size) if size <= LARGEST else None, written=True)
            graph.cells |= {(variable, offset): NULL for offset in islice(_pointers_in(variable.type), _MOST_POINTERS)}
            self._keep(graph, Pointer(variable), Var(variable), Number(size, 0, 0))
        if self._is_slot(Pointer(variable)):
            graph.written.pop(variable, None)

    def _enter(self, graph: HeapGraph, enter: Enter) -> None:
        """Arguments are evaluated before the frame: a function may call itself."""
        evaluation, parameters = self._evaluation(graph), enter.function.parameters
        passed = []
        numbers = {}
        for parameter, argument in zip(parameters, enter.call.arguments, strict=False):
            if parameter.type == argument.type:
                numbers[parameter] = evaluation.number(argument)
            if isinstance(parameter.type, PointerType) and not parameter.is_volatile:
                passed.append((parameter, evaluation.pointer(argument)))
        self._clear_frame(graph, enter.function)
        for parameter, value in passed:
            if value is not None and _frame_of(value) != enter.function.name:
                graph.cells[parameter, 0] = value
        for parameter, number in numbers.items():
            self._keep(graph, Pointer(parameter), Var(parameter), number)
        for parameter in parameters:
            if not self._is_slot(Pointer(parameter)) and is_scalar(parameter.type):
                graph.mark(Pointer(parameter), ones(access_size(Var(parameter))), written=True)

    def _clear_frame(self, graph: HeapGraph, function: Function) -> None:
        graph.cells = {
            cell: value
            for cell, value in graph.cells.items()
            if not (isinstance(cell[0], Variable) and cell[0].function == function.name) and _frame_of(value) != function.name
        }
        own = [base for base, _ in graph.numbers if isinstance(base, Variable) and base.function == function.name]
        graph.numbers = {cell: number for cell, number in graph.numbers.items() if cell[0] not in own}
        graph.written = {variable: bits for variable, bits in graph.written.items() if variable.function != function.name}

    def _leave(self, graph: HeapGraph, leave: Leave) -> HeapGraph:
        """The result is found in the frame that ends, and its place in that of the caller."""
        returned, result = leave.function.return_variable, leave.call.result
        cells = [] if returned is None else list(graph.cells_of(returned))
        bits = 0 if returned is None else graph.bits_of(returned)
        is_same = returned is not None and result is not None and returned.type == result.type
        number = self._evaluation(graph).number(Var(returned)) if returned is not None and is_same else None
        self._clear_frame(graph, leave.function)
        values = {offset: value for offset, value in cells if _frame_of(value) != leave.function.name}
        if result is None or is_scalar(result.type):
            return self._give(graph, result, values.get(0), number)
        at = self._evaluation(graph).place(result)
        if at is None or at.base is None:
            return self.top()
        self._spoil(graph, at, result.type.size)
        if at.offset is not None:
            graph.cells |= {(at.base, at.offset + offset): value for offset, value in values.items()}
            if bits and result.type.size <= LARGEST:
                graph.mark(at, bits & ones(result.type.size), written=True)
        return graph

    def _give(self, graph: HeapGraph, result: Lvalue | None, value: Pointer | None, number: Number | None = None) -> HeapGraph:
        """A call has a result."""
        if result is None:
            return graph
        at = self._evaluation(graph).place(result)
        if at is None or at.base is None:
            return self.top()
        if is_scalar(result.type):
            self._store(graph, at, result, value if isinstance(result.type, PointerType) else None, number)
            return graph
        return self._spoil(graph, at, result.type.size)

    def _changed(self, call: Call) -> Sequence[Expr]:
        """The arguments through which a function without a body writes or frees."""
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            return ()
        match self._library.effect(call.callee, call.arguments):
            case Frees() | Fills():
                return call.arguments[:1]
            case Copies():
                return call.arguments[:2]
            case Writes(arguments=written):
                return [call.arguments[index] for index in written if index < len(call.arguments)]
            case Arbitrary() | Nothing() | Allocates() | Assumes() | Stops() | Formats() | NotModelled() | None:
                return ()

    def _call(self, graph: HeapGraph, call: Call) -> list[HeapGraph]:
        """A function without a body."""
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            return [self.top()]
        value: Pointer | None = None
        effect = self._library.effect(call.callee, call.arguments)
        match effect:
            case Stops():
                return []
            case Assumes():
                return self._assume(graph, call.arguments[0], True)
            case Allocates(size=factors, zeroed=zeroed):
                if call.callee.name not in AUTOMATIC:
                    value = self._allocate(graph, [call.arguments[index] for index in factors], zeroed=zeroed)
            case Frees():
                graph = self._free(graph, call.arguments[0])
            case Copies() | Fills():
                value = self._evaluation(graph).pointer(call.arguments[0])
                graph = self._fill_or_copy(graph, call.arguments, fills=isinstance(effect, Fills))
            case Writes(returns=returns, may_fail=may_fail, makes_text=makes_text):
                if returns is not None and not may_fail:
                    value = self._evaluation(graph).pointer(call.arguments[returns])
                graph = self._written_by(graph, call, keeps_written=makes_text)
            case Arbitrary() | Nothing():
                pass
            case Formats() | NotModelled() | None:
                graph = self._unknown(graph, call, call.callee)
        return [graph if graph.is_top else self._give(graph, call.result, value)]

    def _allocate(self, graph: HeapGraph, factors: Sequence[Expr], *, zeroed: bool) -> Pointer:
        size: int | None = 1
        for factor in factors:
            number = constant(factor)
            size = None if size is None or number is None or not 0 <= number <= _LARGEST_BLOCK else size * number
        node = graph.fresh()
        graph.blocks[node] = HeapBlock(size)
        if zeroed and size is not None:
            graph.zero(Pointer(node), size)
        return Pointer(node)

    def _free(self, graph: HeapGraph, pointer: Expr) -> HeapGraph:
        at = self._evaluation(graph).pointer(pointer)
        if at is None or isinstance(at.base, Variable) or (at.base is not None and at.offset != 0):
            return self.top()
        if at.base is not None:
            graph.remove(at.base)
        return graph

    def _fill_or_copy(self, graph: HeapGraph, arguments: Sequence[Expr], *, fills: bool) -> HeapGraph:
        evaluation = self._evaluation(graph)
        at, size = evaluation.pointer(arguments[0]), constant(arguments[2])
        if size == 0:
            return graph
        if at is None or at.base is None:
            return self.top()
        if size is None or size < 0:
            return self._spoil(graph, at, None)
        if not fills:
            self._copy(graph, at, evaluation.pointer(arguments[1]), size)
        elif constant(arguments[1]) == 0:
            graph.zero(at, size)
        else:
            graph.put(at, size, None)
            graph.mark(at, ones(size) if size <= LARGEST else None, written=True)
        return graph

    def _written_by(self, graph: HeapGraph, call: Call, *, keeps_written: bool) -> HeapGraph:
        for argument in self._changed(call):
            if not isinstance(argument.type, PointerType):
                continue
            at = self._evaluation(graph).pointer(argument)
            if at is None:
                return self.top()
            if at.base is not None:
                bits = graph.bits_of(at.base)
                graph = self._spoil(graph, at, None)
                if keeps_written:
                    graph.set_bits(at.base, bits)
        return graph

    def _unknown(self, graph: HeapGraph, call: Call, callee: Function) -> HeapGraph:
        """It may change and free what it can reach."""
        self.assumed[callee.name, call.origin] = None
        for argument in call.arguments:
            if isinstance(argument.type, IntType | FloatType):
                continue
            at = self._evaluation(graph).pointer(argument) if isinstance(argument.type, PointerType) else None
            if at is None or not (at.base is None or _is_literal(at)):
                return self.top()
        return graph


def computed_variables(program: Program) -> Iterator[Variable]:
    """The variables to which something computed is assigned, a counter for instance: their bounds would be many."""
    for edge in program.edges():
        for operation in flatten(edge.operation):
            match operation:
                case Assign(lvalue=Var(variable=variable), value=value) if not is_plain(value):
                    yield variable
                case Return(value=value) if value is not None and not is_plain(value):
                    yield from [each for each in [edge.source.function.return_variable] if each is not None]
                case Call(callee=Function(parameters=parameters), arguments=arguments):
                    given = zip(parameters, arguments, strict=False)
                    yield from (parameter for parameter, value in given if not is_plain(value))
                case _:
                    pass


def _pointers_in(type: CType) -> Iterator[int]:
    """The offsets of the pointers in an object."""
    match type:
        case PointerType():
            yield 0
        case StructType(is_complete=True, is_union=False, fields=fields):
            for field in fields:
                yield from (field.offset + offset for offset in _pointers_in(field.type))
        case ArrayType(element=element, count=int(count)) if holds_pointers(element):
            for number in range(count):
                yield from (number * element.size + offset for offset in _pointers_in(element))


def _frame_of(value: Pointer) -> str | None:
    return value.base.function if isinstance(value.base, Variable) else None


def _is_literal(at: Pointer) -> bool:
    return isinstance(at.base, Variable) and at.base.kind is VariableKind.STRING


def _accessed(operation: Operation) -> Iterator[Lvalue]:
    """The lvalues from which an operation reads pointers or structures, and to which it writes; the innermost first."""
    match operation:
        case Assume(condition=expr) | Return(value=expr):
            yield from () if expr is None else _read(expr)
        case Assign(lvalue=lvalue, value=value):
            yield from _read(value)
            yield from _written(lvalue)
        case Havoc(lvalue=lvalue):
            yield from _written(lvalue)
        case Call(arguments=arguments, result=result):
            for argument in arguments:
                yield from _read(argument)
            yield from () if result is None else _written(result)
        case Enter(call=call):
            for argument in call.arguments:
                yield from _read(argument)
        case Leave(call=call):
            yield from () if call.result is None else _written(call.result)
        case _:
            pass


def _read(expr: Expr) -> Iterator[Lvalue]:
    """A number is the same to a graph in whichever block it is."""
    return (lvalue for lvalue in reads(expr) if not isinstance(lvalue.type, IntType | FloatType))


def _written(lvalue: Lvalue) -> Iterator[Lvalue]:
    yield from (each for each in addressed(lvalue) if not isinstance(each.type, IntType | FloatType))
    yield lvalue


__all__ = ["HeapTransfer"]
