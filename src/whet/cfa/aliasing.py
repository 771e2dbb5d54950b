"""Which accesses may use another type than the variable is declared with (C11 6.5p7).

A variable of a scalar type, or an array of them, is accessed by its type, by the signed or unsigned one that belongs to it, or as
characters.  A pointer points to something else only if it was converted: a type that a pointer to an incompatible scalar type is
converted to is *doubtful*, and every access through a pointer to it is checked.  A program without one needs no check.  Members
of structures and blocks of memory are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.accesses import place_in_variable
from whet.cfa.argument_blocks import kind_of
from whet.cfa.expressions import Cast, Deref, Expr, Lvalue, subexpressions
from whet.cfa.model import Program
from whet.cfa.operations import expressions_of
from whet.cfa.types import ArrayType, CType, PointerType, is_scalar


def declared_kind(type: CType) -> int:
    """The kind of the scalars that a variable of this type consists of; 0 if it may be accessed by any type."""
    while isinstance(type, ArrayType):
        type = type.element
    return kind_of(type) if is_scalar(type) and type.size > 1 else 0


class Aliasing:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self.doubtful = frozenset() if program.may_alias else frozenset(map(_doubted, _conversions(program)))

    def is_doubtful(self, access: Lvalue) -> bool:
        return isinstance(access, Deref) and is_scalar(access.type) and kind_of(access.type) in self.doubtful

    def fits(self, access: Deref) -> bool | None:
        """Has the variable that the pointer points to by its text the right type?  None if the text leaves it open."""
        place = place_in_variable(access.pointer)
        return None if place is None else may_access(declared_kind(place[0].type), kind_of(access.type))


def may_access(declared: int, kind: int) -> bool:
    """May an object that is declared with scalars of one kind be accessed by another one?"""
    return declared in (0, kind)


def _conversions(program: Program) -> Iterator[Cast]:
    for edge in program.edges():
        if edge.source.function.is_of_library:
            continue
        for expr in expressions_of(edge.operation):
            yield from (each for each in subexpressions(expr) if isinstance(each, Cast) and _is_doubtful(each))


def _is_doubtful(cast: Cast) -> bool:
    before, after = _pointee_kind(cast.operand), _pointee_kind(cast)
    return 0 not in (before, after) and before != after


def _doubted(cast: Cast) -> int:
    return _pointee_kind(cast)


def _pointee_kind(pointer: Expr) -> int:
    return declared_kind(pointer.type.target) if isinstance(pointer.type, PointerType) else 0
