"""What to run where no model is there: a few rules over the features of a program, each with its reason.

The first that applies is used.  They are rules of thumb from the tables of the evaluation, and nothing was learnt here.
Features that are not there have the value 0; so nothing is known of a program without features, and the last rule applies.
"""

from __future__ import annotations

from collections.abc import Mapping

from whet.task.records import dataclass

_MANY_BLOCKS = 1500
"""Basic blocks."""


@dataclass(frozen=True, slots=True)
class SharePlan:
    """What to run with which shares of the time, and why."""

    shares: Mapping[str, int]
    reason: str


def advice(features: Mapping[str, float]) -> SharePlan:
    def value(name: str) -> float:
        return features.get(name, 0.0)

    has_loops = value("loops_generalised") + value("loops_hard") > 0
    if value("role_floating_point") > 0:
        return SharePlan(
            {"ki": 5, "bmc": 3, "refsel": 2}, "there are floating-point numbers, which formulas of bits follow exactly"
        )
    if value("cfg_blocks") > _MANY_BLOCKS:
        return SharePlan(
            {"refsel": 5, "ki": 3, "df": 2}, "there are so many branches that what tracks few variables gets furthest"
        )
    if value("role_recursive_function_result") > 0:
        return SharePlan({"refsel": 6, "ki": 4}, "functions call themselves, which refinement follows and induction does not")
    if features and not has_loops:
        return SharePlan({"bmc": 6, "refsel": 4}, "there are no loops, so one formula has all runs")
    if value("loops_bounded") == 1:
        return SharePlan({"ki": 5, "bmc": 3, "refsel": 2}, "every loop is counted out, so unrolling comes to an end")
    return SharePlan({"ki": 4, "df": 1, "refsel": 2}, "nothing speaks for one of them, so it is what the preset race has")
