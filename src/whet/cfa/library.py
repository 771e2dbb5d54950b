"""What a call of a function without a body does, by the record of the function (``whet.library``).

A function without a record may change whatever it can reach through its arguments and returns anything.  A record counts only if
the call has as many arguments as it says, because programs define functions of the same name; and if a format says that nothing
is done with pointers that the record does not say (``formats``).

Two kinds of functions do what no record says: they run functions of the program that they were given, at once or later, or
they keep a pointer for another call.  These are ``NotModelled``, unless what they are given makes them harmless.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from whet.cfa.expressions import Cast, Const, Expr, Variable
from whet.cfa.formats import literal_text
from whet.cfa.model import Function
from whet.cfa.types import CType, PointerType, StructType
from whet.library.accesses import AccessKind
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Effect,
    FormatFamily,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Writes,
    effect_of,
    format_of,
)
from whet.library.formats import printed_letters, scans_pointers
from whet.library.notation import Record, Refusal, names_under, record_of

_WITH_POINTERS = {FormatFamily.PRINTED: frozenset("n"), FormatFamily.PRINTED_TO_MEMORY: frozenset("np")}
"""Directives of ``printf`` by which pointers are stored through, or made text that the program can see."""
_OF_OTHERS = "CBMC, ESBMC"
"""What stands above the records of functions that harnesses for CBMC and ESBMC call, mostly without a declaration."""
NONDET_PREFIXES = ("__VERIFIER_nondet_", "nondet_")
"""A function without a body and without parameters that is called so returns any value: in SV-COMP, and in harnesses for CBMC."""
ERRNO = "number@errno.c"
"""The variable that ``errno`` stands for, if the program uses it."""
BLOCK_SIZE = "__whet_block_size"
"""What bodies that come with Whet ask for the size of a block."""
TO_DOUBLE = "__whet_to_double"
"""What bodies that come with Whet ask for the number that a text begins with; only a run knows it."""
IS_TOO_SMALL = "__whet_is_too_small"
"""The same: is the number smaller than those that a double has all digits of, and none of it?"""
TEXT_BYTE = "__whet_text_byte"
"""What bodies that come with Whet ask for the byte at a place that formatted output was written to; only a run knows it."""
TEXT_IS_WRITTEN = "text_is_written"
"""The function that comes with Whet and asks for these bytes.  What it does in a run is known only then."""
NEW_STREAM = "__whet_stream"
"""What bodies that come with Whet ask for the stream of a file: a block of so many bytes, for a name and a mode."""
STANDARD_STREAM = "__whet_standard_stream"
"""The same for one of ``STREAMS``, given by its number."""
CLOSE_STREAM = "__whet_close"
"""What ends the life of such a block (``streams``)."""
OF_STREAMS = frozenset({NEW_STREAM, STANDARD_STREAM, CLOSE_STREAM})
"""Blocks that these functions make or end are none of the program's heap."""
APART = "__whet_apart"
"""Stands in bodies where bytes were copied: as many from the first argument on as the second says are written, and those of the
other two are read; does nothing itself."""
WRITES_BYTES = "__whet_writes"
"""Stands before a call that writes as many bytes as the second argument says, from the first on; does nothing itself."""
HAS_ROOM = "__whet_has_room"
"""Stands at the beginning of a function with a parameter such as ``a[static 3]``: as many bytes as the second argument says are
there, from the first on (C11 6.7.6.3p7)."""
NOT_NULL = "__whet_not_null"
"""Stands where a function is called whose declaration says that an argument is not null: the pointer, and its number."""
RESULT = 0
"""The number of what a function returns; arguments are counted from 1 on."""
NEVER_RETURNS = "__whet_returns"
"""Stands before the end of a function that is declared to have none."""
AUTOMATIC = frozenset({"alloca", "__builtin_alloca"})
"""Functions whose blocks end with the function that called them."""
UNREACHABLE = "__builtin_unreachable"
"""A call of it is undefined: what follows is never executed."""
STREAMS = ("stdin", "stdout", "stderr")
SCANNING = "scanf_begins_stdin"
"""The function that comes with Whet and stands where ``scanf`` reads."""


@cache
def other_assumptions() -> tuple[str, ...]:
    """Functions like ``__VERIFIER_assume`` in harnesses for other verifiers."""
    return tuple(record.name for record in _of_others() if isinstance(effect_of(record), Assumes))


@cache
def silent_functions() -> tuple[str, ...]:
    """Functions of such harnesses that do nothing in a run, whatever they are given."""
    return tuple(record.name for record in _of_others() if not record.parameters and isinstance(effect_of(record), Nothing))


def _of_others() -> list[Record]:
    return [record for name in names_under(_OF_OTHERS) if (record := record_of(name)) is not None]


def implied_stream(function: Function) -> str | None:
    """The standard stream that a library function uses without being given it: that of ``puts`` is ``stdout``."""
    if function.is_defined and not function.is_of_library:
        return None
    if function.written_name == SCANNING:
        return "stdin"
    record = record_of(function.written_name)
    return None if record is None else record.stream


def is_stream(variable: Variable) -> bool:
    """``stdin`` and the like are set by the C library before the program starts."""
    return variable.is_static and variable.name in STREAMS and isinstance(variable.type, PointerType)


def leads_to_stream(type: CType) -> bool:
    """Is it ``FILE *``, as glibc has it?"""
    match type:
        case PointerType(target=StructType(tag=tag)):
            return tag == "_IO_FILE"
        case _:
            return False


def _is_plain(family: FormatFamily, format: Expr) -> bool:
    """Does it say that no pointer is stored, read or made text that the program can see?"""
    text = literal_text(format)
    if text is None:
        return False
    return (
        not scans_pointers(text) if family is FormatFamily.SCANNED else printed_letters(text).isdisjoint(_WITH_POINTERS[family])
    )


def _is_harmless(refusal: Refusal, arguments: Sequence[Expr]) -> bool:
    is_named = refusal.parameter is not None and refusal.parameter < len(arguments)
    return is_named and _is_fixed(arguments[refusal.parameter or 0], refusal.value)


def _is_fixed(expr: Expr, value: int | None) -> bool:
    match expr:
        case Cast(operand=operand):
            return _is_fixed(operand, value)
        case Const():
            return value is None or expr.value == value
        case _:
            return literal_text(expr) is not None


class Library:
    """Looks up what a function without a body does."""

    def knows(self, name: str) -> bool:
        """Is anything said of functions of this name?"""
        found = record_of(name)
        is_said = found is not None and (found.refusal is not None or (_has_effect(found) and not found.is_of_system))
        return name.startswith(NONDET_PREFIXES) or is_said

    def describes(self, function: Function) -> bool:
        """Is it a library function, and not one of the program in a file that is not given?"""
        found = record_of(function.name)
        is_described = found is not None and _has_effect(found) and not found.is_of_system
        return is_described or function.is_of_system or function.name.startswith("__builtin_")

    def may_free(self, name: str) -> bool:
        """May a function of this name end the life of a block?"""
        found = record_of(name)
        if found is None or found.is_of_system or not _has_effect(found):
            return not self.knows(name)
        return isinstance(effect_of(found), Frees)

    def effect(self, function: Function, arguments: Sequence[Expr]) -> Effect | None:
        """The effect of a call with these arguments; None if no record says it."""
        if function.name.startswith(NONDET_PREFIXES):
            return None if arguments else Arbitrary()  # what is given an address may write to it
        found = record_of(function.name)
        if found is None:
            return None
        if found.refusal is not None and not _is_harmless(found.refusal, arguments):
            return NotModelled(f"{found.refusal.reason} (call of {function.name})")
        if (found.is_of_system and not function.is_of_system) or not found.fits(len(arguments)):
            return None
        format = format_of(found)
        if format is None:
            return effect_of(found)
        place = found.position(AccessKind.FORMAT, AccessKind.SCAN_FORMAT)
        assert place is not None
        if not _is_plain(format, arguments[place]):
            return Formats(scans=format is FormatFamily.SCANNED)
        if format is FormatFamily.SCANNED:
            return Writes(tuple(range(len(found.parameters), len(arguments))))
        return effect_of(found)

    def size_that_may_fail(self, function: Function, arguments: Sequence[Expr]) -> tuple[int, ...] | None:
        """The arguments whose product is the size of a block, if the call returns a null pointer where there is none."""
        effect = self.effect(function, arguments)
        return effect.size if isinstance(effect, Allocates) and effect.may_fail else None


def _has_effect(record: Record) -> bool:
    return effect_of(record) is not None
