"""The streams of one run: the standard ones, and those of files that it opens.

Reads return any input, and writes to files are dropped.  A run continues only where nothing before restricts what is read,
and raises ``NotInterpreted`` elsewhere:

* a file that another stream wrote or read before has no arbitrary contents; files differ by name (``FileName``);
* nothing is read after an end of input that ``feof`` reported.  Without ``feof`` the end may have been an error, and the stream
  continues; then the answers of ``feof`` and ``ferror`` are unknown;
* ``scanf`` leaves the character after a number or a word, and text that the format did not match (``StreamRemainder``).  After
  a number or a word there may be a blank, and then anything that skips blanks; there is one if ``feof`` reported false.  After
  text that did not match, nothing is known.

A compiled program records the same ends (``whet.harness.run_harness``).  Proofs hold for any input and need none of this.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from enum import Enum

from whet.cfa.library import STREAMS
from whet.cfa.semantics import BreaksContract, NullArgument, Value
from whet.interpreter.outcomes import NotInterpreted
from whet.task.records import dataclass

_STDIN = "stdin"
_MODE = re.compile(rb"(?P<kind>[rwa])(?P<update>\+|b\+|\+b)?b?(?P<new>x)?e?")
_OF_SYSTEM = frozenset({b"dev", b"proc", b"sys"})
"""Directories of special files, whose contents are not arbitrary."""
_LONGEST_NAME = 255
_MOST_OPEN = 1000
"""More files than a process may have open."""


_BLANKS = frozenset(b" \t\n\v\f\r")


class StreamRemainder(Enum):
    ANYTHING = "anything"
    END_OF_WORD = "what ends a word"
    BLANK = "a blank that ends a word"
    OTHER_TEXT = "text that a format did not ask for"


_BEHIND_WORD = (StreamRemainder.END_OF_WORD, StreamRemainder.BLANK)


class LeftText:
    def __init__(self) -> None:
        self._left = StreamRemainder.ANYTHING

    def leave(self, left: StreamRemainder) -> None:
        """A formatted read is over."""
        self._left = left

    def begin(self, *, skips_blanks: bool) -> None:
        """Another one begins."""
        self._meet(is_met=self._left is StreamRemainder.ANYTHING or (self._left in _BEHIND_WORD and skips_blanks))

    def give(self, byte: Value) -> None:
        """This is read next."""
        self._meet(is_met=self._left is StreamRemainder.ANYTHING or (self._left in _BEHIND_WORD and byte in _BLANKS))

    def look(self, *, is_end: bool) -> None:
        """It is seen whether there is more."""
        if self._left is StreamRemainder.OTHER_TEXT or (self._left is StreamRemainder.BLANK and is_end):
            self._meet(is_met=False)

    def go_on(self) -> None:
        """The program learns that it is not at the end of the stream."""
        if self._left is StreamRemainder.END_OF_WORD:
            self._left = StreamRemainder.BLANK

    def _meet(self, *, is_met: bool) -> None:
        if not is_met:
            raise NotInterpreted(f"reading {self._left.value}")
        self._left = StreamRemainder.ANYTHING


class StreamEnd(Enum):
    """What is known about the end of a stream."""

    NOT_MET = "it was not met"
    MET = "it was met, or there was an error"
    TOLD = "it was met, and the program knows that"
    ERROR = "there was an error"


@dataclass(frozen=True, slots=True)
class FileName:
    """Files are distinguished by the last components of their names."""

    last: bytes | None
    """The last component; None if the program is given the string and its end was not read."""
    given: int | None = None
    """The address of that string, if the program is given it."""
    is_literal: bool = False

    def may_be(self, other: FileName) -> bool:
        """May both names be equal? A string whose end was not read is another name, except for copies."""
        if self.given is not None and self.given == other.given:
            return True
        if self.last is not None and other.last is not None:
            return self.last == other.last
        return self._may_be_copy or other._may_be_copy

    @property
    def _may_be_copy(self) -> bool:
        return self.given is None and not self.is_literal

    @staticmethod
    def of(text: bytes, given: int | None = None, *, is_literal: bool = False) -> FileName:
        """Raises ``NotInterpreted`` for names of special files and for invalid names."""
        *folders, last = text.split(b"/")
        if last in (b"", b".", b"..") or len(text) > _LONGEST_NAME or not _OF_SYSTEM.isdisjoint(folders):
            raise NotInterpreted(f"a file called {text!r}")
        return FileName(last, given, is_literal)


@dataclass(slots=True, eq=False)
class Stream:
    name: str
    file: FileName | None = None
    is_readable: bool = False
    is_writable: bool = False
    is_open: bool = True
    end: StreamEnd = StreamEnd.NOT_MET
    left: LeftText = field(default_factory=LeftText)
    was_read: bool = False
    was_written: bool = False

    def read(self) -> None:
        if not self.is_open or not self.is_readable or self.was_written:
            raise NotInterpreted(f"reading from {self}")
        self.was_read = True

    def write(self) -> None:
        if not self.is_open or not self.is_writable or self.was_read:
            raise NotInterpreted(f"writing to {self}")
        self.was_written = True

    def flush(self) -> None:
        """The standard streams may always be flushed, as in glibc, and others that are written."""
        if not self.is_open or not (self.is_writable or self.name == _STDIN):
            raise NotInterpreted(f"flushing {self}")

    def clear(self) -> None:
        if not self.is_open:
            raise NotInterpreted(f"clearing {self}")
        self.end = StreamEnd.NOT_MET

    def got(self) -> None:
        if self.end is StreamEnd.TOLD:
            raise NotInterpreted(f"reading from {self} behind its end")
        if self.end is StreamEnd.MET:
            self.end = StreamEnd.ERROR

    def ended(self) -> None:
        if self.end is StreamEnd.NOT_MET:
            self.end = StreamEnd.MET

    def failed(self, *, is_error: bool) -> None:
        """Whether the end that was just met was an error."""
        if is_error and self.end is StreamEnd.TOLD:
            raise NotInterpreted(f"an error of {self} behind its end")
        if is_error:
            self.end = StreamEnd.ERROR
        elif self.end is StreamEnd.MET:
            self.end = StreamEnd.TOLD

    def is_at_end(self) -> bool:
        """The program asks for the end, and the answer stays the same."""
        if not self.is_open or self.end is StreamEnd.ERROR:
            raise NotInterpreted(f"the end of {self}, which may have been an error")
        if self.end is StreamEnd.MET:
            self.end = StreamEnd.TOLD
        return self.end is StreamEnd.TOLD

    def tell_end(self) -> bool:
        is_at_end = self.is_at_end()
        if not is_at_end:
            self.left.go_on()
        return is_at_end

    def __str__(self) -> str:
        return self.name if self.is_open else f"{self.name}, which is closed"


class Streams:
    """``make`` gives the address of a new opaque object."""

    def __init__(self, make: Callable[[str], int]) -> None:
        self._make = make
        self.variables: dict[str, Callable[[], Value]] = {}
        """The values of ``stdin`` and the like, if the program has these variables: it may set them."""
        self.restart()

    def restart(self) -> None:
        """Reset for another run, whose code refers to the same streams."""
        self._standard = {name: Stream(name, is_readable=name == _STDIN, is_writable=name != _STDIN) for name in STREAMS}
        self._by_address: dict[int, Stream] = {}
        self._addresses: dict[str, int] = {}
        self._current = self._standard[_STDIN]
        self._wanted = 0
        """Bytes about to be read at once."""
        self._explains_end = False
        """Does the next error explain the end that was just met?"""

    def standard(self, name: str) -> int:
        if name not in self._addresses:
            self._addresses[name] = self._make(name)
            self._by_address[self._addresses[name]] = self._standard[name]
        return self._addresses[name]

    def at(self, address: Value) -> Stream:
        found = self._by_address.get(address) if isinstance(address, int) else None
        if address == 0:
            raise NullArgument("a library function is given a null pointer as its stream")
        if found is None:
            raise NotInterpreted("using what is no stream")
        if not found.is_open:
            raise BreaksContract("a library function is given a stream that is closed")
        return found

    def is_open(self, address: int) -> bool:
        found = self._by_address.get(address)
        return found is not None and found.is_open

    def opened(self, file: FileName, mode: bytes) -> int:
        asked = _MODE.fullmatch(mode)
        if asked is None:
            raise NotInterpreted(f"a file opened as {mode!r}")
        if sum(each.is_open for each in self._by_address.values()) > _MOST_OPEN:
            raise NotInterpreted("very many open files")
        made = Stream(
            "the stream of a file",
            file,
            is_readable=asked["kind"] != b"w" and (asked["kind"] == b"r" or asked["update"] is not None),
            is_writable=asked["kind"] != b"r" or asked["update"] is not None,
        )
        is_new = asked["new"] is not None
        for other in (each for each in self._by_address.values() if each.file is not None and each.file.may_be(file)):
            if is_new:
                raise NotInterpreted("a new file of a name that was used before")
            made.is_readable = False
            other.is_readable = other.is_readable and not made.is_writable
        address = self._make(made.name)
        self._by_address[address] = made
        return address

    def closed(self, address: int) -> None:
        stream = self.at(address)
        stream.is_open = False

    def reads(self, address: Value | None) -> None:
        """A function begins to read; without an address from the standard input."""
        self._current = self.now(_STDIN) if address is None else self.at(address)
        self._current.read()

    def now(self, name: str) -> Stream:
        """The present value of ``stdin`` and the like, for a function that uses it implicitly."""
        return self.at(self.variables[name]()) if name in self.variables else self._standard[name]

    def begins(self, *, skips_blanks: bool) -> None:
        """A formatted read begins, of the stream that was named last."""
        self._current.left.begin(skips_blanks=skips_blanks)

    def leaves(self, left: StreamRemainder) -> None:
        self._current.left.leave(left)

    def wants(self, count: int) -> None:
        """So many bytes are read next; fewer mean an end."""
        self._wanted = count

    def explains_end(self) -> None:
        """The next question is whether the end was an error."""
        self._explains_end = True

    def asked(self, name: str, value: Value) -> Value:
        """An input that a library body reads."""
        match name:
            case "__VERIFIER_nondet_byte":
                self._current.left.give(value)
            case "__VERIFIER_nondet_end_of_input":
                self._looked(is_end=bool(value))
            case "__VERIFIER_nondet_length" if self._wanted and isinstance(value, int):
                wanted, self._wanted = self._wanted, 0
                self._looked(is_end=value == 0)
                if value < wanted:
                    self._current.ended()
            case "__VERIFIER_nondet_error" if self._explains_end:
                self._explains_end = False
                self._current.failed(is_error=bool(value))
            case _:
                pass
        return value

    def _looked(self, *, is_end: bool) -> None:
        self._current.left.look(is_end=is_end)
        if is_end:
            self._current.ended()
        else:
            self._current.got()
