"""Lowering of casts (C11 6.5.4), and of the expressions for which libclang has no kind, most of them implicit conversions."""

from __future__ import annotations

from whet.cfa.expressions import Const, Expr, FunctionAddress, Member
from whet.cfa.operations import Assign, Declare
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType, VoidType, has_constant_parts
from whet.frontend import folding
from whet.frontend.argument_lists import is_read, read_argument
from whet.frontend.atomics import atomic_builtin
from whet.frontend.branching import elvis
from whet.frontend.clang import CursorKind, TypeKind, UnaryKind, canonical_type, evaluate_integer, library
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, evaluate, lowers, lowers_effect
from whet.frontend.primary_expressions import chosen
from whet.frontend.tree import EXPRESSIONS, Tree
from whet.frontend.type_reader import array_types


@lowers(CursorKind.CSTYLE_CAST_EXPR)
def _cast(expressions: ExpressionLowering, tree: Tree) -> Expr:
    target = expressions.types.of(tree.cursor)
    _reject_lengths(expressions, tree, target)
    operand = tree.children[-1]
    if isinstance(target, VoidType):
        expressions.effect(operand)
        return Const(0, expressions.int)
    value = expressions.value(operand)
    _note_lost_const(expressions, tree, operand)
    if isinstance(target, StructType) and value.type != target:
        return _cast_to_union(expressions, value, target, tree)
    return folding.convert(value, target)


@lowers_effect(CursorKind.CSTYLE_CAST_EXPR)
def _cast_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    types, operand = expressions.types, tree.children[-1]
    target = types.of(tree.cursor)
    if isinstance(target, IntType) and isinstance(types.of(operand.cursor), FloatType):  # may fail
        evaluate(expressions, tree)
    else:
        _reject_lengths(expressions, tree, target)
        expressions.effect(operand)


def _note_lost_const(expressions: ExpressionLowering, conversion: Tree, operand: Tree) -> None:
    """Remember a conversion after which a pointer may be used to change a constant member.

    Harnesses give constant members of the objects that they make their values through ``__extension__ &member``."""
    is_made = operand.kind == CursorKind.UNARY_OPERATOR and operand.operator == UnaryKind.EXTENSION
    if is_made or not expressions.context.unit.may_have_constant_members:
        return
    lib, (before, after) = library(), map(canonical_type, (operand.cursor, conversion.cursor))
    if before.kind != TypeKind.POINTER or after.kind != TypeKind.POINTER:
        return
    one, other = lib.clang_getPointeeType(before), lib.clang_getPointeeType(after)
    if lib.clang_isConstQualifiedType(other):
        return
    is_lost = bool(lib.clang_isConstQualifiedType(one))
    if not is_lost and one.kind == TypeKind.RECORD and one.data0 != other.data0:
        is_lost = has_constant_parts(expressions.types.read(one))
    if is_lost:
        expressions.context.linker.note_lost_const(expressions.context.origin(conversion))


def _reject_lengths(expressions: ExpressionLowering, cast: Tree, target: CType) -> None:
    """Where a type with a length that is no constant is written down, the length would have to be evaluated."""
    arrays = [array for array in array_types(target) if array.variable]
    is_written = any(child.kind in EXPRESSIONS for child in cast.children[:-1])
    if any(is_written or array.variable not in expressions.context.lengths for array in arrays):
        raise ConstructNotSupported("conversion to a variable-length array type")


def _cast_to_union(expressions: ExpressionLowering, value: Expr, target: StructType, tree: Tree) -> Expr:
    """GNU C: a union object whose first member of the value's type holds the value."""
    context = expressions.context
    member = next((member for member in target.fields if member.type == value.type), None)
    if member is None:
        raise ConstructNotSupported(f"cast from {value.type} to {target}")
    result = context.temporary(target)
    context.builder.emit(Declare(result.variable, True, None, context.origin(tree)))
    context.builder.emit(Assign(Member(result, member), value, context.origin(tree)))
    return result


@lowers(CursorKind.UNEXPOSED_EXPR)
def _unexposed(expressions: ExpressionLowering, tree: Tree) -> Expr:
    inner, unit = tree.children, expressions.context.unit
    if tree.builtin:
        return atomic_builtin(expressions, tree)
    if is_read(tree, unit):
        return read_argument(expressions, tree)
    if len(inner) == 1 and _is_conversion(expressions, tree, inner[0]):
        _note_lost_const(expressions, tree, inner[0])
        return _implicitly_converted(expressions, tree, expressions.rvalue(inner[0]))
    if len(inner) == 4 and unit.covers_same(inner[0].cursor, inner[1].cursor):
        return elvis(expressions, tree)
    if (selected := chosen(tree)) is not None:
        return expressions.itself(selected)
    value, ctype = evaluate_integer(tree.cursor), expressions.types.of(tree.cursor)
    if value is not None and isinstance(ctype, IntType) and not any(child.has_effects for child in inner):
        return Const(ctype.wrap(value), ctype)
    text = unit.spelled_text(tree.cursor, 60)
    name = text.split(b"(")[0].strip() if b"(" in text else b""
    if len(inner) == 1 or name == b"__builtin_va_arg":
        name = b"va_arg"
    raise ConstructNotSupported((name or b"an expression clang does not expose").decode())


@lowers_effect(CursorKind.UNEXPOSED_EXPR)
def _unexposed_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    if len(tree.children) == 1 and not is_read(tree, expressions.context.unit):
        expressions.effect(tree.children[0])
    else:
        evaluate(expressions, tree)


def _is_conversion(expressions: ExpressionLowering, tree: Tree, operand: Tree) -> bool:
    """Is an expression with one operand a conversion?  An implicit one has the text of its operand."""
    if not expressions.context.unit.has_builtin_syntax or operand.kind == CursorKind.STRING_LITERAL:
        return operand.kind != CursorKind.MEMBER_REF
    return expressions.context.unit.covers_same(tree.cursor, operand.cursor)


def _implicitly_converted(expressions: ExpressionLowering, tree: Tree, value: Expr) -> Expr:
    if isinstance(value.type, ArrayType) and value.type == expressions.types.of(tree.cursor):
        return value
    target = expressions.types.of_value(tree.cursor)
    if value.type == target:
        return value
    if isinstance(target, VoidType):
        return Const(0, expressions.int)
    if isinstance(value, FunctionAddress) and isinstance(target, PointerType):
        return FunctionAddress(value.function, target)
    if isinstance(target, StructType):
        return _cast_to_union(expressions, value, target, tree)
    if isinstance(value.type, ArrayType):
        assert isinstance(target, PointerType)
        return expressions.address(value, target)
    return folding.convert(value, target)
