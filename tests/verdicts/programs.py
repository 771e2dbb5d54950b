"""Programs and what is expected of them.

``tests/programs/GROUP/NAME.c`` begins with lines ``// KEY: value``; ``docs/testing.md`` explains the keys.  Other
collections are folders with one table (``*.csv``) that names files, machines, properties and expected verdicts.
"""

from __future__ import annotations

import csv
import re
import shlex
import zlib
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from tests.verdicts.running import Answer, Machine, Word
from whet.task.properties import DEFAULT_PROPERTY, Property, parse_property

FOLDER = Path(__file__).parent.parent / "programs"
_HEAD_LINE = re.compile(r"\s*// ([A-Z][A-Z ]*): (.*?)\s*")
_EXPECT = re.compile(r"(TRUE|FALSE|ANY)(?:, or (TRUE|FALSE) if assumed(?:: (.+))?)?")
_MACHINES = {"LP64": (Machine.LP64,), "ILP32": (Machine.ILP32,), "both": (Machine.LP64, Machine.ILP32)}
_KEYS = (
    *("EXPECT", "MACHINE", "PROPERTY", "INPUT", "ARGUMENTS", "STDIN", "ENVIRONMENT", "OTHER UNIT", "NOT COMPILED"),
    *("COMMAND", "ABOUT"),
)
_COMMAND = ["whet", "verify"]

_CHOICES = {"5": "pointer", "8": "left to right", "9": "null pointer"}
"""By the kind of defect that a table has: comparisons without a meaning, order of evaluation, failure of ``malloc``."""

REACHABILITY = "unreach-call"
ALL = "all"
_FORMULAS = {
    "no-overflow": ("G ! overflow",),
    "division-by-zero": ("G ! division-by-zero",),
    "shift-range": ("G ! shift-range",),
    "valid-memsafety": ("G valid-free", "G valid-deref", "G valid-memtrack"),
}
"""By the name a table has for a property, besides reachability."""
_KINDS = {"division by zero": "division-by-zero", "shift range": "shift-range"}
"""The property that a table calls ``other``, by the kind of the bug."""


class BadHead(Exception):
    """The head of a program is not understood."""


class Judgement(StrEnum):
    """What an answer is worth."""

    RIGHT = "right"
    UNKNOWN = "unknown"
    WRONG = "wrong"
    NOT_SUPPORTED = "unsupported"
    """Whet cannot check the property; nothing was run."""
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Expectation:
    """Which verdict is right: this one (None is any), and the other one where it names its assumption."""

    word: Word | None
    if_assumed: Word | None = None
    assumed: str = ""
    """Some words of the assumption, in lower case."""
    part: str = ""
    """What a FALSE must name; empty if anything will do."""

    @classmethod
    def of(cls, text: str) -> Expectation:
        match = _EXPECT.fullmatch(text)
        if match is None:
            raise BadHead(f"'{text}' is no expectation; they look like 'FALSE' or 'FALSE, or TRUE if assumed: order'")
        word, other, assumed = match.groups()
        return cls(None if word == "ANY" else Word(word), Word(other) if other else None, (assumed or "").lower())

    def judge(self, answer: Answer) -> Judgement:
        if answer.word is Word.CRASHED:
            return Judgement.CRASHED
        if not answer.decided:
            return Judgement.UNKNOWN
        right = self._is_expected(answer) or (answer.word is self.if_assumed and self._is_assumed(answer))
        return Judgement.RIGHT if right else Judgement.WRONG

    def _is_expected(self, answer: Answer) -> bool:
        names_part = answer.word is not Word.FALSE or self.part in ("", answer.part)
        return self.word in (None, answer.word) and names_part

    def _is_assumed(self, answer: Answer) -> bool:
        return any(self.assumed in text.lower() for text in answer.assumed)


@dataclass(frozen=True, slots=True)
class KnownProgram:
    """A program on one machine, with the verdict that is known."""

    path: Path
    group: str
    expectation: Expectation
    machine: Machine = Machine.LP64
    specification: Property = DEFAULT_PROPERTY
    head: Mapping[str, str] = field(default_factory=dict)
    """The lines of its head: how to show the verdict with a compiler."""
    several: bool = False
    """Whether it is also run on the other machine."""
    options: tuple[str, ...] | None = None
    """The options of ``whet verify``, for a program that is checked as on the command line."""

    @property
    def name(self) -> str:
        """``group/name``, with the machine if there are several."""
        return f"{self.group}/{self.path.stem}" + (f"@{self.machine}" if self.several else "")

    def turn(self, number: int) -> int:
        """One of so many numbers, the same for this program in every run."""
        return zlib.crc32(self.name.encode()) % number


def known_programs(folder: Path = FOLDER, properties: Container[str] = (REACHABILITY,)) -> list[KnownProgram]:
    """The programs of a folder in the order of their names; of a table only the rows about these properties, or about ``ALL``.

    Raises ``BadHead``."""
    tables = sorted(folder.glob("*.csv"))
    listed = [table for table in tables if "expected" in _columns(table)]
    return list(_of_table(listed[0], properties)) if listed else list(_of_heads(folder))


# ---------------------------------------------------------------------------------------------------------- by heads


def _of_heads(folder: Path) -> Iterator[KnownProgram]:
    for path in sorted(folder.glob("*/*.c")):
        if head := head_of(path):
            yield from _on_machines(path, head)


def head_of(path: Path) -> dict[str, str]:
    """The keys of a program, empty if it has none; raises ``BadHead``."""
    head: dict[str, str] = {}
    for line in path.read_text(encoding="latin-1").removeprefix("\xef\xbb\xbf").splitlines():
        match = _HEAD_LINE.fullmatch(line)
        if match is None or (not head and match[1] != "EXPECT"):
            break
        if match[1] not in _KEYS or match[1] in head:
            raise BadHead(f"{path}: the key '{match[1]}' is not known or there twice; known are {', '.join(_KEYS)}")
        head[match[1]] = match[2]
    return head


def _on_machines(path: Path, head: Mapping[str, str]) -> Iterator[KnownProgram]:
    machines = _MACHINES[head.get("MACHINE", "LP64")]
    formula = head.get("PROPERTY")
    specification = DEFAULT_PROPERTY if formula is None else _property(formula)
    for machine in machines:
        expectation = Expectation.of(head["EXPECT"])
        several, options = len(machines) > 1, _options(path, head)
        yield KnownProgram(path, path.parent.name, expectation, machine, specification, head, several, options)


def _options(path: Path, head: Mapping[str, str]) -> tuple[str, ...] | None:
    if "COMMAND" not in head:
        return None
    words = shlex.split(head["COMMAND"])
    if words[:2] != _COMMAND:
        raise BadHead(f"{path}: the command '{head['COMMAND']}' does not begin with '{' '.join(_COMMAND)}'")
    return tuple(words[2:])


def _property(*formulas: str) -> Property:
    lines = [f"CHECK( init(main()), LTL({formula}) )" for formula in formulas]
    return parse_property("\n".join(lines), path="unreach-call.prp")


# ---------------------------------------------------------------------------------------------------------- by table


def _columns(table: Path) -> Sequence[str]:
    with table.open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file), [])


def _of_table(table: Path, properties: Container[str]) -> Iterator[KnownProgram]:
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name, part = _about(row)
            if name in properties or ALL in properties:
                yield _of_row(table.parent, row, name, part)


def _about(row: Mapping[str, str]) -> tuple[str, str]:
    """The property of a row, and the part of it that a FALSE must name."""
    name, _, part = row.get("property", REACHABILITY).partition(":")
    if name == "other":
        name = _KINDS.get(row.get("kind", ""), name)
    return (name, "") if name == REACHABILITY else (name, part or name)


def _of_row(folder: Path, row: Mapping[str, str], name: str, part: str) -> KnownProgram:
    program = _about_reachability(folder, row)
    if name == REACHABILITY:
        return program
    if name not in _FORMULAS:
        raise BadHead(f"{folder}: the property '{name}' of '{row['name']}' is not known; known are {', '.join(_FORMULAS)}")
    expectation = replace(program.expectation, part=part)
    return replace(program, expectation=expectation, specification=_property(*_FORMULAS[name]))


def _about_reachability(folder: Path, row: Mapping[str, str]) -> KnownProgram:
    file = Path(row.get("file") or f"programs/{row['name']}.c")
    machine = Machine(row.get("data_model") or row.get("machine") or "LP64")
    expectation = _excused(Expectation.of(row["expected"].upper()), row.get("defect") or "")
    program = KnownProgram(folder / file, folder.name, expectation, machine)
    return replace(program, specification=_property("G ! label(ERROR)")) if _has_only_a_label(program.path) else program


def _excused(expectation: Expectation, defect: str) -> Expectation:
    """Where a table says that the verdict is a choice, the other one is right if it names what it chose."""
    assumed = _CHOICES.get(defect)
    if assumed is None or expectation.word is None:
        return expectation
    other = Word.FALSE if expectation.word is Word.TRUE else Word.TRUE
    return replace(expectation, if_assumed=other, assumed=assumed)


def _has_only_a_label(path: Path) -> bool:
    """Is the label ERROR all that could be meant?"""
    text = path.read_text(encoding="latin-1")
    return "ERROR:" in text and not re.search("error|assert", text)
