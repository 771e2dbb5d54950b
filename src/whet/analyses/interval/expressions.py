"""Expressions, compiled once into functions from what is known of places to the set of values the expression may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from whet.analyses.interval import operators, ranges
from whet.analyses.interval.floats import constant
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import ScalarPlaces, offset_of
from whet.analyses.interval.pointees import NULL, Pointee
from whet.analyses.interval.ranges import Ranges, single
from whet.analyses.interval.state import Env
from whet.analyses.interval.tables import Tables, constant_at
from whet.cfa.accesses import object_size
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    Use,
    Valid,
    Var,
    Variable,
    is_bit_field,
    root_variable,
)
from whet.cfa.types import CType, IntType, PointerType, is_scalar
from whet.task.records import dataclass

IntervalEvaluation: TypeAlias = Callable[[Env], AbstractValue]
Locating: TypeAlias = Callable[[Env], "Ranges | None"]
"""To a set of pointees; None if it may be anywhere."""
TRUE: Final[Ranges] = single(1)
UNKNOWN: Final[Ranges] = ((0, 1),)


class IntervalEvaluator:
    """Compiles the expressions of a program."""

    def __init__(self, places: ScalarPlaces) -> None:
        self.places = places
        self._tables = Tables()

    def value(self, expr: Expr) -> IntervalEvaluation:
        """The values of a scalar expression."""
        match expr:
            case Const(value=number):
                return _always(single(number))
            case FloatConst(bits=bits, type=type):
                return _always(constant(bits, type))
            case Var() | Deref() | Member() | Index():
                return self._read(expr)
            case AddressOf() | FunctionAddress():
                return _always(_address(expr))
            case Unary(op=op, operand=operand):
                return _applied(operators.unary(op, operand.type), self.value(operand))
            case Cast(operand=operand, type=target):
                inner = self.value(operand)
                if _keeps_all(operand.type, target) and not self.places.doubts(operand.type):
                    return inner
                return _applied(operators.conversion(operand.type, target), inner)
            case Binary(op=op, left=left, right=right):
                return _combined(operators.binary(op, left.type), self.value(left), self.value(right))
            case PointerAdd():
                return self._moved(expr)
            case PointerDiff(type=type):
                return _always(operators.everything(type))
            case Valid():
                return self._validity(expr)

    def _read(self, lvalue: Lvalue) -> IntervalEvaluation:
        number = self.places.fixed(lvalue)
        place = None if number is None else self.places.table[number]
        if place is not None and place.variable.is_table:
            is_doubtful = is_bit_field(lvalue) or self.places.doubts(place.type)
            anything = self.places.everything(place.type)
            return _always(anything if is_doubtful else constant_at(place.variable, place.type, place.offset))
        if number is not None:
            anything = self.places.anything[number]
            return lambda env: env.get(number, anything)
        return self._read_somewhere(lvalue) or _always(self.places.everything(lvalue.type))

    def _read_somewhere(self, lvalue: Lvalue) -> IntervalEvaluation | None:
        """What is in one of the places that an lvalue may mean."""
        where = None if is_bit_field(lvalue) or not is_scalar(lvalue.type) else self.where(lvalue)
        if where is None:
            return None
        places, type, tables = self.places, lvalue.type, self._tables
        anything = places.everything(type)

        def read(env: Env) -> AbstractValue:
            some = where(env)
            if some is not None and (constant := tables.read(places.pointees.members(some), type)) is not None:
                return constant
            numbers = None if some is None else places.at(some, type)
            found = None if numbers is None else _in_one_of(env, numbers, operators.union)
            return anything if found is None else found

        return read

    def where(self, lvalue: Lvalue) -> Locating | None:
        """In which bytes an lvalue may lie; None if that is never known."""
        match lvalue:
            case Var(variable=variable):
                return _always_at(self.places.pointees.to(variable)) if self.places.is_tracked(variable) else None
            case Deref(pointer=pointer):
                return self.pointees(pointer)
            case Member(base=base, field=field):
                return self._shifted(self.where(base), _always(single(field.offset)), 1)
            case Index(base=base, index=index):
                return self._shifted(self.where(base), self.value(index), lvalue.type.size)

    def pointees(self, pointer: Expr) -> Locating | None:
        """What a pointer may point to; None if that is never known."""
        match pointer:
            case Const(value=0) | Cast(operand=Const(value=0)):
                return _always_at(NULL)
            case AddressOf(lvalue=lvalue):
                return self.where(lvalue)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return self.pointees(operand)
            case PointerAdd(pointer=moved, index=index, stride=stride):
                return self._shifted(self.pointees(moved), self.value(index), stride)
            case Var() | Deref() | Member() | Index() if isinstance(pointer.type, PointerType):
                return self._read_pointees(pointer)
            case _:
                return None

    def _validity(self, valid: Valid) -> IntervalEvaluation:
        """Is an access good?  It is if all pointees live, and the bytes lie inside them; steps are not cut off here."""
        steps = _steps_of(valid.pointer) if valid.use in (Use.READ, Use.WRITE, Use.POINT) else None
        where = None if steps is None else self._root(steps.root)
        if steps is None or where is None:
            return _always(UNKNOWN)
        address = None if isinstance(steps.root, Variable) else self.value(steps.root)
        moves = [(self.value(index), stride) for index, stride in steps.moves]
        size, members, is_write = self.value(valid.size), self.places.pointees.members, valid.use is Use.WRITE

        def find(env: Env) -> AbstractValue:
            some = where(env)
            if some is None or (address is not None and ranges.contains(some, 0) and ranges.contains(address(env), 0)):  # type: ignore[arg-type]  # an address
                return UNKNOWN
            first = last = steps.offset
            for index, stride in moves:
                ends = [end * stride for end in (ranges.ends(index(env)))]  # type: ignore[arg-type]  # an integer
                first, last = first + min(ends), last + max(ends)
            most = ranges.ends(size(env))[1]  # type: ignore[arg-type]  # an integer
            pointees = members(some)
            is_good = all(_is_good(each, first, last + most, is_write) for each in pointees)
            return TRUE if pointees and is_good else UNKNOWN

        return find

    def _root(self, root: Variable | Expr) -> Locating | None:
        if isinstance(root, Variable):
            return self.where(Var(root))
        return self._read_pointees(root) if isinstance(root, (Var, Deref, Member, Index)) else None

    def _shifted(self, begin: Locating | None, steps: IntervalEvaluation, stride: int) -> Locating | None:
        moved = self.places.pointees.moved
        if begin is None or stride == 0:
            return None

        def shift(env: Env) -> Ranges | None:
            some = begin(env)
            return None if some is None else moved(some, steps(env), stride)  # type: ignore[arg-type]  # an integer

        return shift

    def _read_pointees(self, lvalue: Lvalue) -> Locating | None:
        places, type, where = self.places, lvalue.type, self.where(lvalue)
        if where is None:
            return None
        number = places.fixed(lvalue)
        if number is not None:
            pointee = places.pointee_of(number)
            return lambda env: env.get(pointee)  # type: ignore[arg-type, return-value]  # a set of pointees
        union = places.pointees.union

        def read(env: Env) -> Ranges | None:
            some = where(env)
            numbers = None if some is None else places.at(some, type, is_pointee=True)
            return None if numbers is None else _in_one_of(env, numbers, union)  # type: ignore[arg-type, return-value]

        return read

    def _moved(self, expr: PointerAdd) -> IntervalEvaluation:
        pointer, index, stride = self.value(expr.pointer), self.value(expr.index), expr.stride
        greatest = (1 << expr.type.width) - 1

        def move(env: Env) -> AbstractValue:
            steps: Ranges = index(env)  # type: ignore[assignment]  # an integer
            begins: Ranges = pointer(env)  # type: ignore[assignment]  # an address
            moved = [(p + s * stride, q + t * stride) for p, q in begins for s, t in steps]
            return ranges.wrapped(moved, 0, greatest)

        return move


@dataclass(frozen=True, slots=True)
class _Steps:
    """From a variable, or from where a kept pointer points to, so many bytes and so many elements of some sizes."""

    root: Variable | Expr
    offset: int = 0
    moves: tuple[tuple[Expr, int], ...] = ()


def _steps_of(pointer: Expr) -> _Steps:
    match pointer:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _steps_of(operand)
        case PointerAdd(pointer=base, index=index, stride=stride):
            steps = _steps_of(base)
            return replace(steps, moves=(*steps.moves, (index, stride)))
        case AddressOf(lvalue=lvalue):
            return _steps_to(lvalue)
        case _:
            return _Steps(pointer)


def _steps_to(lvalue: Lvalue) -> _Steps:
    match lvalue:
        case Var(variable=variable):
            return _Steps(variable)
        case Deref(pointer=pointer):
            return _steps_of(pointer)
        case Member(base=base, field=field):
            steps = _steps_to(base)
            return replace(steps, offset=steps.offset + field.offset)
        case Index(base=base, index=index):
            steps = _steps_to(base)
            return replace(steps, moves=(*steps.moves, (index, lvalue.type.size)))


def _is_good(pointee: Pointee, first: int, end: int, is_write: bool) -> bool:
    """Do the bytes from ``first`` to ``end`` after the pointee lie in its object?"""
    variable = pointee.variable
    if pointee.is_cut or (is_write and variable.is_read_only):
        return False
    return pointee.low + first >= 0 and pointee.high + end <= min(variable.type.size, object_size(variable) or 0)


def _in_one_of(
    env: Env, numbers: Sequence[int], union: Callable[[AbstractValue, AbstractValue], AbstractValue | None]
) -> AbstractValue | None:
    """None if nothing is known of one of the places."""
    found = env.get(numbers[0])
    for number in numbers[1:]:
        other = env.get(number)
        found = None if found is None or other is None else union(found, other)
        if found is None:
            return None
    return found


def _always_at(some: Ranges) -> Locating:
    return lambda env: some


def only(values: AbstractValue) -> int | None:
    """The number if it is the only one."""
    if len(values) == 1 and values[0][0] == values[0][1]:
        return values[0][0]
    return None


def _always(values: AbstractValue) -> IntervalEvaluation:
    return lambda env: values


def _applied(function: operators.OfOne, operand: IntervalEvaluation) -> IntervalEvaluation:
    return lambda env: function(operand(env))


def _combined(function: operators.OfTwo, left: IntervalEvaluation, right: IntervalEvaluation) -> IntervalEvaluation:
    return lambda env: function(left(env), right(env))


def _keeps_all(source: CType, target: CType) -> bool:
    """Does a conversion leave every number as it is?"""
    if not isinstance(source, IntType) or not isinstance(target, IntType) or target.is_bool:
        return source == target and not isinstance(source, PointerType)
    return target.min <= source.min and source.max <= target.max


def _address(expr: AddressOf | FunctionAddress) -> AbstractValue:
    """No object of the program is at the address 0; what a null pointer is moved by may be anything."""
    greatest = (1 << expr.type.width) - 1
    is_object = isinstance(expr, FunctionAddress) or (
        root_variable(expr.lvalue) is not None and offset_of(expr.lvalue) is not None
    )
    return ((1, greatest),) if is_object else ((0, greatest),)
