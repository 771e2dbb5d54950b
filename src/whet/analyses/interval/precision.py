"""How precise the interval analysis is: which places keep states apart, and whether loops are widened."""

from __future__ import annotations

from typing import Final

from whet.analyses.interval.importance import Importance
from whet.analyses.interval.state import IntervalDomain, IntervalState
from whet.core.operators import MergeJoin
from whet.task.records import dataclass

SIZES: Final = (0, 1, 4, 8, 16)
"""How many places are important, one precision after the other; then all of them."""


@dataclass(frozen=True, slots=True)
class IntervalPrecision:
    important: tuple[int, ...]
    """The numbers of the places that states which are merged must agree on."""
    widening: bool

    def __str__(self) -> str:
        return f"{len(self.important)} important variables, {'with' if self.widening else 'without'} widening"


@dataclass(frozen=True, slots=True)
class PrecisionSequence:
    """The precisions of a program, from the coarsest to the sharpest."""

    importance: Importance

    def of(self, count: int, *, widening: bool) -> IntervalPrecision:
        return IntervalPrecision(self.importance.order[:count], widening)

    def sharper(self, precision: IntervalPrecision) -> IntervalPrecision | None:
        """More important places, as long as there are more; then all of them without widening; None after that."""
        now, most = len(precision.important), len(self.importance.order)
        if now < most:
            count = next((size for size in SIZES if size > now), most)
            return self.of(count, widening=precision.widening)
        return self.of(most, widening=False) if precision.widening else None


@dataclass(frozen=True, slots=True)
class MergeAgreeing(MergeJoin[IntervalState]):
    """Join states that agree on what is important (Beyer, Chien, Lee, section III)."""

    domain: IntervalDomain

    def __call__(self, *, new: IntervalState, old: IntervalState, precision: object) -> IntervalState:
        return self.domain.join(new, old) if new.apart == old.apart else old

    def widens(self, precision: object) -> bool:
        assert isinstance(precision, IntervalPrecision)
        return precision.widening
