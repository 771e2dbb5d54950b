"""What a function may write and read besides what its contract compares: an analysis of its operations.

Pointers are followed through local variables, parameters and results.  A pointer from memory may point to anything
(``AnyObject.ELSEWHERE``).  The analysis ignores the order of operations, and calls are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Const,
    Deref,
    Expr,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    Variable,
    VariableKind,
    address_operands,
    children,
    root_variable,
    subexpressions,
    without_casts,
)
from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call, Havoc, Operation, Return, expressions_of, flatten
from whet.cfa.source import place_of
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import ArrayType, CType, PointerType, StructType, holds_pointers
from whet.harness.contracts import PLACE
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Fills,
    Finds,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Writes,
)
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ArgumentObject:
    """The object that a parameter of the contract points to."""

    parameter: Variable


class AnyObject(Enum):
    ELSEWHERE = "any object"


WITHOUT_EFFECT = ASSERTION_FUNCTIONS | {"__VERIFIER_assume", "__CPROVER_assume", "abort", "reach_error", "__VERIFIER_error"}
"""Functions without a body that return to no other place and change nothing."""
Target: TypeAlias = Variable | ArgumentObject | AnyObject


@dataclass(slots=True)
class WrittenPlaces:
    """What some functions may change."""

    targets: set[Target] = field(default_factory=set)
    uneven: set[Target] = field(default_factory=set)
    """Targets that are also written other than by a path of members to one number or pointer: by bytes, as a whole, or through a
    union or a bit-field."""
    elsewhere: str = ""
    """The first place where anything may be written, or an object freed; empty if there is none."""
    callback: str = ""
    """The first place where a function is called that a caller chooses; empty if there is none."""
    pointers_read: set[Variable] = field(default_factory=set)
    """Variables of the program from which pointers are read."""
    read: set[Variable] = field(default_factory=set)

    def may_change(self, target: Target) -> bool:
        return bool(self.elsewhere) or target in self.targets

    def may_change_inside(self, target: Target) -> bool:
        """May a part of it change that is not compared as one number or pointer?"""
        return self.may_change(target) and (bool(self.elsewhere) or target in self.uneven)


def written_places(functions: Sequence[Function], parameters: Sequence[Variable], own: Sequence[Function]) -> WrittenPlaces:
    """``functions`` are all that may be called, ``parameters`` those of the contract, and ``own`` the functions of the contract,
    which write to their own variables only."""
    analysis = _Analysis(functions, own)
    for each in parameters:
        analysis.pointees.setdefault(each, set()).add(ArgumentObject(each))
    analysis.follow()
    return analysis.found()


@dataclass(slots=True)
class _Analysis:
    functions: Sequence[Function]
    own: Sequence[Function]
    pointees: dict[Variable, set[Target]] = field(default_factory=dict)
    taken: set[Variable] = field(default_factory=set)
    library: Library = field(default_factory=Library)
    is_changed: bool = True

    def operations(self) -> Iterator[tuple[Function, Operation]]:
        for function in self.functions:
            for edge in function.edges():
                yield from ((function, each) for each in flatten(edge.operation))

    def follow(self) -> None:
        """Until nothing new is found."""
        for _, operation in self.operations():
            for part in (part for each in expressions_of(operation) for part in subexpressions(each)):
                if isinstance(part, AddressOf) and (root := root_variable(part.lvalue)) is not None:
                    self.taken.add(root)
                if isinstance(part, FunctionAddress):
                    for parameter in part.function.parameters:
                        self._points_to(parameter, {AnyObject.ELSEWHERE})
        while self.is_changed:
            self.is_changed = False
            for function, operation in self.operations():
                self._follow(function, operation)

    def _follow(self, function: Function, operation: Operation) -> None:
        match operation:
            case Assign(lvalue=Var(variable=variable), value=value):
                self._points_to(variable, self._targets(value))
            case Havoc(lvalue=Var(variable=variable)):
                self._points_to(variable, {AnyObject.ELSEWHERE})
            case Return(value=value) if value is not None and function.return_variable is not None:
                self._points_to(function.return_variable, self._targets(value))
            case Call(callee=Function() as callee, arguments=arguments, result=result):
                if callee.is_defined:
                    for parameter, argument in zip(callee.parameters, arguments, strict=False):
                        self._points_to(parameter, self._targets(argument))
                if isinstance(result, Var):
                    self._points_to(result.variable, self._result(callee, arguments))
            case Call(result=Var(variable=variable)):
                self._points_to(variable, {AnyObject.ELSEWHERE})
            case _:
                pass

    def _points_to(self, variable: Variable, targets: Iterable[Target]) -> None:
        if isinstance(variable.type, PointerType):
            known = self.pointees.setdefault(variable, set())
            before = len(known)
            known.update(targets)
            self.is_changed |= len(known) > before

    def _result(self, callee: Function, arguments: Sequence[Expr]) -> set[Target]:
        if callee.is_defined:
            returned = callee.return_variable
            return set() if returned is None else self.pointees.get(returned, set())
        match self.library.effect(callee, arguments):
            case Allocates():
                return set()
            case Copies() | Fills() | Finds():
                return self._targets(arguments[0])
            case Writes(returns=int(number)):
                return self._targets(arguments[number])
            case Arbitrary() | Assumes() | Stops() | Nothing() | Frees() | Writes() | Formats() | NotModelled() | None:
                return {AnyObject.ELSEWHERE}

    def _targets(self, expr: Expr) -> set[Target]:
        """What the value of a pointer may point to."""
        match expr:
            case Const() | FunctionAddress():
                return set()
            case Cast(operand=operand) if isinstance(operand, Const) or isinstance(operand.type, PointerType):
                return self._targets(operand)
            case PointerAdd(pointer=pointer):
                return self._targets(pointer)
            case AddressOf(lvalue=lvalue):
                return self._objects(lvalue)
            case Var(variable=variable) if not variable.is_static and variable not in self.taken:
                return self.pointees.get(variable, set())
            case _:
                return {AnyObject.ELSEWHERE}

    def _objects(self, lvalue: Lvalue) -> set[Target]:
        """The objects that a place may lie in."""
        match lvalue:
            case Var(variable=variable):
                return {variable}
            case Deref(pointer=pointer):
                return self._targets(pointer)
            case Member(base=base) | Index(base=base):
                return self._objects(base)

    def found(self) -> WrittenPlaces:
        found = WrittenPlaces()
        for function, operation in self.operations():
            for expr in _values_of(operation):
                for part in _read_in(expr):
                    _note_read(found, part)
            if function not in self.own:
                self._write(found, operation)
        return found

    def _write(self, found: WrittenPlaces, operation: Operation) -> None:
        match operation:
            case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue) | Call(result=lvalue) if lvalue is not None:
                self._add(found, operation, self._objects(lvalue), lvalue)
            case _:
                pass
        if isinstance(operation, Call):
            self._write_in_call(found, operation)

    def _write_in_call(self, found: WrittenPlaces, call: Call) -> None:
        callee = call.callee
        if not isinstance(callee, Function) and not found.callback and self._is_chosen(callee):
            found.callback = str(place_of(call.origin))
        if isinstance(callee, Function) and (callee.is_defined or callee.name in WITHOUT_EFFECT):
            return
        effect = self.library.effect(callee, call.arguments) if isinstance(callee, Function) else None
        match effect:
            case None | Formats() | NotModelled():
                self._add(found, call, {AnyObject.ELSEWHERE}, None)
            case Frees() | Copies() | Fills():
                self._add(found, call, self._targets(call.arguments[0]), None)
            case Writes(arguments=numbers):
                for number in numbers:
                    self._add(found, call, self._targets(call.arguments[number]), None)
            case Arbitrary() | Assumes() | Stops() | Nothing() | Allocates():
                pass

    def _is_chosen(self, callee: Expr) -> bool:
        """May a caller choose the function?  Not in a constant table, nor if it is known by name."""
        place = without_casts(callee)
        root = root_variable(place) if isinstance(place, Var | Member | Index) else None
        return not (root is not None and root.is_constant and root.is_static) and bool(self._targets(callee))

    def _add(self, found: WrittenPlaces, operation: Operation, targets: set[Target], lvalue: Lvalue | None) -> None:
        if AnyObject.ELSEWHERE in targets and not found.elsewhere:
            found.elsewhere = str(place_of(operation.origin))
        found.targets |= targets
        found.uneven |= {each for each in targets if lvalue is None or not _is_even(lvalue, each)}


def _is_even(lvalue: Lvalue, target: Target) -> bool:
    """Is this a path of members to one number or pointer in an object of its declared type?"""
    if isinstance(lvalue.type, StructType | ArrayType):
        return False
    place: Lvalue = lvalue
    while not isinstance(place, Var | Deref):
        if isinstance(place, Member) and (place.field.bit_width is not None or _is_union(place.base.type)):
            return False
        place = place.base
    return isinstance(place, Var) or place.type == _type_of(target)


def _is_union(type: CType) -> bool:
    return isinstance(type, StructType) and type.is_union


def _type_of(target: Target) -> CType | None:
    match target:
        case ArgumentObject(parameter=parameter):
            return parameter.type.target if isinstance(parameter.type, PointerType) else None
        case Variable(type=type):
            return type
        case _:
            return None


def _values_of(operation: Operation) -> Iterator[Expr]:
    """The expressions whose values an operation uses.  Of a place of ``assigns`` only the address is used."""
    written: Lvalue | None = None
    match operation:
        case Assign(lvalue=Var(variable=variable), value=value) if variable.name.startswith(PLACE):
            located = without_casts(value)
            place = located.lvalue if isinstance(located, AddressOf) else located
            yield from address_operands(place) if isinstance(place, Var | Deref | Member | Index) else (value,)
            return
        case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue) | Call(result=lvalue):
            written = lvalue
        case _:
            pass
    for each in expressions_of(operation):
        yield from address_operands(written) if written is not None and each is written else (each,)


def _read_in(expr: Expr) -> Iterator[Lvalue | AddressOf]:
    """The places that an expression reads, and the addresses that it takes."""
    match expr:
        case AddressOf(lvalue=lvalue):
            yield expr
            for each in address_operands(lvalue):
                yield from _read_in(each)
        case Var() | Deref() | Member() | Index():
            yield expr
            for each in address_operands(expr):
                yield from _read_in(each)
        case _:
            for each in children(expr):
                yield from _read_in(each)


def _note_read(found: WrittenPlaces, part: Lvalue | AddressOf) -> None:
    """Whoever has the address of a variable may read all of it."""
    place = part.lvalue if isinstance(part, AddressOf) else part
    root = root_variable(place)
    if root is None or not root.is_static or root.kind is VariableKind.STRING:
        return
    found.read.add(root)
    read = root.type if isinstance(part, AddressOf) else part.type
    if holds_pointers(read):
        found.pointers_read.add(root)
