"""Do pointers become pointers to another type without a conversion of their own?

They do if memory that holds one is read as another one: through a union, through a pointer to a pointer that was converted, or
after its bytes were copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from whet.cfa.expressions import Cast, Expr, Member
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType, VoidType

_Pointers = frozenset[tuple[int, int]]
"""The places of the pointers in an object, in bits, and the alignments of what they lead to."""
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
    """Are there pointers at the same place that lead to types of different alignments?"""
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
