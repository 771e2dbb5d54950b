"""What a formatted read leaves in its stream, as far as a run knows it, and reads that this rules out.

Every read of input gets whatever the run is given.  But ``scanf`` leaves the character at which a number or a word ended, and
text that was not what the format asked for; the next read meets it.  What it is nobody wrote down, so a run goes on only where
every text would do:

* behind a number or a word there may always be a blank, and after blanks a number or a word of any kind;
* behind text that differed nothing is known of what is read.

Otherwise the run tells nothing (``NotInterpreted``).  Streams are not told apart.  Proofs are about any input and need none of
this.
"""

from __future__ import annotations

from enum import Enum

from whet.cfa.model import Function
from whet.cfa.semantics import Value
from whet.trust.outcomes import NotInterpreted

_BLANKS = frozenset(b" \t\n\v\f\r")
_BEGINS, _END_OF_WORD, _OTHER_TEXT = "scanf_begins", "scanf_leaves_end_of_word", "scanf_leaves_other_text"
_BYTE, _END = "__VERIFIER_nondet_byte", "__VERIFIER_nondet_end_of_input"


class Left(Enum):
    ANYTHING = "anything"
    END_OF_WORD = "what ends a word"
    OTHER_TEXT = "text that a format did not ask for"


def tells(function: Function) -> bool:
    """Does a call of it say what is left?"""
    return function.written_name in (_BEGINS, _END_OF_WORD, _OTHER_TEXT)


class LeftText:
    """Of one run."""

    def __init__(self) -> None:
        self._left = Left.ANYTHING

    def entered(self, function: Function, *values: Value) -> None:
        """A function of the library is called: those of ``scanf.c`` tell what is left."""
        name = function.written_name
        if name == _BEGINS:
            self._meet(is_met=self._left is Left.ANYTHING or (self._left is Left.END_OF_WORD and bool(values[0])))
        elif name == _END_OF_WORD:
            self._left = Left.END_OF_WORD
        elif name == _OTHER_TEXT:
            self._left = Left.OTHER_TEXT

    def asked(self, name: str, value: Value) -> Value:
        """An input that a body of the library gets."""
        if name == _BYTE:
            self._meet(is_met=self._left is Left.ANYTHING or (self._left is Left.END_OF_WORD and value in _BLANKS))
        elif name == _END and self._left is Left.OTHER_TEXT:
            self._meet(is_met=False)
        return value

    def _meet(self, *, is_met: bool) -> None:
        if not is_met:
            raise NotInterpreted(f"reading {self._left.value}")
        self._left = Left.ANYTHING


__all__ = ["Left", "LeftText", "tells"]
