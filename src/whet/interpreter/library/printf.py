"""The ``printf`` family (C11 7.21.6.1, glibc where C leaves a choice). An argument whose type does not fit the directive is
undefined. Wide characters, positional arguments and ``%m`` are not modelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.cfa.argument_blocks import HEAD, LIST_OFFSET, slot
from whet.cfa.formats import fits, printed_floating
from whet.cfa.semantics import BreaksContract, Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import VOID, CType, IntType, ScalarType
from whet.interpreter.library.raw import c_string
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Process
from whet.library.formats import (
    STAR,
    STAR_ARGUMENT,
    Argument,
    ArgumentKind,
    PrintDirective,
    Star,
    parse_printed,
    printed_integer,
    printed_string,
)

_WIDEST = 1 << 20


class PassedArguments:
    """The arguments for ``...``, in order."""

    def __init__(self, values: Sequence[Value], types: Sequence[CType], *, checks_contracts: bool = False) -> None:
        self._rest: Iterator[tuple[Value, CType]] = iter(list(zip(values, types, strict=True)))
        self._unfit = BreaksContract if checks_contracts else Undefined

    def _next(self, directive: PrintDirective) -> tuple[Value, CType]:
        for argument in self._rest:
            return argument
        raise self._unfit(f"no argument for %{directive.kind} in a format")

    def integer(self, argument: Argument, directive: PrintDirective) -> int:
        value, type = self._next(directive)
        if not fits(argument, type) or not isinstance(value, int):
            raise self._unfit(f"argument of type {type} for %{directive.length}{directive.kind} in a format")
        return value

    def floating(self, argument: Argument, directive: PrintDirective) -> SoftFloat:
        value, type = self._next(directive)
        if not fits(argument, type):
            raise self._unfit(f"argument of type {type} for %{directive.length}{directive.kind} in a format")
        return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))


class ListedArguments:
    """The arguments of a ``va_list`` in memory (``cfa.argument_blocks``), read by the type of the directive."""

    def __init__(self, process: Process, place: int) -> None:
        self._process = process
        self._next = next_argument(process, place)

    def integer(self, argument: Argument, directive: PrintDirective) -> int:
        value = self._taken(IntType("", 8 * argument.size, False, argument.size, argument.size))
        assert isinstance(value, int)
        return value

    def floating(self, argument: Argument, directive: PrintDirective) -> SoftFloat:
        machine = self._process.machine
        value = self._taken(machine.long_double if argument.kind is ArgumentKind.LONG_DOUBLE else machine.double)
        return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))

    def _taken(self, type: ScalarType) -> Value:
        value: Value = self._process.access.loader(type)(self._next + HEAD)
        self._next += slot(type)
        return value


def next_argument(process: Process, place: int) -> int:
    """The address of the next argument of a list: the list is a pointer, or points to a structure that has one."""
    if process.machine.pointer_size == 4:
        return place
    found = process.access.loader(process.machine.pointer(VOID))(place + LIST_OFFSET)
    assert isinstance(found, int)
    return found


class Formatter:
    def __init__(self, process: Process, arguments: PassedArguments | ListedArguments) -> None:
        self._process = process
        self._machine = process.machine
        self._arguments = arguments
        self._written = bytearray()

    def format(self, format: bytes) -> bytes:
        for piece in parse_printed(format):
            self._written += piece if isinstance(piece, bytes) else self._directive(piece)
        return bytes(self._written)

    def _directive(self, given: PrintDirective) -> bytes:
        if not given.kind:
            raise Undefined("format with an incomplete directive")
        if given.kind == "%":
            return b"%"
        if not given.is_well_formed:
            raise NotInterpreted(f"a directive of glibc in a format (%{given.kind})")
        if given.length in ("l", "ll") and given.kind in "cs":
            raise NotInterpreted("wide characters in a format")
        directive = given.filled(self._star(given.width, given), self._star(given.precision, given))
        if any(isinstance(each, int) and each > _WIDEST for each in (directive.width, directive.precision)):
            raise NotInterpreted("a very wide field in a format")
        argument = directive.argument(self._machine)
        if directive.is_floating:
            return printed_floating(directive, self._arguments.floating(argument, directive))
        if directive.is_integer or directive.kind in "cp":
            return printed_integer(directive, self._arguments.integer(argument, directive), self._machine)
        if directive.is_string:
            assert directive.precision != STAR
            text = c_string(self._process, self._arguments.integer(argument, directive), directive.precision)
            return printed_string(directive, text)
        if directive.kind == "n":
            size = directive.size(self._machine)
            type = IntType("", 8 * size, True, size, size)
            self._process.access.storer(type)(self._arguments.integer(argument, directive), len(self._written))
            return b""
        raise NotInterpreted(f"%{directive.kind} in a format")

    def _star(self, number: int | Star | None, directive: PrintDirective) -> int | None:
        if number != STAR:
            return None
        value = self._arguments.integer(STAR_ARGUMENT, directive)
        return value - (1 << 32) if value >> 31 == 1 else value
