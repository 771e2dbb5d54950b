"""What a run holds at one moment, in boxes: the global variables, the frames of the call stack, and the blocks of the heap.

Rows and boxes are numbered as they are met.  A block has no type of its own in C; it is shown as what the pointers to it point
to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from whet.cfa.expressions import Var, Variable, VariableKind
from whet.cfa.model import Program
from whet.cfa.types import CType, FunctionType, IntType, StructType, VoidType, declare, is_scalar
from whet.interpreter.memory import MemoryObject, ObjectKind
from whet.interpreter.view import View
from whet.report.verification.model import Box, Change, Row
from whet.report.verification.notation import MOST_ELEMENTS, Notation, PointerTarget, ShownValue

MOST_ROWS: Final = 250
"""Of a kind of boxes at one moment."""
MOST_BLOCKS: Final = 60
Seen: TypeAlias = tuple[int, View, Iterable[Variable]]
"""The box of a frame, what it holds, and the variables that live in it."""

_BLOCKS = (ObjectKind.HEAP, ObjectKind.AUTOMATIC)
_NAMED = (VariableKind.GLOBAL, VariableKind.LOCAL, VariableKind.PARAMETER)


class Rows:
    def __init__(self, program: Program) -> None:
        self.boxes: list[Box] = [Box("globals", "global variables", "")]
        self.rows: list[Row] = []
        self._globals = [each for each in program.globals if each.kind in _NAMED and each.name.isidentifier()][:MOST_ROWS]
        self._numbers: dict[tuple[int, str], int] = {}
        self._held: dict[int, tuple[str, tuple[tuple[int, int], ...]]] = {}
        """By row: what it held at the last look."""
        self._blocks: dict[MemoryObject, int] = {}
        """The boxes of blocks."""
        self._freed: set[MemoryObject] = set()
        self._types: dict[MemoryObject, CType] = {}
        self._objects: dict[MemoryObject, tuple[int, int, str, CType]] = {}
        """Box, row, name and type of variables in memory."""

    def box(self, kind: str, title: str, detail: str) -> int:
        self.boxes.append(Box(kind, title, detail))
        return len(self.boxes) - 1

    def changes(self, view: View, frames: Sequence[Seen]) -> tuple[list[Change], list[int]]:
        """What is different since the last call, and which blocks were freed."""
        seen: list[Seen] = [(0, view, self._globals), *frames]
        self._place_variables(seen)
        for found in view.statics.process.memory.living():
            if found.kind in _BLOCKS and found not in self._blocks and len(self._blocks) < MOST_BLOCKS:
                number = len(self._blocks) + 1
                self._blocks[found] = self.box("heap", f"block{number}", f"{found.size} byte{'s' if found.size != 1 else ''}")
        notation = Notation(view.statics.process, self._name)
        held = dict(self._variables(seen, notation))
        held.update(self._heap(notation))
        return list(self._different(held)), list(self._newly_freed())

    def _place_variables(self, seen: Sequence[Seen]) -> None:
        self._objects = {}
        for box, view, variables in seen:
            for variable in variables:
                if variable.kind in _NAMED and (place := view.place(variable)) is not None:
                    row = self._row(box, variable.name, variable.type)
                    self._objects[place[0]] = (box, row, variable.name, variable.type)

    def _name(self, found: MemoryObject) -> tuple[str, CType | None] | None:
        if found in self._blocks:
            return self.boxes[self._blocks[found]].title, None
        known = self._objects.get(found)
        return None if known is None else (known[2], known[3])

    def _row(self, box: int, name: str, type: CType | None) -> int:
        key = (box, name)
        if key not in self._numbers:
            self._numbers[key] = len(self.rows)
            self.rows.append(Row(box, name, "" if type is None else declare(type, "")))
        return self._numbers[key]

    def _variables(self, seen: Sequence[Seen], notation: Notation) -> Iterator[tuple[int, ShownValue]]:
        for box, view, variables in seen:
            for variable in variables:
                if variable.kind in _NAMED and (shown := self._variable(variable, view, notation)) is not None:
                    self._learn(shown.targets)
                    yield self._row(box, variable.name, variable.type), shown

    def _variable(self, variable: Variable, view: View, notation: Notation) -> ShownValue | None:
        if (place := view.place(variable)) is not None:
            return notation.held(*place, variable.type)
        return notation.scalar(view.at(Var(variable))(), variable.type) if is_scalar(variable.type) else None

    def _learn(self, targets: Iterable[PointerTarget]) -> None:
        """The types of blocks; a structure tells more than bytes do."""
        for target in targets:
            if target.object in self._blocks and target.offset == 0 and _tells(target.type):
                known = self._types.get(target.object)
                if known is None or (known.size == 1 and target.type.size > 1):
                    self._types[target.object] = target.type

    def _heap(self, notation: Notation) -> Iterator[tuple[int, ShownValue]]:
        for _ in range(3):  # a block may tell the type of another one
            types = len(self._types)
            found = [row for block, box in self._blocks.items() if block.is_alive for row in self._block(block, box, notation)]
            if len(self._types) == types:
                break
        yield from found

    def _block(self, block: MemoryObject, box: int, notation: Notation) -> Iterator[tuple[int, ShownValue]]:
        for name, type, shown in _parts(block, self._types.get(block), notation):
            self._learn(shown.targets)
            yield self._row(box, name, type), shown

    def _different(self, held: dict[int, ShownValue]) -> Iterator[Change]:
        now = {row: (shown.text, tuple(self._lead(shown.targets))) for row, shown in held.items()}
        for row in self._held.keys() - now.keys():
            yield Change(row, None)
        for row, what in now.items():
            if self._held.get(row) != what:
                yield Change(row, *what)
        self._held = now

    def _lead(self, targets: Iterable[PointerTarget]) -> Iterator[tuple[int, int]]:
        for target in targets:
            if target.object in self._blocks:
                yield self._blocks[target.object], -1
            elif (known := self._objects.get(target.object)) is not None:
                yield known[0], known[1]

    def _newly_freed(self) -> Iterator[int]:
        for block, box in self._blocks.items():
            if not block.is_alive and block not in self._freed:
                self._freed.add(block)
                yield box


def _tells(type: CType) -> bool:
    return not isinstance(type, (VoidType, FunctionType)) and type.size > 0


def _parts(block: MemoryObject, type: CType | None, notation: Notation) -> Iterator[tuple[str, CType | None, ShownValue]]:
    """The rows of a block: members of a structure, elements of an array, or bytes."""
    if type is None or type.size > block.size:
        yield "bytes", None, _bytes(block)
    elif isinstance(type, StructType) and block.size < 2 * type.size:
        for field in type.fields[:MOST_ELEMENTS]:
            if field.name:
                shown = notation.member(block, 0, field.type, field.bit_offset, field.bit_width)
                yield field.name, field.type, shown
    elif isinstance(type, IntType) and type.size == 1:
        yield "bytes", None, _bytes(block)
    else:
        count = block.size // type.size
        for index in range(min(count, MOST_ELEMENTS)):
            yield f"[{index}]", type, notation.held(block, index * type.size, type)
        if count > MOST_ELEMENTS:
            yield "…", None, ShownValue(f"{count - MOST_ELEMENTS} more")


def _bytes(block: MemoryObject) -> ShownValue:
    if block.mask is not None and not any(block.mask[:16]):
        return ShownValue("?")
    defined = block.mask if block.mask is not None else b"\xff" * block.size
    shown = [f"{byte:02x}" if mask == 0xFF else "??" for byte, mask in zip(block.data[:16], defined[:16], strict=False)]
    letters = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in block.data[:16])
    return ShownValue(f"{' '.join(shown)}{' …' if block.size > 16 else ''}  {letters}")
