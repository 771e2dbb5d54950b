"""Domain types: how a program uses its variables, beyond what their C types say.

The types are those of S. Apel, D. Beyer, K. Friedberger, F. Raimondi, A. von Rhein, "Domain types: abstract-domain selection
based on variable usage" (HVC 2013); the score is that of Löwe's dissertation, section 8.3.1.

The analysis goes once over the operations of the program, in no particular order (it is flow-insensitive).  Variables that are
copied to each other (assignment, parameter, returned value) or compared for equality form a group, kept by union-find; what
is found out about one holds for its group.  Of every group it is collected what its variables are *not*:

* not boolean: something else than 0, 1, or a truth value is stored or compared;
* not equality: a value is computed or compared by order, or conversions may make two values one;
* bitwise: an operand or a result of ``& | ^ ~ << >>``;
* other: a pointer that is followed.

What a pointer may reach (variables whose address is taken), unions and floating-point variables are ``OTHER`` and form no
groups: reading one gives any value, as a nondeterministic input does, and so does reading through a pointer.  A structure or an
array is one variable, all its parts together.  A ``_Bool`` is ``BOOLEAN`` whatever is done with it, unless its address is
taken.

Loop counters (``loop_counters``) are a role beside the domain type.

Indeterminate values are left out of account: a local variable is what the program stores in it.  So are calls through a
pointer whose type does not fit the function, which have no meaning in C.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from math import prod
from typing import TypeAlias

from whet.cfa import operations as ops
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
    root_variable,
)
from whet.cfa.model import Function, Program
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType
from whet.roles.loop_counters import loop_counters
from whet.task.records import dataclass


class DomainType(Enum):
    """What a variable is used for, from few values to many."""

    BOOLEAN = "boolean"
    """Holds 0 or 1 and is tested for truth or compared with those."""
    EQUALITY = "equality"
    """Only copied, and compared by ``==`` and ``!=`` (``switch`` included)."""
    ARITHMETIC = "arithmetic"
    BIT = "bit"
    OTHER = "other"
    """May change where it is not named, is followed as a pointer, or is no integer."""

    @property
    def score(self) -> int:
        """How much a variable of this type makes a precision worse."""
        match self:
            case DomainType.BOOLEAN:
                return 2
            case DomainType.EQUALITY:
                return 4
            case DomainType.ARITHMETIC:
                return 8
            case DomainType.BIT:
                return 16
            case DomainType.OTHER:
                return 32


LOOP_COUNTER_SCORE = 1 << 16
"""A single counter is as bad as sixteen booleans: tracking it unrolls its loop."""


@dataclass(frozen=True, eq=False)
class DomainTypes:
    """The roles of all variables of one program."""

    counters: frozenset[Variable]
    """The loop counters."""
    _types: Mapping[Variable, DomainType] = field(repr=False)

    def type_of(self, variable: Variable) -> DomainType:
        """``OTHER`` for a variable the program does not have."""
        return self._types.get(variable, DomainType.OTHER)

    def score(self, variable: Variable) -> int:
        """The function delta of 8.3.1."""
        return LOOP_COUNTER_SCORE if variable in self.counters else self.type_of(variable).score

    def score_of(self, variables: Iterable[Variable]) -> int:
        """The product over the different ones among these variables; 1 for none."""
        return prod(map(self.score, set(variables)))


def domain_types(program: Program) -> DomainTypes:
    """The roles of a program's variables, in almost linear time."""
    usage = _Usage(program)
    for function in program.defined_functions:
        usage.observe(function)
    usage.settle_pointer_calls()
    return DomainTypes(loop_counters(program), {variable: usage.type_of(variable) for variable in program.variables()})


_NOT_BOOLEAN = 1
_NOT_EQUALITY = 2
_ARITHMETIC = _NOT_BOOLEAN | _NOT_EQUALITY
_BITWISE = 4 | _ARITHMETIC
_FOLLOWED = 8 | _BITWISE
"""Facts about a group are sets of bits; a narrowing conversion is the one that makes no boolean less boolean."""

_Group: TypeAlias = int


@dataclass(slots=True)
class _Groups:
    """Union-find over numbers, each with facts."""

    parents: list[_Group] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)

    def new(self, facts: int) -> _Group:
        self.parents.append(len(self.parents))
        self.facts.append(facts)
        return len(self.parents) - 1

    def find(self, group: _Group) -> _Group:
        parents = self.parents
        while parents[group] != group:
            parents[group] = group = parents[parents[group]]
        return group

    def add(self, group: _Group, facts: int) -> None:
        self.facts[self.find(group)] |= facts

    def unite(self, a: _Group, b: _Group) -> None:
        a, b = self.find(a), self.find(b)
        if a != b:
            # The smaller number leads, which is that of the older variable: the same in every run.
            first, second = (a, b) if a < b else (b, a)
            self.parents[second] = first
            self.facts[first] |= self.facts[second]

    def type_of(self, group: _Group) -> DomainType:
        facts = self.facts[self.find(group)]
        if facts & _FOLLOWED & ~_BITWISE:
            return DomainType.OTHER
        if facts & _BITWISE & ~_ARITHMETIC:
            return DomainType.BIT
        if not facts & _NOT_BOOLEAN:
            return DomainType.BOOLEAN
        return DomainType.ARITHMETIC if facts & _NOT_EQUALITY else DomainType.EQUALITY


class _Value:
    """What is known of a value: the group it was read from, if it is a copy, and facts of its own."""

    __slots__ = ("facts", "group")

    def __init__(self, facts: int, group: _Group | None = None) -> None:
        self.facts = facts
        self.group = group


_TRUTH = _Value(0)
_ANY = _Value(_NOT_BOOLEAN)
"""An input, an address, or a constant beside 0 and 1: nothing was computed."""
_COMPUTED = _Value(_ARITHMETIC)
_BITS = _Value(_BITWISE)
_BIT_OPERATORS = frozenset({BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR, BinaryOp.SHL, BinaryOp.SHR})


def _is_bool(type: CType) -> bool:
    return isinstance(type, IntType) and type.is_bool


def _any_of(type: CType) -> _Value:
    return _TRUTH if _is_bool(type) else _ANY


def _converted(value: _Value, source: CType, target: CType) -> _Value:
    """A scalar after a conversion (of arguments also one that C leaves undefined)."""
    match source, target:
        case _, IntType(is_bool=True):
            return _TRUTH
        case (IntType() | PointerType(), IntType() | PointerType()):
            return _narrowed(value) if target.width < source.width else value
        case (FloatType(), _) | (_, FloatType()):
            return _COMPUTED
        case _:
            return value


def _narrowed(value: _Value) -> _Value:
    """Different values may become equal, but 0 and 1 remain what they are."""
    if value.group is None and not value.facts:
        return value
    return _Value(value.facts | _NOT_EQUALITY, value.group)


def _in_bit_field(value: _Value, type: CType, width: int) -> _Value:
    assert isinstance(type, IntType)
    if type.signed and width == 1:  # 1 is stored as -1
        return _Value(value.facts | _ARITHMETIC, value.group)
    return _narrowed(value) if width < type.width else value


def _is_opaque(type: CType) -> bool:
    """May parts of an object of this type change unnoticed, or are they no integers?"""
    match type:
        case IntType() | PointerType():
            return False
        case ArrayType(element=element):
            return _is_opaque(element)
        case StructType(is_union=False, fields=fields):
            return any(_is_opaque(member.type) for member in fields)
        case _:
            return True


def _holds_pointer(type: CType) -> bool:
    match type:
        case ArrayType(element=element):
            return _holds_pointer(element)
        case StructType(fields=fields):
            return any(_holds_pointer(member.type) for member in fields)
        case _:
            return isinstance(type, PointerType)


_Signature: TypeAlias = tuple[int, ...]
"""The sizes of the arguments of a call through a pointer; 0 where it is no integer and no pointer."""


@dataclass(slots=True)
class _Pool:
    """All functions that calls of one signature through pointers may run."""

    parameters: tuple[_Group, ...]
    result: _Group


def _passed_size(type: CType) -> int:
    return max(type.size, 4) if isinstance(type, IntType | PointerType) else 0


class _Usage:
    """Collects the facts about all variables."""

    def __init__(self, program: Program) -> None:
        self._address_taken = program.address_taken
        self._groups = _Groups()
        self._known: dict[Variable, _Value | None] = {}
        """What reading the whole variable gives; None for one that is ``OTHER`` from the start."""
        self._addressed: dict[Function, None] = {}
        self._pointer_calls: list[ops.Call] = []

    def type_of(self, variable: Variable) -> DomainType:
        if _is_bool(variable.type) and variable not in self._address_taken:
            return DomainType.BOOLEAN
        copy = self._copy_of(variable)
        return DomainType.OTHER if copy is None or copy.group is None else self._groups.type_of(copy.group)

    def _copy_of(self, variable: Variable) -> _Value | None:
        try:
            return self._known[variable]
        except KeyError:
            return self._known.setdefault(variable, self._first_copy_of(variable))

    def _first_copy_of(self, variable: Variable) -> _Value | None:
        if variable in self._address_taken or _is_opaque(variable.type):
            return None
        return _Value(0, self._groups.new(_NOT_BOOLEAN if variable.is_volatile or _holds_pointer(variable.type) else 0))

    def observe(self, function: Function) -> None:
        for edge in function.edges():
            for operation in ops.flatten(edge.operation):
                self._operation(operation, function)

    def _operation(self, operation: ops.Operation, function: Function) -> None:
        match operation:
            case ops.Assume(condition=condition):
                self._value(condition)
            case ops.Assign(lvalue=lvalue, value=value):
                self._store(lvalue, self._value(value))
            case ops.Havoc(lvalue=lvalue):
                self._store(lvalue, _any_of(lvalue.type))
            case ops.Declare() as declaration:
                if declaration.length is not None:
                    self._demand(declaration.length, _ARITHMETIC)
                variable = declaration.variable
                is_elsewhere = variable.kind is VariableKind.GLOBAL and not declaration.zeroed
                if is_elsewhere or (declaration.zeroed and variable.contents is not None):
                    self._flow(_any_of(variable.type), variable)
            case ops.Call() as call:
                self._call(call)
            case ops.Return(value=returned):
                if returned is not None and function.return_variable is not None:
                    self._flow(self._value(returned), function.return_variable)
            case ops.End() | ops.Skip() | ops.Unsupported():
                pass
            case _:  # Enter and Leave stand on paths, not in the automata; blocks were taken apart
                raise TypeError(f"{operation} is no operation of an automaton")

    def _store(self, lvalue: Lvalue, value: _Value) -> None:
        self._locate(lvalue)
        root = root_variable(lvalue)
        if root is not None:
            if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
                value = _in_bit_field(value, lvalue.type, lvalue.field.bit_width)
            self._flow(value, root)

    def _flow(self, value: _Value, variable: Variable) -> None:
        held = self._copy_of(variable)
        if held is not None:
            self._meet(value, held)

    def _meet(self, a: _Value, b: _Value) -> None:
        """Two values become, or are compared for being, the same."""
        facts = a.facts | b.facts
        for value in (a, b):
            if value.group is not None and facts:
                self._groups.add(value.group, facts)
        if a.group is not None and b.group is not None:
            self._groups.unite(a.group, b.group)

    def _call(self, call: ops.Call) -> None:
        if not isinstance(call.callee, Function):
            for part in (call.callee, *call.arguments):
                self._value(part)
            self._pointer_calls.append(call)
        elif call.callee.is_defined:
            function = call.callee
            for argument, parameter in zip(call.arguments, function.parameters, strict=False):
                self._flow(_converted(self._value(argument), argument.type, parameter.type), parameter)
            for argument in call.arguments[len(function.parameters) :]:
                self._value(argument)
            if call.result is not None:
                returned = function.return_variable
                self._store(call.result, _any_of(call.result.type) if returned is None else self._read(returned, returned.type))
        else:
            # What a function without a body does with its arguments has no effect on the program but through pointers.
            for argument in call.arguments:
                self._value(argument)
            if call.result is not None:
                self._store(call.result, _any_of(call.result.type))

    def settle_pointer_calls(self) -> None:
        """Join every call through a pointer with the functions it may run; only now all their addresses are known."""
        pools: dict[_Signature, _Pool] = {}
        for call in self._pointer_calls:
            signature = tuple(_passed_size(argument.type) for argument in call.arguments)
            if signature not in pools:
                pools[signature] = self._pool(signature)
            pool = pools[signature]
            for argument, slot in zip(call.arguments, pool.parameters, strict=True):
                self._meet(self._value(argument), _Value(0, slot))
            if call.result is not None:
                self._store(call.result, _any_of(call.result.type) if _is_bool(call.result.type) else _Value(0, pool.result))

    def _pool(self, signature: _Signature) -> _Pool:
        groups = self._groups
        pool = _Pool(tuple(groups.new(0) for _ in signature), groups.new(0))
        fitting = [function for function in self._addressed if function.is_defined and _fits(function, signature)]
        if not fitting or not all(function.is_defined for function in self._addressed):
            groups.add(pool.result, _NOT_BOOLEAN)
        for function in fitting:
            for slot, parameter in zip(pool.parameters, function.parameters, strict=False):
                self._flow(_Value(0, slot), parameter)
            if function.return_variable is not None:
                self._meet(_Value(0, pool.result), self._read(function.return_variable, function.return_variable.type))
        return pool

    def _demand(self, expr: Expr, facts: int) -> None:
        """The use of the value says something about its origin."""
        group = self._value(expr).group
        if group is not None:
            self._groups.add(group, facts)

    def _value(self, expr: Expr) -> _Value:
        match expr:
            case Var(variable=variable):
                return self._read(variable, variable.type)
            case Const(value=number):
                return _TRUTH if number in (0, 1) else _ANY
            case Cast(operand=operand, type=target):
                value = self._value(operand)
                if isinstance(target, FloatType) and value.group is not None:
                    self._groups.add(value.group, _ARITHMETIC)
                return _converted(value, operand.type, target)
            case Binary():
                op = expr.op
                if op is BinaryOp.EQ or op is BinaryOp.NE:
                    self._meet(self._value(expr.left), self._value(expr.right))
                    return _TRUTH
                if op in _BIT_OPERATORS:
                    return self._computed(expr.left, expr.right, _BITWISE)
                value = self._computed(expr.left, expr.right, _ARITHMETIC)
                return _TRUTH if op.is_comparison else value
            case Deref() | Member() | Index():
                self._locate(expr)
                root = root_variable(expr)
                return _any_of(expr.type) if root is None else self._read(root, expr.type)
            case AddressOf(lvalue=lvalue):
                self._locate(lvalue)
                return _ANY
            case Unary(op=op, operand=operand):
                return self._unary(op, operand)
            case PointerAdd(pointer=left, index=right) | PointerDiff(left=left, right=right):
                return self._computed(left, right, _ARITHMETIC)
            case Valid(pointer=pointer):
                self._value(pointer)
                return _TRUTH
            case FunctionAddress(function=function):
                self._addressed[function] = None
                return _ANY
            case FloatConst():
                return _COMPUTED

    def _read(self, variable: Variable, type: CType) -> _Value:
        """The value of a variable, or of its part of this type."""
        held = self._copy_of(variable)
        return _any_of(type) if held is None or _is_bool(type) else held

    def _locate(self, lvalue: Lvalue) -> None:
        match lvalue:
            case Var():
                pass
            case Deref(pointer=pointer):
                self._demand(pointer, _FOLLOWED)
            case Member(base=base):
                self._locate(base)
            case Index(base=base, index=index):
                self._locate(base)
                self._demand(index, _ARITHMETIC)

    def _unary(self, op: UnaryOp, operand: Expr) -> _Value:
        match op:
            case UnaryOp.NOT:
                self._value(operand)
                return _TRUTH
            case UnaryOp.NEG:
                self._demand(operand, _ARITHMETIC)
                return _COMPUTED
            case UnaryOp.COMPLEMENT:
                self._demand(operand, _BITWISE)
                return _BITS

    def _computed(self, left: Expr, right: Expr, facts: int) -> _Value:
        self._demand(left, facts)
        self._demand(right, facts)
        return _BITS if facts == _BITWISE else _COMPUTED


def _fits(function: Function, signature: _Signature) -> bool:
    sizes = tuple(_passed_size(parameter.type) for parameter in function.parameters)
    return sizes == signature[: len(sizes)] if function.type.variadic else sizes == signature
