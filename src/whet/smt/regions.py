"""Regions: which objects in memory the pointers of a program may reach, found by unification (Steensgaard, POPL 1996).

The analysis looks at every operation once and ignores their order.  Each variable and each call that allocates is a *cell*; the
value in a cell may point to one other cell, and cells that one pointer may point to are unified.  What is left are the regions:
every access to memory belongs to exactly one, known from the program's text.  The parts of an object are not told apart.

A region is an array of words.  A word has as many bytes (``granule``) as divide every access to the region and every step from
which the addresses of these accesses are made; so an access covers whole words, and words do not overlap.

The analysis follows pointers where C programs have them: in pointers, and in integers of their width if the program makes such
integers of pointers somewhere.  A pointer that goes another way (byte by byte through a buffer, out of an unknown function) may
lead to an object outside the region of the access.  This is no hole: whoever uses regions checks each access against the
objects of its region (``whet.smt.memory``) and says so where it is not certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from whet.cfa.expressions import (
    AddressOf,
    Binary,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Unary,
    Var,
    Variable,
    VariableKind,
    children,
    subexpressions,
)
from whet.cfa.library import Allocates, Copies, Fills, Library, Writes
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Operation, Return, expressions_of, flatten
from whet.cfa.source import Origin
from whet.cfa.types import CType, FloatType, IntType, PointerType, is_scalar
from whet.core.flow import Flow

MAX_GRANULE = 16
_NAMED = (VariableKind.LOCAL, VariableKind.PARAMETER)


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Objects that share an array."""

    number: int
    variables: tuple[Variable, ...]
    sites: tuple[Origin, ...]
    """Calls that allocate blocks of it."""
    granule: int
    """The bytes of a word."""
    starts_zeroed: bool
    """Are blocks on the heap all zero when they are made?  Then the array may begin as zeros; otherwise as anything."""
    is_accessed: bool
    """Is something in it read or written, and not only its address used?"""

    @property
    def string_bytes(self) -> int:
        return sum(len(variable.image or b"") for variable in self.variables)

    @property
    def only(self) -> Variable | None:
        """The variable, if it is the only object."""
        return self.variables[0] if len(self.variables) == 1 and not self.sites else None

    def __repr__(self) -> str:
        return f"<region {self.number}>"


@dataclass(frozen=True, slots=True)
class Holders:
    """Where pointers to a local variable may be."""

    lasting: tuple[Variable, ...]
    """Scalars that are still there when its function returned: global ones, and the return value."""
    own: tuple[Variable, ...]
    """Scalars of its own function that the program names."""
    memory: bool
    """May one be in memory that does not belong to its function?"""


class _Cell:
    """A node of the union-find structure."""

    __slots__ = ("granule", "number", "parent", "pointee", "sites", "variables")

    def __init__(self, number: int) -> None:
        self.number = number
        self.parent = self
        self.pointee: _Cell | None = None
        self.granule = 0
        """The greatest common divisor of sizes and steps; 0 if there was none."""
        self.variables: list[Variable] = []
        self.sites: dict[Origin, bool] = {}
        """Calls that allocate, and whether with zeros."""


LONGEST_STRINGS = 4096
"""The contents of string literals are described up to this many bytes in a region."""


def starts_zeroed(region: Region, dynamic: frozenset[Variable]) -> bool:
    """Does the array of a region begin as zeros, rather than as anything?  (``dynamic``: the arrays of variable length.)

    Neither static objects nor blocks of ``calloc`` need to be cleared then; objects that begin otherwise are forgotten."""
    has_zeros = bool(region.sites) or any(variable.is_static for variable in region.variables)
    if region.string_bytes > LONGEST_STRINGS:
        return False
    return has_zeros and region.starts_zeroed and not any(variable in dynamic for variable in region.variables)


def may_hold_zeros(region: Region, dynamic: frozenset[Variable]) -> bool:
    """May the array of a region have begun as zeros at some time?"""
    return region.only is not None or starts_zeroed(region, dynamic)


def is_slot(program: Program, variable: Variable) -> bool:
    """Is it a scalar no pointer can point to?"""
    return is_scalar(variable.type) and variable not in program.address_taken


class Regions:
    """The regions of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._library = Library()
        self._flow = Flow(program)
        self._made = 0
        self._cells: dict[Variable, _Cell] = {}
        self._sites: dict[Origin, _Cell] = {}
        self._regions: dict[_Cell, Region] = {}
        self._holders: dict[Variable, Holders] = {}
        self._slots = [variable for variable in program.variables() if is_slot(program, variable)]
        self._integers_hold_addresses = _converts_pointers(program)
        for variable in program.variables():
            self._cells[variable] = cell = self._new()
            if not is_slot(program, variable):
                cell.variables.append(variable)
        for edge in program.edges():
            for operation in flatten(edge.operation):
                self._collect(operation, edge.source.function)
        for cell in [*self._cells.values(), *self._sites.values()]:
            self._region(_find(cell))

    # ------------------------------------------------------------------------------------------ answers

    def all(self) -> tuple[Region, ...]:
        return tuple(self._regions.values())

    def of_variable(self, variable: Variable) -> Region:
        return self._region(_find(self._cells[variable]))

    def of_pointer(self, pointer: Expr) -> Region:
        """What a pointer may point to; a region without objects if nothing is known to be there."""
        return self._region(self._value(pointer) or self._new())

    def of_site(self, call: Call) -> Region:
        """Where a call that allocates has its blocks."""
        cell = self._sites.get(call.origin)
        if cell is None:  # called through a pointer that was not seen to lead there
            cell = self._site(call, zeroed=False)
        return self._region(_find(cell))

    def reachable(self, values: Iterable[Expr]) -> list[Region]:
        """What can be reached from some values, through any number of pointers."""
        waiting = [cell for value in values if (cell := self._content(value)) is not None]
        seen: dict[_Cell, None] = {}
        while waiting:
            cell = _find(waiting.pop())
            if cell not in seen:
                seen[cell] = None
                if cell.pointee is not None:
                    waiting.append(cell.pointee)
        return sorted((self._region(cell) for cell in seen), key=lambda region: region.number)

    def holders(self, variable: Variable) -> Holders:
        """Where a pointer to a local variable may be when its life ends."""
        if variable not in self._holders:
            target = _find(self._cells[variable])
            slots = [v for v in self._slots if self._points_to(self._cells[v], target)]
            function = variable.function
            self._holders[variable] = Holders(
                lasting=tuple(v for v in slots if v.is_static or (v.kind is VariableKind.RETURN and v.function == function)),
                own=tuple(v for v in slots if v.function == function and v.kind in _NAMED),
                memory=any(self._points_to(cell, target) for cell in self._lasting_memory(function)),
            )
        return self._holders[variable]

    def _points_to(self, cell: _Cell, target: _Cell) -> bool:
        pointee = _find(cell).pointee
        return pointee is not None and _find(pointee) is target

    def _lasting_memory(self, function: str | None) -> Iterator[_Cell]:
        """The memory that is not a frame of this function."""
        for variable, cell in self._cells.items():
            if variable.function != function and not is_slot(self._program, variable):
                yield cell
        yield from self._sites.values()

    # ------------------------------------------------------------------------------------------ cells

    def _new(self) -> _Cell:
        self._made += 1
        return _Cell(self._made)

    def _region(self, cell: _Cell) -> Region:
        if cell not in self._regions:
            granule = min(cell.granule & -cell.granule, MAX_GRANULE) or 1
            zeroed = all(cell.sites.values())
            variables = tuple(sorted(cell.variables, key=lambda variable: variable.number))
            self._regions[cell] = Region(len(self._regions), variables, tuple(cell.sites), granule, zeroed, cell.granule > 0)
        return self._regions[cell]

    def _pointee(self, cell: _Cell) -> _Cell:
        cell = _find(cell)
        if cell.pointee is None:
            cell.pointee = self._new()
        return _find(cell.pointee)

    def _cell(self, lvalue: Lvalue) -> _Cell:
        """Where an lvalue is."""
        match lvalue:
            case Var(variable=variable):
                return _find(self._cells[variable])
            case Deref(pointer=pointer):
                return self._value(pointer) or self._new()
            case Member(base=base) | Index(base=base):
                return self._cell(base)

    def _value(self, expr: Expr) -> _Cell | None:
        """What the value of a scalar may point to; None if nothing."""
        match expr:
            case Var() | Deref() | Member() | Index():
                return self._pointee(self._cell(expr)) if self._carries(expr.type) else None
            case AddressOf(lvalue=lvalue):
                return self._cell(lvalue)
            case Cast(operand=operand):
                return self._value(operand)
            case PointerAdd(pointer=pointer, index=index):
                return self._value(pointer) or self._value(index)
            case Binary(op=op, left=left, right=right) if not op.is_comparison and self._carries(expr.type):
                return self._both(self._value(left), self._value(right))
            case Unary(operand=operand) if self._carries(expr.type):
                return self._value(operand)
            case _:
                return None

    def _both(self, one: _Cell | None, other: _Cell | None) -> _Cell | None:
        if one is not None and other is not None:
            self._unify(one, other)
        return _find(one or other) if one or other else None  # type: ignore[arg-type] # not None, as was just asked

    def _content(self, expr: Expr) -> _Cell | None:
        """What a value, possibly a structure, may point to."""
        if is_scalar(expr.type):
            return self._value(expr)
        assert isinstance(expr, (Var, Deref, Member, Index))
        return self._pointee(self._cell(expr))

    def _carries(self, type: CType) -> bool:
        """May a scalar of this type hold a pointer?"""
        match type:
            case PointerType():
                return True
            case IntType(width=width):
                return self._integers_hold_addresses and width >= 8 * self._program.machine.pointer_size
            case _:
                return False

    def _unify(self, one: _Cell, other: _Cell) -> None:
        waiting = [(one, other)]
        while waiting:
            a, b = (_find(cell) for cell in waiting.pop())
            if a is b:
                continue
            if b.number < a.number:
                a, b = b, a
            b.parent = a
            a.granule = gcd(a.granule, b.granule)
            a.variables += b.variables
            a.sites |= b.sites
            if a.pointee is not None and b.pointee is not None:
                waiting.append((a.pointee, b.pointee))
            a.pointee = a.pointee or b.pointee

    # ------------------------------------------------------------------------------------------ operations

    def _collect(self, operation: Operation, function: Function) -> None:
        for expr in expressions_of(operation):
            self._visit(expr)
        match operation:
            case Assign(lvalue=lvalue, value=value):
                self._flows(self._cell(lvalue), value)
            case Return(value=returned) if returned is not None and function.return_variable is not None:
                self._visit(Var(function.return_variable))
                self._flows(self._cells[function.return_variable], returned)
            case Call(callee=Function() as callee):
                self._call(operation, callee)
            case Call(callee=pointer) if not isinstance(pointer, Function):
                for candidate in self._flow.candidates(pointer):
                    self._call(operation, candidate)
            case _:
                pass

    def _flows(self, target: _Cell, value: Expr) -> None:
        """A value is stored in a cell."""
        content = self._content(value)
        if content is not None:
            self._unify(self._pointee(target), content)

    def _call(self, call: Call, callee: Function) -> None:
        if callee.is_defined:
            for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
                self._visit(Var(parameter))
                self._flows(self._cells[parameter], argument)
            if call.result is not None and callee.return_variable is not None:
                self._flows(self._cell(call.result), Var(callee.return_variable))
        else:
            self._library_call(call, callee)

    def _library_call(self, call: Call, callee: Function) -> None:
        match self._library.effect(callee, len(call.arguments)):
            case Allocates(zeroed=zeroed):
                self._returns(call, self._site(call, zeroed))
            case Copies():
                self._copies(call)
                self._returns(call, self._value(call.arguments[0]))
            case Fills():
                self._length(call, self._value(call.arguments[0]))
                self._returns(call, self._value(call.arguments[0]))
            case Writes(returns=int(position)) if position < len(call.arguments):
                self._returns(call, self._value(call.arguments[position]))
            case _:
                pass

    def _site(self, call: Call, zeroed: bool) -> _Cell:
        cell = self._sites.setdefault(call.origin, self._new())
        _find(cell).sites[call.origin] = zeroed
        return _find(cell)

    def _returns(self, call: Call, target: _Cell | None) -> None:
        if call.result is not None and target is not None:
            self._unify(self._pointee(self._cell(call.result)), target)

    def _copies(self, call: Call) -> None:
        target, source = (self._value(argument) for argument in call.arguments[:2])
        if target is not None and source is not None:
            self._unify(self._pointee(target), self._pointee(source))
        self._length(call, target)
        self._length(call, source)

    def _length(self, call: Call, cell: _Cell | None) -> None:
        """The third argument of ``memcpy`` or ``memset`` is the size of an access, if it is a constant."""
        length = call.arguments[2]
        if cell is not None and isinstance(length, Const):
            _step(cell, length.value)

    # ------------------------------------------------------------------------------------------ accesses

    def _visit(self, expr: Expr) -> None:
        """An expression is evaluated, or stored to."""
        match expr:
            case Var() | Deref() | Member() | Index():
                self._locate(expr)
                _step(self._cell(expr), access_size(expr))
            case AddressOf(lvalue=lvalue):
                self._locate(lvalue)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                self._visit(pointer)
                self._visit(index)
                self._moved(self._value(expr), index, stride)
            case Cast(operand=operand, type=PointerType()) if isinstance(operand.type, IntType):
                self._visit(operand)
                self._moved(self._value(operand), operand, 1)
            case _:
                for child in children(expr):
                    self._visit(child)

    def _locate(self, lvalue: Lvalue) -> None:
        """The address of an object is computed."""
        match lvalue:
            case Var():
                pass
            case Deref(pointer=pointer):
                self._visit(pointer)
            case Member(base=base, field=field):
                self._locate(base)
                _step(self._cell(lvalue), field.offset)
            case Index(base=base, index=index):
                self._locate(base)
                self._visit(index)
                self._moved(self._cell(lvalue), index, lvalue.type.size)

    def _moved(self, cell: _Cell | None, index: Expr, stride: int) -> None:
        if cell is not None:
            _step(cell, index.value * stride if isinstance(index, Const) else stride)


def _find(cell: _Cell) -> _Cell:
    while cell.parent is not cell:
        cell.parent = cell.parent.parent
        cell = cell.parent
    return cell


def _step(cell: _Cell, bytes: int) -> None:
    cell = _find(cell)
    cell.granule = gcd(cell.granule, bytes)


def access_size(lvalue: Lvalue) -> int:
    """The bytes that are touched when an lvalue is read or written."""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return (lvalue.field.bit_offset % 8 + lvalue.field.bit_width + 7) // 8
    return scalar_size(lvalue.type) if is_scalar(lvalue.type) else lvalue.type.size


def scalar_size(type: CType) -> int:
    """The bytes that hold the value of a scalar: ten of a ``long double``."""
    return min(type.size, 10) if isinstance(type, FloatType) else type.size


def _converts_pointers(program: Program) -> bool:
    """Is a pointer made an integer that can hold it?"""
    return any(_makes_number(part) for part in _parts(program))


def _makes_number(expr: Expr) -> bool:
    match expr:
        case Cast(operand=operand, type=IntType(width=width)):
            return isinstance(operand.type, PointerType) and operand.type.width <= width
        case _:
            return False


def _parts(program: Program) -> Iterator[Expr]:
    for edge in program.edges():
        for expr in expressions_of(edge.operation):
            yield from subexpressions(expr)


def regions_of(program: Program) -> Sequence[Region]:
    """The regions of a program with objects in them, for looking at them."""
    return [region for region in Regions(program).all() if region.variables or region.sites]


__all__ = [
    "LONGEST_STRINGS",
    "MAX_GRANULE",
    "Holders",
    "Region",
    "Regions",
    "access_size",
    "is_slot",
    "may_hold_zeros",
    "regions_of",
    "scalar_size",
    "starts_zeroed",
]
