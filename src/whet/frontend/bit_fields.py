"""Bit-fields wider than ``int``, about whose type compilers disagree (C11 6.7.2.1 leaves it open).

gcc computes with one of 33 bits in 33 bits, clang in the type it was declared with.  Their values are the same, and so are
the results of operators that cannot carry beyond the width; the others are rejected rather than guessed.  The value of an
assignment, of ``++`` and of most other operators has the type of the bit-field, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whet.cfa.types import IntType
from whet.frontend.clang import BinaryKind, CursorKind, TypeKind, UnaryKind, evaluate_integer, library
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree
from whet.frontend.type_reader import TypeReader
from whet.frontend.unit import TranslationUnit

_CARRYING = frozenset({BinaryKind.ADD, BinaryKind.SUB, BinaryKind.MUL, BinaryKind.SHL})
_CARRYING_UNARY = frozenset({UnaryKind.MINUS, UnaryKind.NOT})
_SHIFTS = frozenset({BinaryKind.SHL, BinaryKind.SHR})
_TRUTHS = frozenset(range(BinaryKind.LT, BinaryKind.NE + 1)) | {BinaryKind.LAND, BinaryKind.LOR}
_LAST = frozenset({CursorKind.STMT_EXPR, CursorKind.COMPOUND_STMT})
_TYPEOF = re.compile(rb"typeof|__auto_type")
_ANY = frozenset({CursorKind.CONDITIONAL_OPERATOR, CursorKind.GENERIC_SELECTION_EXPR, CursorKind.UNEXPOSED_EXPR})


def reject_if_ambiguous(tree: Tree, types: TypeReader) -> None:
    """Raise ``ConstructNotSupported`` if an operator has such an operand, and its result depends on the type of it."""
    if tree.kind == CursorKind.UNARY_OPERATOR:
        is_ambiguous = tree.operator in _CARRYING_UNARY and _is_odd(tree.children[0], types)
    else:
        is_ambiguous = _is_ambiguous(tree, types)
    if is_ambiguous:
        raise ConstructNotSupported("arithmetic on a bit-field wider than int")


def reject_if_chosen_by_type(tree: Tree, types: TypeReader) -> None:
    """Raise ``ConstructNotSupported`` if the type of such a value chooses something."""
    if _is_odd(tree, types):
        raise ConstructNotSupported("_Generic on a bit-field wider than int")


def reject_if_named_by_type(function: Tree, types: TypeReader, unit: TranslationUnit) -> None:
    """Raise ``ConstructNotSupported`` if ``typeof`` or ``__auto_type`` in a function means the type of such a value."""
    if unit.pastes or unit.mentions(_TYPEOF):
        _reject_names(function, types, unit)


def _reject_names(tree: Tree, types: TypeReader, unit: TranslationUnit) -> None:
    if any(_is_odd(operand, types) for operand in _typed_by(tree, unit)):
        problem = ConstructNotSupported("typeof of a bit-field wider than int")
        problem.tree = tree
        raise problem
    for child in tree.children:
        _reject_names(child, types, unit)


def _typed_by(tree: Tree, unit: TranslationUnit) -> Iterator[Tree]:
    """Expressions in a declaration or an expression that may stand in a type."""
    lib = library()
    match tree.kind:
        case CursorKind.VAR_DECL:
            is_auto = lib.clang_getCursorType(tree.cursor).kind == TypeKind.AUTO
            value = lib.clang_Cursor_getVarDeclInitializer(tree.cursor).data1
            yield from (each for each in tree.children if is_auto or each.identity != value)
        case CursorKind.TYPEDEF_DECL | CursorKind.PARM_DECL | CursorKind.FIELD_DECL:
            yield from tree.children
        case CursorKind.CSTYLE_CAST_EXPR | CursorKind.COMPOUND_LITERAL_EXPR:
            yield from tree.children[:-1]
        case CursorKind.UNEXPOSED_EXPR if not (tree.children and unit.covers_same(tree.cursor, tree.children[0].cursor)):
            yield from tree.children  # __builtin_types_compatible_p has no kind of its own
        case _:
            pass


def _is_ambiguous(tree: Tree, types: TypeReader) -> bool:
    left, right = tree.children
    if tree.operator in (BinaryKind.LAND, BinaryKind.LOR, BinaryKind.COMMA, BinaryKind.ASSIGN, BinaryKind.SHR):
        return False
    if tree.operator == BinaryKind.SHL:
        return _is_odd(left, types)
    for one, other in ((left, right), (right, left)):
        if _is_odd(one, types) and not _is_as_wide(other, one, types):
            return tree.operator in _CARRYING or (tree.operator != BinaryKind.AND and _changes(other, one, types))
    return False


def _changes(tree: Tree, odd: Tree, types: TypeReader) -> bool:
    """May the other operand be negative?  As an unsigned number of 33 bits it has another value then than as one of 64."""
    written, declared = _as_written(tree).cursor, types.of_value(_as_written(odd).cursor)
    ctype, value = types.of_value(written), evaluate_integer(written)
    may_be_negative = isinstance(ctype, IntType) and ctype.signed and (value is None or value < 0)
    return may_be_negative and isinstance(declared, IntType) and not declared.signed


def _is_odd(tree: Tree, types: TypeReader) -> bool:
    """Has the value the type of a bit-field wider than ``int``, for gcc?"""
    tree = _as_written(tree)
    if tree.is_odd is None:  # every operator around it asks again
        tree.is_odd = _find_odd(tree, types)
    return tree.is_odd


def _find_odd(tree: Tree, types: TypeReader) -> bool:
    parts = tree.children
    match tree.kind:
        case CursorKind.MEMBER_REF_EXPR:
            lib = library()
            bits, ctype = lib.clang_getFieldDeclBitWidth(lib.clang_getCursorReferenced(tree.cursor)), types.of_value(tree.cursor)
            return isinstance(ctype, IntType) and types.machine.int.width < bits < ctype.width
        case CursorKind.UNARY_OPERATOR:
            return tree.operator not in (UnaryKind.LNOT, UnaryKind.DEREF, UnaryKind.ADDRESS) and _is_odd(parts[0], types)
        case CursorKind.COMPOUND_ASSIGN_OPERATOR:
            return _is_odd(parts[0], types)
        case CursorKind.BINARY_OPERATOR if tree.operator == BinaryKind.COMMA:
            return _is_odd(parts[1], types)
        case CursorKind.BINARY_OPERATOR if tree.operator == BinaryKind.ASSIGN or tree.operator in _SHIFTS:
            return _is_odd(parts[0], types)
        case CursorKind.BINARY_OPERATOR if tree.operator not in _TRUTHS:
            pairs = (parts, parts[::-1])
            return any(_is_odd(one, types) and not _is_as_wide(other, one, types) for one, other in pairs)
        case kind if kind in _LAST:
            return bool(parts) and _is_odd(parts[-1], types)
        case kind if kind in _ANY:
            return any(_is_odd(each, types) for each in parts)
        case _:
            return False


def _as_written(tree: Tree) -> Tree:
    """An operand without implicit conversions."""
    while tree.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(tree.children) == 1:
        tree = tree.children[0]
    return tree


def _is_as_wide(tree: Tree, odd: Tree, types: TypeReader) -> bool:
    """Does the other operand take part with the declared type, or one that is wider?  Then it settles the question."""
    ctype, declared = types.of_value(_as_written(tree).cursor), types.of_value(_as_written(odd).cursor)
    if _is_odd(tree, types) or not isinstance(declared, IntType):
        return False
    return not isinstance(ctype, IntType) or ctype.width >= declared.width
