"""C types with their size, alignment and layout for one machine model (ARCHITECTURE section 3).

Types are values: two integer types are equal when they have the same width, signedness, size and alignment, whatever
their C names (``int`` and ``long`` on ILP32).  Structures and unions are equal only to themselves, as in C, because they
may refer to themselves; the front end fills in their fields once (``complete``).

Widths are in bits, sizes and alignments in bytes, offsets of fields in bits.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type.  ``width`` counts value bits (sign included): 1 for ``_Bool``, whose ``size`` is one byte."""

    name: str = field(compare=False)
    width: int
    signed: bool
    size: int
    align: int

    @property
    def is_bool(self) -> bool:
        return self.width == 1

    @property
    def min(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def max(self) -> int:
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1

    def wrap(self, value: int) -> int:
        """The value of this type that is congruent to ``value`` modulo 2^width."""
        value &= (1 << self.width) - 1
        return value - (1 << self.width) if self.signed and value >> (self.width - 1) else value

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ArgumentByte(IntType):
    """``unsigned char``, as a library function reads it: which byte from which of its arguments on.

    A function reads many bytes in one step.  This selects which of them an encoding and a run of the function mean."""

    argument: int
    distance: int


def argument_byte(argument: int, distance: int) -> ArgumentByte:
    return ArgumentByte("unsigned char", 8, False, 1, 1, argument, distance)


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """A binary IEEE-754 format: ``precision`` bits of significand (the leading one included), ``exponent`` bits."""

    precision: int
    exponent: int

    @property
    def emax(self) -> int:
        return (1 << (self.exponent - 1)) - 1

    @property
    def emin(self) -> int:
        return 1 - self.emax


BINARY32 = FloatFormat(24, 8)
BINARY64 = FloatFormat(53, 11)
X87 = FloatFormat(64, 15)


@dataclass(frozen=True, slots=True)
class FloatType:
    name: str = field(compare=False)
    format: FloatFormat
    size: int
    align: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class VoidType:
    """``void``; GNU C gives it size 1, which pointer arithmetic on ``void *`` relies on."""

    size: int = 1
    align: int = 1

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class PointerType:
    target: CType
    size: int
    align: int

    @property
    def width(self) -> int:
        return self.size * 8

    def __str__(self) -> str:
        return declare(self, "")


@dataclass(frozen=True, slots=True)
class ArrayType:
    """``count`` is None for an array whose length is not a constant: incomplete, flexible or variable.

    Types of variable length differ in ``variable``, a number for each; 0 for all others."""

    element: CType
    count: int | None
    variable: int = 0

    @property
    def size(self) -> int:
        return self.element.size * (self.count or 0)

    @property
    def align(self) -> int:
        return self.element.align

    def __str__(self) -> str:
        return declare(self, "")


@dataclass(frozen=True, slots=True)
class Field:
    """A member; ``bit_width`` is None unless it is a bit-field.  Unnamed members are named ``""``."""

    name: str
    type: CType
    bit_offset: int
    bit_width: int | None = None
    is_const: bool = False
    """May it only be initialised (C11 6.7.3p6)?"""

    @property
    def offset(self) -> int:
        """Byte offset (of the byte that holds the first bit, for a bit-field)."""
        return self.bit_offset // 8


@dataclass(eq=False, slots=True)
class StructType:
    """A structure or union.  Equal only to itself; filled once by ``complete``."""

    tag: str
    is_union: bool
    size: int = 0
    align: int = 1
    fields: tuple[Field, ...] = ()
    is_complete: bool = False

    def complete(self, *, size: int, align: int, fields: tuple[Field, ...]) -> None:
        if self.is_complete:
            raise ValueError(f"{self} should be completed only once")
        self.size, self.align, self.fields, self.is_complete = size, align, fields, True

    def field(self, name: str) -> Field:
        return next(member for member in self.fields if member.name == name)

    def __str__(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.tag}"


@dataclass(frozen=True, slots=True)
class FunctionType:
    """``parameters`` after the adjustments of C11 6.7.6.3; ``variadic`` also for a declaration without prototype."""

    result: CType
    parameters: tuple[CType, ...]
    variadic: bool
    size: int = 1
    align: int = 1

    def __str__(self) -> str:
        return declare(self, "")


CType: TypeAlias = IntType | FloatType | VoidType | PointerType | ArrayType | StructType | FunctionType
ScalarType: TypeAlias = IntType | FloatType | PointerType


def holds_pointers(type: CType) -> bool:
    """Can a pointer be a part of an object of this type?"""
    match type:
        case PointerType():
            return True
        case ArrayType(element=element):
            return holds_pointers(element)
        case StructType(fields=fields):
            return any(holds_pointers(field.type) for field in fields)
        case _:
            return False


def has_constant_parts(type: CType) -> bool:
    """Is there a constant member in an object of this type?"""
    match type:
        case ArrayType(element=element):
            return has_constant_parts(element)
        case StructType(fields=fields):
            return any(field.is_const or has_constant_parts(field.type) for field in fields)
        case _:
            return False


def element_size(type: CType) -> int:
    """The bytes of an element, if it is an array; 0 for all others."""
    return type.element.size if isinstance(type, ArrayType) else 0


def bit_int(width: int, *, signed: bool) -> IntType:
    """The integer type of any width that C23 has, for what the program itself does not say; no object has it."""
    return IntType(f"{'' if signed else 'unsigned '}_BitInt({width})", width, signed, -(-width // 8), 1)


def is_scalar(ctype: CType) -> bool:
    return isinstance(ctype, (IntType, FloatType, PointerType))


def declare(ctype: CType, name: str) -> str:
    """The C declaration of ``name`` with this type, as in ``int (*name)[3]``."""
    match ctype:
        case PointerType(target=target):
            inner = f"*{name}"
            return declare(target, f"({inner})" if isinstance(target, (ArrayType, FunctionType)) else inner)
        case ArrayType(element=element, count=count):
            return declare(element, f"{name}[{'' if count is None else count}]")
        case FunctionType(result=result, parameters=parameters, variadic=variadic):
            shown = [declare(parameter, "") for parameter in parameters] + (["..."] if variadic else [])
            return declare(result, f"{name}({', '.join(shown) or 'void'})")
        case _:
            return f"{ctype} {name}" if name else str(ctype)


@dataclass(frozen=True, slots=True)
class MachineModel:
    """The data model of a target: x86 with its System V ABI in the two models of the tasks."""

    name: str
    pointer_size: int
    long_size: int
    long_double_size: int
    wide_align: int
    """Alignment of ``long long`` and ``double`` inside aggregates."""

    @property
    def long_double_align(self) -> int:
        return self.pointer_size if self.pointer_size == 4 else 16

    def integer(self, name: str) -> IntType:
        """The standard integer type of this C name (``unsigned long``, ``char``, ``_Bool``, ...)."""
        width, signed = self._integers()[name]
        size = max(width, 8) // 8
        return IntType(name, width, signed, size, self.wide_align if size == 8 else size)

    def integers(self) -> tuple[IntType, ...]:
        """All standard integer types."""
        return tuple(self.integer(name) for name in self._integers())

    def _integers(self) -> dict[str, tuple[int, bool]]:
        long_width = 8 * self.long_size
        return {
            "_Bool": (1, False),
            "char": (8, True),
            "signed char": (8, True),
            "unsigned char": (8, False),
            "short": (16, True),
            "unsigned short": (16, False),
            "int": (32, True),
            "unsigned int": (32, False),
            "long": (long_width, True),
            "unsigned long": (long_width, False),
            "long long": (64, True),
            "unsigned long long": (64, False),
            "__int128": (128, True),
            "unsigned __int128": (128, False),
        }

    @property
    def int(self) -> IntType:
        return self.integer("int")

    @property
    def size_t(self) -> IntType:
        return self.integer("unsigned int" if self.pointer_size == 4 else "unsigned long")

    @property
    def ptrdiff_t(self) -> IntType:
        return self.integer("int" if self.pointer_size == 4 else "long")

    @property
    def float(self) -> FloatType:
        return FloatType("float", BINARY32, 4, 4)

    @property
    def double(self) -> FloatType:
        return FloatType("double", BINARY64, 8, self.wide_align)

    @property
    def long_double(self) -> FloatType:
        return FloatType("long double", X87, self.long_double_size, self.long_double_align)

    def pointer(self, target: CType) -> PointerType:
        return PointerType(target, self.pointer_size, self.pointer_size)

    def __str__(self) -> str:
        return self.name


ILP32 = MachineModel("ILP32", pointer_size=4, long_size=4, long_double_size=12, wide_align=4)
LP64 = MachineModel("LP64", pointer_size=8, long_size=8, long_double_size=16, wide_align=8)
MACHINE_MODELS = {model.name: model for model in (ILP32, LP64)}
VOID = VoidType()
