"""Expressions: immutable, typed, without side effects; every conversion is an explicit ``Cast``.

An lvalue (``Var``, ``Deref``, ``Member``, ``Index``) used as an expression means the value stored there.  Arrays and
functions never stand as values: their decay is an explicit ``AddressOf`` / ``FunctionAddress``.  Comparisons and
``!`` give ``int``.  Both operands of an arithmetic operator or comparison have the same type (shifts: the right one
has any integer type), because the front end wrote out the usual arithmetic conversions.  Nesting depth is bounded
(the front end spills deeper ones into temporaries), so recursive functions over expressions are safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from whet.cfa.immutable import immutable
from whet.cfa.types import ArrayType, CType, Field, FloatType, IntType, PointerType

if TYPE_CHECKING:
    from whet.cfa.model import Function
    from whet.cfa.source import SourceFile

MAX_DEPTH = 64
"""Deepest nesting of an expression in a CFA."""


class VariableKind(Enum):
    GLOBAL = "global"
    LOCAL = "local"
    PARAMETER = "parameter"
    TEMPORARY = "temporary"
    """Made by the front end; its address is never taken."""
    RETURN = "return value"
    STRING = "string literal"
    """A constant object with ``image`` as contents; lives for ever like a global."""


class Variable:
    """A named object.  Identity is the object; ``number`` orders variables and makes hashing repeatable."""

    __slots__ = (
        *("alignment", "blocks", "contents", "declared_at", "declared_in", "extent", "function", "image", "is_constant"),
        *("is_of_block", "is_restrict", "is_table", "is_volatile", "kind", "name", "number"),
        *("owner", "type"),
    )

    def __init__(
        self,
        *,
        number: int,
        name: str,
        type: CType,
        kind: VariableKind,
        function: str | None,
        declared_at: int | None = None,
        image: bytes | None = None,
        is_volatile: bool = False,
    ) -> None:
        self.number = number
        self.name = name
        """Unique in its function (or among the globals): a shadowing ``x`` is called ``x__2``."""
        self.type = type
        self.kind = kind
        self.function = function
        """Name of the function whose frame holds it; None if it lives as long as the program."""
        self.declared_at = declared_at
        """Offset of the declaration in the main file of its unit, if there."""
        self.declared_in: SourceFile | None = None
        """That file."""
        self.blocks: tuple[int, ...] = ()
        """The blocks it is local to, from the outermost on, as numbers of its function; empty if that is only its body."""
        self.image = image
        self.contents: bytes | None = None
        """What a declaration that zeroes it stores in its first bytes instead: the constants of a long initialiser."""
        self.is_table = False
        """Has it these contents, and nothing else, as long as the program runs?"""
        self.extent: int | None = None
        """Its bytes, of a structure with an initialiser: a flexible array in it has as many elements as are given there."""
        self.owner: str | None = None
        """What a string is if it is no literal, such as ``main.__func__``; empty if that is not known."""
        self.is_volatile = is_volatile
        self.is_of_block = False
        """Is it a static variable that a function declares, so that only this function names it?"""
        self.alignment = 1
        """What a declaration asks for: its address is a multiple of this and of the alignment of its type."""
        self.is_constant = False
        self.is_restrict = False
        """May nothing but its initialiser write to it (C11 6.7.3p6)?  The front end gives every other store a pointer."""

    def is_declared_in(self, path: str) -> bool:
        """Is this the file it is declared in?  An implicit declaration is the only one."""
        return self.declared_in is None or self.declared_in.path == path

    @property
    def is_static(self) -> bool:
        """Does it live as long as the program?"""
        return self.function is None

    @property
    def is_read_only(self) -> bool:
        """Is a store through a pointer to it undefined?"""
        return self.kind is VariableKind.STRING or self.is_constant

    @property
    def qualified_name(self) -> str:
        return self.name if self.function is None else f"{self.function}::{self.name}"

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"<{self.qualified_name}>"


class UnaryOp(Enum):
    NEG = "-"
    COMPLEMENT = "~"
    NOT = "!"


class BinaryOp(Enum):
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    REM = "%"
    SHL = "<<"
    SHR = ">>"
    AND = "&"
    OR = "|"
    XOR = "^"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="

    @property
    def is_comparison(self) -> bool:
        return self in _COMPARISONS

    @property
    def is_shift(self) -> bool:
        return self is BinaryOp.SHL or self is BinaryOp.SHR


_COMPARISONS = frozenset({BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE})


@immutable
class Const:
    """An integer constant, or a pointer given by its address (0 is the null pointer)."""

    value: int
    type: IntType | PointerType


@immutable
class FloatConst:
    """A floating constant by its bits in the format's interchange encoding, so that equality tells -0.0 and NaNs
    apart."""

    bits: int
    type: FloatType


@immutable
class Var:
    """The object a variable names."""

    variable: Variable

    @property
    def type(self) -> CType:
        return self.variable.type


@immutable
class Deref:
    """The object of type ``type`` at an address."""

    pointer: Expr
    type: CType


@immutable
class Member:
    """A member of a structure or union object."""

    base: Lvalue
    field: Field

    @property
    def type(self) -> CType:
        return self.field.type


@immutable
class Index:
    """An element of an array object (whose elements have a constant size)."""

    base: Lvalue
    index: Expr

    @property
    def type(self) -> CType:
        array = self.base.type
        assert isinstance(array, ArrayType)
        return array.element


@immutable
class AddressOf:
    """The address of an object; ``type`` points to the object's type, or to its elements where an array decays."""

    lvalue: Lvalue
    type: PointerType


@immutable
class FunctionAddress:
    function: Function
    type: PointerType


@immutable
class Unary:
    op: UnaryOp
    operand: Expr
    type: IntType | FloatType


@immutable
class Binary:
    """Arithmetic has the type of its left operand, a comparison has type ``int``."""

    op: BinaryOp
    left: Expr
    right: Expr
    type: IntType | FloatType


@immutable
class Cast:
    """Conversion of a scalar to ``type`` (to ``_Bool``: is it different from zero?)."""

    operand: Expr
    type: IntType | FloatType | PointerType


@immutable
class PointerAdd:
    """``pointer`` moved by ``index * stride`` bytes; ``index`` is an integer of any type, taken by its value."""

    pointer: Expr
    index: Expr
    stride: int
    type: PointerType


@immutable
class PointerDiff:
    """``(left - right) / stride`` for addresses of the same object, in ``type`` (``ptrdiff_t``).

    In a type that is wider than pointers it is the distance of any two addresses, in bytes, and great for those of different
    objects.  No program has such an expression; checks do."""

    left: Expr
    right: Expr
    stride: int
    type: IntType

    @property
    def is_of_any(self) -> bool:
        return self.type.size > self.left.type.size


class Use(Enum):
    """What a pointer is to be good for."""

    READ = "read"
    WRITE = "write"
    FREE = "free"
    DEFINED = "defined"
    ALIGN = "align"
    """For an access to a type whose objects lie at multiples of ``size``."""
    POINT = "point"
    TYPED = "typed"
    """For an access by a type whose kind (``argument_blocks.kind_of``) is ``size``: no variable of another type is there."""


@immutable
class Valid:
    """1 if a pointer is good for a use, 0 if it is not; it has a value for every pointer.

    To read or write: ``size`` bytes from there on lie in one living object, the one that the pointer was computed from.  To
    free: it is null, or the beginning of a living block of the heap.  Defined: the pointer is the address of an lvalue, and all
    bits of the value there were written.  To point: it leads into the living object that it was computed from, or just past it;
    ``size`` is 0.  No program has this expression; checks do."""

    pointer: Expr
    size: Expr
    use: Use
    type: IntType


Lvalue: TypeAlias = Var | Deref | Member | Index
Expr: TypeAlias = (
    Const
    | FloatConst
    | Var
    | Deref
    | Member
    | Index
    | AddressOf
    | FunctionAddress
    | Unary
    | Binary
    | Cast
    | PointerAdd
    | PointerDiff
    | Valid
)


def is_lvalue(expr: Expr) -> bool:
    return isinstance(expr, (Var, Deref, Member, Index))


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct subexpressions, left to right (the object of an ``AddressOf`` or ``Member`` included)."""
    match expr:
        case Const() | FloatConst() | Var() | FunctionAddress():
            return ()
        case Deref(pointer=inner) | Member(base=inner) | AddressOf(lvalue=inner) | Unary(operand=inner) | Cast(operand=inner):
            return (inner,)
        case Index(base=first, index=second) | PointerAdd(pointer=first, index=second):
            return (first, second)
        case Binary(left=first, right=second) | PointerDiff(left=first, right=second) | Valid(pointer=first, size=second):
            return (first, second)


def address_operands(lvalue: Lvalue) -> Iterator[Expr]:
    """The expressions that the address of an object is computed from, left to right: a pointer, and indices."""
    match lvalue:
        case Deref(pointer=pointer):
            yield pointer
        case Member(base=base):
            yield from address_operands(base)
        case Index(base=base, index=index):
            yield from address_operands(base)
            yield index
        case Var():
            pass


def without_casts(expr: Expr) -> Expr:
    """The operand inside all conversions."""
    while isinstance(expr, Cast):
        expr = expr.operand
    return expr


def subexpressions(expr: Expr) -> Iterator[Expr]:
    """The expression and everything below it, outermost first."""
    yield expr
    for child in children(expr):
        yield from subexpressions(child)


def variables_of(expr: Expr) -> Iterator[Variable]:
    """Those it names, outermost first, with repetitions."""
    return (part.variable for part in subexpressions(expr) if isinstance(part, Var))


def root_variable(lvalue: Lvalue) -> Variable | None:
    """The variable whose object this is a part of; None when it is reached through a pointer."""
    while True:
        match lvalue:
            case Var(variable=variable):
                return variable
            case Deref():
                return None
            case Member(base=base) | Index(base=base):
                lvalue = base


def conjunction(conditions: Sequence[Expr], type: IntType) -> Expr | None:
    """Do all of these comparisons, whose results are of this type, hold?  None if there are none."""
    return _chained(BinaryOp.AND, conditions, type) if conditions else None


def disjunction(conditions: Sequence[Expr], type: IntType) -> Expr:
    """Does one of these comparisons, whose results are of this type, hold?"""
    return _chained(BinaryOp.OR, conditions, type) if conditions else Const(0, type)


def _chained(op: BinaryOp, conditions: Sequence[Expr], type: IntType) -> Expr:
    if len(conditions) == 1:
        return conditions[0]
    middle = len(conditions) // 2  # halves, because the depth of an expression is bounded
    return Binary(op, _chained(op, conditions[:middle], type), _chained(op, conditions[middle:], type), type)


def promoted(expr: Expr, int_type: IntType) -> Expr:
    """A scalar as C computes with it (C11 6.3.1.1): integers all of whose values ``int`` has are converted to it.

    Of a bit-field its own width counts, so ``unsigned f : 3`` becomes an ``int``, too."""
    if not isinstance(expr.type, IntType):
        return expr
    bits = bits_of(expr)
    is_narrow = (bits or expr.type.width) < int_type.width or (bits == int_type.width and expr.type.signed)
    return Cast(expr, int_type) if is_narrow and expr.type != int_type else expr


def bits_of(expr: Expr) -> int | None:
    """How many bits a bit-field has; None if it is none."""
    return expr.field.bit_width if isinstance(expr, Member) else None


def is_bit_field(lvalue: Lvalue) -> bool:
    return bits_of(lvalue) is not None
