"""Finds what is unsequenced while expressions are lowered (C11 6.5p2-3); ``whet.cfa.sequencing`` says what becomes of it.

The operands of most operators are unsequenced with each other: whatever was appended to the automaton for one of them could
have come after what was appended for another.  The side effect of an assignment is *pending* until the next sequence point:
its value may be used before it happens.  A call ends what is pending in its arguments, and nothing in the body of the
callee is pending after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.cfa.expressions import AddressOf, Const, Expr, FloatConst, FunctionAddress, Lvalue, Var, Variable, VariableKind
from whet.cfa.operations import Assign, Call, Havoc, Operation, Skip
from whet.cfa.sequencing import LONG, Evaluation, Hazard, Order, Unsequenced
from whet.cfa.types import ArrayType, is_scalar
from whet.frontend.apart import comparison, is_steady, may_branch
from whet.frontend.context import FunctionContext
from whet.frontend.named_accesses import Named, NamedAccesses
from whet.frontend.tree import Tree, bare


class Sequencing:
    """What is unsequenced in one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self.found: list[Unsequenced] = []
        self.log = context.builder.log
        self.exits = 0
        """Statements so far that jump to elsewhere in the function."""
        self.named = NamedAccesses(context)
        self._pending: list[tuple[Lvalue, int]] = []
        """Objects, with the length of the log before the operation that changes each."""

    def operands(self, tree: Tree, order: Order = Order.LEFT_TO_RIGHT, hazard: Hazard = Hazard.POSSIBLE) -> Operands:
        """The operands of an expression, of which nothing is lowered yet.

        They are indeterminately sequenced, at least, if ``hazard`` is NONE."""
        return Operands(self, tree, order, hazard)

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
        if len(self._pending) > since and self.context.builder.current is not None:
            hazard = self.marked(self.named.pending_before_store(tree), tree)
            self._compare(lvalue, tree, self._without_copies(lvalue, since, copies), hazard)
        self._pending.append((lvalue, len(self.log)))

    def _without_copies(self, lvalue: Lvalue, since: int, copies: int) -> list[tuple[Lvalue, int]]:
        end = len(self._pending)
        while copies and end > since and is_scalar(lvalue.type) and self._pending[end - 1][0].type == lvalue.type:
            copies, end = copies - 1, end - 1
        return self._pending[since : min(end, since + LONG + 1)]

    def _compare(self, lvalue: Lvalue, tree: Tree, pending: list[tuple[Lvalue, int]], hazard: Hazard) -> None:
        """Check by their addresses that a store and side effects before it change different objects, or note that it is open."""
        now, unchecked = Evaluation(writes=(lvalue,)), list[Lvalue]()
        is_straight = hazard is Hazard.POSSIBLE and not any(map(may_branch, tree.children))
        for other, begin in pending[:LONG]:
            apart = (
                comparison(other, lvalue, self.context.machine) if is_straight and is_steady(other, self.log[begin:]) else None
            )
            if apart is None:
                unchecked.append(other)
                continue
            self.context.builder.emit(Skip(self.context.origin(tree), unsequenced=self._text(tree.children[0]), apart=apart))
            self._add(Evaluation(writes=(other,)), now, Order.STORE_LAST, tree, Hazard.CHECKED)
        unchecked += [other for other, _ in pending[LONG:]]
        if unchecked:
            self._add(Evaluation(writes=tuple(unchecked)), now, Order.STORE_LAST, tree, hazard)

    def _text(self, tree: Tree) -> str:
        span = self.context.unit.span(tree.cursor)
        return span.file.text[span.begin : span.end].decode(errors="replace")

    # Pairs

    def marked(self, variables: frozenset[Variable], tree: Tree) -> Hazard:
        """Mark what is undefined for certain, if there are such variables: all of it was lowered."""
        if not variables or self.context.builder.current is None:
            return Hazard.POSSIBLE
        name = min(variable.name for variable in variables)
        self.context.builder.emit(Skip(self.context.origin(tree), unsequenced=name))
        return Hazard.CHECKED

    def pair(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree, hazard: Hazard) -> None:
        """Two operands; nothing is noted where none has an effect, or one has nothing to do with the program's objects."""
        if _is_private(first) or _is_private(second):
            return
        if any(part.is_long or any(map(_has_effect, part.operations)) for part in (first, second)):
            self._add(first, second, order, tree, hazard)

    def _add(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree, hazard: Hazard) -> None:
        self.found.append(Unsequenced(first, second, order, self.context.builder.function, self.context.origin(tree), hazard))


class Operands:
    """The operands of one expression, told as they are lowered; each is unsequenced with those before it."""

    __slots__ = (
        "_begin",
        "_effects",
        "_exits",
        "_hazard",
        "_last",
        "_leaves",
        "_named",
        "_order",
        "_reads",
        "_sequencing",
        "_tree",
    )

    def __init__(self, sequencing: Sequencing, tree: Tree, order: Order, hazard: Hazard) -> None:
        self._sequencing = sequencing
        self._tree = tree
        self._order = order
        self._hazard = hazard
        self._named = Named()
        self._begin = self._last = len(sequencing.log)
        self._reads: list[Expr] = []
        self._effects = False
        self._leaves = False
        self._exits = sequencing.exits

    def add(self, tree: Tree, *values: Expr, is_object: bool = False) -> None:
        """An operand was lowered to ``values``, which are read later."""
        hazard = self._hazard_of(tree, is_object)
        log, end, leaves = self._sequencing.log, len(self._sequencing.log), self._sequencing.exits > self._exits
        if (self._effects or tree.has_effects) and (self._reads or self._last > self._begin):
            before = Evaluation(log, self._begin, self._last, tuple(self._reads), leaves=self._leaves)
            now = Evaluation(log, self._last, end, values, leaves=leaves)
            self._sequencing.pair(before, now, self._order, self._tree, hazard)
        self._effects |= tree.has_effects
        self._leaves |= leaves
        self._exits = self._sequencing.exits
        self._last = end
        self._reads += values

    def add_object(self, tree: Tree, lvalue: Lvalue) -> None:
        """An operand was lowered to an object that is not read: only how it is found counts."""
        self.add(tree, AddressOf(lvalue, self._sequencing.context.machine.pointer(lvalue.type)), is_object=True)

    def _hazard_of(self, tree: Tree, is_object: bool) -> Hazard:
        """Of this operand with those before it; marks what is undefined for certain."""
        if self._hazard is Hazard.NONE or not self._tree.has_effects:
            return self._hazard
        named = self._sequencing.named
        now = named.of_object(bare(tree)) if is_object else named.of(tree)
        hazard = self._sequencing.marked(self._named.conflicts(now), self._tree)
        self._named = self._named | now
        return hazard

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
