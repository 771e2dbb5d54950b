"""Classes of loops by how easy their end is to see: bounded, FOR, generalised FOR, hard (T. Pani, H. Veith, F.
Zuleger, "Loop patterns in C programs", 2015).

A loop is a natural loop of the control-flow automaton.  An exit *test* is an edge out of the loop that is taken under
``i op expr``.  The conditions on a test:

* *step*: ``i`` is written in the loop by ``i = i + c`` and ``i = i - c`` only, always in the same direction, on every
  way round the loop;
* *invariant*: nothing that ``expr`` reads is written in the loop, and it reads no memory through pointers;
* *always*: the test is on every way round the loop;
* *fits*: the step leads to the end: up under ``<`` and ``<=``, down under ``>`` and ``>=``, by one under ``!=``, any
  under ``==`` (to continue).

A loop is FOR if a test has all four; *generalised* if it has all but step and fits (``i`` is written in the loop at
all), or all but invariant, or all but always; *hard* if it is not generalised.  It is *bounded* if it and all loops
around it are FOR.  Loops that can be entered beside their heads are hard.

This looks at the text only.  Overflow is left out of account, as in the paper, so that nothing here proves that a
loop ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import takewhile

from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Const,
    Deref,
    Expr,
    PointerAdd,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
    subexpressions,
    without_casts,
)
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Operation, Skip, flatten
from whet.cfa.uses import Uses, uses_of_edge, uses_of_sequence
from whet.task.records import dataclass

_SWAPPED = {
    BinaryOp.LT: BinaryOp.GT,
    BinaryOp.GT: BinaryOp.LT,
    BinaryOp.LE: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LE,
    BinaryOp.EQ: BinaryOp.EQ,
    BinaryOp.NE: BinaryOp.NE,
}
_NEGATED = {
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.LE: BinaryOp.GT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
}


@dataclass(frozen=True, slots=True)
class LoopClass:
    """What a loop is; ``is_bounded`` implies ``is_for``, which implies ``is_generalised``."""

    head: Node
    is_bounded: bool
    is_for: bool
    is_generalised: bool

    @property
    def is_hard(self) -> bool:
        return not self.is_generalised


@dataclass(frozen=True, slots=True)
class Test:
    """A way out of a loop; the loop continues while ``iterator operator bound``."""

    edge: Edge
    iterator: Variable
    operator: BinaryOp
    bound: Expr | None
    """None for 0."""


def classify_loops(program: Program) -> tuple[LoopClass, ...]:
    """The classes of all loops of the program's functions, outer loops first."""
    facts = Facts.of(program)
    found: list[LoopClass] = []
    written = _written_by(program)
    for function in program.defined_functions:
        if function is not program.start:
            found.extend(_classes(facts.loops(function).loops, program, written))
    return tuple(found)


def _classes(loops: Iterable[Loop], program: Program, written: dict[Variable, frozenset[Function]]) -> Iterator[LoopClass]:
    known: dict[Loop, LoopClass] = {}
    for loop in loops:
        examined = _Examined(loop, program, written)
        is_for, is_generalised = examined.verdict()
        outer = loop.parent is None or known[loop.parent].is_bounded
        known[loop] = LoopClass(loop.head, is_for and outer, is_for, is_generalised)
        yield known[loop]


def _written_by(program: Program) -> dict[Variable, frozenset[Function]]:
    """The functions that write each global variable by its name."""
    found: dict[Variable, set[Function]] = {}
    for function in program.defined_functions:
        for edge in function.edges() if function is not program.start else ():
            for variable in uses_of_edge(edge).writes:
                if variable.kind is VariableKind.GLOBAL:
                    found.setdefault(variable, set()).add(function)
    return {variable: frozenset(functions) for variable, functions in found.items()}


class _Examined:
    """One loop with what its edges do."""

    def __init__(self, loop: Loop, program: Program, written: dict[Variable, frozenset[Function]]) -> None:
        self.loop = loop
        self.program = program
        self.written_by = written
        self.edges = [edge for node in loop for edge in node.leaving if edge.target in loop]

    def verdict(self) -> tuple[bool, bool]:
        """Is it FOR, and is it generalised?"""
        if not self.loop.is_reducible:
            return False, False
        is_for = is_generalised = False
        for test in self._tests():
            steps = self._steps(test.iterator)
            fits = steps is not None and _fits(steps, test.operator)
            invariant, always = self._is_invariant(test.bound), self._is_always(test.edge.source)
            is_for |= fits and invariant and always
            changes = fits or test.iterator in self._writes
            is_generalised |= (changes and invariant and always) or (fits and always) or (fits and invariant)
        return is_for, is_generalised

    @cached_property
    def _uses(self) -> list[Uses]:
        return [uses_of_edge(edge) for edge in self.edges]

    @cached_property
    def _writes(self) -> frozenset[Variable]:
        return frozenset(variable for uses in self._uses for variable in uses.writes | uses.kills)

    @cached_property
    def _calls(self) -> bool:
        return any(uses.calls for uses in self._uses)

    @cached_property
    def _stores(self) -> bool:
        return any(uses.stores for uses in self._uses)

    def _tests(self) -> Iterator[Test]:
        for edge in self.loop.exits:
            for operation in takewhile(lambda part: isinstance(part, (Assume, Skip)), flatten(edge.operation)):
                if isinstance(operation, Assume):
                    yield from _tests(edge, operation)

    def _may_change_elsewhere(self, variable: Variable) -> bool:
        """May something else than an assignment by name in the loop change it?"""
        if variable in self.program.address_taken and (self._calls or self._stores):
            return True
        others = self.written_by.get(variable, frozenset()) - {self.loop.head.function}
        return self._calls and bool(others)

    def _is_invariant(self, bound: Expr | None) -> bool:
        for part in subexpressions(bound) if bound is not None else ():
            if isinstance(part, Deref):
                return False
            if isinstance(part, Var) and (part.variable in self._writes or self._may_change_elsewhere(part.variable)):
                return False
        return True

    def _steps(self, iterator: Variable) -> list[int] | None:
        """The steps of a variable that only moves by constants in one direction, on every way round; None otherwise."""
        if self._may_change_elsewhere(iterator):
            return None
        steps: list[int] = []
        stepping: set[Edge] = set()
        for edge, uses in zip(self.edges, self._uses, strict=True):
            if iterator in uses.writes or iterator in uses.kills:
                found = [_step(each, iterator) for each in flatten(edge.operation) if _writes(each, iterator)]
                if None in found or not found:
                    return None
                steps.extend(step for step in found if step is not None)
                stepping.add(edge)
        same = all(step > 0 for step in steps) or all(step < 0 for step in steps)
        return steps if steps and same and not self._goes_round(except_edges=stepping) else None

    def _is_always(self, node: Node) -> bool:
        return node is self.loop.head or not self._goes_round(except_node=node)

    def _goes_round(self, *, except_edges: Collection[Edge] = (), except_node: Node | None = None) -> bool:
        """Is there a way from the head to the head that leaves out some edges or a node?"""
        seen: set[Node] = set()
        pending = [self.loop.head]
        while pending:
            for edge in pending.pop().leaving:
                target = edge.target
                if edge in except_edges or target not in self.loop or target is except_node:
                    continue
                if target is self.loop.head:
                    return True
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return False


def _tests(edge: Edge, assumed: Assume) -> Iterator[Test]:
    """The tests in an assumption on an edge out of a loop; either side may be the iterator."""
    match without_casts(assumed.condition):
        case Binary(op=op, left=left, right=right) if op in _NEGATED:
            stays = _NEGATED[op] if assumed.truth else op
            if (variable := _variable(left)) is not None:
                yield Test(edge, variable, stays, right)
            if (variable := _variable(right)) is not None:
                yield Test(edge, variable, _SWAPPED[stays], left)
        case Unary(op=UnaryOp.NOT, operand=operand) if (variable := _variable(operand)) is not None:
            yield Test(edge, variable, BinaryOp.NE if assumed.truth else BinaryOp.EQ, None)
        case Var() as operand if (variable := _variable(operand)) is not None:
            yield Test(edge, variable, BinaryOp.EQ if assumed.truth else BinaryOp.NE, None)
        case _:
            pass


def _variable(expr: Expr) -> Variable | None:
    """The variable of the program that an expression is; what the front end keeps in a temporary, such as the result
    of a call, is none.
    """
    bare = without_casts(expr)
    is_named = isinstance(bare, Var) and bare.variable.kind is not VariableKind.TEMPORARY
    return bare.variable if isinstance(bare, Var) and is_named else None


def _writes(operation: Operation, variable: Variable) -> bool:
    uses = uses_of_sequence((operation,), None)
    return variable in uses.writes or variable in uses.kills


def _step(operation: Operation, variable: Variable) -> int | None:
    """The ``c`` of ``variable = variable + c``; None if it is something else."""
    if not isinstance(operation, Assign) or operation.lvalue != Var(variable):
        return None
    match without_casts(operation.value):
        case Binary(op=BinaryOp.ADD, left=moved, right=step) | PointerAdd(pointer=moved, index=step):
            sign = 1
        case Binary(op=BinaryOp.SUB, left=moved, right=step):
            sign = -1
        case _:
            return None
    if _variable(moved) is not variable:
        moved, step = step, moved
    constant = without_casts(step)
    is_step = _variable(moved) is variable and isinstance(constant, Const)
    return sign * constant.value if is_step and isinstance(constant, Const) else None


def _fits(steps: list[int], stays: BinaryOp) -> bool:
    """Do the steps reach the end of the loop?"""
    match stays:
        case BinaryOp.LT | BinaryOp.LE:
            return steps[0] > 0
        case BinaryOp.GT | BinaryOp.GE:
            return steps[0] < 0
        case BinaryOp.NE:
            return all(abs(step) == 1 for step in steps)
        case _:
            return True
