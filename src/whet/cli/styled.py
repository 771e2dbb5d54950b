"""Lines with styles: text for people, which is coloured on a terminal and the same without colours elsewhere.

A style is one of those of ``rich``, such as ``bold red``; the empty one is plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Part: TypeAlias = tuple[str, str]
"""A text and its style."""
Line: TypeAlias = tuple[Part, ...]

FRAME: Final = "bold blue"
"""Numbers of lines and what stands beside them, as in the messages of compilers."""
GOOD: Final = "bold green"
BAD: Final = "bold red"
OPEN: Final = "bold yellow"
VALUE: Final = "cyan"
STRONG: Final = "bold"


def plain_text(line: Sequence[Part]) -> str:
    return "".join(text for text, _ in line)


def printable(text: str) -> str:
    """One line without what a terminal would obey: texts of programs and names of files may contain anything."""
    return "".join(each if each.isprintable() or each == "\t" else "\N{REPLACEMENT CHARACTER}" for each in text)
