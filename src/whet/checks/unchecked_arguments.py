"""Arguments of library functions that no check covers: a proof would assume that they are valid.

Checked are blocks of bytes and objects (``memory``), strings and formatted output (``frontend.argument_checks``), and formats
that are literals.  Not checked are functions that have no record (``whet.library``), lists of arguments, and other formats.
Functions that are not of the standard library are not meant: their behaviour is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Cast, Const, Expr, Var
from whet.cfa.facts import Facts
from whet.cfa.formats import literal_length, printed_format
from whet.cfa.library import Library, is_stream, leads_to_stream
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.source import Origin
from whet.cfa.types import FunctionType, MachineModel, PointerType
from whet.checks.heap_blocks import changes_heap_unseen
from whet.checks.memory import size_behind
from whet.library.accesses import AccessKind
from whet.library.effects import Allocates, Assumes, Frees, Measures, Stops, Tells
from whet.library.notation import accesses_of, is_standard
from whet.task.dangers import Danger

_OWN = "__whet_"
_WITHOUT_ACCESS = (Allocates, Assumes, Frees, Measures, Stops, Tells)


def unchecked_arguments(program: Program) -> Iterator[tuple[str, Origin]]:
    """What is not checked, in words, and where."""
    dangers, library = program.targets.dangers, Library()
    if not dangers & {Danger("memory"), Danger("contract")}:
        return
    for edge in program.edges():
        for operation in flatten(edge.operation):
            if isinstance(operation, Call):
                for function in Facts.of(program).called_by(operation):
                    what = _Unchecked(operation, function, library, program.machine, dangers).found()
                    if what is not None:
                        yield what, operation.origin


class _Unchecked:
    """Of one call."""

    def __init__(self, call: Call, callee: Function, library: Library, machine: MachineModel, dangers: frozenset[Danger]) -> None:
        self._call = call
        self._callee = callee
        self._library = library
        self._machine = machine
        self._is_of_memory = Danger("memory") in dangers
        self._is_of_contracts = Danger("contract") in dangers

    def found(self) -> str | None:
        if not self._is_known():
            return None
        accesses = accesses_of(self._callee.name, len(self._call.arguments))
        if accesses is None:
            given = any(map(may_be_bad, self._call.arguments)) and self._is_of_memory
            return f"what {self._callee.name} does with the pointers that it is given" if given else None
        for number, each in enumerate(accesses):
            pointer = self._call.arguments[number]
            if each.kind in (AccessKind.FORMAT, AccessKind.LIST) and not self._is_format_checked(number, each.kind):
                return f"whether the format of {self._callee.name} fits its arguments, and what it reads through them"
            is_checked = each.is_described and not (each.is_objects and not size_behind(self._callee, number))
            if not is_checked and self._is_of_memory and may_be_bad(pointer):
                return f"what {self._callee.name} does with argument {number + 1}"
        return None

    def _is_known(self) -> bool:
        """Is it a library function without a body, which looks at memory or may do so?"""
        callee = self._callee
        if callee.is_defined or callee.name.startswith(_OWN) or changes_heap_unseen(self._call) is not None:
            return False
        effect = self._library.effect(callee, self._call.arguments)
        if isinstance(effect, _WITHOUT_ACCESS):
            return False
        return effect is not None or is_known(callee)

    def _is_format_checked(self, number: int, kind: AccessKind) -> bool:
        arguments = self._call.arguments
        if kind is AccessKind.LIST:
            format = printed_format(arguments[number - 1], (), self._machine)
            return format is not None and not format.parts
        if isinstance(arguments[number], Const) or number + 1 < len(accesses_of(self._callee.name, len(arguments)) or ()):
            return True  # a null pointer, which some may be given; or a list follows
        format = printed_format(arguments[number], arguments[number + 1 :], self._machine)
        return format is not None and (format.fits or self._is_of_contracts)


def is_known(function: Function) -> bool:
    """Is it a function of the C library, or of the compiler, whether or not a table describes it?"""
    return (function.is_of_system and is_standard(function.name)) or function.name.startswith("__builtin_")


def may_be_bad(argument: Expr) -> bool:
    """Is it a pointer, and neither null, a string literal, a stream, nor a function?"""
    match argument:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return may_be_bad(operand)
        case Const():
            return False
        case Var(variable=variable) if is_stream(variable):
            return False
        case _:
            type = argument.type
            is_pointer = isinstance(type, PointerType) and not isinstance(type.target, FunctionType) and not leads_to_stream(type)
            return is_pointer and literal_length(argument) is None
