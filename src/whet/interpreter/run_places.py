"""The position of a run, from Python's stack and that of the program.

Every piece of generated code belongs to a function, and each of its lines to an operation. The stack of a run alternates frames
and steps; the step after a call identifies the call. An operation in a library body has two places: its own, for comparison with
a path, and the program's call, for reports.
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

CodeLine: TypeAlias = tuple[CodeType, int]
"""Generated code, and a line of it."""
StepFunction: TypeAlias = Callable[..., Any]


class RunPlaces:
    """Reads the stack of one run."""

    def __init__(self, stack: Sequence[Any]) -> None:
        self._stack = stack
        self._origins: dict[CodeType, tuple[Origin | None, ...]] = {}
        self._functions: dict[CodeType, Function] = {}
        self._codes: dict[StepFunction, Code] = {}

    def stands_for(self, step: StepFunction, code: Code) -> None:
        """Register a step that may be put on the stack."""
        self._codes[step] = code

    def code_of(self, step: StepFunction) -> Code:
        return self._codes[step]

    def linked(self, step: Any, code: Code, unit: Unit) -> None:
        self.stands_for(step, code)
        self._origins[step.__code__] = unit.origins
        self._functions[step.__code__] = function_of(code)

    def origin(self) -> Origin | None:
        """The place of the operation that is being executed."""
        return self.origin_at(self._running())

    def within(self) -> LibraryCall | None:
        """The program's call, if a library function is being executed."""
        return self.library_call(self._running())

    def _running(self) -> CodeLine | None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code not in self._origins:
            frame = frame.f_back
        return None if frame is None else (frame.f_code, frame.f_lineno)

    def raised_at(self, traceback: TracebackType | None) -> CodeLine | None:
        """The generated code that raised an exception."""
        found = None
        while traceback is not None:
            if traceback.tb_frame.f_code in self._origins:
                found = traceback.tb_frame.f_code, traceback.tb_lineno
            traceback = traceback.tb_next
        return found

    def origin_at(self, at: CodeLine | None) -> Origin | None:
        return None if at is None else self._origins[at[0]][at[1]]

    def library_call(self, at: CodeLine | None) -> LibraryCall | None:
        """The program's call, if the code is in a library function."""
        function = None if at is None else self._functions[at[0]]
        return outermost(self._active(function)) if function is not None and function.is_of_library else None

    def _active(self, function: Function) -> Iterator[tuple[Function, Origin]]:
        """The active functions with their calls, from this one outwards."""
        for index in range(len(self._stack) - 1, 0, -2):
            match self._codes.get(self._stack[index]):
                case ResumeAt(edge=edge, index=number):
                    yield function, flatten(edge.operation)[number].origin
                    function = edge.source.function
                case _:
                    return
