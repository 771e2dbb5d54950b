"""Loop counters: variables that are changed in a loop by a constant step and decide when the loop ends (Löwe, 8.3.1).

Precisely, for one loop:

* ``x = y + c`` in the loop, perhaps inside conversions, and perhaps without the constant, makes ``x`` a *copy* of ``y``.
  Pointers move by constants too.
* A variable *decides* if a condition under which control leaves the loop reads it, or reads a copy of it, or a truth value
  that was computed from it in the loop.
* A variable that decides is a *counter* if it is a copy of itself, directly or by way of others, and a constant is added on
  the way (``i++``; ``t = i; i = t + 1``).  So is every copy of a counter that decides itself (the ``t`` of
  ``t = i; i++; if (t == n) break;``).

Other assignments to the variable do not matter: an inner counter starts anew in every round of the outer loop.  A counter is
looked for in the body of its loop only, not in the functions that are called there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import takewhile

from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    FloatConst,
    PointerAdd,
    Unary,
    UnaryOp,
    Var,
    Variable,
    variables_of,
)
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop, LoopStructure
from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import Assign, Assume, Operation, Skip, flatten
from whet.cfa.types import CType, IntType
from whet.task.records import dataclass


def loop_counters(program: Program) -> frozenset[Variable]:
    """The counters of all loops of a program."""
    facts = Facts.of(program)
    return frozenset(counter for function in program.defined_functions for counter in _counters_in(facts.loops(function)))


@dataclass(slots=True)
class _Counting:
    """What one loop does with its variables."""

    steps: list[tuple[Variable, Variable, bool]] = field(default_factory=list)
    """(y, x, is it moved?) for ``x = y + c``."""
    tests: list[tuple[Variable, Variable]] = field(default_factory=list)
    """(y, x) for an ``x`` that is assigned a comparison of ``y``."""
    deciding: set[Variable] = field(default_factory=set)
    """Read by a condition under which control leaves the loop."""
    climbed: set[Node] = field(default_factory=set)

    def counters(self) -> set[Variable]:
        sources = _successors([*((x, y) for y, x, _ in self.steps), *((x, y) for y, x in self.tests)])
        deciding = _closure(self.deciding, sources)
        steps = [step for step in self.steps if step[1] in deciding]
        copies = _successors((y, x) for y, x, _ in steps)
        stepped = {x for y, x, is_moved in steps if is_moved and (x is y or y in _closure({x}, copies))}
        return _closure(stepped, copies)


def _successors(pairs: Iterable[tuple[Variable, Variable]]) -> dict[Variable, list[Variable]]:
    found: dict[Variable, list[Variable]] = {}
    for source, target in pairs:
        found.setdefault(source, []).append(target)
    return found


def _closure(start: Iterable[Variable], successors: Mapping[Variable, list[Variable]]) -> set[Variable]:
    found = set(start)
    pending = list(found)
    while pending:
        fresh = [variable for variable in successors.get(pending.pop(), ()) if variable not in found]
        found.update(fresh)
        pending.extend(fresh)
    return found


def _counters_in(structure: LoopStructure) -> Iterator[Variable]:
    if not structure.loops:
        return
    counting = {loop: _Counting() for loop in structure.loops}
    for node, innermost in structure.innermost.items():
        for edge in node.leaving:
            _count(edge, innermost, counting)
    for found in counting.values():
        yield from found.counters()


def _count(edge: Edge, innermost: Loop, counting: Mapping[Loop, _Counting]) -> None:
    """Note what an edge does, for each loop its source is in."""
    loop: Loop | None = innermost
    while loop is not None and edge.target not in loop:
        _note_exit(edge, loop, counting[loop])
        loop = loop.parent
    changes = [operation for operation in flatten(edge.operation) if isinstance(operation, Assign)]
    while loop is not None and changes:
        for change in changes:
            _note_change(change, counting[loop])
        loop = loop.parent


def _note_change(change: Assign, counting: _Counting) -> None:
    if not isinstance(change.lvalue, Var):
        return
    variable = change.lvalue.variable
    step = _step_from(change.value)
    if step is not None:
        counting.steps.append((step[0], variable, step[1]))
    elif _is_test(change.value):
        counting.tests.extend((read, variable) for read in variables_of(change.value))


def _step_from(expr: Expr) -> tuple[Variable, bool] | None:
    """The ``y`` of ``y + c`` (also inside conversions), and whether there is such a ``c``."""
    is_moved = False
    while True:
        match expr:
            case Var(variable=variable):
                return variable, is_moved
            case Cast(operand=inner, type=target) if not _is_bool(target):
                expr = inner
                continue
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB, left=inner, right=constant) if _is_constant(constant):
                expr = inner
            case Binary(op=BinaryOp.ADD, left=constant, right=inner) if _is_constant(constant):
                expr = inner
            case PointerAdd(pointer=inner, index=constant) if _is_constant(constant):
                expr = inner
            case _:
                return None
        is_moved = True


def _is_constant(expr: Expr) -> bool:
    match expr:
        case Cast(operand=inner) | Unary(operand=inner):
            return _is_constant(inner)
        case _:
            return isinstance(expr, Const | FloatConst)


def _is_bool(type: CType) -> bool:
    return isinstance(type, IntType) and type.is_bool


def _is_test(expr: Expr) -> bool:
    match expr:
        case Cast(operand=inner, type=target):
            return _is_bool(target) or _is_test(inner)
        case Unary(op=op):
            return op is UnaryOp.NOT
        case Binary(op=op):
            return op.is_comparison
        case _:
            return False


def _note_exit(edge: Edge, loop: Loop, counting: _Counting) -> None:
    """The condition on an edge that leaves the loop, and those before it: ``a || b`` is decided at two nodes.

    The climb stays in the loop, because a node of it that has one way in is entered from the loop."""
    _note_conditions(flatten(edge.operation), counting)
    node = edge.source
    while node is not loop.head and node not in counting.climbed and len(node.entering) == 1:
        counting.climbed.add(node)
        operations = flatten(node.entering[0].operation)
        _note_conditions(operations[::-1], counting)
        if not all(isinstance(operation, Assume | Skip) for operation in operations):
            return
        node = node.entering[0].source


def _note_conditions(operations: tuple[Operation, ...], counting: _Counting) -> None:
    """Those of the assumptions the sequence begins with."""
    for operation in takewhile(lambda part: isinstance(part, Assume | Skip), operations):
        if isinstance(operation, Assume):
            counting.deciding.update(variables_of(operation.condition))
