"""Functions of the C library whose body comes with Whet: C files in ``library/bodies``.

A function that the program uses and does not define gets such a body, if there is one and the program declares the function
with the type that the body has.  From there on it is a function like any other for every analysis, check and proof.

The record of a function names the file with its body, and the programs that do without it: those that may make strings of
addresses, and those in which another function has no body, which is known when everything else is lowered.  Lines of a file
that begin with ``// assumed:`` record a choice where C leaves one, and are printed with a verdict.  A file with functions that
calls are lowered to (``scanf.c``) has the line ``// may set errno`` if they may.

Input of a body comes from functions called ``__VERIFIER_nondet_...``, so it is an input like any other.  A compiled program
gets the same text in place of the library's functions (``whet.harness.run_harness``), so it must be C for gcc, too: together
with the headers of the library and with the other files, with names of its own and results of types that need no header. Code
for compiled programs only, such as noting which stream it reads, stands in macros that are empty here.

In a program with summaries (``library.summaries``), a function that has one gets the summary for its body.

A file includes no header and may use other functions of the library; definitions of the program come first, as for a linker.  A
static function of a file is called ``name@file``, and clashes with nothing.

If the program may print addresses (``may_show_pointers``), a number read from a string may be one, which no analysis follows
from digit to digit.  It may if a string literal contains ``%p``, if a format is no literal, if something may be printed through
a pointer to a function; and, where pointers are made of numbers, if numbers are made of pointers and something is printed, or
if an unknown function gets a pointer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from whet.cfa.expressions import Cast, Const, Expr, FunctionAddress, Variable, VariableKind, subexpressions
from whet.cfa.library import ERRNO, Library, leads_to_stream
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Call, expressions_of
from whet.cfa.types import CType, FloatType, FunctionType, IntType, PointerType, StructType
from whet.frontend.clang import Cursor, CursorKind, library
from whet.frontend.linking import AT, is_external, spelled
from whet.frontend.symbols import read_symbols
from whet.frontend.type_reader import Structures
from whet.frontend.unit import TranslationUnit
from whet.frontend.unit_lowering import UnitLowering, agree
from whet.library.effects import Formats
from whet.library.formats import printed_letters
from whet.library.notation import BODIES, bodies, record_of
from whet.library.summaries import SUMMARIES, summaries
from whet.task.messages import assumptions


def may_show_pointers(
    functions: Sequence[Function], variables: Iterable[Variable], library: Library, *, readers: Sequence[Function]
) -> bool:
    """``variables`` live as long as the program: its string literals are among them.  ``readers`` only read text."""
    edges = [edge for function in functions for edge in function.edges()]
    calls = [call for edge in edges if isinstance(call := edge.operation, Call) and call.callee not in readers]
    return (
        any(_is_format_with_pointers(variable) for variable in variables)
        or any(_prints_anything(call, library) for call in calls)
        or any(isinstance(part, FunctionAddress) and _is_printing(part.function) for part in _parts(edges))
        or (_converts(edges, IntType, PointerType) and _may_show_numbers(functions, edges, calls, library))
    )


def _may_show_numbers(functions: Sequence[Function], edges: Sequence[Edge], calls: Sequence[Call], library: Library) -> bool:
    """May something that the program does not define make text of an address that it got as a number, or as it is?"""
    if any(_is_given_pointers(call, library) for call in calls):
        return True
    return any(map(_is_printing, functions)) and _converts(edges, PointerType, IntType)


def _is_format_with_pointers(variable: Variable) -> bool:
    return variable.kind is VariableKind.STRING and "p" in printed_letters(variable.image or b"")


def _is_printing(function: Function) -> bool:
    return not function.is_defined and "printf" in function.name


def _prints_anything(call: Call, library: Library) -> bool:
    callee = call.callee
    if not isinstance(callee, Function) or callee.is_defined:
        return False
    return isinstance(library.effect(callee, call.arguments), Formats)


def _is_given_pointers(call: Call, library: Library) -> bool:
    callee = call.callee
    is_known = isinstance(callee, Function) and (callee.is_defined or library.knows(callee.name))
    return not is_known and any(not isinstance(each.type, (IntType, FloatType)) for each in call.arguments)


def _converts(edges: Iterable[Edge], source: type, target: type) -> bool:
    """Is something that is no constant of one kind of type made one of another?"""
    return any(
        isinstance(part, Cast)
        and isinstance(part.type, target)
        and isinstance(part.operand.type, source)
        and not isinstance(part.operand, Const)
        for part in _parts(edges)
    )


def _parts(edges: Iterable[Edge]) -> Iterator[Expr]:
    return (part for edge in edges for expr in expressions_of(edge.operation) for part in subexpressions(expr))


if TYPE_CHECKING:
    from whet.frontend.program import ProgramLowering

FOLDER = BODIES
_ASSUMED = re.compile(r"^// assumed: (\w+)$", re.MULTILINE)
"""The name of a message of ``task.messages.assumptions``."""
_LOUD = "// may set errno\n"
_BUILTIN = "__builtin_"
_VARIABLES = dict.fromkeys(("optarg", "optind", "opterr", "optopt"), "getopt.c")
"""The files that define variables of the library."""
_AT_END = ("atexit", "run_registered")
"""With this function in a program, that one runs what it was given when ``main`` has returned."""


class ShippedPart(UnitLowering):
    """Lowers one file of the library, which stands beside the units of the program."""

    def _name(self, declaration: Cursor) -> str:
        name = spelled(declaration)
        return name if is_external(declaration) else f"{name}{AT}{Path(self.unit.source.path).name}"

    def function(self, declaration: Cursor) -> Function:
        if is_external(declaration) and self._name(declaration) not in self._program.functions:
            for part in self._program.parts:
                for definition in filter(is_external, part.definitions_of(self._name(declaration))):
                    return part.function(definition)
        return super().function(declaration)

    def _make_function(self, name: str, declaration: Cursor) -> Function:
        made = super()._make_function(name, declaration)
        made.is_of_library = self.has_body(made)
        return made

    def _declared_again(self, canonical: Cursor) -> list[Cursor]:
        if self._redeclarations is None:
            self.keep_names()
        return (self._redeclarations or {}).get(canonical.data0, [])

    def lower(self, function: Function, definition: Cursor) -> None:
        """Its body is read when it is its turn."""
        function.is_of_library = True
        self._program.bodies.append((self, function, definition))
        self._program.with_body.add(function.name)


class Shipped:
    """Gives bodies to functions of the library; a file is parsed when it is first needed."""

    def __init__(self, program: ProgramLowering, *, with_summaries: bool = False) -> None:
        self._program = program
        self._summaries = summaries() if with_summaries else {}
        self._parts: dict[Path, ShippedPart] = {}
        self._used: dict[Path, None] = {}
        self._waiting: list[Function] = []
        """Those that have a body unless pointers are shown."""
        self._dependent: list[tuple[str, Function, Path]] = []
        """Those that have a body if a function of this name has."""
        self._named: set[str] = set()
        """Those that calls are lowered to."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What was chosen in the files that are used."""
        names = (name for file in self._used for name in _ASSUMED.findall(file.read_text(encoding="utf-8")))
        return tuple(str(getattr(assumptions, name)) for name in names)

    @property
    def errno(self) -> Variable | None:
        """What ``errno`` stands for, if the program uses it."""
        return next((each for each in self._program.globals if each.name == ERRNO), None)

    @property
    def loud(self) -> frozenset[str]:
        """The functions with a body of ours that may set ``errno``."""
        records = (record_of(name) for name, file in bodies().items() if FOLDER / file in self._used)
        return frozenset(each.name for each in records if each is not None and not each.keeps_errno) | self._named

    def function(self, file: str, name: str) -> Function:
        """The function of this name in a file: one that calls are lowered to.  It may set ``errno`` if the file says so."""
        part = self._part_with(FOLDER / file, name)
        self._used[FOLDER / file] = None
        (definition,) = part.definitions_of(name)
        found = part.function(definition)
        if _LOUD in (FOLDER / file).read_text(encoding="utf-8"):
            self._named.add(found.name)
        return found

    def variable(self, asking: UnitLowering, declaration: Cursor) -> Variable | None:
        """The variable of the library that a program declares and does not define.  Other code may change it, too."""
        file = _VARIABLES.get(spelled(declaration))
        definition: Cursor = library().clang_getCursorDefinition(declaration)
        if file is None or definition.data0 or isinstance(asking, ShippedPart):
            return None
        part = self._part(FOLDER / file)
        for cursor in part.unit.declarations():
            is_meant = cursor.kind == CursorKind.VAR_DECL and spelled(cursor) == spelled(declaration)
            if is_meant and agree(part.types.of(cursor), asking.types.of(declaration)):
                made = part.static_variable(cursor)
                self._program.elsewhere.add(made)
                return made
        return None

    @property
    def at_end(self) -> Function | None:
        """What is to be called with the result of ``main``, if the program may have registered something."""
        used, called = _AT_END
        return self.function(bodies()[used], called) if self._has_body(used) else None

    def _has_body(self, name: str) -> bool:
        known = self._program.functions.get(name)
        return known is not None and known.is_of_library

    def give_body(self, function: Function) -> None:
        """Unless it is none of these, or is declared with another type; some have to wait."""
        record = record_of(function.name)
        if record is None or (record.is_of_system and not function.is_of_system):
            return
        if record.body is None:
            if record.name in self._summaries:
                self._give(function, FOLDER / self._summaries[record.name])
        elif record.body_with is not None:
            self._dependent.append((record.body_with, function, FOLDER / record.body))
        elif record.needs_unprinted_addresses:
            self._waiting.append(function)
        else:
            self._give(function, FOLDER / record.body)

    def give_rest(self) -> None:
        """Bodies to those that wait, when all that was known before is lowered."""
        for needed, function, file in self._dependent:
            if self._has_body(needed):
                self._give(function, file)
                # What another function relies on cannot be left to the library, however it is declared.
                if function.name not in self._program.with_body:
                    construct = f"declaration of '{function.name}' with a type of its own beside '{needed}'"
                    self._program.start.give_up(construct, self._program.parts[0].whole_origin())
        waiting, self._waiting = self._waiting, []
        program = self._program
        functions = (program.start.function, *program.functions.values())
        if waiting and not may_show_pointers(functions, program.globals, program.without_body, readers=waiting):
            for function in waiting:
                self._give(function, FOLDER / bodies()[function.name.removeprefix(_BUILTIN)])

    def _give(self, function: Function, file: Path) -> None:
        name = function.name.removeprefix(_BUILTIN)
        part = self._part_with(file, name)
        for definition in part.definitions_of(name):
            # A structure that a body names is the one that the program declares, if they have the same members (C11 6.2.7).
            body = part.types.of(definition)
            declared = function.type
            if isinstance(body, FunctionType) and isinstance(declared, FunctionType):
                own, other = body.result, declared.result
                for mine, its in ((own, other), *zip(body.parameters, declared.parameters, strict=False)):
                    _share_structure(part, mine, its)
            if _fits(part.types.of(definition), function.type):
                self._used[file] = None
                part.lower(function, definition)

    def _part_with(self, file: Path, name: str) -> ShippedPart:
        """The file that defines a function: that of its summary, if it is to have one."""
        return self._part(SUMMARIES / self._summaries[name] if name in self._summaries else file)

    def _part(self, file: Path) -> ShippedPart:
        if file not in self._parts:
            unit = TranslationUnit(str(file), self._program.machine)
            symbols = read_symbols(unit, self._program.without_body)
            self._parts[file] = ShippedPart(self._program, -1, unit, symbols, None, Structures(None))
        return self._parts[file]

    def close(self) -> None:
        for part in self._parts.values():
            part.unit.close()


def _share_structure(part: ShippedPart, own: CType, other: CType) -> None:
    """Let the structure that both types are or point to be the same one, unless it is a stream."""
    if isinstance(own, PointerType) and isinstance(other, PointerType) and not _are_streams(own, other):
        own, other = own.target, other.target
    if isinstance(own, StructType) and isinstance(other, StructType) and own is not other:
        part.types.adopt(own, other)


def _fits(body: CType, declared: CType) -> bool:
    """Are the types the same?  A stream is what is called so: a body looks at no part of it."""
    if not (isinstance(body, FunctionType) and isinstance(declared, FunctionType)):
        return False
    if len(body.parameters) == len(declared.parameters):
        pairs = zip(body.parameters, declared.parameters, strict=True)
        body = replace(body, parameters=tuple(its if _are_streams(mine, its) else mine for mine, its in pairs))
    if _are_streams(body.result, declared.result):
        body = replace(body, result=declared.result)
    return agree(body, declared)


def _are_streams(one: CType, other: CType) -> bool:
    return leads_to_stream(one) and leads_to_stream(other)
