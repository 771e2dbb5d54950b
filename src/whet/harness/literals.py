"""Values as C writes them: literals that any compiler reads as exactly the same datum (C11 6.4.4).

A floating value is hexadecimal, so nothing is rounded.  A NaN has no literal that keeps its payload: None, and whoever asks
writes down its bytes.  The smallest number of a signed type has none either, and is a difference.
"""

from __future__ import annotations

from whet.cfa.semantics import Value, encode
from whet.cfa.softfloat import FloatClass, SoftFloat
from whet.cfa.types import BINARY32, BINARY64, FloatType, IntType, PointerType, ScalarType

_WORD = (1 << 64) - 1


def c_literal(value: Value, type: ScalarType) -> str | None:
    """The value in C, without a declaration of its type."""
    match type, value:
        case FloatType(), _:
            return _floating(SoftFloat.from_bits(type.format, int.from_bytes(encode(value, type), "little")), type)
        case PointerType(), int():
            return f"(void *){value:#x}" if value else "(void *)0"
        case IntType(), int():
            if type.size > 8:
                return f"(__int128)((unsigned __int128){value >> 64 & _WORD:#x}ull << 64 | {value & _WORD:#x}ull)"
            suffix = ("" if type.size <= 4 else "ll") if type.signed else ("u" if type.size <= 4 else "ull")
            if type.signed and type.size >= 4 and value == -(1 << (8 * type.size - 1)):
                return f"-{-value - 1}{suffix} - 1"
            return f"{value}{suffix}"
        case _:
            raise TypeError(f"{value!r} is no value of type {type}")


def _floating(value: SoftFloat, type: FloatType) -> str | None:
    sign = "-" if value.negative else ""
    suffix = {BINARY32: "f", BINARY64: ""}.get(type.format, "L")
    match value.kind:
        case FloatClass.NAN:
            return None
        case FloatClass.INFINITE:
            return f"{sign}__builtin_inf{suffix.lower()}()"
        case FloatClass.FINITE:
            shift = (value.significand & -value.significand).bit_length() - 1 if value.significand else 0
            exponent = value.exponent + shift if value.significand else 0
            return f"{sign}{value.significand >> shift:#x}p{exponent:+d}{suffix}"


def c_bytes(value: Value, type: ScalarType) -> str:
    """The bytes of a value, lowest first, as an initialiser of an array."""
    return f"{{{', '.join(f'{byte:#04x}' for byte in encode(value, type))}}}"
