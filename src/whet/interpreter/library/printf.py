"""What the functions of the ``printf`` family write (C11 7.21.6.1, glibc where C leaves a choice).

Each directive takes its argument by the *type* it was passed with: one of another size or class than the directive says
is undefined.  Wide characters, positional arguments and ``%m`` are not modelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whet.cfa import softfloat
from whet.cfa.argument_blocks import HEAD, LIST_OFFSET, slot
from whet.cfa.semantics import BreaksContract, Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import BINARY64, VOID, X87, CType, FloatType, IntType, PointerType, ScalarType
from whet.interpreter.library.raw import c_string
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Process
from whet.task.records import dataclass

_DIRECTIVE = re.compile(
    rb"%(?P<flags>[-+ #0']*)(?P<width>\*|\d{0,9})(?:\.(?P<precision>\*|\d{0,9}))?(?P<length>hh|h|ll|l|q|L|j|z|Z|t)?(?P<kind>.)",
    re.DOTALL,
)
_LENGTHS = {"": 4, "hh": 1, "h": 2, "ll": 8, "q": 8, "L": 8, "j": 8}
"""Size in bytes of the integer a length modifier means; those that are missing depend on the machine."""
_WIDEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Directive:
    flags: str
    width: int
    precision: int | None
    length: str
    kind: str

    @property
    def is_upper(self) -> bool:
        return self.kind.isupper()


class PassedArguments:
    """The arguments for ``...``, taken one after the other."""

    def __init__(self, values: Sequence[Value], types: Sequence[CType], *, checks_contracts: bool = False) -> None:
        self._rest: Iterator[tuple[Value, CType]] = iter(list(zip(values, types, strict=True)))
        self._unfit = BreaksContract if checks_contracts else Undefined

    def _next(self, kind: str) -> tuple[Value, CType]:
        for argument in self._rest:
            return argument
        raise self._unfit(f"no argument for %{kind} in a format")

    def integer(self, size: int, kind: str) -> int:
        value, type = self._next(kind)
        promoted = max(size, 4)
        if not isinstance(type, (IntType, PointerType)) or type.size != promoted or not isinstance(value, int):
            raise self._unfit(f"argument of type {type} for %{kind} in a format")
        return value

    def floating(self, directive: Directive) -> SoftFloat:
        value, type = self._next(directive.kind)
        wanted = X87 if directive.length == "L" else BINARY64
        if not isinstance(type, FloatType) or type.format != wanted:
            raise self._unfit(f"argument of type {type} for %{directive.length}{directive.kind} in a format")
        return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))


class ListedArguments:
    """Those of a list (``va_list``), as they lie in memory (``cfa.argument_blocks``): a directive says the type that is read."""

    def __init__(self, process: Process, place: int) -> None:
        self._process = process
        self._next = next_argument(process, place)

    def integer(self, size: int, kind: str) -> int:
        promoted = max(size, 4)
        value = self._taken(IntType("", 8 * promoted, False, promoted, promoted))
        assert isinstance(value, int)
        return value

    def floating(self, directive: Directive) -> SoftFloat:
        machine = self._process.machine
        value = self._taken(machine.long_double if directive.length == "L" else machine.double)
        return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))

    def _taken(self, type: ScalarType) -> Value:
        value: Value = self._process.access.loader(type)(self._next + HEAD)
        self._next += slot(type)
        return value


def next_argument(process: Process, place: int) -> int:
    """Where the next argument of a list lies: the list itself is a pointer, or leads to a structure that has one."""
    if process.machine.pointer_size == 4:
        return place
    found = process.access.loader(process.machine.pointer(VOID))(place + LIST_OFFSET)
    assert isinstance(found, int)
    return found


class Formatter:
    """Formats for one call."""

    def __init__(self, process: Process, arguments: PassedArguments | ListedArguments) -> None:
        self._process = process
        self._pointer_size = process.machine.pointer_size
        self._arguments = arguments
        self._written = bytearray()

    def format(self, format: bytes) -> bytes:
        position = 0
        while (start := format.find(b"%", position)) >= 0:
            self._written += format[position:start]
            match = _DIRECTIVE.match(format, start)
            if match is None:
                raise Undefined(f"format with an incomplete directive: {format[start:].decode('latin-1')}")
            self._written += self._directive(match)
            position = match.end()
        self._written += format[position:]
        return bytes(self._written)

    def _directive(self, match: re.Match[bytes]) -> bytes:
        kind = match["kind"].decode("latin-1")
        if kind == "%":
            return b"%"
        directive = self._complete(match, kind)
        if directive.length in ("l", "ll") and kind in "cs":
            raise NotInterpreted("wide characters in a format")
        match kind:
            case "d" | "i":
                return self._signed(directive)
            case "u" | "x" | "X" | "o":
                return self._unsigned(directive)
            case "c":
                return _padded(bytes([self._arguments.integer(4, "c") & 0xFF]), directive)
            case "s":
                text = c_string(self._process, self._arguments.integer(self._pointer_size, "s"), directive.precision)
                return _padded(text, directive)
            case "p":
                return self._pointer(directive)
            case "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A":
                return format_floating(self._arguments.floating(directive), directive)
            case "n":
                return self._count(directive)
            case _:
                raise NotInterpreted(f"%{kind} in a format")

    def _complete(self, match: re.Match[bytes], kind: str) -> Directive:
        """The directive with the arguments for ``*`` filled in."""
        flags, length = match["flags"].decode(), (match["length"] or b"").decode()
        width = self._number(match["width"], kind) or 0
        precision = None if match["precision"] is None else self._number(match["precision"] or b"0", kind)
        if width < 0:
            flags, width = flags + "-", -width
        if max(width, precision or 0) > _WIDEST:
            raise NotInterpreted("a very wide field in a format")
        return Directive(flags, width, None if precision is None or precision < 0 else precision, length, kind)

    def _number(self, text: bytes, kind: str) -> int | None:
        if text == b"*":
            value = self._arguments.integer(4, kind)
            return value - (1 << 32) if value >> 31 == 1 else value
        return int(text) if text else None

    def _size(self, directive: Directive) -> int:
        size = _LENGTHS.get(directive.length)
        if size is not None:
            return size
        return self._process.machine.long_size if directive.length == "l" else self._pointer_size

    def _signed(self, directive: Directive) -> bytes:
        size = self._size(directive)
        low = self._arguments.integer(size, directive.kind) & ((1 << 8 * size) - 1)
        value = low - (1 << 8 * size) if low >> (8 * size - 1) else low
        return _integer(_sign(value < 0, directive), str(abs(value)), directive)

    def _unsigned(self, directive: Directive) -> bytes:
        size = self._size(directive)
        value = self._arguments.integer(size, directive.kind) & ((1 << 8 * size) - 1)
        if directive.kind == "u":
            return _integer("", str(value), directive)
        if directive.kind == "o":
            return _integer("", _octal(value, directive), directive)
        prefix = f"0{directive.kind}" if "#" in directive.flags and value else ""
        return _integer(prefix, format(value, directive.kind), directive)

    def _pointer(self, directive: Directive) -> bytes:
        value = self._arguments.integer(self._pointer_size, "p") & ((1 << 8 * self._pointer_size) - 1)
        if not value:
            return _padded(b"(nil)", directive)
        return _integer(_sign(False, directive) + "0x", f"{value:x}", directive)

    def _count(self, directive: Directive) -> bytes:
        size = self._size(directive)
        type = IntType("", 8 * size, True, size, size)
        self._process.access.storer(type)(self._arguments.integer(self._pointer_size, "n"), len(self._written))
        return b""


# ---------------------------------------------------------------------------------------------------- fields


def _sign(negative: bool, directive: Directive) -> str:
    if negative:
        return "-"
    return "+" if "+" in directive.flags else " " if " " in directive.flags else ""


def _padded(text: bytes, directive: Directive) -> bytes:
    return text.ljust(directive.width) if "-" in directive.flags else text.rjust(directive.width)


def _octal(value: int, directive: Directive) -> str:
    """With ``#`` the first digit is a zero."""
    digits = f"{value:o}"
    is_short = directive.precision is None or directive.precision <= len(digits)
    return "0" + digits if "#" in directive.flags and is_short and value else digits


def _integer(prefix: str, digits: str, directive: Directive) -> bytes:
    """Digits with a sign or base before them, in a field."""
    if directive.precision is None:
        return _number(prefix, digits, directive)
    if directive.precision == 0 and digits == "0" and not (directive.kind == "o" and "#" in directive.flags):
        digits = ""
    return _padded((prefix + digits.zfill(directive.precision)).encode(), directive)


def _number(prefix: str, digits: str, directive: Directive) -> bytes:
    """The same where the flag ``0`` fills the field up with zeros."""
    if "0" in directive.flags and "-" not in directive.flags:
        digits = digits.zfill(directive.width - len(prefix))
    return _padded((prefix + digits).encode(), directive)


def format_floating(value: SoftFloat, directive: Directive) -> bytes:
    sign = _sign(value.negative, directive)
    if not value.is_finite:
        text = "nan" if value.is_nan else "inf"
        return _padded((sign + (text.upper() if directive.is_upper else text)).encode(), directive)
    text = _magnitude(abs(value), directive)
    if directive.kind in "aA":
        sign, text = sign + text[:2], text[2:]
    if directive.is_upper:
        sign, text = sign.upper(), text.upper()
    return _number(sign, text, directive)


def _magnitude(value: SoftFloat, directive: Directive) -> str:
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


__all__ = ["Directive", "Formatter", "ListedArguments", "PassedArguments", "format_floating"]
