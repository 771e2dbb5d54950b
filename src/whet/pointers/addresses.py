"""Where the number of an address matters: which pointers that become integers are looked at as numbers.

What CIL writes, and much of Linux, computes addresses as integers: ``*(T *)((unsigned long)p + 8)``.  The number is not used
there: wherever the object lies, the same happens.  But what ``(unsigned long)p % 64`` does depends on an address, of which a
formula has only one choice (``memory``).

The analysis looks at every operation once and ignores their order.  Integers are held by variables outside of memory and by the
cells of memory (``unification``).  First it finds out what they may hold: numbers, addresses as they are (``PLAIN``), addresses
to which something was added (``OFFSET``).  Pointers are followed, too: some are made of numbers, some of integers that were
addresses, and some are always null.  Then, backwards from every use, whose number is looked at.  What a local variable holds that
nothing was assigned to does not matter: to read one whose address is not taken has no meaning in C.

**No looking** is

* to convert it to an integer of the same width, to store it, to pass it on, to give it to a function without a body (which may
  return, and write, whatever it likes anyway);
* to make it a pointer again, also after adding a number, and to go to where that points: outside of its object this is as bad as
  with any other pointer;
* to compare an address as it is, for equality, with zero, or with another one if both objects are always there and have their
  address for themselves: an integer may keep the address of an object that is gone, and then equal that of a new one;
* to compare an address as it is, without a sign, with a number on the last page of the address space (``IS_ERR`` of Linux): no
  object lies there.  None lies on the first one either, but there are models of Linux in which all do;
* to take the last bits of an address (``a % 64``, ``a & 63``) that the alignment of its variable decides.

Everything else is.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, Flag
from math import gcd
from typing import TypeAlias

from whet.cfa.alignment import declared_alignment
from whet.cfa.callees import Callees
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
    children,
    without_casts,
)
from whet.cfa.facts import Facts
from whet.cfa.library import AUTOMATIC, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, Return, flatten
from whet.cfa.types import ArrayType, CType, IntType, PointerType, is_scalar
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Nothing, NotModelled, Stops
from whet.pointers.unification import Cell, Cells, find, is_slot
from whet.task.records import dataclass

_PAGES = 1 << 30
PAGE = 4096
"""No object is that near to null, or to the greatest address."""


@dataclass(frozen=True, slots=True)
class PointersIn:
    """The pointers in some memory, as against the integers there."""

    cell: Cell


Holder: TypeAlias = Variable | Cell | PointersIn


class AddressKinds(Flag):
    """What an integer, or a pointer, may be besides zero."""

    NOTHING = 0
    NUMBER = 1
    PLAIN = 2
    OFFSET = 4
    RETURNED = 8
    """It was an integer before, which may have kept it longer than its object lived."""


class _Use(Enum):
    PASSED = "it goes on to where it is followed, or does not matter"
    TESTED = "is it zero?"
    LOOKED_AT = "its number matters"


_ADDRESS = AddressKinds.PLAIN | AddressKinds.OFFSET
_EQUALITIES = (BinaryOp.EQ, BinaryOp.NE)
_SUMS = (BinaryOp.ADD, BinaryOp.SUB)
_KEEPS = (Allocates, Arbitrary, Assumes, Copies, Fills, Nothing, Stops)
"""What ends the life of nothing."""


def is_no_object(number: int, width: int) -> bool:
    """Is it null, or an address on the last page?"""
    return -number % (1 << width) <= PAGE


class AddressNumbers:
    """Knows of each pointer that becomes an integer whether its number is looked at."""

    def __init__(self, program: Program, cells: Cells) -> None:
        self._program = program
        self._cells = cells
        self._width = 8 * program.machine.pointer_size
        self._holds: dict[Holder, AddressKinds] = {}
        self._stored: dict[Holder, list[Expr]] = {}
        """What may be stored in each holder."""
        self._from_elsewhere: set[Holder] = set()
        self._looked_at: set[Holder | Cast] = set()
        self._visited: set[Cast] = set()
        self._frees = False
        """Does the program give memory back?"""
        self._uncovered: list[Cell] = []
        """Memory that a function of the library may look at."""
        self._uses = list(self._collected())
        is_news = True
        while is_news:
            is_news = False
            for holder, values in self._stored.items():
                before = self._holds.get(holder, AddressKinds.NOTHING)
                after = before
                for value in values:
                    after |= self._held(value)
                self._holds[holder] = after
                is_news |= after != before
        for cell in self._uncovered:
            self._look(cell)
        while self._uses:
            self._visit(*self._uses.pop())

    def is_looked_at(self, cast: Cast) -> bool:
        """Does anything depend on the number of the pointer that is converted?"""
        return cast in self._looked_at or cast not in self._visited

    def may_mix(self, one: Expr, other: Expr) -> bool:
        """May one of two pointers be made of a number, and the other be an address?"""
        return any(
            AddressKinds.NUMBER in self._held(a) and bool(self._held(b) & _ADDRESS) for a, b in ((one, other), (other, one))
        )

    def _collected(self) -> Iterator[tuple[Expr, _Use]]:
        """Every expression that is evaluated, with what becomes of it."""
        callees, library = Facts.of(self._program).callees, Library()
        for edge in self._program.edges():
            for operation in flatten(edge.operation):
                if isinstance(operation, Call):
                    yield from self._of_call(operation, callees, library)
                else:
                    yield from self._of_operation(operation, edge.source.function)

    def _of_operation(self, operation: Operation, function: Function) -> Iterator[tuple[Expr, _Use]]:
        match operation:
            case Assume(condition=condition):
                yield condition, _Use.TESTED
            case Assign(lvalue=lvalue, value=value):
                self._store(lvalue, value)
                yield lvalue, _Use.PASSED
                yield value, _Use.LOOKED_AT if _is_cut(lvalue, value) else _Use.PASSED
            case Havoc(lvalue=lvalue):
                self._store_any(lvalue)
                yield lvalue, _Use.PASSED
            case Declare(variable=variable, zeroed=zeroed, length=length):
                if variable.is_static and not zeroed:
                    self._store_any(Var(variable))
                if length is not None:
                    yield length, _Use.LOOKED_AT
            case Return(value=returned) if returned is not None:
                if function.return_variable is not None:
                    self._store(Var(function.return_variable), returned)
                yield returned, _Use.PASSED
            case _:
                pass

    def _of_call(self, call: Call, known: Callees, library: Library) -> Iterator[tuple[Expr, _Use]]:
        callees: tuple[Function, ...]
        if isinstance(call.callee, Function):
            callees = (call.callee,)
        else:
            callees = known.of(call.callee)
            yield call.callee, _Use.PASSED
        use = _Use.PASSED
        for callee in callees:
            if callee.is_defined:
                for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
                    self._store(Var(parameter), argument)
                if call.result is not None and callee.return_variable is not None:
                    self._store(call.result, Var(callee.return_variable))
            elif self._is_of_library(call, callee, library):
                self._uncover(call)
                use = _Use.LOOKED_AT
        self._frees |= not callees
        if call.result is not None:
            self._store_any(call.result)
            yield call.result, _Use.PASSED
        yield from ((argument, use) for argument in call.arguments)

    def _is_of_library(self, call: Call, callee: Function, library: Library) -> bool:
        """Is it known what the function does?  Also notes whether it may give memory back."""
        effect = library.effect(callee, call.arguments)
        is_known = not isinstance(effect, NotModelled | None)
        keeps = isinstance(effect, _KEEPS) and callee.name not in AUTOMATIC
        self._frees |= not keeps and (is_known or any(self._is_followed(each.type) for each in call.arguments))
        return is_known

    def _uncover(self, call: Call) -> None:
        """A function of the library may look at what is in memory, or copy it."""
        for argument in call.arguments:
            cell = self._cells.value(argument) if isinstance(argument.type, PointerType) else None
            if cell is not None:
                self._uncovered.append(find(cell))

    def _carries(self, type: CType) -> bool:
        """May an integer of this type hold an address, and nothing but it?  (What is longer may have copies of its sign.)"""
        return isinstance(type, IntType) and type.width == self._width

    def _is_followed(self, type: CType) -> bool:
        return self._carries(type) or isinstance(type, PointerType)

    def _holder(self, lvalue: Lvalue) -> Holder:
        if isinstance(lvalue, Var) and is_slot(self._program, lvalue.variable):
            return lvalue.variable
        cell = find(self._cells.location(lvalue))
        return PointersIn(cell) if isinstance(lvalue.type, PointerType) else cell

    def _store(self, lvalue: Lvalue, value: Expr) -> None:
        holder = self._holder(lvalue)
        if self._is_followed(value.type) or not is_scalar(value.type):
            self._stored.setdefault(holder, []).append(value)
        if isinstance(holder, Cell) and not is_scalar(value.type):
            self._stored.setdefault(PointersIn(holder), []).append(value)

    def _store_any(self, lvalue: Lvalue) -> None:
        """Something comes from elsewhere: a number, or a pointer."""
        if self._is_followed(lvalue.type):
            holder = self._holder(lvalue)
            held = AddressKinds.PLAIN if isinstance(lvalue.type, PointerType) else AddressKinds.NUMBER
            self._from_elsewhere.add(holder)
            self._holds[holder] = self._holds.get(holder, AddressKinds.NOTHING) | held

    def _held(self, expr: Expr) -> AddressKinds:
        match expr:
            case Const(value=value):
                return AddressKinds.NUMBER if value else AddressKinds.NOTHING
            case Var() | Deref() | Member() | Index():
                return self._held_by(expr)
            case AddressOf(lvalue=lvalue):
                return self._held_as_address(lvalue)
            case Cast(operand=operand, type=type) if self._is_followed(type) and self._is_followed(operand.type):
                held = self._held(operand)
                is_back = isinstance(type, PointerType) and isinstance(operand.type, IntType) and held & _ADDRESS
                return held | AddressKinds.RETURNED if is_back else held
            case PointerAdd(pointer=pointer):
                held = self._held(pointer)
                return held | AddressKinds.OFFSET if held & _ADDRESS else AddressKinds.NUMBER
            case Binary(op=op, left=left, right=right) if op in _SUMS and self._carries(expr.type):
                is_address = bool((self._held(left) | self._held(right)) & _ADDRESS)
                return AddressKinds.OFFSET | AddressKinds.NUMBER if is_address else AddressKinds.NUMBER
            case _:
                return AddressKinds.PLAIN if isinstance(expr.type, PointerType) else AddressKinds.NUMBER

    def _held_by(self, lvalue: Lvalue) -> AddressKinds:
        """What is in memory is read in more ways than one."""
        if not is_scalar(lvalue.type):
            cell = find(self._cells.location(lvalue))
            return self._holds.get(cell, AddressKinds.NOTHING) | self._holds.get(PointersIn(cell), AddressKinds.NOTHING)
        if not self._is_followed(lvalue.type):
            return AddressKinds.NUMBER
        match self._holder(lvalue):
            case Variable() as variable:
                is_pointer = isinstance(lvalue.type, PointerType)
                return self._holds.get(variable, AddressKinds.PLAIN if is_pointer else AddressKinds.NOTHING)
            case PointersIn() as pointers:
                doubt = AddressKinds.NUMBER if self._cells.doubts(lvalue) else AddressKinds.NOTHING
                return self._holds.get(pointers, AddressKinds.NOTHING) | AddressKinds.PLAIN | doubt
            case Cell() as cell:
                return self._holds.get(cell, AddressKinds.NOTHING) | AddressKinds.NUMBER

    def _held_as_address(self, lvalue: Lvalue) -> AddressKinds:
        """An object, or a part of what a pointer points to; after an array is not in it."""
        match lvalue:
            case Deref(pointer=pointer):
                held = self._held(pointer)
                return held if held & _ADDRESS else AddressKinds.NUMBER
            case Member(base=base):
                return self._held_as_address(base)
            case Index(base=base, index=index):
                is_inside = isinstance(index, Const) and 0 <= index.value < (
                    (base.type.count if isinstance(base.type, ArrayType) else None) or 0
                )
                return self._held_as_address(base) | (AddressKinds.NOTHING if is_inside else AddressKinds.OFFSET)
            case Var():
                return AddressKinds.PLAIN

    def _look(self, at: Holder | Cast) -> None:
        if at not in self._looked_at:
            self._looked_at.add(at)
            if not isinstance(at, Cast):
                self._uses += ((value, _Use.LOOKED_AT) for value in self._stored.get(at, ()))

    def _visit(self, expr: Expr, use: _Use) -> None:
        match expr:
            case Var() | Deref() | Member() | Index():
                self._visit_address(expr)
                if use is _Use.LOOKED_AT or (use is _Use.TESTED and not self._is_plain(expr)):
                    self._look(self._holder(expr))
            case AddressOf(lvalue=lvalue):
                self._visit_address(lvalue, use)
            case Cast():
                self._visit_cast(expr, use)
            case PointerAdd(pointer=pointer, index=index):
                self._visit(pointer, _Use.PASSED if use is _Use.PASSED else _Use.LOOKED_AT)
                self._visit(index, _Use.LOOKED_AT)
            case PointerDiff(left=left, right=right):
                self._visit_comparison(left, right, is_equality=False)
            case Unary(op=UnaryOp.NOT, operand=operand):
                self._visit(operand, _Use.TESTED)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                self._visit_comparison(left, right, is_equality=op in _EQUALITIES)
            case Binary(op=op) if op in _SUMS and self._carries(expr.type):
                self._visit_sum(expr, use)
            case Binary(left=left) if self._is_decided_by_alignment(expr):
                self._visit(left, _Use.PASSED)
            case _:
                for child in children(expr):
                    self._visit(child, _Use.LOOKED_AT)

    def _is_decided_by_alignment(self, expr: Binary) -> bool:
        """Are these last bits of an address that are the same wherever its variable lies?"""
        if not isinstance(expr.right, Const) or not self._carries(expr.type) or not isinstance(expr.type, IntType):
            return False
        match expr.op:
            case BinaryOp.AND:
                bits = expr.right.value
            case BinaryOp.REM if not expr.type.signed:
                bits = expr.right.value - 1
            case _:
                return False
        is_mask = bits > 0 and bits & (bits + 1) == 0
        return is_mask and self._multiple(expr.left, frozenset()) % (bits + 1) == 0

    def _multiple(self, expr: Expr, seen: frozenset[Variable]) -> int:
        """A number that addresses of variables are multiples of in every run, and so is what a variable holds."""
        match expr:
            case Cast(operand=operand, type=type) if self._is_followed(type) and self._is_followed(operand.type):
                return self._multiple(operand, seen)
            case Binary(op=BinaryOp.ADD, left=left, right=right) if self._carries(expr.type):
                return gcd(self._multiple(left, seen), self._multiple(right, seen))
            case Const(value=value):
                return gcd(_PAGES, value)
            case PointerAdd(pointer=pointer, index=Const(value=value), stride=stride):
                return gcd(self._multiple(pointer, seen), value * stride)
            case AddressOf(lvalue=lvalue):
                return self._multiple_of_place(lvalue)
            case Var(variable=variable) if is_slot(self._program, variable) and self._has_only_stored(variable):
                if variable in seen:
                    return _PAGES
                values = (self._multiple(value, seen | {variable}) for value in self._stored.get(variable, ()))
                return gcd(*values) if variable in self._stored else 1
            case _:
                return 1

    def _has_only_stored(self, variable: Variable) -> bool:
        return variable not in self._from_elsewhere and variable.kind in (VariableKind.LOCAL, VariableKind.TEMPORARY)

    def _multiple_of_place(self, lvalue: Lvalue) -> int:
        match lvalue:
            case Var(variable=variable):
                return declared_alignment(variable)
            case Member(base=base, field=member):
                return gcd(self._multiple_of_place(base), member.offset)
            case Index(base=base, index=Const(value=value), type=type):
                return gcd(self._multiple_of_place(base), value * type.size)
            case _:
                return 1

    def _is_plain(self, expr: Expr) -> bool:
        return not self._held(expr) & ~(AddressKinds.PLAIN | AddressKinds.RETURNED)

    def _visit_address(self, lvalue: Lvalue, use: _Use = _Use.PASSED) -> None:
        """The address of an lvalue is computed."""
        match lvalue:
            case Deref(pointer=pointer):
                self._visit(pointer, use)
            case Member(base=base):
                self._visit_address(base, use)
            case Index(base=base, index=index):
                self._visit_address(base, use)
                self._visit(index, _Use.LOOKED_AT)
            case Var():
                pass

    def _visit_cast(self, cast: Cast, use: _Use) -> None:
        self._visit(cast.operand, self._use_of_operand(cast, use))
        if isinstance(cast.operand.type, PointerType) and isinstance(cast.type, IntType) and cast.type.width > 1:
            self._visited.add(cast)
            is_tested = use is _Use.TESTED and not self._is_plain(cast.operand)
            if use is _Use.LOOKED_AT or is_tested or not self._carries(cast.type):
                self._look(cast)

    def _use_of_operand(self, cast: Cast, use: _Use) -> _Use:
        if isinstance(cast.type, IntType) and cast.type.width == 1:
            return _Use.TESTED
        is_kept = self._is_followed(cast.operand.type) and self._is_followed(cast.type)
        return use if is_kept else _Use.LOOKED_AT

    def _visit_sum(self, sum: Binary, use: _Use) -> None:
        """Of two addresses the number matters, and so it does if one is subtracted, or if the sum may be zero."""
        is_both = bool(self._held(sum.left) & _ADDRESS and self._held(sum.right) & _ADDRESS)
        use = _Use.LOOKED_AT if is_both or use is _Use.TESTED else use
        self._visit(sum.left, use)
        self._visit(sum.right, _Use.LOOKED_AT if sum.op is BinaryOp.SUB else use)

    def _visit_comparison(self, left: Expr, right: Expr, *, is_equality: bool) -> None:
        are_pointers = isinstance(left.type, PointerType)
        tells = self._pointers_tell(left, right) if are_pointers else self._integers_tell(left, right, is_equality=is_equality)
        use = _Use.LOOKED_AT if tells else _Use.PASSED
        self._visit(left, use)
        self._visit(right, use)

    def _pointers_tell(self, left: Expr, right: Expr) -> bool:
        """Does a comparison of pointers reveal more of addresses than pointers alone?

        A number that was added to an address as an integer may lead anywhere, and an integer may outlive an object.  (``may_mix``
        is about pointers made of numbers.)"""
        one, other = self._held(left), self._held(right)
        is_moved = AddressKinds.OFFSET in one | other
        is_kept = AddressKinds.RETURNED in one | other and bool(one and other) and not (self._lasts(left) and self._lasts(right))
        return is_moved or is_kept

    def _integers_tell(self, left: Expr, right: Expr, *, is_equality: bool) -> bool:
        one, other = self._held(left), self._held(right)
        if not (one | other) & _ADDRESS:
            return False
        if is_equality and self._is_plain(left) and self._is_plain(right):
            return bool(one and other) and not (self._lasts(left) and self._lasts(right))
        return not (self._is_behind_objects(left, right) or self._is_behind_objects(right, left))

    def _lasts(self, address: Expr) -> bool:
        """Has the object its address for itself alone, as long as the program runs?"""
        address = without_casts(address)
        if isinstance(address, FunctionAddress):
            return address.function.is_defined  # two functions of the library may be one
        cell = self._cells.value(address)
        return cell is None or (all(map(_is_alone, cell.variables)) and not (cell.sites and self._frees))

    def _is_behind_objects(self, number: Expr, address: Expr) -> bool:
        """Is an address as it is compared, as a number without a sign, with one where no object is?"""
        is_unsigned = isinstance(number.type, IntType) and not number.type.signed and number.type.width == self._width
        is_page = isinstance(number, Const) and is_unsigned and is_no_object(number.value, self._width)
        return is_page and self._is_plain(address)


def _is_alone(variable: Variable) -> bool:
    """String literals may share their bytes, and objects without bytes their address."""
    return variable.is_static and variable.kind is not VariableKind.STRING and variable.type.size > 0


def _is_cut(lvalue: Lvalue, value: Expr) -> bool:
    """Does only a part of the value fit?"""
    width = lvalue.field.bit_width if isinstance(lvalue, Member) else None
    return width is not None and isinstance(value.type, IntType) and width < value.type.width
