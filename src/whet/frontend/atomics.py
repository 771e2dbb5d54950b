"""Lowering of gcc's and C11's atomic builtins as what they do in a program with one thread: plain reads and writes.

``Tree.builtin`` names ``__atomic_load_n`` and its kin, for which libclang has no kind.  libclang lists the operands as clang
stores them: pointer, memory order, first value, then order on failure, second value and weakness as far as the builtin has
them.  ``__sync_fetch_and_add`` and its kin are calls for clang, of functions that have the size of the object in their name.

Arithmetic wraps around (C11 7.17.7.5).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr, Lvalue, UnaryOp
from whet.cfa.model import Node
from whet.cfa.operations import Assign
from whet.cfa.types import CType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.clang import BinaryKind
from whet.frontend.constancy import converted
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.sequencing import Operands
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_OPERATORS = {
    "add": BinaryKind.ADD,
    "sub": BinaryKind.SUB,
    "and": BinaryKind.AND,
    "or": BinaryKind.OR,
    "xor": BinaryKind.XOR,
    "nand": BinaryKind.AND,
}
_NAME = re.compile(r"__(?:c11_)?atomic_(\w+)")
_SYNC = re.compile(
    r"__sync_(fetch_and_(?:add|sub|and|or|xor|nand)|(?:add|sub|and|or|xor|nand)_and_fetch"
    r"|(?:bool|val)_compare_and_swap|lock_test_and_set|lock_release|synchronize)(?:_(?:1|2|4|8|16))?"
)


def is_sync(name: str) -> bool:
    """Is it the name of one of gcc's older atomic builtins?"""
    return _SYNC.fullmatch(name) is not None


class Atomics:
    """Lowers the atomic builtins of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder
        self._operands: list[Operands] = []
        """Those of the builtins that are being lowered, the innermost last."""

    def value(self, tree: Tree) -> Expr:
        """The value of an atomic builtin that ``Tree.builtin`` names, after its effects."""
        return self._lowered(tree, self._value)

    def sync(self, name: str, tree: Tree) -> Expr:
        """The value of a call of ``__sync_...``, after its effects."""
        return self._lowered(tree, lambda tree: self._sync(name, tree))

    def test_and_set(self, tree: Tree) -> Expr:
        """``__atomic_test_and_set``: was the byte set?  It is now."""
        return self._lowered(tree, self._test_and_set)

    def clear(self, tree: Tree) -> Expr:
        """``__atomic_clear``."""

        def lower(tree: Tree) -> Expr:
            target = self._flag(tree)
            self._store(target, Const(0, self.expressions.int), tree)
            return Const(0, self.expressions.int)

        return self._lowered(tree, lower)

    def _test_and_set(self, tree: Tree) -> Expr:
        target = self._flag(tree)
        before = self.context.saved(target, tree)
        self._store(target, Const(1, self.expressions.int), tree)
        return folding.convert(before, self.context.machine.integer("_Bool"))

    def _flag(self, tree: Tree) -> Lvalue:
        """The byte that the first argument of a call points to, before its conversion to ``void *``."""
        target = self._target(converted(tree.children[1]), tree)
        if not isinstance(target.type, IntType) or target.type.size != 1:
            raise ConstructNotSupported("atomic flag that is more than a byte")
        return target

    def _lowered(self, tree: Tree, lower: Callable[[Tree], Expr]) -> Expr:
        self._operands.append(self.expressions.sequencing.operands(tree))
        value = lower(tree)
        self._operands.pop()
        return value

    def _value(self, tree: Tree) -> Expr:
        name = tree.builtin
        match = _NAME.fullmatch(name)
        assert match is not None
        operation = match[1].removesuffix("_strong").removesuffix("_weak")
        pointers_to_values = name.startswith("__atomic_") and not operation.endswith("_n")
        operation = operation.removesuffix("_n")
        target = self._target(tree.children[0], tree)
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
                operator = operation.removeprefix("fetch_").removesuffix("_fetch")
                if operator not in _OPERATORS:
                    raise ConstructNotSupported(name)
                return self._fetch(operator, tree, tree.children[2], target, gives_old=operation.startswith("fetch_"))

    def _sync(self, name: str, tree: Tree) -> Expr:
        match = _SYNC.fullmatch(name)
        assert match is not None
        operation, nothing = match[1], Const(0, self.expressions.int)
        used = 3 if operation.endswith("compare_and_swap") else 1 if operation == "lock_release" else 2
        arguments, others = tree.children[1 : used + 1], tree.children[used + 1 :]
        if any(other.has_effects for other in others):
            raise ConstructNotSupported(f"{name} with an argument that gcc does not evaluate")
        if operation == "synchronize":
            return nothing
        target = self._target(arguments[0], tree)
        match operation:
            case "lock_test_and_set":
                value = self._converted(arguments[1], target.type)
                before = self.context.saved(target, tree)
                self._store(target, value, tree)
                return before
            case "lock_release":
                self._store(target, nothing, tree)
                return nothing
            case "bool_compare_and_swap" | "val_compare_and_swap":
                return self._compare_and_swap(tree, target, gives_old=operation.startswith("val"))
            case _:
                operator = operation.removeprefix("fetch_and_").removesuffix("_and_fetch")
                return self._fetch(operator, tree, arguments[1], target, gives_old=operation.startswith("fetch_"))

    def _target(self, pointer: Tree, tree: Tree) -> Lvalue:
        return self.expressions.stable_lvalue(self._pointed_to(pointer), tree)

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
        expected = self.expressions.stable_lvalue(self._pointed_to(tree.children[2]), tree)
        desired = self.context.saved(self._operand(tree.children[4], target.type, pointers_to_values), tree)
        return self._swapped(tree, target, expected, desired, otherwise=expected)

    def _compare_and_swap(self, tree: Tree, target: Lvalue, *, gives_old: bool) -> Expr:
        """The same for an expected value that is given itself."""
        expected, desired = (self._converted(argument, target.type) for argument in tree.children[2:4])
        before = self.context.saved(target, tree)
        swapped = self._swapped(tree, target, self.context.saved(expected, tree), desired, otherwise=None)
        return before if gives_old else swapped

    def _swapped(self, tree: Tree, target: Lvalue, expected: Expr, desired: Expr, *, otherwise: Lvalue | None) -> Expr:
        """Was the value the expected one?  Then it is the desired one now; otherwise something is given the value."""
        builder, origin = self.builder, self.context.origin(tree)
        result_type = self.expressions.types.of(tree.cursor)
        result_type = result_type if isinstance(result_type, IntType) else self.expressions.int
        result = self.context.temporary(result_type)
        equal, different, join = builder.node(), builder.node(), builder.node()
        condition = self.expressions.operation(BinaryKind.EQ, target, folding.convert(expected, target.type))
        builder.branch(condition, equal, different, origin)

        def answer(node: Node, to: Lvalue | None, value: Expr, number: int) -> None:
            builder.start(node)
            if to is not None:
                self._store(to, value, tree)
            builder.emit_to(Assign(result, Const(number, result_type), origin), join)

        answer(equal, target, desired, 1)
        answer(different, otherwise, target, 0)
        builder.start(join)
        return result

    def _fetch(self, operator: str, tree: Tree, operand: Tree, target: Lvalue, *, gives_old: bool) -> Expr:
        """``fetch_OP`` gives the value before, ``OP_fetch`` the value after."""
        if not isinstance(target.type, IntType):
            raise ConstructNotSupported("atomic arithmetic on a pointer")  # gcc moves it by bytes
        value = self._converted(operand, target.type)
        before = self.context.saved(target, tree)
        changed = self.expressions.operation(_OPERATORS[operator], self._wrapping(before), self._wrapping(value))
        if operator == "nand":
            assert isinstance(changed.type, IntType)
            changed = folding.unary(UnaryOp.COMPLEMENT, changed, changed.type)
        after = self.context.saved(folding.convert(changed, target.type), tree)
        self._store(target, after, tree)
        return before if gives_old else after

    def _wrapping(self, expr: Expr) -> Expr:
        """In a type whose arithmetic does not overflow: ``int`` for what is narrower, else an unsigned one."""
        assert isinstance(expr.type, IntType)
        if expr.type.width < self.expressions.int.width:
            return folding.convert(expr, self.expressions.int)
        unsigned = self.context.machine.integer(f"unsigned {expr.type.name}") if expr.type.signed else expr.type
        return folding.convert(expr, unsigned)


__all__ = ["Atomics", "is_sync"]
