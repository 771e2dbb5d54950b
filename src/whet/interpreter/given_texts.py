"""What a run looks at of the texts that a program is given, and which texts give the same run.

The program has an object for each of them, whose length is an input (``whet.cfa.texts``).  Its bytes are asked for
when they are read, so a run depends on no byte that it did not look at.  The string ends at the first byte that was chosen to be
zero, or at the end of the object.  A run that touches a byte behind the end of the string is no run of the program: where one
string ends another one may begin, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from whet.cfa.source import Origin
from whet.cfa.types import IntType
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.interpreter.memory import MemoryObject

Settle: TypeAlias = Callable[["MemoryObject", int, int, IntType], None]
"""Gives bytes of an object from an offset on their values."""
_FILLER = ord("a")
"""Stands for a byte that nobody looked at."""
_BYTE = IntType("unsigned char", 8, False, 1, 1)


@dataclass(frozen=True, slots=True)
class TextRead:
    """A text that a run was given; ``name`` is what the program calls it."""

    name: str
    text: bytes | None
    """So much of it as the run depends on; None for a variable of the environment that is not there."""
    is_looked_at: bool
    origin: Origin | None = None
    """Where the parameter is declared that leads to it."""
    variable: str | None = None
    """The name that it has in the environment, if it is no string of ``main``."""

    @property
    def literal(self) -> str:
        """As C writes it."""
        return "NULL" if self.text is None else c_string_literal(self.text)


def c_string_literal(text: bytes) -> str:
    """A string of C with these bytes; those that have no sign of their own are told in octal, which no digit can follow."""
    return f'"{"".join(map(_sign, text))}"'


def _sign(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"


class GivenBytes:
    """The bytes of one string, as far as they were chosen."""

    def __init__(self, name: str, variable: str | None, source: MemoryObject, origin: Origin | None, settle: Settle) -> None:
        self._name = name
        self._variable = variable
        self._source = source
        self._settle = settle
        self._origin = origin
        self._last = source.size - 1
        self._chosen: dict[int, int] = {}
        self._least = 0
        """So many bytes it has at least."""

    def becomes_name(self, offset: int) -> bool:
        """It is the name of a file from here on, so that it is not empty; False if its end was seen, so that it is known."""
        if self._touched(self._end, self._end + 1):
            return False
        self._least = max(self._least, offset + 1)
        return True

    def begin(self) -> None:
        """The zero at the end was stored; whether the program looks at it is seen as of any other byte."""
        self._source.set_mask(self._last, b"\0")

    def is_end(self, offset: int, size: int) -> bool:
        """Is this the zero at the end, which nobody chooses?"""
        return (offset, size) == (self._last, 1)

    def settle(self, offset: int, size: int) -> None:
        """Bytes are copied: they are the same ones later on."""
        self._settle(self._source, offset, size, _BYTE)

    def choose(self, offset: int, chosen: bytearray, missing: bytes) -> None:
        """These bytes were chosen, of which only those with bits in ``missing`` are used."""
        for place, used in enumerate(missing, offset):
            if place == self._last:
                chosen[place - offset] = 0
            if used:
                self._chosen[place] = chosen[place - offset]

    @property
    def _end(self) -> int:
        """Where the string ends."""
        return min((place for place, value in self._chosen.items() if value == 0), default=self._last)

    def _touched(self, begin: int, end: int) -> int:
        """How many of these bytes there are up to the last one that was touched.  An object may be long, and runs are many: bytes
        are not looked at one by one."""
        mask = self._source.mask
        return end - begin if mask is None else len(mask[begin:end].rstrip(b"\0"))

    @property
    def is_possible(self) -> bool:
        end = self._end
        is_long_enough = end >= self._least or not self._touched(end, end + 1)
        return is_long_enough and not self._touched(end + 1, self._last + 1)

    @property
    def read(self) -> TextRead:
        end = self._end
        length = end if self._touched(end, end + 1) else max(self._touched(0, end), self._least)
        text = bytearray([_FILLER]) * length
        for place, value in self._chosen.items():
            if place < length:
                text[place] = value
        is_looked_at = bool(self._chosen) or length > 0 or self._variable is not None
        return TextRead(self._name, bytes(text), is_looked_at, self._origin, self._variable)
