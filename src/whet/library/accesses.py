"""What a library function does with an argument.

A record writes it in brackets behind the parameter.  A *size* is the name of a parameter, a product of two (``n*size``) or a
number; it counts bytes, or elements if ``objects`` follows.

========================  ==========================================================================================
``string``                reads a string up to its end; ``string n``: at most ``n`` characters of it
``wide string``           the same with wide characters
``strings``               reads pointers to strings up to a null pointer
``compared``              reads both strings up to the first difference, at most ``n`` characters of them: ``compared n``
``reads n``               reads ``n`` bytes; ``reads object``: one object of the type that the parameter points to
``writes n``              writes them; ``rewrites n``: reads and writes them
``reads up to n``         stops earlier, where it has found what it looks for; ``writes up to n``: may write fewer
``reads until c``         reads up to the first byte that is ``c``
``writes string of s``    writes as many characters as the string ``s`` has, and the null character
``appends s``             reads a string, and writes ``s`` behind it; ``appends s n``: at most ``n`` characters of it
``text``                  writes what the format says, and a null character; ``text n``: at most ``n`` bytes
``new text``              stores the address of a new block with what the format says
``format``                reads a format of printf, and through the arguments behind it; ``scan format``: of scanf
``list``                  arguments of a format as ``va_list``
``stream``                a stream that is open
``frees``                 the beginning of a block, whose life ends
``calls``                 a function that is called
``character``             a number: the value of an ``unsigned char``, or ``EOF``
``same``                  a number: equals the next argument
``not zero``              a number: is not zero
``not null``              a pointer that is not null
``handle``                nothing that can be seen
``unchecked``             something else, which no check looks at; ``unchecked written``: it may write there
========================  ==========================================================================================

``or null`` behind it: the pointer may be null, and nothing is done then.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from whet.task.records import dataclass


class AccessKind(Enum):
    """The words of the notation."""

    NUMBER = ""
    STRING = "string"
    WIDE_STRING = "wide string"
    STRINGS = "strings"
    COMPARED = "compared"
    COMPARED_IGNORING_CASE = "compared ignoring case"
    READ = "reads"
    WRITTEN = "writes"
    REWRITTEN = "rewrites"
    COPIED = "writes string of"
    APPENDED = "appends"
    TEXT = "text"
    NEW_TEXT = "new text"
    FORMAT = "format"
    SCAN_FORMAT = "scan format"
    LIST = "list"
    STREAM = "stream"
    FREED = "frees"
    CALLED = "calls"
    CHARACTER = "character"
    SAME = "same"
    NOT_ZERO = "not zero"
    NOT_NULL = "not null"
    HANDLE = "handle"
    UNCHECKED = "unchecked"

    @property
    def is_block(self) -> bool:
        """Does a size follow?"""
        return self in (AccessKind.READ, AccessKind.WRITTEN, AccessKind.REWRITTEN)


_WRITING: Final = frozenset(
    {AccessKind.WRITTEN, AccessKind.REWRITTEN, AccessKind.COPIED, AccessKind.APPENDED, AccessKind.TEXT, AccessKind.NEW_TEXT}
)
_READING: Final = frozenset(
    {AccessKind.STRING, AccessKind.WIDE_STRING, AccessKind.COMPARED, AccessKind.COMPARED_IGNORING_CASE, AccessKind.READ}
)
_OPEN_ENDED: Final = ("up to", "until")
_OR_NULL: Final = " or null"
_BY_LENGTH: Final = sorted(AccessKind, key=lambda kind: -len(kind.value))


@dataclass(frozen=True, slots=True)
class Access:
    """Of one argument."""

    kind: AccessKind
    counts: tuple[int, ...] = ()
    """The parameters whose product is the number of bytes, elements or characters."""
    count: int | None = None
    """The same as a number."""
    is_of_objects: bool = False
    """Are elements counted, of the type that the parameter points to?"""
    may_end_early: bool = False
    may_be_null: bool = False
    writes_unseen: bool = False
    """Of what is not checked: may it be written?"""

    @property
    def writes(self) -> bool:
        return self.kind in _WRITING or self.writes_unseen

    @property
    def reads(self) -> bool:
        return self.kind in _READING

    @property
    def is_objects(self) -> bool:
        """Are exactly so many objects read or written?"""
        return self.kind.is_block and self.is_of_objects and not self.may_end_early

    @property
    def is_described(self) -> bool:
        """Can a check look at all that it says?"""
        is_open = self.kind in (AccessKind.UNCHECKED, AccessKind.STRINGS, AccessKind.NEW_TEXT, AccessKind.SCAN_FORMAT)
        return not is_open and not self.may_end_early


def read_access(text: str, names: Sequence[str]) -> Access:
    """From the words in brackets; raises ``ValueError``.  ``names`` are those of the parameters."""
    may_be_null = text.endswith(_OR_NULL)
    said = text.removesuffix(_OR_NULL)
    kind = next(kind for kind in _BY_LENGTH if said == kind.value or said.startswith(f"{kind.value} ") or not kind.value)
    rest = said[len(kind.value) :].split()
    if kind is AccessKind.UNCHECKED:
        return Access(kind, may_be_null=may_be_null, writes_unseen=rest == ["written"])
    if kind is AccessKind.REWRITTEN and rest == ["string"]:  # a body says more, and nobody else looks at it
        return Access(kind, may_end_early=True, may_be_null=may_be_null)
    open_ended = next((words for words in _OPEN_ENDED if rest[: len(words.split())] == words.split()), None)
    if open_ended is not None:
        del rest[: len(open_ended.split())]
    is_of_objects = bool(rest) and rest[-1] in ("object", "objects")
    if is_of_objects:
        rest.pop()
    counts = tuple(names.index(name) for word in rest for name in word.split("*") if name in names)
    numbers = [int(word) for word in rest if word.isdigit()]
    if len(counts) + len(numbers) < len(rest) and rest != ["any"]:
        raise ValueError(f"{text!r} does not describe an argument: no parameter is called so")
    if kind is AccessKind.NUMBER or (kind.is_block and not (rest or is_of_objects)):
        raise ValueError(f"{text!r} does not describe an argument")
    return Access(kind, counts, next(iter(numbers), None), is_of_objects, open_ended is not None, may_be_null)


NUMBER: Final = Access(AccessKind.NUMBER)
