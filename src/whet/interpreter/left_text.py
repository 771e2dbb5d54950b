"""What a formatted read leaves in its stream, as far as a run knows it, and reads that this rules out.

Every read of input gets whatever the run is given.  But ``scanf`` leaves the character at which a number or a word ended, and
text that was not what the format asked for; the next read meets it.  What it is nobody wrote down, so a run goes on only where
every text would do:

* behind a number or a word there may always be a blank, and after blanks a number or a word of any kind;
* if the program was told that the stream is not at its end there, that blank is there;
* behind text that differed nothing is known of what is read.

Otherwise the run tells nothing (``NotInterpreted``).  Each stream has its own (``interpreter.file_streams``).  Proofs are about
any input and need none of this.
"""

from __future__ import annotations

from enum import Enum

from whet.cfa.semantics import Value
from whet.interpreter.outcomes import NotInterpreted

_BLANKS = frozenset(b" \t\n\v\f\r")


class Left(Enum):
    ANYTHING = "anything"
    END_OF_WORD = "what ends a word"
    BLANK = "a blank that ends a word"
    OTHER_TEXT = "text that a format did not ask for"


_BEHIND_WORD = (Left.END_OF_WORD, Left.BLANK)


class LeftText:
    def __init__(self) -> None:
        self._left = Left.ANYTHING

    def leave(self, left: Left) -> None:
        """A formatted read is over."""
        self._left = left

    def begin(self, *, skips_blanks: bool) -> None:
        """Another one begins."""
        self._meet(is_met=self._left is Left.ANYTHING or (self._left in _BEHIND_WORD and skips_blanks))

    def give(self, byte: Value) -> None:
        """This is read next."""
        self._meet(is_met=self._left is Left.ANYTHING or (self._left in _BEHIND_WORD and byte in _BLANKS))

    def look(self, *, is_end: bool) -> None:
        """It is seen whether there is more."""
        if self._left is Left.OTHER_TEXT or (self._left is Left.BLANK and is_end):
            self._meet(is_met=False)

    def go_on(self) -> None:
        """The program is told that it is not at the end of the stream."""
        if self._left is Left.END_OF_WORD:
            self._left = Left.BLANK

    def _meet(self, *, is_met: bool) -> None:
        if not is_met:
            raise NotInterpreted(f"reading {self._left.value}")
        self._left = Left.ANYTHING
