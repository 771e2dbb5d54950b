"""Lowering of ``sscanf`` with a format that is a string literal (C11 7.21.6.7).

The text is there, so nothing is left open: each directive is a call of a function that comes with Whet (``library/sscanf.c``),
which says where the rest of the text begins, and a store to what the argument points to.  Numbers are read by ``strtol`` and its
kin, so programs that may make text of addresses know as little of them as of these.

Floating-point numbers, ``%p``, ``%m``, ``%3c``, numbered arguments, sets of more than four ranges and numbers of more than 31
characters are left to the library, with all of their format.
"""

from __future__ import annotations

import re
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
from whet.task.records import dataclass

_NAMES: Final = frozenset({"sscanf", "__isoc99_sscanf", "__isoc23_sscanf"})
_PART: Final = re.compile(
    rb"(?P<blank>[ \t-\r]+)|(?P<percent>%%)|(?P<text>[^%\t-\r ]+)"
    rb"|%(?P<dropped>\*?)(?P<width>[1-9]\d{0,8})?(?P<length>hh|h|ll|l|q|L|j|z|t)?"
    rb"(?:(?P<kind>[diuoxXcsn])|\[(?P<not>\^?)(?P<set>\]?[^\]]*)\])"
)
_BASES: Final = {"d": 10, "i": 0, "u": 10, "o": 8, "x": 16, "X": 16}
_LENGTHS: Final = {"hh": "char", "h": "short", "": "int", "l": "long", "z": "long", "t": "long"}
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
    """Characters that are in one of the ranges, or in none."""

    most: int | None
    is_in: bool
    ranges: tuple[tuple[int, int], ...]


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
    position = 0
    while position < len(format):
        part = _PART.match(format, position)
        made = None if part is None else _made(part, machine)
        if part is None or made is None:
            return None
        found += made
        position = part.end()
    return found


def _made(part: re.Match[bytes], machine: MachineModel) -> list[_Directive] | None:
    if part["blank"] is not None:
        return [_Blanks()]
    if part["percent"] is not None:
        return [_Blanks(), _Text(b"%")]
    if part["text"] is not None:
        return [_Text(part["text"])]
    if part["kind"] == b"n":
        type = _integer("d", _length(part), machine)
        return None if part["dropped"] or part["width"] or type is None else [_Position(type)]
    value = _value(part, machine)
    return None if value is None else [_Conversion(value, not part["dropped"])]


def _length(part: re.Match[bytes]) -> str:
    return (part["length"] or b"").decode()


def _value(part: re.Match[bytes], machine: MachineModel) -> _Value | None:
    width = None if part["width"] is None else int(part["width"])
    kind = None if part["kind"] is None else part["kind"].decode()
    if kind is not None and kind in _BASES:
        type = _integer(kind, _length(part), machine)
        is_long = width is not None and width > _MOST_DIGITS
        return None if is_long or type is None else _Number(type, _BASES[kind], width)
    if _length(part):
        return None
    if kind == "c":
        return _Character() if width in (None, 1) else None
    return _Word(width) if kind == "s" else _set(part, width)


def _integer(kind: str, length: str, machine: MachineModel) -> IntType | None:
    is_signed, base = kind in "di", _LENGTHS.get(length, "long long")
    sign = "" if is_signed and base != "char" else "signed " if is_signed else "unsigned "
    return None if length == "L" else machine.integer(f"{sign}{base}")


def _set(part: re.Match[bytes], width: int | None) -> _Set | None:
    ranges = tuple(_ranges(part["set"]))
    is_described = part["set"] and len(ranges) <= _MOST_RANGES and all(least <= most for least, most in ranges)
    return _Set(width, not part["not"], ranges) if is_described else None


def _ranges(text: bytes) -> list[tuple[int, int]]:
    """``a-z`` is a range unless the ``-`` is the first or the last character."""
    found, position = [], 0
    while position < len(text):
        is_range = position + 2 < len(text) and text[position + 1] == ord("-")
        last = position + 2 if is_range else position
        found.append((text[position], text[last]))
        position = last + 1
    return found


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
                    self._expect(byte)
            case _Position(type=type):
                self._store_position(type)
            case _Conversion(value=value, is_kept=is_kept):
                if isinstance(value, _Number | _Word):
                    self._go_on("sscanf_blanks", self._at)
                self._require(self._here, self._fail_at_end)
                self._convert(value, next(self._targets) if is_kept else None)
                self._assigned += is_kept

    # Where it is, and where a call ends

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

    def _expect(self, byte: int) -> None:
        self._require(self._here, self._fail_at_end)
        char = self._machine.integer("char")
        self._require(self._compared(BinaryOp.EQ, self._here, folding.constant(_signed(byte), char)), self._assigned)
        self._go_on("sscanf_next", self._at)

    # Conversions

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
            case _Set(most=most, is_in=is_in, ranges=ranges):
                self._copy("set", target, most, self._number_of(int(is_in)), *self._bounds(ranges))

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

    def _store_position(self, type: IntType) -> None:
        count = self._ask("sscanf_count", self._machine.integer("long"), self._begin, self._at)
        self._scanning.assign(next(self._targets), type, folding.convert(count, type), self._call)


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def _fits(directives: Sequence[_Directive], source: Expr, targets: Sequence[Expr]) -> bool:
    needed = sum(isinstance(each, _Position) or (isinstance(each, _Conversion) and each.is_kept) for each in directives)
    return needed <= len(targets) and all(isinstance(each.type, PointerType) for each in (source, *targets))


__all__ = ["StringScanning"]
