"""Variables and memory of a run, as terms.

Memory is one array of bytes, plus one for each array or structure whose address is not taken; such scalars are single terms.
Objects have constant addresses, assigned when they are first met; heap blocks get theirs from a counter. All of them lie between
two bounds; the program made nothing outside. The *guard* of a state is the list of conditions under which a run gets there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TypeAlias

from whet.cfa.accesses import object_size
from whet.cfa.alignment import object_alignment
from whet.cfa.expressions import Use, Valid, Variable, VariableKind
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Declare, flatten
from whet.cfa.shared_strings import SharedEnd, shared_ends
from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType
from whet.proofs.lifetimes import steady
from whet.solvers.terms import sorts
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, Float
from whet.solvers.terms.term import Op, Term, is_false, is_true
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass

_CODE, _OBJECTS = 0x1000, 0x100000
GAP = 64
"""Bytes between two objects."""
_UNKNOWN_SIZE = 1 << 16
_MOST_CHAINS = 64
LARGE = "a large object"
_MOST_ZEROS = 1024
"""Bytes of a static object that are written one by one."""
INPUT = "what a run is given, or what C leaves open"
LOOP = "what a loop changes"
WIDE = 144
"""Bits for any index times any size."""

Cell: TypeAlias = tuple[Variable, int]
"""A variable in one of the active calls of its function, from 1 on; 0 for static variables."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The initialised bits of some memory, as bytes: a one for each bit."""

    of: Cell | None


Space: TypeAlias = Cell | Marks | None
"""The bytes of a variable whose address is not taken, or None for all other memory; or their marks."""
UNWRITTEN = "whether what is read was written"
Byte: TypeAlias = tuple[Space, int]
"""One byte of memory, by its address."""
Accessed: TypeAlias = dict[Space, dict[Term, None]]
Activations: TypeAlias = Mapping[str, int]
"""How many calls of each function are active."""
Guard: TypeAlias = tuple[Term, ...]
"""The conditions on the way, the first one first: ways that part and meet again have a common prefix."""


class Bytes:
    """An array of bytes, with the bytes written at constant addresses since the last write elsewhere."""

    __slots__ = ("array", "contents", "known")

    def __init__(self, array: Term, known: dict[int, Term] | None = None) -> None:
        self.array = array
        self.known = {} if known is None else known
        self.contents = object()
        """The same object in copies that were not written since."""

    def copy(self) -> Bytes:
        copied = Bytes(self.array, dict(self.known))
        copied.contents = self.contents
        return copied

    def whole(self, t: Terms) -> Term:
        if self.known:
            index = self.array.array.index
            assert isinstance(index, sorts.BitVec)
            for address in sorted(self.known):
                self.array = t.store(self.array, t.bv(address, index.width), self.known[address])
            self.known = {}
        return self.array

    def write(self, t: Terms, address: Term, byte: Term) -> None:
        self.contents = object()
        match address.value:
            case int(place):
                self.known[place] = byte
            case _:
                self.array = t.store(self.whole(t), address, byte)


@dataclass(frozen=True, slots=True)
class Object:
    begin: int
    size: int


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    space: Space
    address: Term
    inside: Object | None = None
    fixed: int = 0
    """The known part of the offset in the object: the rest is a multiple of ``grain``."""
    grain: int = 0
    among: tuple[ObjectPlace, ...] = ()
    """The place is one of these, if the address is a choice between several."""


Values: TypeAlias = tuple[dict[Cell, Term], dict[Space, object], Term, dict[int, tuple[Term, Term]]]
"""Equal if all values are the same terms."""


@dataclass(slots=True)
class State:
    """Variables and memory of a run, under the condition that it comes here."""

    guard: Guard
    cells: dict[Cell, Term]
    spaces: dict[Space, Bytes]
    heap: Term
    """The address of the next block."""
    blocks: dict[int, tuple[Term, Term]]
    """Blocks with a constant address: their size, and whether they live."""

    def copy(self) -> State:
        spaces = {space: each.copy() for space, each in self.spaces.items()}
        return State(self.guard, dict(self.cells), spaces, self.heap, dict(self.blocks))

    def assume(self, condition: Term) -> None:
        if is_false(condition):
            self.guard = (condition,)
        elif not is_true(condition) and not self.is_impossible:
            self.guard = (*self.guard, condition)

    @property
    def is_impossible(self) -> bool:
        return bool(self.guard) and is_false(self.guard[0])

    def values(self) -> Values:
        """Everything but the guard, for comparison."""
        contents = {space: each.contents for space, each in self.spaces.items()}
        return dict(self.cells), contents, self.heap, dict(self.blocks)


class Bits:
    """The terms of one program."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.program = program
        self.terms = terms
        self.width = 8 * program.machine.pointer_size
        self.library = Library()
        self._why: dict[Term, str] = {}
        self._named: dict[Term, list[Term]] = {}
        self._chains: dict[Term, tuple[Mapping[int, Term], Term]] = {}
        self._count = 0
        self.doubts: list[Term] = []
        """Conditions under which something happens that is not encoded."""
        self.loaded: dict[Byte, None] = {}
        """Addresses from which truth values were loaded that are not known to be 0 or 1."""
        self.accessed: Accessed = {}
        """Addresses that were read or written."""
        self.computed: dict[Term, ObjectPlace] = {}
        """Where addresses are that were computed from those of named objects."""
        self._places: dict[Cell, int] = {}
        self._begins: list[int] = []
        self._sizes: list[int | None] = []
        self._end = _OBJECTS
        self._functions = {name: _CODE + 16 * number for number, name in enumerate(program.functions)}
        self.dynamic = frozenset(
            part.variable
            for edge in program.edges()
            for part in flatten(edge.operation)
            if isinstance(part, Declare) and part.length is not None and not part.variable.is_static
        )
        """Arrays of variable length: their cell has their address."""
        literals = [variable for variable in program.globals if variable.kind is VariableKind.STRING]
        self._literals = (_OBJECTS, max((self.address(each, {}) + len(each.image or b"") for each in literals), default=_OBJECTS))
        """Addresses of string literals only."""

    @cached_property
    def shared(self) -> tuple[SharedEnd, ...]:
        """String literals that may share their bytes."""
        return tuple(shared_ends(self.program.globals))

    def is_in_literals(self, address: Term) -> Term:
        """Does it point to a string literal, or just past it?"""
        t, (begin, end) = self.terms, self._literals
        return t.bv_ule(t.bv_sub(address, t.bv(begin, self.width)), t.bv(end - begin, self.width))

    @cached_property
    def marks(self) -> bool:
        """Is initialisation of memory checked?"""
        return any(isinstance(part, Valid) and part.use is Use.DEFINED for part in self.program.expressions())

    @cached_property
    def steady(self) -> frozenset[Variable]:
        """Variables without pointers from an earlier lifetime."""
        return steady(self.program)

    def fresh(self, width: int, why: str = INPUT) -> Term:
        """Any number of so many bits, for a reason."""
        return self.symbol(self.terms.bv_sort(width), why)

    def symbol(self, sort: sorts.Sort, why: str = INPUT) -> Term:
        self._count += 1
        symbol = self.terms.symbol(f"any!{self._count}", sort)
        self._why[symbol] = why
        return symbol

    @contextmanager
    def unobserved(self) -> Iterator[Accessed]:
        """Reads in this context are not recorded."""
        accessed, doubts, loaded = self.accessed, len(self.doubts), dict(self.loaded)
        self.accessed = {}
        try:
            yield self.accessed
        finally:
            self.accessed, self.loaded = accessed, loaded
            del self.doubts[doubts:]

    def rank(self, address: Term) -> int:
        """Order of addresses: unknown ones first, constants last."""
        reasons = self.reasons(address)
        return 2 if not reasons else int(reasons <= {INPUT, LOOP})

    def reasons(self, condition: Term) -> frozenset[str]:
        """Why values in a condition may be arbitrary."""
        return frozenset(self._why[symbol] for symbol in symbols(condition))

    def any_bytes(self, why: str = INPUT) -> Bytes:
        return Bytes(self.symbol(Array(self.terms.bv_sort(self.width), self.terms.bv_sort(8)), why))

    def any_memory(self, before: Bytes, why: str) -> Bytes:
        """Any bytes in memory, except in read-only objects."""
        changed = self.any_bytes(why)
        for cell, begin in self._places.items() if before.known else ():
            size = object_size(cell[0])
            if ((cell[0].is_constant and cell[0].is_static) or cell[0].image is not None) and size is not None:
                places = range(begin, begin + size)
                among = (places, before.known) if size < len(before.known) else (before.known, places)
                kept = (place for place in among[0] if place in among[1])
                changed.known |= {place: before.known[place] for place in kept}
        return changed

    def zeros(self) -> Bytes:
        return self._constant(0)

    def ones(self) -> Bytes:
        return self._constant(-1)

    def _constant(self, byte: int) -> Bytes:
        t = self.terms
        return Bytes(t.const_array(Array(t.bv_sort(self.width), t.bv_sort(8)), t.bv(byte, 8)))

    def more_marks(self, before: Bytes, why: str) -> Bytes:
        """What is initialised stays so, and more may be."""
        t, after = self.terms, self.any_bytes(why)
        for place, byte in before.known.items():
            after.known[place] = byte if byte.value == 255 else t.bv_or(byte, self.fresh(8, why))
        return after

    def any_of(self, type: CType, why: str = INPUT) -> Term:
        """Any value of a scalar type, as in a cell."""
        return self.symbol(sort_of(type), why) if is_number(type) else self.fresh(width_of(type), why)

    def begin(self) -> State:
        """The initial state: static objects are zero, and the heap is empty."""
        t = self.terms
        heap = 1 << (self.width - 2)
        has_long_tables = any(len(each.contents or b"") > _MOST_ZEROS for each in self.program.globals)
        memory = self._zero_objects() if self.dynamic or has_long_tables else self.zeros()
        for variable in self.program.globals:
            contents = variable.image if variable.contents is None else variable.contents
            if contents is not None and (variable.image is not None or len(contents) <= _MOST_ZEROS):
                base = self.address(variable, {})
                memory.known |= {base + at: t.bv(byte, 8) for at, byte in enumerate(contents)}
        spaces: dict[Space, Bytes] = {None: memory}
        if self.marks:
            # Static objects are initialised, and nothing else is; of large ones nothing is known.
            sizes = {each: object_size(each) for each in self.program.globals}
            small = {each: size for each, size in sizes.items() if size is not None and size <= _MOST_ZEROS}
            marks = self.zeros() if len(small) == len(sizes) else self.any_bytes(LARGE)
            for variable, size in small.items():
                base = self.address(variable, {})
                marks.known |= dict.fromkeys(range(base, base + size), self.terms.bv(-1, 8))
            spaces[Marks(None)] = marks
        return State((), {}, spaces, t.bv(heap, self.width), {})

    def _zero_objects(self) -> Bytes:
        """Zeros in static objects, and any bytes elsewhere. Large objects have any bytes as well."""
        sizes = {each: object_size(each) for each in self.program.globals if each.image is None}
        small = {each: size for each, size in sizes.items() if size is not None and size <= _MOST_ZEROS}
        memory = self.any_bytes(INPUT if len(small) == len(sizes) else LARGE)
        for variable, size in small.items():
            base = self.address(variable, {})
            memory.known |= dict.fromkeys(range(base, base + size), self.terms.bv(0, 8))
        return memory

    def is_private(self, variable: Variable) -> bool:
        """Is its address not taken?"""
        return variable not in self.program.address_taken and variable not in self.dynamic and variable.image is None

    def cell(self, variable: Variable, activations: Activations) -> Cell:
        return (variable, 0 if variable.function is None else activations.get(variable.function, 1))

    def address(self, variable: Variable, activations: Activations) -> int:
        cell = self.cell(variable, activations)
        if cell not in self._places:
            size, align = object_size(variable), object_alignment(variable)
            self._end = -(-self._end // align) * align
            self._places[cell] = self._end
            self._begins.append(self._end)
            self._sizes.append(size)
            self._end += -(-((_UNKNOWN_SIZE if size is None else size) + GAP) // 16) * 16
        return self._places[cell]

    def object_at(self, address: int) -> tuple[int, int] | None:
        """The address and size of the named object that an address is in, or just past."""
        at = bisect_right(self._begins, address) - 1
        if at < 0 or (size := self._sizes[at]) is None or address > self._begins[at] + size:
            return None
        return self._begins[at], size

    def objects(self) -> Iterator[tuple[int, int]]:
        """The addresses and sizes of ``object_at``."""
        return ((begin, size) for begin, size in zip(self._begins, self._sizes, strict=True) if size is not None)

    def is_made_here(self, address: Term) -> Term:
        """Is it an address of the program's objects and blocks?"""
        t, first, end = self.terms, _OBJECTS, 1 << (self.width - 1)
        return t.bv_ult(t.bv_sub(address, t.bv(first, self.width)), t.bv(end - first, self.width))

    def places(self) -> Iterable[tuple[Cell, int]]:
        return self._places.items()

    def function(self, function: Function) -> Term:
        return self.terms.bv(self._functions[function.name], self.width)

    def joined(self, states: list[State]) -> State:
        """One state for several ways to the same place."""
        one = states[0]
        for other in states[1:]:
            guard, choice = self._joined_guards(one.guard, other.guard)
            cells = dict(one.cells)
            for cell in one.cells.keys() | other.cells.keys():
                a, b = one.cells.get(cell), other.cells.get(cell)
                if a is not b:
                    cells[cell] = self._chosen(choice, a, b)
            spaces = dict(one.spaces)
            for space in one.spaces.keys() | other.spaces.keys():
                here, there = (side.spaces.get(space) or self.any_bytes() for side in (one, other))
                spaces[space] = self._joined_bytes(choice, here, there)
            heap, blocks = self.terms.ite(choice, one.heap, other.heap), self._joined_blocks(choice, one.blocks, other.blocks)
            one = State(guard, cells, spaces, heap, blocks)
        return one

    def _joined_blocks(
        self, choice: Term, one: dict[int, tuple[Term, Term]], other: dict[int, tuple[Term, Term]]
    ) -> dict[int, tuple[Term, Term]]:
        """A block that one of the ways lacks is dead there."""
        t, found = self.terms, dict(one)
        for place in one.keys() | other.keys():
            known = one.get(place) or other[place]
            (size, alive), (length, lives) = one.get(place, (known[0], t.false)), other.get(place, (known[0], t.false))
            found[place] = (t.ite(choice, size, length), t.ite(choice, alive, lives))
        return found

    def _joined_guards(self, one: Guard, other: Guard) -> tuple[Guard, Term]:
        """The guard of either, and a condition that holds for the first."""
        t, shared = self.terms, 0
        while shared < min(len(one), len(other)) and one[shared] is other[shared]:
            shared += 1
        ours, theirs = one[shared:], other[shared:]
        if ours and theirs and t.not_(ours[0]) is theirs[0]:
            choice = ours[0]
            rest = t.ite(choice, t.and_(*ours[1:]), t.and_(*theirs[1:]))
        else:
            choice = t.and_(*ours)
            rest = t.or_(choice, t.and_(*theirs))
        return one[:shared] if is_true(rest) else (*one[:shared], rest), choice

    def _chosen(self, choice: Term, a: Term | None, b: Term | None) -> Term:
        """A variable that one of the ways lacks has any value there."""
        some = a if a is not None else b
        assert some is not None
        a, b = (self.symbol(some.sort) if each is None else each for each in (a, b))
        return self.terms.ite(choice, a, b)

    def _joined_bytes(self, choice: Term, one: Bytes, other: Bytes) -> Bytes:
        t = self.terms
        if one.contents is other.contents:
            return one
        places = sorted(one.known.keys() | other.known.keys())
        known = {place: t.ite(choice, self._byte(one, place), self._byte(other, place)) for place in places}
        return Bytes(t.ite(choice, one.array, other.array), known)

    def read(self, memory: Bytes, address: Term) -> Term:
        match address.value:
            case int(place):
                return self._byte(memory, place)
            case _:
                return self.terms.select(memory.whole(self.terms), address)

    def byte(self, state: State, byte: Byte) -> Term | None:
        """The value of a byte; None if its memory was not met, or is gone."""
        space, place = byte
        return self._byte(state.spaces[space], place) if space in state.spaces else None

    def _byte(self, memory: Bytes, place: int) -> Term:
        return memory.known[place] if place in memory.known else self._byte_of(memory.array, place)

    def naming(self, condition: Term) -> list[Term]:
        """Equations between symbols of bytes and the arrays in a condition."""
        return [named for symbol in ordered(symbols(condition)) for named in self._named.get(symbol, ())]

    def _written(self, array: Term) -> tuple[Mapping[int, Term], Term]:
        """The last writes at constant addresses, and the array below; cached, because many bytes of one array are read in a
        row."""
        if array not in self._chains:
            if len(self._chains) >= _MOST_CHAINS:
                self._chains.clear()
            found, below = dict[int, Term](), array
            while below.op is Op.STORE and isinstance(place := below.args[1].value, int):
                found.setdefault(place, below.args[2])
                below = below.args[0]
            self._chains[array] = (found, below)
        return self._chains[array]

    def _byte_of(self, array: Term, place: int) -> Term:
        """The byte at a constant address of an array."""
        t = self.terms
        written, array = self._written(array)
        if place in written:
            return written[place]
        match array.op:
            case Op.SYMBOL:
                # A byte of an arbitrary array: a symbol of its own, which spares solvers arrays where possible.
                t = self.terms
                byte = t.symbol(f"{array.name}[{place}]", t.bv_sort(8))
                if byte not in self._why:
                    self._why[byte] = self._why[array]
                    named = t.eq(t.select(array, t.bv(place, self.width)), byte)
                    self._named.setdefault(array, []).append(named)
                return byte
            case Op.ITE:
                choice, yes, no = array.args
                return t.ite(choice, self._byte_of(yes, place), self._byte_of(no, place))
            case _:
                return t.select(array, t.bv(place, self.width))


def is_number(type: CType) -> bool:
    """Is it a floating type whose values are encoded?"""
    return isinstance(type, FloatType) and type.format in (BINARY32, BINARY64)


def sort_of(type: CType) -> Float:
    return sorts.BINARY32 if isinstance(type, FloatType) and type.format == BINARY32 else sorts.BINARY64


def width_of(type: CType) -> int:
    match type:
        case IntType(width=width):
            return width
        case FloatType():
            return 8 * type.size if is_number(type) else 80
        case _:
            return 8 * type.size


def zero(t: Terms, type: CType) -> Term:
    """As in a cell."""
    return t.fp(0, sort_of(type)) if is_number(type) else t.bv(0, width_of(type))
