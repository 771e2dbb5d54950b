"""Lowering of ``scanf`` and ``fscanf`` with a format that is a string literal (C11 7.21.6.2).

A call becomes what its format says: for each directive a call of a function that comes with Whet (``library/scanf.c``), which
asks for an input, and a store to what the argument points to.  So every analysis knows what may be written, and how much of it.
The environment decides before each directive whether the input continues, ends, or does not match.

A format with a directive of which this is not said exactly (``%n``, ``%p``, ``%ls``, ``%3c``, most sets of characters, numbers of
few digits that are no ``int``) is left to the library, and so are strings that are scanned.  So is a format where what one
directive leaves decides what the next one meets (``_meets_any``): after ``%s`` there is always a blank, and ``%s,`` never fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from whet.cfa.expressions import Const, Expr
from whet.cfa.formats import literal_text
from whet.cfa.model import Node
from whet.cfa.operations import Call
from whet.cfa.types import FloatType, IntType, MachineModel, PointerType, ScalarType
from whet.frontend import folding
from whet.frontend.scanned import Scanned
from whet.frontend.tree import Tree
from whet.library.formats import BLANKS, PERCENT, CharacterSet, ScanDirective, parse_scanned
from whet.task.records import dataclass

_FILE: Final = "scanf.c"
_GOES_ON, _ENDS = 0, 2
"""What ``scanf_directive`` returns if the input matches, and at its end."""
_FORMATS: Final = {
    f"{prefix}{name}": place for prefix in ("", "__isoc99_", "__isoc23_") for name, place in (("scanf", 0), ("fscanf", 1))
}
"""Where the format stands among the arguments."""


@dataclass(frozen=True, slots=True)
class _Text:
    """Text that the input must have here, from its first character on."""

    first: int


@dataclass(frozen=True, slots=True)
class _Number:
    type: ScalarType
    read_by: str
    """The function of the library that reads one of its size."""
    digits: int | None
    """The most characters of an ``int``, if there are not enough for all."""


@dataclass(frozen=True, slots=True)
class _Character:
    pass


@dataclass(frozen=True, slots=True)
class _Word:
    """Up to a blank, or up to this character."""

    most: int | None
    end: int | None


_Value: TypeAlias = _Number | _Character | _Word


@dataclass(frozen=True, slots=True)
class _Conversion:
    value: _Value
    is_kept: bool


_Directive: TypeAlias = _Text | _Conversion


def _directives(format: bytes, machine: MachineModel) -> list[_Directive] | None:
    """In their order; None if there is one that is not described here."""
    found: list[_Directive] = []
    is_blank = False
    for piece in parse_scanned(format):
        if isinstance(piece, bytes) and piece.isspace():
            is_blank = True
            continue
        directive = _Text(piece[0]) if isinstance(piece, bytes) else _directive(piece, machine)
        if directive is None or (found and not _meets_any(found[-1], directive, is_blank=is_blank)):
            return None
        found.append(directive)
        is_blank = False
    return found


def _directive(found: ScanDirective, machine: MachineModel) -> _Directive | None:
    if found == PERCENT:
        return _Text(ord("%"))
    value = _value(found, machine) if found.is_well_formed else None
    return None if value is None else _Conversion(value, not found.is_dropped)


def _meets_any(before: _Directive, directive: _Directive, *, is_blank: bool) -> bool:
    """May a directive meet any input after this one, with a blank in between or without?"""
    match before:
        case _Text() | _Conversion(value=_Character()):
            return True
        case _Conversion(value=_Word(end=end)) if end is not None and end not in BLANKS:
            return _takes(directive, end)
        case _Conversion(value=_Number(type=type)) if isinstance(directive, _Text):
            return is_blank or _ends_number(directive.first, type)
        case _:
            return is_blank or _skips_blanks(directive) or _takes(directive, None)


def _takes(directive: _Directive, end: int | None) -> bool:
    """Does it take the character at which a word ended, without telling it?"""
    match directive:
        case _Text(first=first):
            return first == end
        case _Conversion(value=value, is_kept=is_kept):
            return isinstance(value, _Character) and not is_kept


def _skips_blanks(directive: _Directive) -> bool:
    match directive:
        case _Conversion(value=_Number() | _Word(end=None)):
            return True
        case _:
            return False


def _begins_at_word(format: bytes, directives: Sequence[_Directive]) -> bool:
    """Does it pass over blanks before it reads anything?"""
    return format[:1].isspace() or not directives or _skips_blanks(directives[0])


def _ends_anywhere(format: bytes, directives: Sequence[_Directive]) -> bool:
    """May anything follow in the stream what was read?"""
    match directives:
        case [*_, _Text() | _Conversion(value=_Character())]:
            return not format[-1:].isspace()
        case _:
            return not directives and not format


def _ends_number(first: int, type: ScalarType) -> bool:
    """Is it no part of a number, so that it may follow every one?"""
    return not chr(first).isalnum() and (isinstance(type, IntType) or first not in b"+-.(")


def _value(found: ScanDirective, machine: MachineModel) -> _Value | None:
    name = found.number
    if name is not None and found.kind in "diuoxX":
        type = machine.integer(name)
        if found.width is None or found.width >= _ENOUGH:
            return _Number(type, _reader(type), None)
        is_cut = found.width < _FULL and found.kind in "diu" and not found.length
        return _Number(type, _reader(type), found.width) if is_cut else None
    if name is not None and found.kind != "n":
        types = {"float": machine.float, "double": machine.double, "long double": machine.long_double}
        return None if found.width is not None else _Number(types[name], f"scanf_{name.replace(' ', '_')}", None)
    if found.length:
        return None
    match found:
        case ScanDirective(kind="c", width=None | 1):
            return _Character()
        case ScanDirective(kind="s"):
            return _Word(found.width, None)
        case ScanDirective(set=CharacterSet(is_in=False, ranges=((first, last),))) if first == last:
            return _Word(found.width, first)
        case _:
            return None


_FULL, _ENOUGH = 10, 24
"""With fewer characters no ``int`` overflows; so many are enough for every number."""
_READERS: Final = {1: "char", 2: "short", 4: "int", 8: "long_long"}


def _reader(type: IntType) -> str:
    name = _READERS[type.size]
    if type.signed:
        return "scanf_signed_char" if name == "char" else f"scanf_{name}"
    return "scanf_unsigned" if name == "int" else f"scanf_unsigned_{name}"


class Scanning(Scanned):
    """Lowers the calls of one function."""

    file = _FILE

    def call(self, name: str, call: Call, tree: Tree) -> bool:
        """Lower a call of a function without a body; False if it is none of these, or a format that is not described."""
        place = _FORMATS.get(name)
        if place is None or len(call.arguments) <= place:
            return False
        text = literal_text(call.arguments[place])
        directives = None if text is None else _directives(text, self.context.machine)
        targets = call.arguments[place + 1 :]
        if text is None or directives is None or not _fits(directives, targets):
            return False
        kept = self.kept(targets, tree)
        for stream in call.arguments[:place]:
            callee = self.context.linker.shipped_function(self.file, "scanf_stream")
            self.builder.emit(Call(callee, (folding.convert(stream, callee.type.parameters[0]),), None, call.origin))
        begins = "scanf_begins" if place else "scanf_begins_stdin"
        self._tell(begins, call, Const(int(_begins_at_word(text, directives)), self.expressions.int))
        join, assigned = self.builder.node(), 0
        left = iter(kept)
        for each in directives:
            self._expect(each, assigned, call, join)
            if isinstance(each, _Conversion) and each.is_kept:
                self._store(each.value, next(left), call)
                assigned += 1
        if not _ends_anywhere(text, directives):
            self._tell("scanf_leaves_end_of_word", call)
        self.end_with(assigned, call, join)
        self.builder.start(join)
        return True

    def _tell(self, name: str, call: Call, *arguments: Expr) -> None:
        self.builder.emit(Call(self.context.linker.shipped_function(self.file, name), arguments, None, call.origin))

    def _expect(self, directive: _Directive, assigned: int, call: Call, join: Node) -> None:
        """Continue if the input matches; otherwise the call ends.  For glibc, only what was assigned is a conversion."""
        builder, int_type = self.builder, self.expressions.int
        may_differ = isinstance(directive, _Text) or not isinstance(directive.value, _Character)
        outcome = self.ask("scanf_directive", int_type, call, Const(int(may_differ), int_type))
        goes_on, fails = builder.node(), builder.node()
        builder.branch(self.equals(outcome, _GOES_ON), goes_on, fails, call.origin)
        builder.start(fails)
        if assigned == 0:
            ended, differs = builder.node(), builder.node()
            builder.branch(self.equals(outcome, _ENDS), ended, differs, call.origin)
            builder.start(ended)
            self.end_with(-1, call, join)
            builder.start(differs)
        self.end_with(assigned, call, join)
        builder.start(goes_on)

    def _store(self, value: _Value, target: Expr, call: Call) -> None:
        machine = self.context.machine
        match value:
            case _Number(type=type, read_by=reader, digits=digits):
                self.assign(target, type, self._number(type, reader, digits, call), call)
            case _Character():
                byte = machine.integer("unsigned char")
                self.assign(target, byte, self.ask("scanf_unsigned_char", byte, call), call)
            case _Word(most=most, end=end):
                length = Const(machine.size_t.max if most is None else most, machine.size_t)
                stops = () if end is None else (Const(end, machine.integer("unsigned char")),)
                text = folding.convert(target, machine.pointer(machine.integer("char")))
                callee = self.context.linker.shipped_function(self.file, "scanf_until" if stops else "scanf_word")
                self.builder.emit(Call(callee, (text, length, *stops), None, call.origin))

    def _number(self, type: ScalarType, reader: str, digits: int | None, call: Call) -> Expr:
        """As the function that reads it returns it.  Of ``%3u``, too, a sign may be read: ``-1`` is the greatest number."""
        if digits is None:
            callee = self.context.linker.shipped_function(self.file, reader)
            result = callee.type.result
            assert isinstance(result, (IntType, FloatType))
            return self.ask(reader, result, call)
        least, most = 1 - 10 ** (digits - 1), 10**digits - 1
        int_type = self.expressions.int
        return self.ask("scanf_int_between", int_type, call, Const(least, int_type), Const(most, int_type))


def _fits(directives: Sequence[_Directive], targets: Sequence[Expr]) -> bool:
    needed = sum(isinstance(each, _Conversion) and each.is_kept for each in directives)
    return needed <= len(targets) and all(isinstance(target.type, PointerType) for target in targets)
