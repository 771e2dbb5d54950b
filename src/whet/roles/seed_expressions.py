"""Nodes of facts as expressions of the program model (dissertation on variable roles, section 5.1).

The facts forget conversions, so these are put in as C does where nobody wrote any.  That may be another expression than
the one in the file, which is why whoever uses it must not rest a verdict on it.

A variable of the facts is the variable of the model that is declared at the same place under the same name; the model
calls a second ``x`` of a function ``x__2``.  What has no expression, or only a trivial one, raises ``NotASeed``.
"""

from __future__ import annotations

import re

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Var, Variable, promoted, variables_of
from whet.cfa.model import Program
from whet.cfa.types import IntType
from whet.pointers.regions import is_slot
from whet.roles.fact_base import FactBase
from whet.roles.suggestions import Heuristic, Operations, SuggestedNodes

_BINARY = {op.value: op for op in BinaryOp}
_UNARY = {"-": UnaryOp.NEG, "~": UnaryOp.COMPLEMENT}
_DIVISIONS = frozenset({BinaryOp.DIV, BinaryOp.REM})
_SECOND = re.compile(r"__\d+$")
_CHARACTER = re.compile(r"'([^\\'])'")


class NotASeed(Exception):
    """Why a suggestion is not used."""


class SeedExpressions:
    """Makes expressions of one program from the facts of its file."""

    def __init__(self, base: FactBase, program: Program) -> None:
        self._base = base
        self._program = program
        self._int = program.machine.int
        self._operations = Operations(base)
        self._variables: dict[tuple[int, str], list[Variable]] = {}
        for variable in program.variables():
            if variable.declared_at is not None and variable.is_declared_in(base.unit.source.path):
                for name in {variable.name, _SECOND.sub("", variable.name)}:
                    self._variables.setdefault((variable.declared_at, name), []).append(variable)

    def of(self, nodes: SuggestedNodes) -> Expr:
        """A predicate as a comparison, a template as a number."""
        left = self.value(nodes.left)
        if nodes.heuristic is Heuristic.ASSERTION:
            made = self._comparison(left)
        else:
            right = self.constant(nodes.right) if nodes.heuristic is Heuristic.PARITY else self.value(nodes.right)
            made = self.binary(_BINARY[nodes.operator], left, right)
        if next(variables_of(made), None) is None:
            raise NotASeed("it is constant")
        if isinstance(made, Binary) and made.left == made.right:
            raise NotASeed("both sides are the same")
        return made

    def value(self, node: int) -> Expr:
        known = self._operations
        if node in self._base.variables:
            name = self._base.variables[node].name
            places = self._base.declared_at(node)
            found = {each for place in places for each in self._variables.get((place, name), ())}
            if len(found) != 1:
                raise NotASeed(f"the program has {'no' if not found else 'more than one'} {name} that is declared there")
            (variable,) = found
            if not isinstance(variable.type, IntType) or variable.is_volatile or not is_slot(self._program, variable):
                raise NotASeed(f"{name} is no integer that changes only where it is named")
            return Var(variable)
        if node in known.literals:
            return self._literal(known.literals[node])
        if node in known.binary:
            operator, left, right = known.binary[node]
            if operator not in _BINARY:
                raise NotASeed(f"{operator} is no operator of values")
            return self.binary(_BINARY[operator], self.value(left), self.value(right))
        if node in known.unary:
            operator, inner = known.unary[node]
            return self._unary(operator, self.value(inner))
        raise NotASeed("it has parts that are no variables, literals or operators")

    def _literal(self, text: str) -> Expr:
        character = _CHARACTER.fullmatch(text)
        try:
            return self.constant(ord(character[1]) if character else int(text))
        except ValueError:
            raise NotASeed(f"{text} is no integer") from None

    def constant(self, value: int) -> Expr:
        """In the first type that has it, as C chooses for a decimal literal."""
        for name in ("int", "long", "long long", "unsigned long long"):
            type = self._program.machine.integer(name)
            if type.min <= value <= type.max:
                return Const(value, type)
        raise NotASeed(f"{value} fits into no type")

    def binary(self, op: BinaryOp, left: Expr, right: Expr) -> Expr:
        """With the usual arithmetic conversions (C11 6.3.1.8)."""
        left, right = self._promoted(left), self._promoted(right)
        if op in _DIVISIONS and not (isinstance(right, Const) and right.value):
            raise NotASeed("it divides by what may be zero")
        if not op.is_shift:
            type = _common(_int_type(left), _int_type(right))
            left, right = _converted(left, type), _converted(right, type)
        return Binary(op, left, right, self._int if op.is_comparison else _int_type(left))

    def _unary(self, operator: str | None, inner: Expr) -> Expr:
        if operator == "!":
            return self.binary(BinaryOp.EQ, inner, Const(0, self._int))
        inner = self._promoted(inner)
        if operator == "+":
            return inner
        if operator not in _UNARY:
            raise NotASeed(f"{operator} is no operator of values")
        return Unary(_UNARY[operator], inner, _int_type(inner))

    def _promoted(self, expr: Expr) -> Expr:
        return promoted(expr, self._int)

    def _comparison(self, expr: Expr) -> Expr:
        """What is used as a truth value, as a comparison."""
        is_comparison = isinstance(expr, Binary) and expr.op.is_comparison
        return expr if is_comparison else self.binary(BinaryOp.NE, expr, Const(0, self._int))


def _int_type(expr: Expr) -> IntType:
    if not isinstance(expr.type, IntType):
        raise NotASeed("it is no integer")
    return expr.type


def _common(left: IntType, right: IntType) -> IntType:
    if left.width != right.width:
        return left if left.width > right.width else right
    return right if left.signed else left


def _converted(expr: Expr, type: IntType) -> Expr:
    if expr.type == type:
        return expr
    return Const(type.wrap(expr.value), type) if isinstance(expr, Const) else Cast(expr, type)
