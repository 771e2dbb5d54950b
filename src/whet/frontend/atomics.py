"""Lowering of gcc's and C11's atomic builtins as what they do in a program with one thread: plain reads and writes.

``Tree.builtin`` names ``__atomic_load_n`` and its kin, for which libclang has no kind.  libclang lists the operands as clang
stores them: pointer, memory order, first value, then order on failure, second value and weakness as far as the builtin has
them.  ``__sync_fetch_and_add`` and its kin are calls for clang, of functions that have the size of the object in their name.

Arithmetic wraps around (C11 7.17.7.5).
"""

from __future__ import annotations

import re
from functools import partial
from itertools import product

from whet.cfa.expressions import Const, Expr, Lvalue, UnaryOp
from whet.cfa.operations import Assign
from whet.cfa.types import CType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.clang import BinaryKind
from whet.frontend.compiler_knowledge import converted
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers_builtin
from whet.frontend.tree import Tree

_OPERATORS = {
    "add": BinaryKind.ADD,
    "sub": BinaryKind.SUB,
    "and": BinaryKind.AND,
    "or": BinaryKind.OR,
    "xor": BinaryKind.XOR,
    "nand": BinaryKind.AND,
}
_NAME = re.compile(r"__(?:c11_)?atomic_(\w+)")
_SYNC = (
    *(form.format(operator) for form, operator in product(("fetch_and_{}", "{}_and_fetch"), _OPERATORS)),
    *("lock_test_and_set", "lock_release", "synchronize", "bool_compare_and_swap", "val_compare_and_swap"),
)


def atomic_builtin(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The value of an atomic builtin that ``Tree.builtin`` names, after its effects."""
    return _Atomic(expressions, tree).value()


@lowers_builtin("__atomic_test_and_set")
def _test_and_set(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """Was the byte set?  It is now."""
    context, atomic = expressions.context, _Atomic(expressions, tree)
    target = atomic.flag()
    before = context.saved(target, tree)
    atomic.store(target, Const(1, expressions.int))
    return folding.convert(before, context.machine.integer("_Bool"))


@lowers_builtin("__atomic_clear")
def _clear(expressions: ExpressionLowering, tree: Tree) -> Expr:
    atomic, zero = _Atomic(expressions, tree), Const(0, expressions.int)
    atomic.store(atomic.flag(), zero)
    return zero


def _sync(name: str, operation: str, expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The value of a call of ``__sync_...``, after its effects."""
    return _Atomic(expressions, tree).sync(name, operation)


for _operation, _size in product(_SYNC, ("", "_1", "_2", "_4", "_8", "_16")):
    _called = f"__sync_{_operation}{_size}"
    lowers_builtin(_called)(partial(_sync, _called, _operation))


class _Atomic:
    """Lowers one atomic builtin."""

    def __init__(self, expressions: ExpressionLowering, tree: Tree) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.tree = tree
        self.operands = expressions.sequencing.operands(tree)

    def value(self) -> Expr:
        tree, name, nothing = self.tree, self.tree.builtin, Const(0, self.expressions.int)
        match = _NAME.fullmatch(name)
        assert match is not None
        operation = match[1].removesuffix("_strong").removesuffix("_weak")
        pointers_to_values = name.startswith("__atomic_") and not operation.endswith("_n")
        operation = operation.removesuffix("_n")
        target = self._target(tree.children[0])
        match operation:
            case "load" if len(tree.children) == 2:
                return self.context.saved(target, tree)
            case "load":
                self.store(self._pointed_to(tree.children[2]), target)
                return nothing
            case "store" | "init":
                number = 1 if operation == "init" else 2
                self.store(target, self._operand(tree.children[number], target.type, pointers_to_values))
                return nothing
            case "exchange":
                before = self._exchanged(target, self._operand(tree.children[2], target.type, pointers_to_values))
                if pointers_to_values:
                    self.store(self._pointed_to(tree.children[3]), before)
                return before
            case "compare_exchange":
                expected = self.expressions.stable_lvalue(self._pointed_to(tree.children[2]), tree)
                desired = self.context.saved(self._operand(tree.children[4], target.type, pointers_to_values), tree)
                return self._swapped(target, expected, desired, otherwise=expected)
            case _:
                operator = operation.removeprefix("fetch_").removesuffix("_fetch")
                if operator not in _OPERATORS:
                    raise ConstructNotSupported(name)
                return self._fetch(operator, tree.children[2], target, gives_old=operation.startswith("fetch_"))

    def sync(self, name: str, operation: str) -> Expr:
        tree, nothing = self.tree, Const(0, self.expressions.int)
        used = 3 if operation.endswith("compare_and_swap") else 1 if operation == "lock_release" else 2
        arguments, others = tree.children[1 : used + 1], tree.children[used + 1 :]
        if any(other.has_effects for other in others):
            raise ConstructNotSupported(f"{name} with an argument that gcc does not evaluate")
        if operation == "synchronize":
            return nothing
        target = self._target(arguments[0])
        match operation:
            case "lock_test_and_set":
                return self._exchanged(target, self._converted(arguments[1], target.type))
            case "lock_release":
                self.store(target, nothing)
                return nothing
            case "bool_compare_and_swap" | "val_compare_and_swap":
                expected, desired = (self._converted(argument, target.type) for argument in arguments[1:])
                before = self.context.saved(target, tree)
                swapped = self._swapped(target, self.context.saved(expected, tree), desired, otherwise=None)
                return before if operation.startswith("val") else swapped
            case _:
                operator = operation.removeprefix("fetch_and_").removesuffix("_and_fetch")
                return self._fetch(operator, arguments[1], target, gives_old=operation.startswith("fetch_"))

    def flag(self) -> Lvalue:
        """The byte that the first argument of a call points to, before its conversion to ``void *``."""
        target = self._target(converted(self.tree.children[1]))
        if not isinstance(target.type, IntType) or target.type.size != 1:
            raise ConstructNotSupported("atomic flag that is more than a byte")
        return target

    def store(self, target: Lvalue, value: Expr) -> None:
        self.context.builder.emit(Assign(target, folding.convert(value, target.type), self.context.origin(self.tree)))

    def _target(self, pointer: Tree) -> Lvalue:
        return self.expressions.stable_lvalue(self._pointed_to(pointer), self.tree)

    def _pointed_to(self, tree: Tree) -> Lvalue:
        pointer = self.expressions.value(tree)
        self.operands.add(tree, pointer)
        if not isinstance(pointer.type, PointerType):
            raise ConstructNotSupported("atomic builtin on something that is not a pointer")
        return self.expressions.dereferenced(pointer)  # type: ignore[return-value]

    def _operand(self, tree: Tree, ctype: CType, is_pointer: bool) -> Expr:
        return folding.convert(self._pointed_to(tree), ctype) if is_pointer else self._converted(tree, ctype)

    def _converted(self, tree: Tree, ctype: CType) -> Expr:
        value = self.expressions.converted(tree, ctype)
        self.operands.add(tree, value)
        return value

    def _exchanged(self, target: Lvalue, value: Expr) -> Expr:
        """Store a value; the one before."""
        before = self.context.saved(target, self.tree)
        self.store(target, value)
        return before

    def _swapped(self, target: Lvalue, expected: Expr, desired: Expr, *, otherwise: Lvalue | None) -> Expr:
        """Was the value the expected one?  Then it is the desired one now; otherwise something is given the value."""
        builder, origin = self.context.builder, self.context.origin(self.tree)
        result_type = self.expressions.types.of(self.tree.cursor)
        result_type = result_type if isinstance(result_type, IntType) else self.expressions.int
        result = self.context.temporary(result_type)
        equal, different, join = builder.node(), builder.node(), builder.node()
        condition = self.expressions.operation(BinaryKind.EQ, target, folding.convert(expected, target.type))
        builder.branch(condition, equal, different, origin)
        for node, to, value, answer in ((equal, target, desired, 1), (different, otherwise, target, 0)):
            builder.start(node)
            if to is not None:
                self.store(to, value)
            builder.emit_to(Assign(result, Const(answer, result_type), origin), join)
        builder.start(join)
        return result

    def _fetch(self, operator: str, operand: Tree, target: Lvalue, *, gives_old: bool) -> Expr:
        """``fetch_OP`` gives the value before, ``OP_fetch`` the value after."""
        if not isinstance(target.type, IntType):
            raise ConstructNotSupported("atomic arithmetic on a pointer")  # gcc moves it by bytes
        value = self._converted(operand, target.type)
        before = self.context.saved(target, self.tree)
        changed = self.expressions.operation(_OPERATORS[operator], self._wrapping(before), self._wrapping(value))
        if operator == "nand":
            assert isinstance(changed.type, IntType)
            changed = folding.unary(UnaryOp.COMPLEMENT, changed, changed.type)
        after = self.context.saved(folding.convert(changed, target.type), self.tree)
        self.store(target, after)
        return before if gives_old else after

    def _wrapping(self, expr: Expr) -> Expr:
        """In a type whose arithmetic does not overflow: ``int`` for what is narrower, else an unsigned one."""
        assert isinstance(expr.type, IntType)
        if expr.type.width < self.expressions.int.width:
            return folding.convert(expr, self.expressions.int)
        unsigned = self.context.machine.integer(f"unsigned {expr.type.name}") if expr.type.signed else expr.type
        return folding.convert(expr, unsigned)
