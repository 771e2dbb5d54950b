"""Unification of what pointers may point to (Steensgaard, POPL 1996); ``regions`` says what it is for and what it leaves out.

A *cell* stands for some objects in memory, or for a scalar outside of it.  The value in a cell may point to one other cell.  The
operations of the program are looked at once, whatever their order; afterwards some rules are applied until nothing changes:

* of a call of a function without a body: everything that can be reached from its arguments may have come to point to any of that;
* bytes that are copied are seen in their new place as they were in the old one;
* what is open spreads (see ``regions``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from whet.cfa.accesses import access_size
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
)
from whet.cfa.facts import Facts
from whet.cfa.library import NONDET_PREFIXES, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, Return, flatten
from whet.cfa.source import Origin
from whet.cfa.types import CType, IntType, PointerType, is_scalar
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
from whet.pointers.views import PointerStores, Views, overlaps


class Cell:
    """A node of the union-find structure."""

    __slots__ = (
        *(
            "granule",
            "is_foreign",
            "is_lent",
            "is_memory",
            "is_open",
            "number",
            "parent",
            "pointee",
            "sites",
            "variables",
            "views",
        ),
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.parent = self
        self.pointee: Cell | None = None
        self.granule = 0
        """The greatest common divisor of sizes and steps; 0 if there was none."""
        self.variables: list[Variable] = []
        self.sites: dict[Origin, bool] = {}
        """Calls that allocate, and whether with zeros."""
        self.views = Views()
        self.is_memory = False
        """Can a pointer point to it?"""
        self.is_open = False
        self.is_foreign = False
        self.is_lent = False
        """May there be objects in it that are not the program's?"""

    def absorb(self, other: Cell) -> None:
        """Take over everything but the pointee."""
        self.granule = gcd(self.granule, other.granule)
        self.variables += other.variables
        self.sites |= other.sites
        self.views.add(other.views)
        self.is_memory |= other.is_memory
        self.is_open |= other.is_open
        self.is_foreign |= other.is_foreign
        self.is_lent |= other.is_lent


def find(cell: Cell) -> Cell:
    while cell.parent is not cell:
        cell.parent = cell.parent.parent
        cell = cell.parent
    return cell


def step(cell: Cell, bytes: int) -> None:
    """Something is that many bytes long, or away."""
    cell = find(cell)
    cell.granule = gcd(cell.granule, bytes)


class Cells:
    """The cells of a program."""

    def __init__(self, program: Program, *, in_integers: bool, from_bytes: bool) -> None:
        """``in_integers``: integers may hold addresses; ``from_bytes``: pointers may be put together from their bytes."""
        self._program = program
        self._in_integers = in_integers
        self._from_bytes = from_bytes
        self._library = Library()
        self._callees = Facts.of(program).callees
        self._made = 0
        self._merged = 0
        self.variables: dict[Variable, Cell] = {}
        self.sites: dict[Origin, Cell] = {}
        self._anywhere = self.new()
        self._anywhere.is_open = True
        self._read: list[Lvalue] = []
        self._narrowed: list[Cell] = []
        """What integers may point to of which a part becomes an integer that holds no pointer."""
        self._stores = PointerStores()
        self._pointers_written: dict[Cell, None] = {}
        """Where something is written that may be a pointer."""
        self._copies: list[tuple[Cell, Cell]] = []
        self._shows_pointers = False
        """Is text made of pointers?"""
        self._unknown: list[tuple[list[Cell], Cell | None]] = []
        """Of each call of an unknown function: what its arguments point to, and its result."""
        self._results: dict[str, Cell] = {}
        """What the results of each function without a body point to."""
        self._elsewhere = self.new()
        """What variables of other translation units point to: each other, and memory of their own."""
        self._elsewhere.is_lent = True
        for variable in self._program.variables():
            self.variables[variable] = cell = self.new()
            if not is_slot(self._program, variable):
                cell.variables.append(variable)
                cell.is_memory = True
        for edge in self._program.edges():
            for operation in flatten(edge.operation):
                self._collect(operation, edge.source.function)
        while True:
            before = self._merged
            changed = self._apply_unknown()
            for to, from_ in self._copies:
                changed |= find(to).views.receive(find(from_).views)
            changed |= self._open()
            if not changed and before == self._merged:
                break
        for cell in self.chain([cell for cell in self.roots() if cell.is_lent]):
            cell.is_lent = True

    def new(self) -> Cell:
        self._made += 1
        return Cell(self._made)

    def pointee(self, cell: Cell) -> Cell:
        cell = find(cell)
        if cell.pointee is None:
            cell.pointee = self.new()
            cell.pointee.is_memory = True
            cell.pointee.is_open = cell.is_open
        return find(cell.pointee)

    def location(self, lvalue: Lvalue) -> Cell:
        """Where an lvalue is."""
        match lvalue:
            case Var(variable=variable):
                return find(self.variables[variable])
            case Deref(pointer=pointer):
                return self.value(pointer) or self.new()
            case Member(base=base) | Index(base=base):
                return self.location(base)

    def value(self, expr: Expr) -> Cell | None:
        """What the value of a scalar may point to; None if nothing."""
        match expr:
            case Var() | Deref() | Member() | Index():
                return self.pointee(self.location(expr)) if self.carries(expr.type) else None
            case AddressOf(lvalue=lvalue):
                return self.location(lvalue)
            case Cast(operand=operand, type=PointerType()) if self._from_bytes and _is_number(operand):
                return self._both(self.value(operand), self._anywhere)
            case Cast(operand=operand):
                return self.value(operand)
            case PointerAdd(pointer=pointer, index=index):
                return self.value(pointer) or self.value(index)
            case Binary(op=op, left=left, right=right) if not op.is_comparison and self.carries(expr.type):
                return self._both(self.value(left), self.value(right))
            case Unary(operand=operand) if self.carries(expr.type):
                return self.value(operand)
            case _:
                return None

    def _both(self, one: Cell | None, other: Cell | None) -> Cell | None:
        if one is not None and other is not None:
            self._unify(one, other)
        known = one or other
        return None if known is None else find(known)

    def content(self, expr: Expr) -> Cell | None:
        """What a value, possibly a structure, may point to."""
        if is_scalar(expr.type):
            return self.value(expr)
        assert isinstance(expr, (Var, Deref, Member, Index))
        return self.pointee(self.location(expr))

    def carries(self, type: CType) -> bool:
        """May a scalar of this type hold a pointer?"""
        match type:
            case PointerType():
                return True
            case IntType(width=width):
                return self._in_integers and width >= 8 * self._program.machine.pointer_size
            case _:
                return False

    def _unify(self, one: Cell, other: Cell) -> None:
        waiting = [(one, other)]
        while waiting:
            a, b = (find(cell) for cell in waiting.pop())
            if a is b:
                continue
            if b.number < a.number:
                a, b = b, a
            b.parent = a
            self._merged += 1
            a.absorb(b)
            if a.pointee is not None and b.pointee is not None:
                waiting.append((a.pointee, b.pointee))
            a.pointee = a.pointee or b.pointee

    def chain(self, cells: Iterable[Cell]) -> list[Cell]:
        """What can be reached from some cells, through any number of pointers; they themselves come first."""
        waiting = list(cells)[::-1]
        seen: dict[Cell, None] = {}
        while waiting:
            cell = find(waiting.pop())
            if cell not in seen:
                seen[cell] = None
                if cell.pointee is not None:
                    waiting.append(cell.pointee)
        return list(seen)

    def roots(self) -> Iterator[Cell]:
        """Each class of cells that has a variable or allocates, and what these point to, once."""
        return iter(self.chain([*self.variables.values(), *self.sites.values()]))

    def _collect(self, operation: Operation, function: Function) -> None:
        match operation:
            case Assume(condition=condition):
                self._visit(condition)
            case Assign(lvalue=lvalue, value=value):
                self._visit(value)
                self._store(lvalue)
                self._flows(self.location(lvalue), value)
            case Havoc(lvalue=lvalue):
                self._store(lvalue)
                if function is not self._program.start or not _is_temporary(lvalue):
                    # The value of an lvalue is chosen by the environment.
                    if isinstance(lvalue.type, PointerType) or not is_scalar(lvalue.type):
                        self.pointee(self.location(lvalue)).is_open = True
                elif self.carries(lvalue.type):
                    self.pointee(self.location(lvalue)).is_lent = True
            case Declare(variable=variable, length=length):
                if length is not None:
                    self._visit(length)
                if variable.is_static and not operation.zeroed:
                    self._unify(self.pointee(self.variables[variable]), self._elsewhere)
                    if not is_slot(self._program, variable):
                        self._unify(self.variables[variable], self._elsewhere)
            case Return(value=returned) if returned is not None:
                self._visit(returned)
                if function.return_variable is not None:
                    self._store(Var(function.return_variable))
                    self._flows(self.variables[function.return_variable], returned)
            case Call():
                self._collect_call(operation)
            case _:
                pass

    def _collect_call(self, call: Call) -> None:
        for argument in call.arguments:
            self._visit(argument)
        if call.result is not None:
            self._store(call.result)
        if isinstance(call.callee, Function):
            self._call(call, call.callee)
            return
        self._visit(call.callee)
        candidates = self._callees.of(call.callee)
        for candidate in candidates:
            self._call(call, candidate)
        if not candidates:
            self._unknown_call(call, "")

    def _flows(self, target: Cell, value: Expr) -> None:
        """A value is stored in a cell."""
        content = self.content(value)
        if content is not None:
            self._unify(self.pointee(target), content)
            self._pointers_written[target] = None

    def _call(self, call: Call, callee: Function) -> None:
        if not callee.is_defined:
            self._library_call(call, callee)
            return
        for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
            self._store(Var(parameter))
            self._flows(self.variables[parameter], argument)
            self._see(self.content(argument), argument.type, parameter.type)
        if call.result is not None and callee.return_variable is not None:
            returned = Var(callee.return_variable)
            self._visit(returned)
            self._flows(self.location(call.result), returned)
            self._see(self.content(returned), returned.type, call.result.type)

    def _library_call(self, call: Call, callee: Function) -> None:
        match self._library.effect(callee, call.arguments):
            case Allocates(zeroed=zeroed):
                self._returns(call, self.site(call, zeroed=zeroed))
            case Copies():
                self._copied(call, call.arguments[0], call.arguments[1])
                self._length(call, call.arguments[:2])
                self._returns(call, self.value(call.arguments[0]))
            case Fills():
                self._length(call, call.arguments[:1])
                self._returns(call, self.value(call.arguments[0]))
            case Writes(arguments=written, returns=returned):
                self._library_writes(call, written)
                if returned is not None:
                    self._returns(call, self.value(call.arguments[returned]))
            case Finds():
                # The result points to any byte of the object the first argument points to.
                if (cell := self.value(call.arguments[0])) is not None:
                    step(cell, 1)
                    self._returns(call, cell)
            case Arbitrary() if call.result is not None and callee.name.startswith(NONDET_PREFIXES):
                self._result(call.result, callee.name)
            case Arbitrary() if call.result is not None and isinstance(call.result.type, PointerType):
                self.pointee(self.location(call.result)).is_foreign = True
            case Formats(scans=scans):
                self._unknown_call(call, callee.name)
                self._shows_pointers |= not scans
                for target in call.arguments if scans else ():
                    if (cell := self.value(target)) is not None:
                        self.pointee(cell).is_open = True
            case NotModelled() | None:
                self._unknown_call(call, callee.name)
            case Arbitrary() | Assumes() | Stops() | Nothing() | Frees():
                pass

    def site(self, call: Call, *, zeroed: bool) -> Cell:
        """The cell of the blocks that a call allocates."""
        cell = find(self.sites.setdefault(call.origin, self.new()))
        cell.is_memory = True
        cell.sites[call.origin] = zeroed and cell.sites.get(call.origin, True)
        return cell

    def _returns(self, call: Call, target: Cell | None) -> None:
        if call.result is not None and target is not None:
            self._unify(self.pointee(self.location(call.result)), target)
            self._pointers_written[self.location(call.result)] = None

    def _library_writes(self, call: Call, written: tuple[int, ...]) -> None:
        """What is written may be copied from any of the other arguments."""
        for index in written:
            if index < len(call.arguments):
                for source in call.arguments:
                    self._copied(call, call.arguments[index], source)

    def _copied(self, call: Call, target: Expr, source: Expr) -> None:
        to, from_ = self.value(target), self.value(source)
        if to is not None and from_ is not None and find(to) is not find(from_):
            self._unify(self.pointee(to), self.pointee(from_))  # also where neither points to anything known so far
            self._copies.append((to, from_))
            self._pointers_written[to] = None

    def _length(self, call: Call, pointers: Iterable[Expr]) -> None:
        """The third argument of ``memcpy`` or ``memset`` is the size of an access, if it is a constant."""
        length = call.arguments[2]
        for pointer in pointers:
            if (cell := self.value(pointer)) is not None and isinstance(length, Const):
                step(cell, length.value)

    def _unknown_call(self, call: Call, name: str) -> None:
        targets = [cell for argument in call.arguments if (cell := self.content(argument)) is not None]
        self._unknown.append((targets, None if call.result is None else self._result(call.result, name)))

    def _result(self, result: Lvalue, name: str) -> Cell | None:
        """What the result of a function without a body points to: the same as every other result of it."""
        if not self.carries(result.type) and is_scalar(result.type):
            return None
        known = self._results.setdefault(name, self.new())
        find(known).is_lent = True
        self._unify(self.pointee(self.location(result)), known)
        # Whatever it points into, it is aligned for what it is used as.
        step(known, self._program.machine.pointer_size)
        return known

    def _visit(self, expr: Expr) -> None:
        """An expression is evaluated."""
        match expr:
            case Var() | Deref() | Member() | Index():
                self._access(expr)
                if is_scalar(expr.type) and not (isinstance(expr, Var) and is_slot(self._program, expr.variable)):
                    self._read.append(expr)
            case AddressOf(lvalue=lvalue):
                self._locate(lvalue)
                self._stores.expose(lvalue)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                self._visit(pointer)
                self._visit(index)
                self._moved(self.value(expr), index, stride)
            case Cast(operand=operand, type=type):
                self._visit(operand)
                self._see(self.value(operand), operand.type, type)
                if isinstance(operand.type, IntType) and not self.carries(type) and (cell := self.value(operand)) is not None:
                    self._narrowed.append(cell)
                if isinstance(type, PointerType) and isinstance(operand.type, IntType):
                    self._moved(self.value(operand), operand, 1)
            case _:
                for child in children(expr):
                    self._visit(child)

    def _see(self, cell: Cell | None, source: CType, target: CType) -> None:
        """A pointer of one type becomes one of another."""
        if cell is None:
            return
        match source, target:
            case PointerType(target=before), PointerType(target=after):
                find(cell).views.convert(before, after)
            case PointerType(target=before), IntType():
                find(cell).views.give(before)
            case IntType(), PointerType(target=after):
                find(cell).views.take(after)
            case _:
                pass

    def _store(self, lvalue: Lvalue) -> None:
        self._access(lvalue)
        self._stores.add(lvalue)

    def _access(self, lvalue: Lvalue) -> None:
        """An lvalue is stored to, or read."""
        self._locate(lvalue)
        step(self.location(lvalue), access_size(lvalue))

    def _locate(self, lvalue: Lvalue) -> None:
        """The address of an object is computed."""
        match lvalue:
            case Var():
                pass
            case Deref(pointer=pointer):
                self._visit(pointer)
            case Member(base=base, field=field):
                self._locate(base)
                step(self.location(lvalue), field.offset)
            case Index(base=base, index=index):
                self._locate(base)
                self._visit(index)
                self._moved(self.location(lvalue), index, lvalue.type.size)

    def _moved(self, cell: Cell | None, index: Expr, stride: int) -> None:
        if cell is not None:
            step(cell, index.value * stride if isinstance(index, Const) else stride)

    def _apply_unknown(self) -> bool:
        """What an unknown function can reach, it may also have written wherever it can reach."""
        changed = False
        for targets, result in self._unknown:
            reached = self.chain(targets)
            holders = [cell.pointee for cell in reached if cell.pointee is not None]
            if any(cell.is_open for cell in reached):
                changed |= _mark([*holders, *([] if result is None else [result])])
                self._pointers_written |= dict.fromkeys(cell for cell in reached if cell.is_open)
            for holder in holders if result is None else [*holders, result]:
                for cell in reached:
                    self._unify(holder, cell)
        return changed

    def _open(self) -> bool:
        changed = _mark(cell.pointee for cell in self.roots() if cell.is_open and cell.pointee is not None)
        if any(find(cell).is_open for cell in self._pointers_written):
            changed |= _mark(cell.pointee for cell in self.roots() if self.is_exposed(cell) and cell.pointee is not None)
        if self._from_bytes:
            pointers = (lvalue for lvalue in self._read if isinstance(lvalue.type, PointerType))
            changed |= _mark(self.pointee(self.location(lvalue)) for lvalue in pointers if self.doubts(lvalue))
        return changed

    def is_exposed(self, cell: Cell) -> bool:
        """May a pointer of which nothing is known point to these objects?"""
        cell = find(cell)
        taken = self._program.address_taken
        is_known = bool(cell.variables) and not cell.sites
        return cell.is_memory and not (is_known and not any(variable in taken for variable in cell.variables))

    def doubts(self, lvalue: Lvalue) -> bool:
        """May a scalar in memory have been written as a pointer, and be read as something else, or the other way round?"""
        return find(self.location(lvalue)).views.doubts(lvalue, self._stores)

    def may_hold_addresses(self, cell: Cell) -> bool:
        """May a part of an address be stored in it?"""
        cell = find(cell)
        types = (*(variable.type for variable in cell.variables), *cell.views.given, *cell.views.taken)
        if cell.is_lent or cell.is_open or any(overlaps(type, 0, 1 << 62, pointers=True) for type in types):
            return True
        return cell.pointee is not None and not _is_nothing(find(cell.pointee))

    def looks_at_pointers(self) -> bool:
        """Is a pointer, or a part of one, read as something else?"""
        return any(self._mistaken())

    def looks_at_bytes(self) -> bool:
        """Is a part of a pointer read, or made of an integer that was read where a pointer was, or a pointer made text?"""
        if self._shows_pointers or any(not self.carries(lvalue.type) for lvalue in self._mistaken()):
            return True
        return self.looks_at_pointers() and any(find(cell).variables or find(cell).sites for cell in self._narrowed)

    def _mistaken(self) -> Iterator[Lvalue]:
        return (lvalue for lvalue in self._read if not isinstance(lvalue.type, PointerType) and self.doubts(lvalue))


def _is_nothing(cell: Cell) -> bool:
    """Is no object there?"""
    return not (cell.variables or cell.sites or cell.is_open or cell.is_foreign or cell.is_lent)


def _mark(cells: Iterable[Cell]) -> bool:
    """Open some cells; is this news?"""
    news = [cell for cell in map(find, cells) if not cell.is_open]
    for cell in news:
        cell.is_open = True
    return bool(news)


def _is_number(expr: Expr) -> bool:
    """An integer, and not one that stands in the program or was a pointer just before."""
    match expr:
        case Const():
            return False
        case Cast(operand=operand, type=IntType(width=width)) if isinstance(operand.type, PointerType):
            return width < operand.type.width
        case _:
            return isinstance(expr.type, IntType)


def _is_temporary(lvalue: Lvalue) -> bool:
    return isinstance(lvalue, Var) and lvalue.variable.kind is VariableKind.TEMPORARY


def is_slot(program: Program, variable: Variable) -> bool:
    """Is it a scalar no pointer can point to?"""
    return is_scalar(variable.type) and variable not in program.address_taken
