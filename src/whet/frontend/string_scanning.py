"""Lowering of ``sscanf`` with a format that is a string literal (C11 7.21.6.7).

The text is there, so nothing is left open: each directive is a call of a function that comes with Whet (``library/sscanf.c``),
which says where the rest of the text begins, and a store to what the argument points to.  Numbers are read by ``strtol`` and its
kin, so programs that may make text of addresses know as little of them as of these.

Floating-point numbers, ``%p``, ``%m``, ``%3c``, numbered arguments, sets of more than four ranges and numbers of more than 31
characters are left to the library, with all of their format.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, TypeAlias

from whet.cfa.expressions import BinaryOp, Const, Expr, Var
from whet.cfa.formats import literal_text
from whet.cfa.operations import Assign, Call
from whet.cfa.types import IntType, MachineModel, PointerType, ScalarType
from whet.frontend import folding
from whet.frontend.scanned import Scanned
from whet.frontend.tree import Tree
from whet.library.formats import PERCENT, CharacterSet, ScanDirective, parse_scanned
from whet.task.records import dataclass

_NAMES: Final = frozenset({"sscanf", "__isoc99_sscanf", "__isoc23_sscanf"})
_BASES: Final = {"d": 10, "i": 0, "u": 10, "o": 8, "x": 16, "X": 16}
_MOST_DIGITS, _MOST_RANGES = 31, 4
_NO_RANGE: Final = (1, 0)


@dataclass(frozen=True, slots=True)
class _Blanks:
    """As many as there are."""


@dataclass(frozen=True, slots=True)
class _Text:
    """These characters, one after the other."""

    bytes: bytes


@dataclass(frozen=True, slots=True)
class _Number:
    type: IntType
    base: int
    width: int | None


@dataclass(frozen=True, slots=True)
class _Character:
    pass


@dataclass(frozen=True, slots=True)
class _Word:
    most: int | None


@dataclass(frozen=True, slots=True)
class _Set:
    most: int | None
    set: CharacterSet


@dataclass(frozen=True, slots=True)
class _Position:
    """How much was read so far."""

    type: IntType


_Value: TypeAlias = _Number | _Character | _Word | _Set


@dataclass(frozen=True, slots=True)
class _Conversion:
    value: _Value
    is_kept: bool


_Directive: TypeAlias = _Blanks | _Text | _Position | _Conversion


def _directives(format: bytes, machine: MachineModel) -> list[_Directive] | None:
    """In their order; None if there is one that is not described here."""
    found: list[_Directive] = []
    for piece in parse_scanned(format):
        if isinstance(piece, bytes):
            found.append(_Blanks() if piece.isspace() else _Text(piece))
        elif piece == PERCENT:
            found += [_Blanks(), _Text(b"%")]
        else:
            made = _directive(piece, machine) if piece.is_well_formed else None
            if made is None:
                return None
            found.append(made)
    return found


def _directive(found: ScanDirective, machine: MachineModel) -> _Directive | None:
    if found.kind == "n" and found.number is not None:
        return None if found.is_dropped or found.width else _Position(machine.integer(found.number))
    value = _value(found, machine)
    return None if value is None else _Conversion(value, not found.is_dropped)


def _value(found: ScanDirective, machine: MachineModel) -> _Value | None:
    if found.kind in _BASES and found.number is not None:
        is_long = found.width is not None and found.width > _MOST_DIGITS
        return None if is_long else _Number(machine.integer(found.number), _BASES[found.kind], found.width)
    if found.length:
        return None
    match found:
        case ScanDirective(kind="c", width=None | 1):
            return _Character()
        case ScanDirective(kind="s"):
            return _Word(found.width)
        case ScanDirective(set=CharacterSet() as set) if _is_passed(set):
            return _Set(found.width, set)
        case _:
            return None


def _is_passed(set: CharacterSet) -> bool:
    """Can the function that reads it be given its ranges?"""
    return len(set.ranges) <= _MOST_RANGES and all(least <= most for least, most in set.ranges)


class StringScanning(Scanned):
    """Lowers the calls of one function."""

    file = "sscanf.c"

    def call(self, name: str, call: Call, tree: Tree) -> bool:
        """Lower a call of a function without a body; False if it is none of these, or a format that is not described."""
        if name not in _NAMES or len(call.arguments) < 2:
            return False
        source, format, *targets = call.arguments
        text = literal_text(format)
        directives = None if text is None else _directives(text, self.context.machine)
        if directives is None or not _fits(directives, source, targets):
            return False
        _StringScan(self, call, source, self.kept(targets, tree)).lower(directives)
        return True


class _StringScan:
    """Lowers one call."""

    def __init__(self, scanning: StringScanning, call: Call, source: Expr, targets: Sequence[Expr]) -> None:
        self._scanning = scanning
        self._call = call
        self._builder = scanning.builder
        self._machine = scanning.context.machine
        self._targets = iter(targets)
        self._assigned = 0
        self._join = self._builder.node()
        self._pointer = self._machine.pointer(self._machine.integer("char"))
        self._begin = self._new(source)
        self._at = self._new(self._begin)

    def _new(self, value: Expr) -> Var:
        made = self._scanning.context.temporary(self._pointer)
        self._let(made, value)
        return made

    def _let(self, variable: Var, value: Expr) -> None:
        self._builder.emit(Assign(variable, folding.convert(value, variable.type), self._call.origin))

    def lower(self, directives: Sequence[_Directive]) -> None:
        callee = self._scanning.context.linker.shipped_function(self._scanning.file, "sscanf_begins")
        self._builder.emit(Call(callee, (self._begin,), None, self._call.origin))
        for each in directives:
            self._directive(each)
        self._scanning.end_with(self._assigned, self._call, self._join)
        self._builder.start(self._join)

    def _directive(self, directive: _Directive) -> None:
        match directive:
            case _Blanks():
                self._go_on("sscanf_blanks", self._at)
            case _Text(bytes=text):
                for byte in text:
                    self._require(self._here, self._fail_at_end)
                    char = self._machine.integer("char")
                    self._require(
                        self._compared(BinaryOp.EQ, self._here, folding.constant(byte - 256 if byte > 127 else byte, char)),
                        self._assigned,
                    )
                    self._go_on("sscanf_next", self._at)
            case _Position(type=type):
                count = self._ask("sscanf_count", self._machine.integer("long"), self._begin, self._at)
                self._scanning.assign(next(self._targets), type, folding.convert(count, type), self._call)
            case _Conversion(value=value, is_kept=is_kept):
                if isinstance(value, _Number | _Word):
                    self._go_on("sscanf_blanks", self._at)
                self._require(self._here, self._fail_at_end)
                self._convert(value, next(self._targets) if is_kept else None)
                self._assigned += is_kept

    @property
    def _here(self) -> Expr:
        return self._scanning.expressions.dereferenced(self._at)

    def _ask(self, name: str, type: ScalarType, *arguments: Expr) -> Var:
        return self._scanning.ask(name, type, self._call, *arguments)

    def _go_on(self, name: str, *arguments: Expr) -> None:
        self._let(self._at, self._ask(name, self._pointer, *arguments))

    def _compared(self, operator: BinaryOp, left: Expr, right: Expr) -> Expr:
        return folding.binary(operator, left, right, self._machine.int)

    def _require(self, condition: Expr, otherwise: int) -> None:
        """The call ends with this result if the condition does not hold."""
        holds, fails = self._builder.node(), self._builder.node()
        self._builder.branch(condition, holds, fails, self._call.origin)
        self._builder.start(fails)
        self._scanning.end_with(otherwise, self._call, self._join)
        self._builder.start(holds)

    @property
    def _fail_at_end(self) -> int:
        """For glibc, only what was assigned is a conversion."""
        return self._assigned or -1

    def _convert(self, value: _Value, target: Expr | None) -> None:
        match value:
            case _Number():
                self._number(value, target)
            case _Character():
                if target is not None:
                    byte = self._machine.integer("char")
                    self._scanning.assign(target, byte, self._here, self._call)
                self._go_on("sscanf_next", self._at)
            case _Word(most=most):
                self._copy("word", target, most)
            case _Set(most=most, set=set):
                self._copy("set", target, most, self._number_of(int(set.is_in)), *self._bounds(set.ranges))

    def _number(self, number: _Number, target: Expr | None) -> None:
        """As ``strtol`` reads it; then it is cut to its type."""
        machine, is_long = (
            self._machine,
            number.type.size > self._machine.integer("long").size or number.type.name.count("long") > 1,
        )
        kind = f"{'' if number.type.signed else 'unsigned '}long{' long' if is_long else ''}"
        base, width = self._number_of(number.base), number.width
        limit = () if width is None else (Const(width, machine.size_t),)
        name = f"sscanf_{'' if width is None else 'short_'}{kind.replace(' ', '_')}"
        value = self._ask(name, machine.integer(kind), self._at, base, *limit)
        self._move_behind(self._ask("sscanf_behind", self._pointer))
        if target is not None:
            self._scanning.assign(target, number.type, folding.convert(value, number.type), self._call)

    def _number_of(self, value: int) -> Const:
        return Const(value, self._machine.int)

    def _copy(self, what: str, target: Expr | None, most: int | None, *arguments: Expr) -> None:
        machine = self._machine
        length = Const(machine.size_t.max if most is None else most, machine.size_t)
        if target is None:
            self._move_behind(self._ask(f"sscanf_drop_{what}", self._pointer, self._at, length, *arguments))
        else:
            text = folding.convert(target, self._pointer)
            self._move_behind(self._ask(f"sscanf_{what}", self._pointer, text, self._at, length, *arguments))

    def _move_behind(self, behind: Expr) -> None:
        """The call ends where nothing was read that fits."""
        self._require(self._compared(BinaryOp.NE, behind, self._at), self._assigned)
        self._let(self._at, behind)

    def _bounds(self, ranges: tuple[tuple[int, int], ...]) -> list[Expr]:
        byte = self._machine.integer("unsigned char")
        filled = (*ranges, *(_NO_RANGE,) * (_MOST_RANGES - len(ranges)))
        return [Const(bound, byte) for bound in chain.from_iterable(filled)]


def _fits(directives: Sequence[_Directive], source: Expr, targets: Sequence[Expr]) -> bool:
    needed = sum(isinstance(each, _Position) or (isinstance(each, _Conversion) and each.is_kept) for each in directives)
    return needed <= len(targets) and all(isinstance(each.type, PointerType) for each in (source, *targets))
