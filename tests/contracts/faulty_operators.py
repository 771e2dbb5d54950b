"""Faults in one operator, put into any domain: its steps are those of a program with another expression in this place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, example, given, settings

from tests.contracts.contracts import Subject
from tests.contracts.operators import INT, Operands, following, random_operands, seven_and_three, states_describe_what_is_computed
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assign, Assume, Operation
from whet.cfa.types import IntType

Fault = Callable[[Expr], Expr]
"""Another expression in place of one whose parts have the fault already."""


def _truncates_to_bool(expr: Expr) -> Expr:
    match expr:
        case Cast(operand=operand, type=IntType(name="_Bool")) if isinstance(operand.type, IntType):
            return Cast(Binary(BinaryOp.AND, operand, Const(1, operand.type), operand.type), expr.type)
        case _:
            return expr


def _has_remainders_without_a_sign(expr: Expr) -> Expr:
    match expr:
        case Binary(op=BinaryOp.REM, type=IntType() as type):
            return Binary(BinaryOp.AND, expr, Const(type.max, type), type)
        case _:
            return expr


def _knows_all_bits_of_a_mask(expr: Expr) -> Expr:
    match expr:
        case Binary(op=BinaryOp.AND, right=right):
            return right
        case _:
            return expr


def _thinks_inequality_impossible(expr: Expr) -> Expr:
    match expr:
        case Binary(op=BinaryOp.NE):
            return Const(0, INT)
        case _:
            return expr


FAULTS: dict[str, Fault] = {
    "`(_Bool)x` keeps the lowest bit": _truncates_to_bool,
    "`%` is never negative": _has_remainders_without_a_sign,
    "`&` is its right operand": _knows_all_bits_of_a_mask,
    "`!=` is impossible": _thinks_inequality_impossible,
}


class _Faulty:
    """An analysis with a fault.  It has all that the other one has, but for the transfer."""

    def __init__(self, analysis: Any, fault: Fault) -> None:
        self._analysis, self._fault = analysis, fault
        self.transfer = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._analysis, name)

    def post(self, edge: Edge) -> Any:
        operation = self._operation(edge.operation)
        is_same = operation is edge.operation
        return self._analysis.transfer.post(edge if is_same else Edge(edge.source, operation, edge.target))

    def _operation(self, operation: Operation) -> Operation:
        match operation:
            case Assign(value=value):
                return replace(operation, value=self._expr(value))
            case Assume(condition=condition):
                return replace(operation, condition=self._expr(condition))
            case _:
                return operation

    def _expr(self, expr: Expr) -> Expr:
        match expr:
            case Unary(operand=operand) | Cast(operand=operand):
                return self._fault(replace(expr, operand=self._expr(operand)))
            case Binary(left=left, right=right):
                return self._fault(replace(expr, left=self._expr(left), right=self._expr(right)))
            case _:
                return expr


def with_fault(subject: Subject, fault: Fault) -> Subject:
    def make(program: Program) -> Any:
        return _Faulty(subject.make(program), fault)

    return Subject(f"{subject.name} with a fault", make)


def is_caught(subject: Subject) -> bool:
    """Does some random expression show that the domain has a fault?"""
    domain = following(subject)

    @settings(max_examples=40, phases=(Phase.explicit, Phase.generate), suppress_health_check=[HealthCheck.too_slow])
    @given(random_operands())
    @example(seven_and_three())
    def holds(operands: Operands) -> None:
        states_describe_what_is_computed(domain, operands)

    try:
        holds()
    except AssertionError:
        return True
    return False
