"""A second encoding, over mathematical integers: for guessing predicates, never for deciding anything.

Interpolants over integers are often the invariant of a loop where interpolants over bit-vectors are not.  So the blocks of a
path are said once more in linear integer arithmetic, as if nothing ever wrapped around; what is found there is *lifted* to
bit-vectors and must be checked there like any other suggestion.

Only scalars that live in no memory are known here.  Bit operations, division, products of variables, conversions that cut off
bits, floats and memory have no counterpart: an expression with them is refused (None), a variable that gets its value
may have any.

Each base and instance of the bit-precise encoding has a counterpart, whose name ends in ``~``.  Lifting is exact: a linear term
over these becomes a bit-vector term that holds for the same values, computed in enough bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Var, Variable
from whet.cfa.model import Edge
from whet.cfa.operations import Assign, Assume, Call, Declare, Enter, Havoc, Leave, Operation, Return
from whet.cfa.types import CType, IntType, PointerType
from whet.core.path import PathStep
from whet.encoding.encode import Encoder, PathFormula
from whet.pointers.regions import is_slot
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

Read = Callable[[Variable], Term | None]
"""The integer a variable is."""


class IntegerEncoding:
    """Says in integers what an encoder says in bit-vectors."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._terms = encoder.terms
        self._counterparts: dict[Term, Term] = {}
        self._origins: dict[Term, Term] = {}

    def symbol(self, symbol: Term) -> Term | None:
        """The counterpart of a base or an instance; None unless it is an integer or a pointer."""
        if self._type(symbol) is None:
            return None
        if symbol not in self._counterparts:
            self._counterparts[symbol] = made = self._terms.symbol(f"{symbol.name}~", INT)
            self._origins[made] = symbol
        return self._counterparts[symbol]

    def _type(self, symbol: Term) -> IntType | PointerType | None:
        vocabulary = self._encoder.vocabulary
        base = vocabulary.base_of(symbol)
        variable = vocabulary.described(symbol if base is None else base)
        type = None if variable is None else variable.type
        return type if isinstance(type, (IntType, PointerType)) else None

    # ------------------------------------------------------------------------------------------ expressions

    def value(self, expr: Expr, read: Read) -> Term | None:
        """The integer an expression is, as if nothing wrapped around; None if that cannot be said."""
        t = self._terms
        match expr:
            case Const(value=value):
                return t.integer(value)
            case Var(variable=variable):
                return read(variable)
            case Cast(operand=operand, type=IntType() as target) if _keeps_bits(operand.type, target):
                return self.value(operand, read)
            case Unary(op=UnaryOp.NEG, operand=operand):
                inner = self.value(operand, read)
                return None if inner is None else t.int_neg(inner)
            case Unary(op=UnaryOp.NOT) | Binary() if isinstance(expr, Unary) or expr.op.is_comparison:
                truth = self.truth(expr, read)
                return None if truth is None else t.ite(truth, t.integer(1), t.integer(0))
            case Binary(op=op, left=left, right=right):
                return self._arithmetic(op, self.value(left, read), self.value(right, read))
            case _:
                return None

    def _arithmetic(self, op: BinaryOp, a: Term | None, b: Term | None) -> Term | None:
        t = self._terms
        if a is None or b is None:
            return None
        match op:
            case BinaryOp.ADD:
                return t.int_add(a, b)
            case BinaryOp.SUB:
                return t.int_sub(a, b)
            case BinaryOp.MUL if a.value is not None or b.value is not None:
                return t.int_mul(a, b)
            case BinaryOp.SHL if b.value is not None and 0 <= b.value < 64:
                return t.int_mul(a, t.integer(1 << b.value))
            case _:
                return None

    def truth(self, expr: Expr, read: Read) -> Term | None:
        """That an expression differs from zero."""
        t = self._terms
        match expr:
            case Unary(op=UnaryOp.NOT, operand=operand):
                inner = self.truth(operand, read)
                return None if inner is None else t.not_(inner)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                a, b = self.value(left, read), self.value(right, read)
                return None if a is None or b is None else _COMPARISONS[op](t, a, b)
            case _:
                value = self.value(expr, read)
                return None if value is None else t.not_(t.eq(value, t.integer(0)))

    # ------------------------------------------------------------------------------------------ blocks

    def block(self, before: PathFormula, step: Edge | PathStep, after: PathFormula) -> Term:
        """What one step says, where ``after`` is ``before`` extended by it."""
        step = step if isinstance(step, PathStep) else PathStep(step)
        block = _Block(self, self._encoder, before, after, step.edge)
        for operation in step.operations:
            block.perform(operation)
        return block.formula()

    # ------------------------------------------------------------------------------------------ lifting

    def lifted(self, term: Term) -> Term | None:
        """A formula over counterparts as one over bases or instances; None if it is not a combination of linear comparisons."""
        made: dict[Term, Term | None] = {}
        for sub in reachable((term,)):
            if sub.sort is self._terms.bool_sort:
                made[sub] = self._lifted(sub, [made.get(arg) for arg in sub.args])
        return made.get(term)

    def _lifted(self, term: Term, args: list[Term | None]) -> Term | None:
        t = self._terms
        if term.value is not None:
            return term
        if term.op in (Op.INT_LE, Op.INT_LT) or (term.op is Op.EQ and term.args[0].sort == INT):
            return self._comparison(term.op, *term.args)
        known = [arg for arg in args if arg is not None]
        if len(known) < len(args):
            return None
        match term.op:
            case Op.NOT:
                return t.not_(known[0])
            case Op.AND:
                return t.and_(*known)
            case Op.OR:
                return t.or_(*known)
            case Op.EQ | Op.ITE if all(arg.sort is t.bool_sort for arg in term.args):
                return t.eq(*known) if term.op is Op.EQ else t.ite(*known)
            case _:
                return None

    def _comparison(self, op: Op, a: Term, b: Term) -> Term | None:
        left, right = _linear(a), _linear(b)
        if left is None or right is None:
            return None
        difference = left.minus(right)
        types = {symbol: self._type(self._origins[symbol]) for symbol in difference.factors if symbol in self._origins}
        if len(types) < len(difference.factors):
            return None
        plain = self._plain(op, difference, types)
        return self._wide(op, difference, types) if plain is None else plain

    def _plain(self, op: Op, linear: _Sum, types: Mapping[Term, IntType | PointerType | None]) -> Term | None:
        """The comparison of two variables of one type, or of one with a constant, without more bits."""
        match sorted(linear.factors.items(), key=lambda item: -item[1]):
            case [(x, 1), (y, -1)] if not linear.constant and types[x] == types[y]:
                return self._compare(op, types[x], self._origins[x], self._origins[y])
            case [(x, 1)] if _holds(types[x], -linear.constant):
                return self._compare(op, types[x], self._origins[x], self._number(x, -linear.constant))
            case [(x, -1)] if _holds(types[x], linear.constant):
                return self._compare(op, types[x], self._number(x, linear.constant), self._origins[x])
            case _:
                return None

    def _number(self, like: Term, value: int) -> Term:
        return self._terms.bv(value, self._origins[like].width)

    def _compare(self, op: Op, type: CType | None, a: Term, b: Term) -> Term:
        t, signed = self._terms, isinstance(type, IntType) and type.signed
        match op:
            case Op.EQ:
                return t.eq(a, b)
            case Op.INT_LE:
                return t.bv_sle(a, b) if signed else t.bv_ule(a, b)
            case _:
                return t.bv_slt(a, b) if signed else t.bv_ult(a, b)

    def _wide(self, op: Op, linear: _Sum, types: Mapping[Term, IntType | PointerType | None]) -> Term:
        t = self._terms
        origins = [(self._origins[symbol], factor, types[symbol]) for symbol, factor in linear.factors.items()]
        largest = abs(linear.constant) + sum(abs(factor) << origin.width for origin, factor, _ in origins)
        width = largest.bit_length() + 1
        total = t.bv(linear.constant, width)
        for origin, factor, type in origins:
            wide = t.resize(origin, width, signed=isinstance(type, IntType) and type.signed)
            total = t.bv_add(total, t.bv_mul(wide, t.bv(factor, width)))
        zero = t.bv(0, width)
        return t.eq(total, zero) if op is Op.EQ else t.bv_sle(total, zero) if op is Op.INT_LE else t.bv_slt(total, zero)


_COMPARISONS: Final[Mapping[BinaryOp, Callable[[Terms, Term, Term], Term]]] = MappingProxyType(
    {
        BinaryOp.EQ: Terms.eq,
        BinaryOp.NE: lambda t, a, b: t.not_(t.eq(a, b)),
        BinaryOp.LT: Terms.int_lt,
        BinaryOp.LE: Terms.int_le,
        BinaryOp.GT: Terms.int_gt,
        BinaryOp.GE: Terms.int_ge,
    }
)


def _keeps_bits(source: CType, target: IntType) -> bool:
    """Are no bits cut off?"""
    return isinstance(source, IntType) and target.width >= source.width and not target.is_bool


def _holds(type: IntType | PointerType | None, value: int) -> bool:
    match type:
        case IntType():
            return type.min <= value <= type.max
        case PointerType():
            return 0 <= value < 1 << type.width
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Sum:
    """Symbols times their factors, none of which is zero, plus a constant."""

    factors: Mapping[Term, int]
    constant: int

    def times(self, factor: int) -> _Sum:
        return _sum([(symbol, factor * own) for symbol, own in self.factors.items()], factor * self.constant)

    def plus(self, other: _Sum) -> _Sum:
        return _sum([*self.factors.items(), *other.factors.items()], self.constant + other.constant)

    def minus(self, other: _Sum) -> _Sum:
        return self.plus(other.times(-1))


def _sum(items: Iterable[tuple[Term, int]], constant: int) -> _Sum:
    factors: dict[Term, int] = {}
    for symbol, factor in items:
        factors[symbol] = factors.get(symbol, 0) + factor
    return _Sum({symbol: factor for symbol, factor in factors.items() if factor}, constant)


def _linear(term: Term) -> _Sum | None:
    """An integer term as a sum; None if it is not linear."""
    made: dict[Term, _Sum | None] = {}
    for sub in reachable((term,)):
        made[sub] = _one_linear(sub, [made[arg] for arg in sub.args])
    return made[term]


def _one_linear(term: Term, args: list[_Sum | None]) -> _Sum | None:
    if term.op is Op.SYMBOL:
        return _Sum({term: 1}, 0)
    if term.op is Op.INT_CONST and term.value is not None:
        return _Sum({}, term.value)
    match term.op, args:
        case Op.INT_ADD, [_Sum() as a, _Sum() as b]:
            return a.plus(b)
        case Op.INT_SUB, [_Sum() as a, _Sum() as b]:
            return a.minus(b)
        case Op.INT_MUL, [_Sum() as a, _Sum() as b] if not a.factors or not b.factors:
            return b.times(a.constant) if not a.factors else a.times(b.constant)
        case _:
            return None


class _Block:
    """Executes a step on integers."""

    def __init__(self, integers: IntegerEncoding, encoder: Encoder, before: PathFormula, after: PathFormula, edge: Edge) -> None:
        self._integers = integers
        self._encoder = encoder
        self._terms = encoder.terms
        self._before = before
        self._after = after
        self._edge = edge
        self._values: dict[Term, Term | None] = {}
        self._conditions: list[Term] = []

    def _base(self, variable: Variable, path: PathFormula) -> Term | None:
        if not is_slot(self._encoder.program, variable):
            return None
        count = 1 if variable.function is None else max(path.activations.get(variable.function, 1), 1)
        return self._encoder.vocabulary.variable(variable, count)

    def _read(self, variable: Variable) -> Term | None:
        base = self._base(variable, self._before)
        if base is None:
            return None
        if base in self._values:
            return self._values[base]
        return self._integers.symbol(self._encoder.vocabulary.instance(base, self._before.ssa[base]))

    def _write(self, lvalue: Expr | None, value: Term | None, path: PathFormula) -> None:
        if isinstance(lvalue, Var) and (base := self._base(lvalue.variable, path)) is not None:
            self._values[base] = value

    def perform(self, operation: Operation) -> None:
        value, truth, here = self._integers.value, self._integers.truth, self._before
        match operation:
            case Assume(condition=condition, truth=positive):
                holds = truth(condition, self._read)
                if holds is not None:
                    self._conditions.append(holds if positive else self._terms.not_(holds))
            case Assign(lvalue=lvalue, value=assigned):
                self._write(lvalue, value(assigned, self._read), here)
            case Declare(variable=variable, zeroed=zeroed):
                self._write(Var(variable), self._terms.integer(0) if zeroed else None, here)
            case Havoc(lvalue=lvalue) | Call(result=lvalue):
                self._write(lvalue, None, here)
            case Return(value=returned) if returned is not None and self._edge.source.function.return_variable is not None:
                self._write(Var(self._edge.source.function.return_variable), value(returned, self._read), here)
            case Enter(call=call, function=function):
                values = [value(argument, self._read) for argument in call.arguments]
                for parameter, passed in zip(function.parameters, values, strict=False):
                    self._write(Var(parameter), passed, self._after)
            case Leave(call=call, function=function) if function.return_variable is not None:
                self._write(call.result, self._read(function.return_variable), self._after)
            case _:
                pass

    def formula(self) -> Term:
        t, ssa = self._terms, self._after.ssa
        equations = []
        for base, value in self._values.items():
            after = self._integers.symbol(self._encoder.vocabulary.instance(base, ssa[base]))
            if after is not None and value is not None and value is not after:
                equations.append(t.eq(after, value))
        return t.and_(*self._conditions, *equations)


__all__ = ["IntegerEncoding", "Read"]
