"""A harness for a function that is no program: a ``main`` that calls it once, with all arguments it may be given.

Numbers are any, enumerations one of their values.  A pointer leads to an object of its own, filled the same way, or to the
beginning or the end of an array if a parameter tells how many elements there are; it may be null, and two of one type may be the
same.  A pointer to a function is one to a function that returns anything.  What is deeper than the options say is a null pointer.

The text is C as anybody would write it: it is read, changed, compiled and verified like any other file.  ``harness_file``
makes a file that includes the program, ``appended_harness`` text to be read behind it.

Invariants: the harness has no undefined behaviour of its own, and every object outlives the call; with a promise there are fewer
calls than without, never others.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import field, replace

from whet.frontend.signatures import (
    Callback,
    Elements,
    Enumerated,
    Flexible,
    MemberShape,
    Opaque,
    ParameterShape,
    Pointed,
    RecordDefinition,
    RecordShape,
    Scalar,
    SetVariable,
    StreamShape,
    TypeShape,
)
from whet.harness.generated_lengths import SIZE, holds_any_value
from whet.harness.indices import indexed_arrays
from whet.harness.lengths import (
    Stretch,
    ToldLength,
    Written,
    ends_of_parameters,
    has_pointers,
    is_assignable,
    lengths_behind,
    lengths_of_members,
    lengths_of_parameters,
    parts_of_members,
    room_of,
    scalar_name,
    stretches_of_members,
    written,
)
from whet.harness.made_objects import BYTES, ObjectStatements, is_character
from whet.harness.options import Cut, FunctionElsewhere, Requirement
from whet.harness.statements import FIRST, SUFFIXES, as_word, declared, undefined
from whet.task.messages.assumptions import GENERATED, INITIAL_GLOBALS, REQUIRED
from whet.task.records import dataclass

_MADE = "__extension__ "
"""Marks the conversion by which a constant member of an object that is being made gets its value (``frontend.conversions``)."""
_ENUMERATIONS = "enumerations have one of their values"
_MOST_NOTES = 12
_MOST_SPREAD = 4
"""Elements with pointers in them that are filled one by one, each with objects of its own."""


_ARGUMENT = "arg_{}"


def argument_name(parameter: ParameterShape) -> str:
    return _ARGUMENT.format(parameter.name)


@dataclass(slots=True)
class HarnessWriter(ObjectStatements):
    """Collects the statements of ``main``, and what they need before it."""

    records: Sequence[RecordDefinition] = ()
    """Structures that other files define."""
    elsewhere: list[FunctionElsewhere] = field(default_factory=list)
    of_parameter: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The blocks that a parameter leads to: the number of the first, and of the one after the last."""
    opens: bool = False
    leaves_out: bool = False
    made: dict[str, int] = field(default_factory=dict)
    """How many pointers there are, by the type of what they point to."""
    nested: set[str] = field(default_factory=set)
    """The types of what pointers in objects point to."""
    told: dict[str, ToldLength | None] = field(default_factory=dict)
    """The lengths of what pointers in objects lead to, as other arguments tell them."""

    def assumptions(self, requirements: Sequence[Requirement], are_any: Sequence[str] = ()) -> tuple[str, ...]:
        """``are_any`` are variables that have any values."""
        notes = list(dict.fromkeys(self.notes))
        more = [f"and {len(notes) - _MOST_NOTES} more pointers are made in the same way"] if notes[_MOST_NOTES:] else []
        called = [GENERATED.format(function=self.function, how=note) for note in [*notes[:_MOST_NOTES], *more, *self._trees()]]
        required = [REQUIRED.format(function=self.function, requirement=each) for each in requirements if each.is_listed]
        which = f"globals other than {', '.join(are_any)}" if are_any else "globals"
        return (*called, *required, INITIAL_GLOBALS.format(globals=which, function=self.function))

    def _trees(self) -> Iterator[str]:
        """Is there a pointer in an object that could lead where another one does, or back?"""
        if any(count > 1 for type, count in self.made.items() if type in self.nested):
            yield "pointers in objects point to different objects: trees only, nothing is shared and nothing is cyclic"

    def require(self, condition: str) -> None:
        self._assume(condition)

    def either(self) -> str:
        """A condition that is true or false."""
        return self._any("_Bool")

    def _note_cut(self, note: str) -> None:
        """Nothing rests on the value of a pointer that is any."""
        self.notes += [note] if self.options.cut is Cut.NULL else []

    def declarations(self) -> Iterator[str]:
        for suffix, type in sorted(self.asked.items()):
            yield f"extern {type} __VERIFIER_nondet_{suffix}(void);"
        if self.assumes:
            yield "extern void __VERIFIER_assume(int);"
        if self.heap.names or self.calls_back_to_malloc:
            yield f"extern void *malloc({SIZE}), *calloc({SIZE}, {SIZE}), free(void *);"
        if self.opens:
            yield "extern struct _IO_FILE *stdin, *stdout;"
        yield ""

    def set_variables(self, variables: Sequence[SetVariable]) -> None:
        options = self.options
        self.options = replace(options, may_be_null=False)
        for each in variables:
            first = len(self.notes)
            self.fill(each.name, each.shape)
            if each.is_external:
                self.stubs.append(f"__typeof__({each.name}) {each.name};")
            else:
                self._assume_set(each.name, each.shape)
            numbers = "numbers in it are any" if each.is_external else "no number in it is 0"
            self.notes[first:] = [f"{each.name} is set, as {each.setters[0]} sets it: {numbers}, no pointer is null"]
        self.options = options

    def _assume_set(self, place: str, shape: TypeShape) -> None:
        match shape:
            case Scalar(name=name) if name in SUFFIXES:
                self._assume(f"{place} != 0")
            case RecordShape(members=members):
                for member in members:
                    self._assume_set(f"{place}.{member.name}" if member.name else place, member.shape)
            case _:
                pass

    def arguments(self, parameters: Sequence[ParameterShape]) -> None:
        lengths = lengths_of_parameters(parameters)
        self.lines += [f"{declared(parameter.type, argument_name(parameter))};" for parameter in parameters]
        for parameter in parameters:
            if not isinstance(parameter.shape, Pointed):
                self.fill(argument_name(parameter), parameter.shape)
        indices = indexed_arrays(parameters, lengths)
        behind = lengths_behind(parameters)
        in_out = {each.name for each in (*lengths.values(), *behind.values()) if isinstance(each.shape, Pointed)}
        self.told |= {self._object_of(name): self._told(length, is_stored=False) for name, length in behind.items()}
        enclosed = {each.name for each in parameters if each.enclosing is not None and each.enclosing.type} - {*lengths, *in_out}
        stretches = ends_of_parameters(parameters, {*lengths, *in_out, *enclosed})
        for parameter in sorted(parameters, key=lambda each: each.name not in in_out):
            if isinstance(parameter.shape, Pointed):
                first = len(self.heap.names)
                if parameter.name in enclosed:
                    self._point_to_first_member(parameter)
                elif (end := stretches.get(parameter.name)) is not None:
                    self._point_into_one([argument_name(parameter), argument_name(end)], parameter.shape, [end.name])
                elif parameter not in stretches.values():
                    told = self._told(lengths.get(parameter.name), is_stored=parameter.name in indices)
                    self._point_argument(parameter, told, is_length=parameter.name in in_out)
                self.of_parameter[parameter.name] = first, len(self.heap.names)
        for each in parameters:
            if arrays := indices.get(each.name):
                most = {name: argument_name(lengths[name]) for name in arrays}
                self._bring_indices(each, argument_name(lengths[each.name]), most)
        counted = {each.name for each in parameters if each.objects > 1 or each.reach is not None}
        self._alias(parameters, {*lengths, *in_out, *enclosed, *stretches, *(each.name for each in stretches.values()), *counted})
        for parameter in parameters:
            if parameter.is_nonnull:
                self._assume(f"{argument_name(parameter)} != 0")
        self.lines.append("")

    def _point_argument(self, parameter: ParameterShape, length: ToldLength | None, *, is_length: bool) -> None:
        """An array with a length needs no last element that is 0, unless it is a text."""
        if length is None:
            length = self._reached(parameter.shape, parameter.reach, _ARGUMENT.format)
        shape = parameter.shape
        assert isinstance(shape, Pointed)
        if parameter.objects > 1 and not is_length:
            shape = replace(shape, count=parameter.objects)
        ends = parameter.is_terminated if length is None else parameter.is_string
        self._point(argument_name(parameter), shape, length, is_terminated=ends, written=written(parameter))

    def _point_to_first_member(self, parameter: ParameterShape) -> None:
        """Of an object that the function casts the pointer to."""
        whole = parameter.enclosing
        assert whole is not None
        pointer = self._name(f"{argument_name(parameter)}_whole")
        self.said[pointer] = parameter.name
        self.lines.append(f"{declared(f'{whole.type} *', pointer)};")
        self.notes.append(f"{parameter.name} is a pointer to {whole.type}")
        self._point(pointer, replace(whole, is_nonnull=parameter.is_nonnull), None)
        self.lines.append(f"{argument_name(parameter)} = (void *){pointer};")

    def _told(self, length: ParameterShape | None, *, is_stored: bool) -> ToldLength | None:
        """A pointer to a length is made before the array: the array has as many elements as the number that it leads to."""
        if length is None or not isinstance(length.shape, Pointed):
            name = "" if length is None else argument_name(length)
            return None if length is None else ToldLength(name, length.name, length.shape, is_stored=is_stored)
        assert length.shape.target is not None
        return ToldLength(self._object_of(length.name), f"*{length.name}", length.shape.target)

    def _object_of(self, parameter: str) -> str:
        """The one that it points to."""
        return f"arg_{parameter}_object{FIRST if self.options.on_heap else ''}"

    def _alias(self, parameters: Sequence[ParameterShape], lengths: Container[str]) -> None:
        """A later pointer may be any earlier one of the same type; one that has a length is not."""
        earlier: dict[str, list[ParameterShape]] = {}
        for parameter in parameters:
            shape = parameter.shape
            if isinstance(shape, Pointed) and not shape.is_restrict and shape.type:
                others = earlier.setdefault(shape.type, [])
                for first in others:
                    is_made = self.options.may_alias and parameter.name not in lengths and first.name not in lengths
                    self._may_be(parameter, first, is_made=is_made)
                others.append(parameter)

    def _may_be(self, later: ParameterShape, first: ParameterShape, *, is_made: bool) -> None:
        promise = f"{later.name} != {first.name}"
        then = self.heap.without(*self.of_parameter[later.name], f"{argument_name(later)} = {argument_name(first)};")
        if self._choice(promise, is_made=is_made, then=then):
            self._note_alias(later.name, first.name)
        else:
            self.notes.append(promise)

    def _note_alias(self, later: str, first: str) -> None:
        """What was said of the pointer alone is not all that is tried."""
        said = f"{later} points to "
        self.notes = [f"{note}, or is {first}" if note.startswith(said) else note for note in self.notes]

    def fill(self, place: str, shape: TypeShape, *, is_behind: bool = False) -> None:
        """Statements that give any value to an object; one behind a pointer may be left as it is."""
        match shape:
            case Scalar() if is_behind and self._is_left(shape):
                pass
            case Scalar(name=name) if name in SUFFIXES:
                self.lines.append(f"{place} = {self._any(name)};")
            case Enumerated(name=name, values=values):
                # Every run gets here, also one with random inputs.
                other = " && ".join(f"{place} != {value}" for value in values)
                self.lines += [f"{place} = {self._any(name)};", f"if ({other})", f"    {place} = {values[0]};"]
                self.notes += [_ENUMERATIONS] if _ENUMERATIONS not in self.notes else []
            case Pointed():
                self._point(place, shape, self.told.get(place))
            case Callback():
                self.lines.append(f"{place} = {self._stub(place, shape)};")
            case StreamShape():
                # A stream that can be read, or one that can be written.
                self.opens = True
                self.lines.append(f"{place} = {self._any('_Bool')} ? stdin : stdout;")
                seen = self._seen(place)
                may_be_null = self._choice(f"{seen} != 0", is_made=self.options.may_be_null, then=f"{place} = 0;")
                self.notes.append(f"{seen} is stdin or stdout{', or null' if may_be_null else ''}")
            case RecordShape(may_misread=may_misread, hidden_pointers=hidden):
                self._fill_members(place, shape, is_behind=is_behind and not may_misread)
                for each in hidden:
                    self._cut_member(f"{place}.{each}", is_misread=has_pointers(shape))
            case Elements(count=count, element=element):
                self._fill_elements(place, count, element, is_behind=is_behind)
            case Flexible():
                pass
            case Scalar(name=name) | Opaque(name=name):
                self.lines.append(f"/* {place} ({name}) is left as it is. */")

    def _cut_member(self, place: str, *, is_misread: bool) -> None:
        """Of a union, whose first member has a value: nothing says which member the function reads.  That a number leads nowhere
        is seen, but not that a pointer of the first member leads elsewhere."""
        self.is_cut = True
        if is_misread or self.options.cut is Cut.NOWHERE:
            self.lines.append(f"{place} = {self._cut(place)};")
        self._note_cut(f"{self._seen(place)} points to no object: only the first member of the union has a value")

    def _fill_members(self, place: str, record: RecordShape, *, is_behind: bool) -> None:
        """Those that tell lengths before the pointers to what has that length."""
        stretches = [each for each in stretches_of_members(record.members) if self._is_made(each)]
        together = {name for stretch in stretches for name in stretch.names}
        for member in record.members:
            if not self._is_used(member) and member.name not in together:
                self._leave_out(f"{place}.{member.name}", member)
        for stretch in stretches:
            self._stretch(place, stretch)
        lengths = {name: length for name, length in lengths_of_members(record.members).items() if name not in together}
        used = [member for member in record.members if self._is_used(member)]
        reached = {each.name: each for each in used if self._is_reached(each) and each.name not in {*lengths, *together}}
        for member in used:
            if member.name not in {*lengths, *reached} and (member.name not in together or not member.name):
                self._fill_member(f"{place}.{member.name}" if member.name else place, member, is_behind=is_behind)
        for name, member in reached.items():
            assert isinstance(member.shape, Pointed)
            self._point(f"{place}.{name}", member.shape, self._reached(member.shape, member.reach, f"{place}.{{}}".format))
        parts = parts_of_members(record.members)
        for member in used:
            if (length := lengths.get(member.name)) is not None and isinstance(member.shape, Pointed):
                where = f"{place}.{length.name}"
                told = ToldLength(where, self._seen(where), length.shape, length.is_const)
                self._point(f"{place}.{member.name}", member.shape, told)
                if member.shape.target is not None and self.level < self.options.depth:
                    for part in parts.get(member.name, ()):
                        self._bound_part(f"{place}.{part.name}", where, part)

    def _fill_member(self, inner: str, member: MemberShape, *, is_behind: bool) -> None:
        match member.shape:
            case shape if is_behind and self._is_left(shape):
                pass
            case Scalar(name=name) if member.is_const:
                self.fill(f"*({name} *){_MADE}&{inner}", member.shape)
            case Pointed() | Callback() | StreamShape() | Enumerated() as shape if member.is_const:
                # Through a variable: nothing is assigned to a constant member by its name.
                value = self._name(f"{as_word(inner)}_value")
                self.said[value] = self._seen(inner)
                self.lines.append(f"__typeof__(((void)0, {inner})) {value};")
                self.fill(value, shape)
                self.lines.append(f"*(__typeof__({value}) *){_MADE}&{inner} = {value};")
            case RecordShape(members=members) if member.is_const:
                constant = tuple(replace(each, is_const=True) for each in members)
                self._fill_members(inner, RecordShape(constant), is_behind=is_behind)
            case shape if member.is_const:
                self.lines.append(f"/* {inner} is constant and left as it is. */")
            case shape:
                self.fill(inner, shape, is_behind=is_behind)

    def _bound_part(self, part: str, length: str, member: MemberShape) -> None:
        """As many elements as are in use are at most as many as there are, unless callers may be wrong."""
        promise = f"{self._seen(part)} <= {self._seen(length)}"
        condition = (
            f"{part} <= {length}" if scalar_name(member.shape).startswith("unsigned") else f"0 <= {part} && {part} <= {length}"
        )
        if self.options.believes_lengths or promise in self.options.promises:
            self.lines += [f"if (!({condition}))", f"    {part} = {length};"]
            self.notes.append(promise)
            return
        keeps = self._name(f"{as_word(part)}_keeps")
        self.lines.append(f"_Bool {keeps} = 1;")
        self._choice(promise, is_made=True, then=f"{keeps} = 0;")
        self._assume(f"!{keeps} || ({condition})")

    def _is_reached(self, member: MemberShape) -> bool:
        """Can its length be computed from other members?"""
        return isinstance(member.shape, Pointed) and not member.is_const and member.reach is not None and bool(member.reach.names)

    def _is_made(self, stretch: Stretch) -> bool:
        members = self.options.members
        return self.level < self.options.depth and (members is None or not members.isdisjoint(stretch.names))

    def _is_used(self, member: MemberShape) -> bool:
        """Are its pointers to lead to objects?"""
        is_named = self.options.members is None or not member.name or member.name in self.options.members
        return is_named or member.is_const or not has_pointers(member.shape)

    def _leave_out(self, place: str, member: MemberShape) -> None:
        was_cut, self.leaves_out = self.is_cut, True
        self._clear(place, member.shape)
        self.is_cut = was_cut
        self._note_cut(
            f"pointers in structures are null if neither {self.function} nor a function that it calls uses them by name"
        )

    def _fill_elements(self, place: str, count: int, element: TypeShape, *, is_behind: bool) -> None:
        if has_pointers(element):
            for number in range(min(count, _MOST_SPREAD)):
                self.fill(f"{place}[{number}]", element, is_behind=is_behind)
            # Pointers of the elements that nothing was made for.
            if count > _MOST_SPREAD:
                self._repeat(count, lambda index: self._clear(f"{place}[{index}]", element), first=_MOST_SPREAD)
                some = f"in {count - _MOST_SPREAD} of {count} elements"
                which = some if place in self.shifted else f"from element {_MOST_SPREAD} on"
                self._note_cut(f"pointers in {self._seen(place)} are null {which}")
        elif not (is_behind and self._is_left(element, count)):
            self._repeat(count, lambda index: self.fill(f"{place}[{index}]", element, is_behind=is_behind))

    def _clear(self, place: str, shape: TypeShape) -> None:
        match shape:
            case Pointed() | Callback() | StreamShape():
                self.is_cut = True
                self.lines.append(f"{place} = {self._cut(place)};")
            case RecordShape(members=members):
                for member in members:
                    if not member.is_const:
                        self._clear(f"{place}.{member.name}" if member.name else place, member.shape)
            case Elements(count=count, element=element) if has_pointers(element):
                self._repeat(count, lambda index: self._clear(f"{place}[{index}]", element))
            case _:
                pass

    def _cut(self, place: str) -> str:
        return "0" if self.options.cut is Cut.NULL else f"(__typeof__({place}))({self._nothing()})"

    def _point(
        self,
        place: str,
        shape: Pointed,
        length: ToldLength | None,
        *,
        is_terminated: bool = False,
        written: Written = Written.ONE,
    ) -> None:
        if shape.type not in ("", "void") and not shape.is_incomplete:
            self.made[shape.type] = self.made.get(shape.type, 0) + 1
            self.nested |= {shape.type} if self.level > 0 else set()
        definition = next((each for each in self.records if shape.is_incomplete and each.record == shape.record), None)
        if definition is not None and self.level < self.options.depth:
            self._point_elsewhere(place, shape, definition)
            return
        if shape.target is None or self.level >= self.options.depth:
            self.is_cut = True
            self.lines.append(f"{place} = {self._cut(place)}; /* it is deeper than --depth, or of unknown type */")
            self._note_cut(f"{self._seen(place)} is null: it is deeper than --depth, or points to an unknown type")
            return
        first = len(self.heap.names)
        self.level += 1
        what = self._point_to(place, shape, shape.target, length, is_terminated=is_terminated, written=written)
        self.level -= 1
        seen, null = self._seen(place), self.heap.without(first, None, f"{place} = 0;")
        is_made = self.options.may_be_null and not shape.is_nonnull
        may_be_null = self._choice(f"{seen} != 0", is_made=is_made, then=null)
        made = ", which malloc returned" if self.options.on_heap else ""
        self.notes.append(f"{seen} points to {what}{made}{', or is null' if may_be_null else ''}")

    def _point_elsewhere(self, place: str, shape: Pointed, definition: RecordDefinition) -> None:
        """A function behind the text of the file that defines the structure makes the object, from blocks: they outlive it."""
        name = self._name(f"object_of_{self.function}_{as_word(place)}{'_at_end' if self.options.at_end else ''}")
        pointer = as_word(place)
        inner = HarnessWriter(replace(self.options, on_heap=True), self.function, records=self.records)
        inner.lengths, inner.level = self.lengths, self.level
        inner.said[pointer] = self._seen(place)
        inner._point(pointer, replace(shape, type=shape.record, target=definition.shape, is_incomplete=False), None)
        head = [f"{shape.record} *{name}(void)", "{", f"    {shape.record} *{pointer};"]
        body = [*head, *(f"    {line}" for line in inner.lines), f"    return {pointer};", "}"]
        choices = tuple((index + len(head), promise) for index, promise in inner.choices)
        before = (*undefined(definition.macros), *inner.declarations(), *inner.stubs)
        self.elsewhere += [*inner.elsewhere, FunctionElsewhere(definition.file, before, (*body,), choices)]
        self.stubs.append(f"extern {shape.record} *{name}(void);")
        self.lines.append(f"{place} = {name}();")
        self.notes += inner.notes
        self.said |= inner.said
        self.is_cut |= inner.is_cut
        self.leaves_out |= inner.leaves_out

    def _point_to(
        self,
        place: str,
        shape: Pointed,
        target: TypeShape,
        length: ToldLength | None,
        *,
        is_terminated: bool,
        written: Written,
    ) -> str:
        """What is made for it, in words."""
        type = BYTES if isinstance(target, Opaque) else shape.type or f"__typeof__(*{place})"
        element: TypeShape = Scalar(BYTES) if isinstance(target, Opaque) else target
        if length is not None:
            return self._point_to_counted(place, type, element, length, is_text=is_terminated and is_character(element))
        is_terminated = type == "char" or (is_terminated and is_assignable(element))
        if shape.count > 1:
            self.lines.append(f"{place} = {self._objects(place, 'objects', type, element, shape.count)};")
            return f"{shape.count} objects"
        if isinstance(element, RecordShape) and (room := room_of(element)) is not None:
            return self._point_to_flexible(place, type, room)
        if written is not Written.ONE and holds_any_value(element):
            return self._point_to_room(place, type, element, is_terminated=is_terminated, is_output=written is Written.OUTPUT)
        return self._point_to_one(place, type, element, is_terminated=is_terminated)
