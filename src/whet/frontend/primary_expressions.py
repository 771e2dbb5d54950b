"""Lowering of names, literals and ``_Generic`` (C11 6.5.1), and of what the compiler chooses: ``__builtin_choose_expr``.

libclang gives neither the chosen expression of a ``_Generic`` nor the types in it.  But the whole has the type of the
chosen one, and its value if that is constant.  Where several have this type and the value is not constant, it is refused.
"""

from __future__ import annotations

import re

from whet.cfa import semantics
from whet.cfa.expressions import Const, Expr, FloatConst, FunctionAddress, Var
from whet.cfa.types import ArrayType, FloatType, IntType, PointerType
from whet.frontend.clang import Cursor, CursorKind, canonical_type, evaluate_double, evaluate_integer, library, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers
from whet.frontend.literals import integer_value, is_plain_decimal, leading_number, string_image, string_units
from whet.frontend.tree import EXPRESSIONS, Tree

_OWN_NAME = re.compile(rb"__(?:func|FUNCTION|PRETTY_FUNCTION)__\b")


@lowers(CursorKind.DECL_REF_EXPR)
def _name(expressions: ExpressionLowering, tree: Tree) -> Expr:
    declaration: Cursor = library().clang_getCursorReferenced(tree.cursor)
    names = expressions.context.names
    known = names.get(declaration.data0)
    if known is None:
        names[declaration.data0] = known = _resolved(expressions, declaration, tree)
    return known


def _resolved(expressions: ExpressionLowering, declaration: Cursor, tree: Tree) -> Expr:
    linker = expressions.context.linker
    match declaration.kind:
        case CursorKind.FUNCTION_DECL:
            linker.reject_symbol(declaration)
            function = linker.function(declaration)
            return FunctionAddress(function, expressions.context.machine.pointer(function.type))
        case CursorKind.ENUM_CONSTANT_DECL:
            ctype = expressions.types.of(tree.cursor)
            assert isinstance(ctype, IntType)
            return Const(ctype.wrap(library().clang_getEnumConstantDeclValue(declaration)), ctype)
        case CursorKind.VAR_DECL | CursorKind.PARM_DECL:
            linker.reject_symbol(declaration)
            return Var(linker.static_variable(declaration))
        case _:
            raise ConstructNotSupported(f"use of '{spelling(tree.cursor)}'")


@lowers(CursorKind.INTEGER_LITERAL)
def _integer(expressions: ExpressionLowering, tree: Tree) -> Expr:
    text = expressions.context.unit.text(tree.cursor)
    if (line := expressions.context.linker.lines.get(tree.identity)) is not None:
        return Const(line, expressions.int)
    known = expressions.literals.get(text) if text else None
    if known is not None:
        return known
    ctype = expressions.int if is_plain_decimal(text) else expressions.types.of(tree.cursor)
    value = integer_value(text)
    read = _constant(evaluate_integer(tree.cursor) if value is None else value, ctype, "integer literal")
    if text:
        expressions.literals[text] = read
    return read


@lowers(CursorKind.CHARACTER_LITERAL)
def _character(expressions: ExpressionLowering, tree: Tree) -> Expr:
    text = expressions.context.unit.text(tree.cursor)
    if len(text) == 3:
        return Const(text[1] if text[1] < 128 else text[1] - 256, expressions.int)
    return _constant(evaluate_integer(tree.cursor), expressions.types.of(tree.cursor), "character literal")


def _constant(value: int | None, ctype: object, construct: str) -> Const:
    if value is None or not isinstance(ctype, IntType):
        raise ConstructNotSupported(construct)
    return Const(ctype.wrap(value), ctype)


@lowers(CursorKind.FLOATING_LITERAL)
def _floating(expressions: ExpressionLowering, tree: Tree) -> Expr:
    ctype, unit = expressions.types.of(tree.cursor), expressions.context.unit
    assert isinstance(ctype, FloatType)
    value = evaluate_double(tree.cursor) if ctype != unit.machine.long_double else None
    if value is not None:
        return FloatConst(semantics.float_bits(value, ctype), ctype)
    text = unit.text(tree.cursor) or unit.spelled_text(tree.cursor, 200)
    try:
        return FloatConst(semantics.parse_float_literal(leading_number(text), ctype), ctype)
    except ValueError:
        raise ConstructNotSupported("long double literal made by a macro") from None


@lowers(CursorKind.STRING_LITERAL)
def _string(expressions: ExpressionLowering, tree: Tree) -> Expr:
    ctype = expressions.types.of(tree.cursor)
    assert isinstance(ctype, ArrayType) and ctype.count is not None
    image = string_image(string_literal(expressions, tree), unit_size=ctype.element.size, count=ctype.count)
    owner = None
    if expressions.types.is_const(tree.cursor):  # an object of the function, such as __func__ (C11 6.4.2.2); its type has a const
        name = _OWN_NAME.match(expressions.context.unit.spelled_text(tree.cursor, 20))
        owner = f"{expressions.builder.function.name}.{name[0].decode()}" if name else ""
    return Var(expressions.context.linker.string(image, ctype, owner))


def string_literal(expressions: ExpressionLowering, tree: Tree) -> list[int]:
    """The characters of a string literal, without the terminating zero."""
    ctype = expressions.types.of(tree.cursor)
    assert isinstance(ctype, ArrayType)
    return string_units(spelling(tree.cursor).encode(), ctype.element.size)


@lowers(CursorKind.GNU_NULL_EXPR)
def _null(expressions: ExpressionLowering, tree: Tree) -> Expr:
    ctype = expressions.types.of(tree.cursor)
    assert isinstance(ctype, (IntType, PointerType))
    return Const(0, ctype)


@lowers(CursorKind.GENERIC_SELECTION_EXPR)
def _generic(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The expression that was chosen; the controlling one, which comes first, is not evaluated."""
    wanted = _canonical(tree.cursor)
    others = [child for child in tree.children[1:] if child.kind in EXPRESSIONS]
    fitting = [child for child in others if _canonical(child.cursor) == wanted]
    if len(fitting) == 1:
        return expressions.itself(fitting[0])
    ctype = expressions.types.of(tree.cursor)
    return _constant(evaluate_integer(tree.cursor), ctype, "_Generic with several expressions of one type")


def chosen(tree: Tree) -> Tree | None:
    """The expression that ``__builtin_choose_expr`` gives, for which libclang has no kind; None if this is something else.

    No other expression without a kind is made of three, the first of which is an integer constant."""
    if len(tree.children) != 3 or any(child.kind not in EXPRESSIONS for child in tree.children):
        return None
    condition = evaluate_integer(tree.children[0].cursor)
    if condition is None:
        return None
    found = tree.children[1 if condition else 2]
    return found if _canonical(found.cursor) == _canonical(tree.cursor) else None


def _canonical(cursor: Cursor) -> tuple[int, int]:
    """What a type is, qualifiers included."""
    canonical = canonical_type(cursor)
    return canonical.kind, canonical.data0
