"""The strings that a program is given (``whet.cfa.texts``), as far as a run reads them.

Their bytes are inputs, chosen when they are first read. A string ends at the first byte chosen to be zero, or at the end of its
object. A run that accesses a byte after the end is no run of the program: another string may begin there, or nothing.
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
"""Defines bytes of an object from an offset on."""
_FILLER = ord("a")
"""Stands for a byte that was not read."""
_BYTE = IntType("unsigned char", 8, False, 1, 1)


@dataclass(frozen=True, slots=True)
class TextRead:
    """A string that a run was given; ``name`` is the program's expression for it."""

    name: str
    text: bytes | None
    """As much of it as the run depends on; None for an environment variable that is not set."""
    is_looked_at: bool
    origin: Origin | None = None
    """Where the parameter is declared that points to it."""
    variable: str | None = None
    """Its name in the environment, if it is no argument of ``main``."""

    @property
    def literal(self) -> str:
        return "NULL" if self.text is None else c_string_literal(self.text)


def c_string_literal(text: bytes) -> str:
    """A C string literal of these bytes; those that are not printable are octal."""
    return f'"{"".join(map(_sign, text))}"'


def _sign(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"


class GivenBytes:
    """The chosen bytes of one string."""

    def __init__(self, name: str, variable: str | None, source: MemoryObject, origin: Origin | None, settle: Settle) -> None:
        self._name = name
        self._variable = variable
        self._source = source
        self._settle = settle
        self._origin = origin
        self._last = source.size - 1
        self._chosen: dict[int, int] = {}
        self._least = 0
        """Its minimal length."""

    def becomes_name(self, offset: int) -> bool:
        """The rest from this offset is used as a file name, so it is not empty; False if its end was read, so that it is
        known."""
        if self._touched(self._end, self._end + 1):
            return False
        self._least = max(self._least, offset + 1)
        return True

    def begin(self) -> None:
        """The terminating zero was stored; whether the program reads it is tracked like for any other byte."""
        self._source.set_mask(self._last, b"\0")

    def is_end(self, offset: int, size: int) -> bool:
        """Is this the terminating zero, which is not chosen?"""
        return (offset, size) == (self._last, 1)

    def settle(self, offset: int, size: int) -> None:
        """Bytes are copied, so they have to stay the same."""
        self._settle(self._source, offset, size, _BYTE)

    def choose(self, offset: int, chosen: bytearray, missing: bytes) -> None:
        """These bytes were chosen; only those with bits in ``missing`` are used."""
        for place, used in enumerate(missing, offset):
            if place == self._last:
                chosen[place - offset] = 0
            if used:
                self._chosen[place] = chosen[place - offset]

    @property
    def _end(self) -> int:
        return min((place for place, value in self._chosen.items() if value == 0), default=self._last)

    def _touched(self, begin: int, end: int) -> int:
        """How many of these bytes there are up to the last one that was touched (objects may be long, so without a loop over
        bytes)."""
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
