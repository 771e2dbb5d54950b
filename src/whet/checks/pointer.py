"""Pointers that are computed and lead out of their object; order and distance of pointers (C11 6.5.6p8-9, 6.5.8p5)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.accesses import OFFSET, good_step, is_own_step, place_in_variable
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Member,
    PointerAdd,
    PointerDiff,
    Use,
    Valid,
    Var,
    conjunction,
    disjunction,
)
from whet.cfa.types import ArrayType, IntType, PointerType
from whet.checks.check import Check
from whet.checks.comparisons import INT, NEVER, equal, inside
from whet.task.dangers import register_check


@register_check("pointer")
class PointerCheck(Check):
    words = "pointer outside its object"
    property_name = "pointer-range"
    formula = "G ! pointer-range"
    example = "int x = 1, *p = &x; p = p + 2;"
    rank = 6
    is_in_library = False  # bodies that come with Whet make no pointer that they do not use for an access
    has_own_test = True
    is_seen_natively = True

    def of_step(self, pointer: AddressOf | PointerAdd) -> Iterator[Expr]:
        if is_own_step(pointer):
            return
        match good_step(pointer, self.scope.machine):
            case None:
                pass
            case Valid() as valid:
                stays = _stays(pointer)
                if stays != Const(1, INT):
                    yield valid if stays is None else disjunction((stays, valid), INT)
            case index, least, greatest:
                yield from inside(index, least, greatest)

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        """Order and distance have a meaning only within one object."""
        match expr:
            case Binary(op=BinaryOp.EQ | BinaryOp.NE):
                return
            case PointerDiff(left=left, right=right) | Binary(left=left, right=right) if isinstance(left.type, PointerType):
                one, other = place_in_variable(left), place_in_variable(right)
                if one is None or other is None:
                    # A step leads from one to the other within an object; or they are the same, also if both are null.
                    machine = self.scope.machine
                    byte, distance = machine.pointer(machine.integer("unsigned char")), PointerDiff(right, left, 1, OFFSET)
                    moved = PointerAdd(Cast(left, byte), distance, 1, byte)
                    near = Binary(BinaryOp.LE, distance, Const(machine.ptrdiff_t.max, OFFSET), INT)  # is great between objects
                    leads = Binary(BinaryOp.AND, near, self.scope.valid(moved, Const(0, machine.int), Use.POINT), INT)
                    yield Binary(BinaryOp.OR, equal(distance, 0), leads, INT)
                elif one[0] is not other[0]:
                    yield NEVER
            case _:
                pass


def _stays(pointer: AddressOf | PointerAdd) -> Expr | None:
    """Why a step is good if nothing is known of the object: it is none, or leads along the arrays that it names.

    A null pointer may be moved by nothing, too (C23 6.5.7p9)."""
    if isinstance(pointer, PointerAdd):
        index = pointer.index
        assert isinstance(index.type, IntType)
        if isinstance(index, Const):
            return None if index.value else Const(1, INT)
        return equal(index, 0)
    found: list[Expr] = []
    lvalue = pointer.lvalue
    while not isinstance(lvalue, Var):
        match lvalue:
            case Member(base=base):
                lvalue = base
            case Index(base=base, index=index) if isinstance(base.type, ArrayType) and base.type.count:
                found += inside(index, 0, base.type.count)
                lvalue = base
            case Deref(pointer=Var() | Deref() | Member() | Index()):
                return conjunction(found, INT) or Const(1, INT)
            case _:
                break
    return None
