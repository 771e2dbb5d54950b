"""Arguments for ``...`` (C11 7.16): ``va_start``, ``va_arg``, ``va_copy`` and ``va_end``.

A call puts them into a structure of its own, each at a multiple of ``STRIDE`` bytes, and its address into one variable of the
program, from which the function that is called takes it when it begins.  A list of arguments is the address of the next one.  It
stands in the object that the compiler has for a list: on ILP32 this is a pointer, on LP64 a structure, of which only the member
for arguments in memory is used.

A program cannot observe this: the layout of arguments is the compiler's choice.  One argument too many leads out of
the structure, which is an access outside of an object.  C gives no meaning to asking for another type than was passed: before
each argument stands its kind, and ``va_arg`` compares it (``SAME_KIND``).
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.argument_blocks import ARGUMENTS, HEAD, LIST_MEMBER, SAME_KIND, STRIDE, kind_of, slot
from whet.cfa.expressions import Const, Deref, Expr, Lvalue, Member, PointerAdd, Var, VariableKind, is_lvalue
from whet.cfa.operations import Assign, Call, Declare
from whet.cfa.types import VOID, CType, Field, FunctionType, IntType, PointerType, StructType
from whet.frontend import folding
from whet.frontend.clang import CursorKind, canonical_type, type_name
from whet.frontend.context import FunctionContext
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers_builtin
from whet.frontend.tree import Tree
from whet.frontend.unit import TranslationUnit

_TAG = "__va_list_tag"
_OTHERS = (CursorKind.STRING_LITERAL, CursorKind.MEMBER_REF)
"""Operands of ``__func__`` and of ``offsetof``."""


def takes_list(type: CType) -> bool:
    """May a function of this type have a list of arguments?  A declaration without prototype says nothing."""
    return isinstance(type, FunctionType) and type.variadic and bool(type.parameters)


def is_read(tree: Tree, unit: TranslationUnit) -> bool:
    """Is it ``va_arg``, for which libclang has no kind?  It has one operand, which is a list, and more text than that."""
    if tree.kind != CursorKind.UNEXPOSED_EXPR or not unit.reads_arguments:
        return False
    operand = _operand(tree)
    if operand is None or operand.kind in _OTHERS or unit.covers_same(tree.cursor, operand.cursor):
        return False
    name = type_name(canonical_type(operand.cursor))
    return _TAG in name or name == "char *"


def _operand(tree: Tree) -> Tree | None:
    """The only one; the type that is asked for may have parameters."""
    found = [child for child in tree.children if child.kind != CursorKind.PARM_DECL]
    return found[0] if len(found) == 1 else None


def mark_reads(tree: Tree, unit: TranslationUnit) -> None:
    """Let those expressions have effects in which there is a ``va_arg``."""
    if unit.reads_arguments:
        _mark(tree, unit)


def _mark(tree: Tree, unit: TranslationUnit) -> bool:
    found = [_mark(child, unit) for child in tree.children]
    tree.has_effects |= any(found) or is_read(tree, unit)
    return tree.has_effects


def take_arguments(context: FunctionContext) -> None:
    """At the beginning of a function: where its arguments are, before it calls another one."""
    function = context.builder.function
    if takes_list(function.type) and context.unit.begins_lists:
        context.arguments = Var(context.variable(ARGUMENTS, context.machine.pointer(VOID), VariableKind.LOCAL))
        given = Var(context.linker.argument_block())
        context.builder.emit(Assign(context.arguments, given, context.whole_origin()))


def give_arguments(expressions: ExpressionLowering, type: FunctionType, arguments: Sequence[Expr], tree: Tree) -> None:
    """Lay down the arguments for ``...`` of a call that comes next."""
    context, builder = expressions.context, expressions.builder
    rest, origin = arguments[len(type.parameters) :], context.origin(tree)
    given, pointer = Var(context.linker.argument_block()), context.machine.pointer(VOID)
    if not rest:
        builder.emit(Assign(given, Const(0, pointer), origin))
        return
    structure = _structure([each.type for each in rest], expressions.int)
    block = Var(context.variable(ARGUMENTS, structure, VariableKind.LOCAL))
    builder.emit(Declare(block.variable, False, None, origin))
    for kind, field, value in zip(structure.fields[::2], structure.fields[1::2], rest, strict=True):
        builder.emit(Assign(Member(block, kind), Const(kind_of(value.type), expressions.int), origin))
        builder.emit(Assign(Member(block, field), value, origin))
    builder.emit(Assign(given, expressions.address(block, pointer), origin))


@lowers_builtin("__builtin_va_start", "__builtin_stdarg_start")
def _begin(expressions: ExpressionLowering, tree: Tree) -> Expr:
    if expressions.context.arguments is None:
        raise ConstructNotSupported("va_start here")
    wanted, *others = tree.children[1:]
    for other in others:
        expressions.effect(other)
    return _set(expressions, _next(expressions, wanted), expressions.context.arguments, tree)


@lowers_builtin("__builtin_va_copy")
def _copy(expressions: ExpressionLowering, tree: Tree) -> Expr:
    target = expressions.stable_lvalue(_next(expressions, tree.children[1]), tree)
    return _set(expressions, target, _next(expressions, tree.children[2]), tree)


@lowers_builtin("__builtin_va_end")
def _end(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The list must have begun, and points nowhere afterwards (C11 7.16.1.3p2)."""
    position = expressions.stable_lvalue(_next(expressions, tree.children[1]), tree)
    expressions.context.saved(position, tree)
    return _set(expressions, position, Const(0, expressions.context.machine.pointer(VOID)), tree)


def read_argument(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """``va_arg``: the list points to the next one afterwards."""
    context, machine, int_type = expressions.context, expressions.context.machine, expressions.int
    type = expressions.types.of_value(tree.cursor)
    operand = _operand(tree)
    assert operand is not None
    position = expressions.stable_lvalue(_next(expressions, operand), tree)
    here = context.saved(position, tree)
    assert isinstance(here.type, PointerType)
    _set(expressions, position, PointerAdd(here, Const(1, machine.ptrdiff_t), slot(type), here.type), tree)
    kind = context.saved(Deref(folding.convert(here, machine.pointer(int_type)), int_type), tree)
    function = context.linker.library_function(SAME_KIND, FunctionType(VOID, (int_type, int_type), variadic=False))
    context.builder.emit(Call(function, (kind, Const(kind_of(type), int_type)), None, context.origin(tree)))
    value = PointerAdd(here, Const(1, machine.ptrdiff_t), HEAD, machine.pointer(type))
    return context.saved(Deref(value, type), tree)


def _set(expressions: ExpressionLowering, position: Lvalue, value: Expr, tree: Tree) -> Expr:
    value = folding.convert(value, position.type)
    expressions.builder.emit(Assign(position, value, expressions.context.origin(tree)))
    return Const(0, expressions.int)


def _next(expressions: ExpressionLowering, tree: Tree) -> Lvalue:
    """Where a list keeps the address of its next argument."""
    found = expressions.value(tree)
    target = found.type.target if isinstance(found.type, PointerType) else None
    if isinstance(target, StructType) and target.tag.startswith(_TAG):
        found = expressions.dereferenced(found)
    if isinstance(found.type, StructType) and is_lvalue(found):
        return Member(found, found.type.field(LIST_MEMBER))
    if not isinstance(found.type, PointerType) or not is_lvalue(found):
        raise ConstructNotSupported("a list of arguments that is no object")
    return found  # type: ignore[return-value]  # is_lvalue says so


def _structure(types: Sequence[CType], kind: IntType) -> StructType:
    fields: list[Field] = []
    size = 0
    for number, type in enumerate(types, 1):
        fields.append(Field(f"kind{number}", kind, 8 * size))
        fields.append(Field(f"argument{number}", type, 8 * (size + HEAD)))
        size += slot(type)
    made = StructType(ARGUMENTS, is_union=False)
    made.complete(size=size, align=STRIDE, fields=tuple(fields))
    return made
