"""Lowering of what decides by branching: conditions, ``&&``, ``||``, ``?:`` (C11 6.5.13 to 6.5.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr
from whet.cfa.model import Node
from whet.cfa.operations import Assign
from whet.cfa.source import Origin
from whet.cfa.types import VoidType
from whet.frontend import folding
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


class Branching:
    """Lowers the branching expressions of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def condition(self, tree: Tree, if_true: Node, if_false: Node) -> None:
        """Branch on an expression."""
        if tree.kind == CursorKind.PAREN_EXPR:
            self.condition(tree.children[0], if_true, if_false)
        elif tree.kind == CursorKind.BINARY_OPERATOR and tree.operator in (BinaryKind.LAND, BinaryKind.LOR):
            middle = self.builder.node()
            mark = self.expressions.sequencing.mark()
            if tree.operator == BinaryKind.LAND:
                self.condition(tree.children[0], middle, if_false)
            else:
                self.condition(tree.children[0], if_true, middle)
            self.expressions.sequencing.end(mark)
            self.builder.start(middle)
            self.condition(tree.children[1], if_true, if_false)
        elif tree.kind == CursorKind.UNARY_OPERATOR and tree.operator == UnaryKind.LNOT:
            self.condition(tree.children[0], if_false, if_true)
        elif (expected := self.expressions.calls.expectation(tree)) is not None:
            self.condition(expected, if_true, if_false)
        elif self._is_widening(tree):
            self.condition(tree.children[0], if_true, if_false)
        else:
            value = self.expressions.decayed(self.expressions.rvalue(tree))
            self.builder.branch(value, if_true, if_false, self.context.origin(tree))

    def _decide(self, keyword: int | None, tree: Tree, if_true: Node, if_false: Node) -> None:
        """Branch on an expression that is a part of another: not the keyword of the statement decides."""
        outer, self.context.keyword = self.context.keyword, keyword
        mark = self.expressions.sequencing.mark()
        self.condition(tree, if_true, if_false)
        self.expressions.sequencing.end(mark)
        self.context.keyword = outer

    def _question_mark(self, before: Tree, behind: Tree) -> int | None:
        """Offset of the ``?`` between two operands; None if a macro hides it."""
        first, second = self.context.unit.span(before.cursor), self.context.unit.span(behind.cursor)
        offset = first.file.text.find(b"?", first.end, second.begin) if first.file is second.file else -1
        return offset if offset >= 0 else None

    def _is_widening(self, tree: Tree) -> bool:
        """An implicit conversion of a truth value to a wider integer, as ``__builtin_expect`` asks for."""
        if tree.kind != CursorKind.UNEXPOSED_EXPR or len(tree.children) != 1:
            return False
        inner = tree.children[0]
        while inner.kind == CursorKind.PAREN_EXPR:
            inner = inner.children[0]
        if inner.kind == CursorKind.UNARY_OPERATOR:
            return inner.operator == UnaryKind.LNOT
        return inner.kind == CursorKind.BINARY_OPERATOR and inner.operator in (BinaryKind.LAND, BinaryKind.LOR)

    def logical(self, tree: Tree) -> Expr:
        """``&&`` and ``||`` as a value: 1 on the one way, 0 on the other."""
        builder, origin = self.builder, self.context.origin(tree)
        result = self.context.temporary(self.expressions.int)
        true, false, join = builder.node(), builder.node(), builder.node()
        self._decide(None, tree, true, false)
        for node, value in ((true, 1), (false, 0)):
            builder.start(node)
            if node.entering:
                builder.emit_to(Assign(result, Const(value, self.expressions.int), origin), join)
        builder.start(join)
        return result

    def conditional(self, tree: Tree) -> Expr:
        ctype = self.expressions.types.of_value(tree.cursor)
        if isinstance(ctype, VoidType):
            self.conditional_effect(tree)
            return Const(0, self.expressions.int)
        condition, first, second = tree.children
        builder = self.builder
        true, false, join = builder.node(), builder.node(), builder.node()
        result = self.context.temporary(ctype)
        self._decide(self._question_mark(condition, first), condition, true, false)
        for node, branch in ((true, first), (false, second)):
            builder.start(node)
            if node.entering:
                value = self.expressions.converted(branch, ctype)
                builder.emit_to(Assign(result, value, self.context.origin(branch)), join)
        builder.start(join)
        return result

    def conditional_effect(self, tree: Tree) -> None:
        condition, first, second = tree.children
        builder, origin = self.builder, self.context.origin(tree)
        true, false, join = builder.node(), builder.node(), builder.node()
        self._decide(self._question_mark(condition, first), condition, true, false)
        for node, branch in ((true, first), (false, second)):
            builder.start(node)
            self.expressions.effect(branch)
            builder.jump(join, origin)
        builder.start(join)

    def logical_effect(self, tree: Tree) -> None:
        builder, origin = self.builder, self.context.origin(tree)
        join = builder.node()
        right = builder.node()
        first, second = tree.children
        if tree.operator == BinaryKind.LAND:
            self._decide(None, first, right, join)
        else:
            self._decide(None, first, join, right)
        builder.start(right)
        self.expressions.effect(second)
        builder.jump(join, origin)
        builder.start(join)

    def elvis(self, tree: Tree) -> Expr:
        """``a ?: b``: the value of ``a``, evaluated once, unless it is zero."""
        common, alternative = tree.children[0], tree.children[3]
        ctype = self.expressions.types.of_value(tree.cursor)
        builder = self.builder
        mark = self.expressions.sequencing.mark()
        value = self.context.saved(self.expressions.decayed(self.expressions.rvalue(common)), common)
        self.expressions.sequencing.end(mark)
        true, false, join = builder.node(), builder.node(), builder.node()
        result = self.context.temporary(ctype)
        span = self.context.unit.span
        origin = Origin(self.context.statement, span(common.cursor), self._question_mark(common, alternative))
        builder.branch(value, true, false, origin)
        builder.start(true)
        builder.emit_to(Assign(result, folding.convert(value, ctype), self.context.origin(common)), join)
        builder.start(false)
        builder.emit_to(Assign(result, self.expressions.converted(alternative, ctype), self.context.origin(alternative)), join)
        builder.start(join)
        return result
