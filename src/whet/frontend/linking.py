"""What the names of several translation units mean together (C11 6.2.2, 6.9), as gcc and its linker have it.

A name with external linkage is one object or function in all units, and at most one of them defines it: a tentative definition is
one (gcc's ``-fno-common``), a weak one gives way to another.  A name with internal linkage belongs to its unit.  Where two units
have the same name and it is not the same thing, the one with internal linkage is marked by its file: ``count@b.c``.

An inline definition is none for other units (C11 6.7.4p7).  Where another unit has an external definition as well, C leaves open
which one is called, so they have to be the same.

Two definitions, or two declarations whose types are not compatible, are a conflict: a ``FrontendError`` with both places.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

from whet.frontend.clang import (
    Cursor,
    CursorKind,
    Linkage,
    StorageClass,
    children,
    library,
    printed,
    printed_head,
    spelling,
    type_name,
)
from whet.frontend.compatible import Compatibility
from whet.frontend.errors import ConstructNotSupported, FrontendError
from whet.frontend.symbols import Symbols
from whet.frontend.unit import RENAMED, TranslationUnit
from whet.task.messages import programs
from whet.task.records import dataclass

AT = "@"
"""Between a name and its file; no name of C has it."""


@dataclass
class UnitName:
    """What one unit says at file level about a name with external linkage."""

    unit: TranslationUnit
    name: str
    cursors: list[Cursor] = field(default_factory=list)
    is_weak: bool = False

    @property
    def is_function(self) -> bool:
        return self.cursors[0].kind == CursorKind.FUNCTION_DECL

    @cached_property
    def definition(self) -> Cursor | None:
        """Of a function with its body, of an object also a tentative one."""
        lib = library()
        found: Cursor = lib.clang_getCursorDefinition(self.cursors[0])
        if found.data0:
            return found
        return None if self.is_function else next((each for each in self.cursors if _storage(each) != StorageClass.EXTERN), None)

    @cached_property
    def is_inline(self) -> bool:
        """Is its definition one that other units do not see?"""
        definition = self.definition
        if definition is None or not self.is_function or not library().clang_Cursor_isFunctionInlined(definition):
            return False
        plain = [
            each
            for each in self.cursors
            if library().clang_Cursor_isFunctionInlined(each) and _storage(each) != StorageClass.EXTERN
        ]
        if self._has_gnu_meaning:
            return _storage(definition) == StorageClass.EXTERN and not plain
        return len(plain) == len(self.cursors)

    @property
    def _has_gnu_meaning(self) -> bool:
        """Does ``inline`` mean what it meant in gcc before C99?"""
        return self.unit.has_gnu_inline or any(map(_says_gnu_inline, self.cursors))

    @property
    def exports(self) -> bool:
        return self.definition is not None and not self.is_inline

    @property
    def chosen(self) -> Cursor:
        """The declaration that says most."""
        return self.definition or self.cursors[-1]

    @property
    def is_of_system(self) -> bool:
        return all(self.unit.is_in_system_header(each) for each in self.cursors)

    def told(self, cursor: Cursor) -> str:
        return str(self.unit.original_name_place(cursor))


def _storage(cursor: Cursor) -> int:
    return int(library().clang_Cursor_getStorageClass(cursor))


def _says_gnu_inline(cursor: Cursor) -> bool:
    """libclang does not say which attribute it sees, but prints it, also one that a macro makes."""
    has_attribute = any(each.kind == CursorKind.FIRST_ATTRIBUTE for each in children(cursor))
    return has_attribute and "gnu_inline" in printed_head(cursor)


@dataclass(frozen=True, slots=True)
class Home:
    """Which unit says what a name means, and where."""

    number: int
    """Of the unit."""
    cursor: Cursor


class LinkedNames:
    """The names of a program of several units; raises ``FrontendError`` if they do not fit together."""

    def __init__(self, units: Sequence[TranslationUnit], symbols: Sequence[Symbols], compatibility: Compatibility) -> None:
        self._units = units
        self._symbols = symbols
        self._compatibility = compatibility
        self._external: dict[str, list[UnitName]] = {}
        self._internal: dict[str, set[int]] = {}
        """By name, the units that have it for themselves."""
        self._labels = _labels([unit.source.path for unit in units])
        for number in range(len(units)):
            self._read(number)
        self._refused = dict(self._refusals())
        self._homes = {name: self._home(said) for name, said in self._external.items()}
        self._checked: set[int] = set()

    def _read(self, number: int) -> None:
        unit, found = self._units[number], dict[str, UnitName]()
        for cursor in unit.declarations():
            if cursor.kind in (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL):
                name = spelled(cursor)
                if library().clang_getCursorLinkage(cursor) == Linkage.EXTERNAL:
                    found.setdefault(name, UnitName(unit, name)).cursors.append(cursor)
                else:
                    self._internal.setdefault(name, set()).add(number)
        for name, said in found.items():
            said.is_weak = name in self._symbols[number].weak
            self._external.setdefault(name, []).append(said)

    def name(self, number: int, declaration: Cursor) -> str:
        """What a function or an object at file level is called in the program.  Raises ``ConstructNotSupported``."""
        name = spelled(declaration)
        owners = self._internal.get(name, set())
        if is_external(declaration):
            if owners and name not in self._external:  # a call without declaration
                raise ConstructNotSupported(f"call of '{name}', which is not declared here and static in another file")
            return name
        is_alone = len(owners) < 2 and name not in self._external
        return name if is_alone else f"{name}{AT}{self._labels[number]}"

    def home(self, number: int, declaration: Cursor) -> Home | None:
        """Who says what a name means, if that is another unit."""
        if not is_external(declaration):
            return None
        found = self._homes.setdefault(spelled(declaration), Home(number, declaration))  # not declared at file level
        return None if found.number == number else found

    def check(self, number: int, declaration: Cursor) -> None:
        """Of a declaration that is used, perhaps in a block or implicit: raises ``FrontendError`` if its type is not
        compatible with that of the others, and ``ConstructNotSupported`` if there is a choice of definitions."""
        if declaration.data0 in self._checked or not is_external(declaration):
            return
        name = spelled(declaration)
        home = self._homes.setdefault(name, Home(number, declaration))
        first = UnitName(self._units[home.number], name, [home.cursor])
        self._check_type(first, home.cursor, UnitName(self._units[number], name, [declaration]), declaration)
        if home.number != number:
            self._check_inline(self._units[number], name, home)
        self._checked.add(declaration.data0)

    def reason(self, number: int, declaration: Cursor) -> str | None:
        """Why a name that is used cannot be modelled."""
        is_defined = any(each.exports for each in self._external.get(spelled(declaration), ()))
        own = self._symbols[number].reason(declaration, is_defined=is_defined)
        return own or (self._refused.get(spelled(declaration)) if is_external(declaration) else None)

    def _refusals(self) -> Iterator[tuple[str, str]]:
        """What one unit refuses all do, and names of symbols that are names in other units."""
        taken: dict[str, str] = {}
        for symbols in self._symbols:
            yield from symbols.refused.items()
            for name, symbol in symbols.renamed.items():
                is_shared = symbol in self._external or taken.setdefault(symbol, name) != name
                if is_shared and not self._is_redirection(name, symbol):
                    told = f"name for the same symbol '{symbol}' as others"
                    yield from ((each, told) for each in (name, symbol, taken.get(symbol, name)))

    def _is_redirection(self, name: str, symbol: str) -> bool:
        """Is it a function of the library that goes by a longer name, which may be declared as well?"""
        said = [*self._external.get(name, ()), *self._external.get(symbol, ())]
        return name in symbol and all(each.is_function and each.definition is None for each in said)

    def _home(self, said: list[UnitName]) -> Home:
        definitions = [each for each in said if each.exports]
        strong = [each for each in definitions if not each.is_weak]
        if len(strong) > 1:
            raise _defined_twice(strong[0], strong[1])
        chosen = next(iter([*strong, *definitions, *self._declared(said)]))
        # What a header of the system declares matters only where it is used.
        for other in said:
            if other is not chosen and not other.is_of_system:
                self._check_type(chosen, chosen.chosen, other, other.chosen)
        return Home(self._units.index(chosen.unit), chosen.chosen)

    def _declared(self, said: list[UnitName]) -> list[UnitName]:
        """Without an external definition: an inline definition, or an array of known length, comes first."""

        def says_less(each: UnitName) -> tuple[bool, bool]:
            return each.definition is None, library().clang_Type_getSizeOf(library().clang_getCursorType(each.chosen)) < 0

        return sorted(said, key=says_less)

    def _check_type(self, first: UnitName, one: Cursor, second: UnitName, other: Cursor) -> None:
        types = library().clang_getCursorType(one), library().clang_getCursorType(other)
        if one.kind != other.kind or not self._compatibility.are(*types):
            raise _different_types(first, one, second, other)

    def _check_inline(self, unit: TranslationUnit, name: str, home: Home) -> None:
        said = {id(each.unit): each for each in self._external.get(name, ())}
        own, other = said.get(id(unit)), said.get(id(self._units[home.number]))
        if other is None:
            return
        there = other.told(home.cursor)
        if own is not None and own.definition is not None and own.is_inline and _body(own.definition) != _body(home.cursor):
            raise ConstructNotSupported(f"inline function '{name}' that is defined differently at {there}")
        if other.is_inline and (own is None or own.definition is None):
            place = None if own is None else unit.original_name_place(own.chosen)
            message = programs.INLINE_ONLY.format(name=name, file=unit.source.path, place=there)
            raise FrontendError(message, place, "write 'extern' before its declaration in the file of that definition")


def spelled(cursor: Cursor) -> str:
    return spelling(cursor).removeprefix(RENAMED)


def is_external(declaration: Cursor) -> bool:
    return bool(library().clang_getCursorLinkage(declaration) == Linkage.EXTERNAL)


def _body(definition: Cursor) -> str:
    text = printed(definition)
    return text[text.find("{") :]


def _defined_twice(first: UnitName, second: UnitName) -> FrontendError:
    one, other = first.chosen, second.chosen
    kind = "function" if second.is_function else "variable"
    if first.name == "main":
        hint = "name the files of one program"
    elif first.told(one) == second.told(other):
        files = f"{first.unit.source.path} and {second.unit.source.path}"
        place = f", in a header that {files} both include"
        message = programs.DEFINED_TWICE.format(kind=kind, name=first.name, more=place)
        return FrontendError(message, second.unit.original_name_place(other), "write static before it, or define it in one file")
    elif library().clang_Cursor_getVarDeclInitializer(other).data1 or second.is_function:
        hint = "make one of them static, or leave one of the files out"
    else:
        hint = "write extern before all but one of them: two definitions do not become one, as with gcc's -fno-common"
    message = programs.DEFINED_TWICE.format(kind=kind, name=first.name, more=f" and at {first.told(one)}")
    return FrontendError(message, second.unit.original_name_place(other), hint)


def _different_types(first: UnitName, one: Cursor, second: UnitName, other: Cursor) -> FrontendError:
    message = programs.OTHER_TYPE.format(name=first.name, type=_type(other), other=_type(one), place=first.told(one))
    hint = "declare it in a header that both files include"
    if _type(one) == _type(other):
        hint = f"the types have the same name, but not the same members or values; {hint}"
    return FrontendError(message, second.unit.original_name_place(other), hint)


def _type(cursor: Cursor) -> str:
    return f"'{type_name(library().clang_getCursorType(cursor))}'"


def _labels(paths: Sequence[str]) -> list[str]:
    """The names of files, with as many folders as make them different."""
    parts = [os.path.normpath(path).split(os.sep) for path in paths]
    count = 1
    while len({tuple(each[-count:]) for each in parts}) < len(parts) and count < max(map(len, parts)):
        count += 1
    return ["/".join(each[-count:]) for each in parts]
