"""From the operations of an edge to a template.

An edge is executed symbolically: every base (see ``vocabulary``) has a term over the values before the edge, assignments replace
terms, conditions are collected.  What comes out says for each base that changed what it is afterwards.  So a block of many
assignments adds one equation per changed variable to a path, and constants are folded through it.

Functions without a body are in ``effects``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from whet.cfa.accesses import access_size
from whet.cfa.defined_bits import bits_of_lvalue
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.shared_strings import SharedEnd
from whet.cfa.source import Origin
from whet.cfa.types import CType, FloatType, IntType, PointerType, ScalarType
from whet.encoding import memory
from whet.encoding.arithmetic import Arithmetic, width_of
from whet.encoding.memory import WIDE, At, ObjectEnds
from whet.encoding.notes import Apart, NoteCondition, NoteKind, Outside, Remark
from whet.encoding.parts import InputKind, InputSymbol, TermPart, TermSlot, TermTarget, TranslationScope
from whet.pointers.addresses import PAGE, is_no_object
from whet.pointers.regions import Region, is_slot, may_hold_zeros
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec, Sort
from whet.solvers.terms.term import Op, Term
from whet.task.records import dataclass

_EQUALITIES = (BinaryOp.EQ, BinaryOp.NE)
_MANY_PAIRS = 16
"""Of literals that may share their bytes; of more, all bytes may be shared."""


@dataclass(slots=True)
class Translation:
    """The state while an edge is executed symbolically; also what ``Arithmetic`` asks for symbols (``Openings``)."""

    scope: TranslationScope
    activations: dict[str, int]
    """Which of the active calls of a function its variables belong to, from 1 on."""
    origin: Origin
    values: dict[Term, Term] = field(default_factory=dict)
    conditions: list[Term] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    inputs: list[InputSymbol] = field(default_factory=list)
    loads: list[InputSymbol] = field(default_factory=list)
    """What was read from memory, in this order: the interpreter asks for it where it is indeterminate."""
    unread: dict[Term, None] = field(default_factory=dict)
    """Bases that became indeterminate on this edge and were not read since."""
    read: dict[Term, None] = field(default_factory=dict)
    """Bases whose value before the edge was read."""
    assumed: Term = field(init=False)
    terms: Terms = field(init=False)
    arithmetic: Arithmetic = field(init=False)
    _loose: dict[Sort, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.terms = self.scope.terms
        self.assumed = self.terms.true
        self.arithmetic = Arithmetic(self.terms, self)

    def fresh(self, sort: Sort) -> Term:
        number = self._loose[sort] = self._loose.get(sort, -1) + 1
        return self.scope.vocabulary.primed(self.scope.vocabulary.loose(sort, number))

    def bases(self) -> list[Term]:
        """The bases of the symbols that were made."""
        return [self.scope.vocabulary.loose(sort, number) for sort, count in self._loose.items() for number in range(count + 1)]

    def fresh_bits(self, width: int) -> Term:
        return self.fresh(BitVec(width))

    def remark(self, kind: NoteKind, what: str, condition: NoteCondition, *, is_certain: bool = True) -> None:
        if condition is not self.terms.false:
            self.remarks.append(Remark(kind, what, self.origin, condition, self.assumed, is_certain))

    def remark_access(self, access: Outside, *, happens: bool = True) -> None:
        """``happens``: is something certainly read or written there?"""
        is_certain = happens and access.region.is_known and self.scope.layout.tells_all(access)
        self.remark(NoteKind.ACCESS, "access", access, is_certain=is_certain)

    def undefined(self, when: Term, width: int, what: str) -> Term:
        self.remark(NoteKind.UNDEFINED, what, when)
        return self.fresh_bits(width)

    def rough(self, width: int, what: str) -> Term:
        self.remark(NoteKind.ROUGH, what, self.terms.true)
        return self.fresh_bits(width)

    def encoding(self, number: Term, width: int) -> Term:
        bits = self.fresh_bits(width)
        sort = number.sort
        assert not isinstance(sort, BitVec)
        self.remark(NoteKind.NAN, "a NaN", self.terms.fp_is_nan(number))
        self.assume(self.terms.eq(self.terms.fp_from_bits(bits, sort), number))  # type: ignore[arg-type] # a Float
        return bits

    def assume(self, condition: Term) -> None:
        self.conditions.append(condition)
        self.assumed = self.terms.and_(self.assumed, condition)

    def input(self, kind: InputKind, type: ScalarType) -> Term:
        symbol = self.fresh_bits(width_of(type))
        self.inputs.append(InputSymbol(kind, symbol, type, self.origin))
        return symbol

    def current(self, base: Term) -> Term:
        return self.values.get(base, base)

    def assign(self, base: Term, value: Term) -> None:
        self.values[base] = value
        self.unread.pop(base, None)

    def activation(self, variable: Variable) -> int:
        return 1 if variable.function is None else self.activations.get(variable.function, 1)

    def base(self, variable: Variable) -> Term:
        return self.scope.vocabulary.variable(variable, self.activation(variable))

    def memory(self, region: Region) -> Term:
        return self.current(self.scope.vocabulary.region(region))

    def blocks(self, region: Region) -> Term | None:
        """The sizes of the blocks of a region that may have some."""
        if not region.sites and not any(variable in self.scope.layout.dynamic for variable in region.variables):
            return None
        return self.current(self.scope.vocabulary.blocks(region))

    def blocks_at(self, region: Region, address: Term) -> Term | None:
        """The same, and the formula says that there was no block at this address in the beginning."""
        blocks = self.blocks(region)
        if blocks is not None:
            slot = self.scope.layout.slot(self.terms, address)
            self.assume(self.scope.vocabulary.zero_at(blocks.sort, slot))
        return blocks

    def forget_region(self, region: Region, *, keeps_written: bool = False) -> None:
        base = self.scope.vocabulary.region(region)
        self.assign(base, self.fresh(base.sort))
        if not keeps_written:
            self.forget_written(region)

    def forget_written(self, region: Region) -> None:
        """Nothing is known of which bits were written."""
        if self.scope.shadows.follows(region):
            base = self.scope.vocabulary.written(region)
            self.assign(base, self.fresh(base.sort))

    def unwrite_region(self, region: Region) -> None:
        """Nothing in it was written."""
        if self.scope.shadows.follows(region):
            base = self.scope.vocabulary.written(region)
            self.assign(base, self.scope.vocabulary.zeros(base.sort))

    def spoil(self, region: Region, *, keeps_written: bool = False) -> None:
        """Something was written through a pointer to a region; with ``keeps_written``, not what was copied from elsewhere."""
        self.forget_region(region, keeps_written=keeps_written)
        if region.is_open:
            for other in filter(self.scope.is_read, self.scope.regions.exposed()):
                self.forget_region(other, keeps_written=keeps_written)

    def overwrite(self, part: TermPart) -> None:
        """Something was written to a place, or near it."""
        if part.is_certain:
            self.forget_region(part.region)
        else:
            self.spoil(part.region)

    def clear_region(self, region: Region) -> None:
        base = self.scope.vocabulary.region(region)
        self.assign(base, self.scope.vocabulary.zeros(base.sort))
        self.forget_written(region)

    def read_variable(self, base: Term, variable: Variable) -> Term:
        value = self.current(base)
        if base in self.unread or (value is base and base not in self.read):
            # Whether it is indeterminate before the edge depends on the path: it is an input only then.
            self.unread.pop(base, None)
            self.read[base] = None
            assert isinstance(variable.type, (IntType, FloatType, PointerType))
            self.inputs.append(InputSymbol(InputKind.UNINITIALISED, value, variable.type, self.origin))
        return value

    def value(self, expr: Expr) -> Term:
        """The value of a scalar; of a floating type it may be a term of a float sort."""
        match expr:
            case Const(value=value, type=type):
                return self.terms.bv(value, type.width)
            case FloatConst(bits=bits, type=type):
                return self.terms.bv(bits, width_of(type))
            case Var() | Deref() | Member() | Index():
                return self.load(expr)
            case AddressOf(lvalue=lvalue):
                return self.part(lvalue).address
            case FunctionAddress(function=function, type=type):
                return self.terms.bv(self.scope.layout.function(function), type.width)
            case Unary(op=op, operand=operand) if op is not UnaryOp.NOT:
                return self.arithmetic.unary(op, operand.type, self.value(operand))
            case Binary(op=op, left=left, right=right) if not op.is_comparison:
                return self.arithmetic.binary(op, left.type, self.value(left), self.value(right))
            case Cast():
                return self._cast(expr)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                return self.terms.bv_add(self.value(pointer), self._scaled(index, stride, self.scope.layout.width))
            case PointerDiff():
                return self._difference(expr)
            case Unary() | Binary() | Valid():
                return self.terms.as_bit(self.truth(expr), width_of(expr.type))

    def bits(self, expr: Expr) -> Term:
        """The value of a scalar as a bit-vector."""
        return self.arithmetic.bits(self.value(expr))

    def truth(self, expr: Expr) -> Term:
        """Does a scalar differ from zero?"""
        match expr:
            case Unary(op=UnaryOp.NOT, operand=operand):
                return self.terms.not_(self.truth(operand))
            case Binary(op=op, left=Cast(operand=pointer), right=Const(value=number)) if _tells_no_address(expr, number):
                a = self.value(pointer)
                return self.arithmetic.compare(op, expr.left.type, a, self.terms.bv(number, a.width))
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                a, b = self.value(left), self.value(right)
                if isinstance(left.type, PointerType):
                    self._remark_comparison(op, left, right, a, b)
                compared = self.arithmetic.compare(op, left.type, a, b)
                return self._unless_touching(compared, op, left, right, a, b) if op in _EQUALITIES else compared
            case Cast(operand=operand, type=IntType(width=width)) if width == 1 or _keeps_truth(operand.type, width):
                return self.truth(operand)
            case Valid():
                from whet.encoding.usable import Usable  # few programs have pointers that are checked

                return Usable(self).truth(expr)
            case _:
                return self.arithmetic.truth(self.value(expr), expr.type)

    def _cast(self, cast: Cast) -> Term:
        match cast:
            case Cast(operand=Cast(operand=inner, type=IntType(width=width)), type=PointerType()) if (
                isinstance(inner.type, PointerType) and width >= inner.type.width
            ):
                return self.value(inner)  # there and back again: the number is not used
            case Cast(operand=operand, type=IntType(width=1)):
                return self.terms.as_bit(self.truth(operand), 1)
            case Cast(operand=operand, type=IntType()) if isinstance(operand.type, PointerType):
                pointer = self.value(operand)
                if self.scope.regions.is_looked_at(cast):
                    self.remark(NoteKind.ADDRESS, "a pointer becomes an integer", self._may_be_object(pointer))
                return self.arithmetic.convert(operand.type, cast.type, pointer)
            case _:
                return self.arithmetic.convert(cast.operand.type, cast.type, self.value(cast.operand))

    def _may_be_object(self, address: Term) -> Term:
        """Is it neither null nor on the last page?  (Formulas have no object on the first one, but models of Linux may.)"""
        t, width = self.terms, address.width
        return t.bv_ult(t.bv_sub(address, t.bv(1, width)), t.bv((1 << width) - PAGE - 1, width))

    def _scaled(self, index: Expr, stride: int, width: int) -> Term:
        assert isinstance(index.type, IntType)
        return self.terms.bv_mul(self._resized(self.value(index), index.type, width), self.terms.bv(stride, width))

    def _resized(self, value: Term, type: IntType, width: int) -> Term:
        return self.terms.resize(value, width, signed=type.signed)

    def _difference(self, expr: PointerDiff) -> Term:
        t, left, right = self.terms, self.value(expr.left), self.value(expr.right)
        if expr.is_of_any:  # objects are apart here as they are anywhere else
            return t.bv_sub(*(t.resize(each, expr.type.width, signed=False) for each in (left, right)))
        self._remark_order(expr.left, expr.right, left, right)
        if expr.stride == 0:
            return self.undefined(t.true, expr.type.width, "difference of pointers to objects without a size")
        return t.bv_sdiv(t.bv_sub(left, right), t.bv(expr.stride, left.width))

    def _remark_comparison(self, op: BinaryOp, left: Expr, right: Expr, a: Term, b: Term) -> None:
        if self.scope.regions.may_mix_numbers(left, right):
            meets = self.terms.and_(self._may_be_object(a), self._may_be_object(b))
            self.remark(NoteKind.ADDRESS, "a pointer is compared with a number", meets)
        if op not in _EQUALITIES:
            self._remark_order(left, right, a, b)
        elif a.value != 0 and b.value != 0:
            for pointer, address in ((left, a), (right, b)):
                # A pointer to a block that was freed may equal one to a later block; here it never does.
                region = self.scope.regions.of_pointer(pointer)
                blocks = self.blocks_at(region, address)
                if blocks is not None and region.sites:
                    t, slot = self.terms, self.scope.layout.slot(self.terms, address)
                    in_heap = t.bv_ule(t.bv(self.scope.layout.first_slot, slot.width), slot)
                    freed = t.and_(in_heap, t.eq(t.select(blocks, slot), t.bv(0, self.scope.layout.width)))
                    self.remark(NoteKind.LIFETIME, "a pointer to a freed block is compared", freed)

    def _unless_touching(self, compared: Term, op: BinaryOp, left: Expr, right: Expr, a: Term, b: Term) -> Term:
        """The end of one object may be the beginning of another (C11 6.5.9p6), which the gaps between them do not show; nor do
        they show that literals share their bytes."""
        if a.value == 0 or b.value == 0:
            return compared
        t, touching, shared = self.terms, self._touching(left, right, a, b), self._shared(left, right, a, b)
        if touching is t.false and shared is t.false:
            return compared
        if touching is not t.false:
            self.remark(NoteKind.ROUGH, "whether one object begins where another one ends", touching)
        if shared is not t.false:
            self.remark(NoteKind.ROUGH, "whether string literals share their bytes", shared)
        is_open = t.and_(t.or_(touching, shared), t.is_nonzero(self.fresh_bits(1)))
        return t.or_(compared, is_open) if op is BinaryOp.EQ else t.and_(compared, t.not_(is_open))

    def _touching(self, left: Expr, right: Expr, a: Term, b: Term) -> Term:
        """Is one just past an object, and the other at the beginning of another?"""
        if not self.scope.regions.may_pass_end(left, right):
            return self.terms.false
        ends = ObjectEnds(self.terms, self.scope.layout)
        one, other = (self._edges_of(pointer, address) for pointer, address in ((left, a), (right, b)))
        return self.terms.or_(ends.touch(one, other), ends.touch(other, one))

    def _shared(self, left: Expr, right: Expr, a: Term, b: Term) -> Term:
        """Do they point to bytes of two literals that may be the same ones?"""
        if not isinstance(left.type, PointerType) or not isinstance(right.type, PointerType):
            return self.terms.false
        found = self.scope.regions.shared_ends(left, right)
        if len(found) > _MANY_PAIRS:
            literals = dict.fromkeys(literal for each in found for literal in (each.whole, each.end))
            inside = (self.terms.or_(*(self._is_in(literal, address) for literal in literals)) for address in (a, b))
            return self.terms.and_(*inside, self.terms.not_(self.terms.eq(a, b)))
        return self.terms.or_(*(self._is_shared(each, *pair) for each in found for pair in ((a, b), (b, a))))

    def _is_shared(self, shared: SharedEnd, in_whole: Term, in_end: Term) -> Term:
        t, address, width = self.terms, self.scope.layout.address, in_end.width
        begin, first = address(shared.whole, 1) + shared.offset, address(shared.end, 1)
        is_same = t.eq(t.bv_sub(in_whole, t.bv(begin, width)), t.bv_sub(in_end, t.bv(first, width)))
        return t.and_(self._is_in(shared.end, in_end), is_same)

    def _is_in(self, literal: Variable, address: Term) -> Term:
        """Does it point to a byte of a literal, or just past it?"""
        t, first = self.terms, self.scope.layout.address(literal, 1)
        return t.bv_ule(t.bv_sub(address, t.bv(first, address.width)), t.bv(len(literal.image or b""), address.width))

    def _edges_of(self, pointer: Expr, address: Term) -> At:
        region = self.scope.regions.of_pointer(pointer)
        return At(region, address, self.blocks(region))

    def _remark_order(self, left: Expr, right: Expr, a: Term, b: Term) -> None:
        region = self.scope.regions.of_pointer(left)
        if region is not self.scope.regions.of_pointer(right):
            self.remark(NoteKind.ORDER, "order of pointers", self.terms.true)
        elif not (region.only is not None and region.only.is_static):
            wide_a, wide_b = (self.terms.resize(address, WIDE, signed=False) for address in (a, b))
            self.remark(NoteKind.ORDER, "order of pointers", Apart(region, wide_a, wide_b, self.blocks_at(region, wide_a)))

    def place(self, lvalue: Lvalue) -> TermTarget:
        if isinstance(lvalue, Var) and is_slot(self.scope.program, lvalue.variable):
            return TermSlot(self.base(lvalue.variable), lvalue.variable)
        return self.part(lvalue)

    def part(self, lvalue: Lvalue) -> TermPart:
        match lvalue:
            case Var(variable=variable):
                region, activation = self.scope.regions.of_variable(variable), self.activation(variable)
                if variable in self.scope.layout.dynamic:
                    return self.at(self.current(self.scope.vocabulary.address(variable, activation)), region, is_certain=True)
                address = self.terms.bv(self.scope.layout.address(variable, activation), self.scope.layout.width)
                return TermPart(region, address, self.terms.bv(0, WIDE), variable, is_certain=True)
            case Deref(pointer=pointer):
                return self.at(self.value(pointer), self.scope.regions.of_pointer(pointer))
            case Member(base=base, field=field):
                return self._moved(self.part(base), field.offset)
            case Index(base=base, index=index):
                part = self.part(base)
                address, wide = (self._scaled(index, lvalue.type.size, width) for width in (part.address.width, WIDE))
                add = self.terms.bv_add
                return replace(part, address=add(part.address, address), wide=add(part.wide, wide))

    def at(self, address: Term, region: Region, *, is_certain: bool = False) -> TermPart:
        return TermPart(region, address, self.terms.resize(address, WIDE, signed=False), None, is_certain)

    def _moved(self, part: TermPart, bytes: int) -> TermPart:
        add, bv = self.terms.bv_add, self.terms.bv
        return replace(part, address=add(part.address, bv(bytes, part.address.width)), wide=add(part.wide, bv(bytes, WIDE)))

    def check(self, part: TermPart, size: int, *, writes: bool) -> None:
        """Take note of an access unless it is certain to be good."""
        if part.leads_anywhere:
            self.remark(NoteKind.ROUGH, "access through a pointer that may lead anywhere", self.terms.true)
            return
        if part.root is None:
            blocks = self.blocks_at(part.region, part.wide)
            self.remark_access(Outside(part.region, part.wide, size, writes, blocks))
            return
        room = self.scope.layout.size(part.root)
        if room is None or room < size or (writes and part.root.kind is VariableKind.STRING):
            outside = self.terms.true
        else:
            outside = self.terms.bv_ult(self.terms.bv(room - size, WIDE), part.wide)
        self.remark(NoteKind.ACCESS, f"access to {part.root.name}", outside, is_certain=room is not None)

    def load(self, lvalue: Lvalue) -> Term:
        """The scalar in an lvalue."""
        place = self.place(lvalue)
        if isinstance(place, TermSlot):
            return self.read_variable(place.base, place.variable)
        size = access_size(lvalue)
        self.check(place, size, writes=False)
        if not isinstance(lvalue.type, PointerType) and self.scope.regions.doubts(lvalue):
            stored = self.rough(8 * size, "what may be a part of a pointer")
        else:
            stored = memory.joined(self.terms, self.words(place, size))
        if self.scope.regions.may_be_no_truth_value(lvalue):
            self.remark(NoteKind.TRUTH_VALUE, "read", self.terms.bv_ult(self.terms.bv(1, stored.width), stored))
        value = self._decoded(stored, lvalue)
        assert isinstance(lvalue.type, (IntType, FloatType, PointerType))
        self.loads.append(InputSymbol(InputKind.UNINITIALISED, value, lvalue.type, self.origin))
        return value

    def words(self, part: TermPart, size: int) -> list[Term]:
        """What is in some words of memory."""
        if part.leads_anywhere or part.region.is_foreign:
            return [self.fresh_bits(8 * part.region.granule) for _ in range(0, size, part.region.granule)]
        array = self.memory(part.region)
        read = memory.read_words(self.terms, array, part.region, part.address, size)
        if part.region.table is not None:
            return [self._element(part.region.table, part.region.granule, word) for word in read]
        if may_hold_zeros(part.region, self.scope.layout.dynamic):
            for word in read:
                if word.op is Op.SELECT:
                    self.assume(self.scope.vocabulary.zero_at(array.sort, word.args[1]))
        return read

    def _element(self, table: Variable, granule: int, word: Term) -> Term:
        """A word of a long table: a constant, or any between the least and the greatest one if the address is not known."""
        t, elements = self.terms, self._table_words(table, granule)
        assert word.op is Op.SELECT
        distance = t.bv_sub(word.args[1], t.bv(self.scope.layout.address(table, 1), word.args[1].width))
        if distance.value is not None:
            number, rest = divmod(distance.value, granule)
            return word if rest or number >= len(elements) else t.bv(elements[number], word.width)
        self.remark(NoteKind.ROUGH, f"which element of {table.name} is read", t.true)
        is_inside = t.bv_ult(distance, t.bv(len(elements) * granule, distance.width))
        is_whole = t.eq(t.bv_and(distance, t.bv(granule - 1, distance.width)), t.bv(0, distance.width))
        least, greatest = t.bv(min(elements), word.width), t.bv(max(elements), word.width)
        is_between = t.and_(t.bv_ule(least, word), t.bv_ule(word, greatest))
        self.assume(t.or_(t.not_(t.and_(is_inside, is_whole)), is_between))
        return word

    def _table_words(self, table: Variable, granule: int) -> Sequence[int]:
        key = table, granule
        if key not in self.scope.tables:
            count = table.type.size // granule
            data = (table.contents or b"").ljust(count * granule, b"\0")
            pieces = (data[at : at + granule] for at in range(0, count * granule, granule))
            self.scope.tables[key] = [int.from_bytes(each, "little") for each in pieces]
        return self.scope.tables[key]

    def written(self, part: TermPart, size: int) -> list[Term] | None:
        """Which bits of some words were written; None where that is not tracked."""
        if part.leads_anywhere or not self.scope.shadows.follows(part.region):
            return None
        if self.scope.shadows.is_written_from_the_start(part.region):
            granule = part.region.granule
            return [self.terms.bv(-1, 8 * granule)] * -(-size // granule)
        array = self.current(self.scope.vocabulary.written(part.region))
        read = memory.read_words(self.terms, array, part.region, part.address, size)
        for word in read:
            if word.op is Op.SELECT:
                self.assume(self.scope.vocabulary.zero_at(array.sort, word.args[1]))
        return read

    def _decoded(self, stored: Term, lvalue: Lvalue) -> Term:
        width = width_of(lvalue.type)
        if isinstance(lvalue, Member) and lvalue.field.bit_width is not None and isinstance(lvalue.type, IntType):
            low = lvalue.field.bit_offset % 8
            stored = self.terms.extract(stored, high=low + lvalue.field.bit_width - 1, low=low)
            return self._resized(stored, lvalue.type, width)
        return self.terms.extract(stored, high=width - 1, low=0)

    def store(self, lvalue: Lvalue, bits: Term) -> None:
        """Write a scalar."""
        self.store_at(self.place(lvalue), lvalue, bits)

    def store_at(self, place: TermTarget, lvalue: Lvalue, bits: Term, written: Sequence[Term] | None = None) -> None:
        """``written``: which bits of it were, if not all."""
        if isinstance(place, TermSlot):
            self.assign(place.base, bits)
            return
        size = access_size(lvalue)
        self.check(place, size, writes=True)
        words = memory.split(self.terms, self._encoded(bits, place, lvalue, size), place.region.granule)
        self.write_words(place, words, self._written_by(place, lvalue, size) if written is None else written)

    def _written_by(self, part: TermPart, lvalue: Lvalue, size: int) -> list[Term] | None:
        """Which bits are written after a bit-field was; None for all."""
        if not isinstance(lvalue, Member) or lvalue.field.bit_width is None or (before := self.written(part, size)) is None:
            return None
        t, pattern = self.terms, bits_of_lvalue(lvalue) or 0
        after = t.bv_or(memory.joined(t, before), t.bv(pattern, 8 * size))
        return memory.split(t, after, part.region.granule)

    def _encoded(self, bits: Term, part: TermPart, lvalue: Lvalue, size: int) -> Term:
        t = self.terms
        if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
            low, high = lvalue.field.bit_offset % 8, lvalue.field.bit_offset % 8 + lvalue.field.bit_width
            old = memory.joined(t, self.words(part, size))
            whole = t.extract(bits, high=high - low - 1, low=0)
            if low:
                whole = t.concat(whole, t.extract(old, high=low - 1, low=0))
            return whole if high == old.width else t.concat(t.extract(old, high=old.width - 1, low=high), whole)
        return t.resize(bits, 8 * size, signed=False)

    def write(self, part: TermPart, bits: Term) -> None:
        self.write_words(part, memory.split(self.terms, bits, part.region.granule))

    def copy(self, target: TermPart, source: TermPart, size: int) -> None:
        """Copy bytes; ``size`` is a multiple of the words of both regions."""
        if not size:
            return
        self.check(source, size, writes=False)
        self.check(target, size, writes=True)
        words, written, granule = self.words(source, size), self.written(source, size), target.region.granule
        marks = None if written is None else memory.regrouped(self.terms, written, target=granule)
        self.write_words(target, memory.regrouped(self.terms, words, target=granule), marks)

    def write_words(self, target: TermPart, words: Sequence[Term], written: Sequence[Term] | None = None) -> None:
        """``written``: which bits of them were, if not all."""
        if target.leads_anywhere:
            self.spoil(target.region)
            return
        array = memory.write_words(self.terms, self.memory(target.region), target.region, target.address, words)
        self.assign(self.scope.vocabulary.region(target.region), array)
        self.set_written(target, [self.terms.bv(-1, word.width) for word in words] if written is None else written)

    def set_written(self, target: TermPart, bits: Sequence[Term]) -> None:
        """Say which bits of some words were written."""
        if self.scope.shadows.follows(target.region):
            base = self.scope.vocabulary.written(target.region)
            array = memory.write_words(self.terms, self.current(base), target.region, target.address, bits)
            self.assign(base, array)


def _tells_no_address(comparison: Binary, number: int) -> bool:
    """Is the number of a pointer compared with null, or with one next to the greatest, where no object is?"""
    source, target = comparison.left, comparison.left.type
    if not (comparison.op.is_comparison and isinstance(source, Cast) and isinstance(target, IntType)):
        return False
    if not isinstance(source.operand.type, PointerType) or target.signed or target.width != source.operand.type.width:
        return False
    return is_no_object(number, target.width)


def _keeps_truth(source: CType, width: int) -> bool:
    """Is a scalar zero after a conversion to an integer of this width only if it was before?"""
    return isinstance(source, (IntType, PointerType)) and width >= source.width
