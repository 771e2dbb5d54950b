"""Finds what is unsequenced while expressions are lowered (C11 6.5p2-3); ``whet.cfa.sequencing`` says what becomes of it.

The operands of most operators are unsequenced with each other: whatever was appended to the automaton for one of them could
have come after what was appended for another.  The side effect of an assignment is *pending* until the next sequence point:
its value may be used before it happens.  A call ends what is pending in its arguments, and nothing in the body of the
callee is pending after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.cfa.expressions import AddressOf, Const, Expr, FloatConst, FunctionAddress, Lvalue, Var, VariableKind
from whet.cfa.operations import Assign, Call, Havoc, Operation
from whet.cfa.sequencing import LONG, Evaluation, Order, Unsequenced
from whet.cfa.types import ArrayType, is_scalar
from whet.frontend.context import FunctionContext
from whet.frontend.tree import Tree


class Sequencing:
    """What is unsequenced in one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self.found: list[Unsequenced] = []
        self.log = context.builder.log
        self.exits = 0
        """Statements so far that jump to elsewhere in the function."""
        self._pending: list[Lvalue] = []

    def operands(self, tree: Tree, order: Order = Order.LEFT_TO_RIGHT) -> Operands:
        """The operands of an expression, of which nothing is lowered yet."""
        return Operands(self, tree, order)

    # Pending side effects

    def mark(self) -> int:
        """Now, as what ``end`` and ``stored`` ask for."""
        return len(self._pending)

    def end(self, mark: int) -> None:
        """A sequence point: the side effects since then are complete."""
        del self._pending[mark:]

    def stored(self, lvalue: Lvalue, tree: Tree, *, since: int, copies: int = 0) -> None:
        """An assignment whose operands were evaluated since then changes an object.

        It stores the same value as the last ``copies`` side effects, which are those of ``b`` and ``c`` in ``a = b = c = d``."""
        end = len(self._pending)
        while copies and end > since and is_scalar(lvalue.type) and self._pending[end - 1].type == lvalue.type:
            copies, end = copies - 1, end - 1
        if end > since and self.context.builder.current is not None:
            pending = self._pending[since : min(end, since + LONG + 1)]
            self._add(Evaluation(writes=tuple(pending)), Evaluation(writes=(lvalue,)), Order.STORE_LAST, tree)
        self._pending.append(lvalue)

    # Pairs

    def pair(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree) -> None:
        """Two operands; nothing is noted where none has an effect, or one has nothing to do with the program's objects."""
        if _is_private(first) or _is_private(second):
            return
        if any(part.is_long or any(map(_has_effect, part.operations)) for part in (first, second)):
            self._add(first, second, order, tree)

    def _add(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree) -> None:
        self.found.append(Unsequenced(first, second, order, self.context.builder.function, self.context.origin(tree)))


class Operands:
    """The operands of one expression, told as they are lowered; each is unsequenced with those before it."""

    __slots__ = ("_begin", "_effects", "_exits", "_last", "_leaves", "_order", "_reads", "_sequencing", "_tree")

    def __init__(self, sequencing: Sequencing, tree: Tree, order: Order) -> None:
        self._sequencing = sequencing
        self._tree = tree
        self._order = order
        self._begin = self._last = len(sequencing.log)
        self._reads: list[Expr] = []
        self._effects = False
        self._leaves = False
        self._exits = sequencing.exits

    def add(self, tree: Tree, *values: Expr) -> None:
        """An operand was lowered to ``values``, which are read later."""
        log, end, leaves = self._sequencing.log, len(self._sequencing.log), self._sequencing.exits > self._exits
        if (self._effects or tree.has_effects) and (self._reads or self._last > self._begin):
            before = Evaluation(log, self._begin, self._last, tuple(self._reads), leaves=self._leaves)
            now = Evaluation(log, self._last, end, values, leaves=leaves)
            self._sequencing.pair(before, now, self._order, self._tree)
        self._effects |= tree.has_effects
        self._leaves |= leaves
        self._exits = self._sequencing.exits
        self._last = end
        self._reads += values

    def add_object(self, tree: Tree, lvalue: Lvalue) -> None:
        """An operand was lowered to an object that is not read: only how it is found counts."""
        self.add(tree, AddressOf(lvalue, self._sequencing.context.machine.pointer(lvalue.type)))

    def add_value(self, tree: Tree, value: Expr) -> None:
        """An operand may be an array, of which only the address is used."""
        if isinstance(value.type, ArrayType):
            self.add_object(tree, value)
        else:
            self.add(tree, value)


def _has_effect(operation: Operation) -> bool:
    match operation:
        case Call():
            return True
        case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
            return not _is_temporary(lvalue)
        case _:
            return False


def _is_private(evaluation: Evaluation) -> bool:
    """Does it read and change nothing but constants and temporaries?"""
    return evaluation.begin == evaluation.end and not evaluation.leaves and _are_private(evaluation.reads)


def _are_private(values: Iterable[Expr]) -> bool:
    return all(_is_constant(value) or _is_temporary(value) for value in values)


def _is_constant(expr: Expr) -> bool:
    return isinstance(expr, (Const, FloatConst, FunctionAddress)) or (
        isinstance(expr, AddressOf) and isinstance(expr.lvalue, Var)
    )


def _is_temporary(expr: Expr) -> bool:
    return isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY


__all__ = ["Operands", "Sequencing"]
