"""Interpolants from Horn clauses: z3's Spacer solves one predicate per cut (Hoder, Bjørner, SAT 2012).

What is local to a block and defined there is eliminated first; Spacer would find its value too, but slowly.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.resolution import resolved
from whet.solvers.interpolation import vocabularies
from whet.solvers.port import Capability, Failure, HornSolving, InterpolantTerms, MissingCapability, UnsupportedTerm
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols


@register_strategy("spacer")
class Spacer(Strategy):
    """Horn clauses that z3's Spacer solves."""

    def __init__(self, encoder: Encoder, engines: Engines) -> None:
        engine = engines.able(Capability.HORN)
        if not isinstance(engine, HornSolving):
            raise MissingCapability(f"{engine.name} does not solve Horn clauses")
        self._terms = encoder.terms
        self._engine: HornSolving = engine

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        if len(blocks) < 2:
            return InterpolantTerms(())
        formulas = without_locals(self._terms, [block.formula for block in blocks])
        try:
            return self._engine.horn_sequence(formulas, limit=limit)
        except UnsupportedTerm as error:
            return Failure(str(error))


def without_locals(terms: Terms, formulas: Sequence[Term]) -> list[Term]:
    """Equivalent as seen from the cuts: no symbol that equalities define inside one block."""
    cuts = [frozenset[Term](), *vocabularies(formulas), frozenset[Term]()]
    local = [symbols(formula) - before - after for formula, before, after in zip(formulas, cuts, cuts[1:], strict=False)]
    return [resolved(terms, formula, own)[0] for formula, own in zip(formulas, local, strict=True)]
