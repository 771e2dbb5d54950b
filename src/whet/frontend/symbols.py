"""Names and symbols: where a program says to the linker what C does not say.

Attributes (``alias``, ``weakref``, ``ifunc``), names for the assembler (``int z asm("x")``), pragmas and assembler at file level
may give two names to one object or function, or a body to a function that has none in C.  A name that may be such is refused
where it is used; that a library function only goes by a longer name (``scanf asm("__isoc99_scanf")``) is harmless.  A *weak*
symbol without a definition may have the address zero, so that its address is refused.  Symbols that the *linker* makes
(``__start_`` of a section) are the addresses of other objects, so they are refused, too.

Attributes are read as clang prints them (``attributes``), pragmas as they are written: what a macro makes of ``_Pragma`` may be
any of these pragmas if the file has one of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from whet.cfa.expressions import AddressOf, FunctionAddress, Variable, root_variable, subexpressions
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Unsupported, expressions_of
from whet.frontend.attributes import attributes_of
from whet.frontend.clang import Cursor, CursorKind, StorageClass, children, library, spelling
from whet.frontend.unit import RENAMED, TranslationUnit
from whet.task.records import dataclass

_MENTIONED = re.compile(rb"alias|weak|ifunc|asm|redefine_extname")
_PRAGMA = re.compile(rb"(?:#[ \t]*pragma|_Pragma\s*\(\s*L?\")\s*(weak|redefine_extname)[ \t]+(\w+)[ \t]*=?[ \t]*(\w*)")
_MADE_PRAGMA = re.compile(rb"\b_Pragma\s*\((?!\s*L?\")")
_IN_PRAGMA = re.compile(rb"\b(?:weak|redefine_extname)\b")
_OF_LINKER = re.compile(r"__(?:start|stop|init_array|fini_array)_\w+|_?(?:end|edata|etext)|__(?:bss_start|executable_start)")
_ASM = re.compile(r"(?:asm|__asm|__asm__)\b")
_OTHER_BODY = frozenset({"alias", "weakref", "ifunc"})


@dataclass(slots=True)
class _Name:
    """What the declarations of one name say."""

    is_function: bool
    has_body: bool = False
    symbol: str | None = None


@dataclass(slots=True)
class Symbols:
    """Which names of a program must not be used, and why."""

    unit: TranslationUnit
    is_mentioned: bool
    """Does the file have one of the words at all?"""
    refused: dict[str, str] = field(default_factory=dict)
    weak: set[str] = field(default_factory=set)
    assembler: list[Cursor] = field(default_factory=list)
    """Assembler at file level."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Names whose symbol is called differently, with it."""
    has_made_pragmas: bool = False
    """May a macro make pragmas about symbols?"""

    def reason(self, declaration: Cursor, *, is_defined: bool = False) -> str | None:
        """Why a name that is used cannot be modelled; ``is_defined`` if another unit defines it."""
        if _is_of_linker(declaration) and not is_defined:
            return f"symbol '{_spelled(declaration)}' of the linker"
        if not self.is_mentioned:
            return None
        parent: Cursor = library().clang_getCursorLexicalParent(declaration)
        return (
            self._local_reason(declaration) if bool(parent.kind != CursorKind.TRANSLATION_UNIT) else None
        ) or self.refused.get(_spelled(declaration))

    def _local_reason(self, declaration: Cursor) -> str | None:
        """A declaration inside of a function is seen only where it is used."""
        name = _Name(is_function=declaration.kind == CursorKind.FUNCTION_DECL)
        _read_declaration(declaration, name, self)
        is_renamed = name.symbol not in (None, _spelled(declaration))
        return f"name for the symbol '{name.symbol}'" if is_renamed else None


def read_symbols(unit: TranslationUnit, known: Library) -> Symbols:
    """What the declarations of a file say about symbols."""
    found = Symbols(unit, is_mentioned=unit.pastes or unit.mentions(_MENTIONED))
    if not found.is_mentioned:
        return found
    names: dict[str, _Name] = {}
    for cursor in unit.declarations():
        if cursor.kind in (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL):
            name = names.setdefault(_spelled(cursor), _Name(cursor.kind == CursorKind.FUNCTION_DECL))
            name.has_body |= bool(library().clang_getCursorDefinition(cursor).data0)
            _read_declaration(cursor, name, found)
        elif cursor.kind == CursorKind.UNEXPOSED_DECL and _ASM.match(unit.span(cursor).text):
            found.assembler.append(cursor)
    _read_pragmas(unit, found)
    found.refused |= dict(_clashes(names, known))
    found.renamed |= {name: said.symbol for name, said in names.items() if said.symbol not in (None, name)}
    return found


def _spelled(cursor: Cursor) -> str:
    return spelling(cursor).removeprefix(RENAMED)


def _read_declaration(cursor: Cursor, name: _Name, found: Symbols) -> None:
    for child in children(cursor):
        if child.kind == CursorKind.ASM_LABEL_ATTRIBUTE:
            name.symbol = spelling(child)
            if not name.is_function and library().clang_Cursor_getStorageClass(cursor) == StorageClass.REGISTER:
                found.refused[_spelled(cursor)] = "variable in a register"
    for attribute in attributes_of(cursor):
        if attribute == "weak":
            found.weak.add(_spelled(cursor))
        elif attribute in _OTHER_BODY:
            found.refused[_spelled(cursor)] = f"attribute {attribute}"


def _read_pragmas(unit: TranslationUnit, found: Symbols) -> None:
    found.has_made_pragmas = unit.mentions(_MADE_PRAGMA) and unit.mentions(_IN_PRAGMA)
    for kind, *names in (each for text in unit.own_texts for each in _PRAGMA.findall(text)):
        for name in filter(None, names):
            if kind == b"weak" and not names[1]:
                found.weak.add(name.decode())
            else:
                found.refused[name.decode()] = f"pragma {kind.decode()}"


def _clashes(names: dict[str, _Name], known: Library) -> Iterator[tuple[str, str]]:
    """Names that stand for the same symbol, and library functions that are called by another name."""
    by_symbol: dict[str, list[str]] = {}
    for name, said in names.items():
        by_symbol.setdefault(said.symbol or name, []).append(name)
    for symbol, sharing in by_symbol.items():
        if len(sharing) > 1 and not all(_is_redirection(name, names[name], symbol) for name in sharing):
            yield from ((name, f"name for the same symbol '{symbol}' as others") for name in sharing)
        for name in sharing:
            if name != symbol and known.knows(name) and not _is_redirection(name, names[name], symbol):
                yield name, f"name for the symbol '{symbol}'"


def _is_redirection(name: str, said: _Name, symbol: str) -> bool:
    """Is it a function of the library that goes by a longer name?"""
    return said.is_function and not said.has_body and name in symbol


def _is_of_linker(declaration: Cursor) -> bool:
    """Is it a variable without a definition whose name the linker gives to an address?"""
    if declaration.kind != CursorKind.VAR_DECL or _OF_LINKER.fullmatch(_spelled(declaration)) is None:
        return False
    is_extern = library().clang_Cursor_getStorageClass(declaration) == StorageClass.EXTERN
    return bool(is_extern and not library().clang_getCursorDefinition(declaration).data0)


def refuse_addresses(edges: Iterable[Edge], objects: frozenset[Function | Variable]) -> None:
    """Replace operations that use the address of something that may not exist."""
    for edge in edges if objects else ():
        named = next((each for each in _pointed_to(edge) if each in objects), None)
        if named is not None:
            edge.operation = Unsupported(f"address of the weak symbol '{named.name}'", edge.origin)


def _pointed_to(edge: Edge) -> Iterator[Function | Variable | None]:
    for expr in expressions_of(edge.operation):
        for part in subexpressions(expr):
            match part:
                case FunctionAddress(function=function):
                    yield function
                case AddressOf(lvalue=lvalue):
                    yield root_variable(lvalue)
                case _:
                    pass
