"""When an operation goes wrong: the condition that must hold before it, as the program itself could have written it.

A condition is computed without going wrong, where those before it hold: sums, differences and products are computed in a type
that has room for them, and compared with the range of the type they belong to.  So every analysis understands it.  What cannot
happen is left out: ``value_range`` says what an expression can be by its type and its constants alone.

C11 6.5p5 (results that are not representable), 6.5.3.3, 6.5.5p5-6, 6.5.7p3-4, 6.3.1.4p1.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator, Sequence
from functools import cached_property

from whet.cfa.accesses import OFFSET, good_access, good_step, greatest_index, is_own_step, place_in_variable
from whet.cfa.aliasing import Aliasing
from whet.cfa.alignment import Alignment
from whet.cfa.argument_blocks import kind_of
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Use,
    Valid,
    Var,
    Variable,
    VariableKind,
    children,
    conjunction,
    disjunction,
)
from whet.cfa.formats import printed_format
from whet.cfa.immutable import immutable
from whet.cfa.library import APART, HAS_ROOM, NEVER_RETURNS, OF_STREAMS, UNREACHABLE, WRITES_BYTES, Library
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call, Declare, Havoc, Operation, Skip, expressions_of
from whet.cfa.semantics import conversion, float_bits
from whet.cfa.types import (
    ArrayType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    MachineModel,
    PointerType,
    StructType,
    VoidType,
)
from whet.library.accesses import AccessKind
from whet.library.contracts import EOF, UCHAR_MAX, contract_of
from whet.library.effects import Frees, Measures, is_absolute
from whet.library.notation import accesses_of
from whet.task.dangers import Danger

INT = IntType("int", 32, signed=True, size=4, align=4)
"""The type of a comparison, the same on all machines."""


_USES = ((Use.READ, (AccessKind.READ,)), (Use.WRITE, (AccessKind.WRITTEN, AccessKind.REWRITTEN)))


@immutable
class Check:
    """The scalar ``condition`` must not be zero, otherwise the operation after it goes wrong in this way."""

    condition: Expr
    danger: Danger


class Conditions:
    """What must hold before operations, on a machine, so that none of these dangers comes true."""

    def __init__(
        self,
        machine: MachineModel,
        dangers: frozenset[Danger],
        alignment: Alignment | None = None,
        aliasing: Aliasing | None = None,
    ) -> None:
        self._alignment = alignment
        self._aliasing = aliasing
        self._machine = machine
        self._dangers = dangers

    @cached_property
    def _library(self) -> Library:
        """Not needed for values, of which front ends ask in every function."""
        return Library()

    def of(self, operation: Operation) -> tuple[Check, ...]:
        """The checks of one operation, each once: what is evaluated first is checked first.

        A condition has a meaning where those before it hold."""
        return tuple(dict.fromkeys(self._of_operation(operation))) if self._dangers else ()

    def of_value(self, expr: Expr) -> Iterator[Check]:
        """The checks of an expression that is evaluated."""
        return (check for check in self._in_value(expr) if check.danger in self._dangers)

    def _of_operation(self, operation: Operation) -> Iterator[Check]:
        written = _written(operation)
        for expr in expressions_of(operation):
            if expr is not written:
                yield from self.of_value(expr)
        found: list[Check] = []
        if written is not None:
            found += [*self._in_place(written), *self._access(written, Use.WRITE)]
        if isinstance(operation, Call):
            found += self._of_call(operation)
        if isinstance(operation, Skip) and operation.unsequenced is not None:
            found.append(Check(Const(0, INT) if operation.apart is None else operation.apart, Danger.SEQUENCE))
        if isinstance(operation, Declare):
            found += [Check(each, Danger.ACCESS) for count in operation.counts for each in _positive(count)]
        yield from (check for check in found if check.danger in self._dangers)

    # ------------------------------------------------------------------------------------------ expressions

    def _in_value(self, expr: Expr) -> Iterator[Check]:
        match expr:
            case AddressOf(lvalue=lvalue):
                yield from self._in_place(lvalue, beyond=1)
                yield from self._step(expr)
            case PointerAdd(pointer=pointer, index=index):
                yield from self._in_value(pointer)
                yield from self._in_value(index)
                yield from self._step(expr)
            case Var() | Deref() | Member() | Index():
                yield from self._in_place(expr)
                yield from self._access(expr, Use.READ)
            case _:
                for child in children(expr):
                    yield from self._in_value(child)
                yield from _of_operator(expr)
                yield from _of_two_pointers(expr, self._machine)

    def _in_place(self, lvalue: Lvalue, beyond: int = 0) -> Iterator[Check]:
        """Of an lvalue that is only looked for: nothing is read or written there.

        The address of an element may be so many elements beyond the last one."""
        match lvalue:
            case Deref(pointer=pointer):
                yield from self._in_pointer(pointer)
            case Member(base=base):
                yield from self._in_place(base)
            case Index(base=base, index=index):
                yield from self._in_place(base)
                yield from self._in_value(index)
                if has_own_index_check(lvalue, beyond, self._dangers):
                    last = greatest_index(lvalue)
                    yield from (Check(each, Danger.INDEX) for each in _inside(index, 0, None if last is None else last + beyond))
            case Var():
                pass

    def _in_pointer(self, pointer: Expr) -> Iterator[Check]:
        """Of a pointer that is only dereferenced: its steps are checked with the access."""
        match pointer:
            case AddressOf(lvalue=lvalue):
                yield from self._in_place(lvalue, beyond=1)
            case PointerAdd(pointer=base, index=index):
                yield from self._in_pointer(base)
                yield from self._in_value(index)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                yield from self._in_pointer(operand)
            case _:
                yield from self._in_value(pointer)

    def _step(self, pointer: AddressOf | PointerAdd) -> Iterator[Check]:
        """Of a pointer that is computed and kept."""
        if Danger.POINTER not in self._dangers or is_own_step(pointer):
            return
        match good_step(pointer, self._machine):
            case None:
                pass
            case Valid() as valid:
                stays = _stays(pointer)
                if stays != Const(1, INT):
                    yield Check(valid if stays is None else disjunction((stays, valid), INT), Danger.POINTER)
            case index, least, greatest:
                yield from (Check(each, Danger.POINTER) for each in _inside(index, least, greatest))

    def _access(self, lvalue: Lvalue, use: Use) -> Iterator[Check]:
        if self._alignment is not None and (needed := self._alignment.needed(lvalue)) is not None:
            yield Check(self._valid(needed[0], Const(needed[1], self._machine.int), Use.ALIGN), Danger.ALIGNMENT)
        match good_access(lvalue, use, self._machine):
            case None:
                pass
            case Valid() as valid:
                yield Check(valid, Danger.ACCESS)
            case index, least, greatest:
                yield from (Check(each, Danger.ACCESS) for each in _inside(index, least, greatest))
        if self._aliasing is not None and self._aliasing.is_doubtful(lvalue):
            assert isinstance(lvalue, Deref)
            match self._aliasing.fits(lvalue):
                case None:
                    kind = Const(kind_of(lvalue.type), self._machine.int)
                    yield Check(self._valid(lvalue.pointer, kind, Use.TYPED), Danger.ALIASING)
                case False:
                    yield Check(Const(0, INT), Danger.ALIASING)
                case True:
                    pass

    # ------------------------------------------------------------------------------------------ library functions

    def _of_call(self, call: Call) -> Iterator[Check]:
        if not isinstance(call.callee, Function):
            return
        if not call.callee.is_defined or call.callee.is_of_library:
            yield from (Check(each, Danger.CONTRACT) for each in _asked(call, call.callee.name))
        if call.callee.is_defined or call.callee.name in OF_STREAMS:
            return
        if self._library.describes(call.callee):
            yield from (Check(each, Danger.ACCESS) for each in self._accessed(call, call.callee))
            if self._has_unfit_format(call, call.callee):
                yield Check(Const(0, INT), Danger.CONTRACT)
        effect = self._library.effect(call.callee, call.arguments)
        if isinstance(effect, Frees | Measures):
            yield Check(self._valid(call.arguments[0], Const(0, self._machine.int), Use.FREE), Danger.FREE)
        elif effect is not None:
            yield from self._of_name(call.callee.name, call.arguments)

    def _of_name(self, name: str, arguments: Sequence[Expr]) -> Iterator[Check]:
        """Of functions with a check of their own."""
        match name, arguments:
            case _, (target, written, source, read) if name == APART:
                yield Check(_is_apart(target, written, source, read), Danger.CONTRACT)
            case _, (target, length) if name == WRITES_BYTES:
                yield Check(self._valid(target, length, Use.WRITE), Danger.ACCESS)
            case _, (target, length) if name == HAS_ROOM:
                yield Check(self._valid(target, length, Use.READ), Danger.ACCESS)
            case _, (number,) if is_absolute(name) and isinstance(number.type, IntType):
                for each in _inside(number, number.type.min + 1, number.type.max):
                    yield Check(each, Danger.OVERFLOW)
            case _ if name in (UNREACHABLE, NEVER_RETURNS):
                yield Check(Const(0, INT), Danger.UNREACHABLE)
            case _:
                pass

    def _accessed(self, call: Call, callee: Function) -> Iterator[Expr]:
        """That the blocks of bytes and the objects are there which a function reads and writes (``whet.library``)."""
        accesses = accesses_of(callee.name, len(call.arguments)) or ()
        for use, kinds in _USES:
            for number, each in enumerate(accesses):
                pointer = call.arguments[number]
                if each.kind not in kinds or each.may_end_early or not isinstance(pointer.type, PointerType):
                    continue
                factors = [call.arguments[count] for count in each.counts]
                unit = size_behind(callee, number) if each.is_of_objects else 1
                if each.count is not None or unit > 1 or not factors:
                    factors.append(Const(unit * (1 if each.count is None else each.count), self._machine.size_t))
                size = yield from self._product(factors)
                valid: Expr = self._valid(pointer, size, use)
                if each.may_be_null and isinstance(pointer, Const) and pointer.value == 0:
                    continue
                is_null = Binary(BinaryOp.EQ, pointer, Const(0, pointer.type), INT)
                yield Binary(BinaryOp.OR, is_null, valid, INT) if each.may_be_null else valid

    def _product(self, factors: Sequence[Expr]) -> Generator[Expr, None, Expr]:
        """As many bytes; no object has more than there are numbers for."""
        if len(factors) == 1:
            return factors[0]
        size = self._machine.size_t
        first, second = (Cast(each, size) if each.type != size else each for each in factors)
        if isinstance(first, Const) and isinstance(second, Const):
            return Const(min(first.value * second.value, size.max), size)
        for one, other in ((first, second), (second, first)):
            if isinstance(one, Const):
                yield from _inside(other, 0, size.max // one.value) if one.value else ()
                return other if one.value == 1 else Binary(BinaryOp.MUL, other, one, size)
        wide = _wide(size, 2 * size.width + 1)
        yield from _inside(Binary(BinaryOp.MUL, Cast(first, wide), Cast(second, wide), wide), 0, size.max)
        return Binary(BinaryOp.MUL, first, second, size)

    def _has_unfit_format(self, call: Call, callee: Function) -> bool:
        """Is something printed by a literal that asks for other arguments?"""
        accesses = accesses_of(callee.name, len(call.arguments)) or ()
        if not accesses or accesses[-1].kind is not AccessKind.FORMAT:
            return False
        number = len(accesses) - 1
        format = printed_format(call.arguments[number], call.arguments[number + 1 :], self._machine)
        return format is not None and not format.fits

    def _valid(self, pointer: Expr, size: Expr, use: Use) -> Valid:
        return Valid(pointer, size, use, self._machine.int)


def _of_two_pointers(expr: Expr, machine: MachineModel) -> Iterator[Check]:
    """Order and distance have a meaning only within one object (C11 6.5.6p9, 6.5.8p5)."""
    match expr:
        case Binary(op=BinaryOp.EQ | BinaryOp.NE):
            return
        case PointerDiff(left=left, right=right) | Binary(left=left, right=right) if isinstance(left.type, PointerType):
            one, other = place_in_variable(left), place_in_variable(right)
            if one is None or other is None:
                yield Check(_in_one_object(left, right, machine), Danger.POINTER)
            elif one[0] is not other[0]:
                yield Check(Const(0, INT), Danger.POINTER)
        case _:
            pass


def _in_one_object(left: Expr, right: Expr, machine: MachineModel) -> Expr:
    """A step leads from one to the other within an object; or they are the same, also if both are null."""
    byte, distance = machine.pointer(machine.integer("unsigned char")), PointerDiff(right, left, 1, OFFSET)
    moved = PointerAdd(Cast(left, byte), distance, 1, byte)
    near = Binary(BinaryOp.LE, distance, Const(machine.ptrdiff_t.max, OFFSET), INT)  # is great between objects
    leads = Binary(BinaryOp.AND, near, Valid(moved, Const(0, machine.int), Use.POINT, machine.int), INT)
    return Binary(BinaryOp.OR, _equal(distance, 0), leads, INT)


def _stays(pointer: AddressOf | PointerAdd) -> Expr | None:
    """Why a step is good if nothing is known of the object: it is none, or leads along the arrays that it names.

    A null pointer may be moved by nothing, too (C23 6.5.7p9)."""
    if isinstance(pointer, PointerAdd):
        index = pointer.index
        assert isinstance(index.type, IntType)
        if isinstance(index, Const):
            return None if index.value else Const(1, INT)
        return _equal(index, 0)
    found: list[Expr] = []
    lvalue = pointer.lvalue
    while not isinstance(lvalue, Var):
        match lvalue:
            case Member(base=base):
                lvalue = base
            case Index(base=base, index=index) if isinstance(base.type, ArrayType) and base.type.count:
                found += _inside(index, 0, base.type.count)
                lvalue = base
            case Deref(pointer=Var() | Deref() | Member() | Index()):
                return conjunction(found, INT) or Const(1, INT)
            case _:
                break
    return None


def _positive(count: Expr) -> Iterator[Expr]:
    """The length of an array is greater than zero (C11 6.7.6.2p5)."""
    assert isinstance(count.type, IntType)
    return _inside(count, 1, count.type.max)


def size_behind(callee: Function, number: int) -> int:
    """Of the objects that a parameter points to; 0 if nobody declared them."""
    parameters = callee.type.parameters
    type = parameters[number] if number < len(parameters) else None
    target = type.target if isinstance(type, PointerType) else None
    if target is None or isinstance(target, (VoidType, FunctionType)):
        return 0
    return 0 if isinstance(target, StructType) and not target.is_complete else target.size


def _written(operation: Operation) -> Lvalue | None:
    """What is written directly; the result of a call is written when it returns, and by then may lie elsewhere."""
    return operation.lvalue if isinstance(operation, Assign | Havoc) else None


def _of_operator(expr: Expr) -> Iterator[Check]:
    match expr:
        case Binary(op=BinaryOp.DIV | BinaryOp.REM, left=left, right=right, type=IntType() as type):
            yield from _of_division(left, right, type)
        case Binary(op=BinaryOp.SHL | BinaryOp.SHR, left=left, right=right, type=IntType() as type):
            yield from (Check(each, Danger.SHIFT) for each in _inside(right, 0, type.width - 1))
            if expr.op is BinaryOp.SHL and type.signed:
                yield from (Check(each, Danger.OVERFLOW) for each in _shifted_fits(left, right, type))
        case Binary(op=BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL, type=IntType(signed=True) as type):
            yield from (Check(each, Danger.OVERFLOW) for each in _fits(expr, type))
        case Unary(op=UnaryOp.NEG, operand=operand, type=IntType(signed=True) as type):
            yield from (Check(each, Danger.OVERFLOW) for each in _inside(operand, type.min + 1, type.max))
        case Cast(operand=operand, type=IntType(is_bool=False) as type) if isinstance(operand.type, FloatType):
            yield from (Check(each, Danger.CONVERSION) for each in _convertible(operand, operand.type, type))
        case _:
            pass


# ---------------------------------------------------------------------------------------------------- contracts


def _asked(call: Call, name: str) -> Iterator[Expr]:
    """What C asks of the arguments of a library function (``contracts``)."""
    contract = contract_of(name, len(call.arguments))
    if contract is None:
        return
    for pointer in (call.arguments[number] for number in contract.not_null):
        if isinstance(pointer.type, PointerType) and place_in_variable(pointer) is None:
            yield Binary(BinaryOp.NE, pointer, Const(0, pointer.type), INT)
    if contract.character is not None and isinstance(call.arguments[contract.character].type, IntType):
        yield from _inside(call.arguments[contract.character], EOF, UCHAR_MAX)
    if contract.not_zero is not None and isinstance((number := call.arguments[contract.not_zero]).type, IntType):
        least, greatest = value_range(number)
        if least <= 0 <= greatest:
            yield number
    if contract.is_same:
        yield Binary(BinaryOp.EQ, call.arguments[0], call.arguments[1], INT)
    if contract.is_apart:
        yield from _apart(*call.arguments[:3])


def _apart(target: Expr, source: Expr, size: Expr) -> Iterator[Expr]:
    """Blocks begin at the same place, or one after the end of the other: by their places in a variable, or by addresses."""
    into, out_of = place_in_variable(target), place_in_variable(source)
    if not isinstance(size.type, IntType) or (isinstance(size, Const) and size.value in (0, 1)):
        return
    if into is not None and out_of is not None:
        if into[0] is not out_of[0]:
            return
        after, before = (Binary(BinaryOp.SUB, one, other, OFFSET) for one, other in ((into[1], out_of[1]), (out_of[1], into[1])))
        room = Cast(size, OFFSET)
        if any(value_range(distance)[0] >= value_range(room)[1] for distance in (after, before)):
            return
        first, second = (Binary(BinaryOp.GE, distance, room, INT) for distance in (after, before))
        yield Binary(BinaryOp.OR, _equal(after, 0), Binary(BinaryOp.OR, first, second, INT), INT)
    elif all(isinstance(each.type, PointerType) for each in (target, source)) and not _is_literal(out_of):
        is_same = _equal(PointerDiff(target, source, 1, OFFSET), 0)
        yield Binary(BinaryOp.OR, is_same, _is_apart(target, size, source, size), INT)


def _is_apart(target: Expr, written: Expr, source: Expr, read: Expr) -> Expr:
    """One of two blocks begins after the end of the other."""
    after = Binary(BinaryOp.GE, PointerDiff(target, source, 1, OFFSET), Cast(read, OFFSET), INT)
    before = Binary(BinaryOp.GE, PointerDiff(source, target, 1, OFFSET), Cast(written, OFFSET), INT)
    return Binary(BinaryOp.OR, after, before, INT)


def _is_literal(place: tuple[Variable, Expr] | None) -> bool:
    """Is it in a string literal?  Nothing is written there."""
    return place is not None and place[0].kind is VariableKind.STRING


# ---------------------------------------------------------------------------------------------------- integers


def _of_division(left: Expr, right: Expr, type: IntType) -> Iterator[Check]:
    least, greatest = value_range(right)
    if least <= 0 <= greatest:
        yield Check(right, Danger.DIVISION_BY_ZERO)
    if type.signed and least <= -1 <= greatest and value_range(left)[0] == type.min:
        both = Binary(BinaryOp.AND, _equal(left, type.min), _equal(right, -1), INT)
        yield Check(Unary(UnaryOp.NOT, both, INT), Danger.OVERFLOW)


def _fits(expr: Binary, type: IntType) -> Iterator[Expr]:
    """An operand of a sum, a difference or a product that must be in a range, or the result in a wider type."""
    match expr:
        case (
            Binary(op=BinaryOp.ADD, left=left, right=Const(value=value))
            | Binary(op=BinaryOp.ADD, left=Const(value=value), right=left)
        ):
            return _inside(left, type.min - value, type.max - value)
        case Binary(op=BinaryOp.SUB, left=left, right=Const(value=value)):
            return _inside(left, type.min + value, type.max + value)
        case Binary(op=BinaryOp.SUB, left=Const(value=value), right=right):
            return _inside(right, value - type.max, value - type.min)
        case (
            Binary(op=BinaryOp.MUL, left=left, right=Const(value=value))
            | Binary(op=BinaryOp.MUL, left=Const(value=value), right=left)
        ):
            return _factor_fits(left, value, type)
        case _:
            wide = _wide(type, 2 * type.width if expr.op is BinaryOp.MUL else type.width + 1)
            return _inside(Binary(expr.op, Cast(expr.left, wide), Cast(expr.right, wide), wide), type.min, type.max)


def _factor_fits(operand: Expr, factor: int, type: IntType) -> Iterator[Expr]:
    if factor > 0:
        yield from _inside(operand, -(-type.min // factor), type.max // factor)
    elif factor < 0:
        yield from _inside(operand, -(type.max // -factor), type.min // factor)


def _shifted_fits(left: Expr, right: Expr, type: IntType) -> Iterator[Expr]:
    """No bit that is set reaches the sign or goes beyond it, and the sign was not set."""
    if isinstance(right, Const):
        yield from _inside(left, 0, type.max >> right.value if 0 <= right.value < type.width else type.max)
        return
    yield from _inside(left, 0, type.max)
    greatest = Binary(BinaryOp.SHR, Const(type.max, type), right, type)
    yield Binary(BinaryOp.LE, left, greatest, INT)


def has_own_index_check(element: Index, beyond: int, dangers: Container[Danger]) -> bool:
    """Is an index compared with its array?  Where memory is checked, an access to a variable that is an array itself is not:
    what leads out of that array leads out of the object."""
    is_object = isinstance(element.base, Var) and not beyond
    return isinstance(element.base.type, ArrayType) and not (is_object and Danger.ACCESS in dangers)


def _inside(expr: Expr, least: int, greatest: int | None) -> Iterator[Expr]:
    """The comparisons that keep an integer within bounds; none where it cannot leave them."""
    low, high = value_range(expr)
    type = expr.type
    assert isinstance(type, IntType)
    if low < least:
        yield _compared(BinaryOp.GE, expr, least, type)
    if greatest is not None and high > greatest:
        yield _compared(BinaryOp.LE, expr, greatest, type)


def _compared(op: BinaryOp, expr: Expr, bound: int, type: IntType) -> Expr:
    """A bound that the type does not have can be met by no value, or by all."""
    if type.min <= bound <= type.max:
        return Binary(op, expr, Const(bound, type), INT)
    wide = _wide(type, max(bound.bit_length(), type.width) + 1)
    return Binary(op, Cast(expr, wide), Const(bound, wide), INT)


def _equal(expr: Expr, value: int) -> Expr:
    assert isinstance(expr.type, IntType)
    return Binary(BinaryOp.EQ, expr, Const(value, expr.type), INT)


def _wide(type: IntType, width: int) -> IntType:
    """A signed type that no program has, with room for results."""
    return IntType(f"{width}-bit integer", width, signed=True, size=-(-width // 8), align=type.align)


# ---------------------------------------------------------------------------------------------------- from floats


def _convertible(operand: Expr, source: FloatType, target: IntType) -> Iterator[Expr]:
    """The integral part fits; of a NaN neither comparison is true."""
    if not target.signed or target.width <= source.format.precision:
        yield Binary(BinaryOp.GT, operand, _as_float(target.min - 1, source), INT)
    else:  # between the least number and the one below it there is no floating number
        yield Binary(BinaryOp.GE, operand, _as_float(target.min, source), INT)
    yield Binary(BinaryOp.LT, operand, _as_float(target.max + 1, source), INT)


def _as_float(value: int, type: FloatType) -> FloatConst:
    """A power of two, or a number with few digits; what is greater than any number of the type is an infinity."""
    converted = conversion(_wide(INT, value.bit_length() + 1), type)(value)
    assert not isinstance(converted, int)
    return FloatConst(float_bits(converted, type), type)


# ---------------------------------------------------------------------------------------------------- what can be


def value_range(expr: Expr) -> tuple[int, int]:
    """What an integer expression can be, by types and constants alone, whatever the variables are."""
    type = expr.type
    assert isinstance(type, IntType), f"{type} is no integer type"
    least, greatest = _range_of_operator(expr) or (type.min, type.max)
    return (least, greatest) if type.min <= least and greatest <= type.max else (type.min, type.max)


def _range_of_operator(expr: Expr) -> tuple[int, int] | None:
    match expr:
        case Const(value=value):
            return value, value
        case Cast(operand=operand, type=type) if isinstance(operand.type, IntType):
            return (0, 1) if isinstance(type, IntType) and type.is_bool else value_range(operand)
        case Member(field=Field(bit_width=int(width)), type=IntType(signed=signed)):
            return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
        case Unary(op=UnaryOp.NOT):
            return 0, 1
        case Unary(op=UnaryOp.NEG, operand=operand):
            low, high = value_range(operand)
            return -high, -low
        case Binary(op=op) if op.is_comparison:
            return 0, 1
        case Binary(left=left, right=right):
            return _range_of_binary(expr.op, value_range(left), value_range(right))
        case _:
            return None


def _range_of_binary(op: BinaryOp, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int] | None:
    """None if nothing is known; a result that may leave the type says nothing, either."""
    match op:
        case BinaryOp.ADD:
            return left[0] + right[0], left[1] + right[1]
        case BinaryOp.SUB:
            return left[0] - right[1], left[1] - right[0]
        case BinaryOp.MUL:
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)
        case BinaryOp.AND if left[0] >= 0 or right[0] >= 0:
            return 0, min(most for least, most in (left, right) if least >= 0)
        case BinaryOp.REM if right[0] > 0:
            return (0 if left[0] >= 0 else 1 - right[1]), right[1] - 1
        case BinaryOp.DIV if right[0] > 0:
            return min(left[0], 0), max(left[1], 0)
        case BinaryOp.SHR if left[0] >= 0:
            return 0, left[1] >> min(max(right[0], 0), 1 << 10)
        case _:
            return None


__all__ = ["Check", "Conditions", "has_own_index_check", "size_behind", "value_range"]
