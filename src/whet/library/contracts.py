"""What C asks of the arguments of library functions, besides the memory that they point to; derived from the records.

* A pointer that leads to something that is read or written must not be null, also if no byte of it is (C11 7.1.4, 7.24.1p2).
* Blocks that are copied do not overlap, unless they are the same (C11 7.24.2.1; compilers themselves copy a block to itself).
* ``va_arg`` asks for the type that the argument has (C11 7.16.1.1p2).
* ``__builtin_clz`` and ``__builtin_ctz`` are not given zero, which has no first bit (gcc, Bit Operation Builtins).
* What a declaration calls ``nonnull`` is not null, also of functions of the program.
* What is asked about a character is the value of an ``unsigned char`` or ``EOF`` (C11 7.4p1).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from whet.library.accesses import Access, AccessKind
from whet.library.notation import Record, record_of
from whet.task.records import dataclass

EOF, UCHAR_MAX = -1, 255
_OF_STRINGS: Final = "string.h, strings.h"


@dataclass(frozen=True, slots=True)
class LibraryContract:
    """Of one function; arguments are told by their numbers."""

    not_null: tuple[int, ...] = ()
    character: int | None = None
    not_zero: int | None = None
    is_apart: bool = False
    """Do the first two arguments lead to blocks of as many bytes as the third says, which do not overlap?"""
    is_same: bool = False
    """Are the first two arguments equal?"""


@cache
def contract_of(name: str, arguments: int) -> LibraryContract | None:
    """The contract of a function, if it is called with so many arguments."""
    record = record_of(name)
    if record is None or not record.fits(arguments):
        return None
    not_null = tuple(number for number, each in enumerate(record.accesses) if _is_never_null(record, each))
    character, not_zero = record.position(AccessKind.CHARACTER), record.position(AccessKind.NOT_ZERO)
    found = LibraryContract(not_null, character, not_zero, record.is_apart, record.position(AccessKind.SAME) is not None)
    return None if found == LibraryContract() else found


def _is_never_null(record: Record, access: Access) -> bool:
    is_asked = record.is_never_null or record.header == _OF_STRINGS
    is_used = is_asked and not access.may_be_null and (access.reads or access.writes)
    return is_used or access.kind is AccessKind.NOT_NULL
