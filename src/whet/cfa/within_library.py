"""Where a path ends inside a function of the library whose body comes with Whet: the call in the program that led there.

What goes wrong in such a body is the program's doing, so it is told at the program's call and not at a line of a file that nobody
who reads it has written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from whet.cfa.immutable import immutable
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, Enter, Leave, Operation, flatten
from whet.cfa.source import Origin, SourceFile


@immutable
class LibraryCall:
    """The call by which the program came into the library."""

    function: str
    origin: Origin


def library_call(path: Sequence[Edge]) -> LibraryCall | None:
    """None if the path ends in the program itself; what only says that a check failed does not count."""
    entered: list[Enter] = []
    for operation in (part for edge in path for part in flatten(edge.operation)):
        if isinstance(operation, Enter) and operation.function.error is None:
            entered.append(operation)
        elif isinstance(operation, Leave) and entered:
            entered.pop()
    return _outermost(entered)


def _outermost(entered: Sequence[Enter]) -> LibraryCall | None:
    """Of the calls at the end of which only functions of the library are active."""
    found: Enter | None = None
    for call in reversed(entered):
        if not call.function.is_of_library:
            break
        found = call
    return None if found is None else LibraryCall(found.function.written_name, found.origin)


def outermost(calls: Iterable[Operation | None]) -> LibraryCall | None:
    """Of the calls that are active, beginning with the last one: the one by which the program came into the library."""
    found: LibraryCall | None = None
    for call in calls:
        match call:
            case Call(callee=Function(is_of_library=True) as callee, origin=origin):
                found = LibraryCall(callee.written_name, origin)
            case _:
                break
    return found


class LibraryPlaces:
    """What is said of places, with the program's calls for those that stand in bodies of the library."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def of(self, origins: Iterable[Origin]) -> tuple[Origin, ...]:
        """Each once; one that no call of the program leads to by name stays what it is."""
        return tuple(dict.fromkeys(self._calls.get(origin.expression.file, origin) for origin in origins))

    @cached_property
    def _calls(self) -> dict[SourceFile, Origin]:
        """By the files of the library, the first call that leads there; a body that calls another one is looked at later."""
        found: dict[SourceFile, Origin] = {}
        for edge in sorted(self._program.edges(), key=lambda edge: edge.source.function.is_of_library):
            for operation in flatten(edge.operation):
                match operation:
                    case Call(callee=Function(is_of_library=True) as callee, origin=origin):
                        origin = found.get(origin.expression.file, origin)
                        found.setdefault(_file_of(callee), origin)
                    case _:
                        pass
        return found


def _file_of(function: Function) -> SourceFile:
    return next(iter(function.edges())).origin.expression.file


__all__ = ["LibraryCall", "LibraryPlaces", "library_call", "outermost"]
