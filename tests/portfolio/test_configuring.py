"""Portfolios as data: what a configuration may say of them, and what is a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.portfolio.toys import install_toys
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import MemoryOptions, RefinementOptions, load_configuration
from whet.task.configuration import Configuration
from whet.task.errors import TaskError
from whet.task.options import Numbers

Capture = pytest.CaptureFixture[str]


def load(folder: Path, text: str, *overrides: str) -> Configuration:
    (folder / "my.toml").write_text(text)
    return load_configuration(str(folder / "my.toml"), overrides)


def test_members_come_in_the_order_of_the_list(tmp_path: Path) -> None:
    configuration = load(tmp_path, 'algorithm = "sequence"\nportfolio = ["value", "refsel"]\n')
    assert [(member.name, member.algorithm) for member in configuration.members] == [("value", "cpa"), ("refsel", "cegar")]
    assert load_configuration("refsel").members == ()


def test_member_may_be_a_file_beside_the_portfolio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_toys(monkeypatch)
    (tmp_path / "toy.toml").write_text('algorithm = "toy_true"\n')
    configuration = load(tmp_path, 'algorithm = "race"\nportfolio = ["toy.toml", "value"]\n')
    assert [(member.name, member.algorithm) for member in configuration.members] == [("toy.toml", "toy_true"), ("value", "cpa")]


def test_portfolio_can_be_set_on_the_command_line() -> None:
    configuration = load_configuration("race", ["portfolio=value,predicate"])
    assert [member.name for member in configuration.members] == ["value", "predicate"]
    assert configuration.settings["race.shares"].value == (), "those of the preset were for other members"


def test_shares_can_be_set_on_the_command_line() -> None:
    configuration = load_configuration("race", ["race.shares=1,1,3,2,1"])
    assert configuration.settings["race.shares"].value == (1, 1, 3, 2, 1)
    both = load_configuration("race", ["race.shares=1,3", "portfolio=value,predicate"])
    assert both.settings["race.shares"].value == (1, 3)
    with pytest.raises(TaskError, match="2 shares for 5 members"):
        load_configuration("race", ["race.shares=1,3"])


def test_what_is_said_of_all_configurations_holds_for_every_member() -> None:
    overrides = ["refinement.prefixes=3", "memory.malloc_may_fail=yes", "limits.states=9"]
    members = load_configuration("race", overrides).members
    assert {member.section(RefinementOptions).prefixes for member in members} == {3}
    assert {member.section(MemoryOptions).malloc_may_fail for member in members} == {"yes"}
    assert {member.limits.states for member in members} == {9}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            'algorithm = "race"\nportfolio = ["refsl"]',
            2,
            "option portfolio: unknown configuration 'refsl' (did you mean 'refsel'?)",
        ),
        ('algorithm = "race"\nportfolio = ["value", "value"]', 2, "option portfolio: the configuration 'value' is listed twice"),
        ('algorithm = "race"\nportfolio = ["value", "race"]', 2, "option portfolio: 'race' is a portfolio itself"),
        ('algorithm = "race"\nportfolio = ["my.toml"]', 2, "option portfolio: 'my.toml' is a portfolio itself"),
        (
            'extends = "value"\nportfolio = ["refsel"]',
            2,
            "option portfolio has no effect, because the algorithm 'cpa' runs no others",
        ),
        ('algorithm = "race"', 1, "the algorithm 'race' needs the option portfolio"),
        ('algorithm = "race"\nportfolio = ["value"]\n[race]\nshares = [1, 2]', 4, "there are 2 shares for 1 members"),
        ('algorithm = "race"\nportfolio = ["value"]\n[race]\nshares = [0]', 4, "option race.shares: 0 is below 1"),
        (
            'extends = "race"\nanalyses = ["location", "callstack", "specification"]',
            2,
            "option analyses has no effect, because the members of a portfolio name their own",
        ),
        ('algorithm = "race"\nportfolio = ["failing.toml"]', 2, "option portfolio: 'failing.toml' has other options in [memory]"),
        ('extends = "race"\nvalue.transfer = "interpreted"', 2, "option value.transfer has no effect"),
    ],
)
def test_mistakes(text: str, line: int, message: str, tmp_path: Path) -> None:
    (tmp_path / "failing.toml").write_text('extends = "value"\nmemory.malloc_may_fail = "yes"\n')
    with pytest.raises(TaskError) as caught:
        load(tmp_path, text)
    assert f"my.toml:{line}: {message}" in str(caught.value)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises((TaskError, OSError), match=r"no\.toml"):
        load(tmp_path, 'algorithm = "race"\nportfolio = ["no.toml"]')


@pytest.mark.parametrize(("raw", "value"), [("1,2", (1, 2)), ("", ()), ([3], (3,))])
def test_lists_of_numbers(raw: object, value: tuple[int, ...]) -> None:
    kind = Numbers(1)
    assert kind.value(raw) == value
    assert kind.value(kind.text(value)) == value


@pytest.mark.parametrize("raw", [3, "a", [1.5], "1,,2", [0]])
def test_what_is_no_list_of_numbers(raw: object) -> None:
    with pytest.raises(ValueError, match=r"integer|below"):
        Numbers(1).value(raw)


def test_commands_show_portfolios(capsys: Capture) -> None:
    assert main(["configs", "show", "race", "--json"]) == ExitCode.TRUE
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["portfolio"]["value"] == "runs,ki,df,refsel,chc"
    assert settings["race.shares"]["value"] == "4,8,2,4,6"
    assert main(["options", "race"]) == ExitCode.TRUE
    assert "race.processors" in capsys.readouterr().out
