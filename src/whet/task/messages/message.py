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
}
"""The modules of this package that have messages, with their titles."""
EXAMPLES: Final = Path(__file__).parent / "examples"
"""One file for a message: a comment with the command, one with the line that is printed, and the program."""
_COMMENT: Final = "// "
_SMALL: Final = ("contents", "place", "room")
"""Fields that may be empty."""
_OF_LIBRARY: Final = r"(?:in \w+: )?"
_PLACE: Final = r"(?:\S+:\d+:\d+: )?(?:possible .+?, not confirmed: )?"
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
    def pattern(self) -> str:
        return "".join(re.escape(text) + (".*?" if name is not None else "") for text, name, _, _ in Formatter().parse(self))

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(name for _, name, _, _ in Formatter().parse(self) if name is not None)

    @property
    def shown(self) -> str:
        """For lists: fields in the notation of command lines."""
        return "".join(
            text + ("" if not name or name in _SMALL else name.upper()) for text, name, _, _ in Formatter().parse(self)
        )

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
def code_of(text: str, area: str | None = None) -> str | None:
    """The code of the template that a text was made from: of several, the one with the most fixed characters."""
    fitting = [each for each in messages(area) if _expression(each).fullmatch(text)]
    return max(fitting, key=lambda each: each.fixed).code if fitting else None


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
