"""A refinement strategy that a configuration can limit: weakest preconditions with an option for the number of their cubes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.strategies.wp import WeakestPreconditions
from whet.solvers.port import Failure, InterpolantTerms
from whet.solvers.routing import Engines
from whet.task.options import Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeOptions:
    most: int = option(10, Whole(), "How many cubes there are at a cut at most.")


@register_strategy("cubes", options=CubeOptions)
class Cubes(Strategy):
    """Weakest preconditions of few cubes."""

    def __init__(self, encoder: Encoder, engines: Engines, options: CubeOptions | None = None) -> None:
        self._inner = WeakestPreconditions(encoder, engines, cubes=(options or CubeOptions()).most)

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        return self._inner.sequence(blocks, limit=limit)
