"""What expressions mean, bit by bit: the encoding with which proofs are checked.

It shares no code with the encodings that proofs are found with (``encoding``), so that a mistake in one of them does not
excuse itself.

* An operation whose result C does not define gives any value, as in all analyses.  A run ends where an access leaves its variable
  (docs/adr/0018), so that it does not is added to the guard.
* The number of an address is never looked at: a pointer that becomes an integer is any number at which an object can be.
* What is not described exactly is any value, too, with a reason (``Bits.reasons``).  A proof that is accepted holds for all.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Var,
)
from whet.cfa.shared_strings import SharedEnd
from whet.cfa.softfloat import Rounding
from whet.cfa.types import CType, FloatType, IntType, PointerType
from whet.interpreter.passing import can_pass, needs_conversion
from whet.proofs.accesses import MemoryEncoding
from whet.proofs.state import is_number, sort_of, width_of
from whet.proofs.validity import is_good
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Op, Term

_LAST_PAGE = 4096
_MANY_PAIRS = 16
"""Pairs of literals that may share bytes; with more, all bytes may be shared."""


class ExpressionEncoding(MemoryEncoding):
    def truth(self, expr: Expr) -> Term:
        match expr:
            case Unary(op=UnaryOp.NOT, operand=operand):
                return self._t.not_(self.truth(operand))
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return self._compared(op, left.type, self.value(left), self.value(right))
            case _ if is_number(expr.type):
                return self._t.not_(self._t.fp_is_zero(self.value(expr)))
            case _ if isinstance(expr.type, FloatType):
                return self._t.is_nonzero(self._t.extract(self.value(expr), high=78, low=0))
            case _:
                return self._t.is_nonzero(self.value(expr))

    def value(self, expr: Expr) -> Term:
        """A ``float`` or ``double`` as a number, every other scalar by its bits."""
        t = self._t
        match expr:
            case Const(value=value, type=type):
                return t.bv(value, width_of(type))
            case FloatConst(bits=bits, type=type):
                return t.fp(bits, sort_of(type)) if is_number(type) else t.bv(bits, 80)
            case Var() | Deref() | Member() | Index():
                return self.load(expr)
            case AddressOf(lvalue=lvalue):
                return self.computed(self.place(lvalue))
            case FunctionAddress(function=function):
                return self.bits.function(function)
            case Cast(operand=operand, type=type):
                return self._cast(operand, type)
            case PointerAdd():
                return self.computed(self.pointed(expr))
            case PointerDiff(left=left, right=right) if expr.is_of_any:
                width = width_of(expr.type)
                return t.bv_sub(*(t.resize(self.value(each), width, signed=False) for each in (left, right)))
            case PointerDiff(left=left, right=right, stride=stride):
                distance = t.bv_sub(self.value(left), self.value(right))
                return t.bv_sdiv(distance, t.bv(stride, distance.width)) if stride else self.bits.fresh(distance.width)
            case Valid():
                return t.as_bit(is_good(self, expr), width_of(expr.type))
            case Unary(op=UnaryOp.NEG | UnaryOp.COMPLEMENT as op, operand=operand):
                return self._unary(op, operand)
            case Binary(op=op, left=left, right=right) if not op.is_comparison:
                return self._arithmetic(op, left.type, self.value(left), self.value(right))
            case _:
                return t.as_bit(self.truth(expr), width_of(expr.type))

    def _unary(self, op: UnaryOp, operand: Expr) -> Term:
        t, a = self._t, self.value(operand)
        match op, operand.type:
            case UnaryOp.COMPLEMENT, _:
                return t.bv_not(a)
            case _, FloatType() as type:
                return t.fp_neg(a) if is_number(type) else t.bv_xor(a, t.bv(1 << 79, 80))
            case _:
                return t.bv_neg(a)

    def _compared(self, op: BinaryOp, type: CType, a: Term, b: Term) -> Term:
        t = self._t
        if isinstance(type, FloatType):
            if not is_number(type):
                return t.is_nonzero(self.bits.fresh(1, "comparison of long double"))
            equal, less, most = t.fp_eq, t.fp_lt, t.fp_le
        elif isinstance(type, PointerType) and op in (BinaryOp.EQ, BinaryOp.NE):
            equal, less, most = self._same, t.bv_ult, t.bv_ule
        else:
            signed = isinstance(type, IntType) and type.signed
            equal, less, most = t.eq, t.bv_slt if signed else t.bv_ult, t.bv_sle if signed else t.bv_ule
        match op:
            case BinaryOp.EQ:
                return equal(a, b)
            case BinaryOp.NE:
                return t.not_(equal(a, b))
            case BinaryOp.LT:
                return less(a, b)
            case BinaryOp.LE:
                return most(a, b)
            case BinaryOp.GT:
                return less(b, a)
            case _:
                return most(b, a)

    def _same(self, a: Term, b: Term) -> Term:
        """Pointers are equal or not, but objects may be adjacent."""
        t = self._t
        same = t.eq(a, b)
        if same is t.true or 0 in (a.value, b.value):
            return same
        objects = [*self.objects()]
        begins, ends = zip(*objects, strict=True) if objects else ((), ())
        touching = t.or_(t.and_(_one_of(t, a, begins), _one_of(t, b, ends)), t.and_(_one_of(t, a, ends), _one_of(t, b, begins)))
        is_open = t.or_(touching, self._may_share(a, b))
        return same if is_open is t.false else t.ite(is_open, self.bits.symbol(BOOL, "where objects lie"), same)

    def _may_share(self, a: Term, b: Term) -> Term:
        """Do two pointers point to bytes of literals that may be shared?"""
        shared = self.bits.shared
        if len(shared) > _MANY_PAIRS:
            return self._t.and_(self.bits.is_in_literals(a), self.bits.is_in_literals(b), self._t.not_(self._t.eq(a, b)))
        return self._t.or_(*(self._is_shared(each, *pair) for each in shared for pair in ((a, b), (b, a))))

    def _is_shared(self, shared: SharedEnd, in_whole: Term, in_end: Term) -> Term:
        t, width = self._t, self.bits.width
        whole, end = (t.bv(self.bits.address(each, {}), width) for each in (shared.whole, shared.end))
        distance = t.bv_sub(in_end, end)
        is_inside = t.bv_ule(distance, t.bv(len(shared.end.image or b""), width))
        return t.and_(is_inside, t.eq(t.bv_sub(in_whole, whole), t.bv_add(distance, t.bv(shared.offset, width))))

    def _arithmetic(self, op: BinaryOp, type: CType, a: Term, b: Term) -> Term:
        t = self._t
        if isinstance(type, FloatType):
            if not is_number(type):
                return self.bits.fresh(80, "arithmetic of long double")
            floating = {BinaryOp.ADD: t.fp_add, BinaryOp.SUB: t.fp_sub, BinaryOp.MUL: t.fp_mul, BinaryOp.DIV: t.fp_div}
            return floating[op](a, b)
        signed = isinstance(type, IntType) and type.signed
        match op:
            case BinaryOp.DIV | BinaryOp.REM:
                undefined = t.eq(b, t.bv(0, b.width))
                if signed:
                    least = t.eq(a, t.bv(1 << (a.width - 1), a.width))
                    undefined = t.or_(undefined, t.and_(least, t.eq(b, t.bv(-1, b.width))))
                divide = (t.bv_sdiv, t.bv_srem) if signed else (t.bv_udiv, t.bv_urem)
                return self._unless(undefined, divide[op is BinaryOp.REM](a, b))
            case BinaryOp.SHL | BinaryOp.SHR:
                count = t.resize(b, max(a.width, b.width), signed=False)
                undefined = t.not_(t.bv_ult(count, t.bv(a.width, count.width)))
                count = t.resize(count, a.width, signed=False)
                shift = t.bv_shl if op is BinaryOp.SHL else t.bv_ashr if signed else t.bv_lshr
                return self._unless(undefined, shift(a, count))
            case _:
                plain = {
                    BinaryOp.ADD: t.bv_add,
                    BinaryOp.SUB: t.bv_sub,
                    BinaryOp.MUL: t.bv_mul,
                    BinaryOp.AND: t.bv_and,
                    BinaryOp.OR: t.bv_or,
                    BinaryOp.XOR: t.bv_xor,
                }
                return plain[op](a, b)

    def _unless(self, undefined: Term, result: Term) -> Term:
        return result if undefined is self._t.false else self._t.ite(undefined, self.bits.fresh(result.width), result)

    def passed(self, value: Term, source: CType, target: CType) -> Term:
        """The value of a parameter or result that was declared otherwise; without a meaning it is any."""
        if not needs_conversion(source, target):
            return value
        if not can_pass(source, target):
            return self.bits.any_of(target, "what is passed to a function as something else")
        match source, target:
            case ((IntType() | PointerType()), (IntType() | PointerType())):
                if width_of(target) == 1:
                    return self._t.as_bit(self._t.is_nonzero(value), 1)
                return self._t.resize(value, width_of(target), signed=isinstance(source, IntType) and source.signed)
            case _:
                return self._converted(value, source, target)

    def _cast(self, operand: Expr, target: CType) -> Term:
        t, source = self._t, operand.type
        match operand, target:
            case Cast(operand=inner, type=IntType(width=width)), PointerType() if (
                isinstance(inner.type, PointerType) and width >= inner.type.width
            ):
                return self.value(inner)  # there and back again
            case _, IntType(width=1):
                return t.as_bit(self.truth(operand), 1)
            case _, IntType(width=width) if isinstance(source, PointerType):
                return t.resize(self._number_of(self.value(operand)), width, signed=False)
            case _, (IntType() | PointerType()) if isinstance(source, (IntType, PointerType)):
                return t.resize(self.value(operand), width_of(target), signed=isinstance(source, IntType) and source.signed)
            case _:
                return self._converted(self.value(operand), source, target)

    def _number_of(self, pointer: Term) -> Term:
        """The number of a pointer: any at which an object can be, unless it points to none."""
        t, width = self._t, pointer.width
        if pointer.value is not None and not 0 < pointer.value < (1 << width) - _LAST_PAGE:
            return pointer
        number = self.bits.fresh(width, "the number of an address")
        inside = t.bv_ult(t.bv_sub(pointer, t.bv(1, width)), t.bv((1 << width) - _LAST_PAGE - 1, width))
        self.assume(t.bv_ult(t.bv_sub(number, t.bv(1, width)), t.bv((1 << width) - _LAST_PAGE - 1, width)))
        return t.ite(inside, number, pointer)

    def _converted(self, a: Term, source: CType, target: CType) -> Term:
        """To or from a floating type."""
        t = self._t
        if isinstance(source, FloatType) and isinstance(target, FloatType) and source.format == target.format:
            return a
        if not all(is_number(each) for each in (source, target) if isinstance(each, FloatType)):
            number = self.bits.fresh(width_of(target), "conversion of long double")
            return t.fp_from_bits(number, sort_of(target)) if is_number(target) else number
        match source, target:
            case IntType(signed=signed), FloatType():
                wide = t.resize(a, max(a.width, 8), signed=signed)
                return (t.fp_from_sbv if signed else t.fp_from_ubv)(wide, sort_of(target))
            case FloatType(), IntType() as whole:
                fits = t.fp_fits(a, Rounding.TO_ZERO, low=whole.min, high=whole.max + 1)
                op = Op.FP_TO_SBV if whole.signed else Op.FP_TO_UBV
                return self._unless(t.not_(fits), t.fp_to_bv_unguarded(op, a, whole.width, Rounding.TO_ZERO))
            case _:
                return t.fp_from_fp(a, sort_of(target))


def _one_of(t: Terms, pointer: Term, places: Iterable[Term]) -> Term:
    return t.or_(*(t.eq(pointer, place) for place in places))
