"""Regions: which objects in memory the pointers of a program may reach, found by unification (Steensgaard, POPL 1996).

The analysis looks at every operation once and ignores their order.  Each variable and each call that allocates is a *cell*; the
value in a cell may point to one other cell, and cells that one pointer may point to are unified.  What is left are the regions:
every access to memory belongs to exactly one, known from the program's text.  The parts of an object are not distinguished.

A region is an array of words.  A word has as many bytes (``granule``) as divide every access to the region and every step from
which the addresses of these accesses are made; so an access covers whole words, and words do not overlap.

**What is followed.**  Pointers in pointers, and in integers of their width if the program makes such integers of pointers
somewhere, or reads such integers where pointers are stored, or makes pointers of such integers and gives pointers to functions
without a body.  What a function without a body may do is an assumption of the
run: it reaches only what its arguments point to and memory of its own, so its result, and every pointer it may have written,
points there; regions are unified accordingly.  All results of one such function may point to the same, and so may all
variables of other translation units, which may also point to each other.

**What is not.**  A region is *open* (``Region.is_open``) if a pointer to it may point anywhere.  A client of regions has to read
any value through such a pointer, and must take a write through it for a write to each of ``exposed()``.  The sources are

* the output of inline assembler;
* a pointer that was put together from bytes, if the program looks at a part of a pointer anywhere (``views``) or makes text of
  one (``%p``): a pointer read where something else may have been written, or one made of an integer;
* a pointer that was made of text;
* a pointer read through a pointer to an open region, and, once such a region had a pointer written to it, every pointer that is
  read from memory that is exposed.

No source is

* *an integer* otherwise: without having looked at the address of an object, no code can make a pointer to it.  That something
  depends on the number of a pointer that became an integer (``addresses``) is noted as losing (``notes``); reading its bytes is
  the case above;
* *an indeterminate pointer*, a number written as a pointer, a null pointer: C does not define an access through it;
* *a pointer the environment chooses* (``__VERIFIER_nondet_pointer``), for the same reason as for integers: it points to memory
  that is not the program's, if to anything;
* *the arguments of main*: they point to memory of their own;
* *variables of other translation units*: they point to memory of their own and to each other.  That they point to nothing this
  program defines is an assumption of the run (``checks.premises``).

A region is *foreign* if the C library changes it whenever it likes (``errno``): what is read there is any value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.cfa.expressions import AddressOf, Binary, BinaryOp, Cast, Const, Expr, Index, Lvalue, PointerAdd, Variable, VariableKind
from whet.cfa.facts import Facts
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.shared_strings import SharedEnd, shared_ends
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType, FloatType, IntType, PointerType
from whet.library.effects import Formats
from whet.pointers.addresses import AddressNumbers
from whet.pointers.unification import Cell, Cells, find, is_slot
from whet.task.records import dataclass

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
    is_open: bool = False
    """May a pointer to it lead anywhere?"""
    is_foreign: bool = False
    """May it change at any time?"""
    is_lent: bool = False
    """May there be other objects in it, of which the program only got a pointer?"""

    @property
    def is_known(self) -> bool:
        """Are all objects of it known, so that an access beside them has no meaning?

        A region without any is that of pointers to what is not the program's, if they point to anything."""
        return bool(self.variables or self.sites) and not (self.is_open or self.is_foreign or self.is_lent)

    @property
    def string_bytes(self) -> int:
        return sum(len(variable.image or b"") for variable in self.variables)

    @property
    def table(self) -> Variable | None:
        """The only object, if it is a table that is too long to be written word by word."""
        only = self.only if self.has_long_contents else None
        return only if only is not None and only.is_table and not (self.is_open or self.is_foreign) else None

    @property
    def has_long_contents(self) -> bool:
        """Is there an object that begins with more constants than are written word by word?"""
        return any(each.contents is not None and each.type.size > LONGEST_CONTENTS * self.granule for each in self.variables)

    @property
    def only(self) -> Variable | None:
        """The variable, if it is the only object."""
        return self.variables[0] if len(self.variables) == 1 and not self.sites and not self.is_lent else None

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


LONGEST_CONTENTS = 1024
"""Words of an object that are written one by one where it begins with constants."""
LONGEST_STRINGS = 4096
"""The contents of string literals are described up to this many bytes in a region."""


def starts_zeroed(region: Region, dynamic: frozenset[Variable]) -> bool:
    """Does the array of a region begin as zeros, rather than as anything?  (``dynamic``: the arrays of variable length.)

    Neither static objects nor blocks of ``calloc`` need to be cleared then; objects that begin otherwise are forgotten."""
    has_zeros = bool(region.sites) or any(variable.is_static for variable in region.variables)
    if region.string_bytes > LONGEST_STRINGS or region.is_lent or region.has_long_contents:
        return False
    return has_zeros and region.starts_zeroed and not any(variable in dynamic for variable in region.variables)


def may_hold_zeros(region: Region, dynamic: frozenset[Variable]) -> bool:
    """May the array of a region have begun as zeros at some time?"""
    return region.only is not None or starts_zeroed(region, dynamic)


class Regions:
    """The regions of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._cells = _cells(program)
        self._regions: dict[Cell, Region] = {}
        self._holders: dict[Variable, Holders] = {}
        self._numbers: AddressNumbers | None = None
        self._moved: set[Cell] | None = None
        self._shared: list[SharedEnd] | None = None
        self._truth_values = Facts.of(program).truth_values
        self._slots = [variable for variable in program.variables() if is_slot(program, variable)]
        for cell in self._cells.roots():
            self._region(cell)
        self._exposed = tuple(self._region(cell) for cell in self._cells.roots() if self._cells.is_exposed(cell))

    def all(self) -> tuple[Region, ...]:
        return tuple(self._regions.values())

    def exposed(self) -> tuple[Region, ...]:
        """What may be reached through a pointer of which nothing is known."""
        return self._exposed

    def of_variable(self, variable: Variable) -> Region:
        return self._region(self._cells.variables[variable])

    def of_pointer(self, pointer: Expr) -> Region:
        """What a pointer may point to; a region without objects if nothing is known to be there."""
        return self._region(self._cells.value(pointer) or self._cells.new())

    def of_site(self, call: Call) -> Region:
        """Where a call that allocates has its blocks."""
        cell = self._cells.sites.get(call.origin)
        if cell is None:  # called through a pointer that was not seen to lead there
            cell = self._cells.site(call, zeroed=False)
        return self._region(cell)

    def doubts(self, lvalue: Lvalue) -> bool:
        """May a scalar in memory have been written as a pointer, and be read as something else, or the other way round?"""
        return self._cells.doubts(lvalue)

    def may_hold_addresses(self, pointer: Expr) -> bool:
        """May there be a part of an address, as a pointer or as a number, in what a pointer points to?"""
        cell = self._cells.value(pointer)
        return cell is not None and self._cells.may_hold_addresses(cell)

    def may_be_no_truth_value(self, lvalue: Lvalue) -> bool:
        """May a ``_Bool`` in memory hold another byte than 0 and 1?"""
        return self._truth_values.doubts(lvalue)

    def is_looked_at(self, cast: Cast) -> bool:
        """Does anything depend on the number of a pointer that becomes an integer?"""
        return self._address_numbers().is_looked_at(cast)

    def may_mix_numbers(self, one: Expr, other: Expr) -> bool:
        """May one of two pointers be made of a number, and the other be an address?"""
        return self._address_numbers().may_mix(one, other)

    def may_pass_end(self, one: Expr, other: Expr) -> bool:
        """Are these two addresses of which one may have been moved, so that it may be just past an object?"""
        if self._moved is None:
            moved = (self._cells.value(part) for part in self._program.expressions() if _is_moved(part))
            self._moved = {find(cell) for cell in moved if cell is not None}
        cells = [self._cells.value(expr) for expr in (one, other)]
        return None not in cells and any(find(cell) in self._moved for cell in cells if cell is not None)

    def shared_ends(self, one: Expr, other: Expr) -> list[SharedEnd]:
        """Literals that may share their bytes, one of which each of two pointers may point into."""
        if self._shared is None:
            self._shared = [*shared_ends(self._program.globals)]
        if not self._shared:
            return []
        left, right = (self.of_pointer(pointer) for pointer in (one, other))
        return [each for each in self._shared if _are_in(each, left, right)]

    def _address_numbers(self) -> AddressNumbers:
        if self._numbers is None:
            self._numbers = AddressNumbers(self._program, self._cells)
        return self._numbers

    def reachable(self, values: Iterable[Expr]) -> list[Region]:
        """What can be reached from some values, through any number of pointers."""
        first = [cell for value in values if (cell := self._cells.content(value)) is not None]
        return sorted((self._region(cell) for cell in self._cells.chain(first)), key=lambda region: region.number)

    def holders(self, variable: Variable) -> Holders:
        """Where a pointer to a local variable may be when its life ends."""
        if variable not in self._holders:
            target, cells = find(self._cells.variables[variable]), self._cells.variables
            slots = [v for v in self._slots if self._points_to(cells[v], target)]
            function = variable.function
            self._holders[variable] = Holders(
                lasting=tuple(v for v in slots if v.is_static or (v.kind is VariableKind.RETURN and v.function == function)),
                own=tuple(v for v in slots if v.function == function and v.kind in _NAMED),
                memory=any(self._points_to(cell, target) for cell in self._lasting_memory(function)),
            )
        return self._holders[variable]

    def holding(self, variable: Variable) -> tuple[tuple[Variable, ...], bool]:
        """The variables that may hold a pointer to this one, scalars and others, and whether blocks of the heap may."""
        target, cells = find(self._cells.variables[variable]), self._cells.variables
        holders = tuple(holder for holder, cell in cells.items() if self._points_to(cell, target))
        return holders, any(self._points_to(cell, target) for cell in self._cells.sites.values())

    def _points_to(self, cell: Cell, target: Cell) -> bool:
        pointee = find(cell).pointee
        return pointee is not None and find(pointee) is target

    def _lasting_memory(self, function: str | None) -> Iterator[Cell]:
        """The memory that is not a frame of this function."""
        for variable, cell in self._cells.variables.items():
            if variable.function != function and not is_slot(self._program, variable):
                yield cell
        yield from self._cells.sites.values()

    def _region(self, cell: Cell) -> Region:
        cell = find(cell)
        if cell not in self._regions:
            self._regions[cell] = Region(
                number=len(self._regions),
                variables=tuple(sorted(cell.variables, key=lambda variable: variable.number)),
                sites=tuple(cell.sites),
                granule=min(cell.granule & -cell.granule, MAX_GRANULE) or 1,
                starts_zeroed=all(cell.sites.values()),
                is_accessed=cell.granule > 0,
                is_open=cell.is_open,
                is_foreign=cell.is_foreign,
                is_lent=cell.is_lent,
            )
        return self._regions[cell]


def _are_in(shared: SharedEnd, left: Region, right: Region) -> bool:
    whole, end = shared.whole, shared.end
    return (whole in left.variables and end in right.variables) or (whole in right.variables and end in left.variables)


def _cells(program: Program) -> Cells:
    in_integers = _converts_pointers(program) or (_makes_pointers(program) and _gives_pointers(program))
    cells = Cells(program, in_integers=in_integers, from_bytes=False)
    if not in_integers and cells.looks_at_pointers():
        cells = Cells(program, in_integers=True, from_bytes=False)
    return Cells(program, in_integers=True, from_bytes=True) if cells.looks_at_bytes() else cells


def _converts_pointers(program: Program) -> bool:
    """Is a pointer made an integer that can hold it?"""
    return any(_makes_number(part) for part in program.expressions())


def _makes_number(expr: Expr) -> bool:
    match expr:
        case Cast(operand=operand, type=IntType(width=width)):
            return isinstance(operand.type, PointerType) and operand.type.width <= width
        case _:
            return False


def _is_moved(expr: Expr) -> bool:
    """Is it an address that may be just past an object?"""
    match expr:
        case PointerAdd(index=Const(value=0)):
            return False
        case PointerAdd():
            return True
        case AddressOf(lvalue=Index(base=array, index=Const(value=index))) if isinstance(array.type, ArrayType):
            return array.type.count is None or not 0 <= index < array.type.count
        case AddressOf(lvalue=Index()):
            return True
        case Binary(op=op):
            return op in (BinaryOp.ADD, BinaryOp.SUB)
        case _:
            return False


def _makes_pointers(program: Program) -> bool:
    """Is a pointer made of an integer that may be anything?"""
    return any(_is_made_pointer(part) for part in program.expressions())


def _is_made_pointer(expr: Expr) -> bool:
    match expr:
        case Cast(operand=operand, type=PointerType(width=width)):
            return isinstance(operand.type, IntType) and operand.type.width >= width and not isinstance(operand, Const)
        case _:
            return False


def _gives_pointers(program: Program) -> bool:
    """Does a function of which nothing is known get a pointer?  What it returns, or writes, may be the number of the address."""
    library = Library()
    calls = (part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call))
    return any(_is_unknown(call, library) and not all(map(_is_number, call.arguments)) for call in calls)


def _is_unknown(call: Call, library: Library) -> bool:
    callee = call.callee
    return not isinstance(callee, Function) or (
        not callee.is_defined and isinstance(library.effect(callee, call.arguments), (Formats, type(None)))
    )


def _is_number(expr: Expr) -> bool:
    return isinstance(expr.type, (IntType, FloatType))


def regions_of(program: Program) -> Sequence[Region]:
    """The regions of a program with objects in them, for looking at them."""
    return [region for region in Regions(program).all() if region.variables or region.sites]


__all__ = [
    "LONGEST_CONTENTS",
    "LONGEST_STRINGS",
    "MAX_GRANULE",
    "Holders",
    "Region",
    "Regions",
    "is_slot",
    "may_hold_zeros",
    "regions_of",
    "starts_zeroed",
]
