"""The laws of a sequence of interpolants, checked with a solver.

No engine's word is taken: some give terms over local symbols, or sequences that are none.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.solvers.port import NoAnswer, Sat, Solver, Unsat
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass


def vocabularies(blocks: Sequence[Term]) -> list[frozenset[Term]]:
    """For each cut between two blocks: the symbols that occur on both sides of it."""
    before = [symbols(blocks[0])] if blocks else []
    for block in blocks[1:-1]:
        before.append(before[-1] | symbols(block))
    after: list[frozenset[Term]] = []
    for block in reversed(blocks[1:]):
        after.append(symbols(block) | (after[-1] if after else frozenset()))
    return [left & right for left, right in zip(before, reversed(after), strict=False)]


@dataclass(frozen=True, slots=True)
class Valid:
    """The laws hold."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A law does not hold."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """The solver could not decide whether a law holds; such a sequence must not be used either."""

    reason: str


def check_sequence(
    solver: Solver,
    blocks: Sequence[Term],
    interpolants: Sequence[Term],
    *,
    also: frozenset[Term] = frozenset(),
    limit: float | None = None,
) -> Valid | Broken | Unchecked:
    """Is this a sequence of interpolants for the blocks?  ``limit`` is that of each query.

    An interpolant speaks of what occurs on both sides of its cut, and of the symbols in ``also``.  The solver must have no
    assertions; it has none afterwards."""
    if len(interpolants) != len(blocks) - 1:
        return Broken(f"{len(blocks)} blocks need {len(blocks) - 1} interpolants, not {len(interpolants)}")
    for position, (interpolant, vocabulary) in enumerate(zip(interpolants, vocabularies(blocks), strict=True)):
        if local := symbols(interpolant) - vocabulary - also:
            return Broken(f"interpolant {position} has the local symbol {ordered(local)[0].name}")
    return _check_steps(solver, blocks, interpolants, limit)


def _check_steps(
    solver: Solver, blocks: Sequence[Term], interpolants: Sequence[Term], limit: float | None
) -> Valid | Broken | Unchecked:
    """Each interpolant (true before the first) and the next block must imply the next (false after the last)."""
    terms = solver.terms
    chain = [terms.true, *interpolants, terms.false]
    for position, block in enumerate(blocks):
        solver.push()
        solver.add(chain[position], block, terms.not_(chain[position + 1]))
        answer = solver.check(limit=limit)
        solver.pop()
        match answer:
            case Sat():
                return Broken(f"block {position} does not lead from interpolant to interpolant")
            case NoAnswer():
                return Unchecked(f"block {position}: {answer}")
            case Unsat():
                pass
    return Valid()
