"""What a state of the value analysis says, as equalities of the program model.

Numbers in slots, and in those parts of memory objects that have a name: members and elements of variables.  What is known of
heap blocks, addresses, bit-fields, and NaNs, which equal nothing, is not said.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.analyses.value.memory import Contents
from whet.analyses.value.values import SOME_NAN, AbstractValue, float_of
from whet.cfa.accesses import scalar_size
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, FloatConst, Index, Lvalue, Member, Var, Variable, promoted
from whet.cfa.types import ArrayType, FloatType, IntType, PointerType, StructType, is_scalar

_MOST_PARTS = 256
"""Of one object."""


def equality(lvalue: Lvalue, value: AbstractValue, machine_int: IntType) -> Expr | None:
    """That a scalar has a value, which is that of its slot; None if that has no words."""
    match lvalue.type, value:
        case IntType(), int():
            number = promoted(lvalue, machine_int)
            assert isinstance(number.type, IntType)
            return Binary(BinaryOp.EQ, number, Const(value, number.type), machine_int)
        case PointerType() as type, int():
            return Binary(BinaryOp.EQ, lvalue, Const(value, type), machine_int)
        case FloatType() as type, int() if value != SOME_NAN and float_of(value, type) == float_of(value, type):
            return Binary(BinaryOp.EQ, lvalue, FloatConst(value, type), machine_int)
        case _:
            return None


class ObjectClaim:
    """What is known of one object with a name."""

    def __init__(self, variable: Variable, contents: Contents, machine_int: IntType) -> None:
        self._int = machine_int
        self._contents = contents
        self.facts: list[Expr] = []
        self._told: set[int] = set()
        parts = scalar_parts(Var(variable), 0, machine_int)
        for lvalue, offset in parts:
            self._say(lvalue, offset)

    @property
    def is_all(self) -> bool:
        known = {at for at, mask in enumerate(self._contents.known) if mask}
        return not self._contents.others and known <= self._told

    def _say(self, lvalue: Lvalue, offset: int) -> None:
        size = scalar_size(lvalue.type)
        value = self._contents.read(offset, size)
        if len(self.facts) >= _MOST_PARTS or not isinstance(value, int):
            return
        held = lvalue.type.wrap(value) if isinstance(lvalue.type, IntType) else value
        fact = None if isinstance(lvalue.type, IntType) and lvalue.type.is_bool else equality(lvalue, held, self._int)
        if fact is not None:
            self.facts.append(fact)
            self._told.update(range(offset, offset + size))


def scalar_parts(whole: Lvalue, offset: int, machine_int: IntType) -> Iterator[tuple[Lvalue, int]]:
    """The scalars in an object, with their offsets; of a union the members one after the other, bit-fields not."""
    match whole.type:
        case StructType(fields=fields):
            for field in fields:
                if field.bit_width is None:
                    yield from scalar_parts(Member(whole, field), offset + field.offset, machine_int)
        case ArrayType(element=element, count=count):
            for number in range(count or 0):
                yield from scalar_parts(Index(whole, Const(number, machine_int)), offset + number * element.size, machine_int)
        case type if is_scalar(type):
            yield whole, offset
        case _:
            pass
