"""The source of nondeterministic values: the port ``Inputs`` and its simplest implementation.

``nondet`` is asked for each value of the environment (``__VERIFIER_nondet_*``, ``Havoc``, ``rand``), in the order of execution;
``uninitialised`` once for each indeterminate value that is read, and for the arguments of the entry function. The interpreter
converts values to the type it asked for, and records them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from whet.cfa.semantics import Value, conversion
from whet.cfa.softfloat import SoftFloat
from whet.cfa.source import Origin
from whet.cfa.types import BINARY64, FloatType, IntType, PointerType, ScalarType


class NoMoreInputs(Exception):
    """Raised by an implementation of ``Inputs`` that has no further value."""


class Inputs(Protocol):
    def nondet(self, type: ScalarType, origin: Origin | None) -> Value: ...

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value: ...


class ListedInputs:
    """A list of values; every uninitialised value is zero."""

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self._values = iter(values)

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        for value in self._values:
            return value
        raise NoMoreInputs

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return 0


_BINARY64_TYPE = FloatType("double", BINARY64, 8, 8)
_ANY_INTEGER = IntType("integer", 128, True, 16, 16)


def fitted(value: Value, type: ScalarType) -> Value:
    """The value converted to the type: integers wrap around, floating values are rounded. A floating value for an integer type is
    an error of the caller."""
    if isinstance(type, IntType) and isinstance(value, int):  # by far the most, so without matching
        return type.wrap(value) if type.width > 1 else int(value != 0)
    match type, value:
        case PointerType(), int():
            return value & ((1 << type.width) - 1)
        case FloatType(), SoftFloat():
            source = FloatType("", value.format, 0, 0)
            return conversion(source, type)(value if value.format.precision > 53 else float(value))
        case FloatType(), float():
            return conversion(_BINARY64_TYPE, type)(value)
        case FloatType(), int():
            return conversion(_ANY_INTEGER, type)(value)
        case _:
            raise TypeError(f"an input of type {type} is needed, not {value!r}")


def zero_of(type: ScalarType) -> Value:
    return fitted(0, type)
