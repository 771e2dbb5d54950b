"""What pointers of generated arguments lead to: objects, texts, arrays, blocks, and pointers into one array.

``whet.harness.entry_harness`` fills them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from itertools import pairwise

from whet.frontend.reach import ReachedLength
from whet.frontend.signatures import Elements, MemberShape, Opaque, Pointed, RecordShape, Scalar, TypeShape
from whet.harness.generated_lengths import Lengths
from whet.harness.heap_objects import HeapObjects
from whet.harness.indices import IndexStatements
from whet.harness.lengths import Room, Stretch, ToldLength, has_pointers, is_assignable, scalar_name
from whet.harness.statements import FIRST, SUFFIXES, as_word, declared
from whet.task.records import dataclass

ROOM = "{array} has all elements that {function} uses"
"""What callers promise of an array without a length."""
BYTES = "unsigned char"
_BITS = 62
"""Of a length that is computed."""
_CHARACTERS = ("char", "unsigned char", "signed char")


@dataclass(slots=True)
class ObjectStatements(IndexStatements):
    heap: HeapObjects = field(default_factory=HeapObjects)
    level: int = 0
    """How many pointers lead to what is made now."""
    lengths: Lengths = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = Lengths(self.options.elements, self.options.largest)

    def _fill_elements(self, place: str, count: int, element: TypeShape, *, is_behind: bool) -> None:
        raise NotImplementedError

    def _fill_members(self, place: str, record: RecordShape, *, is_behind: bool) -> None:
        raise NotImplementedError

    def _clear(self, place: str, shape: TypeShape) -> None:
        raise NotImplementedError

    def _is_left(self, shape: TypeShape, count: int = 1) -> bool:
        """Is it nothing but numbers, of which any value is one of their type, and too much to store?"""
        match shape:
            case Scalar(name=name):
                return name in SUFFIXES and name != "_Bool" and count > self.options.stores
            case RecordShape(members=members, may_misread=may_misread, hidden_pointers=hidden):
                return not may_misread and not hidden and all(self._is_left(member.shape, count) for member in members)
            case Elements(count=inner, element=element):
                return self._is_left(element, count * inner)
            case _:
                return False

    def _point_to_room(self, place: str, type: str, element: TypeShape, *, is_terminated: bool, is_output: bool) -> str:
        """As many elements as the function uses, or too few if callers may be wrong.  Of an output no reader expects a length."""
        promise = ROOM.format(array=self._seen(place), function=self.function)
        gives_room = self.options.gives_room or promise in self.options.promises or (is_output and self.options.believes_lengths)
        few = ""
        if not gives_room:
            said = self._point_to_one(place, type, element, is_terminated=is_terminated)
            if self.options.believes_lengths:
                return said
            few = self._name(f"{as_word(place)}_few")
            self.lines.append(f"{declared(f'{type} *', few)} = {place};")
        first = len(self.heap.names)
        most = self.lengths.room(type)
        objects = self._place(place, "room", type, most, most)
        self.lines += [f"{objects}[{most} - 1] = {_zero(type, element)};"] if is_terminated else []
        if few:
            self._choice(promise, is_made=True, then=self.heap.without(first, None, f"{place} = {few};"))
        return f"an array of all elements that {self.function} uses"

    def _point_to_one(self, place: str, type: str, element: TypeShape, *, is_terminated: bool) -> str:
        """Elements that end with 0, some bytes, or one object: no length is known."""
        if is_terminated:
            return self._point_to_text(place, type, element)
        if type == BYTES:
            least = self.lengths.least
            self.lines.append(f"{place} = {self._objects(place, 'bytes', type, element, least)};")
            return f"{least} bytes"
        objects = self._name(f"{as_word(place)}_object")
        self.said[objects] = f"*{self._seen(place)}"
        if self.options.on_heap:
            self._allocate(objects, type, "1")
        else:
            self.lines.append(f"{declared(type, objects)};")
        self.fill(f"{objects}{FIRST}" if self.options.on_heap else objects, element, is_behind=True)
        self.lines.append(f"{place} = {'' if self.options.on_heap else '&'}{objects};")
        return "a fresh object"

    def _point_to_text(self, place: str, type: str, element: TypeShape) -> str:
        """The last elements of an array whose last one is 0, so that an access after the end is one outside; or all of them."""
        is_long, count = self.lengths.is_any(element), self._name("whet_count")
        most = self.lengths.most(type) if is_long else f"{self.lengths.bound() + 1}"
        self.lines.append(f"unsigned long {count} = {self._any('unsigned long')};")
        if is_long:
            self._assume(f"1 <= {count} && {count} <= {most}")
        else:
            self._bring_into(count, self.lengths.bound() + 1, least=1, is_unsigned=True)
        if is_long or self.options.on_heap:
            objects = self._place(place, "text", type, count, most)
            self.lines.append(f"{objects}[{count if self.options.on_heap else most} - 1] = {_zero(type, element)};")
        else:
            objects = self._objects(place, "text", type, element, self.lengths.bound(), more=1)
            self.lines.append(f"{objects}[{self.lengths.bound()}] = {_zero(type, element)};")
            self.lines += [f"{place} = {objects} + ({most} - {count});"]
        if is_character(element):
            return "a string of any length" if is_long else f"a string of at most {self.lengths.bound()} characters"
        return f"{'any number of' if is_long else f'at most {self.lengths.bound()}'} elements and then a 0"

    def _point_to_counted(self, place: str, type: str, element: TypeShape, length: ToldLength, *, is_text: bool) -> str:
        """An array at the beginning or at the end of an object, so that an access beyond it is found.  A text has another
        element, which is 0."""
        is_long = not length.is_stored and self.lengths.is_any(element)
        is_brought = not is_long and not length.is_const
        most = self.lengths.most(type) if is_long else f"{self.lengths.bound()}"
        if is_brought:
            self._bring_into(length.place, self.lengths.bound(), is_unsigned=length.is_unsigned)
        count = self._count(place, length)
        if not is_brought:
            below = "<" if is_long and is_text else "<="
            self._assume(f"{count} {below} {most}" if length.is_unsigned else f"0 <= {count} && {count} {below} {most}")
        elif count != length.place:
            self._bring_into(count, self.lengths.bound(), is_unsigned=length.is_unsigned)
        if is_long:
            self._place(place, "objects", type, f"({count} + 1)" if is_text else count, most)
        elif self.options.on_heap and is_assignable(element):
            self._point_to_block(place, type, element, count, more=int(is_text))
        else:
            objects = self._objects(place, "objects", type, element, self.lengths.bound(), more=int(is_text), is_shifted=True)
            self.lines.append(f"{place} = {objects} + ({self._any('_Bool')} ? 0 : {most} - {count});")
        self.lines += [f"(({type} *){place})[{count}] = 0;"] if is_text else []
        said = length.said if count == length.place else "some"
        end = " and then a 0" if is_text else ""
        return f"an array of {said} elements{end}, from 0 {'on' if is_long else f'to {most}'}"

    def _point_to_flexible(self, place: str, type: str, room: Room) -> str:
        """One object with elements at its end: a block, because a variable has no room for them."""
        ends = room.length is None and room.element == Scalar("char")
        most = self.lengths.bound() if ends or room.length is not None else self.lengths.least
        objects = self._name(f"{as_word(place)}_object")
        self.said[objects] = f"*{self._seen(place)}"
        whole, elements = f"{objects}{FIRST}", f"{objects}{FIRST}.{room.name}"
        count = f"{most + ends}" if room.length is None else self._length_of_room(place, room.length)
        self._allocate(objects, type, "1", f" + {count} * sizeof {elements}[0]")
        self._fill_members(whole, RecordShape(room.others), is_behind=True)
        if has_pointers(room.element):
            self._repeat(count, lambda index: self._clear(f"{elements}[{index}]", room.element))
        elif not self._is_left(room.element, most):
            self._repeat(count, lambda index: self.fill(f"{elements}[{index}]", room.element, is_behind=True))
        if ends:
            self.lines.append(f"{elements}[{most}] = 0;")
        self.lines.append(f"{place} = {objects};")
        if room.length is None:
            return f"a fresh object, {self._seen(elements)} has {'a string of at most ' if ends else ''}{most} elements"
        # The member that tells the number of elements says so, unless callers may be wrong; others are at most as great.
        assert room.length is not None
        place, seen = f"{whole}.{room.length.name}", self._seen(elements)
        self.lines.append(f"{place} = {count};")
        told = self._seen(place)
        wrong = f"{place} = {self._any(scalar_name(room.length.shape))};"
        self._choice(f"{seen} has {told} elements", is_made=not self.options.believes_lengths, then=wrong)
        for each in room.parts:
            self._assume(f"0 <= {whole}.{each.name} && {whole}.{each.name} <= {count}")
        parts = "".join(f", {self._seen(f'{whole}.{each.name}')} <= {told}" for each in room.parts)
        return f"a fresh object, {seen} has {told} elements, from 0 to {self.lengths.bound()}{parts}"

    def _length_of_room(self, place: str, length: MemberShape) -> str:
        type = scalar_name(length.shape)
        count = self._name(f"{as_word(place)}_count")
        self.lines.append(f"{declared(type, count)} = {self._any(type)};")
        self._bring_into(count, self.lengths.bound(), is_unsigned=type.startswith("unsigned"))
        return count

    def _allocate(self, objects: str, type: str, count: str, more: str = "") -> None:
        self.assumes = True
        size = f"{count} * sizeof *{objects}{more}"
        self.lines += self.heap.allocated(objects, declared(type, f"*{objects}"), size)

    def _stretch(self, place: str, stretch: Stretch) -> None:
        self._point_into_one([f"{place}.{name}" for name in stretch.names], stretch.begin.shape, stretch.names[1:])

    def _point_into_one(self, places: Sequence[str], shape: TypeShape, others: Sequence[str]) -> None:
        """Pointers into one array, the first at its beginning and the last just past it; ``others`` are the names of all but the
        first."""
        assert isinstance(shape, Pointed) and shape.target is not None
        opaque = isinstance(shape.target, Opaque)
        type = BYTES if opaque else shape.type or f"__typeof__(*{places[0]})"
        first = len(self.heap.names)
        self.level += 1
        count, length = self._stretched(places[0], type, Scalar(BYTES) if opaque else shape.target)
        self.level -= 1
        self.lines.append(f"{places[-1]} = {places[0]} + {count};")
        for before, between in pairwise([None, *places[1:-1]]):
            self._between(str(between), places[0], count, before)
        seen = [self._seen(each) for each in places]
        null = self.heap.without(first, None, f"{' = '.join(places)} = 0;")
        may_be_null = self._choice(f"{seen[0]} != 0", is_made=self.options.may_be_null, then=null)
        self.notes.append(
            f"{seen[0]}, {', '.join(others)} point into one array of {length}{', or are null' if may_be_null else ''}"
        )

    def _stretched(self, begin: str, type: str, element: TypeShape) -> tuple[str, str]:
        """The array that a pointer is the beginning of; how many elements it has, in C and in words."""
        is_long, count = self.lengths.is_any(element), self._name("whet_count")
        most = self.lengths.most(type) if is_long else f"{self.lengths.bound()}"
        self.lines.append(f"unsigned long {count} = {self._any('unsigned long')};")
        if is_long:
            self._assume(f"{count} <= {most}")
            self._place(begin, "objects", type, count, most)
            return count, "any length"
        self._bring_into(count, self.lengths.bound(), is_unsigned=True)
        objects = self._objects(begin, "objects", type, element, self.lengths.bound(), is_shifted=True)
        self.lines.append(f"{begin} = {objects} + ({self._any('_Bool')} ? 0 : {most} - {count});")
        return count, f"at most {most}"

    def _between(self, place: str, begin: str, count: str, before: str | None) -> None:
        """Anywhere in the array, but not before another one."""
        distance = self._name("whet_distance")
        self.lines.append(f"unsigned long {distance} = {self._any('unsigned long')};")
        self._assume(f"{distance} <= {count}")
        self.lines.append(f"{place} = {begin} + {distance};")
        if before is not None:
            self._assume(f"{before} <= {place}")

    def _place(self, place: str, kind: str, type: str, count: str, most: str) -> str:
        """Let a pointer lead to so many elements that are not filled: a block, or the first or last ones of a large array."""
        objects = self._name(f"{as_word(place)}_{kind}")
        self.said[objects] = self._seen(place)
        self.shifted.add(objects)
        if self.options.on_heap:
            self._allocate(objects, type, count)
        else:
            self.lines.append(f"{declared(type, objects)}[{most}];")
        is_last = self.options.at_end and not self.options.on_heap
        self.lines.append(f"{place} = {objects}{f' + ({most} - {count})' if is_last else ''};")
        return objects

    def _point_to_block(self, place: str, type: str, element: TypeShape, count: str, *, more: int) -> None:
        """A block of exactly so many elements, which the function may free: copies of those of an array."""
        filled = None
        if not self._is_left(element):
            filled = self._objects(place, "filled", type, element, self.lengths.bound(), on_heap=False)
        objects = self._name(f"{as_word(place)}_objects")
        self.said[objects] = self._seen(place)
        self._allocate(objects, type, f"({count} + {more})" if more else count)
        if filled is not None:
            self._repeat(count, lambda index: self.lines.append(f"{objects}[{index}] = {filled}[{index}];"))
        self.lines.append(f"{place} = {objects};")

    def _reached(self, pointer: TypeShape, reach: ReachedLength | None, word: Callable[[str], str]) -> ToldLength | None:
        """What is computed from numbers that the function is given; ``word`` says where these are."""
        if reach is None or not reach.names or not isinstance(pointer, Pointed) or pointer.target is None or pointer.count > 1:
            return None
        places = [word(name) for name in reach.names]
        if self.lengths.is_any(Scalar(BYTES) if isinstance(pointer.target, Opaque) else pointer.target):
            self._bound_factors(places, reach)
        else:
            bound = self.lengths.bound()
            greatest = max((each for each in range(bound + 1) if reach.value(each) <= bound), default=0)
            for each in places:
                self._bring_into(each, greatest)
        count = self._name("whet_count")
        self.lines.append(f"long long {count} = {reach.text(lambda name: f'(long long){word(name)}')};")
        self.lines += [f"if ({count} < 0)", f"    {count} = 0;"]
        return ToldLength(count, reach.text(lambda name: self._seen(word(name))), Scalar("long long"), is_const=True)

    def _bound_factors(self, places: Sequence[str], reach: ReachedLength) -> None:
        """So that no product overflows.  A number alone is bounded by the largest object."""
        limit = 1 << (_BITS - reach.weight.bit_length()) // reach.degree
        if reach.degree > 1:
            self.notes.append(f"{' and '.join(map(self._seen, places))} are at most {limit}")
        for each in places:
            self._assume(f"{each} <= {limit}LL && ({each} >= 0 || (long long){each} >= -{limit}LL)")

    def _count(self, place: str, length: ToldLength) -> str:
        """What has the number of elements: what the caller says, who may be wrong."""
        promise = f"{self._seen(place)} has {length.said} elements"
        if self.options.believes_lengths or promise in self.options.promises or length.type not in SUFFIXES:
            return length.place
        count = self._name(f"{as_word(place)}_count")
        self.lines.append(f"{declared(length.type, count)} = {length.place};")
        self._choice(promise, is_made=True, then=f"{count} = {self._any(length.type)};")
        return count

    def _objects(
        self,
        place: str,
        kind: str,
        type: str,
        element: TypeShape,
        count: int,
        *,
        more: int = 0,
        is_shifted: bool = False,
        on_heap: bool = True,
    ) -> str:
        """An array that is filled, but for some elements ``more`` at its end; its name.  A block, if all objects are to be."""
        objects = self._name(f"{as_word(place)}_{kind}")
        self.said[objects] = self._seen(place)
        if is_shifted:
            self.shifted.add(objects)
        if self.options.on_heap and on_heap:
            self._allocate(objects, type, f"{count + more}")
        else:
            self.lines.append(f"{declared(type, objects)}[{count + more}];")
        self._fill_elements(objects, count, element, is_behind=True)
        return objects


def is_character(element: TypeShape) -> bool:
    return scalar_name(element) in _CHARACTERS


def _zero(type: str, element: TypeShape) -> str:
    return f"({type}){{0}}" if isinstance(element, RecordShape) else "0"
