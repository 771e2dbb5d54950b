"""Integers and characters: ``abs``, ``atoi``, ``strtol``, ``ctype.h`` in the C locale."""

from __future__ import annotations

import re
from fractions import Fraction

from whet.cfa import softfloat
from whet.cfa.characters import CLASSES, SPACES
from whet.cfa.library import IS_TOO_SMALL, TO_DOUBLE
from whet.cfa.semantics import Overflows, Undefined, Value, conversion
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import X87, FloatType, IntType
from whet.interpreter.library.raw import c_string, write_bytes
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.memory import ObjectKind
from whet.interpreter.outcomes import NotInterpreted

models = Models()

_PER_SMALLEST = 1 << 1074
"""So many of the smallest double are 1."""
_SMALLEST_NORMAL = Fraction(1, 1 << 1022)
_MOST_SCALE = 10_000
"""Smaller numbers would need a mantissa of thousands of digits to be a double."""
_WRONG_BASE, _OUT_OF_RANGE = 22, 34
"""Error numbers of Linux."""
_ABSOLUTE = {"abs": "int", "labs": "long", "llabs": "long long"}


@models.function("int abs(int)", "long labs(long)", "long long llabs(long long)")
def absolute(call: Invocation, value: int) -> int:
    """The absolute value of the smallest integer wraps around to itself, unless overflow is checked."""
    type = call.integer(_ABSOLUTE[call.name])
    if value == type.min and not call.process.wraps:
        raise Overflows(f"overflow of {type}: {call.name}({value})")
    return abs(value)


@models.function("int atoi(const char *)", "long atol(const char *)", "long long atoll(const char *)")
def atoi(call: Invocation, string: int) -> int:
    """In glibc this is ``strtol`` in base 10, cut to the result type."""
    type = call.integer("long long" if call.name.endswith("atoll") else "long")
    return _clamped(call, _parse(c_string(call.process, string), 10)[0], type)


@models.function(
    "long strtol(const char *, char **, int)",
    "long long strtoll(const char *, char **, int)",
    "unsigned long strtoul(const char *, char **, int)",
    "unsigned long long strtoull(const char *, char **, int)",
)
def strtol(call: Invocation, string: int, end: int, base: int) -> int:
    names = {"strtol": "long", "strtoll": "long long", "strtoul": "unsigned long", "strtoull": "unsigned long long"}
    if base < 0 or base == 1 or base > 36:
        call.process.set_errno(_WRONG_BASE)
        return 0  # glibc leaves ``end`` alone
    value, length = _parse(c_string(call.process, string), base)
    _store_end(call, end, string + length)
    return _clamped(call, value, call.integer(names[call.name]))


def _store_end(call: Invocation, end: int, position: int) -> None:
    if end:
        call.process.access.storer(call.pointer)(end, position)


def _parse(text: bytes, base: int) -> tuple[int, int]:
    """The number at the beginning of a string, and the length of its text with the spaces before it (0 if there is none)."""
    rest = text.lstrip(SPACES)
    sign = re.match(rb"[+-]?", rest)
    assert sign is not None
    digits = rest[sign.end() :]
    prefix = 0
    if base in (0, 16) and re.match(rb"0[xX][0-9a-fA-F]", digits):
        base, prefix = 16, 2
    elif base == 0:
        base = 8 if digits.startswith(b"0") else 10
    allowed = b"0123456789abcdefghijklmnopqrstuvwxyz"[:base]
    others = (at for at, byte in enumerate(digits.lower()) if at >= prefix and byte not in allowed)
    count = next(others, len(digits))
    if count == prefix:
        return 0, 0
    # A number of 200 digits is out of every range; more of them need not be read.
    magnitude = int(digits[prefix:count].lstrip(b"0")[:200] or b"0", base)
    return (-magnitude if sign[0] == b"-" else magnitude), len(text) - len(rest) + sign.end() + count


def _clamped(call: Invocation, value: int, type: IntType) -> int:
    least = type.min if type.signed else -type.max  # a negative number wraps around
    if not least <= value <= type.max:
        call.process.set_errno(_OUT_OF_RANGE)
        return type.min if type.signed and value < 0 else type.max
    return value if type.signed else value & type.max


_FLOATING = re.compile(
    rb"[+-]?(?:0x(?:[\da-f]+\.?[\da-f]*|\.[\da-f]+)(?:p[+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|infinity|inf|nan(?:\((\w*)\))?)",
    re.IGNORECASE,
)


@models.function(f"int {IS_TOO_SMALL}(const char *)")
def is_too_small(call: Invocation, string: int) -> int:
    """Is the number not representable as a double and below the smallest normal one, also after rounding?"""
    found = _FLOATING.match(c_string(call.process, string).lstrip(SPACES))
    magnitude = softfloat.magnitude(_constant(b"0" if found is None else found[0]), -_MOST_SCALE)
    if magnitude is None:
        return 1
    return int((magnitude * _PER_SMALLEST).denominator != 1 and magnitude < _SMALLEST_NORMAL - Fraction(1, 4 * _PER_SMALLEST))


@models.function(
    "double atof(const char *)",
    f"double {TO_DOUBLE}(const char *)",
    "double strtod(const char *, char **)",
    "float strtof(const char *, char **)",
    "long double strtold(const char *, char **)",
)
def strtod(call: Invocation, string: int, end: int = 0) -> Value:
    name = {"strtof": "float", "strtold": "long double"}.get(call.name, "double")
    type = call.floating(name)
    text = c_string(call.process, string)
    rest = text.lstrip(SPACES)
    found = _FLOATING.match(rest)
    if found is not None and found[1]:
        raise NotInterpreted("a NaN with a payload")
    _store_end(call, end, string + (0 if found is None else len(text) - len(rest) + found.end()))
    number = b"0" if found is None else found[0]
    magnitude = number.decode().lower().lstrip("+-")
    if magnitude.startswith("inf"):
        value = SoftFloat.infinity(type.format)
    elif magnitude.startswith("nan"):
        value = abs(SoftFloat.nan(type.format))
    else:
        value = softfloat.parse(_constant(number), type.format)
    is_in_digits = found is not None and magnitude[:1] in ".0123456789"
    if is_in_digits and (value.is_infinite or (name == "double" and is_too_small(call, string))):
        call.process.set_errno(_OUT_OF_RANGE)
    value = -value if number.startswith(b"-") else value
    return value if type.format == X87 else conversion(FloatType("", X87, 0, 0), type)(value.convert(X87))


def _constant(text: bytes) -> str:
    """A C constant with an exponent, without the sign."""
    magnitude = text.decode().lower().lstrip("+-")
    letter = "p" if magnitude.startswith("0x") else "e"
    return magnitude if letter in magnitude else f"{magnitude}{letter}0"


@models.function(*(f"int {name}(int)" for name in CLASSES))
def in_class(call: Invocation, character: int) -> int:
    """A bit of glibc's table; C fixes only whether the result is zero."""
    name = call.name
    if name != "isascii" and not -128 <= character < 256:
        raise Undefined(f"{name} of {character}, which is no character")
    is_member = 0 <= character < 128 and character in CLASSES[name]
    return call.process.rough_result(1 << _GLIBC_BITS.get(name, 0), 1) if is_member else 0


@models.function("int toupper(int)")
def toupper(call: Invocation, character: int) -> int:
    return character - 32 if ord("a") <= character <= ord("z") else _other_case(character)


@models.function("int tolower(int)")
def tolower(call: Invocation, character: int) -> int:
    return character + 32 if ord("A") <= character <= ord("Z") else _other_case(character)


def _other_case(character: int) -> int:
    """Non-letters stay unchanged; in glibc's tables a negative ``char`` is the unsigned one of the same bits."""
    return character + 256 if -128 <= character < -1 else character


@models.function("int toascii(int)")
def toascii(call: Invocation, character: int) -> int:
    return character & 0x7F


_BIT_NAMES = ("upper", "lower", "alpha", "digit", "xdigit", "space", "print", "graph", "blank", "cntrl", "punct", "alnum")
_GLIBC_BITS = {f"is{name}": bit for name, bit in zip(_BIT_NAMES, (*range(8, 16), *range(4)), strict=True)}


@models.function("const unsigned short **__ctype_b_loc(void)")
def ctype_table(call: Invocation) -> int:
    """The table of glibc's macros: 384 entries, character 0 has index 128."""

    def bits(character: int) -> int:
        return sum(1 << bit for name, bit in _GLIBC_BITS.items() if 0 <= character < 128 and character in CLASSES[name])

    entries = b"".join(bits(character).to_bytes(2, "little") for character in range(-128, 256))
    return _pointer_to_table(call, entries, 2)


def _pointer_to_table(call: Invocation, entries: bytes, width: int) -> int:
    """The address of a pointer to the middle of a table that is made at the first use."""
    memory = call.process.memory

    def make() -> int:
        table = memory.allocate(len(entries), ObjectKind.OPAQUE, call.name, zeroed=True)
        write_bytes(call.process, table.base, entries)
        holder = memory.allocate(call.pointer.size, ObjectKind.OPAQUE, call.name, zeroed=True)
        call.process.access.storer(call.pointer)(holder.base, table.base + 128 * width)
        table.writable = holder.writable = 0
        return holder.base

    return call.process.once(call.name, make)


@models.function("const int **__ctype_tolower_loc(void)", "const int **__ctype_toupper_loc(void)")
def case_table(call: Invocation) -> int:
    change = tolower if "tolower" in call.name else toupper
    changed = (change(call, character) for character in range(-128, 256))
    entries = b"".join(each.to_bytes(4, "little", signed=True) for each in changed if isinstance(each, int))
    return _pointer_to_table(call, entries, 4)
