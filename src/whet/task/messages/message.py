"""A template of a message, with its code and what its page says; and the way back from a text to its code."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from whet.task.records import dataclass

AREAS: Final = {
    "assumptions": "Assumptions",
    "unknown": "Reasons of an UNKNOWN",
    "violations": "Findings",
    "programs": "Errors in programs",
    "files": "Errors in other files",
    "usage": "Errors on the command line",
}
"""The modules of this package that have messages, with their titles."""
RESULTS: Final = ("assumptions", "unknown", "violations", "programs", "files")
"""Areas of messages about a program."""
ERRORS: Final = ("programs", "files", "usage")
"""Areas of messages that end a command."""
EXAMPLES: Final = Path(__file__).parent / "examples"
"""One file for a message.  CODE.c has a comment with the command, one with the line that is printed, and the program; CODE.txt,
of an error, is a session, see ``Correction``."""
_COMMENT: Final = "// "
_SMALL: Final = ("contents", "following", "more", "place", "room", "suggested")
"""Fields that may be empty, unless a space comes before them."""
_OF_LIBRARY: Final = r"(?:in \w+: )?"
_PLACE: Final = r"(?:\S+:\d+:(?:\d+:)? |\S+: entry \d+: )?(?:possible .+?, not confirmed: )?"
_MORE: Final = r"(?: \((?:.*)\))?"
"""Behind a message: values of operands, other places, or the name of the configuration."""


class MessageTemplate(str):
    """A template as ``str.format`` takes it.  It is a text, so one without fields is used as it stands."""

    code: str
    meaning: str
    """For the page: what it says, in a sentence or two."""
    advice: str
    """What the reader can do."""
    cwe: int | None
    """The weakness in the list of MITRE, of a finding."""

    def __new__(cls, code: str, template: str, meaning: str, advice: str, cwe: int | None = None) -> MessageTemplate:
        made = super().__new__(cls, template)
        made.code, made.meaning, made.advice, made.cwe = code, meaning, advice, cwe
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """In another process it is the text alone."""
        return str, (str(self),)

    @property
    def next_step(self) -> str:
        """The advice as it stands after ``Next:``."""
        plain = self.advice.replace("`", "").removesuffix(".")
        return plain[0].lower() + plain[1:]

    @property
    def pattern(self) -> str:
        return "".join(re.escape(text) + (".*?" if name is not None else "") for text, name, _, _ in Formatter().parse(self))

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(name for _, name, _, _ in Formatter().parse(self) if name is not None)

    @property
    def shown(self) -> str:
        """For lists: fields in the notation of command lines."""
        parts = ((text, name or "") for text, name, _, _ in Formatter().parse(self))
        return "".join(text if name in _SMALL and not text.endswith(" ") else text + name.upper() for text, name in parts)

    @property
    def fixed(self) -> int:
        """How many characters do not depend on the program."""
        return sum(len(text) for text, _, _, _ in Formatter().parse(self))


@cache
def messages(area: str | None = None) -> Sequence[MessageTemplate]:
    """All of them, or those of an area, in the order of their codes."""
    modules = [importlib.import_module(f"whet.task.messages.{each}") for each in ([area] if area else AREAS)]
    found = {each.code: each for module in modules for each in vars(module).values() if isinstance(each, MessageTemplate)}
    return tuple(found[code] for code in sorted(found))


def find_message(code: str) -> MessageTemplate | None:
    return next((each for each in messages() if each.code == code.upper()), None)


@cache
def code_of(text: str, areas: tuple[str, ...] = RESULTS) -> str | None:
    """The code of the template that a text was made from.  Of several, it is the one that begins with the most fixed characters,
    and then the one that has the most."""
    fitting = [each for area in areas for each in messages(area) if _expression(each).fullmatch(text)]
    return max(fitting, key=lambda each: (each.index("{") if "{" in each else len(each), each.fixed)).code if fitting else None


def with_code(text: str, areas: tuple[str, ...] = RESULTS) -> str:
    """With the code that ``whet explain`` takes."""
    code = code_of(text, areas)
    return text if code is None else f"{text} [{code}]"


@cache
def _expression(message: MessageTemplate) -> re.Pattern[str]:
    return re.compile(_PLACE + _OF_LIBRARY + message.pattern + _MORE, re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A program, the command that reads it, and the line that is printed."""

    command: str
    line: str
    program: str


def example(code: str) -> Example | None:
    """None for a message that depends on more than a program, such as a time limit."""
    file = EXAMPLES / f"{code}.c"
    if not file.is_file():
        return None
    command, line, program = file.read_text(encoding="utf-8").split("\n", 2)
    return Example(command.removeprefix(_COMMENT), line.removeprefix(_COMMENT), program)


@dataclass(frozen=True, slots=True)
class Correction:
    """A session with an error, and what to change so that it does not occur.

    Its file has the command, the lines that are printed, ``+`` with the corrected command if no line names it, and files:
    ``--- NAME`` comes before the text of a file, ``+++ NAME`` before the corrected text."""

    command: str
    printed: tuple[str, ...]
    corrected: str
    files: dict[str, str]
    corrected_files: dict[str, str]
    text: str


def correction(code: str) -> Correction | None:
    file = EXAMPLES / f"{code}.txt"
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    head, *blocks = re.split(r"^(?=(?:---|\+\+\+) )", text, flags=re.MULTILINE)
    first, *rest = head.strip().splitlines()
    command = first.removeprefix("$ ")
    printed = tuple(line for line in rest if not line.startswith("+ "))
    following = [line.removeprefix("+ ") for line in rest if line.startswith("+ ")]
    following += [line.removeprefix("Next: ") for line in printed if line.startswith("Next: whet ")]
    parts = [(name[:3], name[4:], body) for name, _, body in (block.partition("\n") for block in blocks)]
    return Correction(
        command,
        printed,
        following[0] if following else command,
        {name: body for sign, name, body in parts if sign == "---"},
        {name: body for sign, name, body in parts if sign == "+++"},
        text,
    )
