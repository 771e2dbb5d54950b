"""Builtins that ask what the compiler knows: ``__builtin_constant_p`` and ``__builtin_object_size`` (gcc 12, 6.57, 6.59).

How much gcc finds out depends on its optimisations.  What is a constant as written, and the size of a variable that is named, it
knows at every level.  Of what is read from an object it knows nothing without optimisation, so a run has that answer, and a proof
holds for every other one as well.  Any other answer is arbitrary, and no alarm rests on it.

Where clang knows a value that is no constant as written, as of a ``const`` variable, the program is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr
from whet.cfa.operations import Assign, Havoc
from whet.cfa.source import Span
from whet.cfa.types import IntType
from whet.frontend.clang import (
    CONTINUE,
    RECURSE,
    Cursor,
    CursorKind,
    TypeKind,
    UnaryKind,
    Visitor,
    canonical_type,
    evaluate_integer,
    library,
    spelling,
)
from whet.frontend.expressions import ExpressionLowering, lowers_builtin
from whet.frontend.tree import Tree, bare, read_tree
from whet.frontend.unit import TranslationUnit

CONSTANT_P: Final = "__builtin_constant_p"
_ASKED: Final = re.compile(CONSTANT_P.encode())
_APPROXIMATED_CONSTANT: Final = f"what the compiler knows ({CONSTANT_P})"
_APPROXIMATED_SIZE: Final = "what the compiler knows (__builtin_object_size)"
_LEAST: Final = 2
"""From this kind of object size on, the answer is the least size; unknown is 0 then, and the greatest number before."""
_NUMBERS: Final = frozenset({CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CHARACTER_LITERAL})
_OPERATIONS: Final = frozenset(
    {
        CursorKind.PAREN_EXPR,
        CursorKind.UNEXPOSED_EXPR,
        CursorKind.BINARY_OPERATOR,
        CursorKind.CONDITIONAL_OPERATOR,
        CursorKind.CSTYLE_CAST_EXPR,
    }
)
_READS: Final = frozenset({CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR})
_POINTING: Final = (UnaryKind.ADDRESS, UnaryKind.DEREF)


@lowers_builtin(CONSTANT_P)
def _constant_p(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The answer, for a call."""
    operand = tree.children[1]
    if is_constant(operand) and evaluate_integer(tree.cursor):
        return Const(1, expressions.int)
    context = expressions.context
    known, origin = context.temporary(expressions.int), context.origin(tree)
    is_read = converted(operand).kind in _READS
    if is_read:
        expressions.builder.emit(Assign(known, Const(0, expressions.int), origin))
    expressions.builder.emit(Havoc(known, origin, approximates=_APPROXIMATED_CONSTANT, may_keep=is_read))
    return Binary(BinaryOp.NE, known, Const(0, expressions.int), expressions.int)


def guesses(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Questions that clang answers by what it knows of variables, wherever they stand: array bounds, labels, enumerators."""
    if unit.pastes or unit.mentions(_ASKED):
        for cursor in _questions(unit):
            if evaluate_integer(cursor) and not is_constant(read_tree(cursor).children[1]):
                yield f"{CONSTANT_P} of what is no constant as written", unit.span(cursor)


def _questions(unit: TranslationUnit) -> list[Cursor]:
    found: list[Cursor] = []

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        if cursor.kind == CursorKind.CALL_EXPR and spelling(cursor) == CONSTANT_P:
            found.append(cursor)
        return CONTINUE if cursor.kind >= CursorKind.FIRST_ATTRIBUTE else RECURSE

    library().clang_visitChildren(unit.root, Visitor(visit), None)
    return found


def is_constant(tree: Tree) -> bool:
    """Is it made of constants only, or a string literal?"""
    return converted(tree).kind == CursorKind.STRING_LITERAL or _has_only_numbers(tree)


def _has_only_numbers(tree: Tree) -> bool:
    if tree.kind in _NUMBERS or tree.kind == CursorKind.UNARY_EXPR:
        return True
    if tree.kind == CursorKind.DECL_REF_EXPR:
        return bool(library().clang_getCursorReferenced(tree.cursor).kind == CursorKind.ENUM_CONSTANT_DECL)
    is_operation = tree.kind in _OPERATIONS or (tree.kind == CursorKind.UNARY_OPERATOR and tree.operator not in _POINTING)
    return is_operation and bool(tree.children) and all(map(_has_only_numbers, tree.children))


def converted(tree: Tree) -> Tree:
    """What an implicit conversion is made of."""
    tree = bare(tree)
    while tree.kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) == 1:
        tree = bare(tree.children[0])
    return tree


@lowers_builtin("__builtin_object_size", "__builtin_dynamic_object_size")
def _object_size(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The answer, for a call; its arguments are not evaluated."""
    ctype = expressions.types.of(tree.cursor)
    assert isinstance(ctype, IntType)
    operand, kind = converted(tree.children[1]), evaluate_integer(tree.children[2].cursor)
    value = evaluate_integer(tree.cursor) if _is_named(operand) else None
    if value is not None:
        return Const(ctype.wrap(value), ctype)
    context = expressions.context
    known, origin = context.temporary(ctype), context.origin(tree)
    is_read = kind is not None and operand.kind in _READS and not _is_array(operand)
    if kind is not None and is_read:
        expressions.builder.emit(Assign(known, Const(ctype.wrap(-1 if kind < _LEAST else 0), ctype), origin))
    expressions.builder.emit(Havoc(known, origin, approximates=_APPROXIMATED_SIZE, may_keep=is_read))
    return known


def _is_named(operand: Tree) -> bool:
    """Is it a variable of array type, or the address of a variable?"""
    if operand.kind == CursorKind.UNARY_OPERATOR and operand.operator == UnaryKind.ADDRESS:
        return converted(operand.children[0]).kind == CursorKind.DECL_REF_EXPR
    return operand.kind == CursorKind.DECL_REF_EXPR and _is_array(operand)


def _is_array(operand: Tree) -> bool:
    return canonical_type(operand.cursor).kind in TypeKind.ARRAYS
