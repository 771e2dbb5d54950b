"""Guesses as expressions of the program: equations in unsigned numbers, comparisons in numbers wide enough not to wrap around."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Var, Variable
from whet.cfa.types import IntType, MachineModel
from whet.refine.guesses.relations import signed
from whet.solvers.terms.polynomials import Monomial, Polynomial, order


def equation(polynomial: Polynomial, variables: Sequence[Variable], machine: MachineModel, width: int) -> Expr:
    """It is zero; atoms are positions of variables.  ``width`` is that of the numbers to compute with."""
    names = ("unsigned int", "unsigned long", "unsigned long long", "unsigned __int128")
    type = next(type for type in map(machine.integer, names) if type.width == width)
    terms = sorted(polynomial.coefficients.items(), key=lambda each: order(each[0]), reverse=True)
    if polynomial.width < width:
        remainder = Binary(BinaryOp.REM, _sum(terms, variables, type), Const(1 << polynomial.width, type), type)
        return Binary(BinaryOp.EQ, remainder, Const(0, type), machine.int)
    signs = [(monomial, signed(value, polynomial.width)) for monomial, value in terms]
    left = _sum([(monomial, value) for monomial, value in signs if value > 0], variables, type)
    right = _sum([(monomial, -value) for monomial, value in signs if value < 0], variables, type)
    return Binary(BinaryOp.EQ, left, right, machine.int)


def _sum(terms: Sequence[tuple[Monomial, int]], variables: Sequence[Variable], type: IntType) -> Expr:
    products = [_product(monomial, value, variables, type) for monomial, value in terms]
    return reduce(lambda a, b: Binary(BinaryOp.ADD, a, b, type), products) if products else Const(0, type)


def _product(monomial: Monomial, value: int, variables: Sequence[Variable], type: IntType) -> Expr:
    factors: list[Expr] = [converted(Var(variables[atom]), type) for atom in monomial]
    if value != 1 or not factors:
        factors.insert(0, Const(value, type))
    return reduce(lambda a, b: Binary(BinaryOp.MUL, a, b, type), factors)


def converted(expr: Expr, type: IntType) -> Expr:
    return expr if expr.type == type else Cast(expr, type)


def compared(op: BinaryOp, left: Expr, right: Expr, machine: MachineModel) -> Expr:
    return Binary(op, left, right, machine.int)


def negated(condition: Expr, machine: MachineModel) -> Expr:
    return Unary(UnaryOp.NOT, condition, machine.int)


def implication(condition: Expr, conclusion: Expr, machine: MachineModel) -> Expr:
    """Truth values of C are joined by ``|``, which evaluates both."""
    return Binary(BinaryOp.OR, negated(condition, machine), conclusion, machine.int)
