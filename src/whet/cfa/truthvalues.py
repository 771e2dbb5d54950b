"""Which ``_Bool`` objects may hold another byte than 0 and 1.

To read such a byte as a ``_Bool`` is undefined (C11 6.2.6.1p5), and programs that gcc compiled disagree with themselves about
what it is.  A ``_Bool`` that is only written as such never holds one.  So reads are in doubt only in objects of *mixed* types, to
which the program writes in another way:

* to a member of a union that has a ``_Bool``, too;
* through a pointer to another scalar (a ``char *``) that was made of a pointer to a type with a ``_Bool`` in it, or the other way
  round, at once or through variables and members of type ``void *``;
* by a library function: bytes other than 0 and 1, or those of objects of another type;
* not at all: an object that was never written holds a value of its type, but in a union that may be one of another member.

Functions without a body store values of the types their arguments point to.
That a pointer to one structure is taken for one to another is not followed, except where the address of an object is: C does not
define what such a program does (6.5p7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from whet.cfa.expressions import (
    AddressOf,
    Binary,
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
)
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Declare, Havoc, Operation, Return, expressions_of, flatten
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType, VoidType, is_scalar
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes
from whet.task.records import dataclass

_Node: TypeAlias = Variable | tuple[CType, int]
"""A place of type ``void *``: a variable, or a member of a structure by its offset."""


class TruthValues:
    """The types of a program in which a ``_Bool`` may be no truth value."""

    def __init__(self, program: Program) -> None:
        self._mixed: set[CType] = set()
        """Structures and unions with all they contain; ``_Bool`` stands for those that are no part of one."""
        self._is_everywhere = False
        if any(_has_truth_value(variable.type) for variable in program.variables()) or any(
            isinstance(expr, (Deref, Member, Index)) and is_truth_value(expr)
            for edge in program.edges()
            for top in expressions_of(edge.operation)
            for expr in subexpressions(top)
        ):
            collection = _Collection(program)
            self._mixed, self._is_everywhere = collection.mixed(), collection.is_everywhere

    def doubts(self, lvalue: Lvalue) -> bool:
        """May a ``_Bool`` in memory hold another byte than 0 and 1?"""
        if not self._mixed or not is_truth_value(lvalue):
            return False
        parts = list(enclosing(lvalue))
        structures: list[CType] = [part.type for part in parts if isinstance(part.type, StructType)]
        if self._is_everywhere or (isinstance(parts[-1], Deref) and not structures):
            return True  # a pointer to it may lead into any of them
        return any(type in self._mixed for type in structures or [lvalue.type])


@dataclass(slots=True)
class _Void:
    """What a place of type ``void *`` gets and gives."""

    gets: set[CType] = field(default_factory=set)
    gives: set[CType] = field(default_factory=set)
    goes: set[_Node] = field(default_factory=set)


class _Collection:
    """Looks at every operation of a program once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._library = Library()
        self._types: dict[CType, None] = {}
        self._nodes: dict[_Node, _Void] = {}
        self._followed: dict[CType, None] = {}
        """The pointee types, with all that occurs in them."""
        self._allocates = False
        """Are there unwritten blocks?"""
        self.is_everywhere = False
        """Is there a pointer to a ``_Bool``, which may be a part of anything, that becomes another one?"""
        for edge in program.edges():
            for operation in flatten(edge.operation):
                self._collect(operation, edge.source.function)

    def mixed(self) -> set[CType]:
        """The types in doubt, with those that occur in them."""
        if self._allocates:
            self._mix(*filter(_is_shared, self._followed))
        # What a place gets reaches those its value goes to.
        waiting = list(self._nodes)
        while waiting:
            place = self._nodes[waiting.pop()]
            for target in place.goes:
                other = self._nodes.setdefault(target, _Void())
                if not place.gets <= other.gets:
                    other.gets |= place.gets
                    waiting.append(target)
        for place in self._nodes.values():
            seen = place.gets | place.gives
            if any(map(_is_foreign, seen)) and place.gives:
                for type in seen if any(map(_is_foreign, place.gives)) else place.gives:
                    self._mix_all(type)
        inner = (part for type in self._types for part in _parts(type))
        return {part for part in inner if not is_scalar(part) and _has_truth_value(part)} | set(self._types)

    def _mix(self, *types: CType) -> None:
        self._types |= dict.fromkeys(_element(type) for type in types if _has_truth_value(type))

    def _mix_pointed(self, pointer: Expr) -> None:
        """What a pointer points to is written to in another way."""
        inner = _origin(pointer)
        if isinstance(inner, AddressOf):
            self._mix(*(part.type for part in enclosing(inner.lvalue)))
        else:
            self._mix_all(_pointed(inner))

    def _mix_all(self, type: CType) -> None:
        self._mix(type)
        self.is_everywhere |= isinstance(type, IntType) and type.is_bool

    def _collect(self, operation: Operation, function: Function) -> None:
        for top in expressions_of(operation):
            for expr in subexpressions(top):
                if isinstance(expr, Deref):
                    self._use(expr.pointer)
                    self._followed |= dict.fromkeys(_parts(_element(expr.type)))
        match operation:
            case Assign(lvalue=lvalue, value=value):
                self._store(lvalue)
                self._use(value)
                self._flow(_node(lvalue), value)
            case Havoc(lvalue=lvalue):
                self._store(lvalue)
            case Return(value=value) if value is not None and function.return_variable is not None:
                self._use(value)
                self._flow(_node(Var(function.return_variable)), value)
            case Call():
                self._call(operation)
            case Declare(variable=variable, zeroed=False) if variable.image is None:
                self._mix(*filter(_is_shared, _parts(_element(variable.type))))
            case _:
                pass

    def _use(self, pointer: Expr) -> None:
        """A pointer is kept or followed; what lies between it and where it comes from does not matter."""
        if not isinstance(pointer.type, PointerType):
            return
        origin, target = _origin(pointer), _element(pointer.type.target)
        if _is_foreign(target) and _has_truth_value(_pointed(origin)):
            if target.size == 1 or _may_hit(pointer, origin):
                self._mix_pointed(origin)
        elif _is_foreign(_pointed(origin)):
            self._mix_all(target)
        elif isinstance(origin, AddressOf) and _are_strangers(target, _pointed(origin)):
            self._mix_pointed(origin)
            self._mix(target)
        node = _node(origin)
        if node is not None:
            self._nodes.setdefault(node, _Void()).gives.add(target)

    def _store(self, lvalue: Lvalue) -> None:
        """To a union that has a ``_Bool`` at this place, unless that is what is stored."""
        low, high = 0, lvalue.type.size
        for part in () if is_truth_value(lvalue) else enclosing(lvalue):
            if _is_union(part.type) and _hits(part.type, low, high):
                self._mix(*(outer.type for outer in enclosing(lvalue)))
            step, room = _place(part)
            low, high = low + step, high + step + room

    def _flow(self, target: _Node | None, value: Expr) -> None:
        """A value is stored to a place, which matters if that is of type ``void *``."""
        if target is None:
            return
        inner = _origin(value)
        source, place = _node(inner), self._nodes.setdefault(target, _Void())
        if source is not None:
            self._nodes.setdefault(source, _Void()).goes.add(target)
        else:
            place.gets.add(_pointed(inner))

    def _call(self, call: Call) -> None:
        if call.result is not None:
            self._store(call.result)
        if isinstance(call.callee, Function) and not call.callee.is_defined:
            self._library_call(call, call.callee)
            return
        for argument in call.arguments:
            self._use(argument)
        callees = [call.callee] if isinstance(call.callee, Function) else self._called_through(call.callee)
        for callee in callees:
            self._pass(call, callee)

    def _called_through(self, pointer: Expr) -> list[Function]:
        """The functions a pointer of this type can call."""
        target = pointer.type.target if isinstance(pointer.type, PointerType) else None
        return [function for function in self._program.defined_functions if function.type == target]

    def _pass(self, call: Call, callee: Function) -> None:
        for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
            self._flow(_node(Var(parameter)), argument)
        if call.result is not None and callee.return_variable is not None:
            self._flow(_node(call.result), Var(callee.return_variable))

    def _library_call(self, call: Call, callee: Function) -> None:
        match self._library.effect(callee, call.arguments):
            case Allocates(zeroed=zeroed):
                self._allocates |= not zeroed
            case Copies():
                self._copied(*call.arguments[:2])
            case Fills():
                if not (isinstance(call.arguments[1], Const) and call.arguments[1].value in (0, 1)):
                    self._written(call.arguments[0])
            case Writes(arguments=written):
                for index in written:
                    if index < len(call.arguments):
                        self._written(call.arguments[index])
            case None:
                for argument in call.arguments:
                    self._use(argument)
            case Arbitrary() | Assumes() | Stops() | Nothing() | Frees() | Formats() | NotModelled():
                pass

    def _copied(self, target: Expr, source: Expr) -> None:
        """The bytes of one object become those of another; where one is not known, it is taken for one that is known."""
        to, from_ = _origin(target), _origin(source)
        to_node, from_node = _node(to), _node(from_)
        if to_node is None and from_node is None:
            if _pointed(to) != _pointed(from_):
                self._mix_pointed(to)
            return
        if to_node is not None:
            self._nodes.setdefault(to_node, _Void()).gives.add(_pointed(from_))
        if from_node is not None:
            self._nodes.setdefault(from_node, _Void()).gives.add(_pointed(to))
        if to_node is not None and from_node is not None:
            self._nodes[from_node].goes.add(to_node)

    def _written(self, target: Expr) -> None:
        node = _node(_origin(target))
        if node is not None:
            self._nodes.setdefault(node, _Void()).gives.add(_BYTE)
        else:
            self._mix_pointed(target)


_BYTE = IntType("unsigned char", 8, False, 1, 1)


def is_truth_value(lvalue: Lvalue) -> bool:
    """Is it a ``_Bool`` with a byte of its own?"""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return False
    return isinstance(lvalue.type, IntType) and lvalue.type.is_bool


def enclosing(lvalue: Lvalue) -> Iterator[Lvalue]:
    """An lvalue, and all it is a part of."""
    yield lvalue
    while isinstance(lvalue, (Member, Index)):
        lvalue = lvalue.base
        yield lvalue


def _node(expr: Expr) -> _Node | None:
    """None if it is no place of type ``void *``."""
    if not (isinstance(expr.type, PointerType) and isinstance(expr.type.target, VoidType)):
        return None
    match expr:
        case Var(variable=variable):
            return variable
        case Member(base=base, field=member):
            return _element(base.type), member.offset
        case Deref() | Index():
            return _element(expr.type), -1
        case _:
            return None


def _origin(expr: Expr) -> Expr:
    """The pointer that another one is made of, by conversions and steps."""
    while True:
        match expr:
            case Cast(operand=inner) | PointerAdd(pointer=inner) if isinstance(inner.type, (PointerType, IntType)):
                expr = inner
            case Binary(left=left, right=right) if isinstance(expr.type, IntType):
                sides = [side for side in (left, right) if isinstance(_origin(side).type, PointerType)]
                if not sides:
                    return expr
                expr = sides[0]
            case _:
                return expr


def _pointed(pointer: Expr) -> CType:
    """What a pointer points to."""
    return _element(pointer.type.target) if isinstance(pointer.type, PointerType) else VoidType()


def _element(type: CType) -> CType:
    while isinstance(type, ArrayType):
        type = type.element
    return type


def _parts(type: CType) -> Iterable[CType]:
    """A type, and those that occur in it."""
    yield type
    if isinstance(type, StructType):
        for each in type.fields:
            yield from _parts(_element(each.type))


def _is_foreign(type: CType) -> bool:
    """Is it a scalar other than a ``_Bool``?"""
    return is_scalar(type) and not _has_truth_value(type)


def _are_strangers(target: CType, pointed: CType) -> bool:
    """Is a structure taken for another type, of which it is no part and which is no part of it?"""
    if not all(isinstance(type, StructType) or _has_truth_value(type) for type in (target, pointed)):
        return False
    return pointed not in _parts(target) and target not in _parts(pointed)


def _has_truth_value(type: CType) -> bool:
    match _element(type):
        case IntType(is_bool=is_bool):
            return is_bool
        case StructType(fields=fields):
            return any(each.bit_width is None and _has_truth_value(each.type) for each in fields)
        case _:
            return False


def _hits(type: CType, low: int, high: int) -> bool:
    """Is there a ``_Bool`` in these bytes of an object?"""
    match type:
        case IntType(is_bool=is_bool):
            return is_bool and low < 1 and high > 0
        case ArrayType(element=element, count=count):
            step = max(element.size, 1)
            first, last = max(low // step, 0), -(-high // step) if count is None else min(-(-high // step), count)
            return any(_hits(element, low - index * step, high - index * step) for index in range(first, min(last, first + 2)))
        case StructType(fields=fields):
            return any(each.bit_width is None and _hits(each.type, low - each.offset, high - each.offset) for each in fields)
        case _:
            return False


def _is_shared(type: CType) -> bool:
    """Is it a union in which a ``_Bool`` may have got the byte of something else?"""
    if not (isinstance(type, StructType) and type.is_union and _has_truth_value(type)):
        return False
    return any(each.type != type.fields[0].type for each in type.fields)


def _place(part: Lvalue) -> tuple[int, int]:
    """How far it is from the beginning of what it is a part of, and how much further it may be."""
    match part:
        case Member(field=member):
            return member.offset, 0
        case Index(index=Const(value=index)):
            return index * part.type.size, 0
        case Index(base=base):
            return 0, base.type.size
        case _:
            return 0, 0


def _may_hit(pointer: Expr, origin: Expr) -> bool:
    """Does a pointer at this offset of an object point to a ``_Bool``?  (Only bytes may be stored anywhere.)"""
    assert isinstance(pointer.type, PointerType)
    low = _constant_step(pointer, origin)
    return low is None or _hits(_pointed(origin), low, low + pointer.type.target.size)


def _constant_step(pointer: Expr, origin: Expr) -> int | None:
    step = 0
    while pointer is not origin:
        match pointer:
            case Cast(operand=inner):
                pointer = inner
            case PointerAdd(pointer=inner, index=Const(value=index), stride=stride):
                pointer, step = inner, step + index * stride
            case _:
                return None
    return step


def _is_union(type: CType) -> bool:
    return isinstance(type, StructType) and type.is_union
