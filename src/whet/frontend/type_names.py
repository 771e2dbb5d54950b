"""Names of C types, without qualifiers, as the program writes them."""

from __future__ import annotations

import re

from whet.frontend.clang import Type, TypeKind, library, type_name

_QUALIFIERS = re.compile(r"\b(?:const|volatile|restrict|_Atomic)\b")
_LAST_QUALIFIERS = re.compile(r"(?:\s*\b(?:const|volatile|restrict)\b)+$")


def record_name(type: Type) -> str:
    """Of a structure or union, by the name that all declarations share; empty for anything else."""
    canonical: Type = library().clang_getCanonicalType(type)
    name = unqualified(type_name(canonical)) if canonical.kind == TypeKind.RECORD else ""
    return "" if is_nameless(name) else name


def is_nameless(name: str) -> bool:
    return "(" in name  # libclang makes up "struct (anonymous at ...)"


def unqualified(name: str) -> str:
    """Without the qualifiers of the type itself; those of what it points to stay."""
    if "*" in name or "(" in name:
        return _LAST_QUALIFIERS.sub("", name).strip()
    return " ".join(_QUALIFIERS.sub("", name).split())
