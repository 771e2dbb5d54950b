"""Where a run is, read off Python's stack and that of the program.

Every piece of generated code belongs to a function of the program, and each of its lines to an operation.  The stack of a run has
frames and steps in turn: the step after a call stands for the call, so the functions that are active can be told from it.

What runs in a function of the library whose body comes with Whet has two places: the operation itself, which a replay compares
with its path, and the call in the program, which people are told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FrameType, TracebackType
from typing import Any, TypeAlias

from whet.cfa.model import Function
from whet.cfa.operations import flatten
from whet.cfa.source import Origin
from whet.cfa.within_library import LibraryCall, outermost
from whet.interpreter.symbols import Code, ResumeAt, Unit, function_of

At: TypeAlias = tuple[CodeType, int]
"""Generated code, and a line of it."""
Step: TypeAlias = Callable[..., Any]


class RunPlaces:
    """Of one run, whose stack it reads."""

    def __init__(self, stack: Sequence[Any]) -> None:
        self._stack = stack
        self._origins: dict[CodeType, tuple[Origin | None, ...]] = {}
        self._functions: dict[CodeType, Function] = {}
        self._codes: dict[Step, Code] = {}

    def stands_for(self, step: Step, code: Code) -> None:
        """This will be put on the stack."""
        self._codes[step] = code

    def code_of(self, step: Step) -> Code:
        return self._codes[step]

    def linked(self, step: Any, code: Code, unit: Unit) -> None:
        self.stands_for(step, code)
        self._origins[step.__code__] = unit.origins
        self._functions[step.__code__] = function_of(code)

    def origin(self) -> Origin | None:
        """Of the operation that is being executed."""
        return self.origin_at(self._running())

    def within(self) -> LibraryCall | None:
        """The program's call, if a function of the library is being executed."""
        return self.library_call(self._running())

    def _running(self) -> At | None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code not in self._origins:
            frame = frame.f_back
        return None if frame is None else (frame.f_code, frame.f_lineno)

    def raised_at(self, traceback: TracebackType | None) -> At | None:
        """The generated code that raised an exception."""
        found = None
        while traceback is not None:
            if traceback.tb_frame.f_code in self._origins:
                found = traceback.tb_frame.f_code, traceback.tb_lineno
            traceback = traceback.tb_next
        return found

    def origin_at(self, at: At | None) -> Origin | None:
        return None if at is None else self._origins[at[0]][at[1]]

    def library_call(self, at: At | None) -> LibraryCall | None:
        """The program's call, if what runs there is a function of the library."""
        return None if at is None else outermost(self._active(self._functions[at[0]]))

    def _active(self, function: Function) -> Iterator[tuple[Function, Origin]]:
        """The functions that are active with their calls, from this one outwards."""
        for index in range(len(self._stack) - 1, 0, -2):
            match self._codes.get(self._stack[index]):
                case ResumeAt(edge=edge, index=number):
                    yield function, flatten(edge.operation)[number].origin
                    function = edge.source.function
                case _:
                    return
