"""Builtin functions of gcc on integers: bits, byte order, arithmetic with overflow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from operator import add, mul, sub
from typing import cast

from whet.cfa.semantics import Undefined, Value
from whet.cfa.types import IntType, PointerType
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.outcomes import NotInterpreted

models = Models()

_SUFFIXES = {"": "unsigned int", "l": "unsigned long", "ll": "unsigned long long"}


def _on_bits(name: str, function: Callable[[int, int], int]) -> None:
    """Register ``__builtin_name`` for the three widths, for a function of the value and the width."""

    def run(type_name: str, call: Invocation, value: int) -> int:
        return function(value, call.integer(type_name).width)

    for suffix, type_name in _SUFFIXES.items():
        models.add(f"int __builtin_{name}{suffix}({type_name})", partial(run, type_name))


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


@models.function(
    "unsigned short __builtin_bswap16(unsigned short)",
    "unsigned __builtin_bswap32(unsigned)",
    "unsigned long long __builtin_bswap64(unsigned long long)",
)
def bswap(call: Invocation, value: int) -> int:
    return int.from_bytes(value.to_bytes(int(call.name[-2:]) // 8, "little"), "big")


def _store_overflowing(call: Invocation, exact: int, type: IntType, target: int) -> int:
    wrapped = type.wrap(exact)
    call.process.access.storer(type)(target, wrapped)
    return int(wrapped != exact)


def _typed_overflow(
    compute: Callable[[int, int], int], type_name: str, call: Invocation, left: int, right: int, target: int
) -> int:
    return _store_overflowing(call, compute(left, right), call.integer(type_name), target)


def _generic_overflow(compute: Callable[[int, int], int], call: Invocation, *values: Value) -> int:
    """The operands are taken by value, whatever their types; the pointer has the type of the result."""
    if len(values) != 3 or not all(isinstance(value, int) for value in values):
        raise NotInterpreted(f"{call.name} with other arguments than 3 integers")
    left, right, target = (cast(int, value) for value in values)
    pointer = call.rest[2]
    if not isinstance(pointer, PointerType) or not isinstance(pointer.target, IntType):
        raise NotInterpreted(f"{call.name} with a result that is no integer")
    return _store_overflowing(call, compute(left, right), pointer.target, target)


for _name, _compute in {"add": add, "sub": sub, "mul": mul}.items():
    models.add(f"_Bool __builtin_{_name}_overflow(...)", partial(_generic_overflow, _compute))
    for _sign, _suffix in product("su", ("", "l", "ll")):
        _type = ("unsigned " if _sign == "u" else "") + {"": "int", "l": "long", "ll": "long long"}[_suffix]
        _prototype = f"_Bool __builtin_{_sign}{_name}{_suffix}_overflow({_type}, {_type}, void *)"
        models.add(_prototype, partial(_typed_overflow, _compute, _type))
