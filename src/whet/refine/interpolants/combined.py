"""Several strategies in one: the first good answer, or all of them for somebody to choose from.

Nothing leaves this module unchecked.  What was tried, and why it failed, is counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from whet.refine.blocks import Block, Strategy
from whet.refine.interpolants.bitwuzla import ProofInterpolants
from whet.refine.interpolants.cores import is_nonlinear, resolved_check
from whet.refine.interpolants.integers import IntegerInterpolants
from whet.refine.interpolants.spacer import Spacer
from whet.refine.interpolants.weakest import WeakestPreconditions
from whet.smt.encoding.encode import Encoder
from whet.smt.engines.interpolation import Broken, Unchecked, Valid, check_sequence
from whet.smt.engines.port import Engine, Failure, HornSolving, Interpolants, Interpolating, MissingCapability, Solver, Unsat
from whet.smt.terms.term import Term

_PATIENCE = 1.0
"""Seconds for a query with products before algebra is tried."""
SHORT = 12
"""Blocks of a path that is short: proofs over integers take their time where many cases are."""
_SECOND_OPINION = 1.0
"""Seconds for a strategy that is asked after another one has found a sequence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sequence that was checked, and who found it."""

    strategy: str
    interpolants: Interpolants


@dataclass(frozen=True, slots=True)
class Limits:
    """What a strategy may take on."""

    seconds: float | None = None
    """For finding a sequence, and again for each query of checking it."""
    longest: int | None = None
    """The greatest number of blocks, if one of them was joined."""
    longest_again: int | None = None
    """The greatest number of blocks, if another strategy has found a sequence already."""

    def allow(self, blocks: Sequence[Block], *, again: bool = False) -> bool:
        if again and self.longest_again is not None and len(blocks) > self.longest_again:
            return False
        return self.longest is None or len(blocks) <= self.longest or all(block.steps is not None for block in blocks)

    def within(self, most: float | None) -> float | None:
        """The seconds, but not more than ``most``."""
        return self.seconds if most is None else most if self.seconds is None else min(self.seconds, most)


class Laws(Protocol):
    """Checks a sequence with a solver that has no assertions."""

    def __call__(
        self, solver: Solver, blocks: Sequence[Block], found: Interpolants | Failure, *, limit: float | None = None
    ) -> Interpolants | Failure: ...


class Combination:
    """Asks strategies in their order; the solver checks what they say and must have no assertions."""

    def __init__(
        self,
        strategies: Sequence[Strategy],
        solver: Solver,
        limits: Mapping[str, Limits] | None = None,
        *,
        laws: Mapping[str, Laws] | None = None,
    ) -> None:
        """``laws`` names those strategies whose sequences are to obey others than those of interpolants."""
        self._strategies = tuple(strategies)
        self._solver = solver
        self._limits = {strategy.name: Limits() for strategy in strategies} | dict(limits or {})
        self._laws = dict(laws or {})
        self._counts: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}

    def first(self, blocks: Sequence[Block]) -> Candidate | Failure:
        """What the first strategy that succeeds finds; otherwise why the last one did not."""
        last = Failure("no strategy allows so many blocks")
        for answer in self.answers(blocks):
            if isinstance(answer, Candidate):
                return answer
            last = answer
        return last

    def candidates(self, blocks: Sequence[Block]) -> list[Candidate]:
        """What all strategies find, without repetitions."""
        found: dict[Interpolants, Candidate] = {}
        for answer in self.answers(blocks):
            if isinstance(answer, Candidate):
                found.setdefault(answer.interpolants, answer)
        return list(found.values())

    def answers(self, blocks: Sequence[Block]) -> Iterator[Candidate | Failure]:
        """What the strategies say, one after the other; each is asked when its answer is wanted.

        Who is asked after a success has less time: the answer can be better, but is not needed."""
        most: float | None = None
        for strategy in self._strategies:
            limits = self._limits[strategy.name]
            if limits.allow(blocks, again=most is not None):
                answer = self._asked(strategy, blocks, limits.within(most))
                most = _SECOND_OPINION if isinstance(answer, Candidate) else most
                yield answer
            else:
                self._counts[f"{strategy.name}: not asked"] += 1

    def _asked(self, strategy: Strategy, blocks: Sequence[Block], limit: float | None) -> Candidate | Failure:
        begin = time.monotonic()
        found = self._lawful(strategy.name, blocks, strategy.sequence(blocks, limit=limit), limit)
        self._seconds[strategy.name] = self._seconds.get(strategy.name, 0.0) + time.monotonic() - begin
        if isinstance(found, Failure):
            self._counts[f"{strategy.name}: {_kind(found.reason)}"] += 1
            return found
        self._counts[f"{strategy.name}: found"] += 1
        return Candidate(strategy.name, found)

    def _lawful(
        self, name: str, blocks: Sequence[Block], found: Interpolants | Failure, limit: float | None
    ) -> Interpolants | Failure:
        laws = self._laws.get(name)
        return self._checked(blocks, found, limit) if laws is None else laws(self._solver, blocks, found, limit=limit)

    def _checked(self, blocks: Sequence[Block], found: Interpolants | Failure, limit: float | None) -> Interpolants | Failure:
        """``checked``; what the solver cannot tell is put to it again in another form."""
        if isinstance(found, Failure):
            return found
        formulas = [block.formula for block in blocks]
        first = limit if not is_nonlinear([*formulas, *found.terms]) else _PATIENCE if limit is None else min(limit, _PATIENCE)
        match check_sequence(self._solver, formulas, found.terms, limit=first):
            case Valid():
                return found
            case Broken(reason=reason):
                return Failure(reason)
            case Unchecked(reason=reason):
                return found if self._holds(formulas, found, limit) else Failure(reason)

    def _holds(self, formulas: Sequence[Term], found: Interpolants, limit: float | None) -> bool:
        """Do the laws hold, the vocabulary apart?"""
        t = self._solver.terms
        chain = [t.true, *found.terms, t.false]
        steps = [(chain[n], formula, t.not_(chain[n + 1])) for n, formula in enumerate(formulas)]
        return all(isinstance(resolved_check(self._solver, step, limit=limit), Unsat) for step in steps)

    @property
    def statistics(self) -> Mapping[str, float]:
        """How often each strategy succeeded, and failed for which reason; and the seconds it took."""
        return dict(self._counts) | {f"{name}: seconds": seconds for name, seconds in self._seconds.items()}


def _kind(reason: str) -> str:
    """A reason without its particulars, so that there are few of them."""
    return "".join("#" if character.isdigit() else character for character in reason.partition(":")[0])[:60]


def rotation(encoder: Encoder, z3: Engine, bitwuzla: Engine, *, seconds: float = 5.0) -> Combination:
    """The order that closed most loops: weakest preconditions, integers on short or branch-free paths, Spacer, bitwuzla."""
    if not isinstance(z3, HornSolving) or not isinstance(bitwuzla, Interpolating):
        raise MissingCapability(f"{z3.name} must solve Horn clauses, {bitwuzla.name} must interpolate")
    strategies: tuple[Strategy, ...] = (
        WeakestPreconditions(bitwuzla, encoder=encoder),
        IntegerInterpolants(encoder, z3),
        Spacer(encoder.terms, z3),
        ProofInterpolants(bitwuzla, bitwuzla.solver()),
    )
    limits = {strategy.name: Limits(seconds=seconds) for strategy in strategies}
    limits["integers"] = Limits(seconds=seconds, longest=SHORT)
    return Combination(strategies, bitwuzla.solver(), limits)


__all__ = ["Candidate", "Combination", "Laws", "Limits", "rotation"]
