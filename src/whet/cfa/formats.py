"""Formats of the ``printf`` and ``scanf`` families, as far as a caller's memory is concerned (C11 7.21.6).

Most directives only read what they print, or store numbers and characters.  Three kinds do more: ``%n`` of ``printf`` stores
through a pointer, ``%p`` makes text of a pointer or a pointer of text, and the modifier ``m`` of ``scanf`` stores a new pointer.
A format that is no string literal may have any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whet.cfa.expressions import AddressOf, Cast, Const, Expr, Index, Var
from whet.cfa.types import BINARY64, X87, CType, FloatType, IntType, MachineModel, PointerType
from whet.task.records import dataclass

_PRINTED = re.compile(
    rb"%(?:\d+\$)?[-+ #0'I]*(?:\*(?:\d+\$)?|\d*)(?:\.(?:\*(?:\d+\$)?|-?\d*))?(?:hh|h|ll|l|q|L|j|z|Z|t)*(.)", re.DOTALL
)
_SCANNED = re.compile(rb"%(?:\d+\$)?[*'I]*\d*(?:hh|h|ll|l|q|L|j|z|Z|t)*(.)", re.DOTALL)


def printed_directives(format: Expr) -> frozenset[str] | None:
    """The conversions in a format of ``printf``, each by its letter; None if the format is not known."""
    return _letters(_PRINTED, literal_text(format))


def scanned_directives(format: Expr) -> frozenset[str] | None:
    """The conversions in a format of ``scanf``; a modifier ``m`` counts as one."""
    return _letters(_SCANNED, literal_text(format))


def _letters(directive: re.Pattern[bytes], text: bytes | None) -> frozenset[str] | None:
    return None if text is None else frozenset(found.decode("latin-1") for found in directive.findall(text))


_DIRECTIVE = re.compile(
    rb"%(?P<flags>[-+ #0']*)(?P<width>\*|\d{0,9})(?:\.(?P<precision>\*|\d{0,9}))?(?P<length>hh|h|ll|l|q|L|j|z|Z|t)?(?P<kind>.)",
    re.DOTALL,
)
_SIZES = {"": 4, "hh": 1, "h": 2, "ll": 8, "q": 8, "L": 8, "j": 8}
"""Size in bytes of the integer that a length modifier means; those that are missing depend on the machine."""
STAR = "*"
"""A width or a precision that is an argument."""


@dataclass(frozen=True, slots=True)
class Directive:
    """One conversion of a format for printing; ``kind`` is its letter."""

    flags: str
    width: str
    precision: str | None
    length: str
    kind: str

    @property
    def is_string(self) -> bool:
        return self.kind == "s"

    @property
    def is_described(self) -> bool:
        """Is it none with wide characters, and none that stores or that only glibc has?"""
        is_wide = self.length != "" and self.kind in "cs"
        return self.kind in "diuxXocspfFeEgGaA" and not is_wide

    def size(self, machine: MachineModel) -> int:
        """Of the integer that it prints, in bytes."""
        known = _SIZES.get(self.length)
        return known if known is not None else machine.long_size if self.length == "l" else machine.pointer_size

    def fits(self, type: CType, machine: MachineModel) -> bool:
        """May an argument of this type be given?  The sign of an integer, and what a pointer points to, are not looked at."""
        match self.kind:
            case "d" | "i" | "u" | "x" | "X" | "o":
                return isinstance(type, (IntType, PointerType)) and type.size == max(self.size(machine), 4)
            case "c":
                return isinstance(type, IntType) and type.size == 4
            case "s" | "p" | "n":
                return isinstance(type, (IntType, PointerType)) and type.size == machine.pointer_size
            case "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A":
                return isinstance(type, FloatType) and type.format == (X87 if self.length == "L" else BINARY64)
            case _:
                return True


@dataclass(frozen=True, slots=True)
class Printed:
    """A directive with its arguments: for the width, for the precision, and for what it prints; None for what has none."""

    directive: Directive
    width: Expr | None
    precision: Expr | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class PrintedFormat:
    """A format that is a literal, with its arguments."""

    text: int
    """How many characters it has besides its directives."""
    parts: tuple[Printed, ...]
    fits: bool
    """Are there enough arguments, of the types that the directives ask for?"""


def printed_format(format: Expr, arguments: Sequence[Expr], machine: MachineModel) -> PrintedFormat | None:
    """What a format for printing asks for; None if it is no literal, or if not everything in it is described here."""
    text = literal_text(format)
    found = None if text is None else _split(text)
    if found is None:
        return None
    length, directives = found
    rest = iter(arguments)
    parts = [_with_arguments(each, rest) for each in directives]
    return PrintedFormat(length, tuple(parts), all(_is_fit(each, machine) for each in parts))


def _split(text: bytes) -> tuple[int, list[Directive]] | None:
    position, length, directives = 0, 0, []
    while (start := text.find(b"%", position)) >= 0:
        length += start - position
        found = _DIRECTIVE.match(text, start)
        if found is None:
            return None
        position = found.end()
        if found.group() == b"%%":
            length += 1
            continue
        flags, width, kind = (found[name].decode("latin-1") for name in ("flags", "width", "kind"))
        precision = None if found["precision"] is None else found["precision"].decode("latin-1")
        directives.append(Directive(flags, width, precision, (found["length"] or b"").decode(), kind))
    is_described = all(each.is_described for each in directives)
    return (length + len(text) - position, directives) if is_described else None


def _with_arguments(directive: Directive, rest: Iterator[Expr]) -> Printed:
    width = next(rest, None) if directive.width == STAR else None
    precision = next(rest, None) if directive.precision == STAR else None
    return Printed(directive, width, precision, next(rest, None))


def _is_fit(part: Printed, machine: MachineModel) -> bool:
    directive = part.directive
    for star, number in ((directive.width, part.width), (directive.precision, part.precision)):
        if star == STAR and not (number is not None and isinstance(number.type, IntType) and number.type.size == 4):
            return False
    return part.value is not None and directive.fits(part.value.type, machine)


def literal_text(expr: Expr) -> bytes | None:
    """The text of a string literal up to its first null character; None for any other expression."""
    match expr:
        case Cast(operand=operand):
            return literal_text(operand)
        case AddressOf(lvalue=Index(base=Var() as array, index=Const(value=0))) | AddressOf(lvalue=Var() as array):
            image = array.variable.image
            return None if image is None else image.split(b"\0")[0]
        case _:
            return None


def literal_length(expr: Expr) -> int | None:
    """How many bytes stand before the null character of a string literal; None for other expressions, and if there is none."""
    match expr:
        case Cast(operand=operand):
            return literal_length(operand)
        case AddressOf(lvalue=Index(base=Var(variable=variable), index=Const(value=first))):
            image = variable.image or b""
        case AddressOf(lvalue=Var(variable=variable)):
            image, first = variable.image or b"", 0
        case _:
            return None
    end = image.find(b"\0", first) if first >= 0 else -1
    return None if end < 0 else end - first


__all__ = [
    "Directive",
    "Printed",
    "PrintedFormat",
    "literal_length",
    "literal_text",
    "printed_directives",
    "printed_format",
    "scanned_directives",
]
