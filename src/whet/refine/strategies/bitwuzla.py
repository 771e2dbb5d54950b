"""Bitwuzla's own interpolants, from proofs over bits."""

from __future__ import annotations

from collections.abc import Sequence

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.simplified import simplified
from whet.solvers.port import Capability, Failure, InterpolantTerms, Interpolating, MissingCapability
from whet.solvers.routing import Engines


@register_strategy("bitwuzla")
class ProofInterpolants(Strategy):
    """Interpolants of bitwuzla, from proofs over bits.

    The engine simplifies what it finds, but leaves much of the bits; a solver is for simplifying more."""

    longest_again = 12  # once there is a proof, it cannot be interrupted

    def __init__(self, encoder: Encoder, engines: Engines) -> None:
        engine = engines.able(Capability.INTERPOLATION)
        if not isinstance(engine, Interpolating):
            raise MissingCapability(f"{engine.name} does not interpolate")
        self._engine: Interpolating = engine
        self._solver = engine.solver()

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        found = self._engine.sequence([block.formula for block in blocks], limit=limit)
        return found if isinstance(found, Failure) else simplified(self._solver, found)
