"""Lowering of C expressions: a pure ``Expr`` for the value, operations appended for the effects (C11 6.5).

``lowers`` and ``lowers_effect`` register the function that lowers one kind of expression, ``lowers_builtin`` that of a builtin.
They stand in the files that ``whet.frontend.statements`` imports; this file knows none of them.

Evaluation is left to right.  An operand that is already lowered but not yet used is copied to a temporary when a
later operand has effects.  ``&&``, ``||`` and ``?:`` become control flow.  Implicit conversions are nodes of clang's
tree and become ``Cast``. An array or function name yields its lvalue or ``FunctionAddress``; the conversion above it
makes the pointer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from whet.cfa.expressions import (
    MAX_DEPTH,
    AddressOf,
    BinaryOp,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Var,
    VariableKind,
    is_lvalue,
    root_variable,
)
from whet.cfa.types import ArrayType, CType, FloatType, FunctionType, IntType, PointerType, StructType, is_scalar
from whet.checks.conditions import Conditions
from whet.frontend import folding
from whet.frontend.clang import BinaryKind, CursorKind
from whet.frontend.context import FunctionContext
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.sequencing import Sequencing
from whet.frontend.tree import Tree
from whet.task.dangers import dangers

_SPILL_EVERY = MAX_DEPTH // 2
_SPILL_FROM = _SPILL_EVERY - 4
"""Not every level of the tree may spill (an object must stay itself), but one of four in a row can."""
_ARITHMETIC = {
    BinaryKind.MUL: BinaryOp.MUL,
    BinaryKind.DIV: BinaryOp.DIV,
    BinaryKind.REM: BinaryOp.REM,
    BinaryKind.ADD: BinaryOp.ADD,
    BinaryKind.SUB: BinaryOp.SUB,
    BinaryKind.SHL: BinaryOp.SHL,
    BinaryKind.SHR: BinaryOp.SHR,
    BinaryKind.AND: BinaryOp.AND,
    BinaryKind.XOR: BinaryOp.XOR,
    BinaryKind.OR: BinaryOp.OR,
}
_COMPARISONS = {
    BinaryKind.LT: BinaryOp.LT,
    BinaryKind.GT: BinaryOp.GT,
    BinaryKind.LE: BinaryOp.LE,
    BinaryKind.GE: BinaryOp.GE,
    BinaryKind.EQ: BinaryOp.EQ,
    BinaryKind.NE: BinaryOp.NE,
}
_UNSUPPORTED = {
    CursorKind.BLOCK_EXPR: "block expression",
    CursorKind.IMAGINARY_LITERAL: "complex number",
    CursorKind.ADDR_LABEL_EXPR: "address of a label",
}


class ExpressionLowering:
    """Lowers the expressions of one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self.builder = context.builder
        self.types = context.types
        self.int = context.machine.int
        self.sequencing = Sequencing(context)
        self.depth = 0
        self.values = dict(_VALUES)
        self.effects = dict(_EFFECTS)
        self.literals: dict[bytes, Const] = {}
        """Integer literals by their text."""
        self._conditions = Conditions(context.machine, frozenset(dangers()))

    def rvalue(self, tree: Tree) -> Expr:
        """The value of an expression (of an array or function: the object itself, see the module)."""
        expr = self.itself(tree)
        if self.depth % _SPILL_EVERY < _SPILL_FROM or not is_scalar(expr.type) or isinstance(expr, (Const, Var)):
            return expr
        if isinstance(expr, AddressOf):
            # Not the pointer is kept but how the object is found, so that an array is still accessed by name.
            return AddressOf(self.stable_lvalue(expr.lvalue, tree), expr.type)
        return self.context.saved(expr, tree)

    def itself(self, tree: Tree) -> Expr:
        """An expression as it is: never a copy in a temporary, so an object stays that object."""
        while tree.kind == CursorKind.PAREN_EXPR:
            tree = tree.children[0]
        lower = self.values.get(tree.kind, _refuse)
        self.depth += 1
        try:
            expr = lower(self, tree)
        except ConstructNotSupported as problem:
            problem.tree = problem.tree or tree
            raise
        self.depth -= 1
        return expr

    def value(self, tree: Tree) -> Expr:
        """The value of an expression; of an array, the pointer to its first element."""
        return self.decayed(self.rvalue(tree))

    def converted(self, tree: Tree, target: CType) -> Expr:
        return folding.convert(self.value(tree), target)

    def lvalue(self, tree: Tree) -> Lvalue:
        """The object that is assigned to; a structure returned by a call lives in a temporary."""
        expr = self.itself(tree)
        if not is_lvalue(expr):
            raise ConstructNotSupported("assignment to something that is not an object")
        root = root_variable(expr)  # type: ignore[arg-type]
        if root is not None and root.is_constant:
            return self._through_pointer(expr)  # type: ignore[arg-type]
        return expr  # type: ignore[return-value]

    def _through_pointer(self, lvalue: Lvalue) -> Lvalue:
        """The same part of a variable, found by its address: a store by the name of a constant is its initialiser."""
        match lvalue:
            case Var(type=ctype):
                return Deref(AddressOf(lvalue, self.context.machine.pointer(ctype)), ctype)
            case Member(base=base, field=member):
                return Member(self._through_pointer(base), member)
            case Index(base=base, index=index):
                return Index(self._through_pointer(base), index)
            case Deref():
                return lvalue

    def effect(self, tree: Tree) -> None:
        """Evaluate an expression whose value is not used."""
        if tree.has_effects or tree.computes:
            while tree.kind == CursorKind.PAREN_EXPR:
                tree = tree.children[0]
            self.effects.get(tree.kind, evaluate)(self, tree)

    def drop(self, value: Expr, tree: Tree) -> None:
        """Keep the computation of an unused value if it can fail."""
        if any(self._conditions.of_value(value)):
            self.context.saved(value, tree)

    def completed(self, tree: Tree) -> None:
        """Evaluate an expression after which there is a sequence point."""
        mark = self.sequencing.mark()
        self.effect(tree)
        self.sequencing.end(mark)

    def stable(self, expr: Expr, tree: Tree, *, before: Tree) -> Expr:
        """``expr``, kept in a temporary if evaluating ``before`` might change it."""
        if not before.has_effects or isinstance(expr, (Const, FloatConst, FunctionAddress)):
            return expr
        if isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY:
            return expr
        if isinstance(expr.type, ArrayType):
            return self.stable_lvalue(expr, tree)
        if isinstance(expr, AddressOf):
            return AddressOf(self.stable_lvalue(expr.lvalue, tree), expr.type)
        return self.context.saved(expr, tree)

    def stable_lvalue(self, lvalue: Lvalue, tree: Tree) -> Lvalue:
        """The same object, whatever happens to the variables that were used to find it."""
        match lvalue:
            case Var():
                return lvalue
            case Deref(pointer=pointer, type=ctype):
                return Deref(self._kept(pointer, tree), ctype)
            case Member(base=base, field=member):
                return Member(self.stable_lvalue(base, tree), member)
            case Index(base=base, index=index):
                return Index(self.stable_lvalue(base, tree), self._kept(index, tree))

    def _kept(self, expr: Expr, tree: Tree) -> Expr:
        if isinstance(expr, Const) or (isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY):
            return expr
        return self.context.saved(expr, tree)

    def dereferenced(self, pointer: Expr) -> Expr:
        """``*pointer``."""
        assert isinstance(pointer.type, PointerType)
        target = pointer.type.target
        if isinstance(target, FunctionType):
            return pointer
        if isinstance(target, StructType) and not target.is_complete:
            self.types.complete(target)
        if isinstance(pointer, AddressOf):
            if pointer.lvalue.type == target:
                return pointer.lvalue
            if is_element(pointer):
                return Index(pointer.lvalue, Const(0, self.int))
        return Deref(pointer, target)

    def decayed(self, expr: Expr) -> Expr:
        """The pointer an array becomes when its value is used."""
        if isinstance(expr.type, ArrayType):
            return self.address(expr, self.context.machine.pointer(expr.type.element))
        return expr

    def address(self, expr: Expr, ctype: PointerType) -> Expr:
        """The address of an object, as ``ctype``."""
        match expr:
            case Deref(pointer=pointer):
                return folding.convert(pointer, ctype)
            case Var() | Member() | Index():
                root = root_variable(expr)
                if root is not None and root.kind is VariableKind.TEMPORARY:
                    # A structure returned by a call, one of whose arrays is used: it lives until the full expression ends.
                    root.kind = VariableKind.LOCAL
                    self.context.addressed.append(root)
                return AddressOf(expr, ctype)
            case FunctionAddress(function=function):
                return FunctionAddress(function, ctype)
            case _:
                raise ConstructNotSupported("address of something that is not an object")

    def operation(self, operator: int, left: Expr, right: Expr) -> Expr:
        """A binary operator on values whose types are already right."""
        comparison = _COMPARISONS.get(operator)
        if comparison is not None:
            return folding.binary(comparison, left, right, self.int)
        if isinstance(left.type, PointerType) and isinstance(right.type, PointerType):
            assert isinstance(left.type, PointerType)
            distance = self.context.machine.ptrdiff_t
            size = self.context.size(left.type.target)
            if isinstance(size, Const):
                return PointerDiff(left, right, size.value, distance)
            steps = PointerDiff(left, right, 1, distance)
            return folding.binary(BinaryOp.DIV, steps, folding.convert(size, distance), distance)
        if isinstance(left.type, PointerType):
            return self.pointer_sum(left, right, negative=operator == BinaryKind.SUB)
        if isinstance(right.type, PointerType):
            return self.pointer_sum(right, left, negative=operator == BinaryKind.SUB)
        op = _ARITHMETIC.get(operator)
        if op is None or not isinstance(left.type, (IntType, FloatType)):
            raise ConstructNotSupported(f"operator of kind {operator} on {left.type}")
        return folding.binary(op, left, right, left.type)

    def pointer_sum(self, pointer: Expr, index: Expr, *, negative: bool = False) -> Expr:
        """``pointer + index`` or ``pointer - index``."""
        assert isinstance(pointer.type, PointerType)
        if isinstance(index, Const) and index.value == 0:
            return pointer
        size = self.context.size(pointer.type.target)
        if isinstance(size, Const):
            return PointerAdd(pointer, index, -size.value if negative else size.value, pointer.type)
        distance = self.context.machine.ptrdiff_t
        steps = folding.binary(BinaryOp.MUL, folding.convert(index, distance), folding.convert(size, distance), distance)
        return PointerAdd(pointer, steps, -1 if negative else 1, pointer.type)


def is_element(decayed: AddressOf) -> bool:
    """Does it point to the first element of an array whose elements have a constant size?"""
    array, element = decayed.lvalue.type, decayed.type.target
    is_fixed = not isinstance(element, ArrayType) or element.count is not None
    return isinstance(array, ArrayType) and array.element == element and is_fixed


LowersValue: TypeAlias = Callable[[ExpressionLowering, Tree], Expr]
LowersEffect: TypeAlias = Callable[[ExpressionLowering, Tree], None]
_VALUES: dict[int, LowersValue] = {}
_EFFECTS: dict[int, LowersEffect] = {}
_BUILTINS: dict[str, LowersValue] = {}


def lowers(kind: int) -> Callable[[LowersValue], LowersValue]:
    """Registers what computes the value of expressions of this kind."""

    def register(lower: LowersValue) -> LowersValue:
        _VALUES[kind] = lower
        return lower

    return register


def lowers_effect(kind: int) -> Callable[[LowersEffect], LowersEffect]:
    """Registers what evaluates expressions of this kind whose value is not used; without it, the value is computed."""

    def register(lower: LowersEffect) -> LowersEffect:
        _EFFECTS[kind] = lower
        return lower

    return register


def lowers_builtin(*names: str) -> Callable[[LowersValue], LowersValue]:
    """Registers what computes the value of calls of builtins that are syntax rather than functions."""

    def register(lower: LowersValue) -> LowersValue:
        _BUILTINS.update(dict.fromkeys(names, lower))
        return lower

    return register


def builtin(name: str) -> LowersValue | None:
    """What lowers calls of a builtin; None for every other function."""
    return _BUILTINS.get(name)


def evaluate(expressions: ExpressionLowering, tree: Tree) -> None:
    """Compute a value that is not used."""
    expressions.drop(expressions.rvalue(tree), tree)


def _refuse(_: ExpressionLowering, tree: Tree) -> Expr:
    raise ConstructNotSupported(_UNSUPPORTED.get(tree.kind, f"expression of kind {tree.kind}"))
