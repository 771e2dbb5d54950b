"""Findings that somebody has looked at and accepts, with the reason: a comment beside them, or an entry of a file.

    sum += *p; // whet: ignore[overflow] at most 255 bytes of at most 255

A comment is about its own line, or, if it stands alone, about the next line with code.  In ``whet.toml`` it is

    [[suppress]]
    file = "src/crc.c"            # relative to the file; * and ? stand for anything
    check = "overflow"
    line = "sum = sum + *p;"      # what the line says; left out: any line of the file
    reason = "at most 255 bytes of at most 255"

A suppression never changes a verdict.  One without a reason, or with a check that does not exist, is an error; one that nothing
was found for is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from whet.cfa.source import Place
from whet.report.sources import Sources
from whet.task.checks import named_checks
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes, read_text, suggestion
from whet.task.messages import files, usage
from whet.task.records import dataclass
from whet.task.toml_file import TomlFile, parse_toml

_FORM: Final = "// whet: ignore[check] reason"
_TOKEN = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//(?:\\\r?\n|[^\n])*|/\*.*?\*/', re.DOTALL)
_MEANT = re.compile(r"\s*whet\s*:\s*ignore\b")
_COMMENT = re.compile(r"\s*whet\s*:\s*ignore\s*\[([^]]*)\](.*)", re.DOTALL)
_KEYS = ("file", "check", "line", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    checks: tuple[str, ...]
    reason: str
    place: str
    """``file:line`` of the comment or of the entry."""
    file: str
    """A path for a comment; a pattern for an entry, relative to the root of reports."""
    line: int | None = None
    """That a comment is about."""
    text: str | None = None
    """What the line says, for an entry; without white space."""
    is_inline: bool = True

    def covers(self, check: str, place: Place | None, sources: Sources) -> bool:
        if place is None or check not in self.checks:
            return False
        if self.is_inline:
            return place.line == self.line and sources.name(place.file) == sources.name(self.file)
        is_file = fnmatchcase(unquote(sources.name(place.file)), self.file)
        return is_file and (self.text is None or "".join(sources.line(place).split()) == self.text)


def inline_suppressions(files: Iterable[str]) -> list[Suppression]:
    """Of all comments in these files; raises ``TaskError`` with the place of a bad one."""
    return [each for file in dict.fromkeys(files) for each in _in_file(file)]


def _in_file(file: str) -> Iterator[Suppression]:
    text = read_bytes(file, most=LARGEST_PROGRAM)
    if b"whet" not in text or b"ignore" not in text:
        return
    for token in _TOKEN.finditer(text):
        if (comment := _comment(token[0])) is not None:
            yield _from_comment(comment, file, text, token.start(), token.end())


def _comment(token: bytes) -> str | None:
    """What a comment says, if it is meant for Whet."""
    if not token.startswith((b"//", b"/*")):
        return None
    said = token[2:].decode("utf-8", "replace").removesuffix("*/" if token.startswith(b"/*") else "")
    return said if _MEANT.match(said) else None


def _from_comment(said: str, file: str, text: bytes, begin: int, end: int) -> Suppression:
    line = text.count(b"\n", 0, begin) + 1
    start = text.rfind(b"\n", 0, begin) + 1
    place = f"{file}:{line}:{begin - start + 1}"
    form = _COMMENT.fullmatch(said)
    if form is None:
        raise TaskError(files.SUPPRESSION.format(problem=f"names its checks and its reason: {_FORM}"), place=place)
    checks = _checks([name.strip() for name in form[1].split(",") if name.strip()], place)
    reason = " ".join(form[2].split())
    if not reason:
        raise TaskError(files.SUPPRESSION.format(problem=f"needs a reason: {_FORM}"), place=place)
    about = line if text[start:begin].strip() else _next_line(text, end)
    return Suppression(checks=checks, reason=reason, place=f"{file}:{line}", file=file, line=about)


def _next_line(text: bytes, end: int) -> int:
    """The number of the next line that has more than white space and comments."""
    after = re.sub(rb"//[^\n]*|/\*.*?\*/", lambda match: b"\n" * match[0].count(b"\n"), text[end : end + 4096], flags=re.DOTALL)
    gap = len(after) - len(after.lstrip())
    return text.count(b"\n", 0, end) + after.count(b"\n", 0, gap) + 1


def read_suppressions(path: str) -> list[Suppression]:
    """The entries ``[[suppress]]`` of a TOML file; raises ``TaskError``."""
    return suppressions_in(parse_toml(read_text(path), name=path))


def suppressions_in(document: TomlFile) -> list[Suppression]:
    entries = document.values.get("suppress", [])
    if not isinstance(entries, list):
        raise TaskError(
            files.WRONG_TYPE.format(key="suppress", expected="a list of tables: write [[suppress]]"),
            place=document.place("suppress"),
        )
    return [_from_entry(entry, f"suppress[{number}]", document) for number, entry in enumerate(entries)]


def _from_entry(entry: object, key: str, document: TomlFile) -> Suppression:
    place = document.place(key)
    if not isinstance(entry, dict):
        raise TaskError(files.WRONG_TYPE.format(key="suppress", expected="a list of tables: write [[suppress]]"), place=place)
    for name in entry:
        if name not in _KEYS:
            known = ", ".join(_KEYS)
            raise TaskError(
                files.KEY.format(key=name, suggested=suggestion(name, _KEYS), more=f"; known are {known}"),
                place=document.place(f"{key}.{name}"),
            )
    texts = {name: _text(entry, name, place) for name in ("file", "line", "reason")}
    if not texts["reason"].strip():
        raise TaskError(files.SUPPRESSION.format(problem='needs a reason: add reason = "callers check the size"'), place=place)
    if not texts["file"]:
        raise TaskError(files.SUPPRESSION.format(problem='names a file: add file = "src/name.c"'), place=place)
    wanted = entry.get("check", [])
    names = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TaskError(files.WRONG_TYPE.format(key="check", expected="the name of a check, or a list of them"), place=place)
    said = "".join(texts["line"].split()) or None
    checks, reason = _checks(names, place), " ".join(texts["reason"].split())
    return Suppression(checks=checks, reason=reason, place=place, file=texts["file"], text=said, is_inline=False)


def _text(entry: Mapping[str, object], name: str, place: str) -> str:
    value = entry.get(name, "")
    if not isinstance(value, str):
        raise TaskError(files.WRONG_TYPE.format(key=name, expected="a text"), place=place)
    return value


def _checks(names: Sequence[str], place: str) -> tuple[str, ...]:
    if not names:
        raise TaskError(files.SUPPRESSION.format(problem=f"names a check: one of {', '.join(named_checks())}"), place=place)
    for name in names:
        if name not in named_checks():
            raise TaskError(usage.CHECK.format(name=name, suggested=suggestion(name, named_checks())), place=place)
    return tuple(names)


def root_of(path: str) -> Path:
    """What the patterns of a file are relative to."""
    return Path(path).absolute().parent
