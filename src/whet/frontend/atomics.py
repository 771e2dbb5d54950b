"""Lowering of gcc's and C11's atomic builtins as what they do in a program with one thread: plain reads and writes.

libclang lists the operands as clang stores them: pointer, memory order, first value, then order on failure, second value and
weakness as far as the builtin has them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr, Lvalue, UnaryOp
from whet.cfa.operations import Assign
from whet.cfa.types import CType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.clang import BinaryKind
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.sequencing import Operands
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_NAME = re.compile(r"(?:__c11_|__)?atomic_(\w+)")
_MACROS = {"flag_test_and_set": "exchange", "flag_clear": "store"}
"""Macros of <stdatomic.h> that are named for something else than the builtin they use."""
_OPERATORS = {
    "add": BinaryKind.ADD,
    "sub": BinaryKind.SUB,
    "and": BinaryKind.AND,
    "or": BinaryKind.OR,
    "xor": BinaryKind.XOR,
    "nand": BinaryKind.AND,
}


def is_atomic(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


class Atomics:
    """Lowers the atomic builtins of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder
        self._operands: list[Operands] = []
        """Those of the builtins that are being lowered, the innermost last."""

    def value(self, name: str, tree: Tree) -> Expr:
        """The value of an atomic builtin, after its effects."""
        self._operands.append(self.expressions.sequencing.operands(tree))
        value = self._value(name, tree)
        self._operands.pop()
        return value

    def _value(self, name: str, tree: Tree) -> Expr:
        match = _NAME.fullmatch(name)
        assert match is not None
        operation = match[1].removesuffix("_explicit").removesuffix("_strong").removesuffix("_weak")
        operation = _MACROS.get(operation, operation)
        pointers_to_values = name.startswith("__atomic_") and not operation.endswith("_n")
        operation = operation.removesuffix("_n")
        target = self._target(tree)
        nothing = Const(0, self.expressions.int)
        match operation:
            case "load" if len(tree.children) == 2:
                return self.context.saved(target, tree)
            case "load":
                self._store(self._pointed_to(tree.children[2]), target, tree)
                return nothing
            case "store" | "init":
                number = 1 if operation == "init" else 2
                self._store(target, self._operand(tree.children[number], target.type, pointers_to_values), tree)
                return nothing
            case "exchange":
                return self._exchange(tree, target, pointers_to_values)
            case "compare_exchange":
                return self._compare_exchange(tree, target, pointers_to_values)
            case _:
                return self._fetch(name, operation, tree, target)

    def _target(self, tree: Tree) -> Lvalue:
        return self.expressions.stable_lvalue(self._pointed_to(tree.children[0]), tree)

    def _pointed_to(self, tree: Tree) -> Lvalue:
        pointer = self.expressions.decayed(self.expressions.rvalue(tree))
        self._operands[-1].add(tree, pointer)
        if not isinstance(pointer.type, PointerType):
            raise ConstructNotSupported("atomic builtin on something that is not a pointer")
        return self.expressions.dereferenced(pointer)  # type: ignore[return-value]

    def _operand(self, tree: Tree, ctype: CType, is_pointer: bool) -> Expr:
        if is_pointer:
            return folding.convert(self._pointed_to(tree), ctype)
        return self._converted(tree, ctype)

    def _converted(self, tree: Tree, ctype: CType) -> Expr:
        value = self.expressions.converted(tree, ctype)
        self._operands[-1].add(tree, value)
        return value

    def _store(self, target: Lvalue, value: Expr, tree: Tree) -> None:
        self.builder.emit(Assign(target, folding.convert(value, target.type), self.context.origin(tree)))

    def _exchange(self, tree: Tree, target: Lvalue, pointers_to_values: bool) -> Expr:
        value = self._operand(tree.children[2], target.type, pointers_to_values)
        before = self.context.saved(target, tree)
        self._store(target, value, tree)
        if pointers_to_values:
            self._store(self._pointed_to(tree.children[3]), before, tree)
        return before

    def _compare_exchange(self, tree: Tree, target: Lvalue, pointers_to_values: bool) -> Expr:
        """Store the second value if the object equals the expected one, else tell what it holds."""
        builder, origin = self.builder, self.context.origin(tree)
        expected = self.expressions.stable_lvalue(self._pointed_to(tree.children[2]), tree)
        desired = self.context.saved(self._operand(tree.children[4], target.type, pointers_to_values), tree)
        result_type = self.expressions.types.of(tree.cursor)
        assert isinstance(result_type, IntType)
        result = self.context.temporary(result_type)
        equal, different, join = builder.node(), builder.node(), builder.node()
        condition = self.expressions.operation(BinaryKind.EQ, target, folding.convert(expected, target.type))
        builder.branch(condition, equal, different, origin)
        for node, to, value, answer in ((equal, target, desired, 1), (different, expected, target, 0)):
            builder.start(node)
            self._store(to, value, tree)
            builder.emit_to(Assign(result, Const(answer, result_type), origin), join)
        builder.start(join)
        return result

    def _fetch(self, name: str, operation: str, tree: Tree, target: Lvalue) -> Expr:
        """``fetch_OP`` gives the value before, ``OP_fetch`` the value after."""
        operator = operation.removeprefix("fetch_").removesuffix("_fetch")
        if operator not in _OPERATORS or operator == operation:
            raise ConstructNotSupported(name)
        operand = self._step(tree.children[2], target.type)
        before = self.context.saved(target, tree)
        changed = self.expressions.operation(_OPERATORS[operator], self._promoted(before), self._promoted(operand))
        if operator == "nand":
            assert isinstance(changed.type, IntType)
            changed = folding.unary(UnaryOp.COMPLEMENT, changed, changed.type)
        after = self.context.saved(folding.convert(changed, target.type), tree)
        self._store(target, after, tree)
        return before if operation.startswith("fetch_") else after

    def _promoted(self, expr: Expr) -> Expr:
        """The program model has no arithmetic in types narrower than ``int``."""
        is_narrow = isinstance(expr.type, IntType) and expr.type.width < self.expressions.int.width
        return folding.convert(expr, self.expressions.int) if is_narrow else expr

    def _step(self, tree: Tree, ctype: CType) -> Expr:
        """The operand; gcc's builtins move a pointer by bytes."""
        if isinstance(ctype, PointerType):
            raise ConstructNotSupported("atomic arithmetic on a pointer")
        return self._converted(tree, ctype)


__all__ = ["Atomics", "is_atomic"]
