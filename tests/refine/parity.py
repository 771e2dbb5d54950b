"""A domain that is not in the package: whether variables are even or odd, of those variables for which a refinement asked.

It shows what a refinable domain must bring: a transfer relation, a precision that can grow, and what refinement asks of a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whet.cfa.equations import equation_of
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Lvalue, Var, Variable
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Enter, Havoc, Leave
from whet.cfa.types import IntType
from whet.core.arg import Path
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.path import PathStep, steps_of
from whet.refine.domain import Tracked
from whet.refine.interpolation import ALL_SHORTCUTS, Interpolation
from whet.refine.refinable import InitialPrecision, PathAnswer, Refinable, RefinerContext
from whet.refine.refiner import ByInterpolation, PathRefiner
from whet.task.precision_file import Entry

NAME = "parity"
State = frozenset[tuple[Variable, int]]
"""The last bit of the variables of which it is known."""


@dataclass(frozen=True)
class Parity:
    """What can be tracked."""

    variable: Variable

    @property
    def variables(self) -> frozenset[Variable]:
        return frozenset((self.variable,))

    def __str__(self) -> str:
        return f"{self.variable.function or ''}::{self.variable.name}"


@dataclass(frozen=True)
class ParityPrecision:
    """The same everywhere."""

    tracked: frozenset[Parity] = frozenset()

    def joined(self, increment: Mapping[Node, frozenset[Parity]]) -> ParityPrecision:
        return ParityPrecision(self.tracked.union(*increment.values()))

    def includes(self, increment: Mapping[Node, frozenset[Parity]]) -> bool:
        return all(wanted <= self.tracked for wanted in increment.values())

    def __len__(self) -> int:
        return len(self.tracked)


class ParityAnalysis(EdgeAnalysis[State]):
    """Tracks which integer variables are even, and which are odd."""

    name = NAME

    def initial(self, node: Node) -> State:
        return frozenset()

    def initial_precision(self) -> Any:
        return ParityPrecision()

    def leq(self, *, lhs: State, rhs: State) -> bool:
        return lhs >= rhs

    def join(self, a: State, b: State) -> State:
        return a & b

    def post(self, edge: Edge) -> Any:
        run = super().post(edge)
        if run is None:
            return None

        def adjusted(state: State, precision: ParityPrecision) -> Sequence[State]:
            kept = {item.variable for item in precision.tracked}
            found = run(state, self.initial_precision())
            return [frozenset(pair for pair in each if pair[0] in kept) for each in found]

        return adjusted

    def refinable(self, context: RefinerContext) -> ParityRefiner:
        paths = ParityPaths(self)
        by_interpolation = ByInterpolation(Interpolation(paths, ALL_SHORTCUTS, lambda: None), paths)
        return ParityRefiner(
            self.program,
            PathRefiner(paths, by_interpolation, context.selection, prefix_limit=8, method="interpolation", what="parities"),
        )

    # Operations

    def assign(self, state: State, operation: Assign) -> State:
        return self._store(state, operation.lvalue, _parity(state, operation.value))

    def assume(self, state: State, operation: Assume) -> State | None:
        equation = equation_of(operation.condition, operation.truth)
        sides = set() if equation is None else {_parity(state, equation.left), _parity(state, equation.right)}
        return None if sides == {0, 1} else state

    def havoc(self, state: State, operation: Havoc) -> State:
        return self._store(state, operation.lvalue, None)

    def declare(self, state: State, operation: Declare) -> State:
        return self._store(state, Var(operation.variable), 0 if operation.zeroed else None)

    def call(self, state: State, operation: Call) -> State:
        return state if operation.result is None else self._store(state, operation.result, None)

    def enter(self, state: State, operation: Enter) -> State:
        return _without_frame(state, operation.function)

    def leave(self, state: State, operation: Leave) -> State:
        return self.call(_without_frame(state, operation.function), operation.call)

    def _store(self, state: State, lvalue: Lvalue, parity: int | None) -> State:
        if not isinstance(lvalue, Var):
            return state
        rest = frozenset(pair for pair in state if pair[0] is not lvalue.variable)
        return rest if parity is None or not self._is_plain(lvalue.variable) else rest | {(lvalue.variable, parity)}

    def _is_plain(self, variable: Variable) -> bool:
        """Does it change only where it is named?"""
        is_integer = isinstance(variable.type, IntType) and not variable.type.is_bool
        return is_integer and not variable.is_volatile and variable not in self.program.address_taken


def _without_frame(state: State, function: Function) -> State:
    return frozenset(pair for pair in state if pair[0].function != function.name)


def _parity(state: State, expr: Expr) -> int | None:
    match expr:
        case Const(value=value):
            return value % 2
        case Var(variable=variable):
            return dict(state).get(variable)
        case Cast(operand=operand, type=IntType(is_bool=False)) if isinstance(operand.type, IntType):
            return _parity(state, operand)
        case Binary(op=BinaryOp.REM, left=left, right=Const(value=value)) if value and value % 2 == 0:
            return _parity(state, left)
        case Binary(op=BinaryOp.ADD | BinaryOp.SUB, left=left, right=right):
            parities = _parity(state, left), _parity(state, right)
            return None if None in parities else sum(each or 0 for each in parities) % 2
        case _:
            return None


class ParityPaths:
    """What refinement asks of the domain."""

    def __init__(self, analysis: ParityAnalysis) -> None:
        self._analysis = analysis

    def initial(self) -> State:
        return frozenset()

    def post(self, step: PathStep) -> Callable[[State], State | None] | None:
        edge = step.as_edge
        run = None if edge is None else EdgeAnalysis.post(self._analysis, edge)
        if run is None:
            return None
        return lambda state: next(iter(run(state, self._analysis.initial_precision())), None)

    def elements(self, state: State) -> Sequence[Variable]:
        return sorted((variable for variable, _ in state), key=lambda variable: variable.number)

    def without(self, state: State, element: Variable) -> State:
        return frozenset(pair for pair in state if pair[0] is not element)

    def top(self, state: State) -> State:
        return frozenset()

    def renames(self, *, before: State, after: State) -> bool:
        return before == after

    def precision(self, state: State, location: Node) -> frozenset[Tracked]:
        return frozenset(Parity(variable) for variable, _ in state)


class ParityRefiner(Refinable[ParityPrecision]):
    """Excludes paths by tracking parities."""

    name = NAME
    tracks = "parities"

    def __init__(self, program: Program, path_refiner: PathRefiner[State, Variable]) -> None:
        self._program = program
        self._path_refiner = path_refiner

    def examine(self, path: Path, precision: ParityPrecision) -> PathAnswer:
        return self._path_refiner.refine(steps_of(path.edges))

    def entries(self, precision: ParityPrecision) -> Iterator[Entry]:
        return (Entry(NAME, str(item)) for item in precision.tracked)

    def begin_with(self, given: Sequence[Entry], precision: ParityPrecision) -> InitialPrecision[ParityPrecision]:
        known = {str(Parity(variable)): Parity(variable) for variable in self._program.variables()}
        found = frozenset(known[entry.text] for entry in given if entry.text in known)
        notes = tuple(f"there is no {entry.text}" for entry in given if entry.text not in known)
        return InitialPrecision(ParityPrecision(precision.tracked | found), notes)
