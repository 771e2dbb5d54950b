"""Schedules: whose turn it is, and members that are suspended and resume."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.portfolio.test_contest import PROGRAM, ends, nothing_is_left, ran, toys, winner
from tests.portfolio.toys import portfolio_of
from whet.core.result import MemberEnd, Reason, Result, TrueVerdict, Unknown
from whet.portfolio.contest import ActiveMembers
from whet.portfolio.schedule import Slice, Slices, turn
from whet.portfolio.shares import ShareClaim
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.checks import bugs_property
from whet.task.errors import TaskError
from whet.task.properties import DEFAULT_PROPERTY, Property
from whet.task.task import Task

__all__ = ["nothing_is_left", "toys"]  # fixtures


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ((0, 0, 0), ActiveMembers((0,), 1)),
        ((0.4, 0, 0), ActiveMembers((0,), 0.6)),
        ((1, 0, 0), ActiveMembers((1,), 2)),
        ((1, 2.1, 0), ActiveMembers((0,), 3)),  # its second slice
        ((4, 2, 0), ActiveMembers((0,), 4)),  # after the slices: its share is twice as large
        ((6, 2, 0), ActiveMembers((0,), 2)),
        ((8, 2, 0), ActiveMembers((1,), 2)),
        ((8, 4, 0), ActiveMembers((2,), 2)),
        ((8, 4, 2), ActiveMembers((0,), 4)),
    ],
)
def test_order_of_turns(used: tuple[float, ...], expected: ActiveMembers) -> None:
    claims = [ShareClaim(weight, seconds) for weight, seconds in zip((2, 1, 1), used, strict=True)]
    assert turn([(0, 1.0), (1, 2.0), (0, 3.0)], claims, places=1) == expected


def test_a_member_that_ended_leaves_its_slices(tmp_path: Path) -> None:
    claims = [ShareClaim(1, 0.1, has_ended=True), ShareClaim(1)]
    assert turn([(0, 1.0), (1, 2.0)], claims, places=1) == ActiveMembers((1,), 2)
    assert turn([], [ShareClaim(1, 0.1, has_ended=True)], places=2).members == ()


def test_two_members_at_once_are_different_ones() -> None:
    slices = [(0, 1.0), (0, 2.0), (1, 0.5)]
    assert turn(slices, [ShareClaim(1), ShareClaim(1), ShareClaim(1)], places=2) == ActiveMembers((0, 1), 0.5)


def test_slices_are_read() -> None:
    found = Slices().value("runs:0.5s, ki:2min")
    assert found == (Slice("runs", 0.5), Slice("ki", 120.0))
    assert Slices().value(Slices().text(found)) == found
    with pytest.raises(ValueError, match="'ki' is not a slice such as ki:2s"):
        Slices().value("ki")


@pytest.mark.parametrize(("property", "expected"), [(DEFAULT_PROPERTY, "true.toml"), (bugs_property(), "late.toml")])
def test_slices_where_more_is_checked_than_assertions(property: Property, expected: str, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    options = ['slices = ["true.toml:9s"]', 'checking_slices = ["late.toml:9s"]']
    configuration = portfolio_of(["true", "late"], tmp_path, algorithm="schedule", options=options)
    task = Task(files=(str(tmp_path / "program.c"),), property=property)
    assert winner(verify(task, configuration, limits=Limits(cpu_seconds=20, wall_seconds=120))) == expected


def scheduled(toys: list[str], folder: Path, *slices: str, limits: Limits | None = None) -> Result:
    options = [f"slices = {list(slices)}"]
    return ran(toys, folder, algorithm="schedule", options=options, limits=limits)


def test_member_that_used_its_slice_is_suspended_until_another_decides(tmp_path: Path) -> None:
    result = scheduled(["spin", "true"], tmp_path, "spin.toml:0.2s", "true.toml:1s")
    assert (result.verdict, winner(result)) == (TrueVerdict(), "true.toml")
    assert ends(result) == {"spin": MemberEnd.STOPPED, "true": MemberEnd.DECIDED}
    assert result.portfolio is not None
    assert 0.2 <= result.portfolio.members[0].cpu_seconds < 1


def test_member_resumes_where_it_was(tmp_path: Path) -> None:
    slices = ["spin.toml:0.1s", "late.toml:0.1s"] * 8
    result = scheduled(["spin", "late"], tmp_path, *slices)
    assert (result.verdict, winner(result)) == (TrueVerdict(), "late.toml")


def test_all_are_stopped_when_the_time_is_used(tmp_path: Path) -> None:
    limits = Limits(cpu_seconds=6, wall_seconds=120)
    result = scheduled(["spin", "whirl"], tmp_path, "spin.toml:0.2s", "whirl.toml:0.2s", limits=limits)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.TIME_OUT
    assert set(ends(result).values()) == {MemberEnd.SHARE_USED}
    assert result.portfolio is not None
    for member in result.portfolio.members:
        used = float(member.detail.partition("s of CPU time")[0])
        assert used == pytest.approx(member.cpu_seconds, abs=0.1), "a member reports what it used, not what all used"
    assert result.portfolio is not None
    assert all(member.cpu_seconds > 0.1 for member in result.portfolio.members)


def test_slice_of_no_member_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="'tru' is no member of the portfolio"):
        scheduled(["true"], tmp_path, "tru:1s")
