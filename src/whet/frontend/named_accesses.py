"""Which scalar variables an expression changes and reads for certain, by its text (C11 6.5p2).

Only what is evaluated whenever the expression is: of ``a && b`` and ``a ? b : c`` that is ``a``.  Nothing is known of statement
expressions, of builtins, and of objects that pointers, members or indices lead to.
"""

from __future__ import annotations

from whet.cfa.expressions import Var, Variable
from whet.cfa.immutable import immutable
from whet.cfa.types import is_scalar
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind, library, spelling
from whet.frontend.context import FunctionContext
from whet.frontend.tree import Tree, bare

_NOTHING: frozenset[Variable] = frozenset()
_STEPS = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC})
_PASSING = frozenset(
    {CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR, CursorKind.MEMBER_REF_EXPR}
)
"""Expressions whose operands are all evaluated, and which change nothing."""
_BRANCHING = frozenset({BinaryKind.LAND, BinaryKind.LOR})


@immutable
class Named:
    """What is read is read for its value: not in order to compute what is then stored there."""

    changed: frozenset[Variable] = _NOTHING
    read: frozenset[Variable] = _NOTHING
    pending: frozenset[Variable] = _NOTHING
    """Changed, and no sequence point comes after it inside of the expression."""

    def __or__(self, other: Named) -> Named:
        return Named(self.changed | other.changed, self.read | other.read, self.pending | other.pending)

    def conflicts(self, other: Named) -> frozenset[Variable]:
        """What is undefined if the two are unsequenced."""
        return self.changed & (other.changed | other.read) | other.changed & self.read


class NamedAccesses:
    """Finds them in the expressions of one function, after these were lowered."""

    def __init__(self, context: FunctionContext) -> None:
        self._context = context
        self._known: dict[int, tuple[Tree, Named]] = {}

    def of(self, tree: Tree) -> Named:
        """Of an expression whose value is used."""
        known = self._known.get(id(tree))
        if known is None:
            known = self._known[id(tree)] = tree, self._of(tree)
        return known[1]

    def of_object(self, tree: Tree) -> Named:
        """Of an expression that is only evaluated to find an object."""
        tree = bare(tree)
        return Named() if tree.kind == CursorKind.DECL_REF_EXPR else self.of(tree)

    def pending_before_store(self, tree: Tree) -> frozenset[Variable]:
        """The variable that an assignment or a step changes, if its operands change it and no sequence point is between."""
        variable = self._variable(tree.children[0])
        pending = frozenset[Variable]().union(*(self.of_object(child).pending for child in tree.children))
        return pending & {variable} if variable is not None else _NOTHING

    def _of(self, tree: Tree) -> Named:
        match tree.kind:
            case CursorKind.DECL_REF_EXPR:
                variable = self._variable(tree)
                return Named() if variable is None else Named(read=frozenset({variable}))
            case CursorKind.UNARY_OPERATOR:
                return self._of_unary(tree)
            case CursorKind.BINARY_OPERATOR:
                return self._of_binary(tree)
            case CursorKind.COMPOUND_ASSIGN_OPERATOR:
                return self._of_store(tree)
            case CursorKind.CONDITIONAL_OPERATOR:
                return self._before_point(tree.children[0])
            case CursorKind.CALL_EXPR:
                found = Named() if self._is_builtin(tree) else self._of_all(tree)
                return Named(found.changed, found.read)
            case kind if kind in _PASSING or (kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) == 1):
                return self._of_all(tree)
            case _:
                return Named()

    def _of_unary(self, tree: Tree) -> Named:
        if tree.operator in _STEPS:
            return self._of_store(tree)
        operand = tree.children[0]
        return self.of_object(operand) if tree.operator == UnaryKind.ADDRESS else self.of(operand)

    def _of_binary(self, tree: Tree) -> Named:
        left, right = tree.children
        if tree.operator == BinaryKind.ASSIGN:
            return self._of_store(tree)
        if tree.operator in _BRANCHING:
            return self._before_point(left)
        if tree.operator == BinaryKind.COMMA:
            return self._before_point(left) | self.of(right)
        return self._of_all(tree)

    def _of_store(self, tree: Tree) -> Named:
        """What is stored is not read: it was, before, or it is the value that was stored."""
        found = Named()
        for number, child in enumerate(tree.children):
            found |= self.of_object(child) if number == 0 else self.of(child)
        variable = self._variable(tree.children[0])
        stored = _NOTHING if variable is None else frozenset({variable})
        return found | Named(changed=stored, pending=stored)

    def _before_point(self, tree: Tree) -> Named:
        found = self.of(tree)
        return Named(found.changed, found.read)

    def _of_all(self, tree: Tree) -> Named:
        found = Named()
        for child in tree.children:
            found |= self.of(child)
        return found

    def _is_builtin(self, call: Tree) -> bool:
        """Not all of them evaluate their arguments."""
        callee = call.children[0]
        while callee.kind == CursorKind.UNEXPOSED_EXPR and len(callee.children) == 1:
            callee = callee.children[0]
        return callee.kind == CursorKind.DECL_REF_EXPR and spelling(callee.cursor).startswith("__")

    def _variable(self, tree: Tree) -> Variable | None:
        """The scalar variable that an expression names."""
        tree = bare(tree)
        if tree.kind != CursorKind.DECL_REF_EXPR:
            return None
        known = self._context.names.get(library().clang_getCursorReferenced(tree.cursor).data0)
        return known.variable if isinstance(known, Var) and is_scalar(known.type) else None


__all__ = ["Named", "NamedAccesses"]
