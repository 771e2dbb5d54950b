"""Expressions of the program model as terms, written for the check of proofs and used by nothing else.

Integers and pointers are bit-vectors of the width of their type, floats are floats.  Signed integers wrap around; where C gives
an operator no meaning, its result is any value.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Var,
)
from whet.cfa.types import X87, CType, FloatType, IntType, PointerType
from whet.smt.terms.factory import Terms
from whet.smt.terms.sorts import BitVec, Float, Sort
from whet.smt.terms.term import Rounding, Term, is_true

UNDEFINED = "undefined"
_DIVISIONS = (BinaryOp.DIV, BinaryOp.REM)


class NotSpoken(Exception):
    """The check does not speak of this, so it has no answer; the message names it."""


class Values:
    """Of expressions, where ``read`` tells what is stored and ``fresh`` gives any value for a reason."""

    def __init__(self, terms: Terms, fresh: Callable[[CType, str], Term], read: Callable[[Lvalue], Term]) -> None:
        self.terms, self.fresh, self.read = terms, fresh, read

    def value(self, expr: Expr) -> Term:
        match expr:
            case Const(value=value, type=type):
                return self.terms.bv(value, type.width)
            case FloatConst(bits=bits, type=type):
                return self.terms.fp(bits, _float(type))
            case Var() | Deref() | Member() | Index():
                return self.read(expr)
            case Unary(op=op, operand=operand):
                return self._unary(op, self.value(operand))
            case Binary(op=op, left=left, right=right):
                return self._binary(op, left, right)
            case Cast(operand=operand, type=type):
                return self._converted(self.value(operand), operand.type, type)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                return self._moved(self.value(pointer), self._converted(self.value(index), index.type, pointer.type), stride)
            case PointerDiff(left=left, right=right, stride=stride) if stride:
                distance = self.terms.bv_sub(self.value(left), self.value(right))
                return self.terms.bv_sdiv(distance, self.terms.bv(stride, distance.width))
            case _:
                return self.fresh(expr.type, "memory")

    def truth(self, value: Term) -> Term:
        """Does a scalar differ from zero?"""
        if isinstance(value.sort, Float):
            return self.terms.not_(self.terms.fp_is_zero(value))
        return self.terms.is_nonzero(value)

    def _unary(self, op: UnaryOp, a: Term) -> Term:
        match op:
            case UnaryOp.NOT:
                return self.terms.as_bit(self.terms.not_(self.truth(a)), 32)
            case UnaryOp.NEG:
                return self.terms.fp_neg(a) if isinstance(a.sort, Float) else self.terms.bv_neg(a)
            case UnaryOp.COMPLEMENT:
                return self.terms.bv_not(a)

    def _moved(self, pointer: Term, index: Term, stride: int) -> Term:
        return self.terms.bv_add(pointer, self.terms.bv_mul(index, self.terms.bv(stride, pointer.width)))

    def _binary(self, op: BinaryOp, left: Expr, right: Expr) -> Term:
        a, b = self.value(left), self.value(right)
        if op.is_comparison:
            return self.terms.as_bit(self._compared(op, a, b, signed=_is_signed(left.type)), 32)
        if isinstance(a.sort, Float):
            t = self.terms
            floating = {BinaryOp.ADD: t.fp_add, BinaryOp.SUB: t.fp_sub, BinaryOp.MUL: t.fp_mul, BinaryOp.DIV: t.fp_div}
            return floating[op](a, b)
        if op.is_shift:
            count = self.terms.resize(b, max(a.width, b.width), signed=_is_signed(right.type))  # a negative one is a large one
            defined = self.terms.bv_ult(count, self.terms.bv(a.width, count.width))
            b = self.terms.resize(count, a.width, signed=False)
        else:
            defined = self._can_divide(a, b, signed=_is_signed(left.type)) if op in _DIVISIONS else self.terms.true
        return self._where(defined, self._arithmetic(op, a, b, signed=_is_signed(left.type)), left.type)

    def _where(self, defined: Term, result: Term, type: CType) -> Term:
        return result if is_true(defined) else self.terms.ite(defined, result, self.fresh(type, UNDEFINED))

    def _can_divide(self, a: Term, b: Term, *, signed: bool) -> Term:
        t = self.terms
        overflows = t.and_(t.eq(a, t.bv(1 << (a.width - 1), a.width)), t.eq(b, t.bv(-1, b.width)))
        return t.and_(t.is_nonzero(b), t.not_(overflows)) if signed else t.is_nonzero(b)

    def _compared(self, op: BinaryOp, a: Term, b: Term, *, signed: bool) -> Term:
        t = self.terms
        if isinstance(a.sort, Float):
            equal, less, at_most = t.fp_eq, t.fp_lt, t.fp_le
        else:
            equal, less, at_most = t.eq, t.bv_slt if signed else t.bv_ult, t.bv_sle if signed else t.bv_ule
        match op:
            case BinaryOp.EQ:
                return equal(a, b)
            case BinaryOp.NE:
                return t.not_(equal(a, b))
            case BinaryOp.LT:
                return less(a, b)
            case BinaryOp.LE:
                return at_most(a, b)
            case BinaryOp.GT:
                return less(b, a)
            case _:
                return at_most(b, a)

    def _arithmetic(self, op: BinaryOp, a: Term, b: Term, *, signed: bool) -> Term:
        t = self.terms
        operators = {
            BinaryOp.ADD: t.bv_add,
            BinaryOp.SUB: t.bv_sub,
            BinaryOp.MUL: t.bv_mul,
            BinaryOp.DIV: t.bv_sdiv if signed else t.bv_udiv,
            BinaryOp.REM: t.bv_srem if signed else t.bv_urem,
            BinaryOp.SHL: t.bv_shl,
            BinaryOp.SHR: t.bv_ashr if signed else t.bv_lshr,
            BinaryOp.AND: t.bv_and,
            BinaryOp.OR: t.bv_or,
            BinaryOp.XOR: t.bv_xor,
        }
        return operators[op](a, b)

    def _converted(self, a: Term, source: CType, target: CType) -> Term:
        t = self.terms
        match source, target:
            case _, IntType(width=1):
                return t.as_bit(self.truth(a), 1)
            case FloatType(), FloatType():
                return t.fp_from_fp(a, _float(target))
            case FloatType(), IntType(width=width, signed=signed):
                fits = t.fp_fits(a, Rounding.TO_ZERO, low=target.min, high=target.max + 1)
                return self._where(fits, t.fp_to_sbv(a, width) if signed else t.fp_to_ubv(a, width), target)
            case IntType(signed=signed), FloatType():
                return t.fp_from_sbv(a, _float(target)) if signed else t.fp_from_ubv(a, _float(target))
            case ((IntType() | PointerType()), (IntType(width=width) | PointerType(width=width))):
                return t.resize(a, width, signed=isinstance(source, PointerType) or source.signed)
            case _:
                raise NotSpoken(f"the conversion of {source} to {target}")


def sort_of(type: CType) -> Sort:
    match type:
        case IntType(width=width) | PointerType(width=width):
            return BitVec(width)
        case FloatType():
            return _float(type)
        case _:
            raise NotSpoken(f"a value of type {type}")


def _float(type: FloatType) -> Float:
    if type.format == X87:
        raise NotSpoken("long double")
    return Float(type.format.exponent, type.format.precision)


def _is_signed(type: CType) -> bool:
    return isinstance(type, IntType) and type.signed
