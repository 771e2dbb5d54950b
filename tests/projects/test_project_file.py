"""``whet.toml``: what is read from it, and that a mistake is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.core.configuration import ExecutionOptions
from whet.projects.project_file import DEFAULT_POLICY, Project, read_project
from whet.task.errors import TaskError

MINIMAL = '[[ci.target]]\nfiles = ["a.c"]\n'


def project(folder: Path, text: str) -> Project:
    (folder / "a.c").write_text("int twice(int *x) { return *x; }\nint main(void) { return 0; }\n")
    (folder / "whet.toml").write_text(text)
    return read_project(str(folder / "whet.toml"))


def test_everything_has_a_default(tmp_path: Path) -> None:
    found = project(tmp_path, MINIMAL)
    (target,) = found.targets
    assert (target.name, target.task.entry, target.configuration.name) == ("a", "main", "schedule")
    assert target.task.files == (str(tmp_path / "a.c"),)
    assert found.fail_on == DEFAULT_POLICY
    assert found.cache is None


def test_targets_say_how_they_are_verified(tmp_path: Path) -> None:
    text = """
[ci]
config = "ki"
time_limit = "20s"
cache = ".cache"
fail_on = ["false", "known"]

[[ci.target]]
name = "one"
files = ["a.c"]
checks = ["overflow", "division"]
machine = "ILP32"
define = ["N=3"]

[[ci.target]]
name = "two"
files = ["a.c"]
config = "bmc"
set = ["limits.cpu_time=5s"]

[[suppress]]
file = "*.c"
check = "memory"
reason = "tested elsewhere"
"""
    found = project(tmp_path, text)
    one, two = found.targets
    assert one.task.property.checks == ("overflow", "division")
    assert (one.task.machine.value, one.task.defines) == ("ILP32", ("N=3",))
    assert (one.configuration.name, one.configuration.limits.cpu_time) == ("ki", 20.0)
    assert (two.configuration.name, two.configuration.limits.cpu_time) == ("bmc", 5.0)
    assert found.cache == str(tmp_path / ".cache")
    assert [each.reason for each in found.suppressions] == ["tested elsewhere"]


@pytest.mark.parametrize(
    ("of_all", "of_target", "allowed"),
    [("", "", "no"), ("", "execute = true", "yes"), ("execute = true", "", "yes"), ("execute = true", "execute = false", "no")],
)
def test_program_is_executed_only_if_the_project_allows_it(tmp_path: Path, of_all: str, of_target: str, allowed: str) -> None:
    (target,) = project(tmp_path, f"[ci]\n{of_all}\n{MINIMAL}{of_target}\n").targets
    assert target.configuration.section(ExecutionOptions).allowed == allowed
    assert {each.section(ExecutionOptions).allowed for each in target.configuration.members} == {allowed}


def test_function_with_parameters_is_given_arguments(tmp_path: Path) -> None:
    (target,) = project(tmp_path, MINIMAL + 'entry = "twice"\n').targets
    assert target.task.appended is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no program to verify is named"),
        ("[ci]\nfail_on = []\n", "whet.toml:1: no program to verify is named"),
        (MINIMAL + 'check = ["overflow"]', "whet.toml:3: unknown key 'check' (did you mean 'checks'?)"),
        (MINIMAL + 'checks = ["overfow"]', "whet.toml:1: there is no check 'overfow' (did you mean 'overflow'?)"),
        (MINIMAL + 'machine = "LP46"', "whet.toml:3: there is no machine 'LP46'"),
        (MINIMAL + 'config = "kii"', "kii"),
        (MINIMAL + MINIMAL, "whet.toml:3: two targets are called 'a'"),
        (MINIMAL.replace("a.c", "b.c"), "whet.toml:2: "),
        ("[[ci.target]]\nname = 'x'\n", "a target names its files"),
        ("[ci]\nfail_on = ['flase']\n" + MINIMAL, "whet.toml:2: unknown outcome 'flase' (did you mean 'false'?)"),
        ("[ci]\nbase = 3\n" + MINIMAL, "whet.toml:2: 'base' should be a text"),
        ("[cii]\n" + MINIMAL, "whet.toml:1: unknown section 'cii' (did you mean 'ci'?)"),
        ("ci = 3", "whet.toml:1: 'ci' should be a table"),
    ],
)
def test_mistake_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        project(tmp_path, text)
    assert message in str(caught.value)
