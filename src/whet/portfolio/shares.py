"""How the CPU time of a portfolio is divided between its members."""

from __future__ import annotations

from collections.abc import Sequence

from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ShareClaim:
    """What one member asks for: ``weight`` parts of the whole, of which it has used some seconds already."""

    weight: int
    used: float = 0.0
    has_ended: bool = False


def allotments(seconds: float, claims: Sequence[ShareClaim]) -> list[float]:
    """How much each may use in all.  What those that have ended did not use is divided between the others, by their weights.

    Invariant: the sum is ``seconds``, unless those that have ended used more.  When a member ends because it used what it
    was allotted, nothing changes for the others."""
    left = max(0.0, seconds - sum(claim.used for claim in claims if claim.has_ended))
    weights = sum(claim.weight for claim in claims if not claim.has_ended)
    return [claim.used if claim.has_ended else left * claim.weight / weights for claim in claims]
