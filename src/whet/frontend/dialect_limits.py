"""What the options of a file change and the front end does not model: it is refused by name where a program uses it.

Also pragmas and attributes that choose such options for a part of a file, and pragmas of OpenMP and OpenACC, which mean something
only with an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from whet.cfa.source import SourceFile, Span
from whet.cfa.types import CType, FunctionType, PointerType, StructType
from whet.frontend.clang import CONTINUE, RECURSE, Cursor, CursorKind, TypeKind, Visitor, canonical_type, library, spelling
from whet.frontend.macros import unsplice
from whet.frontend.predefined import predefined
from whet.frontend.unit import TranslationUnit
from whet.task.dialect import CompilerDialect, spelled
from whet.task.harmless_options import changes_nothing

_BLANK: Final = rb"(?:[ \t]|/\*.*?\*/)*"
_PRAGMA: Final = re.compile(
    rb"(?:^%b(?:#|%%:|\?\?=)%bpragma\b|\b_Pragma\s*\(\s*L?\")%b(\w+)%b(\w*)([^\n]*)" % (_BLANK, _BLANK, _BLANK, _BLANK),
    re.MULTILINE,
)
_MADE_PRAGMA: Final = re.compile(rb"\b_Pragma\s*\((?!\s*L?\")")
_CHOOSES: Final = re.compile(rb"\b(?:__)?(optimize|target|target_clones)(?:__)?[ \t\n]*(\()")
_CHOOSING: Final = re.compile(rb"\b(?:__)?(?:optimize|target|target_clones)(?:__)?\b")
_ATTRIBUTE: Final = re.compile(rb"__attribute|\[\[")
_PARALLEL: Final = re.compile(rb"\b(?:omp|acc)\b")
_CHOOSING_PRAGMA: Final = re.compile(rb"\bGCC\s+(?:optimize|target)\b")
_STRING: Final = re.compile(rb'"((?:\\.|[^"\\\n])*)"')
_OPTIMISED: Final = re.compile(rb"__OPTIMIZE__|__OPTIMIZE_SIZE__|__NO_INLINE__|__FAST_MATH__|__FINITE_MATH_ONLY__")
_OF_CLANG: Final = (b"options", b"ms_struct")
"""Pragmas about the layout of structures that only clang obeys on Linux."""
_WIDE_FORMAT: Final = re.compile(rb"%[-+ #0-9.*$m]*(?:l[sc\[]|[SC])")
_OF_GLIBC: Final = re.compile(rb"__USE_FORTIFY_LEVEL|__USE_EXTERN_INLINES|__fortify_function")
"""Macros of headers, which are read as without optimisation (``include/optimised``)."""
_DOUBLE: Final = re.compile(
    rb"(?<![\w.])(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?(?![\w.])|(?<![\w.])0[xX][\da-fA-F.]+[pP][-+]?\d+(?![\w.])"
)
_LEVEL: Final = re.compile(r"-?O?[0-3sgz]?")
_WIDE: Final = re.compile(
    r"(?:wcs|wmem|_?_?w?mbs|wcr|mbr|btowc|wctob|wct|towc|isw|tow|fputw|fgetw|putw|getw|ungetw|fw?ide)\w*|\w*wprintf|\w*wscanf"
)


def not_modelled(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Wherever it stands in a file."""
    whole, dialect = Span(unit.source, 0, 0), unit.dialect
    if not unit.is_preprocessed:
        unknown = predefined(unit.machine.name, dialect, unit.preprocessing.standard).unknown
        yield from ((f"program with the macros of {' '.join(unknown)}, which only gcc knows", whole) for _ in unknown[:1])
        yield from _differing_macros(unit)
    if "-fsingle-precision-constant" in dialect.options and (unit.pastes or unit.mentions(_DOUBLE)):
        yield "floating-point constant with -fsingle-precision-constant", whole
    if unit.mentions(_MADE_PRAGMA) and (unit.mentions(_CHOOSING_PRAGMA) or (dialect.is_parallel and unit.mentions(_PARALLEL))):
        yield "pragma made by a macro", whole
    if dialect.has_short_wchar and (unit.pastes or unit.mentions(_WIDE_FORMAT)):
        yield "format for wide characters with -fshort-wchar", whole
    if dialect.level != "-O0" and unit.mentions(_OF_GLIBC):
        yield "macro of glibc that depends on optimisation", whole
    if dialect.layout_options:
        yield from _other_layouts(unit)
    for file in unit.own_files:
        yield from _pragmas(file, unit)
        yield from _attributes(file, unit)


def _differing_macros(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Macros that are not the same in all programs that the file is compiled for."""
    standard, name = unit.preprocessing.standard, unit.machine.name
    flags = {*predefined(name, unit.dialect, standard).flags}
    for other in unit.preprocessing.other_dialects:
        differing = flags ^ {*predefined(name, other, standard).flags}
        for macro in sorted({re.split("[=(]", flag[2:])[0] for flag in differing}):
            if unit.pastes or unit.mentions(re.compile(rb"\b%s\b" % macro.encode())):
                yield f"macro {macro}, which differs between the commands that compile the file", Span(unit.source, 0, 0)


def _pragmas(file: SourceFile, unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    text = unsplice(file.text)
    for found in _PRAGMA.finditer(text):
        space, name, rest = found[1], found[2], found[3]
        span = Span(file, found.start(), found.end()) if text == file.text else Span(file, 0, 0)
        if (
            (space in (b"omp", b"acc") and unit.dialect.is_parallel)
            or space in _OF_CLANG
            or (space, name) == (b"clang", b"attribute")
        ):
            yield f"pragma {space.decode()}", span
        elif space == b"GCC" and name in (b"optimize", b"target"):
            yield from ((f"pragma GCC {name.decode()} ({option})", span) for option in _chosen(name, rest, unit))


def _other_layouts(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Members of structures that clang places otherwise than gcc with some options."""
    lib, options = library(), unit.dialect.layout_options
    found: list[Cursor] = []

    def visit(cursor: Cursor, parent: Cursor, _data: int) -> int:
        if cursor.kind == CursorKind.FIELD_DECL and _is_placed_otherwise(cursor, parent, options, unit.machine.name):
            found.append(cursor)
        return CONTINUE if cursor.kind >= CursorKind.FIRST_ATTRIBUTE else RECURSE

    lib.clang_visitChildren(unit.root, Visitor(visit), None)
    yield from (
        (f"layout of member {spelling(each) or 'without a name'} with {' '.join(options)}", unit.span(each)) for each in found
    )


def _is_placed_otherwise(member: Cursor, record: Cursor, options: tuple[str, ...], machine: str) -> bool:
    if "-malign-double" in options:
        kind = canonical_type(member)
        while kind.kind in TypeKind.ARRAYS:
            kind = library().clang_getCanonicalType(library().clang_getArrayElementType(kind))
        if kind.kind == TypeKind.LONG_DOUBLE:
            return True
    if not library().clang_Cursor_isBitField(member):
        return False
    if "-mms-bitfields" in options:
        return machine == "ILP32" or len(options) > 1 or bool(record.kind == CursorKind.UNION_DECL)
    return bool(library().clang_getFieldDeclBitWidth(member) == 0)


def _attributes(file: SourceFile, unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """The attributes ``optimize`` and ``target``; other uses of these words are not followed by a string."""
    if _CHOOSING.search(file.text) is None or _ATTRIBUTE.search(file.text) is None:
        return
    for found in _CHOOSES.finditer(file.text):
        end = file.text.find(b")", found.end())
        given = file.text[found.end() : end if end >= 0 else None]
        if _STRING.match(given.strip()) is not None or found[1] == b"optimize":
            span = Span(file, found.start(), found.end())
            yield from ((f"attribute {found[1].decode()} ({option})", span) for option in _chosen(found[1], given, unit))


def _chosen(kind: bytes, given: bytes, unit: TranslationUnit) -> Iterator[str]:
    """The options among those of a pragma or an attribute that may change the meaning."""
    text = unsplice(given).replace(b'\\"', b'"')
    strings = [each.decode(errors="replace") for each in _STRING.findall(text)]
    if not strings or re.search(rb"[A-Za-z_]", _STRING.sub(b"", text)):
        yield text.strip(b" ()").decode(errors="replace")
    for option in (part.strip() for each in strings for part in each.split(",")):
        if kind == b"optimize":
            if not _is_harmless(option) or (_LEVEL.fullmatch(option) is not None and unit.mentions(_OPTIMISED)):
                yield option
        elif "fma" in option or option.startswith(("arch=", "no-sse", "fpmath", "avx512", "general-regs")):
            yield option


def _is_harmless(option: str) -> bool:
    if _LEVEL.fullmatch(option) is not None:
        return True
    word = option if option.startswith("-") else f"-f{option}"
    return changes_nothing(word) or spelled(word) == "" or word in ("-fno-fast-math", "-fno-exceptions", "-fno-stack-protector")


def refused_floats(unit: TranslationUnit) -> str | None:
    """Why floating-point numbers of a unit are refused."""
    dialect, standard = unit.dialect, unit.preprocessing.standard
    if (option := dialect.other_floats) is not None:
        return f"floating-point number with {option}"
    macros = predefined(unit.machine.name, dialect, standard)
    if any(each.startswith("-D__FLT_EVAL_METHOD__=") and not each.endswith("=0") for each in macros.flags):
        chosen = " ".join(each for each in dialect.options if each.startswith("-m"))
        return f"floating-point number that is computed with more precision ({chosen})"
    is_fused = macros.defines("__FMA__") or macros.defines("__FMA4__")
    if is_fused and any(each.contracts(standard) for each in (dialect, *unit.preprocessing.other_dialects)):
        return "floating-point number with fused multiplication and addition (-ffp-contract=off turns it off)"
    return None


def refused_function(name: str, type: CType, dialect: CompilerDialect) -> str | None:
    """Why a function of the library is refused."""
    if dialect.packs and isinstance(type, FunctionType) and any(map(_points_to_structure, (type.result, *type.parameters))):
        return f"{name} with -fpack-struct, which is given a structure of the library"
    if name == "__errno_location" and dialect.leaves_errno:
        return "errno with -fno-math-errno"
    if dialect.has_short_wchar and _WIDE.fullmatch(name) is not None:
        return f"{name} with -fshort-wchar"
    return None


def _points_to_structure(type: CType) -> bool:
    """Is it a pointer to a structure whose members the program may see?  Those of streams it does not use."""
    return isinstance(type, PointerType) and isinstance(type.target, StructType) and type.target.tag != "_IO_FILE"
