"""Lowering of what decides by branching: conditions, ``&&``, ``||``, ``?:`` (C11 6.5.13 to 6.5.15)."""

from __future__ import annotations

from whet.cfa.expressions import Const, Expr
from whet.cfa.model import Node
from whet.cfa.operations import Assign
from whet.cfa.source import Origin
from whet.cfa.types import VoidType
from whet.frontend import folding
from whet.frontend.calls import expectation
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind
from whet.frontend.expressions import ExpressionLowering, lowers, lowers_effect
from whet.frontend.tree import Tree, bare

_LOGICAL = (BinaryKind.LAND, BinaryKind.LOR)


def condition(expressions: ExpressionLowering, tree: Tree, if_true: Node, if_false: Node) -> None:
    """Branch on an expression."""
    tree = bare(tree)
    if tree.kind == CursorKind.BINARY_OPERATOR and tree.operator in _LOGICAL:
        middle = expressions.builder.node()
        mark = expressions.sequencing.mark()
        if tree.operator == BinaryKind.LAND:
            condition(expressions, tree.children[0], middle, if_false)
        else:
            condition(expressions, tree.children[0], if_true, middle)
        expressions.sequencing.end(mark)
        expressions.builder.start(middle)
        condition(expressions, tree.children[1], if_true, if_false)
    elif tree.kind == CursorKind.UNARY_OPERATOR and tree.operator == UnaryKind.LNOT:
        condition(expressions, tree.children[0], if_false, if_true)
    elif (expected := expectation(expressions, tree)) is not None:
        condition(expressions, expected, if_true, if_false)
    elif _is_widening(tree):
        condition(expressions, tree.children[0], if_true, if_false)
    else:
        expressions.builder.branch(expressions.value(tree), if_true, if_false, expressions.context.origin(tree))


def _is_widening(tree: Tree) -> bool:
    """An implicit conversion of a truth value to a wider integer, as ``__builtin_expect`` asks for."""
    if tree.kind != CursorKind.UNEXPOSED_EXPR or len(tree.children) != 1:
        return False
    inner = bare(tree.children[0])
    if inner.kind == CursorKind.UNARY_OPERATOR:
        return inner.operator == UnaryKind.LNOT
    return inner.kind == CursorKind.BINARY_OPERATOR and inner.operator in _LOGICAL


def _decide(expressions: ExpressionLowering, keyword: int | None, tree: Tree, if_true: Node, if_false: Node) -> None:
    """Branch on an expression that is a part of another: not the keyword of the statement decides."""
    context = expressions.context
    outer, context.keyword = context.keyword, keyword
    mark = expressions.sequencing.mark()
    condition(expressions, tree, if_true, if_false)
    expressions.sequencing.end(mark)
    context.keyword = outer


def _question_mark(expressions: ExpressionLowering, before: Tree, after: Tree) -> int | None:
    """Offset of the ``?`` between two operands; None if a macro hides it."""
    span = expressions.context.unit.span
    first, second = span(before.cursor), span(after.cursor)
    offset = first.file.text.find(b"?", first.end, second.begin) if first.file is second.file else -1
    return offset if offset >= 0 else None


def logical(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """``&&`` and ``||`` as a value: 1 on the one way, 0 on the other."""
    builder, origin = expressions.builder, expressions.context.origin(tree)
    result = expressions.context.temporary(expressions.int)
    true, false, join = builder.node(), builder.node(), builder.node()
    _decide(expressions, None, tree, true, false)
    for node, value in ((true, 1), (false, 0)):
        builder.start(node)
        if node.entering:
            builder.emit_to(Assign(result, Const(value, expressions.int), origin), join)
    builder.start(join)
    return result


def logical_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    builder, origin = expressions.builder, expressions.context.origin(tree)
    join, right = builder.node(), builder.node()
    first, second = tree.children
    if tree.operator == BinaryKind.LAND:
        _decide(expressions, None, first, right, join)
    else:
        _decide(expressions, None, first, join, right)
    builder.start(right)
    expressions.effect(second)
    builder.jump(join, origin)
    builder.start(join)


@lowers(CursorKind.CONDITIONAL_OPERATOR)
def _conditional(expressions: ExpressionLowering, tree: Tree) -> Expr:
    ctype = expressions.types.of_value(tree.cursor)
    if isinstance(ctype, VoidType):
        _conditional_effect(expressions, tree)
        return Const(0, expressions.int)
    test, first, second = tree.children
    builder, context = expressions.builder, expressions.context
    true, false, join = builder.node(), builder.node(), builder.node()
    result = context.temporary(ctype)
    _decide(expressions, _question_mark(expressions, test, first), test, true, false)
    for node, branch in ((true, first), (false, second)):
        builder.start(node)
        if node.entering:
            value = expressions.converted(branch, ctype)
            builder.emit_to(Assign(result, value, context.origin(branch)), join)
    builder.start(join)
    return result


@lowers_effect(CursorKind.CONDITIONAL_OPERATOR)
def _conditional_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    test, first, second = tree.children
    builder, origin = expressions.builder, expressions.context.origin(tree)
    true, false, join = builder.node(), builder.node(), builder.node()
    _decide(expressions, _question_mark(expressions, test, first), test, true, false)
    for node, branch in ((true, first), (false, second)):
        builder.start(node)
        expressions.effect(branch)
        builder.jump(join, origin)
    builder.start(join)


def elvis(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """``a ?: b``: the value of ``a``, evaluated once, unless it is zero."""
    common, alternative = tree.children[0], tree.children[3]
    ctype = expressions.types.of_value(tree.cursor)
    builder, context = expressions.builder, expressions.context
    mark = expressions.sequencing.mark()
    value = context.saved(expressions.value(common), common)
    expressions.sequencing.end(mark)
    true, false, join = builder.node(), builder.node(), builder.node()
    result = context.temporary(ctype)
    keyword = _question_mark(expressions, common, alternative)
    builder.branch(value, true, false, Origin(context.statement, context.unit.span(common.cursor), keyword))
    builder.start(true)
    builder.emit_to(Assign(result, folding.convert(value, ctype), context.origin(common)), join)
    builder.start(false)
    builder.emit_to(Assign(result, expressions.converted(alternative, ctype), context.origin(alternative)), join)
    builder.start(join)
    return result
