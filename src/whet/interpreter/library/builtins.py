"""Builtin functions of gcc on integers: bits, byte order, arithmetic with overflow."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub
from typing import cast

from whet.cfa.semantics import Undefined, Value
from whet.cfa.types import IntType, PointerType
from whet.interpreter.library.registry import Implementation, Invocation, Models
from whet.interpreter.outcomes import NotInterpreted

models = Models()

_SUFFIXES = {"": "unsigned int", "l": "unsigned long", "ll": "unsigned long long"}

# ---------------------------------------------------------------------------------------------------- bits


def _on_bits(name: str, function: Callable[[int, int], int]) -> None:
    """Register ``__builtin_name`` for the three widths, for a function of the value and the width."""
    for suffix, type_name in _SUFFIXES.items():
        models.add(f"int __builtin_{name}{suffix}({type_name})", _bits_model(function, type_name))


def _bits_model(function: Callable[[int, int], int], type_name: str) -> Implementation:
    def run(call: Invocation, value: int) -> int:
        return function(value, call.integer(type_name).width)

    return run


def _leading_zeros(value: int, width: int) -> int:
    if not value:
        raise Undefined("__builtin_clz of zero")
    return width - value.bit_length()


def _trailing_zeros(value: int, width: int) -> int:
    if not value:
        raise Undefined("__builtin_ctz of zero")
    return (value & -value).bit_length() - 1


def _redundant_sign_bits(value: int, width: int) -> int:
    magnitude = value ^ (1 << width) - 1 if value >> (width - 1) else value
    return width - 1 - magnitude.bit_length()


_on_bits("clz", _leading_zeros)
_on_bits("ctz", _trailing_zeros)
_on_bits("clrsb", _redundant_sign_bits)
_on_bits("popcount", lambda value, width: value.bit_count())
_on_bits("parity", lambda value, width: value.bit_count() & 1)


@models.function("unsigned short __builtin_bswap16(unsigned short)")
def bswap16(call: Invocation, value: int) -> int:
    return int.from_bytes(value.to_bytes(2, "little"), "big")


@models.function("unsigned __builtin_bswap32(unsigned)")
def bswap32(call: Invocation, value: int) -> int:
    return int.from_bytes(value.to_bytes(4, "little"), "big")


@models.function("unsigned long long __builtin_bswap64(unsigned long long)")
def bswap64(call: Invocation, value: int) -> int:
    return int.from_bytes(value.to_bytes(8, "little"), "big")


# ---------------------------------------------------------------------------------------------------- overflow

_ARITHMETIC = {"add": add, "sub": sub, "mul": mul}


def _store_overflowing(call: Invocation, exact: int, type: IntType, target: int) -> int:
    wrapped = type.wrap(exact)
    call.process.access.storer(type)(target, wrapped)
    return int(wrapped != exact)


def _typed_overflow(compute: Callable[[int, int], int], type_name: str) -> Implementation:
    def run(call: Invocation, left: int, right: int, target: int) -> int:
        return _store_overflowing(call, compute(left, right), call.integer(type_name), target)

    return run


def _generic_overflow(compute: Callable[[int, int], int]) -> Implementation:
    """The operands are taken by their values, whatever their types; the pointer says what type the result has."""

    def run(call: Invocation, *values: Value) -> int:
        left, right, target = _integers(call, values, 3)
        pointer = call.rest[2]
        if not isinstance(pointer, PointerType) or not isinstance(pointer.target, IntType):
            raise NotInterpreted(f"{call.name} with a result that is no integer")
        return _store_overflowing(call, compute(left, right), pointer.target, target)

    return run


def _integers(call: Invocation, values: tuple[Value, ...], count: int) -> tuple[int, ...]:
    if len(values) != count or not all(isinstance(value, int) for value in values):
        raise NotInterpreted(f"{call.name} with other arguments than {count} integers")
    return tuple(cast(int, value) for value in values)


def _add_overflow() -> None:
    for name, compute in _ARITHMETIC.items():
        models.add(f"_Bool __builtin_{name}_overflow(...)", _generic_overflow(compute))
        for sign, prefix in {"s": "", "u": "unsigned "}.items():
            for suffix, base in {"": "int", "l": "long", "ll": "long long"}.items():
                type_name = prefix + base
                prototype = f"_Bool __builtin_{sign}{name}{suffix}_overflow({type_name}, {type_name}, void *)"
                models.add(prototype, _typed_overflow(compute, type_name))


_add_overflow()
