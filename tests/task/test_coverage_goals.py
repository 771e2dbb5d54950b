"""Property files of Test-Comp: what can be asked for, and what is said of everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.task.coverage_goals import GOAL_NAMES, CoverageGoal, CoverBranches, CoverErrorCall, parse_goal, read_goal
from whet.task.errors import TaskError


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n", CoverBranches()),
        ("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n", CoverErrorCall("reach_error")),
        ("\n  COVER(init(main()),FQL(COVER EDGES(@CALL( __VERIFIER_error ))))", CoverErrorCall("__VERIFIER_error")),
    ],
)
def test_known_goals_are_read(text: str, goal: CoverageGoal) -> None:
    assert parse_goal(text, path="x.prp") == goal


@pytest.mark.parametrize("name", GOAL_NAMES)
def test_goal_is_read_from_its_name_and_from_its_own_text(name: str) -> None:
    goal = read_goal(name)
    assert goal.name == name
    assert parse_goal(goal.text, path="x.prp") == goal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )",
        "COVER( init(other()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\nCOVER( init(main()), FQL(COVER EDGES(@CALL(f))) )",
    ],
)
def test_other_text_is_refused_with_file_and_what_is_possible(text: str) -> None:
    with pytest.raises(TaskError) as refused:
        parse_goal(text, path="wrong.prp")
    assert refused.value.place == "wrong.prp"
    assert "@DECISIONEDGE" in refused.value.message
    assert "@CALL(reach_error)" in refused.value.message


def test_misspelt_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(TaskError, match="did you mean 'coverage-branches'"):
        read_goal("coverage-branch")


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaskError) as refused:
        read_goal(str(tmp_path / "none.prp"))
    assert refused.value.place == str(tmp_path / "none.prp")
