"""Memory as terms: where objects lie, how values lie in the words of a region, and which addresses are good.

**Addresses are numbers known in advance.**  Functions, static objects and the local variables of each activation of a function
have constant addresses; blocks on the heap get theirs from a counter that is part of the state.  So two living objects never
overlap, and an address is a constant wherever the call stack is known::

    functions | static objects | locals | heap, in slots of equal size ...  | locals of recursive activations

After each object there is a gap.  A block of the heap begins at the beginning of a slot, so that a slot's number, the upper
bits of an address, identifies the block; the array ``blocks`` of a region has its size plus one there, and zero when it was
freed.  Slots are as wide as the largest block that the program's text allows (``slot_bits``), up to a limit that leaves enough of
them.  A block that is larger than a slot takes several.  An address that was computed from one in the first slot is then known to
be inside or not; of other addresses in later slots nothing is known (``tells_all``).

Allocation never fails, as in the conventions of the tasks: no execution asks for a block of more than ``largest_block`` bytes, or
has more blocks alive, or pointers to different ones left, than there are slots.  When the last slot is used, the next block may
be in any: an execution that continues has a model in which this is a slot that nothing points to, and no pointer to a dead block
becomes good in all models.

**What concrete addresses decide.**  They are one choice among many that an implementation of C may make.  Where a formula may
have models, or none, only because of this choice (``notes`` says what each kind means):

* *an access outside of living objects* (out of bounds, through a wild or null pointer, after ``free``, into a string literal): C
  gives it no meaning, the formula reads or writes whatever the array has there.  Every access that is not certain to be good
  has a note ``ACCESS`` with the exact condition;
* *the order of, and distance between, addresses of different objects*: a note ``ORDER`` unless both must belong to one object;
* *a pointer as a number*: a note ``ADDRESS`` if the pointer may point to an object and something depends on the number
  (``addresses``);
* *addresses used again*: the locals of a function are at the same place in the next call, so a dangling pointer may equal a good
  one, and an access through it would be called good.  A note ``LIFETIME`` stands where the life of an object ends while such a
  pointer may be left.  Freed blocks are never given out again, so there is one where a pointer to such a block is compared;
* *equality* of pointers to different living objects is false in C as it is here, except that a pointer just past one object may
  equal a pointer to the next one.  Because of the gaps it never does here, so that it is left open (``ObjectEnds``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from whet.cfa.alignment import object_alignment
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Var, Variable, VariableKind
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, Declare, flatten
from whet.cfa.types import ArrayType, IntType, StructType
from whet.encoding.notes import Apart, Outside
from whet.library.effects import Allocates
from whet.pointers.regions import Region, is_slot
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

WIDE = 144
"""Bits in which addresses are computed that must not wrap around: enough for any index times any size."""
_GRAIN = 16
_CODE = 0x10000
_STATICS = 1 << 28
BLOCK_GAP = 64
"""Bytes after a block of the heap that no other block takes."""
_UNKNOWN_SIZE = 1 << 20
"""Room for an object whose size the program leaves open."""


class OutOfAddresses(Exception):
    """The objects of a program, or of a path, do not fit into the address space."""


class AddressLayout:
    """The addresses of a program's objects."""

    def __init__(self, program: Program, renewed: frozenset[Variable] = frozenset()) -> None:
        self._program = program
        wide = program.machine.pointer_size == 8
        self.width = 64 if wide else 32
        self.largest_block = 1 << 47 if wide else (1 << 31) - 1
        needed = (largest_size(program, self.largest_block) + BLOCK_GAP).bit_length()
        fewest, most = (32, 40) if wide else (16, 16)
        self.slot_bits = min(max(fewest, needed), most)
        self.fits_slots = needed <= self.slot_bits
        """Has no block more bytes than a slot?"""
        # Sizes that only declarations fix: structures whose flexible array has elements.
        declared = (part for edge in program.start.edges() for part in flatten(edge.operation) if isinstance(part, Declare))
        self._sizes = {each.variable: each.length.value for each in declared if isinstance(each.length, Const)}
        self.dynamic = frozenset(_dynamic(program)) | renewed
        """Arrays of variable length and what is new each time: blocks of the heap whose address is part of the state."""
        self._functions = {name: _CODE + _GRAIN * number for number, name in enumerate(program.functions)}
        self._addresses: dict[Variable, int] = {}
        end = self._place(program.globals, _STATICS)
        locals = [v for f in program.defined_functions for v in f.variables]
        strictest = max(map(object_alignment, locals), default=_GRAIN)
        self._first_local = end = -(-end // strictest) * strictest
        end = self._place(locals, end)
        self.page_bits = (max(end - self._first_local, strictest) - 1).bit_length()
        self._page = 1 << self.page_bits
        """The distance between the locals of one activation and those of the next, from the second one on."""
        heap, top = (1 << 44, 1 << 62) if wide else (0, 0xB0000000)
        self.first_slot = max(heap >> self.slot_bits, (end >> self.slot_bits) + 1)
        self.slot_limit = top >> self.slot_bits
        self._top, self._ceiling = top, (1 << 63) if wide else 0xF0000000
        if self.first_slot >= self.slot_limit:
            raise OutOfAddresses(f"the variables of the program take {end - _STATICS} bytes")

    def _place(self, variables: Sequence[Variable], address: int) -> int:
        for variable in variables:
            if not is_slot(self._program, variable) and variable not in self.dynamic:
                address = -(-address // object_alignment(variable)) * object_alignment(variable)
                self._addresses[variable] = address
                size = self.size(variable)
                address += _footprint(_UNKNOWN_SIZE if size is None else size)
        return address

    def size(self, variable: Variable) -> int | None:
        """The bytes of an object; None where they are unknown."""
        if variable in self._sizes:
            return self._sizes[variable]
        if isinstance(variable.type, ArrayType) and variable.type.count is None and variable.image is None:
            return None
        if isinstance(variable.type, StructType) and not variable.type.is_complete:
            return None
        return max(variable.type.size, len(variable.image or b""))

    def tells_all(self, access: Outside) -> bool:
        """Is there no good access but those in the objects whose sizes are known, and in the first slot of a block?"""
        sizes = [self.size(variable) for variable in access.region.variables if variable not in self.dynamic]
        return None not in sizes and (access.blocks is None or self.fits_slots)

    def address(self, variable: Variable, activation: int) -> int:
        """Of a static object (any activation) or of a local variable in one of the activations of its function, from 1 on."""
        address = self._addresses[variable]
        if variable.is_static or activation <= 1:
            return address
        moved = self._top + (activation - 2) * self._page + (address - self._first_local)
        if moved + self._page > self._ceiling:
            raise OutOfAddresses(f"{activation} activations of {variable.function}")
        return moved

    @property
    def first_recursive(self) -> int:
        """Where the local variables of second and later activations begin."""
        return self._top

    def beyond_second(self, terms: Terms, address: Term, variable: Variable) -> tuple[Term, Term]:
        """How many activations after the second one an address (of ``WIDE`` bits) is in, and how far after the variable there."""
        begin, bits = terms.bv(self.address(variable, 2), WIDE), self.page_bits
        distance = terms.bv_sub(address, begin)
        offset = terms.resize(terms.extract(distance, high=bits - 1, low=0), WIDE, signed=False)
        return terms.extract(distance, high=WIDE - 1, low=bits), offset

    def function(self, function: Function) -> int:
        return self._functions[function.name]

    def slot(self, terms: Terms, address: Term) -> Term:
        """The slot of the heap an address is in."""
        return terms.extract(address, high=self.width - 1, low=self.slot_bits)

    def offset(self, terms: Terms, address: Term) -> Term:
        """How far an address is from the beginning of its slot."""
        return terms.extract(address, high=self.slot_bits - 1, low=0)


def _dynamic(program: Program) -> Iterator[Variable]:
    for edge in program.edges():
        for part in flatten(edge.operation):
            if isinstance(part, Declare) and part.length is not None and not part.variable.is_static:
                yield part.variable


def largest_size(program: Program, limit: int) -> int:
    """The most bytes that a block of the heap may have, by the constants and types in the program's text, and by a limit."""
    width, largest = program.machine.size_t.width, 0
    for factors, bounds in _asked_sizes(program):
        low, high = _product([_interval(factor, width, bounds) for factor in factors])
        if low <= limit - (1 << width):  # a negative number is a large size, but may be one within the limit
            return limit
        largest = max(largest, min(high, limit))
    return largest


def _asked_sizes(program: Program) -> Iterator[tuple[list[Expr], Mapping[Variable, int]]]:
    """The factors of the sizes of blocks and of arrays of variable length, and bounds of variables there."""
    library = Library()
    for edge in program.edges():
        for part in flatten(edge.operation):
            if isinstance(part, Declare) and part.length is not None:
                yield [part.length], _bounds_before(edge, part)
            elif isinstance(part, Call) and isinstance(part.callee, Function):
                effect = library.effect(part.callee, part.arguments)
                if isinstance(effect, Allocates):
                    yield [part.arguments[index] for index in effect.size], {}


def _bounds_before(edge: Edge, declare: Declare) -> dict[Variable, int]:
    """Upper bounds of unsigned variables that are assumed right before, as for the strings that the program is given."""
    bounds: dict[Variable, int] = {}
    before = flatten(edge.operation)
    parts = list(before[: before.index(declare)])
    if not parts and len(edge.source.entering) == 1:
        parts = list(flatten(edge.source.entering[0].operation))
    for part in reversed(parts):
        match part:
            case Assume(condition=Binary(op=BinaryOp.LE, left=Var(variable=variable), right=Const(value=int(most))), truth=True):
                if isinstance(variable.type, IntType) and not variable.type.signed:
                    bounds.setdefault(variable, most)
            case _:
                break
    return bounds


def _interval(expr: Expr, width: int, bounds: Mapping[Variable, int]) -> tuple[int, int]:
    """Bounds of an integer: of the value itself, or, if it has the width of sizes, of a number that is congruent to it."""
    match expr:
        case Var(variable=variable) if variable in bounds:
            return 0, bounds[variable]
        case Const(value=int(value)):
            return value, value
        case Cast(operand=operand, type=IntType() as type) if isinstance(operand.type, IntType):
            low, high = _interval(operand, width, bounds)
            is_exact = operand.type.width != width
        case Binary(op=BinaryOp.MUL, left=left, right=right, type=IntType() as type):
            low, high = _product([_interval(left, width, bounds), _interval(right, width, bounds)])
            is_exact = True
        case Binary(op=BinaryOp.ADD, left=left, right=right, type=IntType() as type):
            (a, b), (c, d) = _interval(left, width, bounds), _interval(right, width, bounds)
            low, high, is_exact = a + c, b + d, True
        case _:
            return (expr.type.min, expr.type.max) if isinstance(expr.type, IntType) else (0, 1 << width)
    is_kept = type.width == width or (is_exact and type.min <= low and high <= type.max)
    return (low, high) if is_kept else (type.min, type.max)


def _product(factors: Sequence[tuple[int, int]]) -> tuple[int, int]:
    low, high = 1, 1
    for least, most in factors:
        corners = [a * b for a in (low, high) for b in (least, most)]
        low, high = min(corners), max(corners)
    return low, high


def _footprint(size: int) -> int:
    gap = 32 if size < 32 else min(size, 4096)
    return (size + gap + _GRAIN - 1) & -_GRAIN


# -------------------------------------------------------------------------------------------------- contents


def array_sort(region: Region, width: int) -> Array:
    """Words by the address of their first byte."""
    return Array(BitVec(width), BitVec(8 * region.granule))


def read(terms: Terms, array: Term, region: Region, address: Term, size: int) -> Term:
    """So many bytes, the first one lowest."""
    return joined(terms, read_words(terms, array, region, address, size))


def read_words(terms: Terms, array: Term, region: Region, address: Term, size: int) -> list[Term]:
    width = address.width
    return [terms.select(array, terms.bv_add(address, terms.bv(at, width))) for at in range(0, size, region.granule)]


def write(terms: Terms, array: Term, region: Region, address: Term, value: Term) -> Term:
    return write_words(terms, array, region, address, split(terms, value, region.granule))


def write_words(terms: Terms, array: Term, region: Region, address: Term, words: Sequence[Term]) -> Term:
    for number, word in enumerate(words):
        array = terms.store(array, terms.bv_add(address, terms.bv(number * region.granule, address.width)), word)
    return array


def joined(terms: Terms, words: Sequence[Term]) -> Term:
    """The number that words, the lowest first, are the parts of."""
    whole = words[0]
    for word in words[1:]:
        whole = terms.concat(word, whole)
    return whole


def split(terms: Terms, value: Term, granule: int) -> list[Term]:
    """The words of a number, the lowest first."""
    bits = 8 * granule
    return [terms.extract(value, high=low + bits - 1, low=low) for low in range(0, value.width, bits)]


def regrouped(terms: Terms, words: Sequence[Term], *, target: int) -> list[Term]:
    """The same bytes in words of another size."""
    source = words[0].width // 8
    if target <= source:
        return [part for word in words for part in split(terms, word, target)]
    count = target // source
    return [joined(terms, words[at : at + count]) for at in range(0, len(words), count)]


# -------------------------------------------------------------------------------------------------- ends of objects


@dataclass(frozen=True, slots=True)
class At:
    """A pointer that is compared: its address, and the region it belongs to."""

    region: Region
    address: Term
    blocks: Term | None
    """The sizes of the region's blocks of the heap; None if it has none."""


class ObjectEnds:
    """Which pointers may be just past an object, and which at the beginning of one.

    Every pointer into a block of the heap may be after it: where it ends is part of the state, and asking for that would make
    formulas expensive.  Every pointer to objects of recursive activations, which have other addresses in each, may be both."""

    def __init__(self, terms: Terms, layout: AddressLayout) -> None:
        self._terms = terms
        self._layout = layout

    def touch(self, end: At, begin: At) -> Term:
        """Is one pointer just past an object, and the other at the beginning of another object?"""
        return self._terms.and_(self._is_begin(begin), self._is_end(end, begin.address))

    def _is_begin(self, at: At) -> Term:
        t, address = self._terms, at.address
        found = [t.eq(address, t.bv(place, address.width)) for place, _ in self._objects(at.region)]
        if at.blocks is not None:
            found.append(t.eq(self._layout.offset(t, address), t.bv(0, self._layout.slot_bits)))
        return t.or_(*found, *self._is_recursive(at))

    def _is_end(self, at: At, other: Term) -> Term:
        """After an object at whose beginning the other pointer is not."""
        t, address = self._terms, at.address
        found = [
            t.and_(self._is_behind(address, place, size), t.not_(t.eq(other, t.bv(place, other.width))))
            for place, size in self._objects(at.region)
        ]
        if at.blocks is not None:
            is_inside, slot = t.is_nonzero(self._layout.offset(t, address)), self._slot(address)
            if not self._layout.fits_slots:  # the end of a block may be the beginning of a slot, in which no block begins
                is_inside = t.or_(is_inside, t.eq(t.select(at.blocks, slot), t.bv(0, self._layout.width)))
            found.append(t.and_(is_inside, t.not_(t.eq(slot, self._slot(other)))))
        return t.or_(*found, *self._is_recursive(at))

    def _is_behind(self, address: Term, place: int, size: int | None) -> Term:
        t, width = self._terms, address.width
        if size is not None:
            return t.eq(address, t.bv(place + size, width))
        return t.bv_ult(t.bv_sub(address, t.bv(place, width)), t.bv(_UNKNOWN_SIZE, width))

    def _objects(self, region: Region) -> Iterator[tuple[int, int | None]]:
        for variable in region.variables:
            if variable not in self._layout.dynamic:
                yield self._layout.address(variable, 1), self._layout.size(variable)

    def _is_recursive(self, at: At) -> Iterator[Term]:
        if any(not variable.is_static for variable in at.region.variables):
            yield self._terms.bv_ule(self._terms.bv(self._layout.first_recursive, at.address.width), at.address)

    def _slot(self, address: Term) -> Term:
        return self._layout.slot(self._terms, address)


# -------------------------------------------------------------------------------------------------- good addresses


class Validity:
    """Which addresses lie within living objects."""

    def __init__(self, terms: Terms, layout: AddressLayout) -> None:
        self._terms = terms
        self._layout = layout

    def outside(self, access: Outside, activations: Mapping[str, int]) -> Term:
        """The access is not good; ``activations`` has the number of active calls by function name."""
        t = self._terms
        objects = self._objects(access.region, activations, writable=access.writes)
        inside = [self._within(access.address, base, size - access.size) for base, size in objects if size >= access.size]
        if access.blocks is not None:
            inside.append(self.within_block(access.address, access.blocks, t.bv(access.size, WIDE)))
        aligned = t.eq(t.bv_and(access.address, t.bv(access.region.granule - 1, WIDE)), t.bv(0, WIDE))
        return t.not_(t.and_(t.or_(*inside), aligned))

    def apart(self, pair: Apart, activations: Mapping[str, int]) -> Term:
        t = self._terms
        together = [
            t.and_(self._within(pair.left, base, size), self._within(pair.right, base, size))
            for base, size in self._objects(pair.region, activations, writable=False)
        ]
        if pair.blocks is not None:
            same = t.eq(self._slot(pair.left), self._slot(pair.right))
            together.append(t.and_(same, self.within_block(pair.left, pair.blocks, t.bv(0, WIDE))))
        return t.not_(t.or_(*together))

    def _objects(self, region: Region, activations: Mapping[str, int], *, writable: bool) -> Iterator[tuple[int, int]]:
        """Addresses and sizes of what is alive."""
        for variable in region.variables:
            size = self._layout.size(variable)
            if variable in self._layout.dynamic or size is None or (writable and variable.kind is VariableKind.STRING):
                continue
            count = 1 if variable.function is None else activations.get(variable.function, 0)
            for activation in range(1, count + 1):
                yield self._layout.address(variable, activation), size

    def _within(self, address: Term, base: int, room: int) -> Term:
        t = self._terms
        return t.bv_ule(t.bv_sub(address, t.bv(base, WIDE)), t.bv(room, WIDE))

    def within_block(self, address: Term, blocks: Term, size: Term, home: Term | None = None) -> Term:
        """``size`` bytes lie in the block whose first slot the address is in, or that from which it was computed (``home``)."""
        t, layout = self._terms, self._layout
        entry = t.resize(t.select(blocks, self._slot(address if home is None else home)), WIDE, signed=False)
        in_space = t.eq(t.extract(address, high=WIDE - 1, low=layout.width), t.bv(0, WIDE - layout.width))
        if home is None or layout.fits_slots:
            offset = t.resize(layout.offset(t, address), WIDE, signed=False)
            same = t.true if home is None else t.eq(self._slot(address), self._slot(home))
            return t.and_(same, in_space, t.bv_ult(t.bv_add(offset, size), entry))
        base = t.concat(t.extract(home, high=WIDE - 1, low=layout.slot_bits), t.bv(0, layout.slot_bits))
        offset = t.bv_sub(address, base)
        return t.and_(in_space, t.bv_ule(base, address), t.bv_ult(t.bv_add(offset, size), entry))

    def _slot(self, address: Term) -> Term:
        return self._layout.slot(self._terms, address)
