"""Infeasible sliced block prefixes: the different reasons why a path of blocks is infeasible (Löwe, section 7.6.3, Algorithm 8).

A block that contradicts what is before it ends a prefix, and is then replaced by one that does nothing; so the rest of the path
stays feasible and may have another contradiction.  A block of one step may instead lose only its assumptions (Algorithm 6): then
its assignments can still be part of a later contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from whet.refine.blocks import Block
from whet.smt.factory import Terms
from whet.smt.port import Failure, Model, Sat, Solver, Undecided, Unsat

Weaken: TypeAlias = Callable[[Block], Block]
"""A block that excludes nothing, with the same instances."""


@dataclass(frozen=True, slots=True)
class FeasibleBlocks:
    """Some execution follows the path."""

    model: Model


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The infeasible sliced prefixes, shortest first; each is a path of blocks that contradict each other."""

    found: tuple[tuple[Block, ...], ...]


def extract_sliced_block_prefixes(
    solver: Solver, path: Sequence[Block], weaken: Weaken, *, limit: int, seconds: float | None = None
) -> FeasibleBlocks | Prefixes | Failure:
    """At most ``limit`` prefixes, or the whole path if that is 0; ``seconds`` is the limit of a query.

    The solver has no assertions before and after."""
    solver.push()
    try:
        solver.add(*(block.formula for block in path))
        match solver.check(limit=seconds):
            case Sat(model=model):
                return FeasibleBlocks(model)
            case Undecided() as undecided:
                return Failure(str(undecided))
            case Unsat():
                pass
    finally:
        solver.pop()
    return Prefixes(tuple(islice(_prefixes(solver, path, weaken, seconds), limit)) or (tuple(path),))


def _prefixes(solver: Solver, path: Sequence[Block], weaken: Weaken, seconds: float | None) -> Iterator[tuple[Block, ...]]:
    feasible: list[Block] = []
    depth = 0
    try:
        for block in path:
            solver.push()
            depth += 1
            solver.add(block.formula)
            match solver.check(limit=seconds):
                case Unsat():
                    yield (*feasible, block)
                    solver.pop()
                    solver.push()
                    weaker = weaken(block)
                    solver.add(weaker.formula)
                    feasible.append(weaker)
                case Sat() | Undecided():
                    feasible.append(block)
    finally:
        for _ in range(depth):
            solver.pop()


def without_effect(terms: Terms) -> Weaken:
    """To the block of no-ops of Algorithm 8."""
    return lambda block: replace(block, after=replace(block.after, formula=terms.true), steps=())


__all__ = ["FeasibleBlocks", "Prefixes", "Weaken", "extract_sliced_block_prefixes", "without_effect"]
