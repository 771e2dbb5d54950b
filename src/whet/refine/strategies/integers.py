"""Interpolants over mathematical integers, lifted to bit-vectors.

They generalise where bits do not: ``i <= 100`` comes from a proof over integers.  But they may be wrong when numbers wrap around;
whoever uses them checks them (``blocks.checked``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import Engines, PathBlock, Strategy
from whet.refine.interpolants.atoms import normalised
from whet.refine.interpolants.cores import SATISFIABLE
from whet.refine.interpolants.deadline import Deadline
from whet.refine.interpolants.farkas import FarkasInterpolation
from whet.refine.interpolants.relaxation import Relaxation, Wrapping
from whet.refine.strategies.spacer import without_locals
from whet.solvers.interpolation import Valid, check_sequence
from whet.solvers.port import Failure, HornSolving, InterpolantTerms, UnsupportedTerm
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

_SHARE = 0.5
"""Of the time for Farkas; the rest is for Spacer."""


@register_strategy("integers")
class IntegerInterpolants(Strategy):
    """Interpolants over integers: Farkas first, Spacer if there is no certificate."""

    longest = 12  # proofs over integers take their time where many cases are

    def __init__(self, encoder: Encoder, engines: Engines) -> None:
        engine = engines("z3")
        self._terms = encoder.terms
        self._relaxation = Relaxation(encoder)
        self._farkas = FarkasInterpolation(engine)
        self._engine = engine
        self._horn = engine if isinstance(engine, HornSolving) else None

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        deadline = Deadline(limit)
        found: InterpolantTerms | Failure = Failure(SATISFIABLE)
        for relaxed in self._relaxed(blocks):
            found = self._over_integers(relaxed, deadline)
            if not isinstance(found, Failure):
                break
        return found if isinstance(found, Failure) else self._lifted(blocks, found, deadline)

    def _relaxed(self, blocks: Sequence[PathBlock]) -> Iterator[list[Term]]:
        """The blocks in integers, in both ways if there are two."""
        steps = [relaxed for relaxed in map(self._relaxation.by_steps, blocks) if relaxed is not None]
        if len(steps) == len(blocks):
            yield without_locals(self._terms, steps)
        yield without_locals(self._terms, [self._relaxation.by_terms(block) for block in blocks])

    def _over_integers(self, relaxed: list[Term], deadline: Deadline) -> InterpolantTerms | Failure:
        left = deadline.left()
        found = self._farkas.sequence(relaxed, limit=None if left is None else left * _SHARE)
        if isinstance(found, InterpolantTerms) or found.reason == SATISFIABLE or self._horn is None or len(relaxed) < 2:
            return found
        try:
            return self._horn.horn_sequence(relaxed, limit=deadline.left())
        except UnsupportedTerm as error:
            return Failure(str(error))

    def _lifted(self, blocks: Sequence[PathBlock], found: InterpolantTerms, deadline: Deadline) -> InterpolantTerms | Failure:
        """As they are, unless a simpler sequence holds."""
        formulas = [block.formula for block in blocks]
        terms, everything = [normalised(self._terms, term) for term in found.terms], self._terms.and_(*formulas)
        exact = _all_known(map(self._relaxation.integers.lifted, terms))
        wrapping = _all_known(map(Wrapping(self._relaxation.integers, self._terms, symbols(everything)).lifted, terms))
        if wrapping is not None and wrapping != exact:
            holds = check_sequence(self._engine.solver(), formulas, wrapping.terms, limit=deadline.left())
            exact = wrapping if isinstance(holds, Valid) else exact
        return Failure("an interpolant over integers has no counterpart") if exact is None else exact


def _all_known(terms: Iterable[Term | None]) -> InterpolantTerms | None:
    found = list(terms)
    known = tuple(term for term in found if term is not None)
    return InterpolantTerms(known) if len(known) == len(found) else None


__all__ = ["IntegerInterpolants"]
