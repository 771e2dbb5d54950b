"""Infeasible sliced block prefixes: the different reasons why a path of blocks is infeasible (Löwe, section 7.6.3, Algorithm 8).

A block that contradicts what is before it ends a prefix, and is then replaced by one that does nothing; so the rest of the path
stays feasible and may have another contradiction.  A block of one step may instead lose only its assumptions (Algorithm 6): then
its assignments can still be part of a later contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.refine.blocks import PathBlock
from whet.solvers.port import Failure, Model, NoAnswer, Sat, Solver, SolverAnswer, Unsat
from whet.solvers.terms.factory import Terms
from whet.task.records import dataclass

Weaken: TypeAlias = Callable[[PathBlock], PathBlock]
"""A block that excludes nothing, with the same instances."""


@dataclass(frozen=True, slots=True)
class FeasibleBlocks:
    """Some execution follows the path."""

    model: Model


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The path is infeasible."""

    found: Iterator[tuple[PathBlock, ...]]
    """The infeasible sliced prefixes, shortest first, each computed when it is wanted: a path of blocks that contradict each
    other.  There is at least one."""


def extract_sliced_block_prefixes(
    new_solver: Callable[[], Solver], path: Sequence[PathBlock], weaken: Weaken, *, seconds: float | None = None
) -> FeasibleBlocks | Prefixes | Failure:
    """``seconds`` is the limit of a query."""
    questions = _Questions(new_solver, new_solver(), seconds)
    match questions.together(path):
        case Sat(model=model):
            return FeasibleBlocks(model)
        case NoAnswer() as undecided:
            return Failure(str(undecided))
        case Unsat():
            return Prefixes(_prefixes(questions, path, weaken))


def _prefixes(questions: _Questions, path: Sequence[PathBlock], weaken: Weaken) -> Iterator[tuple[PathBlock, ...]]:
    blocks, feasible = list(path), 0
    while (end := _first_contradicting(questions, blocks, feasible)) is not None:
        yield tuple(blocks[: end + 1])
        blocks[end] = weaken(blocks[end])
        feasible = end + 1
    if not feasible:  # a solver did not answer again
        yield tuple(path)


def _first_contradicting(questions: _Questions, blocks: Sequence[PathBlock], feasible: int) -> int | None:
    """The first block that contradicts those before it, of which so many do not contradict each other.

    A solver shows a contradiction much sooner than that there is none.  So the last block that it needs for one is the first
    guess, which is right if those before that block have no contradiction: one query finds nothing where a walk along the path
    would make one query a block."""
    end = len(blocks)
    while end > feasible and (needed := questions.last_needed(blocks[:end])) is not None:
        end = needed
    return end if feasible <= end < len(blocks) else None


@dataclass(frozen=True, slots=True)
class _Questions:
    """Whether blocks go together is asked of a solver each: what an engine asserts for good it can simplify best.

    Which of them contradict each other is asked of one that learns."""

    new_solver: Callable[[], Solver]
    assuming: Solver
    seconds: float | None

    def together(self, blocks: Sequence[PathBlock]) -> SolverAnswer:
        solver = self.new_solver()
        solver.add(*(block.formula for block in blocks))
        return solver.check(limit=self.seconds)

    def last_needed(self, blocks: Sequence[PathBlock]) -> int | None:
        """The last block of a contradiction; None if there is none, as far as is known."""
        if not isinstance(self.together(blocks), Unsat):
            return None
        first = {block.formula: position for position, block in reversed([*enumerate(blocks)])}
        match self.assuming.check(*first, limit=self.seconds):
            case Unsat(core=core):
                return max((first[formula] for formula in core), default=0)
            case Sat() | NoAnswer():
                return len(blocks) - 1


def without_effect(terms: Terms) -> Weaken:
    """To the block of no-ops of Algorithm 8."""
    return lambda block: replace(block, after=replace(block.after, formula=terms.true), steps=())
