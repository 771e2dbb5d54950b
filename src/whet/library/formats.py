"""Formats of the ``printf`` and ``scanf`` families (C11 7.21.6, glibc where C leaves a choice).

A format is parsed to a sequence of pieces: text as bytes, and directives.  The parsers accept whatever glibc accepts; directives
that nothing else here describes (numbered arguments, wide characters, ``%m``) are marked by ``is_described``.

A directive of ``printf`` has a type of argument, a greatest length, and the text that it prints for a constant.  Floating-point
numbers are printed elsewhere (``whet.cfa.formats``): this package has no model of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Final, Literal, Protocol, TypeAlias

from whet.task.records import dataclass


class MachineSizes(Protocol):
    """Sizes in bytes that a length modifier may refer to."""

    @property
    def long_size(self) -> int: ...
    @property
    def pointer_size(self) -> int: ...


Star: TypeAlias = Literal["*"]
STAR: Final = "*"
"""A width or a precision that is an argument."""
_LENGTHS: Final = frozenset({"", "hh", "h", "ll", "l", "q", "L", "j", "z", "Z", "t"})
_SIZES: Final = {"": 4, "hh": 1, "h": 2, "ll": 8, "q": 8, "L": 8, "j": 8}
"""Size in bytes of the integer that a length modifier means; those that are missing depend on the machine."""
_INTEGERS: Final = frozenset("diuxXo")
_FLOATS: Final = frozenset("fFeEgGaA")
_MOST_DIGITS: Final = 9
"""Of a width or a precision; longer numbers overflow an ``int``."""


_PRINTED: Final = re.compile(
    rb"%(?P<position>\d+\$)?(?P<flags>[-+ #0'I]*)(?P<width>\*(?:\d+\$)?|\d*)(?:\.(?P<precision>\*(?:\d+\$)?|-?\d*))?"
    rb"(?P<length>[hlqLjzZt]*)(?P<kind>.?)",
    re.DOTALL,
)


class ArgumentKind(Enum):
    """What a directive may be given."""

    INTEGER = "an integer"
    WORD = "an integer or a pointer"
    DOUBLE = "a double"
    LONG_DOUBLE = "a long double"


@dataclass(frozen=True, slots=True)
class Argument:
    """The type of an argument as far as it matters; the sign of an integer, and what a pointer points to, do not."""

    kind: ArgumentKind
    size: int
    """In bytes, of integers and pointers."""


STAR_ARGUMENT: Final = Argument(ArgumentKind.INTEGER, 4)


@dataclass(frozen=True, slots=True)
class PrintDirective:
    """One conversion of a format for printing; ``kind`` is its letter, empty if the format ends before it."""

    flags: str
    width: int | Star
    precision: int | Star | None
    length: str
    kind: str
    is_numbered: bool = False
    """Does it name its argument, or that of its width or precision, by a number?"""

    @property
    def is_string(self) -> bool:
        return self.kind == "s"

    @property
    def is_integer(self) -> bool:
        return self.kind in _INTEGERS

    @property
    def is_floating(self) -> bool:
        return self.kind in _FLOATS

    @property
    def is_well_formed(self) -> bool:
        """Is it one of C, with numbers that an ``int`` can have?"""
        numbers = [each for each in (self.width, self.precision) if isinstance(each, int)]
        are_numbers = all(0 <= each < 10**_MOST_DIGITS for each in numbers)
        return are_numbers and self.length in _LENGTHS and not self.is_numbered and "I" not in self.flags

    @property
    def is_described(self) -> bool:
        """Is it none with wide characters, and none that stores or that only glibc has?"""
        is_wide = self.length != "" and self.kind in ("c", "s")
        is_of_c = self.is_integer or self.is_floating or self.kind in ("c", "s") or (self.kind == "p" and self.precision is None)
        return self.is_well_formed and is_of_c and not is_wide

    def size(self, machine: MachineSizes) -> int:
        """Of the integer that it prints, or that ``%n`` stores, in bytes."""
        known = _SIZES.get(self.length)
        return known if known is not None else machine.long_size if self.length == "l" else machine.pointer_size

    def argument(self, machine: MachineSizes) -> Argument:
        """Of what it prints, for one that is described, and for ``%n``."""
        if self.is_integer:
            return Argument(ArgumentKind.WORD, max(self.size(machine), 4))
        if self.is_floating:
            return Argument(ArgumentKind.LONG_DOUBLE if self.length == "L" else ArgumentKind.DOUBLE, 0)
        return STAR_ARGUMENT if self.kind == "c" else Argument(ArgumentKind.WORD, machine.pointer_size)

    def filled(self, width: int | None, precision: int | None) -> PrintDirective:
        """With numbers for ``*``: a negative width is one with the flag ``-``, a negative precision is none."""
        flags = self.flags + "-" if width is not None and width < 0 else self.flags
        precise = self.precision if precision is None else None if precision < 0 else precision
        return replace(self, flags=flags, width=self.width if width is None else abs(width), precision=precise)


def parse_printed(format: bytes) -> Iterator[bytes | PrintDirective]:
    """The pieces of a format for printing, in their order."""
    position = 0
    while (start := format.find(b"%", position)) >= 0:
        if start > position:
            yield format[position:start]
        found = _PRINTED.match(format, start)
        assert found is not None
        position = found.end()
        yield b"%" if found[0] == b"%%" else _print_directive(found)
    if position < len(format):
        yield format[position:]


def _print_directive(found: re.Match[bytes]) -> PrintDirective:
    flags, width, length, kind = (found[name].decode("latin-1") for name in ("flags", "width", "length", "kind"))
    precision = None if found["precision"] is None else found["precision"].decode("latin-1")
    is_numbered = found["position"] is not None or "$" in width or "$" in (precision or "")
    return PrintDirective(flags, _number(width), None if precision is None else _number(precision), length, kind, is_numbered)


def _number(text: str) -> int | Star:
    return STAR if text.startswith(STAR) else -1 if text == "-" else int(text or "0")


def printed_letters(format: bytes) -> frozenset[str]:
    """The conversions in a format of ``printf``, each by its letter."""
    return frozenset(each.kind for each in parse_printed(format) if isinstance(each, PrintDirective))


LONGEST_POINTER, LONGEST_NUMBER = 18, 25
"""What %p writes at most, and %e, %g and %a besides the digits that their precision asks for."""
LONGEST_DOUBLE, LONGEST_LONG_DOUBLE = 313, 4940
"""The same of %f: a sign, the digits of the greatest number, a point."""


def greatest_length(directive: PrintDirective, machine: MachineSizes, string: int | None = None) -> int | None:
    """Of what a described directive prints, whatever the value is; None if the value decides it.

    ``string``: the length of the string that is printed, if it is known."""
    if STAR in (directive.width, directive.precision) or "'" in directive.flags:
        return None
    length = _unpadded(directive, machine, string)
    assert isinstance(directive.width, int)
    return None if length is None else max(length, directive.width)


def _unpadded(directive: PrintDirective, machine: MachineSizes, string: int | None) -> int | None:
    precision = directive.precision if isinstance(directive.precision, int) else None
    if directive.is_string:
        return string if precision is None else precision if string is None else min(string, precision)
    if directive.is_integer:
        return _longest_integer(directive, precision or 0, machine)
    if directive.kind == "c":
        return 1
    if directive.kind == "p":
        return LONGEST_POINTER
    digits = 6 if precision is None else precision
    if directive.kind not in "fF":
        return LONGEST_NUMBER + digits
    return digits + (LONGEST_LONG_DOUBLE if directive.length == "L" else LONGEST_DOUBLE)


def _longest_integer(directive: PrintDirective, precision: int, machine: MachineSizes) -> int:
    """A sign or a prefix, and at least as many digits as the precision says."""
    bits, is_signed = 8 * directive.size(machine), directive.kind in "di"
    greatest = 1 << bits - 1 if is_signed else (1 << bits) - 1
    digits = len(f"{greatest:{directive.kind if directive.kind in 'xXo' else 'd'}}")
    return max(digits, precision) + is_signed + 2 * ("#" in directive.flags)


# What is printed.  Widths and precisions are numbers here (``PrintDirective.filled``).


def printed_string(directive: PrintDirective, text: bytes) -> bytes:
    return padded(text[: _digits(directive)], directive)


def printed_integer(directive: PrintDirective, value: int, machine: MachineSizes) -> bytes:
    """Of an integer, a character or a pointer; of ``value`` those bits are looked at that the directive says."""
    if directive.kind == "c":
        return padded(bytes([value & 0xFF]), directive)
    size = machine.pointer_size if directive.kind == "p" else directive.size(machine)
    unsigned = value & ((1 << 8 * size) - 1)
    match directive.kind:
        case "p":
            return (
                _integer(printed_sign(directive) + "0x", f"{unsigned:x}", directive) if unsigned else padded(b"(nil)", directive)
            )
        case "d" | "i":
            signed = unsigned - (1 << 8 * size) if unsigned >> (8 * size - 1) else unsigned
            return _integer(printed_sign(directive, is_negative=signed < 0), str(abs(signed)), directive)
        case "u":
            return _integer("", str(unsigned), directive)
        case "o":
            return _integer("", _octal(unsigned, directive), directive)
        case _:
            prefix = f"0{directive.kind}" if "#" in directive.flags and unsigned else ""
            return _integer(prefix, format(unsigned, directive.kind), directive)


def printed_sign(directive: PrintDirective, *, is_negative: bool = False) -> str:
    if is_negative:
        return "-"
    return "+" if "+" in directive.flags else " " if " " in directive.flags else ""


def padded(text: bytes, directive: PrintDirective) -> bytes:
    assert isinstance(directive.width, int)
    return text.ljust(directive.width) if "-" in directive.flags else text.rjust(directive.width)


def padded_number(prefix: str, digits: str, directive: PrintDirective) -> bytes:
    """The same where the flag ``0`` fills the field up with zeros."""
    if "0" in directive.flags and "-" not in directive.flags and isinstance(directive.width, int):
        digits = digits.zfill(directive.width - len(prefix))
    return padded((prefix + digits).encode(), directive)


def _digits(directive: PrintDirective) -> int | None:
    assert directive.precision is None or isinstance(directive.precision, int)
    return directive.precision


def _octal(value: int, directive: PrintDirective) -> str:
    """With ``#`` the first digit is a zero."""
    digits = f"{value:o}"
    is_short = (_digits(directive) or 0) <= len(digits)
    return "0" + digits if "#" in directive.flags and is_short and value else digits


def _integer(prefix: str, digits: str, directive: PrintDirective) -> bytes:
    """Digits with a sign or base before them, in a field."""
    least = _digits(directive)
    if least is None:
        return padded_number(prefix, digits, directive)
    if least == 0 and digits == "0" and not (directive.kind == "o" and "#" in directive.flags):
        digits = ""
    return padded((prefix + digits.zfill(least)).encode(), directive)


BLANKS: Final = b" \t\n\v\f\r"
_SCANNED: Final = re.compile(
    rb"(?P<blank>[ \t-\r]+)|(?P<text>[^%\t-\r ]+)"
    rb"|%(?P<position>\d+\$)?(?P<flags>[*'I]*)(?P<width>\d*)(?P<new>m?)(?P<length>[hlqLjzZt]*)"
    rb"(?:\[(?P<not>\^?)(?P<set>\]?[^\]]*)\]|(?P<kind>.?))",
    re.DOTALL,
)
_SCANNED_INTEGERS: Final = {
    "hh": "char",
    "h": "short",
    "": "int",
    "l": "long",
    "z": "long",
    "t": "long",
    **dict.fromkeys(("ll", "q", "j"), "long long"),
}
_SCANNED_FLOATS: Final = {"": "float", "l": "double", "L": "long double"}
SET: Final = "["
"""The letter of a directive that reads characters of a set."""


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """Characters that are in one of the ranges, or in none."""

    is_in: bool
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ScanDirective:
    """One conversion of a format for scanning; ``kind`` is its letter, empty if the format ends before it."""

    is_dropped: bool
    """Is nothing stored (``*``)?"""
    width: int | None
    length: str
    kind: str
    set: CharacterSet | None = None
    allocates: bool = False
    """Is a pointer to a new block stored (``m``)?"""
    is_plain: bool = True
    """Is it without numbered arguments, and without flags that only glibc has?"""

    @property
    def is_well_formed(self) -> bool:
        """Is it one of C, with numbers that an ``int`` can have, and without new blocks?"""
        is_width = self.width is None or 0 < self.width < 10**_MOST_DIGITS
        return is_width and self.length in _LENGTHS - {"Z"} and self.is_plain and not self.allocates

    @property
    def number(self) -> str | None:
        """The type that is stored, as C calls it; None if it is no number."""
        if self.kind in _FLOATS:
            return _SCANNED_FLOATS.get(self.length)
        if self.kind not in _INTEGERS | {"n"}:
            return None
        is_signed, base = self.kind in "din", _SCANNED_INTEGERS.get(self.length)
        sign = "" if is_signed and base != "char" else "signed " if is_signed else "unsigned "
        return None if base is None else f"{sign}{base}"


PERCENT: Final = ScanDirective(False, None, "", "%")
"""``%%``: passes over blanks, and expects a ``%``."""


def parse_scanned(format: bytes) -> Iterator[bytes | ScanDirective]:
    """The pieces of a format for scanning, in their order.  Blanks are a piece of their own, and ``%%`` is a directive."""
    for found in _SCANNED.finditer(format):
        yield found[0] if found["blank"] is not None or found["text"] is not None else _scan_directive(found)


def _scan_directive(found: re.Match[bytes]) -> ScanDirective:
    flags = found["flags"].decode()
    return ScanDirective(
        is_dropped="*" in flags,
        width=int(found["width"]) if found["width"] else None,
        length=found["length"].decode(),
        kind=SET if found["set"] is not None else found["kind"].decode("latin-1"),
        set=CharacterSet(not found["not"], tuple(_ranges(found["set"]))) if found["set"] else None,
        allocates=bool(found["new"]),
        is_plain=flags in ("", "*") and found["position"] is None,
    )


def _ranges(text: bytes) -> Iterator[tuple[int, int]]:
    """``a-z`` is a range unless the ``-`` is the first or the last character."""
    position = 0
    while position < len(text):
        is_range = position + 2 < len(text) and text[position + 1] == ord("-")
        last = position + 2 if is_range else position
        yield text[position], text[last]
        position = last + 1


def scans_pointers(format: bytes) -> bool:
    """May a format of ``scanf`` store pointers?  What follows a set without an end is not looked at."""
    directives = [each for each in parse_scanned(format) if isinstance(each, ScanDirective)]
    return any(each.allocates or each.kind == "p" or (each.kind == SET and each.set is None) for each in directives)
