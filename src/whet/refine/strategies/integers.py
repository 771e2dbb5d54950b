"""Interpolants over mathematical integers, lifted to bit-vectors.

They generalise where bits do not: ``i <= 100`` comes from a proof over integers.  But they may be wrong when numbers wrap around;
their users check them (``blocks.checked``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.encoding.integers import Integers, IntegerTranslation, Wrapping
from whet.encoding.lifting import Lifting, NotLifted, origin_of
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.atoms import normalised
from whet.refine.interpolants.cores import SATISFIABLE
from whet.refine.interpolants.farkas import FarkasInterpolation
from whet.refine.strategies.spacer import without_locals
from whet.runtime.deadline import Deadline
from whet.solvers.interpolation import Valid, check_sequence
from whet.solvers.port import Capability, Failure, HornSolving, InterpolantTerms, UnsupportedTerm
from whet.solvers.routing import Engines
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

_SHARE = 0.5
"""Of the time for Farkas; the rest is for Spacer."""


@register_strategy("integers")
class IntegerInterpolants(Strategy):
    """Interpolants over integers: Farkas first, Spacer if there is no certificate."""

    longest = 12  # proofs over integers take their time where many cases are

    def __init__(self, encoder: Encoder, engines: Engines) -> None:
        engine = engines.able(Capability.INTEGERS)
        self._terms = encoder.terms
        self._integers = Integers(encoder.terms, encoder.vocabulary, Wrapping.LINEAR)
        self._farkas = FarkasInterpolation(engine)
        self._engine = engine
        self._horn = engine if isinstance(engine, HornSolving) else None

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        deadline = Deadline(limit)
        formulas = [block.formula for block in blocks]
        found = self._over_integers(without_locals(self._terms, [*map(self._translated, formulas)]), deadline)
        return found if isinstance(found, Failure) else self._lifted(formulas, found, deadline)

    def _translated(self, formula: Term) -> Term:
        translation = IntegerTranslation(self._integers, (formula,))
        return self._terms.and_(translation.of(formula), *translation.side)

    def _over_integers(self, relaxed: list[Term], deadline: Deadline) -> InterpolantTerms | Failure:
        left = deadline.left()
        found = self._farkas.sequence(relaxed, limit=None if left is None else left * _SHARE)
        if isinstance(found, InterpolantTerms) or found.reason == SATISFIABLE or self._horn is None or len(relaxed) < 2:
            return found
        try:
            return self._horn.horn_sequence(relaxed, limit=deadline.left())
        except UnsupportedTerm as error:
            return Failure(str(error))

    def _lifted(self, formulas: Sequence[Term], found: InterpolantTerms, deadline: Deadline) -> InterpolantTerms | Failure:
        """Exactly, unless the sequence with equations modulo their width holds, which is simpler."""
        terms = [normalised(self._terms, term) for term in found.terms]
        known = frozenset[Term]().union(*map(symbols, formulas))
        lifting = Lifting(self._terms, {self._integers.symbol(each): origin_of(self._integers, each) for each in known})
        try:
            exact = InterpolantTerms(tuple(map(lifting.exact, terms)))
        except NotLifted:
            return Failure("an interpolant over integers has no counterpart")
        modular = list(exact.terms)
        for place, term in enumerate(terms):
            with suppress(NotLifted):
                modular[place] = lifting.modular(term)
        if modular == list(exact.terms):
            return exact
        holds = check_sequence(self._engine.solver(), formulas, modular, limit=deadline.left())
        return InterpolantTerms(tuple(modular)) if isinstance(holds, Valid) else exact
