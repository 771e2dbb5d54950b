"""The tutorial, as a new user would try it: each command that is quick, and what is read from its answer.

Which configuration wins a race, and so the run that it shows, is another one each time: compared is the finding,
not the way to it.
``pytest --update-golden`` writes into the page what is printed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documentation.pages import ROOT, Session, on_terminal, rewrite, sessions

PAGE = "docs/tutorial.md"
TRIED = [each for each in sessions(PAGE) if not each.is_slow]
_WAY = re.compile(r" *= the run that gets there:")
_VALUES = re.compile(r"^( *\| *\^+) .*$")
_VARYING = ("By:", "Holds:", "Assumed:", "Proof:", "    ")


def steady(lines: list[str]) -> list[str]:
    """The finding without its values, and the verdict."""
    lines = [_VALUES.sub(r"\1", line) for line in lines]
    ways = [number for number, line in enumerate(lines) if _WAY.match(line)]
    rest = [line for line in lines if re.match(r"(Checked|Verdict|Run):", line)]
    return lines[: ways[0]] + rest if ways else [line for line in lines if not line.startswith(_VARYING)]


@pytest.mark.parametrize("session", TRIED, ids=lambda session: " ".join(session.words[1:]))
def test_tutorial_shows_what_is_printed(session: Session, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    printed = on_terminal(session, monkeypatch)
    if pytestconfig.getoption("update_golden"):
        rewrite(PAGE, session, printed)
    else:
        assert steady(printed) == steady(list(session.printed))


def test_tutorial_takes_each_module_from_a_finding_to_a_proof() -> None:
    for module in ("ringbuf", "utf8", "bufpool", "pid"):
        mine = [each for each in sessions(PAGE) if module in each.command and "verify" in each.command]
        assert any("FALSE" in each.printed[-1] for each in mine)
        assert any("TRUE" in each.printed[-1] and "_ok" in each.command for each in mine)


def test_fix_that_is_shown_makes_the_one_file_the_other() -> None:
    text = (ROOT / PAGE).read_text()
    for match in re.finditer(r"^```diff\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        removed, added = ([line[1:] for line in match[1].splitlines() if line[0] == sign] for sign in "-+")
        (pair,) = [path for path in Path(ROOT / "examples/everyday").glob("*_bad.c") if "\n".join(removed) in path.read_text()]
        fixed = pair.read_text().replace("\n".join(removed), "\n".join(added))
        assert fixed == Path(str(pair).replace("_bad", "_ok")).read_text()
