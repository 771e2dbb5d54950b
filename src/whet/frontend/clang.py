"""A thin layer over libclang's C API: structures, the few calls the front end makes, and the kinds it knows.

Nothing here interprets C.  ``clang.cindex`` is not used: its cursor objects cost 2.3 to 2.8 times as much per node as
raw calls, and it does not wrap the operator kinds.  Numbers are those of ``clang-c/Index.h``, which libclang keeps
stable.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_longlong, c_uint, c_ulonglong, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

T = TypeVar("T")


class Cursor(Structure):
    """``CXCursor``; ``data0`` is the address of a declaration, ``data1`` that of a statement or expression."""

    _fields_ = (("kind", c_int), ("xdata", c_int), ("data0", c_void_p), ("data1", c_void_p), ("data2", c_void_p))
    kind: int
    data0: int
    data1: int


class Type(Structure):
    """``CXType``; ``data0`` identifies the type as written, qualifiers included."""

    _fields_ = (("kind", c_int), ("data0", c_void_p), ("data1", c_void_p))
    kind: int
    data0: int


class String(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class SourceLocation(Structure):
    _fields_ = (("data0", c_void_p), ("data1", c_void_p), ("raw", c_uint))
    raw: int


class Range(Structure):
    """``CXSourceRange``; ``begin`` and ``end`` are clang's own encodings of a location."""

    _fields_ = (("data0", c_void_p), ("data1", c_void_p), ("begin", c_uint), ("end", c_uint))
    begin: int
    end: int


class UnsavedFile(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", ctypes.c_ulong))


Visitor = CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
FieldVisitor = CFUNCTYPE(c_int, Cursor, c_void_p)
InclusionVisitor = CFUNCTYPE(None, c_void_p, c_void_p, c_uint, c_void_p)

BREAK, CONTINUE, RECURSE = 0, 1, 2

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "clang_createIndex": (c_void_p, [c_int, c_int]),
    "clang_disposeIndex": (None, [c_void_p]),
    "clang_parseTranslationUnit2": (
        c_int,
        [c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(UnsavedFile), c_uint, c_uint, POINTER(c_void_p)],
    ),
    "clang_disposeTranslationUnit": (None, [c_void_p]),
    "clang_getTranslationUnitCursor": (Cursor, [c_void_p]),
    "clang_getNumDiagnostics": (c_uint, [c_void_p]),
    "clang_getDiagnostic": (c_void_p, [c_void_p, c_uint]),
    "clang_disposeDiagnostic": (None, [c_void_p]),
    "clang_getDiagnosticSeverity": (c_int, [c_void_p]),
    "clang_getDiagnosticSpelling": (String, [c_void_p]),
    "clang_getDiagnosticLocation": (SourceLocation, [c_void_p]),
    "clang_getCString": (c_char_p, [String]),
    "clang_disposeString": (None, [String]),
    "clang_visitChildren": (c_uint, [Cursor, Visitor, c_void_p]),
    "clang_Type_visitFields": (c_uint, [Type, FieldVisitor, c_void_p]),
    "clang_getInclusions": (None, [c_void_p, InclusionVisitor, c_void_p]),
    "clang_Location_isInSystemHeader": (c_int, [SourceLocation]),
    "clang_getCursorType": (Type, [Cursor]),
    "clang_getCursorExtent": (Range, [Cursor]),
    "clang_getCursorLocation": (SourceLocation, [Cursor]),
    "clang_getCursorReferenced": (Cursor, [Cursor]),
    "clang_getCursorDefinition": (Cursor, [Cursor]),
    "clang_getCanonicalCursor": (Cursor, [Cursor]),
    "clang_getCursorLexicalParent": (Cursor, [Cursor]),
    "clang_getCursorSemanticParent": (Cursor, [Cursor]),
    "clang_getCursorLinkage": (c_int, [Cursor]),
    "clang_Cursor_isFunctionInlined": (c_uint, [Cursor]),
    "clang_getCursorPrintingPolicy": (c_void_p, [Cursor]),
    "clang_PrintingPolicy_dispose": (None, [c_void_p]),
    "clang_PrintingPolicy_setProperty": (None, [c_void_p, c_int, c_uint]),
    "clang_Cursor_hasAttrs": (c_uint, [Cursor]),
    "clang_getCursorPrettyPrinted": (String, [Cursor, c_void_p]),
    "clang_getCursorSpelling": (String, [Cursor]),
    "clang_getCursorBinaryOperatorKind": (c_int, [Cursor]),
    "clang_getCursorUnaryOperatorKind": (c_int, [Cursor]),
    "clang_Cursor_getVarDeclInitializer": (Cursor, [Cursor]),
    "clang_Cursor_getStorageClass": (c_int, [Cursor]),
    "clang_Cursor_getNumArguments": (c_int, [Cursor]),
    "clang_Cursor_getArgument": (Cursor, [Cursor, c_uint]),
    "clang_Cursor_isBitField": (c_uint, [Cursor]),
    "clang_getFieldDeclBitWidth": (c_int, [Cursor]),
    "clang_isCursorDefinition": (c_uint, [Cursor]),
    "clang_Cursor_getOffsetOfField": (c_longlong, [Cursor]),
    "clang_Cursor_Evaluate": (c_void_p, [Cursor]),
    "clang_EvalResult_getKind": (c_int, [c_void_p]),
    "clang_EvalResult_isUnsignedInt": (c_uint, [c_void_p]),
    "clang_EvalResult_getAsUnsigned": (c_ulonglong, [c_void_p]),
    "clang_EvalResult_getAsLongLong": (c_longlong, [c_void_p]),
    "clang_EvalResult_getAsDouble": (c_double, [c_void_p]),
    "clang_EvalResult_dispose": (None, [c_void_p]),
    "clang_getEnumConstantDeclValue": (c_longlong, [Cursor]),
    "clang_getEnumConstantDeclUnsignedValue": (c_ulonglong, [Cursor]),
    "clang_getEnumDeclIntegerType": (Type, [Cursor]),
    "clang_getCanonicalType": (Type, [Type]),
    "clang_getTypeDeclaration": (Cursor, [Type]),
    "clang_getTypeSpelling": (String, [Type]),
    "clang_getPointeeType": (Type, [Type]),
    "clang_getArrayElementType": (Type, [Type]),
    "clang_getElementType": (Type, [Type]),
    "clang_getArraySize": (c_longlong, [Type]),
    "clang_getResultType": (Type, [Type]),
    "clang_getNumArgTypes": (c_int, [Type]),
    "clang_getArgType": (Type, [Type, c_uint]),
    "clang_isFunctionTypeVariadic": (c_uint, [Type]),
    "clang_isConstQualifiedType": (c_uint, [Type]),
    "clang_isVolatileQualifiedType": (c_uint, [Type]),
    "clang_isRestrictQualifiedType": (c_uint, [Type]),
    "clang_Type_getSizeOf": (c_longlong, [Type]),
    "clang_Type_getAlignOf": (c_longlong, [Type]),
    "clang_Type_getValueType": (Type, [Type]),
    "clang_Cursor_isAnonymous": (c_uint, [Cursor]),
    "clang_getFile": (c_void_p, [c_void_p, c_char_p]),
    "clang_getFileName": (String, [c_void_p]),
    "clang_getLocationForOffset": (SourceLocation, [c_void_p, c_void_p, c_uint]),
    "clang_getRangeStart": (SourceLocation, [Range]),
    "clang_getRangeEnd": (SourceLocation, [Range]),
    "clang_getExpansionLocation": (None, [SourceLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]),
    "clang_getFileLocation": (None, [SourceLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]),
    "clang_getSpellingLocation": (None, [SourceLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]),
}

_FILE_NAMES = {"darwin": "libclang.dylib", "win32": "libclang.dll"}


class LibclangMissing(Exception):
    """The ``libclang`` package is not installed, or not the version this layer was written for."""


@cache
def library() -> ctypes.CDLL:
    """The libclang of the installed ``libclang`` package, with every signature declared."""
    spec = importlib.util.find_spec("clang")
    folders = [Path(folder) / "native" for folder in (spec.submodule_search_locations or [])] if spec else []
    name = _FILE_NAMES.get(sys.platform, "libclang.so")
    path = next((folder / name for folder in folders if (folder / name).exists()), None)
    if path is None:
        raise LibclangMissing("libclang is not installed; run: pip install 'libclang>=17.0.6,<19'")
    loaded = ctypes.CDLL(str(path))
    for function, (result, arguments) in _SIGNATURES.items():
        bound = getattr(loaded, function)
        bound.restype, bound.argtypes = result, arguments
    return loaded


def text_of(string: String) -> str:
    """The text of a libclang string, which is released."""
    data: bytes | None = library().clang_getCString(string)
    library().clang_disposeString(string)
    return (data or b"").decode("utf-8", "replace")


def spelling(cursor: Cursor) -> str:
    return text_of(library().clang_getCursorSpelling(cursor))


def printed(cursor: Cursor, *, omitted: tuple[int, ...] = ()) -> str:
    """A declaration with its body as clang would write it: with attributes, without macros and comments."""
    policy = library().clang_getCursorPrintingPolicy(cursor)
    for part in omitted:
        library().clang_PrintingPolicy_setProperty(policy, part, 1)
    try:
        return text_of(library().clang_getCursorPrettyPrinted(cursor, policy))
    finally:
        library().clang_PrintingPolicy_dispose(policy)


def printed_head(cursor: Cursor) -> str:
    """The same without body and initialiser."""
    return printed(cursor, omitted=_BODIES)


_BODIES = (6, 17)
"""``CXPrintingPolicy``: initialisers, and bodies of functions (``TerseOutput``)."""


def canonical_type(cursor: Cursor) -> Type:
    """The type of a declaration or an expression, without names of types."""
    type: Type = library().clang_getCanonicalType(library().clang_getCursorType(cursor))
    return type


def type_name(type: Type) -> str:
    return text_of(library().clang_getTypeSpelling(type))


def children(cursor: Cursor) -> list[Cursor]:
    """The direct children of a cursor."""
    found: list[Cursor] = []

    def visit(child: Cursor, _parent: Cursor, _data: int) -> int:
        found.append(child)
        return CONTINUE

    library().clang_visitChildren(cursor, Visitor(visit), None)
    return found


def fields(record: Type) -> list[Cursor]:
    """The member declarations of a structure or union, unnamed ones included."""
    found: list[Cursor] = []

    def visit(child: Cursor, _data: int) -> int:
        found.append(child)
        return CONTINUE

    library().clang_Type_visitFields(record, FieldVisitor(visit), None)
    return found


def evaluate_integer(cursor: Cursor) -> int | None:
    """The value clang computes for a constant integer expression of at most 64 bits; None if it is not one."""
    return _evaluated(cursor, kind=1, read=_integer_result)


def evaluate_double(cursor: Cursor) -> float | None:
    """The value clang computes for a constant expression of type ``float`` or ``double``."""
    return _evaluated(cursor, kind=2, read=library().clang_EvalResult_getAsDouble)


def _integer_result(result: int) -> int:
    lib = library()
    if lib.clang_EvalResult_isUnsignedInt(result):
        return int(lib.clang_EvalResult_getAsUnsigned(result))
    return int(lib.clang_EvalResult_getAsLongLong(result))


def _evaluated(cursor: Cursor, *, kind: int, read: Callable[[int], T]) -> T | None:
    lib = library()
    result = lib.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        return read(result) if lib.clang_EvalResult_getKind(result) == kind else None
    finally:
        lib.clang_EvalResult_dispose(result)


class CursorKind:
    """Cursor kinds (``CXCursorKind``)."""

    UNEXPOSED_DECL = 1
    STRUCT_DECL = 2
    UNION_DECL = 3
    ENUM_DECL = 5
    FIELD_DECL = 6
    ENUM_CONSTANT_DECL = 7
    FUNCTION_DECL = 8
    VAR_DECL = 9
    PARM_DECL = 10
    TYPEDEF_DECL = 20
    TYPE_REF = 43
    MEMBER_REF = 47
    LABEL_REF = 48
    UNEXPOSED_EXPR = 100
    DECL_REF_EXPR = 101
    MEMBER_REF_EXPR = 102
    CALL_EXPR = 103
    BLOCK_EXPR = 105
    INTEGER_LITERAL = 106
    FLOATING_LITERAL = 107
    IMAGINARY_LITERAL = 108
    STRING_LITERAL = 109
    CHARACTER_LITERAL = 110
    PAREN_EXPR = 111
    UNARY_OPERATOR = 112
    ARRAY_SUBSCRIPT_EXPR = 113
    BINARY_OPERATOR = 114
    COMPOUND_ASSIGN_OPERATOR = 115
    CONDITIONAL_OPERATOR = 116
    CSTYLE_CAST_EXPR = 117
    COMPOUND_LITERAL_EXPR = 118
    INIT_LIST_EXPR = 119
    ADDR_LABEL_EXPR = 120
    STMT_EXPR = 121
    GENERIC_SELECTION_EXPR = 122
    GNU_NULL_EXPR = 123
    UNARY_EXPR = 136
    """``sizeof``, ``_Alignof`` and relatives."""
    UNEXPOSED_STMT = 200
    LABEL_STMT = 201
    COMPOUND_STMT = 202
    CASE_STMT = 203
    DEFAULT_STMT = 204
    IF_STMT = 205
    SWITCH_STMT = 206
    WHILE_STMT = 207
    DO_STMT = 208
    FOR_STMT = 209
    GOTO_STMT = 210
    INDIRECT_GOTO_STMT = 211
    CONTINUE_STMT = 212
    BREAK_STMT = 213
    RETURN_STMT = 214
    ASM_STMT = 215
    MS_ASM_STMT = 229
    NULL_STMT = 230
    DECL_STMT = 231
    TRANSLATION_UNIT = 350
    FIRST_ATTRIBUTE = 400
    """Also the kind of all attributes libclang has no kind for."""
    ASM_LABEL_ATTRIBUTE = 407
    """Its spelling is the name of the symbol."""
    VISIBILITY_ATTRIBUTE = 417
    STATIC_ASSERT = 602


class TypeKind:
    """Type kinds (``CXTypeKind``) that the front end distinguishes."""

    INVALID = 0
    UNEXPOSED = 1
    VOID = 2
    BOOL = 3
    DEPENDENT = 26
    ENUM = 106
    POINTER = 101
    RECORD = 105
    FUNCTION_NO_PROTO = 110
    FUNCTION_PROTO = 111
    CONSTANT_ARRAY = 112
    VECTOR = 113
    INCOMPLETE_ARRAY = 114
    VARIABLE_ARRAY = 115
    COMPLEX = 100
    EXT_VECTOR = 176
    ATOMIC = 177
    AUTO = 118

    INTEGERS: ClassVar = {
        3: "_Bool",
        4: "unsigned char",
        5: "unsigned char",
        6: "unsigned short",
        7: "unsigned int",
        8: "unsigned short",
        9: "unsigned int",
        10: "unsigned long",
        11: "unsigned long long",
        12: "unsigned __int128",
        13: "char",
        14: "signed char",
        15: "int",
        16: "short",
        17: "int",
        18: "long",
        19: "long long",
        20: "__int128",
    }
    FLOAT, DOUBLE, LONG_DOUBLE = 21, 22, 23
    ARRAYS = frozenset({CONSTANT_ARRAY, INCOMPLETE_ARRAY, VARIABLE_ARRAY})


class UnaryKind:
    """``CXUnaryOperatorKind``."""

    POST_INC, POST_DEC, PRE_INC, PRE_DEC, ADDRESS, DEREF, PLUS, MINUS, NOT, LNOT, REAL, IMAG, EXTENSION = range(1, 14)


class BinaryKind:
    """``CXBinaryOperatorKind``."""

    MUL, DIV, REM, ADD, SUB, SHL, SHR = range(3, 10)
    LT, GT, LE, GE, EQ, NE, AND, XOR, OR, LAND, LOR = range(11, 22)
    ASSIGN = 22
    MUL_ASSIGN, DIV_ASSIGN, REM_ASSIGN, ADD_ASSIGN, SUB_ASSIGN, SHL_ASSIGN, SHR_ASSIGN = range(23, 30)
    AND_ASSIGN, XOR_ASSIGN, OR_ASSIGN, COMMA = range(30, 34)


class StorageClass:
    """``CX_StorageClass``."""

    EXTERN = 2
    STATIC = 3
    REGISTER = 7


class Linkage:
    """``CXLinkageKind``."""

    NONE, INTERNAL = 1, 2
    EXTERNAL = 4
