"""Portfolios of toys: who wins, what is told of the others, and what is left behind."""

from __future__ import annotations

import os
import resource
import select
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.portfolio.toys import INVARIANT, MEGABYTE, install_toys, portfolio_of
from tests.refine.running import read
from whet.core.algorithm import Problem
from whet.core.context import Context, Level, Progress
from whet.core.evidence import Proof
from whet.core.mailbox import Alone
from whet.core.result import Defect, MemberEnd, Reason, Result, TrueVerdict, Unknown
from whet.portfolio.contest import conclude
from whet.portfolio.member import PortfolioMember
from whet.runtime.limits import NO_LIMITS, Limits
from whet.runtime.processes import all_processes, read_member
from whet.session.session import verify
from whet.task.precision_file import Entry
from whet.task.task import Task

PROGRAM = "int main(void) { return 0; }"
SECONDS = 30.0


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toys(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = children()
    yield
    assert children() == before


def children() -> set[int]:
    return {pid for pid in all_processes() if (member := read_member(pid)) is not None and member.parent == os.getpid()}


class Recorder:
    def __init__(self) -> None:
        self.phases: list[str] = []
        self.logged: list[str] = []

    def progress(self, now: Progress, /) -> None:
        self.phases.append(now.phase)

    def log(self, level: Level, text: str, /) -> None:
        self.logged.append(text)


def ran(
    toys: Sequence[str],
    folder: Path,
    *,
    algorithm: str = "race",
    options: Sequence[str] = (),
    limits: Limits | None = None,
    observer: Recorder | None = None,
) -> Result:
    (folder / "program.c").write_text(PROGRAM)
    configuration = portfolio_of(toys, folder, algorithm=algorithm, options=options)
    limits = limits or Limits(cpu_seconds=SECONDS, wall_seconds=SECONDS)
    return verify(Task(files=(str(folder / "program.c"),)), configuration, limits=limits, observer=observer)


def ends(result: Result) -> dict[str, MemberEnd]:
    assert result.portfolio is not None
    return {member.name.removesuffix(".toml"): member.end for member in result.portfolio.members}


def winner(result: Result) -> str | None:
    return None if result.portfolio is None else result.portfolio.winner


# ------------------------------------------------------------------------------------------------------- who wins


def test_first_verdict_wins_and_the_others_are_stopped(tmp_path: Path) -> None:
    result = ran(["sleep", "true"], tmp_path, options=["processors = 2"])
    assert (result.verdict, winner(result)) == (TrueVerdict(), "true.toml")
    assert ends(result) == {"sleep": MemberEnd.STOPPED, "true": MemberEnd.DECIDED}


def test_result_has_what_the_winner_found(tmp_path: Path) -> None:
    result = ran(["unknown", "true"], tmp_path)
    assert result.evidence == Proof((INVARIANT,))
    assert result.precision == (Entry("value", "x"),)
    assert result.statistics["toys"] == 7


def test_crash_of_a_member_is_no_crash_of_the_race(tmp_path: Path) -> None:
    result = ran(["crash", "raise", "true"], tmp_path, options=["processors = 1"])
    assert (result.verdict, winner(result)) == (TrueVerdict(), "true.toml")
    assert ends(result) == {"crash": MemberEnd.CRASHED, "raise": MemberEnd.CRASHED, "true": MemberEnd.DECIDED}
    assert result.portfolio is not None
    assert [member.verdict for member in result.portfolio.members[:2]] == ["ERROR(crash: SIGSEGV)", "ERROR(internal)"]
    assert result.portfolio.members[1].detail == "RuntimeError: a toy is broken"


def test_nobody_decides(tmp_path: Path) -> None:
    result = ran(["crash", "unknown"], tmp_path)
    assert result.verdict == Unknown(Reason.BOUND, "a loop is too long (unknown.toml)")
    assert winner(result) is None


def test_everybody_crashes(tmp_path: Path) -> None:
    result = ran(["raise", "crash"], tmp_path)
    assert isinstance(result.verdict, Defect)
    assert result.verdict.message == "raise.toml: RuntimeError: a toy is broken"


def ended_together(toys: Sequence[str], folder: Path) -> Result:
    """The result, if all of them have ended when somebody looks for the first time."""
    configuration = portfolio_of(toys, folder)
    problem = Problem(read(PROGRAM, folder), Task(files=("program.c",)), configuration)
    with ExitStack() as stack:
        members = [stack.enter_context(PortfolioMember(each, weight=1, mailbox=Alone())) for each in configuration.members]
        for member in members:
            member.begin(problem, NO_LIMITS, Context())
            assert member.running is not None
            assert select.select([member.running], [], [], SECONDS)[0]
        for member in members:
            member.look()
        return conclude(members, Context())


def test_first_of_the_list_wins_if_two_end_together(tmp_path: Path) -> None:
    result = ended_together(["late", "true"], tmp_path)
    assert (result.verdict, winner(result)) == (TrueVerdict(), "late.toml")
    assert ends(result)["true"] is MemberEnd.DECIDED


def test_opposite_verdicts_are_no_verdict(tmp_path: Path) -> None:
    result = ended_together(["unknown", "true", "false"], tmp_path)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.CONTRADICTION
    assert (
        result.verdict.detail == "true.toml says TRUE and false.toml says FALSE(unreach-call), so at least one of them is wrong"
    )
    assert (winner(result), result.evidence) == (None, None)


# ------------------------------------------------------------------------------------------------------- limits


def cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_limit_holds_for_all_members_together(tmp_path: Path) -> None:
    before = cpu_of_children()
    result = ran(["spin", "whirl", "turn"], tmp_path, options=["processors = 3"], limits=Limits(cpu_seconds=8))
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.TIME_OUT
    assert set(ends(result).values()) == {MemberEnd.SHARE_USED}, "the race ended itself, before it was ended from outside"
    assert 6 < cpu_of_children() - before < 16


def test_member_waits_until_a_share_is_used_up(tmp_path: Path) -> None:
    result = ran(["spin", "late"], tmp_path, options=["processors = 1", "shares = [1, 3]"], limits=Limits(cpu_seconds=2))
    assert (result.verdict, winner(result)) == (TrueVerdict(), "late.toml")
    assert ends(result)["spin"] is MemberEnd.SHARE_USED
    assert result.portfolio is not None
    assert 0.2 < result.portfolio.members[0].cpu_seconds < 1.5


def test_what_a_member_leaves_helps_the_others(tmp_path: Path) -> None:
    """A third of this limit would not be enough."""
    result = ran(["unknown", "raise", "late"], tmp_path, algorithm="sequence", limits=Limits(cpu_seconds=1.1))
    assert winner(result) == "late.toml"


def test_member_that_only_waits_is_ended_in_time(tmp_path: Path) -> None:
    result = ran(["sleep"], tmp_path, limits=Limits(wall_seconds=2))
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.TIME_OUT
    assert ends(result) == {"sleep": MemberEnd.STOPPED}


def room(megabytes: int) -> int:
    """So much memory beside what the forks of this process have from the beginning, which counts for each of them."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return 4 * pages * resource.getpagesize() + megabytes * MEGABYTE


def test_member_that_eats_the_memory_leaves_the_others_alone(tmp_path: Path) -> None:
    limits = Limits(cpu_seconds=SECONDS, memory_bytes=room(600))
    result = ran(["eat", "late"], tmp_path, options=["processors = 2"], limits=limits)
    assert (result.verdict, winner(result)) == (TrueVerdict(), "late.toml")
    assert ends(result)["eat"] in (MemberEnd.OUT_OF_MEMORY, MemberEnd.STOPPED)


def test_memory_runs_out(tmp_path: Path) -> None:
    result = ran(["eat", "unknown"], tmp_path, limits=Limits(cpu_seconds=SECONDS, memory_bytes=room(500)))
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.OUT_OF_MEMORY
    assert ends(result) == {"eat": MemberEnd.OUT_OF_MEMORY, "unknown": MemberEnd.UNKNOWN}


def test_without_a_limit_nobody_waits(tmp_path: Path) -> None:
    result = ran(["sleep", "true"], tmp_path, options=["processors = 1"], limits=Limits(wall_seconds=SECONDS))
    assert winner(result) == "true.toml"


def test_others_wait_for_the_head_start(tmp_path: Path) -> None:
    result = ran(["late", "spin"], tmp_path, options=["processors = 2", 'head_start = "10s"'])
    assert ends(result) == {"late": MemberEnd.DECIDED, "spin": MemberEnd.NOT_STARTED}


# ------------------------------------------------------------------------------------------------------- sequences


def test_sequence_goes_on_until_there_is_a_verdict(tmp_path: Path) -> None:
    result = ran(["unknown", "true", "false"], tmp_path, algorithm="sequence")
    assert (result.verdict, winner(result)) == (TrueVerdict(), "true.toml")
    assert ends(result) == {"unknown": MemberEnd.UNKNOWN, "true": MemberEnd.DECIDED, "false": MemberEnd.NOT_STARTED}


# ------------------------------------------------------------------------------------------------------- messages


@pytest.mark.parametrize("members", [["read", "publish"], ["publish", "read"]])
def test_member_uses_invariants_of_another(members: Sequence[str], tmp_path: Path) -> None:
    result = ran(members, tmp_path, options=["processors = 2"])
    assert (winner(result), result.evidence) == ("read.toml", Proof((INVARIANT,)))


def test_members_that_are_not_to_talk_hear_nothing(tmp_path: Path) -> None:
    options, limits = ["processors = 2", 'exchange = "no"'], Limits(wall_seconds=2)
    assert not isinstance(ran(["read", "publish"], tmp_path, options=options, limits=limits).verdict, TrueVerdict)


def test_member_of_a_sequence_hears_what_was_said_before(tmp_path: Path) -> None:
    result = ran(["publish", "read"], tmp_path, algorithm="sequence")
    assert (winner(result), result.statistics["messages"]) == ("read.toml", 2)


def test_observer_hears_who_runs_and_what_members_log(tmp_path: Path) -> None:
    recorder = Recorder()
    ran(["sleep", "unknown"], tmp_path, options=["processors = 2"], limits=Limits(wall_seconds=3), observer=recorder)
    assert "racing (sleep.toml sleeping)" in recorder.phases
    assert "unknown.toml: nothing can be done" in recorder.logged
