"""Bit-fields, about whose type compilers disagree (C11 6.7.2.1 leaves it open).

gcc computes with one of 33 bits in 33 bits, clang in the type it was declared with.  Their values are the same, and so are
the results of operators that cannot carry beyond the width; the others are rejected rather than guessed.  The value of an
assignment, of ``++`` and of most other operators has the type of the bit-field, too.

A ``_Generic`` chooses by the type: one of 3 bits is no ``unsigned`` for gcc, and one of 8 bits is an ``unsigned char``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whet.cfa.expressions import Expr, Member
from whet.cfa.source import Span
from whet.cfa.types import CType, IntType, MachineModel
from whet.frontend.clang import (
    CONTINUE,
    RECURSE,
    BinaryKind,
    Cursor,
    CursorKind,
    TypeKind,
    UnaryKind,
    Visitor,
    canonical_type,
    evaluate_integer,
    library,
)
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree, read_tree
from whet.frontend.type_reader import TypeReader
from whet.frontend.unit import TranslationUnit

_CARRYING = frozenset({BinaryKind.ADD, BinaryKind.SUB, BinaryKind.MUL, BinaryKind.SHL})
_CARRYING_UNARY = frozenset({UnaryKind.MINUS, UnaryKind.NOT})
_SHIFTS = frozenset({BinaryKind.SHL, BinaryKind.SHR})
_TRUTHS = frozenset(range(BinaryKind.LT, BinaryKind.NE + 1)) | {BinaryKind.LAND, BinaryKind.LOR}
_STEPS = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC})
_INT_BITS = 32
_LAST = frozenset({CursorKind.STMT_EXPR, CursorKind.COMPOUND_STMT})
_GENERIC = re.compile(rb"_Generic")
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


def choices_by_type(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Each ``_Generic`` that the type of a bit-field decides, wherever it stands: in array bounds and labels, too."""
    if unit.pastes or unit.mentions(_GENERIC):
        for cursor in _selections(unit):
            if _has_type_of_field(read_tree(cursor).children[0]):
                yield "_Generic on a bit-field", unit.span(cursor)


def _selections(unit: TranslationUnit) -> list[Cursor]:
    found: list[Cursor] = []

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        if cursor.kind == CursorKind.GENERIC_SELECTION_EXPR:
            found.append(cursor)
        return CONTINUE if cursor.kind >= CursorKind.FIRST_ATTRIBUTE else RECURSE

    library().clang_visitChildren(unit.root, Visitor(visit), None)
    return found


def _has_type_of_field(tree: Tree, least: int = 0) -> bool:
    """Has a value, for gcc, a type of as many bits as a bit-field of more than ``least`` bits, and another one for clang?

    Arithmetic makes an ``int`` of a bit-field that is not wider."""
    tree, lib = _as_written(tree), library()
    parts = tree.children
    match tree.kind:
        case CursorKind.MEMBER_REF_EXPR:
            declared = canonical_type(tree.cursor)
            bits = lib.clang_getFieldDeclBitWidth(lib.clang_getCursorReferenced(tree.cursor))
            return declared.kind != TypeKind.BOOL and least < bits < 8 * lib.clang_Type_getSizeOf(declared)
        case CursorKind.BINARY_OPERATOR if tree.operator in (*_TRUTHS, BinaryKind.COMMA):
            return tree.operator == BinaryKind.COMMA and _has_type_of_field(parts[1], least)
        case CursorKind.BINARY_OPERATOR if tree.operator == BinaryKind.ASSIGN:
            return _has_type_of_field(parts[0], least)
        case CursorKind.UNARY_OPERATOR if tree.operator in (UnaryKind.LNOT, UnaryKind.DEREF, UnaryKind.ADDRESS):
            return False
        case CursorKind.UNARY_OPERATOR if tree.operator in _STEPS:
            return _has_type_of_field(parts[0], least)
        case CursorKind.COMPOUND_ASSIGN_OPERATOR:
            return _has_type_of_field(parts[0], least)
        case CursorKind.UNARY_OPERATOR | CursorKind.BINARY_OPERATOR | CursorKind.CONDITIONAL_OPERATOR:
            return any(_has_type_of_field(each, _INT_BITS) for each in parts)
        case kind if kind in _LAST:
            return bool(parts) and _has_type_of_field(parts[-1], least)
        case kind if kind in _ANY:
            return any(_has_type_of_field(each, least) for each in parts)
        case _:
            return False


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


def promoted(value: Expr, machine: MachineModel) -> CType:
    """The type after the integer promotions (C11 6.3.1.1), which ask how many bits a bit-field has."""
    ctype = value.type
    if not isinstance(ctype, IntType):
        return ctype
    bits = value.field.bit_width if isinstance(value, Member) else None
    width = ctype.width if bits is None else bits
    if width > machine.int.width:
        return ctype
    is_unsigned = width == machine.int.width and not ctype.signed
    return machine.integer("unsigned int") if is_unsigned else machine.int
