"""What expressions mean in a symbolic heap: addresses, ranges of numbers, conditions.  None stands for any value.

``SummaryAccessed`` is raised where the answer depends on which block of a summary is meant, or whether a tree is empty."""

from __future__ import annotations

from whet.cfa.accesses import object_size
from whet.cfa.aliasing import declared_kind, may_access
from whet.cfa.alignment import COMMON, declared_alignment
from whet.cfa.defined_bits import bits_of_lvalue, has_bits
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
)
from whet.cfa.model import Program
from whet.cfa.types import IntType, PointerType, is_scalar
from whet.proofs.heap_state import NOWHERE, Bounds, HeapAddress, Owner, SymbolicHeap, TreeOf

_MIRRORED = {BinaryOp.LT: BinaryOp.GT, BinaryOp.GT: BinaryOp.LT, BinaryOp.LE: BinaryOp.GE, BinaryOp.GE: BinaryOp.LE}
_OPPOSITE = {BinaryOp.LT: BinaryOp.GE, BinaryOp.GE: BinaryOp.LT, BinaryOp.LE: BinaryOp.GT, BinaryOp.GT: BinaryOp.LE}
_OPPOSITE |= {BinaryOp.EQ: BinaryOp.NE, BinaryOp.NE: BinaryOp.EQ}


class SummaryAccessed(Exception):
    def __init__(self, region: int, *, last: bool) -> None:
        super().__init__(f"region {region}")
        self.region, self.last = region, last


class HeapValues:
    """Evaluates in one heap."""

    def __init__(self, program: Program, heap: SymbolicHeap, count: Variable | None) -> None:
        self.program = program
        self.heap = heap
        self.width = program.machine.pointer_size
        self.count = count
        """The variable of the program that has the number of live blocks."""

    def is_slot(self, variable: Variable) -> bool:
        """Is it a scalar outside memory?  Whether it was written is in a variable of the program."""
        return variable not in self.program.address_taken and is_scalar(variable.type)

    def size(self, owner: Owner) -> int | None:
        return object_size(owner) if isinstance(owner, Variable) else self.heap.regions[owner].size

    # ------------------------------------------------------------------------------------------- addresses

    def place(self, lvalue: Lvalue) -> HeapAddress | None:
        match lvalue:
            case Var(variable=variable):
                return HeapAddress(variable)
            case Deref(pointer=pointer):
                return self.address(pointer)
            case Member(base=base, field=field):
                return _step(self.place(base), field.offset)
            case Index(base=base, index=index):
                return self._stepped(self.place(base), index, lvalue.type.size)

    def address(self, expr: Expr) -> HeapAddress | None:
        match expr:
            case Const(value=0):
                return NOWHERE
            case Var() | Deref() | Member() | Index():
                return self.loaded(self.place(expr))
            case AddressOf(lvalue=lvalue):
                return self.place(lvalue)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return self.address(operand)
            case Cast(operand=operand):
                return NOWHERE if self.number(operand) == 0 else None
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                return self._stepped(self.address(pointer), index, stride)
            case _:
                return None

    def _stepped(self, start: HeapAddress | None, index: Expr, stride: int) -> HeapAddress | None:
        number = self.number(index)
        return _step(start, None if number is None else number * stride)

    def loaded(self, at: HeapAddress | None) -> HeapAddress | None:
        """The pointer that is stored there."""
        if at is None or at.owner is None or at.offset is None or (isinstance(at.owner, Variable) and at.owner.is_volatile):
            return None
        self.single(at)
        found = self.heap.cells.get((at.owner, at.offset))
        if found is not None and isinstance(found.owner, int):
            shape = self.heap.regions[found.owner].shape
            if isinstance(shape, TreeOf) and shape.may_be_empty:
                raise SummaryAccessed(found.owner, last=False)
        return found

    def single(self, at: HeapAddress) -> None:
        """It is in one block, of which the cells are known."""
        if isinstance(at.owner, int) and self.heap.regions[at.owner].shape is not None:
            raise SummaryAccessed(at.owner, last=at.last)

    # ------------------------------------------------------------------------------------------- numbers

    def number(self, expr: Expr) -> int | None:
        found = self.range(expr)
        return found[0] if found is not None and found[0] == found[1] else None

    def range(self, expr: Expr) -> Bounds | None:
        type = expr.type
        if not isinstance(type, IntType):
            return None
        match expr:
            case Const(value=value):
                return value, value
            case Var(variable=variable) if variable not in self.program.address_taken:
                return self.heap.ranges.get(variable)
            case Var() | Deref() | Member() | Index():
                return self._loaded_number(expr, type)
            case Cast(operand=operand):
                return self._converted(operand, type)
            case Unary(op=UnaryOp.NOT) | Valid():
                return _of_truth(self.truth(expr))
            case Binary(op=op) if op.is_comparison:
                return _of_truth(self.truth(expr))
            case Unary(op=UnaryOp.NEG, operand=operand):
                inner = self.range(operand)
                return None if inner is None else _within((-inner[1], -inner[0]), type)
            case Binary(op=op, left=left, right=right):
                a, b = self.range(left), self.range(right)
                return None if a is None or b is None else _combined(op, a, b, type)
            case _:
                return None

    def _loaded_number(self, lvalue: Lvalue, type: IntType) -> Bounds | None:
        """What is true of each block of a summary is true of the one that is read."""
        at = self.place(lvalue) if _is_whole(lvalue, type) else None
        if at is None or at.owner is None or at.offset is None or (isinstance(at.owner, Variable) and at.owner.is_volatile):
            return None
        found = self.heap.number_at(at.owner, at.offset, type.size, self.width)
        return found if found is not None and type.min <= found[0] and found[1] <= type.max else None

    def _converted(self, operand: Expr, type: IntType) -> Bounds | None:
        if type.is_bool:
            return _of_truth(self.truth(operand))
        inner = self.range(operand)
        if inner is None and isinstance(operand.type, IntType) and type.min <= operand.type.min and operand.type.max <= type.max:
            return None
        return None if inner is None else _within(inner, type)

    # ------------------------------------------------------------------------------------------- conditions

    def truth(self, condition: Expr) -> bool | None:
        """Is it different from zero?"""
        if isinstance(condition.type, PointerType):
            to = self.address(condition)
            return None if to is None else to.owner is not None
        match condition:
            case Valid():
                return self._is_good(condition)
            case Unary(op=UnaryOp.NOT, operand=operand):
                found = self.truth(operand)
                return None if found is None else not found
            case Cast(operand=operand, type=IntType() as type) if type.is_bool or _is_kept(operand, type):
                return self.truth(operand)
            case Binary(op=(BinaryOp.EQ | BinaryOp.NE) as op, left=left, right=right) if isinstance(left.type, PointerType):
                same = self._are_same(self.address(left), self.address(right))
                return None if same is None else same is (op is BinaryOp.EQ)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return self._compared(op, left, right)
            case Binary(op=(BinaryOp.OR | BinaryOp.AND) as op, left=left, right=right):
                both = self.truth(left), self.truth(right)
                if op is BinaryOp.OR and True in both:
                    return True
                if op is BinaryOp.AND and False in both:
                    return False
            case _:
                pass
        bounds = self.range(condition)
        if bounds is None or bounds[0] <= 0 <= bounds[1]:
            return False if bounds == (0, 0) else None
        return True

    def _compared(self, op: BinaryOp, left: Expr, right: Expr) -> bool | None:
        if isinstance(left, Var) and left.variable is self.count and op is BinaryOp.EQ and self.number(right) == 0:
            return True if not self.heap.regions and not self.heap.lost else None
        a, b = self.range(left), self.range(right)
        if self.number(right) == 0 and op in (BinaryOp.EQ, BinaryOp.NE) and not isinstance(left, (Var, Deref, Member, Index)):
            found = None if isinstance(left, Const) else self.truth(left)
            if found is not None:
                return found is (op is BinaryOp.NE)
        if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
            return None
        a, b = a or (left.type.min, left.type.max), b or (right.type.min, right.type.max)
        match op:
            case BinaryOp.EQ | BinaryOp.NE:
                same = True if a == b and a[0] == a[1] else False if a[1] < b[0] or b[1] < a[0] else None
                return None if same is None else same is (op is BinaryOp.EQ)
            case BinaryOp.LT | BinaryOp.GE:
                less = True if a[1] < b[0] else False if a[0] >= b[1] else None
                return None if less is None else less is (op is BinaryOp.LT)
            case _:
                less = True if a[1] <= b[0] else False if a[0] > b[1] else None
                return None if less is None else less is (op is BinaryOp.LE)

    def _are_same(self, a: HeapAddress | None, b: HeapAddress | None) -> bool | None:
        if a is None or b is None:
            return None
        if a.owner is None or b.owner is None:
            return a.owner is b.owner
        if a.owner == b.owner:
            return None if a.last is not b.last or a.offset is None or b.offset is None else a.offset == b.offset
        strings = [isinstance(each.owner, Variable) and each.owner.kind is VariableKind.STRING for each in (a, b)]
        return False if self._is_inside(a) and self._is_inside(b) and not all(strings) else None

    def _is_inside(self, at: HeapAddress) -> bool:
        """Is there a byte of its object?  The address just past an object may be that of another one."""
        assert at.owner is not None
        size = self.size(at.owner)
        return size is not None and at.offset is not None and 0 <= at.offset < size

    def _is_good(self, valid: Valid) -> bool | None:
        at, size = self.address(valid.pointer), self.number(valid.size)
        if at is None or size is None:
            return None
        if at.owner is None:
            if valid.use in (Use.FREE, Use.ALIGN):
                return True
            return False if valid.use in (Use.READ, Use.WRITE) and size else None
        if at.offset is None:
            return None
        is_block, room = isinstance(at.owner, int), self.size(at.owner)
        is_good = False
        match valid.use:
            case Use.READ | Use.WRITE | Use.POINT:
                may_be_used = isinstance(at.owner, int) or valid.use is not Use.WRITE or not at.owner.is_read_only
                is_good = may_be_used and room is not None and at.offset >= 0 and at.offset + size <= room
            case Use.FREE:
                is_good = is_block and at.offset == 0
            case Use.ALIGN:
                align = declared_alignment(at.owner) if isinstance(at.owner, Variable) else COMMON
                is_good = size > 0 and align % size == 0 and at.offset % size == 0
            case Use.TYPED:
                is_good = isinstance(at.owner, int) or may_access(declared_kind(at.owner.type), size)
            case Use.DEFINED:
                is_good = self._is_defined(valid.pointer, at.owner, at.offset)
        return True if is_good else None

    def _is_defined(self, pointer: Expr, owner: Owner, offset: int) -> bool:
        if not isinstance(pointer, AddressOf) or offset < 0:
            return False
        return has_bits(self.heap.bits(owner), bits_of_lvalue(pointer.lvalue) or None, offset)

    # ------------------------------------------------------------------------------------------- what conditions teach

    def assume(self, condition: Expr, truth: bool) -> bool:
        """May the condition be so?  If it is not decided, the heap is one in which it is."""
        found = self.truth(condition)
        if found is None:
            self.heap.is_rough |= self._is_rough(condition)
            return self._narrow(condition, truth)
        return found is truth

    def _is_rough(self, condition: Expr) -> bool:
        """May a stronger domain of numbers decide it?  Not what is read from the input or compares pointers."""
        match condition:
            case Unary(operand=operand) | Cast(operand=operand):
                return self._is_rough(operand)
            case Binary(op=op, left=left, right=right) if op.is_comparison or op in (BinaryOp.AND, BinaryOp.OR):
                return self._is_rough(left) or self._is_rough(right)
            case _:
                return not isinstance(condition, Valid) and isinstance(condition.type, IntType) and self.range(condition) is None

    def _narrow(self, condition: Expr, truth: bool) -> bool:
        """Not possible after all?"""
        match condition:
            case Unary(op=UnaryOp.NOT, operand=operand):
                return self._narrow(operand, not truth)
            case Cast(operand=operand, type=IntType() as type) if type.is_bool or _is_kept(operand, type):
                return self._narrow(operand, truth)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                op = op if truth else _OPPOSITE[op]
                if isinstance(left.type, PointerType):
                    return op is not BinaryOp.EQ or (self._is_null(left, right) and self._is_null(right, left))
                if self.number(right) == 0 and op in (BinaryOp.EQ, BinaryOp.NE) and isinstance(left, (Unary, Binary, Cast)):
                    return self._narrow(left, op is BinaryOp.NE)
                return self._bound(left, op, self.range(right)) and self._bound(right, _MIRRORED.get(op, op), self.range(left))
            case _ if isinstance(condition.type, PointerType):
                return truth or self._is_null(condition, Const(0, condition.type))
            case Var() | Deref() | Member() | Index() if isinstance(condition.type, IntType):
                return self._bound(condition, BinaryOp.NE if truth else BinaryOp.EQ, (0, 0))
            case _:
                pass
        return True

    def _is_null(self, pointer: Expr, other: Expr) -> bool:
        """A pointer of which nothing is known equals another one, perhaps null."""
        while isinstance(pointer, Cast) and isinstance(pointer.operand.type, PointerType):
            pointer = pointer.operand
        if self.address(other) == NOWHERE and isinstance(pointer, (Var, Deref, Member, Index)) and self.address(pointer) is None:
            at = self.place(pointer)
            if at is not None and at.owner is not None and at.offset is not None:
                self.heap.cells[at.owner, at.offset] = NOWHERE
        return True

    def _bound(self, expr: Expr, op: BinaryOp, other: Bounds | None) -> bool:
        while isinstance(expr, Cast) and isinstance(expr.type, IntType) and _is_kept(expr.operand, expr.type):
            expr = expr.operand
        if other is None or not isinstance(expr, Var | Deref | Member | Index) or not isinstance(expr.type, IntType):
            return True
        slot = expr.variable if isinstance(expr, Var) and self.tracks(expr.variable) else None
        at = None if slot is not None else self.place(expr)
        if slot is None and (at is None or at.owner is None or at.offset is None or not self._is_kept_at(expr, expr.type, at)):
            return True
        low, high = self.range(expr) or (expr.type.min, expr.type.max)
        match op:
            case BinaryOp.EQ:
                low, high = max(low, other[0]), min(high, other[1])
            case BinaryOp.NE if other[0] == other[1]:
                if slot is not None and (low, high) == (expr.type.min, expr.type.max) and low < other[0] < high:
                    self.heap.ranges.pop(slot, None)  # now it is a number that is not followed
                    return True
                low, high = low + (low == other[0]), high - (high == other[0])
            case BinaryOp.LT | BinaryOp.LE:
                high = min(high, other[1] - (op is BinaryOp.LT))
            case BinaryOp.GT | BinaryOp.GE:
                low = max(low, other[0] + (op is BinaryOp.GT))
            case _:
                return True
        if slot is not None:
            self.heap.ranges[slot] = low, high
        elif at is not None and at.owner is not None and at.offset is not None:
            self.heap.numbers[at.owner, at.offset] = expr.type.size, low, high
        return low <= high

    def _is_kept_at(self, lvalue: Lvalue, type: IntType, at: HeapAddress) -> bool:
        """Is it an integer in the memory of one object that is no summary?"""
        is_slot = isinstance(at.owner, Variable) and (at.owner not in self.program.address_taken and is_scalar(at.owner.type))
        is_volatile = isinstance(at.owner, Variable) and at.owner.is_volatile
        return _is_whole(lvalue, type) and not is_slot and not is_volatile and self.heap.summary(at.owner) is None

    def tracks(self, variable: Variable) -> bool:
        """Is it a number of which the range is kept?"""
        is_number = isinstance(variable.type, IntType) and not variable.is_volatile and variable is not self.count
        return is_number and variable not in self.program.address_taken


def _is_whole(lvalue: Lvalue, type: IntType) -> bool:
    """No bit field."""
    return bits_of_lvalue(lvalue) == (1 << 8 * type.size) - 1


def _step(at: HeapAddress | None, by: int | None) -> HeapAddress | None:
    if at is None or at.owner is None:
        return at if by == 0 else None
    return at.moved(by)


def _of_truth(truth: bool | None) -> Bounds:
    return (0, 1) if truth is None else (int(truth), int(truth))


def _is_kept(operand: Expr, type: IntType) -> bool:
    """Does a conversion keep every value?"""
    inner = operand.type
    return isinstance(inner, IntType) and type.min <= inner.min and inner.max <= type.max


def _within(bounds: Bounds, type: IntType) -> Bounds | None:
    """The values converted to the type, if they remain in order; any values of the type without bounds."""
    low, high = type.wrap(bounds[0]), type.wrap(bounds[1])
    return (low, high) if high - low == bounds[1] - bounds[0] else (type.min, type.max)


def _combined(op: BinaryOp, a: Bounds, b: Bounds, type: IntType) -> Bounds | None:
    match op:
        case BinaryOp.ADD:
            return _within((a[0] + b[0], a[1] + b[1]), type)
        case BinaryOp.SUB:
            return _within((a[0] - b[1], a[1] - b[0]), type)
        case BinaryOp.MUL:
            products = [x * y for x in a for y in b]
            return _within((min(products), max(products)), type)
        case BinaryOp.DIV if b[0] == b[1] > 0:
            return tuple(x // b[0] if x >= 0 else -(-x // b[0]) for x in a)  # type: ignore[return-value] # two of them
        case BinaryOp.REM if b[0] == b[1] > 0 and a[0] >= 0:
            return (a[0] % b[0],) * 2 if a[0] == a[1] else (0, min(a[1], b[0] - 1))
        case BinaryOp.AND if a[0] >= 0 and b[0] >= 0:
            return (a[0] & b[0],) * 2 if a[0] == a[1] and b[0] == b[1] else (0, min(a[1], b[1]))
        case BinaryOp.OR if a[0] == a[1] >= 0 and b[0] == b[1] >= 0:
            return (a[0] | b[0],) * 2
        case BinaryOp.XOR if a[0] == a[1] >= 0 and b[0] == b[1] >= 0:
            return (a[0] ^ b[0],) * 2
        case _:
            return None


__all__ = ["HeapValues", "SummaryAccessed"]
