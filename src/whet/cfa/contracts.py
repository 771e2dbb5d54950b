"""What C asks of the arguments of library functions: a table, for the checks and for the interpreter.

* A pointer that leads to something that is read or written must not be null, also if no byte of it is (C11 7.1.4, 7.24.1p2).
* Blocks that are copied do not overlap, unless they are the same (C11 7.24.2.1; compilers themselves copy a block to itself).
* ``va_arg`` asks for the type that the argument has (C11 7.16.1.1p2).
* ``__builtin_clz`` and ``__builtin_ctz`` are not given zero, which has no first bit (gcc, Bit Operation Builtins).
* What a declaration calls ``nonnull`` is not null, also of functions of the program.
* What is asked about a character is the value of an ``unsigned char`` or ``EOF`` (C11 7.4p1).

More is asked, which is not here: that strings have an end, that they do not overlap, that formats fit what is printed.
"""

from __future__ import annotations

from whet.cfa.argument_blocks import SAME_KIND
from whet.cfa.characters import CLASSES
from whet.cfa.library import NOT_NULL
from whet.task.records import dataclass

EOF, UCHAR_MAX = -1, 255


@dataclass(frozen=True, slots=True)
class Contract:
    """Of one function; arguments are told by their numbers."""

    arguments: int
    not_null: tuple[int, ...] = ()
    character: int | None = None
    not_zero: int | None = None
    is_apart: bool = False
    """Do the first two arguments lead to blocks of as many bytes as the third says, which do not overlap?"""
    is_same: bool = False
    """Are the first two arguments equal?"""


def contract_of(name: str, arguments: int) -> Contract | None:
    """The contract of a function, if it is called with so many arguments; ``__builtin_f`` is ``f``."""
    plain = name.removeprefix("__builtin_")
    if plain.startswith("__") and plain.endswith("_chk"):  # has the size of the target as one more argument
        plain, arguments = plain[2:-4], arguments - 1
    found = _CONTRACTS.get(name) or _CONTRACTS.get(plain)
    return found if found is not None and found.arguments == arguments else None


def _contracts() -> dict[str, Contract]:
    characters = dict.fromkeys((*CLASSES, "tolower", "toupper"), Contract(1, character=0))
    del characters["isascii"]  # is defined for every number
    apart = dict.fromkeys(("memcpy", "mempcpy"), Contract(3, not_null=(0, 1), is_apart=True))
    return {
        SAME_KIND: Contract(2, is_same=True),
        NOT_NULL: Contract(2, not_null=(0,)),
        **{f"__builtin_{name}{suffix}": Contract(1, not_zero=0) for name in ("clz", "ctz") for suffix in ("", "l", "ll")},
        **characters,
        **apart,
        **{name: Contract(count, not_null) for count, not_null, names in _NOT_NULL for name in names.split()},
    }


_NOT_NULL = (
    (3, (0, 1), "memmove memcmp strncpy strncat strncmp strncasecmp stpncpy"),
    (3, (0,), "memset memchr memrchr"),
    (2, (0, 1), "strcpy strcat strcmp strcoll strcasecmp stpcpy strstr strspn strcspn strpbrk"),
    (2, (0,), "strchr strrchr strnlen strndup"),
    (1, (0,), "strlen strdup puts atoi atol atoll atof"),
)
_CONTRACTS = _contracts()

__all__ = ["EOF", "UCHAR_MAX", "Contract", "contract_of"]
