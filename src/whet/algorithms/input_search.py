"""Inputs for one run after another that take more and more branches of a program.

    while inputs are requested:
        some of the pool: random ones, mutations of those that took a branch for the first time
        some in which one compared value is moved to the other
        solutions for the branches beside the path of a run

The caller runs the program on the inputs and reports to the pool which branches the run took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import count
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Valid
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.semantics import Value
from whet.cfa.types import IntType
from whet.core.configuration import EngineChoice
from whet.interpreter.inputs import Inputs
from whet.interpreter.linking import EdgeWatcher
from whet.interpreter.pool import InputPool, PooledInput, StyledInputs
from whet.interpreter.view import View

if TYPE_CHECKING:
    from whet.algorithms.concolic import BranchSolver

RUNS_BETWEEN = 40
"""Inputs of the pool before others."""
_ROUNDS_BEFORE_SOLVING = 3
_WATCHED_EDGES = 100_000
_LONGEST_SOLVED = 4000
"""Edges of a path beside which branches are solved for."""
_QUESTION_SECONDS = 0.3
_LEAST_SOLVING = 0.1
"""Seconds."""

Watch: TypeAlias = Callable[[EdgeWatcher, Inputs], object]
"""Runs the program on inputs; the watcher sees each edge."""


class InputSearch:
    """The search in one program; ``edges`` numbers its branches, and ``pool`` knows those that were taken."""

    def __init__(
        self, program: Program, watch: Watch, edges: Mapping[Edge, int], pool: InputPool, engine: EngineChoice | None
    ) -> None:
        """``watch`` runs the program once more; without an engine nothing is solved."""
        self._program = program
        self._watch = watch
        self._edges = edges
        self._pool = pool
        self._engine = engine
        self._tries: dict[Edge, int] = {}
        self._solved: set[PooledInput] = set()

    def inputs(self) -> Iterator[StyledInputs | None]:
        """None is none yet, so that others may have their turn.  Solving takes at most as long as the runs between."""
        solutions: Iterator[StyledInputs | None] = iter(())
        for round in count():
            begin = process_time()
            for _ in range(RUNS_BETWEEN):
                yield self._pool.next()
            edge = self._open_branch()
            if edge is None:
                continue
            yield from self._inputs_for(edge)
            if self._engine is None or round < _ROUNDS_BEFORE_SOLVING:
                continue
            now = process_time()
            end = now + max(_LEAST_SOLVING, now - begin)
            for inputs in solutions:
                yield inputs
                if process_time() > end:
                    break
            else:
                solutions = self._solutions_beside(edge)

    def _is_open(self, edge: Edge) -> bool:
        return edge in self._edges and self._edges[edge] not in self._pool.by_edge

    def _open_branch(self) -> Edge | None:
        """One that no run took, although runs come to its node; the one that was tried least."""
        beside = [edge for edge in self._edges if self._is_open(edge) and self._beside(edge) is not None]
        return min(beside, key=lambda edge: self._tries.get(edge, 0), default=None)

    def _beside(self, edge: Edge) -> PooledInput | None:
        """An input that comes to the node of an edge."""
        siblings = [self._edges[other] for other in edge.source.leaving if other is not edge and other in self._edges]
        entries = [entry for number in siblings for entry in self._pool.by_edge.get(number, ())]
        return entries[self._tries.get(edge, 0) % len(entries)] if entries else None

    # ---------------------------------------------------------------------------------------------- by comparisons

    def _inputs_for(self, edge: Edge) -> Iterator[StyledInputs]:
        entry, compared = self._beside(edge), compared_values(edge)
        tries = self._tries[edge] = self._tries.get(edge, 0) + 1
        if entry is None or compared is None:
            return
        for read, one, other in self._compared(entry, edge, compared, visits=4 * tries):
            for have, want in ((one, other), (other, one)):
                for near in (want, *((want + 1, want - 1) if isinstance(want, int) else ())):
                    for inputs in self._pool.toward(entry, read, have, near):
                        yield inputs
                        if not self._is_open(edge):
                            return

    def _compared(
        self, entry: PooledInput, edge: Edge, operands: tuple[Expr, Expr], visits: int
    ) -> list[tuple[int, Value, Value]]:
        """What the operands of a condition were when a run came to it, and how many inputs had been read: the last visits."""
        recorded = self._pool.recorded(entry)
        seen: dict[tuple[Value, Value], int] = {}
        left = _WATCHED_EDGES

        def see(taken: Edge, view: View) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise _Enough
            if taken.source is edge.source:
                one, other = map(view.value, operands)
                if one is not None and other is not None:
                    seen.pop((one, other), None)
                    seen[one, other] = recorded.count

        with suppress(_Enough):
            self._watch(see, recorded)
        return [(read, one, other) for (one, other), read in list(seen.items())[-visits:]][::-1]

    # ---------------------------------------------------------------------------------------------- by a solver

    def _solutions_beside(self, edge: Edge) -> Iterator[StyledInputs | None]:
        """For all branches that no run took, beside the path of a run that comes to this one."""
        entry = self._beside(edge)
        if entry is None or entry in self._solved:
            return
        self._solved.add(entry)
        path: list[Edge] = []

        def see(taken: Edge, _: View) -> None:
            path.append(taken)
            if len(path) == _LONGEST_SOLVED:
                raise _Enough

        with suppress(_Enough):
            self._watch(see, self._pool.recorded(entry))
        for values in self._solver.inputs(path, self._is_open, seconds=_QUESTION_SECONDS):
            yield None if values is None else self._pool.beginning(values)

    @cached_property
    def _solver(self) -> BranchSolver:
        from whet.algorithms.concolic import BranchSolver  # most programs need no encoder, which this brings

        assert self._engine is not None
        return BranchSolver(self._program, self._engine)


class _Enough(Exception):
    """A run was watched for long."""


def compared_values(edge: Edge) -> tuple[Expr, Expr] | None:
    """The operands that the condition of a branch compares."""
    first = flatten(edge.operation)[0]
    expr = first.condition if isinstance(first, Assume) else None
    while expr is not None:
        match expr:
            case Valid():  # no input makes a pointer valid
                return None
            case Cast(operand=operand) | Unary(op=UnaryOp.NOT, operand=operand):
                expr = operand
            case Binary(op=BinaryOp.NE | BinaryOp.EQ, left=Binary() as inner, right=Const(value=0)) if inner.op.is_comparison:
                expr = inner
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return left, right
            case _ if isinstance(expr.type, IntType):
                return expr, Const(0, expr.type)
            case _:
                return None
    return None


def branching_edges(program: Program) -> dict[Edge, int]:
    """The edges that have siblings, and their numbers."""
    edges = (edge for node in program.nodes() if len(node.leaving) > 1 for edge in node.leaving)
    return {edge: number for number, edge in enumerate(edges)}
