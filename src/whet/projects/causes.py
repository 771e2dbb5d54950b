"""Results of a scan by their causes: one place at which several functions fail, or one precondition that several functions need.

Invariants: each result belongs to one cause; the first function of a failure is the one whose body has the place, if it was
scanned.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from whet.projects.callers import Judged
from whet.projects.judging import FunctionStatus, Judgement
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Cause:
    results: tuple[Judged, ...]

    @property
    def first(self) -> Judged:
        return self.results[0]

    @property
    def judgement(self) -> Judgement:
        return self.first.judgement

    @property
    def names(self) -> str:
        names = [each.function.signature.name for each in self.results]
        return ", ".join(names if len(set(names)) == len(names) else [each.function.name for each in self.results])

    def to_json(self) -> dict[str, object]:
        told = self.judgement
        values = {
            "status": told.status.value,
            "functions": [each.function.name for each in self.results],
            "place": None if told.place is None else str(told.place),
            "check": told.check,
            "violation": told.violation,
            "preconditions": list(told.preconditions),
            "reason": told.reason,
        }
        return {name: value for name, value in values.items() if value not in (None, "", [])}


def causes(results: Sequence[Judged]) -> list[Cause]:
    """Of all that is not proved, in the order of the first functions."""
    found: dict[Hashable, list[Judged]] = {}
    for each in (failure for result in results for failure in result.failures):
        group = found.setdefault(_key(each), []) if each.judgement.status is not FunctionStatus.PROVED else []
        if each.function not in [one.function for one in group]:
            group.append(each)
    return [Cause(tuple(sorted(group, key=_distance))) for group in found.values()]


def _key(each: Judged) -> Hashable:
    told = each.judgement
    match told.status:
        case FunctionStatus.FAILING if told.place is not None:
            return told.status, told.check, str(told.place)
        case FunctionStatus.PRECONDITION:
            return told.status, told.check, told.preconditions, told.detail
        case FunctionStatus.HOLDS:
            return told.status, told.detail
        case FunctionStatus.UNKNOWN:
            return told.status, told.reason, told.detail
        case _:
            return each.function.name


def _distance(each: Judged) -> tuple[bool, int]:
    """From the beginning of the function to the place; functions that begin elsewhere come last, in their order."""
    place, begin = each.judgement.place, each.function.signature.place
    if each.judgement.status is not FunctionStatus.FAILING or place is None or begin is None:
        return True, 0
    is_inside = begin.file == place.file and begin.line <= place.line
    return not is_inside, place.line - begin.line if is_inside else 0
