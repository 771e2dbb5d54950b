"""Which accesses through pointers may be misaligned (C11 6.3.2.3p7).

All objects begin at multiples of 16, or of more if their declaration or their type says so; what ``aligned_alloc`` and its kin
return, at multiples of what they are asked for.  A pointer to a type is aligned for it, except if it was converted from a
pointer with a weaker alignment, or points to a member of a packed structure.  The target type of
such a conversion is *doubtful*, and every access through a pointer to it is checked.  A program without one needs no check.

A pointer also changes its type without a conversion of its own if memory that holds it is read as another type: through a
union, through a converted pointer to a pointer, or after its bytes were copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import TypeGuard

from whet.cfa.accesses import place_in_variable
from whet.cfa.expressions import (
    AddressOf,
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
    VariableKind,
    root_variable,
    subexpressions,
)
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Havoc, Operation, expressions_of, flatten
from whet.cfa.types import VOID, ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType

_Pointers = frozenset[tuple[int, int]]
"""The places of the pointers in an object, in bits, and the alignments of their pointees."""
_BYTES = 1


def retypes_pointers(program: Program) -> bool:
    forgotten: set[_Pointers] = set()
    regained: set[_Pointers] = set()
    for each in _evaluated(program):
        if isinstance(each, Member) and _is_mixed_union(each.base.type):
            return True
        if not isinstance(each, Cast):
            continue
        before, after = _target(each.operand), _target(each)
        if before is None or after is None:
            continue
        if _differ(_pointers_in(before), _pointers_in(after)):
            return True
        if _is_untyped(after):
            forgotten.add(_pointers_in(before))
        elif _is_untyped(before):
            regained.add(_pointers_in(after))
    return any(_differ(one, other) for one in forgotten for other in forgotten | regained) or _copies_others(program)


def _evaluated(program: Program) -> Iterator[Expr]:
    """All expressions, but the address of a pointer that ``posix_memalign`` sets to what it asks for."""
    for edge in program.edges():
        for operation in flatten(edge.operation):
            exprs = list(expressions_of(operation))
            if _stores_aligned(operation):
                target = _target(_written(operation.arguments[0]))
                if isinstance(target, PointerType) and _asked(operation.arguments[1]) % target.target.align == 0:
                    exprs.remove(operation.arguments[0])
            for expr in exprs:
                yield from subexpressions(expr)


def _copies_others(program: Program) -> bool:
    """Are the bytes of one pointer given to a library function with those of another one?"""
    for edge in program.edges():
        for operation in flatten(edge.operation):
            if isinstance(operation, Call) and isinstance(operation.callee, Function) and not operation.callee.is_defined:
                held = [_pointers_in(type) for each in operation.arguments if (type := _target(_written(each))) is not None]
                if any(_differ(one, other) for one, other in combinations(held, 2)):
                    return True
    return False


def _written(expr: Expr) -> Expr:
    while isinstance(expr, Cast):
        expr = expr.operand
    return expr


def _target(expr: Expr) -> CType | None:
    return expr.type.target if isinstance(expr.type, PointerType) else None


def _is_untyped(type: CType) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, VoidType) or (isinstance(type, IntType) and type.size == _BYTES)


def _is_mixed_union(type: CType) -> bool:
    if not isinstance(type, StructType) or not type.is_union:
        return False
    held = [_pointers_in(field.type) for field in type.fields]
    return any(_differ(one, other) for one, other in combinations(held, 2))


def _differ(one: _Pointers, other: _Pointers) -> bool:
    """Are there pointers at the same place to types of different alignments?"""
    places = dict(one)
    return any(places.get(place, align) != align for place, align in other)


def _pointers_in(type: CType) -> _Pointers:
    return frozenset(_held(type, 0))


def _held(type: CType, place: int) -> Iterator[tuple[int, int]]:
    """Of an array, those of its first element."""
    match type:
        case PointerType(target=target):
            yield place, target.align
        case ArrayType(element=element):
            yield from _held(element, place)
        case StructType(fields=fields):
            for field in fields:
                yield from _held(field.type, place + field.offset)
        case _:
            pass


COMMON = 16
"""The alignment of every object, whatever its type, and of the blocks of ``malloc``."""
_ANY = 1 << 62
"""What null is a multiple of."""


def declared_alignment(variable: Variable) -> int:
    """What the address of a variable is a multiple of by its declaration."""
    return max(variable.type.align, variable.alignment)


def object_alignment(variable: Variable) -> int:
    return max(COMMON, declared_alignment(variable))


class Alignment:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        operations = [operation for edge in program.edges() for operation in flatten(edge.operation)]
        kept = [part for operation in operations for expr in _kept(operation) for part in subexpressions(expr)]
        forgotten = [each.operand for each in kept if isinstance(each, Cast) and _forgets(each)]
        forgotten += [each for operation in operations for each in _given_for_dots(operation)]
        self._is_any = retypes_pointers(program)
        self._held: dict[Variable, int] = {}
        self._of_void = COMMON
        is_news = True
        while is_news:  # what variables hold may be computed from other untyped pointers, and the other way round
            self._held = self._held_by_variables(operations)
            least = min(map(self._guaranteed, forgotten), default=COMMON)
            is_news, self._of_void = least < self._of_void, min(least, self._of_void)
        self._doubtful: set[CType] = set()
        for each in program.expressions():
            if isinstance(each, (AddressOf, Cast, PointerAdd)) and isinstance(each.type, PointerType):
                target = each.type.target
                if _has_objects(target) and self._guaranteed(each) % target.align:
                    self._doubtful.add(target)
            if isinstance(each, Cast):
                self._doubtful |= self._doubted_by(each)

    def _doubted_by(self, cast: Cast) -> set[CType]:
        """What a conversion makes doubtful without one of a pointer to it: of a function, or of a place in a list for ``...``."""
        before, after = _target_of(cast.operand.type), _target_of(cast.type)
        if isinstance(before, FunctionType) and isinstance(after, FunctionType):
            given = (*after.parameters, *(VOID for _ in before.parameters[len(after.parameters) :]))
            pairs = [*zip(before.parameters, given, strict=False), (after.result, before.result)]
            targets = [(_target_of(one), _target_of(other)) for one, other in pairs]
            return {one for one, other in targets if one is not None and _has_objects(one) and not _is_as_strict(other, one)}
        taken = _target_of(after) if isinstance(before, ArrayType) and after is not None else None
        return {taken} if taken is not None and _has_objects(taken) and self._of_void % taken.align else set()

    def _held_by_variables(self, operations: Sequence[Operation]) -> dict[Variable, int]:
        """By untyped pointers that only get what ``aligned_alloc`` and its kin return, or what is made of it."""
        stored: dict[Variable, list[Expr | int | None]] = {}
        for operation in operations:
            for variable, value in _stored(operation):
                stored.setdefault(variable, []).append(value)
        if not any(isinstance(value, int) for values in stored.values() for value in values):
            return {}
        others = _with_other_addresses(operations)
        self._held = {each: _ANY for each, values in stored.items() if _is_followed(each) and each not in others}
        is_news = True
        while is_news:
            before = dict(self._held)
            for each in before:
                self._held[each] = gcd(*(self._of_stored(each, value) for value in stored[each]))
            is_news = self._held != before
        return self._held

    def _of_stored(self, variable: Variable, value: Expr | int | None) -> int:
        if value is None:
            return self._of_type(variable.type)
        return value if isinstance(value, int) else self._guaranteed(value)

    def needed(self, access: Lvalue) -> tuple[Expr, int] | None:
        """The pointer that an access goes through, and what its address must be a multiple of; None if it always is."""
        root = access
        while isinstance(root, (Member, Index)):
            root = root.base
        if not isinstance(root, Deref) or not ((self._is_any and _has_objects(root.type)) or root.type in self._doubtful):
            return None
        if root.type.align == 1:
            return None
        place, align = place_in_variable(root.pointer), root.type.align
        return None if place is not None and not self._guaranteed(root.pointer) % align else (root.pointer, align)

    def _guaranteed(self, pointer: Expr) -> int:
        """A number that the address is a multiple of, by types and constants, if pointers are as their types say."""
        match pointer:
            case AddressOf(lvalue=lvalue):
                return self._of_place(lvalue)
            case PointerAdd(pointer=base, index=index, stride=stride):
                return gcd(self._guaranteed(base), stride * index.value if isinstance(index, Const) else stride)
            case Cast(operand=operand):
                return self._guaranteed(operand)
            case Const(value=value):
                return gcd(_ANY, value)
            case Var(variable=variable) if variable in self._held:
                return self._held[variable]
            case _:
                return self._of_type(pointer.type)

    def _of_type(self, type: CType) -> int:
        match type:
            case PointerType(target=FunctionType()):
                return COMMON
            case PointerType(target=target):
                if self._is_any:
                    return 1
                return target.align if _has_objects(target) else self._of_void
            case _:
                return 1

    def _of_place(self, lvalue: Lvalue) -> int:
        match lvalue:
            case Var(variable=variable):
                return object_alignment(variable)
            case Deref(pointer=pointer):
                return self._guaranteed(pointer)
            case Member(base=base, field=field):
                return gcd(self._of_place(base), field.offset)
            case Index(base=base, index=index):
                size = lvalue.type.size
                return gcd(self._of_place(base), size * index.value if isinstance(index, Const) else size)


_RETURN_ALIGNED = frozenset({"aligned_alloc", "memalign"})
_STORES_ALIGNED = "posix_memalign"


def _stored(operation: Operation) -> Iterator[tuple[Variable, Expr | int | None]]:
    """The variables that an operation changes by name, with what they get, or with what that is a multiple of."""
    match operation:
        case Assign(lvalue=Var(variable=variable), value=value):
            yield variable, value
        case Havoc(lvalue=Var(variable=variable)):
            yield variable, 1
        case Call(callee=callee, arguments=arguments, result=result):
            if isinstance(result, Var):
                yield result.variable, _asked(arguments[0]) if _library_name(callee) in _RETURN_ALIGNED else None
            if _stores_aligned(operation) and (target := _named(arguments[0])) is not None:
                yield target, _asked(arguments[1])
        case _:
            pass


def _asked(alignment: Expr) -> int:
    return max(alignment.value, 1) if isinstance(alignment, Const) else 1


def _named(pointer: Expr) -> Variable | None:
    pointer = _written(pointer)
    return pointer.lvalue.variable if isinstance(pointer, AddressOf) and isinstance(pointer.lvalue, Var) else None


def _stores_aligned(operation: Operation) -> TypeGuard[Call]:
    if not isinstance(operation, Call) or len(operation.arguments) != 3:
        return False
    return _library_name(operation.callee) == _STORES_ALIGNED


def _library_name(callee: Function | Expr) -> str:
    """The name of a function that the program itself does not define; empty for others."""
    is_of_library = isinstance(callee, Function) and (callee.is_of_library or not callee.is_defined)
    return callee.name if isinstance(callee, Function) and is_of_library else ""


def _is_followed(variable: Variable) -> bool:
    has_name = variable.kind in (VariableKind.LOCAL, VariableKind.TEMPORARY, VariableKind.GLOBAL)
    return has_name and isinstance(variable.type, PointerType) and _is_untyped(variable.type.target)


def _with_other_addresses(operations: Sequence[Operation]) -> set[Variable]:
    """Variables whose address is taken, but for ``posix_memalign``."""
    found: set[Variable] = set()
    for operation in operations:
        exprs = list(expressions_of(operation))
        if _stores_aligned(operation):
            exprs.remove(operation.arguments[0])
        for part in (part for expr in exprs for part in subexpressions(expr)):
            if isinstance(part, AddressOf) and (variable := root_variable(part.lvalue)) is not None:
                found.add(variable)
    return found


def _kept(operation: Operation) -> Iterator[Expr]:
    """What an operation evaluates, but not what it gives to a function without a body: that keeps no pointer."""
    if isinstance(operation, Call) and isinstance(operation.callee, Function) and not operation.callee.is_defined:
        return iter(())
    return expressions_of(operation)


def _given_for_dots(operation: Operation) -> Iterator[Expr]:
    """Pointers that a function of the program is given for ``...``."""
    if isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.is_defined:
        dots = operation.arguments[len(operation.callee.type.parameters) :]
        yield from (each for each in dots if isinstance(each.type, PointerType))


def _forgets(cast: Cast) -> bool:
    """Does a pointer lose its type, so that it may become a pointer to another type later?"""
    before, after = _target_of(cast.operand.type), _target_of(cast.type)
    loses = after is not None and not isinstance(after, FunctionType) and not _has_objects(after)
    return loses and before is not None and not isinstance(before, VoidType)


def _target_of(type: CType) -> CType | None:
    return type.target if isinstance(type, PointerType) else None


def _is_as_strict(type: CType | None, other: CType) -> bool:
    return type is not None and _has_objects(type) and type.align >= other.align


def _has_objects(type: CType) -> bool:
    """Is it a type of objects, whose alignment is known?"""
    return not isinstance(type, (VoidType, FunctionType)) and not (isinstance(type, StructType) and not type.is_complete)
