"""Structures and unions have the layout that gcc gives them: all those in ``tests/programs``, in both machine models.

The programs are compiled with assertions about size, alignment and offsets behind each declaration, by one gcc a machine model.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.verdicts.running import verdict_of_command
from whet.cfa.types import ILP32, LP64, ArrayType, CType, MachineModel, StructType
from whet.frontend.clang import Cursor, CursorKind, children, library, spelling, text_of
from whet.frontend.errors import FrontendError
from whet.frontend.parse import with_unit
from whet.frontend.type_reader import TypeReader
from whet.frontend.unit import INCLUDE_FOLDER, TranslationUnit

FOLDER = Path(__file__).parent.parent / "programs"
GCC = ("gcc", "-fsyntax-only", "-w")
FLAGS = {"LP64": ("-m64",), "ILP32": ("-m32", "-idirafter", "/usr/include/x86_64-linux-gnu", "-idirafter", str(INCLUDE_FOLDER))}
ENOUGH = 100
ALIGNED = b"aligned"
DIFFERENT = re.compile(r"/(\d+)_\w+\.c:\d+:\d+: error: ")
DEFINITION = re.compile(r"\b(?:struct|union)\b[^;(){}]*\{[^}]*\}[^;{}]*")
DECLARING = (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.TYPEDEF_DECL, CursorKind.VAR_DECL)


def programs() -> list[Path]:
    """Of programs with the same structures, one."""
    found: dict[tuple[str, ...], Path] = {}
    for path in sorted(FOLDER.glob("*/*.c")):
        text = path.read_text(encoding="utf-8", errors="replace")
        definitions = tuple(DEFINITION.findall(text))
        if definitions and "NOT COMPILED" not in text:
            found.setdefault(definitions, path)
    return list(found.values())


@dataclass
class Layouts:
    """The assertions about one file, by the offsets where they go."""

    unit: TranslationUnit
    assertions: dict[int, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._types = TypeReader(self.unit.machine)
        for cursor in self.unit.declarations():
            if self.unit.main_offset(cursor) is not None:
                self._look_at(cursor, len(self.unit.source.text))

    def text(self) -> bytes:
        """The file with its assertions."""
        parts, position = [], 0
        for offset, assertions in sorted(self.assertions.items()):
            parts += [self.unit.source.text[position:offset], "\n".join(["", *dict.fromkeys(assertions), ""]).encode()]
            position = offset
        return b"".join([*parts, self.unit.source.text[position:]])

    def _look_at(self, cursor: Cursor, end: int | None) -> None:
        """Assertions about what is declared here go to ``end``; None where there is no room for them."""
        if cursor.kind in DECLARING and end is not None:
            for assertion in self._about(cursor):
                self.assertions.setdefault(end, []).append(assertion)
        for child in children(cursor):
            if child.kind == CursorKind.DECL_STMT:
                end = self.unit.span(child).end if cursor.kind == CursorKind.COMPOUND_STMT else None
            if cursor.kind not in DECLARING and child.kind < CursorKind.FIRST_ATTRIBUTE:
                self._look_at(child, end)

    def _about(self, cursor: Cursor) -> Iterator[str]:
        name = spelling(cursor)
        if cursor.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL):
            name = text_of(library().clang_getTypeSpelling(library().clang_getCursorType(cursor)))
            if "(" in name or not library().clang_isCursorDefinition(cursor):
                return
        ctype = self._types.of(cursor)
        while isinstance(ctype, ArrayType) and cursor.kind == CursorKind.VAR_DECL:
            name, ctype = f"{name}[0]", ctype.element
        if isinstance(ctype, StructType) and ctype.is_complete:
            type_name = f"__typeof__({name})"
            yield f'_Static_assert(sizeof({name}) == {ctype.size}, "size of {name}");'
            if (
                name.startswith(("struct ", "union ")) or ALIGNED not in self.unit.source.text
            ):  # names of types may have their own
                yield f'_Static_assert(_Alignof({type_name}) == {ctype.align}, "alignment of {name}");'
            for path, offset in _offsets(ctype, ""):
                yield f'_Static_assert(__builtin_offsetof({type_name}, {path}) == {offset}, "{path} of {name}");'


def _offsets(struct: CType, prefix: str) -> Iterator[tuple[str, int]]:
    """The members of a structure, also those of members, with their offsets in bytes; of bit-fields there are none in C."""
    for member in struct.fields if isinstance(struct, StructType) else ():
        path = f"{prefix}.{member.name}".strip(".") if member.name else prefix
        if member.name and member.bit_width is None:
            yield path, member.bit_offset // 8
        for inner, offset in _offsets(member.type, path):
            yield inner, member.bit_offset // 8 + offset


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_layouts_are_those_of_gcc(machine: MachineModel, tmp_path: Path) -> None:
    files, chosen = [], programs()
    for number, path in enumerate(chosen):
        file = tmp_path / f"{number}_{path.name}"
        with suppress(FrontendError):  # what is not C for this machine
            file.write_bytes(with_unit(str(path), lambda unit: Layouts(unit).text(), machine=machine))
            files.append(file)
    assert len(files) > ENOUGH
    other = {int(number) for number in DIFFERENT.findall(_complaints(files, chosen, machine))}
    assert [chosen[number].name for number in sorted(other) if not _is_refused(chosen[number], machine)] == []


def _is_refused(program: Path, machine: MachineModel) -> bool:
    """Where clang and gcc disagree, no verdict may rest on the layout."""
    return verdict_of_command(program, machine.name, seconds=2).detail.startswith("unsupported")


@pytest.mark.gcc
def test_another_layout_is_found(tmp_path: Path) -> None:
    program, file = tmp_path / "program.c", tmp_path / "asserting.c"
    program.write_text("struct S { char a; struct { long b; }; } s; int main(void) { struct { long c; } t; return t.c; }")
    file.write_bytes(with_unit(str(program), lambda unit: Layouts(unit).text(), machine=LP64))
    found = re.findall(r'static assertion failed: "([^"]*)"', _complaints([file], [program], ILP32))
    assert {"size of struct S", "alignment of struct S", "b of struct S", "size of s", "size of t"} <= {*found}


def _complaints(files: list[Path], programs: list[Path], machine: MachineModel) -> str:
    """What gcc says about files made of programs."""
    folders = [flag for folder in sorted({program.parent for program in programs}) for flag in ("-iquote", str(folder))]
    command = [*GCC, *FLAGS[machine.name], *folders, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr
