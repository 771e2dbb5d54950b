"""Formats with their arguments: what a call of the ``printf`` family asks for, and what it prints if all of it is constant.

What directives are is said in ``whet.library.formats``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.cfa import softfloat
from whet.cfa.expressions import AddressOf, Cast, Const, Expr, FloatConst, Index, Var
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import BINARY64, X87, CType, FloatType, IntType, MachineModel, PointerType
from whet.library.formats import (
    STAR,
    STAR_ARGUMENT,
    Argument,
    ArgumentKind,
    PrintDirective,
    greatest_length,
    padded,
    padded_number,
    parse_printed,
    printed_integer,
    printed_sign,
    printed_string,
)
from whet.task.records import dataclass

_WIDEST = 4096
"""A field that is wider is not printed here."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A directive with its arguments: for the width, for the precision, and for what it prints; None for what has none."""

    directive: PrintDirective
    width: Expr | None
    precision: Expr | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class PrintedFormat:
    """A format that is a literal, with its arguments."""

    pieces: tuple[bytes | Printed, ...]
    fits: bool
    """Are there enough arguments, of the types that the directives ask for?"""

    @property
    def parts(self) -> tuple[Printed, ...]:
        return tuple(each for each in self.pieces if isinstance(each, Printed))

    @property
    def text(self) -> int:
        """How many characters it has besides its directives."""
        return sum(len(each) for each in self.pieces if isinstance(each, bytes))

    def greatest_length(self, machine: MachineModel) -> int | None:
        """With the null character, whatever the values are; None if the values decide it."""
        if (text := self.constant_text(machine)) is not None:
            return len(text) + 1
        total = 1 + self.text
        for part in self.parts:
            string = None if part.value is None else literal_length(part.value)
            length = greatest_length(part.directive, machine, string)
            if length is None:
                return None
            total += length
        return total

    def constant_text(self, machine: MachineModel) -> bytes | None:
        """What is printed if all arguments are constants that fit, without the null character; otherwise None."""
        texts = [each if isinstance(each, bytes) else _constant_part(each, machine) for each in self.pieces]
        known = [each for each in texts if each is not None]
        return b"".join(known) if self.fits and len(known) == len(texts) else None


def printed_format(format: Expr, arguments: Sequence[Expr], machine: MachineModel) -> PrintedFormat | None:
    """What a format for printing asks for; None if it is no literal, or if not everything in it is described."""
    text = literal_text(format)
    if text is None:
        return None
    rest = iter(arguments)
    pieces = tuple(each if isinstance(each, bytes) else _with_arguments(each, rest) for each in parse_printed(text))
    parts = [each for each in pieces if isinstance(each, Printed)]
    if not all(each.directive.is_described for each in parts):
        return None
    return PrintedFormat(pieces, all(_is_fit(each, machine) for each in parts))


def _with_arguments(directive: PrintDirective, rest: Iterator[Expr]) -> Printed:
    width = next(rest, None) if directive.width == STAR else None
    precision = next(rest, None) if directive.precision == STAR else None
    return Printed(directive, width, precision, next(rest, None))


def _is_fit(part: Printed, machine: MachineModel) -> bool:
    directive = part.directive
    for star, number in ((directive.width, part.width), (directive.precision, part.precision)):
        if star == STAR and not (number is not None and fits(STAR_ARGUMENT, number.type)):
            return False
    return part.value is not None and fits(directive.argument(machine), part.value.type)


def fits(argument: Argument, type: CType) -> bool:
    """May an argument of this type be given where one is asked for?"""
    match argument.kind:
        case ArgumentKind.INTEGER:
            return isinstance(type, IntType) and type.size == argument.size
        case ArgumentKind.WORD:
            return isinstance(type, (IntType, PointerType)) and type.size == argument.size
        case ArgumentKind.DOUBLE:
            return isinstance(type, FloatType) and type.format == BINARY64
        case ArgumentKind.LONG_DOUBLE:
            return isinstance(type, FloatType) and type.format == X87


def _constant_part(part: Printed, machine: MachineModel) -> bytes | None:
    stars = [each for each in (part.width, part.precision) if each is not None]
    numbers = [_constant(each) for each in (part.width, part.precision)]
    if None in [_constant(each) for each in stars] or part.value is None:
        return None
    directive = part.directive.filled(*numbers)
    is_wide = any(isinstance(each, int) and each > _WIDEST for each in (directive.width, directive.precision))
    return None if is_wide else _printed_constant(directive, part.value, machine)


def _printed_constant(directive: PrintDirective, value: Expr, machine: MachineModel) -> bytes | None:
    if directive.is_string:
        text = literal_text(value) if literal_length(value) is not None else None
        return None if text is None else printed_string(directive, text)
    if directive.is_floating:
        if not isinstance(value, FloatConst):
            return None
        return printed_floating(directive, SoftFloat.from_bits(value.type.format, value.bits))
    number = _constant(value)
    is_address = directive.kind == "p" and number != 0
    return None if number is None or is_address else printed_integer(directive, number, machine)


def _constant(expr: Expr | None) -> int | None:
    return expr.value if isinstance(expr, Const) else None


def printed_floating(directive: PrintDirective, value: SoftFloat) -> bytes:
    """With a width and a precision that are numbers."""
    sign = printed_sign(directive, is_negative=value.negative)
    if not value.is_finite:
        text = "nan" if value.is_nan else "inf"
        return padded((sign + (text.upper() if directive.kind.isupper() else text)).encode(), directive)
    text = _magnitude(abs(value), directive)
    if directive.kind in "aA":
        sign, text = sign + text[:2], text[2:]
    if directive.kind.isupper():
        sign, text = sign.upper(), text.upper()
    return padded_number(sign, text, directive)


def _magnitude(value: SoftFloat, directive: PrintDirective) -> str:
    assert directive.precision is None or isinstance(directive.precision, int)
    precision = 6 if directive.precision is None else directive.precision
    with_point = "#" in directive.flags
    match directive.kind.lower():
        case "f":
            text = softfloat.format_fixed(value, precision)
        case "e":
            text = softfloat.format_scientific(value, precision)
        case "g" if with_point:
            text = _general_with_zeros(value, max(precision, 1))
        case "g":
            text = softfloat.format_general(value, precision)
        case _:
            text = softfloat.format_hexadecimal(value, directive.precision)
    return _pointed(text) if with_point else text


def _general_with_zeros(value: SoftFloat, precision: int) -> str:
    """As ``%#g`` writes it: the zeros at the end stay."""
    scientific = softfloat.format_scientific(value, precision - 1)
    exponent = int(scientific.partition("e")[2])
    return softfloat.format_fixed(value, precision - 1 - exponent) if -4 <= exponent < precision else scientific


def _pointed(text: str) -> str:
    """The text with a decimal point, after the digits before the exponent if there was none."""
    if "." in text:
        return text
    marker = "p" if "p" in text else "e"
    digits, separator, exponent = text.partition(marker)
    return f"{digits}.{separator}{exponent}"


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
