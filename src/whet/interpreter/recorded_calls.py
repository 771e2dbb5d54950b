"""The call of a function with generated arguments, as it happens in a run: arguments, and all memory that they point to.

A harness leaves numbers open that the function may never read.  Each one that it reads is chosen then, and recorded as if the
caller had stored it.

Invariants: objects are numbered in the order in which pointers reach them, so that each stands after one that points to it; the
recorded bytes are those before the call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from whet.cfa.expressions import Expr, Var
from whet.cfa.model import Function
from whet.cfa.operations import Enter
from whet.cfa.semantics import decode, truncate_bit_field
from whet.cfa.source import REQUIREMENTS, is_generated
from whet.cfa.types import ArrayType, CType, Field, FloatType, FunctionType, IntType, PointerType, StructType, VoidType, is_scalar
from whet.core.concrete import RecordedCall, RecordedName, RecordedObject, RecordedPart, RecordedPointer, RecordedValue
from whet.interpreter.memory import MemoryFault, MemoryObject, ObjectKind
from whet.interpreter.view import View
from whet.task.records import dataclass

_MOST_BYTES = 1 << 16
"""Of the contents of an object."""
_MOST_OBJECTS = 1000
_OWN = ("harness_of_", REQUIREMENTS)
"""Functions of the harness itself."""


@dataclass(slots=True)
class _Image:
    """An object before the call."""

    held: MemoryObject
    type: CType
    reached: tuple[int | None, str]
    number: int
    data: bytearray = field(init=False)
    mask: bytearray = field(init=False)

    def __post_init__(self) -> None:
        size = min(self.held.size, _MOST_BYTES)
        self.data = bytearray(self.held.data[:size])
        self.mask = bytearray(b"\xff" * size if self.held.mask is None else self.held.mask[:size])

    def bits(self, bit_offset: int, width: int) -> int | None:
        """A number of so many bits, with zeros where they are indeterminate; None if all are."""
        begin, end = bit_offset // 8, (bit_offset + width + 7) // 8
        if end > len(self.data):
            return None
        low, shift = (1 << width) - 1, bit_offset % 8
        defined = int.from_bytes(self.mask[begin:end], "little") >> shift & low
        return int.from_bytes(self.data[begin:end], "little") >> shift & defined if defined else None


@dataclass(slots=True)
class CallRecorder:
    inputs: int = 0
    """How many inputs were read before the call."""
    _function: str = ""
    _arguments: list[tuple[str, RecordedPart]] = field(default_factory=list)
    _images: dict[int, _Image] = field(default_factory=dict)
    """By address."""
    _names: dict[int, str] = field(default_factory=dict)
    """What has an address and no contents: functions, streams."""
    _is_partial: bool = False

    def enter(self, operation: Enter, view: View) -> None:
        function = operation.function
        if self._function or function.is_of_library or function.name.startswith(_OWN) or not is_generated(operation.origin):
            return
        process = view.statics.process
        self._function, self.inputs = function.written_name, len(process.trace)
        for parameter, argument in zip(function.parameters, operation.call.arguments, strict=False):
            self._arguments.append((parameter.name, self._argument(parameter.name, argument, view)))
        waiting = [*self._images.values()]
        for image in waiting:
            for part in self._parts(image, view):
                del part
            waiting += [*self._images.values()][len(waiting) :]
        process.access.observer = process.written_only.observer = self._chosen

    def _argument(self, name: str, argument: Expr, view: View) -> RecordedPart:
        if not is_scalar(argument.type):
            place = view.place(argument.variable) if isinstance(argument, Var) else None
            if place is None:
                self._is_partial = True
                return RecordedPart("", 0)
            return RecordedPart("", replace(self._reach(place[0], argument.type, (None, name)), is_content=True))
        value = view.value(argument)
        if value is None:
            self._is_partial = True
            return RecordedPart("", 0)
        if isinstance(argument.type, PointerType):
            assert isinstance(value, int)
            return RecordedPart("", self._pointer(value, argument.type.target, (None, name), view))
        assert isinstance(argument.type, (IntType, FloatType))
        return RecordedPart("", value, argument.type)

    def _reach(self, held: MemoryObject, type: CType, reached: tuple[int | None, str]) -> RecordedPointer:
        if held.base not in self._images:
            self._images[held.base] = _Image(held, type, reached, len(self._images))
        return RecordedPointer(self._images[held.base].number)

    def _pointer(self, address: int, target: CType, reached: tuple[int | None, str], view: View | None) -> RecordedValue:
        """``view`` is None after the call: then nothing new is reached."""
        if address in self._names:
            return RecordedName(self._names[address])
        if view is not None and address:
            memory = view.statics.process.memory
            held = memory.nearest(address)
            if held is not None and held.kind is not ObjectKind.OPAQUE and held.is_alive and address <= held.base + held.size:
                if len(self._images) < _MOST_OBJECTS or held.base in self._images:
                    return replace(self._reach(held, target, reached), offset=address - held.base)
                self._is_partial = True
            elif (name := _name_at(address, held, view)) is not None:
                self._names[address] = name
                return RecordedName(name)
        for base, image in self._images.items():
            if base <= address <= base + image.held.size:
                return RecordedPointer(image.number, address - base)
        return address

    def _chosen(self, held: MemoryObject, offset: int, chosen: bytes, missing: bytes) -> None:
        image = self._images.get(held.base)
        if image is None or image.held is not held or offset + len(chosen) > len(image.data):
            self._is_partial = True
            return
        for at, (byte, bits) in enumerate(zip(chosen, missing, strict=True), offset):
            new = bits & ~image.mask[at]
            image.data[at] = image.data[at] & ~new | byte & new
            image.mask[at] |= new

    def recorded(self, inputs: int) -> RecordedCall | None:
        """None if no call was entered; ``inputs`` is the number of those before it that functions asked for."""
        if not self._function:
            return None
        objects = tuple(self._object(image) for image in self._images.values())
        return RecordedCall(
            function=self._function,
            arguments=tuple(self._arguments),
            objects=objects,
            inputs=inputs,
            is_partial=self._is_partial,
        )

    def _object(self, image: _Image) -> RecordedObject:
        type = image.type
        is_number = isinstance(type, (IntType, FloatType))
        return RecordedObject(
            name=image.held.name if image.held.name.isidentifier() else "",
            size=image.held.size,
            element=0 if _is_raw(type) else type.size,
            count=_count(image),
            type=str(type) if is_number else "",
            reached=image.reached,
            parts=tuple(self._parts(image, None)),
        )

    def _parts(self, image: _Image, view: View | None) -> Iterator[RecordedPart]:
        type: CType = IntType("unsigned char", 8, False, 1, 1) if _is_raw(image.type) else image.type
        for number in range(_count(image) or 1 if len(image.data) == image.held.size else len(image.data) // type.size):
            yield from self._in(image, type, 8 * number * type.size, f"[{number}]", view)

    def _in(self, image: _Image, type: CType, at: int, path: str, view: View | None) -> Iterator[RecordedPart]:
        """``at`` counts bits."""
        match type:
            case IntType() | FloatType():
                number = image.bits(at, 8 * type.size)
                if number:
                    yield RecordedPart(path, decode(number.to_bytes(type.size, "little"), type), type)
            case PointerType(target=target):
                number = image.bits(at, 8 * type.size)
                if number:
                    yield RecordedPart(path, self._pointer(number, target, (image.number, path), view))
            case ArrayType(element=element, count=count) if element.size:
                length = (8 * len(image.data) - at) // (8 * element.size) if count is None else count
                for index in range(length):
                    yield from self._in(image, element, at + 8 * index * element.size, f"{path}[{index}]", view)
            case StructType(is_union=is_union, fields=fields):
                for member in [self._meant(image, at, fields, view)] if is_union and fields else fields:
                    yield from self._member(image, member, at + member.bit_offset, path, view)
            case _:
                pass

    def _member(self, image: _Image, member: Field, at: int, path: str, view: View | None) -> Iterator[RecordedPart]:
        inner = f"{path}.{member.name}" if member.name else path
        if member.bit_width is None:
            yield from self._in(image, member.type, at, inner, view)
        elif member.name and isinstance(member.type, IntType) and (number := image.bits(at, member.bit_width)):
            yield RecordedPart(inner, truncate_bit_field(number, member.type, member.bit_width), member.type)

    def _meant(self, image: _Image, at: int, fields: tuple[Field, ...], view: View | None) -> Field:
        """The member of a union that has its value: a pointer if it points to an object, otherwise the largest."""
        for member in fields:
            if isinstance(member.type, PointerType) and (number := image.bits(at, 8 * member.type.size)):
                found = self._pointer(number, member.type.target, (image.number, ""), None)
                held = None if view is None else view.statics.process.memory.nearest(number)
                if not isinstance(found, int) or (held is not None and held.is_alive and number <= held.base + held.size):
                    return member
        return max(fields, key=lambda member: member.type.size)


def _is_raw(type: CType) -> bool:
    return isinstance(type, (VoidType, FunctionType)) or not type.size


def _count(image: _Image) -> int | None:
    """The elements of an object."""
    if _is_raw(image.type):
        return image.held.size
    last = image.type.fields[-1].type if isinstance(image.type, StructType) and image.type.fields else None
    is_open = isinstance(last, ArrayType) and not last.count
    count, rest = divmod(image.held.size, image.type.size)
    return None if is_open or rest else count


def _name_at(address: int, held: MemoryObject | None, view: View) -> str | None:
    if held is not None and held.kind is ObjectKind.OPAQUE and held.base == address:
        return held.name if held.name.isidentifier() else None
    try:
        found: Function = view.statics.process.memory.function_at(address)
    except MemoryFault:
        return None
    return found.written_name
