"""Where a run ends inside a function of the library whose body comes with Whet: the call in the program that led there.

What goes wrong in such a body is the program's doing, so it is reported at the program's call and not at a line of a file that
the user did not write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from whet.cfa.immutable import immutable
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.source import Origin, SourceFile

_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")


@immutable
class LibraryCall:
    """The call by which the program came into the library."""

    function: str
    origin: Origin


def outermost(active: Iterable[tuple[Function, Origin]]) -> LibraryCall | None:
    """Of the active functions with their calls, the innermost first: that of the library which the program called."""
    found: LibraryCall | None = None
    for function, origin in active:
        if not function.is_of_library:
            break
        found = LibraryCall(called_as(function, origin), origin)
    return found


def called_as(function: Function, origin: Origin) -> str:
    """What the program calls the function: a call may be lowered to static functions of a body that comes with Whet."""
    named = _CALL.match(origin.expression.text) if function.written_name != function.name else None
    return function.written_name if named is None else named[1]


def program_calls(program: Program) -> dict[Function, Origin]:
    """By the functions of the library that have a body, the first call of the program that leads there by name."""
    found: dict[Function, Origin] = {}
    for edge in sorted(program.edges(), key=lambda edge: edge.source.function.is_of_library):
        for operation in flatten(edge.operation):
            match operation:
                case Call(callee=Function(is_of_library=True) as callee, origin=origin):
                    found.setdefault(callee, found.get(edge.source.function, origin))
                case _:
                    pass
    return found


def without_library_places(text: str, program: Program) -> str:
    """A sentence in which places in bodies of the library are said as the program's first call and the function."""
    for function, call in program.fact(program_calls).items():
        lines = {part.origin.original_place.line for edge in function.edges() for part in flatten(edge.operation)}
        told = f"{call.original_place}: in {called_as(function, call)}".replace("\\", "\\\\")
        text = re.sub(_place_in(_file_of(function).path, min(lines), max(lines)), told, text)
    return text


def _place_in(path: str, first: int, last: int) -> str:
    """A place in some lines of a file: loops are reported at their first word, where no operation stands."""
    return rf"{re.escape(path)}:(?:{'|'.join(map(str, range(first, last + 1)))}):\d+\b"


class LibraryPlaces:
    """What is said of places, with the program's calls for those that stand in bodies of the library."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def of(self, origins: Iterable[Origin]) -> tuple[Origin, ...]:
        """Each once; one that no call of the program reaches by name stays what it is."""
        return tuple(dict.fromkeys(self._calls.get(origin.expression.file, origin) for origin in origins))

    @cached_property
    def _calls(self) -> dict[SourceFile, Origin]:
        """By the files of the library, the first call that leads there."""
        found: dict[SourceFile, Origin] = {}
        for function, origin in self._program.fact(program_calls).items():
            found.setdefault(_file_of(function), origin)
        return found


def _file_of(function: Function) -> SourceFile:
    return next(iter(function.edges())).origin.expression.file
