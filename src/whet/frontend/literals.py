"""Values of C literals from their text (C11 6.4.4, 6.4.5)."""

from __future__ import annotations

import re

_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE = {b"n": 10, b"t": 9, b"r": 13, b"a": 7, b"b": 8, b"f": 12, b"v": 11, b"e": 27, b"0": 0}
_PIECE = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ENCODINGS = {1: "utf-8", 2: "utf-16-le", 4: "utf-32-le"}
_NUMBER = re.compile(rb"\.?[0-9](?:[eEpP][+-]|[0-9a-zA-Z_.])*")
_INTEGER = re.compile(rb"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uUlL]*")


def integer_value(text: bytes) -> int | None:
    """The value of an integer literal; None if the text is not one."""
    match = _INTEGER.fullmatch(text)
    if match is None:
        return None
    digits = match[1]
    if digits[:2] in (b"0x", b"0X"):
        return int(digits, 16)
    if digits[:2] in (b"0b", b"0B"):
        return int(digits, 2)
    return int(digits, 8) if digits[0] == ord("0") else int(digits)


def is_plain_decimal(text: bytes) -> bool:
    """A decimal literal without suffix that fits into an ``int`` whatever the machine model."""
    return len(text) < 10 and text.isdigit()


def leading_number(text: bytes) -> str:
    """The preprocessing number (C11 6.4.8) a text begins with."""
    match = _NUMBER.match(text)
    return match[0].decode() if match else ""


def string_units(spelling: bytes, unit_size: int) -> list[int]:
    """The code units of a string literal as clang spells it, without the terminating zero.

    clang joins the pieces of a literal and prefixes only the first, so the size of a unit comes from the type."""
    units: list[int] = []
    for piece in _PIECE.finditer(spelling):
        units.extend(_units(piece[1], unit_size))
    return units


def _units(body: bytes, unit_size: int) -> list[int]:
    units: list[int] = []
    position = 0
    for escape in _ESCAPE.finditer(body):
        units.extend(_encoded(body[position : escape.start()].decode("utf-8", "surrogateescape"), unit_size))
        units.extend(_escaped(escape, unit_size))
        position = escape.end()
    units.extend(_encoded(body[position:].decode("utf-8", "surrogateescape"), unit_size))
    return units


def _encoded(text: str, unit_size: int) -> list[int]:
    encoded = text.encode(_ENCODINGS[unit_size], "surrogateescape" if unit_size == 1 else "replace")
    return [int.from_bytes(encoded[at : at + unit_size], "little") for at in range(0, len(encoded), unit_size)]


def _escaped(escape: re.Match[bytes], unit_size: int) -> list[int]:
    octal, hexadecimal, short, long, simple = escape.groups()
    if octal is not None:
        return [int(octal, 8)]
    if hexadecimal is not None:
        return [int(hexadecimal, 16)]
    if short is not None or long is not None:
        return _encoded(chr(int(short or long, 16)), unit_size)
    return [_SIMPLE.get(simple, simple[0])]


def string_image(units: list[int], *, unit_size: int, count: int) -> bytes:
    """The bytes of an array of ``count`` elements that holds the string, zero-filled or cut."""
    data = b"".join(unit.to_bytes(unit_size, "little") for unit in units[:count])
    return data.ljust(unit_size * count, b"\0")
