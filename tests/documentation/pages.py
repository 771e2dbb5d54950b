"""The blocks of the pages, the commands in them, and how they are tried.

A block ``console`` shows commands behind ``$`` with what a person sees on a terminal.  A command that takes long says so in a
comment (``# up to a minute``): it is not run, and what stands below it is only the last line.  A command that names a file
which the checkout does not have (``program.c``, ``driver.c``) is executed with a small program of that name, unless
``test_executed`` says why it cannot be.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from whet.cli.console import Console
from whet.cli.main import main

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHELL = ("", "sh", "bash", "console")
_SLOW = re.compile(r"# .*\bminutes?\b")


@dataclass(frozen=True, slots=True)
class Session:
    """A command with what it prints."""

    page: str
    command: str
    printed: tuple[str, ...]

    @property
    def is_slow(self) -> bool:
        return _SLOW.search(self.command) is not None

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command, comments=True)


def every_page() -> list[str]:
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    folders = [path for folder in ("docs", "experiments") for path in sorted((ROOT / folder).rglob("*.md"))]
    return [str(path.relative_to(ROOT)) for path in [*found, *folders]]


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """(language, text) of each block of code."""
    yield from ((match[1], match[2]) for match in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")))


def sessions(page: str) -> list[Session]:
    found: list[tuple[str, list[str]]] = []
    for kind, text in blocks(page):
        for line in text.splitlines() if kind == "console" else ():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return [Session(page, command, tuple(printed)) for command, printed in found]


class Terminal(io.StringIO):
    """Somebody reads it."""

    def isatty(self) -> bool:
        return True


def on_terminal(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a person sees, without colours, of a command of ``whet`` that is typed in the checkout."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    name, *words = session.words
    assert name == "whet"
    main(words, console=Console(out=out, err=io.StringIO()))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def rewrite(page: str, session: Session, printed: list[str]) -> None:
    """Make the page show what was printed."""
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    before = "\n".join([f"$ {session.command}", *session.printed]) + "\n"
    assert before in text
    path.write_text(text.replace(before, "\n".join([f"$ {session.command}", *printed]) + "\n", 1), encoding="utf-8")
