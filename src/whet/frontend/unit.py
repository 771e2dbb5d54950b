"""One C file parsed by libclang: flags, retries, diagnostics, and positions of its cursors.

The flags and retries answer what real C files do (old declarations, redefined builtins, glibc's newest attributes)
that gcc accepts and clang by default does not.  A file with an error left after the retries is rejected: clang may
have dropped statements, and a program that is silently not the user's program must never get a verdict.

Invariant used for speed: clang encodes a location in the main file as a constant plus the byte offset; the constant
is read once per file.  Locations elsewhere (headers, macro expansions) are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from ctypes import byref, c_char_p, c_uint, c_void_p
from dataclasses import field
from functools import cached_property
from pathlib import Path

from whet.cfa.expressions import Variable
from whet.cfa.source import Place, SourceFile, Span
from whet.cfa.types import MachineModel
from whet.frontend.cbmc_words import declarations_for, refused_by, wanted_by
from whet.frontend.clang import (
    Cursor,
    CursorKind,
    InclusionVisitor,
    Range,
    SourceLocation,
    UnsavedFile,
    children,
    library,
    spelling,
    text_of,
    type_name,
)
from whet.frontend.compiler import (
    FLOATS,
    answering_flags,
    as_header,
    check_standard,
    gcc_flags,
    has_gnu_inline,
    is_preprocessed,
    standard_flags,
    unanswered,
)
from whet.frontend.errors import FrontendError
from whet.frontend.includes import check_forced, check_includes
from whet.frontend.macros import Macros, unsplice
from whet.frontend.naming import naming_flags
from whet.frontend.predefined import machine_of, predefined
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.messages import programs
from whet.task.messages.message import code_of
from whet.task.preprocessing import Preprocessing
from whet.task.records import dataclass

INCLUDE_FOLDER = Path(__file__).parent / "include"
RENAMED = "__whet_renamed_"
"""Prefix given to a program's own definition of a function that clang insists on knowing better."""

_TOLERATED = (
    "implicit-function-declaration",
    "int-conversion",
    "implicit-int",
    "incompatible-function-pointer-types",
    "incompatible-pointer-types",
    "return-type",
)
_LONG_NUMBER = re.compile(rb"(?<![\"\w.])[0-9.]{10000,}+")
_NO_CRASHES = ("-Xclang", "-disable-pragma-debug-crash")
"""A program may ask clang to crash, or to overflow its stack, with ``#pragma clang __debug``."""
_TARGETS = {"ILP32": ("--target=i386-pc-linux-gnu", "-m32", "-msse2"), "LP64": ("--target=x86_64-pc-linux-gnu", "-m64")}
_MULTIARCH = ("/usr/include/x86_64-linux-gnu", "/usr/include/i386-linux-gnu")
_MAX_RETRIES = 12
_IN_MACRO = 1 << 31
"""The bit of clang's encoding of a location that is set in the expansion of a macro."""
_ERROR = 3


@dataclass(frozen=True, slots=True)
class Diagnostic:
    message: str
    place: Place | None


@dataclass(slots=True)
class Attempt:
    """The flags of one try; retries add to them."""

    flags: list[str] = field(default_factory=list)
    prelude: list[str] = field(default_factory=list)
    """Declarations put before the program, in a header in memory."""
    open_questions: list[str] = field(default_factory=list)
    """Questions of the program to the compiler without a known answer."""
    refused: set[str] = field(default_factory=set)
    """Declarations that the program has otherwise."""

    def declare(self, declarations: Iterable[str]) -> bool:
        """Put these before the program; False if there is none that may be."""
        added = [each for each in declarations if each not in self.refused and each not in self.prelude]
        self.prelude += added
        return bool(added)

    def refuse(self, declaration: str) -> bool:
        """The program is to do without it."""
        self.prelude.remove(declaration)
        self.refused.add(declaration)
        return True


def base_flags(machine: MachineModel, preprocessing: Preprocessing, *, is_preprocessed: bool = True) -> list[str]:
    """The flags a file is parsed with."""
    flags = ["-x", "c", "-std=gnu11", "-w", "-fbracket-depth=1000000", "-ferror-limit=20", "-fno-blocks"]
    flags += [f"-Wno-{warning}" for warning in _TOLERATED]
    flags += _NO_CRASHES
    flags += naming_flags()
    flags += _TARGETS[machine.name]
    flags += ["-D__malloc__(...)=__malloc__", "-D__PRETTY_FUNCTION__=__FUNCTION__"]
    changed = () if is_preprocessed else predefined(machine.name, preprocessing.dialect, preprocessing.standard).flags
    if "-D__OPTIMIZE__=1" in changed:
        flags.append(f"-isystem{INCLUDE_FOLDER / 'optimised'}")
    # Programs without the headers of the system may have such headers themselves.
    flags.append(f"{'-isystem' if preprocessing.dialect.has_system_headers else '-idirafter'}{INCLUDE_FOLDER}")
    if not is_preprocessed:
        flags += gcc_flags(machine)
    if preprocessing.standard is not None:
        flags += standard_flags(preprocessing.standard, is_preprocessed=is_preprocessed)
    flags += preprocessing.dialect.clang_flags
    flags += changed
    flags += preprocessing.flags()
    if machine.name == "ILP32":
        flags += [f"-idirafter{folder}" for folder in _MULTIARCH]
    flags.append(f"-idirafter{INCLUDE_FOLDER / 'fallback'}")
    return flags


class TranslationUnit:
    """A parsed file; must live as long as its cursors are used."""

    def __init__(
        self,
        path: str,
        machine: MachineModel,
        preprocessing: Preprocessing | None = None,
        *,
        appended: str = "",
        replaced: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """``appended`` is read as if it stood at the end of the file; functions in ``replaced`` have the bodies of others."""
        self.replaced = dict(replaced)
        preprocessing = preprocessing or Preprocessing()
        self.dialect = preprocessing.dialect
        self.machine = machine = machine_of(machine, self.dialect)
        written = SourceFile(path, _read(path))
        self.source = SourceFile(path, written.text + appended.encode()) if appended else written
        self._is_changed = bool(appended)
        self.preprocessing = preprocessing
        check_standard(preprocessing.standard, self.source)
        check_includes(self.source, preprocessing.folders())
        check_forced(preprocessing.headers(), self.source)
        # Before libclang's stack overflows on one.
        source = self.source
        if (found := _LONG_NUMBER.search(source.text)) is not None:
            raise FrontendError(programs.LONG_NUMBER.format(digits=f"{len(found[0]):,}"), source.place(found.start()))
        self._lib = library()
        self._index = self._lib.clang_createIndex(0, 0)
        self.is_preprocessed = is_preprocessed(written)
        self._flags = base_flags(machine, preprocessing, is_preprocessed=self.is_preprocessed)
        self.has_gnu_inline = self.dialect.has_gnu_inline or has_gnu_inline(preprocessing.standard)
        self._others: dict[str, SourceFile] = {}
        self.old_style: dict[int, bool] = {}
        """By the identity of a definition, whether it is in the style of K&R; filled in by ``old_style``."""
        self._handle = c_void_p()
        self._attempt = Attempt()
        """With which the file was parsed in the end."""
        self.open_questions: tuple[str, ...] | None = None
        """What it asks the compiler without an answer of gcc; None if clang answered."""
        try:
            self._handle = self._parse_as_gcc_says()
        except BaseException:
            self.close()
            raise
        file = self._lib.clang_getFile(self._handle, self.source.path.encode())
        start: SourceLocation = self._lib.clang_getLocationForOffset(self._handle, file, 0)
        self._base = start.raw
        self.root: Cursor = self._lib.clang_getTranslationUnitCursor(self._handle)

    def _parse_as_gcc_says(self) -> c_void_p:
        """With gcc's answers to what the program asks the compiler; with clang's if that does not work."""
        if not self.is_preprocessed:
            attempt = Attempt(flags=list(answering_flags()))
            with suppress(FrontendError):
                handle = self._parse_with_retries(attempt)
                self.open_questions = tuple(attempt.open_questions)
                return handle
            self._lib.clang_disposeTranslationUnit(self._handle)
            self._handle = c_void_p()
        return self._parse_with_retries(Attempt())

    def _parse_with_retries(self, attempt: Attempt) -> c_void_p:
        attempt.declare(declarations_for(self.source.text))
        for _ in range(_MAX_RETRIES):
            handle = self._parse(attempt)
            self._handle = handle
            errors = list(self._errors(handle))
            if not errors and not attempt.declare(self._words_of_cbmc()):
                self._attempt = attempt
                return handle
            mended = [_mend(error.message, attempt, handle) for error in errors]
            if errors and not any(mended):
                raise _rejection(errors)
            self._lib.clang_disposeTranslationUnit(handle)
            self._handle = c_void_p()
        raise _rejection(errors)

    def _words_of_cbmc(self) -> Iterator[str]:
        """Declarations of what the file and its headers use."""
        for name in (self.source.path, *(name for name, is_of_system in self._inclusions() if not is_of_system)):
            yield from declarations_for(self._file(name).text)

    def _parse(self, attempt: Attempt, *, warn_of: Sequence[str] = ()) -> c_void_p:
        """``warn_of`` are flags that ask for warnings; there are none otherwise."""
        quiet = [flag for flag in self._flags if flag != "-w"] + ["-Wno-everything"] if warn_of else self._flags
        others, macros = as_header((*quiet, *attempt.flags, *warn_of))
        prelude = "\n".join(attempt.prelude).encode()
        flags = [*_included_first(_MACROS, macros), *(flag.encode() for flag in others), *_included_first(_PRELUDE, prelude)]
        in_memory = {_MACROS: macros, _PRELUDE: prelude, self.source.path: self.source.text if self._is_changed else b""}
        unsaved = [UnsavedFile(name.encode(), text, len(text)) for name, text in in_memory.items() if text]
        handle = c_void_p()
        code = self._lib.clang_parseTranslationUnit2(
            self._index,
            self.source.path.encode(),
            (c_char_p * len(flags))(*flags),
            len(flags),
            (UnsavedFile * len(unsaved))(*unsaved),
            len(unsaved),
            0,
            byref(handle),
        )
        if code or not handle.value:
            raise FrontendError("libclang could not parse the file", Place(self.source.path, 1, 1))
        return handle

    @cached_property
    def warnings(self) -> list[tuple[str, Span]]:
        """What clang says of attributes that it does not obey and of constants that it takes for unsigned, and where they stand:
        in a macro, where it is used."""
        handle = self._parse(self._attempt, warn_of=_WARNINGS)
        found = []
        try:
            for number in range(self._lib.clang_getNumDiagnostics(handle)):
                diagnostic = self._lib.clang_getDiagnostic(handle, number)
                message = text_of(self._lib.clang_getDiagnosticSpelling(diagnostic))
                place = self._resolve(self._lib.clang_getDiagnosticLocation(diagnostic), self._lib.clang_getFileLocation)
                self._lib.clang_disposeDiagnostic(diagnostic)
                file, begin = place or (self.source, 0)
                found.append((message, Span(file, begin, begin)))
        finally:
            self._lib.clang_disposeTranslationUnit(handle)
        return found

    def _errors(self, handle: c_void_p) -> Iterator[Diagnostic]:
        for number in range(self._lib.clang_getNumDiagnostics(handle)):
            diagnostic = self._lib.clang_getDiagnostic(handle, number)
            if self._lib.clang_getDiagnosticSeverity(diagnostic) >= _ERROR:
                message = text_of(self._lib.clang_getDiagnosticSpelling(diagnostic))
                yield Diagnostic(message, self._place(self._lib.clang_getDiagnosticLocation(diagnostic)))
            self._lib.clang_disposeDiagnostic(diagnostic)

    def span(self, cursor: Cursor) -> Span:
        """The text a cursor covers; for a macro expansion the place where the macro is used."""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        base = self._base
        begin, end = extent.begin - base, extent.end - base
        if 0 <= begin <= end <= len(self.source.text):
            return Span(self.source, begin, end)
        # What begins in the argument of a macro but ends outside begins where the macro is used.
        leaves_macro = extent.begin & _IN_MACRO and not extent.end & _IN_MACRO
        locate = self._lib.clang_getExpansionLocation if leaves_macro else self._lib.clang_getFileLocation
        first = self._resolve(self._lib.clang_getRangeStart(extent), locate)
        last = self._resolve(self._lib.clang_getRangeEnd(extent), self._lib.clang_getFileLocation)
        if first is None:
            return Span(self.source, 0, 0)
        file, begin = first
        end = last[1] if last and last[0] is file else begin
        return Span(file, begin, max(begin, end))

    @cached_property
    def has_builtin_syntax(self) -> bool:
        """May there be a builtin, such as ``va_arg``, that looks like a conversion of its only operand?"""
        return _BUILTIN_SYNTAX.search(self.source.text) is not None

    @cached_property
    def may_have_constant_members(self) -> bool:
        """Is there anything like a declaration of something constant without a value?"""
        return self.pastes or self.mentions(_CONSTANT_MEMBER)

    @property
    def has_weak_alignment(self) -> bool:
        """May a name of a type have a weaker alignment than the type?"""
        return any(_WEAK_ALIGNMENT.search(file.text) for file in self.own_files)

    @property
    def may_alias(self) -> bool:
        """Is there an attribute or an option with which accesses may use other types than objects have?"""
        return self.dialect.may_alias or self.mentions(_MAY_ALIAS)

    @cached_property
    def reads_arguments(self) -> bool:
        """May it ask for arguments of a list?"""
        return self.pastes or self.mentions(_READS_ARGUMENTS)

    @cached_property
    def begins_lists(self) -> bool:
        """May it begin lists of arguments?"""
        return self.pastes or self.mentions(_BEGINS_LISTS)

    def mentions(self, words: re.Pattern[bytes]) -> bool:
        """Do the file, its headers other than those of the system, or the flags have something like that in them?  Words that
        are pasted together are not found (``pastes``)."""
        return any(words.search(text) is not None for text in self.own_texts)

    @cached_property
    def pastes(self) -> bool:
        """May macros make words of others, so that they stand nowhere in the text?"""
        return self._macros.may_paste(self.own_texts)

    @cached_property
    def own_texts(self) -> list[bytes]:
        """Without escaped line ends."""
        return [*(unsplice(file.text) for file in self.own_files), "\n".join(self.preprocessing.flags()).encode()]

    @cached_property
    def own_files(self) -> list[SourceFile]:
        """The file, and the headers it includes that are not the system's; those in folders that the user named are not."""
        folders = tuple(str(Path(folder)) for folder in self.preprocessing.folders())
        names = [name for name, is_of_system in self._included if not is_of_system or name.startswith(folders)]
        names += [name for name in self.preprocessing.headers() if name not in names]
        return [self.source, *map(self._file, names)]

    @property
    def file_names(self) -> list[str]:
        """Of the file and of all headers that it includes."""
        return [self.source.path, *(name for name, _ in self._included)]

    @cached_property
    def _included(self) -> list[tuple[str, bool]]:
        """Of what the file was parsed as in the end."""
        return self._inclusions()

    def _inclusions(self) -> list[tuple[str, bool]]:
        """Headers by their names; are they the system's?"""
        found: list[tuple[str, bool]] = []

        def visit(file: int, _stack: int, _depth: int, _data: int) -> None:
            start: SourceLocation = self._lib.clang_getLocationForOffset(self._handle, file, 0)
            name = text_of(self._lib.clang_getFileName(file))
            if name not in (self.source.path, _MACROS, _PRELUDE):
                found.append((name, bool(self._lib.clang_Location_isInSystemHeader(start))))

        self._lib.clang_getInclusions(self._handle, InclusionVisitor(visit), None)
        return found

    def is_own_macro(self, cursor: Cursor) -> bool:
        """Was it made by a macro, other than in a header of the system?"""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        return bool(extent.begin & _IN_MACRO) and self.span(cursor).file in self.own_files

    @cached_property
    def _macros(self) -> Macros:
        return Macros((self._file(name).text for name in self.file_names), self._flags)

    @property
    def macros(self) -> frozenset[str]:
        """The names that may be macros somewhere in the file."""
        return self._macros.names()

    def has_macro(self, name: str) -> bool:
        return name.encode() in self._macros

    def may_be_made(self, words: re.Pattern[bytes], use: bytes) -> bool:
        """Does a text begin with the use of a macro that may make one of these words?"""
        name = _NAME.match(use)
        return name is not None and name[0] in self._macros and self._macros.may_make(words, use)

    def texts_of_macro(self, use: bytes) -> list[bytes] | None:
        """All that the macro whose use a text begins with may make something of; None if that is not known."""
        texts = self._macros.texts(use)
        return None if texts is None else list(texts)

    def written_at(self, cursor: Cursor) -> tuple[SourceFile, int]:
        """Where the first token of a cursor stands: in a macro, where the macro is used."""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        found = self._resolve(self._lib.clang_getRangeStart(extent), self._lib.clang_getFileLocation)
        return found or (self.source, 0)

    def macro_texts(self, cursor: Cursor) -> list[bytes]:
        """All that the macro which makes the first token of a cursor may make something of; empty if that is not known."""
        use = self._macro_use(cursor)
        return [] if use is None else list(self._macros.texts(use) or ())

    def _macro_use(self, cursor: Cursor) -> bytes | None:
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        used = self._resolve(self._lib.clang_getRangeStart(extent), self._lib.clang_getExpansionLocation)
        if used is None or any(flag == "-imacros" for flag in self._flags):
            return None
        return used[0].text[used[1] : used[1] + LONGEST_USE]

    def is_in_macro(self, cursor: Cursor) -> bool:
        """Does a macro make its first token?"""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        return bool(extent.begin & _IN_MACRO)

    def is_in_system_header(self, cursor: Cursor) -> bool:
        """Does it come from a header of the system, by itself or, in a preprocessed file, by its line markers?"""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        return bool(self._lib.clang_Location_isInSystemHeader(self._lib.clang_getRangeStart(extent)))

    def is_intrinsic(self, declaration: Cursor) -> bool:
        """Is a function declared by a header for instructions of the processor that comes with Whet?  Clang's own builtins seem
        to be declared where they are first used."""
        path = Path(self.span(declaration).file.path)
        is_there = path.parent == INCLUDE_FOLDER and path.name.endswith("intrin.h")
        return is_there and not spelling(declaration).startswith("__builtin_")

    def covers_same(self, first: Cursor, second: Cursor) -> bool:
        """Do two cursors stand for the same source text, down to the macro expansion?"""
        one: Range = self._lib.clang_getCursorExtent(first)
        other: Range = self._lib.clang_getCursorExtent(second)
        return (one.begin, one.end) == (other.begin, other.end)

    def name_place(self, declaration: Cursor) -> Place | None:
        """Where the name of a declaration stands, which may begin with the type of several."""
        located = self._resolve(self._lib.clang_getCursorLocation(declaration), self._lib.clang_getFileLocation)
        return located[0].place(located[1]) if located else None

    def original_name_place(self, declaration: Cursor) -> Place:
        """Where the name of a declaration stands in the file that its author wrote."""
        located = self._resolve(self._lib.clang_getCursorLocation(declaration), self._lib.clang_getFileLocation)
        return located[0].original_place(located[1]) if located else Place(self.source.path, 1, 1)

    def main_offset(self, cursor: Cursor) -> int | None:
        """Where a cursor begins in the main file; None if it stands in a header."""
        span = self.span(cursor)
        return span.begin if span.file is self.source else None

    def place_declaration(self, variable: Variable, cursor: Cursor) -> None:
        """Write down where a variable is declared, if in the main file."""
        variable.declared_at = self.main_offset(cursor)
        variable.declared_in = self.source if variable.declared_at is not None else None

    def text(self, cursor: Cursor) -> bytes:
        """The source text of a cursor as it stands in the main file; empty if it comes from a macro or a header."""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        begin, end = extent.begin - self._base, extent.end - self._base
        return self.source.text[begin:end] if 0 <= begin <= end <= len(self.source.text) else b""

    def spelled_text(self, cursor: Cursor, length: int) -> bytes:
        """Some bytes from where the first token of a cursor was written, inside a macro definition if it comes from
        one."""
        extent: Range = self._lib.clang_getCursorExtent(cursor)
        located = self._resolve(self._lib.clang_getRangeStart(extent), self._lib.clang_getSpellingLocation)
        return located[0].text[located[1] : located[1] + length] if located else b""

    def _resolve(self, location: SourceLocation, locate: Callable[..., None]) -> tuple[SourceFile, int] | None:
        file, line, column, offset = c_void_p(), c_uint(), c_uint(), c_uint()
        locate(location, byref(file), byref(line), byref(column), byref(offset))
        if not file.value:
            return None
        return self._file(text_of(self._lib.clang_getFileName(file))), offset.value

    def _place(self, location: SourceLocation) -> Place | None:
        located = self._resolve(location, self._lib.clang_getFileLocation)
        return located[0].original_place(located[1]) if located else None

    def _file(self, name: str) -> SourceFile:
        if name == self.source.path:
            return self.source
        if name not in self._others:
            self._others[name] = SourceFile(name, Path(name).read_bytes() if Path(name).is_file() else b"")
        return self._others[name]

    def declarations(self) -> list[Cursor]:
        """What stands at file level, in order."""
        return children(self.root)

    def close(self) -> None:
        self._lib.clang_disposeTranslationUnit(self._handle)
        self._lib.clang_disposeIndex(self._index)


_WEAK_ALIGNMENT = re.compile(rb"typedef[^;{}]*\b(?:__)?aligned|\b(?:__)?aligned(?:__)?\s*\((?!\s*(?:[2-9]|[1-9]\d+)\s*\))")
"""An alignment that a macro names may be any."""
_CONSTANT_MEMBER = re.compile(
    rb"\bconst\b[^;*={}()]*[;:]|\*\s*const\b[^;={}()]*;|typedef[^;]*\bconst\b|#\s*define[^\n]*\bconst\b|__const\b"
)
_MAY_ALIAS = re.compile(rb"may_alias")
_BUILTIN_SYNTAX = re.compile(rb"va_arg|__builtin_types_compatible_p|__builtin_bit_cast|^[ \t]*#[ \t]*include", re.MULTILINE)
_READS_ARGUMENTS = re.compile(rb"va_arg")
_BEGINS_LISTS = re.compile(rb"va_start|stdarg_start")
_WARNINGS = ("-Wignored-attributes", "-Wunknown-attributes", "-Wimplicitly-unsigned-literal", "-Wsystem-headers")
_NAME = re.compile(rb"[A-Za-z_]\w*")
LONGEST_USE = 500
"""Bytes of a use of a macro that are looked at."""
_MACROS, _PRELUDE = "/whet-macros.h", "/whet-prelude.h"
"""Headers in memory, before and after those that are included by flags."""
_REDEFINED = re.compile(r"definition of builtin function '(\w+)'")
_COLLISION = re.compile(
    r"redefinition of '(\w+)' as different kind of symbol|static declaration of '(\w+)' follows non-static declaration"
)
"""The program may use the name of a library function that clang declares by itself for something else."""
_CONFLICT = re.compile(r"conflicting types for '(\w+)'")
_UNKNOWN_FLOAT = re.compile(rf"unknown type name '({'|'.join(FLOATS)})'")
_MAIN_PARAMETER = re.compile(r"parameter of 'main'|'main' must return 'int'|too many parameters \(\d+\) for 'main'")
_RESULTS = re.compile(
    r"(?:void|_Bool|(?:un)?signed(?: char| short| int| long)?|char|short|int|long(?: long)?|float|double)(?: \*+)?"
)


def _included_first(name: str, text: bytes) -> list[bytes]:
    return [b"-include", name.encode()] if text else []


def _mend(message: str, attempt: Attempt, handle: c_void_p) -> bool:
    """Add to the attempt what makes this error go away; False if nothing is known against it."""
    if (asked := unanswered(message)) is not None:
        attempt.open_questions.append(asked[0])
        return _add(attempt.flags, asked[1])
    if (missing := wanted_by(message)) is not None:
        return attempt.declare([missing])
    if (other := refused_by(message, attempt.prelude)) is not None:
        return attempt.refuse(other)
    if redefined := _REDEFINED.search(message):
        return _add(attempt.flags, f"-D{redefined[1]}={RENAMED}{redefined[1]}")
    if collision := _COLLISION.search(message):
        return _add(attempt.flags, f"-fno-builtin-{collision[1] or collision[2]}")
    if unknown := _UNKNOWN_FLOAT.search(message):
        return _add(attempt.flags, f"-D{unknown[1]}={FLOATS[unknown[1]]}")
    if _MAIN_PARAMETER.search(message):
        return _add(attempt.flags, "-ffreestanding")
    if conflict := _CONFLICT.search(message):
        if conflict[1].startswith("__builtin_"):
            return _add(attempt.flags, f"-D{conflict[1]}={RENAMED}{conflict[1]}")
        result = _result_type(handle, conflict[1])
        return result is not None and _add(attempt.prelude, f"{result} {conflict[1]}();")
    return False


def _add(target: list[str], what: str) -> bool:
    if what in target:
        return False
    target.append(what)
    return True


def _result_type(handle: c_void_p, name: str) -> str | None:
    """The result type of a function's last declaration, if it can be named before the program begins."""
    lib = library()
    result = None
    for cursor in children(lib.clang_getTranslationUnitCursor(handle)):
        if cursor.kind == CursorKind.FUNCTION_DECL and spelling(cursor) == name:
            canonical = lib.clang_getCanonicalType(lib.clang_getResultType(lib.clang_getCursorType(cursor)))
            result = type_name(canonical)
    return result if result and _RESULTS.fullmatch(result) else None


def _read(path: str) -> bytes:
    try:
        return read_bytes(path, most=LARGEST_PROGRAM)
    except TaskError as error:
        raise FrontendError(programs.UNREADABLE.format(problem=error.message), Place(path, 1, 1)) from error


_HINTS: tuple[tuple[str, str | None], ...] = (
    ("file not found", "install the header, or name its folder with -I"),
    ("function definition is not allowed here", "nested functions are not supported"),
    ("use of undeclared identifier", "is a macro or a header missing?"),
    ("unknown type name", "is a header missing?"),
    ("expected ';' at end of declaration", None),
    ("expected ';' after return statement", None),
    ("expected ';' after expression", None),
    ("expected", "is a macro undefined?"),
)


def _rejection(errors: Sequence[Diagnostic]) -> FrontendError:
    first = errors[0]
    message = first.message if code_of(first.message, ("programs",)) else programs.NOT_C.format(problem=first.message)
    hint = next((hint for part, hint in _HINTS if part in first.message), None)
    return FrontendError(message, first.place, hint, [error.message for error in errors[1:]])
