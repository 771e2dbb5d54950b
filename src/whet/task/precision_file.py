"""Precisions in files: what one run found worth tracking, for the next revision of the program (Löwe, section 5.5.2).

A file is text, one entry a line, made to be read and compared by people:

    whet precision 1
    value flag
    value main::state.open
    predicate main: i <= n

The first word names the domain, the rest is the domain's own; names are those of the program, with the function they are local
to, and no positions, so that a file outlives edits.  Lines that begin with ``#`` are comments.  A domain ignores, with a note,
what the program no longer has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from whet.task.errors import TaskError, suggestion
from whet.task.messages import files
from whet.task.records import dataclass

HEADER = "whet precision 1"


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One line: what a domain should track."""

    domain: str
    text: str


def format_precision(entries: Iterable[Entry]) -> str:
    """The text of a file, sorted, so that two precisions can be compared line by line."""
    return "\n".join([HEADER, *(f"{entry.domain} {entry.text}" for entry in sorted(set(entries)))]) + "\n"


def parse_precision(text: str, *, name: str, domains: Iterable[str]) -> tuple[Entry, ...]:
    """The entries of a file for these domains; raises ``TaskError`` with the place of a mistake."""
    lines = text.splitlines()
    _check_header(lines[0].strip() if lines else "", name)
    entries = []
    for number, line in enumerate(lines[1:], 2):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            entries.append(_entry(stripped, domains, f"{name}:{number}"))
    return tuple(entries)


def _check_header(line: str, name: str) -> None:
    if line == HEADER:
        return
    version = re.fullmatch(r"whet precision (\d+)", line)
    if version:
        raise TaskError(f"the format has version {version[1]}, and only version 1 is known", place=f"{name}:1")
    raise TaskError(files.PRECISION.format(header=HEADER), place=f"{name}:1")


def _entry(line: str, domains: Iterable[str], place: str) -> Entry:
    domain, _, text = line.partition(" ")
    if domain not in domains:
        raise TaskError(f"unknown domain '{domain}'{suggestion(domain, domains)}; known are {', '.join(domains)}", place=place)
    if not text.strip():
        raise TaskError(f"nothing stands after '{domain}'", place=place)
    return Entry(domain, text.strip())
