"""The commands that README and pages of the documentation show do what is shown."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/index.md",
    "docs/bounded.md",
    "docs/checks.md",
    "docs/contracts.md",
    "docs/generating-tests.md",
    "docs/projects.md",
    "docs/roles.md",
    "docs/symbolic.md",
)
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NEEDS_MORE = ("whet bench", "whet roles", "whet features", "whet mcp", "whet lsp")
"""Commands that need an installation with extras; the last two go on until their client ends."""
Capture = pytest.CaptureFixture[str]


def blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """(language, lines) of each block of code."""
    for match in _BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
        yield match[1], match[2].splitlines()


def commands() -> list[str]:
    """Those without their output; what follows a ``#`` explains."""
    lines = [line.partition("#")[0].strip() for page in PAGES for kind, block in blocks(page) if not kind for line in block]
    return list(dict.fromkeys(line for line in lines if line.startswith("whet ") and not line.startswith(_NEEDS_MORE)))


def sessions() -> list[tuple[str, list[str]]]:
    """Commands with what they print."""
    found: list[tuple[str, list[str]]] = []
    for page in PAGES:
        for line in [line for kind, block in blocks(page) if kind == "console" for line in block]:
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.mark.parametrize("command", commands())
def test_command_works(command: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(command)
    assert name == "whet"
    needs_preconditions = [ExitCode.UNKNOWN] if arguments[0] == "scan" else []
    assert main(arguments) in (ExitCode.TRUE, ExitCode.FALSE, *needs_preconditions)
    assert "error" not in capsys.readouterr().err


@pytest.mark.parametrize(("command", "printed"), sessions())
def test_session_is_as_shown(command: str, printed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    if command.startswith("whet test") and shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    if command.startswith(_NEEDS_MORE):
        pytest.importorskip("clingo")
    monkeypatch.chdir(ROOT)
    main(shlex.split(command)[1:])
    assert steady(capsys.readouterr().out.splitlines()) == steady(printed)


def steady(lines: list[str]) -> list[str]:
    """Without who won a race, and when: that is another one each time."""
    return [line for line in lines if not line.startswith("By: ")]


# ------------------------------------------------------------------------------------------------------ your first domain

FIRST_DOMAIN = "docs/first-domain.md"
_FILE = re.compile(r"`(\w+\.(?:toml|c))`(?!.*`\w+\.(?:toml|c)`)", re.DOTALL)


def files_of_first_domain() -> dict[str, str]:
    """Each block in TOML or C, by the file name that stands last before it."""
    page = (ROOT / FIRST_DOMAIN).read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for match in _BLOCK.finditer(page):
        if match[1] in ("toml", "c"):
            name = _FILE.search(page[: match.start()])
            assert name is not None
            assert name[1] not in found
            found[name[1]] = match[2]
    return found


def console_of(page: str) -> list[tuple[str, list[str]]]:
    lines = [line for kind, block in blocks(page) if kind == "console" for line in block]
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    return [(lines[i][2:], lines[i + 1 : j]) for i, j in zip(starts, [*starts[1:], len(lines)], strict=True)]


def test_first_domain_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    files = files_of_first_domain()
    assert set(files) == {"signs.toml", "positive.c", "deeper.toml", "pyproject.toml"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    tried = 0
    for command, printed in console_of(FIRST_DOMAIN):
        name, *arguments = shlex.split(command)
        if name == "whet":
            main(arguments)
            shown = capsys.readouterr()
            assert (shown.out.splitlines(), shown.err) == (printed, "")
            tried += 1
    assert tried >= 3


def test_first_domain_is_tested_by_the_command_shown() -> None:
    """The tests that it selects are run with all others; here it is enough that there are many."""
    (command,) = [command for command, _ in console_of(FIRST_DOMAIN) if command.startswith("pytest ")]
    collect = [sys.executable, "-m", "pytest", "-q", "--collect-only", *shlex.split(command)[1:]]
    done = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = [line for line in done.stdout.splitlines() if line.startswith("tests/contracts/test_contracts.py")]
    assert sum("sign" in line for line in collected) > 100


def test_entry_points_shown_are_those_of_the_package_that_is_tested() -> None:
    shown = tomllib.loads(files_of_first_domain()["pyproject.toml"])["project"]["entry-points"]
    project = tomllib.loads((ROOT / "tests/plugin/pyproject.toml").read_text())["project"]
    assert shown == project["entry-points"]


def test_code_of_first_domain_is_that_of_the_analyses() -> None:
    sources = [(ROOT / "src/whet/analyses" / name).read_text().splitlines() for name in ("sign.py", "callstack.py")]
    known = {line.strip() for source in sources for line in source}
    shown = [line.strip() for kind, block in blocks(FIRST_DOMAIN) if kind == "python" for line in block]
    assert [line for line in shown if line not in known and line != "..."] == []
    assert f"`src/whet/analyses/sign.py`, {len(sources[0])} lines" in (ROOT / FIRST_DOMAIN).read_text()


def test_there_is_something_to_try() -> None:
    assert len(commands()) >= 8
    assert len(sessions()) >= 3


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.c")), ids=lambda path: path.name)
def test_example_is_decided_in_seconds_by_the_default_configuration(program: Path, capsys: Capture) -> None:
    code = main(["verify", "--quiet", "--time-limit", "15s", str(program)])
    assert code == (ExitCode.FALSE if program.name in ("answer.c", "mean.c", "pool.c") else ExitCode.TRUE)
