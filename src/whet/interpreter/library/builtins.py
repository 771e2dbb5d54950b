"""Builtin functions of gcc that compute with integers and report overflow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from operator import add, mul, sub
from typing import cast

from whet.cfa.semantics import Value
from whet.cfa.types import IntType, PointerType
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.outcomes import NotInterpreted

models = Models()


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
