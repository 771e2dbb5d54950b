"""Several strategies in one: the first good answer, or all of them for a selection.

Nothing leaves this module unchecked.  What was tried, and why it failed, is counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.cores import is_nonlinear, resolved_check
from whet.solvers.interpolation import Broken, Unchecked, Valid, check_sequence
from whet.solvers.port import Failure, InterpolantTerms, Solver, Unsat
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

_PATIENCE = 1.0
"""Seconds for a query with products before algebra is tried."""
_SECOND_OPINION = 0.2
"""The part of the time that a strategy has which is asked after another one has found a sequence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sequence that was checked, and who found it."""

    strategy: str
    interpolants: InterpolantTerms
    settles: bool = False
    """Is it to be used, whatever others might find?"""


class Combination:
    """Asks strategies in their order; the solver checks what they say and must have no assertions.

    A strategy has so many seconds for finding a sequence, and again for each query of checking it."""

    def __init__(self, strategies: Sequence[Strategy], solver: Solver, *, seconds: float | None = None) -> None:
        self._strategies = tuple(strategies)
        self._solver = solver
        self._limit = seconds
        self._counts: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}

    def first(self, blocks: Sequence[PathBlock]) -> Candidate | Failure:
        """What the first strategy that succeeds finds; otherwise why the last one did not."""
        last = Failure("no strategy allows so many blocks")
        for answer in self.answers(blocks):
            if isinstance(answer, Candidate):
                return answer
            last = answer
        return last

    def candidates(self, blocks: Sequence[PathBlock]) -> list[Candidate]:
        """What all strategies find, without repetitions."""
        found: dict[InterpolantTerms, Candidate] = {}
        for answer in self.answers(blocks):
            if isinstance(answer, Candidate):
                found.setdefault(answer.interpolants, answer)
        return list(found.values())

    def answers(self, blocks: Sequence[PathBlock]) -> Iterator[Candidate | Failure]:
        """What the strategies say, one after the other; each is asked when its answer is wanted.

        Who is asked after a success has less time: the answer can be better, but is not needed."""
        limit, again = self._limit, False
        for strategy in self._strategies:
            if strategy.allows(blocks, again=again):
                answer = self._asked(strategy, blocks, limit)
                if isinstance(answer, Candidate) and not again:
                    limit, again = None if limit is None else limit * _SECOND_OPINION, True
                yield answer
            else:
                self._counts[f"{strategy.name}: not asked"] += 1

    def _asked(self, strategy: Strategy, blocks: Sequence[PathBlock], limit: float | None) -> Candidate | Failure:
        begin = time.monotonic()
        found: InterpolantTerms | Failure = Failure("the path comes a second time")
        for view in strategy.views(blocks, limit=limit):
            found = self._lawful(strategy, view, strategy.sequence(view, limit=limit), limit)
            if not isinstance(found, Failure):
                break
        self._seconds[strategy.name] = self._seconds.get(strategy.name, 0.0) + time.monotonic() - begin
        if isinstance(found, Failure):
            self._counts[f"{strategy.name}: {_kind(found.reason)}"] += 1
            return found
        self._counts[f"{strategy.name}: found"] += 1
        return Candidate(strategy.name, found, strategy.settles)

    def _lawful(
        self, strategy: Strategy, blocks: Sequence[PathBlock], found: InterpolantTerms | Failure, limit: float | None
    ) -> InterpolantTerms | Failure:
        laws = strategy.laws
        return self._checked(blocks, found, limit) if laws is None else laws(self._solver, blocks, found, limit=limit)

    def _checked(
        self, blocks: Sequence[PathBlock], found: InterpolantTerms | Failure, limit: float | None
    ) -> InterpolantTerms | Failure:
        """``checked``; what the solver cannot decide is asked again in another form."""
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

    def _holds(self, formulas: Sequence[Term], found: InterpolantTerms, limit: float | None) -> bool:
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
