"""Values of a run in C: numbers, characters, initialisers of arrays and structures, and pointers by what they point to.

A pointer is written as an expression over names the reader knows: ``&x``, ``&list.first``, ``buffer + 3``, a function, a string
literal, or ``block2`` for the second block of the heap.  What has no value yet is ``?``.

Invariants: looking changes nothing; a text has a bounded length, and says where it was cut.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from whet.cfa.expressions import Variable
from whet.cfa.semantics import Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType
from whet.interpreter.access import BitPlace
from whet.interpreter.memory import LOW_PAGE, MemoryFault, MemoryObject, ObjectKind
from whet.interpreter.process import Process
from whet.task.records import dataclass

MOST_ELEMENTS: Final = 32
_DEEPEST: Final = 4
_LONGEST: Final = 300
UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class PointerTarget:
    """What a pointer points to."""

    object: MemoryObject
    offset: int
    type: CType


@dataclass(frozen=True, slots=True)
class ShownValue:
    text: str
    targets: tuple[PointerTarget, ...] = ()


Name = Callable[[MemoryObject], "tuple[str, CType | None] | None"]
"""What an object is called, and its type if it is a variable."""


@dataclass(frozen=True, slots=True)
class Notation:
    process: Process
    name: Name

    def variable(self, variable: Variable, value: Value | None) -> ShownValue:
        """A variable that does not live in memory."""
        return self.scalar(value, variable.type)

    def scalar(self, value: Value | None, type: CType) -> ShownValue:
        match type, value:
            case _, None:
                return ShownValue(UNKNOWN)
            case IntType(), int():
                return ShownValue(_integer(value, type))
            case PointerType(), int():
                if value == 0:
                    return ShownValue("NULL")
                memory = self.process.memory
                try:
                    return ShownValue(memory.function_at(value).written_name)
                except MemoryFault:
                    found = memory.nearest(value) if value >= LOW_PAGE else None
                if found is None or value > found.base + found.size:
                    return ShownValue(f"({type}){value:#x}")
                offset = value - found.base
                if found.kind is ObjectKind.STRING:
                    return ShownValue(_moved(_quoted(bytes(found.data).partition(b"\0")[0]), offset, 1))
                named = self.name(found)
                if named is None:
                    return ShownValue(f"({type}){value:#x}{'' if found.is_alive else ' /* dangling */'}")
                text = _path(named[0], named[1], offset, type.target)
                target = PointerTarget(found, offset, type.target)
                return ShownValue(text if found.is_alive else f"{text} /* {_DEAD.get(found.kind, 'dangling')} */", (target,))
            case _:
                return ShownValue(_floating(value))

    def held(self, source: MemoryObject, offset: int, type: CType, depth: int = 0) -> ShownValue:
        """What an object holds there."""
        match type:
            case ArrayType(element=element, count=count):
                number = count if count is not None else max(0, source.size - offset) // max(1, element.size)
                return self._array(source, offset, element, number, depth)
            case StructType():
                return self._structure(source, offset, type, depth)
            case IntType() | FloatType() | PointerType():
                return self.scalar(self.process.access.peek(source, offset, type), type)
            case _:
                return ShownValue(UNKNOWN)

    def _array(self, source: MemoryObject, offset: int, element: CType, count: int, depth: int) -> ShownValue:
        if (text := self._string(source, offset, element, count)) is not None:
            return ShownValue(text)
        if depth >= _DEEPEST:
            return ShownValue("{…}")
        size = element.size
        shown = [self.held(source, offset + size * index, element, depth + 1) for index in range(min(count, MOST_ELEMENTS))]
        return _braces([each.text for each in shown], shown, count - len(shown))

    def _string(self, source: MemoryObject, offset: int, element: CType, count: int) -> str | None:
        """An array of characters that is a string, and perhaps zeros after it."""
        if (
            not isinstance(element, IntType)
            or element.size != 1
            or element.name != "char"
            or not count
            or source.mask is not None
        ):
            return None
        text, _, rest = bytes(source.data[offset : offset + count]).partition(b"\0")
        is_string = len(text) < count and text and not any(rest) and all(32 <= byte < 127 for byte in text)
        return _quoted(text) if is_string else None

    def _structure(self, source: MemoryObject, offset: int, type: StructType, depth: int) -> ShownValue:
        if depth >= _DEEPEST:
            return ShownValue("{…}")
        members = [field for field in type.fields if field.name or isinstance(field.type, StructType)]
        parts = members[:1] if type.is_union else members[:MOST_ELEMENTS]
        shown = [self.member(source, offset, field.type, field.bit_offset, field.bit_width, depth + 1) for field in parts]
        texts = [f".{field.name} = {each.text}" if field.name else each.text for field, each in zip(parts, shown, strict=True)]
        return _braces(texts, shown, 0 if type.is_union else len(members) - len(parts))

    def member(
        self, source: MemoryObject, base: int, type: CType, bit_offset: int, bit_width: int | None, depth: int = 0
    ) -> ShownValue:
        offset = base + bit_offset // 8
        if bit_width is None or not isinstance(type, IntType):
            return self.held(source, offset, type, depth)
        return self.scalar(self.process.access.peek(source, offset, type, BitPlace(bit_offset % 8, bit_width)), type)


_DEAD = {ObjectKind.HEAP: "freed"}


def _path(name: str, type: CType | None, offset: int, wanted: CType) -> str:
    """The address of what lies at an offset of an object, as C would say it."""
    if type is None:  # a block
        return _moved(name, offset, max(1, wanted.size))
    path, rest = name, offset
    while True:
        match type:
            case ArrayType(element=element, count=count) if element.size and type != wanted:
                index, within = divmod(rest, element.size)
                if count is not None and index >= count and within == 0:
                    return _moved(path, rest, element.size)
                if rest == 0 and element == wanted:
                    return path
                path, rest, type = f"{path}[{index}]", within, element
            case StructType(fields=fields) if type != wanted and fields:
                inside = [field for field in fields if field.offset <= rest < field.offset + max(1, field.type.size)]
                if not inside or not inside[0].name:
                    break
                path, rest, type = f"{path}.{inside[0].name}", rest - inside[0].offset, inside[0].type
            case _:
                break
    return f"&{path}" if rest == 0 else f"(char *)&{path} + {rest}"


def _moved(text: str, offset: int, size: int) -> str:
    if offset == 0:
        return text
    return f"{text} + {offset // size}" if offset % size == 0 else f"(char *){text} + {offset}"


def _integer(value: int, type: IntType) -> str:
    if type.size == 1 and not type.is_bool and type.name == "char" and 32 <= value < 127:
        letter = chr(value) if value not in b"'\\" else "\\" + chr(value)
        return f"{value} '{letter}'"
    return str(value)


def _floating(value: Value | None) -> str:
    if isinstance(value, SoftFloat):
        return str(value)
    return repr(value)


def _quoted(text: bytes) -> str:
    letters = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in text[:80])
    return f'"{letters}{"…" if len(text) > 80 else ""}"'


def _braces(texts: list[str], shown: list[ShownValue], more: int) -> ShownValue:
    if texts and all(text == UNKNOWN for text in texts):
        return ShownValue(UNKNOWN)
    told = [*_shortened(texts), *([f"… {more} more"] if more > 0 else [])]
    targets = tuple(target for each in shown for target in each.targets)
    return ShownValue(cut(f"{{{', '.join(told)}}}"), targets)


def _shortened(texts: list[str]) -> list[str]:
    """Equal values at the end are told once."""
    last = texts[-1] if texts else ""
    same = next((number for number, text in enumerate(reversed(texts)) if text != last), len(texts))
    return [*texts[: len(texts) - same + 1], f"… {same - 1} times the same"] if same > 4 else texts


def cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
