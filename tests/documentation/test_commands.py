"""Every command of every page is one that Whet, or the checkout, has: those of ``whet`` are parsed, the others must exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest

from tests.documentation.pages import ROOT, SHELL, blocks, every_page
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.main import COMMANDS, main, parser_of

_GENERAL = ("--help", "--version", "COMMAND")
"""For ``whet`` itself; and the word that stands for any command."""


def commands(page: str) -> Iterator[list[str]]:
    """The words of each; output and settings of the shell are left out."""
    for kind, text in blocks(page):
        for line in text.replace("\\\n", " ").splitlines() if kind in SHELL else ():
            if kind != "console" or line.startswith("$ "):
                yield from _parts(line.removeprefix("$ "))


def _parts(line: str) -> Iterator[list[str]]:
    if re.match(r"(whet|python3?|pytest|\.ci/run) ", line) and not line.startswith("whet precision "):
        yield [word for word in shlex.split(line.partition(" | ")[0], comments=True) if word not in ("2>", "/dev/null")]


EVERY = [(page, words) for page in every_page() for words in commands(page)]


def problem(words: list[str]) -> str | None:
    """Why a command cannot be typed so."""
    match words:
        case ["whet", word, *_] if word in _GENERAL:
            return None
        case ["whet", name, *rest] if name in COMMANDS.names:
            return None if "..." in rest else _not_parsed(name, rest)
        case ["whet", name, *_]:
            return f"there is no command {name}"
        case ["python", "-m", module, *_] if module.startswith("tests."):
            path = ROOT / module.replace(".", "/")
            return None if path.is_dir() or path.with_suffix(".py").is_file() else f"there is no {module}"
        case ["python", file, *_] if file.endswith(".py"):
            return None if (ROOT / file).is_file() else f"there is no {file}"
        case ["pytest", folder, *_] if folder.startswith("tests"):
            return None if (ROOT / folder).exists() else f"there is no {folder}"
        case [".ci/run", *stages]:
            known = (ROOT / ".ci/run").read_text()
            absent = [stage for stage in stages if not re.search(rf"^(stage|run)_{re.escape(stage)}\(\)", known, re.MULTILINE)]
            return f"there is no stage {absent[0]}" if absent else None
        case _:
            return None


def _not_parsed(name: str, words: list[str]) -> str | None:
    parser = parser_of(name)
    try:
        _, unknown = parser.parse_known_args(words)
    except (CommandError, SystemExit) as error:
        return str(error)
    return f"unknown: {unknown}" if unknown else None


@pytest.mark.parametrize("page", sorted({page for page, _ in EVERY}))
def test_commands_of_a_page_can_be_typed(page: str) -> None:
    wrong = {shlex.join(words): why for name, words in EVERY if name == page and (why := problem(words)) is not None}
    assert wrong == {}


def _can_be_run(words: list[str]) -> bool:
    files = [word for word in words if word.endswith((".c", ".json", ".precision"))]
    return words[0] == "whet" and bool(files) and all((ROOT / file).exists() for file in files)


_ELSEWHERE = [words for page, words in EVERY if page in ("README.md", "docs/tutorial.md")]
"""Other tests run these."""
_COOKBOOK = [words for page, words in EVERY if page == "docs/cookbook.md" and "--output" not in words]
RECIPES = [words for words in _COOKBOOK if _can_be_run(words) and words not in _ELSEWHERE]


@pytest.mark.parametrize("words", RECIPES, ids=shlex.join)
def test_recipe_on_an_example_works(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(words[1:]) in (ExitCode.TRUE, ExitCode.FALSE)
    assert "error" not in capsys.readouterr().err


def test_mistakes_are_noticed() -> None:
    assert problem(["whet", "verify", "--chekc", "leak", "p.c"]) is not None
    assert problem(["whet", "verfiy", "p.c"]) is not None
    assert problem(["whet", "verify", "--format", "xml", "p.c"]) is not None
    assert problem(["python", "tools/absent.py"]) is not None
    assert problem([".ci/run", "lint", "absent"]) is not None
    assert problem(["whet", "verify", "p.c"]) is None
    assert len(EVERY) > 100
