"""``__builtin_object_size``: what the compiler knows of the object that a pointer points into (gcc 12, 6.57).

How much gcc finds out depends on its optimisations.  It knows the size of a variable that is named, at every level of
optimisation.  A pointer that is read from somewhere is unknown to it without optimisation, so a run has that answer, and a proof
holds for every other one as well.  Any other answer is arbitrary, and no alarm rests on it.
"""

from __future__ import annotations

from typing import Final

from whet.cfa.expressions import Const, Expr
from whet.cfa.operations import Assign, Havoc
from whet.cfa.types import IntType
from whet.frontend.clang import CursorKind, TypeKind, UnaryKind, evaluate_integer, library
from whet.frontend.constancy import READS, converted
from whet.frontend.expressions import Expressions, lowers_builtin
from whet.frontend.tree import Tree

_APPROXIMATED: Final = "what the compiler knows (__builtin_object_size)"


@lowers_builtin("__builtin_object_size", "__builtin_dynamic_object_size")
def _object_size(expressions: Expressions, tree: Tree) -> Expr:
    """The answer, for a call; its arguments are not evaluated."""
    ctype = expressions.types.of(tree.cursor)
    assert isinstance(ctype, IntType)
    operand, kind = converted(tree.children[1]), evaluate_integer(tree.children[2].cursor)
    value = evaluate_integer(tree.cursor) if _is_named(operand) else None
    if value is not None:
        return Const(ctype.wrap(value), ctype)
    context = expressions.context
    known, origin = context.temporary(ctype), context.origin(tree)
    is_read = kind is not None and operand.kind in READS and not _is_array(operand)
    if kind is not None and is_read:
        expressions.builder.emit(Assign(known, Const(ctype.wrap(-1 if kind < _LEAST else 0), ctype), origin))
    expressions.builder.emit(Havoc(known, origin, approximates=_APPROXIMATED, may_keep=is_read))
    return known


_LEAST: Final = 2
"""From this kind on, the answer is the least size; unknown is 0 then, and the greatest number before."""


def _is_named(operand: Tree) -> bool:
    """Is it a variable of array type, or the address of a variable?"""
    if operand.kind == CursorKind.UNARY_OPERATOR and operand.operator == UnaryKind.ADDRESS:
        return converted(operand.children[0]).kind == CursorKind.DECL_REF_EXPR
    return operand.kind == CursorKind.DECL_REF_EXPR and _is_array(operand)


def _is_array(operand: Tree) -> bool:
    lib = library()
    return lib.clang_getCanonicalType(lib.clang_getCursorType(operand.cursor)).kind in TypeKind.ARRAYS
