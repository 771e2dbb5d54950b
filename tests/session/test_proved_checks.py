"""What is known of the checks of a program when there is no verdict."""

from __future__ import annotations

from pathlib import Path

from whet.core.configuration import load_configuration
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.result import TrueVerdict, Unknown
from whet.report.lines import reason_lines, undecided_lines
from whet.session.session import verify
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

SQUARES = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int t[8];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (int i = 0; i < 8; i++)
        t[i] = i;
    for (unsigned i = 0; i < n; i++)
        s += 2 * i + 1;
    if (s != n * n)
        reach_error();
    return t[n & 7];
}
"""


FEW = "df.states=300"
"""Enough to come to the end once."""


def proved(tmp_path: Path, source: str, preset: str, *settings: str) -> ProvedChecks | None:
    (tmp_path / "p.c").write_text(source)
    task = Task(files=(str(tmp_path / "p.c"),), property=read_property(property_name(["assertion", "memory"])))
    result = verify(task, load_configuration(preset, list(settings)))
    assert isinstance(result.verdict, Unknown | TrueVerdict)
    return result.proved


def test_unproved_checks_are_named(tmp_path: Path) -> None:
    found = proved(tmp_path, SQUARES, "df", FEW)
    assert found is not None
    assert found.undecided == (f"{tmp_path / 'p.c'}:11:9 [assertion]",)
    assert str(found) == f"{found.checks - 1} of {found.checks} checks, by intervals"
    assert found.to_json()["proved"] == found.checks - 1


def test_analysis_adds_what_it_proves(tmp_path: Path) -> None:
    """Nothing is proved beforehand; a member of a portfolio reports what it proved."""
    (tmp_path / "pair.toml").write_text('algorithm = "sequence"\nportfolio = ["few.toml"]\n')
    (tmp_path / "few.toml").write_text('extends = "df"\n[df]\nstates = 300\n')
    for preset in ("few.toml", "pair.toml"):
        found = proved(tmp_path, SQUARES, str(tmp_path / preset), "checks.discharge=no")
        assert found is not None
        assert found.undecided == (f"{tmp_path / 'p.c'}:11:9 [assertion]",)
        assert found.by[-1] == "data-flow analysis"


def test_check_that_an_exploration_reaches_is_not_counted(tmp_path: Path) -> None:
    found = proved(tmp_path, SQUARES.replace("t[n & 7]", "t[n % 9 & s]"), "df", FEW, "checks.discharge=no")
    assert found is not None
    assert [site.rpartition(":")[0].rpartition(":")[2] for site in found.undecided] == ["11", "12"]


def test_incomplete_exploration_proves_nothing(tmp_path: Path) -> None:
    found = proved(tmp_path, SQUARES, "df", "checks.discharge=no", "df.states=2")
    assert found is not None
    assert len(found.undecided) == found.checks


def test_verdict_has_no_unproved_checks(tmp_path: Path) -> None:
    assert proved(tmp_path, SQUARES.replace("s != n * n", "t[0] > 7 && 0"), "df") is None


def test_three_places_are_shown() -> None:
    sites = tuple(f"p.c:{line}:1 [memory]" for line in range(1, 7))
    executed = ExecutedCode(runs=1, taken=1, branches=2, checks=6)
    shown = list(undecided_lines(ProvedChecks(9, sites), executed))
    assert shown == [*(f"p.c:{line}:1 [memory]" for line in (1, 2, 3)), "3 more places (see --all)"]
    assert ProvedChecks(9, sites).without(ProvedChecks(6, sites[3:], ("x",))) == ProvedChecks(9, sites[3:], ("x",))


def test_result_prints_them(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(SQUARES)
    result = verify(
        Task(files=(str(tmp_path / "p.c"),), property=read_property(property_name(["assertion"]))),
        load_configuration("df", [FEW]),
    )
    lines = list(reason_lines(result))
    assert "Proved: 0 of 1 checks" in lines
    assert f"Undecided: {tmp_path / 'p.c'}:11:9 [assertion]" in lines
