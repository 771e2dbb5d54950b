"""Which number counts the elements that a pointer points to, by how the functions of a file use both.

No type says so, and names do only sometimes.  The evidence, strongest first:

- the pointer is indexed with a number that is compared with the count (``i < n`` and ``p[i]``); both are arguments of one call
  that accesses so many bytes (``memcpy(x, p, n)``, by the records of library functions), or whose own parameters are such a pair;
  the pointer is assigned a block of that size (``p = malloc(n)``); both are stored in members that are such a pair;
- their sum is a pointer (``p + n``), the function steps through the pointer and counts the number down, or elements of an array
  that the number counts are indices of the pointer (``p[a[i]]``).

A pointer whose elements alone a loop tests for being other than zero (``while (*p)``) points to elements that end with 0.

A pointer that is read or written as ``*p`` alone, wherever it is stored or passed to, points to *one* object.

A pointer whose elements a function writes and does not read, nor anything that it passes the pointer to, is an *output*.

A variable that is assigned an expression stands for the pointers and numbers in it.  Evidence is a guess: it decides which
arguments are generated, and what was guessed is listed among the assumptions.

Invariants: a *place* is a variable, a member of a structure type (of whichever object), or what a place points to.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from whet.frontend.clang import (
    BinaryKind,
    Cursor,
    CursorKind,
    Type,
    TypeKind,
    UnaryKind,
    canonical_type,
    children,
    evaluate_integer,
    library,
    spelling,
)
from whet.frontend.reach import TRANSPARENT, AccessedElements, Indices, Place, ReachedLength, bare
from whet.frontend.tree import Tree, read_tree
from whet.frontend.type_names import record_name
from whet.frontend.unit import TranslationUnit
from whet.library.accesses import AccessKind
from whet.library.notation import record_of
from whet.task.records import dataclass

_COMPARISONS = range(BinaryKind.LT, BinaryKind.NE + 1)
_LOOPS = (CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.FOR_STMT)
_STEPS = (UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC)
_SUMS = (BinaryKind.ADD, BinaryKind.SUB, BinaryKind.MUL)
_ALLOCATING = re.compile(r"\w*(?:alloc|alloc_array|allocarray|alloc2)", re.IGNORECASE)
_OF_ARRAYS = re.compile(r"\w*(?:calloc|alloc_array|allocarray|alloc2)", re.IGNORECASE)
"""Those of which two arguments are multiplied."""
_Terms: TypeAlias = tuple[tuple[tuple[Tree, ...], int], ...]
_STRINGS = frozenset({AccessKind.STRING, AccessKind.COMPARED, AccessKind.COMPARED_IGNORING_CASE, AccessKind.FORMAT})
_OUTPUTS = frozenset({AccessKind.WRITTEN, AccessKind.COPIED, AccessKind.TEXT})
_MOST_ITERATIONS = 4
"""Of passing pairs from callees to callers."""


@dataclass(frozen=True, slots=True, order=True)
class ContentUse:
    """A number in an object that a function is given, which the function uses as an index or as a bound of indices."""

    owner: str
    """The structure that it is a member of; empty for what a parameter points to."""
    name: str
    """Of the member, or of the parameter."""
    array: str
    """The member of the same structure, or the parameter, that the index is one of; empty if that has a fixed length."""
    length: int = 0
    """The fixed length."""
    is_of_parameter: bool = False
    """Is the array a parameter?"""
    is_bound: bool = False
    """Is it a bound of indices, or compared for equality, so that it may be as large as the length?"""
    is_checked: bool = False
    """Does the function itself compare it with a limit?"""
    is_checked_below: bool = False
    """Does it compare it with zero?"""
    is_element: bool = False
    """Is the member an array, whose elements are indices?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterUse:
    """What a function does with a parameter; other parameters by their names."""

    counts: tuple[str, ...]
    """Those that may count its elements, the most likely first."""
    is_terminated: bool
    """Is it read up to a null character, or to another element that is zero?"""
    is_single: bool
    """Does it point to one object?"""
    is_output: bool
    """Are its elements written, and not read?"""
    is_moved: bool
    """Is it indexed, or added to?"""
    end: str
    """The one that points past the last element."""
    objects: int
    """The number of elements, where all indices are constants and the pointer is not passed on; otherwise 1."""
    indices_of: tuple[str, ...]
    """Those that its elements are indices of, where the function compares none of them."""
    reach: ReachedLength | None
    """How many elements its indices reach."""
    casts: tuple[Type, ...]
    """The structures that it is cast to a pointer to."""


@dataclass(frozen=True, slots=True)
class MemberUse:
    """What the functions of a file do with a member; others of the structure by their names."""

    counts: tuple[str, ...] = ()
    """Those that may count its elements, the most likely first."""
    reach: ReachedLength | None = None
    """How many elements the indices of the first function reach that shows it."""
    end: str = ""
    """The one that points past the last element."""


@dataclass(frozen=True, slots=True)
class CountedUses:
    """What was found in one file."""

    parameters: Mapping[str, Mapping[str, ParameterUse]]
    """By function and parameter."""
    members: Mapping[int, Mapping[str, MemberUse]]
    """By structure (its declaration) and member."""
    contents: Mapping[str, tuple[ContentUse, ...]]
    """By function, its callees in the file included."""


def counted_uses(unit: TranslationUnit) -> CountedUses:
    bodies = [_Body(cursor) for cursor in children(unit.root) if _is_defined(unit, cursor)]
    callees = {body.name: body for body in bodies}
    for _ in range(_MOST_ITERATIONS):
        known = sum(body.known() for body in bodies)
        members = _member_pairs(bodies)
        for body in bodies:
            body.conclude(callees, members)
        if known == sum(body.known() for body in bodies):
            break
    single = _single(bodies)
    contents = {body.name: (*sorted(_content_uses(body, callees)),) for body in bodies}
    return CountedUses({body.name: body.parameter_uses(single) for body in bodies}, _member_uses(bodies), contents)


def _content_uses(body: _Body, callees: Mapping[str, _Body]) -> set[ContentUse]:
    """Members belong to their structures in every function; what a parameter points to is known in its own function alone."""
    reached = {body.name: body}
    waiting = [body]
    for each in waiting:
        new = [callees[name] for name in each.called() if name in callees and name not in reached]
        reached |= {one.name: one for one in new}
        waiting += new
    found = {
        use for each in reached.values() for use in each.content_uses() if each is body or (use.owner and not use.is_of_parameter)
    }
    checked = {(use.owner, use.name) for use in found if use.is_checked}
    below = {(use.owner, use.name) for use in found if use.is_checked_below}
    bounds = {(use.owner, use.name) for use in found if use.is_bound}
    return {
        replace(
            use,
            is_bound=(use.owner, use.name) in bounds,
            is_checked=(use.owner, use.name) in checked,
            is_checked_below=(use.owner, use.name) in below,
        )
        for use in found
        if use.array or use.length or use.is_element
    }


def _member_uses(bodies: Sequence[_Body]) -> Mapping[int, Mapping[str, MemberUse]]:
    counts: dict[Place, tuple[str, ...]] = {}
    pairs = (pair for body in bodies for pair in body.ranked_pairs() if _is_one_record(*pair[1]))
    for pointer, places in _ranked(pairs, lambda member: str(member[1])):
        # A member that the pointer is indexed with counts the elements in use.
        found = [*places, *(index for body in bodies for index in body.indices_of(pointer))]
        counts[pointer] = tuple(dict.fromkeys(str(each[1]) for each in found))
    reached = dict(reversed([each for body in bodies for each in body.reach_of_members()]))
    ends = _ends_of_members(bodies)
    uses: dict[int, dict[str, MemberUse]] = defaultdict(dict)
    for place in {**counts, **reached, **ends}:
        record, member = place
        uses[int(record)][str(member)] = MemberUse(counts.get(place, ()), reached.get(place), ends.get(place, ""))
    return uses


def _single(bodies: Sequence[_Body]) -> set[Place]:
    """The pointers of which no more than ``*p`` is accessed, wherever they are passed to."""
    callees = {body.name: body for body in bodies}
    edges = [edge for body in bodies for edge in body.flows(callees)]
    reached: list[set[Place]] = []
    for seeds in ((body.accessed for body in bodies), (body.many(callees) for body in bodies)):
        found: set[Place] = set().union(*seeds)
        size = -1
        while size != len(found):
            size = len(found)
            found |= {source for source, target in edges if target in found}
        reached.append(found)
    accessed, many = reached
    return accessed - many


def _ends_of_members(bodies: Sequence[_Body]) -> Mapping[Place, str]:
    """What moves is an end only of the part of an array before it, if that has another end: ``begin, next, end``."""
    shown = [pair for body in bodies for pair in body.ends_of_members()]
    moving = set[Place]().union(*(body.stepped for body in bodies))
    begins = {pointer for pointer, end in shown if end not in moving}
    return {pointer: str(end[1]) for pointer, end in reversed(shown) if end not in moving or end in begins}


_RankedPair: TypeAlias = tuple[int, tuple[Place, Place]]


def _ranked(pairs: Iterable[_RankedPair], position: Callable[[Place], int | str]) -> Iterator[tuple[Place, list[Place]]]:
    """By pointer its counts, those with more evidence of the stronger kind first, of equals the one whose position is first."""
    found: dict[Place, dict[Place, int]] = defaultdict(lambda: defaultdict(int))
    for weight, (pointer, count) in pairs:
        found[pointer][count] += weight
    for pointer, counts in found.items():
        yield pointer, sorted(counts, key=lambda each: (-counts[each], position(each)))


def _is_scaled(index: Tree) -> bool:
    """Is it a product, or a sum with one?  What bounds a factor does not count elements."""
    index = bare(index)
    if index.kind != CursorKind.BINARY_OPERATOR or index.operator not in _SUMS:
        return False
    return index.operator == BinaryKind.MUL or any(map(_is_scaled, index.children))


def _is_defined(unit: TranslationUnit, cursor: Cursor) -> bool:
    if cursor.kind != CursorKind.FUNCTION_DECL or not library().clang_isCursorDefinition(cursor):
        return False
    return not unit.is_in_system_header(cursor)


def _is_one_record(pointer: Place, count: Place) -> bool:
    return len(pointer) == len(count) == 2 and pointer[0] == count[0] and "*" not in (pointer[0], count[0])


def _member_of(pointer: Place, member: Place) -> str | None:
    """Its name in the same structure."""
    return str(member[1]) if _is_one_record(pointer, member) else None


def _member_pairs(bodies: Sequence[_Body]) -> frozenset[tuple[Place, Place]]:
    return frozenset(pair for body in bodies for _, pair in body.ranked_pairs() if _is_one_record(*pair))


_STRONG, _WEAK = 10, 1


@dataclass(frozen=True, slots=True)
class _Call:
    """Each argument with the places whose values are part of it."""

    name: str
    arguments: Sequence[Tree]
    places: Sequence[frozenset[Place]]

    def size_of_element(self, number: int) -> int:
        return _size_of_element(bare(self.arguments[number])) if number < len(self.arguments) else 1


def _size_of_element(tree: Tree) -> int:
    """Of what a pointer points to, where that is known."""
    size: int = library().clang_Type_getSizeOf(library().clang_getPointeeType(canonical_type(tree.cursor)))
    return max(1, size)


def _offset(argument: Tree) -> tuple[Tree, Tree | None]:
    """Of ``p + i`` and ``&p[i]`` the node that says so, and ``i``."""
    tree = bare(argument)
    if tree.kind == CursorKind.UNARY_OPERATOR and tree.operator == UnaryKind.ADDRESS:
        inner = bare(tree.children[0])
        return (inner, inner.children[1]) if inner.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR else (tree, None)
    if tree.kind == CursorKind.BINARY_OPERATOR and tree.operator == BinaryKind.ADD:
        first, second = tree.children
        return tree, first if canonical_type(second.cursor).kind == TypeKind.POINTER else second
    return tree, None


class _Body:
    """One function: what it does with places."""

    def __init__(self, cursor: Cursor) -> None:
        self.name = spelling(cursor)
        self.parameters: dict[str, Place] = {}
        self.pairs: dict[tuple[Place, Place], int] = {}
        self.strings: set[Place] = set()
        self.inputs: set[Place] = set()
        """Pointers of which elements are read, here or by a function that may have them."""
        self._targets: set[int] = set()
        """The expressions that are assigned to, or of which only the address is taken, by their identity in libclang."""
        self.casts: dict[str, tuple[Type, ...]] = {}
        self._is_pointer: dict[Place, bool] = {}
        self._flows: dict[Place, set[Place]] = defaultdict(set)
        self._indexed: dict[Place, set[Place]] = defaultdict(set)
        self._compared: dict[Place, set[Place]] = defaultdict(set)
        self._subtracted: set[tuple[Place, Place]] = set()
        """Pointers of which the second is subtracted from the first."""
        self._sums: set[tuple[Place, Place]] = set()
        self._blocks: list[tuple[Place, Tree, int]] = []
        """Pointers that are assigned a new block, the call, and the size of an element."""
        self.stepped: set[Place] = set()
        """Pointers that are moved on."""
        self.accessed: set[Place] = set()
        """Pointers that are read or written through."""
        self.moved: set[Place] = set()
        """Pointers of which another element than ``*p`` is used."""
        self._added: set[Place] = set()
        """Pointers that numbers are added to."""
        self._nested: dict[tuple[int | str, int | str], set[str]] = defaultdict(set)
        """By two structures the members of the first one that are the second one."""
        self._reaches = Indices(self._place, self._is_given)
        self._counted_down: set[Place] = set()
        self._indices: dict[Place, set[Place]] = defaultdict(set)
        """By pointer the arrays that its elements are indices of."""
        self._compared_elements: set[Place] = set()
        self._ended: set[Place] = set()
        """Pointers that a loop follows to an element that is zero."""
        self._calls: list[_Call] = []
        self._passed: set[int] = set()
        """Arguments of calls, by their identity in libclang."""
        self._offsets: dict[int, set[Place]] = defaultdict(set)
        """The pointers in those of them that are sums."""
        self._resolved: set[int] = set()
        """Arguments of which the callee says how many elements it reaches behind them, by their identity in libclang."""
        self._locals: set[Place] = set()
        self._lengths: dict[Place, int] = {}
        """Of arrays whose type has a length."""
        self._records: dict[Place, str] = {}
        """By member the name of its structure."""
        self._tests: list[tuple[frozenset[Place], bool, frozenset[Place], int | None]] = []
        """What is compared, whether by an order, with what, and that if it is a constant."""
        for child in children(cursor):
            if child.kind == CursorKind.PARM_DECL:
                self.parameters[spelling(child)] = self._variable(child)
            elif child.kind == CursorKind.COMPOUND_STMT:
                self._read(read_tree(child))
        self._origins = {place: self._closure(place) for place in list(self._is_pointer)}
        kept = (sources for target, sources in self._flows.items() if target not in self._locals.union(self.parameters.values()))
        self._is_read(self.inputs.union(*kept))
        for pointer, count in self._reaches.counts():
            self._pair(pointer, count, _STRONG)

    def parameter_uses(self, single: Set[Place]) -> Mapping[str, ParameterUse]:
        names = {place: name for name, place in self.parameters.items()}
        counts = self._counts_of_parameters()
        uses: dict[str, ParameterUse] = {}
        for place, name in names.items():
            arrays = () if place in self._compared_elements else self._indices.get(place, ())
            ends = [names[end] for end in self._ends(place) if end in names and end not in self.stepped]
            reach = self._reach(place, names.get)
            uses[name] = ParameterUse(
                counts=counts.get(name, ()),
                is_terminated=place in self.strings,
                is_single=place in single,
                is_output=self._is_output(place),
                is_moved=place in self.moved,
                end=ends[0] if ends else "",
                objects=self._objects(place, reach),
                indices_of=tuple(sorted(names[each] for each in arrays if each in names)),
                reach=reach,
                casts=self.casts.get(name, ()),
            )
        return uses

    def called(self) -> Iterator[str]:
        return (call.name for call in self._calls)

    def content_uses(self) -> Iterator[ContentUse]:
        for array, pointers in self._indices.items():
            for pointer in pointers if self._records.get(array) and array not in self._compared_elements else ():
                of = str(pointer[1]) if self._records.get(pointer) else ""
                yield ContentUse(self._records[array], str(array[1]), of, self._lengths.get(pointer, 0), is_element=True)
        indices = {place for found in self._indexed.values() for place in found}
        for pointer, found in self._indexed.items():
            for index in found:
                yield from self._content_use(pointer, index, is_bound=False)
                for bound in self._compared.get(index, ()):
                    yield from self._content_use(pointer, bound, is_bound=True)
        for places, is_order, others, constant in self._tests:
            # What an index is compared with is its bound.
            is_of_index = not others.isdisjoint(indices)
            is_limit = is_order and (constant is not None or (bool(others) and not is_of_index))
            for place in places:
                for content in self._contents(place):
                    owner, name = content
                    if is_limit or not is_order:
                        is_below = is_limit and constant is not None and constant <= 0
                        is_above = is_limit and not is_below
                        yield ContentUse(owner, name, "", 0, False, not is_order, is_above, is_below)

    def _content_use(self, pointer: Place, place: Place, *, is_bound: bool) -> Iterator[ContentUse]:
        names = {each: name for name, each in self.parameters.items()}
        for owner, name in self._contents(place):
            for array in self._origins.get(pointer, (pointer,)):
                if (length := self._lengths.get(array)) is not None:
                    yield ContentUse(owner, name, "", length, is_bound=is_bound)
                elif array in names:
                    yield ContentUse(owner, name, names[array], is_of_parameter=True, is_bound=is_bound)
                elif _is_one_record(array, array) and self._records.get(array) == owner:
                    yield ContentUse(owner, name, str(array[1]), is_bound=is_bound)

    def _contents(self, place: Place) -> Iterator[tuple[str, str]]:
        """The numbers in objects that its value may be: each a member of a structure, or what a parameter points to."""
        names = {("*", *each): name for name, each in self.parameters.items()}
        for origin in self._origins.get(place, (place,)):
            if origin in names:
                yield "", names[origin]
            elif self._records.get(origin):
                yield self._records[origin], str(origin[1])

    def _is_output(self, pointer: Place) -> bool:
        copies = self._copies(pointer)
        is_passed = any(place in places for call in self._calls for places in call.places for place in copies)
        return pointer not in self.inputs and (is_passed or not self.accessed.isdisjoint(copies))

    def known(self) -> int:
        """How much was concluded."""
        return len(self.pairs) + len(self.strings) + len(self.inputs) + self._reaches.number()

    def _counts_of_parameters(self) -> Mapping[str, tuple[str, ...]]:
        names = {place: name for name, place in self.parameters.items()}
        positions = {place: number for number, place in enumerate(self.parameters.values())}
        ranked = _ranked(self.ranked_pairs(), lambda place: positions.get(_base(place), len(positions)))
        found: dict[str, tuple[str, ...]] = {}
        for pointer, counts in ranked:
            # ``*p`` has ``*n`` elements, or ``p`` has; the types decide which one.
            name = names.get(_base(pointer))
            known = tuple(dict.fromkeys(names[_base(each)] for each in counts if _base(each) in names))
            if name is not None and known:
                found[name] = tuple(dict.fromkeys((*found.get(name, ()), *known)))
        return found

    def ranked_pairs(self) -> Iterator[_RankedPair]:
        for pair, weight in self.pairs.items():
            yield weight, pair

    def flows(self, callees: Mapping[str, _Body]) -> Iterator[tuple[Place, Place]]:
        """Where values come from, and where they are stored or passed to."""
        yield from ((source, target) for target, sources in self._flows.items() for source in sources)
        for call in self._calls:
            if call.name in callees:
                pairs = zip(call.places, callees[call.name].parameters.values(), strict=False)
                yield from ((source, target) for sources, target in pairs for source in sources)

    def many(self, callees: Mapping[str, _Body]) -> set[Place]:
        """The pointers of which more than ``*p`` may be accessed: what a function without a body does is not known."""
        passed = (places for call in self._calls if call.name not in callees for places in call.places)
        return self.moved.union(*passed)

    def ends_of_members(self) -> Iterator[tuple[Place, Place]]:
        for pointer in self._is_pointer:
            if _is_one_record(pointer, pointer):
                yield from ((pointer, end) for end in self._ends(pointer) if _is_one_record(pointer, end))

    def _ends(self, pointer: Place) -> list[Place]:
        """The pointers that it is compared with when it has moved, and those that it is subtracted from."""
        copies = self._copies(pointer)
        stepped = self.stepped.intersection(copies)
        compared = set[Place]().union(*(self._compared.get(place, ()) for place in stepped)) - self.moved
        later = {minuend for minuend, subtrahend in self._subtracted if subtrahend in copies}
        return [
            end for end, is_pointer in self._is_pointer.items() if is_pointer and end in (compared | later).difference(copies)
        ]

    def _objects(self, pointer: Place, reach: ReachedLength | None) -> int:
        """How many there are, if all indices are constants."""
        constant = None if reach is None else reach.constant()
        is_passed = any(pointer in places for call in self._calls for places in call.places)
        if constant is None or is_passed or self._copies(pointer) != [pointer] or not self._reaches.are_known(pointer):
            return 1
        return constant

    def reach_of_members(self) -> Iterator[tuple[Place, ReachedLength]]:
        for place in self._is_pointer:
            if _is_one_record(place, place) and (reach := self._reach(place, partial(self._holding, place))) is not None:
                yield place, reach

    def _holding(self, pointer: Place, place: Place) -> str | None:
        """The member of the same structure that the place is, or is part of, or that alone its value is stored in."""
        nested = [*self._nested.get((pointer[0], place[0]), ())]
        if len(nested) == 1 and len(place) == 2:
            return f"{nested[0]}.{place[1]}"
        holding = {name for each, origins in self._origins.items() if place in origins and (name := _member_of(pointer, each))}
        return _member_of(pointer, place) or (holding.pop() if len(holding) == 1 else None)

    def _reach(self, pointer: Place, word: Callable[[Place], str | None]) -> ReachedLength | None:
        """Nothing is known of what is behind a pointer that itself moves."""
        copies = self._copies(pointer)
        passed = (pointers for identity, pointers in self._offsets.items() if identity not in self._resolved)
        is_fixed = self._is_pointer.get(pointer) and (self.stepped | self._added).union(*passed).isdisjoint(copies)
        return self._reaches.reach(copies, word) if is_fixed else None

    def _copies(self, pointer: Place) -> list[Place]:
        """What may have its value."""
        return [place for place, origins in self._origins.items() if pointer in origins]

    def _is_given(self, place: Place) -> bool:
        return place in self.parameters.values() or _is_one_record(place, place)

    def _place(self, tree: Tree) -> Place | None:
        """Of a variable or member."""
        places = self._places(tree) if tree.kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR) else set()
        return next(iter(places)) if len(places) == 1 else None

    def indices_of(self, pointer: Place) -> list[Place]:
        """Members of the same structure that it is indexed with."""
        return sorted((each for each in self._indexed.get(pointer, ()) if _is_one_record(pointer, each)), key=str)

    def conclude(self, callees: Mapping[str, _Body], members: frozenset[tuple[Place, Place]]) -> None:
        """What follows from the uses, with what is known of callees and of members."""
        for pointer, indices in self._indexed.items():
            for index in indices:
                for bound in self._compared.get(index, ()):
                    self._pair(pointer, bound, _STRONG)
        for pointer, block, size in self._blocks:
            self._conclude_block(pointer, block, size)
        for pointer, count in self._sums:
            self._pair(pointer, count, _WEAK)
        for array, count in self._counts_of_indexed():
            self._pair(array, count, _WEAK)
        self.strings |= {origin for place in self._ended for origin in self._origins.get(place, ())}
        for pointer in self.stepped:
            for count in self._counted_down:
                self._pair(pointer, count, _WEAK)
        for call in self._calls:
            self._conclude_call(call, callees.get(call.name))
            self._conclude_inputs(call, callees.get(call.name))
        for pointer, count in members:
            for first in self._flows.get(pointer, ()):
                for second in self._flows.get(count, ()):
                    self._pair(first, second, _STRONG)

    def _counts_of_indexed(self) -> list[tuple[Place, Place]]:
        """What counts indices counts the array that they are indices of."""
        counted = [*self.pairs]
        return [(array, count) for pointer, count in counted for array in sorted(self._indices.get(pointer, ()), key=str)]

    def _conclude_block(self, pointer: Place, block: Tree, size: int) -> None:
        sizes = [each for each in block.children[1:] if canonical_type(each.cursor).kind != TypeKind.POINTER]
        is_product = len(sizes) == 1 or _OF_ARRAYS.fullmatch(spelling(block.cursor)) is not None
        if is_product and self._reaches.access([pointer], AccessedElements(None, (((*sizes,), 1),), size), block):
            return
        for count in {place for each in sizes for place in self._places(each) if not self._is_pointer.get(place)}:
            self._pair(pointer, count, _STRONG)
            for stored, origins in self._origins.items():
                if count in origins and _is_one_record(pointer, stored):
                    self._pair(pointer, stored, _STRONG)

    def _conclude_call(self, call: _Call, callee: _Body | None) -> None:
        pairs: list[tuple[int, int]] = []
        strings: list[int] = []
        if callee is not None:
            places = list(callee.parameters.values())
            pairs = [(places.index(p), places.index(n)) for p, n in callee.pairs if p in places and n in places]
            strings = [number for number, place in enumerate(places) if place in callee.strings]
            for number, place in enumerate(places) if callee is not self else ():
                self._conclude_reach(call, number, callee, place)
        elif (record := record_of(call.name)) is not None and record.fits(len(call.places)):
            for number, access in enumerate(record.accesses):
                bytes = 1 if access.is_of_objects else call.size_of_element(number)
                if not self._accesses(call, number, access.counts, bytes):
                    pairs += [(number, count) for count in access.counts]
                if access.kind in _STRINGS and not access.counts:
                    strings.append(number)
        for pointer, count in pairs:
            if max(pointer, count) < len(call.places) and not (callee and self._accesses(call, pointer, (count,), 1)):
                for each in call.places[pointer]:
                    for other in call.places[count]:
                        self._pair(each, other, _STRONG)
        for number in strings:
            if number < len(call.places):
                self.strings |= {origin for place in call.places[number] for origin in self._origins.get(place, ())}

    def _accesses(self, call: _Call, pointer: int, counts: Sequence[int], divisor: int) -> bool:
        if not counts or max(pointer, *counts) >= len(call.arguments):
            return False
        return self._is_access(call, pointer, ((tuple(call.arguments[count] for count in counts), 1),), divisor)

    def _conclude_reach(self, call: _Call, pointer: int, callee: _Body, parameter: Place) -> None:
        """What a callee reaches is computed from its parameters, for which the arguments stand."""
        names = {place: name for name, place in callee.parameters.items()}
        arguments = dict(zip(callee.parameters, call.arguments, strict=False))
        reach = callee._reach(parameter, names.get)
        if reach is not None and reach.names and pointer < len(call.arguments) and arguments.keys() >= {*reach.names}:
            terms = tuple((tuple(arguments[name] for name in product), factor) for product, factor in reach.terms)
            self._is_access(call, pointer, terms, reach.divisor)

    def _is_access(self, call: _Call, pointer: int, terms: _Terms, divisor: int) -> bool:
        argument = call.arguments[pointer]
        shown_by, offset = _offset(argument)
        is_known = self._reaches.access(self._places(argument), AccessedElements(offset, terms, divisor), shown_by)
        self._resolved |= {shown_by.identity} if is_known else set()
        return is_known

    def _conclude_inputs(self, call: _Call, callee: _Body | None) -> None:
        """What a function without a body and without a record does is not known."""
        inputs: Sequence[bool] = ()
        if callee is not None:
            inputs = [place in callee.inputs for place in callee.parameters.values()]
        elif (record := record_of(call.name)) is not None and record.fits(len(call.places)):
            inputs = [access.kind not in _OUTPUTS for access in record.accesses]
        for number, places in enumerate(call.places):
            if number >= len(inputs) or inputs[number]:
                self._is_read(places)

    def _is_read(self, pointers: Iterable[Place]) -> None:
        """Or kept where others may read it."""
        self.inputs |= {origin for place in pointers for origin in self._origins.get(place, (place,))}

    def _pair(self, pointer: Place, count: Place, weight: int) -> None:
        for first in self._origins.get(pointer, ()):
            for second in self._origins.get(count, ()):
                if self._is_pointer.get(first) and not self._is_pointer.get(second, True) and second != ("*", *first):
                    self.pairs[first, second] = max(weight, self.pairs.get((first, second), 0))

    def _closure(self, place: Place) -> frozenset[Place]:
        """The places that its value may come from, of the same kind."""
        found, waiting = {place}, [place]
        for each in waiting:
            for source in self._flows.get(each, ()):
                if source not in found and self._is_pointer.get(source) == self._is_pointer.get(place):
                    found.add(source)
                    waiting.append(source)
        return frozenset(found)

    def _read(self, tree: Tree) -> None:
        match tree.kind:
            case CursorKind.BINARY_OPERATOR | CursorKind.COMPOUND_ASSIGN_OPERATOR if len(tree.children) == 2:
                self._read_binary(tree)
            case CursorKind.UNARY_OPERATOR if tree.operator == UnaryKind.ADDRESS:
                self._targets.add(bare(tree.children[0]).identity)
            case CursorKind.UNARY_OPERATOR if tree.operator in _STEPS:
                self._read_step(tree.children[0], is_down=tree.operator in (UnaryKind.POST_DEC, UnaryKind.PRE_DEC))
            case CursorKind.ARRAY_SUBSCRIPT_EXPR if len(tree.children) == 2:
                pointers = self._places(tree.children[0])
                self._index(pointers, set() if _is_scaled(tree.children[1]) else self._places(tree.children[1]))
                for pointer in self._elements_of(tree.children[1]):
                    self._indices[pointer] |= pointers
                self._access(tree, pointers)
                self._reaches.index(pointers, tree.children[1], tree)
                self.moved |= pointers if evaluate_integer(tree.children[1].cursor) != 0 else set()
            case CursorKind.UNARY_OPERATOR if tree.operator == UnaryKind.DEREF:
                self._access(tree, self._places(tree.children[0]))
            case CursorKind.VAR_DECL:
                self._locals.add(self._variable(tree.cursor))
                if tree.children:
                    self._assign({self._variable(tree.cursor)}, tree.children[-1], _size_of_element(tree))
                    self._read_cast(tree)
            case CursorKind.CALL_EXPR if tree.children:
                arguments = tree.children[1:]
                places = [frozenset(self._places(each)) for each in arguments]
                self._calls.append(_Call(spelling(tree.cursor), arguments, places))
                self._passed |= {_offset(each)[0].identity for each in arguments}
            case CursorKind.CSTYLE_CAST_EXPR if tree.children:
                self._read_cast(tree)
            case _:
                pass
        for child in tree.children:
            self._read(child)
        if tree.kind in _LOOPS:
            self._read_loop(tree)

    def _access(self, element: Tree, pointers: set[Place]) -> None:
        self.accessed |= pointers
        self.inputs |= pointers if element.identity not in self._targets else set()

    def _read_loop(self, tree: Tree) -> None:
        """Where a number is tested as well, it may be what ends the loop.  Any part of a ``for`` may be missing."""
        for part in tree.children[1:] if tree.kind == CursorKind.DO_STMT else tree.children[:-1]:
            if tree.kind == CursorKind.FOR_STMT and bare(part).operator == BinaryKind.ASSIGN:
                continue
            tests = [*_conjuncts(part)]
            if all(self._has_element(test) or self._is_of_pointer(test) for test in tests):
                self._ended |= {pointer for test in tests for pointer in self._not_zero(test)}

    def _has_element(self, tree: Tree) -> bool:
        return bool(self._pointers(tree)) or any(map(self._has_element, tree.children))

    def _is_of_pointer(self, test: Tree) -> bool:
        """Is it about a pointer itself, such as ``p`` or ``p != NULL``?"""
        test = bare(test)
        if test.kind == CursorKind.BINARY_OPERATOR and test.operator == BinaryKind.NE:
            others = [each for each in test.children if evaluate_integer(bare(each).cursor) != 0]
            return len(others) == 1 and self._is_of_pointer(others[0])
        return canonical_type(test.cursor).kind == TypeKind.POINTER and bool(self._places(test))

    def _not_zero(self, test: Tree) -> set[Place]:
        """The pointers of which an element is zero if the test fails."""
        test = bare(test)
        if test.kind != CursorKind.BINARY_OPERATOR or test.operator == BinaryKind.ASSIGN:
            return self._pointers(test)
        zeros = [evaluate_integer(bare(each).cursor) == 0 for each in test.children]
        if test.operator != BinaryKind.NE or True not in zeros:
            return set()
        return self._not_zero(test.children[zeros.index(False)]) if False in zeros else set()

    def _pointers(self, tree: Tree) -> set[Place]:
        """Those of which an expression is an element, or is assigned one."""
        tree = bare(tree)
        match tree.kind:
            case CursorKind.BINARY_OPERATOR if tree.operator == BinaryKind.ASSIGN:
                return self._pointers(tree.children[1])
            case CursorKind.UNARY_OPERATOR if tree.operator == UnaryKind.DEREF:
                return self._places(tree.children[0])
            case CursorKind.MEMBER_REF_EXPR if tree.children:
                base = tree.children[0]
                is_arrow = canonical_type(base.cursor).kind == TypeKind.POINTER
                return self._places(base) & self.moved if is_arrow else self._pointers(base)
            case _:
                return self._elements_of(tree)

    def _read_binary(self, tree: Tree) -> None:
        left, right = tree.children
        if tree.operator == BinaryKind.ASSIGN:
            self._targets.add(bare(left).identity)
            self._assign(self._places(left), right, _size_of_element(left))
            self._read_cast(tree)
        elif tree.operator in _COMPARISONS:
            first, second = self._places(left), self._places(right)
            self._reaches.compare(tree)
            is_order = tree.operator < BinaryKind.EQ
            for tested, others, limit in ((first, second, right), (second, first, left)):
                self._tests.append((frozenset(tested), is_order, frozenset(others), evaluate_integer(bare(limit).cursor)))
            self._compared_elements |= self._elements_of(left) | self._elements_of(right)
            for one, other in ((first, second), (second, first)):
                for place in one:
                    self._compared[place] |= other - one
        elif tree.operator == BinaryKind.SUB and canonical_type(right.cursor).kind == TypeKind.POINTER:
            self._subtracted |= {(minuend, each) for minuend in self._places(left) for each in self._places(right)}
        elif tree.operator in (BinaryKind.ADD_ASSIGN, BinaryKind.SUB_ASSIGN):
            self._read_step(left, is_down=tree.operator == BinaryKind.SUB_ASSIGN)
        elif tree.operator == BinaryKind.ADD and canonical_type(tree.cursor).kind == TypeKind.POINTER:
            first, second = self._places(left), self._places(right)
            is_left = any(map(self._is_pointer.get, first))
            pointers, numbers = (first, second) if is_left else (second, first)
            numbers = set() if _is_scaled(right if is_left else left) else numbers
            self._index(pointers, numbers)
            self.moved |= pointers
            if tree.identity in self._passed:
                self._offsets[tree.identity] |= pointers
            else:
                self._added |= pointers
            self._sums |= {(pointer, number) for pointer in pointers for number in numbers}

    def _read_step(self, operand: Tree, *, is_down: bool) -> None:
        for place in self._places(operand):
            if self._is_pointer.get(place):
                self.stepped.add(place)
                self.moved.add(place)
            elif is_down:
                self._counted_down.add(place)
            self._reaches.step(place)

    def _read_cast(self, tree: Tree) -> None:
        """A cast, or an assignment or initialisation, which may convert a ``void *``."""
        target: Type = library().clang_getPointeeType(canonical_type(tree.cursor))
        names = {place: name for name, place in self.parameters.items()}
        places = self._places(tree.children[-1])
        name = names.get(next(iter(places))) if len(places) == 1 else None
        if target.kind == TypeKind.RECORD and name is not None:
            self.casts[name] = (*self.casts.get(name, ()), target)

    def _index(self, pointers: set[Place], indices: set[Place]) -> None:
        for pointer in pointers:
            self._indexed[pointer] |= indices

    def _elements_of(self, tree: Tree) -> set[Place]:
        """The pointers of which an expression is an element."""
        tree = bare(tree)
        return self._places(tree.children[0]) if tree.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR else set()

    def _assign(self, targets: set[Place], value: Tree, size: int) -> None:
        """The size is that of what a pointer points to."""
        sources = self._places(value)
        for target in targets:
            self._flows[target] |= sources - {target}
            self._reaches.assign(target, value)
            block = bare(value)
            if block.kind == CursorKind.CALL_EXPR and _ALLOCATING.fullmatch(spelling(block.cursor)):
                self._blocks.append((target, block, size))

    def _places(self, tree: Tree) -> set[Place]:
        """Those whose values are part of the value of an expression."""
        match tree.kind:
            case CursorKind.DECL_REF_EXPR:
                declared: Cursor = library().clang_getCursorReferenced(tree.cursor)
                return {self._variable(declared)} if declared.kind in (CursorKind.VAR_DECL, CursorKind.PARM_DECL) else set()
            case CursorKind.MEMBER_REF_EXPR:
                found = self._member(library().clang_getCursorReferenced(tree.cursor))
                self._nest(tree, found)
                return found
            case kind if kind in TRANSPARENT and tree.children:
                return self._places(tree.children[-1])
            case CursorKind.UNARY_OPERATOR if tree.operator == UnaryKind.DEREF:
                return {self._known(("*", *place), tree.cursor) for place in self._places(tree.children[0])}
            case CursorKind.UNARY_OPERATOR if tree.operator in _STEPS:
                return self._places(tree.children[0])
            case CursorKind.UNARY_OPERATOR if tree.operator == UnaryKind.ADDRESS:
                inner = tree.children[0]
                return self._places(inner.children[0]) if inner.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR else set()
            case CursorKind.BINARY_OPERATOR if tree.operator in _SUMS:
                found = self._places(tree.children[0]) | self._places(tree.children[1])
                pointers = {place for place in found if self._is_pointer.get(place)}
                return pointers or found
            case CursorKind.BINARY_OPERATOR if tree.operator in (BinaryKind.ASSIGN, BinaryKind.COMMA):
                return self._places(tree.children[1])
            case CursorKind.CONDITIONAL_OPERATOR if len(tree.children) == 3:
                return self._places(tree.children[1]) | self._places(tree.children[2])
            case _:
                return set()

    def _variable(self, declared: Cursor) -> Place:
        return self._known((declared.data0,), declared)

    def _member(self, declared: Cursor) -> set[Place]:
        if declared.kind != CursorKind.FIELD_DECL:
            return set()
        record: Cursor = library().clang_getCursorSemanticParent(declared)
        place = self._known((record.data0, spelling(declared)), declared)
        self._records[place] = record_name(library().clang_getCursorType(record))
        return {place}

    def _nest(self, tree: Tree, members: set[Place]) -> None:
        """Of ``x.outer.inner``, where ``outer`` is a structure."""
        base = bare(tree.children[0]) if tree.children else tree
        if base is not tree and base.kind == CursorKind.MEMBER_REF_EXPR and canonical_type(base.cursor).kind == TypeKind.RECORD:
            outer = self._member(library().clang_getCursorReferenced(base.cursor))
            for one, member in itertools.product(outer, members):
                self._nested[one[0], member[0]].add(str(one[1]))

    def _known(self, place: Place, typed: Cursor) -> Place:
        if place not in self._is_pointer:
            type = canonical_type(typed)
            self._is_pointer[place] = type.kind in (TypeKind.POINTER, *TypeKind.ARRAYS)
            if type.kind == TypeKind.CONSTANT_ARRAY:
                self._lengths[place] = library().clang_getArraySize(type)
        return place


def _conjuncts(condition: Tree) -> Iterator[Tree]:
    test = bare(condition)
    if test.kind == CursorKind.BINARY_OPERATOR and test.operator == BinaryKind.LAND:
        for each in test.children:
            yield from _conjuncts(each)
    else:
        yield test


def _base(place: Place) -> Place:
    while place[0] == "*":
        place = place[1:]
    return place
