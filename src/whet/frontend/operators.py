"""Lowering of operators: members, subscripts, unary and binary ones (C11 6.5.2 to 6.5.17)."""

from __future__ import annotations

from whet.cfa.expressions import AddressOf, Expr, FunctionAddress, Index, Member, UnaryOp, is_lvalue
from whet.cfa.types import ArrayType, FloatType, FunctionType, IntType, PointerType, StructType
from whet.frontend import folding
from whet.frontend.assignments import STEPS, assignment, assignment_effect, step, step_effect
from whet.frontend.bit_fields import reject_if_ambiguous
from whet.frontend.branching import logical, logical_effect
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind, library
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, evaluate, is_element, lowers, lowers_effect
from whet.frontend.tree import Tree

_UNARY = {UnaryKind.MINUS: UnaryOp.NEG, UnaryKind.NOT: UnaryOp.COMPLEMENT}


@lowers(CursorKind.MEMBER_REF_EXPR)
def _member(expressions: ExpressionLowering, tree: Tree) -> Expr:
    base = expressions.rvalue(tree.children[0])
    if isinstance(base.type, PointerType):
        base = expressions.dereferenced(base)
    struct = base.type
    if not isinstance(struct, StructType) or not is_lvalue(base):
        raise ConstructNotSupported("member of something that is not an object")
    for member in expressions.types.member_path(struct, library().clang_getCursorReferenced(tree.cursor)):
        base = Member(base, member)  # type: ignore[arg-type]
    return base


@lowers(CursorKind.ARRAY_SUBSCRIPT_EXPR)
def _subscript(expressions: ExpressionLowering, tree: Tree) -> Expr:
    first, second = tree.children
    operands = expressions.sequencing.operands(tree)
    base = expressions.stable(expressions.rvalue(first), first, before=second)
    operands.add_value(first, base)
    index = expressions.rvalue(second)
    operands.add_value(second, index)
    if isinstance(index.type, (PointerType, ArrayType)):
        base, index = index, base
    base = expressions.decayed(base)
    if isinstance(base, AddressOf) and is_element(base):
        return Index(base.lvalue, index)
    return expressions.dereferenced(expressions.pointer_sum(base, index))


@lowers(CursorKind.UNARY_OPERATOR)
def _unary(expressions: ExpressionLowering, tree: Tree) -> Expr:
    operator, inner = tree.operator, tree.children[0]
    if operator in STEPS:
        return step(expressions, tree)
    if operator == UnaryKind.ADDRESS:
        ctype = expressions.types.of(tree.cursor)
        assert isinstance(ctype, PointerType)
        operand = expressions.itself(inner)
        # ``*f`` is ``f`` again for a function, so there is no object to take the address of.
        is_function = isinstance(ctype.target, FunctionType) and not isinstance(operand, FunctionAddress)
        return folding.convert(operand, ctype) if is_function else expressions.address(operand, ctype)
    if operator == UnaryKind.EXTENSION:
        return expressions.itself(inner)
    reject_if_ambiguous(tree, expressions.types)
    operand = expressions.rvalue(inner)
    match operator:
        case UnaryKind.DEREF:
            return expressions.dereferenced(expressions.decayed(operand))
        case UnaryKind.PLUS:
            return operand
        case UnaryKind.LNOT:
            return folding.unary(UnaryOp.NOT, expressions.decayed(operand), expressions.int)
        case UnaryKind.MINUS | UnaryKind.NOT:
            assert isinstance(operand.type, (IntType, FloatType))
            return folding.unary(_UNARY[operator], operand, operand.type)
        case _:
            raise ConstructNotSupported("complex number")


@lowers_effect(CursorKind.UNARY_OPERATOR)
def _unary_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    if tree.operator in STEPS:
        step_effect(expressions, tree)
    elif tree.operator == UnaryKind.EXTENSION:
        expressions.effect(tree.children[0])
    else:
        evaluate(expressions, tree)


@lowers(CursorKind.BINARY_OPERATOR)
def _binary(expressions: ExpressionLowering, tree: Tree) -> Expr:
    operator = tree.operator
    left, right = tree.children
    if operator == BinaryKind.ASSIGN:
        return assignment(expressions, tree)
    if operator == BinaryKind.COMMA:
        expressions.completed(left)
        return expressions.rvalue(right)
    if operator in (BinaryKind.LAND, BinaryKind.LOR):
        return logical(expressions, tree)
    reject_if_ambiguous(tree, expressions.types)
    operands = expressions.sequencing.operands(tree)
    first = expressions.value(left)
    if right.has_effects:
        first = expressions.stable(first, left, before=right)
    operands.add(left, first)
    second = expressions.value(right)
    operands.add(right, second)
    return expressions.operation(operator, first, second)


@lowers_effect(CursorKind.BINARY_OPERATOR)
def _binary_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    left, right = tree.children
    match tree.operator:
        case BinaryKind.ASSIGN:
            assignment_effect(expressions, tree)
        case BinaryKind.LAND | BinaryKind.LOR:
            logical_effect(expressions, tree)
        case BinaryKind.COMMA:
            expressions.completed(left)
            expressions.effect(right)
        case operator if BinaryKind.MUL <= operator <= BinaryKind.SHR:  # may fail
            evaluate(expressions, tree)
        case _:
            operands = expressions.sequencing.operands(tree)
            expressions.effect(left)
            operands.add(left)
            expressions.effect(right)
            operands.add(right)
