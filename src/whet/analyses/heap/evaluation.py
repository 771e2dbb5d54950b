"""What expressions mean in an abstract heap: where lvalues lie, what pointers point to, and which conditions are decided."""

from __future__ import annotations

from collections.abc import Iterator

from whet.analyses.heap.graph import NULL, Base, HeapGraph, HeapTree, Number, Pointer
from whet.cfa.accesses import object_size
from whet.cfa.aliasing import declared_kind, may_access
from whet.cfa.alignment import COMMON, declared_alignment
from whet.cfa.defined_bits import bits_of_lvalue, has_bits, ones
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
    Unary,
    UnaryOp,
    Use,
    Valid,
    Var,
    Variable,
    VariableKind,
    children,
    is_lvalue,
)
from whet.cfa.types import IntType, PointerType


def constant(expr: Expr) -> int | None:
    match expr:
        case Const(value=value):
            return value
        case Cast(operand=operand, type=IntType() as type):
            value_ = constant(operand)
            return None if value_ is None else type.wrap(value_)
        case _:
            return None


class HeapEvaluation:
    """Evaluates in one graph.  None stands for what is not known."""

    def __init__(self, graph: HeapGraph, count: Variable | None = None) -> None:
        self._graph = graph
        self._count = count
        """The variable that counts the live blocks of the heap, if the program is checked for leaks."""

    def place(self, lvalue: Lvalue) -> Pointer | None:
        """The address of an object, which may be null."""
        match lvalue:
            case Var(variable=variable):
                return Pointer(variable)
            case Deref(pointer=pointer):
                return self.pointer(pointer)
            case Member(base=base, field=field):
                return self._moved(self.place(base), field.offset)
            case Index(base=base, index=index):
                number = constant(index)
                return self._moved(self.place(base), None if number is None else number * lvalue.type.size)

    def pointer(self, expr: Expr) -> Pointer | None:
        """The value of a pointer."""
        match expr:
            case Const(value=0):
                return NULL
            case Var() | Deref() | Member() | Index():
                return self._stored(expr)
            case AddressOf(lvalue=lvalue):
                return self.place(lvalue)
            case Cast(operand=operand):
                if isinstance(operand.type, PointerType):
                    return self.pointer(operand)
                return NULL if constant(operand) == 0 else None
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                number = constant(index)
                return self._moved(self.pointer(pointer), None if number is None else number * stride)
            case _:
                return None

    def _moved(self, pointer: Pointer | None, by: int | None) -> Pointer | None:
        if pointer is None or pointer.base is None:
            return pointer if by == 0 else None
        return pointer.moved(by)

    def _stored(self, lvalue: Lvalue) -> Pointer | None:
        return self.stored_at(self.place(lvalue))

    def stored_at(self, at: Pointer | None) -> Pointer | None:
        """The pointer in a cell."""
        if at is None or at.base is None or at.offset is None or (isinstance(at.base, Variable) and at.base.is_volatile):
            return None
        if isinstance(at.base, int) and self._graph.blocks[at.base].chain is not None:
            return None  # unfolded where the program reads it; only then it is one cell
        return self._graph.cells.get((at.base, at.offset))

    def is_chain(self, at: Pointer) -> bool:
        return isinstance(at.base, int) and self._graph.blocks[at.base].chain is not None

    def may_be_empty(self, at: Pointer) -> bool:
        """Is it a pointer to a tree or null?"""
        chain = self._graph.blocks[at.base].chain if isinstance(at.base, int) else None
        return isinstance(chain, HeapTree) and chain.may_be_empty

    def number(self, expr: Expr) -> Number | None:
        """The bounds of an integer.  Nothing is computed: there are no other bounds than the program has, and finitely many."""
        type = expr.type
        if not isinstance(type, IntType):
            return None
        match expr:
            case Const(value=value):
                return Number(type.size, value, value)
            case Var() | Deref() | Member() | Index():
                found = self.number_at(self.place(expr), type.size) if is_whole(expr) else None
            case Cast(operand=operand) if not type.is_bool:
                found = self.number(operand)
            case Unary(op=UnaryOp.NOT) | Valid() | Cast():
                return _of_truth(self.truth(expr), type.size)
            case Binary(op=op) if op.is_comparison:
                return _of_truth(self.truth(expr), type.size)
            case _:
                return None
        return Number(type.size, found.low, found.high) if found is not None and _fits(found, type) else None

    def number_at(self, at: Pointer | None, size: int) -> Number | None:
        """The bounds of an integer in a cell; a null pointer has only zeros."""
        if at is None or at.base is None or at.offset is None or (isinstance(at.base, Variable) and at.base.is_volatile):
            return None
        number = self._graph.numbers.get((at.base, at.offset))
        if number is not None or self.is_chain(at):
            return number if number is not None and number.size == size else None
        places = range(at.offset + size - self._graph.width, at.offset + 1)
        return Number(size, 0, 0) if any(self._graph.cells.get((at.base, offset)) == NULL for offset in places) else None

    def truth(self, expr: Expr) -> bool | None:
        """Is a condition different from zero?"""
        if isinstance(expr.type, PointerType):
            value = self.pointer(expr)
            return None if value is None else value.base is not None
        match expr:
            case Const(value=value_):
                return value_ != 0
            case Valid():
                return self._is_valid(expr)
            case Unary(op=UnaryOp.NOT, operand=operand):
                return _negated(self.truth(operand))
            case Cast(operand=operand, type=IntType() as type):
                is_longer = isinstance(operand.type, IntType) and type.width >= operand.type.width
                return self.truth(operand) if type.is_bool or is_longer else None
            case Var() | Deref() | Member() | Index():
                number = self.number(expr)
                return None if number is None else _compared(BinaryOp.NE, number, Number(number.size, 0, 0))
            case Binary(op=(BinaryOp.LT | BinaryOp.LE | BinaryOp.GT | BinaryOp.GE) as op, left=left, right=right):
                a, b = self.number(left), self.number(right)
                return None if a is None or b is None else _compared(op, a, b)
            case Binary(op=(BinaryOp.EQ | BinaryOp.NE) as op, left=left, right=right):
                equal = self._equal(left, right)
                return equal if op is BinaryOp.EQ else _negated(equal)
            case Binary(op=BinaryOp.OR, left=left, right=right):
                found = self.truth(left), self.truth(right)
                return True if True in found else None if None in found else False
            case Binary(op=BinaryOp.AND, left=left, right=right):
                found = self.truth(left), self.truth(right)
                if False in found:
                    return False
                return True if found == (True, True) and is_truth_value(left) and is_truth_value(right) else None
            case _:
                return None

    def _equal(self, left: Expr, right: Expr) -> bool | None:
        if isinstance(left.type, PointerType):
            return self._same(self.pointer(left), self.pointer(right))
        a, b = self.number(left), self.number(right)
        same = None if a is None or b is None else _compared(BinaryOp.EQ, a, b)
        if same is not None:
            return same
        if constant(left) == 0:
            left, right = right, left
        if constant(right) != 0:
            return None
        if isinstance(left, Var) and left.variable is self._count:
            return None if self._graph.blocks or self._graph.others else True
        return _negated(self.truth(left)) if not isinstance(left, (Var, Deref, Member, Index)) else None

    def _same(self, a: Pointer | None, b: Pointer | None) -> bool | None:
        """Are two pointers equal?  One just past an object may equal one to another object."""
        if a is None or b is None:
            return None
        if a.base is None or b.base is None:
            return a.base is b.base
        if a.base == b.base:
            if a.offset is None or b.offset is None or (a.last != b.last):
                return None
            return a.offset == b.offset
        return False if self._is_inside(a) and self._is_inside(b) and not _may_share(a.base, b.base) else None

    def _is_inside(self, pointer: Pointer) -> bool:
        assert pointer.base is not None
        size = self.size(pointer.base)
        return size is not None and pointer.offset is not None and 0 <= pointer.offset < size

    def size(self, base: Base) -> int | None:
        return object_size(base) if isinstance(base, Variable) else self._graph.blocks[base].size

    def _is_valid(self, valid: Valid) -> bool | None:
        at, size = self.pointer(valid.pointer), constant(valid.size)
        if at is None or size is None:
            return None
        if at.base is None:
            return self._is_null_valid(valid.use, size)
        if at.offset is None:
            return None
        match valid.use:
            case Use.READ | Use.WRITE | Use.POINT:
                room, is_variable = self.size(at.base), isinstance(at.base, Variable)
                if valid.use is Use.WRITE and is_variable and at.base.is_read_only:  # type: ignore[union-attr] # a variable
                    return None
                return True if room is not None and at.offset >= 0 and at.offset + size <= room else None
            case Use.FREE:
                return True if isinstance(at.base, int) and at.offset == 0 else None
            case Use.ALIGN:
                align = declared_alignment(at.base) if isinstance(at.base, Variable) else COMMON
                return True if size and align % size == 0 and at.offset % size == 0 else None
            case Use.TYPED:
                return True if isinstance(at.base, int) or may_access(declared_kind(at.base.type), size) else None
            case Use.DEFINED:
                return True if self._is_written(valid.pointer, at.base, at.offset) else None

    def _is_null_valid(self, use: Use, size: int) -> bool | None:
        match use:
            case Use.FREE | Use.ALIGN:
                return True
            case Use.READ | Use.WRITE:
                return False if size else None
            case _:
                return None

    def _is_written(self, pointer: Expr, base: Base, offset: int) -> bool:
        if not isinstance(pointer, AddressOf) or offset < 0:
            return False
        return has_bits(self._graph.bits_of(base), bits_of_lvalue(pointer.lvalue), offset)


def is_whole(lvalue: Lvalue) -> bool:
    """Is it an integer of whole bytes, no bit field?"""
    return isinstance(lvalue.type, IntType) and bits_of_lvalue(lvalue) == ones(lvalue.type.size)


def is_kept(operand: Expr, type: IntType) -> bool:
    """Does a conversion keep every value?"""
    inner = operand.type
    return isinstance(inner, IntType) and type.min <= inner.min and inner.max <= type.max


def is_plain(expr: Expr) -> bool:
    """Is it a constant, a truth value or something read, converted perhaps?"""
    while isinstance(expr, Cast):
        expr = expr.operand
    return isinstance(expr, Const) or is_lvalue(expr) or is_truth_value(expr)


def _fits(number: Number, type: IntType) -> bool:
    return type.min <= number.low and number.high <= type.max


def _of_truth(truth: bool | None, size: int) -> Number:
    return Number(size, 0, 1) if truth is None else Number(size, int(truth), int(truth))


def _compared(op: BinaryOp, a: Number, b: Number) -> bool | None:
    match op:
        case BinaryOp.EQ | BinaryOp.NE:
            same = True if a.low == a.high == b.low == b.high else False if a.high < b.low or b.high < a.low else None
            return same if op is BinaryOp.EQ else _negated(same)
        case BinaryOp.LT | BinaryOp.GE:
            less = True if a.high < b.low else False if a.low >= b.high else None
            return less if op is BinaryOp.LT else _negated(less)
        case _:
            return _compared(BinaryOp.GE if op is BinaryOp.LE else BinaryOp.LT, b, a)


def reads(expr: Expr) -> Iterator[Lvalue]:
    """The lvalues whose value an expression reads, the innermost first."""
    match expr:
        case AddressOf(lvalue=lvalue):
            yield from addressed(lvalue)
        case Var() | Deref() | Member() | Index():
            yield from addressed(expr)
            yield expr
        case _:
            for child in children(expr):
                yield from reads(child)


def addressed(lvalue: Lvalue) -> Iterator[Lvalue]:
    """The lvalues that are read to find out where one lies."""
    match lvalue:
        case Var():
            pass
        case Deref(pointer=pointer):
            yield from reads(pointer)
        case Member(base=base):
            yield from addressed(base)
        case Index(base=base, index=index):
            yield from addressed(base)
            yield from reads(index)


def is_truth_value(expr: Expr) -> bool:
    """Is it 0 or 1?"""
    match expr:
        case Valid() | Unary(op=UnaryOp.NOT):
            return True
        case Cast(operand=operand):
            return is_truth_value(operand)
        case Binary(op=op, left=left, right=right):
            return op.is_comparison or (op in (BinaryOp.AND, BinaryOp.OR) and is_truth_value(left) and is_truth_value(right))
        case _:
            return False


def stripped(expr: Expr) -> Lvalue | None:
    """The lvalue whose pointer an expression is, without casts."""
    while isinstance(expr, Cast) and isinstance(expr.operand.type, PointerType):
        expr = expr.operand
    return expr if is_lvalue(expr) else None  # type: ignore[return-value] # by the condition


def _negated(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _may_share(a: Base, b: Base) -> bool:
    """String literals may share their bytes."""
    return all(isinstance(each, Variable) and each.kind is VariableKind.STRING for each in (a, b))


__all__ = ["HeapEvaluation", "addressed", "constant", "is_kept", "is_plain", "is_whole", "reads", "stripped"]
