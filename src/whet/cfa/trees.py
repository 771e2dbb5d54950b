"""Expressions as plain trees: strings, numbers and tuples that can be written to a file and read back.

``("==", ("var", "main::x"), ("const", 5, "int"))`` is ``x == 5``.  A tree begins with its operator.  Variables go by their
qualified name and types by the name that the machine model has for them, so a tree is read back with the program it speaks of.  A
number that a pointer is compared with (``("address", 0)``) has the type of that pointer.  ``("part", ("var", "s"), 2)`` is the
third member of a structure, or the third element of an array.  A pointee has no tree, but for elements in claims
about all numbers:
``("element", ("var", "a"), ("number", 0), "int")`` is ``((int *)&a)[k]``, or ``((int *)a)[k]`` if ``a`` is a pointer.

``("every", ("int",), tree)`` is a claim for all numbers ``k`` of these types for which the elements that it speaks of exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

from whet.cfa.expressions import (
    AddressOf,
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
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.model import Program
from whet.cfa.types import ArrayType, CType, FloatType, IntType, MachineModel, PointerType, StructType, bit_int
from whet.task.records import dataclass

ExpressionTree: TypeAlias = "int | str | tuple[ExpressionTree, ...]"

_BIT_INT = re.compile(r"(unsigned )?_BitInt\(([1-9]\d{0,4})\)")
_BINARY = {op.value: op for op in BinaryOp}
_UNARY = {op.value: op for op in UnaryOp}


class NoTree(Exception):
    """The expression has no tree."""


class BadTree(ValueError):
    """The tree is that of no expression of this program."""


@dataclass(frozen=True, slots=True)
class Every:
    """A condition that holds whatever the numbers are, as long as there are the elements that it speaks of."""

    numbers: tuple[Variable, ...]
    condition: Expr


def number_of_any(place: int, type: IntType) -> Variable:
    """What a condition about all numbers calls one of them."""
    name = "kmn"[place] if place < len("kmn") else f"k{place}"
    return Variable(number=-1 - place, name=name, type=type, kind=VariableKind.TEMPORARY, function=None)


class Trees:
    """The trees of one program; in those about all numbers, these are the numbers."""

    def __init__(self, program: Program, more: Iterable[Variable] = (), numbers: tuple[Variable, ...] = ()) -> None:
        """``more``: variables that are not of the program, such as those of ``cfa.earlier``."""
        self._program = program
        self._more = tuple(more)
        self._numbers = numbers
        self._int = program.machine.int
        self._types = _types(program.machine)

    @cached_property
    def _variables(self) -> dict[str, Variable]:
        return {variable.qualified_name: variable for variable in (*self._more, *self._program.variables())}

    def tree(self, expr: Expr) -> ExpressionTree:
        """Raises ``NoTree``."""
        match expr:
            case Var(variable=variable) if variable in self._numbers:
                return ("number", self._numbers.index(variable))
            case Var(variable=variable):
                return ("var", variable.qualified_name)
            case Member(base=base, field=field) if isinstance(base.type, StructType):
                return ("part", self.tree(base), base.type.fields.index(field))
            case Index(base=base, index=Const(value=index, type=type)) if type == self._int and _has_element(base.type, index):
                return ("part", self.tree(base), index)
            case Index(base=Var() as base, index=index_expr) if self._numbers:
                return ("element", self.tree(base), self.tree(index_expr), self._name(expr.type))
            case Deref(pointer=PointerAdd(pointer=Cast(operand=begin), index=index_expr, stride=stride), type=type) if (
                self._numbers and stride == type.size
            ):
                whole = begin.lvalue if isinstance(begin, AddressOf) else begin
                return ("element", self.tree(whole), self.tree(index_expr), self._name(type))
            case Const(value=value, type=type):
                return ("const", value, self._name(type))
            case FloatConst(bits=bits, type=type):
                return ("float", bits, self._name(type))
            case Cast(operand=operand, type=type):
                return ("cast", self.tree(operand), self._name(type))
            case Unary(op=op, operand=operand):
                return (op.value, self.tree(operand))
            case Binary(op=operator, left=left, right=Const(value=value, type=PointerType() as type)) if left.type == type:
                return (operator.value, self.tree(left), ("address", value))
            case Binary(op=operator, left=left, right=right):
                return (operator.value, self.tree(left), self.tree(right))
            case _:
                raise NoTree(expr)

    def _name(self, type: CType) -> str:
        name = next((name for name, known in self._types.items() if known == type), None)
        if name is None and isinstance(type, IntType) and type.name.endswith(")"):
            return type.name
        if name is None:
            raise NoTree(type)
        return name

    def _type(self, name: str) -> IntType | FloatType | None:
        if name in self._types:
            return self._types[name]
        found = _BIT_INT.fullmatch(name)
        return None if found is None else bit_int(int(found[2]), signed=found[1] is None)

    def claim(self, tree: ExpressionTree) -> Expr | Every:
        """What a tree says that may speak of all numbers; raises ``BadTree``."""
        match tree:
            case ("every", tuple(types), body):
                numbers = tuple(number_of_any(place, self._integer(name)) for place, name in enumerate(types))
                return Every(numbers, Trees(self._program, self._more, numbers).expression(body))
            case _:
                return self.expression(tree)

    def every(self, every: Every) -> ExpressionTree:
        """The tree of a claim about all numbers; raises ``NoTree``."""
        body = Trees(self._program, self._more, every.numbers).tree(every.condition)
        return ("every", tuple(self._name(each.type) for each in every.numbers), body)

    def _integer(self, name: ExpressionTree) -> IntType:
        type = self._type(name) if isinstance(name, str) else None
        if not isinstance(type, IntType):
            raise BadTree(f"{name!r} is no type of numbers")
        return type

    def expression(self, tree: ExpressionTree) -> Expr:
        """What a tree says; raises ``BadTree``."""
        match tree:
            case ("number", int(place)) if 0 <= place < len(self._numbers):
                return Var(self._numbers[place])
            case ("element", whole, index, str(name)) if self._numbers and (type := self._type(name)) is not None:
                return self._element(self.expression(whole), self.expression(index), type)
            case ("var", str(name)) if name in self._variables:
                return Var(self._variables[name])
            case ("part", whole, int(number)):
                return self._part(self.expression(whole), number)
            case ("const", int(value), str(name)) if isinstance(type := self._type(name), IntType):
                return Const(value, type)
            case ("float", int(bits), str(name)) if isinstance(type := self._type(name), FloatType):
                return FloatConst(bits, type)
            case ("cast", operand, str(name)) if (type := self._type(name)) is not None:
                return Cast(self.expression(operand), type)
            case (str(op), operand) if op in _UNARY:
                return self._unary(_UNARY[op], self.expression(operand))
            case (str(op), left, right) if op in _BINARY:
                return self._binary(_BINARY[op], self.expression(left), right)
            case _:
                raise BadTree(f"{tree!r} is no expression of the program")

    def _element(self, whole: Expr, index: Expr, type: IntType | FloatType) -> Lvalue:
        if not isinstance(whole, Var) or whole.variable in self._numbers or not isinstance(index.type, IntType):
            raise BadTree(f"{whole} has no element {index}")
        pointer = self._program.machine.pointer(type)
        match whole.type:
            case ArrayType(element=element) if element == type:
                return Index(whole, index)
            case PointerType():
                begin = Cast(whole, pointer)
            case _:
                begin = Cast(AddressOf(whole, self._program.machine.pointer(whole.type)), pointer)
        return Deref(PointerAdd(begin, index, type.size, pointer), type)

    def _part(self, whole: Expr, number: int) -> Lvalue:
        if isinstance(whole, (Var, Member, Index)):
            match whole.type:
                case StructType(fields=fields) if 0 <= number < len(fields):
                    return Member(whole, fields[number])
                case ArrayType() as array if _has_element(array, number):
                    fits = number < 1 << (8 * self._int.size - 1)
                    return Index(whole, Const(number, self._int if fits else self._program.machine.size_t))
                case _:
                    pass
        raise BadTree(f"{whole} has no part {number}")

    def _unary(self, op: UnaryOp, operand: Expr) -> Unary:
        type = self._int if op is UnaryOp.NOT else operand.type
        if not isinstance(type, (IntType, FloatType)):
            raise BadTree(f"'{op.value}' has an operand of type {type}")
        return Unary(op, operand, type)

    def _binary(self, op: BinaryOp, left: Expr, tree: ExpressionTree) -> Binary:
        match tree, left.type:
            case ("address", int(value)), PointerType() as pointer:
                right: Expr = Const(value, pointer)
            case _:
                right = self.expression(tree)
        type = self._int if op.is_comparison else left.type
        if not isinstance(type, (IntType, FloatType)) or not (op.is_shift or left.type == right.type):
            raise BadTree(f"'{op.value}' has operands of the types {left.type} and {right.type}")
        return Binary(op, left, right, type)


def _has_element(type: CType, index: int) -> bool:
    return isinstance(type, ArrayType) and 0 <= index < (type.count or 0)


def _types(machine: MachineModel) -> dict[str, IntType | FloatType]:
    floating = (machine.float, machine.double, machine.long_double)
    return {**{type.name: type for type in machine.integers()}, **{type.name: type for type in floating}}
