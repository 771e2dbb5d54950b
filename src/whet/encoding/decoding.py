"""From terms over base symbols back to expressions of the program: what a formula says, in C.

A bit-vector becomes an unsigned integer of its width, ``unsigned _BitInt(33)`` where C has no other name for it; operators that
are signed convert.  An expression says exactly what its term says, for all values: operators that C leaves undefined for
some operands are decoded only if the operands are constants that are good.  What is in memory has no expression here, and
neither has a pointer as a number, unless it is compared with null or with another pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from whet.cfa.expressions import MAX_DEPTH, Binary, BinaryOp, Cast, Const, Expr, FloatConst, Unary, UnaryOp, Var, Variable
from whet.cfa.types import FloatType, IntType, MachineModel, PointerType, bit_int
from whet.solvers.terms import sorts
from whet.solvers.terms.term import Op, Term

_HALF: Final = MAX_DEPTH // 2


class NotDecoded(Exception):
    """A term has no expression."""


class Decoding:
    """Of the terms over the bases of one program."""

    def __init__(
        self,
        machine: MachineModel,
        described: Callable[[Term], Variable | None],
        more: Mapping[Term, Variable] = MappingProxyType({}),
    ) -> None:
        """``more``: bases that stand for variables of no activation, such as those of ``cfa.earlier``."""
        self._machine = machine
        self._more = more
        self._int = machine.int
        self._described = described
        self._known: dict[Term, tuple[Expr, int]] = {}

    def truth(self, term: Term) -> Expr:
        """An ``int`` that is 1 if the term holds and else 0; raises ``NotDecoded``."""
        found, depth = self._decoded(term)
        if depth > _HALF:
            raise NotDecoded("the expression would be too deep")
        return found

    def _decoded(self, term: Term) -> tuple[Expr, int]:
        """With the depth of its nesting."""
        if term not in self._known:
            parts = [self._decoded(arg) for arg in term.args]
            depth = 2 + max((depth for _, depth in parts), default=0)
            if depth > MAX_DEPTH:
                raise NotDecoded("the expression would be too deep")
            self._known[term] = (self._made(term, [part for part, _ in parts]), depth)
        return self._known[term]

    def _made(self, term: Term, parts: list[Expr]) -> Expr:
        match term.op:
            case Op.TRUE | Op.FALSE:
                return Const(int(term.op is Op.TRUE), self._int)
            case Op.SYMBOL:
                return self._symbol(term)
            case Op.BV_CONST if isinstance(term.value, int):
                return Const(term.value, self.unsigned(term.width))
            case Op.FP_CONST if isinstance(term.value, int):
                return FloatConst(term.value, self._float(term.sort))
            case Op.FP_FROM_BITS if isinstance(parts[0].type, FloatType):
                return parts[0]
            case Op.NOT:
                return Unary(UnaryOp.NOT, parts[0], self._int)
            case Op.AND | Op.OR:
                return self._chained(BinaryOp.AND if term.op is Op.AND else BinaryOp.OR, parts)
            case Op.EQ:
                return self._equal(*parts)
            case Op.ITE:
                return self._chosen(*parts, is_truth=term.sort == sorts.BOOL)
            case _ if term.op in _FLOATS:
                if not all(isinstance(part.type, FloatType) for part in parts):
                    raise NotDecoded("a float that is made of bits")
                if term.op is Op.FP_NEG and isinstance(parts[0].type, FloatType):
                    return Unary(UnaryOp.NEG, parts[0], parts[0].type)
                op = _FLOATS[term.op]
                if op is None or (not op.is_comparison and term.name != "RNE"):
                    raise NotDecoded(f"{term.op} has no expression")
                return Binary(op, parts[0], parts[1], self._int if op.is_comparison else self._float(term.sort))
            case _:
                return self._bits(term, parts)

    def _symbol(self, term: Term) -> Expr:
        if term in self._more:
            return Var(self._more[term])
        variable = self._described(term)
        if variable is None or "@" in term.name.removeprefix(variable.qualified_name):  # the variable of a call inside of a call
            raise NotDecoded(f"{term} is no variable")
        return Var(variable)

    def _chained(self, op: BinaryOp, parts: list[Expr]) -> Expr:
        if len(parts) == 1:
            return parts[0]
        middle = len(parts) // 2
        return Binary(op, self._chained(op, parts[:middle]), self._chained(op, parts[middle:]), self._int)

    def _equal(self, a: Expr, b: Expr) -> Expr:
        match a.type, b.type:
            case PointerType(), PointerType():
                return Binary(BinaryOp.EQ, a, Cast(b, a.type) if a.type != b.type else b, self._int)
            case PointerType() as pointer, _ if isinstance(b, Const) and b.value == 0:
                return Binary(BinaryOp.EQ, a, Const(0, pointer), self._int)
            case _, PointerType() as pointer if isinstance(a, Const) and a.value == 0:
                return Binary(BinaryOp.EQ, b, Const(0, pointer), self._int)
            case FloatType(), _:
                raise NotDecoded("the bits of a float")
            case IntType() as one, IntType() as other if one == other:
                return Binary(BinaryOp.EQ, a, b, self._int)
            case _:
                return Binary(BinaryOp.EQ, self._as_unsigned(a), self._as_unsigned(b), self._int)

    def _chosen(self, condition: Expr, yes: Expr, no: Expr, *, is_truth: bool) -> Expr:
        if is_truth:
            chosen, neither = self._chained(BinaryOp.AND, [condition, yes]), Unary(UnaryOp.NOT, condition, self._int)
            return self._chained(BinaryOp.OR, [chosen, self._chained(BinaryOp.AND, [neither, no])])
        yes, no = self._as_unsigned(yes), self._as_unsigned(no)
        type = _integer(yes)
        mask = Unary(UnaryOp.NEG, Cast(condition, type), type)
        kept = Binary(BinaryOp.AND, mask, yes, type)
        return Binary(BinaryOp.OR, kept, Binary(BinaryOp.AND, Unary(UnaryOp.COMPLEMENT, mask, type), no, type), type)

    def _bits(self, term: Term, parts: list[Expr]) -> Expr:
        operands = [self._as_unsigned(part) for part in parts]
        match term.op:
            case Op.BV_ULT | Op.BV_ULE:
                return Binary(BinaryOp.LT if term.op is Op.BV_ULT else BinaryOp.LE, operands[0], operands[1], self._int)
            case Op.BV_SLT | Op.BV_SLE:
                a, b = (self._as_signed(operand) for operand in operands)
                return Binary(BinaryOp.LT if term.op is Op.BV_SLT else BinaryOp.LE, a, b, self._int)
            case Op.BV_NEG | Op.BV_NOT:
                op = UnaryOp.NEG if term.op is Op.BV_NEG else UnaryOp.COMPLEMENT
                return Unary(op, operands[0], _integer(operands[0]))
            case Op.EXTRACT:
                high, low = term.indices
                moved = self._shifted(BinaryOp.SHR, operands[0], low) if low else operands[0]
                if high == low:  # a conversion to one bit would ask whether all of them are zero
                    moved = Binary(BinaryOp.AND, moved, Const(1, _integer(moved)), _integer(moved))
                return Cast(moved, self.unsigned(high - low + 1))
            case Op.ZERO_EXTEND:
                return Cast(operands[0], self.unsigned(term.width))
            case Op.SIGN_EXTEND:
                return Cast(self._as_signed(operands[0]), self.unsigned(term.width))
            case Op.CONCAT:
                wide = [Cast(operand, self.unsigned(term.width)) for operand in operands]
                above = self._shifted(BinaryOp.SHL, wide[0], _integer(operands[1]).width)
                return Binary(BinaryOp.OR, above, wide[1], _integer(above))
            case Op.BV_SHL | Op.BV_LSHR | Op.BV_ASHR if isinstance(operands[1], Const) and operands[1].value < term.width:
                op_ = BinaryOp.SHL if term.op is Op.BV_SHL else BinaryOp.SHR
                moved = self._as_signed(operands[0]) if term.op is Op.BV_ASHR else operands[0]
                return self._as_unsigned(self._shifted(op_, moved, operands[1].value))
            case Op.BV_UDIV | Op.BV_UREM if isinstance(operands[1], Const) and operands[1].value:
                op_ = BinaryOp.DIV if term.op is Op.BV_UDIV else BinaryOp.REM
                return Binary(op_, operands[0], operands[1], _integer(operands[0]))
            case _ if term.op in _PLAIN:
                return self._folded(_PLAIN[term.op], operands)
            case _:
                raise NotDecoded(f"{term.op} has no expression")

    def _folded(self, op: BinaryOp, operands: list[Expr]) -> Expr:
        found = operands[0]
        for operand in operands[1:]:
            found = Binary(op, found, operand, _integer(found))
        return found

    def _shifted(self, op: BinaryOp, value: Expr, by: int) -> Expr:
        return Binary(op, value, Const(by, self._int), _integer(value))

    def _as_unsigned(self, expr: Expr) -> Expr:
        """The bits of an integer; truth values have one."""
        match expr.type:
            case IntType(signed=False):
                return expr
            case IntType(width=width):
                return Cast(expr, self.unsigned(width))
            case _:
                raise NotDecoded("the bits of a pointer or float")

    def _as_signed(self, expr: Expr) -> Expr:
        type = self._named(_integer(expr).width, signed=True)
        if type.width == 1:
            raise NotDecoded("a signed bit")
        match expr:
            case Const(value=value):
                return Const(type.wrap(value), type)
            case Cast(operand=operand) if operand.type == type:
                return operand
            case _:
                return Cast(expr, type)

    def unsigned(self, width: int) -> IntType:
        return self._named(width, signed=False)

    def _named(self, width: int, *, signed: bool) -> IntType:
        known = (type for type in self._machine.integers() if type.width == width and type.signed is signed)
        return next(known, None) or bit_int(width, signed=signed)

    def _float(self, sort: sorts.Sort) -> FloatType:
        kinds = {sorts.BINARY32: self._machine.float, sorts.BINARY64: self._machine.double}
        if not isinstance(sort, sorts.Float) or sort not in kinds:
            raise NotDecoded("a float of another format")
        return kinds[sort]


def _integer(expr: Expr) -> IntType:
    assert isinstance(expr.type, IntType)
    return expr.type


_PLAIN: Final[Mapping[Op, BinaryOp]] = MappingProxyType(
    {
        Op.BV_ADD: BinaryOp.ADD,
        Op.BV_SUB: BinaryOp.SUB,
        Op.BV_MUL: BinaryOp.MUL,
        Op.BV_AND: BinaryOp.AND,
        Op.BV_OR: BinaryOp.OR,
        Op.BV_XOR: BinaryOp.XOR,
    }
)
_FLOATS: Final[Mapping[Op, BinaryOp | None]] = MappingProxyType(
    {
        Op.FP_ADD: BinaryOp.ADD,
        Op.FP_SUB: BinaryOp.SUB,
        Op.FP_MUL: BinaryOp.MUL,
        Op.FP_DIV: BinaryOp.DIV,
        Op.FP_EQ: BinaryOp.EQ,
        Op.FP_LT: BinaryOp.LT,
        Op.FP_LE: BinaryOp.LE,
        Op.FP_NEG: None,
    }
)
