"""The layout of frames.

A frame is a Python list: a scalar whose address is not taken has its value in a slot, any other variable its ``MemoryObject``,
the return variable its value or the ``Chunk`` of a structure. An empty slot holds None. Checking every read of a slot is
expensive, so a definite-assignment analysis finds the variables that may be empty when they are used; only those are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from whet.cfa.expressions import Expr, Lvalue, Var, Variable, VariableKind, children
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Call, Declare, End, Havoc, Operation, Return, expressions_of, flatten
from whet.cfa.types import is_scalar
from whet.task.records import dataclass

ALLOCATING = frozenset({"alloca", "__builtin_alloca", "__builtin_alloca_with_align"})
"""Functions whose blocks die with the frame of the caller."""


@dataclass(frozen=True, slots=True)
class FramePlan:
    """The layout of a function's frame, and facts about its automaton."""

    function: Function
    slots: dict[Variable, int]
    """Parameters first, in order."""
    objects: frozenset[Variable]
    """The variables that live in memory."""
    unsure: frozenset[Variable]
    """Variables whose slot may be empty when it is used."""
    joins: frozenset[Node]
    size: int
    blocks_slot: int | None
    """Where the blocks made by ``alloca`` are listed, if it is called."""


def plan_frame(program: Program, function: Function) -> FramePlan:
    others = [variable for variable in function.variables if variable not in function.parameters]
    slots = {variable: slot for slot, variable in enumerate((*function.parameters, *others))}
    objects = frozenset(variable for variable in slots if lives_in_memory(program, variable))
    calls_alloca = any(_calls_alloca(part) for edge in function.edges() for part in flatten(edge.operation))
    entered = Counter(edge.target for edge in function.edges())
    return FramePlan(
        function=function,
        slots=slots,
        objects=objects,
        unsure=_DefiniteAssignment(function, slots, objects).unsure(),
        joins=frozenset(node for node, count in entered.items() if count > 1),
        size=len(slots) + calls_alloca,
        blocks_slot=len(slots) if calls_alloca else None,
    )


def lives_in_memory(program: Program, variable: Variable) -> bool:
    if variable.kind is VariableKind.RETURN:
        return False
    return variable in program.address_taken or not is_scalar(variable.type)


def _calls_alloca(operation: Operation) -> bool:
    return isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.name in ALLOCATING


@dataclass(slots=True)
class _Effect:
    """The effect of an edge on the set of filled slots, as bit masks."""

    kept: int = -1
    filled: int = 0
    needed: int = 0
    """Slots that must be filled when the edge begins."""
    missing: int = 0
    """Slots that are empty for certain when the edge uses them."""

    def use(self, slots: int) -> None:
        self.missing |= slots & ~self.kept & ~self.filled
        self.needed |= slots & self.kept & ~self.filled

    def fill(self, slot: int) -> None:
        self.filled |= slot

    def empty(self, slot: int) -> None:
        self.kept &= ~slot
        self.filled &= ~slot

    def after(self, filled: int) -> int:
        return filled & self.kept | self.filled


class _DefiniteAssignment:
    def __init__(self, function: Function, slots: dict[Variable, int], objects: frozenset[Variable]) -> None:
        self._function = function
        self._slots = slots
        self._objects = objects
        self._return_variable = function.return_variable
        self._effects = {edge: self._effect(edge) for edge in function.edges()}

    def unsure(self) -> frozenset[Variable]:
        found = 0
        before = self._solve()
        for edge, effect in self._effects.items():
            filled = before.get(edge.source)
            if filled is not None:
                found |= effect.needed & ~filled | effect.missing
        return frozenset(variable for variable, slot in self._slots.items() if found >> slot & 1)

    def _solve(self) -> dict[Node, int]:
        """The slots that are definitely filled at each reachable node."""
        entry = self._function.entry
        if entry is None:
            return {}
        before = {entry: (1 << len(self._function.parameters)) - 1}
        waiting = [entry]
        while waiting:
            node = waiting.pop()
            for edge in node.leaving:
                arriving = self._effects[edge].after(before[node])
                known = before.get(edge.target)
                if known is None or known & arriving != known:
                    before[edge.target] = arriving if known is None else known & arriving
                    waiting.append(edge.target)
        return before

    def _effect(self, edge: Edge) -> _Effect:
        effect = _Effect()
        for operation in flatten(edge.operation):
            reads, target = _reads_and_target(operation)
            for expr in reads:
                effect.use(self._used(expr))
            if target is not None:
                if isinstance(target, Var) and target.variable not in self._objects:
                    effect.fill(self._bit(target.variable))
                else:
                    effect.use(self._used(target))
            elif isinstance(operation, Declare):
                bit = self._bit(operation.variable)
                if operation.zeroed or operation.variable in self._objects:
                    effect.fill(bit)
                else:
                    effect.empty(bit)
            elif isinstance(operation, End):
                effect.empty(self._bit(operation.variable))
            elif isinstance(operation, Return) and operation.value is not None and self._return_variable is not None:
                effect.fill(self._bit(self._return_variable))
        return effect

    def _used(self, expr: Expr) -> int:
        used, waiting = 0, [expr]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Var):
                used |= self._bit(part.variable)
            else:
                waiting.extend(children(part))
        return used

    def _bit(self, variable: Variable) -> int:
        slot = self._slots.get(variable)
        return 0 if slot is None else 1 << slot


def _reads_and_target(operation: Operation) -> tuple[Iterable[Expr], Lvalue | None]:
    """The expressions an operation evaluates, and the lvalue it writes."""
    match operation:
        case Assign(lvalue=lvalue, value=value):
            return (value,), lvalue
        case Havoc(lvalue=lvalue):
            return (), lvalue
        case Call(callee=callee, arguments=arguments, result=result):
            return arguments if isinstance(callee, Function) else (callee, *arguments), result
        case _:
            return expressions_of(operation), None
