"""A result, explained: its refinements and the invariants of its proof."""

from __future__ import annotations

from collections.abc import Iterator

from whet.core.evidence import Proof, Unrolled
from whet.core.result import Result
from whet.report.explaining import explanation_lines
from whet.report.lines import result_lines


def explanation(result: Result) -> str:
    return "\n".join([*explanation_lines(result.refinements), *_invariant_lines(result), *result_lines(result)])


def _invariant_lines(result: Result) -> Iterator[str]:
    match result.evidence:
        case Proof(invariants=invariants, k=k):
            yield from (f"Invariant: {each.place}: {each.text} ({each.spot} in {each.function})" for each in invariants)
            if k > 1:
                yield f"Induction: the property follows from {k - 1} turns of a loop without an error"
        case Unrolled(turns=turns):
            yield f"Unrolled: every run ends within {turns} turns of a loop, or repeats itself"
        case _:
            pass
