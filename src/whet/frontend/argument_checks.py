"""Checks of the strings and the output that library functions without a body are given (``whet.library``).

A string is read by a function that comes with Whet (``library/strings.c``), which is called before the function that is checked:
so what it reads is checked like any other access.  Formatted output is measured by such functions, directive by directive, and
``__whet_writes`` says that so many bytes are written.  Only where accesses are checked, or whether what
is read was written (``Linker.checks_arguments``).

Behind a call that writes formatted output stands one of a function that stores the text again (``text_is_written``): so all
analyses see which bytes were written, and that the text ends there.

Blocks of bytes and objects need no code: their checks are conditions (``checks.memory``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whet.cfa.accesses import object_size, place_in_variable
from whet.cfa.expressions import BinaryOp, Const, Expr, Var, VariableKind
from whet.cfa.formats import Printed, PrintedFormat, literal_length, printed_format
from whet.cfa.library import TEXT_IS_WRITTEN, WRITES_BYTES
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call
from whet.cfa.types import VOID, FloatType, FunctionType, IntType, PointerType
from whet.checks.comparisons import value_range
from whet.frontend import folding
from whet.frontend.expressions import ExpressionLowering
from whet.library.accesses import Access, AccessKind
from whet.library.formats import LONGEST_LONG_DOUBLE, LONGEST_NUMBER, LONGEST_POINTER, STAR
from whet.library.notation import accesses_of
from whet.task.records import dataclass

FILE: Final = "strings.c"
_COMPARING: Final = {AccessKind.COMPARED: "compare_strings", AccessKind.COMPARED_IGNORING_CASE: "compare_strings_ignoring_case"}


@dataclass(frozen=True, slots=True)
class WrittenText:
    """What a call writes: a text from here on, of at most so many bytes with its null character."""

    target: Expr
    most: Expr


class ArgumentChecks:
    """Inserts the checks before the calls of one function, and their effects after them."""

    def __init__(self, expressions: ExpressionLowering) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def before(self, callee: Function, call: Call) -> WrittenText | None:
        """Of a call of a library function without a body; the text that it writes, if the length of it is known."""
        accesses = accesses_of(callee.name, len(call.arguments)) if self.context.linker.checks_arguments else None
        if not accesses or not self.context.linker.without_body.describes(callee):
            return None
        checks = _CallChecks(self, call, accesses)
        checks.put()
        return checks.written_text()

    def after(self, call: Call, text: WrittenText | None) -> None:
        """Let all see what a call has written; nothing is written where a limit is 0."""
        if text is None:
            return
        callee = self.context.linker.shipped_function(FILE, TEXT_IS_WRITTEN)
        arguments = (folding.convert(text.target, callee.type.parameters[0]), text.most)
        store = Call(callee, arguments, None, call.origin)
        if isinstance(text.most, Const):
            self.builder.emit(store)
            return
        written, join = self.builder.node(), self.builder.node()
        self.builder.branch(text.most, written, join, call.origin)
        self.builder.start(written)
        self.builder.emit(store)
        self.builder.jump(join, call.origin)
        self.builder.start(join)

    def before_body(self, callee: Function, call: Call) -> None:
        """Of one with a body; nothing is done if the body looks at its arguments itself."""
        self.before(callee, call)


class _CallChecks:
    """Of one call."""

    def __init__(self, checks: ArgumentChecks, call: Call, accesses: tuple[Access, ...]) -> None:
        self._context = checks.context
        self._builder = checks.builder
        self._machine = checks.context.machine
        self._call = call
        self._accesses = accesses
        self._size = self._machine.size_t
        limit = self._limit_of_output()
        self._most = limit.value if isinstance(limit, Const) else None
        """How many bytes are written at most, if no value decides it."""
        self._written: Expr | None = None
        """The same, if they do."""

    def put(self) -> None:
        kinds = [each.kind for each in self._accesses]
        for argument, each in zip(self._call.arguments, self._accesses, strict=False):
            if not isinstance(argument.type, PointerType):
                continue
            match each.kind:
                case AccessKind.STRING | AccessKind.WIDE_STRING | AccessKind.FORMAT:
                    self._unless_null(argument, each)
                case _:
                    pass
        for access, reader in _COMPARING.items():
            if access in kinds:
                self._compare(reader, self._accesses[0].counts)
        if AccessKind.FORMAT in kinds:
            self._format(kinds.index(AccessKind.FORMAT), kinds)

    def _unless_null(self, argument: Expr, each: Access) -> None:
        if literal_length(argument) is not None or (each.may_be_null and (isinstance(argument, Const) and argument.value == 0)):
            return
        if not each.may_be_null:
            self._read(argument, each)
            return
        given, join = self._builder.node(), self._builder.node()
        self._builder.branch(argument, given, join, self._call.origin)
        self._builder.start(given)
        self._read(argument, each)
        self._builder.jump(join, self._call.origin)
        self._builder.start(join)

    def _read(self, argument: Expr, each: Access) -> None:
        if each.kind is AccessKind.WIDE_STRING:
            self._ask("read_wide_string", argument)
        elif each.counts:
            self._ask("read_string_within", argument, self._call.arguments[each.counts[0]])
        else:
            self._ask("read_string", argument)

    def _compare(self, reader: str, counts: tuple[int, ...]) -> None:
        limits = [self._call.arguments[number] for number in counts]
        both = self._call.arguments[:2]
        if not limits and all(literal_length(each) is not None for each in both):
            return
        self._ask(f"{reader}_within" if limits else reader, *both, *limits)

    def _format(self, number: int, kinds: Sequence[AccessKind]) -> None:
        arguments = self._call.arguments
        if AccessKind.LIST in kinds:
            self._output(None)
            return
        found = printed_format(arguments[number], arguments[number + 1 :], self._machine)
        if found is None or not found.fits:
            self._output(None)
            return
        if (greatest := found.greatest_length(self._machine)) is not None:
            self._most = greatest if self._most is None else min(self._most, greatest)
        is_measured = AccessKind.TEXT in kinds and not self._has_room()
        if is_measured:
            self._output(self._measured(found))
        else:
            for each in found.parts:
                if each.directive.is_string:
                    self._read_printed(each)

    def _limit_of_output(self) -> Expr | None:
        each = self._accesses[0]
        return self._call.arguments[each.counts[0]] if each.kind is AccessKind.TEXT and each.counts else None

    def _has_room(self) -> bool:
        """Is the output a variable with room for as many bytes as there are at most?"""
        if self._most is None:
            return False
        place = place_in_variable(self._call.arguments[0])
        if self._most == 0:
            return True
        if place is None or place[0].kind is VariableKind.STRING:
            return False
        room, (least, greatest) = object_size(place[0]), value_range(place[1])
        return room is not None and least >= 0 and greatest + self._most <= room

    def _read_printed(self, part: Printed) -> None:
        assert part.value is not None
        limit = self._limit(part)
        if limit is not None:
            self._ask("read_string_within", part.value, limit)
        elif literal_length(part.value) is None:
            self._ask("read_string", part.value)

    def _limit(self, part: Printed) -> Expr | None:
        """A negative precision is as good as none: no string is so long."""
        match part.directive.precision:
            case None:
                return None
            case int() as most:
                return Const(most, self._size)
            case _:
                return part.precision

    def _output(self, length: Expr | None) -> None:
        """So many bytes are written; None for as many as there may be."""
        target, limit = self._call.arguments[0], self._limit_of_output()
        if self._accesses[0].kind is not AccessKind.TEXT or self._has_room():
            return
        if length is None:
            written = limit
        elif limit is None:
            written = length
        else:
            written = self._computed("at_most", length, limit)
        if written is not None:
            self._written = folding.convert(written, self._size)
            pointer = folding.convert(target, self._machine.pointer(VOID))
            callee = self._context.linker.library_function(WRITES_BYTES, self._writes_bytes)
            self._builder.emit(Call(callee, (pointer, self._written), None, self._call.origin))

    def written_text(self) -> WrittenText | None:
        """With values that the call does not change."""
        if self._accesses[0].kind is not AccessKind.TEXT or self._most == 0:
            return None
        most, limit = self._written, self._limit_of_output()
        if most is None and self._most is not None:
            most = Const(self._most, self._size)
            if limit is not None and not isinstance(limit, Const):
                most = self._computed("at_most", most, limit)
        target = self._call.arguments[0]
        place = place_in_variable(target)
        is_fixed = place is not None and isinstance(place[1], Const)
        return None if most is None else WrittenText(target if is_fixed else self._kept(target), self._kept(most))

    def _kept(self, value: Expr) -> Expr:
        if isinstance(value, Const):
            return value
        kept = self._context.temporary(value.type)
        self._builder.emit(Assign(kept, value, self._call.origin))
        return kept

    @property
    def _writes_bytes(self) -> FunctionType:
        return FunctionType(VOID, (self._machine.pointer(VOID), self._size), variadic=False)

    def _measured(self, format: PrintedFormat) -> Expr:
        """With the null character."""
        if (text := format.constant_text(self._machine)) is not None:
            return Const(len(text) + 1, self._size)
        constant, computed = 1 + format.text, []
        for part in format.parts:
            length = self._length(part)
            if isinstance(length, int):
                constant += length
            else:
                computed.append(length)
        total: Expr = Const(constant, self._size)
        for each in computed:
            total = folding.binary(BinaryOp.ADD, total, each, self._size)
        return total

    def _length(self, part: Printed) -> Expr | int:
        length = self._unpadded(part)
        directive = part.directive
        width: Expr | None = part.width if directive.width == STAR else None
        if isinstance(directive.width, int) and directive.width:
            if isinstance(length, int):
                return max(length, directive.width)
            width = Const(directive.width, self._machine.int)
        if width is None:
            return length
        return self._computed("at_least", Const(length, self._size) if isinstance(length, int) else length, width)

    def _unpadded(self, part: Printed) -> Expr | int:
        directive = part.directive
        assert part.value is not None
        match directive.kind:
            case "s":
                assert part.value is not None
                limit, known = self._limit(part), literal_length(part.value)
                if limit is not None:
                    return self._computed("string_length_within", part.value, limit)
                return known if known is not None else self._computed("string_length", part.value)
            case "c":
                return 1
            case "p":
                return LONGEST_POINTER
            case "d" | "i" | "u" | "x" | "X" | "o":
                return self._integer(part)
            case _:
                directive = part.directive
                assert part.value is not None
                precision: Expr = Const(6, self._machine.int)
                if directive.precision == STAR:
                    assert part.precision is not None
                    precision = self._computed("at_least", Const(6, self._size), part.precision)
                elif isinstance(directive.precision, int):
                    precision = Const(directive.precision, self._machine.int)
                if directive.kind not in "fF":
                    return self._sum(LONGEST_NUMBER, precision)
                is_double = isinstance(part.value.type, FloatType) and directive.length != "L"
                if not is_double:
                    return self._sum(LONGEST_LONG_DOUBLE, precision)
                return self._sum(4, precision, self._computed("fixed_digits", part.value))

    def _integer(self, part: Printed) -> Expr:
        """With a precision, and with flags that add characters, the greatest length."""
        directive = part.directive
        assert part.value is not None
        is_signed, size = directive.kind in "di", directive.size(self._machine)
        name = {1: "char", 2: "short", 4: "int", 8: "long long"}[size]
        type = self._machine.integer(f"{'signed' if name == 'char' else ''} {name}".strip() if is_signed else f"unsigned {name}")
        reader = "signed_decimal" if is_signed else "decimal_digits" if directive.kind == "u" else "hexadecimal_digits"
        length: Expr = self._computed(reader, folding.convert(folding.convert(part.value, type), self._longest(is_signed)))
        if directive.kind == "o":
            length = folding.binary(BinaryOp.MUL, length, Const(2, self._size), self._size)
        more = ("+" in directive.flags or " " in directive.flags) + 2 * ("#" in directive.flags)
        if directive.precision is not None:
            least = Const(directive.precision, self._machine.int) if isinstance(directive.precision, int) else part.precision
            assert least is not None
            length, more = self._computed("at_least", length, least), more + 1
        return folding.binary(BinaryOp.ADD, length, Const(more, self._size), self._size) if more else length

    def _longest(self, is_signed: bool) -> IntType:
        return self._machine.integer("long long" if is_signed else "unsigned long long")

    def _sum(self, constant: int, *numbers: Expr) -> Expr:
        total: Expr = Const(constant, self._size)
        for each in numbers:
            total = folding.binary(BinaryOp.ADD, total, folding.convert(each, self._size), self._size)
        return total

    def _callee(self, name: str) -> Function:
        return self._context.linker.shipped_function(FILE, name)

    def _converted(self, callee: Function, arguments: Sequence[Expr]) -> tuple[Expr, ...]:
        pairs = zip(arguments, callee.type.parameters, strict=True)
        return tuple(folding.convert(argument, parameter) for argument, parameter in pairs)

    def _ask(self, name: str, *arguments: Expr) -> None:
        callee = self._callee(name)
        self._builder.emit(Call(callee, self._converted(callee, arguments), None, self._call.origin))

    def _computed(self, name: str, *arguments: Expr) -> Var:
        callee, result = self._callee(name), self._context.temporary(self._size)
        self._builder.emit(Call(callee, self._converted(callee, arguments), result, self._call.origin))
        return result
