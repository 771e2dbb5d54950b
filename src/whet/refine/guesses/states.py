"""States of runs: the program is run with chosen inputs, and what its integers hold is noted at the heads of loops.

Inputs are those that others found, then random ones of the styles of ``interpreter.pool``.  Runs have a limit on steps and
together one on time.  Long runs are looked at ever more rarely.  The seed is fixed: a run repeats exactly, but
for what the limit on time cuts off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from random import Random
from typing import Final, TypeAlias

from whet.cfa.expressions import Binary, Expr, Var, Variable, VariableKind, subexpressions
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import Assume, Declare, flatten
from whet.cfa.semantics import Value
from whet.cfa.types import FloatType, IntType
from whet.cfa.uses import uses_of_edge
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.pool import InputVocabulary, RecordedInputs, StyledInputs, expressions_on
from whet.interpreter.process import RunBounds
from whet.interpreter.view import View
from whet.task.records import dataclass

_SEED: Final = 20_260_115
_MOST_INPUTS = 400
_NUMERIC_STYLES = tuple(style for style in range(70) if style % 5 < 2)
"""Of ``StyledInputs``: bytes are numbers, and a choice of two is often yes."""
_MOST_VARIABLES = 16
_STEPS = 20_000
"""Of one run."""
_EACH = 24
"""States of a loop that are noted one by one in a run, before only some are."""
_MOST_IN_RUN = 60
_MOST_STATES = 500
"""Of one loop."""

State: TypeAlias = tuple[int | float, ...]
"""Values of the variables of a loop, in their order."""


@dataclass(slots=True)
class LoopStates:
    """One loop, and the states in which runs came to its head."""

    loop: Loop
    variables: tuple[Variable, ...]
    states: dict[State, None] = field(default_factory=dict)

    @property
    def head(self) -> Node:
        return self.loop.head


def observe(
    program: Program, *, runs: int, seconds_left: Callable[[], float], shared: Sequence[Sequence[Value]] = ()
) -> list[LoopStates]:
    """The loops of a program to which some run came.  At most half of the runs are on ``shared`` inputs, the last of them."""
    loops = [loop for function in program.defined_functions if function.entry for loop in Facts.of(program).loops(function).loops]
    watches = {loop.head: _Watch(program, loop) for loop in loops}
    interpreter = Interpreter(program, limits=RunBounds(steps=_STEPS, depth=2000, memory=1 << 26, output=1 << 12))
    vocabulary, random = InputVocabulary.of(program), Random(_SEED)
    pooled = shared[-(runs // 2) :]

    def see(edge: Edge, view: View) -> None:
        watch = watches.get(edge.source)
        if watch is not None:
            watch.see(view)

    for number in range(runs):
        if not watches or seconds_left() <= 0:
            break
        if number < len(pooled):
            interpreter.watch(see, RecordedInputs(pooled[number]))
        else:
            interpreter.watch(
                see, StyledInputs(random, _NUMERIC_STYLES[number % len(_NUMERIC_STYLES)], vocabulary, most=_MOST_INPUTS)
            )
        for watch in watches.values():
            watch.end_run()
    return [found for watch in watches.values() if (found := watch.observed()) is not None]


def wishes_of(loop: Loop, variables: Iterable[Variable]) -> list[Expr]:
    """The comparisons that stand somewhere in the function, over these variables alone."""
    allowed = set(variables)
    parts = (part for edge in loop.head.function.edges() for part in expressions_on(edge))
    compared = (part for part in parts if isinstance(part, Binary) and part.op.is_comparison)
    return list(dict.fromkeys(part for part in compared if _is_over(part, allowed)))


def conditions_of(loop: Loop, variables: Iterable[Variable]) -> list[Expr]:
    """What branches inside the loop depend on, over these variables alone; each once, not with its negation."""
    allowed, found = set(variables), dict[Expr, None]()
    for node in loop:
        for edge in node.leaving[:1]:
            for part in flatten(edge.operation):
                if isinstance(part, Assume) and _is_over(part.condition, allowed):
                    found[part.condition] = None
    return list(found)


def _is_over(expr: Expr, allowed: set[Variable]) -> bool:
    parts = list(subexpressions(expr))
    named = {part.variable for part in parts if isinstance(part, Var)}
    return bool(named) and named <= allowed and all(isinstance(part.type, IntType) for part in parts)


def variables_at(program: Program, loop: Loop) -> tuple[Variable, ...]:
    """The numbers that are worth looking at when a turn of a loop begins; those that the loop uses come first.

    Among them are what its variables begin with, even if nobody reads it any more: ``hi = n`` is at most ``n``."""
    function = loop.head.function
    live = Facts.of(program).liveness(function)
    edges = [edge for node in loop for edge in node.leaving]
    used = {variable for uses in map(uses_of_edge, edges) for variable in uses.reads | uses.writes}
    nearby = {variable for uses in map(uses_of_edge, function.edges()) for variable in uses.reads | uses.writes}
    inside = {part.variable for edge in edges for part in flatten(edge.operation) if isinstance(part, Declare)}
    written = {variable for uses in map(uses_of_edge, edges) for variable in uses.writes}
    starting = {
        variable for uses in map(uses_of_edge, function.edges()) if uses.writes & used for variable in uses.reads
    } - written

    def is_worth_it(variable: Variable) -> bool:
        if not isinstance(variable.type, (IntType, FloatType)) or variable.is_volatile or variable in program.address_taken:
            return False
        if variable.kind in (VariableKind.TEMPORARY, VariableKind.RETURN, VariableKind.STRING) or variable in inside:
            return False
        return variable in nearby and (live.is_live(variable, loop.head) or variable in starting)

    found = [variable for variable in (*function.variables, *program.globals) if is_worth_it(variable)]
    return tuple(sorted(found, key=lambda variable: (variable not in used, variable.number))[:_MOST_VARIABLES])


class _Watch:
    """Notes the states at the head of one loop."""

    def __init__(self, program: Program, loop: Loop) -> None:
        self._loop = loop
        self._variables = list(variables_at(program, loop))
        self._states: dict[tuple[Value | None, ...], None] = {}
        self._count = 0
        self._next = 0
        self._last: tuple[Value | None, ...] | None = None

    def see(self, view: View) -> None:
        self._count += 1
        if len(self._states) >= _MOST_STATES:
            return
        self._last = tuple([view.value(Var(variable)) for variable in self._variables])
        if self._count >= self._next:
            self._states[self._last] = None
            self._next = self._count + 1 + (0 if self._count < _EACH else self._count // (_MOST_IN_RUN // 10))

    def end_run(self) -> None:
        """The last state of a run is one at which the loop was left, which says more than others."""
        if self._last is not None:
            self._states[self._last] = None
        self._count, self._next, self._last = 0, 0, None

    def observed(self) -> LoopStates | None:
        """With the variables that always had a value."""
        if not self._states or not self._variables:
            return None
        columns = [i for i in range(len(self._variables)) if all(isinstance(state[i], (int, float)) for state in self._states)]
        states: dict[State, None] = {}
        for state in self._states:
            states[tuple([value for i in columns if isinstance(value := state[i], (int, float))])] = None
        return LoopStates(self._loop, tuple(self._variables[i] for i in columns), states)
