"""The choice of configurations for one program, by a model of earlier runs or, where there is none, by rules.

By a model (Demyanova, Pani, Veith, Zuleger: Empirical software metrics for benchmarking of verification tools, 2017): among the
configurations that are expected to be correct, the best by an operator; else among those expected to give up; else the best
single one of the training set.  Here the next best follow it, with shares of the time by the probability that each is correct,
because a member that gives up early leaves its time to others.

A choice says which members run and in which order, and why.  It never says what their verdict is.

The same program, model and options give the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.model import ChoiceModel, Prediction
from whet.portfolio.choosing.rules import advice
from whet.task.errors import TaskError
from whet.task.records import dataclass

_PARTS = 10
"""Shares are about tenths."""


class Operator(StrEnum):
    """Which of several configurations of the same prospects is the best."""

    PROBABILITY = "probability"
    """Of being correct (TP_prob)."""
    TIME = "time"
    """The least CPU time that is expected (TP_time)."""
    MEMORY = "memory"
    """The least memory that is expected (TP_mem)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberChoice:
    members: tuple[str, ...]
    """The best first."""
    shares: tuple[int, ...]
    reason: str
    """One sentence without a full stop."""

    def __str__(self) -> str:
        """Such as ``ki 7, df 2: every loop ...``."""
        shared = ", ".join(f"{name} {share}" for name, share in zip(self.members, self.shares, strict=True))
        return f"{shared}: {self.reason}"

    def to_json(self) -> dict[str, object]:
        return {"members": list(self.members), "shares": list(self.shares), "reason": self.reason}


def chosen_by_model(
    model: ChoiceModel,
    features: Mapping[str, float],
    candidates: Sequence[str],
    *,
    operator: Operator = Operator.PROBABILITY,
    most: int = 3,
) -> MemberChoice:
    """Out of the candidates that the model knows; raises ``TaskError`` if it knows none."""
    judged = [judgement for judgement in model.judge(features) if judgement.name in candidates]
    if not judged:
        known = ", ".join(each.name for each in model.configurations)
        raise TaskError(f"the model knows only other configurations: {known}")
    best = ranked(judged, operator=operator, winner=model.winner)[:most]
    shares = tuple(max(1, round(_PARTS * each.correct)) for each in best)
    word = {Label.CORRECT: "to decide", Label.UNKNOWN: "to give up", Label.WRONG: "to be wrong"}
    expected = ", ".join(f"{each.name} {word[each.label]} ({round(100 * each.correct)}% to decide)" for each in best)
    return MemberChoice(
        members=tuple(each.name for each in best), shares=shares, reason=f"a model of {model.data.tasks} tasks expects {expected}"
    )


def chosen_by_rules(features: Mapping[str, float], candidates: Sequence[str], *, most: int = 3, why: str) -> MemberChoice:
    """What the first rule says that fits; ``why`` is the reason why no model was asked."""
    found = advice(features)
    shares = {name: share for name, share in found.shares.items() if name in candidates}
    if not shares:
        return MemberChoice(
            members=tuple(candidates[:most]), shares=(1,) * len(candidates[:most]), reason=f"by their order, because {why}"
        )
    best = dict(list(shares.items())[:most])
    return MemberChoice(members=tuple(best), shares=tuple(best.values()), reason=f"{found.reason} (a rule, because {why})")


def ranked(judged: Sequence[Prediction], *, operator: Operator, winner: str) -> list[Prediction]:
    """The best first; those that are expected to be wrong are left out, unless all are."""
    for label in (Label.CORRECT, Label.UNKNOWN):
        unknown = [each.name for each in judged if each.label is label and _quantity(each, operator) is None]
        if unknown:
            raise TaskError(f"the model was trained without times and memory, so it cannot choose by {operator}")
    hopeful = [each for label in (Label.CORRECT, Label.UNKNOWN) for each in _sorted(judged, operator, label)]
    return hopeful or [each for each in judged if each.name == winner] or [max(judged, key=lambda each: each.correct)]


def _sorted(judged: Sequence[Prediction], operator: Operator, label: Label) -> list[Prediction]:
    """Of equals, the first of the model is the first."""
    return sorted((each for each in judged if each.label is label), key=lambda each: _cost(each, operator))


def _cost(judgement: Prediction, operator: Operator) -> float:
    quantity = _quantity(judgement, operator)
    assert quantity is not None
    return quantity


def _quantity(judgement: Prediction, operator: Operator) -> float | None:
    """Less is better."""
    match operator:
        case Operator.PROBABILITY:
            return -judgement.correct
        case Operator.TIME:
            return judgement.seconds
        case Operator.MEMORY:
            return judgement.memory
