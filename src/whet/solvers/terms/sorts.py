"""The sorts of terms, and which theories they belong to.

A sort is a value: two are equal when they have the same parts.  Integers are mathematical; they serve to guess
predicates, never to decide a verdict.  The parameters of ``Float`` are those of SMT-LIB: the bits of the exponent, and the
bits of the significand with its leading one.

The theories of a term are a set of bits in an ``int``, because every construction of a term unites some.  A solver
needs them to choose its logic: z3 gives *wrong* answers, not errors, to a formula outside the logic it was given.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import ClassVar, Final, TypeAlias

from whet.cfa.types import FloatFormat
from whet.task.records import dataclass


class Theory(Enum):
    """The value is the bit that stands for the theory."""

    BITVECTORS = 1
    INTEGERS = 2
    FLOATS = 4
    ARRAYS = 8
    FUNCTIONS = 16


@dataclass(frozen=True, slots=True)
class Bool:
    theories: ClassVar[int] = 0

    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class Int:
    """The mathematical integers."""

    theories: ClassVar[int] = Theory.INTEGERS.value

    def __str__(self) -> str:
        return "Int"


@dataclass(frozen=True, slots=True)
class BitVec:
    width: int
    theories: ClassVar[int] = Theory.BITVECTORS.value

    def __post_init__(self) -> None:
        if self.width < 1:
            raise ValueError(f"a bit-vector needs at least one bit, not {self.width}")

    def __str__(self) -> str:
        return f"(_ BitVec {self.width})"


@dataclass(frozen=True, slots=True)
class Float:
    """The numbers of an IEEE 754 format, with one NaN."""

    exponent: int
    significand: int
    theories: ClassVar[int] = Theory.FLOATS.value

    def __post_init__(self) -> None:
        if self.exponent < 2 or self.significand < 2:
            raise ValueError(f"there is no floating-point format with {self.exponent} and {self.significand} bits")

    @property
    def width(self) -> int:
        """The number of bits of the interchange encoding, in which the leading one is not written."""
        return self.exponent + self.significand

    @property
    def format(self) -> FloatFormat:
        return FloatFormat(self.significand, self.exponent)

    def __str__(self) -> str:
        return f"(_ FloatingPoint {self.exponent} {self.significand})"


@dataclass(frozen=True, slots=True)
class Array:
    index: Sort
    element: Sort
    theories: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "theories", Theory.ARRAYS.value | self.index.theories | self.element.theories)

    def __str__(self) -> str:
        return f"(Array {self.index} {self.element})"


Sort: TypeAlias = Bool | Int | BitVec | Float | Array

BOOL: Final = Bool()
INT: Final = Int()
BINARY32: Final = Float(8, 24)
BINARY64: Final = Float(11, 53)
X87: Final = Float(15, 64)


FUNCTIONS: Final = Theory.FUNCTIONS.value
