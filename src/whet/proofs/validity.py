"""Validity of pointers: which object a pointer was computed from, whether that lives, and whether the bytes are inside.

A stored pointer points into its object or just past it, a premise of every proof (``checks.premises.STEPS``), and there is a gap
between objects. So its object is the one of its base. Only heap blocks with a constant address are known. Whether a pointer is
from an earlier lifetime of a variable is not known unless ``lifetimes`` excludes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.accesses import access_size, object_size
from whet.cfa.aliasing import declared_kind, may_access
from whet.cfa.alignment import COMMON, object_alignment
from whet.cfa.defined_bits import bits_of_lvalue
from whet.cfa.expressions import AddressOf, Cast, Const, Deref, Expr, Index, Lvalue, Member, PointerAdd, Use, Valid, Var, Variable
from whet.cfa.types import PointerType
from whet.proofs.accesses import MemoryEncoding
from whet.proofs.state import WIDE, Cell
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term


def is_good(of: MemoryEncoding, valid: Valid) -> Term:
    t = of.bits.terms
    if valid.use is Use.DEFINED:
        # All bits of an lvalue are initialised; a scalar outside memory has its own mark in the program.
        assert isinstance(valid.pointer, AddressOf)
        t, lvalue = of.bits.terms, valid.pointer.lvalue
        marks = of.marks_at(of.place(lvalue), access_size(lvalue))
        pattern = t.bv(bits_of_lvalue(lvalue) or 0, marks.width)
        return t.eq(t.bv_and(marks, pattern), pattern)
    if valid.use is Use.FREE:
        address = of.value(valid.pointer)
        blocks = ((place, alive) for place, (_, alive) in of.state.blocks.items())
        known = [t.and_(alive, t.eq(address, t.bv(place, address.width))) for place, alive in ((0, t.true), *blocks)]
        return t.or_(*known, *_unknown(of, address))
    if valid.use is Use.ALIGN:
        address = of.value(valid.pointer)
        below = t.bv_sub(t.resize(of.value(valid.size), address.width, signed=False), t.bv(1, address.width))
        return t.and_(t.eq(t.bv_and(address, below), t.bv(0, address.width)), _has_alignment(of, valid))
    if valid.use is Use.TYPED:
        return _is_typed(of, valid)
    base, offset = traced(of, valid.pointer)
    base = t.resize(base, WIDE, signed=False)
    begin = t.bv_add(base, offset)
    end = t.bv_add(begin, t.resize(of.value(valid.size), WIDE, signed=False))
    found = []
    for place, size, alive, variable in objects(of, named_by(valid.pointer)):
        if valid.use is Use.WRITE and variable is not None and variable.is_read_only:
            continue
        first = t.bv(place, WIDE)
        last = t.bv_add(first, size)
        belongs = t.and_(t.bv_ule(first, base), t.bv_ule(base, last))
        inside = t.and_(t.bv_sle(first, begin), t.bv_sle(end, last))
        found.append(t.and_(alive, belongs, inside))
    return t.or_(*found, *_unknown(of, base))


def _has_alignment(of: MemoryEncoding, valid: Valid) -> Term:
    """All objects begin at multiples of 16; a multiple of more is only known of variables that ask for it."""
    t = of.bits.terms
    if not isinstance(valid.size, Const):
        return t.false
    if valid.size.value <= COMMON:
        return t.true
    base = t.resize(traced(of, valid.pointer)[0], WIDE, signed=False)
    found = [t.eq(base, t.bv(0, WIDE))]
    for place, size, _, variable in objects(of, named_by(valid.pointer)):
        if variable is not None and object_alignment(variable) % valid.size.value == 0:
            first = t.bv(place, WIDE)
            found.append(t.and_(t.bv_ule(first, base), t.bv_ule(base, t.bv_add(first, size))))
    return t.or_(*found)


def _is_typed(of: MemoryEncoding, valid: Valid) -> Term:
    """It points to no variable of another type; unknown places are undecided."""
    assert isinstance(valid.size, Const)
    t, kind, others = of.bits.terms, valid.size.value, []
    address = t.resize(of.value(valid.pointer), WIDE, signed=False)
    for cell, place in of.bits.places():
        if not may_access(declared_kind(cell[0].type), kind):
            size = object_size(cell[0])
            inside = t.bv_ult(t.bv_sub(address, t.bv(place, WIDE)), t.bv(size or 0, WIDE))
            others.append(of.bits.symbol(BOOL, "whether a pointer leads to a variable") if size is None else inside)
    if any(not may_access(declared_kind(each.type), kind) for each in of.bits.dynamic):
        others.append(of.bits.symbol(BOOL, "whether a pointer leads to an array of variable length"))
    return t.not_(t.or_(*others))


def _unknown(of: MemoryEncoding, address: Term) -> Iterator[Term]:
    """Does a pointer point to an unknown block, or to an object of unknown size?"""
    if address.value is None:
        yield of.bits.symbol(BOOL, "whether a pointer is good")


def objects(of: MemoryEncoding, named: Variable | None) -> Iterator[tuple[int, Term, Term, Variable | None]]:
    """The address, size and life of possible pointees, and their variables."""
    t = of.bits.terms
    for cell, place in of.bits.places():
        size = object_size(cell[0])
        if size is not None:
            yield place, t.bv(size, WIDE), t.true if cell[0] is named else _lives(of, cell), cell[0]
    own = of.place(Var(named)).address if named in of.bits.dynamic else None
    for place, (length, alive) in of.state.blocks.items():
        is_own = own is not None and own.value == place
        yield place, t.resize(length, WIDE, signed=False), t.true if is_own else alive, None


def _lives(of: MemoryEncoding, cell: Cell) -> Term:
    alive = of.is_alive(cell)
    if cell[0] in of.bits.steady or alive is of.bits.terms.false:
        return alive
    return of.bits.terms.and_(alive, of.bits.symbol(BOOL, "whether a pointer is from an earlier life of a variable"))


def named_by(pointer: Expr) -> Variable | None:
    """The variable that a pointer expression names."""
    match pointer:
        case PointerAdd(pointer=inner):
            return named_by(inner)
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return named_by(operand)
        case AddressOf(lvalue=lvalue):
            while isinstance(lvalue, (Member, Index)):
                lvalue = lvalue.base
            return lvalue.variable if isinstance(lvalue, Var) else named_by(lvalue.pointer)
        case _:
            return None


def traced(of: MemoryEncoding, pointer: Expr) -> tuple[Term, Term]:
    """The base of a pointer, and the distance, in enough bits for any distance."""
    t = of.bits.terms
    match pointer:
        case PointerAdd(pointer=inner, index=index, stride=stride):
            base, offset = traced(of, inner)
            return base, t.bv_add(offset, of.scaled(index, stride, WIDE))
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return traced(of, operand)
        case AddressOf(lvalue=lvalue):
            return _of_place(of, lvalue)
        case _:
            return of.value(pointer), t.bv(0, WIDE)


def _of_place(of: MemoryEncoding, lvalue: Lvalue) -> tuple[Term, Term]:
    t = of.bits.terms
    match lvalue:
        case Deref(pointer=pointer):
            return traced(of, pointer)
        case Member(base=whole, field=field):
            base, offset = _of_place(of, whole)
            return base, t.bv_add(offset, t.bv(field.offset, WIDE))
        case Index(base=whole, index=index):
            base, offset = _of_place(of, whole)
            return base, t.bv_add(offset, of.scaled(index, lvalue.type.size, WIDE))
        case Var():
            return of.value(AddressOf(lvalue, of.bits.program.machine.pointer(lvalue.type))), t.bv(0, WIDE)
