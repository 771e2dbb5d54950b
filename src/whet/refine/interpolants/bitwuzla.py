"""Bitwuzla's own interpolants, from proofs over bits."""

from __future__ import annotations

from collections.abc import Sequence

from whet.refine.blocks import Block
from whet.refine.interpolants.simplified import simplified
from whet.smt.engines.port import Failure, Interpolants, Interpolating, Solver


class ProofInterpolants:
    """The strategy.  The engine simplifies what it finds, but leaves much of the bits; the solver is for simplifying more."""

    name = "bitwuzla"

    def __init__(self, engine: Interpolating, solver: Solver) -> None:
        self._engine = engine
        self._solver = solver

    def sequence(self, blocks: Sequence[Block], *, limit: float | None = None) -> Interpolants | Failure:
        found = self._engine.sequence([block.formula for block in blocks], limit=limit)
        return found if isinstance(found, Failure) else simplified(self._solver, found)


__all__ = ["ProofInterpolants"]
