"""The good first tasks of CONTRIBUTING.md: there are twenty, and the files that they name exist."""

from __future__ import annotations

import re

from tests.documentation.pages import ROOT
from whet.library.notation import record_of

SECTION = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Good first tasks\n")[2]
TASKS = re.findall(r"(?m)^(\d+)\. (.*)", SECTION)
NOT_YET = ("GROUP", "gitlab.py")
"""A word that stands for any folder, and a file that a task adds."""


def test_there_are_twenty() -> None:
    assert [int(number) for number, _ in TASKS] == list(range(1, 21))


def test_files_that_tasks_name_exist() -> None:
    named = [path for _, task in TASKS for path in re.findall(r"`([\w/.]+/[\w/.]+)`", task)]
    wanted = [path for path in named if not path.endswith(NOT_YET)]
    assert len(wanted) > 40
    assert [path for path in wanted if not any((ROOT / folder / path).exists() for folder in ("src/whet", "."))] == []


def test_functions_without_a_record_have_none() -> None:
    for _, task in TASKS:
        if found := re.match(r"((?:`\w+`(?: and )?)+) ha(?:s|ve) no record", task):
            assert [name for name in re.findall(r"`(\w+)`", found[1]) if record_of(name) is not None] == []
