"""Declarations that CBMC puts before every program: its types, and the functions whose result is no ``int``.

The clauses of its contracts are no part of the program; ``written_contracts`` reads them.

A program that uses one of the words gets them, too.  One that declares a word itself, and differently, does without ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from types import MappingProxyType

_DECLARATIONS = MappingProxyType(
    {
        "__CPROVER_bool": "typedef _Bool __CPROVER_bool;",
        "__CPROVER_size_t": "typedef __SIZE_TYPE__ __CPROVER_size_t;",
        "__CPROVER_ssize_t": "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;",
        "__CPROVER_OBJECT_SIZE": "__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);",
        "__CPROVER_POINTER_OBJECT": "__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);",
        "__CPROVER_POINTER_OFFSET": "__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);",
        "__CPROVER_requires": "#define __CPROVER_requires(...)",
        "__CPROVER_ensures": "#define __CPROVER_ensures(...)",
        "__CPROVER_assigns": "#define __CPROVER_assigns(...)",
        "__CPROVER_frees": "#define __CPROVER_frees(...)",
    }
)
_WORD = re.compile(rb"__CPROVER_\w+")
_OWN_TYPE = re.compile(rb"typedef[^;{}]*?\b(__CPROVER_\w+)\s*;")
_NAMED = re.compile(r"'(__CPROVER_\w+)'")
_AGAIN = re.compile(r"conflicting types for|redefinition|redeclaration")
_MISSING = re.compile(r"unknown type name|undeclared identifier")


def declarations_for(text: bytes) -> Iterable[str]:
    """Of the words in a text that it makes no types of."""
    words = {word.decode() for word in _WORD.findall(text)} - {word.decode() for word in _OWN_TYPE.findall(text)}
    return [declaration for name, declaration in _DECLARATIONS.items() if name in words]


def wanted_by(message: str) -> str | None:
    """The declaration that an error of clang asks for."""
    return _about(message) if _MISSING.search(message) else None


def refused_by(message: str, given: Collection[str]) -> str | None:
    """The declaration that an error of clang says to be in the way of the program's own."""
    declaration = _about(message) if _AGAIN.search(message) else None
    return declaration if declaration in given else None


def _about(message: str) -> str | None:
    named = _NAMED.search(message)
    return None if named is None else _DECLARATIONS.get(named[1])
