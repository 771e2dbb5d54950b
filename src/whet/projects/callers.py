"""Internal functions are judged by their callers.

A failure of an internal function with generated arguments is no alarm.  Its negation is a precondition that the callers have to
establish.  Public functions are verified with the internal functions that they reach, so a failure counts if it is that of a
public function, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whet.projects.functions import ProjectFunction
from whet.projects.judging import FunctionStatus, Judgement
from whet.task.records import dataclass

_MOST_NAMED = 3
_FAIL, _UNDECIDED = (FunctionStatus.FAILING,), (FunctionStatus.UNKNOWN,)


@dataclass(frozen=True, slots=True)
class Judged:
    """A function at its end."""

    function: ProjectFunction
    judgement: Judgement
    is_reused: bool = False
    seconds: float = 0.0
    """That passed in this scan."""

    @property
    def failures(self) -> list[Judged]:
        """One for each place at which it fails; the function itself if it does not."""
        more = [each for each in self.judgement.others if each.status is FunctionStatus.FAILING]
        return [self, *(replace(self, judgement=each) for each in more)]


def is_open(judged: Judged) -> bool:
    """Do the callers decide about it?"""
    return not judged.function.is_public and judged.judgement.status is FunctionStatus.FAILING


def judged_by_callers(internal: Judged, results: Sequence[Judged]) -> Judged:
    """An internal function that fails: it does so only if a public function that reaches it fails at the same place."""
    callers = [each for each in results if each.function.is_public and internal.function.key in each.function.reached]
    failing, undecided = _names(callers, _FAIL), _names(callers, _UNDECIDED)
    failures = [failure.judgement for each in callers for failure in each.failures]
    shown = [each.judgement for each in internal.failures if any(_is_same(failure, each.judgement) for failure in failures)]
    if shown:
        rest = internal.judgement.others[len(shown) - 1 :] if len(shown) == len(internal.failures) else ()
        return replace(internal, judgement=replace(shown[0], others=(*shown[1:], *rest)))
    if failing:
        detail = f"not shown to fail: {_listed(failing)} fails elsewhere"
    elif undecided:
        detail = f"not shown to fail: {_listed(undecided)} undecided"
    elif callers:
        detail = "no public function was shown to fail here"
    else:
        detail = "not shown to fail: no public function that reaches it was judged"
    names = [each.function.signature.name for each in callers]
    needed = f"arguments are such as {_listed(names)} passes" if names else "arguments are such as its callers pass"
    judgement = replace(internal.judgement, status=FunctionStatus.PRECONDITION, preconditions=(needed,), detail=detail, others=())
    return replace(internal, judgement=judgement)


def _is_same(caller: Judgement, internal: Judgement) -> bool:
    return caller.status is FunctionStatus.FAILING and (caller.place, caller.check) == (internal.place, internal.check)


def _names(judged: Sequence[Judged], statuses: Sequence[FunctionStatus]) -> list[str]:
    return [each.function.signature.name for each in judged if each.judgement.status in statuses]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return f"{', '.join(names[:_MOST_NAMED])}{f' and {more} more' if more > 0 else ''}"
