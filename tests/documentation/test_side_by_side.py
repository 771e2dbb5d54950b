"""The page quotes what Whet prints for its ten programs."""

from __future__ import annotations

import os
import re

import pytest

from tests.documentation.pages import ROOT, blocks
from whet.cli.main import main

PAGE = "docs/side-by-side.md"
QUOTED = [text.splitlines() for kind, text in blocks(PAGE) if kind == "text" and "Violation: " in text]


def program(lines: list[str]) -> str:
    return lines[-1].split(": ")[1].partition(":")[0]


def test_every_program_is_on_the_page() -> None:
    assert sorted(map(program, QUOTED)) == sorted(os.listdir(ROOT / "examples/faults"))


@pytest.mark.parametrize("lines", QUOTED, ids=program)
def test_whet_prints_the_quoted_lines(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT / "examples/faults")
    main(["verify", "--quiet", "--format", "lines", "--check", "all", program(lines)])
    printed = [line for line in capsys.readouterr().out.splitlines() if re.match("(Input|Step|Event|Violation): ", line)]
    assert [line for line in lines if line not in printed] == []
    left_out = [line for line in printed if line not in lines]
    assert all(line.startswith("Step: ") for line in left_out), "the page says that only branches are left out"
