"""Which accesses through pointers may be misaligned (C11 6.3.2.3p7).

All objects begin at addresses that are aligned for every type.  A pointer to a type is aligned for it, except if it was
converted from a pointer to a type with a weaker alignment, or points to a member of a packed structure.  The target type of
such a conversion is *doubtful*, and every access through a pointer to it is checked.  A program without one needs no check.

A pointer also changes its type without a conversion of its own if memory that holds it is read as another type: through a
union, through a converted pointer to a pointer, or after its bytes were copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd

from whet.cfa.accesses import place_in_variable
from whet.cfa.expressions import AddressOf, Cast, Const, Deref, Expr, Index, Lvalue, Member, PointerAdd, Var, subexpressions
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, Operation, expressions_of, flatten
from whet.cfa.types import VOID, ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType

_Pointers = frozenset[tuple[int, int]]
"""The places of the pointers in an object, in bits, and the alignments of their pointees."""
_BYTES = 1


def retypes_pointers(program: Program) -> bool:
    forgotten: set[_Pointers] = set()
    regained: set[_Pointers] = set()
    for each in program.expressions():
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


STRONGEST = 16
"""The alignment of every object, whatever its type."""


def alignment_of(type: CType) -> int:
    """What addresses of objects of a type are multiples of, as far as it is checked."""
    return min(type.align, STRONGEST)


class Alignment:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        operations = [operation for edge in program.edges() for operation in flatten(edge.operation)]
        kept = [part for operation in operations for expr in _kept(operation) for part in subexpressions(expr)]
        forgotten = [each.operand for each in kept if isinstance(each, Cast) and _forgets(each)]
        forgotten += [each for operation in operations for each in _given_for_dots(operation)]
        self._is_any = retypes_pointers(program)
        self._of_void = self._least_of(forgotten)
        self._doubtful: set[CType] = set()
        for each in program.expressions():
            if isinstance(each, (AddressOf, Cast, PointerAdd)) and isinstance(each.type, PointerType):
                target = each.type.target
                if _has_objects(target) and self._guaranteed(each) % alignment_of(target):
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
        return {taken} if taken is not None and _has_objects(taken) and self._of_void % alignment_of(taken) else set()

    def _least_of(self, forgotten: Sequence[Expr]) -> int:
        """What every ``void *`` is a multiple of, which may be computed from others."""
        self._of_void = STRONGEST
        while (least := min(map(self._guaranteed, forgotten), default=STRONGEST)) < self._of_void:
            self._of_void = least
        return least

    def needed(self, access: Lvalue) -> tuple[Expr, int] | None:
        """The pointer that an access goes through, and what its address must be a multiple of; None if it always is."""
        root = access
        while isinstance(root, (Member, Index)):
            root = root.base
        if not isinstance(root, Deref) or not ((self._is_any and _has_objects(root.type)) or root.type in self._doubtful):
            return None
        if alignment_of(root.type) == 1:
            return None
        place, align = place_in_variable(root.pointer), alignment_of(root.type)
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
                return gcd(STRONGEST, value)
            case _:
                return self._of_type(pointer.type)

    def _of_type(self, type: CType) -> int:
        match type:
            case PointerType(target=FunctionType()):
                return STRONGEST
            case PointerType(target=target):
                if self._is_any:
                    return 1
                return alignment_of(target) if _has_objects(target) else self._of_void
            case _:
                return 1

    def _of_place(self, lvalue: Lvalue) -> int:
        match lvalue:
            case Var():
                return STRONGEST
            case Deref(pointer=pointer):
                return self._guaranteed(pointer)
            case Member(base=base, field=field):
                return gcd(self._of_place(base), field.offset)
            case Index(base=base, index=index):
                size = lvalue.type.size
                return gcd(self._of_place(base), size * index.value if isinstance(index, Const) else size)


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
    return type is not None and _has_objects(type) and alignment_of(type) >= alignment_of(other)


def _has_objects(type: CType) -> bool:
    """Is it a type of objects, whose alignment is known?"""
    return not isinstance(type, (VoidType, FunctionType)) and not (isinstance(type, StructType) and not type.is_complete)
